"""Typed words to what they mean: one table of commands, German and English understood alike.

Here: normalising, looking up, "did you mean". Not here: what a game's verbs do (see `fireworks_verbs`),
and what the verbs around the game do (see `session`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from engine.table import Seat
from speech.house import NotUnderstood, Puzzle
from speech.words import Words

FILLERS = frozenset(
    {"the", "a", "an", "card", "cards", "to", "at", "on", "of", "my", "please", "is", "are"}
    | {"der", "die", "das", "den", "dem", "ein", "eine", "einen", "karte", "karten", "an", "auf", "von"}
    | {"mit", "mir", "mein", "meine", "bitte", "ist", "sind"}
)

LONGEST_GUESS = 40
"""No guess is made about longer words: there is nothing like them, and looking would take long."""

_BEFORE = 10
"""The verb and what may stand before it are no more words than these."""

D = TypeVar("D")
"""What an effect works on: a desk for a game's verbs, the session for those around it."""
R = TypeVar("R", covariant=True)


V = TypeVar("V", covariant=True)
W = TypeVar("W", covariant=True)


@dataclass(frozen=True, slots=True)
class Desk(Generic[V, W]):
    """What a game's verbs may use: the seat's view, the names, and the game's words for the seat."""

    view: V
    names: tuple[str, ...]
    me: Seat
    words: W


class Talk(NamedTuple):
    """Table talk that the players may agree to allow (seed 003, "Tipps")."""

    to: Seat | None
    """Who is asked whether they remember their cards; None: "I know nothing about my hand"."""


@dataclass(frozen=True, slots=True)
class Command(Generic[D, R]):
    """One thing a person can say.

    `words` lists its spellings in each language, the first one shown in help; `effect` gets the desk
    and the words after the verb; `help` gives the sentence that explains it, with an example. `raw`: the
    words after the verb come as they were typed, and none is left out.
    """

    name: str
    words: Mapping[str, tuple[str, ...]]
    help: Callable[[Words], str]
    effect: Callable[[D, list[str]], R]
    raw: bool = False

    def spellings(self) -> list[str]:
        return [word for words in self.words.values() for word in words]


def spellings(word: str) -> set[str]:
    """Return the ways a word or name may be typed, as `tokens` gives it: "hände" as "haende" or "hande"."""
    folded = unicodedata.normalize("NFC", word).casefold()
    return {" ".join(tokens(word)), " ".join(_split(folded))}


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


class Commands(Generic[D, R]):
    """A table of commands. Raises ValueError when two of them share a spelling."""

    def __init__(self, commands: Sequence[Command[D, R]]) -> None:
        self.commands = tuple(commands)
        self._by_word: dict[str, Command[D, R]] = {}
        self._shown: dict[str, str] = {}
        """How to show what may be typed: "hände" for "haende"."""
        for command in commands:
            for word in command.spellings():
                self._add(word, command)
        self._longest = max((spelling.count(" ") + 1 for spelling in self._by_word), default=1)

    def _add(self, word: str, command: Command[D, R]) -> None:
        for spelling in spellings(word):
            if self._by_word.setdefault(spelling, command) is not command:
                raise ValueError(f"{spelling!r} would mean two things")
            self._shown.setdefault(spelling, word)

    def find(self, line: str, names: Iterable[str] = ()) -> tuple[Command[D, R], list[str]]:
        """Return the command that the line names and the words after it. Raises NotUnderstood.

        A command of several words ("take back") goes before one of fewer. Words that say nothing are left
        out, unless they are a word of one of the `names`.
        """
        kept = {part for name in names for spelling in spellings(name) for part in spelling.split()}
        words = tokens(line)
        while len(words) > 1 and words[0] in FILLERS and words[0] not in self._by_word:
            words = words[1:]
        for count in range(self._longest, 0, -1):
            command = self._by_word.get(" ".join(words[:count]))
            if command is not None:
                rest = words[count:]
                if command.raw:
                    return command, _as_typed(line, rest)
                return command, [word for word in rest if word in kept or word not in FILLERS]
        unknown = words[0] if words else line.strip()
        raise NotUnderstood(Puzzle.UNKNOWN_WORD, word=unknown, guess=self._guess(unknown))

    def _guess(self, word: str) -> str | None:
        if len(word) > LONGEST_GUESS:
            return None
        import difflib  # only when a word is not known

        close = difflib.get_close_matches(word, self._by_word, n=1, cutoff=0.7)
        return self._shown[close[0]] if close else None

    def complete(self, text: str) -> tuple[str, list[str]]:
        """Return the text completed as far as is certain, and the words that it could become."""
        folded = unicodedata.normalize("NFC", text).casefold().lstrip()
        typed = _plain(folded)
        ways = (typed, _plain(_written_out(folded)))
        fits = sorted({shown for spelling, shown in self._shown.items() if spelling.startswith(ways)})
        if not fits:
            return text, []
        if len(fits) == 1:
            return fits[0] + " ", fits
        common = _common_start(fits)
        return (common if len(common) > len(typed) else text), fits


def _common_start(words: Sequence[str]) -> str:
    first, last = min(words), max(words)
    length = next((i for i, char in enumerate(first) if char != last[i]), len(first))
    return first[:length]
