"""The answers about how Senpai speaks: speed, loudness, voices, fullness, pauses, messages that wait.

Not here: spelling itself (see `spelling`), and what is wrong with a voice (see `route_text`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from .house import echo
from .outputs import Profile
from .spelling import Punctuation, Spelling
from .words import Said, Verbosity, Words, paragraph


class End(StrEnum):
    """Whether a value stands at an end of what it can be."""

    LEAST = "least"
    MOST = "most"


class VoiceText:
    """One language's words about its voice."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    # -- faster and louder

    def rate(self, value: int, end: End | None, *, moved: bool) -> Said:
        """Return the speed now, in words a minute; `moved` False: it was at the end already."""
        t = self.t
        said = t.gettext("{n} words a minute.").format(n=value)
        match end:
            case End.LEAST:
                limit = t.gettext("That is the slowest.")
            case End.MOST:
                limit = t.gettext("That is the fastest.")
            case None:
                limit = ""
            case _:
                assert_never(end)
        return _moved(said, limit, t.pgettext("braille", "Speed {n}").format(n=value), moved=moved)

    def volume(self, value: int, end: End | None, *, moved: bool) -> Said:
        """Return the loudness now, in per cent."""
        t = self.t
        said = t.gettext("Volume {n} per cent.").format(n=value)
        match end:
            case End.LEAST:
                limit = t.gettext("That is the quietest. Stop silences the voice.")
            case End.MOST:
                limit = t.gettext("That is the loudest.")
            case None:
                limit = ""
            case _:
                assert_never(end)
        return _moved(said, limit, t.pgettext("braille", "Volume {n}").format(n=value), moved=moved)

    def pitch(self, value: int, end: End | None, *, moved: bool) -> Said:
        """Return how high the voice is now, from 0 to 100."""
        t = self.t
        said = t.gettext("Pitch {n}.").format(n=value)
        match end:
            case End.LEAST:
                limit = t.gettext("That is the lowest.")
            case End.MOST:
                limit = t.gettext("That is the highest.")
            case None:
                limit = ""
            case _:
                assert_never(end)
        return _moved(said, limit, t.pgettext("braille", "Pitch {n}").format(n=value), moved=moved)

    def not_ours(self) -> Said:
        """Return that no voice of ours speaks, so that nothing about it can be set here."""
        t = self.t
        said = t.gettext(
            "Senpai's own voice does not speak here, so your screen reader sets that. To hear Senpai's own "
            "voice, start with --voice own."
        )
        return Said(said, t.pgettext("braille", "Set that in your screen reader"), "error")

    # -- voices

    def language(self, lang: str) -> str:
        """Return a language as in "the voice for German"."""
        t = self.t
        return {"en": t.pgettext("language", "English"), "de": t.pgettext("language", "German")}[lang]

    def voices(self, lang: str, names: Sequence[str], chosen: int | None) -> Said:
        """Return the voices of a language, numbered from 1; `chosen` is the number of the one in use."""
        t, n = self.t, len(names)
        head = t.ngettext("There is {n} voice for {language}.", "There are {n} voices for {language}.", n)
        how = t.gettext("Type voice and a number.")
        plain = t.gettext("{number}: {name}.")
        # Translators: a line in a numbered list, of the voice that is in use.
        used = t.gettext("{number}: {name}, in use.")
        listed = [
            (used if number == chosen else plain).format(number=number, name=name)
            for number, name in enumerate(names, 1)
        ]
        lines = [head.format(n=n, language=self.language(lang)), *listed, how]
        felt = "; ".join(f"{number} {name}" for number, name in enumerate(names, 1))
        return Said(paragraph(lines), felt, print="\n".join(lines))

    def no_voices(self, lang: str) -> Said:
        t = self.t
        said = t.gettext(
            "No voice for {language} can be chosen here. Senpai takes the one there is, or your screen "
            "reader decides."
        )
        felt = t.pgettext("braille", "No voices to choose from")
        return Said(said.format(language=self.language(lang)), felt, "error")

    def voice_chosen(self, name: str, lang: str) -> Said:
        t = self.t
        said = t.gettext("{name} speaks {language} now.")
        return Said(said.format(name=name, language=self.language(lang)), name)

    def no_such_voice(self, word: str, lang: str, most: int) -> Said:
        t = self.t
        said = t.ngettext(
            "I know no voice {word} for {language}. There is {most}; voice lists it.",
            "I know no voice {word} for {language}. There are {most}; voice lists them.",
            most,
        )
        felt = t.pgettext("braille", "No voice {word}").format(word=echo(word))
        return Said(said.format(word=echo(word), language=self.language(lang), most=most), felt, "error")

    def which_voice(self, word: str, names: Sequence[str]) -> Said:
        """Return that a name begins more than one voice's; `names` with their numbers."""
        t = self.t
        said = t.gettext("{word} could be {names}. Type voice and the number.")
        felt = t.pgettext("braille", "Which voice? {n} fit").format(n=len(names))
        return Said(said.format(word=echo(word), names=self.words.one_of(names)), felt, "error")

    def numbered(self, number: int, name: str) -> str:
        # Translators: a voice in a sentence, "2, Klaus".
        return self.t.gettext("{number}, {name}").format(number=number, name=name)

    # -- choices

    def verbosity(self, value: Verbosity) -> Said:
        t = self.t
        match value:
            case Verbosity.SHORT:
                said = t.gettext("Short: only what counts is said.")
                felt = t.pgettext("braille", "Short")
            case Verbosity.NORMAL:
                said = t.gettext("Normal: whole sentences are said.")
                felt = t.pgettext("braille", "Normal")
            case Verbosity.LEARNING:
                said = t.gettext("Learning: why is said too.")
                felt = t.pgettext("braille", "Learning")
            case _:
                assert_never(value)
        return Said(said, felt)

    def punctuation(self, value: Punctuation) -> Said:
        t = self.t
        match value:
            case Punctuation.NONE:
                said = t.gettext("None: no sign is named.")
                felt = t.pgettext("braille", "Signs: none")
            case Punctuation.SOME:
                said = t.gettext("Some: signs that are no part of a sentence are named.")
                felt = t.pgettext("braille", "Signs: some")
            case Punctuation.ALL:
                said = t.gettext("All: every sign is named.")
                felt = t.pgettext("braille", "Signs: all")
            case _:
                assert_never(value)
        return Said(said, felt)

    def spelling(self, value: Spelling) -> Said:
        t = self.t
        match value:
            case Spelling.LETTERS:
                said = t.gettext("Letters: spell says each letter.")
                felt = t.pgettext("braille", "Spelling: letters")
            case Spelling.ALPHABET:
                said = t.gettext("Alphabet: spell says a word for each letter.")
                felt = t.pgettext("braille", "Spelling: alphabet")
            case _:
                assert_never(value)
        return Said(said, felt)

    def profile(self, value: Profile) -> Said:
        t = self.t
        match value:
            case Profile.ALL:
                said = t.gettext("All: everything that happens is spoken.")
                felt = t.pgettext("braille", "Messages: all")
            case Profile.ON_REQUEST:
                said = t.gettext(
                    "On request: answers are spoken, and questions to you. The rest waits; missed tells it."
                )
                felt = t.pgettext("braille", "Messages: on request")
            case _:
                assert_never(value)
        return Said(said, felt)

    def no_such_choice(self, word: str, choices: Sequence[str]) -> Said:
        """Return that a setting does not take a word; `choices` as they are typed."""
        t = self.t
        said = t.gettext("I do not know {word} here. Say {choices}.")
        said = said.format(word=echo(word), choices=self.words.one_of(choices))
        return Said(said, t.pgettext("braille", "{choices}?").format(choices=", ".join(choices)), "error")

    # -- sounds

    def no_sounds(self) -> Said:
        t = self.t
        said = t.gettext(
            "Senpai plays no sounds here, for it was started without a voice. Start with --voice own to hear "
            "them."
        )
        return Said(said, t.pgettext("braille", "No sounds without a voice"), "error")

    def all_sounds(self, count: int) -> Said:
        """Return that all sounds follow, each with its name."""
        t = self.t
        said = t.ngettext(
            "Here is {n} sound. Stop ends it.",
            "Here are {n} sounds, one after the other. Stop ends it.",
            count,
        )
        return Said(said.format(n=count), t.pgettext("braille", "{n} sounds").format(n=count))

    def sounds_range(self, least: int, most: int) -> Said:
        """Return how loud sounds can be, in per cent."""
        t = self.t
        said = t.gettext("Sounds can be from {least} to {most} per cent loud, or off.")
        felt = t.pgettext("braille", "Sounds: {least} to {most}, or off")
        parts = {"least": least, "most": most}
        return Said(said.format(**parts), felt.format(**parts), "error")

    # -- pause

    def paused(self) -> Said:
        t = self.t
        said = t.gettext("Paused. Resume goes on with what waits; answers are still spoken.")
        return Said(said, t.pgettext("braille", "Paused"))

    def resumed(self) -> Said:
        t = self.t
        return Said(t.gettext("The voice goes on."), t.pgettext("braille", "Voice goes on"))

    def not_paused(self) -> Said:
        t = self.t
        said = t.gettext("The voice is not paused. Pause keeps news back.")
        return Said(said, t.pgettext("braille", "Not paused"), "error")

    # -- messages

    def waiting(self, count: int) -> str:
        """Return how many messages wait, as a sentence."""
        said = self.t.ngettext(
            "{n} message waits; missed tells it.", "{n} messages wait; missed tells them.", count
        )
        return said.format(n=count)

    def nothing_missed(self) -> Said:
        t = self.t
        said = t.gettext("No message waits. History tells what was.")
        return Said(said, t.pgettext("braille", "Nothing missed"))

    # -- keeping

    def not_kept(self, said: Said, code: int) -> Said:
        """Return an answer with the news that the setting could not be saved; `code` as the system has it."""
        t, detail = self.t, self.words.system_error(code)
        more = t.gettext("It holds for now but cannot be saved: {detail}.").format(detail=detail)
        felt = t.pgettext("braille", "{what}. Not saved").format(what=said.braille)
        return said._replace(speech=paragraph([said.speech, more]), braille=felt, cue="error")


def _moved(said: str, limit: str, felt: str, *, moved: bool) -> Said:
    """Put a value and its limit together, the news first."""
    if moved:
        return Said(paragraph([said, limit]), felt)
    return Said(paragraph([limit, said]), felt, "error")
