"""Help: what can be done now, every command by groups, or one command. Made from the table of commands.

Not here: the sentences (see `speech.command_text`), and who asks (see `session`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from speech.command_text import CommandText
from speech.house import NotUnderstood
from speech.words import Said, Words

from .commands import Command, Commands, Desk, Group, no_more
from .voice_verbs import Control

MEANWHILE = ("hand", "cards", "card", "table", "status", "history")
"""The commands that help names while others act."""
AFTER_THE_END = ("another", "table", "history", "quit")
"""The commands that help names when the game is over."""


def lines_now(commands: Commands[Any, Any], desk: Desk[Any, Any]) -> list[str]:
    """Return whole lines, one an action, that would do something now; [] when it is not one's turn."""
    lines = []
    for command in commands.commands:
        rest = command.now(desk)
        if rest is not None:
            lines.append(f"{command.words[desk.lang][0]} {rest}".strip())
    return lines


def help_now(
    commands: Commands[Any, Any], desk: Desk[Any, Any], state: Said, words: Words, *, over: bool
) -> Said:
    """Return what can be done now, with the words to type; `state` is whose turn it is."""
    text = CommandText(words)
    lines = lines_now(commands, desk)
    if lines:
        return text.now(state, lines)
    names = AFTER_THE_END if over else MEANWHILE
    shown = {command.name: command.words[desk.lang][0] for command in commands.commands}
    return text.meanwhile(state, [shown[name] for name in names if name in shown])


def group_of(command: Command[Any, Any]) -> Group:
    """Return to which group a command belongs."""
    return Group.VOICE if command.name in set(Control) else command.group


def help_all(commands: Commands[Any, Any], state: Said, words: Words) -> Said:
    """Return every command, by groups."""
    groups = [
        (group.value, [command.help(words) for command in commands.commands if group_of(command) is group])
        for group in Group
    ]
    return CommandText(words).everything(state, [(group, helps) for group, helps in groups if helps])


def help_with(commands: Commands[Any, Any], typed: Sequence[str], words: Words) -> Said:
    """Return what one command does, and how else it may be called. Raises NotUnderstood."""
    try:
        command, rest = commands.find(" ".join(typed))
    except NotUnderstood as problem:
        if problem.facts.get("line"):
            problem.facts["line"] = f"{commands.word('help', words.lang)} {problem.facts['line']}"
        raise
    no_more(rest)
    return CommandText(words).explained(_sentence(command, words), _others(command, words.lang))


def _sentence(command: Command[Any, Any], words: Words) -> str:
    said = command.help(words)
    return said[:1].upper() + said[1:]


def _others(command: Command[Any, Any], lang: str) -> list[str]:
    """Return the further spellings of a command in one language."""
    return [*command.words[lang][1:], *command.whole.get(lang, ())]
