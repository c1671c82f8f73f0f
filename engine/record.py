"""Records: a game as deck and actions, replayed to exactly one state (record.md).

Text in, text out; files are opened elsewhere (see `access.saves`). Not here: what a card code or an
action means, which each game knows itself.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import GAMES
from .table import AnyGame, BadRecord, Deed, Fault, Happening, Options, Refused, Seat

FORMAT = "senpai-record"
VERSION = 1
LARGEST = 10_000_000
"""A file of more bytes is refused unread (record.md, "Replaying")."""
LONGEST_NAME = 60
DEEPEST = 100
"""So deep may brackets nest in unknown keys, which are kept, and written again from deep within calls."""


@dataclass(slots=True)
class Record:
    """A game written down; `extra` holds the keys that this program does not know, and keeps."""

    game: AnyGame
    players: tuple[str, ...]
    options: Options
    head: Mapping[str, object]
    actions: list[Deed]
    extra: dict[str, object]
    misread: int | None = None
    """The number of the first action that is not written as one; `actions` ends before it."""


@dataclass(slots=True)
class Step:
    """One action replayed: its number from 1, its announcement, and what happened.

    The deal is step 0, without an action. `state` is the state after the step; it moves on with the next.
    """

    number: int
    action: Deed | None
    announced: Happening | None
    events: list[Any]
    state: Any


def shuffled(
    game: AnyGame,
    players: tuple[str, ...],
    options: Options,
    first: Seat,
    shuffle: Callable[[list[str]], None],
) -> Record:
    """Return the record of a game about to begin; `shuffle` reorders a list in place."""
    head = game.head(len(players), options, first, shuffle)
    return Record(game, players, options, head, [], {})


def read(text: str) -> Record:
    """Return the record in this JSON text. Raises BadRecord; faults of its actions show in `replay`."""
    written = _object(text)
    if "format" not in written:
        from . import hanab_live  # no start of a game has to wait for it

        if hanab_live.recognised(written):
            written = hanab_live.translated(written)
    if written.get("format") != FORMAT:
        raise BadRecord(Fault.NOT_A_RECORD)
    if type(written.get("version")) is not int or written["version"] != VERSION:
        raise BadRecord(Fault.WRONG_VERSION, version=VERSION)
    name = written.get("game")
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None:
        raise BadRecord(Fault.UNKNOWN_GAME)
    players = _players(game, written.get("players"))
    options = _options(game, written.get("options", {}))
    head = {key: written[key] for key in game.head_keys if key in written}
    known = {"format", "version", "game", "players", "options", "actions", *game.head_keys}
    extra = {key: value for key, value in written.items() if key not in known}
    if not all(_shallow(value, DEEPEST) for value in extra.values()):
        raise BadRecord(Fault.NOT_JSON, line=0, column=0)
    actions, misread = _actions(game, written.get("actions"))
    return Record(game, players, options, head, actions, extra, misread)


def write(record: Record) -> str:
    """Return the record as one line of JSON with a newline; `read` gives it back."""
    game = record.game
    written: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "players": list(record.players),
        "options": {
            name: bool(value) if game.limits[name] == 1 else value for name, value in record.options.items()
        },
        **record.head,
        "actions": [game.write(action) for action in record.actions],
        **record.extra,
    }
    text = json.dumps(written, ensure_ascii=False) + "\n"
    # Half a surrogate pair in an unknown key has no UTF-8; as an escape it is kept.
    return text.encode("utf-8", "backslashreplace").decode()


def replay(record: Record) -> Iterator[Step]:
    """Yield the deal and then each action. Raises BadRecord at the first that is illegal or misread."""
    game = record.game
    state, dealt = game.start(len(record.players), record.options, record.head)
    yield Step(0, None, None, dealt, state)
    for number, action in enumerate(record.actions, 1):
        try:
            announced = game.announce(state, action)
            events = game.act(state, action)
        except Refused as refused:
            raise BadRecord(Fault.ILLEGAL_ACTION, number=number, seat=action.seat, refused=refused) from None
        yield Step(number, action, announced, events, state)
    if record.misread is not None:
        raise BadRecord(Fault.WRONG_ACTION, number=record.misread)


def final(record: Record) -> dict[str, object]:
    """Return the final state as `senpai replay --json` prints it. Raises BadRecord."""
    state = None
    for step in replay(record):
        state = step.state
    return record.game.result(state)


def _object(text: str) -> dict[str, Any]:
    try:
        written = json.loads(text, parse_float=_finite, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadRecord(Fault.NOT_JSON, line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        # Brackets nested a thousand deep, a number of thousands of digits, or one that JSON does not have.
        raise BadRecord(Fault.NOT_JSON, line=0, column=0) from None
    if not isinstance(written, dict):
        raise BadRecord(Fault.NOT_A_RECORD)
    return written


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def _no_constant(word: str) -> float:
    """Refuse NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(word)


def _shallow(value: object, levels: int) -> bool:
    if not isinstance(value, (dict, list)):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_shallow(each, levels - 1) for each in inner)


def _players(game: AnyGame, names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or len(names) not in game.seats:
        raise BadRecord(Fault.WRONG_PLAYERS, least=game.seats[0], most=game.seats[-1])
    for number, name in enumerate(names, 1):
        if not isinstance(name, str) or not good_name(name):
            raise BadRecord(Fault.WRONG_NAME, number=number)
    return tuple(names)


def good_name(name: str) -> bool:
    """Whether a player's name can be spoken and printed: not blank, not long, no controls, no line ends."""
    kinds = {unicodedata.category(char) for char in name}
    printable = not any(kind.startswith("C") or kind in ("Zl", "Zp") for kind in kinds)
    return bool(name.strip()) and len(name) <= LONGEST_NAME and printable


def _options(game: AnyGame, chosen: object) -> Options:
    if not isinstance(chosen, dict):
        raise BadRecord(Fault.NOT_A_RECORD)
    options = dict(game.defaults)
    for name, most in game.limits.items():
        value = chosen.get(name, options[name])
        right = isinstance(value, bool) if most == 1 else type(value) is int
        if name in chosen and not (right and 0 <= value <= most):
            raise BadRecord(Fault.WRONG_OPTION, option=name, most=most)
        options[name] = int(value)
    return options


def _actions(game: AnyGame, written: object) -> tuple[list[Deed], int | None]:
    """Return the actions up to the first that is not written as one, and its number."""
    if not isinstance(written, list):
        raise BadRecord(Fault.NOT_A_RECORD)
    actions: list[Deed] = []
    for number, entry in enumerate(written, 1):
        action = _action(game, entry)
        if action is None:
            return actions, number
        actions.append(action)
    return actions, None


def _action(game: AnyGame, written: object) -> Deed | None:
    """Return the action, None if it is not written as one."""
    if not isinstance(written, dict):
        return None
    try:
        action: Deed = game.parse(written)
    except BadRecord:
        return None
    return action
