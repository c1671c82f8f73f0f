"""Which voice speaks, decided once at the start, and the way of its reports into the game.

Not here: how one way to be heard takes another's place (see `speech.route`), which is right for this person
(see `screen_readers`), and what is spoken when (see `speech.queue`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from speech.devices import Manner
from speech.queue import SpeechQueue
from speech.utterance import Urgency, Utterance
from speech.words import Said, Words

if TYPE_CHECKING:
    # asyncio takes 45 ms to import, and the greeting comes before that.
    import asyncio

    from speech.route import Changed, Route
    from speech.routes import Way

    from .session import Session

GROUP = "voice"
"""A newer word about the voice replaces one that still waits to be spoken."""


class VoiceRoute:
    """The voice with its queue, or none (`queue` None); speaks before there is an event loop.

    `wanted` is "own", "reader", the name of a way of `speech.routes`, "terminal" (print is read by the
    person's screen reader; only sound cues are heard here, if `cues`) or "none". Our own voice is heard from
    the sound `output` of that name, as long as it is there.
    """

    def __init__(
        self,
        wanted: str,
        lang: str,
        manner: Manner | None = None,
        *,
        cues: bool = False,
        output: str | None = None,
    ) -> None:
        self.wanted, self.lang, self.output = wanted, lang, output
        self.manner = manner or Manner()
        """How the greeting is spoken, and news about the voice itself."""
        self.queue: SpeechQueue | None = None
        self.route: Route | None = None
        self._session: Session | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: list[Said] = []
        if wanted == "terminal" and cues:
            from speech.devices.cue_player import CuesAlone

            self.queue = SpeechQueue(CuesAlone(lambda trouble, detail: None), self._idle)
        elif wanted not in ("terminal", "none"):
            from speech.route import Route

            self.route = Route(self._ways(), self._changed)
            self.queue = SpeechQueue(self.route, self._idle)

    def _ways(self) -> list[Way]:
        from speech.routes import chain, own_way, way

        ways = [way(name) for name in chain(self.wanted)]
        if self.output is not None:
            ways.insert([way.name for way in ways].index("own"), own_way(self.output))
        return ways

    @property
    def way(self) -> str | None:
        """By which way of `speech.routes` it is heard now, "terminal" for cues alone; None: by none."""
        return "terminal" if self.route is None else self.route.name

    def greet(self, text: str, lang: str) -> None:
        if self.queue is not None:
            self.queue.put(Utterance(text, "", "", lang, Urgency.TABLE, "Greeting", "greeting"), self.manner)

    def attach(self, session: Session) -> None:
        """Send reports to the session from now on, those of before included. Called in the event loop."""
        import asyncio

        self._session, self._loop = session, asyncio.get_running_loop()
        news, self._news = self._news, []
        for said in news:
            self._warn(said)

    def close(self) -> None:
        if self.queue is not None:
            self.queue.voice.close()

    def _changed(self, changed: Changed) -> None:
        """Take a change from a thread of the route: say it with the new voice, and give it to the rest."""
        assert self.queue is not None
        if self._expected(changed):
            self.queue.start_over(None)
            return
        from speech.route_text import RouteText

        said = RouteText(Words(self.lang)).changed(changed)
        alarm = Utterance(
            said.speech, said.braille, said.speech, self.lang, Urgency.ALARM, "Alarm", said.cue, GROUP
        )
        self.queue.start_over(alarm, self.manner)
        self._warn(said)

    def _expected(self, changed: Changed) -> bool:
        """Whether the change is how a person's own choice works out: any screen reader will do."""
        from speech.routes import readers

        return self.wanted == "reader" and not changed.heard and changed.new in readers()

    def _warn(self, said: Said) -> None:
        """Give news of the voice to print and braille; kept until there is a session."""
        loop, session = self._loop, self._session
        if loop is None or session is None:
            self._news.append(said)
        elif not loop.is_closed():
            import asyncio

            asyncio.run_coroutine_threadsafe(session.warn(said, spoken=False), loop)

    def _idle(self) -> None:
        loop, session = self._loop, self._session
        if loop is not None and session is not None and not loop.is_closed():
            loop.call_soon_threadsafe(session.voice_idle)
