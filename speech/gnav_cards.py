"""What the cards of Gnav are called, in one's own language or as in Norway, and what each of them does.

Not here: sentences about what happens to them (see `gnav_text`).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.gnav_parts import Rank

from .words import Noun, Said, Words, paragraph, sentence

CardNames: TypeAlias = Literal["own", "norwegian"]
"""The cards with a picture: in the language of the words, or by their Norwegian names."""

PICTURES = (Rank.FOOL, Rank.OWL, Rank.POT, Rank.HOUSE, Rank.HORSE, Rank.CAT, Rank.DRAGOON, Rank.CUCKOO)


class GnavCards:
    """The names of the 21 ranks as noun phrases, their braille codes, and their effects in sentences."""

    def __init__(self, words: Words, card_names: CardNames = "own") -> None:
        self.t = words.t
        own = card_names == "own"
        pictures = self._own_pictures() if own else self._norwegian_pictures()
        numbers = range(Rank.ZERO, Rank.HOUSE)
        self.nouns = dict(zip(PICTURES, pictures, strict=True))
        self.nouns |= {Rank(rank): noun for rank, noun in zip(numbers, self._numbers(), strict=True)}
        # Translators: two cells each: fool, owl, pot, house, horse, cat, dragoon, cuckoo.
        codes = words.letters.pgettext("braille letters", "fo ow po hs hr ca dr cu")
        if not own:
            # Translators: the same for the Norwegian names.
            codes = words.letters.pgettext("braille letters", "na ug po hu he ka dr gj")
        self.codes = {Rank(rank): Rank(rank).code for rank in numbers}
        self.codes |= dict(zip(PICTURES, codes.split(), strict=True))

    def card(self, rank: Rank) -> Noun:
        return self.nouns[rank]

    def code(self, rank: Rank) -> str:
        """Return the card as it stands in the braille line: a number, or two letters."""
        return self.codes[rank]

    # -- names

    def _own_pictures(self) -> tuple[Noun, ...]:
        pgettext = self.t.pgettext
        return (
            Noun(
                pgettext("nominative", "the fool"),
                pgettext("accusative", "the fool"),
                pgettext("card", "fool"),
                pgettext("braille", "fool"),
            ),
            Noun(
                pgettext("nominative", "the owl"),
                pgettext("accusative", "the owl"),
                pgettext("card", "owl"),
                pgettext("braille", "owl"),
            ),
            Noun(
                # Translators: the flower pot, third lowest card.
                pgettext("nominative", "the pot"),
                pgettext("accusative", "the pot"),
                pgettext("card", "pot"),
                pgettext("braille", "pot"),
            ),
            Noun(
                pgettext("nominative", "the house"),
                pgettext("accusative", "the house"),
                pgettext("card", "house"),
                pgettext("braille", "house"),
            ),
            Noun(
                pgettext("nominative", "the horse"),
                pgettext("accusative", "the horse"),
                pgettext("card", "horse"),
                pgettext("braille", "horse"),
            ),
            Noun(
                pgettext("nominative", "the cat"),
                pgettext("accusative", "the cat"),
                pgettext("card", "cat"),
                pgettext("braille", "cat"),
            ),
            Noun(
                pgettext("nominative", "the dragoon"),
                pgettext("accusative", "the dragoon"),
                pgettext("card", "dragoon"),
                pgettext("braille", "dragoon"),
            ),
            Noun(
                pgettext("nominative", "the cuckoo"),
                pgettext("accusative", "the cuckoo"),
                pgettext("card", "cuckoo"),
                pgettext("braille", "cuckoo"),
            ),
        )

    def _norwegian_pictures(self) -> tuple[Noun, ...]:
        pgettext = self.t.pgettext
        named = (
            # Translators: the Norwegian name of a card, only the article is to be translated.
            (pgettext("nominative", "the Narr"), pgettext("accusative", "the Narr"), "Narr"),
            (pgettext("nominative", "the Ugle"), pgettext("accusative", "the Ugle"), "Ugle"),
            (pgettext("nominative", "the Potte"), pgettext("accusative", "the Potte"), "Potte"),
            (pgettext("nominative", "the Hus"), pgettext("accusative", "the Hus"), "Hus"),
            (pgettext("nominative", "the Hest"), pgettext("accusative", "the Hest"), "Hest"),
            (pgettext("nominative", "the Katt"), pgettext("accusative", "the Katt"), "Katt"),
            (pgettext("nominative", "the Dragon"), pgettext("accusative", "the Dragon"), "Dragon"),
            (pgettext("nominative", "the Gjøk"), pgettext("accusative", "the Gjøk"), "Gjøk"),
        )
        return tuple(Noun(nominative, accusative, bare, bare) for nominative, accusative, bare in named)

    def _numbers(self) -> tuple[Noun, ...]:
        pgettext = self.t.pgettext
        named = (
            # Translators: the card with this number.
            (
                pgettext("nominative", "the zero"),
                pgettext("accusative", "the zero"),
                pgettext("card", "zero"),
            ),
            (pgettext("nominative", "the one"), pgettext("accusative", "the one"), pgettext("card", "one")),
            (pgettext("nominative", "the two"), pgettext("accusative", "the two"), pgettext("card", "two")),
            (
                pgettext("nominative", "the three"),
                pgettext("accusative", "the three"),
                pgettext("card", "three"),
            ),
            (
                pgettext("nominative", "the four"),
                pgettext("accusative", "the four"),
                pgettext("card", "four"),
            ),
            (
                pgettext("nominative", "the five"),
                pgettext("accusative", "the five"),
                pgettext("card", "five"),
            ),
            (pgettext("nominative", "the six"), pgettext("accusative", "the six"), pgettext("card", "six")),
            (
                pgettext("nominative", "the seven"),
                pgettext("accusative", "the seven"),
                pgettext("card", "seven"),
            ),
            (
                pgettext("nominative", "the eight"),
                pgettext("accusative", "the eight"),
                pgettext("card", "eight"),
            ),
            (
                pgettext("nominative", "the nine"),
                pgettext("accusative", "the nine"),
                pgettext("card", "nine"),
            ),
            (pgettext("nominative", "the ten"), pgettext("accusative", "the ten"), pgettext("card", "ten")),
            (
                pgettext("nominative", "the eleven"),
                pgettext("accusative", "the eleven"),
                pgettext("card", "eleven"),
            ),
            (
                pgettext("nominative", "the twelve"),
                pgettext("accusative", "the twelve"),
                pgettext("card", "twelve"),
            ),
        )
        return tuple(
            Noun(nominative, accusative, bare, str(number))
            for number, (nominative, accusative, bare) in enumerate(named)
        )

    # -- effects

    def effect(self, rank: Rank) -> Said:
        """Return what a card does, one fact a line (seed 004, "Eine Runde spielen", "Wertung und Ende")."""
        sentences, felt = self._effect(rank)
        parts = {"card": self.card(rank), "low": int(rank), "high": Rank.CUCKOO - rank}
        lines = [sentence(line, **parts) for line in sentences]
        return Said(paragraph(lines), felt.format(**parts), print="\n".join(lines))

    def _effect(self, rank: Rank) -> tuple[list[str], str]:
        t = self.t
        match rank:
            case Rank.FOOL:
                return [
                    t.gettext("{card.nom} is the lowest card, and everybody is told when it is dealt."),
                    t.gettext("It must be swapped when it is asked for."),
                    t.gettext("Whoever ends a deal with it loses a life and rests for the next deal."),
                    t.gettext("With one fool in play, the next lowest card loses a life, too."),
                    t.gettext("With two fools in play, nobody else loses anything."),
                ], t.pgettext("braille", "{card.braille}: lowest, life lost, then rest")
            case Rank.HOUSE | Rank.HORSE:
                return [
                    t.gettext("{card.nom} refuses, and the request goes on to the next player or the stock."),
                    t.gettext("Whoever draws it from the stock draws again."),
                ], t.pgettext("braille", "{card.braille}: refuses, next is asked")
            case Rank.CAT:
                return [
                    t.gettext("{card.nom} refuses, and whoever asked loses a life."),
                    t.gettext("All exchanges of the deal are undone, the latest first."),
                    t.gettext("Then play goes on to the left of its owner."),
                    t.gettext("Drawn from the stock, it does the same to whoever drew it."),
                ], t.pgettext("braille", "{card.braille}: asker -1 life, swaps undone")
            case Rank.DRAGOON:
                return [
                    t.gettext("{card.nom} refuses, and whoever asked loses a life and keeps their card."),
                    t.gettext("Then play goes on to the left of its owner."),
                    t.gettext("Drawn from the stock, it does the same to whoever drew it."),
                ], t.pgettext("braille", "{card.braille}: asker -1 life")
            case Rank.CUCKOO:
                return [
                    t.gettext("{card.nom} is the highest card."),
                    t.gettext("When it is asked for or drawn, it is shown, and the deal ends at once."),
                ], t.pgettext("braille", "{card.braille}: highest, ends the deal")
            case _:
                return self._ordinary(rank)

    def _ordinary(self, rank: Rank) -> tuple[list[str], str]:
        t, low, high = self.t, int(rank), Rank.CUCKOO - rank
        return [
            t.gettext("{card.nom} is an ordinary card and must be swapped when it is asked for."),
            # Translators: {low} of the 21 kinds of cards.
            t.ngettext("{low} kind of card is lower.", "{low} kinds of cards are lower.", low),
            # Translators: {high} of the 21 kinds of cards.
            t.ngettext("{high} kind of card is higher.", "{high} kinds of cards are higher.", high),
        ], t.pgettext("braille", "{card.braille}: {low} lower, {high} higher")
