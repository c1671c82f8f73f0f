"""`senpai doctor`: every way to be heard, felt and read on this machine, and a try of each.

`senpai doctor` tells what there is, and at a terminal asks which way to try; `senpai doctor speak WAY`,
`braille WAY`, `sound` and `all` try without asking. It must run when hardly anything else does: it needs no
package, limits each step in time, and nothing that a library prints reaches the terminal. Not here: finding
out (see `probes`), the words (see `speech.doctor_text`).
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, assert_never

from speech.devices import Cue, Fault, Line, Trouble, Voice
from speech.devices.guard import within
from speech.doctor_text import DoctorText, Plain
from speech.routes import WAYS, chain, known, way
from speech.words import Words

from . import probes
from .arguments import BadCall, Call, Slip
from .menu import read_line
from .printable import keep_to_ourselves, printable, write
from .probes import LIMIT, Check, fault_of
from .screen_readers import UNNAMED, Facts, Why, decide, look

if TYPE_CHECKING:
    from speech.devices.mixer import SoundOutput

SPOKEN = 12.0
"""Seconds a voice may take to say its sentence."""
HELD = 5.0
"""Seconds the braille display shows its line, if no key is pressed."""
TELL_THEIR_END = ("own", "speech-dispatcher")
"""Ways that say themselves when a line has been spoken; the others only take it."""
CUES = (Cue("hint-to-you", -0.8), Cue("your-turn", 0.0), Cue("end-won", 0.8))
"""What is played to try the sound card."""
SYSTEMS = {"linux": "Linux", "win32": "Windows", "darwin": "macOS"}

_ACTIONS = {
    **dict.fromkeys(("speak", "sprechen", "sprich"), "speak"),
    "braille": "braille",
    **dict.fromkeys(("sound", "klang"), "sound"),
    **dict.fromkeys(("all", "alles", "alle"), "all"),
}
_YES = ("yes", "y", "ja", "j")
_NO = ("no", "n", "nein")
_TWICE = ("twice", "zweimal", "2")

Trial = tuple[str, str]
"""What can be tried: "speak" and a way of `speech.routes`, "braille" and a display, or "sound" and "cues"."""
PRINTED: Trial = ("braille", "terminal")


def doctor(call: Call) -> int:
    """Do what `senpai doctor` and the words after it ask for.

    Returns 0 if some way to hear or feel a game works, or the tried ones do, else 1. Raises BadCall.
    """
    asked = trials(call.words)
    # Before anything is loaded, for what a terminal is can be told only while it is one.
    place = probes.terminal(asked_plain=call.plain)
    keep_to_ourselves()
    surgery = Doctor(call, place)
    if asked is not None:
        took = [trial for trial in asked if surgery.attempt(*trial)]
        # Among others, braille that is printed counts for nothing: it is print.
        counted = [trial for trial in took if trial != PRINTED or len(asked) == 1]
        return 0 if counted else 1
    works = surgery.report()
    if place.keyboard and place.output:
        surgery.converse()
    return 0 if works else 1


def trials(words: Sequence[str], platform: str = sys.platform) -> list[Trial] | None:
    """Return what is to be tried without asking, None for nothing. Raises BadCall."""
    if not words:
        return None
    action = _ACTIONS.get(words[0].lower())
    if action is None:
        choices = ("speak", "braille", "sound", "all")
        raise BadCall(Slip.WRONG_VALUE, word="doctor", value=words[0], choices=choices)
    every = all_trials(platform)
    if action == "all":
        return every
    names = [name for kind, name in every if kind == action]
    if action == "sound" or len(words) == 1:
        return [(action, name) for name in names]
    for word in words[1:]:
        if word.lower() not in names:
            raise BadCall(Slip.WRONG_VALUE, word=f"doctor {words[0]}", value=word, choices=tuple(names))
    return [(action, word.lower()) for word in words[1:]]


def all_trials(platform: str = sys.platform) -> list[Trial]:
    """Return all that can be tried on a system."""
    displays = {"linux": ["brlapi"], "win32": ["windows-reader"]}.get(platform, [])
    return [
        *(("speak", name) for name in known(platform)),
        *(("braille", name) for name in [*displays, "terminal"]),
        ("sound", "cues"),
    ]


class Doctor:
    """One visit: looks, tells and tries, in one language."""

    def __init__(self, call: Call, place: probes.Terminal) -> None:
        self.call, self.place = call, place
        self.text = DoctorText(Words(call.lang))
        self._seconds = round(LIMIT)

    def show(self, *lines: str) -> None:
        """Print whole lines in one write."""
        write("".join(printable(line) + "\n" for line in lines))

    # -- the report

    def report(self) -> bool:
        """Print all that is found; return whether some way to hear or feel besides print works."""
        checks = Checks()
        probes.run_lanes(checks.lanes())
        facts = checks.facts.answer or Facts(self.place.keyboard and self.place.output, False, None)
        faults = {name: fault_of(check) for name, check in checks.ways.items()}
        felt = checks.display.answer is not None and checks.display.answer[0] > 0
        works = felt or None in faults.values() or facts.reader is not None
        self.show(
            self.text.intro(),
            *self._versions(checks.versions.answer or {}),
            *self._language(),
            *self._print(checks.editor),
            *self._reader(facts),
            *self._voices(faults),
            *self._cues(fault_of(checks.sound)),
            *self._outputs(checks.outputs.answer or []),
            *self._braille(checks),
            *self._settings(checks.settings),
            *self._files(checks.saves),
            *self._decision(facts, faults, checks.settings.answer),
            self.text.summary(works=works),
        )
        return works

    def _versions(self, packages: dict[str, str | None]) -> Iterator[str]:
        text, number = self.text, sys.version_info
        python = f"{number[0]}.{number[1]}.{number[2]}"
        senpai = packages.get("senpai-games")
        yield text.versions(senpai, python, SYSTEMS.get(sys.platform, sys.platform))
        others = {name: found for name, found in packages.items() if name != "senpai-games"}
        if others:
            yield text.packages([f"{name} {found}" for name, found in others.items() if found])
        for name, found in others.items():
            if found is None:
                yield text.missing(name)
                yield text.get(name, probes.python_install(name))

    def _language(self) -> Iterator[str]:
        yield self.text.language()
        yield self.text.locale(probes.locale_name())

    def _print(self, editor: Check[None]) -> Iterator[str]:
        text, place = self.text, self.place
        yield text.terminal(place.columns, place.rows) if place.output else text.no_terminal()
        if not place.keyboard:
            yield text.no_keyboard()
        if sys.platform != "win32":
            yield text.kind(place.term)
        yield text.encoding(place.encoding, utf8=place.utf8)
        if not place.utf8 and sys.platform != "win32":
            yield text.set_encoding()
        broken = editor.late or editor.error is not None
        yield text.plain(Plain.NO_EDITOR if broken and place.plain is None else place.plain)

    def _reader(self, facts: Facts) -> Iterator[str]:
        yield self.text.reader(_unnamed(facts.reader))
        if facts.remote and facts.reader is None:
            yield self.text.remote()

    def _voices(self, faults: dict[str, Fault | None]) -> Iterator[str]:
        for name, fault in faults.items():
            if fault is None:
                yield self.text.works(name)
            else:
                yield from self.text.fault(name, fault, self._seconds)
                yield from self._remedy(name, fault)

    def _remedy(self, name: str, fault: Fault) -> Iterator[str]:
        """Say how to get what a way to be heard lacks. A missing sound card is told of with the cues."""
        text, detail = self.text, fault.detail
        match fault.trouble:
            case Trouble.NO_LIBRARY if detail == "espeak-ng":
                yield text.get(detail, probes.python_install("espeakng-loader"))
            case Trouble.NO_LIBRARY if (package := probes.python_package(detail)) is not None:
                yield text.get(package, probes.python_install(package))
            case Trouble.NO_LIBRARY:
                yield text.get_somehow(detail)
            case Trouble.NO_SERVER:
                yield from self._server(name)
            case Trouble.NO_SOUND | Trouble.NO_OUTPUT | Trouble.FAILED | Trouble.HUNG:
                return
            case _:
                assert_never(fault.trouble)

    def _server(self, name: str) -> Iterator[str]:
        """Say how to get or start the program behind a way."""
        program = {"orca": ("orca", "Orca"), "speech-dispatcher": ("speech-dispatcher", "Speech Dispatcher")}
        if name in program and shutil.which(program[name][0]) is None:
            yield self._get(program[name][1])
        elif (start := self.text.start_reader(name)) is not None:
            yield start

    def _get(self, what: str) -> str:
        """Say how to get a program of the system."""
        command = probes.system_package(what, probes.family())
        return self.text.get_somehow(what) if command is None else self.text.get(what, command)

    def _cues(self, fault: Fault | None) -> Iterator[str]:
        yield from self.text.cues(fault, self._seconds)
        if fault is not None and fault.trouble in (Trouble.NO_SOUND, Trouble.HUNG):
            yield self.text.check_sound()

    def _outputs(self, outputs: Sequence[SoundOutput]) -> Iterator[str]:
        """Tell from where sound can be heard, and how to choose, where our own voice lets choose."""
        if outputs and sys.platform not in ("win32", "darwin"):
            yield self.text.outputs([(output.name, output.usual) for output in outputs])
            others = [output.name for output in outputs if not output.usual]
            if others:
                yield self.text.choose_output(others[0])

    def _braille(self, checks: Checks) -> Iterator[str]:
        text = self.text
        if sys.platform in ("win32", "darwin"):
            yield text.reader_braille(sys.platform)
        else:
            yield from self._brltty(checks)
        yield text.printed_braille(utf8=self.place.utf8)
        louis = checks.louis
        if louis.late or louis.error is not None:
            yield text.liblouis_fails()
        elif louis.answer is None or not louis.answer.tables:
            yield text.liblouis(louis.answer.version if louis.answer else None, tables=False)
            if sys.platform not in ("win32", "darwin"):
                yield self._get("liblouis")
        else:
            yield text.liblouis(louis.answer.version, tables=True)

    def _brltty(self, checks: Checks) -> Iterator[str]:
        text, display, key = self.text, checks.display, checks.key.answer
        yield text.brltty_library(checks.library.answer)
        if checks.library.answer is None:
            yield self._get("BRLTTY")
        elif display.answer is not None:
            yield text.display(*display.answer)
        elif display.late:
            yield text.brltty_late(self._seconds)
        else:
            yield from self._no_brltty(str(display.error), key, runs=bool(checks.runs.answer))

    def _no_brltty(self, detail: str, key: probes.Key | None, *, runs: bool) -> Iterator[str]:
        """Say why BRLTTY cannot be talked to, and what would help."""
        yield self.text.brltty_silent(runs=runs, detail=detail)
        if runs:
            yield from self._key(key) if key is not None else ()
        elif shutil.which("brltty") is None:
            yield self._get("BRLTTY")
        else:
            yield self.text.start_brltty(probes.start_command("brltty"))

    def _key(self, key: probes.Key) -> Iterator[str]:
        text = self.text
        yield text.key(key.path, there=key.there, readable=key.readable)
        if not key.there:
            yield text.make_key(probes.key_command(key.path))
        elif not key.readable:
            yield text.join(key.group, key.user, there=key.group_there)

    def _settings(self, check: Check[probes.SettingsFile]) -> Iterator[str]:
        settings = check.answer
        if settings is None:
            return
        complaint = settings.complaint
        if complaint is None:
            yield self.text.settings(settings.path, there=settings.there)
        elif complaint.wrong:
            from .settings_text import SettingsText

            yield self.text.settings(settings.path, there=True)
            yield SettingsText(self.text.words).complaint(complaint).speech
        else:
            yield self.text.bad_settings(settings.path)

    def _files(self, check: Check[probes.Saves]) -> Iterator[str]:
        text, saves = self.text, check.answer
        if saves is None:
            missing = check.error.name if isinstance(check.error, ImportError) else check.error
            yield text.no_folder(str(missing or LIMIT))
        elif saves.code:
            yield text.no_saves(saves.path, saves.code)
            yield text.move_saves()
        else:
            yield text.saves(saves.path, saves.megabytes)

    def _decision(
        self, facts: Facts, faults: dict[str, Fault | None], settings: probes.SettingsFile | None
    ) -> Iterator[str]:
        """Say what a game would do now, and why."""
        kept = None if settings is None else settings.route
        text, decision = self.text, decide(self.call.voice or kept, facts)
        match decision.why:
            case Why.WANTED:
                yield text.asked_for(decision.route)
            case Why.READER:
                yield text.left_to(_unnamed(facts.reader) or "")
            case Why.NO_TERMINAL:
                yield text.print_only()
            case Why.REMOTE:
                yield text.print_there()
            case Why.NO_READER:
                yield text.speaks(decision.route)
            case _:
                assert_never(decision.why)
        if decision.route == "reader" or decision.route in WAYS:
            works = (name for name in chain(decision.route) if name in faults and faults[name] is None)
            taken = next(works, None)
            if decision.route == "reader" and taken is not None:
                yield text.that_is(taken)
            elif taken != decision.route:
                yield text.instead(taken)

    # -- trying

    def converse(self) -> None:
        """Ask which way to try, until the person has had enough."""
        text, every = self.text, all_trials()
        self.show(text.offer())
        self.show(*(text.choice(number, text.what(*trial)) for number, trial in enumerate(every, 1)))
        while line := read_line():
            number = int(line) if line.isdecimal() and len(line) < 3 else 0
            if not 1 <= number <= len(every):
                self.show(text.no_such_number(len(every)))
                continue
            kind, name = every[number - 1]
            took = self.attempt(kind, name)
            if (kind, name) != PRINTED:
                self._ask(kind, name, took=took)
            self.show(text.offer())
        self.show(text.goodbye())

    def _ask(self, kind: str, name: str, *, took: bool) -> None:
        """Ask what came of it, and say the next step."""
        text = self.text
        self.show(text.question(kind))
        while line := read_line():
            word = line.lower().rstrip(".!")
            if word in _YES:
                self.show(text.good(kind, name))
            elif word in _NO:
                self.show(text.unheard(kind, took=took))
            elif word in _TWICE and kind == "speak":
                self.show(*text.twice(name))
            else:
                self.show(text.question(kind))
                continue
            return

    def attempt(self, kind: str, name: str) -> bool:
        """Try one way and tell what became of it; return whether the device took it."""
        self.show(self.text.trying(kind, name))
        tries: dict[str, Callable[[str], bool]] = {"speak": self._speak, "braille": self._feel}
        return tries[kind](name) if kind in tries else self._sound()

    def _speak(self, name: str) -> bool:
        done, faults = Event(), list[Fault]()

        def report(trouble: Trouble, detail: str) -> None:
            faults.append(Fault(trouble, detail))
            done.set()

        line = Line(self.text.spoken(name), self.call.lang)
        fault, ended = self._with(
            name, report, lambda voice: voice.say(line, done.set), partial(done.wait, SPOKEN)
        )
        fault = fault or next(iter(faults), None)
        if fault is not None:
            self.show(*self.text.fault(name, fault, self._seconds), *self._remedy(name, fault))
            if fault.trouble is Trouble.NO_SOUND:
                self.show(self.text.check_sound())
        elif ended:
            self.show(self.text.took(name, to_the_end=name in TELL_THEIR_END))
        else:
            self.show(self.text.endless(name, round(SPOKEN)))
        return fault is None and ended

    def _with(
        self,
        name: str,
        report: Callable[[Trouble, str], None],
        use: Callable[[Voice], None],
        wait: Callable[[], bool],
    ) -> tuple[Fault | None, bool]:
        """Use a voice; return what went wrong with it at once, and whether the waiting had an end."""
        try:
            voice = within(LIMIT, partial(way(name).make, report))
            within(LIMIT, partial(use, voice))
            ended = wait()
            with suppress(Exception):
                within(LIMIT, voice.close)
            return None, ended
        except TimeoutError:
            return Fault(Trouble.HUNG), False
        except ImportError as error:
            return Fault(Trouble.NO_LIBRARY, error.name or str(error)), False
        except Exception as error:
            return Fault(Trouble.FAILED, f"{type(error).__name__}: {error}"), False

    def _feel(self, name: str) -> bool:
        from speech.cells import cells_of, unicode_braille

        text = self.text.brailled(name)
        cells = cells_of(text, self.call.lang)
        if name == "brlapi":
            return self._feel_brltty(cells)
        if name == "windows-reader":
            return self._feel_reader(text)
        if not self.place.utf8:
            self.show(self.text.printed_braille(utf8=False))
            return False
        self.show(unicode_braille(cells))
        return True

    def _feel_brltty(self, cells: Sequence[int]) -> bool:
        from speech.devices.brlapi_library import Lost

        try:
            pressed = within(HELD + LIMIT, partial(probes.brltty_show, cells, HELD))
        except TimeoutError:
            self.show(self.text.brltty_late(round(HELD + LIMIT)))
        except LookupError:
            self.show(self.text.display(0, 0))
        except Lost as error:
            self.show(*self._no_brltty(str(error), probes.brltty_key(), runs=probes.brltty_runs()))
        except Exception:  # The library is missing, or is not what it seems.
            self.show(self.text.brltty_library(None), self._get("BRLTTY"))
        else:
            self.show(self.text.displayed(key=pressed))
            return True
        return False

    def _feel_reader(self, text: str) -> bool:
        faults = list[Fault]()

        def wait() -> bool:
            time.sleep(LIMIT)  # There is no word of success, only one of failure.
            return True

        def use(voice: Voice) -> None:
            voice.braille(text)  # type: ignore[attr-defined]  # only this voice has it

        report = lambda trouble, detail: faults.append(Fault(trouble, detail))  # noqa: E731 - one use
        fault, _ = self._with("windows-reader", report, use, wait)
        fault = fault or next(iter(faults), None)
        if fault is not None:
            self.show(*self.text.fault("windows-reader", fault, self._seconds))
            return False
        self.show(self.text.displayed(key=False))
        return True

    def _sound(self) -> bool:
        check: Check[Fault | None] = Check(play_cues)
        probes.run_lanes([[check]], SPOKEN)
        fault = fault_of(check)
        if fault is None:
            self.show(self.text.sounded())
            return True
        self.show(*self._cues(fault))
        return False


def _unnamed(reader: str | None) -> str | None:
    """Return a screen reader's name, "" for one that has none."""
    return "" if reader == UNNAMED else reader


class Checks:
    """All that is looked at for the report."""

    def __init__(self) -> None:
        self.facts: Check[Facts] = Check(look)
        self.versions: Check[dict[str, str | None]] = Check(probes.versions)
        self.editor: Check[None] = Check(probes.editor)
        self.ways: dict[str, Check[Fault | None]] = {name: Check(way(name).check) for name in known()}
        self.sound: Check[Fault | None] = Check(partial(sound_card, self.ways["own"]))
        self.outputs: Check[list[SoundOutput]] = Check(outputs_here)
        self.library: Check[str] = Check(probes.brltty_version)
        self.display: Check[tuple[int, int]] = Check(probes.brltty_display)
        self.runs: Check[bool] = Check(probes.brltty_runs)
        self.key: Check[probes.Key] = Check(probes.brltty_key)
        self.louis: Check[probes.Louis | None] = Check(probes.louis)
        self.settings: Check[probes.SettingsFile] = Check(probes.settings)
        self.saves: Check[probes.Saves] = Check(probes.saves)

    def lanes(self) -> list[list[Check[Any]]]:
        """Return what may run side by side; the own voice and the cues want the same sound card."""
        ways = [[check] for name, check in self.ways.items() if name != "own"]
        alone: list[Check[Any]] = [self.facts, self.versions, self.editor, self.louis]
        alone += [self.settings, self.saves]
        if sys.platform not in ("win32", "darwin"):
            # A hanging BRLTTY must not hide what can be told of it without asking it.
            alone += [self.library, self.display, self.runs, self.key]
        return [*ways, [self.ways["own"], self.sound, self.outputs], *([check] for check in alone)]


def sound_card(own: Check[Fault | None]) -> Fault | None:
    """Return why sound cues cannot be played. A card that only one may open is not opened twice."""
    from speech.devices.mixer import Mixer, NoSound, open_device

    fault = fault_of(own)
    if sys.platform not in ("win32", "darwin") and (fault is None or fault.trouble is Trouble.NO_SOUND):
        return fault
    try:
        open_device(Mixer()).close()
    except NoSound as error:
        return Fault(Trouble.NO_SOUND, str(error))
    return None


def outputs_here() -> list[SoundOutput]:
    """Return the ways out that sound can take on this machine."""
    from speech.devices.mixer import sound_outputs

    return sound_outputs()


def play_cues() -> Fault | None:
    """Play three cues one after the other, from left to right; return why they could not be heard."""
    from speech.cues import samples
    from speech.devices.mixer import Mixer, NoSound, open_device

    mixer = Mixer()
    try:
        device = open_device(mixer)
    except NoSound as error:
        return Fault(Trouble.NO_SOUND, str(error))
    try:
        for cue in CUES:
            heard = Event()
            mixer.cue(samples(cue, 100), heard.set)
            if not heard.wait(LIMIT):
                return Fault(Trouble.FAILED, "the sound device has stopped")
            time.sleep(0.2)  # so that three are heard, not one
        return None
    finally:
        device.close()
