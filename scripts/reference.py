"""Write docs/commands.md and docs/keys.md from the tables that the program itself uses.

    python scripts/reference.py

Not here: the commands (see `access/commands.py` and the verbs), the keys (see `access/keys.py` and
`speech/display_text.py`), and their explanations, which come from the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from access.commands import Command, Group
from access.guidance import group_of
from access.keys import KEYS
from access.kits import KITS, commands_of
from speech.display_text import DisplayText
from speech.words import LANGUAGES, Words

ROOT = Path(__file__).resolve().parent.parent

COMMANDS = """\
# Commands

Made by `scripts/reference.py` from the tables of the program. Do not edit.

English and German words are both understood at any time, whichever language Senpai speaks. The first word of
each line is the one that help uses; single letters are short forms. Small and capital letters are alike,
umlauts may be left out or written as ae, oe and ue, and words such as "the", "card", "bitte" may stand
anywhere.

## Lines that need no verb

- A number alone, while a question is open: that option. Its name does as well, and no leaves the question.
- A number alone, otherwise: Senpai asks what to do with that card. Nothing happens by a number alone.
- The name of a card alone, such as red 3: the same. The name of a card of Gnav: what that card does.
- Enter alone: the open question once more, or whose turn it is.
- A word that is nearly a command: Senpai asks whether that was meant, with the whole line. Yes runs it.

A question is open until it is answered or left, or until another command of the game is given; help, the
review of messages and the commands about the voice do not close it.

## Your cards at Nova and Hanabi

- By place: 3, three, third, dritte; first, last, leftmost, rightmost, newest, oldest; erste, letzte, linke,
  rechte, neueste, älteste. Places are counted from the left.
- By what you know: red 3, 3 red, rote Drei, r3, Herz Ass, Herzass, ha, ace of hearts, joker. A colour, a suit
  or a rank that is no number word does alone: red, hearts, aces.
- Letters for suits are those of the braille card line, in both languages: c or x clubs, d or k diamonds,
  h hearts, s or p spades; r red, y yellow, g green, b blue, w white, m many-coloured; also ro, ge, gr, bl, we
  and bu. In German g may be green or yellow, and Senpai asks if it can be both.
- If it could be several of your cards, Senpai asks which one. If you know of none, it tells what you know.
"""

KEYBOARD = """\
# Keys

Made by `scripts/reference.py` from the tables of the program. Do not edit.

Every key stands for a word, which can be typed instead.

## Keyboard
"""

DISPLAY = {"en": "## Braille display", "de": "## Braillezeile"}
HEADINGS = {
    Group.PLAY: "What you can do",
    Group.ASK: "What you can ask",
    Group.REVIEW: "What was said before",
    Group.VOICE: "How Senpai speaks",
    Group.PROGRAM: "Around the game",
}


def documents() -> dict[Path, str]:
    """Return the text of each page by its path in the project."""
    return {Path("docs/commands.md"): _commands(), Path("docs/keys.md"): _keys()}


def _commands() -> str:
    lines = [COMMANDS]
    for game in KITS:
        lines += [f"## {game.capitalize()}", "", *_grouped(KITS[game].verbs)]
    own = {command.name for command in KITS["nova"].verbs}
    shared = [command for command in commands_of("nova").commands if command.name not in own]
    lines += ["## In every game", "", *_grouped(shared)]
    return "\n".join(lines)


def _grouped(commands: Sequence[Command[Any, Any]]) -> Iterator[str]:
    for group in Group:
        of_group = [command for command in commands if group_of(command) is group]
        if of_group:
            yield from (f"### {HEADINGS[group]}", "", *map(_item, of_group), "")


def _item(command: Command[Any, Any]) -> str:
    """Return the words of a command in each language, and what it does."""
    told = []
    for lang in LANGUAGES:
        first, *others = command.words[lang]
        named = ", ".join([f"**{first}**", *others, *command.whole.get(lang, ())])
        told.append(f"{named}. {_sentence(command.help(Words(lang)))}")
    return "- " + "\n  ".join(told)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _keys() -> str:
    commands = {name: commands_of("nova").find(name)[0] for _, name in KEYS}
    lines = [KEYBOARD]
    for keys, name in KEYS:
        told = [_sentence(commands[name].help(Words(lang))) for lang in LANGUAGES]
        lines.append(f"- {', '.join(keys)}: {told[0]}\n  {told[1]}")
    for lang in LANGUAGES:
        lines += ["", DISPLAY[lang], ""]
        lines += [f"- {said}" for said in DisplayText(Words(lang)).keys().values()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for path, text in documents().items():
        (ROOT / path).write_text(text, "utf-8")
