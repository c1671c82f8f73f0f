"""The braille card line of the fireworks games: what each cell of the persistent line stands for.

Own hand as far as it is known, rows, tokens and stock, then the other hands. Two cells a card, letters
and digits only. Not here: how the fields are laid out on a display (see `braille`).
"""

from __future__ import annotations

from engine.fireworks_parts import View

from .braille import Field, Group, initials
from .fireworks_answers import FireworksAnswers


def card_line(answers: FireworksAnswers, view: View) -> list[Group]:
    """Return the groups of the line for the seat whose view this is."""
    groups = [_rows(answers, view), _tokens(answers, view)]
    if view.seat is not None:
        groups.insert(0, _own_hand(answers, view))
        others = [seat for seat in range(len(view.hands)) if seat != view.seat]
        groups += [_hand(answers, view, seat) for seat in others]
    return groups


def _own_hand(answers: FireworksAnswers, view: View) -> Group:
    assert view.seat is not None
    mine = view.turn == view.seat
    # Dots 7 and 8 under the first card say that it is the reader's turn.
    return Group(
        tuple(
            Field(answers.code(held.known, view.rules), f"hand {place}", mine and place == 1)
            for place, held in enumerate(view.hands[view.seat], 1)
        )
    )


def _rows(answers: FireworksAnswers, view: View) -> Group:
    return Group(tuple(Field(answers.row_code(suit, height), f"row {suit}") for suit, height in view.rows))


def _tokens(answers: FireworksAnswers, view: View) -> Group:
    terms = answers.text.terms
    hints, lives, stock = terms.letters()
    return Group(
        (
            Field(f"{hints}{view.hints}", "coins"),
            Field(f"{lives}{terms.counted(view.lives)}", "lives"),
            Field(f"{stock}{view.pile}", "stock"),
        ),
        gap=False,
    )


def _hand(answers: FireworksAnswers, view: View, seat: int) -> Group:
    name = Field(initials(answers.text.names)[seat], f"player {seat}", view.turn == seat)
    cards = [
        Field("--" if held.face is None else answers.cards.code(held.face), f"player {seat} {place}")
        for place, held in enumerate(view.hands[seat], 1)
    ]
    return Group((name, *cards))
