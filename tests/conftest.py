"""What every test has: fresh catalogues, a home of its own, no person's settings."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hatch_build import compile_catalogues

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure() -> None:
    """Compile what a translator has changed since the last installation; have signals as at a terminal."""
    compile_catalogues(ROOT)
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        # A shell that runs the tests in the background hands on that Control C is not to be heard.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        # Whoever runs the tests with nohup would hand its deafness on to the programs under test.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


REAL_TIME = {
    *("test_voice", "test_heard", "test_cues", "test_every_voice", "test_speech_dispatcher", "test_orca"),
    *("test_pyttsx3_child", "test_brlapi", "test_brltty_games", "test_every_display", "test_quiet_terminal"),
    *("test_first_start", "test_own_display", "test_own_sound", "test_route"),
}
"""The files of tests that want a machine with little else to do."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that happen in real time; `scripts/check.py` runs them by themselves."""
    for item in items:
        if item.path.stem in REAL_TIME:
            item.add_marker(pytest.mark.real_time)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the program a folder of its own, English, and no screen reader's wishes."""
    home = tmp_path / "senpai-home"
    monkeypatch.setenv("SENPAI_HOME", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(tmp_path)  # what is typed may be told to write a file here
    # Never start, nor speak through, the speech server of whoever runs the tests.
    monkeypatch.setenv("SPEECHD_ADDRESS", "nowhere")
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    return home


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let golden transcripts be written anew: `pytest tests/test_transcripts.py --rewrite`."""
    parser.addoption("--rewrite", action="store_true", help="write the golden transcripts anew")
