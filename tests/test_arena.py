"""The arena: the same seed gives the same numbers whatever plays them, and every answer is in words."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from access.arena import Plan, Played, counted, play_one, played, share
from access.arguments import VARIANTS, BadCall, Slip, understand
from access.kits import KITS
from engine import GAMES
from engine.bots.levels import Level
from engine.bots.push import PushPlayer
from engine.push_parts import Take
from speech.arena_text import ArenaText, Field, Share
from speech.words import LANGUAGES, Words
from tests.driving import HANG, lines_until, ran, started
from tests.test_project import ROOT, load
from tests.test_text import FORBIDDEN

QUIET = ("--voice", "none")
LINE = re.compile(r"[A-ZÄÖÜ0-9].*[.:]")


def plan(game: str, *seats: str, games: int = 6, seed: str = "7", **options: int) -> Plan:
    chosen = {**GAMES[game].defaults, **options}
    return Plan(game, chosen, seats or ("club", "club", "club"), games, seed)


def timeless(games: list[Played]) -> list[Played]:
    """Return the games in order, without how long the decisions took."""
    return [game._replace(seconds=()) for game in sorted(games)]


class Anyhow:
    """A player that need not think."""

    def choose(self, view: Any, legal: Sequence[Any], chance: Random) -> Any:
        return chance.choice(legal)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all games played by players that need not think, in this process."""
    monkeypatch.setattr("access.arena.player_called", lambda game, name: Anyhow())
    monkeypatch.setattr("access.arena.cores", lambda: 1)


# -- playing


@pytest.mark.parametrize("game", GAMES)
def test_two_processes_play_the_same_games_as_one(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("access.arena.ALONE", 1)
    seats = ["beginner"] * 3 if game in ("nova", "hanabi") else ["beginner", "beginner", "club"]
    same = plan(game, *seats, games=4)
    alone, together = list(played(same, 1)), list(played(same, 2))
    assert timeless(alone) == timeless(together)
    assert len(alone) == 4
    assert timeless(alone) != timeless(list(played(same._replace(seed="8"), 1)))


def test_where_there_are_no_further_processes_this_one_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(method: str) -> None:
        raise OSError(38, "no shared memory")

    some = plan("gnav", games=7)
    alone = timeless(list(played(some, 1)))
    monkeypatch.setattr("access.arena.multiprocessing.get_context", refuse)
    assert timeless(list(played(some, 2))) == alone


def test_a_game_of_the_arena_is_the_one_that_its_seed_deals(tmp_path: Path) -> None:
    """So that a person can play the very deal: `senpai play nova --seed 7/3`."""
    from access.play import new_record
    from access.seeds import dealt

    call = understand(["play", "nova", "--seed", "7/3"], "en")
    record = new_record(call, GAMES["nova"])
    assert record.head == dealt(GAMES["nova"], ("A", "B", "C"), GAMES["nova"].defaults, 0, "7/3").head


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("quick")
def test_what_is_counted_is_what_the_rules_say(game: str) -> None:
    for number in range(8):
        one = play_one(plan(game), number)
        assert one.number == number
        assert one.seconds
        if game in ("nova", "hanabi"):
            assert len(one.scores) == 1
            assert one.wins == ()
            assert not (one.bust and one.scores != (0,))
        else:
            assert len(one.wins) == 3
            assert sum(one.wins) == pytest.approx(1) or not any(one.wins)
            assert len(one.scores) == (3 if game == "push" else 0)
        if game == "push":
            assert {one.scores[seat] for seat in range(3) if one.wins[seat]} == {min(one.scores)}


def test_after_a_third_mistake_points_are_kept_only_at_a_gentle_show(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.bots.fireworks import FireworksPlayer
    from engine.fireworks_parts import Play

    def careless(self: Any, view: Any, legal: Any, chance: Any) -> Any:
        return next((action for action in legal if isinstance(action, Play)), legal[0])

    monkeypatch.setattr(FireworksPlayer, "choose", careless)
    usual = [play_one(plan("nova"), number) for number in range(5)]
    gentle = [play_one(plan("nova", gentle=1), number) for number in range(5)]
    assert all(game.bust and game.scores == (0,) for game in usual)
    assert any(game.bust and game.scores > (0,) for game in gentle)


def test_players_who_differ_move_on_by_a_place_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever always takes turns up every card: whoever sits first gets all of them."""

    def choose(self: Any, view: Any, legal: Any, chance: Any) -> Any:
        takes = [action for action in legal if isinstance(action, Take)]
        return takes[0] if self.level is Level.BEGINNER else legal[-1]

    monkeypatch.setattr(PushPlayer, "choose", choose)
    seats = ("beginner", "beginner", "club")
    scores = [play_one(plan("push", *seats), number).scores for number in range(3)]
    took_all = [[seat for seat in range(3) if score[seat] > 0][:1] for score in scores]
    assert len({tuple(first) for first in took_all}) > 1
    assert plan("push", *seats).rotates
    assert not plan("push").rotates
    assert not plan("nova", *seats).rotates


# -- every variant


def test_levels_mixed_at_a_table_keep_to_the_rules_in_every_variant() -> None:
    script = load(ROOT / "scripts" / "every_option.py", "every_option")
    tried = [(game, options) for game in GAMES for options in script.variants(game)]
    assert len(tried) == 12 + 4 + 2 + 1, "Nova, Hanabi, Push, Gnav"
    assert [script.refused(game, options, script.MIXED, 1) for game, options in tried] == [""] * len(tried)
    seats = {script.planned("nova", {}, script.MIXED, number).seats for number in range(40)}
    assert {len(each) for each in seats} == {2, 3, 4, 5}
    assert {level for each in seats for level in each} == set(script.LEVELS)


def test_an_action_that_is_refused_is_told_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(Anyhow):
        def choose(self, view: Any, legal: Sequence[Any], chance: Random) -> Any:
            return Take(1 - view.turn if view.turn < 2 else 0)

    monkeypatch.setattr("access.arena.player_called", lambda game, name: Cheat())
    script = load(ROOT / "scripts" / "every_option.py", "every_option")
    told = script.refused("push", {"open_chips": 1}, "club", 17)
    assert re.fullmatch(r".*'push'.*, game 17: Refused\(.*\)", told)


# -- counting


def test_means_and_standard_errors() -> None:
    values = [3.0, 5.0, 10.0, 2.0]
    assert share(values) == Share(5.0, stdev(values) / 2)
    assert share([4.0]) == Share(4.0, None)


def test_levels_are_counted_over_all_their_seats() -> None:
    games = [
        Played(number, wins, scores, perfect=False, bust=False, seconds=(0.1, 0.3))
        for number, (wins, scores) in enumerate(
            [((1.0, 0.0, 0.0), (1, 5, 6)), ((0.0, 0.5, 0.5), (9, 2, 2)), ((0.0, 0.0, 1.0), (9, 9, 3))]
        )
    ]
    result = counted(plan("push", "expert", "club", "club", games=5), games[::-1])
    assert (result.wanted, result.games) == (5, 3)
    assert [field.won.mean for field in result.fields] == pytest.approx([1 / 3, 1 / 6, 0.5])
    expert, club = result.levels
    assert (expert.name, expert.seats, club.name, club.seats) == ("expert", (1,), "club", (2, 3))
    assert club.won.mean == pytest.approx(1 / 3)
    assert club.score is not None
    assert club.score.mean == pytest.approx(fmean([5.5, 2, 6]))
    assert club.won.error == pytest.approx(stdev([0, 0.5, 0.5]) / 3**0.5)
    assert (result.median_seconds, result.most_seconds) == pytest.approx((0.2, 0.3))


# -- the command


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_it_tells_how_far_it_is_and_what_came_of_it(game: str, lang: str, tmp_path: Path) -> None:
    call = ("arena", game, "--games", "20", "--seed", "7", "--seat", "beginner", "--seat", "club")
    done = ran(tmp_path, *call, "--lang", lang, *QUIET)
    assert (done.code, done.err) == (0, "")
    per_cent = {"en": "per cent:", "de": "Prozent:"}[lang]
    progress = [line for line in done.lines if re.match(rf"\d+ {per_cent}", line)]
    assert [int(line.split()[0]) for line in progress] == list(range(10, 100, 10))
    for line in done.lines:
        assert LINE.fullmatch(line), line
        assert not FORBIDDEN.search(line), line
    assert {"en": "club", "de": "Vereinsspieler"}[lang] in done.lines[0]
    text = " ".join(done.lines[len(progress) + 1 :])
    told = {
        "en": ("Standard error", "A decision took"),
        "de": ("Standardfehler", "Eine Entscheidung brauchte"),
    }
    assert all(part in text for part in told[lang])
    again = ran(tmp_path, *call, "--lang", lang, *QUIET)
    assert again.lines[:-1] == done.lines[:-1], "all but the time is the same"


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("game", GAMES)
def test_json_is_one_line_with_everything_and_nothing_else(game: str, tmp_path: Path) -> None:
    players = GAMES[game].seats[-1]
    call = (
        "arena",
        game,
        "--games",
        "3",
        "--players",
        str(players),
        "--seed",
        "x",
        "--json",
        "--seat",
        "club",
    )
    done = ran(tmp_path, *call)
    (line,) = done.lines
    result = json.loads(line)
    assert (result["game"], result["seats"], result["seed"]) == (game, ["club"] * players, "x")
    assert (result["wanted"], result["games"]) == (3, 3)
    assert result["options"] == dict(GAMES[game].defaults)
    assert 0 < result["median_seconds"] <= result["most_seconds"]
    if game in ("nova", "hanabi"):
        assert set(result["team"]) == {"score", "most", "perfect", "bust"}
        assert result["team"]["most"] == {"nova": 20, "hanabi": 25}[game]
        assert (result["fields"], result["levels"], result["draws"]) == ([], [], None)
    else:
        assert result["team"] is None
        assert [field["seats"] for field in result["fields"]] == [[seat + 1] for seat in range(players)]
        assert [(level["name"], len(level["seats"])) for level in result["levels"]] == [("club", players)]
        won = sum(field["won"]["mean"] for field in result["fields"])
        assert won + result["draws"]["mean"] == pytest.approx(1)
        assert (result["fields"][0]["score"] is None) == (game == "gnav")


@pytest.mark.usefixtures("quick")
def test_the_best_play_when_nobody_is_named_and_the_seed_is_told(tmp_path: Path) -> None:
    done = ran(tmp_path, "arena", "push", "--games", "2", "--json")
    result = json.loads(done.out)
    assert result["seats"] == ["expert"] * KITS["push"].players
    again = ran(tmp_path, "arena", "push", "--games", "2", "--json", "--seed", result["seed"])
    untimed = [
        {k: v for k, v in each.items() if "seconds" not in k} for each in (result, json.loads(again.out))
    ]
    assert untimed[0] == untimed[1]


@pytest.mark.usefixtures("quick")
def test_variants_go_by_their_own_names_too(tmp_path: Path) -> None:
    assert set(VARIANTS) == {name for game in GAMES.values() for name in game.defaults}
    for call in (
        ["--gentle", "--jokers=2", "--grand-finale"],
        ["--option", "gentle", "--option", "jokers=2"],
    ):
        done = ran(tmp_path, "arena", "nova", "--games", "1", "--seat", "club", "--json", *call)
        options = json.loads(done.out)["options"]
        assert (options["gentle"], options["jokers"]) == (1, 2)
        assert options["grand_finale"] == int("--grand-finale" in call)
    assert understand(["play", "push", "--open-chips"], "en").options == {"open_chips": 1}


WRONG = [
    (["chess"], "chess"),
    (["nova", "--players", "9"], "2 to 5"),
    (["nova", "--games", "0"], "--games does not take 0"),
    (["nova", "--games", "many"], "many"),
    (["nova", "--seat", "master"], "--seat does not take master. It takes beginner, club or expert"),
    (["nova", "--players", "2", *["--seat", "club"] * 3], "3 seats are named, but 2 play"),
    (["nova", "--rainbow"], "rainbow=1"),
    (["nova", "push"], "push"),
    (["nova", "--jokers=x"], "--jokers"),
]


@pytest.mark.parametrize(("words", "told"), WRONG, ids=lambda part: str(part)[:30])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_played_is_refused_in_words(
    words: list[str], told: str, lang: str, tmp_path: Path
) -> None:
    done = ran(tmp_path, "arena", *words, "--lang", lang)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.endswith(".")
    assert lang == "de" or told in line


def test_too_many_seats_are_a_slip_of_their_own() -> None:
    from access.arena import plan_of

    call = understand(["arena", "push", *["--seat", "club"] * 4], "en")
    with pytest.raises(BadCall) as caught:
        plan_of(call)
    assert (caught.value.slip, dict(caught.value.facts)) == (Slip.SEATS, {"value": 4, "most": 3})


def test_reference_players_can_be_seated_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("access.arena.fields_of", lambda game: {"plain": PushPlayer})
    done = ran(tmp_path, "arena", "push", "--games", "3", "--json", "--seat", "plain", "--seat", "club")
    assert json.loads(done.out)["seats"] == ["plain", "club", "club"]
    refused = ran(tmp_path, "arena", "push", "--seat", "simple")
    assert "beginner, club, expert or plain" in refused.err


# -- breaking off


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_control_c_tells_what_was_counted_so_far(more: tuple[str, ...]) -> None:
    many = "20000" if more else "2000"
    process = started("arena", "push", "--games", many, "--seed", "1", "--seat", "beginner", *QUIET, *more)
    if more:
        time.sleep(5)
    else:
        lines_until(process, "10 per cent")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, err) == (130, b"")
    if more:
        result = json.loads(out)
        assert 0 < result["games"] < result["wanted"] == 20000
    else:
        assert re.search(r"Stopped after \d+ of 2000 games\. So far:\nSeat 1, beginner", out.decode())


def test_control_c_reaches_no_process_twice_and_leaves_none_behind() -> None:
    """At a terminal Ctrl-C goes to all processes of the program at once."""
    process = started("arena", "push", "--games", "2000", "--seed", "1", "--seat", "beginner", *QUIET)
    lines_until(process, "10 per cent")
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, err) == (130, b"")
    assert b"So far:" in out
    end = time.monotonic() + HANG
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(process.pid, 0)
            time.sleep(0.05)
        pytest.fail("a process was left behind")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_stop_before_the_first_game_is_over_is_told(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*given: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("access.arena.play_one", stopped)
    for more, stream in (((), "out"), (("--json",), "err")):
        done = ran(tmp_path, "arena", "nova", "--games", "3", "--lang", lang, *QUIET, *more)
        assert done.code == 130
        told = getattr(done, stream).splitlines()[-1]
        assert told == ArenaText(Words(lang)).nothing_counted()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_single_game_has_no_standard_error(lang: str) -> None:
    text = ArenaText(Words(lang))
    alone = counted(plan("gnav", games=1), [play_one(plan("gnav", games=1), 0)])
    lines = text.told(alone)
    assert not any("tandard" in line for line in lines)
    assert Field("club", (1,), alone.fields[0].won, None) == alone.fields[0]
