"""What is said when the voice changes its way: the names of the ways, why one left, which one speaks now.

Not here: how a way is replaced (see `route`), and what would bring it back (see `doctor_text`).
"""

from __future__ import annotations

from typing import assert_never

from .devices import Fault, Trouble
from .house import echo
from .route import Changed
from .words import Said, Words, paragraph, sentence


class RouteText:
    """One language's words for the ways to be heard."""

    def __init__(self, words: Words) -> None:
        self.t = words.t

    def way(self, name: str) -> str:
        """Return what a way of `routes.WAYS` is called in the middle of a sentence."""
        t = self.t
        names = {
            "own": t.gettext("Senpai's own voice"),
            "orca": "Orca",
            "speech-dispatcher": "Speech Dispatcher",
            "windows-reader": t.gettext("the screen reader"),
            "voiceover": "VoiceOver",
        }
        return names[name]

    def fault(self, name: str, fault: Fault) -> str:
        """Return why a way cannot be had, as a sentence."""
        t = self.t
        match fault.trouble:
            case Trouble.NO_SOUND:
                said = t.gettext("{way} finds no sound card.")
            case Trouble.NO_OUTPUT:
                # Translators: {detail} is the name of a sound output, such as headphones.
                said = t.gettext("The sound output {detail} is not there.")
                return sentence(said, detail=echo(fault.detail))
            case Trouble.NO_LIBRARY:
                said = t.gettext("{way} cannot speak: {detail} is missing.")
            case Trouble.NO_SERVER:
                said = t.gettext("{way} cannot speak: {detail} does not run.")
            case Trouble.HUNG:
                said = t.gettext("{way} no longer answers.")
            case Trouble.FAILED:
                said = t.gettext("{way} has failed.")
            case _:
                assert_never(fault.trouble)
        return sentence(said, way=self.way(name), detail=echo(_package(fault.detail)))

    def changed(self, changed: Changed) -> Said:
        """Return the alarm for a change."""
        t = self.t
        why = "" if changed.fault is None else self.fault(changed.old, changed.fault)
        if changed.new is None:
            now = t.gettext("The game goes on in print and braille.")
            felt = t.pgettext("braille", "No voice. Braille and print go on")
            return Said(paragraph([why, now]), felt, "alarm")
        lost = changed.fault is not None and changed.fault.trouble is Trouble.NO_OUTPUT
        if changed.new == changed.old and (lost or changed.fault is None):
            return self._other_output(why, back=not lost)
        if changed.fault is None:
            now = t.gettext("{way} speaks again.")
        elif changed.new == changed.old:
            now = t.gettext("{way} has been started again.")
        else:
            now = t.gettext("{way} speaks now.")
        way = self.way(changed.new)
        felt = t.pgettext("braille", "Voice now: {way}").format(way=way)
        return Said(paragraph([why, sentence(now, way=way)]), felt, "alarm")

    def _other_output(self, why: str, *, back: bool) -> Said:
        """Return that our own voice is heard from the usual output, or from the chosen one again."""
        t = self.t
        if back:
            now = t.gettext("The chosen sound output is there again and is used.")
            return Said(now, t.pgettext("braille", "Sound output is back"), "alarm")
        now = t.gettext("The usual one is used.")
        return Said(paragraph([why, now]), t.pgettext("braille", "No such output; usual one"), "alarm")


def _package(detail: str) -> str:
    """Return the package of a module, which is what can be installed; what is no module stays as it is."""
    parts = detail.split(".")
    return parts[0] if all(part.isidentifier() for part in parts) else detail
