"""One software mixer for speech and sound cues, and the playback device that empties it.

Here: sounds waiting to be heard, their mixing, silence at once, the word that a sound has been heard, and
a real sound card through miniaudio, opened once and run while there is something to be heard. Not here:
making speech (see `espeak`), making cues, or deciding what is heard when (see the speech queue).

All sound is 16 bit, two channels, 22,050 frames a second: what espeak-ng renders, so speech is never
resampled. A frame is one sample for each ear, four bytes.
"""

from __future__ import annotations

import math
import os
import sys
import time
from array import array
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from importlib import import_module
from operator import add
from threading import Condition, Lock, Thread
from typing import Any, ClassVar, NamedTuple, Protocol

RATE = 22050
"""Frames a second."""
FRAME = 4
"""Bytes a frame: two channels of 16 bits."""
PERIOD = 15
"""Milliseconds of sound the device asks for at a time; what was handed over can no longer be silenced.

PulseAudio keeps a single period in store. With 10 ms a greeting had gaps in two starts of five, while the
main thread was importing; with 15 ms in none.
"""
PERIODS = 2
"""Periods the device holds (ALSA fills them all)."""
LAG = RATE * PERIOD * PERIODS // 1000
"""Frames between the mixer and the ear: what the device holds when it asks for more."""
REST = math.inf if sys.platform in ("win32", "darwin") else 0.3
"""Seconds without sound after which the device is stopped until there is some again.

A device that runs on asks for silence ahead, and what comes next is heard behind that: 12 ms later than from
one that starts afresh. Not at once, because a card may hold more than `LAG` says (wireless ones do), and what
it holds when it is stopped is heard when it starts again, or never. On Windows and macOS stopping has not
been tried, so there the device runs on.
"""
STARVE = 1.5 * PERIOD / 1000
"""Seconds that the device waits for its last piece of silence before it is stopped, so that it has played all
that it held: what is left would be heard before the next sound."""
SWITCH = 0.001
"""Seconds a busy Python thread may keep the device waiting for the interpreter; Python's own 5 ms is a
third of a period, and there may be several such threads."""
AHEAD = 10 * RATE * FRAME
"""Bytes of one sound (ten seconds) that may wait; its maker is held up when there are more."""
STALLED = 2.0
"""Seconds without a request from the device, while there is something to be heard, after which it is taken
for dead."""
OPENING = 5.0
"""Seconds a device may take for its first request (a sound server that is just starting)."""
LOOK = 0.25
"""Seconds: how often to look for that."""

DUMMY = "auto_null"
"""The one output of a PulseAudio that has none, as it calls it."""

Heard = Callable[[], None]
"""Called on the device's thread when the last sample has been heard: must be short and must not raise."""


class NoSound(Exception):
    """No sound card, or none that can be opened; the text says what was tried."""


class NoOutput(NoSound):
    """There are sound cards, but not the output that was asked for; the text is its name."""


class SoundOutput(NamedTuple):
    """One way out of the machine for sound: loudspeakers, headphones."""

    name: str
    """As the system shows it to people."""
    id: str
    """As the sound server or the driver calls it; "" where that is no text."""
    usual: bool
    """Whether sound goes there if nothing else is chosen."""


def stereo(mono: bytes | memoryview) -> bytes:
    """The same samples for both ears. `mono`: 16 bit samples, an even number of bytes."""
    samples = array("h", bytes(mono))
    both = array("h", bytes(2 * len(mono)))
    both[::2] = samples
    both[1::2] = samples
    return both.tobytes()


def pan(mono: bytes, place: float) -> bytes:
    """A cue placed between the ears, equally loud everywhere: −1 left, 0 the middle, 1 right (clamped)."""
    angle = (max(-1.0, min(1.0, place)) + 1) * math.pi / 4
    samples = array("h", mono)
    both = array("h", bytes(2 * len(mono)))
    both[::2] = array("h", [round(sample * math.cos(angle)) for sample in samples])
    both[1::2] = array("h", [round(sample * math.sin(angle)) for sample in samples])
    return both.tobytes()


class Sound:
    """One sound on its way to the ear; `Mixer.speech` makes it, one thread fills it."""

    __slots__ = ("_mixer", "complete", "data", "gone", "heard", "over")

    def __init__(
        self, mixer: Mixer, heard: Heard | None, data: bytes = b"", *, complete: bool = False
    ) -> None:
        self._mixer = mixer
        self.data = bytearray(data)
        self.complete = complete
        self.gone = False
        """True: silenced, nobody will hear it and `heard` is not called."""
        self.over = False
        """True: the last sample has been heard."""
        self.heard = heard

    def feed(self, mono: bytes) -> bool:
        """Append 16 bit mono samples; waits while ten seconds are in store. False: give up, it is gone."""
        while len(self.data) > AHEAD and not self.gone:
            if self._mixer.stalled():
                return False
            time.sleep(PERIOD / 1000)
        return self._mixer.append(self, stereo(mono))

    def finish(self) -> None:
        """No more samples come; `heard` is called when those in store have been heard."""
        self._mixer.complete(self)

    def take(self, size: int) -> bytearray:
        """Up to `size` bytes from the front."""
        part = self.data[:size]
        del self.data[:size]
        return part

    def spent(self) -> bool:
        """Whether nothing is left and nothing more comes."""
        return self.complete and not self.data


class Mixer:
    """What is to be heard: speech one after the other, cues over it.

    Every method may be called from any thread; none waits for the device. `lag` is the number of frames
    between `render` and the ear.
    """

    def __init__(self, lag: int = LAG) -> None:
        self.kept: bytearray | None = None
        """For tests: set it to an empty bytearray and all accepted speech is appended to it, but no cues."""
        self.epoch = 0
        """How often silence was called; speech of an older epoch is not taken."""
        self.dead = False
        """True: there is no device (see `fail`); all sounds are gone as soon as they are made."""
        self.lost = False
        """True: the device does not start any more."""
        self._lag = lag
        self._lock = Condition(Lock())
        """Notified when a device that rests is needed, when one that runs is not, and when all is over."""
        self._may_rest = False
        """True: there is a device that can be stopped."""
        self._resting = False
        """True: the device is stopped, or about to be; sounds are kept until it has been started again."""
        self._rest_at = REST * RATE
        """How many frames have to be taken before the device may rest."""
        self._speech: deque[Sound] = deque()
        self._cues: list[Sound] = []
        self._leaving: deque[tuple[int, Sound]] = deque()
        self._taken = 0
        self._seen, self._looked, self._idle = 0, time.monotonic(), 0.0

    def speech(self, epoch: int, heard: Heard) -> Sound:
        """A new sound after all other speech, to be fed; it is gone at once if `epoch` is not the current."""
        sound = Sound(self, heard)
        with self._lock:
            sound.gone = self.dead or epoch != self.epoch
            if not sound.gone:
                self._speech.append(sound)
        return sound

    def append(self, sound: Sound, data: bytes) -> bool:
        """Stereo data for the end of a sound; False if it is gone (used by `Sound.feed`)."""
        with self._lock:
            if sound.gone:
                return False
            sound.data += data
            if self.kept is not None:
                self.kept += data
            self._lock.notify_all()
            return True

    def complete(self, sound: Sound) -> None:
        """No more data for a sound (used by `Sound.finish`)."""
        with self._lock:
            sound.complete = True
            self._lock.notify_all()

    def cue_in_turn(self, epoch: int, data: bytes, heard: Heard | None = None) -> Sound:
        """A sound cue in the sequence of speech: after what is there, directly before what comes next.

        `data`: stereo, as `pan` makes it. It is gone at once if `epoch` is not the current.
        """
        sound = Sound(self, heard, data, complete=True)
        with self._lock:
            sound.gone = self.dead or epoch != self.epoch
            if not sound.gone:
                self._speech.append(sound)
                self._lock.notify_all()
        return sound

    def cue(self, data: bytes, heard: Heard | None = None) -> None:
        """Mix in a sound cue at once. `data`: stereo, as `pan` makes it."""
        with self._lock:
            if not self.dead:
                self._cues.append(Sound(self, heard, data, complete=True))
                self._lock.notify_all()

    def silence(self) -> None:
        """Forget all sounds, and speech that somebody is about to begin: a new epoch."""
        with self._lock:
            self.epoch += 1
            self._forget()

    def clear(self) -> None:
        """Forget all sounds; their `heard` is not called."""
        with self._lock:
            self._forget()

    def fail(self) -> None:
        """There is no device, or it is closed: nothing will be heard any more."""
        with self._lock:
            self.dead = True
            self._forget()
            self._lock.notify_all()

    def _forget(self) -> None:
        for sound in (*self._speech, *self._cues, *(sound for _, sound in self._leaving)):
            sound.gone = True
        self._speech.clear()
        self._cues.clear()
        self._leaving.clear()

    def wait_for_rest(self) -> bool:
        """Wait until no sound has been played for `REST`; False: none will be any more.

        For the device, which is then to be stopped. What comes meanwhile is kept for `wait_for_sound`: a
        device that is being stopped would take it and not play it.
        """
        with self._lock:
            self._may_rest = True
            self._lock.wait_for(lambda: self.dead or self._resting)
            return not self.dead

    def wait_for_sound(self) -> bool:
        """Wait until there is something to be heard, for which the device is then to be started.

        False: nothing will be heard any more.
        """
        with self._lock:
            self._lock.wait_for(lambda: self.dead or self._ready())
            self._resting = False
            return not self.dead

    def _quiet(self) -> bool:
        return not (self._speech or self._cues or self._leaving) and self._taken >= self._rest_at

    def _ready(self) -> bool:
        """Whether there are samples, or ends, to be heard: speech is announced before any are made."""
        return any(sound.data or sound.complete for sound in (*self._speech, *self._cues))

    def stalled(self) -> bool:
        """Whether the device does not ask for sound although there is some; it may come back.

        Only the time between looks counts, and little of it at once, so that a process that was itself
        held up (Ctrl+Z) does not blame the device. One thread looks, four times a second or more.
        """
        now = time.monotonic()
        with self._lock:
            if self._taken != self._seen:
                self._seen, self._idle = self._taken, 0.0
            elif self._leaving or self._ready():
                self._idle += min(now - self._looked, LOOK)
        self._looked = now
        return self.dead or self.lost or self._idle > (STALLED if self._taken else OPENING)

    def render(self, frames: int) -> bytes | bytearray:
        """The next `frames` frames (four bytes each); called by the device's thread once a period."""
        size = frames * FRAME
        with self._lock:
            heard = self._due()
            block = self._mix(size, self._taken + frames + self._lag)
            self._taken += frames
            rests = self._may_rest and self._quiet() and not (self._resting or self.dead)
            if rests:
                self._resting = True
                self._lock.notify_all()
        for call in heard:
            call()
        if rests:
            time.sleep(STARVE)  # here, because the device has to go without; and without the lock
        return block

    def _due(self) -> list[Heard]:
        heard = []
        while self._leaving and self._leaving[0][0] <= self._taken:
            _, sound = self._leaving.popleft()
            sound.over = True
            heard += [sound.heard] if sound.heard else []
        return heard

    def _mix(self, size: int, end: int) -> bytes | bytearray:
        if self._resting or not (self._speech or self._cues):
            return bytes(size)
        self._rest_at = end + REST * RATE
        block = self._spoken(size, end).ljust(size, b"\0")
        for cue in self._cues[:]:
            block = _sum(block, cue.take(size).ljust(size, b"\0"))
            if cue.spent():
                self._cues.remove(cue)
                self._leaving.append((end, cue))
        return block

    def _spoken(self, size: int, end: int) -> bytearray:
        """Speech for one block, by byte slices alone: Python has 15 ms and shares the interpreter."""
        block = bytearray()
        while self._speech and len(block) < size:
            sound = self._speech[0]
            block += sound.take(size - len(block))
            if not sound.spent():
                break
            self._speech.popleft()
            self._leaving.append((end, sound))
        return block


def _sum(one: bytearray, other: bytearray) -> bytearray:
    """Two blocks at once, cut off at full scale; costs one hundredth of a period."""
    totals = map(add, memoryview(one).cast("h").tolist(), memoryview(other).cast("h").tolist())
    loud = [total if -32769 < total < 32768 else 32767 if total > 0 else -32768 for total in totals]
    return bytearray(array("h", loud).tobytes())


class Device(Protocol):
    """An open sound card that asks a mixer for sound. Closing it makes an end of the mixer, too."""

    def close(self) -> None:
        """Give the card back. May wait for ever when the sound server hangs: call it on a spare thread."""


def open_device(mixer: Mixer, output: str | None = None) -> Device:
    """Open the sound card; it plays what `mixer` holds from now on. Writes nothing on the terminal.

    `output`: the name of a way out (see `output_called`); None: the usual one.
    It is started at once, so that one that does not start is told here, and for the first line.
    Takes 10 to 30 ms. From then on busy Python threads are interrupted more often (see `SWITCH`).

    :raises NoOutput: that output is not there.
    :raises NoSound: no real sound card can be opened.
    :raises ImportError: miniaudio is missing.
    """
    sys.setswitchinterval(min(SWITCH, sys.getswitchinterval()))
    _hush()
    try:
        # `import miniaudio` takes 80 ms, most of it for web radio; its C part alone takes 2 ms. That part
        # is private, so any surprise in it leads to the public module.
        from _miniaudio import ffi, lib

        return _Card(mixer, _BareDevice(mixer, ffi, lib, output))
    except NoSound:
        raise
    except Exception:
        return _Card(mixer, _PublicDevice(mixer, output))


def sound_outputs() -> list[SoundOutput]:
    """Return the ways out that sound can take here, as the system lists them. May take as long as it likes.

    :raises NoSound: there is no sound server or driver.
    :raises ImportError: miniaudio is missing.
    """
    _hush()
    try:
        from _miniaudio import ffi, lib

        context = _Context(ffi, lib)
    except NoSound:
        raise
    except Exception:
        return [output for output, _ in _public_outputs()]
    try:
        return [output for output, _ in context.outputs()]
    finally:
        context.close()


def output_called(name: str, outputs: Sequence[SoundOutput]) -> SoundOutput | None:
    """Return the output of that name or id, else the only one whose name begins so; None: there is none."""
    wanted = name.strip().casefold()
    for output in outputs:
        if wanted in (output.name.casefold(), output.id.casefold()):
            return output
    begin = [output for output in outputs if wanted and output.name.casefold().startswith(wanted)]
    return begin[0] if len(begin) == 1 else None


def _hush() -> None:
    """Stop sound libraries from writing on our terminal, each by its own means.

    Bending file descriptor 2 while the device opens would also swallow what other threads write in that
    moment, and would not help later, when a device vanishes.
    """
    # libpulse and PipeWire's ALSA plug-in log on stderr; the first can be sent to the system log instead.
    os.environ.setdefault("PULSE_LOG_SYSLOG", "1")
    os.environ.setdefault("PIPEWIRE_DEBUG", "0")
    if not sys.platform.startswith("linux"):
        return
    import ctypes  # here, not above: its 4 ms belong on the thread that opens the device

    try:
        # ALSA prints a screenful when there is no card. A handler in Python could be called when the
        # interpreter is gone; a harmless C function that ignores its arguments cannot fail.
        nothing = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p)
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nothing)
    except (OSError, AttributeError):
        pass


def _backends() -> tuple[str, ...]:
    """Real back ends only. Left to itself miniaudio falls back on one that plays to nobody.

    JACK is left out: its library writes on the terminal, and JACK users have PipeWire or a bridge.
    """
    if sys.platform == "win32":
        return ("wasapi", "dsound", "winmm")
    if sys.platform == "darwin":
        return ("coreaudio",)
    return ("pulseaudio", "alsa", "sndio", "audio4", "oss")


class _Startable(Protocol):
    """miniaudio's device, running when it is new. Each method may wait for ever for a hung sound server."""

    def stop(self) -> None:
        """Ask for nothing more; waits until the device's thread is out of the mixer."""

    def start(self) -> bool:
        """Ask again, at once; False: it does not start."""

    def close(self) -> None:
        """Give the card back."""


class _Card:
    """A device that runs while there is something to be heard, and a moment longer.

    A thread of its own starts and stops it: both may wait for the sound server, and stopping waits for the
    device's thread, which wants the mixer's lock.
    """

    def __init__(self, mixer: Mixer, device: _Startable) -> None:
        self._mixer, self._device = mixer, device
        self._thread = Thread(target=self._work, name="sound card", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while self._mixer.wait_for_rest():
            self._device.stop()
            if self._mixer.wait_for_sound():
                self._mixer.lost = not self._device.start()
        self._device.close()

    def close(self) -> None:
        self._mixer.fail()
        self._thread.join()


class _Context:
    """miniaudio's way to the sound server, for what wants to know the outputs that there are."""

    def __init__(self, ffi: Any, lib: Any) -> None:
        self._ffi, self._lib = ffi, lib
        self.context = ffi.new("ma_context *")
        config = lib.ma_context_config_init()
        result = lib.ma_context_init(*_wanted(ffi, lib), ffi.addressof(config), self.context)
        if result != lib.MA_SUCCESS:
            raise NoSound(f"no sound server and no sound card, miniaudio {result}")

    def outputs(self) -> list[tuple[SoundOutput, Any]]:
        """Return the outputs, each with what miniaudio knows it by; none that only pretends to be there."""
        return [found for found in _listed(self.context, self._ffi, self._lib) if found[0].id != DUMMY]

    def close(self) -> None:
        self._lib.ma_context_uninit(self.context)


def _called(name: str, found: Sequence[tuple[SoundOutput, Any]]) -> Any:
    """Return what miniaudio knows the output of that name by. Raises NoOutput."""
    output = output_called(name, [output for output, _ in found])
    if output is None:
        raise NoOutput(name)
    return next(id for other, id in found if other is output)


def _wanted(ffi: Any, lib: Any) -> tuple[Any, int]:
    """Return the real back ends as miniaudio takes them, and how many they are."""
    wanted = ffi.new("ma_backend[]", [getattr(lib, f"ma_backend_{name}") for name in _backends()])
    return wanted, len(wanted)


def _listed(context: Any, ffi: Any, lib: Any) -> list[tuple[SoundOutput, Any]]:
    """Return all outputs, each with a copy of what miniaudio knows it by."""
    found, count = ffi.new("ma_device_info **"), ffi.new("ma_uint32 *")
    lib.ma_context_get_devices(context, found, count, ffi.NULL, ffi.NULL)
    outputs = []
    for at in range(count[0]):
        info, id = found[0][at], ffi.new("ma_device_id *")
        id[0] = info.id
        called, _, _ = bytes(ffi.buffer(id)).partition(b"\0")
        text = called.decode("utf-8", "replace")
        name = ffi.string(info.name).decode("utf-8", "replace")
        outputs.append((SoundOutput(name, text if text.isprintable() else "", bool(info.isDefault)), id))
    return outputs


class _BareDevice:
    """miniaudio's playback device by way of its C functions alone."""

    _open_ones: ClassVar[set[_BareDevice]] = set()
    """Keeps their memory while the device's thread uses it, even if nobody else holds them."""

    def __init__(self, mixer: Mixer, ffi: Any, lib: Any, output: str | None = None) -> None:
        self._mixer, self._ffi, self._lib = mixer, ffi, lib
        self._context: _Context | None = None
        """Of a certain output; else the device has a way to the sound server of its own."""
        ffi.def_extern(name="_internal_data_callback")(_relay(ffi))
        self._handle = ffi.new_handle(self)
        self._device = ffi.new("ma_device *")
        self._open(self._context_config(), self._device_config(), output)

    def _context_config(self) -> Any:
        config = self._lib.ma_context_config_init()
        config.threadPriority = self._lib.ma_thread_priority_highest
        self._name = self._ffi.new("char[]", b"Senpai")
        config.pulse.pApplicationName = self._name
        return config

    def _device_config(self) -> Any:
        config = self._lib.ma_device_config_init(self._lib.ma_device_type_playback)
        config.sampleRate, config.playback.channels = RATE, 2
        config.playback.format = self._lib.ma_format_s16
        config.periodSizeInMilliseconds, config.periods = PERIOD, PERIODS
        config.dataCallback = self._lib._internal_data_callback
        config.pUserData = self._handle
        return config

    def _open(self, context: Any, config: Any, output: str | None) -> None:
        lib = self._lib
        if self._init(context, config, output) != lib.MA_SUCCESS:
            raise NoSound("no sound card can be opened")
        try:
            if self._is_dummy():
                raise NoSound("the sound server has no card")
            self._open_ones.add(self)
            if not self.start():
                raise NoSound("the sound card does not start")
        except BaseException:
            self.close()
            raise

    def _init(self, context: Any, config: Any, output: str | None) -> Any:
        """Open the usual output, or a certain one; return miniaudio's result. Raises NoSound, NoOutput."""
        ffi, lib = self._ffi, self._lib
        if output is None:
            context, config = ffi.addressof(context), ffi.addressof(config)
            return lib.ma_device_init_ex(*_wanted(ffi, lib), context, config, self._device)
        self._context = _Context(ffi, lib)
        try:
            self._id = config.playback.pDeviceID = _called(output, self._context.outputs())
            result = lib.ma_device_init(self._context.context, ffi.addressof(config), self._device)
        except BaseException:
            self._context.close()
            raise
        if result != lib.MA_SUCCESS:
            self._context.close()
        return result

    def _is_dummy(self) -> bool:
        """Whether the sound server only pretends to have a card."""
        lib, context = self._lib, self._device.pContext
        if context.backend != lib.ma_backend_pulseaudio:
            return bool(context.backend == lib.ma_backend_null)
        found = _listed(context, self._ffi, lib)
        return bool(found) and all(output.id == DUMMY for output, _ in found)

    def _data_callback(self, _device: Any, output: Any, _input: Any, frames: int) -> None:
        """Named as in miniaudio's own classes: either module's relay finds it, whichever came last."""
        try:
            block = self._mixer.render(frames)
            self._ffi.memmove(output, block, len(block))
        except Exception:
            # An exception here would be printed on the terminal; the output is silent already, and a
            # mixer that fails again and again is noticed as a stalled one.
            return

    def start(self) -> bool:
        return bool(self._lib.ma_device_start(self._device) == self._lib.MA_SUCCESS)

    def stop(self) -> None:
        self._lib.ma_device_stop(self._device)

    def close(self) -> None:
        # First stop, then uninit: uninit alone waits for ever when the sound server has died.
        self.stop()
        self._lib.ma_device_uninit(self._device)
        if self._context is not None:
            self._context.close()
        self._open_ones.discard(self)


def _relay(ffi: Any) -> Callable[[Any, Any, Any, int], None]:
    def relay(device: Any, output: Any, source: Any, frames: int) -> None:
        ffi.from_handle(device.pUserData)._data_callback(device, output, source, frames)

    return relay


class _PublicDevice:
    """The same by miniaudio's public module: slower to import, but its names are promised."""

    def __init__(self, mixer: Mixer, output: str | None = None) -> None:
        miniaudio = import_module("miniaudio")
        wanted = _public_backends(miniaudio)
        id = None if output is None else _called(output, _public_outputs())
        self._error = miniaudio.MiniaudioError
        self._stream = _stream(mixer)
        next(self._stream)
        try:
            self._device = miniaudio.PlaybackDevice(
                miniaudio.SampleFormat.SIGNED16, 2, RATE, PERIOD,
                device_id=id, callback_periods=PERIODS, backends=wanted, app_name="Senpai",
            )  # fmt: skip
            self._device.start(self._stream)
        except self._error as error:
            raise NoSound(str(error)) from error

    def start(self) -> bool:
        try:
            self._device.start(self._stream)
        except self._error:
            return False
        return True

    def stop(self) -> None:
        with suppress(self._error):
            self._device.stop()

    def close(self) -> None:
        self._device.close()


def _public_backends(miniaudio: Any) -> list[Any]:
    return [backend for name in _backends() for backend in miniaudio.Backend if backend.name.lower() == name]


def _public_outputs() -> list[tuple[SoundOutput, Any]]:
    """Return the outputs, each with what miniaudio knows it by, by its public module.

    That one does not tell their ids as text, nor the usual one. Raises NoSound.
    """
    miniaudio = import_module("miniaudio")
    try:
        found = miniaudio.Devices(_public_backends(miniaudio)).get_playbacks()
    except miniaudio.MiniaudioError as error:
        raise NoSound(str(error)) from error
    return [(SoundOutput(one["name"], "", usual=False), one["id"]) for one in found]


def _stream(mixer: Mixer) -> Generator[bytes, int, None]:
    frames = yield b""
    while True:
        frames = yield bytes(mixer.render(frames))
