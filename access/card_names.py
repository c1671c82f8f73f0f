"""What own cards may be called at the fireworks games: by place, by name, by what is known of them.

Only what the seat knows singles a card out: hints, and what follows from them and from the cards in sight.
Not here: what is done with the card (see `fireworks_verbs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from engine.fireworks_parts import JOKER, Clue, Face, Held, View
from engine.knowledge import possible, unseen
from speech.command_text import Asks, CommandText
from speech.fireworks_words import FireworksWords
from speech.house import NotUnderstood, Puzzle

from .commands import FILLERS, Desk, Option, no_more, number_of, one_or_ask

FireworksDesk: TypeAlias = Desk[View, FireworksWords]

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
    "R": ("red", "rot", "rote", "roten", "roter", "rotes", "circle", "kreis"),
    "Y": ("yellow", "gelb", "gelbe", "gelben", "gelber", "gelbes", "triangle", "dreieck"),
    "G": ("green", "gruen", "grun", "gruene", "gruenen", "grune", "grunen"),
    "B": ("blue", "blau", "blaue", "blauen", "blauer", "blaues", "shrine", "schrein"),
    "W": ("white", "weiss", "weisse", "weissen", "weisser", "weisses", "square", "quadrat"),
    "M": ("rainbow", "bunt", "bunte", "bunten", "regenbogen", "pinwheel", "windrad"),
}
CLUES: dict[str, Clue] = {word: rank for rank, words in enumerate(RANK_WORDS, 1) for word in words}
CLUES |= {word: suit for suit, words in (SUIT_WORDS | COLOUR_WORDS).items() for word in words}

NOVA_LETTERS = {"c": "C", "d": "D", "h": "H", "s": "S", "x": "C", "k": "D", "p": "S"}
"""One letter for a suit, as in the braille card line of either language."""
HANABI_LETTERS = {
    **{"r": "R", "y": "Y", "g": "G", "b": "B", "w": "W", "m": "M"},
    **{"ro": "R", "ge": "Y", "gr": "G", "bl": "B", "we": "W", "bu": "M"},
}
GERMAN_LETTERS = {"g": "GY"}
"""In German, two colours begin with this letter: whoever types it is asked, unless only one can be meant."""
LONGEST = 24
"""No longer word is looked at as a suit and a rank in one."""
MOST_WORDS = 4
"""No more words name one card."""
ACE = "a"
"""Stands for rank one behind a suit, as in "ha"."""
JOKERS = frozenset({"joker", "jokers", "jo"})

FROM_LEFT = {
    1: ("leftmost", "left", "links", "linke", "linken"),
    -1: ("last", "rightmost", "right", "letzte", "letzten", "rechts", "rechte", "rechten"),
    -2: ("vorletzte", "vorletzten"),
}
NEWEST = frozenset({"newest", "new", "neueste", "neuesten", "neuste", "neusten", "neue", "neuen"})
OLDEST = frozenset({"oldest", "old", "aelteste", "aeltesten", "alteste", "altesten", "alte", "alten"})
BESIDE_PLACES = frozenset({"number", "nummer", "place", "platz", "position", "far", "ganz"})
"""What may stand beside a place and says nothing: "card number 3"."""
_FROM_LEFT = {word: place for place, words in FROM_LEFT.items() for word in words}


class Named(NamedTuple):
    """What words say of a card; what they do not say is "" or None."""

    suits: str = ""
    """One of these suits; more than one only for a letter that two of them begin with."""
    rank: int | None = None
    joker: bool = False


def suits_of(desk: FireworksDesk, word: str) -> str:
    """Return the suits that a word or letter may mean, "" for none."""
    suit = CLUES.get(word)
    if isinstance(suit, str):
        return suit
    if desk.view.rules.suit_first:
        german = GERMAN_LETTERS if desk.lang == "de" else {}
        return german.get(word) or HANABI_LETTERS.get(word, "")
    return NOVA_LETTERS.get(word, "")


def rank_of(word: str) -> int | None:
    """Return the rank that a word means."""
    rank = CLUES.get(word)
    return rank if isinstance(rank, int) else None


def clues_of(desk: FireworksDesk, word: str) -> list[Clue]:
    """Return what a word may mean in a hint; more than one for a letter that two suits begin with."""
    rank = rank_of(word)
    return [rank] if rank is not None else list(suits_of(desk, word))


def halves(desk: FireworksDesk, word: str) -> Named | None:
    """Return what one word says of a card: "red", "three", "r3", "herzass", "joker"; None for nothing."""
    if word in JOKERS:
        return Named(joker=True)
    if rank := rank_of(word):
        return Named(rank=rank)
    if suits := suits_of(desk, word):
        return Named(suits)
    for cut in range(1, len(word)) if len(word) <= LONGEST else ():
        for suit, rank_word in ((word[:cut], word[cut:]), (word[cut:], word[:cut])):
            suits = suits_of(desk, suit)
            rank = 1 if rank_word == ACE and suit == word[:cut] else rank_of(rank_word)
            if suits and rank is not None:
                return Named(suits, rank)
    return None


def place_in(view: View, seat: int, words: Sequence[str]) -> int | None:
    """Return the place that the words name: "3", "second", "last"; None if they name none.

    It may lie outside of the hand.
    """
    if len(words) != 1:
        return None
    word, hand = words[0], view.hands[seat]
    number = number_of(word)
    if number is not None:
        return number
    if word in _FROM_LEFT:
        place = _FROM_LEFT[word]
        return place if place > 0 else len(hand) + 1 + place
    if hand and word in NEWEST | OLDEST:
        # Cards are dealt and drawn in the order of the deck.
        cards = [held.card for held in hand]
        return cards.index(max(cards) if word in NEWEST else min(cards)) + 1
    return None


def matching(view: View, seat: int, named: Named) -> list[Held]:
    """Return the own cards that are known to be what is named, from the left."""
    left = unseen(view)
    return [held for held in view.hands[seat] if _known(held, possible(view, held, left), named)]


def _known(held: Held, faces: Sequence[Face], named: Named) -> bool:
    if named.joker:
        return all(face == JOKER for face in faces)
    suited = not named.suits or any(
        suit in held.known.suits or all(face.suit == suit for face in faces) for suit in named.suits
    )
    ranked = named.rank is None or all(face.rank == named.rank for face in faces)
    return suited and ranked


def telling(words: Iterable[str]) -> list[str]:
    """Return the words without those that say nothing, which were kept because of a player's name."""
    return [word for word in words if word not in FILLERS]


def understood(desk: FireworksDesk, words: Sequence[str]) -> Named | int | None:
    """Return the place or the card that the words name, if every one of them is about a card.

    Raises NotUnderstood when they say two things at once.
    """
    words = [word for word in telling(words) if word not in BESIDE_PLACES]
    if len(words) > MOST_WORDS:
        return None
    place = place_in(desk.view, desk.me, words)
    if place is not None:
        return place
    parts = [halves(desk, word) for word in words]
    found = [part for part in parts if part is not None]
    if not found or len(found) < len(parts):
        return None
    named = Named()
    for word, part in zip(words, found, strict=True):
        twice = (named.suits and part.suits) or (named.rank and part.rank) or named.joker or part.joker
        if named != Named() and twice:
            no_more([word])
        named = Named(named.suits or part.suits, named.rank or part.rank, part.joker)
    return named


def on_card(desk: FireworksDesk, words: Sequence[str], reply: Callable[[FireworksDesk, int], Any]) -> Any:
    """Return the reply about the own card that the words name, or the question which. Raises NotUnderstood.

    `reply` gets the card as the engine knows it.
    """
    hand, most = desk.view.hands[desk.me], len(desk.view.hands[desk.me])
    words = telling(words)
    if not words:
        raise NotUnderstood(Puzzle.NO_PLACE, most=most)
    named = understood(desk, words)
    if named is None:
        known = [
            word for word in words[:MOST_WORDS] if halves(desk, word) or place_in(desk.view, desk.me, [word])
        ]
        strange = [word for word in words if word not in known and word not in BESIDE_PLACES]
        if known:
            no_more(strange or known[1:])
        raise NotUnderstood(Puzzle.UNKNOWN_PLACE, word=" ".join(strange or words), most=most)
    if isinstance(named, int):
        if not 1 <= named <= most:
            raise NotUnderstood(Puzzle.UNKNOWN_PLACE, word=" ".join(words), most=most)
        return reply(desk, hand[named - 1].card)
    cards = matching(desk.view, desk.me, named)
    if not cards:
        known_now = CommandText(desk.words.answers.words).known(labels(desk))
        raise NotUnderstood(Puzzle.NOT_KNOWN, word=" ".join(words), known=known_now, most=most)
    return one_or_ask(Asks.WHICH_CARD, [_option(desk, held, reply) for held in cards], desk)


def labels(desk: FireworksDesk) -> list[str]:
    """Return the own cards that hints pointed at, each with what is known: "card 2, red"."""
    return [_label(desk, held)[0] for held in desk.view.hands[desk.me] if held.known.pointed_at]


def _label(desk: FireworksDesk, held: Held) -> tuple[str, str]:
    answers = desk.words.answers
    told = answers.told(held.known, desk.view.rules) if held.known.pointed_at else ""
    return CommandText(answers.words).card_at(place_of(desk, held.card), told)


def _option(desk: FireworksDesk, held: Held, reply: Callable[[FireworksDesk, int], Any]) -> Option:
    said, felt = _label(desk, held)
    place = place_of(desk, held.card)
    return Option(said, lambda now: reply(now, held.card), felt, (f"card {place}", f"karte {place}"))


def place_of(desk: FireworksDesk, card: int) -> int:
    """Return where an own card lies, 1 leftmost."""
    return [held.card for held in desk.view.hands[desk.me]].index(card) + 1


def offered(desk: FireworksDesk, words: Sequence[str]) -> list[str]:
    """Return what may follow the words that name an own card so far: places, or suits and ranks."""
    rules = desk.view.rules
    suits = [SUIT_OR_COLOUR[desk.lang][suit] for suit in rules.suits]
    ranks = [RANKS[desk.lang][rank - 1] for rank in rules.copies]
    if words and not suits_of(desk, words[-1]):
        return []
    if words:
        return ranks
    known = [held.known for held in desk.view.hands[desk.me]]
    named = [
        suit for suit, letter in zip(suits, rules.suits, strict=True) if any(letter in k.suits for k in known)
    ]
    named += [ranks[rank - 1] for rank in rules.copies if any(k.rank == rank for k in known)]
    places = [str(place) for place in range(1, len(known) + 1)]
    return [*places, *named, *ENDS[desk.lang]]


RANKS = {
    "en": ("one", "two", "three", "four", "five", "six"),
    "de": ("eins", "zwei", "drei", "vier", "fünf", "sechs"),
}
SUIT_OR_COLOUR = {
    "en": {
        **{"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
        **{"R": "red", "Y": "yellow", "G": "green", "B": "blue", "W": "white", "M": "rainbow"},
    },
    "de": {
        **{"C": "Kreuz", "D": "Karo", "H": "Herz", "S": "Pik"},
        **{"R": "rot", "Y": "gelb", "G": "grün", "B": "blau", "W": "weiß", "M": "bunt"},
    },
}
ENDS = {"en": ("newest", "last"), "de": ("neueste", "letzte")}
"""How suits, ranks and places are written when Tab completes them."""
