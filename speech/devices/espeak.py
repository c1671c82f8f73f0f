"""espeak-ng through ctypes: text in, samples out, in small pieces as they are made.

Here: finding the library and its data, cleaning text, choosing the language, rendering with an early way
out. Not here: sound output (see `mixer`) and espeak's own playback, which cannot be interrupted reliably.

espeak-ng has one state a process, so there is one `Espeak` (see `espeak`), used by one thread at a time.
"""

from __future__ import annotations

import ctypes
import math
import os
import re
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from threading import Lock
from typing import Any, NamedTuple
from unicodedata import name, normalize

from speech.devices import VoiceName
from speech.devices.mixer import RATE

CHUNK = 60
"""Milliseconds of sound a piece; the first one is there after 0.3 ms."""
SHORT_PATH = 120
"""Bytes. espeak-ng cuts a data path at 160 with room needed for file names."""

# Full names: a bare "en" makes espeak-ng read all its 130 voice files first, 5 ms.
VOICES = {"en": "gmw/en", "de": "gmw/de", "da": "gmq/da", "nb": "gmq/nb"}
"""Languages and the names of their voices."""
_SAME = {"no": "nb", "nn": "nb"}
VARIANTS = {
    f"{kind}{number}": f"{word} {number}"
    for kind, word in (("f", "female"), ("m", "male"))
    for number in range(1, 5)
}
"""Other throats for every voice, by the end of the voice's id, and what they are called."""
_ID = re.compile(r"[\w-]{1,20}/[\w-]{1,30}(\+[\w-]{1,20})?", re.ASCII)
"""What a voice's id looks like: others are files to espeak-ng, wherever they may lie."""
_ODD = "shaw"
"""In the id of a voice for English in the Shavian alphabet, which we never write."""

Take = Callable[[bytes], bool]
"""Given a piece of 16 bit mono samples; False: make no more."""


class NoEspeak(Exception):
    """The library or its data is missing or unfit; the text says which."""


class Style(NamedTuple):
    """How to speak. Values out of range are moved to the nearest end, or to the default if no number."""

    lang: str = "en"
    """A language tag; unknown ones are spoken as English."""
    voice: str = ""
    """The id of one of espeak-ng's voices (see `Espeak.voices`); the language's own if it is not known."""
    rate: float = 175
    """Words a minute, 80 to 450."""
    pitch: float = 50
    """0 to 100."""
    volume: float = 1.0
    """0 to 1."""


_LETTERS = "A-Za-zÀ-ÖØ-öø-ſ"
_FOREIGN = re.compile(f"[^{_LETTERS}0-9 .,;:!?'%-]")
_DETACHED = re.compile(r" +([.,;:!?])")
_STRAY = re.compile(f"(?<![{_LETTERS}0-9%])[^{_LETTERS}0-9 ]|['-](?![{_LETTERS}0-9])")
_PLAIN = str.maketrans(dict.fromkeys("–—()[]…", " , ") | dict.fromkeys("‘’", "'") | {"\u00ad": ""})


def clean(text: str) -> str:
    """What can be spoken of any text, by any synthesiser: what is no character becomes a space."""
    text = text.replace("\u00ad", "")  # a soft hyphen is inside a word
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return text.strip()


def speakable(text: str) -> str:
    """What espeak-ng can be trusted with: Latin letters, digits, and marks that belong to a word.

    espeak-ng 1.52 crashes, and takes the whole process with it, when alphabets are mixed ("ж" after an
    emoji, in German) or a sentence begins with a dash after another mark ("!-A", in Danish); 1.51 writes
    on the terminal for some. Control characters would be commands. Letters of other alphabets are spelled
    by their Unicode names, accents that espeak-ng may not know are dropped, and marks are only kept where
    prose has them. Of 200,000 random texts in this form, or a laxer one, none did harm; raw, one in 2,000.
    """
    text = normalize("NFC", text.translate(_PLAIN)).replace(" - ", ", ")
    text = _FOREIGN.sub(lambda found: _spelled(found[0]), text)
    return " ".join(_STRAY.sub(" ", _DETACHED.sub(r"\1", text)).split())


def _spelled(char: str) -> str:
    """A character outside of `_LETTERS` in allowed ones: "ǎ" gives "a", "ж" gives " zhe ", "♥" a space."""
    base = re.sub(f"[^{_LETTERS}0-9 ]", "", normalize("NFKD", char).replace("⁄", " "))
    title = name(char, "")
    spelled = title.rpartition("LETTER ")[2].lower() if "LETTER " in title else ""
    return base or f" {spelled} "


def language(tag: str) -> str:
    """One of `VOICES`' keys for any language tag: "de-AT" gives "de", "no" gives "nb", "?" gives "en"."""
    main = primary(tag)
    return main if main in VOICES else "en"


def primary(tag: str) -> str:
    """The language without its dialect: "de-AT" gives "de". All that is Norwegian gives "nb"."""
    main = tag.replace("_", "-").split("-")[0].strip().lower()
    return _SAME.get(main, main)


def _within(value: Any, low: float, high: float, default: float) -> float:
    """A number moved into a range; `default` for what is no number (NaN, a word, nothing)."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return default
    return default if math.isnan(number) else max(low, min(high, number))


_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
_SYNCHRONOUS, _DO_NOT_EXIT, _UTF8 = 2, 0x8000, 1
_RATE, _VOLUME, _PITCH = 1, 2, 3


class _Entry(ctypes.Structure):
    """espeak-ng's description of a voice; `languages`: for each a byte of priority and a name, then 0."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("languages", ctypes.c_void_p),
        ("identifier", ctypes.c_char_p),
        ("gender", ctypes.c_ubyte),
        ("age", ctypes.c_ubyte),
        ("variant", ctypes.c_ubyte),
        ("spare1", ctypes.c_ubyte),
        ("score", ctypes.c_int),
        ("spare2", ctypes.c_void_p),
    )


class _Found(NamedTuple):
    """A voice of the library: its id, its name, and its languages with their priorities, low is better."""

    id: str
    name: str
    languages: dict[str, int]

    def rank(self, lang: str) -> int | None:
        """How well it speaks a language or a dialect of it; None: not at all."""
        ranks = [rank for tag, rank in self.languages.items() if tag.split("-")[0] == lang]
        return min(ranks, default=None)


class Espeak:
    """The library, loaded and ready.

    :raises NoEspeak: in the constructor.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._take: Take | None = None
        self._error: Exception | None = None
        self._found: list[_Found] = []
        self._lib = _load()
        self._lib.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(_Entry))
        self._callback = _Callback(self._piece)  # kept: the library holds only its address
        self._lib.espeak_SetSynthCallback(self._callback)

    def render(self, text: str, style: Style, take: Take) -> bool:
        """Render plain text, giving `take` the pieces on this thread; returns when all is rendered.

        Returns False if `take` broke it off. The text may be anything (see `speakable`).
        :raises OSError: espeak-ng failed. What `take` raises is passed on.
        """
        with self._lock:
            self._set(style)
            self._take = take
            data = speakable(text).encode()
            failed = self._lib.espeak_Synth(data, len(data) + 1, 0, 0, 0, _UTF8, None, None)
            broken, self._take = self._take is None, None
            error, self._error = self._error, None
        if error is not None:
            raise error
        if failed:
            raise OSError(f"espeak_Synth {failed}")
        return not broken

    def voices(self, lang: str) -> list[VoiceName]:
        """Return the voices of a language: its own, dialects, and its own with another throat.

        The first call takes 20 ms and waits until a line that is being rendered is rendered. Names are
        espeak-ng's own, in words that can be spoken.
        """
        main = primary(lang)
        with self._lock:
            self._found = self._found or self._list()
        ranked = [(rank, found) for found in self._found if (rank := found.rank(main)) is not None]
        own = VOICES.get(main)
        ranked.sort(key=lambda one: (one[1].id != own, one[0], one[1].name))
        names = [
            VoiceName(found.id, _in_words(found.name)) for _, found in ranked if _ODD not in found.id.lower()
        ]
        throats = [
            VoiceName(f"{id}+{end}", f"{name}, {word}")
            for id, name in names[:1]
            for end, word in VARIANTS.items()
        ]
        return names + throats

    def _list(self) -> list[_Found]:
        entries, found, at = self._lib.espeak_ListVoices(None), [], 0
        while entries[at]:
            entry = entries[at].contents
            name, identifier = (text.decode("utf-8", "replace") for text in (entry.name, entry.identifier))
            found.append(_Found(identifier, name, dict(_languages(entry.languages))))
            at += 1
        return found

    def _set(self, style: Style) -> None:
        usual = VOICES[language(style.lang)]
        chosen = _ID.fullmatch(style.voice) is not None and self._choose(style.voice)
        if not chosen and not self._choose(usual):
            raise OSError(f"no voice {usual}")
        # A change of voice may reset these, so they are set each time; it takes microseconds.
        for parameter, value in (
            (_RATE, _within(style.rate, 80, 450, 175)),
            (_PITCH, _within(style.pitch, 0, 100, 50)),
            (_VOLUME, _within(style.volume, 0, 1, 1) * 100),
        ):
            self._lib.espeak_SetParameter(parameter, round(value), 0)

    def _choose(self, voice: str) -> bool:
        return not self._lib.espeak_SetVoiceByName(voice.encode())

    def _piece(self, samples: int | None, count: int, _events: int | None) -> int:
        """espeak-ng's callback: 1 stops it. An exception here would be printed on the terminal."""
        try:
            if samples and count and self._take is not None:
                if self._take(ctypes.string_at(samples, 2 * count)):
                    return 0
                self._take = None
            return int(self._take is None)
        except Exception as error:
            self._error, self._take = error, None
            return 1


def _languages(at: int | None) -> Iterator[tuple[str, int]]:
    """Read a voice's languages from the library's memory."""
    while at and (priority := ctypes.string_at(at, 1)[0]):
        tag = ctypes.string_at(at + 1)
        yield tag.decode("ascii", "replace"), priority
        at += len(tag) + 2


def _in_words(name: str) -> str:
    """A voice's name as it can be spoken: "English (America)" gives "English, America"."""
    return name.replace(" (", ", ").replace(")", "").replace("_", " ")


_shared: list[Espeak] = []
_sharing = Lock()


def espeak() -> Espeak:
    """The one `Espeak` of this process.

    :raises NoEspeak: it cannot be had.
    """
    with _sharing:
        if not _shared:
            _shared.append(Espeak())
        return _shared[0]


def _load() -> ctypes.CDLL:
    """The first library that starts: the one that pip brought, then the system's."""
    tried = "espeak-ng"
    for path, data in _places():
        try:
            lib = ctypes.CDLL(path)
            rate = lib.espeak_Initialize(_SYNCHRONOUS, CHUNK, _short(data).encode(), _DO_NOT_EXIT)
        except (OSError, AttributeError) as error:
            tried = str(error)
            continue
        if rate == RATE:
            return lib
        tried = f"{path}: {rate} samples a second"
    raise NoEspeak(tried)


def _places() -> Iterator[tuple[str, str]]:
    """Pairs of a library and its data folder. Without data the library would write on our terminal."""
    for folder in _loader_folders():
        data = os.path.join(folder, "espeak-ng-data")
        if os.path.isfile(os.path.join(data, "phontab")):
            yield os.path.join(folder, _bundled()), data
    from glob import glob  # only where pip brought no library

    for root in ("/usr/lib/*", "/usr/share", "/usr/lib", "/usr/local/share", "/opt/homebrew/share"):
        for found in sorted(glob(f"{root}/espeak-ng-data/phontab")):
            yield _system(), os.path.dirname(found)


def _loader_folders() -> list[str]:
    """Where the package espeakng_loader lies; importing it would cost 15 ms and is not needed."""
    spec = PathFinder.find_spec("espeakng_loader")
    return list(spec.submodule_search_locations or []) if spec else []


def _bundled() -> str:
    if sys.platform == "win32":
        return "espeak-ng.dll"
    return "libespeak-ng.dylib" if sys.platform == "darwin" else "libespeak-ng.so"


def _system() -> str:
    return "libespeak-ng.1.dylib" if sys.platform == "darwin" else "libespeak-ng.so.1"


def _short(path: str) -> str:
    """The same folder by a path short enough for espeak-ng: on Linux by a descriptor that stays open."""
    if len(os.fsencode(path)) <= SHORT_PATH or not sys.platform.startswith("linux"):
        return path
    return f"/proc/self/fd/{os.open(path, os.O_PATH | os.O_CLOEXEC)}"
