"""The verbs of Push: typed words to an action or an answer, from one seat's view alone.

Not here: whether the rules allow an action (the engine says so), and the sentences of the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.bots.push import PushPlayer
from engine.push_parts import Pass, Take, View, added
from engine.table import Deed, Seat
from speech.house import NotUnderstood, Puzzle
from speech.push_answers import PushAnswers
from speech.push_words import PushWords
from speech.words import Said

from .commands import FILLERS, Command, Desk, no_more, spellings
from .kits import Kit

Answer: TypeAlias = Deed | Said
PushDesk: TypeAlias = Desk[View, PushWords]
PushCommand: TypeAlias = Command[PushDesk, Answer]

MINE = frozenset({"me", "mine", "i", "ich", "mich", "meiner"})
"""What may stand for one's own name, unless a player is called so."""
IT = frozenset({"it", "this", "sie", "ihn", "es", "diese", "weiter", "along", "further"})
"""What may stand for the open card, or follow it, in "take it" and "schieb sie weiter"."""


def risky(action: Deed, view: View) -> bool:
    """Whether an action may cost something, as far as the player can know.

    A card is risky to take of one's own free will if it adds more points than the chips on it take off; to
    pass is risky with the last chip, since the next bad card must then be taken.
    """
    if view.seat is None or view.card is None or not view.own_chips:
        return False
    match action:
        case Take():
            return added(view.cards[view.seat], view.card) > view.pot
        case Pass():
            return view.own_chips == 1
        case _:
            return False


# -- finding out what words mean


def _seat(desk: PushDesk, words: list[str]) -> Seat:
    """Return whose name the words are, or begin; none means the listener. Raises NotUnderstood."""
    whole = {way: seat for seat, name in enumerate(desk.names) for way in spellings(name)}
    typed = " ".join(words)
    if typed in whole:
        return whole[typed]
    words = [word for word in words if word not in FILLERS]
    if not words or (len(words) == 1 and words[0] in MINE):
        return desk.me
    word = words[0]
    named = {seat for way, seat in whole.items() if any(part.startswith(word) for part in way.split())}
    if not named:
        raise NotUnderstood(Puzzle.UNKNOWN_NAME, word=word, names=desk.names)
    if len(named) > 1:
        raise NotUnderstood(Puzzle.WHICH_NAME, names=tuple(desk.names[seat] for seat in sorted(named)))
    no_more(words[1:])
    return named.pop()


# -- what the verbs do


def _take(desk: PushDesk, words: list[str]) -> Answer:
    _only_it(desk, words)
    return Take(desk.me)


def _pass(desk: PushDesk, words: list[str]) -> Answer:
    _only_it(desk, words)
    return Pass(desk.me)


def _only_it(desk: PushDesk, words: list[str]) -> None:
    """Accept "take it", "schieb sie weiter" and the open card's value. Raises NotUnderstood for all else."""
    meant = {*FILLERS, *IT, str(desk.view.card)}
    no_more([word for word in words if word not in meant])


def _hand(desk: PushDesk, words: list[str]) -> Answer:
    return desk.words.answers.hand(desk.view, _seat(desk, words))


def _chips(desk: PushDesk, words: list[str]) -> Answer:
    if words:
        return desk.words.answers.chips_of(desk.view, _seat(desk, words))
    return desk.words.answers.chips(desk.view)


def _ask(answer: Callable[[PushAnswers, View], Said]) -> Callable[[PushDesk, list[str]], Answer]:
    """Return the effect of a question that takes no further words."""

    def effect(desk: PushDesk, words: list[str]) -> Answer:
        no_more(words)
        return answer(desk.words.answers, desk.view)

    return effect


VERBS: tuple[PushCommand, ...] = (
    Command(
        "take",
        {"en": ("take",), "de": ("nimm", "nehmen", "nehme")},
        lambda w: w.t.gettext("take: you take the open card and all chips on it."),
        _take,
    ),
    Command(
        "pass",
        {"en": ("pass", "no thanks", "push"), "de": ("schieb", "nein danke", "schieben", "schiebe", "passe")},
        lambda w: w.t.gettext("pass, or no thanks: you put one chip on the card, and the next one decides."),
        _pass,
    ),
    Command(
        "cards",
        {"en": ("cards", "hand", "my cards"), "de": ("karten", "blatt", "meine karten")},
        lambda w: w.t.gettext("cards: your cards and what they count; with a name, that player's cards."),
        _hand,
    ),
    Command(
        "hands",
        {"en": ("hands", "all cards"), "de": ("hände", "alle karten")},
        lambda w: w.t.gettext("hands: everybody's cards."),
        _ask(PushAnswers.all_hands),
    ),
    Command(
        "table",
        {"en": ("table",), "de": ("tisch",)},
        lambda w: w.t.gettext("table: the open card, the chips on it, the stock and whose turn it is."),
        _ask(PushAnswers.table),
    ),
    Command(
        "chips",
        {"en": ("chips", "coins"), "de": ("chips", "münzen")},
        lambda w: w.t.gettext("chips: how many chips you have; the others' only if they lie open."),
        _chips,
    ),
    Command(
        "score",
        {"en": ("score", "points"), "de": ("punkte", "wertung")},
        lambda w: w.t.gettext("score: your points so far, and what the others' cards count."),
        _ask(PushAnswers.score),
    ),
    Command(
        "worth",
        {"en": ("worth", "cost"), "de": ("wert", "kosten")},
        lambda w: w.t.gettext("worth: what taking the open card would do to your points."),
        _ask(PushAnswers.worth),
    ),
    Command(
        "turn",
        {"en": ("turn", "who"), "de": ("dran", "wer", "zug")},
        lambda w: w.t.gettext("turn: whose turn it is, and what can be done."),
        _ask(PushAnswers.turn),
    ),
    Command(
        "status",
        {"en": ("status",), "de": ("stand", "lage")},
        lambda w: w.t.gettext("status: turn, open card, your chips and score, and the stock in short."),
        _ask(PushAnswers.status),
    ),
)

PUSH_KIT = Kit(VERBS, PushPlayer, risky)
