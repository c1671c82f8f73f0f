"""Print in colours, for whoever wants them: by kind of message, and by suit where a line names just one.

A colour never carries a fact: the words say all of it, and without colours not a letter differs. A line is
coloured as a whole, so nothing stands between its words; only its foreground is, so that the terminal keeps
its background. Each colour has a contrast of 7 to 1 at least, as WCAG 2.2, 1.4.6 counts it, with every one of
the `GROUNDS` it is made for. Not here: cleaning what is printed (see `printable`), and which messages there
are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from speech.outputs import Printed
from speech.utterance import Given, Step, Urgency
from speech.words import Words

from .printable import Painted, is_terminal, output
from .settings import Settings

GROUNDS = {
    "dark": ("000000", "1e1e1e", "2e3436", "300a24", "002b36"),
    "light": ("ffffff", "fdf6e3", "f5f5f5"),
}
"""Backgrounds of common terminals, red, green and blue in hexadecimal."""
ANNOUNCEMENT, ANSWER, ALARM = "announcement", "answer", "alarm"
"""Kinds of messages; all others keep the terminal's own colour."""


class Ink(NamedTuple):
    """A colour: its number in the terminal's table of 256, and what terminals with all colours get."""

    number: int
    rgb: str
    """Red, green and blue in hexadecimal."""


INKS: Mapping[str, Mapping[str, Ink]] = {
    "dark": {
        ANNOUNCEMENT: Ink(189, "d7d7ff"),
        ANSWER: Ink(159, "afffff"),
        ALARM: Ink(216, "ffaf87"),
        "C": Ink(157, "afffaf"),
        "D": Ink(117, "87d7ff"),
        "H": Ink(217, "ffafaf"),
        "S": Ink(231, "ffffff"),
        "R": Ink(217, "ffafaf"),
        "Y": Ink(228, "ffff87"),
        "G": Ink(157, "afffaf"),
        "B": Ink(117, "87d7ff"),
        "W": Ink(231, "ffffff"),
        "M": Ink(219, "ffafff"),
    },
    "light": {
        ANNOUNCEMENT: Ink(54, "5f0087"),
        ANSWER: Ink(18, "000087"),
        ALARM: Ink(89, "87005f"),
        "C": Ink(22, "005f00"),
        "D": Ink(20, "0000d7"),
        "H": Ink(88, "870000"),
        "S": Ink(16, "000000"),
        "R": Ink(88, "870000"),
        "Y": Ink(52, "5c4400"),  # among 256 colours no yellow is dark enough
        "G": Ink(22, "005f00"),
        "B": Ink(20, "0000d7"),
        "W": Ink(239, "4e4e4e"),
        "M": Ink(90, "870087"),
    },
}
"""By background, the colours of kinds of messages, of Nova's suits and of Hanabi's colours."""
USUAL_COLOUR = "\x1b[39m"
"""Ends what a colour began; the background and everything else was never changed."""


def many_colours(environment: Mapping[str, str] = os.environ) -> int:
    """Return how many colours the terminal shows: all 16,777,216, 256, or 0 if it is not known to show those.

    Fewer than 256 count as none: how those look is the terminal's own business, and so is their contrast.
    """
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term in ("dumb", "unknown") or not is_terminal(output()):
        return 0
    if environment.get("COLORTERM") in ("truecolor", "24bit") or environment.get("WT_SESSION"):
        return 1 << 24
    return 256 if "256color" in term else 0


def printed(show: Callable[[str], None], chosen: Settings) -> Printed:
    """Return the output for print, in colours if that is set and the terminal shows them."""
    count = many_colours() if chosen.colours != "none" else 0
    if not count:
        return Printed(show)
    return Coloured(show, Palette(chosen.colours, chosen.language or "en", count))


class Palette:
    """The colours for one background, and the words of one language that ask for them."""

    def __init__(self, ground: str, lang: str, count: int) -> None:
        self._inks, self._count = INKS[ground], count
        self._suits = {suit: _pattern(names) for suit, names in _names(Words(lang)).items()}

    def paint(self, kind: str | None, line: str) -> str:
        """Return a clean line in the colour of its kind, or of the one suit that it names."""
        suits = [suit for suit, pattern in self._suits.items() if pattern.search(line)]
        key = suits[0] if len(suits) == 1 and kind != ALARM else kind
        if key is None or not line:
            return line
        return f"{self._start(self._inks[key])}{line}{USUAL_COLOUR}"

    def _start(self, ink: Ink) -> str:
        if self._count == 256:
            return f"\x1b[38;5;{ink.number}m"
        red, green, blue = bytes.fromhex(ink.rgb)
        return f"\x1b[38;2;{red};{green};{blue}m"


class Coloured(Printed):
    """The terminal, in colours."""

    def __init__(self, show: Callable[[str], None], palette: Palette) -> None:
        super().__init__(show)
        self._palette = palette

    async def give(self, given: Given) -> None:
        if given.utterance.print:
            paint = partial(self._palette.paint, kind_of(given))
            self._show(Painted(given.utterance.print, paint))


def kind_of(given: Given) -> str | None:
    """Return the kind of a message, None for what happens."""
    if given.utterance.urgency is Urgency.ALARM:
        return ALARM
    kinds = {Step.ANNOUNCED: ANNOUNCEMENT, Step.ANSWERED: ANSWER}
    return kinds.get(given.step)


def _names(words: Words) -> dict[str, set[str]]:
    """Return what the suits of Nova and the colours of Hanabi are called, by their letters."""
    from speech.cards import NovaCards  # only for those who want colours
    from speech.hanabi_cards import HanabiCards

    nova, hanabi = NovaCards(words), HanabiCards(words, shapes=False)
    named = {suit: {name, nova.of_suit(suit).split()[-1]} for suit, name in nova.suits.items()}
    named |= {suit: {name, hanabi.of_suit(suit)} for suit, name in hanabi.suits.items()}
    return named


def _pattern(names: set[str]) -> re.Pattern[str]:
    """Return what finds a name as a word, with the endings and compounds of German."""
    either = "|".join(re.escape(name) for name in sorted(names))
    return re.compile(rf"\b(?:{either})(?:e[nmrs]?)?(?:-?reihe|-?karten?)?\b", re.IGNORECASE)
