"""The questions of the very first start: language, voice, braille display, sounds. Asked once and kept.

Nobody is asked who has a settings file, says `--voice`, or does not sit at a terminal. Each question is
printed and, where a voice can be had, spoken; the first one in every language by its own voice. Until the
last answer nothing is written, and whoever leaves before is asked again. Not here: the words (see
`first_start_text`), and which ways to be heard there are (see `speech.routes`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from threading import Thread
from typing import TYPE_CHECKING

from speech.routes import chain, way
from speech.words import LANGUAGES, Words

from .arguments import Call
from .first_start_text import SKIP, FirstStartText, Question, ways, words_of
from .menu import HELP, LEAVE, Leaving, Speaker, read_line
from .printable import at_terminal
from .probes import LIMIT, Check, brltty_display
from .screen_readers import Facts, look
from .settings import Value
from .settings_file import change, place
from .voice import VoiceRoute

if TYPE_CHECKING:
    from .braille_question import BrailleQuestion

COMMANDS = (None, "play", "learn")
"""What a newcomer starts with; everything else goes without questions."""
EXAMPLES = ("your-turn", "deal")
"""The sounds that are played."""
PROOF = 4.0
"""So many seconds a voice has to say one word, before it is kept."""
ONCE, TWICE, NOT_AT_ALL, SILENT = 1, 2, 3, 4
YES = 1

_SKIP, _HELP, _LEAVE = ways(*SKIP), ways(*HELP), ways(*LEAVE)


def wanted(call: Call) -> bool:
    """Tell whether to ask: a newcomer at a terminal who has not said how to be spoken to."""
    newcomer = call.command in COMMANDS and call.voice is None
    return newcomer and at_terminal() and not os.path.lexists(place())


def first_start(call: Call, voice: VoiceRoute, show: Callable[[str], None]) -> VoiceRoute:
    """Ask, keep the answers in the call and in the settings file, and return the voice to go on with.

    Raises Leaving, and then nothing was kept and no voice is open.
    """
    start = FirstStart(call, voice, show)
    try:
        start.ask_all()
    except BaseException:
        start.speaker.voice.close()
        raise
    finally:
        start.give_display_back()
    return start.speaker.voice


class _Skipped(Exception):
    """The rest is to be as usual."""


class FirstStart:
    """One person's first start; `values` are the answers so far, by keys of the settings."""

    def __init__(self, call: Call, voice: VoiceRoute, show: Callable[[str], None]) -> None:
        self.call, self.text = call, FirstStartText(Words(call.lang))
        self.speaker = Speaker(show, voice)
        self.values: dict[str, Value] = {}
        self._facts: Facts = look()
        self._display: BrailleQuestion | None = None
        self._found: Check[tuple[int, int]] = Check(brltty_display)
        if sys.platform not in ("win32", "darwin"):
            Thread(target=self._found.run, name="braille display: looked for", daemon=True).start()

    def ask_all(self) -> None:
        """Ask question after question, and keep the answers."""
        self.speaker.say(*self.text.intro())
        try:
            self._language()
            self._voice()
            self._braille()
            self._sounds()
        except _Skipped:
            pass
        self._keep()

    def give_display_back(self) -> None:
        """Let the display go; a game takes it anew."""
        if self._display is not None:
            self._display.close()
            self._display = None

    # -- asking

    def _ask(self, question: Question, then: Callable[[], None] = lambda: None) -> int:
        """Return the number of the answer; each line typed gets one reply. Raises Leaving, _Skipped."""
        self._put(question, then)
        while True:
            line = self._line()
            self.speaker.hush()
            if line is None:
                raise Leaving(self.text.input_ended())
            typed = words_of(line)
            if typed & _LEAVE:
                raise Leaving(self.text.goodbye())
            if typed & _SKIP:
                raise _Skipped
            number = question.answer(typed)
            if number is not None:
                return number
            if typed & _HELP:
                self.speaker.say(question.help, question.how)
            elif line:
                self.speaker.say(self.text.not_understood(line, question.how))
            else:
                self._put(question, then)

    def _put(self, question: Question, then: Callable[[], None]) -> None:
        self.speaker.print("\n".join(line for _, line in question.asked))
        for lang, line in question.asked:
            self.speaker.speak(line, lang=lang)
        then()
        if self._display is not None:
            self._display.ask(question.felt, len(question.ways))

    def _line(self) -> str | None:
        return read_line() if self._display is None else self._display.read_line()

    # -- the questions

    def _language(self) -> None:
        """Ask for the language, each in its own words; the one that is the system's comes first."""
        order = sorted(LANGUAGES, key=lambda lang: lang != self.call.lang)
        offers = [FirstStartText(Words(lang)) for lang in order]
        lang = order[self._ask(self.text.language(offers)) - 1]
        self.text = offers[order.index(lang)]
        self.call.lang = self.speaker.voice.lang = lang
        self.values["language"] = lang

    def _voice(self) -> None:
        """Find the one voice that is heard: ask, and try other ways until one is, or none is left."""
        others = self._others()
        answer = self._ask(self.text.heard())
        if answer == NOT_AT_ALL and self.speaker.voice.way not in (None, "terminal"):
            answer = self._ask(self.text.louder())
        while answer == NOT_AT_ALL:
            if not self._facts.remote:
                self.speaker.say(self.text.looking())
            name = next(others, None)
            if name is None:
                self._take("terminal")
                self.speaker.say(self.text.unheard(remote=self._facts.remote))
                return
            self._take(name)
            answer = self._ask(self.text.heard(now=name, silence=True))
        self._decide(answer)

    def _decide(self, answer: int) -> None:
        """Keep the voice that was heard alone, or leave it to the screen reader."""
        voice = self.speaker.voice
        asked = voice.way
        self.speaker.say(self.text.good())
        if answer == SILENT:
            self._take("none")
            self.speaker.say(self.text.silent())
        elif voice.route is None:
            self._take("terminal")
            self.speaker.say(self.text.reader_reads() if answer == ONCE else self.text.two_readers())
        elif answer == TWICE:
            self._take("terminal")
            self.speaker.say(self.text.reader_reads())
        else:
            self._prove(asked)

    def _prove(self, asked: str | None) -> None:
        """Keep our voice if it was that which was heard; a person may answer before it has failed."""
        self.speaker.finish(PROOF)
        way = self.speaker.voice.way
        if way is None:  # Then it was the screen reader.
            self._take("terminal")
            self.speaker.say(self.text.reader_reads())
        elif way != asked:
            self._decide(self._ask(self.text.heard(now=way)))
        else:
            self.values["voice.route"] = way
            self.speaker.say(self.text.speaks(way))

    def _others(self) -> Iterator[str]:
        """Yield the ways to be heard that can be had, the one that has just been tried left out."""
        if self._facts.remote:  # They would be heard where nobody sits.
            return
        first = self.speaker.voice
        tried = {first.way, "own" if first.wanted == "own" else None}
        likely = ("reader", "own") if first.wanted == "terminal" else ("own", "reader")
        for name in dict.fromkeys(name for kind in likely for name in chain(kind)):
            if name not in tried and way(name).check() is None:
                yield name

    def _take(self, route: str) -> None:
        """Speak by another route from now on."""
        self.values["voice.route"] = route
        old = self.speaker.voice
        if old.wanted == route:
            return
        old.close()
        self.speaker.voice = VoiceRoute(route, old.lang, old.manner, cues=route == "terminal")

    def _braille(self) -> None:
        """Ask whether a display that was found is to be used; the question goes to it, too."""
        if self.call.braille != "none" or sys.platform in ("win32", "darwin"):
            return
        self._found.wait(LIMIT)
        size = self._found.answer
        if size is None or not size[0]:
            self.speaker.say(self.text.no_display())
            return
        from .braille_question import BrailleQuestion

        self._display = BrailleQuestion(self.text.lang)
        if self._ask(self.text.display(size[0] * size[1])) == YES:
            self.values["braille.route"] = "brlapi"
        else:
            self.values["braille.route"] = "none"
            self.give_display_back()

    def _sounds(self) -> None:
        """Play two sounds, and ask whether there shall be any."""
        if self.speaker.voice.wanted == "none":
            return
        self.values["sounds.on"] = self._ask(self.text.sounds(), self._play) == YES

    def _play(self) -> None:
        for cue in EXAMPLES:
            self.speaker.speak("", cue=cue)

    # -- keeping

    def _keep(self) -> None:
        """Write the answers; the file is there from now on, so nobody is asked again."""
        self.values.setdefault("language", self.call.lang)
        call, voice = self.call, self.speaker.voice
        call.settings = call.settings.changed(self.values)
        call.braille = call.settings.braille if "braille.route" in self.values else call.braille
        voice.manner = call.settings.manner()
        if voice.wanted == "terminal" and not call.settings.sounds:
            voice.close()
            self.speaker.voice = VoiceRoute("terminal", voice.lang, voice.manner)
        try:
            change(place(), [(None, key, value) for key, value in self.values.items()])
        except OSError as error:
            self.speaker.say(self.text.not_kept(error.errno or 0))
            return
        self.speaker.say(self.text.done())
        if self._display is not None:
            self._display.ask(self.text.done_braille(), 0)
