"""Typed words to what they mean: one table of commands, German and English understood alike.

Here: normalising, looking up, "did you mean", questions with numbered options, and Tab. Not here: what a
game's verbs do (see `fireworks_verbs`), what the verbs around the game do (see `session`), and help (see
`guidance`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engine.table import Seat
from speech.command_text import Asks
from speech.house import NotUnderstood, Puzzle
from speech.words import LANGUAGES, Words

FILLERS = frozenset(
    {"the", "a", "an", "card", "cards", "to", "at", "on", "of", "my", "please", "is", "are"}
    | {"der", "die", "das", "den", "dem", "ein", "eine", "einen", "karte", "karten", "an", "auf", "von"}
    | {"mit", "mir", "mein", "meine", "bitte", "ist", "sind"}
)

COURTESY = frozenset({"please", "now", "just", "then", "bitte", "jetzt", "mal", "doch", "denn", "nun"})
"""Words that may stand anywhere in a line that is known as a whole."""

LONGEST_GUESS = 40
"""No guess is made about longer words: there is nothing like them, and looking would take long."""

EXPLAINS = "help"
"""The command that any other one may follow."""

_BEFORE = 10
"""The verb and what may stand before it are no more words than these."""

_COUNTED = (
    ("one", "first", "1st", "eins", "erste", "ersten", "erster", "erstes"),
    ("two", "second", "2nd", "zwei", "zwo", "zweite", "zweiten", "zweiter", "zweites"),
    ("three", "third", "3rd", "drei", "dritte", "dritten", "dritter", "drittes"),
    ("four", "fourth", "4th", "vier", "vierte", "vierten", "vierter", "viertes"),
    ("five", "fifth", "5th", "fünf", "fünfte", "fünften", "fünfter", "fünftes"),
    ("six", "sixth", "6th", "sechs", "sechste", "sechsten", "sechster", "sechstes"),
    ("seven", "seventh", "7th", "sieben", "siebte", "siebten", "siebter", "siebtes"),
    ("eight", "eighth", "8th", "acht", "achte", "achten", "achter", "achtes"),
    ("nine", "ninth", "9th", "neun", "neunte", "neunten", "neunter", "neuntes"),
)

D = TypeVar("D")
"""What an effect works on: a desk for a game's verbs, the session for those around it."""
R = TypeVar("R", covariant=True)


V = TypeVar("V", covariant=True)
W = TypeVar("W", covariant=True)


@dataclass(frozen=True, slots=True)
class Desk(Generic[V, W]):
    """What a game's verbs may use: the seat's view, the names, the game's words for it, and its language."""

    view: V
    names: tuple[str, ...]
    me: Seat
    words: W
    lang: str = "en"


class Talk(NamedTuple):
    """Table talk that the players may agree to allow (seed 003, "Tipps")."""

    to: Seat | None
    """Who is asked whether they remember their cards; None: "I know nothing about my hand"."""


class Instead(NamedTuple):
    """Another line that is to be understood instead of the one typed."""

    line: str


class Option(NamedTuple):
    """One option of a question."""

    label: str
    """How it is said, such as "card 2, red"."""
    reply: Callable[[Any], Any]
    """Gives from the desk what a command would: an action, an answer, or another question."""
    felt: str = ""
    """The label in fewer cells; "": the label."""
    ways: tuple[str, ...] = ()
    """How else it may be called, in any language."""

    @property
    def braille(self) -> str:
        return self.felt or self.label


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked back: which of the options, by number or name; of a guess, yes or no."""

    asks: Asks
    options: tuple[Option, ...]
    word: str = ""
    """What the question is about, such as a place or a card's name."""

    def pick(self, line: str) -> Option | None:
        """Return the option that the line names; None if it names none. Raises NotUnderstood (NO_OPTION)."""
        if self.asks is Asks.GUESS:
            return None
        words = tokens(line)
        number = number_of(words[0]) if len(words) == 1 else None
        if number is not None:
            if not 1 <= number <= len(self.options):
                raise NotUnderstood(Puzzle.NO_OPTION, most=len(self.options))
            return self.options[number - 1]
        typed = " ".join(words)
        named = [
            option
            for option in self.options
            if any(typed in spellings(way) for way in (option.label, *option.ways))
        ]
        return named[0] if len(named) == 1 else None


def one_or_ask(asks: Asks, options: Sequence[Option], desk: Any, word: str = "") -> Any:
    """Return the reply of the only option, or the question which of them is meant."""
    if len(options) == 1:
        return options[0].reply(desk)
    return Question(asks, tuple(options), word)


After: TypeAlias = Callable[[Any, Sequence[str]], Sequence[str]]
"""Gives, from the desk and the words behind a verb, what may follow them in the desk's language."""


class Group(StrEnum):
    """What kind of thing a command is, for help and for the docs."""

    PLAY = "play"
    ASK = "ask"
    REVIEW = "review"
    VOICE = "voice"
    PROGRAM = "program"


def _nothing(desk: Any, words: Sequence[str]) -> Sequence[str]:
    return ()


def _never(desk: Any) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Command(Generic[D, R]):
    """One thing a person can say.

    `words` lists its spellings in each language, the first one shown in help; `effect` gets the desk
    and the words after the verb; `help` gives the sentence that explains it, with an example. `raw`: the
    words after the verb come as they were typed, and none is left out. `after` gives the words that may
    follow those already typed, in the desk's language; `now` the words after the verb that would do something
    now, "" for none, or None when it is no action or cannot be done. `whole` lists lines that mean this
    command only when nothing follows, though they may begin as another one does: "hint me".
    """

    name: str
    words: Mapping[str, tuple[str, ...]]
    help: Callable[[Words], str]
    effect: Callable[[D, list[str]], R]
    raw: bool = False
    group: Group = Group.PROGRAM
    after: Callable[[D, Sequence[str]], Sequence[str]] = _nothing
    now: Callable[[D], str | None] = _never
    whole: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def spellings(self) -> list[str]:
        return [word for words in (*self.words.values(), *self.whole.values()) for word in words]


def _without_fillers(words: Sequence[str]) -> str:
    """Return words without those behind the first that say nothing; all of them if just one would be left."""
    telling = [word for at, word in enumerate(words) if not at or word not in FILLERS]
    return " ".join(telling if len(telling) > 1 else words)


def spellings(word: str) -> set[str]:
    """Return the ways a word or name may be typed, as `tokens` gives it: "hände" as "haende" or "hande"."""
    folded = unicodedata.normalize("NFC", word).casefold()
    return {" ".join(tokens(word)), " ".join(_split(folded))}


def number_of(word: str) -> int | None:
    """Return the number that a word is, in digits or words; 0 for one that is out of all proportion."""
    if word.isdecimal():
        return int(word) if len(word) < 6 else 0
    return NUMBERS.get(word)


def no_more(words: Sequence[str]) -> None:
    """Raise NotUnderstood if words are left over."""
    if words:
        raise NotUnderstood(Puzzle.TOO_MUCH, word=" ".join(words))


def tokens(line: str) -> list[str]:
    """Return the words of a line in lower case, without punctuation, umlauts written out."""
    folded = unicodedata.normalize("NFC", line).casefold()
    return _split(_written_out(folded))


def _written_out(folded: str) -> str:
    return folded.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


def _split(folded: str) -> list[str]:
    parted = "".join(char if char.isalnum() or char == "?" else " " for char in _plain(folded)).split()
    return [word.strip("?") or "?" for word in parted]  # "?" alone is a word, behind one it is not


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _as_typed(line: str, rest: list[str]) -> list[str]:
    """Return the end of a line whose words are `rest`, as it was typed."""
    parts = line.split()
    for start in range(min(len(parts), _BEFORE) + 1):
        if tokens(" ".join(parts[start:])) == rest:
            return parts[start:]
    return rest


NUMBERS = {way: n for n, words in enumerate(_COUNTED, 1) for word in words for way in spellings(word)}
"""Numbers in words, counting and ordering: "two", "second", "zwei", "zweite"."""


# -- names


def named_first(names: Sequence[str], words: list[str]) -> tuple[Seat | None, list[str]]:
    """Return whose whole name the first words are, and the words after it."""
    named = {spelling: seat for seat, name in enumerate(names) for spelling in spellings(name)}
    for count in range(max(len(spelling.split()) for spelling in named), 0, -1):
        seat = named.get(" ".join(words[:count]))
        if seat is not None:
            return seat, words[count:]
    return None, words


def seats_called(names: Sequence[str], word: str) -> list[Seat]:
    """Return all whose name, or a part of it, is or begins with the word."""
    return [
        seat
        for seat, name in enumerate(names)
        if any(part.startswith(word) for spelling in spellings(name) for part in spelling.split())
    ]


def whose(desk: Desk[Any, Any], words: list[str], reply: Callable[[Any, Seat], Any]) -> Any:
    """Return the reply about the player whom the words name, or the question whom. Raises NotUnderstood."""
    seat, rest = named_first(desk.names, words)
    if seat is not None:
        no_more([word for word in rest if word not in FILLERS])
        return reply(desk, seat)
    telling = [word for word in words if word not in FILLERS] or words
    seats = seats_called(desk.names, telling[0])
    if not seats:
        others = tuple(name for seat, name in enumerate(desk.names) if seat != desk.me)
        raise NotUnderstood(Puzzle.UNKNOWN_NAME, word=telling[0], names=others)
    no_more(telling[1:])
    return one_or_ask(Asks.WHICH_NAME, [named(desk.names[seat], reply, seat) for seat in seats], desk)


def named(label: str, reply: Callable[[Any, Any], Any], about: Any) -> Option:
    """Return the option whose reply is about something: a seat, a card, a hint."""
    return Option(label, lambda desk: reply(desk, about))


# -- the table


class Commands(Generic[D, R]):
    """A table of commands. Raises ValueError when two of them share a spelling.

    `after`: by a command's name, what gives the words that may follow it, where the command has none itself.
    """

    def __init__(
        self, commands: Sequence[Command[D, R]], *, after: Mapping[str, After] | None = None
    ) -> None:
        self.commands = tuple(commands)
        self._after = after or {}
        self._by_word: dict[str, Command[D, R]] = {}
        self._whole = {
            spelling: command
            for command in commands
            for lines in command.whole.values()
            for line in lines
            for spelling in spellings(line)
        }
        self._shown: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
        """By language, how to show what may be typed: "hände" for "haende"."""
        for command in commands:
            for lang, words in command.words.items():
                for word in words:
                    self._add(lang, word, command)

    def _add(self, lang: str, word: str, command: Command[D, R]) -> None:
        for spelling in spellings(word):
            for way in (spelling, _without_fillers(spelling.split())):
                if self._by_word.setdefault(way, command) is not command:
                    raise ValueError(f"{way!r} would mean two things")
            self._shown.setdefault(lang, {}).setdefault(spelling, word)

    def find(self, line: str, names: Iterable[str] = ()) -> tuple[Command[D, R], list[str]]:
        """Return the command that the line names and the words after it. Raises NotUnderstood.

        A command of several words ("take back") goes before one of fewer; words that say nothing may stand
        between them. Such words are left out, unless they are a word of one of the `names`.
        """
        kept = {part for name in names for spelling in spellings(name) for part in spelling.split()}
        words = tokens(line)
        while len(words) > 1 and words[0] in FILLERS and words[0] not in self._by_word:
            words = words[1:]
        bare = [word for word in words if word in kept or word not in COURTESY]
        if (whole := self._whole.get(" ".join(bare))) is not None:  # "hint me now", "gib mir mal einen Rat"
            return whole, []
        for count in range(min(len(words), _BEFORE), 0, -1):
            command = self._named(words[:count])
            if command is not None:
                rest = words[count:]
                if command.raw:
                    return command, _as_typed(line, rest)
                if command.name == EXPLAINS:  # "help card", where a card is a command
                    return command, rest
                return command, [word for word in rest if word in kept or word not in FILLERS]
        unknown = words[0] if words else line.strip()
        guess = self._guess(unknown)
        meant = None if guess is None else " ".join([guess, *_as_typed(line, words[1:])])
        raise NotUnderstood(Puzzle.UNKNOWN_WORD, word=unknown, guess=guess, line=meant)

    def _named(self, words: list[str]) -> Command[D, R] | None:
        """Return the command that all these words name together."""
        command = self._by_word.get(" ".join(words))
        # A word that says nothing, at the end, may be one of a name that follows.
        if command is None and words[-1] not in FILLERS:
            command = self._by_word.get(_without_fillers(words))
        return command

    def word(self, name: str, lang: str) -> str:
        """Return the word for the command of that name, as help shows it."""
        return next(command.words[lang][0] for command in self.commands if command.name == name)

    def _guess(self, word: str) -> str | None:
        if len(word) > LONGEST_GUESS:
            return None
        import difflib  # only when a word is not known

        # One letter is like many words, and many words are like it.
        known = [spelling for spelling in self._by_word if len(spelling) > 1]
        close = difflib.get_close_matches(word, known, n=1, cutoff=0.7) if len(word) > 1 else []
        return next((shown[close[0]] for shown in self._shown.values() if close and close[0] in shown), None)

    # -- Tab

    def complete(
        self, text: str, desk: Desk[Any, Any] | None = None, lang: str = "en"
    ) -> tuple[str, list[str]]:
        """Return the text completed as far as is certain, and the words that it could become.

        Words of the person's language go first; those of the others are looked at when none of them fits.
        With a desk, the words after a verb are completed, too.
        """
        for language in (lang, *(other for other in self._shown if other != lang)):
            typed = text.lstrip()
            if fits := self._verbs(typed, language):
                return _completed("", typed, text, fits)
            if desk is not None and (found := self._words_after(typed, desk, language)):
                start, partial, fits = found
                return _completed(start, partial, text, fits)
        return text, []

    def _verbs(self, typed: str, lang: str) -> list[str]:
        """Return the verbs that begin as typed; of an empty line, each command's own word only."""
        if not typed:
            return sorted({command.words[lang][0] for command in self.commands if command.words[lang]})
        shown = self._shown.get(lang, {})
        return sorted({word for way, word in shown.items() if len(way) > 1 and way.startswith(_ways(typed))})

    def _words_after(self, typed: str, desk: Desk[Any, Any], lang: str) -> tuple[str, str, list[str]] | None:
        """Return what stands before the word being typed, that word's beginning, and what it could become."""
        parts = typed.split(" ")
        for cut in range(len(parts) - 1, 0, -1):
            start, partial = " ".join(parts[:cut]), " ".join(parts[cut:])
            try:
                command, words = self.find(start, desk.names)
            except NotUnderstood:
                return None
            in_language: Any = replace(desk, lang=lang)
            offered = [*self._after.get(command.name, command.after)(in_language, words)]
            if command.name == EXPLAINS and not words:
                offered += self._shown.get(lang, {}).values()
            ways = _ways(partial)
            fits = [word for word in dict.fromkeys(offered) if any(_begin(word, way) for way in ways)]
            if fits:
                return start + " ", partial, sorted(fits)
        return None


def _ways(typed: str) -> tuple[str, str]:
    """Return the beginnings of spellings that were typed, with umlauts bare and written out."""
    folded = unicodedata.normalize("NFC", typed).casefold()
    return _plain(folded), _plain(_written_out(folded))


def _begin(word: str, typed: str) -> bool:
    return any(way.startswith(typed) for way in _ways(word))


def _completed(start: str, partial: str, text: str, fits: list[str]) -> tuple[str, list[str]]:
    if len(fits) == 1:
        return f"{start}{fits[0]} ", fits
    common = _common_start(fits)
    return (start + common if len(common) > len(_plain(partial)) else text), fits


def _common_start(words: Sequence[str]) -> str:
    first, last = min(words), max(words)
    length = next((i for i, char in enumerate(first) if char != last[i]), len(first))
    return first[:length]
