"""What the sound cues are called and what each means; the list of them, and answers about sounds.

Not here: the sounds themselves (see `cues`), and the command that asks for them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import assert_never

from .cues import cues_of
from .devices import Trouble
from .house import echo
from .words import LANGUAGES, Said, Words, sentence


class UnknownCue(ValueError):
    """A typed word that means no cue, or several: those that it may mean are in `choices`."""

    def __init__(self, word: str, choices: Sequence[str] = ()) -> None:
        super().__init__(word)
        self.word = word
        self.choices = tuple(choices)


def cue_called(typed: str, game: str | None = None) -> str:
    """Return the cue that typed words mean: its number in `CueText.listed`, its name, or how that begins.

    Names are understood in every language, with or without umlauts and capitals. A whole name wins over
    the beginning of a longer one, a cue of this game over those of others.

    :raises UnknownCue: no cue is called so, or several are.
    """
    word, listed = _plain(typed), cues_of(game)
    if word.isdecimal() and len(word) < 4 and 1 <= int(word) <= len(listed):
        return listed[int(word) - 1]
    for cues in (listed, cues_of()):
        names = {cue: _spellings(cue) for cue in cues}
        whole = [cue for cue in cues if word in names[cue]]
        begun = [cue for cue in cues if any(name.startswith(word) for name in names[cue])]
        if len(whole or begun) == 1:
            return (whole or begun)[0]
        if begun and word:
            raise UnknownCue(typed.strip(), whole or begun)
    raise UnknownCue(typed.strip())


def _spellings(cue: str) -> set[str]:
    names = [cue, *(CueText(Words(lang)).name(cue) for lang in LANGUAGES)]
    names += [name.replace("'", "") for name in names]
    return {_plain(name, umlaut) for name in names for umlaut in ("e", "")}


def _plain(text: str, umlaut: str = "e") -> str:
    """Return the text in small letters, "ä" as "ae" (or "a"), a blank for all but letters and digits."""
    small = unicodedata.normalize("NFC", text).casefold()
    for dotted, letter in zip("äöü", "aou", strict=True):
        small = small.replace(dotted, letter + umlaut)
    return " ".join("".join(char if char.isalnum() else " " for char in small).split())


class CueText:
    """One language's words about the sound cues."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def name(self, cue: str) -> str:
        """Return what a cue of `cues.CUES` is called, in small letters where the language has them."""
        return self._texts(cue)[0]

    def meaning(self, cue: str) -> str:
        """Return when a cue is heard, as a sentence."""
        return self._texts(cue)[1]

    # -- answers

    def listed(self, game: str | None = None) -> Said:
        """Return the cues of a game, by its name in records, numbered; None: all."""
        t, names = self.t, [self.name(cue) for cue in cues_of(game)]
        # Translators: heads a numbered list of sounds.
        lines = [t.ngettext("There is {n} sound.", "There are {n} sounds.", len(names)).format(n=len(names))]
        lines += [f"{number}: {name}." for number, name in enumerate(names, 1)]
        lines.append(t.gettext("Type sounds and a number or a name to hear one."))
        felt = "; ".join(f"{number} {name}" for number, name in enumerate(names, 1))
        return Said(" ".join(lines), felt, print="\n".join(lines))

    def played(self, cue: str) -> Said:
        """Return a cue's name and meaning, with the cue itself."""
        name, meaning = self._texts(cue)
        said = sentence("{name}. {meaning}", name=name, meaning=meaning)
        # Translators: a sound is played as an example; {name} is what it is called.
        return Said(said, self.t.pgettext("braille", "Sound: {name}").format(name=name), cue)

    def turned(self, *, on: bool, volume: int) -> Said:
        """Return that cues are heard from now on, with their volume in per cent, or no longer."""
        t = self.t
        if on:
            said = t.gettext("Sounds are on, at {n} per cent.")
            felt = t.pgettext("braille", "Sounds on, {n} percent")
            return Said(said.format(n=volume), felt.format(n=volume), "your-turn")
        return Said(
            t.gettext("Sounds are off. Everything is still said."), t.pgettext("braille", "Sounds off")
        )

    def volume(self, volume: int) -> Said:
        """Return how loud cues are now, in per cent, with one of them."""
        t = self.t
        if not volume:
            return self.turned(on=False, volume=0)
        said, felt = t.gettext("Sounds at {n} per cent."), t.pgettext("braille", "Sounds {n} percent")
        return Said(said.format(n=volume), felt.format(n=volume), "your-turn")

    def unknown(self, problem: UnknownCue) -> Said:
        """Return that no sound, or more than one, is called so, and what would do."""
        t = self.t
        if not problem.choices:
            said = t.gettext("There is no sound called {word}. Type sounds to hear the names of all.")
            felt = t.pgettext("braille", "No sound {word}. Type sounds")
        else:
            # Translators: {names} are alternatives.
            said = t.gettext("Which sound do you mean: {names}? Write the name out.")
            felt = t.pgettext("braille", "Which sound?")
        names = self.words.one_of([self.name(cue) for cue in problem.choices])
        word = echo(problem.word)
        return Said(said.format(word=word, names=names), felt.format(word=word[:16]), "error")

    def trouble(self, trouble: Trouble, detail: str) -> Said:
        """Return why cues cannot be heard while the words are, and what would help."""
        t = self.t
        match trouble:
            case Trouble.NO_SOUND | Trouble.NO_OUTPUT:
                said = t.gettext(
                    "Sounds cannot be heard, for there is no sound card. Everything is still said."
                )
            case Trouble.NO_LIBRARY:
                said = t.gettext("Sounds cannot be heard, for {detail} is missing. Everything is still said.")
            case Trouble.NO_SERVER | Trouble.FAILED | Trouble.HUNG:
                said = t.gettext("Sounds have stopped: {detail}. Everything is still said.")
            case _:
                assert_never(trouble)
        return Said(said.format(detail=echo(detail)), t.pgettext("braille", "No sounds"))

    # -- one branch a cue

    def _texts(self, cue: str) -> tuple[str, str]:
        """Return name and meaning. Raises KeyError."""
        t = self.t
        # Translators: names of sounds, and when each is heard.
        match cue:
            case "your-turn":
                return t.pgettext("sound", "your turn"), t.gettext("This is heard when your turn begins.")
            case "announce":
                return t.pgettext("sound", "announcement"), t.gettext(
                    "This is heard when an action is announced, before it is carried out."
                )
            case "error":
                return t.pgettext("sound", "mistake"), t.gettext(
                    "This is heard when something cannot be done or is not understood."
                )
            case "deal":
                return t.pgettext("sound", "cards dealt"), t.gettext(
                    "This is heard when the cards are dealt."
                )
            case "end-won":
                return t.pgettext("sound", "game won"), t.gettext("This is heard when you win.")
            case "end-lost":
                return t.pgettext("sound", "game lost"), t.gettext("This is heard when you lose.")
            case "end":
                return t.pgettext("sound", "end"), t.gettext(
                    "This is heard when a game ends that you neither win nor lose."
                )
            case "question":
                return t.pgettext("sound", "question"), t.gettext(
                    "This is heard when an action waits for your yes."
                )
            case "taken-back":
                return t.pgettext("sound", "taken back"), t.gettext(
                    "This is heard when an announced action is taken back."
                )
            case "alarm":
                return t.pgettext("sound", "alarm"), t.gettext(
                    "This is heard when a device or saving the game fails, or works again."
                )
            case "message-waits":
                return t.pgettext("sound", "message waits"), t.gettext(
                    "This is heard when a message waits to be read."
                )
            case "greeting":
                return t.pgettext("sound", "greeting"), t.gettext("This is heard when Senpai starts.")
            case _:
                return self._game_texts(cue)

    def _game_texts(self, cue: str) -> tuple[str, str]:
        """Return name and meaning of a cue that is not heard in every game. Raises KeyError."""
        t = self.t
        match cue:
            case "draw":
                return t.pgettext("sound", "card drawn"), t.gettext(
                    "This is heard when somebody draws a card from the stock."
                )
            case "hint":
                return t.pgettext("sound", "hint given"), t.gettext(
                    "This is heard when another player gets a hint."
                )
            case "hint-to-you":
                return t.pgettext("sound", "hint to you"), t.gettext("This is heard when you get a hint.")
            case "fits":
                return t.pgettext("sound", "card fits"), t.gettext("This is heard when a card fits its row.")
            case "misfire":
                return t.pgettext("sound", "misfire"), t.gettext("This is heard when a card does not fit.")
            case "row-complete":
                return t.pgettext("sound", "row complete"), t.gettext("This is heard when a row is complete.")
            case "discard":
                return t.pgettext("sound", "discard"), t.gettext("This is heard when a card is discarded.")
            case "joker":
                return t.pgettext("sound", "joker"), t.gettext(
                    "This is heard when a card turns out to be a joker."
                )
            case "last-round":
                return t.pgettext("sound", "last round"), t.gettext(
                    "This is heard when the stock is empty and the last round begins."
                )
            case "passed-over":
                return t.pgettext("sound", "passed over"), t.gettext(
                    "This is heard when a player who can do nothing is passed over."
                )
            case "arrange":
                return t.pgettext("sound", "cards arranged"), t.gettext(
                    "This is heard when a hand is put in a new order."
                )
            case "talk":
                return t.pgettext("sound", "table talk"), t.gettext(
                    "This is heard when somebody says something at the table."
                )
            case "turn-up":
                return t.pgettext("sound", "card turned up"), t.gettext(
                    "This is heard when the next card is turned up."
                )
            case "chip":
                return t.pgettext("sound", "chip"), t.gettext("This is heard when a chip goes on the card.")
            case "take":
                return t.pgettext("sound", "card taken"), t.gettext(
                    "This is heard when somebody takes the card."
                )
            case "count":
                return t.pgettext("sound", "counting"), t.gettext("This is heard when points are counted.")
            case _:
                return self._gnav_texts(cue)

    def _gnav_texts(self, cue: str) -> tuple[str, str]:
        """Return name and meaning of a cue of Gnav. Raises KeyError."""
        t = self.t
        match cue:
            case "swap":
                return t.pgettext("sound", "swap"), t.gettext("This is heard when two players swap cards.")
            case "knock":
                return t.pgettext("sound", "fool's knock"), t.gettext(
                    "This is heard when somebody was dealt a fool."
                )
            case "house":
                return t.pgettext("sound", "house"), t.gettext(
                    "This is heard when a house refuses and the request goes on."
                )
            case "horse":
                return t.pgettext("sound", "horse"), t.gettext(
                    "This is heard when a horse refuses and the request goes on."
                )
            case "cat":
                return t.pgettext("sound", "cat"), t.gettext(
                    "This is heard when a cat costs somebody a life."
                )
            case "dragoon":
                return t.pgettext("sound", "dragoon"), t.gettext(
                    "This is heard when a dragoon costs somebody a life."
                )
            case "cuckoo":
                return t.pgettext("sound", "cuckoo"), t.gettext("This is heard when a cuckoo ends the deal.")
            case "undone":
                return t.pgettext("sound", "swaps undone"), t.gettext(
                    "This is heard when all swaps of the deal are undone."
                )
            case "cards":
                return t.pgettext("sound", "cards shown"), t.gettext(
                    "This is heard when all cards are shown at the end of a deal."
                )
            case "settled":
                return t.pgettext("sound", "nobody loses"), t.gettext(
                    "This is heard when a deal ends and nobody loses a life."
                )
            case "life-lost":
                return t.pgettext("sound", "life lost"), t.gettext(
                    "This is heard when a deal ends and somebody loses a life."
                )
            case "out":
                return t.pgettext("sound", "player out"), t.gettext(
                    "This is heard when somebody has no life left."
                )
            case "resting":
                return t.pgettext("sound", "resting"), t.gettext(
                    "This is heard when somebody has to rest for a deal."
                )
            case "skipped":
                return t.pgettext("sound", "deal skipped"), t.gettext(
                    "This is heard when a deal is skipped, as too few can play."
                )
        raise KeyError(cue)
