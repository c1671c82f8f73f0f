"""The verbs about what was said before, and what a game's verbs need for notes on one's own cards.

Not here: what they do (see `review_desk`); previous, next and history themselves, which only get here what
may follow them (see `house_verbs`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from speech.words import Said, Words

from .commands import Command, Desk, Group, no_more, spellings
from .history import Kind
from .house_verbs import Wish


class Review(StrEnum):
    """What a person can ask of what was said before."""

    EARLIEST = "earliest"
    LATEST = "latest"
    SINCE = "since"
    HAPPENED = "happened"
    COPY = "copy"
    HINTS = "hints"


class Noting(NamedTuple):
    """A note that the person writes on an own card, or deletes ("")."""

    card: int
    text: str
    said: Said
    """What is answered when it is done."""


@dataclass(frozen=True, slots=True)
class NotedDesk(Desk[Any, Any]):
    """A desk with the notes that the person has written on own cards, by card."""

    notes: Mapping[int, str] = field(default_factory=dict)


def notes_of(desk: Desk[Any, Any]) -> Mapping[int, str]:
    """Return the notes at a desk, by card."""
    return desk.notes if isinstance(desk, NotedDesk) else {}


KIND_WORDS: Mapping[Kind, Mapping[str, tuple[str, ...]]] = {
    Kind.TABLE: {"en": ("table", "news", "game"), "de": ("Tisch", "Neues", "Neuigkeit", "Neuigkeiten")},
    Kind.MINE: {
        "en": ("mine", "action", "actions", "own"),
        "de": ("eigene", "eigenen", "eigener", "eigenes", "Aktion", "Aktionen"),
    },
    Kind.HINTS: {
        "en": ("hint", "hints", "clue", "clues", "tip", "tips"),
        "de": ("Hinweis", "Hinweise", "Tipp", "Tipps"),
    },
    Kind.ANSWERS: {"en": ("answer", "answers"), "de": ("Antwort", "Antworten")},
    Kind.TALK: {"en": ("talk", "chat"), "de": ("Gespräch", "Gespräche", "Gerede")},
    Kind.ALARMS: {"en": ("alarm", "alarms", "warning"), "de": ("Alarm", "Alarme", "Warnung", "Warnungen")},
}
"""What may be typed for a kind of messages, in each language the word that Tab offers first."""
KINDS = {
    spelling: kind
    for kind, by_language in KIND_WORDS.items()
    for words in by_language.values()
    for word in words
    for spelling in spellings(word)
}
BESIDE_KINDS = frozenset("message messages meldung meldungen nachricht nachrichten me mich".split())
"""What may stand beside a kind and says nothing: "the previous hint message to me"."""
BESIDE_TURNS = frozenset(
    "last turn move then i was round letzten letzter letztem zug meinem meiner dran war ich da runde".split()
    + "since seit dem der los passiert denn".split()
)
"""What may follow "since" and "what happened": "since my last turn"."""


def _asks(
    what: Review | Wish, known: frozenset[str] | None = None
) -> Callable[[Any, list[str]], Review | Wish]:
    """Return the effect of a verb that such words may follow; None: any."""

    def effect(desk: Any, words: list[str]) -> Review | Wish:
        if known is not None:
            no_more([word for word in words if word not in known])
        return what

    return effect


def _kinds(desk: Any, words: Sequence[str]) -> list[str]:
    """Return the kinds of messages that may follow, for Tab."""
    return [] if words else [by_language[desk.lang][0] for by_language in KIND_WORDS.values()]


REVIEW_VERBS: tuple[Command[Any, Review | Wish], ...] = (
    Command(
        "earliest",
        {
            "en": ("earliest", "first message", "oldest message"),
            "de": ("früheste", "erste meldung", "älteste meldung"),
        },
        lambda w: w.t.gettext("earliest: the first message of all; with a kind, the first one of that kind."),
        _asks(Review.EARLIEST),
        group=Group.REVIEW,
        after=_kinds,
    ),
    Command(
        "latest",
        {
            "en": ("latest", "last message", "newest message"),
            "de": ("jüngste", "letzte meldung", "neueste meldung"),
        },
        lambda w: w.t.gettext("latest: the newest message of all; with a kind, the newest one of that kind."),
        _asks(Review.LATEST),
        group=Group.REVIEW,
        after=_kinds,
    ),
    Command(
        "since",
        {"en": ("since",), "de": ("seit",)},
        lambda w: w.t.gettext("since, or since my last turn: all that was said since then, but for answers."),
        _asks(Review.SINCE, BESIDE_TURNS),
        group=Group.REVIEW,
    ),
    Command(
        "happened",
        {
            "en": ("happened", "what happened", "recap"),
            "de": ("passiert", "was war", "was passierte", "rückblick"),
        },
        lambda w: w.t.gettext(
            "happened, or what happened: what the others did since your last turn, in short."
        ),
        _asks(Review.HAPPENED, BESIDE_TURNS),
        group=Group.REVIEW,
    ),
    Command(
        "copy",
        {"en": ("copy",), "de": ("kopiere", "kopieren")},
        lambda w: w.t.gettext("copy, and a file name: writes all that you were told to a new file."),
        _asks(Review.COPY),
        raw=True,
        group=Group.REVIEW,
    ),
)

HINTS_VERB: Command[Any, Review | Wish] = Command(
    "hints",
    {"en": ("hints", "clues"), "de": ("hinweise", "tipps")},
    lambda w: w.t.gettext("hints: the last ten hints to you; with a number, so many."),
    _asks(Review.HINTS),
    group=Group.REVIEW,
)
"""For the games in which players give hints."""

_MORE_WORDS: Mapping[str, tuple[str, ...]] = {
    "previous": ("voriger", "voriges", "vorherige", "vorheriger"),
    "next": ("nächster", "nächstes"),
}
"""Further German words, for kinds of any gender."""
_HELP: Mapping[str, Callable[[Words], str]] = {
    "previous": lambda w: w.t.gettext(
        "previous: the message before the one just read back; with a kind, as in previous hint, of that kind."
    ),
    "next": lambda w: w.t.gettext(
        "next: the message after the one just read back; with a kind, as in next answer, of that kind."
    ),
    "history": lambda w: w.t.gettext(
        "history: the last ten messages; with a number, so many; with a kind, only those, as in history mine."
    ),
}
"""The verbs around every game that a kind of messages may follow."""


def with_kinds(verbs: Sequence[Command[Any, Wish]]) -> list[Command[Any, Any]]:
    """Return the verbs; those that read back may be followed by a kind of messages."""
    return [_with_kind(verb) if verb.name in _HELP else verb for verb in verbs]


def _with_kind(verb: Command[Any, Wish]) -> Command[Any, Any]:
    words = {**verb.words, "de": (*verb.words["de"], *_MORE_WORDS.get(verb.name, ()))}
    wish = Wish(verb.name)
    return replace(verb, words=words, help=_HELP[verb.name], effect=lambda desk, words: wish, after=_kinds)
