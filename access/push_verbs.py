"""The verbs of Push: typed words to an action or an answer, from one seat's view alone.

Not here: whether the rules allow an action (the engine says so), and the sentences of the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.bots.push import PushPlayer
from engine.push_parts import Pass, Take, View, added
from engine.table import Deed
from speech.command_text import Asks, CommandText
from speech.push_answers import PushAnswers
from speech.push_words import PushWords
from speech.words import Said

from .commands import FILLERS, Command, Desk, Group, Option, Question, named_first, no_more, number_of, whose
from .kits import Kit

Answer: TypeAlias = Deed | Said | Question
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


def _of_player(desk: PushDesk, words: list[str], answer: Callable[[PushDesk, int], Answer]) -> Answer:
    """Return the answer about whom the words name; none means the listener. Raises NotUnderstood."""
    if named_first(desk.names, words)[0] is None:
        words = [word for word in words if word not in FILLERS]
        if not words or (len(words) == 1 and words[0] in MINE):
            return answer(desk, desk.me)
    said: Answer = whose(desk, words, answer)
    return said


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
    return _of_player(desk, words, lambda now, seat: now.words.answers.hand(now.view, seat))


def _chips(desk: PushDesk, words: list[str]) -> Answer:
    if words:
        return _of_player(desk, words, lambda now, seat: now.words.answers.chips_of(now.view, seat))
    return desk.words.answers.chips(desk.view)


def _ask(answer: Callable[[PushAnswers, View], Said]) -> Callable[[PushDesk, list[str]], Answer]:
    """Return the effect of a question that takes no further words."""

    def effect(desk: PushDesk, words: list[str]) -> Answer:
        no_more(words)
        return answer(desk.words.answers, desk.view)

    return effect


# -- a line without a verb, what can follow, and what can be done now


def bare(desk: PushDesk, words: list[str]) -> Answer | None:
    """Return what is asked back about the open card when a number stands alone; None for all else."""
    if len(words) != 1 or number_of(words[0]) is None:
        return None
    view, text = desk.view, CommandText(desk.words.words)
    if view.turn != desk.me or view.card is None:
        return desk.words.turn(view)
    take, push = text.take(), text.push()
    options = [Option(take[0], lambda now: Take(now.me), take[1], ("take", "nimm", "nehmen"))]
    if view.own_chips:
        ways = ("pass", "no thanks", "schieb", "nein danke", "schieben", "weitergeben")
        options.append(Option(push[0], lambda now: Pass(now.me), push[1], ways))
    return Question(Asks.OPEN_CARD, tuple(options), _capital(desk.words.cards.card(view.card).nom))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _players(desk: PushDesk, words: Sequence[str]) -> list[str]:
    return [] if words else list(desk.names)


def _take_now(desk: PushDesk) -> str | None:
    return "" if desk.view.turn == desk.me else None


def _pass_now(desk: PushDesk) -> str | None:
    return _take_now(desk) if desk.view.own_chips else None


VERBS: tuple[PushCommand, ...] = (
    Command(
        "take",
        {"en": ("take", "ta", "accept"), "de": ("nimm", "ni", "nehmen", "nehme", "aufnehmen")},
        lambda w: w.t.gettext("take: you take the open card and all chips on it."),
        _take,
        group=Group.PLAY,
        now=_take_now,
    ),
    Command(
        "pass",
        {
            "en": ("pass", "pa", "no thanks", "push", "decline"),
            "de": ("schieb", "sc", "nein danke", "schieben", "schiebe", "passe", "passen", "weitergeben"),
        },
        lambda w: w.t.gettext("pass, or no thanks: you put one chip on the card, and the next one decides."),
        _pass,
        group=Group.PLAY,
        now=_pass_now,
    ),
    Command(
        "cards",
        {"en": ("cards", "c", "hand", "my cards"), "de": ("karten", "b", "blatt", "meine karten")},
        lambda w: w.t.gettext("cards: your cards and what they count; with a name, that player's cards."),
        _hand,
        group=Group.ASK,
        after=_players,
    ),
    Command(
        "hands",
        {"en": ("hands", "all cards"), "de": ("hände", "alle karten")},
        lambda w: w.t.gettext("hands: everybody's cards."),
        _ask(PushAnswers.all_hands),
        group=Group.ASK,
    ),
    Command(
        "table",
        {"en": ("table", "t"), "de": ("tisch", "t")},
        lambda w: w.t.gettext("table: the open card, the chips on it, the stock and whose turn it is."),
        _ask(PushAnswers.table),
        group=Group.ASK,
    ),
    Command(
        "chips",
        {"en": ("chips", "coins"), "de": ("chips", "münzen")},
        lambda w: w.t.gettext("chips: how many chips you have; the others' only if they lie open."),
        _chips,
        group=Group.ASK,
        after=_players,
    ),
    Command(
        "score",
        {"en": ("score", "points"), "de": ("punkte", "wertung")},
        lambda w: w.t.gettext("score: your points so far, and what the others' cards count."),
        _ask(PushAnswers.score),
        group=Group.ASK,
    ),
    Command(
        "worth",
        {"en": ("worth", "cost"), "de": ("wert", "kosten")},
        lambda w: w.t.gettext("worth: what taking the open card would do to your points."),
        _ask(PushAnswers.worth),
        group=Group.ASK,
    ),
    Command(
        "turn",
        {"en": ("turn", "who"), "de": ("dran", "wer", "zug")},
        lambda w: w.t.gettext("turn: whose turn it is, and what can be done."),
        _ask(PushAnswers.turn),
        group=Group.ASK,
    ),
    Command(
        "status",
        {"en": ("status", "i", "info"), "de": ("stand", "l", "lage")},
        lambda w: w.t.gettext("status: turn, open card, your chips and score, and the stock in short."),
        _ask(PushAnswers.status),
        group=Group.ASK,
    ),
)

PUSH_KIT = Kit(VERBS, PushPlayer, risky, bare=bare)
