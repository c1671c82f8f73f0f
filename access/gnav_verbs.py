"""The verbs of Gnav: typed words to an action or an answer, from one seat's view alone.

Not here: whether the rules allow an action (the engine says so), and the sentences of the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from engine.bots.gnav import GnavPlayer
from engine.gnav_parts import Keep, Rank, Swap, View, left_of
from engine.table import Deed
from speech.command_text import Asks, CommandText
from speech.gnav_words import GnavWords
from speech.house import NotUnderstood, Puzzle
from speech.words import Said

from .commands import FILLERS, Command, Desk, Group, Option, Question, no_more, number_of, spellings
from .kits import Kit

GnavDesk: TypeAlias = Desk[View, GnavWords]
Answer: TypeAlias = Deed | Said | Question

CARD_WORDS: dict[Rank, tuple[str, ...]] = {
    Rank.FOOL: ("fool", "narr", "narren"),
    Rank.OWL: ("owl", "eule", "ugle"),
    Rank.POT: ("pot", "flowerpot", "topf", "blumentopf", "potte"),
    Rank.ZERO: ("0", "zero", "null"),
    Rank.ONE: ("1", "one", "eins", "i"),
    Rank.TWO: ("2", "two", "zwei", "zwo", "ii"),
    Rank.THREE: ("3", "three", "drei", "iii"),
    Rank.FOUR: ("4", "four", "vier", "iv"),
    Rank.FIVE: ("5", "five", "fünf", "v"),
    Rank.SIX: ("6", "six", "sechs", "vi"),
    Rank.SEVEN: ("7", "seven", "sieben", "vii"),
    Rank.EIGHT: ("8", "eight", "acht", "viii"),
    Rank.NINE: ("9", "nine", "neun", "ix"),
    Rank.TEN: ("10", "ten", "zehn", "x"),
    Rank.ELEVEN: ("11", "eleven", "elf", "xi"),
    Rank.TWELVE: ("12", "twelve", "zwölf", "xii"),
    Rank.HOUSE: ("house", "haus", "hus"),
    Rank.HORSE: ("horse", "pferd", "hest"),
    Rank.CAT: ("cat", "katze", "katt"),
    Rank.DRAGOON: ("dragoon", "dragoner", "dragon"),
    Rank.CUCKOO: ("cuckoo", "kuckuck", "gjøk", "gjok"),
}
CARDS = {
    spelling: rank for rank, words in CARD_WORDS.items() for word in words for spelling in spellings(word)
}
"""What a card may be called, in every language, as it is typed."""
ASKING = frozenset({"does", "do", "happens", "if", "with", "effect"})
ASKING |= {"macht", "tut", "kann", "passiert", "bei", "wirkung"}
"""What may stand in a question besides the card: "what does the cat do"."""
SWAPPING = frozenset(
    {"with", "from", "for", "swap", "um", "tausch", "left", "links", "neighbour", "nachbarn"}
)
"""What may stand behind the verb besides a name: "ask Ben for a swap"."""
STOCK = frozenset({"stock", "stapel"})


def _no_more(words: Sequence[str]) -> None:
    """Raise NotUnderstood if there are words left that say something."""
    no_more([word for word in words if word not in FILLERS])


# -- what the verbs do


def _keep(desk: GnavDesk, words: list[str]) -> Answer:
    _no_more(words)
    return Keep(desk.me)


def _swap(desk: GnavDesk, words: list[str]) -> Answer:
    """Ask whoever is to be asked; who names somebody else is told that there is no choice."""
    view, named = desk.view, [word for word in words if word not in FILLERS | SWAPPING]
    if view.turn == desk.me and named:
        asked = left_of(view.order, desk.me)
        right = STOCK if asked is None else _ways(desk.names[asked])
        wrong = [word for word in named if not _begins(word, right)]
        others = STOCK.union(*map(_ways, desk.names))
        _no_more([word for word in wrong if not _begins(word, others)])
        if wrong:
            return desk.words.whom(view)
    return Swap(desk.me)


def _ways(name: str) -> frozenset[str]:
    """Return the words of a name, in every way that they may be typed."""
    return frozenset(part for spelling in spellings(name) for part in spelling.split())


def _begins(word: str, wholes: Iterable[str]) -> bool:
    return any(whole.startswith(word) for whole in wholes)


def _card(desk: GnavDesk, words: list[str]) -> Answer:
    """Tell the own card, or what a named one does."""
    return _effect(desk, words) if words else desk.words.own_card(desk.view)


def _effect(desk: GnavDesk, words: list[str]) -> Answer:
    """Tell what a card does: the named one, else the own one."""
    words = [word.rstrip("?") for word in words]
    named = [CARDS[word] for word in words if word in CARDS]
    strange = [word for word in words if word and word not in CARDS and word not in ASKING | FILLERS]
    if strange and not named:
        # Translators: an example of a command at Gnav: what the cat does.
        example = desk.words.text.t.gettext("what cat")
        raise NotUnderstood(Puzzle.UNKNOWN_CARD, word=" ".join(strange), example=example)
    _no_more(strange)
    if len(named) > 1:
        raise NotUnderstood(Puzzle.TOO_MUCH, word=" ".join(words))
    rank = named[0] if named else desk.view.card
    return desk.words.own_card(desk.view) if rank is None else desk.words.effect(rank)


def _ask(answer: Callable[[GnavWords, View], Said]) -> Callable[[GnavDesk, list[str]], Answer]:
    """Return the effect of a question that takes no further words."""

    def effect(desk: GnavDesk, words: list[str]) -> Answer:
        _no_more(words)
        return answer(desk.words, desk.view)

    return effect


# -- a line without a verb, what can follow, and what can be done now


def bare(desk: GnavDesk, words: list[str]) -> Answer | None:
    """Return what is asked back when a number stands alone, or what a card does that does; None for all else.

    A number is no card here: nobody must swap by it.
    """
    if len(words) != 1:
        return None
    if number_of(words[0]) is None:
        return desk.words.effect(CARDS[words[0]]) if words[0] in CARDS else None
    view, text = desk.view, CommandText(desk.words.text.words)
    if view.turn != desk.me or view.card is None:
        return desk.words.own_card(view)
    keep, swap = text.keep(), text.swap()
    options = (
        Option(keep[0], lambda now: Keep(now.me), keep[1], ("keep", "behalte", "behalten")),
        Option(swap[0], lambda now: Swap(now.me), swap[1], ("swap", "tausche", "tauschen", "tausch")),
    )
    name = desk.words.cards.card(view.card).nom
    return Question(Asks.OPEN_CARD, options, name[:1].upper() + name[1:])


def _card_names(desk: GnavDesk, words: Sequence[str]) -> list[str]:
    number = {"en": 1, "de": 2}
    named = {
        rank: names[number[desk.lang] if names[0].isdecimal() else number[desk.lang] - 1]
        for rank, names in CARD_WORDS.items()
    }
    return [] if words else list(named.values())


def _now(desk: GnavDesk) -> str | None:
    return "" if desk.view.turn == desk.me else None


VERBS: tuple[Command[GnavDesk, Answer], ...] = (
    Command(
        "keep",
        {"en": ("keep", "ke", "stay"), "de": ("behalte", "be", "behalten", "bleib", "bleibe")},
        lambda w: w.t.gettext("keep: you keep your card."),
        _keep,
        group=Group.PLAY,
        now=_now,
    ),
    Command(
        "swap",
        {
            "en": ("swap", "sw", "exchange", "ask", "change"),
            "de": ("tausche", "ta", "tauschen", "tausch", "frage", "fragen"),
        },
        lambda w: w.t.gettext("swap: you ask the next player, or as the dealer the stock, for another card."),
        _swap,
        group=Group.PLAY,
        now=_now,
    ),
    Command(
        "card",
        {"en": ("card", "c", "hand"), "de": ("karte", "b", "blatt")},
        lambda w: w.t.gettext("card: your card; with the name of a card, what it does. Example: card cat."),
        _card,
        group=Group.ASK,
        after=_card_names,
    ),
    Command(
        "what",
        {"en": ("what", "effect"), "de": ("was", "wirkung")},
        lambda w: w.t.gettext("what, and a card: what that card does. Example: what cat."),
        _effect,
        group=Group.ASK,
        after=_card_names,
    ),
    Command(
        "known",
        {"en": ("known", "know", "seen"), "de": ("bekannt", "wissen", "gesehen")},
        lambda w: w.t.gettext("known: all cards that you have seen in this deal, and who has swapped."),
        _ask(GnavWords.known),
        group=Group.ASK,
    ),
    Command(
        "lives",
        {"en": ("lives", "life"), "de": ("leben",)},
        lambda w: w.t.gettext("lives: how many lives everybody has."),
        _ask(GnavWords.lives),
        group=Group.ASK,
    ),
    Command(
        "table",
        {"en": ("table", "t"), "de": ("tisch", "t")},
        lambda w: w.t.gettext("table: the deal, who plays, rests or is out, lives, stock and turn."),
        _ask(GnavWords.table),
        group=Group.ASK,
    ),
    Command(
        "turn",
        {"en": ("turn", "who"), "de": ("dran", "wer", "zug")},
        lambda w: w.t.gettext("turn: whose turn it is, and what can be done."),
        _ask(GnavWords.turn),
        group=Group.ASK,
    ),
    Command(
        "status",
        {"en": ("status", "i", "info"), "de": ("stand", "l", "lage")},
        lambda w: w.t.gettext("status: turn, your card and all lives in short."),
        _ask(GnavWords.status),
        group=Group.ASK,
    ),
)


def risky(action: Deed, view: View) -> bool:
    """Whether an action may cost a life by itself, as far as the player can know.

    A request always may: of those still to act, nothing is known but a fool that was dealt, and the rest
    of the stock and all others may be a cat or a dragoon. Keeping may with a fool.
    """
    return isinstance(action, Swap) or view.card is Rank.FOOL


GNAV_KIT = Kit(VERBS, GnavPlayer, risky, bare=bare, players=4)
