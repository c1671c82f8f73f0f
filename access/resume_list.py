"""`senpai resume` with words behind it, or with several games to choose from: saved games listed and chosen.

Not here: how a game goes on (see `play`), how it is gone through again (see `replay_desk`), and words (see
`speech.saves_text`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from engine.record import Record
from engine.table import BadRecord, Seat
from speech.saves_text import SavesText
from speech.words import Words

from .arguments import BadCall, Call, Slip
from .call_text import CallText
from .menu import HELP, LEAVE, Leaving, Speaker, read_line
from .printable import at_terminal
from .saves import looked_through
from .telling import telling
from .voice import VoiceRoute

PATIENCE = 10.0
"""So many seconds the voice has to say that nothing is saved."""
ME = 0
"""The seat of whoever's games these are."""
LIST, DELETE, FINISHED = "list", "delete", "finished"
WORDS = {
    **dict.fromkeys(("list", "liste", "zeige"), LIST),
    **dict.fromkeys(("delete", "lösche", "löschen", "loesche", "loeschen"), DELETE),
    **dict.fromkeys(("finished", "over", "beendet", "beendete", "fertig", "fertige"), FINISHED),
}
"""What may stand behind `resume`, in both languages."""
YES = frozenset({"yes", "y", "ja", "j"})
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")

Broken = Callable[[Path, BadRecord], None]
"""What tells of a saved game that makes none."""


class Save(NamedTuple):
    """A saved game and its final state, as `record.final` gives it."""

    path: Path
    record: Record
    state: dict[str, object]


class Wanted(NamedTuple):
    """What stood behind `resume`: what is to be done, and with which game of the list, from 1."""

    what: str | None
    number: int | None
    word: str = ""
    """The number as it was typed."""


def wanted(words: Sequence[str]) -> Wanted:
    """Return what the words behind `resume` ask for. Raises BadCall."""
    rest = [word.casefold() for word in words]
    what = WORDS.get(rest[0]) if rest else None
    numbers = rest if what is None else rest[1:]
    if len(numbers) > 1 or (numbers and not numbers[0].isdecimal()) or (what is LIST and numbers):
        strange = next((word for word in numbers if not word.isdecimal()), numbers[-1])
        raise BadCall(
            Slip.WRONG_VALUE, word="resume", value=strange, choices=("2", LIST, "delete 2", FINISHED)
        )
    if what is DELETE and not numbers:
        raise BadCall(Slip.NO_VALUE, word="resume delete")
    number = int(numbers[0][:6]) if numbers else None
    return Wanted(what, number, numbers[0] if numbers else "")


def gathered(broken: Broken, *, over: bool) -> list[Save]:
    """Return the games that are over, or can go on, newest first; those that make no game are told of."""
    found = []
    for path, record, state in looked_through():
        if isinstance(record, BadRecord):
            broken(path, record)
        elif bool(state["over"]) is over:
            found.append(Save(path, record, state))
    return found


def begun(save: Save) -> date:
    """Return the day on which a game was begun: by its record, by its file's name, or by the file itself."""
    for written in (str(save.record.extra.get("begun", "")), save.path.name):
        found = _DAY.search(written)
        if found is not None:
            try:
                return date(*map(int, found.groups()))
            except ValueError:  # the 99th of a month: somebody chose that name
                continue
    return date.fromtimestamp(save.path.stat().st_mtime)


class SavesList:
    """The saved games in one language's words."""

    def __init__(self, lang: str, today: date | None = None) -> None:
        words = Words(lang)
        self.text, self.calls = SavesText(words, today or date.today()), CallText(words)

    def line(self, save: Save) -> str:
        """Return a saved game in words, without full stop."""
        from .play import people_of  # not before the greeting

        game, names = self.calls.words.game(save.record.game.name), save.record.players
        # Of several people at this machine nobody is "you".
        me = ME if len(people_of(save.record)) == 1 else None
        others = [name for seat, name in enumerate(names) if seat != me]
        if save.state["over"]:
            return self.text.finished(game, others, begun(save), self._outcome(save, me))
        turn = save.state["turn"]
        who = names[turn] if isinstance(turn, int) and turn != me else None
        return self.text.unfinished(game, others, begun(save), len(save.record.actions), who)

    def _outcome(self, save: Save, me: Seat | None) -> str:
        """Return how a game ended; the keys of its state tell what it counts (record.md)."""
        state, names = save.state, save.record.players
        if "score" in state:
            return self.text.points(int(str(state["score"])), int(str(state["max_score"])))
        winners = state["winners"] if "winners" in state else [state["winner"]]
        assert isinstance(winners, list)
        seats = [seat for seat in winners if seat is not None]
        if not seats:
            return self.text.draw()
        return self.text.won([names[seat] for seat in seats if seat != me], me=me in seats)

    def lines(self, saves: Iterable[Save]) -> list[str]:
        return self.text.listed([self.line(save) for save in saves])


class Doing(NamedTuple):
    """What the program does when a saved game was chosen, and how it talks meanwhile."""

    show: Callable[[str], None]
    complain: Callable[[str], None]
    broken: Broken
    voice: Callable[[], VoiceRoute]
    """Greets, unless that is done already."""
    play: Callable[[Save, VoiceRoute], None]
    replay: Callable[[Save], None]


def resume(call: Call, doing: Doing) -> int:
    """Do what `senpai resume` asks for, and return the exit status; in a pipe the newest game goes on."""
    asked = wanted(call.words)
    match asked.what:
        case "list":
            return _list(call, doing)
        case "delete":
            return _delete(call, doing, asked)
        case "finished":
            return _finished(call, doing, asked)
        case _:
            return _go_on(call, doing, asked)


def _list(call: Call, doing: Doing) -> int:
    saves = gathered(doing.broken, over=False)
    if not saves:
        doing.complain(CallText(Words(call.lang)).nothing_saved())
        return 2
    listed = SavesList(call.lang)
    with telling(call, doing.show) as speaker:
        speaker.say(listed.text.how_many(len(saves)), *listed.lines(saves), listed.text.how_to_go_on())
    return 0


def _finished(call: Call, doing: Doing, asked: Wanted) -> int:
    """List the games that are over, or go through one of them again."""
    saves, listed = gathered(doing.broken, over=True), SavesList(call.lang)
    if asked.number is not None:
        save = _numbered(saves, asked.number)
        if save is not None:
            doing.replay(save)
            return 0
    if not saves or asked.number is not None:
        doing.complain(listed.text.no_such_game(asked.word, len(saves)))
        return 2
    with telling(call, doing.show) as speaker:
        speaker.say(listed.text.how_many_over(len(saves)), *listed.lines(saves), listed.text.how_to_replay())
    return 0


def _delete(call: Call, doing: Doing, asked: Wanted) -> int:
    """Delete a game that could go on, after a yes; anything else that is typed keeps it."""
    saves, listed = gathered(doing.broken, over=False), SavesList(call.lang)
    save = _numbered(saves, asked.number)
    if save is None:
        doing.complain(_not_there(call, listed, saves, asked))
        return 2
    with telling(call, doing.show) as speaker:
        speaker.say(listed.text.really(listed.line(save)))
        line = read_line()
        speaker.hush()
        if line is None or line.casefold() not in YES:
            speaker.say(listed.text.kept())
            return 0
        try:
            save.path.unlink()
        except OSError as error:
            speaker.say(listed.text.not_deleted(error.errno or 0))
            return 2
        speaker.say(listed.text.deleted())
    return 0


def _go_on(call: Call, doing: Doing, asked: Wanted) -> int:
    """Go on with the game of that number, the one that is chosen, the only one, or in a pipe the newest."""
    if asked.number is None and not at_terminal():
        return _newest(call, doing)
    listed = SavesList(call.lang)
    if asked.number is not None:
        saves = gathered(doing.broken, over=False)
        save = _numbered(saves, asked.number)
        if save is None:
            doing.complain(_not_there(call, listed, saves, asked))
            return 2
        doing.play(save, doing.voice())
        return 0
    voice = doing.voice()  # Greeted before all saves are looked through, which takes its time.
    saves = gathered(doing.broken, over=False)
    if not saves:
        nothing = CallText(Words(call.lang)).nothing_saved()
        speaker = Speaker(doing.complain, voice)
        speaker.say(nothing)
        speaker.finish(PATIENCE)
        voice.close()
        return 2
    try:
        save = saves[0] if len(saves) == 1 else choose(saves, listed, Speaker(doing.show, voice), call.lang)
    except Leaving as leaving:
        doing.show(str(leaving))
        voice.close()
        return 0
    doing.play(save, voice)
    return 0


def _newest(call: Call, doing: Doing) -> int:
    """Go on with the newest game; no older one is even read."""
    for path, record, state in looked_through():
        if isinstance(record, BadRecord):
            doing.broken(path, record)
        elif not state["over"]:
            doing.play(Save(path, record, state), doing.voice())
            return 0
    doing.complain(CallText(Words(call.lang)).nothing_saved())
    return 2


def choose(saves: Sequence[Save], listed: SavesList, speaker: Speaker, lang: str) -> Save:
    """Ask which game is to go on; every line typed gets one answer. Raises Leaving."""
    calls = CallText(Words(lang))
    question = [listed.text.how_many(len(saves)), *listed.lines(saves), listed.text.which()]
    speaker.say(*question)
    while (line := read_line()) is not None:
        speaker.hush()
        save = _numbered(saves, int(line[:6]) if line.isdecimal() else None)
        if save is not None:
            return save
        if line.casefold() in LEAVE:
            raise Leaving(calls.goodbye())
        again = not line or line.casefold() in HELP
        speaker.say(*(question if again else [calls.no_such_choice(1, len(saves))]))
    raise Leaving(calls.input_ended())


def _numbered(saves: Sequence[Save], number: int | None) -> Save | None:
    return saves[number - 1] if number is not None and 1 <= number <= len(saves) else None


def _not_there(call: Call, listed: SavesList, saves: Sequence[Save], asked: Wanted) -> str:
    if not saves:
        return CallText(Words(call.lang)).nothing_saved()
    return listed.text.no_such_game(asked.word, len(saves))
