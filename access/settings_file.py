"""The settings file: TOML, read before the greeting, written one value at a time.

File: $SENPAI_SETTINGS; else settings.toml in $SENPAI_HOME; else in the folder "senpai" where the platform
keeps what users configure ($XDG_CONFIG_HOME on Linux). Whatever is in it that is not understood stays in it,
comments too. Not here: what can be set (see `settings`), and words (see `settings_text`).
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from .settings import BY_KEY, TABLE, USUAL, Settings, Value

LARGEST = 1_000_000
"""A settings file of more bytes is none."""
Change: TypeAlias = tuple[str | None, str, Value | None]
"""A person (None: everybody), a key of the table, and its new value; None: it is no longer set."""


class Flaw(StrEnum):
    """What is the matter with the settings file."""

    UNREADABLE = "unreadable"
    """The system does not give it; `code` is the system's error number."""
    NO_TEXT = "no-text"
    """It is no text in UTF-8, or far too big."""
    NO_TOML = "no-toml"
    """Its text makes no sense; `line` is where, 0 if that is not known."""
    WRONG = "wrong"
    """Some values do not fit; `wrong` has their keys. The file stays as it is."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is said about the file, once, at the start."""

    flaw: Flaw
    code: int = 0
    line: int = 0
    wrong: tuple[str, ...] = ()
    """Keys in the file: "voice.rate", "people.Anna.voice.rate", or a section's that is none."""
    aside: str | None = None
    """The name it has now; None: it stays where it is."""


class Loaded(NamedTuple):
    """The settings, whatever the file held, and what is to be said about it."""

    settings: Settings
    complaint: Complaint | None


class _Broken(ValueError):
    """The file as a whole cannot be used."""

    def __init__(self, complaint: Complaint) -> None:
        super().__init__(complaint.flaw.value)
        self.complaint = complaint


def place(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the settings file is, or would be."""
    if chosen := environment.get("SENPAI_SETTINGS"):
        return Path(chosen)
    return _folder(environment) / "settings.toml"


def _folder(environment: Mapping[str, str]) -> Path:
    if home := environment.get("SENPAI_HOME"):
        return Path(home)
    if sys.platform not in ("win32", "darwin"):
        # As platformdirs has it, which would take 20 ms before the greeting.
        base = environment.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config")
        return Path(base, "senpai")
    import platformdirs

    return Path(platformdirs.user_config_dir("senpai", appauthor=False))


# -- reading


def load(path: Path) -> Loaded:
    """Return the settings in a file; a broken one is set aside, a missing one sets nothing. Never raises."""
    loaded = examine(path)
    complaint = loaded.complaint
    if complaint is not None and complaint.flaw is not Flaw.WRONG:
        return Loaded(USUAL, replace(complaint, aside=_put_aside(path)))
    return loaded


def examine(path: Path) -> Loaded:
    """Return the settings in a file as `load` does, and leave the file where it is. Never raises."""
    try:
        data = _parsed(_text(path))
    except _Broken as broken:
        return Loaded(USUAL, broken.complaint)
    settings, wrong = USUAL, list[str]()
    for key, value in _values(data, wrong):
        settings = settings.changed({key: value})
    people = {name: dict(_values(own, wrong, name)) for name, own in _people(data, wrong)}
    complaint = Complaint(Flaw.WRONG, wrong=tuple(wrong)) if wrong else None
    return Loaded(replace(settings, people=people), complaint)


def _text(path: Path) -> str:
    """Return what a file holds, "" if there is none. Raises _Broken."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "a folder")
        if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
            raise OSError(errno.EINVAL, "it may have no end")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise _Broken(Complaint(Flaw.UNREADABLE, code=error.errno or 0)) from None
    except ValueError:  # a name that no file can have
        raise _Broken(Complaint(Flaw.UNREADABLE, code=errno.ENOENT)) from None
    try:
        # Windows' editor begins a file with a byte order mark.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _Broken(Complaint(Flaw.NO_TEXT)) from None
    if len(data) > LARGEST or "\0" in text:
        raise _Broken(Complaint(Flaw.NO_TEXT))
    return text


def _parsed(text: str) -> dict[str, Any]:
    if not text.strip():
        return {}
    import tomllib  # only where there are settings

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = re.search(r"at line (\d+)", str(error))
        raise _Broken(Complaint(Flaw.NO_TOML, line=int(found[1]) if found else 0)) from None


def _values(
    data: Mapping[str, Any], wrong: list[str], person: str | None = None
) -> Iterator[tuple[str, Value]]:
    """Yield the values that fit; the keys of those that do not are added to `wrong`, each once."""
    before = "" if person is None else f"people.{person}."
    for setting in TABLE:
        if person is not None and not setting.personal:
            continue
        node: Any = data
        parts = setting.key.split(".")
        for at, part in enumerate(parts):
            if not isinstance(node, dict):
                _add(wrong, before + ".".join(parts[:at]))
                break
            if part not in node:
                break
            node = node[part]
        else:
            if setting.kind.takes(node):
                yield setting.key, node
            else:
                _add(wrong, before + setting.key)


def _people(data: Mapping[str, Any], wrong: list[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    people = data.get("people", {})
    if not isinstance(people, dict):
        _add(wrong, "people")
        return
    for name, own in people.items():
        if isinstance(own, dict):
            yield name, own
        else:
            _add(wrong, f"people.{name}")


def _add(wrong: list[str], key: str) -> None:
    if key not in wrong:
        wrong.append(key)


def _put_aside(path: Path) -> str | None:
    """Rename a broken file so that it is kept. Only files: a folder here is somebody's mistake in a name."""
    from .saves import put_aside

    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
    except (OSError, ValueError):
        return None
    kept = put_aside(path)
    return None if kept == path else kept.name


# -- writing


def keep(path: Path, person: str | None, key: str, value: Value) -> None:
    """Write one value, of everybody or of one person; all else in the file stays. Raises OSError."""
    change(path, [(person, key, value)])


def change(path: Path, changes: Iterable[Change]) -> None:
    """Write or take out some values in one go; all else in the file stays. Raises OSError.

    The file is read anew, for another Senpai may have written it meanwhile. Should it be broken by now, it is
    set aside here too.
    """
    import tomlkit  # 40 ms, and only when something is changed

    from .saves import sweep, write_whole

    real = Path(os.path.realpath(path))  # A link stays a link.
    try:
        text = _text(real)
        wanted = _parsed(text)
    except _Broken as broken:
        if _put_aside(real) is None:
            raise OSError(broken.complaint.code or errno.EACCES, "the file that is there stays") from None
        text, wanted = "", {}
    document = tomlkit.parse(text)
    for person, key, value in changes:
        parts = _parts(wanted, person, key)
        if value is None:
            _take_out(document, parts)
            wanted = _without(wanted, parts)
        else:
            _put_in(document, parts, str(value) if isinstance(value, str) else value)
            wanted = _with(wanted, parts, value)
    written = tomlkit.dumps(document)
    if _parsed(written) != wanted:
        raise OSError(errno.EIO, "the library would have lost something")
    write_whole(written.encode(), real)
    sweep(real.parent)


def _put_in(document: Any, parts: list[str], value: Value) -> None:
    import tomlkit

    node = document
    for part in parts[:-1]:
        if not isinstance(node.get(part), dict):
            node[part] = tomlkit.table()
        node = node[part]
    node[parts[-1]] = value


def _take_out(document: Any, parts: list[str]) -> None:
    node = document
    for part in parts[:-1]:
        node = node.get(part)
        if not isinstance(node, dict):
            return
    if parts[-1] in node:
        del node[parts[-1]]


def in_use(path: Path) -> list[tuple[str | None, str]]:
    """Return what the file sets, whether its values fit or not: the person (None: everybody), and the key."""
    try:
        data = _parsed(_text(path))
    except _Broken:
        return []
    people = data.get("people")
    owners: list[tuple[str | None, Any]] = [(None, data)]
    owners += people.items() if isinstance(people, dict) else []
    return [
        (person, setting.key)
        for person, own in owners
        for setting in TABLE
        if _reaches(own, setting.key.split("."))
    ]


def _reaches(node: Any, parts: list[str]) -> bool:
    for part in parts:
        if not isinstance(node, dict) or part not in node:
            return False
        node = node[part]
    return True


def before(path: Path) -> Path:
    """Return where the settings are kept that `bring` or a reset has replaced."""
    return path.with_name(f"{path.stem}.before{path.suffix}")


def keep_before(path: Path) -> bool:
    """Copy the file as it is to `before`; tell whether there was one. Raises OSError."""
    there = path.is_file()
    if there:
        bring(path, before(path), keep=False)
    return there


def bring(source: Path, target: Path, *, keep: bool = True) -> bool:
    """Write all that one file holds into another, whose old content goes to `before`. Raises OSError.

    Returns whether there was an old content that was kept.
    """
    from .saves import write_whole

    with source.open("rb") as file:
        data = file.read(LARGEST + 1)
    kept = keep and keep_before(target)
    write_whole(data, Path(os.path.realpath(target)))
    return kept


def _parts(data: Mapping[str, Any], person: str | None, key: str) -> list[str]:
    """Return where a value stands in the file; a person's section is found in any case of letters."""
    parts = BY_KEY[key].key.split(".")
    if person is None:
        return parts
    people = data.get("people")
    names = people if isinstance(people, dict) else {}
    return ["people", next((name for name in names if name.casefold() == person.casefold()), person), *parts]


def _with(data: Mapping[str, Any], parts: list[str], value: Value) -> dict[str, Any]:
    """Return the file's data with one value changed."""
    first, *rest = parts
    inner = data.get(first)
    changed = _with(inner if isinstance(inner, dict) else {}, rest, value) if rest else value
    return {**data, first: changed}


def _without(data: Mapping[str, Any], parts: list[str]) -> dict[str, Any]:
    """Return the file's data without one value; sections stay, even when nothing is left in them."""
    first, *rest = parts
    if first not in data:
        return dict(data)
    if not rest:
        return {name: value for name, value in data.items() if name != first}
    inner = data[first]
    return {**data, first: _without(inner, rest)} if isinstance(inner, dict) else dict(data)
