"""The verbs of the fireworks games: typed words to an action or an answer, from one seat's view alone.

Not here: whether the rules allow an action (the engine says so), and the sentences of the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.bots.fireworks import FireworksPlayer
from engine.fireworks_parts import Arrange, Clue, Discard, Hint, Play, Row, View
from engine.knowledge import fits, possible, useless
from engine.table import Deed, Seat
from speech.fireworks_answers import FireworksAnswers
from speech.fireworks_words import FireworksWords
from speech.house import NotUnderstood, Puzzle
from speech.words import Said, Words

from .commands import FILLERS, Command, Desk, Talk, no_more, spellings
from .kits import Kit

RANK_WORDS = (
    ("1", "ace", "aces", "one", "ones", "ass", "asse", "eins", "einser"),
    ("2", "two", "twos", "zwei", "zweien", "zweier", "zwo"),
    ("3", "three", "threes", "drei", "dreien", "dreier"),
    ("4", "four", "fours", "vier", "vieren", "vierer"),
    ("5", "five", "fives", "fuenf", "funf", "fuenfen", "fuenfer"),
    ("6", "six", "sixes", "sechs", "sechsen", "sechser"),
)
SUIT_WORDS = {
    "C": ("clubs", "club", "kreuz", "treff"),
    "D": ("diamonds", "diamond", "karo"),
    "H": ("hearts", "heart", "herz", "herzen"),
    "S": ("spades", "spade", "pik"),
}
COLOUR_WORDS = {
    "R": ("red", "rot", "rote", "roten", "circle", "kreis"),
    "Y": ("yellow", "gelb", "gelbe", "gelben", "triangle", "dreieck"),
    "G": ("green", "gruen", "grun", "gruene", "gruenen"),
    "B": ("blue", "blau", "blaue", "blauen", "shrine", "schrein"),
    "W": ("white", "weiss", "weisse", "weissen", "square", "quadrat"),
    "M": ("rainbow", "bunt", "bunte", "bunten", "regenbogen", "pinwheel", "windrad"),
}
CLUES: dict[str, Clue] = {word: rank for rank, words in enumerate(RANK_WORDS, 1) for word in words}
CLUES |= {word: suit for suit, words in (SUIT_WORDS | COLOUR_WORDS).items() for word in words}
HINT_WORDS = frozenset({"hint", "hinweis", "tipp"})
"""What may stand in a hint besides the verb: "give Ben a hint: hearts"."""


FireworksDesk: TypeAlias = Desk[View, FireworksWords]
Answer: TypeAlias = Deed | Said | Talk
FireworksCommand: TypeAlias = Command[FireworksDesk, Answer]


def risky(action: Deed, view: View) -> bool:
    """Whether an action may cost something, as far as its player can know."""
    if view.seat is None or not isinstance(action, (Play, Discard)):
        return False
    held = next(held for held in view.hands[view.seat] if held.card == action.card)
    faces = possible(view, held)
    if isinstance(action, Play):
        return not all(fits(view, face) for face in faces)
    return held.known.pointed_at and not all(useless(view, face) for face in faces)


# -- finding out what words mean


def _seat(desk: FireworksDesk, word: str) -> Seat:
    """Return whose name the word begins. Raises NotUnderstood."""
    named = [
        seat
        for seat, name in enumerate(desk.names)
        if any(part.startswith(word) for spelling in spellings(name) for part in spelling.split())
    ]
    if len(named) == 1:
        return named[0]
    if named:
        raise NotUnderstood(Puzzle.WHICH_NAME, names=tuple(desk.names[seat] for seat in named))
    raise NotUnderstood(Puzzle.UNKNOWN_NAME, word=word, names=_others(desk))


def _others(desk: FireworksDesk) -> tuple[str, ...]:
    return tuple(name for seat, name in enumerate(desk.names) if seat != desk.me)


def _place(desk: FireworksDesk, words: Sequence[str]) -> int:
    """Return the place of an own card, 1 leftmost, that the words name. Raises NotUnderstood."""
    hand, words = desk.view.hands[desk.me], _telling(words)
    if not words:
        raise NotUnderstood(Puzzle.NO_PLACE, most=len(hand))
    place = int(words[0]) if words[0].isdecimal() and len(words[0]) < 6 else 0
    if not 1 <= place <= len(hand):
        raise NotUnderstood(Puzzle.UNKNOWN_PLACE, word=words[0], most=len(hand))
    no_more(words[1:])
    return place


def _telling(words: Sequence[str]) -> list[str]:
    """Return the words without those that say nothing, which were kept because of a player's name."""
    return [word for word in words if word not in FILLERS]


def _hint_example(desk: FireworksDesk) -> str:
    t, name = desk.words.answers.t, _others(desk)[0]
    if desk.view.rules.suit_first:
        # Translators: an example of a command at Hanabi, with another player's name.
        return t.gettext("hint {name} red").format(name=name)
    # Translators: an example of a command, with another player's name.
    return t.gettext("hint {name} hearts").format(name=name)


# -- what the verbs do


def _hint(desk: FireworksDesk, words: list[str]) -> Answer:
    named, words = _named(desk, words)
    if named is None:
        in_names = {part for name in desk.names for way in spellings(name) for part in way.split()}
        named, words = _named(desk, [word for word in words if word not in HINT_WORDS - in_names])
    words = [word for word in _telling(words) if word not in HINT_WORDS]
    clues = [word for word in words if word in CLUES]
    strange = [word for word in words if word not in CLUES]
    if named is None and strange:
        # Not a whole name: the beginning of one, or nobody's.
        named = _seat(desk, strange.pop(0))
    if named is None and clues and len(desk.names) == 2:
        named = 1 - desk.me
    if named is None:
        raise NotUnderstood(Puzzle.NO_NAME, names=_others(desk), example=_hint_example(desk))
    if strange:
        raise NotUnderstood(Puzzle.UNKNOWN_CLUE, word=" ".join(strange), example=_hint_example(desk))
    if not clues:
        raise NotUnderstood(Puzzle.NO_CLUE, example=_hint_example(desk))
    no_more(clues[1:])
    return Hint(desk.me, named, CLUES[clues[0]])


def _named(desk: FireworksDesk, words: list[str]) -> tuple[Seat | None, list[str]]:
    """Return whose whole name the first words are, and the words after it; a name goes before a suit."""
    named = {spelling: seat for seat, name in enumerate(desk.names) for spelling in spellings(name)}
    for count in range(max(len(spelling.split()) for spelling in named), 0, -1):
        seat = named.get(" ".join(words[:count]))
        if seat is not None:
            return seat, words[count:]
    return None, words


def _play(desk: FireworksDesk, words: list[str]) -> Answer:
    return Play(desk.me, desk.view.hands[desk.me][_place(desk, words) - 1].card)


def _discard(desk: FireworksDesk, words: list[str]) -> Answer:
    return Discard(desk.me, desk.view.hands[desk.me][_place(desk, words) - 1].card)


def _row(desk: FireworksDesk, words: list[str]) -> Answer:
    # Translators: an example of a command.
    example = desk.words.answers.t.gettext("row hearts")
    words = _telling(words)
    if not words:
        raise NotUnderstood(Puzzle.NO_SUIT, example=example)
    no_more(words[1:])
    suit = CLUES.get(words[0])
    if not isinstance(suit, str):
        raise NotUnderstood(Puzzle.UNKNOWN_SUIT, word=words[0], example=example)
    return Row(desk.me, suit)


def _arrange(desk: FireworksDesk, words: list[str]) -> Answer:
    hand = desk.view.hands[desk.me]
    places = [int(word) for word in words if word.isdecimal() and len(word) < 3]
    if len(places) != len(words) or sorted(places) != list(range(1, len(hand) + 1)):
        # Translators: an example of a command; the numbers are added behind it.
        verb = desk.words.answers.t.gettext("arrange")
        example = " ".join([verb, *(str(place) for place in range(len(hand), 0, -1))])
        raise NotUnderstood(Puzzle.WRONG_ORDER, most=len(hand), example=example)
    return Arrange(desk.me, tuple(hand[place - 1].card for place in places))


def _hand(desk: FireworksDesk, words: list[str]) -> Answer:
    if not words:
        return desk.words.answers.own_hand(desk.view)
    named, rest = _named(desk, words)
    if named is None:
        named, rest = _seat(desk, words[0]), words[1:]
    no_more(rest)
    return desk.words.answers.hand_of(desk.view, named)


def _possible(desk: FireworksDesk, words: list[str]) -> Answer:
    return desk.words.answers.possible(desk.view, _place(desk, words))


def _clueless(desk: FireworksDesk, words: list[str]) -> Answer:
    no_more(words)
    return Talk(None)


def _remember(desk: FireworksDesk, words: list[str]) -> Answer:
    if not words and len(desk.names) == 2:
        return Talk(1 - desk.me)
    if not words:
        # Translators: an example of a command, with another player's name.
        example = desk.words.answers.t.gettext("remember {name}").format(name=_others(desk)[0])
        raise NotUnderstood(Puzzle.NO_NAME, names=_others(desk), example=example)
    named, rest = _named(desk, words)
    if named is None:
        named, rest = _seat(desk, words[0]), words[1:]
    no_more(rest)
    return Talk(named)


def _ask(answer: Callable[[FireworksAnswers, View], Said]) -> Callable[[FireworksDesk, list[str]], Answer]:
    """Return the effect of a question that takes no further words."""

    def effect(desk: FireworksDesk, words: list[str]) -> Answer:
        no_more(words)
        return answer(desk.words.answers, desk.view)

    return effect


VERBS: tuple[FireworksCommand, ...] = (
    Command(
        "hint",
        {"en": ("hint", "clue", "tip", "give"), "de": ("hinweis", "tipp", "gib")},
        lambda w: w.t.gettext("hint, a name, and a suit or rank: gives a hint. Example: hint Ben hearts."),
        _hint,
    ),
    Command(
        "play",
        {"en": ("play",), "de": ("spiele", "spiel", "spielen", "ausspielen")},
        lambda w: w.t.gettext("play, and a number: plays your card at that place. Example: play 2."),
        _play,
    ),
    Command(
        "discard",
        {"en": ("discard", "throw"), "de": ("wirf", "werfe", "abwerfen", "werfen")},
        lambda w: w.t.gettext("discard, and a number: discards your card at that place. Example: discard 4."),
        _discard,
    ),
    Command(
        "row",
        {"en": ("row",), "de": ("reihe",)},
        lambda w: w.t.gettext("row, and a suit: puts your joker on that row. Example: row hearts."),
        _row,
    ),
    Command(
        "arrange",
        {"en": ("arrange", "order", "sort"), "de": ("ordne", "ordnen", "sortiere", "sortieren")},
        lambda w: w.t.gettext(
            "arrange, and all your places: puts your cards in that order. Example: arrange 3 1 2 4."
        ),
        _arrange,
    ),
    Command(
        "hand",
        {"en": ("hand",), "de": ("blatt",)},
        lambda w: w.t.gettext("hand: what you know of your cards; with a name, that player's cards."),
        _hand,
    ),
    Command(
        "hands",
        {"en": ("hands", "all hands"), "de": ("hände", "alle hände")},
        lambda w: w.t.gettext("hands: everybody's cards."),
        _ask(FireworksAnswers.all_hands),
    ),
    Command(
        "table",
        {"en": ("table", "rows"), "de": ("tisch", "reihen")},
        lambda w: w.t.gettext("table: the rows, coins, lives, the stock and whose turn it is."),
        _ask(FireworksAnswers.table),
    ),
    Command(
        "discards",
        {"en": ("discards", "discarded"), "de": ("ablage", "abwürfe", "abgeworfen")},
        lambda w: w.t.gettext("discards: the discard pile."),
        _ask(FireworksAnswers.discards),
    ),
    Command(
        "tokens",
        {"en": ("tokens", "coins", "lives"), "de": ("münzen", "leben", "marken")},
        lambda w: w.t.gettext("tokens: coins and lives."),
        _ask(FireworksAnswers.tokens),
    ),
    Command(
        "turn",
        {"en": ("turn", "who"), "de": ("dran", "wer", "zug")},
        lambda w: w.t.gettext("turn: whose turn it is, and what can be done."),
        _ask(FireworksAnswers.turn),
    ),
    Command(
        "status",
        {"en": ("status",), "de": ("stand", "lage")},
        lambda w: w.t.gettext("status: turn, score, coins, lives and stock in short."),
        _ask(FireworksAnswers.status),
    ),
    Command(
        "possible",
        {"en": ("possible", "can"), "de": ("möglich", "kann")},
        lambda w: w.t.gettext("possible, and a number: what your card at that place can still be."),
        _possible,
    ),
    Command(
        "clueless",
        {"en": ("clueless",), "de": ("ahnungslos",)},
        lambda w: w.t.gettext("clueless: says that you know nothing about your hand, where it is allowed."),
        _clueless,
    ),
    Command(
        "remember",
        {"en": ("remember",), "de": ("erinnere", "erinnerst")},
        lambda w: w.t.gettext("remember, and a name: asks whether they remember, where it is allowed."),
        _remember,
    ),
)

_HANABI_HELP: dict[str, Callable[[Words], str]] = {
    "hint": lambda w: w.t.gettext("hint, a name, and a colour or rank: gives a hint. Example: hint Ben red."),
    "table": lambda w: w.t.gettext("table: the rows, hint and storm tokens, the stock and whose turn it is."),
    "tokens": lambda w: w.t.gettext("tokens: hint tokens and storm tokens."),
    "status": lambda w: w.t.gettext("status: turn, score, tokens and stock in short."),
}
HANABI_VERBS: tuple[FireworksCommand, ...] = tuple(
    replace(verb, help=_HANABI_HELP.get(verb.name, verb.help)) for verb in VERBS if verb.name != "row"
)
"""The same without jokers, and with Hanabi's tokens and colours in the help."""

HANABI_KIT = Kit(HANABI_VERBS, FireworksPlayer, risky)
NOVA_KIT = Kit(VERBS, FireworksPlayer, risky)
