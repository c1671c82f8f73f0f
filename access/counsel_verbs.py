"""The verbs that ask why somebody did something, and what an expert would do now.

Not here: finding that out (see `counsel`), and the sentences (see `speech.reasons_text`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.table import Seat
from speech.command_text import Asks
from speech.house import NotUnderstood, Puzzle

from .commands import Command, Desk, Group, named, named_first, no_more, one_or_ask, seats_called


class Why(NamedTuple):
    """Ask why a player did what they did last; None: the last of the computer players."""

    of: Seat | None


class Advise(NamedTuple):
    """Ask what to do now."""


BESIDE = frozenset(
    "did does do has have had was is it that this then so he she they hat habe haben hast tat tust".split()
    + "tut macht machte machst gemacht getan er sie es dies dieses denn eigentlich".split()
)
"""What may stand before the name, or instead of it: "why did Ben do that", "warum hat er das gemacht"."""
DEEDS = frozenset(
    "hint play discard take pass keep swap ask move turn action hinweis spielen abwerfen nehmen".split()
    + "schieben behalten tauschen fragen zug aktion gespielt abgeworfen genommen geschoben getauscht".split()
)
"""What may stand there, too, when nobody is named."""
MINE = frozenset("i me my ich mich mein mir".split())


def _why(desk: Desk[Any, Any], words: list[str]) -> Any:
    """Return whom the words ask about; what stands behind a name says nothing. Raises NotUnderstood."""
    seat, _ = named_first(desk.names, words)
    while words and seat is None and words[0] in BESIDE:
        words = words[1:]
        if words:
            seat, _ = named_first(desk.names, words)
    if seat is not None:
        return Why(seat)
    if not words or (words[0] in DEEDS and not seats_called(desk.names, words[0])):
        return Why(None)
    if words[0] in MINE and desk.me is not None:
        return Why(desk.me)
    seats = seats_called(desk.names, words[0])
    if not seats:
        raise NotUnderstood(Puzzle.UNKNOWN_NAME, word=words[0], names=tuple(desk.names))
    return one_or_ask(
        Asks.WHICH_NAME, [named(desk.names[each], lambda _, one: Why(one), each) for each in seats], desk
    )


def _advise(desk: Any, words: list[str]) -> Advise:
    no_more(words)
    return Advise()


def _names(desk: Desk[Any, Any], words: Sequence[str]) -> list[str]:
    return [] if [word for word in words if word not in BESIDE] else list(desk.names)


WHY_VERB: Command[Any, Any] = Command(
    "why",
    {"en": ("why",), "de": ("warum", "wieso", "weshalb")},
    lambda w: w.t.gettext(
        "why: why a computer player did what it did last; with a name, why that player did. "
        "Example: why did Ben do that."
    ),
    _why,
    group=Group.ASK,
    after=_names,
)
COUNSEL_VERBS: tuple[Command[Any, Any], ...] = (
    WHY_VERB,
    Command(
        "advice",
        {
            "en": ("advice", "advise me", "advise", "suggest"),
            "de": ("rat", "rate", "empfiehl", "empfehlung"),
        },
        lambda w: w.t.gettext("advice, or hint me: what an expert would do in your place, and why."),
        _advise,
        group=Group.ASK,
        whole={
            "en": (
                *("hint me", "help me", "give me a hint", "give me advice", "what should i do"),
                *("what shall i do", "what would you do"),
            ),
            "de": (
                *("gib mir einen rat", "gib mir einen tipp", "gib mir einen hinweis", "was soll ich tun"),
                *("was soll ich machen", "was soll ich spielen", "was würdest du tun"),
            ),
        },
    ),
)
