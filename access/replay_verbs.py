"""The verbs of a replay that is stepped through, and the table of all that can be said there.

Not here: what they do (see `replay_desk`), and the verbs of each game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from speech.words import Words

from .commands import Command, Commands, Group
from .counsel_verbs import WHY_VERB
from .house_verbs import HOUSE_VERBS
from .kits import KITS
from .voice_verbs import VOICE_VERBS


class Move(StrEnum):
    """What a person can ask of a replay."""

    NEXT = "next"
    BACK = "back"
    JUMP = "jump"
    FIRST = "first"
    LAST = "last"
    WHERE = "where"
    SEAT = "seat"
    KNEW = "knew"
    AUTO = "auto"
    FIND = "find"


def _move(move: Move) -> Callable[[Any, list[str]], Move]:
    return lambda desk, words: move


REPLAY_VERBS: tuple[Command[Any, Move], ...] = (
    Command(
        "next",
        {"en": ("next", "forward"), "de": ("weiter", "vor", "nächste")},
        lambda w: w.t.gettext("next, or Enter alone: the next action and what came of it."),
        _move(Move.NEXT),
        group=Group.PLAY,
    ),
    Command(
        "back",
        {"en": ("back", "previous"), "de": ("zurück", "vorige", "vorher")},
        lambda w: w.t.gettext("back: the action before."),
        _move(Move.BACK),
        group=Group.PLAY,
    ),
    Command(
        "jump",
        {"en": ("jump", "go to", "action"), "de": ("springe", "spring", "gehe zu", "aktion")},
        lambda w: w.t.gettext("jump, and a number: that action. Example: jump 12."),
        _move(Move.JUMP),
        group=Group.PLAY,
    ),
    Command(
        "first",
        {"en": ("first", "start"), "de": ("anfang", "erste")},
        lambda w: w.t.gettext("first: the beginning."),
        _move(Move.FIRST),
        group=Group.PLAY,
    ),
    Command(
        "last",
        {"en": ("last",), "de": ("letzte", "zuletzt", "schluss")},
        lambda w: w.t.gettext("last: the last action."),
        _move(Move.LAST),
        group=Group.PLAY,
    ),
    Command(
        "where",
        {"en": ("where",), "de": ("wo",)},
        lambda w: w.t.gettext("where: which action this is, and whose ears you hear with."),
        _move(Move.WHERE),
        group=Group.PLAY,
    ),
    Command(
        "seat",
        {"en": ("seat", "sit"), "de": ("platz", "sitz", "setz", "setze")},
        lambda w: w.t.gettext("seat, and a name or table: hear what was heard there. Example: seat Ben."),
        _move(Move.SEAT),
        group=Group.PLAY,
    ),
    Command(
        "knew",
        {"en": ("what did", "who knew", "knew"), "de": ("was wusste", "wer wusste", "wusste")},
        lambda w: w.t.gettext(
            "what did, and a name: what that player knew then. Example: what did Ben know."
        ),
        _move(Move.KNEW),
        group=Group.PLAY,
    ),
    Command(
        "find",
        {"en": ("find", "search"), "de": ("suche", "such", "finde", "suchen")},
        lambda w: w.t.gettext("find, and words: the next action with them, or with a sound called so."),
        _move(Move.FIND),
        group=Group.PLAY,
        raw=True,
    ),
    Command(
        "auto",
        {"en": ("auto", "read on"), "de": ("auto", "vorlesen", "lies weiter")},
        lambda w: w.t.gettext("auto: reads on by itself until a line is typed."),
        _move(Move.AUTO),
        group=Group.PLAY,
    ),
)

ASKED = frozenset(
    "hand hands table discards tokens turn status possible".split()
    + "cards chips score worth card what known lives knows critical unseen pace".split()
)
"""The verbs of the games that ask for what a seat may know, by name. All others act, or are about playing."""
SEATED = frozenset({"possible", "worth"})
"""Those of them that are about a hand of one's own."""
AROUND = frozenset({"yes", "no", "repeat", "spell", "stop", "help", "keys", "rules", "quit"})
"""The verbs around every game that are of use here."""


_WORDS = {"yes": {"en": ("yes",), "de": ("ja",)}, "no": {"en": ("no",), "de": ("nein",)}}
"""Those verbs of them that have fewer words here: back goes back."""
_HELP: dict[str, Callable[[Words], str]] = {
    "yes": lambda w: w.t.gettext("yes: what I asked is so."),
    "no": lambda w: w.t.gettext("no: a question is left."),
    "quit": lambda w: w.t.gettext("quit: leaves the replay."),
}


def commands_in_replay(game: str) -> Commands[Any, Any]:
    """Return all that a person can say in the replay of a game."""
    asked = [verb for verb in KITS[game].verbs if verb.name in ASKED]
    around = [
        replace(verb, words=_WORDS.get(verb.name, verb.words), help=_HELP.get(verb.name, verb.help))
        for verb in HOUSE_VERBS
        if verb.name in AROUND
    ]
    return Commands((*REPLAY_VERBS, *asked, WHY_VERB, *around, *VOICE_VERBS))
