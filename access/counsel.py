"""Why somebody did something, and what an expert would do: found out from views, and put into words.

During a game a reason is what everybody at the table may take from an action, made from a bystander's view;
so nothing hidden can come in. When it is over, the computer player thinks once more with what it saw then.
Advice is made from the asker's own view alone. Not here: the verbs (see `counsel_verbs`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

from engine.bots.levels import Player, Thought
from engine.record import Record
from engine.table import Deed
from speech.reasons_text import Because, ReasonsText
from speech.senpai import Senpai
from speech.words import Said

from .kits import KITS
from .seeds import chance_of, level_of
from .table import Past

MOST_OTHERS = 2
"""So many other actions are told with advice."""


async def why(past: Past, record: Record, senpai: Senpai, *, person: bool) -> Said:
    """Return what was done and why, as far as the listener may know now; a `person` did it, or a computer."""
    words = senpai.game.reasons
    player = KITS[record.game.name].player(level_of(record))
    chance = chance_of(record, past.number)
    found = await asyncio.to_thread(_reason, player, past, None if person else chance)
    reason: Because | None = None
    if found is not None:
        thought, view = found
        reason = words.because(thought, view)
    deed = words.done(past.action, past.open_view)
    text = ReasonsText(senpai.words, senpai.names, senpai.seat)
    return text.why(past.action, deed, reason, person=person, over=past.own_view is not None)


def _reason(player: Player, past: Past, chance: Random | None) -> tuple[Thought, Any] | None:
    """Return the thought behind an action and the view it was made with; None: nothing can be told.

    `chance` is that of the decision; None: a person decided, whose thoughts nobody knows.
    """
    if past.own_view is not None and chance is not None:
        thought = player.think(past.own_view, past.legal, chance)
        if thought.action == past.action:
            return thought, past.own_view
    told = player.explain(past.open_view, past.action, past.open_events)
    return None if told is None else (told, past.open_view)


async def advice(view: Any, legal: Sequence[Deed], record: Record, senpai: Senpai) -> Said:
    """Return what an expert would do with this view, whose turn it is, and up to two other actions.

    An expert among these players: what they do not understand is neither advised nor read into their hints.
    """
    words = senpai.game.reasons
    expert = KITS[record.game.name].adviser(level_of(record))
    thought = await asyncio.to_thread(expert.think, view, legal, chance_of(record, len(record.actions)))
    thoughts = [thought, *thought.others[:MOST_OTHERS]]
    choices = [(words.advised(each.action, view), words.because(each, view)) for each in thoughts]
    return ReasonsText(senpai.words, senpai.names, senpai.seat).advice(choices)
