"""Words for the practice deals: one sentence on what each of them trains. Not here: the deals."""

from __future__ import annotations

from .words import Words, sentence


class PracticeText:
    """One language's words about the practice deals."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def example(self, game: str, name: str) -> str:
        """Return how one of them is played."""
        said = self.t.gettext(
            "To play one, say its game and name, for example: senpai practice {game} {name}."
        )
        return said.format(game=game, name=name)

    def head(self, game: str) -> str:
        # Translators: heads a list of deals.
        return self.t.gettext("Deals to practise {game}.").format(game=self.words.game(game))

    def line(self, game: str, deal: str, name: str) -> str:
        """Return a deal's name and what it trains; `deal` is its English name."""
        return sentence("{name}: {about}", name=name, about=self.about(game, deal))

    def about(self, game: str, deal: str) -> str:
        """Return what a deal trains, in one sentence. Raises KeyError."""
        t = self.t
        match game, deal:
            case (("nova" | "hanabi"), "start"):
                return t.gettext("one hint can make several cards of a partner playable.")
            case (("nova" | "hanabi"), "fives"):
                return t.gettext("your partners hold fives, which must not be thrown away.")
            case (("nova" | "hanabi"), "twins"):
                return t.gettext("your partners hold the same card, which must not be played twice.")
            case (("nova" | "hanabi"), "patience"):
                return t.gettext(
                    "your partners hold no card to begin with, so hints must wait or look ahead."
                )
            case "nova", "joker":
                return t.gettext("a partner holds a joker, which no hint ever points at.")
            case "hanabi", "rainbow":
                return t.gettext("your partners hold rainbow cards, which every colour points at.")
            case "push", "dear":
                return t.gettext("the game begins with a card of many points: how long can you pay?")
            case "push", "cheap":
                return t.gettext("the game begins with low cards: when are the chips on them worth it?")
            case "push", "run":
                return t.gettext("a run is in the making early: who collects it, and how do you spoil it?")
            case "push", "gap":
                return t.gettext("two early cards lack only the one between them: is it worth the wait?")
            case "gnav", "low":
                return t.gettext("you are dealt a low card: ask for another, though asking has its dangers.")
            case "gnav", "middle":
                return t.gettext("you are dealt a middling card: keep it, or ask?")
            case "gnav", "fool":
                return t.gettext("you are dealt the fool, and everybody knows it: what now?")
            case "gnav", "animals":
                return t.gettext(
                    "cards that refuse a request are about in the first deals: asking is dangerous."
                )
        raise KeyError(deal)
