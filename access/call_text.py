"""Words for how the program is called: refusals of bad calls, help on the command line, the first menu.

Not here: words in a game (see `speech`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from speech.house import echo
from speech.words import Words

from .arguments import COMMANDS, BadCall, Slip


class CallText:
    """One language's words about calling the program."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def slip(self, bad: BadCall) -> str:
        """Return what is wrong with the call and what would do."""
        t, facts = self.t, bad.facts
        choices = facts.get("choices", ())
        assert isinstance(choices, tuple)
        parts = {
            "word": echo(facts.get("word", "")),
            "value": echo(facts.get("value", "")),
            "choices": self.words.one_of([str(choice) for choice in choices]),
            "commands": self.words.one_of(COMMANDS),
            "least": facts.get("least"),
            "most": facts.get("most"),
        }
        match bad.slip:
            case Slip.UNKNOWN_COMMAND:
                said = t.gettext("There is no command {word}. Say {commands}.")
            case Slip.UNKNOWN_OPTION:
                said = t.gettext("There is no option {word}. Say senpai help to hear all of them.")
            case Slip.NO_VALUE:
                said = t.gettext("After {word} a value is missing. Say senpai help for examples.")
            case Slip.WRONG_VALUE:
                said = t.gettext("{word} does not take {value}. It takes {choices}.")
            case Slip.UNKNOWN_GAME:
                said = t.gettext("There is no game called {value}. Say {choices}.")
            case Slip.WRONG_NUMBER:
                said = t.gettext("The game is for {least} to {most} players.")
            case Slip.WRONG_NAME:
                said = t.gettext("The name {value} cannot be used. Take another one.")
            case Slip.SAME_NAME:
                said = t.gettext("Two players are called {value}. Give each a name of their own.")
            case Slip.PEOPLE:
                said = t.gettext("{value} people need as many names, as in --names Anna,Ben --people 2.")
            case Slip.UNNAMED:
                said = t.gettext("Say what the {value} people are called: --names Anna,Ben --people 2.")
            case Slip.NO_FILE:
                said = t.gettext("Name a file. For example: senpai replay game.json.")
            case Slip.SEATS:
                said = t.gettext(
                    "{value} seats are named, but {most} play. Add players, or leave out a --seat."
                )
            case Slip.WRONG_SEAT:
                said = t.gettext("Nobody sits at {value}. Say {choices}.")
            case Slip.TOO_MUCH:
                said = t.gettext("I do not understand {word} here. Leave it out, or say senpai help.")
            case _:
                assert_never(bad.slip)
        return said.format(**parts)

    def usage(self) -> str:
        """Return what the program can be asked to do, one sentence a line."""
        t = self.t
        lines = [
            t.gettext("senpai: asks what you want to play."),
            t.gettext("senpai play nova: starts a game with computer players; also hanabi, push or gnav."),
            t.gettext("senpai learn nova: teaches the game step by step; with a number, from that step."),
            t.gettext("senpai practice nova: lists deals to practise with, or with a name plays one."),
            t.gettext("senpai resume: goes on with a game that is not over; with a number, with that one."),
            t.gettext("senpai resume list, delete 2 or finished: the saved games."),
            t.gettext("senpai replay FILE: goes through a game step by step; into a pipe it is read aloud."),
            t.gettext("senpai statistics: how your games ended; also delete, on or off."),
            t.gettext("senpai replay --json FILE: prints the final state."),
            t.gettext(
                "senpai replay --hear SEAT FILE: prints all that one seat is given, by number, name or table."
            ),
            t.gettext("senpai rules nova: reads the rules."),
            t.gettext("senpai arena nova --games 100: lets computer players play, and tells how well."),
            t.gettext("--seat expert --seat club: who sits there in the arena, and at all seats behind."),
            t.gettext("senpai settings: lists what can be set, and asks; settings help tells more."),
            t.gettext("senpai settings voice.rate 250: sets the speed of the voice, and so on."),
            t.gettext("senpai doctor: tells and tries every way to hear, feel and read the games."),
            t.gettext("senpai doctor speak WAY, braille WAY, sound or all: tries them without asking."),
            t.gettext(
                "senpai print rules nova --output nova.brf: the rules as a file for a braille embosser."
            ),
            t.gettext(
                "senpai print cards, keys or transcript FILE: card labels, the keys, a game word by word."
            ),
            t.gettext("--format brf, pef, txt or html: what is printed; html is large print."),
            t.gettext("--paper us, uk, uk-wide, canute, de-a4 or 32x20: the page, in cells and lines."),
            t.gettext("--table basic, contracted or another: the braille; basic is without contractions."),
            t.gettext("--lang en or de: the language."),
            t.gettext("--players 4, or --names Anna,Ben,Carla: who plays; the first name is yours."),
            t.gettext("--people 2: so many of those named are people who share this machine, in turn."),
            t.gettext("--seed WORD: the same word deals the same game."),
            t.gettext("--level beginner, club or expert: how well the computer players play."),
            t.gettext("--option NAME or NAME=NUMBER: a variant; may be given several times."),
            t.gettext("Variants of Nova: gentle, grand_finale, jokers=1 or jokers=2."),
            t.gettext("Variants of Hanabi: rainbow, challenge."),
            t.gettext("Variant of Push: open_chips."),
            t.gettext("--verbosity short, normal or learning: how much is said."),
            t.gettext("--confirm none, risky or always: which actions wait for your yes."),
            t.gettext("--voice own, terminal or none: who speaks; terminal leaves it to your screen reader."),
            t.gettext("--braille terminal: prints braille, too."),
            t.gettext("--events now or hold: whether news is printed while you type."),
            t.gettext("--cards own or norwegian: what the cards of Gnav are called."),
            t.gettext("--talk: at Nova and Hanabi, allows a little table talk."),
            t.gettext("--plain: plain lines without line editing."),
        ]
        return "\n".join(lines)

    def own_name(self) -> str:
        # Translators: what the person at the keyboard is called when no name was given.
        return self.t.gettext("Player")

    def partners(self) -> list[str]:
        # Translators: nine names of computer players, parted by commas.
        return self.t.gettext("Anna,Ben,Carla,Dan,Eva,Finn,Greta,Hugo,Ida").split(",")

    def what(self) -> str:
        return self.t.gettext("What do you want to do? Type a number.")

    def play(self, game: str) -> str:
        return self.t.gettext("Play {game}").format(game=self.words.game(game))

    def go_on(self) -> str:
        return self.t.gettext("Go on with the saved game")

    def hear_rules(self) -> str:
        return self.t.gettext("Hear the rules of a game")

    def learn(self) -> str:
        return self.t.gettext("Learn a game by doing")

    def which_game(self) -> str:
        return self.t.gettext("Which game? Type a number.")

    def next_page(self, title: str) -> str:
        """Return how to hear the next section, and how to stop."""
        return self.t.gettext("Enter goes on with {title}, any word stops.").format(title=title)

    def leave(self) -> str:
        return self.t.gettext("Leave")

    def goodbye(self) -> str:
        return self.t.gettext("Goodbye.")

    def how_many(self, least: int, most: int) -> str:
        """Return the question who plays: a number, or the names of several people."""
        said = self.t.gettext(
            "How many players, you included? Type a number from {least} to {most}. "
            "Or, if you share this machine, your names: Anna, Ben."
        )
        return said.format(least=least, most=most)

    def how_many_help(self, least: int, most: int) -> str:
        """Return what that question means."""
        said = self.t.gettext(
            "Type how many players there are, you included, from {least} to {most}; all others are computer "
            "players. If several people share this machine and take turns at it, type their names, with "
            "commas between them. Quit leaves."
        )
        return said.format(least=least, most=most)

    def no_party(self, least: int, most: int) -> str:
        said = self.t.gettext("Type a number from {least} to {most}, or several names, as in Anna, Ben.")
        return said.format(least=least, most=most)

    def how_many_in_all(self, names: Sequence[str], least: int, most: int) -> str:
        """Return the question how many play, the people named included."""
        said = self.t.gettext(
            "{names} share this machine. How many players in all? Type a number from {least} to {most}."
        )
        return said.format(names=self.words.all_of(list(names)), least=least, most=most)

    def in_all_help(self, names: Sequence[str], least: int, most: int) -> str:
        """Return what that question means."""
        said = self.t.gettext(
            "Type how many players there are, {names} included, from {least} to {most}; all others are "
            "computer players. If a name is wrong, type all names again. Quit leaves."
        )
        return said.format(names=self.words.all_of(list(names)), least=least, most=most)

    def no_such_choice(self, least: int, most: int) -> str:
        return self.t.gettext("Type a number from {least} to {most}.").format(least=least, most=most)

    def nothing_saved(self) -> str:
        return self.t.gettext("No game is saved that could go on. Start one with senpai play nova.")

    def set_aside(self, name: str, fault: str) -> str:
        """Return that a saved game is broken and was put aside; `fault` is a sentence."""
        said = self.t.gettext("A saved game cannot be read and is set aside as {name}. {fault}")
        return said.format(name=name, fault=fault)

    def broken(self, detail: str) -> str:
        said = self.t.gettext(
            "Something inside Senpai went wrong: {detail}. A game that was running is saved."
        )
        return said.format(detail=echo(detail))

    def input_ended(self) -> str:
        return self.t.gettext("The input has ended. Goodbye.")

    def stopped(self) -> str:
        return self.t.gettext("Stopped.")
