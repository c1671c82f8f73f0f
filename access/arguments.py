"""How the program was called: `senpai` and what stands behind it. Not here: doing it (see `main`).

A parser of our own, because every refusal must come in the person's language and say what would do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.bots.levels import Level
from speech.routes import readers
from speech.words import LANGUAGES, Verbosity

from .settings import BRAILLE, USUAL, Settings
from .settings_file import Complaint


class Slip(StrEnum):
    """What is wrong with a call; the facts that come with each stand behind it."""

    UNKNOWN_COMMAND = "unknown-command"  # word
    UNKNOWN_OPTION = "unknown-option"  # word
    NO_VALUE = "no-value"  # word: the option
    WRONG_VALUE = "wrong-value"  # word: the option, value, choices
    UNKNOWN_GAME = "unknown-game"  # value, choices
    WRONG_NUMBER = "wrong-number"  # least, most: players
    WRONG_NAME = "wrong-name"  # value
    SAME_NAME = "same-name"  # value
    PEOPLE = "people"  # value: how many people
    UNNAMED = "unnamed"  # value: how many people
    NO_FILE = "no-file"
    SEATS = "seats"  # value: how many players were named, most: how many play
    WRONG_SEAT = "wrong-seat"  # value, choices: names
    TOO_MUCH = "too-much"  # word: those behind what the command takes


class BadCall(ValueError):
    """The program was called in a way it does not understand."""

    def __init__(self, slip: Slip, **facts: object) -> None:
        super().__init__(slip.value)
        self.slip = slip
        self.facts: Mapping[str, object] = facts


COMMANDS = (
    *("play", "learn", "practice", "resume", "replay", "statistics", "rules", "print", "arena", "doctor"),
    *("settings", "help", "version"),
)

VARIANTS = ("gentle", "grand_finale", "jokers", "rainbow", "challenge", "open_chips")
"""The options of all games, each of which may be given by its own name: --gentle, --jokers=2."""

MOST_WORDS: Mapping[str, int] = {"play": 1, "learn": 2, "rules": 1, "arena": 1, "version": 0}
"""How many words these commands take; the others look at all of theirs themselves."""


@dataclass(slots=True)
class Call:
    """A call understood; None means "not said". What was not said is as the settings have it."""

    command: str | None = None
    words: list[str] = field(default_factory=list)
    """Games or files, as the command needs."""
    lang: str = "en"
    players: int | None = None
    names: tuple[str, ...] | None = None
    people: int = 1
    """How many of the players are people at this machine; they are named first."""
    seed: str | None = None
    options: dict[str, int] = field(default_factory=dict)
    verbosity: Verbosity = Verbosity.NORMAL
    confirm: str = "none"
    events: str = "now"
    voice: str | None = None
    braille: str = "none"
    plain: bool = False
    talk: bool = False
    cards: str = "own"
    games: int | None = None
    """How many games the arena plays."""
    seats: list[str] = field(default_factory=list)
    """Who plays in the arena, by level or name; the last one also at all seats behind."""
    level: str | None = None
    """How well the computer players play."""
    json: bool = False
    hear: str | None = None
    format: str | None = None
    paper: str = "us"
    table: str | None = None
    output: str | None = None
    settings: Settings = USUAL
    """What the settings file says."""
    complaint: Complaint | None = None
    """What is the matter with that file."""

    def chosen(self) -> Settings:
        """Return the settings, with what was said instead of them in the call; that is never kept."""
        said = {
            "language": self.lang,
            "verbosity": self.verbosity,
            "confirm": self.confirm,
            "events": self.events,
            "braille.route": self.braille,
            **({} if self.voice is None else {"voice.route": self.voice}),
            **({} if self.level is None else {"players.level": self.level}),
        }
        return self.settings.changed(said)


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the interface language that the system's locale asks for; English when it has none of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def understand(arguments: Sequence[str], lang: str, settings: Settings = USUAL) -> Call:
    """Return what the arguments say, `lang` unless they name a language. Raises BadCall."""
    call = Call(
        lang=lang,
        verbosity=settings.verbosity,
        confirm=settings.confirm,
        events=settings.events,
        braille=settings.braille,
        settings=settings,
    )
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--":
            call.words += rest
            break
        if word.startswith("-") and word != "-":
            _option(call, word, rest)
        elif call.command is None:
            call.command = word
        else:
            call.words.append(word)
    if call.command is not None and call.command not in COMMANDS:
        raise BadCall(Slip.UNKNOWN_COMMAND, word=call.command)
    if surplus := call.words[MOST_WORDS.get(call.command or "", len(call.words)) :]:
        raise BadCall(Slip.TOO_MUCH, word=" ".join(surplus))
    return call


def spoken_language(arguments: Sequence[str], lang: str) -> str:
    """Return the language that refusals of a bad call come in: `--lang` if it is right, else `lang`."""
    for here, following in zip(arguments, [*arguments[1:], ""], strict=False):
        value = following if here == "--lang" else here.removeprefix("--lang=")
        if value in LANGUAGES and here.startswith("--lang"):
            return value
    return lang


def _option(call: Call, word: str, rest: list[str]) -> None:
    name, equals, value = word.partition("=")
    if name in _SWITCHES and not equals:
        _SWITCHES[name](call)
    elif name in _VALUES:
        if not equals:
            if not rest:
                raise BadCall(Slip.NO_VALUE, word=name)
            value = rest.pop(0)
        _VALUES[name](call, name, value)
    elif name.removeprefix("--").replace("-", "_") in VARIANTS:
        _game_option(call, name, word.removeprefix("--"))
    else:
        raise BadCall(Slip.UNKNOWN_OPTION, word=name)


def _plain(call: Call) -> None:
    call.plain = True


def _talk(call: Call) -> None:
    call.talk = True


def _json(call: Call) -> None:
    call.json = True


def _help(call: Call) -> None:
    call.command = "help"


def _version(call: Call) -> None:
    call.command = "version"


_SWITCHES: Mapping[str, Callable[[Call], None]] = {
    "--plain": _plain,
    "--json": _json,
    "--talk": _talk,
    "--help": _help,
    "-h": _help,
    "--version": _version,
}


def _one_of(*choices: str) -> Callable[[Call, str, str], None]:
    def take(call: Call, name: str, value: str) -> None:
        if value not in choices:
            raise BadCall(Slip.WRONG_VALUE, word=name, value=value, choices=choices)
        setattr(call, name.removeprefix("--"), value)

    return take


def _verbosity(call: Call, name: str, value: str) -> None:
    choices = tuple(Verbosity)
    if value not in choices:
        raise BadCall(Slip.WRONG_VALUE, word=name, value=value, choices=choices)
    call.verbosity = Verbosity(value)


def _players(call: Call, name: str, value: str) -> None:
    if not value.isdecimal() or len(value) > 2:
        raise BadCall(Slip.WRONG_VALUE, word=name, value=value, choices=("2", "3", "4", "5"))
    call.players = int(value)


def _people(call: Call, name: str, value: str) -> None:
    if not value.isdecimal() or len(value) > 2 or not int(value):
        raise BadCall(Slip.WRONG_VALUE, word=name, value=value, choices=("1", "2", "3", "4"))
    call.people = int(value)


def _names(call: Call, name: str, value: str) -> None:
    call.names = tuple(part.strip() for part in value.split(","))


def _games(call: Call, name: str, value: str) -> None:
    if not value.isdecimal() or len(value) > 6 or not int(value):
        raise BadCall(Slip.WRONG_VALUE, word=name, value=value, choices=("10", "100", "1000"))
    call.games = int(value)


def _seat(call: Call, name: str, value: str) -> None:
    """Take who plays at the next seat; which names there are depends on the game, and is looked up later."""
    call.seats.append(value)


def _seed(call: Call, name: str, value: str) -> None:
    # Bytes that are no text reach Python as lone surrogates, which no record can hold.
    call.seed = value.encode("utf-8", "backslashreplace").decode()


def _text(call: Call, name: str, value: str) -> None:
    setattr(call, name.removeprefix("--"), value)


def _game_option(call: Call, name: str, value: str) -> None:
    """Take "jokers=1", or "gentle" for a switch; which options a game has is looked up later."""
    key, equals, number = value.partition("=")
    right = number.isdecimal() and len(number) == 1 if equals else True
    if not key or not right:
        raise BadCall(Slip.WRONG_VALUE, word=name, value=value, choices=("jokers=1", "gentle=1"))
    call.options[key.replace("-", "_")] = int(number) if equals else 1


def _braille(call: Call, name: str, value: str) -> None:
    """Take "none", "terminal", "brlapi", or "brlapi:HOST:SLOT"."""
    if not BRAILLE.takes(value):
        raise BadCall(Slip.WRONG_VALUE, word=name, value=value, choices=(*BRAILLE.words, "brlapi:HOST:0"))
    call.braille = value


_VALUES: Mapping[str, Callable[[Call, str, str], None]] = {
    "--lang": _one_of(*LANGUAGES),
    "--players": _players,
    "--names": _names,
    "--people": _people,
    "--games": _games,
    "--seat": _seat,
    "--seed": _seed,
    "--option": _game_option,
    "--verbosity": _verbosity,
    "--confirm": _one_of("none", "risky", "always"),
    "--events": _one_of("now", "hold"),
    "--cards": _one_of("own", "norwegian"),
    "--level": _one_of(*Level),
    "--voice": _one_of("own", "reader", "terminal", "none", *readers()),
    "--braille": _braille,
    "--hear": _text,
    "--format": _one_of("brf", "pef", "txt", "html"),
    "--paper": _text,
    "--table": _text,
    "--output": _text,
}
