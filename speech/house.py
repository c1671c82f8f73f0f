"""The Senpai's words around every game: greeting, misunderstandings, questions, review, alarms, farewell.

Not here: any single game (see `fireworks_text`), broken records and wrong program calls (see `faults`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from .words import Said, Words, paragraph

LONGEST_ECHO = 30
"""So many characters of a word that was not understood are repeated to its author."""


class Puzzle(StrEnum):
    """Why a typed line is not understood; the facts that come with each stand behind it."""

    UNKNOWN_WORD = "unknown-word"  # word, guess: a known word or None, line: the whole line with it
    NO_NAME = "no-name"  # names
    UNKNOWN_NAME = "unknown-name"  # word, names
    NO_CLUE = "no-clue"  # example
    UNKNOWN_CLUE = "unknown-clue"  # word
    NO_PLACE = "no-place"  # most
    UNKNOWN_PLACE = "unknown-place"  # word, most
    NOT_KNOWN = "not-known"  # word, known: what is known of one's own cards or "", most
    UNKNOWN_CARD = "unknown-card"  # word, example
    NO_SUIT = "no-suit"
    UNKNOWN_SUIT = "unknown-suit"  # word
    WRONG_ORDER = "wrong-order"  # most
    TOO_MUCH = "too-much"  # word
    UNKNOWN_NUMBER = "unknown-number"  # word
    NO_SECTION = "no-section"  # word, most
    NO_OPTION = "no-option"  # most


class NotUnderstood(ValueError):
    """A typed line that is no command; says nothing about the rules."""

    def __init__(self, puzzle: Puzzle, **facts: object) -> None:
        super().__init__(puzzle.value)
        self.puzzle = puzzle
        self.facts = facts


def echo(word: object) -> str:
    """Return a typed word fit to be repeated: printable, not endless."""
    text = "".join(char if char.isprintable() else "?" for char in str(word))
    return text if len(text) <= LONGEST_ECHO else text[:LONGEST_ECHO] + " …"


class HouseText:
    """One language's words around the games."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def greeting(self) -> Said:
        t = self.t
        return Said(t.gettext("Welcome to Senpai."), t.pgettext("braille", "Senpai"), "greeting")

    # -- what was typed

    def puzzle(self, problem: NotUnderstood) -> Said:
        """Return what is wrong with a line and what would do."""
        return Said(
            self._puzzle(problem.puzzle, problem.facts),
            self._puzzle_cells(problem.puzzle, problem.facts),
            "error",
        )

    def _puzzle(self, puzzle: Puzzle, facts: dict[str, object]) -> str:
        t = self.t
        word = echo(facts.get("word", ""))
        names = facts.get("names", ())
        assert isinstance(names, tuple)
        parts = {
            "word": word,
            "names": self.words.one_of(names),
            "most": facts.get("most"),
            "guess": echo(facts.get("line") or facts.get("guess")),
            "example": facts.get("example"),
            "known": facts.get("known"),
        }
        match puzzle:
            case Puzzle.UNKNOWN_WORD if facts["guess"]:
                # Translators: {guess} is a whole line as it would be right, "play 3".
                said = t.gettext("I do not know the word {word}. Did you mean {guess}? Say yes or no.")
            case Puzzle.UNKNOWN_WORD:
                said = t.gettext("I do not know the word {word}. Help tells what you can say.")
            case Puzzle.NO_NAME:
                # Translators: {names} are alternatives, "Ben or Carla"; {example} is a whole command.
                said = t.gettext("Say to whom: {names}. For example: {example}.")
            case Puzzle.UNKNOWN_NAME:
                said = t.gettext("Nobody here is called {word}. Name {names}.")
            case Puzzle.NO_CLUE:
                said = t.gettext("Say which suit or which rank. For example: {example}.")
            case Puzzle.UNKNOWN_CLUE:
                said = t.gettext("I know no suit and no rank called {word}. For example: {example}.")
            case Puzzle.NO_PLACE:
                said = t.gettext("Say which card, from 1 to {most}, counted from the left.")
            case Puzzle.UNKNOWN_PLACE:
                said = t.gettext(
                    "You have no card {word}. Your cards are 1 to {most}, counted from the left."
                )
            case Puzzle.NOT_KNOWN if facts["known"]:
                # Translators: {known} is what the player knows: "card 2, red; card 4, a three".
                said = t.gettext(
                    "You know no card of yours as {word}. You know: {known}. Or say a place from 1 to {most}."
                )
            case Puzzle.NOT_KNOWN:
                said = t.gettext(
                    "You know no card of yours as {word}, for no hint has pointed at any. "
                    "Say a place from 1 to {most}."
                )
            case Puzzle.UNKNOWN_CARD:
                said = t.gettext("There is no card called {word}. For example: {example}.")
            case Puzzle.NO_SUIT:
                said = t.gettext("Say which row. For example: {example}.")
            case Puzzle.UNKNOWN_SUIT:
                said = t.gettext("There is no row called {word}. For example: {example}.")
            case Puzzle.WRONG_ORDER:
                said = t.gettext(
                    "Name each of your cards 1 to {most} once, in the order you want. For example: {example}."
                )
            case Puzzle.TOO_MUCH:
                said = t.gettext("I do not understand {word} here. Help tells what you can say.")
            case Puzzle.UNKNOWN_NUMBER:
                said = t.gettext("I need a number here, not {word}.")
            case Puzzle.NO_SECTION:
                said = t.gettext("The rules have sections 1 to {most}. Type rules and a number.")
            case Puzzle.NO_OPTION:
                said = t.gettext("Say a number from 1 to {most}, or no to leave the question.")
            case _:
                assert_never(puzzle)
        return said.format(**parts)

    def _puzzle_cells(self, puzzle: Puzzle, facts: dict[str, object]) -> str:
        t = self.t
        match puzzle:
            case Puzzle.UNKNOWN_WORD if facts["guess"]:
                felt = t.pgettext("braille", "{guess}? Yes or no")
            case Puzzle.UNKNOWN_WORD | Puzzle.TOO_MUCH | Puzzle.UNKNOWN_NUMBER:
                felt = t.pgettext("braille", "? {word}. Type help")
            case Puzzle.NO_NAME:
                felt = t.pgettext("braille", "To whom?")
            case Puzzle.UNKNOWN_NAME:
                felt = t.pgettext("braille", "Nobody called {word}")
            case Puzzle.NO_CLUE | Puzzle.UNKNOWN_CLUE:
                felt = t.pgettext("braille", "Which suit or rank?")
            case Puzzle.NO_PLACE | Puzzle.UNKNOWN_PLACE:
                felt = t.pgettext("braille", "Which card, 1 to {most}?")
            case Puzzle.NOT_KNOWN:
                felt = t.pgettext("braille", "Not known: {word}. 1 to {most}?")
            case Puzzle.UNKNOWN_CARD:
                felt = t.pgettext("braille", "No card called {word}")
            case Puzzle.NO_SUIT | Puzzle.UNKNOWN_SUIT:
                felt = t.pgettext("braille", "Which row?")
            case Puzzle.WRONG_ORDER:
                felt = t.pgettext("braille", "Name 1 to {most} once each")
            case Puzzle.NO_SECTION:
                felt = t.pgettext("braille", "Sections 1 to {most}")
            case Puzzle.NO_OPTION:
                felt = t.pgettext("braille", "1 to {most}, or no")
            case _:
                assert_never(puzzle)
        guess = echo(facts.get("line") or facts.get("guess"))
        return felt.format(word=echo(facts.get("word", "")), most=facts.get("most"), guess=guess)

    # -- questions

    def confirm(self) -> Said:
        t = self.t
        return Said(
            # Translators: an action was announced and waits for the player's word.
            t.gettext("Say yes, or no to take it back."),
            t.pgettext("braille", "Yes or no?"),
            "question",
        )

    def taken_back(self, who: str, *, me: bool) -> Said:
        t = self.t
        if me:
            return Said(t.gettext("You take it back."), t.pgettext("braille", "Taken back"), "taken-back")
        said = t.gettext("{who} takes it back.").format(who=who)
        return Said(said, t.pgettext("braille", "{who} takes it back").format(who=who), "taken-back")

    def nothing_asked(self, *, agreed: bool) -> Said:
        t = self.t
        if agreed:
            said = t.gettext("Nothing waits for your yes. Help tells what you can do now.")
        else:
            said = t.gettext("What was carried out cannot be taken back. Help tells what you can do now.")
        return Said(said, t.pgettext("braille", "Nothing is asked"), "error")

    # -- table talk

    def talk(self, who: str, asked: str | None, *, by_me: bool, to_me: bool) -> Said:
        """Return table talk as it is heard: a word on one's own hand, or a question to `asked`."""
        t = self.t
        if asked is None:
            # Translators: permitted table talk (Hanabi, tips).
            said = t.gettext("You say: I know nothing about my hand.")
            felt = t.pgettext("braille", "You: I know nothing")
            if not by_me:
                said = t.gettext("{who} says: I know nothing about my hand.")
                felt = t.pgettext("braille", "{who}: I know nothing")
        elif by_me:
            said = t.gettext("You ask {asked}: Do you remember which cards you have?")
            felt = t.pgettext("braille", "You ask {asked}: remember?")
        elif to_me:
            said = t.gettext("{who} asks you: Do you remember which cards you have?")
            felt = t.pgettext("braille", "{who} asks you: remember?")
        else:
            said = t.gettext("{who} asks {asked}: Do you remember which cards you have?")
            felt = t.pgettext("braille", "{who} asks {asked}: remember?")
        parts = {"who": who, "asked": asked}
        return Said(said.format(**parts), felt.format(**parts), "talk")

    def no_talk(self) -> Said:
        t = self.t
        said = t.gettext("Table talk was not agreed on. Start with --talk to allow it.")
        return Said(said, t.pgettext("braille", "No table talk"), "error")

    def talk_to_oneself(self) -> Said:
        t = self.t
        said = t.gettext("You cannot ask yourself. Hand tells what you know of your cards.")
        return Said(said, t.pgettext("braille", "Not yourself"), "error")

    # -- review

    def history_end(self, *, oldest: bool) -> Said:
        t = self.t
        if oldest:
            return Said(t.gettext("That was the oldest message."), t.pgettext("braille", "Oldest message"))
        return Said(t.gettext("That was the newest message."), t.pgettext("braille", "Newest message"))

    def nothing_yet(self) -> Said:
        t = self.t
        return Said(t.gettext("Nothing has happened yet."), t.pgettext("braille", "Nothing yet"))

    def key(self, keys: Sequence[str], word: str) -> str:
        """Return which keys stand for a word: "F2 or Alt R: repeat." """
        named = self.words.one_of([key.replace("+", " ") for key in keys])
        return f"{named}: {word}."

    def listed(self, lines: Sequence[str]) -> Said:
        """Return sentences as one answer, a line each in print."""
        return Said(" ".join(lines), " ".join(lines), print="\n".join(lines))

    def quiet(self) -> Said:
        t = self.t
        return Said(
            t.gettext("Quiet. Repeat and history still tell everything."), t.pgettext("braille", "Quiet")
        )

    # -- help

    def help(self, now: Said, commands: Sequence[str]) -> Said:
        """Return what can be done now, then every command with an example."""
        t = self.t
        # Translators: heads the list of commands.
        lines = [now.speech, t.gettext("You can say:"), *commands]
        return Said(
            " ".join(lines),
            f"{now.braille}. {' '.join(commands)}",
            print="\n".join(lines),
        )

    def sections(self, titles: Sequence[str]) -> Said:
        """Return the sections of the rules, numbered."""
        t = self.t
        lines = [t.gettext("The rules have {n} sections. Type rules and a number.").format(n=len(titles))]
        lines += [f"{number}: {title}." for number, title in enumerate(titles, 1)]
        return Said(
            " ".join(lines),
            "; ".join(f"{n} {title}" for n, title in enumerate(titles, 1)),
            print="\n".join(lines),
        )

    # -- another game

    def not_over(self) -> Said:
        t = self.t
        said = t.gettext("This game is not over yet. It is saved, so you can quit and start another.")
        return Said(said, t.pgettext("braille", "Not over yet"), "error")

    def another(self) -> Said:
        t = self.t
        return Said(t.gettext("Another game."), t.pgettext("braille", "Another game"))

    def standing(self, names: Sequence[str], totals: Sequence[int], games: int, me: int | None) -> Said:
        """Return the scores added up over several games, the lowest first; `me` is the listener's seat."""
        t = self.t
        order = sorted(range(len(names)), key=lambda seat: totals[seat])
        # Translators: the listener, in a list of players with their points.
        who = [t.gettext("you") if seat == me else names[seat] for seat in order]
        scores = [
            # Translators: a player and the points of all games so far; "minus 5" for less than nothing.
            t.gettext("{who} {points}").format(who=name, points=self._points(totals[seat]))
            for name, seat in zip(who, order, strict=True)
        ]
        said = t.ngettext("After {n} game: {scores}.", "After {n} games: {scores}.", games)
        felt = "; ".join(f"{name} {totals[seat]}" for name, seat in zip(who, order, strict=True))
        return Said(said.format(n=games, scores=", ".join(scores)), felt)

    def _points(self, points: int) -> str:
        # A minus sign is not spoken everywhere.
        return str(points) if points >= 0 else self.t.gettext("minus {n}").format(n=-points)

    # -- saving and leaving

    def saved(self) -> Said:
        t = self.t
        said = t.gettext("The game is saved. It is saved by itself after every action.")
        return Said(said, t.pgettext("braille", "Saved"))

    def save_failed(self, code: int) -> Said:
        """Return that the record could not be written; `code` is the system's error number."""
        t, detail = self.t, self.words.system_error(code)
        said = t.gettext("The game cannot be saved: {detail}. It goes on, but leaving now would lose it.")
        felt = t.pgettext("braille", "Not saved: {detail}")
        return Said(said.format(detail=detail), felt.format(detail=detail), "alarm")

    def farewell(self, *, over: bool, saved: bool) -> Said:
        t = self.t
        if over:
            return Said(t.gettext("Goodbye."), t.pgettext("braille", "Goodbye"))
        if not saved:
            return Said(
                t.gettext("The game could not be saved. Goodbye."),
                t.pgettext("braille", "Not saved. Goodbye"),
            )
        said = t.gettext("The game is saved. To go on with it, start senpai resume. Goodbye.")
        return Said(said, t.pgettext("braille", "Saved. Goodbye"))

    def how_to_leave(self) -> Said:
        t = self.t
        said = t.gettext("To leave, type quit, or press Control C once more. The game is saved.")
        return Said(said, t.pgettext("braille", "quit leaves"))

    def cancelled(self) -> Said:
        t = self.t
        return Said(t.gettext("The line is cancelled."), t.pgettext("braille", "Cancelled"))

    def resumed(self, turns: int) -> Said:
        t = self.t
        said = t.ngettext("The game goes on after {n} action.", "The game goes on after {n} actions.", turns)
        return Said(said.format(n=turns), t.pgettext("braille", "The game goes on"))

    # -- outputs

    def output_name(self, name: str) -> str:
        t = self.t
        names = {
            "voice": t.pgettext("output", "voice"),
            "braille": t.pgettext("output", "braille"),
            "print": t.pgettext("output", "print"),
        }
        return names.get(name, name)

    def output_lost(self, name: str) -> Said:
        t = self.t
        said = t.gettext("The output {name} does not answer. The game goes on without it.")
        felt = t.pgettext("braille", "{name} lost")
        parts = {"name": self.output_name(name)}
        return Said(said.format(**parts), felt.format(**parts), "alarm")

    def output_back(self, name: str) -> Said:
        t = self.t
        parts = {"name": self.output_name(name)}
        said = t.gettext("The output {name} is back.").format(**parts)
        return Said(said, t.pgettext("braille", "{name} is back").format(**parts), "alarm")


def joined(first: Said, second: Said) -> Said:
    """Return two things said in one breath; the first one's cue and group stay."""
    return Said(
        paragraph([first.speech, second.speech]),
        f"{first.braille}. {second.braille}",
        first.cue,
        first.group,
        f"{first.print or first.speech}\n{second.print or second.speech}",
        first.who,
    )
