"""The verbs of the fireworks games about counting and about notes: what others know, what is critical, pace.

Not here: the sentences (see `speech.fireworks_tools`), and where notes are kept (see `review_desk`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.fireworks_parts import View
from engine.table import Seat
from speech.fireworks_tools import FireworksTools
from speech.house import NotUnderstood, Puzzle
from speech.review_text import ReviewText
from speech.words import Said

from .card_names import BESIDE_PLACES, FireworksDesk, place_in
from .commands import FILLERS, Command, Group, Question, named_first, no_more, tokens, whose
from .review_desk import LONGEST_NOTE
from .review_verbs import HINTS_VERB, Noting, notes_of

KNOWING = frozenset(
    "know knows about hand own their his her "
    "weiss kennt ueber uber blatt sein seine seinen ihr ihre ihren".split()
)
"""What may stand beside the name in "what does Ben know about his hand"."""
HOLDING = frozenset("have has hold holds".split())
"""What asks for the cards themselves, in "what does Ben have"."""
EVERYBODY = frozenset("everybody everyone all others alle jeder anderen".split())
MINE = frozenset("i me ich mich".split())
DELETE = frozenset("delete remove erase loesche losche loeschen loschen entferne entfernen weg".split())
BESIDE_COMING = frozenset("come coming comes yet next still noch alles all uebrig ubrig aus".split())
BESIDE_CRITICAL = frozenset("now still jetzt noch gerade".split())
BESIDE_PACE = frozenset(
    "can do we afford discard have left still now more haben wir abwerfen leisten noch jetzt".split()
)
BESIDE_SAFE = frozenset("safely safe what now discard etwas gefahrlos sicher was jetzt".split())


def tools_of(desk: FireworksDesk) -> FireworksTools:
    """Return what can be found out at a desk, with its notes."""
    return FireworksTools(desk.words.answers, notes_of(desk))


def _ask(
    answer: Callable[[FireworksTools, View], Said], beside: frozenset[str] = frozenset()
) -> Callable[[FireworksDesk, list[str]], Said]:
    """Return the effect of a question; the words that may follow it say nothing."""

    def effect(desk: FireworksDesk, words: list[str]) -> Said:
        no_more([word for word in words if word not in beside])
        return answer(tools_of(desk), desk.view)

    return effect


def _knows(desk: FireworksDesk, words: list[str]) -> Said | Question:
    if words and words[-1] in HOLDING:
        return _held(desk, words[:-1])
    if named_first(desk.names, words)[0] is None:
        words = [word for word in words if word not in KNOWING | FILLERS]
    else:
        words = [word for word in words if word not in KNOWING]
    if not words or (len(words) == 1 and words[0] in EVERYBODY):
        return tools_of(desk).all_know(desk.view)
    if len(words) == 1 and words[0] in MINE:
        return tools_of(desk).own_hand(desk.view)
    answer: Said | Question = whose(desk, words, lambda now, seat: tools_of(now).knows(now.view, seat))
    return answer


def _held(desk: FireworksDesk, words: list[str]) -> Said | Question:
    """Return what a player holds, as far as the person may know it. Raises NotUnderstood."""
    if not words or (len(words) == 1 and words[0] in MINE):
        return tools_of(desk).own_hand(desk.view)
    if len(words) == 1 and words[0] in EVERYBODY:
        return desk.words.answers.all_hands(desk.view)
    answer: Said | Question = whose(desk, words, hand_at)
    return answer


def hand_at(desk: FireworksDesk, seat: Seat) -> Said:
    """Return the cards of a seat, one's own with the notes on them."""
    if seat == desk.me:
        return tools_of(desk).own_hand(desk.view)
    return desk.words.answers.hand_of(desk.view, seat)


# -- notes


def _note(desk: FireworksDesk, words: list[str]) -> Said | Noting:
    """Read, write or delete a note; the words are as they were typed. Raises NotUnderstood."""
    hand, text = desk.view.hands[desk.me], ReviewText(desk.words.answers.words)
    while words and set(tokens(words[0])) <= FILLERS | BESIDE_PLACES:
        words = words[1:]
    if not words:
        return _notes(desk, [])
    place = place_in(desk.view, desk.me, tokens(words[0]))
    if place is None or not 1 <= place <= len(hand):
        raise NotUnderstood(Puzzle.UNKNOWN_PLACE, word=words[0], most=len(hand))
    card, rest = hand[place - 1].card, words[1:]
    before = notes_of(desk).get(card)
    if before is None and (not rest or _deletes(rest)):
        return text.no_note(place)
    if not rest:
        return text.noted(place, before or "")
    if _deletes(rest):
        return Noting(card, "", text.deleted(place))
    note = "".join(char for char in " ".join(rest) if char.isprintable())
    if not note:
        return text.no_note(place)
    if len(note) > LONGEST_NOTE:
        return text.note_too_long(LONGEST_NOTE)
    return Noting(card, note, text.noted(place, note))


def _deletes(words: Sequence[str]) -> bool:
    return len(words) == 1 and not DELETE.isdisjoint(tokens(words[0]))


def _notes(desk: FireworksDesk, words: list[str]) -> Said:
    no_more(words)
    notes = notes_of(desk)
    mine = [
        (place, notes[held.card])
        for place, held in enumerate(desk.view.hands[desk.me], 1)
        if held.card in notes
    ]
    return ReviewText(desk.words.answers.words).notes(mine)


def _places(desk: FireworksDesk, words: Sequence[str]) -> list[str]:
    return [] if words else [str(place) for place in range(1, len(desk.view.hands[desk.me]) + 1)]


def _players(desk: FireworksDesk, words: Sequence[str]) -> list[str]:
    return [] if words else [name for seat, name in enumerate(desk.names) if seat != desk.me]


TOOL_VERBS: tuple[Command[FireworksDesk, Any], ...] = (
    Command(
        "knows",
        {
            "en": ("knows", "what does", "what do"),
            "de": ("kennt", "weiß", "was weiß", "was kennt", "was wissen"),
        },
        lambda w: w.t.gettext(
            "knows, and a name: what that player knows of their own cards, as in what does Ben know."
        ),
        _knows,
        group=Group.ASK,
        after=_players,
    ),
    Command(
        "critical",
        {
            "en": ("critical", "what is critical", "what's critical", "which cards are critical"),
            "de": ("kritisch", "kritische", "was ist kritisch", "welche karten sind kritisch"),
        },
        lambda w: w.t.gettext("critical: which cards are the last of their kind and still needed."),
        _ask(FireworksTools.critical, BESIDE_CRITICAL),
        group=Group.ASK,
    ),
    Command(
        "unseen",
        {
            "en": (
                *("unseen", "coming", "what comes", "still to come", "what is still to come"),
                *("what's still to come", "what is to come", "which cards are to come"),
                *("which cards are still to come", "which cards are left"),
            ),
            "de": (
                *("ungesehen", "kommt noch", "was kommt", "kommen noch", "welche karten kommen"),
                *("was fehlt", "fehlt noch", "fehlen noch", "welche karten fehlen", "was ist noch übrig"),
                *("was steht noch aus", "welche karten stehen noch aus", "welche karten sind noch übrig"),
            ),
        },
        lambda w: w.t.gettext("unseen, or coming: the cards that are still to come, by suit and rank."),
        _ask(FireworksTools.unseen, BESIDE_COMING),
        group=Group.ASK,
    ),
    Command(
        "pace",
        {
            "en": ("pace", "how many discards", "how many cards can we", "how often can we"),
            "de": (
                *("spielraum", "tempo", "wie viel spielraum", "wie viele abwürfe", "wie oft dürfen wir"),
                *("wie viele karten dürfen wir", "wie viele karten können wir", "wie oft können wir"),
            ),
        },
        lambda w: w.t.gettext("pace: how many discards the team can still afford."),
        _ask(FireworksTools.pace, BESIDE_PACE),
        group=Group.ASK,
    ),
    Command(
        "safe",
        {
            "en": (
                *("safe", "can i discard", "can i safely discard", "what can i discard", "what is safe"),
                *("what can i safely discard", "which card can i discard"),
            ),
            "de": (
                *("entbehrlich", "kann ich abwerfen", "kann ich gefahrlos abwerfen", "was kann ich abwerfen"),
                *("was kann ich gefahrlos abwerfen", "was darf ich abwerfen", "was ist entbehrlich"),
                *("welche karte kann ich abwerfen",),
            ),
        },
        lambda w: w.t.gettext(
            "safe, or what can I discard: which of your cards you can discard without loss."
        ),
        _ask(FireworksTools.safe, BESIDE_SAFE),
        group=Group.ASK,
    ),
    Command(
        "note",
        {"en": ("note",), "de": ("notiz",)},
        lambda w: w.t.gettext(
            "note, a card and your words: a note for yourself on that card, as in note 3 maybe five; "
            "without words reads it, with delete deletes it."
        ),
        _note,
        raw=True,
        group=Group.ASK,
        after=_places,
    ),
    Command(
        "notes",
        {
            "en": ("notes", "what are my notes", "what did i note", "which notes"),
            "de": ("notizen", "was habe ich notiert", "welche notizen"),
        },
        lambda w: w.t.gettext("notes: all your notes."),
        _notes,
        group=Group.ASK,
    ),
    HINTS_VERB,
)
