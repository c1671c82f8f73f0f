"""Sentences about the settings: what is wrong in their file, what they are, and what was changed.

Not here: the file itself, what single settings and values are called (see `setting_words`), and doing what
`senpai settings` asks for (see `settings_command`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from speech.house import echo
from speech.words import Said, Words, paragraph, sentence

from .setting_words import choices, number_of, set_by, shown
from .settings import BY_KEY, Choice, Place, Setting, Settings, Span, Switch, Text, Value
from .settings_file import Complaint, Flaw

NAMED = 3
"""So many settings with wrong values are named."""


class SettingsText:
    """One language's words about the settings file."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def complaint(self, complaint: Complaint) -> Said:
        """Return what is wrong with the file, what became of it, and what holds instead."""
        t = self.t
        match complaint.flaw:
            case Flaw.UNREADABLE:
                detail = self.words.system_error(complaint.code)
                said = t.gettext("The settings file cannot be read: {detail}.").format(detail=detail)
            case Flaw.NO_TEXT:
                said = t.gettext("The settings file holds no text.")
            case Flaw.NO_TOML if complaint.line:
                said = t.gettext("The settings file has a mistake in line {line}.").format(
                    line=complaint.line
                )
            case Flaw.NO_TOML:
                said = t.gettext("The settings file makes no sense.")
            case Flaw.WRONG:
                said = self._wrong(complaint.wrong)
                felt = t.pgettext("braille", "Wrong values in the settings")
                return Said(said, felt, "alarm", print=f"{said}\n{', '.join(map(echo, complaint.wrong))}.")
            case _:
                assert_never(complaint.flaw)
        return Said(
            paragraph([said, self._what_now(complaint.aside)]),
            t.pgettext("braille", "Settings broken. Usual ones hold"),
            "alarm",
        )

    def _what_now(self, aside: str | None) -> str:
        t = self.t
        if aside is None:
            return t.gettext("It stays where it is, and the usual settings hold.")
        return t.gettext("It is kept as {name}, and the usual settings hold.").format(name=aside)

    def _wrong(self, keys: tuple[str, ...]) -> str:
        t = self.t
        if len(keys) > 1:
            names = [self._name(key) for key in keys[:NAMED]]
            if more := len(keys[NAMED:]):
                # Translators: ends a list of settings.
                names.append(t.ngettext("{n} more", "{n} more", more).format(n=more))
            said = t.gettext("In the settings file these values do not fit: {names}. The usual ones hold.")
            return said.format(names=self.words.all_of(names))
        setting, _ = _setting(keys[0])
        if setting is None:
            said = t.gettext("In the settings file {name} should be a section. The usual values hold.")
            return said.format(name=echo(keys[0]))
        said = t.gettext(
            "In the settings file this value does not fit: {name}. It takes {choices}. The usual one holds."
        )
        return said.format(name=self._name(keys[0]), choices=self.choices(setting))

    def _name(self, key: str) -> str:
        setting, person = _setting(key)
        if setting is None:
            return echo(key)
        return self.title(setting, person)

    def choices(self, setting: Setting) -> str:
        """Return what a setting takes."""
        t = self.t
        match setting.kind:
            case Choice() | Switch():
                return self.words.one_of(choices(setting, t))
            case Span(least, most, _):
                return t.gettext("a number from {least} to {most}").format(least=least, most=most)
            case Place(_, host):
                return self.words.one_of([*choices(setting, t), f"{host}:HOST:0"])
            case Text():
                return t.gettext("a text")
            case _:
                assert_never(setting.kind)

    # -- listing and explaining

    def title(self, setting: Setting, person: str | None = None) -> str:
        """Return what a setting is called, and whose it is."""
        title = setting.title(self.t)
        if person is None:
            return title
        # Translators: a setting of one person: "speed of the voice of Anna".
        return self.t.gettext("{title} of {person}").format(title=title, person=echo(person))

    def line(self, setting: Setting, settings: Settings, person: str | None = None) -> str:
        """Return a setting with its number and the value that holds: "7. Speed of the voice: 175."."""
        t = self.t
        held = settings if person is None else settings.for_person(person)
        value = shown(setting, held.value(setting.key), t)
        if set_by(settings, person, setting):
            # Translators: a line in the list of settings of {person}, of one that this person has set.
            said = t.gettext("{number}. {title}: {value}, only for {person}.")
        else:
            # Translators: a line in the list of settings.
            said = t.gettext("{number}. {title}: {value}.")
        title = sentence("{title}", title=setting.title(t))
        return said.format(number=number_of(setting), title=title, value=echo(value), person=echo(person))

    def now(self, setting: Setting, value: Value | None, person: str | None = None) -> str:
        """Return a setting and its value as a sentence."""
        # Translators: a setting and the value it has now.
        said = self.t.gettext("{title}: {value}.")
        return sentence(said, title=self.title(setting, person), value=echo(shown(setting, value, self.t)))

    def explained(self, setting: Setting, settings: Settings, person: str | None = None) -> list[str]:
        """Return what a setting is for, what it takes, what it is now and usually, and an example."""
        t = self.t
        held = settings if person is None else settings.for_person(person)
        takes = t.gettext("It takes {choices}.").format(choices=self.choices(setting))
        usual = t.gettext("Usual is: {value}.").format(value=shown(setting, setting.default, t))
        if not setting.personal:
            usual = paragraph([usual, t.gettext("It is the same for everybody at this machine.")])
        # Translators: {key} and {value} are typed behind "senpai settings", a command.
        example = t.gettext("For example: senpai settings {key} {value}.")
        value = shown(setting, setting.example, t)
        return [
            self.now(setting, held.value(setting.key), person),
            setting.about(t),
            takes,
            usual,
            example.format(key=setting.key, value=value),
        ]

    def head(self, person: str | None) -> str:
        t = self.t
        if person is None:
            return t.gettext("These are the settings.")
        return t.gettext("These are the settings of {person}.").format(person=echo(person))

    # -- asking

    def which(self) -> str:
        return self.t.gettext("Type a number to change one, or press Enter to leave.")

    def value(self) -> str:
        return self.t.gettext("Type the new value, or press Enter to leave it as it is.")

    def left_as_it_is(self) -> str:
        return self.t.gettext("It stays as it is.")

    def goodbye(self) -> str:
        return self.t.gettext("Goodbye.")

    def usage(self) -> list[str]:
        """Return how to change settings, a sentence a line."""
        t = self.t
        return [
            t.gettext("A number and a value set at once, for example: {number} {value}.").format(
                number=number_of(BY_KEY["voice.rate"]), value=250
            ),
            t.gettext("Instead of the number you may say the name of the setting."),
            t.gettext("explain and a number: what a setting is for, with an example."),
            t.gettext("reset and a number: as usual again; reset alone: all of them."),
            t.gettext("export and a file: writes the settings there; import takes them from there."),
            t.gettext("for, a name, and any of these: for one person at a shared machine."),
            t.gettext("list: all settings; quit, or Enter alone: leaves."),
        ]

    # -- done

    def was_reset(self, setting: Setting, value: Value | None, person: str | None) -> str:
        return paragraph([self.t.gettext("It is as usual again."), self.now(setting, value, person)])

    def all_reset(self, person: str | None, kept: str | None) -> str:
        """Return that all settings are as usual; `kept` is the file that has those before."""
        t = self.t
        if person is None:
            said = t.gettext("All settings are as usual again.")
        else:
            said = t.gettext("{person} has the same settings as everybody again.").format(person=echo(person))
        return paragraph([said, self._before(kept)])

    def brought(self, name: str, kept: str | None) -> str:
        said = self.t.gettext("The settings in {name} hold now.").format(name=name)
        return paragraph([said, self._before(kept)])

    def _before(self, kept: str | None) -> str:
        if kept is None:
            return ""
        # Translators: {name} is a file. "senpai settings import" is a command.
        said = self.t.gettext("Those before are in {name}; senpai settings import brings them back.")
        return said.format(name=kept)

    def written(self, name: str) -> str:
        return self.t.gettext("The settings are written to {name}.").format(name=name)

    # -- refusals

    def unnamed(self, word: str, several: Sequence[Setting]) -> str:
        """Return that no setting is called like that, or that several are."""
        t = self.t
        if several:
            names = [
                # Translators: a setting in a sentence, with its number.
                t.gettext("{number} for {title}").format(number=number_of(setting), title=setting.title(t))
                for setting in several
            ]
            said = t.gettext("{word} could be several settings. Say {names}.")
            return said.format(word=echo(word), names=self.words.one_of(names))
        said = t.gettext("There is no setting {word}. senpai settings lists all of them with their numbers.")
        return said.format(word=echo(word))

    def misfit(self, setting: Setting, word: str) -> str:
        t = self.t
        # Translators: {title} is a setting, {word} what was typed, {choices} what would do.
        said = t.gettext("{title} does not take {word}. It takes {choices}.")
        return sentence(said, title=setting.title(t), word=echo(word) or "?", choices=self.choices(setting))

    def for_everybody(self, setting: Setting) -> str:
        said = self.t.gettext(
            "{title} is the same for everybody at this machine. Set it without naming a person."
        )
        return sentence(said, title=setting.title(self.t))

    def whose(self) -> str:
        return self.t.gettext("Say for whom, and what. For example: senpai settings for Anna voice.rate 250.")

    def wrong_name(self, name: str) -> str:
        said = self.t.gettext("The name {value} cannot be used. Take another one.")
        return said.format(value=echo(name))

    def what_to_explain(self) -> str:
        return self.t.gettext("Say which setting. For example: senpai settings explain voice.rate.")

    def too_much(self, word: str) -> str:
        said = self.t.gettext("I do not understand {word} here. senpai settings help tells what you can say.")
        return said.format(word=echo(word))

    def no_file(self, *, writing: bool) -> str:
        t = self.t
        if writing:
            return t.gettext("Name a file. For example: senpai settings export settings.toml.")
        return t.gettext("Name a file. For example: senpai settings import settings.toml.")

    def exists(self, name: str) -> str:
        said = self.t.gettext("There is a file {name} already, and it stays as it is. Name another one.")
        return said.format(name=name)

    def nothing_to_write(self) -> str:
        return self.t.gettext("Nothing is set, so there is nothing to export. The usual settings hold.")

    def not_brought(self, complaint: Complaint) -> str:
        """Return what is wrong with a file that was to be imported, and that nothing has changed."""
        t = self.t
        match complaint.flaw:
            case Flaw.UNREADABLE:
                detail = self.words.system_error(complaint.code)
                why = t.gettext("The file cannot be read: {detail}.").format(detail=detail)
            case Flaw.NO_TEXT:
                why = t.gettext("The file holds no text.")
            case Flaw.NO_TOML if complaint.line:
                why = t.gettext("The file has a mistake in line {line}.").format(line=complaint.line)
            case Flaw.NO_TOML:
                why = t.gettext("The file makes no sense.")
            case Flaw.WRONG:
                names = self.words.all_of([self._name(key) for key in complaint.wrong[:NAMED]])
                why = t.gettext("In the file these values do not fit: {names}.").format(names=names)
            case _:
                assert_never(complaint.flaw)
        return paragraph([why, t.gettext("Your settings stay as they are.")])

    def not_kept(self, code: int) -> str:
        said = self.t.gettext("The settings cannot be saved: {detail}. They stay as they were.")
        return said.format(detail=self.words.system_error(code))

    def not_written(self, name: str, code: int) -> str:
        said = self.t.gettext("{name} cannot be written: {detail}. Name another file.")
        return said.format(name=name, detail=self.words.system_error(code))


def _setting(key: str) -> tuple[Setting | None, str | None]:
    """Return the setting that a key in the file names, and whose it is; neither for a section's."""
    if not key.startswith("people."):
        return BY_KEY.get(key), None
    for at, setting in BY_KEY.items():
        if key.endswith(f".{at}"):
            return setting, key.removeprefix("people.").removesuffix(f".{at}")
    return None, None
