"""What the verbs about earlier messages do, and where notes on one's own cards are kept.

A person's notes are in the saved game, at "card_notes" in the record's further keys, apart for each seat:
seat, then card, then text. Only that seat's session reads them; a replay makes a record without further keys.
Not here: the words (see `speech.review_text`), and who says them (see `session`).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, assert_never

from engine.record import Record
from engine.table import Seat
from speech.house import HouseText, NotUnderstood, Puzzle
from speech.review_text import ReviewText
from speech.utterance import Given
from speech.words import Said, Words

from .commands import number_of
from .history import History, Kind
from .house_verbs import Wish
from .review_verbs import BESIDE_KINDS, KINDS, Review

KEY = "card_notes"
"""The key of a record that holds the notes of all seats."""
LONGEST_NOTE = 60
"""So many characters a note may have."""
RECENT = 10
"""So many messages are told when no number is named."""


class ReadBack(NamedTuple):
    """Messages to be told again, or what is said when there are none."""

    told: Sequence[Given]
    said: Said


class _UnknownKind(Exception):
    """A word that names no kind of messages."""


class ReviewDesk:
    """Reads back for one person; `kinds` are those that there are in the game."""

    def __init__(self, words: Words, history: History, kinds: Sequence[Kind] = tuple(Kind)) -> None:
        self._history, self._kinds = history, kinds
        self._text, self._house = ReviewText(words), HouseText(words)

    def fulfil(self, asked: Review | Wish, words: Sequence[str]) -> ReadBack:
        """Return what is asked for. Raises NotUnderstood for a wrong number."""
        try:
            return self._fulfil(asked, words)
        except _UnknownKind as unknown:
            return ReadBack((), self._text.unknown_kind(str(unknown), self._kinds))

    def _fulfil(self, asked: Review | Wish, words: Sequence[str]) -> ReadBack:
        history, nothing = self._history, self._text.nothing_since()
        if isinstance(asked, Wish):
            return self._recent(words) if asked is Wish.HISTORY else self._step(asked, words)
        match asked:
            case Review.EARLIEST | Review.LATEST:
                kind = self._kind(words)
                found = history.oldest(kind) if asked is Review.EARLIEST else history.newest(kind)
                return ReadBack(_some(found), self._none(kind))
            case Review.SINCE:
                return ReadBack(history.since_turn(), nothing)
            case Review.HAPPENED:
                return ReadBack(history.happened(), nothing)
            case Review.HINTS:
                return self._recent([*words, Kind.HINTS])
            case Review.COPY:
                return ReadBack((), self._copy(" ".join(words)))
            case _:
                assert_never(asked)

    def _kind(self, words: Sequence[str]) -> Kind | None:
        """Return the kind that the words name, None for none. Raises _UnknownKind."""
        telling = [word for word in words if word not in BESIDE_KINDS]
        kinds = [KINDS.get(word) for word in telling]
        for word, kind in zip(telling, kinds, strict=True):
            if kind not in self._kinds or kind != kinds[0]:
                raise _UnknownKind(word)
        return kinds[0] if kinds else None

    def _none(self, kind: Kind | None) -> Said:
        return self._house.nothing_yet() if kind is None else self._text.none(kind)

    def _step(self, wish: Wish, words: Sequence[str]) -> ReadBack:
        kind, back = self._kind(words), wish is Wish.PREVIOUS
        found = self._history.previous(kind) if back else self._history.next(kind)
        if kind is None:
            return ReadBack(_some(found), self._house.history_end(oldest=back))
        any_there = self._history.recent(1, kind)
        return ReadBack(_some(found), self._text.end(oldest=back) if any_there else self._none(kind))

    def _recent(self, words: Sequence[str]) -> ReadBack:
        numbers = [word for word in words if number_of(word) is not None]
        kind = self._kind([word for word in words if word not in numbers[:1]])
        count = number_of(numbers[0]) if numbers else RECENT
        if not count:
            raise NotUnderstood(Puzzle.UNKNOWN_NUMBER, word=numbers[0])
        return ReadBack(self._history.recent(count, kind), self._none(kind))

    def _copy(self, name: str) -> Said:
        """Write all that the seat was given to a new file, and tell how that went."""
        name = name.strip("\"'")
        if not name:
            return self._text.copy_where()
        told = [given.utterance.print for given in self._history.entries if given.utterance.print]
        try:
            write_new("".join(f"{text}\n" for text in told), Path(name).expanduser())
        except FileExistsError:
            return self._text.copy_exists(name)
        except OSError as error:
            return self._text.copy_failed(name, error.errno or 0)
        except (ValueError, RuntimeError):  # a name that no file can have, a home that nobody has
            return self._text.copy_failed(name, errno.ENOENT)
        return self._text.copied(len(told), name)


def write_new(text: str, path: Path) -> None:
    """Write a file that is not there yet, readable by its owner only, whole or not at all. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            # Half a surrogate pair, as a hostile name may have, is written as an escape.
            file.write(text.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise


def _some(given: Given | None) -> list[Given]:
    return [] if given is None else [given]


class Notes:
    """One seat's notes on cards of its own, by card, in the record that is saved; a bystander has none."""

    def __init__(self, record: Record, seat: Seat | None) -> None:
        self._extra, self._seat = record.extra, str(seat)

    def read(self) -> dict[int, str]:
        """Return all notes. What is not written as one, in a file that somebody changed, is none."""
        of_seats = self._extra.get(KEY)
        mine = of_seats.get(self._seat) if isinstance(of_seats, dict) else None
        if not isinstance(mine, dict):
            return {}
        return {
            int(card): text
            for card, text in mine.items()
            if card.isdecimal() and len(card) < 4 and isinstance(text, str) and _fits(text)
        }

    def write(self, card: int, text: str) -> None:
        """Put a note on a card, instead of the one before; "": none any more."""
        notes = {**self.read(), card: text}
        self._write({card: text for card, text in notes.items() if text})

    def tidy(self, view: Any) -> None:
        """Forget the notes on cards that are no longer in the seat's hand."""
        notes = self.read()
        if notes:
            held = {held.card for held in view.hands[view.seat]}
            if not notes.keys() <= held:
                self._write({card: text for card, text in notes.items() if card in held})

    def _write(self, notes: dict[int, str]) -> None:
        before = self._extra.get(KEY)
        of_seats = {**before} if isinstance(before, dict) else {}
        of_seats[self._seat] = {str(card): text for card, text in notes.items()}
        of_seats = {seat: its for seat, its in of_seats.items() if its}
        if of_seats:
            self._extra[KEY] = of_seats
        else:
            self._extra.pop(KEY, None)


def _fits(text: str) -> bool:
    return 0 < len(text) <= LONGEST_NOTE and text.isprintable()
