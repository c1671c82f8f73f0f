"""One answer outside of any game: printed, and at a terminal spoken to its end before the program ends.

Not here: questions with numbered choices (see `menu`), and anything at a table (see `session`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from speech.words import Words

from .arguments import Call
from .menu import Speaker
from .printable import at_terminal, keep_to_ourselves
from .settings import Settings
from .voice import VoiceRoute

PATIENCE = 120.0
"""So many seconds the voice has for what was said; Ctrl-C ends that before."""


@contextmanager
def telling(call: Call, show: Callable[[str], None], settings: Settings | None = None) -> Iterator[Speaker]:
    """Yield what tells the person something, and wait at the end until it is heard; a pipe hears nothing.

    `settings` say who speaks and how; None: those that the program was started with.
    """
    settings = settings or call.settings
    route = "none"
    if at_terminal():
        from .screen_readers import decide, look

        keep_to_ourselves()
        route = decide(call.voice or settings.route, look()).route
    speaker = Speaker(show, VoiceRoute(route, call.lang, settings.manner(), output=settings.output))
    try:
        if call.complaint is not None:
            from .settings_text import SettingsText

            said = SettingsText(Words(call.lang)).complaint(call.complaint)
            speaker.say(said.print or said.speech)
        yield speaker
        with suppress(KeyboardInterrupt):
            speaker.finish(PATIENCE)
    finally:
        speaker.voice.close()
