"""Orca on the session's D-Bus: its own service for programs, in Orca 49 and later.

`PresentMessage` speaks and brailles a text by the person's own settings, so whoever hears through this way
has the same on Orca's display. There is no word of its end (see `readers_shared`), and no voice to choose.

What was run where: tests run this against a real bus with a stand-in for Orca on it. With Orca itself it
has not been tried; names and arguments are those of its documentation, both of version 49 and of the present.
"""

from __future__ import annotations

import os
import stat
from importlib import import_module
from typing import Any, NamedTuple

from speech.devices import Fault, Report
from speech.devices.readers_shared import PACE, Readers, ReaderVoice, check_readers

NAMES = "Orca"
ANSWER = 2.0
"""Seconds that Orca may take for an answer; it gives it when it has begun to speak, not at the end."""
CONNECTING = 1.0
"""Seconds that the bus may take."""


class _Dialect(NamedTuple):
    """What one generation of Orca calls its service, and the module that can interrupt speech."""

    bus_name: str
    path: str
    speech_paths: tuple[str, ...]
    speech_interface: str
    by_name: bool
    """The module's commands are named in an argument, and not methods of their own."""


_DIALECTS = (
    _Dialect(
        "org.gnome.Orca1.Service",
        "/org/gnome/Orca1/Service",
        ("/org/gnome/Orca1/Service/SpeechManager",),
        "org.gnome.Orca1.SpeechManager",
        by_name=False,
    ),
    _Dialect(
        "org.gnome.Orca.Service",
        "/org/gnome/Orca/Service",
        ("/org/gnome/Orca/Service/SpeechAndVerbosityManager", "/org/gnome/Orca/Service/SpeechManager"),
        "org.gnome.Orca.Module",
        by_name=True,
    ),
)


class Orca:
    """A `Reader` (see `readers_shared`): one connection to the bus.

    :raises ImportError: in the constructor: jeepney is missing.
    :raises OSError: there is no bus, or it does not answer.
    """

    def __init__(self) -> None:
        address = bus_address()
        if address is None:
            raise OSError("no session bus")
        self._jeepney: Any = import_module("jeepney")
        blocking = import_module("jeepney.io.blocking")
        self._bus = blocking.open_dbus_connection(address, auth_timeout=CONNECTING)
        self._dialect = _DIALECTS[0]

    def is_active(self) -> bool:
        for dialect in _DIALECTS:
            question = self._jeepney.message_bus.NameHasOwner(dialect.bus_name)
            if self._ask(question, CONNECTING)[0]:
                self._dialect = dialect
                return True
        return False

    def speak(self, text: str) -> None:
        name = self._dialect.bus_name
        if not self._call(self._dialect.path, name, "PresentMessage", "s", (text,)):
            raise OSError("refused")

    def braille(self, text: str) -> None:
        """Nothing: what Orca speaks it brailles."""

    def silence(self) -> None:
        dialect = self._dialect
        by_name = dialect.by_name
        method, kinds = ("ExecuteCommand", "sb") if by_name else ("InterruptSpeech", "b")
        arguments = ("InterruptSpeech", False) if by_name else (False,)
        for at, path in enumerate(dialect.speech_paths, 1):
            try:
                self._call(path, dialect.speech_interface, method, kinds, arguments)
                return
            except self._jeepney.DBusErrorResponse:
                if at == len(dialect.speech_paths):
                    raise

    def close(self) -> None:
        self._bus.close()

    def _call(self, path: str, interface: str, method: str, kinds: str, arguments: tuple[object, ...]) -> Any:
        address = self._jeepney.DBusAddress(path, self._dialect.bus_name, interface)
        return self._ask(self._jeepney.new_method_call(address, method, kinds, arguments), ANSWER)[0]

    def _ask(self, message: Any, seconds: float) -> Any:
        """The answer's values. An error on the bus raises jeepney's DBusErrorResponse."""
        answer = self._bus.send_and_get_reply(message, timeout=seconds)
        if answer.header.message_type is self._jeepney.MessageType.error:
            raise self._jeepney.DBusErrorResponse(answer)
        return answer.body


def bus_address() -> str | None:
    """Return where the session's bus is, as the environment says, or at the usual socket; None: nowhere."""
    if address := os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return address
    folder = os.environ.get("XDG_RUNTIME_DIR")
    socket = os.path.join(folder, "bus") if folder else ""
    try:
        found = stat.S_ISSOCK(os.stat(socket).st_mode)
    except OSError:
        return None
    from urllib.parse import quote  # only where it is needed, which is seldom

    return f"unix:path={quote(socket)}" if found else None


def _readers() -> Readers:
    return Readers({NAMES: Orca}, NAMES)


def make(report: Report) -> ReaderVoice:
    """Return the voice; for `speech.routes`."""
    return ReaderVoice(report, _readers(), PACE)


def check() -> Fault | None:
    """Return why Orca cannot be spoken to, None if it can; two seconds at most."""
    return check_readers(_readers())
