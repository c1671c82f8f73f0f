"""The voices that pyttsx3's own drivers find on a system: their languages, and names that can be spoken.

Not here: espeak-ng's (see `espeak`), and choosing one (see `own`).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple


class Installed(NamedTuple):
    """A voice of the system: its id, its name in plain words, and the tags of its languages."""

    id: str
    name: str
    tags: tuple[str, ...]

    def speaks(self, lang: str) -> bool:
        from speech.devices.espeak import primary  # brings ctypes

        return any(primary(tag) == primary(lang) for tag in self.tags)


def installed_voices(engine: Any) -> list[Installed]:
    """The voices of one of pyttsx3's own drivers; none if it does not tell."""
    found: list[Installed] = []
    usual = None
    with suppress(Exception):
        usual = engine.getProperty("voice")
    try:
        for voice in engine.getProperty("voices"):
            found.append(Installed(voice.id, _plain(voice.name), tuple(map(str, voice.languages))))
    except Exception:
        found = _sapi_voices(engine)
    return sorted(found, key=lambda one: one.id != usual)


def _sapi_voices(engine: Any) -> list[Installed]:
    """The same from SAPI itself: pyttsx3 fails at a voice of several languages ("409;9"), for all."""
    from locale import windows_locale

    found: list[Installed] = []
    with suppress(Exception):
        for token in engine.proxy._driver._tts.GetVoices():
            with suppress(Exception):
                codes = str(token.GetAttribute("Language")).split(";")
                tags = tuple(windows_locale.get(int(code, 16), "") for code in codes)
                found.append(Installed(token.Id, _plain(token.GetDescription()), tags))
    return found


def _plain(name: Any) -> str:
    """A voice's name as it can be spoken: "Microsoft Hedda Desktop - German"."""
    return str(name).replace(" - ", ", ").replace("(", "").replace(")", "").replace("_", " ").strip()
