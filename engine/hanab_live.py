"""Exports of hanab.live, read as Hanabi records (record.md, "Replaying").

Hands are dealt whole there, player by player; here one card at a time. Not here: records of our own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .table import BadRecord, Fault

SUITS = "RYGBWM"
"""Red, yellow, green, blue, the fifth suit there is our white, the sixth our rainbow."""
VARIANTS = {"No Variant": False, "Rainbow (6 Suits)": True}
"""Known variants, and whether they bring the rainbow; all others have other rules."""
HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4}
END = 4
"""The action type that only says that the game has ended."""


def recognised(written: Mapping[str, Any]) -> bool:
    """Whether an object is such an export, and no record of ours."""
    deck = written.get("deck")
    return "format" not in written and isinstance(deck, list) and bool(deck) and isinstance(deck[0], dict)


def translated(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return the export as a record of ours. Raises BadRecord; the deal and the rules are checked later."""
    players, options = written.get("players"), written.get("options", {})
    if not isinstance(players, list) or not isinstance(options, dict):
        raise BadRecord(Fault.NOT_A_RECORD)
    if len(players) not in HAND_SIZES:
        raise BadRecord(Fault.WRONG_PLAYERS, least=min(HAND_SIZES), most=max(HAND_SIZES))
    variant = options.get("variant", "No Variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise BadRecord(Fault.UNKNOWN_VARIANT, variant=str(variant))
    here = _Places(len(players))
    deck = [_code(card, number) for number, card in enumerate(written["deck"], 1)]
    dealt = [code for _, code in sorted(zip(map(here, range(len(deck))), deck, strict=True))]
    return {
        "format": "senpai-record",
        "version": 1,
        "game": "hanabi",
        "players": players,
        "options": {"rainbow": VARIANTS[variant], "challenge": False},
        "first": 0,
        "deck": dealt,
        "actions": _actions(written.get("actions"), len(players), here),
    }


class _Places:
    """Where a card of the export's deck lies in ours: its index in the order dealt one at a time."""

    def __init__(self, players: int) -> None:
        self.players, self.size = players, HAND_SIZES[players]

    def __call__(self, card: int) -> int:
        if not 0 <= card < self.players * self.size:
            return card
        seat, nth = divmod(card, self.size)
        return nth * self.players + seat


def _code(card: Any, number: int) -> str:
    suit, rank = (card.get("suitIndex"), card.get("rank")) if isinstance(card, dict) else (None, None)
    if type(suit) is not int or type(rank) is not int or not 0 <= suit < len(SUITS):
        raise BadRecord(Fault.UNKNOWN_CARD, number=number)
    return f"{SUITS[suit]}{rank}"


def _actions(written: Any, players: int, here: _Places) -> list[dict[str, Any]]:
    """Return the actions as ours; whose turn it is follows from their order."""
    if not isinstance(written, list):
        raise BadRecord(Fault.NOT_A_RECORD)
    actions: list[dict[str, Any]] = []
    for number, action in enumerate(written, 1):
        kind, target = (
            (action.get("type"), action.get("target")) if isinstance(action, dict) else (None, None)
        )
        if kind == END and type(kind) is int:
            break
        if type(kind) is not int or type(target) is not int or not 0 <= kind < END:
            raise BadRecord(Fault.WRONG_ACTION, number=number)
        deed = _deed(kind, target, action.get("value"), number, here)
        actions.append({"seat": (number - 1) % players, **deed})
    return actions


def _deed(kind: int, target: int, value: Any, number: int, here: _Places) -> dict[str, Any]:
    match kind:
        case 0:
            return {"do": "play", "card": here(target)}
        case 1:
            return {"do": "discard", "card": here(target)}
        case 2 if type(value) is int and 0 <= value < len(SUITS):
            return {"do": "hint", "to": target, "suit": SUITS[value]}
        case 3 if type(value) is int:
            return {"do": "hint", "to": target, "rank": value}
        case _:
            raise BadRecord(Fault.WRONG_ACTION, number=number)
