"""`senpai settings`: lists, explains, changes, exports, imports and resets what a person can set, by words.

With words behind it one thing is done; alone, at a terminal, it asks. What is said is printed and, where a
voice of Senpai's speaks, spoken. Not here: what can be set (see `settings`), names and values by words (see
`setting_words`), sentences (see `settings_text`), and the file (see `settings_file`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from engine.record import good_name
from speech.words import Words

from .arguments import Call
from .commands import spellings
from .menu import HELP, LEAVE, Speaker, read_line
from .printable import at_terminal
from .setting_words import Misfit, Unnamed, named, of_person, value_of
from .settings import TABLE, Setting, Settings, Value
from .settings_file import Change, before, bring, change, examine, in_use, keep_before, load, place
from .settings_text import SettingsText
from .telling import telling

_LIST = frozenset({"list", "show", "liste", "zeige"})
_EXPLAIN = frozenset({"explain", "erkläre", "erklaere", "erklare"})
_RESET = frozenset({"reset", "zurücksetzen", "zuruecksetzen", "zurucksetzen"})
_EXPORT = frozenset({"export", "exportiere", "exportieren"})
_IMPORT = frozenset({"import", "importiere", "importieren"})
_FOR = frozenset({"for", "für", "fuer", "fur"})
_SET = frozenset({"set", "setze"})


class Refusal(Exception):
    """What was asked for cannot be done; the sentence says why and what would do."""


class SettingsDesk:
    """Does what words ask for, one thing at a time. `show` gets the lines of an answer."""

    def __init__(self, words: Words, path: Path, settings: Settings) -> None:
        self.text = SettingsText(words)
        self.path, self.settings = path, settings

    def do(self, words: Sequence[str]) -> list[str]:
        """Return the answer, a sentence a line. Raises Refusal; then nothing has changed."""
        person, rest = self._person(words)
        first = rest[0].casefold() if rest else ""
        if first in _LIST or not rest:
            _no_more(self.text, rest[1:])
            return self.listed(person)
        if first in HELP:
            return self.text.usage()
        acts: list[tuple[frozenset[str], Callable[[list[str], str | None], list[str]]]] = [
            (_EXPLAIN, self._explain),
            (_RESET, self._reset),
            (_EXPORT, self._export),
            (_IMPORT, self._import),
            (_SET, self._set),
        ]
        act = next((act for ways, act in acts if first in ways), None)
        return self._set(rest, person) if act is None else act(rest[1:], person)

    def listed(self, person: str | None) -> list[str]:
        """Return all settings, or those that a person may have of their own."""
        settings = TABLE if person is None else of_person()
        return [self.text.head(person), *(self.text.line(one, self.settings, person) for one in settings)]

    def find(self, words: Sequence[str]) -> tuple[Setting, list[str]]:
        """Return the setting that words name, and the words behind its name. Raises Refusal."""
        try:
            return named(words)
        except Unnamed as problem:
            raise Refusal(self.text.unnamed(problem.word, problem.several)) from None

    def _person(self, words: Sequence[str]) -> tuple[str | None, list[str]]:
        """Return whom the words are about, None for everybody, and the rest."""
        if not words or words[0].casefold() not in _FOR:
            return None, list(words)
        if len(words) < 2:
            raise Refusal(self.text.whose())
        name = words[1]
        if not good_name(name) or not all(spellings(name)):
            raise Refusal(self.text.wrong_name(name))
        return name, list(words[2:])

    # -- what can be done

    def _explain(self, words: list[str], person: str | None) -> list[str]:
        if not words:
            raise Refusal(self.text.what_to_explain())
        setting, rest = self.find(words)
        _no_more(self.text, rest)
        return self.text.explained(setting, self.settings, person)

    def _set(self, words: list[str], person: str | None) -> list[str]:
        """Set a value; without one, explain the setting."""
        if not words:
            raise Refusal(self.text.what_to_explain())
        setting, rest = self.find(words)
        if rest and rest[0] in ("=", ":"):
            rest = rest[1:]
        if not rest:
            return self.text.explained(setting, self.settings, person)
        return self.set(setting, rest, person)

    def set(self, setting: Setting, words: Sequence[str], person: str | None) -> list[str]:
        """Take the value that words mean, from now on and for later. Raises Refusal."""
        if person is not None and not setting.personal:
            raise Refusal(self.text.for_everybody(setting))
        try:
            value = value_of(setting, words)
        except Misfit as problem:
            raise Refusal(self.text.misfit(problem.setting, problem.word)) from None
        self._change([(person, setting.key, value)])
        return [self.text.now(setting, self._held(setting, person), person)]

    def _reset(self, words: list[str], person: str | None) -> list[str]:
        if not words:
            return self._reset_all(person)
        setting, rest = self.find(words)
        _no_more(self.text, rest)
        if person is not None and not setting.personal:
            raise Refusal(self.text.for_everybody(setting))
        self._change([(person, setting.key, None)])
        return [self.text.was_reset(setting, self._held(setting, person), person)]

    def _reset_all(self, person: str | None) -> list[str]:
        mine = (person or "").casefold()
        there = [
            (who, key, None)
            for who, key in in_use(self.path)
            if person is None or (who is not None and who.casefold() == mine)
        ]
        kept = self._safely(lambda: bool(there) and keep_before(self.path))
        self._change(there)
        return [self.text.all_reset(person, str(before(self.path)) if kept else None)]

    def _export(self, words: list[str], person: str | None) -> list[str]:
        target = Path(self._file(words, writing=True))
        if not self.path.is_file():
            raise Refusal(self.text.nothing_to_write())
        if target.exists() or target.is_symlink():
            raise Refusal(self.text.exists(str(target)))
        try:
            bring(self.path, target, keep=False)
        except (OSError, ValueError) as error:
            raise Refusal(self.text.not_written(str(target), getattr(error, "errno", 0) or 0)) from None
        return [self.text.written(str(target))]

    def _import(self, words: list[str], person: str | None) -> list[str]:
        source = Path(self._file(words, writing=False))
        found = examine(source)
        if not _there(source):
            from errno import ENOENT

            from .settings_file import Complaint, Flaw

            raise Refusal(self.text.not_brought(Complaint(Flaw.UNREADABLE, code=ENOENT)))
        if found.complaint is not None:
            raise Refusal(self.text.not_brought(found.complaint))
        kept = self._safely(lambda: bring(source, self.path))
        self._read()
        return [self.text.brought(str(source), str(before(self.path)) if kept else None)]

    def _file(self, words: list[str], *, writing: bool) -> str:
        if not words or not words[0]:
            raise Refusal(self.text.no_file(writing=writing))
        # At a prompt there is no shell that would take a name with blanks in it together.
        return " ".join(words)

    # -- the file

    def _change(self, changes: Sequence[Change]) -> None:
        self._safely(lambda: change(self.path, changes))
        self._read()

    def _safely(self, work: Callable[[], bool | None]) -> bool:
        """Do something with the file; raises Refusal if the system does not let us."""
        try:
            return bool(work())
        except OSError as error:
            raise Refusal(self.text.not_kept(error.errno or 0)) from None

    def _read(self) -> None:
        self.settings = load(self.path).settings

    def _held(self, setting: Setting, person: str | None) -> Value | None:
        held = self.settings if person is None else self.settings.for_person(person)
        return held.value(setting.key)


def _there(path: Path) -> bool:
    with suppress(OSError, ValueError):
        return path.exists()
    return False


def _no_more(text: SettingsText, words: Sequence[str]) -> None:
    if words:
        raise Refusal(text.too_much(" ".join(words)))


# -- the command


def settings_command(call: Call, show: Callable[[str], None], complain: Callable[[str], None]) -> int:
    """Do what stands behind `senpai settings`; return 0, or 2 if it was refused."""
    desk = SettingsDesk(Words(call.lang), place(), call.settings)
    try:
        lines = desk.do(call.words)
    except Refusal as refusal:
        with telling(call, complain, desk.settings) as speaker:
            speaker.say(str(refusal))
        return 2
    with telling(call, show, desk.settings) as speaker:
        speaker.say(*lines)
        if not call.words and at_terminal():
            Clerk(desk, speaker).attend()
    return 0


class Clerk:
    """Asks which setting to change, and to what, until the person has done; each line gets one answer."""

    def __init__(self, desk: SettingsDesk, speaker: Speaker) -> None:
        self.desk, self.text, self.speaker = desk, desk.text, speaker
        self._open: Setting | None = None
        """The setting whose new value is asked for."""

    def attend(self) -> None:
        """Answer lines until one is empty, or says to leave, or the input ends."""
        self.speaker.say(self.text.which())
        while (line := read_line()) is not None:
            self.speaker.hush()
            word = line.casefold()
            if word in LEAVE or not (line or self._open):
                break
            self._answer(self._reply(line))
        self.speaker.say(self.text.goodbye())

    def _answer(self, lines: Sequence[str]) -> None:
        self.speaker.say(*lines, self.text.which() if self._open is None else self.text.value())

    def _reply(self, line: str) -> list[str]:
        open_, words = self._open, line.split()
        try:
            if open_ is not None:
                return self._value(open_, words)
            try:
                setting, rest = named(words)
            except Unnamed:
                return self.desk.do(words)
            if not rest:
                self._open = setting
                return self.text.explained(setting, self.desk.settings)
            return self.desk.do(words)
        except Refusal as refusal:
            return [str(refusal)]

    def _value(self, setting: Setting, words: list[str]) -> list[str]:
        """Take the line for the value that was asked for; the question stays open if it does not fit."""
        if not words:
            self._open = None
            return [self.text.left_as_it_is()]
        if words[0].casefold() in HELP:
            return self.text.explained(setting, self.desk.settings)
        lines = self.desk.set(setting, words, None)
        self._open = None
        if setting.key.startswith(("voice.", "sounds.")):
            self.speaker.voice.manner = self.desk.settings.manner()
        return lines
