"""A private session bus, and on it a stand-in for Orca that notes what it is told.

Here: `dbus-daemon`, and the service in both its forms (Orca 49, and the present one). Not here: tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import quote

import pytest

from tests.sound_rig import wait_until

jeepney: Any = import_module("jeepney")  # has no types
blocking: Any = import_module("jeepney.io.blocking")


def needs_bus() -> None:
    """Skip where dbus-daemon is missing, but not on CI, where it has to be there."""
    if shutil.which("dbus-daemon") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("missing: dbus-daemon")


class Bus:
    """A `dbus-daemon` of our own; its socket is named as usual, in a folder whose name has a space."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="a bus "))  # short: a socket's path has 107 bytes
        self.socket = self.folder / "bus"
        self.address = f"unix:path={quote(str(self.socket))}"
        command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={self.address}"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not wait_until(self.socket.exists):
            self.close()
            raise RuntimeError("dbus-daemon did not start")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class StandIn:
    """Orca on a bus: notes messages, brailles nothing, and can hang, refuse, or leave."""

    def __init__(self, bus: Bus, name: str = "org.gnome.Orca1.Service") -> None:
        self.name = name
        self.messages: list[str] = []
        self.interrupted: list[tuple[str, str, tuple[Any, ...]]] = []
        """For each interruption the object's path, the interface and method, and the arguments."""
        self.hangs = False
        self.refuses = False
        self._left = Event()
        self._connection = blocking.open_dbus_connection(bus.address)
        answer = self._connection.send_and_get_reply(jeepney.message_bus.RequestName(name), timeout=5)
        assert answer.body == (1,)
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def leave(self) -> None:
        """Go away without a word, as when Orca is killed."""
        self._left.set()
        self._thread.join(5)
        self._connection.close()

    def _serve(self) -> None:
        while not self._left.is_set():
            try:
                message = self._connection.receive(timeout=0.02)
            except TimeoutError:
                continue
            except OSError:
                return
            if message.header.message_type is jeepney.MessageType.method_call and not self.hangs:
                self._connection.send(self._answer(message))

    def _answer(self, message: Any) -> Any:
        fields = message.header.fields
        path, interface, method = (
            fields.get(getattr(jeepney.HeaderFields, name)) for name in ("path", "interface", "member")
        )
        main = "/" + self.name.replace(".", "/")
        if (path, interface, method) == (main, self.name, "PresentMessage"):
            if not self.refuses:
                self.messages += message.body
            return jeepney.new_method_return(message, "b", (not self.refuses,))
        speech = f"{main}/Speech" + ("Manager" if "Orca1" in self.name else "AndVerbosityManager")
        if path == speech and self._interrupts(interface, method, message.body):
            self.interrupted.append((path, f"{interface}.{method}", message.body))
            return jeepney.new_method_return(message, "b", (True,))
        return jeepney.new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")

    def _interrupts(self, interface: str, method: str, body: tuple[Any, ...]) -> bool:
        if "Orca1" in self.name:
            return (interface, method, body) == (
                "org.gnome.Orca1.SpeechManager",
                "InterruptSpeech",
                (False,),
            )
        called = (interface, method, body)
        return called == ("org.gnome.Orca.Module", "ExecuteCommand", ("InterruptSpeech", False))
