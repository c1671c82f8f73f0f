"""What is asked and said at the very first start. Not here: asking it (see `first_start`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from speech.house import echo
from speech.route_text import RouteText
from speech.words import Words, paragraph, sentence

from .commands import spellings

_ONCE = ("once", "one time", "einmal")
_TWICE = ("twice", "two times", "zweimal", "doppelt")
_NOT = ("not at all", "not", "no", "never", "nothing", "gar nicht", "nicht", "nein", "nie", "nichts")
_SILENT = ("no speech", "without speech", "none", "silent", "ohne sprache", "keine sprache", "ohne", "still")
_YES = ("yes", "y", "ja", "j", "jo", "ok")
_NO = ("no", "n", "nein", "nee")
SKIP = ("skip", "überspringen", "überspringe")


class Question(NamedTuple):
    """A question with numbered answers; `ways` has the words for each, in both languages."""

    asked: tuple[tuple[str, str], ...]
    """What is printed and spoken, a line each: the language and the sentences."""
    felt: str
    """The same for a braille display, at most 40 cells."""
    ways: tuple[frozenset[str], ...]
    how: str
    """What would do, for who typed something else."""
    help: str

    def answer(self, typed: set[str]) -> int | None:
        """Return the number, from 1, of the answer that was typed, as `words_of` has it."""
        for number, ways in enumerate(self.ways, 1):
            if typed & (ways | {str(number)}):
                return number
        return None


def ways(*words: str) -> frozenset[str]:
    """Return all the ways in which some words may be typed."""
    return frozenset(way for word in words for way in spellings(word))


def words_of(line: str) -> set[str]:
    """Return the ways in which a typed line may be meant: a number as it stands, words in all spellings."""
    bare = line.strip().rstrip(".)")
    return {bare} if not any(char.isalpha() for char in bare) else spellings(line)


class FirstStartText:
    """One language's words of the first start."""

    def __init__(self, words: Words) -> None:
        self.words, self.t, self.lang = words, words.t, words.lang
        self._routes = RouteText(words)

    def intro(self) -> list[str]:
        t = self.t
        return [
            t.gettext("This is the first start, so there are a few short questions."),
            t.gettext("Type a number or a word, and Enter. Help explains, skip leaves the rest as usual."),
        ]

    def this_language(self, number: int) -> str:
        """Return how to choose this language; each is offered in its own words."""
        # Translators: name the language of the translation.
        return self.t.gettext("For English, type {number}.").format(number=number)

    def language(self, offers: Sequence[FirstStartText]) -> Question:
        """Return the question for the language; `offers` are the words of all, in their order."""
        lines = [(offer.lang, offer.this_language(number)) for number, offer in enumerate(offers, 1)]
        names = {"en": ways("en", "english", "englisch"), "de": ways("de", "german", "deutsch")}
        return Question(
            tuple(lines),
            " ".join(line for _, line in lines),
            tuple(names[offer.lang] for offer in offers),
            paragraph(line for _, line in lines),
            self.t.gettext("Everything is said in the language that you choose. You may type in both."),
        )

    # -- hearing

    def heard(self, *, now: str | None = None, silence: bool = False) -> Question:
        """Return the question what was heard; `now` is the way that asks, `silence` offers to do without."""
        t = self.t
        asked = t.gettext("Did you hear this once, twice, or not at all?")
        if now is not None:
            asked = paragraph([sentence(t.gettext("{way} speaks now."), way=self._routes.way(now)), asked])
        how = t.gettext("Type 1 for once, 2 for twice, 3 for not at all.")
        if silence:
            how = paragraph([how, t.gettext("Type 4 if nothing shall be spoken.")])
        return self._hearing(asked, how, silence=silence)

    def louder(self) -> Question:
        """Return what to try when nothing was heard, and the question once more."""
        t = self.t
        asked = t.gettext("Turn the volume up or plug headphones in, and press Enter to hear this again.")
        how = t.gettext(
            "Then type 1 for once or 2 for twice. Type 3 to try another voice, 4 if nothing shall be spoken."
        )
        return self._hearing(asked, how, silence=True)

    def _hearing(self, asked: str, how: str, *, silence: bool) -> Question:
        t = self.t
        answers = [ways(*_ONCE), ways(*_TWICE), ways(*_NOT), ways(*_SILENT)]
        help = t.gettext(
            "Exactly one voice should speak. Once is right. Twice means that your screen reader reads what "
            "is printed, and a voice of Senpai speaks as well; then Senpai is silent from now on. If you "
            "heard nothing, other voices are tried."
        )
        felt = t.pgettext("braille", "Heard: 1 once 2 twice 3 nothing")
        return Question(
            ((self.lang, paragraph([asked, how])),),
            felt,
            tuple(answers if silence else answers[:3]),
            how,
            help,
        )

    def looking(self) -> str:
        return self.t.gettext("Another voice is looked for.")

    def good(self) -> str:
        return self.t.gettext("Good.")

    def speaks(self, way: str) -> str:
        return sentence(self.t.gettext("{way} speaks."), way=self._routes.way(way))

    def reader_reads(self) -> str:
        return self.t.gettext("Your screen reader reads what is printed, and Senpai itself is silent.")

    def two_readers(self) -> str:
        return self.t.gettext(
            "Senpai itself is silent, so two other programs read what is printed. Switch one of them off."
        )

    def silent(self) -> str:
        return self.t.gettext("Everything is printed, and nothing is spoken.")

    def unheard(self, *, remote: bool) -> str:
        """Return what is left when nothing was heard, and what to do about it."""
        t = self.t
        if remote:
            return t.gettext(
                "A voice of Senpai would sound at the other machine, so everything is printed. Switch on the "
                "screen reader where you are."
            )
        return t.gettext(
            "No other voice is to be had, so everything is printed. senpai doctor tells what is missing."
        )

    # -- braille and sounds

    def display(self, cells: int) -> Question:
        t = self.t
        asked = t.ngettext(
            "There is a braille display of {n} cell. Shall it be used?",
            "There is a braille display of {n} cells. Shall it be used?",
            cells,
        )
        return self._yes_or_no(
            asked.format(n=cells),
            t.pgettext("braille", "Use this display? 1 yes 2 no"),
            t.gettext(
                "If you say yes, cards and messages are shown on the display, and you can play from its keys."
            ),
        )

    def no_display(self) -> str:
        return self.t.gettext("No braille display was found.")

    def sounds(self) -> Question:
        t = self.t
        return self._yes_or_no(
            t.gettext("Shall short sounds go with the words? Two of them are played."),
            t.pgettext("braille", "Sounds beside the words? 1 yes 2 no"),
            t.gettext(
                "A sound tells at once what kind of thing happens, such as that it is your turn. All that it "
                "tells is said in words, too."
            ),
        )

    def _yes_or_no(self, asked: str, felt: str, help: str) -> Question:
        how = self.t.gettext("Type 1 for yes, 2 for no.")
        line = ((self.lang, paragraph([asked, how])),)
        return Question(line, felt, (ways(*_YES), ways(*_NO)), how, help)

    # -- the end

    def not_understood(self, word: str, how: str) -> str:
        said = self.t.gettext("I do not know {word} here. {how}")
        return said.format(word=echo(word), how=how)

    def done(self) -> str:
        return self.t.gettext("That is kept. To change it, start senpai settings.")

    def done_braille(self) -> str:
        return self.t.pgettext("braille", "Kept. senpai settings changes it")

    def not_kept(self, code: int) -> str:
        """Return that the answers hold for now only; `code` as the system has it."""
        detail = self.words.system_error(code)
        return self.t.gettext("It holds for now but cannot be saved: {detail}.").format(detail=detail)

    def goodbye(self) -> str:
        return self.t.gettext("Goodbye.")

    def input_ended(self) -> str:
        return self.t.gettext("The input has ended. Goodbye.")
