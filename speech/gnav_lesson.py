"""The lesson of Gnav: five deals of one match. Not here: what is said (locales, "lessons/gnav")."""

from __future__ import annotations

from collections.abc import Callable

from engine import GAMES
from engine.gnav_parts import PACK, Keep, Swap
from engine.table import Deed, Seat

from .lessons import LEARNER, Lesson, Rehearsal, Stage, beginning

BEN: Seat = 1
CARLA: Seat = 2
DAN: Seat = 3


def _keeps(seat: Seat) -> Callable[[], Deed]:
    return lambda: Keep(seat)


def _asks(seat: Seat) -> Callable[[], Deed]:
    return lambda: Swap(seat)


def gnav_lesson() -> Lesson:
    return Lesson("gnav", (_match(),))


def _match() -> Stage:
    """An exchange, house and horse; the fool and the stock; the cat; the dragoon; the cuckoo."""
    deals = (
        "owl 9 house horse 6",  # you, Ben, Carla, Dan, the stock
        "5 fool 3 7 10",  # Ben, Carla, Dan, you, the stock
        "2 9 cat 8",  # Carla, Dan, you, Ben
        "10 6 dragoon 5",  # Dan, you, Ben, Carla
        "11 1 cuckoo",  # you, Ben, Dan: Carla has left
    )
    pack = [rank.code for rank in PACK]
    decks = [beginning(pack, deal.split()) for deal in deals]
    at = Rehearsal(GAMES["gnav"], 3, {"dealer": DAN, "deals": decks})
    at.tell("welcome")
    at.tell("lives")
    at.ask("card", "card")
    at.do("swap", Swap(LEARNER))
    at.watch("house", _asks(BEN))
    at.tell("settled")
    at.watch("knock", _keeps(BEN), _asks(CARLA), _asks(DAN))
    at.do("stock", Swap(LEARNER))
    at.ask("fool", "what", "fool")
    at.watch("cat", _asks(CARLA), _asks(DAN), _keeps(BEN))
    at.ask("known", "lives")
    at.watch("dan keeps", _keeps(DAN))
    at.do("dragoon", Swap(LEARNER))
    at.watch("carla keeps", _keeps(CARLA))
    at.do("keep", Keep(LEARNER))
    at.watch("cuckoo", _asks(BEN))
    at.tell("table")
    at.tell("end")
    return at.stage()
