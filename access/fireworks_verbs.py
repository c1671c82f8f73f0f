"""The verbs of the fireworks games: typed words to an action or an answer, from one seat's view alone.

Not here: whether the rules allow an action (the engine says so), and the sentences of the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.bots.fireworks import FireworksPlayer
from engine.bots.levels import Level
from engine.fireworks_parts import ALL_HINTS, Arrange, Clue, Discard, Hint, Play, Row, View
from engine.knowledge import fits, possible, useless
from engine.table import Deed
from speech.command_text import Asks, CommandText
from speech.fireworks_answers import FireworksAnswers
from speech.house import NotUnderstood, Puzzle
from speech.words import Said, Words

from .card_names import (
    CLUES,
    RANKS,
    SUIT_OR_COLOUR,
    FireworksDesk,
    Named,
    clues_of,
    offered,
    on_card,
    place_of,
    suits_of,
    telling,
    understood,
)
from .commands import (
    Command,
    Group,
    Option,
    Question,
    Talk,
    named,
    named_first,
    no_more,
    one_or_ask,
    seats_called,
    spellings,
    whose,
)
from .fireworks_tools_verbs import TOOL_VERBS, hand_at, tools_of
from .kits import Kit

HINT_WORDS = frozenset({"hint", "hinweis", "tipp"})
"""What may stand in a hint besides the verb: "give Ben a hint: hearts"."""
BESIDE_POSSIBLE = frozenset({"be", "still", "sein", "noch"})
"""What may stand beside the card in "what can card 3 be"."""

Answer: TypeAlias = Deed | Said | Talk | Question
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


# -- hints


def _others(desk: FireworksDesk) -> tuple[str, ...]:
    return tuple(name for seat, name in enumerate(desk.names) if seat != desk.me)


def _hint_example(desk: FireworksDesk) -> str:
    t, name = desk.words.answers.t, _others(desk)[0]
    if desk.view.rules.suit_first:
        # Translators: an example of a command at Hanabi, with another player's name.
        return t.gettext("hint {name} red").format(name=name)
    # Translators: an example of a command, with another player's name.
    return t.gettext("hint {name} hearts").format(name=name)


def _hint(desk: FireworksDesk, words: list[str]) -> Answer:
    words = _without_hint_words(desk, words)
    to, rest = named_first(desk.names, words)
    rest = [word for word in telling(rest) if word not in HINT_WORDS]
    if to is not None:
        hints = [Hint(desk.me, to, clue) for clue in _clue(desk, rest)]
    else:
        hints = _readings(desk, rest) or [_puzzled_hint(desk, rest)]
    same_clue = len({hint.clue for hint in hints}) == 1
    options = [named(_hint_label(desk, hint, same_clue), lambda _, hint: hint, hint) for hint in hints]
    answer: Answer = one_or_ask(Asks.WHICH_NAME if same_clue else Asks.WHICH_HINT, options, desk)
    return answer


def _without_hint_words(desk: FireworksDesk, words: list[str]) -> list[str]:
    """Return the words without "hint" in "give Ben a hint: hearts", unless a player is called so."""
    if named_first(desk.names, words)[0] is not None:
        return words
    in_names = {part for name in desk.names for way in spellings(name) for part in way.split()}
    return [word for word in words if word not in HINT_WORDS - in_names]


def _readings(desk: FireworksDesk, words: Sequence[str]) -> list[Hint]:
    """Return every hint that the words can mean, the beginning of a name and a suit in any order."""
    found: dict[Hint, None] = {}
    for number, word in enumerate(words):
        rest = [*words[:number], *words[number + 1 :]]
        if len(rest) == 1:
            seats = seats_called(desk.names, word)
            found |= {Hint(desk.me, to, clue): None for to in seats for clue in clues_of(desk, rest[0])}
    if not found and len(desk.names) == 2 and len(words) == 1:
        found = {Hint(desk.me, 1 - desk.me, clue): None for clue in clues_of(desk, words[0])}
    return list(found)


def _clue(desk: FireworksDesk, words: Sequence[str]) -> list[Clue]:
    """Return what the words after a name may mean. Raises NotUnderstood."""
    strange = [word for word in words if not clues_of(desk, word)]
    if strange:
        raise NotUnderstood(Puzzle.UNKNOWN_CLUE, word=" ".join(strange), example=_hint_example(desk))
    if not words:
        raise NotUnderstood(Puzzle.NO_CLUE, example=_hint_example(desk))
    no_more(words[1:])
    return clues_of(desk, words[0])


def _puzzled_hint(desk: FireworksDesk, words: Sequence[str]) -> Hint:
    """Raise NotUnderstood for words that are no hint."""
    strange = [word for word in words if not clues_of(desk, word)]
    clues = [word for word in words if word not in strange]
    callable_ = [word for word in strange if seats_called(desk.names, word)]
    if strange and not callable_:
        raise NotUnderstood(Puzzle.UNKNOWN_NAME, word=strange[0], names=_others(desk))
    if not callable_:
        raise NotUnderstood(Puzzle.NO_NAME, names=_others(desk), example=_hint_example(desk))
    strange.remove(callable_[0])
    _clue(desk, [*strange, *clues])
    raise NotUnderstood(Puzzle.NO_CLUE, example=_hint_example(desk))


def _hint_label(desk: FireworksDesk, hint: Hint, name_only: bool) -> str:
    name = desk.names[hint.to]
    return name if name_only else f"{name}, {_clue_word(desk, hint.clue)}"


def _clue_word(desk: FireworksDesk, clue: Clue) -> str:
    """Return a hint as it may be typed, in the desk's language."""
    return SUIT_OR_COLOUR[desk.lang][clue] if isinstance(clue, str) else RANKS[desk.lang][clue - 1]


# -- what the verbs do


OTHER_HALVES = frozenset({"ab", "weg", "aus", "away", "out"})
"""What may stand at the end of a line that plays or discards: "wirf 2 ab", "spiel 2 aus", "throw 2 away"."""


def _play_card(desk: FireworksDesk, card: int) -> Answer:
    return Play(desk.me, card)


def _discard_card(desk: FireworksDesk, card: int) -> Answer:
    return Discard(desk.me, card)


def _possible(desk: FireworksDesk, words: list[str]) -> Answer:
    """Answer "can card 3 be", where the verb comes in two parts."""
    answer: Answer = on_card(desk, [word for word in words if word not in BESIDE_POSSIBLE], _possible_card)
    return answer


def _possible_card(desk: FireworksDesk, card: int) -> Answer:
    return tools_of(desk).possible(desk.view, place_of(desk, card))


def _with_card(
    reply: Callable[[FireworksDesk, int], Answer],
) -> Callable[[FireworksDesk, list[str]], Answer]:
    """Return the effect of a verb that is followed by an own card, maybe with its other half: "wirf 2 ab"."""

    def effect(desk: FireworksDesk, words: list[str]) -> Answer:
        if len(words) > 1 and words[-1] in OTHER_HALVES:
            words = words[:-1]
        answer: Answer = on_card(desk, words, reply)
        return answer

    return effect


def _row(desk: FireworksDesk, words: list[str]) -> Answer:
    # Translators: an example of a command.
    example = desk.words.answers.t.gettext("row hearts")
    words = telling(words)
    if not words:
        raise NotUnderstood(Puzzle.NO_SUIT, example=example)
    no_more(words[1:])
    suit = suits_of(desk, words[0])
    if not suit:
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
        return tools_of(desk).own_hand(desk.view)
    answer: Answer = whose(desk, words, hand_at)
    return answer


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
    answer: Answer = whose(desk, words, lambda _, seat: Talk(seat))
    return answer


def _ask(answer: Callable[[FireworksAnswers, View], Said]) -> Callable[[FireworksDesk, list[str]], Answer]:
    """Return the effect of a question that takes no further words."""

    def effect(desk: FireworksDesk, words: list[str]) -> Answer:
        no_more(words)
        return answer(desk.words.answers, desk.view)

    return effect


# -- a line without a verb


def bare(desk: FireworksDesk, words: list[str]) -> Answer | None:
    """Return what is asked back about a card or a row that stands alone, as in "3" or "red"; None: neither.

    Nothing is done by it: one key too many must not play a card.
    """
    view = desk.view
    what = understood(desk, words)
    if what is None:
        return None
    if view.joker and view.turn == desk.me:
        if isinstance(what, Named) and len(words) == 1 and words[0] in CLUES and what.suits:
            return Row(desk.me, what.suits)  # a whole word, and no letter mistyped
        rows = [suit for suit, height in view.rows if height < view.rules.top]
        options = [
            named(desk.words.answers.cards.suit(suit), lambda _, suit: Row(desk.me, suit), suit)
            for suit in rows
        ]
        return Question(Asks.WHICH_ROW, tuple(options))
    if view.turn != desk.me:
        return _with_card(_possible_card)(desk, words)
    answer: Answer = on_card(desk, words, _what_with)
    return answer


def _what_with(desk: FireworksDesk, card: int) -> Answer:
    """Ask what to do with an own card, of what the rules allow now."""
    text = CommandText(desk.words.answers.words)
    options = [_with(text.play(), _play_card, card, "play", "spielen", "spiele", "p", "s")]
    if desk.view.hints < ALL_HINTS:
        options.append(_with(text.discard(), _discard_card, card, "discard", "abwerfen", "wirf", "d", "w"))
    options.append(_with(text.possible(), _possible_card, card, "possible", "möglich", "kann", "k"))
    return Question(Asks.CARD, tuple(options), str(place_of(desk, card)))


def _with(
    label: tuple[str, str], reply: Callable[[FireworksDesk, int], Answer], card: int, *ways: str
) -> Option:
    """Return an option that does something with an own card; the label is for speech and braille."""
    return Option(label[0], lambda now: reply(now, card), label[1], ways)


# -- what can follow, and what can be done now


def _own_card(desk: FireworksDesk, words: Sequence[str]) -> list[str]:
    return offered(desk, words)


def _hintable(desk: FireworksDesk, words: Sequence[str]) -> list[str]:
    """Return names, and behind a name what can be hinted."""
    clues = [_clue_word(desk, clue) for clue in desk.view.rules.clues()]
    if not words:
        return [*_others(desk), *(clues if len(desk.names) == 2 else ())]
    return clues if named_first(desk.names, list(words))[0] is not None and len(words) < 3 else []


def _players(desk: FireworksDesk, words: Sequence[str]) -> list[str]:
    return [] if words else list(desk.names)


def _other_players(desk: FireworksDesk, words: Sequence[str]) -> list[str]:
    return [] if words else list(_others(desk))


def _rows(desk: FireworksDesk, words: Sequence[str]) -> list[str]:
    suits = [suit for suit, height in desk.view.rows if height < desk.view.rules.top]
    return [] if words else [SUIT_OR_COLOUR[desk.lang][suit] for suit in suits]


def _may(desk: FireworksDesk) -> bool:
    return desk.view.turn == desk.me and not desk.view.joker


def _play_now(desk: FireworksDesk) -> str | None:
    return "1" if _may(desk) and desk.view.hands[desk.me] else None


def _discard_now(desk: FireworksDesk) -> str | None:
    return None if desk.view.hints == ALL_HINTS else _play_now(desk)


def _row_now(desk: FireworksDesk) -> str | None:
    return _rows(desk, ())[0] if desk.view.turn == desk.me and desk.view.joker else None


def _hint_now(desk: FireworksDesk) -> str | None:
    if not (_may(desk) and desk.view.hints):
        return None
    rules = desk.view.rules
    for to, hand in enumerate(desk.view.hands):
        for clue in rules.clues():
            points = any(held.face is not None and rules.touches(clue, held.face) for held in hand)
            if to != desk.me and points:
                return f"{desk.names[to]} {_clue_word(desk, clue)}"
    return None


VERBS: tuple[FireworksCommand, ...] = (
    Command(
        "hint",
        {"en": ("hint", "h", "clue", "tip", "give"), "de": ("hinweis", "h", "tipp", "gib")},
        lambda w: w.t.gettext("hint, a name, and a suit or rank: gives a hint. Example: hint Ben hearts."),
        _hint,
        group=Group.PLAY,
        after=_hintable,
        now=_hint_now,
    ),
    Command(
        "play",
        {"en": ("play", "p"), "de": ("spiele", "s", "spiel", "spielen", "ausspielen")},
        lambda w: w.t.gettext("play, and a card, by its place or by what you know of it. Example: play 2."),
        _with_card(_play_card),
        group=Group.PLAY,
        after=_own_card,
        now=_play_now,
    ),
    Command(
        "discard",
        {"en": ("discard", "d", "throw"), "de": ("wirf", "w", "werfe", "abwerfen", "werfen")},
        lambda w: w.t.gettext(
            "discard, and a card, by its place or by what you know of it. Example: discard 4."
        ),
        _with_card(_discard_card),
        group=Group.PLAY,
        after=_own_card,
        now=_discard_now,
    ),
    Command(
        "row",
        {"en": ("row",), "de": ("reihe",)},
        lambda w: w.t.gettext("row, and a suit: puts your joker on that row. Example: row hearts."),
        _row,
        group=Group.PLAY,
        after=_rows,
        now=_row_now,
    ),
    Command(
        "arrange",
        {"en": ("arrange", "order", "sort"), "de": ("ordne", "ordnen", "sortiere", "sortieren")},
        lambda w: w.t.gettext(
            "arrange, and all your places: puts your cards in that order. Example: arrange 3 1 2 4."
        ),
        _arrange,
        group=Group.PLAY,
    ),
    Command(
        "hand",
        {
            "en": ("hand", "c", "what are my cards"),
            "de": ("blatt", "b", "was habe ich", "was hat", "welche karten habe ich", "welche karten hat"),
        },
        lambda w: w.t.gettext("hand: what you know of your cards; with a name, that player's cards."),
        _hand,
        group=Group.ASK,
        after=_players,
    ),
    Command(
        "hands",
        {"en": ("hands", "all hands"), "de": ("hände", "alle hände")},
        lambda w: w.t.gettext("hands: everybody's cards."),
        _ask(FireworksAnswers.all_hands),
        group=Group.ASK,
    ),
    Command(
        "table",
        {"en": ("table", "t", "rows"), "de": ("tisch", "t", "reihen")},
        lambda w: w.t.gettext("table: the rows, coins, lives, the stock and whose turn it is."),
        _ask(FireworksAnswers.table),
        group=Group.ASK,
    ),
    Command(
        "discards",
        {"en": ("discards", "discarded"), "de": ("ablage", "abwürfe", "abgeworfen")},
        lambda w: w.t.gettext("discards: the discard pile."),
        _ask(FireworksAnswers.discards),
        group=Group.ASK,
    ),
    Command(
        "tokens",
        {"en": ("tokens", "coins", "lives"), "de": ("münzen", "m", "leben", "marken")},
        lambda w: w.t.gettext("tokens: coins and lives."),
        _ask(FireworksAnswers.tokens),
        group=Group.ASK,
    ),
    Command(
        "turn",
        {"en": ("turn", "who"), "de": ("dran", "wer", "zug")},
        lambda w: w.t.gettext("turn: whose turn it is, and what can be done."),
        _ask(FireworksAnswers.turn),
        group=Group.ASK,
    ),
    Command(
        "status",
        {"en": ("status", "i", "info"), "de": ("stand", "l", "lage")},
        lambda w: w.t.gettext("status: turn, score, coins, lives and stock in short."),
        _ask(FireworksAnswers.status),
        group=Group.ASK,
    ),
    Command(
        "possible",
        {
            "en": ("possible", "can", "what can", "what could", "what is card", "what is my card"),
            "de": ("möglich", "k", "kann", "was kann", "was könnte", "was ist karte", "was ist meine karte"),
        },
        lambda w: w.t.gettext(
            "possible, and a card: what that card of yours can still be. Example: possible 2."
        ),
        _possible,
        group=Group.ASK,
        after=_own_card,
    ),
    Command(
        "clueless",
        {"en": ("clueless",), "de": ("ahnungslos",)},
        lambda w: w.t.gettext("clueless: says that you know nothing about your hand, where it is allowed."),
        _clueless,
        group=Group.PLAY,
    ),
    Command(
        "remember",
        {"en": ("remember",), "de": ("erinnere", "erinnerst")},
        lambda w: w.t.gettext("remember, and a name: asks whether they remember, where it is allowed."),
        _remember,
        group=Group.PLAY,
        after=_other_players,
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


def _among(level: Level) -> FireworksPlayer:
    return FireworksPlayer(Level.EXPERT, among=level)


HANABI_KIT = Kit((*HANABI_VERBS, *TOOL_VERBS), FireworksPlayer, risky, bare=bare, among=_among)
NOVA_KIT = Kit((*VERBS, *TOOL_VERBS), FireworksPlayer, risky, bare=bare, among=_among)
