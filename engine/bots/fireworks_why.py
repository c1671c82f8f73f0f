"""The reasons of players with conventions: their own, and what everybody can read out of an action."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fireworks_parts import Action, Clue, Discard, Discarded, Event, Hint, Hinted, Play, Played, View

from .fireworks_choice import Choice, Move
from .fireworks_reasons import Reason
from .fireworks_talk import Listener, Talk, listen
from .levels import Level, Thought


def reason(choice: Choice, move: Move, action: Action) -> Thought:
    """Return a move of the deciding seat with its reason, from all that this seat knows."""
    if isinstance(action, Hint):
        return _hint_reason(choice, move, action)
    talk, card = choice.talk, move.card
    if move.reason is Reason.PLAY_FINESSE:
        waiting = talk.answers[card]
        return Thought(action, move.reason, {"card": card, "by": waiting.by, "to": waiting.to})
    if move.reason is Reason.PLAY_TOLD:
        return _told(talk, action, card)
    if move.reason is Reason.PLAY_LIKELY:
        why = Reason.PLAY_LAST if choice.ending else Reason.PLAY_LIKELY
        return Thought(action, why, {"card": card, "percent": move.percent})
    return Thought(action, move.reason, {"card": card})


def _told(talk: Talk, action: Action, card: int) -> Thought:
    """Return that a hint meant the card can be played; without a hint, what others hold says it all."""
    if card not in talk.giver:
        return Thought(action, Reason.PLAY_SURE, {"card": card})
    by, clue = talk.giver[card]
    return Thought(action, Reason.PLAY_TOLD, {"card": card, "by": by, "clue": clue})


def _hint_reason(choice: Choice, move: Move, action: Hint) -> Thought:
    talk, to, clue, about = choice.talk, action.to, action.clue, move.about
    facts: dict[str, object] = {"to": to, "card": about, "clue": clue}
    if move.through >= 0:
        why = Reason.HINT_PROMPT if move.by_prompt else Reason.HINT_FINESSE
        return Thought(action, why, {**facts, "through": move.through})
    if move.corrected >= 0:
        return Thought(action, Reason.HINT_CORRECT, {**facts, "card": move.corrected})
    if not talk.conventions:
        return _plain_hint_reason(choice, move, action)
    true = 1 << talk.face[about]
    listener = Listener(talk, to)
    if move.meant & true and move.meant != talk.masks.every:
        if true & listener.playable:
            why = Reason.HINT_AGAIN if talk.pointed[about] else Reason.HINT_PLAY
            return Thought(action, why, facts)
        return Thought(action, Reason.HINT_SAVE, facts)
    return _told_more(choice, action, move.value)


def _plain_hint_reason(choice: Choice, move: Move, action: Hint) -> Thought:
    """Return why to give a hint to somebody who takes it for what it says."""
    talk, to, clue = choice.talk, action.to, action.clue
    mask, chop = talk.masks.touched[clue], talk.chop(to)
    pointed = [card for card in talk.hands[to] if mask >> talk.face[card] & 1]
    if chop in pointed and talk.critical >> talk.face[chop] & 1:
        return Thought(action, Reason.HINT_SAVE, {"to": to, "card": chop, "clue": clue})
    for card in pointed:
        if talk.fits >> talk.face[card] & 1:
            return Thought(action, Reason.HINT_PLAY, {"to": to, "card": card, "clue": clue})
    return _told_more(choice, action, move.value)


def _told_more(choice: Choice, action: Hint, value: float) -> Thought:
    """Return that a hint says more, or, if all else would be worse than nothing, that it wins time."""
    why = Reason.HINT_MORE if value > 0 else Reason.HINT_TIME
    return Thought(action, why, {"to": action.to, "clue": action.clue})


# -- what everybody knows


def public_reason(view: View, action: Action, events: Sequence[Event], level: Level) -> Thought | None:
    """Return what everybody makes of an action, from a bystander's view of just before it.

    `events` are what came of it, as a bystander perceived them. Only experts finesse; beginners follow no
    convention at all. None: nothing can be said.
    """
    talk = listen(view, level)
    for event in events:
        if isinstance(event, Hinted) and isinstance(action, Hint):
            return _public_hint(talk, action, event) if talk.conventions else _plain_hint(talk, action, event)
        if isinstance(event, Played) and isinstance(action, Play):
            return _public_play(talk, action)
        if isinstance(event, Discarded) and isinstance(action, Discard):
            return _public_discard(talk, action)
    return None


def _public_hint(talk: Talk, action: Hint, event: Hinted) -> Thought:
    clue: Clue = action.clue
    if not event.cards:
        return Thought(action, Reason.HINT_TIME, {"to": action.to, "clue": clue})
    listener = Listener(talk, action.to)
    about, allowed = listener.hear(clue, event.cards)
    facts = {"to": action.to, "card": about, "clue": clue}
    if allowed == talk.masks.every:
        return Thought(action, Reason.HINT_MORE, {"to": action.to, "clue": clue})
    possible = talk.told[about] & listener.alive & talk.masks.touched[clue] & allowed
    if talk.pointed[about]:
        return Thought(action, Reason.HINT_AGAIN, facts)
    if not possible & ~listener.playable:
        return Thought(action, Reason.HINT_PLAY, facts)
    if possible & listener.playable:
        return Thought(action, Reason.HINT_PLAY_OR_SAVE, facts)
    return Thought(action, Reason.HINT_SAVE, facts)


def _plain_hint(talk: Talk, action: Hint, event: Hinted) -> Thought:
    """Return what a hint says by itself: that a card fits, if it can be nothing else now."""
    facts: dict[str, object] = {"to": action.to, "clue": action.clue}
    left = talk.masks.touched[action.clue] & talk.alive(action.to)
    for card in event.cards:
        if not talk.told[card] & left & ~talk.fits:
            return Thought(action, Reason.HINT_PLAY, {**facts, "card": card})
    return Thought(action, Reason.HINT_PLAIN, facts)


def _public_play(talk: Talk, action: Play) -> Thought | None:
    card, seat = action.card, action.seat
    alive = talk.alive(seat)
    if not talk.told[card] & alive & ~talk.fits:
        return Thought(action, Reason.PLAY_SURE, {"card": card})
    if talk.pointed[card]:
        if talk.conventions:
            return _told(talk, action, card)
        return Thought(action, Reason.PLAY_HINTED, {"card": card})
    for waiting in talk.waiting:
        between = (seat - waiting.by) % talk.players < (waiting.to - waiting.by) % talk.players
        if between and card == talk.newest_unhinted(seat):
            return Thought(action, Reason.PLAY_FINESSE, {"card": card, "by": waiting.by, "to": waiting.to})
    return None


def _public_discard(talk: Talk, action: Discard) -> Thought | None:
    card, seat = action.card, action.seat
    facts = {"card": card}
    if not talk.told[card] & talk.alive(seat) & ~talk.trash:
        return Thought(action, Reason.DISCARD_USELESS, facts)
    if card == talk.chop(seat):
        return Thought(action, Reason.DISCARD_OLDEST, facts)
    if talk.chop(seat) < 0:
        return Thought(action, Reason.DISCARD_LEAST, facts)
    return None
