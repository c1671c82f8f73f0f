"""Words about the settings file: what is wrong in it, and that it is set aside. Not here: the file itself."""

from __future__ import annotations

from typing import assert_never

from speech.house import echo
from speech.words import Said, Words, paragraph

from .settings import BY_KEY, Choice, Place, Setting, Span, Switch, Text
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
        title = setting.title(self.t)
        if person is None:
            return title
        # Translators: a setting of one person: "speed of the voice of Anna".
        return self.t.gettext("{title} of {person}").format(title=title, person=echo(person))

    def choices(self, setting: Setting) -> str:
        """Return what a setting takes."""
        t = self.t
        match setting.kind:
            case Choice(words):
                return self.words.one_of(words)
            case Span(least, most, _):
                return t.gettext("a number from {least} to {most}").format(least=least, most=most)
            case Switch():
                return self.words.one_of(("true", "false"))
            case Place(words, host):
                return self.words.one_of((*words, f"{host}:HOST:0"))
            case Text():
                return t.gettext("a text")
            case _:
                assert_never(setting.kind)


def _setting(key: str) -> tuple[Setting | None, str | None]:
    """Return the setting that a key in the file names, and whose it is; neither for a section's."""
    if not key.startswith("people."):
        return BY_KEY.get(key), None
    for at, setting in BY_KEY.items():
        if key.endswith(f".{at}"):
            return setting, key.removeprefix("people.").removesuffix(f".{at}")
    return None, None
