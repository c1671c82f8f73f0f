"""What `senpai doctor` says: what was found, what is missing and how to get it, and what to try next.

Every line is one or more whole sentences. What is wrong with a way to be heard is worded in `route_text`.
Not here: finding out (see `access.probes`), and trying (see `access.doctor`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from .devices import Fault, Trouble
from .route_text import RouteText
from .words import Words, sentence

LONGEST_DETAIL = 160
"""So many characters of what a library says are repeated."""


class Plain(StrEnum):
    """Why lines are plain and cannot be edited."""

    ASKED = "asked"
    ACCESSIBLE = "accessible"
    """The variable of that name is set."""
    DUMB = "dumb"
    """The terminal can do no more."""
    NO_TERMINAL = "no-terminal"
    NO_EDITOR = "no-editor"
    """prompt_toolkit is missing or broken."""


_SIGNS = str.maketrans(dict.fromkeys("[]{}<>|*#=`~^", " "))


def shown(detail: object) -> str:
    """Return the first line of what somebody else's program said, fit to be read aloud, without full stop."""
    lines = [line for line in str(detail).replace("\\n", "\n").splitlines() if line.strip()]
    text = "".join(char if char.isprintable() else " " for char in lines[0]) if lines else "?"
    text = " ".join(text.translate(_SIGNS).split())
    text = text if len(text) <= LONGEST_DETAIL else text[:LONGEST_DETAIL] + " …"
    return text.rstrip(" .!:;") or "?"


def named(path: object) -> str:
    """Return a path or a name as it is, but for what is no character."""
    return "".join(char if char.isprintable() else "?" for char in str(path)) or "?"


class DoctorText:
    """One language's words of the doctor."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t
        self._routes = RouteText(words)

    def way(self, name: str) -> str:
        """Return what a way to be heard is called in the middle of a sentence."""
        return self._routes.way(name)

    def intro(self) -> str:
        return self.t.gettext("This is what Senpai finds on this machine.")

    # -- versions and language

    def versions(self, senpai: str | None, python: str, system: str) -> str:
        t = self.t
        if senpai is None:
            said = t.gettext("Senpai runs from its folder on Python {python} and {system}.")
        else:
            said = t.gettext("Senpai {senpai} runs on Python {python} and {system}.")
        return said.format(senpai=senpai, python=python, system=system)

    def packages(self, installed: Sequence[str]) -> str:
        """Return which Python packages there are; each with its version."""
        if not installed:
            return self.t.gettext("None of the Python packages that Senpai uses is installed.")
        # Translators: {packages} are names of Python packages with their versions.
        said = self.t.gettext("The Python packages that it uses are {packages}.")
        return said.format(packages=self.words.all_of(installed))

    def missing(self, what: str) -> str:
        # Translators: {what} is the name of a package or program.
        return sentence(self.t.gettext("{what} is missing."), what=what)

    def get(self, what: str, command: str) -> str:
        # Translators: {command} is typed at a command line.
        return self.t.gettext("To get {what}, type {command}.").format(what=what, command=command)

    def get_somehow(self, what: str) -> str:
        said = self.t.gettext("To get {what}, install it with the tools of your system.")
        return said.format(what=shown(what))

    def language(self) -> str:
        # Translators: names the language of the translation.
        return self.t.gettext("The language is English.")

    def locale(self, name: str | None) -> str:
        """Return what the system says about the language; None: nothing."""
        t = self.t
        if name is None:
            return t.gettext("The system names no locale.")
        return t.gettext("The locale of the system is {locale}.").format(locale=named(name))

    # -- print

    def terminal(self, columns: int, rows: int) -> str:
        """Return that there is a terminal; its size, or zeros if it does not tell."""
        t = self.t
        if not columns or not rows:
            return t.gettext("Print goes to a terminal that does not tell its size.")
        said = t.gettext("Print goes to a terminal of {columns} columns and {rows} lines.")
        return said.format(columns=columns, rows=rows)

    def no_terminal(self) -> str:
        return self.t.gettext("Print goes to a file or a pipe, not to a terminal.")

    def no_keyboard(self) -> str:
        return self.t.gettext("Input comes from a file or a pipe, not from a keyboard.")

    def kind(self, term: str) -> str:
        """Return the terminal's name for itself, "" for none."""
        t = self.t
        if not term:
            return t.gettext("The variable TERM is not set, so nothing is known of what the terminal can do.")
        return t.gettext("The terminal calls itself {term}.").format(term=named(term))

    def encoding(self, name: str, *, utf8: bool) -> str:
        t = self.t
        if utf8:
            return t.gettext("Its encoding is UTF-8, so all letters and braille can be printed.")
        said = t.gettext("Its encoding is {name}, so braille and some letters become question marks.")
        return said.format(name=named(name))

    def set_encoding(self) -> str:
        return self.t.gettext("To change that, set LANG to a locale that ends with UTF-8.")

    def plain(self, why: Plain | None) -> str:
        """Return whether lines can be edited, and why not."""
        t = self.t
        match why:
            case None:
                return t.gettext("Lines can be edited while you type.")
            case Plain.ASKED:
                return t.gettext("Lines are plain, because you asked for it with --plain.")
            case Plain.ACCESSIBLE:
                return t.gettext("Lines are plain, because the variable ACCESSIBLE is set.")
            case Plain.DUMB:
                return t.gettext("Lines are plain, because the terminal says that it can do no more.")
            case Plain.NO_TERMINAL:
                return t.gettext("Lines are plain, because input and output are not both a terminal.")
            case Plain.NO_EDITOR:
                return t.gettext("Lines cannot be edited, because prompt_toolkit does not work. Use --plain.")
            case _:
                assert_never(why)

    # -- voices

    def reader(self, name: str | None) -> str:
        """Return which screen reader reads this terminal; "" is one without a name, None is none."""
        t = self.t
        if name is None:
            return t.gettext("No screen reader was found that reads this terminal.")
        if not name:
            return t.gettext("A screen reader runs and reads this terminal.")
        return t.gettext("{reader} runs and reads this terminal.").format(reader=name)

    def remote(self) -> str:
        t = self.t
        return t.gettext(
            "You are connected over ssh, and what runs on your own machine cannot be seen from here."
        )

    def works(self, name: str) -> str:
        return sentence(self.t.gettext("{way} works."), way=self.way(name))

    def fault(self, name: str, fault: Fault, seconds: int) -> list[str]:
        """Return why a way to be heard does not work; `seconds` is how long it was waited for."""
        if fault.trouble is Trouble.HUNG:
            said = self.t.gettext("{way} takes too long: no answer within {n} seconds.")
            return [sentence(said, way=self.way(name), n=seconds)]
        return [
            self._routes.fault(name, fault._replace(detail=shown(fault.detail))),
            *self._reason(fault),
        ]

    def _reason(self, fault: Fault) -> list[str]:
        if fault.trouble is not Trouble.FAILED or not fault.detail:
            return []
        return [self.t.gettext("The reason given is: {detail}.").format(detail=shown(fault.detail))]

    def start_reader(self, name: str) -> str | None:
        """Return how to start the program behind a way, None where there is nothing to start."""
        t = self.t
        match name:
            case "orca":
                return t.gettext(
                    "It needs Orca 49 or later. To start it, press Super, Alt and S, or type orca."
                )
            case "speech-dispatcher":
                return t.gettext("To start Speech Dispatcher, type spd-say hello.")
            case "windows-reader":
                return t.gettext("It needs a screen reader that runs, NVDA or JAWS for example.")
            case "voiceover":
                return t.gettext("To start VoiceOver, press Command and F5.")
            case _:
                return None

    def check_sound(self) -> str:
        return self.t.gettext(
            "See whether another program can be heard, and whether a loudspeaker is plugged in."
        )

    def cues(self, fault: Fault | None, seconds: int) -> list[str]:
        """Return whether sound cues can be played, and why not."""
        t = self.t
        if fault is None:
            return [t.gettext("Sound cues can be played.")]
        match fault.trouble:
            case Trouble.NO_LIBRARY:
                said = t.gettext("Sound cues cannot be played: {detail} is missing.")
            case Trouble.HUNG:
                said = t.gettext("The sound card takes too long: no answer within {n} seconds.")
            case Trouble.NO_SOUND | Trouble.NO_OUTPUT:
                said = t.gettext("Sound cues cannot be played: there is no sound card that can be opened.")
            case Trouble.NO_SERVER | Trouble.FAILED:
                said = t.gettext("Sound cues cannot be played.")
            case _:
                assert_never(fault.trouble)
        return [said.format(detail=shown(fault.detail), n=seconds), *self._reason(fault)]

    def outputs(self, outputs: Sequence[tuple[str, bool]]) -> str:
        """Return the sound outputs that there are, each by name and whether it is the usual one."""
        t = self.t
        # Translators: a sound output, such as headphones, that is used if nothing else is chosen.
        named = [
            t.gettext("{output}, the usual one").format(output=shown(name)) if usual else shown(name)
            for name, usual in outputs
        ]
        said = t.ngettext(
            "There is one sound output: {outputs}.", "There are {n} sound outputs: {outputs}.", len(named)
        )
        return said.format(n=len(named), outputs="; ".join(named))

    def choose_output(self, name: str) -> str:
        """Return how to have the own voice heard from an output."""
        said = self.t.gettext(
            "To have Senpai's own voice heard from one of them, set it by its name: "
            "senpai settings voice.device {output}."
        )
        return said.format(output=shown(name))

    # -- braille

    def display(self, columns: int, rows: int) -> str:
        """Return that BRLTTY answered, with a display of which size; zeros: with none."""
        t = self.t
        if not columns or not rows:
            return t.gettext("BRLTTY answers, but no braille display is connected to it.")
        if rows == 1:
            said = t.gettext("BRLTTY answers with a braille display of {columns} cells.")
        else:
            said = t.gettext("BRLTTY answers with a braille display of {rows} rows of {columns} cells.")
        return said.format(columns=columns, rows=rows)

    def brltty_library(self, version: str | None) -> str:
        t = self.t
        if version is None:
            return t.gettext("BRLTTY cannot be used: its library libbrlapi is missing.")
        return t.gettext("BRLTTY's library libbrlapi is there, version {version}.").format(version=version)

    def brltty_late(self, seconds: int) -> str:
        return self.t.gettext("BRLTTY takes too long: no answer within {n} seconds.").format(n=seconds)

    def brltty_silent(self, *, runs: bool, detail: str) -> str:
        """Return that it cannot be talked to, though it runs or because it does not."""
        t = self.t
        if not runs:
            return t.gettext("BRLTTY does not run on this machine.")
        return t.gettext("BRLTTY runs, but does not let Senpai in: {detail}.").format(detail=shown(detail))

    def start_brltty(self, command: str) -> str:
        return self.t.gettext("To start BRLTTY, type {command}.").format(command=command)

    def key(self, path: str, *, there: bool, readable: bool) -> str:
        """Return what there is to say of the file that opens BRLTTY to programs."""
        t = self.t
        if not there:
            said = t.gettext("There is no key file {path}.")
        elif readable:
            said = t.gettext("The key file {path} is there, and you may read it.")
        else:
            said = t.gettext("The key file {path} is there, but you may not read it.")
        return said.format(path=named(path))

    def make_key(self, command: str) -> str:
        return self.t.gettext("To make one, type {command}, and start BRLTTY anew.").format(command=command)

    def join(self, group: str, user: str, *, there: bool) -> str:
        """Return how to be let in: become a member of a group, which may have to be made first."""
        t = self.t
        if there:
            said = t.gettext("To be let in, type sudo usermod -a -G {group} {user}, and log in anew.")
        else:
            said = t.gettext(
                "To be let in, type sudo groupadd {group}, then sudo usermod -a -G {group} {user}, "
                "and log in anew."
            )
        return said.format(group=group, user=user)

    def reader_braille(self, system: str) -> str:
        """Return how braille comes from a screen reader on Windows ("win32") or macOS."""
        t = self.t
        if system == "win32":
            return t.gettext("NVDA and JAWS show on a braille display what they read.")
        return t.gettext("VoiceOver shows on a braille display what is printed.")

    def printed_braille(self, *, utf8: bool) -> str:
        t = self.t
        if not utf8:
            return t.gettext("Braille cannot be printed here, because the encoding is not UTF-8.")
        return t.gettext("Braille can be printed on the terminal. To have it, start with --braille terminal.")

    def liblouis(self, version: str | None, *, tables: bool) -> str:
        t = self.t
        if version is None:
            return t.gettext(
                "liblouis is missing, so braille is not contracted. Everything else works without it."
            )
        if not tables:
            return t.gettext("liblouis {version} is there, but its tables are missing.").format(
                version=version
            )
        said = t.gettext("liblouis {version} is there with its tables, for contracted braille.")
        return said.format(version=version)

    def liblouis_fails(self) -> str:
        return self.t.gettext("liblouis is there, but does not work, so braille is not contracted.")

    # -- files

    def saves(self, path: str, megabytes: int) -> str:
        """Return where games are saved; `megabytes` are free."""
        t = self.t
        if megabytes >= 10_000:
            said = t.gettext("Games are saved in {path}, where {n} gigabytes are free.")
            return said.format(path=named(path), n=megabytes // 1000)
        said = t.gettext("Games are saved in {path}, where {n} megabytes are free.")
        return said.format(path=named(path), n=megabytes)

    def no_saves(self, path: str, code: int) -> str:
        """Return that games cannot be saved; `code` is the system's error number."""
        said = self.t.gettext("Games cannot be saved in {path}: {detail}.")
        return said.format(path=named(path), detail=self.words.system_error(code))

    def move_saves(self) -> str:
        return self.t.gettext("Set the variable SENPAI_HOME to a folder in which you may write.")

    def no_folder(self, detail: str) -> str:
        said = self.t.gettext("It cannot be told where games are saved: {detail}.")
        return said.format(detail=shown(detail))

    def settings(self, path: str, *, there: bool) -> str:
        t = self.t
        if there:
            return t.gettext("The settings are read from {path}.").format(path=named(path))
        return t.gettext("No settings are saved yet. They will be in {path}.").format(path=named(path))

    def bad_settings(self, path: str) -> str:
        said = self.t.gettext("The settings in {path} cannot be read, so the usual ones are used.")
        return said.format(path=named(path))

    # -- the decision

    def asked_for(self, route: str) -> str:
        """Return what a game does since it was asked for; `route` as after --voice."""
        said = self.t.gettext("A game would now start with --voice {route}, because you asked for it.")
        return said.format(route=route)

    def left_to(self, reader: str) -> str:
        """Return that the screen reader speaks; "" is one without a name."""
        t = self.t
        if not reader:
            return t.gettext("A game would now print, and leave speaking to your screen reader.")
        said = t.gettext("A game would now print, and leave speaking to {reader}.")
        return said.format(reader=reader)

    def print_only(self) -> str:
        t = self.t
        return t.gettext(
            "A game would now print and not speak, because input and output are not both a terminal."
        )

    def print_there(self) -> str:
        return self.t.gettext(
            "A game would now print and not speak, because over ssh a voice would sound on the other machine."
        )

    def speaks(self, name: str) -> str:
        """Return that a way speaks, since nothing else would."""
        said = self.t.gettext("In a game {way} would now speak, because no screen reader was found.")
        return said.format(way=self.way(name))

    def instead(self, name: str | None) -> str:
        """Return what takes the place of what was decided on and does not work; None: nothing can."""
        t = self.t
        if name is None:
            return t.gettext("Since that does not work, a game would only print.")
        return t.gettext("Since that does not work, {way} would speak instead.").format(way=self.way(name))

    def that_is(self, name: str) -> str:
        """Return which of the screen readers' ways is the one that speaks."""
        return self.t.gettext("That would be {way}.").format(way=self.way(name))

    def summary(self, *, works: bool) -> str:
        t = self.t
        if works:
            return t.gettext("So there is a way to hear or feel the games.")
        return t.gettext("So there is nothing but print. One of the ways above has to be set up.")

    # -- trying

    def offer(self) -> str:
        return self.t.gettext("Type a number to try that way, or press Enter to leave.")

    def choice(self, number: int, what: str) -> str:
        # Translators: a numbered choice; {what} is a way to be heard or felt.
        return self.t.gettext("{number}: {what}.").format(number=number, what=what)

    def what(self, kind: str, name: str) -> str:
        """Return what a choice is called: `kind` "speak", "braille" or "sound"."""
        t = self.t
        if kind == "speak":
            return self.way(name)
        if kind == "sound":
            return t.gettext("three sound cues")
        if name == "brlapi":
            return t.gettext("braille by BRLTTY")
        if name == "windows-reader":
            return t.gettext("braille by the screen reader")
        return t.gettext("braille on this terminal")

    def no_such_number(self, most: int) -> str:
        said = self.t.gettext("Type a number from 1 to {most}, or press Enter to leave.")
        return said.format(most=most)

    def goodbye(self) -> str:
        return self.t.gettext("Goodbye.")

    def trying(self, kind: str, name: str) -> str:
        """Return what is about to be tried."""
        t = self.t
        if kind == "sound":
            return t.gettext(
                "Now there are three sound cues: from the left, from the middle, from the right."
            )
        if kind == "speak":
            return t.gettext("Now {way} is to say a sentence.").format(way=self.way(name))
        if name == "brlapi":
            return t.gettext("Now the braille display is to show a line. Any key of the display ends it.")
        if name == "windows-reader":
            return t.gettext("Now the screen reader is to show a line on its braille display.")
        return t.gettext("Now a line of braille is printed.")

    def spoken(self, name: str) -> str:
        """Return the sentence that a way says of itself."""
        return self.t.gettext("This is {way}. You can hear it.").format(way=self.way(name))

    def brailled(self, name: str) -> str:
        """Return the line that a display shows of itself, at most 40 cells."""
        t = self.t
        if name == "brlapi":
            return t.pgettext("braille", "This is BRLTTY")
        if name == "windows-reader":
            return t.pgettext("braille", "This is the screen reader")
        return t.pgettext("braille", "This is print")

    def took(self, name: str, *, to_the_end: bool) -> str:
        """Return that a voice took its sentence; `to_the_end`: it says itself that it was all spoken."""
        t = self.t
        if to_the_end:
            said = t.gettext("{way} took the sentence and says that it was spoken to its end.")
        else:
            said = t.gettext("{way} took the sentence.")
        return sentence(said, way=self.way(name))

    def endless(self, name: str, seconds: int) -> str:
        said = self.t.gettext("{way} took the sentence, but did not come to its end within {n} seconds.")
        return sentence(said, way=self.way(name), n=seconds)

    def displayed(self, *, key: bool) -> str:
        """Return that a display took its line; `key`: a key of it was pressed."""
        t = self.t
        if key:
            return t.gettext("The braille display took the line, and a key of it was pressed.")
        return t.gettext("The braille display took the line.")

    def sounded(self) -> str:
        return self.t.gettext("The sound card took the sound cues and played them to their end.")

    def question(self, kind: str) -> str:
        t = self.t
        if kind == "speak":
            return t.gettext("Did you hear this? Type yes, no or twice.")
        if kind == "sound":
            return t.gettext("Did you hear this? Type yes or no.")
        return t.gettext("Did you read this with your fingers? Type yes or no.")

    def good(self, kind: str, name: str) -> str:
        """Return what to do with a way that was heard or felt."""
        t = self.t
        if kind == "sound":
            return t.gettext("Good. Games play sound cues.")
        return t.gettext("Good. To play with it, start senpai play --{kind} {name}.").format(
            kind="voice" if kind == "speak" else kind, name=name
        )

    def unheard(self, kind: str, *, took: bool) -> str:
        """Return the next step after something was not heard or felt, though the device `took` it or not."""
        t = self.t
        if kind == "braille":
            return t.gettext(
                "See that the display is switched on and that it shows other text. Then try again."
            )
        if not took:
            return t.gettext("It did not work here either. Do what is said above, or try another number.")
        return t.gettext(
            "The sound went somewhere. Turn up the volume, and choose another output in the sound settings."
        )

    def twice(self, name: str) -> list[str]:
        """Return how two voices come about and what to set."""
        t = self.t
        why = t.gettext(
            "Then two voices speak: your screen reader reads what is printed, and {way} says it, too."
        )
        return [
            why.format(way=self.way(name)),
            t.gettext("To leave it to the screen reader, start senpai play --voice terminal."),
        ]
