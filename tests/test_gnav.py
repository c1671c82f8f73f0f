"""Gnav: its rules sentence by sentence, against a referee, secrets, words, verbs, computer player.

Not here: the laws of every game (see `test_every_game`).
"""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import itertools
import json
import re
import time
import typing
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import pytest

import engine.record
import speech.words
from access import counsel
from access.commands import Commands, Desk, spellings
from access.gnav_verbs import CARD_WORDS, VERBS, risky
from access.house_verbs import HOUSE_VERBS
from access.table import last_turn
from engine import gnav_parts
from engine.bots.gnav import GnavPlayer
from engine.bots.levels import Level
from engine.gnav import GNAV, Gnav
from engine.gnav_parts import (
    PACK,
    RANKS,
    Action,
    Announced,
    CuckooShown,
    Dealt,
    Drew,
    Ended,
    Event,
    Exchanged,
    Keep,
    Knocked,
    Left,
    PassedBy,
    Rank,
    Rests,
    Revealed,
    Settled,
    Skipped,
    State,
    Struck,
    Swap,
    TurnPassed,
    Undone,
    View,
    Why,
)
from engine.record import Record, final, read, replay, write
from engine.table import BadRecord, Fault, Refused, Seat
from speech.braille import initials, layout
from speech.game_words import MakeWords
from speech.gnav_cards import CardNames
from speech.gnav_words import GnavWords
from speech.house import NotUnderstood
from speech.senpai import Senpai
from speech.words import LANGUAGES, Said, Verbosity, Words
from tests.marking import Marking, unmarked
from tests.referee_gnav import IllegalAction, referee

NAMES = ("Anton", "Berta", "Clara", "David", "Emily", "Felix", "Greta", "Hanna", "Irene", "Jonas")
"""Ten names of five letters, the longest that braille messages are composed for."""
A, B, C, D, E = range(5)
STYLES = list(itertools.product(LANGUAGES, Verbosity))
Written = dict[str, Any]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records name Gnav, whether or not it can be chosen yet."""
    monkeypatch.setattr(engine.record, "GAMES", {"gnav": GNAV})


def deck_of(front: str) -> list[str]:
    """Return the full pack with these cards on top."""
    wanted = front.split()
    rest = Counter(rank.code for rank in PACK)
    rest.subtract(wanted)
    assert min(rest.values()) >= 0, "no card is there more than twice"
    return [*wanted, *rest.elements()]


def act(state: State, line: str) -> list[Event]:
    """Let seats keep ("A-") or swap ("A+"), each of them when it is its turn; return all that happened."""
    events: list[Event] = []
    for word in line.split():
        seat = "ABCDEFGHIJ".index(word[0])
        events += GNAV.act(state, Swap(seat) if word[1] == "+" else Keep(seat))
    return events


def held(state: State) -> str:
    """Return what lies before each participant, in the order of play."""
    return " ".join(state.rank_at(seat).code for seat in state.order)


# -- the rules, sentence by sentence


@dataclass(frozen=True)
class Case:
    """A situation that one sentence of games.md, "Gnav", decides.

    Everybody acts as `acts` says, in deals whose cards are dealt from the left of the `dealer`. `lives` are
    those at the beginning, for positions from the middle of a match. `events` must be among those of the
    last action, in this order, and with `only` are all of them; the rest names what must be so then.
    """

    sentence: str
    deals: Sequence[str]
    acts: str
    players: int = 4
    dealer: Seat = D
    lives: Sequence[int] | None = None
    events: Sequence[Event] = ()
    only: bool = False
    held: str | None = None
    order: Sequence[Seat] | None = None
    result: Written = field(default_factory=dict)

    @property
    def head(self) -> dict[str, object]:
        return {"dealer": self.dealer, "deals": [deck_of(front) for front in self.deals]}


PLAIN = "5 6 7 8"
SPARE = "1 2 3 4"
"""A further deal, in which nothing is done."""


def ordinary(rank: Rank) -> Case:
    own = "5" if rank is not Rank.FIVE else "6"
    return Case(
        f"fool, owl, pot, 0, 1-12: must accept ({rank.code})",
        [f"{own} {rank.code} 7 8"],
        "A+",
        events=[Exchanged(A, B, RANKS[own], rank), TurnPassed(B)],
        only=True,
        held=f"{rank.code} {own} 7 8",
        result={"turn": B, "lives": [3, 3, 3, 3]},
    )


CASES = [
    Case(
        "Everybody has three lives.",
        [PLAIN],
        "",
        result={"lives": [3, 3, 3, 3], "deals": 1, "turn": A, "over": False, "winner": None, "draw": False},
    ),
    Case(
        "the button (dealer) moves to the next surviving seat for each deal after the first.",
        [PLAIN, SPARE],
        "A- B- C- D-",
        events=[
            Dealt(2, A, (B, C, D, A), (Rank.ONE, Rank.TWO, Rank.THREE, Rank.FOUR), (), 38),
            TurnPassed(B),
        ],
        result={"turn": B, "deals": 2},
    ),
    Case(
        "the button moves to the next surviving seat: one without lives is passed over.",
        ["owl 5 6", "7 8"],
        "C- A- B-",
        players=3,
        dealer=B,
        lives=(3, 3, 1),
        events=[Left(C), Dealt(2, A, (B, A), (Rank.SEVEN, Rank.EIGHT), (), 40)],
    ),
    Case(
        "Participants are the survivors who do not rest, from the left of the button, the button last.",
        ["5 6 fool 8", SPARE],
        "A- B- C- D-",
        events=[Rests(C), Dealt(2, A, (B, D, A), (Rank.ONE, Rank.TWO, Rank.THREE), (C,), 39)],
        order=(B, D, A),
    ),
    Case(
        "If the button's seat rests, the last participant in that order acts as dealer.",
        ["fool 6 7 8", "1 2 3 4 5"],
        "A- B- C- D- B- C- D+",
        events=[Drew(D, Rank.THREE, Rank.FOUR, 38)],
        result={"lives": [2, 1, 3, 3], "deals": 2, "turn": None},
    ),
    Case(
        "Each gets one hidden card, in that order.",
        ["5 6 7 8"],
        "",
        dealer=B,
        held="5 6 7 8",
        order=(C, D, A, B),
    ),
    Case(
        "A fool that was dealt is announced to all at once (the knock).",
        [PLAIN, "5 fool 7 fool"],
        "A- B- C- D-",
        events=[Knocked(C), Knocked(A), TurnPassed(B)],
    ),
    Case(
        "keep",
        [PLAIN],
        "A-",
        events=[TurnPassed(B)],
        only=True,
        held=PLAIN,
        result={"turn": B},
    ),
    Case(
        "or ask to swap with the next participant to the left: one who rests is no participant.",
        ["5 fool 7 8", "1 2 3 4"],
        "A- B- C- D- C+",
        events=[Exchanged(C, D, Rank.ONE, Rank.TWO), TurnPassed(D)],
    ),
    Case(
        "(the dealer: with the top of the stock)",
        ["5 6 7 8 12", SPARE],
        "A- B- C- D+",
        events=[Drew(D, Rank.EIGHT, Rank.TWELVE, 37), Settled(((A, 2),), (), Rank.FIVE)],
    ),
    *(ordinary(rank) for rank in Rank if rank <= Rank.TWELVE),
    Case(
        "then it is the asked player's turn, who may pass the card on.",
        [PLAIN],
        "A+ B+ C+",
        held="6 7 8 5",
        result={"turn": D},
    ),
    *(
        Case(
            f"house, horse: refuse and are passed over: the request goes on to the next participant ({rank})",
            [f"5 {rank} 7 8"],
            "A+",
            events=[
                PassedBy(A, B, RANKS[rank], C),
                Exchanged(A, C, Rank.FIVE, Rank.SEVEN),
                TurnPassed(C),
            ],
            held=f"7 {rank} 5 8",
        )
        for rank in ("house", "horse")
    ),
    Case(
        "house, horse: several are passed over one after the other.",
        ["5 house horse 8"],
        "A+",
        events=[
            PassedBy(A, B, Rank.HOUSE, C),
            PassedBy(A, C, Rank.HORSE, D),
            Exchanged(A, D, Rank.FIVE, Rank.EIGHT),
            TurnPassed(D),
        ],
        result={"turn": D},
    ),
    Case(
        "the request goes on past the dealer to the stock",
        ["9 6 7 house 10", SPARE],
        "A- B- C+",
        events=[PassedBy(C, D, Rank.HOUSE, None), Drew(C, Rank.SEVEN, Rank.TEN, 37)],
        result={"lives": [3, 2, 3, 3], "deals": 2},
    ),
    Case(
        "From the stock, draw again.",
        ["9 6 7 8 house horse 10", SPARE],
        "A- B- C- D+",
        events=[
            PassedBy(D, None, Rank.HOUSE, None),
            PassedBy(D, None, Rank.HORSE, None),
            Drew(D, Rank.EIGHT, Rank.TEN, 35),
        ],
    ),
    Case(
        "cat: refuses; the asker loses a life",
        ["5 cat 7 8"],
        "A+",
        events=[Struck(A, B, Rank.CAT, 2), TurnPassed(C)],
        only=True,
        held="5 cat 7 8",
        result={"lives": [2, 3, 3, 3]},
    ),
    Case(
        "every earlier exchange of this deal is undone, latest first",
        ["5 6 7 cat"],
        "A+ B+ C+",
        events=[
            Struck(C, D, Rank.CAT, 2),
            Undone(((B, C), (A, B)), ((A, Rank.FIVE), (B, Rank.SIX), (C, Rank.SEVEN))),
            Revealed(((A, Rank.FIVE), (B, Rank.SIX), (C, Rank.SEVEN), (D, Rank.CAT))),
            Settled(((A, 2),), (), Rank.FIVE),
        ],
    ),
    Case(
        "every earlier exchange: also one past a house (seed 004, einer dazwischenliegenden Burg)",
        ["5 house 7 cat 9"],
        "A+ C+",
        players=5,
        dealer=E,
        events=[Struck(C, D, Rank.CAT, 2), Undone(((A, C),), ((A, Rank.FIVE), (C, Rank.SEVEN)))],
        held="5 house 7 cat 9",
        result={"turn": E},
    ),
    Case(
        "(positions change back, also of players who have left)",
        ["5 6 dragoon 8 cat", "1 2 3 4"],
        "A+ B+ D+",
        players=5,
        dealer=E,
        lives=(3, 1, 3, 3, 3),
        events=[
            Struck(D, E, Rank.CAT, 2),
            Undone(((A, B),), ((A, Rank.FIVE), (B, Rank.SIX))),
            Revealed(
                (
                    (A, Rank.FIVE),
                    (B, Rank.SIX),
                    (C, Rank.DRAGOON),
                    (D, Rank.EIGHT),
                    (E, Rank.CAT),
                )
            ),
            Settled(((A, 2),), (), Rank.FIVE),
        ],
    ),
    Case(
        "cat: Play goes on left of the cat.",
        ["5 6 cat 8"],
        "A- B+",
        events=[TurnPassed(D)],
        result={"turn": D},
    ),
    Case(
        "Play goes on left of the cat: left of the dealer, nobody is left to act.",
        ["9 6 7 cat", SPARE],
        "A- B- C+",
        events=[Struck(C, D, Rank.CAT, 2), Settled(((B, 2),), (), Rank.SIX)],
    ),
    Case(
        "dragoon: refuses; the asker loses a life and keeps their card.",
        ["5 6 dragoon 8"],
        "A+ B+",
        events=[Struck(B, C, Rank.DRAGOON, 2), TurnPassed(D)],
        only=True,
        held="6 5 dragoon 8",
        result={"lives": [3, 2, 3, 3]},
    ),
    Case(
        "Play goes on left of the dragoon: its owner gets no turn.",
        ["5 dragoon 7 8"],
        "A+",
        events=[TurnPassed(C)],
        result={"turn": C},
    ),
    Case(
        "cuckoo: is shown, and the deal ends at once.",
        ["6 cuckoo 5 8", SPARE],
        "A+",
        events=[
            CuckooShown(A, B),
            Revealed(((A, Rank.SIX), (B, Rank.CUCKOO), (C, Rank.FIVE), (D, Rank.EIGHT))),
            Settled(((C, 2),), (), Rank.FIVE),
        ],
    ),
    Case(
        "cuckoo: an exchange made before stands.",
        ["6 7 cuckoo 8", SPARE],
        "A+ B+",
        events=[CuckooShown(B, C), Settled(((B, 2),), (), Rank.SIX)],
    ),
    Case(
        "drawn from the stock: cuckoo does the same to the one who drew",
        ["9 6 7 8 cuckoo", SPARE],
        "A- B- C- D+",
        events=[CuckooShown(D, None), Settled(((B, 2),), (), Rank.SIX)],
    ),
    Case(
        "drawn from the stock: dragoon does the same to the one who drew",
        ["9 7 8 6 dragoon", SPARE],
        "A- B- C- D+",
        events=[Struck(D, None, Rank.DRAGOON, 2), Settled(((D, 1),), (), Rank.SIX)],
    ),
    Case(
        "drawn from the stock: cat does the same to the one who drew",
        ["5 9 8 7 cat", SPARE],
        "A+ B- C- D+",
        events=[
            Struck(D, None, Rank.CAT, 2),
            Undone(((A, B),), ((A, Rank.FIVE), (B, Rank.NINE))),
            Settled(((A, 2),), (), Rank.FIVE),
        ],
    ),
    Case(
        "an ordinary card replaces the drawer's card.",
        ["9 8 7 10 owl", SPARE],
        "A- B- C- D+",
        events=[
            Drew(D, Rank.TEN, Rank.OWL, 37),
            Revealed(((A, Rank.NINE), (B, Rank.EIGHT), (C, Rank.SEVEN), (D, Rank.OWL))),
        ],
    ),
    Case(
        "After any draw from the stock the exchanges are over.",
        # A passes three horses and houses by, draws, and nobody else has a turn.
        ["5 house horse house 10", SPARE],
        "A+",
        events=[Drew(A, Rank.FIVE, Rank.TEN, 37), Settled(((A, 2),), (), Rank.TEN)],
        result={"deals": 2},
    ),
    Case(
        "A card acts only when asked or drawn; its owner alone can do nothing with it.",
        ["cat dragoon cuckoo house 5", SPARE],
        "A- B- C- D-",
        events=[Settled(((D, 2),), (), Rank.HOUSE)],
        result={"lives": [3, 3, 3, 2]},
    ),
    Case(
        "its owner alone can do nothing with it: whoever asks with a matador swaps it away.",
        ["cat 6 7 8"],
        "A+",
        held="6 cat 7 8",
    ),
    Case(
        "A player brought to zero by a cat or dragoon leaves at once",
        ["owl dragoon 7 8"],
        "A+",
        lives=(1, 3, 3, 3),
        events=[Struck(A, B, Rank.DRAGOON, 0), Left(A), TurnPassed(C)],
        result={"lives": [0, 3, 3, 3], "turn": C, "over": False},
    ),
    Case(
        "leaves at once: no turn, no comparison.",
        ["owl dragoon 7 8", "1 2 3"],
        "A+ C- D-",
        lives=(1, 3, 3, 3),
        events=[Settled(((C, 2),), (), Rank.SEVEN)],
        order=(C, D, B),
    ),
    Case(
        "no comparison: a fool whose holder has left is none there",
        ["fool cat 7 8", "1 2 3"],
        "A+ C- D-",
        lives=(1, 3, 3, 3),
        events=[Settled(((C, 2),), (), Rank.SEVEN)],
    ),
    Case(
        "Settlement: all cards are shown.",
        [PLAIN, SPARE],
        "A- B- C- D-",
        events=[Revealed(((A, Rank.FIVE), (B, Rank.SIX), (C, Rank.SEVEN), (D, Rank.EIGHT)))],
    ),
    Case(
        "Two fools: only their two holders lose a life.",
        ["fool owl fool owl", SPARE],
        "A- B- C- D-",
        events=[Settled(((A, 2), (C, 2)), (A, C), None)],
        result={"lives": [2, 3, 2, 3]},
    ),
    Case(
        "One fool: its holder and everyone tied with the next-lowest card.",
        ["7 fool 6 6", SPARE],
        "A- B- C- D-",
        events=[Settled(((B, 2), (C, 2), (D, 2)), (B,), Rank.SIX)],
    ),
    Case(
        "None: everyone tied with the lowest.",
        ["5 6 5 7", SPARE],
        "A- B- C- D-",
        events=[Settled(((A, 2), (C, 2)), (), Rank.FIVE)],
    ),
    Case(
        "Holders of a fool who survive rest for the next deal: no card, no turn, no loss.",
        ["5 fool 6 8", "7 8 9", SPARE],
        "A- B- C- D- C- D- A-",
        order=(C, D, A, B),
        result={"lives": [2, 2, 2, 3], "deals": 3},
    ),
    Case(
        "Holders of a fool rest: the holder is who has it at the settlement, not who was dealt it.",
        ["fool 6 7 8", SPARE],
        "A+ B- C- D-",
        events=[Settled(((A, 2), (B, 2)), (B,), Rank.SIX), Rests(B)],
        order=(C, D, A),
    ),
    Case(
        "Fewer than two players left to compare: nobody loses anything.",
        # C rests after the first deal; in the second, B dies of A's dragoon.
        ["8 7 fool", "7 dragoon", "1 2"],
        "A- B- C- B+",
        players=3,
        dealer=C,
        lives=(3, 2, 3),
        events=[Struck(B, A, Rank.DRAGOON, 0), Left(B), Settled((), (), None)],
        order=(A, C),
        result={"lives": [3, 0, 2], "deals": 3},
    ),
    Case(
        "Holders of a fool who survive rest: also when there was nobody to compare with (decided here)",
        ["8 7 fool", "fool 7 dragoon", "1 2"],
        "A- B- C- B- A+",
        players=3,
        dealer=C,
        lives=(1, 3, 3),
        events=[Left(A), Settled((), (), None), Rests(B), Skipped(3, B, (B,)), TurnPassed(B)],
        order=(B, C),
        result={"lives": [0, 2, 2], "deals": 4},
    ),
    Case(
        "Fewer than two participants because of resting: the deal is skipped, nobody loses anything",
        ["fool fool 7", "1 2 3"],
        "A- B- C-",
        players=3,
        dealer=C,
        events=[Rests(A), Rests(B), Skipped(2, A, (A, B)), TurnPassed(C)],
        result={"lives": [2, 2, 3], "deals": 3},
    ),
    Case(
        "the resting come back, and the button moves on as after any deal.",
        ["fool fool 7", "1 2 3"],
        "A- B- C-",
        players=3,
        dealer=C,
        order=(C, A, B),
        result={"deals": 3, "turn": C},
    ),
    Case(
        "End: the last survivor wins, at once",
        # A loses three times as the lower of two; nobody has to wait for another deal.
        ["5 6", "6 5", "5 6"],
        "A- B- B- A- A- B-",
        players=2,
        dealer=B,
        events=[Left(A), Ended(B)],
        result={"lives": [0, 3], "over": True, "winner": B, "draw": False, "turn": None, "deals": 3},
    ),
    Case(
        "the last survivor wins, at once: also in the middle of a deal, with nothing undone or compared",
        ["5 6 cat"],
        "A+ B+",
        players=2,
        dealer=B,
        lives=(3, 1),
        events=[Struck(B, None, Rank.CAT, 0), Left(B), Ended(A)],
        only=True,
        held="6 5",
        result={"lives": [3, 0], "over": True, "winner": A, "turn": None},
    ),
    Case(
        "if all that are left reach zero together, it is a draw.",
        ["5 5", "5 5", "5 5"],
        "A- B- B- A- A- B-",
        players=2,
        dealer=B,
        events=[Settled(((A, 0), (B, 0)), (), Rank.FIVE), Left(A), Left(B), Ended(None)],
        result={"lives": [0, 0], "over": True, "winner": None, "draw": True, "turn": None},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.sentence for case in CASES])
def test_the_rules_sentence_by_sentence(case: Case) -> None:
    state, events = GNAV.start(case.players, {}, case.head)
    state.lives = list(case.lives or state.lives)
    for word in case.acts.split():
        events = act(state, word)
    at = [events.index(event) for event in case.events]
    assert at == sorted(at)
    assert not case.only or events == case.events
    assert case.held in (None, held(state))
    assert case.order is None or state.order == tuple(case.order)
    result = GNAV.result(state)
    assert {**result, **case.result} == result
    record = {"players": NAMES[: case.players], **case.head, "actions": written(case.acts)}
    assert referee(record, case.lives) == result


def written(acts: str) -> list[Written]:
    return [
        {"seat": "ABCDEFGHIJ".index(word[0]), "do": "swap" if word[1] == "+" else "keep"}
        for word in acts.split()
    ]


def test_everything_in_the_rules_text_about_anna_ben_carla_and_dan_is_so() -> None:
    """The section "A worked example", deal by deal."""
    deals = [deck_of("2 house 6 owl horse 4"), deck_of("owl 9 cat 5"), deck_of(SPARE)]
    state, _ = GNAV.start(4, {}, {"dealer": D, "deals": deals})
    assert act(state, "A+") == [
        PassedBy(A, B, Rank.HOUSE, C),
        Exchanged(A, C, Rank.TWO, Rank.SIX),
        TurnPassed(C),
    ]
    assert act(state, "C+") == [Exchanged(C, D, Rank.TWO, Rank.OWL), TurnPassed(D)]
    events = act(state, "D+")
    assert events[:2] == [PassedBy(D, None, Rank.HORSE, None), Drew(D, Rank.TWO, Rank.FOUR, 36)]
    assert state.lives == [3, 3, 2, 3]
    assert act(state, "B+ C+") == [
        Exchanged(B, C, Rank.OWL, Rank.NINE),
        TurnPassed(C),
        Struck(C, D, Rank.CAT, 1),
        Undone(((B, C),), ((B, Rank.OWL), (C, Rank.NINE))),
        TurnPassed(A),
    ]
    act(state, "A-")
    assert state.lives == [3, 2, 1, 3]


# -- heads, and what is refused


def test_the_pack_has_42_cards_two_each_of_21_ranks() -> None:
    codes = "fool owl pot 0 1 2 3 4 5 6 7 8 9 10 11 12 house horse cat dragoon cuckoo"
    assert [rank.code for rank in Rank] == codes.split()
    assert Counter(PACK) == dict.fromkeys(Rank, 2)
    assert len(PACK) == 42
    assert [rank.code for rank in Rank if rank.matador] == codes.split()[-5:]


@pytest.mark.parametrize("players", GNAV.seats)
def test_a_head_has_decks_for_the_longest_match_and_seats_the_first_player_left_of_the_dealer(
    players: int,
) -> None:
    chance = Random(players)
    head = GNAV.head(players, {}, 1, chance.shuffle)
    assert (head["dealer"], tuple(head)) == (0, GNAV.head_keys)
    deals = head["deals"]
    assert isinstance(deals, list)
    assert len(deals) == 3 * players - 1
    assert len({tuple(deck) for deck in deals}) == len(deals)
    assert all(sorted(deck) == sorted(deck_of("")) for deck in deals)
    state, _ = GNAV.start(players, {}, head)
    assert GNAV.turn(state) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 10])
def test_a_match_may_use_up_the_decks_of_its_head_and_needs_no_more(players: int) -> None:
    """Always only one loses, and whoever has most lives left: the longest match there is."""
    head = {"dealer": 0, "deals": [deck_of("")] * (3 * players - 1)}
    state, _ = GNAV.start(players, {}, head)
    while not state.over:
        assert state.turn is not None, "a deck was missing"
        if state.turn == state.order[0]:
            loser = max(state.order, key=lambda seat: (state.lives[seat], seat))
            front = " ".join("owl" if seat == loser else "12" for seat in state.order)
            _give(state, front)
        GNAV.act(state, Keep(state.turn))
    assert state.used == len(state.decks)


def _give(state: State, front: str) -> None:
    """Exchange the deck of the deal under way, just dealt; more than two cards of a kind do no harm here."""
    cards = tuple(RANKS[code] for code in front.split())
    deck = cards + PACK[len(cards) :]
    state.decks = (*state.decks[: state.used - 1], deck, *state.decks[state.used :])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"dealer": 4}, Fault.WRONG_FIRST),
        ({"dealer": -1}, Fault.WRONG_FIRST),
        ({"dealer": True}, Fault.WRONG_FIRST),
        ({"dealer": None}, Fault.WRONG_FIRST),
        ({"deals": []}, Fault.WRONG_DECK),
        ({"deals": None}, Fault.WRONG_DECK),
        ({"deals": "fool"}, Fault.WRONG_DECK),
        ({"deals": deck_of("")}, Fault.WRONG_DECK),
        ({"deals": [deck_of("")[1:]]}, Fault.WRONG_DECK),
        ({"deals": [[*deck_of("")[1:], "cat"]]}, Fault.WRONG_DECK),
        ({"deals": [[*deck_of("")[1:], "Cat"]]}, Fault.UNKNOWN_CARD),
        ({"deals": [[*deck_of("")[1:], 7]]}, Fault.UNKNOWN_CARD),
        ({"deals": [deck_of(""), [*deck_of("")[1:], "13"]]}, Fault.UNKNOWN_CARD),
    ],
)
def test_a_head_that_makes_no_game_is_refused(change: Written, fault: Fault) -> None:
    with pytest.raises(BadRecord) as caught:
        GNAV.start(4, {}, {"dealer": 0, "deals": [deck_of("")], **change})
    assert caught.value.fault is fault
    if fault is Fault.UNKNOWN_CARD:
        assert caught.value.facts["number"] == 42


@pytest.mark.parametrize(
    "odd",
    [{}, {"seat": 0}, {"seat": 0, "do": "pass"}, {"seat": "0", "do": "keep"}, {"seat": True, "do": "swap"}],
)
def test_what_is_not_written_as_an_action_is_refused(odd: Written) -> None:
    with pytest.raises(BadRecord) as caught:
        GNAV.parse(odd)
    assert caught.value.fault is Fault.WRONG_ACTION


def refusal(state: State, action: Action) -> Refused:
    before = copy.deepcopy(state)
    with pytest.raises(Refused) as caught:
        GNAV.act(state, action)
    with pytest.raises(Refused):
        GNAV.announce(state, action)
    assert state == before
    return caught.value


def test_each_refusal_has_its_reason() -> None:
    deals = [deck_of("5 fool 7 8"), deck_of("1 2 3")]
    state, _ = GNAV.start(4, {}, {"dealer": D, "deals": deals})
    state.lives[A] = 1
    for seat in (B, C, D, -1, 4, 10**30):
        refused = refusal(state, Keep(seat))
        assert (refused.why, refused.facts) == (Why.NOT_YOUR_TURN, {"turn": A})
    act(state, "A- B- C- D-")  # A leaves, B rests, and the button comes to B
    assert (state.lives, state.order, state.button) == ([0, 2, 3, 3], (C, D), B)
    assert refusal(state, Swap(A)).why is Why.OUT
    assert refusal(state, Swap(B)).why is Why.RESTING
    act(state, "C- D-")
    assert GNAV.turn(state) is None
    assert not GNAV.result(state)["over"]
    assert refusal(state, Keep(C)).why is Why.NO_DECK
    assert all(not GNAV.legal(state, seat) for seat in range(4))
    state, _ = GNAV.start(2, {}, {"dealer": B, "deals": [deck_of("5 6")]})
    state.lives[A] = 1
    act(state, "A- B-")
    assert refusal(state, Keep(B)).why is Why.GAME_OVER


# -- against the referee


@dataclass(frozen=True)
class Verdict:
    """The final state, or the number of the action that was refused."""

    state: Written | None
    refused: int | None


def by_engine(record: Written, seen: Counter[object]) -> Verdict:
    """Return the engine's verdict; `seen` counts what happened and why it refused."""
    state: Any = None
    try:
        for step in replay(read(json.dumps(record))):
            state = step.state
            seen.update(type(event) for event in step.events)
    except BadRecord as bad:
        number, refused = bad.facts["number"], bad.facts.get("refused")
        assert isinstance(number, int)
        seen[refused.why if isinstance(refused, Refused) else bad.fault] += 1
        return Verdict(None, number)
    seen["draw" if GNAV.result(state)["draw"] else state.over] += 1
    return Verdict(GNAV.result(state), None)


def by_referee(record: Written) -> Verdict:
    try:
        return Verdict(referee(record), None)
    except IllegalAction as illegal:
        return Verdict(None, illegal.number)


def colourful(decks: Sequence[list[str]], chance: Random) -> None:
    """Bring fools and matadors up in the decks, so that they meet."""
    wanted = {"fool", "house", "horse", "cat", "dragoon", "cuckoo"}
    for deck in decks:
        deck.sort(key=lambda code: chance.random() - (0.5 if code in wanted else 0))


def random_record(chance: Random) -> Written:
    """Return a match of random players, length and decks, perhaps with a foul and what followed it."""
    players = chance.choice((2, 3, 4, chance.randint(5, 10)))
    head: Written = {"dealer": chance.randrange(players), "deals": []}
    for _ in range(chance.choice((1, 3, 3 * players - 1))):
        head["deals"].append(chance.sample([rank.code for rank in PACK], len(PACK)))
    if chance.random() < 0.6:
        colourful(head["deals"], chance)
    state, _ = GNAV.start(players, {}, head)
    eagerness, blindness = chance.choice((0.1, 0.5, 0.9)), chance.choice((0, 0, 0.02, 0.1))
    actions: list[Written] = []
    length = chance.choice((1000, 1000, chance.randrange(40)))
    while len(actions) < length:
        if state.turn is None or chance.random() < blindness:
            if chance.random() < 0.5:
                break
            actions.append(blind_action(state, chance))
            length = min(length, len(actions) + chance.randrange(3))
        else:
            actions.append({"seat": state.turn, "do": "swap" if chance.random() < eagerness else "keep"})
        try:
            GNAV.act(state, GNAV.parse(actions[-1]))
        except (Refused, BadRecord):
            continue
    written_down = {"format": "senpai-record", "version": 1, "game": "gnav"}
    return {**written_down, "players": list(NAMES[:players]), "options": {}, **head, "actions": actions}


def blind_action(state: State, chance: Random) -> Written:
    """Return something that looks like an action, most often against the rules."""
    seats: list[Any] = [*range(-1, len(state.lives) + 1), None, "0", True, 1.0]
    action = {"seat": chance.choice(seats), "do": chance.choice(("keep", "swap"))}
    if chance.random() < 0.2:
        action["do"] = chance.choice(("take", "", None, 1))
    return action


def test_engine_and_referee_agree_on_every_state_and_every_foul() -> None:
    chance, seen = Random("gnav"), Counter[object]()
    for _ in range(2200):
        record = random_record(chance)
        assert by_engine(record, seen) == by_referee(record), json.dumps(record)
    wanted = {*typing.get_args(Event), *Why, Fault.WRONG_ACTION, True, False, "draw"} - {Announced}
    assert not wanted - seen.keys(), "these never came up, so nothing was compared"


# -- laws


@cache
def whole_match(number: int, players: int) -> Record:
    """Return a random match, told to its end, with many fools and matadors."""
    chance = Random(number)
    head: Any = GNAV.head(players, {}, chance.randrange(players), chance.shuffle)
    colourful(head["deals"], chance)
    state, _ = GNAV.start(players, {}, head)
    actions: list[Any] = []
    while (turn := GNAV.turn(state)) is not None:
        actions.append(chance.choice(GNAV.legal(state, turn)))
        GNAV.act(state, actions[-1])
    return Record(GNAV, NAMES[:players], {}, head, actions, {})


def cut(record: Record, length: int) -> Record:
    return Record(GNAV, record.players, {}, record.head, record.actions[:length], {})


MATCHES = [(number, players) for number, players in enumerate((2, 3, 3, 4, 5, 7, 10))]


@pytest.mark.parametrize(("number", "players"), MATCHES)
def test_a_match_keeps_the_laws_of_every_game(number: int, players: int) -> None:
    record = whole_match(number, players)
    assert final(record)["over"] is True
    told, _ = GNAV.start(players, {}, record.head)
    for step in replay(record):
        state = step.state
        turn = GNAV.turn(state)
        for seat in range(-1, players + 1):
            assert GNAV.legal(state, seat) == ([Keep(seat), Swap(seat)] if seat == turn else [])
            assert accepted(state, Keep(seat)) == accepted(state, Swap(seat)) == (seat == turn)
        for event in [] if step.announced is None else [step.announced, *step.events]:
            GNAV.apply(told, event)
        assert told == state
        assert len(set(state.held.values())) == len(state.order)
    assert turn is None


def accepted(state: State, action: Action) -> bool:
    before = copy.deepcopy(state)
    try:
        GNAV.announce(state, action)
    except Refused:
        return False
    finally:
        assert state == before
    return True


def test_a_match_saved_and_reloaded_at_every_step_is_the_same_match() -> None:
    whole = whole_match(1, 3)
    for step in replay(whole):
        record = cut(whole, step.number)
        text = write(record)
        reloaded = None
        for again in replay(read(text)):
            reloaded = again.state
        assert reloaded == step.state
        assert GNAV.result(step.state) == final(record)
        assert write(read(text)) == text


def test_the_repr_of_a_state_shows_no_card() -> None:
    states = [GNAV.start(4, {}, GNAV.head(4, {}, n % 4, Random(n).shuffle))[0] for n in range(5)]
    assert {repr(state) for state in states} == {"<gnav state: 4 players, deal 1>"}


# -- secrets


def perceivable(event: Any, seat: Seat | None) -> tuple[object, ...]:
    """Return what a seat may perceive of an event, by the rules and not by the engine's projection."""
    kind = type(event).__name__
    match event:
        case Dealt(deal, button, order, cards, resting, stock):
            own = [card for owner, card in zip(order, cards, strict=True) if owner == seat]
            return kind, deal, button, order, resting, stock, own
        case Exchanged(one, other, given, got):
            return kind, one, other, (given, got) if seat in (one, other) else None
        case Undone(exchanges, cards):
            return kind, exchanges, [card for owner, card in cards if owner == seat]
        case Drew(owner, given, got, stock):
            return kind, owner, stock, (given, got) if seat == owner else None
    return kind, event


def perceived(record: Record, seat: Seat | None) -> list[object]:
    return [perceivable(event, seat) for event in happened(record)]


def happened(record: Record) -> Iterator[Event]:
    for step in replay(record):
        yield from [*([step.announced] if step.announced else []), *step.events]


def disguised(record: Record, seat: Seat | None, chance: Random) -> Record:
    """Return a match with other hidden cards, in which the seat has perceived just the same so far."""
    known, used = perceived(record, seat), sum(isinstance(event, Dealt) for event in happened(record))
    same = record
    for attempt in range(16):
        deals: Any = same.head["deals"]
        decks = [list(deck) for deck in deals]
        for deck in decks[used:]:
            chance.shuffle(deck)
        # Most of what is hidden lies in the deal under way.
        deck = decks[used - 1 if attempt % 4 else chance.randrange(used)]
        one, other = chance.randrange(len(record.players) + 4), chance.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
        trial = Record(GNAV, record.players, {}, {**same.head, "deals": decks}, record.actions, {})
        if alike(trial, seat, known):
            same = trial
    return same


def alike(trial: Record, seat: Seat | None, known: list[object]) -> bool:
    try:
        return perceived(trial, seat) == known
    except BadRecord:  # in that match somebody acts out of turn
        return False


LINES = (
    "card, hand, what, what cat, what does the fool do, known, lives, table, turn, status, karte, was katze, "
    "bekannt, leben, tisch, stand, swap berta, ask the stock, swap zoe, keep it, card 99, tausche mit anton"
).split(", ")
"""All that can be asked, and lines that are not understood; those of them that are actions are not tried."""


def everything_given(record: Record, seat: Seat | None, lang: str, verbosity: Verbosity) -> list[object]:
    """Return all that reaches a seat, asking all it can at the end, and what its computer player does."""
    words = GnavWords(Words(lang), record.players, seat, verbosity)
    state, events = GNAV.start(len(record.players), {}, record.head)
    given = told(state, events, words, seat)
    actions: list[Any] = record.actions
    for action in actions:
        given += told(state, [GNAV.announce(state, action)], words, seat)
        given += told(state, GNAV.act(state, action), words, seat)
    view = GNAV.view(state, seat)
    given += [
        words.own_card(view),
        words.known(view),
        words.lives(view),
        words.table(view),
        words.status(view),
    ]
    if seat is not None:
        given += [typed(line, view, words) for line in LINES]
        legal = GNAV.legal(state, seat)
        given += [GnavPlayer().choose(view, legal, Random(1))] if legal else [refused(state, seat, words)]
        given += asyncio.run(counselled(record, seat, lang, view, legal))
    return given


async def counselled(record: Record, seat: Seat, lang: str, view: View, legal: Sequence[Any]) -> list[object]:
    """Return why everybody did what they did last, and advice to the seat if it is its turn."""
    senpai = Senpai("gnav", record.players, seat, lang, Verbosity.NORMAL)
    pasts = [last_turn(record, [owner], over=False) for owner in range(len(record.players))]
    given: list[object] = [
        await counsel.why(past, record, senpai, person=False) for past in pasts if past is not None
    ]
    return [*given, await counsel.advice(view, legal, record, senpai)] if legal else given


def told(state: State, events: Sequence[Event], words: GnavWords, seat: Seat | None) -> list[object]:
    given: list[object] = []
    for event in events:
        projected, view = GNAV.for_seat(event, seat), GNAV.view(state, seat)
        given += [projected, view, words.event(projected, view), words.turn(view)]
        given += [layout(words.line(view), width, "en") for width in (14, 40)]
    return given


def typed(line: str, view: View, words: GnavWords) -> object:
    """Return what a typed line comes to."""
    try:
        return understood(line, view, words)
    except NotUnderstood as problem:
        return problem.puzzle, problem.facts


def understood(line: str, view: View, words: GnavWords) -> object:
    assert view.seat is not None
    command, rest = COMMANDS.find(line, words.text.names)
    return command.effect(Desk(view, words.text.names, view.seat, words), rest)


def refused(state: State, seat: Seat, words: GnavWords) -> Said:
    with pytest.raises(Refused) as caught:
        GNAV.announce(state, Swap(seat))
    return words.refusal(caught.value, GNAV.view(state, seat))


def same_to(record: Record, seat: Seat | None, lang: str, verbosity: Verbosity, chance: Random) -> bool:
    """Whether the seat is given the same in the match and in its disguise."""
    other = disguised(record, seat, chance)
    return everything_given(record, seat, lang, verbosity) == everything_given(other, seat, lang, verbosity)


@pytest.mark.parametrize(("number", "players"), [(7, 2), (11, 3), (13, 3), (6, 4), (14, 4), (12, 5)])
def test_hidden_cards_make_no_difference_to_anything_a_seat_is_given_at_every_cut(
    number: int, players: int
) -> None:
    whole, chance = whole_match(number, players), Random(number)
    seats: list[Seat | None] = [*range(players), None]
    for length in range(len(whole.actions) + 1):
        lang, verbosity = STYLES[length % len(STYLES)]
        assert same_to(cut(whole, length), seats[length % len(seats)], lang, verbosity, chance), length


def test_the_disguised_matches_really_differ() -> None:
    """Without this the law could hold because nothing was swapped."""
    whole, chance, differing = whole_match(6, 4), Random(6), 0
    for length in range(len(whole.actions)):
        record = cut(whole, length)
        dealt = [event.cards for event in happened(record) if isinstance(event, Dealt)]
        others = [event.cards for event in happened(disguised(record, D, chance)) if isinstance(event, Dealt)]
        differing += dealt[-1] != others[-1]
    assert differing > len(whole.actions) * 0.8


@pytest.mark.parametrize("leak", ["event", "view", "exchange"])
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """The law must fail when the engine hides nothing, or just not enough."""
    view, for_seat = Gnav.view, Gnav.for_seat
    if leak == "event":
        monkeypatch.setattr(Gnav, "for_seat", lambda self, event, seat: event)
    elif leak == "exchange":
        monkeypatch.setattr(
            Gnav,
            "for_seat",
            lambda self, event, seat: event if isinstance(event, Exchanged) else for_seat(self, event, seat),
        )
    else:
        monkeypatch.setattr(
            Gnav,
            "view",
            lambda self, state, seat: dataclasses.replace(
                view(self, state, seat), cards=view(self, state, state.order[0]).cards
            ),
        )
    whole, chance = whole_match(6, 4), Random(1)
    cuts = (cut(whole, length) for length in range(0, len(whole.actions), 2))
    assert not all(same_to(record, C, "en", Verbosity.NORMAL, chance) for record in cuts)


def test_what_was_perceived_is_known_wherever_it_goes_and_nothing_else() -> None:
    deals = [deck_of("5 6 fool 8 cat 9")]
    state, _ = GNAV.start(6, {}, {"dealer": 5, "deals": deals})

    def known(seat: Seat | None) -> str:
        cards = GNAV.view(state, seat).cards
        return " ".join("-" if card is None else card.code for card in cards)

    assert [known(seat) for seat in (A, B, C, None)] == [
        "5 - fool - - -",
        "- 6 fool - - -",
        "- - fool - - -",
        "- - fool - - -",
    ]
    act(state, "A+")
    assert [known(seat) for seat in (A, B, C)] == ["6 5 fool - - -", "6 5 fool - - -", "- - fool - - -"]
    act(state, "B+")
    assert [known(seat) for seat in (A, B, C, None)] == [
        "6 fool 5 - - -",
        "6 fool 5 - - -",
        "- fool 5 - - -",
        "- fool - - - -",
    ]
    act(state, "C- D+")
    assert [known(seat) for seat in (A, D, None)] == [
        "5 6 fool - cat -",
        "- - fool 8 cat -",
        "- - fool - cat -",
    ]
    assert GNAV.view(state, A).exchanges == ()


def hidden_from(told: Any, seat: Seat | None) -> Iterator[object]:
    """Yield what an event tells a seat of cards that it has not perceived; must be empty."""
    match told:
        case Dealt():
            pairs = zip(told.order, told.cards, strict=True)
            yield from (card for owner, card in pairs if card is not None and owner != seat)
        case Exchanged() if seat not in (told.seat, told.to):
            yield from (card for card in (told.given, told.got) if card is not None)
        case Drew() if seat != told.seat:
            yield from (card for card in (told.given, told.got) if card is not None)
        case Undone():
            yield from (card for owner, card in told.cards if card is not None and owner != seat)


def tells(event: Any, seat: Seat) -> bool:
    """Whether an event tells a seat all that it may know and others may not."""
    match event:
        case Dealt():
            return seat not in event.order or event.cards[event.order.index(seat)] is not None
        case Exchanged():
            return seat not in (event.seat, event.to) or None not in (event.given, event.got)
        case Drew():
            return seat != event.seat or None not in (event.given, event.got)
        case Undone():
            return all(card is not None for owner, card in event.cards if owner == seat)
    return True


def test_an_event_tells_a_seat_its_own_cards_and_no_others() -> None:
    for number, players in MATCHES:
        for event in happened(whole_match(number, players)):
            for seat in (*range(players), None):
                projected = GNAV.for_seat(event, seat)
                assert type(projected) is type(event)
                assert not list(hidden_from(projected, seat))
                assert seat is None or tells(projected, seat)


# -- words


FOOL, OWL, NINE, HOUSE, CAT = Rank.FOOL, Rank.OWL, Rank.NINE, Rank.HOUSE, Rank.CAT
DEAL = Dealt(12, D, (A, B, C, D), (Rank.DRAGOON,) * 4, (), 38)
EVENTS: tuple[Any, ...] = (
    Dealt(1, B, (C, A, B), (OWL, NINE, HOUSE), (), 39),
    DEAL,
    dataclasses.replace(DEAL, deal=13, button=B, order=(C, D, A), cards=(OWL, NINE, HOUSE), resting=(B,)),
    dataclasses.replace(DEAL, deal=14, order=(A, B), cards=(NINE, NINE), resting=(C, D)),
    *(Knocked(seat) for seat in (A, B)),
    *(Announced(seat, Keep(seat), None) for seat in (A, D)),
    *(Announced(A, Swap(A), asked) for asked in (B, C, None)),
    Exchanged(A, B, OWL, NINE),
    Exchanged(A, B, NINE, OWL),
    Exchanged(A, B, Rank.TWELVE, Rank.TWELVE),
    Exchanged(A, B, None, None),
    Exchanged(C, A, FOOL, Rank.POT),
    *(PassedBy(A, B, card, C) for card in (HOUSE, Rank.HORSE)),
    *(PassedBy(A, owner, HOUSE, None) for owner in (C, None)),
    PassedBy(C, None, HOUSE, None),
    PassedBy(C, D, HOUSE, A),
    *(
        Struck(A, owner, card, lives)
        for owner, card, lives in itertools.product((B, None), (CAT, Rank.DRAGOON), (2, 1, 0))
    ),
    Struck(C, A, Rank.DRAGOON, 2),
    Undone(((B, C), (A, B)), ((A, OWL), (B, NINE), (C, FOOL))),
    Undone(((A, B),), ((A, None), (B, None))),
    *(CuckooShown(A, owner) for owner in (B, None)),
    CuckooShown(C, A),
    Drew(A, OWL, NINE, 37),
    Drew(A, NINE, OWL, 37),
    Drew(A, OWL, OWL, 37),
    Drew(A, None, None, 37),
    *(TurnPassed(to) for to in range(4)),
    Revealed(tuple((seat, Rank(20 - seat)) for seat in range(4))),
    Revealed(((A, Rank.TWELVE), (B, OWL))),
    Settled((), (), None),
    Settled(((A, 2), (B, 0)), (A, B), None),
    Settled(((A, 2), (B, 1), (C, 0)), (A,), NINE),
    Settled(((B, 1),), (), OWL),
    *(kind(seat) for kind in (Left, Rests) for seat in (A, B)),
    Skipped(5, A, (A, B)),
    *(Ended(winner) for winner in (A, B, None)),
)
LISTENERS = (A, B, C, None)
FORBIDDEN = re.compile(r"[{}<>*_|\[\]⟦⟧]|  |\.\.|\s[.,]|None")
CARD_NAMES: tuple[CardNames, ...] = typing.get_args(CardNames)


@cache
def views() -> list[View]:
    """Return views of every seat and of a bystander, at several moments of some matches."""
    found = []
    for number, players in MATCHES:
        state, _ = GNAV.start(players, {}, whole_match(number, players).head)
        actions: list[Any] = whole_match(number, players).actions
        for moment, action in enumerate(actions):
            if moment % 5 == 0:
                found += [GNAV.view(state, seat) for seat in (*range(players), None)]
            GNAV.act(state, action)
        found += [GNAV.view(state, seat) for seat in (*range(players), None)]
    return found


def at_the_start(seat: Seat | None) -> View:
    head = {"dealer": D, "deals": [deck_of(PLAIN)]}
    return GNAV.view(GNAV.start(4, {}, head)[0], seat)


def words_for(
    seat: Seat | None, lang: str = "en", verbosity: Verbosity = Verbosity.NORMAL, names: CardNames = "own"
) -> GnavWords:
    return GnavWords(Words(lang), NAMES, seat, verbosity, card_names=names)


def well_formed(said: Said, *, braille: int = 40) -> None:
    """Check a text's form: a sentence that can be spoken, few cells, lines that a screen reader speaks."""
    assert re.search(r"[.?!:]$", said.speech), said
    assert said.speech[0].upper() == said.speech[0], said
    assert not FORBIDDEN.search(said.speech), said
    assert said.braille, said
    assert not said.braille.endswith("."), said
    assert len(said.braille) <= braille, said
    for line in (said.print or said.speech).split("\n"):
        assert len(line) >= 3, said
        assert line[-1] in ".?!:", said


def test_every_event_of_the_game_is_in_the_list() -> None:
    assert {type(event) for event in EVENTS} == set(typing.get_args(gnav_parts.Event))
    announced = {type(event.action) for event in EVENTS if isinstance(event, Announced)}
    assert announced == set(typing.get_args(gnav_parts.Action))


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
def test_every_event_has_words_for_every_listener(lang: str, verbosity: Verbosity) -> None:
    for seat, names in itertools.product(LISTENERS, CARD_NAMES):
        words = words_for(seat, lang, verbosity, names)
        for event in EVENTS:
            said = words.event(GNAV.for_seat(event, seat), at_the_start(seat))
            well_formed(said)
            assert said.cue or isinstance(event, TurnPassed)


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
def test_every_refusal_has_words_that_say_what_would_do(lang: str, verbosity: Verbosity) -> None:
    for why in Why:
        said = words_for(A, lang, verbosity).refusal(Refused(why, turn=B), at_the_start(A))
        well_formed(said)
        assert len(said.speech.split()) > 5


@pytest.mark.parametrize(("lang", "verbosity"), STYLES)
def test_every_answer_is_well_formed_in_every_phase(lang: str, verbosity: Verbosity) -> None:
    speakers = {seat: words_for(seat, lang, verbosity) for seat in (*range(10), None)}
    for view in views():
        words = speakers[view.seat]
        told = [words.own_card(view), words.known(view), words.lives(view), words.table(view)]
        told += [words.turn(view), words.status(view)]
        if view.turn == view.seat and view.turn is not None:
            told.append(words.whom(view))
        for said in told:
            well_formed(said, braille=200)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("names", CARD_NAMES)
def test_every_card_has_a_name_a_code_and_an_effect(lang: str, names: CardNames) -> None:
    cards = words_for(A, lang, names=names).cards
    assert len({cards.card(rank) for rank in Rank}) == len({cards.code(rank) for rank in Rank}) == 21
    for rank in Rank:
        assert len(cards.code(rank)) in (1, 2)
        well_formed(cards.effect(rank))
        assert cards.effect(rank).speech.startswith(cards.card(rank).nom.capitalize()[:3])


def test_cards_have_their_norwegian_names_if_wanted() -> None:
    own, norwegian = words_for(A), words_for(A, names="norwegian")
    assert [own.cards.card(rank).bare for rank in Rank][-5:] == ["house", "horse", "cat", "dragoon", "cuckoo"]
    named = [norwegian.cards.card(rank).bare for rank in Rank]
    assert named[:3] + named[-5:] == ["Narr", "Ugle", "Potte", "Hus", "Hest", "Katt", "Dragon", "Gjøk"]
    assert norwegian.effect(Rank.CAT).speech.startswith("The Katt refuses")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", LISTENERS)
def test_no_two_events_that_differ_for_a_listener_sound_or_feel_alike(lang: str, seat: Seat | None) -> None:
    """Short verbosity loses no fact: what a seat perceives differently never has the same words."""
    words, heard = words_for(seat, lang, Verbosity.SHORT), dict[str, object]()
    for event in EVENTS:
        if isinstance(event, Undone):
            continue  # which exchanges those are was told when they were made
        projected = GNAV.for_seat(event, seat)
        said = words.event(projected, at_the_start(seat))
        for text in (said.speech, said.braille):
            assert heard.setdefault(text, projected) == projected, text


HEARD: tuple[tuple[Event, str, str, str], ...] = (
    # An event, and what A, B and a bystander hear of it.
    (
        Exchanged(A, B, OWL, NINE),
        "You give Berta the owl and get the nine.",
        "You give Anton the nine and get the owl.",
        "Anton and Berta swap.",
    ),
    (
        Announced(A, Swap(A), B),
        "You ask Berta to swap.",
        "Anton asks you to swap.",
        "Anton asks Berta to swap.",
    ),
    (
        PassedBy(A, B, HOUSE, C),
        "Berta shows the house. Clara is asked next.",
        "You show the house. Clara is asked next.",
        "Berta shows the house. Clara is asked next.",
    ),
    (
        Struck(A, B, CAT, 2),
        "Berta shows the cat. You lose a life and have 2 lives.",
        "You show the cat. Anton loses a life and has 2 lives.",
        "Berta shows the cat. Anton loses a life and has 2 lives.",
    ),
    (
        Struck(B, None, Rank.DRAGOON, 0),
        "Berta draws the dragoon. Berta loses the last life.",
        "You draw the dragoon. You lose your last life.",
        "Berta draws the dragoon. Berta loses the last life.",
    ),
    (
        Undone(((A, B),), ((A, NINE), (B, OWL))),
        "All exchanges of this deal are undone. You have the nine again.",
        "All exchanges of this deal are undone. You have the owl again.",
        "All exchanges of this deal are undone.",
    ),
    (
        Drew(A, OWL, NINE, 37),
        "You lay the owl aside and get the nine.",
        "Anton gets an ordinary card from the stock.",
        "Anton gets an ordinary card from the stock.",
    ),
    (
        Revealed(((A, NINE), (B, FOOL))),
        "The cards: you nine, Berta fool.",
        "The cards: Anton nine, you fool.",
        "The cards: Anton nine, Berta fool.",
    ),
    (
        Settled(((A, 1), (B, 0)), (B,), NINE),
        "The fool loses, and the nine as the next lowest card. You lose a life and have 1 life. "
        "Berta loses the last life.",
        "The fool loses, and the nine as the next lowest card. Anton loses a life and has 1 life. "
        "You lose your last life.",
        "The fool loses, and the nine as the next lowest card. Anton loses a life and has 1 life. "
        "Berta loses the last life.",
    ),
    (
        dataclasses.replace(DEAL, deal=13, button=B, order=(C, D, A), cards=(OWL, NINE, HOUSE), resting=(B,)),
        "Deal 13. You deal in place of Berta. You get the house.",
        "Deal 13. Anton deals in your place. You rest and get no card.",
        "Deal 13. Anton deals in place of Berta.",
    ),
)


@pytest.mark.parametrize("heard", HEARD, ids=lambda heard: type(heard[0]).__name__)
def test_who_is_concerned_hears_it_said_to_them(heard: tuple[Event, str, str, str]) -> None:
    event, *told = heard
    for seat, wanted in zip((A, B, None), told, strict=True):
        said = words_for(seat).event(GNAV.for_seat(event, seat), at_the_start(seat))
        assert said.speech == wanted


def test_nothing_is_said_that_did_not_go_through_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech.words, "translator", lambda lang: Marking())
    for verbosity, seat in itertools.product(Verbosity, LISTENERS):
        words = words_for(seat, "en", verbosity)
        told = [words.event(GNAV.for_seat(event, seat), at_the_start(seat)) for event in EVENTS]
        for view in views()[::7]:
            if view.seat == seat:
                told += [words.own_card(view), words.known(view), words.lives(view), words.table(view)]
                told += [words.turn(view), words.status(view)]
        told += [words.effect(rank) for rank in Rank]
        told += [words.refusal(Refused(why, turn=B), at_the_start(seat)) for why in Why]
        for said in told:
            assert not re.search(r"[a-z]", unmarked(said.speech)), said
    for command in VERBS:
        assert not re.search(r"[a-z]", unmarked(command.help(Words("en")))), command.name


def line_of(words: GnavWords, view: View) -> str:
    fields = [item for group in words.line(view) for item in group.fields]
    return " ".join(item.text + "!" * item.marked for item in fields)


def test_the_braille_line_has_own_card_lives_turn_stock_and_what_is_known() -> None:
    head = {"dealer": D, "deals": [deck_of("5 horse 12 fool"), deck_of("1 2 3")]}
    state, _ = GNAV.start(4, {}, head)
    assert line_of(words_for(A), GNAV.view(state, A)) == "5! L3 a3! b3 c3 d3 D38 fod"
    act(state, "A+")
    assert line_of(words_for(A), GNAV.view(state, A)) == "12 L3 a3 b3 c3! d3 D38 hrb 5c fod"
    assert line_of(words_for(B), GNAV.view(state, B)) == "hr L3 a3 b3 c3! d3 D38 fod"
    assert line_of(words_for(None), GNAV.view(state, None)) == "a3 b3 c3! d3 D38 hrb fod"
    norwegian = words_for(A, names="norwegian")
    assert line_of(norwegian, GNAV.view(state, A)) == "12 L3 a3 b3 c3! d3 D38 heb 5c nad"
    act(state, "C- D-")  # D rests, the button comes to A, and C has the fool's neighbour in rank
    assert line_of(words_for(D), GNAV.view(state, D)) == "-- L2 a3 b3! c2 d2r D39"


@pytest.mark.parametrize("width", [14, 18, 20, 32, 40, 64, 80])
def test_the_braille_line_fits_every_display_and_no_field_is_cut(width: int) -> None:
    for view in views():
        words = words_for(view.seat)
        groups = [group._replace(fields=group.fields) for group in words.line(view)]
        fields = [item for group in groups for item in group.fields]
        assert len({item.owner for item in fields}) == len(fields), "every field is another object"
        windows = layout(groups, width, "en")
        assert all(len(part.cells) == len(part.text) <= width for part in windows)
        shown = " ".join(part.text for part in windows).replace(" ", "")
        assert shown == "".join(item.text for item in fields)
        for item in fields:
            assert sum(item.text in part.text and item.owner in part.owners for part in windows) == 1


def test_these_are_the_words_of_a_game() -> None:
    make: MakeWords = GnavWords
    assert (
        make(Words("en"), NAMES, None, Verbosity.NORMAL).turn(at_the_start(None)).speech
        == "It is Anton's turn."
    )


def test_an_initial_tells_the_players_of_a_table_apart() -> None:
    assert len(set(initials(NAMES))) == len(NAMES)


# -- verbs


COMMANDS: Commands[Any, Any] = Commands((*VERBS, *HOUSE_VERBS))


@pytest.mark.parametrize("command", VERBS, ids=lambda command: command.name)
def test_every_verb_is_understood_in_both_languages(command: Any) -> None:
    assert set(command.words) == set(LANGUAGES)
    for word in command.spellings():
        assert COMMANDS.find(word)[0] is command
        view = at_the_start(A)
        outcome = typed(word, view, words_for(A))
        assert isinstance(outcome, (Said, Keep, Swap))
    for lang in LANGUAGES:
        assert command.help(Words(lang)).endswith(".")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("keep", Keep(A)),
        ("Keep my card!", Keep(A)),
        ("behalte die Karte", Keep(A)),
        ("bleib", Keep(A)),
        ("swap", Swap(A)),
        ("ask berta", Swap(A)),
        ("ask Ber for a swap", Swap(A)),
        ("exchange with berta", Swap(A)),
        ("tausche mit Berta", Swap(A)),
        ("frage Berta um einen Tausch", Swap(A)),
    ],
)
def test_typed_words_become_actions(line: str, action: Action) -> None:
    assert typed(line, at_the_start(A), words_for(A)) == action


def test_whoever_names_somebody_else_is_told_that_there_is_no_choice() -> None:
    said = typed("ask clara", at_the_start(A), words_for(A))
    assert isinstance(said, Said)
    assert said.speech == "You can only ask Berta, the next player to your left. Say swap, or keep."
    head = {"dealer": D, "deals": [deck_of(PLAIN)]}
    state, _ = GNAV.start(4, {}, head)
    act(state, "A- B- C-")
    dealer = GNAV.view(state, D)
    assert typed("tausche mit dem Stapel", dealer, words_for(D)) == Swap(D)
    said = typed("ask anton", dealer, words_for(D))
    assert isinstance(said, Said)
    assert said.speech == "You deal, so you can only swap with the stock. Say swap, or keep."
    assert typed("ask clara", at_the_start(B), words_for(B)) == Swap(B), "the rules refuse it, not the words"


@pytest.mark.parametrize(
    "line", ["keep it all", "swap zoe", "what zebra", "what cat dog", "cat", "lives berta"]
)
def test_what_is_not_understood_is_said(line: str) -> None:
    with pytest.raises(NotUnderstood):
        understood(line, at_the_start(A), words_for(A))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("names", CARD_NAMES)
def test_every_card_can_be_asked_for_by_all_its_names(lang: str, names: CardNames) -> None:
    words = words_for(A, lang, names=names)
    for rank in Rank:
        spoken = {words.cards.card(rank).bare, words.cards.card(rank).braille, *CARD_WORDS[rank]}
        for name in {way for word in spoken for way in (word, *spellings(word))}:
            for question in (f"what {name}", f"card {name}", f"was ist {name}", f"karte {name}"):
                assert typed(question, at_the_start(A), words) == words.effect(rank), question


@pytest.mark.parametrize(
    "line", ["what does the cat do?", "What is the cat", "was macht die Katze", "wirkung katze", "effect cat"]
)
def test_questions_about_a_card_may_be_whole_sentences(line: str) -> None:
    assert typed(line, at_the_start(A), words_for(A)) == words_for(A).effect(Rank.CAT)


def test_without_a_name_it_is_about_the_own_card() -> None:
    words, view = words_for(A), at_the_start(A)
    assert typed("card", view, words) == words.own_card(view)
    assert words.own_card(view).speech == "You have the five."
    assert typed("what", view, words) == words.effect(Rank.FIVE)
    resting = dataclasses.replace(view, cards=(None, *view.cards[1:]))
    assert typed("what", resting, words) == words.own_card(resting)


def test_a_request_is_risky_and_so_is_keeping_a_fool() -> None:
    view = at_the_start(A)
    assert risky(Swap(A), view)
    assert not risky(Keep(A), view)
    assert risky(Keep(A), dataclasses.replace(view, cards=(Rank.FOOL, *view.cards[1:])))


# -- the computer player


class Fixed:
    """Keeps from one rank on, whatever happened."""

    def __init__(self, keep_from: Rank) -> None:
        self.keep_from = keep_from

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        return legal[0] if view.card is not None and view.card >= self.keep_from else legal[1]


class Wild:
    """Does anything."""

    def choose(self, view: View, legal: Sequence[Action], chance: Random) -> Action:
        return chance.choice(legal)


def chosen(state: State) -> Action:
    turn = GNAV.turn(state)
    assert turn is not None
    return GnavPlayer(Level.EXPERT).choose(GNAV.view(state, turn), GNAV.legal(state, turn), Random(1))


@pytest.mark.parametrize(
    ("front", "before", "wanted"),
    [
        ("2 9 9 10", "", Swap(A)),
        ("4 9 9 10", "", Keep(A)),
        ("house 9 9 10", "", Keep(A)),
        ("fool 9 9 10", "", Swap(A)),
        ("3 fool 9 9", "", Keep(A)),  # the neighbour has knocked
        ("3 9 fool fool", "", Keep(A)),  # only the fools will lose
        ("0 1 9 9", "A+", Swap(B)),
        ("2 1 9 9", "A+", Keep(B)),  # handed a better card: whoever asked has a lower one
        ("1 dragoon 2 9", "A+", Keep(C)),  # whoever was struck sits on a low card
        ("1 9 2 9", "A- B-", Swap(C)),
        ("9 9 10 5", "A- B- C-", Swap(D)),
        ("9 9 10 6", "A- B- C-", Keep(D)),
    ],
)
def test_the_computer_player_sees_what_may_be_known(front: str, before: str, wanted: Action) -> None:
    state, _ = GNAV.start(4, {}, {"dealer": D, "deals": [deck_of(front)]})
    act(state, before)
    assert chosen(state) == wanted


def match_of(players: Sequence[Any], chance: Random) -> Seat | None:
    count = len(players)
    state, _ = GNAV.start(count, {}, GNAV.head(count, {}, chance.randrange(count), chance.shuffle))
    while (turn := GNAV.turn(state)) is not None:
        action = players[turn].choose(GNAV.view(state, turn), GNAV.legal(state, turn), chance)
        GNAV.act(state, action)
    return state.winner


@pytest.mark.parametrize(
    ("other", "least"),
    [(Wild(), 5.0), (Fixed(Rank.FOUR), -2.0), (Fixed(Rank.EIGHT), -2.0), (Fixed(Rank.POT), 2.0)],
)
def test_the_computer_player_is_never_worse_than_simpler_ones(other: Any, least: float) -> None:
    """One of it among three of the others; `least` is in standard errors above its share."""
    chance, matches = Random("arena"), 250
    outcomes = [
        match_of([GnavPlayer(Level.EXPERT) if seat == n % 4 else other for seat in range(4)], chance)
        for n in range(matches)
    ]
    won = sum(winner == n % 4 for n, winner in enumerate(outcomes))
    share = sum(winner is not None for winner in outcomes) / 4
    assert (won - share) / (matches * 0.25 * 0.75) ** 0.5 >= least


def test_the_computer_player_decides_at_once() -> None:
    slowest = 0.0
    for view in views():
        if view.turn is not None and view.turn == view.seat:
            started = time.perf_counter()
            GnavPlayer().choose(view, [Keep(view.turn), Swap(view.turn)], Random(1))
            slowest = max(slowest, time.perf_counter() - started)
    assert 0 < slowest < 0.05
