"""A sound output that is one person's alone at a shared machine: headphones of their own.

Our own voice speaks there to that person at any time, whoever sits at the keyboard, and to nobody else: when
the output is gone it falls silent, and does not speak elsewhere. Not here: who sits there (see `hot_seat`),
and the machine's own voice (see `voice`).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.table import Seat
from speech.devices import Manner

from .settings import Settings
from .voice import VoiceRoute

if TYPE_CHECKING:
    from speech.route import Changed
    from speech.routes import Way

    from .session import Session

LISTING = 2.0
"""Seconds that the sound server may take to list its outputs."""


class OwnSound(VoiceRoute):
    """Our own voice by the sound output of that name, and by no other.

    `works` tells whether it is heard; what is said while it is not is lost there (the history keeps it).
    """

    def __init__(self, lang: str, manner: Manner, output: str, *, works: bool = True) -> None:
        self.works = works
        self._tell: Callable[[], Coroutine[None, None, None]] | None = None
        super().__init__("own", lang, manner, output=output)

    def serve(self, session: Session, tell: Callable[[], Coroutine[None, None, None]]) -> None:
        """Speak for a session; `tell` is called in its event loop when the output is gone or back."""
        self._tell = tell
        self.attach(session)

    def _ways(self) -> list[Way]:
        from speech.routes import own_way

        assert self.output is not None
        return [own_way(self.output)]

    def _changed(self, changed: Changed) -> None:
        """Take a change from a thread of the route."""
        import asyncio

        before, self.works = self.works, changed.new is not None
        if self.queue is not None:
            self.queue.start_over(None)
        loop = self._loop
        if before is not self.works and self._tell is not None and loop is not None and not loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._tell(), loop)


class Sounds(NamedTuple):
    """Who has a sound output of their own, and why others have none although their settings name one."""

    own: Mapping[Seat, OwnSound]
    missing: Sequence[Seat]
    """Theirs is not there; it is theirs as soon as it is."""
    usual: Sequence[Seat]
    """Theirs is the one from which everybody hears."""
    nobodys: Sequence[Seat]
    """Theirs is another one's, too."""

    @contextmanager
    def at(
        self, people: Mapping[Seat, Session], tell: Callable[[Seat], Coroutine[None, None, None]]
    ) -> Iterator[None]:
        """Serve people as long as a game lasts. Called in the event loop."""
        try:
            for seat, sound in self.own.items():
                sound.serve(people[seat], partial(tell, seat))
            yield
        finally:
            for sound in self.own.values():
                sound.close()


NONE = Sounds({}, (), (), ())


def sounds_of_their_own(machine: Settings, people: Mapping[Seat, Settings], lang: str) -> Sounds:
    """Return the sound outputs that people have for themselves, by what each one's settings say.

    Takes two seconds at most, and no time where nobody wants one.
    """
    wanted = {
        seat: own.output.strip().casefold()
        for seat, own in people.items()
        if own.output is not None and own.output != machine.output
    }
    if not wanted:
        return NONE
    found = _outputs(list(wanted.values()), machine.output)
    ids = [found[name] or name for name in wanted.values()]
    own: dict[Seat, OwnSound] = {}
    missing, usual, nobodys = [], [], []
    for seat, name in wanted.items():
        if found[name] == USUAL:
            usual.append(seat)
        elif ids.count(found[name] or name) > 1:
            nobodys.append(seat)
        else:
            settings = people[seat]
            if found[name] is None:
                missing.append(seat)
            assert settings.output is not None
            own[seat] = OwnSound(
                settings.language or lang, settings.manner(), settings.output, works=found[name] is not None
            )
    return Sounds(own, missing, usual, nobodys)


USUAL = ""
"""Stands for the output from which everybody hears."""


def _outputs(names: Sequence[str], machine: str | None) -> dict[str, str | None]:
    """Return for each name which output it is, `USUAL` for the machine's; None: it is not there."""
    from speech.devices.guard import within
    from speech.devices.mixer import SoundOutput, output_called, sound_outputs

    try:
        there = within(LISTING, sound_outputs)
    except Exception:  # no library, no server, or one that hangs
        there = []
    every = output_called(machine, there) if machine is not None else None
    every = every or next((output for output in there if output.usual), None)

    def known(output: SoundOutput | None) -> str | None:
        if output is None:
            return None
        return USUAL if output == every else f"{output.id} {output.name}"

    return {name: known(output_called(name, there)) for name in names}
