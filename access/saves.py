"""Saved games: one record a file, written whole or not at all, readable by its owner only.

Folder: $SENPAI_HOME, or the platform's folder for user data. Not here: what a record means.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from engine.record import LARGEST, Record, final, read, write
from engine.table import BadRecord, Fault


def home() -> Path:
    """Return the folder of all that the program keeps for this user."""
    chosen = os.environ.get("SENPAI_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs  # only here: it takes 20 ms, and tests name their own folder

    return Path(platformdirs.user_data_dir("senpai", appauthor=False))


def load(path: Path) -> Record:
    """Return the record in a file. Raises BadRecord, also when it cannot be read or is too big."""
    try:
        with path.open("rb") as file:
            too_big = os.fstat(file.fileno()).st_size > LARGEST
            data = b"" if too_big else file.read(LARGEST + 1)
    except OSError as error:
        raise BadRecord(Fault.UNREADABLE, code=error.errno or 0) from None
    except ValueError:  # a name that no file can have
        raise BadRecord(Fault.UNREADABLE, code=errno.ENOENT) from None
    if too_big or len(data) > LARGEST:  # a pipe has no size to look up
        raise BadRecord(Fault.TOO_BIG, limit=LARGEST // 1_000_000)
    try:
        return read(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadRecord(Fault.NOT_JSON, line=0, column=0) from None


def store(record: Record, path: Path) -> None:
    """Write the record. Raises OSError."""
    write_whole(write(record).encode(), path)


def write_whole(data: bytes, path: Path) -> None:
    """Write a file; after a crash it holds either what it held before or all of the new. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Not tempfile, which brings 6 ms of imports along before the first prompt.
    # Without the ending, so that what a kill leaves behind is not taken for a game.
    name = path.parent / f".saving-{os.getpid()}-{path.stem}"
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a new name in the folder last; Windows has no such call and needs none."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(folder: Path) -> None:
    """Remove what a kill in the middle of saving left behind in a folder, once it is a day old."""
    for left in folder.glob(".saving-*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > 86_400:
                left.unlink()


def new_path(game: str) -> Path:
    """Return a file for a new game, named by game and time, that does not exist yet."""
    folder = home() / "games"
    sweep(folder)
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    for number in range(1, 10_000):
        path = folder / (f"{game}-{stamp}.json" if number == 1 else f"{game}-{stamp}-{number}.json")
        if not path.exists():
            return path
    raise FileExistsError(str(folder))


def saved() -> list[Path]:
    """Return all saved games, the newest first."""
    found = []
    with suppress(OSError):
        for path in (home() / "games").glob("*.json"):
            with suppress(OSError):  # gone meanwhile, or a link to nowhere
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def put_aside(path: Path) -> Path:
    """Rename a broken file, so that it is kept but no longer offered. Returns its new name."""
    broken = path.with_suffix(".broken")
    number = 1
    while broken.exists():
        number += 1
        broken = path.with_suffix(f".broken-{number}")
    try:
        os.replace(path, broken)
    except OSError:
        return path
    return broken


def looked_through() -> Iterator[tuple[Path, Record | BadRecord, dict[str, object]]]:
    """Yield the saved games, newest first, each with its final state as `record.final` gives it.

    Of one that makes no game its fault, and an empty state.
    """
    for path in saved():
        try:
            record = load(path)
            announced = record.extra.get("announced")
            if isinstance(announced, dict):
                record.game.parse(announced)
            yield path, record, final(record)
        except BadRecord as bad:
            yield path, bad, {}


def unfinished() -> Iterator[tuple[Path, Record | BadRecord]]:
    """Yield the saved games that are not over, newest first, and the faults of those that make no game."""
    for path, record, state in looked_through():
        if not state.get("over"):
            yield path, record
