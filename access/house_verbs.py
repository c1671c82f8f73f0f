"""The verbs around every game. Each becomes a `Wish`, which the session fulfils.

Not here: a game's own verbs (see `fireworks_verbs`), and the table of both together (see `kits`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from .commands import Command, Group, no_more


class Wish(StrEnum):
    """What a person can ask of the session itself."""

    YES = "yes"
    NO = "no"
    LAST = "last"
    REPEAT = "repeat"
    PREVIOUS = "previous"
    NEXT = "next"
    HISTORY = "history"
    SPELL = "spell"
    STOP = "stop"
    HELP = "help"
    KEYS = "keys"
    RULES = "rules"
    SAVE = "save"
    QUIT = "quit"
    ANOTHER = "another"


def _wish(wish: Wish, most: int | None = 0) -> Callable[[Any, list[str]], Wish]:
    """Return the effect of a verb that at most so many words may follow; None: any."""

    def effect(desk: Any, words: list[str]) -> Wish:
        if most is not None:
            no_more(words[most:])
        return wish

    return effect


EVERYTHING = frozenset({"all", "alles", "alle", "everything"})
"""What may follow help, to hear of every command."""


def _explained(desk: Any, words: Sequence[str]) -> list[str]:
    """Return what help may be followed by besides commands, which Tab knows from the table."""
    return [] if words else ["all" if desk.lang == "en" else "alles"]


HOUSE_VERBS: tuple[Command[Any, Wish], ...] = (
    Command(
        "yes",
        {"en": ("yes", "y"), "de": ("ja", "j")},
        lambda w: w.t.gettext("yes: what was announced is carried out, or what I asked is so."),
        _wish(Wish.YES),
        group=Group.PLAY,
    ),
    Command(
        "no",
        {"en": ("no", "n", "take back", "back", "undo"), "de": ("nein", "n", "zurück", "zurücknehmen")},
        lambda w: w.t.gettext(
            "no, or take back: what was announced is not carried out, or a question is left."
        ),
        _wish(Wish.NO),
        group=Group.PLAY,
    ),
    Command(
        "last",
        {"en": ("last",), "de": ("zuletzt", "z", "letzte")},
        lambda w: w.t.gettext("last: the latest action and what came of it."),
        _wish(Wish.LAST),
        group=Group.REVIEW,
    ),
    Command(
        "repeat",
        {"en": ("repeat", "r", "again"), "de": ("wiederhole", "wiederholen", "nochmal", "noch mal")},
        lambda w: w.t.gettext("repeat: what was heard last, again."),
        _wish(Wish.REPEAT),
        group=Group.REVIEW,
    ),
    Command(
        "previous",
        {"en": ("previous", "prev"), "de": ("vorige", "v", "vorher")},
        lambda w: w.t.gettext("previous: the message before the one just read back."),
        _wish(Wish.PREVIOUS),
        group=Group.REVIEW,
    ),
    Command(
        "next",
        {"en": ("next",), "de": ("nächste", "weiter")},
        lambda w: w.t.gettext("next: the message after the one just read back."),
        _wish(Wish.NEXT),
        group=Group.REVIEW,
    ),
    Command(
        "history",
        {"en": ("history",), "de": ("verlauf",)},
        lambda w: w.t.gettext("history: the last ten messages; with a number, so many."),
        _wish(Wish.HISTORY, 1),
        group=Group.REVIEW,
    ),
    Command(
        "spell",
        {"en": ("spell",), "de": ("buchstabiere", "buchstabieren")},
        lambda w: w.t.gettext("spell: the latest message letter by letter; with a word, that word."),
        _wish(Wish.SPELL, None),
        raw=True,
        group=Group.REVIEW,
    ),
    Command(
        "stop",
        {"en": ("stop", "quiet"), "de": ("stopp", "ruhe", "still")},
        lambda w: w.t.gettext("stop: silences the voice."),
        _wish(Wish.STOP),
        group=Group.VOICE,
    ),
    Command(
        "help",
        {"en": ("help", "?", "what can i do"), "de": ("hilfe", "was kann ich tun", "was kann ich machen")},
        lambda w: w.t.gettext(
            "help: what you can do now; with all, every command; with a command, what it does."
        ),
        _wish(Wish.HELP, None),
        after=_explained,
    ),
    Command(
        "keys",
        {"en": ("keys",), "de": ("tasten",)},
        lambda w: w.t.gettext("keys: which keys do what."),
        _wish(Wish.KEYS),
    ),
    Command(
        "rules",
        {"en": ("rules",), "de": ("regeln",)},
        lambda w: w.t.gettext("rules: the rules' sections; with a number, that section."),
        _wish(Wish.RULES, 1),
    ),
    Command(
        "save",
        {"en": ("save",), "de": ("speichere", "speichern", "sichern")},
        lambda w: w.t.gettext("save: saves the game, which also happens after every action."),
        _wish(Wish.SAVE),
    ),
    Command(
        "another",
        {"en": ("new", "new game", "another game"), "de": ("neu", "neue partie", "neues spiel")},
        lambda w: w.t.gettext("new: plays another game when this one is over."),
        _wish(Wish.ANOTHER),
    ),
    Command(
        "quit",
        {"en": ("quit", "exit", "leave", "end"), "de": ("ende", "beende", "beenden", "verlassen")},
        lambda w: w.t.gettext("quit: saves the game and leaves."),
        _wish(Wish.QUIT),
    ),
)
