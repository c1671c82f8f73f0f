"""The command `senpai`: greets before anything slow is imported, then does what was asked.

Nothing may end in a traceback: whatever happens, the person gets a sentence. Not here: the doing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from speech.words import Words

from .arguments import BadCall, Call, Slip, spoken_language, system_language, understand
from .call_text import CallText
from .printable import write
from .voice import VoiceRoute, default_voice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from engine.table import BadRecord

    from .frontend import FrontEnd


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status: 0 done, 2 called wrongly or refused, 130 interrupted."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    lang = spoken_language(given, system_language())
    text = CallText(Words(lang))
    try:
        return _run(understand(given, lang), text)
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
    if sys.stderr is not None:
        sys.stderr.write(sentence + "\n")


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
        case "play":
            _play(call, text)
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
    paged = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
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
        else:
            read_aloud(paths, call.lang, call.verbosity, show)
    except Refusal as refusal:
        _complain(str(refusal))
        return 2
    return 0


def _greet(call: Call) -> VoiceRoute:
    """Greet in print and with the voice, before the slow imports."""
    from speech.house import HouseText

    greeting = HouseText(Words(call.lang)).greeting()
    show(greeting.speech)
    voice = VoiceRoute(call.voice or default_voice())
    voice.greet(greeting.speech, call.lang)
    return voice


def _front(call: Call) -> FrontEnd:
    from .plain import PlainFrontEnd, wanted

    if wanted(call.plain):
        return PlainFrontEnd()
    from .line import LineFrontEnd, usable

    return LineFrontEnd(hold=call.events == "hold") if usable() else PlainFrontEnd()


def _play(call: Call, text: CallText, voice: VoiceRoute | None = None) -> None:
    voice = voice or _greet(call)
    try:
        from .play import game_called, new_record, play

        record = new_record(call, game_called(call.words[0] if call.words else "nova"))
        play(call, record, None, _front(call), voice)
    finally:
        voice.close()


def _resume(call: Call, text: CallText, voice: VoiceRoute | None = None) -> int:
    from engine.table import BadRecord

    from .play import play
    from .saves import unfinished

    for path, record in unfinished():
        if isinstance(record, BadRecord):
            _broken_save(path, record, call, text)
            continue
        voice = voice or _greet(call)
        try:
            play(call, record, path, _front(call), voice)
        finally:
            voice.close()
        return 0
    _complain(text.nothing_saved())
    return 2


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
    voice = _greet(call)
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
        case "resume":
            return _resume(call, text, voice)
        case _:
            _play(call, text, voice)
    return 0


if __name__ == "__main__":
    sys.exit(main())
