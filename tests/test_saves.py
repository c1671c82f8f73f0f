"""Saved games: written whole or not at all, kept through kills and full disks, resumed, and never shown."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import re
import select
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from access.kits import commands_of
from access.replay import heard
from access.saves import home, load, new_path, put_aside, saved, store, unfinished
from engine.record import Record, final, read, write
from engine.table import BadRecord, Deed, Fault
from speech.outputs import Recording
from speech.senpai import Senpai
from speech.words import Verbosity
from tests.driving import GAME, HANG, PROGRAM, environment, line_from, program, ran, record_of, stop

SAVED = "The game is saved. To go on with it, start senpai resume. Goodbye."
LOST = "The game could not be saved. Goodbye."
FULL = "The game cannot be saved: the disk is full. It goes on, but leaving now would lose it."
RESUME = ("resume", "--voice", "none")


@pytest.fixture
def begun() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a Python program on pipes; whatever still runs at the end is killed."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(*command: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        processes.append(
            subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(), bufsize=0)
        )
        return processes[-1]

    yield start
    for process in processes:
        stop(process)


def the_save() -> Path:
    (path,) = saved()
    return path


# -- the file


def test_a_game_is_kept_in_the_persons_folder_for_nobody_else_to_read(own_home: Path, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert ran(tmp_path, *GAME, typed=["play 1"]).code == 0
    finally:
        os.umask(before)
    path = the_save()
    assert path.parent == own_home / "games"
    assert re.fullmatch(r"nova-\d{4}-\d\d-\d\d-\d{6}\.json", path.name)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert len(load(path).actions) == 2


def test_without_a_chosen_folder_the_platforms_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SENPAI_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home().name == "senpai"
    if sys.platform == "linux":
        assert home() == tmp_path / "data" / "senpai"


def test_games_of_the_same_second_do_not_overwrite_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "strftime", lambda form: "2026-01-01-000000")
    for _ in range(12):
        store(record_of(), new_path("nova"))
    assert len(saved()) == 12


def test_the_newest_game_comes_first_and_finished_ones_are_not_offered(tmp_path: Path) -> None:
    ran(tmp_path, *GAME, typed=["play 1"] * 50)
    finished = the_save()
    for number in (1, 2, 3):
        path = new_path("nova").with_name(f"nova-{number}.json")
        store(record_of(seed=str(number)), path)
        os.utime(path, (number, number))
    assert [path.name for path in saved()] == [finished.name, "nova-3.json", "nova-2.json", "nova-1.json"]
    assert [path.name for path, _ in unfinished()] == ["nova-3.json", "nova-2.json", "nova-1.json"]


class Crash(BaseException):
    """The machine stops here."""


@pytest.mark.parametrize("error", [OSError(errno.EIO, "broken"), Crash()])
@pytest.mark.parametrize("where", ["replace", "fsync", "fdopen"])
def test_a_crash_while_saving_leaves_the_old_record_whole(
    where: str, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new_path("nova")
    store(record_of(seed="old"), path)
    before = path.read_bytes()

    def crash(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, where, crash)
        with pytest.raises(type(error)):
            store(record_of(seed="new"), path)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    store(record_of(seed="new"), path)
    assert load(path).extra["seed"] == "new"


def test_the_file_on_the_disk_is_complete_before_it_takes_the_old_ones_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, steps = new_path("nova"), []
    fsync, replace = os.fsync, os.replace

    def note_fsync(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def note_replace(source: Any, target: Any) -> None:
        steps.append("replace")
        assert Path(source).read_text() == write(record_of())
        replace(source, target)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(os, "replace", note_replace)
    store(record_of(), path)
    assert steps == ["file", "replace", "folder"]


# -- kill -9 at any moment

FORKING = """
import gc, json, os, sys, time
import access.main, access.play, access.plain, access.replay, access.saves

show, fsync = access.plain.PlainFrontEnd.show, os.fsync

def slowly(front, text):
    show(front, text)
    time.sleep(0.004)

def slow_fsync(handle):
    time.sleep(0.002)
    fsync(handle)

access.plain.PlainFrontEnd.show, os.fsync = slowly, slow_fsync

for line in sys.stdin:
    arguments, typed, printed = json.loads(line)
    child = os.fork()
    if not child:
        for path, flags, stream in ((typed, os.O_RDONLY, 0), (printed, os.O_WRONLY | os.O_CREAT, 1)):
            os.dup2(os.open(path, flags, 0o600), stream)
        sys.stdin = open(0)
        os._exit(access.main.main(arguments))
    print(child, flush=True)
    print(os.waitpid(child, 0)[1], flush=True)
"""
"""Starts the program as often as a line asks for it, without Python's start; every line takes its time."""
ANSWERS = re.compile(r"A hint must point|No coin is left for|All coins are on the table|The game is over\.")
KILLS = 30


class Forks:
    """Programs that are killed on the way."""

    def __init__(self, server: subprocess.Popen[bytes], folder: Path) -> None:
        self.server, self.typed, self.printed = server, folder / "typed", folder / "printed"

    def killed(self, arguments: Sequence[str], lines: int, pause: float) -> tuple[bool, list[str]]:
        """Run until so many lines are printed, then for a moment; return if it was killed, and its lines."""
        self.printed.unlink(missing_ok=True)
        assert self.server.stdin
        order = json.dumps([arguments, str(self.typed), str(self.printed)])
        self.server.stdin.write(order.encode() + b"\n")
        child = int(line_from(self.server))
        end = time.monotonic() + HANG
        while self._count() < lines and not self._ended():
            assert time.monotonic() < end
            time.sleep(0.001)
        time.sleep(pause)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        status = int(line_from(self.server))
        assert status in (0, signal.SIGKILL)
        return status != 0, self.printed.read_text().splitlines() if self.printed.exists() else []

    def _count(self) -> int:
        return self.printed.read_bytes().count(b"\n") if self.printed.exists() else 0

    def _ended(self) -> bool:
        assert self.server.stdout
        return bool(select.select([self.server.stdout], [], [], 0)[0])


def retold(record: Record, after: int) -> list[str]:
    """Return the lines that the person is told of the actions behind the number `after`; the deal is 0."""
    recording = Recording()
    asyncio.run(heard(record, 0, "en", Verbosity.NORMAL, recording))
    told = [given.utterance.print for given in recording.given if given.number > after]
    return [line for text in told for line in text.split("\n")]


def pending(record: Record) -> tuple[Deed, str] | None:
    """Return the action that is announced and not carried out, and its announcement."""
    if "announced" not in record.extra:
        return None
    game = record.game
    state, _ = game.start(len(record.players), record.options, record.head)
    for action in record.actions:
        game.act(state, action)
    announced: Any = record.extra["announced"]
    action = game.parse(announced)
    senpai = Senpai(game.name, record.players, 0, "en", Verbosity.NORMAL)
    return action, senpai.game.event(game.announce(state, action), game.view(state, 0)).speech


def test_a_game_being_saved_is_not_taken_for_one_until_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    path = new_path("nova")
    seen: list[list[Path]] = []
    synced = os.fsync

    def fsync(handle: int) -> None:
        seen.append(saved())
        synced(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    store(record_of(), path)
    assert seen == [[], [path]]  # the file's content, then its name in the folder


def test_a_kill_at_any_moment_loses_nothing_that_was_told(
    begun: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    forks = Forks(begun(sys.executable, "-c", FORKING), tmp_path)
    forks.typed.write_text("".join(f"hint Ben {rank}\nplay 2\ndiscard 1\n" for rank in (1, 2, 3, 4, 5)) * 5)
    chance = Random(77)
    kills = games = announced = 0
    before: Record | None = None
    while kills < KILLS:
        if before is None:
            games += 1
            arguments = ["play", "nova", "--players", "5", "--seed", f"kill {games}", "--voice", "none"]
        else:
            arguments = [*RESUME]
        killed, printed = forks.killed(arguments, chance.randrange(60), chance.random() * 0.02)
        kills += killed
        if not saved():  # killed before the game began
            assert len(printed) < 3
            continue
        after = load(saved()[0])
        check_told(printed, before, after, whole=not killed)
        announced += pending(after) is not None
        before = after
        if final(after)["over"]:
            saved()[0].unlink()
            before = None
    assert announced > 2  # some kills came between announcement and action


def check_told(printed: list[str], before: Record | None, after: Record, *, whole: bool) -> None:
    """Check what a run printed that found `before` and left `after`; `whole`: it was not killed."""
    news = [line for line in printed if not ANSWERS.search(line)]
    number = len(before.actions) if before else 0
    waiting = pending(before) if before else None
    if number:
        n = "1 action" if number == 1 else f"{number} actions"
        head = ["Welcome to Senpai.", f"The game goes on after {n}."]
        assert news[:2] == head[: len(news)]
        news = news[6:]  # those, and four lines of the table
        if waiting is not None and waiting[0].seat == 0:
            # The person hears again what was announced.
            assert news[:1] in ([], [waiting[1]])
        expected = retold(after, number)
    else:
        news = news[1:]
        expected = retold(after, -1)
    if waiting is not None and len(after.actions) > number:
        # It came about as it had been announced before the kill.
        assert after.actions[number] == waiting[0]
    if whole:
        assert news.pop() in (SAVED, "Goodbye.")
        assert news == expected
    elif len(news) > len(expected):
        # Announced and not carried out: so it stands in the record.
        now = pending(after)
        assert now is not None
        assert news == [*expected, now[1]]
    else:
        assert news == expected[: len(news)]


AT = """
import os, signal, sys
from access.table import Table

carry_out = Table._carry_out

async def dying(table, action):
    if action.seat == int(sys.argv[1]) and len(table.record.actions) >= int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    await carry_out(table, action)

Table._carry_out = dying
from access.main import main
sys.exit(main(sys.argv[3:]))
"""


@pytest.mark.parametrize(("seat", "number"), [(0, 0), (0, 3), (1, 1), (2, 2)])
def test_what_was_announced_and_not_carried_out_is_announced_again(
    begun: Callable[..., subprocess.Popen[bytes]], seat: int, number: int
) -> None:
    arguments = ("play", "nova", "--players", "3", "--seed", "1", "--voice", "none", "--lang", "en")
    process = begun(sys.executable, "-c", AT, str(seat), str(number), *arguments)
    out, err = process.communicate(b"play 1\n" * 3, timeout=HANG)
    assert (process.returncode, err) == (-signal.SIGKILL, b"")
    announced = out.decode().splitlines()[-1]
    record = load(the_save())
    assert len(record.actions) == number
    waiting = pending(record)
    assert waiting is not None
    assert waiting[1] == announced
    again = program(*RESUME, "--lang", "en", typed=b"turn\n")
    assert (again.code, again.err) == (0, "")
    assert again.lines.count(announced) == 1
    if number:
        assert again.lines.index(announced) == 6
    else:
        # Nothing had been carried out, so the game begins as before.
        assert again.lines[1] == out.decode().splitlines()[1]
    record = load(the_save())
    assert record.actions[number] == waiting[0]
    assert "announced" not in record.extra


def test_a_kill_while_a_person_is_asked_asks_again(begun: Callable[..., subprocess.Popen[bytes]]) -> None:
    process = begun(*PROGRAM, *GAME, "--confirm", "always")
    assert process.stdin is not None
    process.stdin.write(b"play 1\nyes\nplay 2\n")
    lines: list[str] = []
    while not lines or lines[-1] != "You play card 2.":
        lines.append(line_from(process))
    process.kill()
    process.communicate(timeout=HANG)
    again = program(*RESUME, "--confirm", "always", typed=b"no\ntable\n")
    assert again.lines[6:9] == ["You play card 2.", "Say yes, or no to take it back.", "You take it back."]
    record = load(the_save())
    assert len(record.actions) == 2
    assert "announced" not in record.extra


# -- a disk that is full, a folder that cannot be written


def failing_from(monkeypatch: pytest.MonkeyPatch, count: int, code: int, until: int = 10**6) -> None:
    """Have the system refuse to write saved games from the save numbered `count` on, before `until`."""
    number, fsync = 0, os.fsync

    def full(handle: int) -> None:
        nonlocal number
        if stat.S_ISREG(os.fstat(handle).st_mode):
            number += 1
            if count <= number < until:
                raise OSError(code, os.strerror(code))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_full_disk_is_told_once_and_the_game_goes_on(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ran(tmp_path, *GAME, typed=["play 1", "table", "play 2", "save"])
    the_save().unlink()
    failing_from(monkeypatch, count, errno.ENOSPC)
    done = ran(tmp_path, *GAME, typed=["play 1", "table", "play 2", "save"])
    assert (done.code, done.err) == (0, "")
    # The person asked once more, and so is told once more.
    assert done.lines.count(FULL) == 2
    assert done.lines[-2:] == [FULL, LOST]
    assert [line for line in done.lines if line != FULL][:-1] == whole.lines[:-2]
    left = saved()
    assert len(left) == (count > 1)
    assert all(isinstance(load(path), Record) for path in left)


def test_a_disk_that_has_room_again_saves_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing_from(monkeypatch, 2, errno.ENOSPC, until=4)
    done = ran(tmp_path, *GAME, typed=["play 1", "table", "play 2"])
    assert done.lines.count(FULL) == 1
    assert done.lines[-1] == SAVED
    assert len(load(the_save()).actions) == 4


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_reason_not_to_save_is_a_sentence(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code in (
        errno.ENOSPC,
        errno.EACCES,
        errno.EROFS,
        errno.ENOENT,
        errno.EIO,
        errno.EFBIG,
        errno.ENAMETOOLONG,
    ):
        with monkeypatch.context() as patch:
            failing_from(patch, 1, code)
            done = ran(tmp_path, *GAME, "--lang", lang, typed=["play 1" if lang == "en" else "spiele 1"])
        begin = {"en": "The game cannot be saved: ", "de": "Die Partie lässt sich nicht speichern: "}[lang]
        (told,) = [line for line in done.lines if line.startswith(begin)]
        assert told.isprintable()
        assert done.code == 0


def test_a_limit_of_the_system_on_file_sizes() -> None:
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 2; exec "$0" "$@"', *PROGRAM, *GAME],
        input=b"hint Anna spades\ndiscard 1\n" * 20,
        capture_output=True,
        timeout=HANG,
        env=environment(),
        check=False,
    )
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    # A record with an announced action is longer than the one after it, which may fit once more.
    assert sum(line.startswith("The game cannot be saved: ") for line in lines) in (1, 2)
    told = next(i for i, line in enumerate(lines) if line.startswith("The game cannot be saved: "))
    assert sum(line.startswith("You ") for line in lines[told:]) > 3
    assert lines[-1] in (LOST, "Goodbye.")
    kept = load(the_save())
    assert kept.actions
    assert not final(kept)["over"]
    assert program(*RESUME, typed=b"table\n").code == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount")
def test_a_disk_that_really_is_full(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)], check=False)
    if mounted.returncode:
        pytest.skip("this machine lets nobody mount")
    try:
        with (disk / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
            while filler.write(b"x" * 4096):
                pass
        done = program(*GAME, typed=b"play 1\nplay 2\n", env={"SENPAI_HOME": str(disk / "home")})
        (disk / "filler").unlink()
        again = program(*GAME, typed=b"play 1\n", env={"SENPAI_HOME": str(disk / "home")})
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    assert (done.code, done.err) == (0, "")
    assert done.lines.count(FULL) == 1
    assert done.lines[-1] == LOST
    assert again.lines[-1] == SAVED


@pytest.mark.parametrize("where", ["home", "games"])
def test_a_folder_that_cannot_be_made_is_told_and_the_game_goes_on(
    where: str, own_home: Path, tmp_path: Path
) -> None:
    if where == "games":
        own_home.mkdir()
        (own_home / "games").write_text("a file")
    else:
        own_home.write_text("a file")
    done = ran(tmp_path, *GAME, typed=["play 1", "save"])
    assert (done.code, done.err) == (0, "")
    assert sum(line.startswith("The game cannot be saved: ") for line in done.lines) == 2
    assert done.lines[-1] == LOST
    assert ran(tmp_path, *RESUME).code == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do anything")
def test_a_folder_that_may_not_be_written(own_home: Path, tmp_path: Path) -> None:
    own_home.mkdir(mode=0o500)
    done = ran(tmp_path, *GAME, typed=["play 1"])
    assert (done.code, done.err) == (0, "")
    told = (
        "The game cannot be saved: the system does not allow it. It goes on, but leaving now would lose it."
    )
    assert done.lines.count(told) == 1
    assert done.lines[-1] == LOST
    assert ran(tmp_path, *RESUME).code == 2


# -- resuming


def test_a_resumed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    script = ["hint Anna spades", "discard 5", "hint Anna hearts", "discard 5"]
    whole = ran(tmp_path, *GAME, typed=script)
    the_save().unlink()
    ran(tmp_path, *GAME, typed=script[:2])
    resumed = ran(tmp_path, *RESUME, typed=script[2:])
    assert (resumed.code, resumed.err) == (0, "")
    assert resumed.lines[1] == "The game goes on after 4 actions."
    # Whatever was told after the resumption is what the whole game told then.
    news = resumed.lines[6:]
    assert whole.lines[-len(news) :] == news
    history = ran(tmp_path, *RESUME, typed=["history 999"])
    assert history.lines[6 : 6 + len(whole.lines) - 2] == whole.lines[1:-1]


def test_options_of_a_game_come_back_with_it(tmp_path: Path) -> None:
    ran(tmp_path, *GAME, "--option", "grand_finale", "--option", "gentle", typed=["play 1"])
    again = ran(tmp_path, *RESUME, "--lang", "de", typed=["spiele 1"] * 40)
    assert again.code == 0
    assert re.search(r"\d+ von 24 Punkten", again.out)


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "No game is saved that could go on. Start one with senpai play nova.\n"),
        ("de", "Keine gespeicherte Partie kann weitergehen. Beginne eine mit senpai play nova.\n"),
    ],
)
def test_nothing_to_resume_is_told_with_what_would_do(tmp_path: Path, lang: str, sentence: str) -> None:
    done = ran(tmp_path, *RESUME, "--lang", lang)
    assert (done.code, done.out, done.err) == (2, "", sentence)
    ran(tmp_path, *GAME, typed=["play 1"] * 50)
    done = ran(tmp_path, *RESUME, "--lang", lang)
    assert (done.code, done.out, done.err) == (2, "", sentence)


def good() -> dict[str, Any]:
    written: dict[str, Any] = json.loads(write(record_of(seed="good")))
    return written


def with_actions(*actions: dict[str, Any]) -> str:
    return json.dumps(good() | {"actions": list(actions)})


PLAY = {"seat": 0, "do": "play", "card": 0}
BROKEN: dict[str, str | bytes] = {
    "empty": "",
    "half": write(record_of())[:200],
    "no JSON": "deck of cards",
    "binary": b"\xff\xfe\x00\x01",
    "a list": "[]",
    "another format": '{"format": "other"}',
    "version": json.dumps(good() | {"version": 2}),
    "game": json.dumps(good() | {"game": "chess"}),
    "players": json.dumps(good() | {"players": ["Anna"]}),
    "name": json.dumps(good() | {"players": ["Anna", "Ben\x1b[2J", "Carla"]}),
    "deck": json.dumps(good() | {"deck": good()["deck"][1:]}),
    "card": json.dumps(good() | {"deck": ["XX", *good()["deck"][1:]]}),
    "action": with_actions({"seat": 0, "do": "dance"}),
    "illegal": with_actions(PLAY, PLAY),
    "not there": with_actions(PLAY | {"card": 35}),
    "announced": json.dumps(good() | {"announced": {"seat": 0, "do": "dance"}}),
    "deep": '{"a":' * 5000 + "1" + "}" * 5000,
    "too big": " " * 10_000_001,
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("fault", list(BROKEN))
def test_a_broken_save_is_told_and_set_aside_and_the_next_one_goes_on(
    fault: str, lang: str, tmp_path: Path, own_home: Path
) -> None:
    ran(tmp_path, *GAME, typed=["play 1"])
    whole = the_save()
    broken = whole.with_name("broken.json")
    content = BROKEN[fault]
    broken.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.utime(broken, (2_000_000_000, 2_000_000_000))
    done = ran(tmp_path, *RESUME, "--lang", lang, typed=["table"])
    assert (done.code, done.err) == (0, "")
    told = done.lines[0]
    assert "broken.broken" in told
    assert "broken.json" in told
    assert told.isprintable()
    # A whole sentence, also when it quotes why the rules refuse something.
    assert re.search(r"[\wäöüß)]\.$", told), told
    assert done.lines[1] in ("Welcome to Senpai.", "Willkommen bei Senpai.")
    assert done.lines[2] in ("The game goes on after 2 actions.", "Die Partie geht nach 2 Aktionen weiter.")
    names = {each.name for each in (own_home / "games").iterdir()}
    assert names == {whole.name, "broken.broken"}
    again = ran(tmp_path, *RESUME, "--lang", lang, typed=["table"])
    assert "broken" not in again.out


def test_with_nothing_but_broken_saves_there_is_nothing_to_resume(tmp_path: Path) -> None:
    for number in (1, 2):
        path = new_path("nova").with_name(f"nova-{number}.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("broken")
    done = ran(tmp_path, *RESUME)
    assert done.code == 2
    assert len(done.lines) == 2
    assert done.err == "No game is saved that could go on. Start one with senpai play nova.\n"
    assert saved() == []


def test_what_lies_in_the_folder_besides_games_does_no_harm(tmp_path: Path) -> None:
    ran(tmp_path, *GAME, typed=["play 1"])
    folder = the_save().parent
    (folder / "gone.json").symlink_to(folder / "nowhere")
    (folder / "folder.json").mkdir()
    (folder / ".saving-abc").write_text("half")
    (folder / "notes.txt").write_text("mine")
    done = ran(tmp_path, *RESUME, typed=["table"])
    assert done.code == 0
    # What cannot even be opened is told and left alone.
    assert done.lines[0] == "folder.json: The file cannot be read: a file and a folder are mixed up."
    assert (folder / "folder.json").is_dir()
    assert "The game goes on after 2 actions." in done.lines


def test_a_record_is_put_aside_under_its_name(own_home: Path) -> None:
    store(record_of(), own_home / "games" / "a.json")
    assert put_aside(own_home / "games" / "a.json").read_text() == write(record_of())


def test_a_file_that_cannot_be_opened_is_a_fault_and_no_error(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path, Path("a\0b")):
        with pytest.raises(BadRecord) as caught:
            load(path)
        assert caught.value.fault is Fault.UNREADABLE


def test_a_seed_that_is_no_text_is_kept_in_words_that_are(tmp_path: Path) -> None:
    odd = os.fsdecode(b"caf\xe9")
    first, second = (ran(tmp_path, *GAME, "--seed", odd, typed=["play 1"]) for _ in range(2))
    assert first.out == second.out
    assert (first.code, first.lines[-1]) == (0, SAVED)
    assert read(the_newest()).extra["seed"] == r"caf\udce9"


def the_newest() -> str:
    return saved()[0].read_text("utf-8")


# -- what a saved game never does


@pytest.mark.parametrize("lang", ["en", "de"])
def test_nothing_that_is_printed_holds_the_seed_the_deck_or_the_record(lang: str, tmp_path: Path) -> None:
    seed = "Geheimnis-4711"
    commands = commands_of("nova").commands
    lines = [
        line
        for command in commands
        for word in command.words[lang]
        for line in (word, f"{word} 1", f"{word} Anna 2")
        if command.name != "quit"
    ]
    outs = []
    for more in (("--verbosity", "learning", "--braille", "terminal"), ("--confirm", "always")):
        outs.append(ran(tmp_path, *GAME, "--lang", lang, "--seed", seed, *more, typed=[*lines, "play 1"] * 2))
        outs.append(ran(tmp_path, *RESUME, "--lang", lang, typed=[*lines, "history 999"]))
    broken = new_path("nova").with_name("zzz.json")
    broken.write_text(the_newest().replace('"nova"', '"chess"'))
    outs.append(ran(tmp_path, *RESUME, "--lang", lang))
    assert seed in the_newest()
    for done in outs:
        text = done.out + done.err
        assert text
        assert seed not in text
        for secret in ("senpai-record", '"deck"', '"seat"', "seed", "Traceback"):
            assert secret not in text
        assert not re.search(r"\b[A2-6][CDHS]\b|\bJK\b", text)
