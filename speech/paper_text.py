"""Words on paper around rules, labels, keys and transcripts, and about printing them.

Not here: the rules, the names of the cards, and what was said in a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from .devices import Fault, Trouble
from .house import echo
from .words import Words


class PaperText:
    """One language's words about paper."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    # -- on the pages

    def rules(self, game: str) -> str:
        # Translators: a title.
        return self.t.gettext("Rules of {game}").format(game=game)

    def cards(self, game: str) -> str:
        # Translators: a title, over labels to be stuck on cards.
        return self.t.gettext("Card labels for {game}").format(game=game)

    def twice(self) -> str:
        return self.t.gettext("Every label is here twice, for two opposite corners of its card.")

    def labels(self) -> str:
        # Translators: a heading.
        return self.t.gettext("The labels")

    def legend(self) -> str:
        # Translators: a heading, over a list of labels and the cards that they stand for.
        return self.t.gettext("What they mean")

    def keys(self, game: str) -> str:
        # Translators: a title.
        return self.t.gettext("Keys and words for {game}").format(game=game)

    def keyboard(self) -> str:
        # Translators: a heading, over a list of keys.
        return self.t.gettext("Keys of the keyboard")

    def typed(self) -> str:
        # Translators: a heading, over a list of commands.
        return self.t.gettext("Words that you can type")

    def key(self, names: Sequence[str], help: str) -> str:
        """Return an item of the list of keys; `help` is a sentence that begins with the command's word."""
        # Translators: {keys} is "F2 or Alt+R", {help} "repeat: the latest message again."
        return self.t.gettext("{keys}, {help}").format(keys=self.words.one_of(names), help=help)

    def transcript(self, game: str) -> str:
        # Translators: a title, over all that was said in a game.
        return self.t.gettext("A game of {game}").format(game=game)

    def players(self, names: Sequence[str]) -> str:
        return self.t.gettext("At the table: {names}.").format(names=self.words.all_of(names))

    def heard_by(self, name: str | None) -> str:
        """Return whose transcript it is; None: a bystander's."""
        if name is None:
            return self.t.gettext("This is what everybody may know.")
        return self.t.gettext("This is what {name} was told.").format(name=name)

    # -- about printing

    def written(self, file: str, pages: int, cells: int, lines: int) -> str:
        said = self.t.ngettext(
            "{file} is written: {n} page of {lines} lines with {cells} cells.",
            "{file} is written: {n} pages of {lines} lines with {cells} cells.",
            pages,
        )
        return said.format(file=file, n=pages, cells=cells, lines=lines)

    def written_large(self, file: str) -> str:
        return self.t.gettext("{file} is written, in large print.").format(file=file)

    def letters(self, fault: Fault) -> str:
        """Return that the braille is uncontracted for want of a library or a table."""
        t = self.t
        if fault.trouble is Trouble.NO_LIBRARY:
            said = t.gettext("The braille comes in letters, without contractions: {detail} is missing.")
        else:
            said = t.gettext("The braille comes in letters, without contractions: {detail} does not work.")
        return said.format(detail=echo(fault.detail))

    def what(self, choices: Sequence[str]) -> str:
        said = self.t.gettext("Say what to print: {choices}. For example: senpai print rules nova.")
        return said.format(choices=self.words.one_of(choices))

    def unknown(self, what: str, choices: Sequence[str]) -> str:
        said = self.t.gettext("There is nothing called {what} to print. Say {choices}.")
        return said.format(what=echo(what), choices=self.words.one_of(choices))

    def no_game(self, what: str, games: Sequence[str]) -> str:
        said = self.t.gettext("Name a game: {games}. For example: senpai print {what} nova.")
        return said.format(what=what, games=self.words.one_of(games))

    def no_file(self) -> str:
        return self.t.gettext("Name a file. For example: senpai print transcript game.json.")

    def too_much(self, word: str) -> str:
        said = self.t.gettext(
            "Only one thing is printed at a time, and {word} is one too many. Leave it out."
        )
        return said.format(word=echo(word))

    def no_paper(self, name: str, choices: Sequence[str]) -> str:
        said = self.t.gettext(
            "There is no paper called {name}. Say {choices}, or cells by lines, such as 32x20, at least 12x4."
        )
        return said.format(name=echo(name), choices=", ".join(choices))

    def no_table(self, name: str, choices: Sequence[str]) -> str:
        said = self.t.gettext("There is no braille table called {name} here. Say {choices}.")
        return said.format(name=echo(name), choices=self.words.one_of(choices))

    def eight_dots(self, table: str) -> str:
        said = self.t.gettext(
            "The table {table} has eight dots, and a BRF file only six. Say --format pef for it."
        )
        return said.format(table=table)

    def not_here(self, what: str) -> str:
        """Return that braille code is no use at a terminal, and what would do."""
        said = self.t.gettext(
            "A terminal cannot show these pages. Name a file, as in --output {what}.brf, or say --format txt."
        )
        return said.format(what=what)

    def own_file(self, file: str) -> str:
        said = self.t.gettext("{file} is the game itself and would be lost. Name another file to write.")
        return said.format(file=file)

    def not_written(self, file: str, code: int) -> str:
        said = self.t.gettext("{file} cannot be written: {detail}.")
        return said.format(file=file, detail=self.words.system_error(code))

    def not_given_out(self, code: int) -> str:
        said = self.t.gettext("The pages cannot be given out: {detail}.")
        return said.format(detail=self.words.system_error(code))
