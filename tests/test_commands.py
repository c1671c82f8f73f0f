"""What may be typed: every spelling in both languages, names of all kinds, and what is said to the rest."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from access.arguments import BadCall, Slip
from access.card_names import CLUES, FireworksDesk
from access.commands import FILLERS, Command, Commands, Desk, Group, Question, Talk, spellings, tokens
from access.counsel_verbs import Advise, Why
from access.fireworks_verbs import bare
from access.gnav_verbs import _effect as what_it_does
from access.house_verbs import Wish
from access.keys import KEYS
from access.kits import commands_of
from access.voice_verbs import Control
from engine import GAMES
from engine.fireworks_parts import Arrange, Discard, Hint, Play, Row
from engine.record import shuffled
from engine.table import Deed
from speech.house import LONGEST_ECHO, HouseText, NotUnderstood, Puzzle
from speech.senpai import Senpai
from speech.words import LANGUAGES, Said, Verbosity, Words
from tests.driving import record_of
from tests.games import fireworks_words
from tests.test_project import load

COMMANDS = commands_of("nova")
Reply: TypeAlias = Deed | Said | Talk | Wish | Control | Question | Why | Advise

SPELLINGS = [(command.name, word) for command in COMMANDS.commands for word in command.spellings()]
ARGUMENTS = {
    "hint": "Ben hearts",
    "play": "1",
    "discard": "2",
    "row": "clubs",
    "arrange": "4 3 2 1",
    "possible": "1",
    "remember": "Ben",
}
TALKS = {"clueless": Talk(None), "remember": Talk(1)}
DEEDS = {"hint": Hint, "play": Play, "discard": Discard, "row": Row, "arrange": Arrange}
COUNSEL = {"why": Why, "advice": Advise}


def desk(*names: str, lang: str = "en", options: Mapping[str, int] | None = None) -> FireworksDesk:
    """Return the desk of the first of these players at the beginning of a game."""
    record = record_of(names or ("Anna", "Ben", "Carla"), options=options)
    game = record.game
    state, _ = game.start(len(record.players), record.options, record.head)
    words = fireworks_words(record.players, 0, lang, Verbosity.NORMAL)
    return Desk(game.view(state, 0), record.players, 0, words, lang)


def meant(line: str, at: FireworksDesk | None = None) -> Reply:
    """Return what a line means at a desk. Raises NotUnderstood."""
    at = at or desk()
    command, words = COMMANDS.find(line, at.names)
    reply: Reply = command.effect(at, words)
    return reply


def not_understood(act: Callable[[], object]) -> NotUnderstood:
    with pytest.raises(NotUnderstood) as caught:
        act()
    return caught.value


def puzzled(line: str, at: FireworksDesk | None = None) -> NotUnderstood:
    return not_understood(lambda: meant(line, at))


def desk_of(game: str, lang: str = "en", names: tuple[str, ...] = ("Anna", "Ben", "Carla")) -> Desk[Any, Any]:
    """Return the desk of the first player at the beginning of a game."""
    rules = GAMES[game]
    record = shuffled(rules, names, rules.defaults, 0, random.Random(1).shuffle)
    state, _ = rules.start(len(names), record.options, record.head)
    senpai = Senpai(game, names, 0, lang, Verbosity.NORMAL)
    return Desk(rules.view(state, 0), names, 0, senpai.game, lang)


def place_of(deed: object, at: FireworksDesk) -> int:
    assert isinstance(deed, (Play, Discard))
    return [held.card for held in at.view.hands[0]].index(deed.card) + 1


# -- the table of commands


@pytest.mark.parametrize(("name", "word"), SPELLINGS)
def test_every_spelling_names_its_command_however_it_is_typed(name: str, word: str) -> None:
    out = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
    off = str.maketrans("äöüÄÖÜ", "aouAOU")
    ways = {word, word.upper(), word.title(), word.translate(out), word.translate(off), f"  {word}  "}
    ways |= {word.replace("ä", "a\u0308").replace("ö", "o\u0308").replace("ü", "u\u0308")}
    ways |= {f"{word}{mark}" for mark in (".", "!", ",", ":", "...")} | {f"„{word}“"}
    for way in ways:
        command, rest = COMMANDS.find(way)
        assert (command.name, rest) == (name, [])


@pytest.mark.parametrize(("name", "word"), SPELLINGS)
def test_every_command_does_what_its_name_says_in_both_languages(name: str, word: str) -> None:
    reply = meant(f"{word} {ARGUMENTS.get(name, '')}")
    if name in DEEDS:
        assert type(reply) is DEEDS[name]
    elif name in COUNSEL:
        assert type(reply) is COUNSEL[name]
    elif name in TALKS:
        assert reply == TALKS[name]
    elif isinstance(reply, StrEnum):
        assert reply.value == name
    else:
        assert isinstance(reply, Said)


def test_every_command_has_words_in_every_language_and_its_help_begins_with_one() -> None:
    for command in COMMANDS.commands:
        assert set(command.words) == set(LANGUAGES)
        for lang in LANGUAGES:
            line = command.help(Words(lang))
            assert line.endswith("."), line
            head = re.split(r"[:,]", line)[0].split(" ")[0]
            assert COMMANDS.find(head)[0] is command, line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_in_every_help_line_parses(lang: str) -> None:
    found = 0
    for command in COMMANDS.commands:
        example = re.search(r"(?:Example|Beispiel): (.+)\.$", command.help(Words(lang)))
        if example:
            found += 1
            reply = meant(example[1], desk("Anna", "Ben", "Carla", lang=lang))
            assert type(reply) is {**DEEDS, **COUNSEL}.get(command.name, Said)
    assert found == len(DEEDS) + 2


RECOMMENDED = {
    "en": ("yes", "no", "quit", "repeat", "history", "rules", "help"),
    "de": ("ja", "nein", "ende", "nochmal", "verlauf", "regeln", "hilfe"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_commands_that_sentences_recommend_are_commands(lang: str) -> None:
    house = HouseText(Words(lang))
    unknown = NotUnderstood(Puzzle.UNKNOWN_WORD, word="x", guess=None)
    answers = (
        house.confirm(),
        house.how_to_leave(),
        house.quiet(),
        house.sections(["A"]),
        house.puzzle(unknown),
    )
    said = tokens(" ".join(answer.speech for answer in answers))
    for word in RECOMMENDED[lang]:
        assert word in said
        assert COMMANDS.find(word)


@pytest.mark.parametrize("game", list(GAMES))
def test_no_spelling_means_two_things(game: str) -> None:
    owners: dict[str, set[str]] = {}
    for command in commands_of(game).commands:
        for word in command.spellings():
            for spelling in spellings(word):
                owners.setdefault(spelling, set()).add(command.name)
    assert {spelling: names for spelling, names in owners.items() if len(names) > 1} == {}


LETTERS = {
    "nova": {"h": "hint", "p": "play", "s": "play", "d": "discard", "w": "discard", "c": "hand", "b": "hand"}
    | {"t": "table", "m": "tokens", "i": "status", "l": "status", "k": "possible"},
    "push": {"c": "cards", "b": "cards", "t": "table", "i": "status", "l": "status"},
    "gnav": {"c": "card", "b": "card", "t": "table", "i": "status", "l": "status"},
}
LETTERS["hanabi"] = LETTERS["nova"]
HOUSE_LETTERS = {"y": "yes", "j": "yes", "n": "no", "r": "repeat", "z": "last", "v": "previous", "?": "help"}


@pytest.mark.parametrize("game", list(GAMES))
def test_single_letters_are_fixed_and_none_of_them_alone_does_anything(game: str) -> None:
    """One mistyped key must not act: where an action takes no words it has no single letter."""
    commands, at = commands_of(game), desk_of(game)
    single = {
        word: command for command in commands.commands for word in command.spellings() if len(word) == 1
    }
    assert {word: command.name for word, command in single.items()} == LETTERS[game] | HOUSE_LETTERS
    for command in single.values():
        try:
            reply = command.effect(at, [])
        except NotUnderstood:
            continue
        assert not isinstance(reply, Deed), command.name


ROOT = Path(__file__).resolve().parent.parent


def test_the_pages_about_commands_and_keys_are_those_of_the_tables() -> None:
    """To write them anew: `python scripts/reference.py`."""
    reference = load(ROOT / "scripts/reference.py", "reference")
    for path, text in reference.documents().items():
        assert (ROOT / path).read_text("utf-8") == text, f"{path} is stale: run scripts/reference.py"


def test_a_table_in_which_a_spelling_means_two_things_is_refused() -> None:
    def command(name: str, word: str) -> Command[FireworksDesk, str]:
        return Command(name, {"en": (word,)}, lambda words: "", lambda desk, words: name)

    Commands([command("a", "hände"), command("b", "hand")])
    for clash in ("hände", "Hande", "haende", "HÄNDE"):
        with pytest.raises(ValueError, match="two things"):
            Commands([command("a", "hände"), command("b", clash)])


def test_no_filler_is_a_command_a_suit_or_a_rank() -> None:
    # In lines that are only understood as a whole fillers may stand, and behind a first word, too.
    words = [word for command in COMMANDS.commands for some in command.words.values() for word in some]
    parts = {spelling.split()[0] for word in words for spelling in spellings(word)}
    assert not FILLERS & (parts | set(CLUES))


def test_every_key_stands_for_a_command_and_each_key_for_one() -> None:
    names = {command.name for command in COMMANDS.commands}
    assert {word for _, word in KEYS} <= names
    keys = [key for some, _ in KEYS for key in some]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("game", list(GAMES))
def test_the_word_of_every_key_is_understood_when_it_is_handed_over(game: str) -> None:
    for _, word in KEYS:
        command, rest = commands_of(game).find(word)
        assert word in command.spellings()
        assert rest == []


# -- actions as people say them


@pytest.mark.parametrize(
    ("line", "place"),
    [
        *(("play 3", 3), ("Play card 3.", 3), ("PLAY the card 3, please!", 3), ("spiel die Karte 3!", 3)),
        *(
            ("Spiele bitte meine Karte 3", 3),
            ("ausspielen 1", 1),
            ("play ３", 3),
            ("play 04", 4),
            ("spiele:2", 2),
        ),
        *(("wirf 2 ab", 2), ("Wirf Karte 2 weg.", 2), ("throw card 2 away", 2), ("spiel die 2 aus", 2)),
        *(("wirf 2", 2), ("Wirf die Karte 2!", 2), ("throw card 4", 4), ("abwerfen 1.", 1), ("„spiel“ 1", 1)),
    ],
)
def test_a_card_is_named_by_its_place(line: str, place: int) -> None:
    at = desk()
    assert place_of(meant(line, at), at) == place


@pytest.mark.parametrize(
    "word", ["0", "5", "-11", "99", "00000000011", "1.5", "q", "zwölf", "9" * 5000, "١٢"]
)
@pytest.mark.parametrize("verb", ["play", "wirf", "possible"])
def test_a_place_out_of_range_is_told_with_the_range(verb: str, word: str) -> None:
    puzzle = puzzled(f"{verb} {word}")
    assert puzzle.puzzle in (Puzzle.UNKNOWN_PLACE, Puzzle.TOO_MUCH)
    if puzzle.puzzle is Puzzle.UNKNOWN_PLACE:
        assert puzzle.facts["most"] == 4
    assert len(HouseText(Words("en")).puzzle(puzzle).speech) < 150


@pytest.mark.parametrize(
    "line",
    [
        *(
            "hint Ben hearts",
            "hint to Ben: hearts",
            "Give Ben a hint: hearts!",
            "hint hearts to Ben",
            "tip ben heart",
        ),
        *("clue be hearts", "give a hint to Ben, hearts, please", "HINT BEN HEARTS", "hinweis Ben Herz"),
        *(
            "gib Ben einen Hinweis Herz",
            "gib Ben den Tipp Herz",
            "Tipp an Ben: Herz",
            "gib Ben Herz",
            "hinweis Herz Ben",
        ),
    ],
)
def test_a_hint_is_understood_as_people_say_it(line: str) -> None:
    assert meant(line) == Hint(0, 1, "H")


@pytest.mark.parametrize(
    ("words", "clue"),
    [
        *(("1 ace aces one ass asse eins", 1), ("2 two twos zwei zweien zwo", 2), ("3 three drei Dreien", 3)),
        *(
            ("4 fours vier", 4),
            ("5 five fünf fuenf Fünfen", 5),
            ("6 six sechs", 6),
            ("clubs club Kreuz Treff", "C"),
        ),
        *(("diamond Karo", "D"), ("heart Herz Herzen", "H"), ("spade spades Pik", "S")),
    ],
)
def test_a_clue_is_understood_in_both_languages(words: str, clue: int | str) -> None:
    for word in words.split():
        assert meant(f"hint Carla {word}") == Hint(0, 2, clue)


def test_with_two_players_the_name_may_be_left_out() -> None:
    assert meant("hint hearts", desk("Anna", "Ben")) == Hint(0, 1, "H")
    assert puzzled("hint hearts").puzzle is Puzzle.NO_NAME


def test_arranging_and_rows() -> None:
    at = desk()
    cards = [held.card for held in at.view.hands[0]]
    assert meant("arrange 4, 1, 2 and 3".replace("and ", ""), at) == Arrange(0, (cards[3], *cards[:3]))
    assert meant("reihe Pik") == meant("row the spades") == meant("Row: Spades.") == Row(0, "S")
    for wrong in ("", "1 2 3", "1 2 3 3", "1 2 3 5", "1 2 3 4 5", "a b c d", "0 1 2 3", "0001 2 3 4"):
        assert puzzled(f"arrange {wrong}", at).puzzle is Puzzle.WRONG_ORDER
    assert puzzled("row").puzzle is Puzzle.NO_SUIT
    assert puzzled("row 3").puzzle is Puzzle.UNKNOWN_SUIT
    assert puzzled("row stars").puzzle is Puzzle.UNKNOWN_SUIT


# -- names


@pytest.mark.parametrize(
    ("names", "called", "others"),
    [
        (("Me", "Ben", "Bea"), ("Ben", "ben", "BEN!"), ("Bea", "bea")),
        (("Me", "Ben", "Benno"), ("Ben",), ("Benno", "benn")),
        (
            ("Me", "Anna Maria", "Anna Lena"),
            ("Anna Maria", "anna maria", "maria", "mar"),
            ("Anna Lena", "lena"),
        ),
        (("Me", "José", "Zoë"), ("José", "jose", "Jose\u0301", "jos"), ("Zoë", "zoe", "Zo")),
        (("Me", "Jürgen", "Jule"), ("Jürgen", "juergen", "jurgen", "jue", "Jur"), ("Jule", "jul")),
        (
            ("Me", "O'Brien", "D’Artagnan"),
            ("O'Brien", "o brien", "brien"),
            ("D’Artagnan", "d artagnan"),
        ),
        (("Me", "A", "An"), ("A", "a"), ("An", "an")),
        (("Me", "Die", "The Great"), ("Die",), ("The Great", "great")),
        (("Me", "Herz", "Pik Ass"), ("Herz", "herz"), ("Pik Ass", "pik ass")),
        (("Me", "2", "3"), ("2",), ("3",)),
        (("Me", "Hint", "Tipp"), ("Hint",), ("Tipp",)),
        (("Me", "Straße", "ÅSA"), ("Straße", "strasse", "STRASSE"), ("Åsa", "asa")),
        (
            ("Me", "Ann-Kathrin", "Σωκράτης"),
            ("Ann-Kathrin", "ann kathrin", "kath"),
            ("Σωκράτης", "ΣΩΚΡΆΤΗΣ", "σω"),
        ),
    ],
)
def test_names_of_all_kinds(names: tuple[str, ...], called: tuple[str, ...], others: tuple[str, ...]) -> None:
    at = desk(*names)
    for seat, ways in ((1, called), (2, others)):
        for way in ways:
            for line in (
                f"hint {way} 2",
                f"hint {way} twos",
                f"gib {way} einen Hinweis: Zwei",
                f"hint to {way}: 2",
            ):
                assert meant(line, at) == Hint(0, seat, 2), line
            assert meant(f"hint {way} Herz", at) == Hint(0, seat, "H")
            assert meant(f"hand {way}", at) == at.words.answers.hand_of(at.view, seat)
    # What the players are called must not spoil what has nothing to do with them.
    assert place_of(meant("spiel die Karte 3", at), at) == 3
    assert place_of(meant("play a card at 2", at), at) == 2
    assert meant("row the hearts", at) == Row(0, "H")


@pytest.mark.parametrize("line", ["hint be 2", "hint b hearts", "hand be", "hint hearts b", "remember be"])
def test_a_name_that_could_be_two_players_is_asked_about(line: str) -> None:
    at = desk("Anna", "Ben", "Bea")
    asked = meant(line, at)
    assert isinstance(asked, Question)
    assert [option.label for option in asked.options] == ["Ben", "Bea"]
    picked = [asked.pick(word) for word in ("2", "bea", "Second", "zwei")]
    assert picked == [asked.options[1]] * 4
    assert asked.options[1].reply(at) == meant(re.sub(r"\bbe?\b", "Bea", line), at)


def test_an_unknown_name_is_answered_with_the_names_of_the_others() -> None:
    for line in ("hint Zoe hearts", "hand Zoe", "hint hearts Zoe"):
        puzzle = puzzled(line)
        assert puzzle.puzzle is Puzzle.UNKNOWN_NAME
        assert puzzle.facts["names"] == ("Ben", "Carla")


@given(name=st.text(min_size=1, max_size=20))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_name_a_player_may_have_it_can_be_typed(name: str) -> None:
    try:
        at = desk("Me", name, "Somebody Else")
    except BadCall as bad:
        assert bad.slip in (Slip.WRONG_NAME, Slip.SAME_NAME)  # noqa: PT017 - most names are fine
        return
    assert meant(f"hint {name} hearts", at) == Hint(0, 1, "H")
    assert meant(f"hand {name}", at) == at.words.answers.hand_of(at.view, 1)


# -- what is not understood


@pytest.mark.parametrize(
    ("typed", "guess"),
    [
        *(
            ("plai 3", "play"),
            ("spile 3", "spiele"),
            ("discrad 1", "discard"),
            ("halp", "help"),
            ("tabel", "table"),
        ),
        *(
            ("munzn", "münzen"),
            ("müntzen", "münzen"),
            ("haende2", "hände"),
            ("qqqqqq", None),
            ("p" * 9999, None),
        ),
    ],
)
def test_a_mistyped_command_is_answered_with_the_one_that_was_meant(typed: str, guess: str | None) -> None:
    puzzle = puzzled(typed)
    assert puzzle.puzzle is Puzzle.UNKNOWN_WORD
    assert puzzle.facts["guess"] == guess
    for lang in LANGUAGES:
        said = HouseText(Words(lang)).puzzle(puzzle).speech
        assert (guess or typed[:LONGEST_ECHO]) in said


PUZZLES = {
    Puzzle.UNKNOWN_WORD: ("flibbertigibbet", "help|hilfe"),
    Puzzle.NO_NAME: ("hint hearts", "Ben (or|oder) Carla"),
    Puzzle.UNKNOWN_NAME: ("hint Zoe hearts", "Ben (or|oder) Carla"),
    Puzzle.NO_CLUE: ("hint Ben", "hint Ben hearts|hinweis Ben Herz"),
    Puzzle.UNKNOWN_CLUE: ("hint Ben stars", "hint Ben hearts|hinweis Ben Herz"),
    Puzzle.NO_PLACE: ("play", "1 (to|bis) 4"),
    Puzzle.UNKNOWN_PLACE: ("play 7", "1 (to|bis) 4"),
    Puzzle.NO_SUIT: ("row", "row hearts|reihe Herz"),
    Puzzle.UNKNOWN_SUIT: ("row stars", "row hearts|reihe Herz"),
    Puzzle.WRONG_ORDER: ("arrange 1 2", "arrange 4 3 2 1|ordne 4 3 2 1"),
    Puzzle.TOO_MUCH: ("play 1 2", "help|hilfe"),
    Puzzle.UNKNOWN_NUMBER: ("history x", "number|Zahl"),
    Puzzle.NO_SECTION: ("rules 99", "1 (to|bis) 2"),
    Puzzle.NOT_KNOWN: ("play hearts three", "1 (to|bis) 4"),
    Puzzle.UNKNOWN_CARD: ("what dog", "what cat|was Katze"),
    Puzzle.NO_OPTION: ("7", "1 (to|bis) 2"),
}


def test_every_puzzle_has_a_line_that_raises_it() -> None:
    assert set(PUZZLES) == set(Puzzle)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("puzzle", list(Puzzle))
def test_every_puzzle_is_answered_with_what_would_do(puzzle: Puzzle, lang: str) -> None:
    line, would_do = PUZZLES[puzzle]
    if puzzle is Puzzle.UNKNOWN_CARD:
        gnav = desk_of("gnav", lang)
        problem = not_understood(lambda: what_it_does(gnav, ["dog"]))
    elif puzzle is Puzzle.NO_OPTION:
        asked = bare(desk(), ["3"])
        assert isinstance(asked, Question)
        problem = not_understood(lambda: asked.pick(line))
    elif puzzle in (Puzzle.UNKNOWN_NUMBER, Puzzle.NO_SECTION):
        # These two are raised by the session, which knows the history and the rules.
        command, words = COMMANDS.find(line)
        assert isinstance(command.effect(desk(), words), Wish)
        problem = NotUnderstood(puzzle, word=words[0], most=2)
    else:
        problem = puzzled(line, desk("Anna", "Ben", "Carla", lang=lang))
    assert problem.puzzle is puzzle
    said = HouseText(Words(lang)).puzzle(problem)
    assert re.search(would_do, said.speech, re.IGNORECASE), said.speech
    assert said.speech.endswith(".")
    assert said.braille.strip()
    assert not re.search(r"[{}]|None", said.speech + said.braille)


def test_examples_in_answers_are_commands_that_would_be_understood() -> None:
    for lang in LANGUAGES:
        at = desk("Anna", "Ben", "Carla", lang=lang)
        for line in ("hint", "hint Ben", "hint Ben stars", "row", "arrange"):
            example = puzzled(line, at).facts["example"]
            assert isinstance(meant(str(example), at), Deed)


@pytest.mark.parametrize("line", ["!!!", "\u200b", "-", "...", "🎴", "\u0301", "'"])
def test_a_line_without_words_is_answered_too(line: str) -> None:
    puzzle = puzzled(line)
    assert puzzle.puzzle is Puzzle.UNKNOWN_WORD
    assert HouseText(Words("de")).puzzle(puzzle).speech.strip()


@given(line=st.text(max_size=200))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_line_does_anything_but_mean_something_or_be_puzzling(line: str) -> None:
    try:
        meant(line)
    except NotUnderstood as problem:
        for lang in LANGUAGES:
            said = HouseText(Words(lang)).puzzle(problem)
            assert said.speech.isprintable()
            assert len(said.speech) < 200 + LONGEST_ECHO


@given(line=st.text(max_size=50))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_words_are_the_same_in_either_case_and_with_composed_or_decomposed_accents(line: str) -> None:
    assert tokens(line.casefold()) == tokens(line)


# -- Tab


@pytest.mark.parametrize(
    ("lang", "typed", "completed", "fitting"),
    [
        *(("en", "pla", "play ", ["play"]), ("en", "  HIST", "history ", ["history"])),
        *(("de", start, "münzen ", ["münzen"]) for start in ("mü", "mu", "mue", "MÜ", "mu\u0308")),
        *(("en", "take", "take back ", ["take back"]), ("en", "take b", "take back ", ["take back"])),
        *(("en", "qu", "qui", ["quiet", "quieter", "quit"]), ("de", "pla", "play ", ["play"])),
        *(("de", "zur", "zurück", ["zurück", "zurücknehmen"]), ("en", "mü", "münzen ", ["münzen"])),
        *(("en", "hand", "hand", ["hand", "hands"]), ("en", "xyz", "xyz", [])),
        *(("en", "hint b", "hint Ben ", ["Ben"]), ("en", "hint ", "hint ", ["Ben", "Carla"])),
        *(
            ("en", "hint Ben he", "hint Ben hearts ", ["hearts"]),
            ("de", "gib Ben He", "gib Ben Herz ", ["Herz"]),
        ),
        *(("en", "hint Ben Kr", "hint Ben Kreuz ", ["Kreuz"]), ("en", "row sp", "row spades ", ["spades"])),
        *(("en", "hand a", "hand Anna ", ["Anna"]), ("en", "play la", "play last ", ["last"])),
        *(("de", "spiele neu", "spiele neueste ", ["neueste"]), ("en", "play 7", "play 7", [])),
        *(
            ("en", "verbosity l", "verbosity learning ", ["learning"]),
            ("en", "help al", "help all", ["all", "all hands"]),
        ),
        *(
            ("de", "ausführlichkeit k", "ausführlichkeit kurz ", ["kurz"]),
            ("en", "sounds vol", "sounds volume ", ["volume"]),
        ),
        *(
            ("en", "help disca", "help discard", ["discard", "discarded", "discards"]),
            ("en", "quit n", "quit n", []),
        ),
    ],
)
def test_tab_completes_as_far_as_it_is_certain(
    lang: str, typed: str, completed: str, fitting: list[str]
) -> None:
    assert COMMANDS.complete(typed, desk(lang=lang), lang) == (completed, fitting)


def test_tab_completes_the_names_of_sounds_and_of_the_cards_of_gnav() -> None:
    gnav = commands_of("gnav")
    assert gnav.complete("what cuck", desk_of("gnav"), "en") == ("what cuckoo ", ["cuckoo"])
    assert gnav.complete("was kuck", desk_of("gnav", "de"), "de") == ("was kuckuck ", ["kuckuck"])
    _, sounds = COMMANDS.complete("sounds ", desk(), "en")
    assert {"on", "off", "all", "volume"} < set(sounds)


def test_tab_completes_names_of_several_words() -> None:
    at = desk("Me", "Anna Maria", "Anna Lena")
    assert COMMANDS.complete("hint anna", at)[1] == ["Anna Lena", "Anna Maria"]
    assert COMMANDS.complete("hint anna m", at) == ("hint Anna Maria ", ["Anna Maria"])
    assert COMMANDS.complete("hint Anna Maria h", at) == ("hint Anna Maria hearts ", ["hearts"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tab_on_an_empty_line_names_each_command_once_in_ones_own_language(lang: str) -> None:
    completed, fits = COMMANDS.complete("", desk(lang=lang), lang)
    assert completed == ""
    assert fits == sorted({command.words[lang][0] for command in COMMANDS.commands})
    assert len(fits) == len(COMMANDS.commands)


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_that_tab_offers_behind_a_verb_is_understood_there(game: str, lang: str) -> None:
    at, commands, count = desk_of(game, lang), commands_of(game), 0
    for command in commands.commands:
        for word in command.after(at, ()):
            line = f"{command.words[lang][0]} {word}"
            assert commands.find(line, at.names)[0] is command
            count += 1
            if command.group in (Group.PLAY, Group.ASK):
                try:
                    command.effect(at, commands.find(line, at.names)[1])
                except NotUnderstood as problem:
                    assert problem.puzzle is Puzzle.NO_CLUE, line  # noqa: PT017 - a name alone is no hint yet
    assert count > 10


@given(text=st.text(max_size=12), lang=st.sampled_from(LANGUAGES))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_tab_completes_is_a_command_or_its_beginning(text: str, lang: str) -> None:
    completed, fits = COMMANDS.complete(text, None, lang)
    if len(fits) == 1:
        COMMANDS.find(completed)
    elif completed != text:
        assert all(word.startswith(completed) for word in fits)
