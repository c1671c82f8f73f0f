"""Which voice speaks, decided once at the start, and the way of its reports into the game.

Not here: the voice itself (see `speech.devices.own`) and what is spoken when (see `speech.queue`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from speech.devices import Trouble
from speech.queue import SpeechQueue
from speech.utterance import Urgency, Utterance

if TYPE_CHECKING:
    # asyncio takes 45 ms to import, and the greeting comes before that.
    import asyncio

    from .session import Session


def default_voice() -> str:
    """Return the route that is taken when nothing was said: our own voice on a Linux terminal."""
    at_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return "own" if sys.platform == "linux" and at_terminal else "terminal"


class VoiceRoute:
    """The own voice with its queue, or none (`queue` None); speaks before there is an event loop."""

    def __init__(self, wanted: str) -> None:
        self.queue: SpeechQueue | None = None
        self._session: Session | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._troubles: list[tuple[Trouble, str]] = []
        if wanted == "own":
            from speech.devices.own import OwnVoice

            self.queue = SpeechQueue(OwnVoice(self._report), self._idle)

    def greet(self, text: str, lang: str) -> None:
        if self.queue is not None:
            self.queue.put(Utterance(text, "", "", lang, Urgency.TABLE, "Greeting"))

    def attach(self, session: Session) -> None:
        """Send reports to the session from now on, those of before included. Called in the event loop."""
        import asyncio

        self._session, self._loop = session, asyncio.get_running_loop()
        troubles, self._troubles = self._troubles, []
        for trouble, detail in troubles:
            self._report(trouble, detail)

    def close(self) -> None:
        if self.queue is not None:
            self.queue.voice.close()

    def _report(self, trouble: Trouble, detail: str) -> None:
        """Take a trouble from the voice's own thread."""
        loop, session = self._loop, self._session
        if loop is None or session is None:
            self._troubles.append((trouble, detail))
        elif not loop.is_closed():
            import asyncio

            warning = session.warn(session.house.trouble(trouble, detail))
            asyncio.run_coroutine_threadsafe(warning, loop)

    def _idle(self) -> None:
        loop, session = self._loop, self._session
        if loop is not None and session is not None and not loop.is_closed():
            loop.call_soon_threadsafe(session.voice_idle)
