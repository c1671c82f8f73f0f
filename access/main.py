"""The command `senpai`: greets before anything slow is imported, then does what was asked.

Nothing may end in a traceback: whatever happens, the person gets a sentence. Not here: the doing.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from speech.words import Words

from .arguments import BadCall, Call, Slip, spoken_language, system_language, understand
from .call_text import CallText
from .printable import at_terminal, complaints, keep_to_ourselves, write
from .settings_file import examine, place
from .voice import VoiceRoute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from engine.table import BadRecord

    from .frontend import SharedFrontEnd


SELDOM = 50_000
"""After so many new objects the memory is looked through. Python's own 700 would have it done 85 times while
all is imported, where nothing is thrown away: 9 of the 214 ms of work until the first key."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status: 0 done, 2 called wrongly or refused, 130 interrupted."""
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
    given = sys.argv[1:] if arguments is None else list(arguments)
    settings, complaint = examine(place())
    lang = spoken_language(given, settings.language or system_language())
    text = CallText(Words(lang))
    try:
        call = understand(given, lang, settings)
        call.complaint = complaint
        return _run(call, text)
    except BadCall as bad:
        _complain(text.slip(bad))
        return 2
    except KeyboardInterrupt:
        if arguments is None:
            _ignore_interrupts()
        _complain(text.stopped())
        return 130
    except BrokenPipeError:
        from .printable import abandon

        abandon()
        return 0
    except Exception as error:
        if os.environ.get("SENPAI_DEBUG"):
            raise
        _complain(text.broken(f"{type(error).__name__}: {error}"))
        return 70
    finally:
        if arguments is None:
            _ignore_interrupts()


def _ignore_interrupts() -> None:
    """Have a Ctrl-C no longer do anything: Python would complain about one that comes while it ends."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _complain(sentence: str) -> None:
    stream = complaints()
    if stream is not None:
        stream.write(sentence + "\n")
        stream.flush()


def show(line: str) -> None:
    """Print whole lines on standard output, with nothing in them that a terminal would obey."""
    from .printable import printable

    write(printable(line) + "\n")


def _run(call: Call, text: CallText) -> int:
    match call.command:
        case "help":
            show(text.usage())
        case "version":
            from importlib.metadata import PackageNotFoundError, version

            try:
                show(f"Senpai {version('senpai-games')}.")
            except PackageNotFoundError:  # started from its folder without having been installed
                show("Senpai.")
        case "rules":
            _rules(call, text)
        case "replay":
            return _replay(call)
        case "doctor":
            from .doctor import doctor

            return doctor(call)
        case "settings":
            from .settings_command import settings_command

            _set_aside(call)
            return settings_command(call, show, _complain)
        case "print":
            return _print(call)
        case "play":
            _play(call, text)
        case "learn":
            _learn(call)
        case "practice":
            _practice(call, text)
        case "arena":
            from .arena import arena

            return arena(call, show, _complain)
        case "statistics":
            from .statistics import statistics

            return statistics(call, show, _complain)
        case "resume":
            return _resume(call, text)
        case _:
            return _menu(call, text)
    return 0


def _rules(call: Call, text: CallText) -> None:
    """Print the rules; at a terminal a section at a time, and the next one when Enter is pressed."""
    from .menu import read_line
    from .play import game_called
    from .rules import sections

    game = game_called(call.words[0] if call.words else "nova")
    paged = at_terminal()
    told = sections(game.name, call.lang)
    for number, (title, body) in enumerate(told, 1):
        show(f"{title}.\n{body}\n")
        if paged and number < len(told):
            show(text.next_page(told[number][0]))
            line = read_line()
            if line is None or line:
                return


def _replay(call: Call) -> int:
    from pathlib import Path

    from .replay import Refusal, hear, print_states, read_aloud

    paths = [Path(word) for word in call.words]
    if not paths:
        raise BadCall(Slip.NO_FILE)
    try:
        if call.json:
            print_states(paths, call.lang, show)
        elif call.hear is not None:
            hear(paths, call.hear, call.lang, call.verbosity, show)
        elif at_terminal() and len(paths) == 1:
            _go_through(call, paths[0])
        else:
            read_aloud(paths, call.lang, call.verbosity, show)
    except Refusal as refusal:
        _complain(str(refusal))
        return 2
    return 0


def _go_through(call: Call, path: Path) -> None:
    """Have the person step through a record. Raises Refusal."""
    from .replay import checked

    [(record, state)] = checked([path], call.lang)
    voice = _greet(call)
    try:
        from .replay_desk import go_through

        go_through(call, record, over=bool(state["over"]), front=_front(call), voice=voice)
    finally:
        voice.close()


def _print(call: Call) -> int:
    from .printing import print_out
    from .replay import Refusal

    try:
        print_out(call, show, _complain)
    except Refusal as refusal:
        _complain(str(refusal))
        return 2
    return 0


def _greet(call: Call) -> VoiceRoute:
    """Greet in print and with the voice, before the slow imports."""
    from speech.house import HouseText

    from .screen_readers import decide, look

    keep_to_ourselves()
    greeting = HouseText(Words(call.lang)).greeting()
    show(greeting.speech)
    settings = call.settings
    wanted = decide(call.voice or settings.route, look()).route
    cues = settings.sounds and at_terminal()
    voice = VoiceRoute(wanted, call.lang, settings.manner(), cues=cues, output=settings.output)
    voice.greet(greeting.speech, call.lang)
    if call.complaint is not None:
        from .settings_text import SettingsText

        _set_aside(call)
        said = SettingsText(Words(call.lang)).complaint(call.complaint)
        show(said.print or said.speech)
        voice.greet(said.speech, call.lang)
    return voice


def _set_aside(call: Call) -> None:
    """Rename a settings file that cannot be used, so that it is kept and no longer in the way."""
    if call.complaint is not None:
        from .settings_file import load

        call.complaint = load(place()).complaint or call.complaint


def _welcome(call: Call) -> VoiceRoute | None:
    """Greet, and ask a newcomer how to speak to them; None: they have left."""
    voice = _greet(call)
    if call.voice is None and not os.path.lexists(place()):
        from .first_start import first_start, wanted
        from .menu import Leaving

        if wanted(call):
            try:
                return first_start(call, voice, show)
            except Leaving as leaving:
                show(str(leaving))
                return None
    return voice


def _front(call: Call) -> SharedFrontEnd:
    from .plain import PlainFrontEnd, wanted

    if wanted(call.plain):
        return PlainFrontEnd()
    from .line import LineFrontEnd, usable

    return LineFrontEnd(hold=call.events == "hold") if usable() else PlainFrontEnd()


def _play(call: Call, text: CallText, voice: VoiceRoute | None = None) -> None:
    voice = voice or _welcome(call)
    if voice is None:
        return
    try:
        from .play import game_called, new_record, play

        record = new_record(call, game_called(call.words[0] if call.words else "nova"))
        play(call, record, None, _front(call), voice)
    finally:
        voice.close()


def _learn(call: Call, voice: VoiceRoute | None = None) -> None:
    """Teach a game."""
    voice = voice or _welcome(call)
    if voice is None:
        return
    try:
        from .learn import learn

        learn(call, _front(call), voice)
    finally:
        voice.close()


def _practice(call: Call, text: CallText) -> None:
    """Play a practice deal, or tell which there are."""
    from .practice import practice

    if practice(call, show):
        _play(call, text)


def _resume(call: Call, text: CallText, voice: VoiceRoute | None = None) -> int:
    from .resume_list import Doing, Save, resume

    def go_on(save: Save, voice: VoiceRoute) -> None:
        from .play import play

        try:
            play(call, save.record, save.path, _front(call), voice)
        finally:
            voice.close()

    def again(save: Save) -> None:
        call.words, call.json, call.hear = [str(save.path)], False, None
        _replay(call)

    def broken(path: Path, bad: BadRecord) -> None:
        _broken_save(path, bad, call, text)

    return resume(call, Doing(show, _complain, broken, lambda: voice or _greet(call), go_on, again))


def _broken_save(path: Path, bad: BadRecord, call: Call, text: CallText) -> None:
    """Tell what is wrong with a saved game, and set it aside unless it could not even be opened."""
    from speech.faults import refusal_in

    from .replay import fault_of, unreadable
    from .saves import load, put_aside

    # Only with the record can be said why the rules refuse an action in it.
    fault = fault_of(path.name, bad, load(path) if refusal_in(bad) else None, call.lang)
    show(fault if unreadable(bad) else text.set_aside(put_aside(path).name, fault))


def _menu(call: Call, text: CallText) -> int:
    """Ask what to do, and do it; the end of input is no error."""
    voice = _welcome(call)
    if voice is None:
        return 0
    text = CallText(Words(call.lang))  # they may have chosen another language
    from .menu import Leaving, Menu
    from .saves import unfinished

    resumable = any(not isinstance(record, ValueError) for _, record in unfinished())
    try:
        Menu(call, text, voice, show).fill(resumable=resumable)
    except Leaving as leaving:
        show(str(leaving))
        voice.close()
        return 0
    match call.command:
        case "rules":
            _rules(call, text)
            voice.close()
        case "learn":
            _learn(call, voice)
        case "resume":
            return _resume(call, text, voice)
        case _:
            _play(call, text, voice)
    return 0


if __name__ == "__main__":
    sys.exit(main())
