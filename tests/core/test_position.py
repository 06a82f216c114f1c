"""Positions as text: they come back to the byte, tell nothing hidden, and what is wrong with one is named."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core import position as texts
from burgomaster.core.check import Suite, all_suites
from burgomaster.core.language import LANGUAGES
from burgomaster.core.move import copy_states
from burgomaster.core.position_coder import Writer
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game, Table
from tests.cases import sweep
from tests.profiles import is_thorough

SUITES = [suite for name in ("petersburg", "suburbia", "spyrium") for suite in all_suites(name)]
MAX_LINK = 400  # characters; the most are five players of the largest game


def name_of(suite: Suite) -> str:
    return f"{suite.game}, {suite.variant('en')}, {suite.players}"


def is_quick(suite: Suite) -> bool:
    """The largest variant of every game."""
    return suite == [other for other in SUITES if other.game == suite.game][-1]


def game_of(suite: Suite) -> Game:
    return bm.game(suite.game, players=suite.players, **suite.options)


def positions(game: Game, seed: int, step: int) -> Iterator[Table]:
    """Every so many positions of a random game, and the last one."""
    chance, table = random.Random(seed), game.new(seed=seed)
    for number in range(100_000):
        if table.over or number % step == 0:
            yield table.copy()
        if table.over:
            return
        table.step(chance.choice(table.legal_codes()))


def tables(suite: Suite, step: int = 17) -> Iterator[Table]:
    """Positions of a game, fewer of them in `make test`."""
    return positions(game_of(suite), 3, step if is_thorough() else 9 * step)


@pytest.mark.parametrize("suite", sweep(SUITES, is_quick), ids=name_of)
def test_a_whole_position_comes_back_to_the_byte(suite: Suite) -> None:
    for table in tables(suite):
        text = table.position()
        assert re.fullmatch(r"[A-Za-z0-9._~-]+", text) and len(text) <= MAX_LINK
        again = table.game.from_position(text)
        assert again.state_bytes() == table.state_bytes()
        assert bm.from_position(text).game.options == table.game.options


@pytest.mark.parametrize("suite", sweep(SUITES, is_quick), ids=name_of)
def test_what_a_seat_knows_comes_back_as_its_view(suite: Suite) -> None:
    for number, table in enumerate(tables(suite, 29)):
        for seat in (*range(table.game.n_seats), None):
            for counted in (False, True):
                text = table.position(seat, counted)
                assert len(text) <= MAX_LINK
                again = bm.from_position(text, seed=number)
                assert again.view(seat) == table.view(seat)
                assert again.position(seat, counted) == text


@pytest.mark.parametrize("suite", sweep(SUITES, is_quick), ids=name_of)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_text(suite: Suite) -> None:
    rng, n_changed = new_rng(), 0
    seed_rng(rng, 5, 0)
    for table in tables(suite, 29):
        for seat in (*range(table.game.n_seats), None):
            other = table.copy()
            other._states = table.determinized(-1 if seat is None else seat, rng)
            n_changed += other.position() != table.position()
            for counted in (False, True):
                assert other.position(seat, counted) == table.position(seat, counted)
    assert n_changed > 0  # the worlds did differ


def test_hidden_money_and_the_generator_are_in_no_text_of_a_seat() -> None:
    table = play(bm.game("petersburg", players=3).new(seed=4), 40)
    rich = table.copy()
    rich.state.players[1].rubles += 30
    rich.state.rng[:] = 77
    assert rich.position(0) == table.position(0) and rich.position(None) == table.position(None)
    assert rich.position(1) != table.position(1)
    assert rich.position(0, counted=True) != table.position(0, counted=True)  # open to whoever kept count
    moved = bm.game("spyrium", players=2).new(seed=4)
    texts_before = [moved.position(seat) for seat in (0, 1, None)]
    moved.state.rng[:] = 77
    assert [moved.position(seat) for seat in (0, 1, None)] == texts_before


def play(table: Table, n_moves: int, seed: int = 1) -> Table:
    chance = random.Random(seed)
    for _ in range(n_moves):
        if not table.over:
            table.step(chance.choice(table.legal_codes()))
    return table


def test_a_loaded_position_is_a_table_like_any_other() -> None:
    table = play(bm.game("petersburg", players=3).new(seed=9), 50)
    seat = table.to_move
    text = table.position(seat)
    again = bm.from_position(text, seed=2, seats=[{"name": name} for name in ("Anna", "Boris", "Vera")])
    assert again.names == ["Anna", "Boris", "Vera"] and again.to_move == seat
    move = bm.bot("greedy", seed=1).choose(again)
    again.play(move)
    again.undo()
    play(again, 1000)
    assert again.over
    record = bm.Record.from_json(again.record().to_json())
    assert record.check().state_bytes() == again.state_bytes()


def test_a_seed_draws_what_a_text_leaves_open() -> None:
    table = play(bm.game("suburbia", players=3).new(seed=9), 12)
    text = table.position(1)
    ones, others = bm.from_position(text, seed=1), bm.from_position(text, seed=2)
    assert ones.state_bytes() == bm.from_position(text, seed=1).state_bytes() != others.state_bytes()
    assert ones.view(1) == others.view(1) == table.view(1)


def test_options_stand_in_a_text_where_they_are_not_as_usual() -> None:
    lines = {"positions": [10, 20], "step": 3}
    game = bm.game("suburbia", players=1, solo="dale", dale_private_goal=True, red_lines=lines)
    text = game.new(seed=1).position()
    assert ".solo~dale." in text and ".dale_private_goal-true." in text
    assert bm.from_position(text).game.options == game.options
    assert bm.game("spyrium", players=2).new(seed=1).position().count(".") == texts.HEAD + texts.TAIL - 1


# What is wrong with a text


def changed(text: str, place: int, word: str) -> str:
    """Change a part of a text and make its check characters fit."""
    fields = text.split(".")
    fields[place] = word
    return sealed(fields)


def sealed(fields: list[str]) -> str:
    fields[-3] = str(len(fields[-1]))
    fields[-2] = texts._check_word(fields[:-2], fields[-1])
    return ".".join(fields)


def flipped(text: str) -> str:
    return text[:-1] + ("A" if text[-1] != "A" else "B")


WRONG: dict[str, tuple[Callable[[str], Any], str]] = {
    "nothing": (lambda text: "", "not_a_text"),
    "no text": (lambda text: 5, "not_a_text"),
    "very long": (lambda text: text * 1000, "not_a_text"),
    "a space": (lambda text: text.replace(".", " "), "character"),
    "something else": (lambda text: "rnbqkbnr", "no_position"),
    "another format": (lambda text: "bm2" + text[3:], "format"),
    "the beginning": (lambda text: text[:20], "cut_off_early"),
    "without its end": (lambda text: text[:-5], "cut_off"),
    "with a tail": (lambda text: text + "AA", "too_long"),
    "no length": (lambda text: text.replace(f".{text.split('.')[-3]}.", ".x."), "length"),
    "a letter changed": (flipped, "checksum"),
    "another seat's": (lambda text: text.replace("seat0", "seat1"), "checksum"),
    "an unknown game": (lambda text: changed(text, 1, "chess"), "game"),
    "another version": (lambda text: changed(text, 2, "99"), "version"),
    "players in words": (lambda text: changed(text, 3, "two"), "players"),
    "too many players": (lambda text: changed(text, 3, "9"), "options"),
    "a seat that is not there": (lambda text: changed(text, 4, "seat7"), "knowledge"),
    "all of it, counted": (lambda text: changed(text, 4, "all-counted"), "knowledge"),
    "no option": (lambda text: changed(text, 4, "seat0.?".replace("?", "open")), "option"),
    "an unknown option": (lambda text: changed(text, 4, "seat0.speed~fast"), "options"),
    "an option twice": (lambda text: changed(text, 4, "seat0.open_money-true.open_money-true"), "option"),
    "a zero in front": (lambda text: changed(text, -1, "AAAA" + text.split(".")[-1]), "not_canonical"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_text_is_named(name: str) -> None:
    text = play(bm.game("petersburg", players=2).new(seed=1), 30).position(0)
    spoil, key = WRONG[name]
    with pytest.raises(bm.PositionError) as caught:
        bm.from_position(spoil(text))
    assert caught.value.message.key.startswith(f"position.{key}")
    for language in LANGUAGES:
        assert "{" not in caught.value.text(language)


def test_a_position_belongs_to_its_game_and_options() -> None:
    text = bm.game("petersburg", players=2).new(seed=1).position()
    with pytest.raises(bm.PositionError, match="petersburg, not to spyrium"):
        bm.game("spyrium", players=2).from_position(text)
    with pytest.raises(bm.PositionError, match="players 2, not players 3"):
        bm.game("petersburg", players=3).from_position(text)
    for seat in (2, -1, True, "0", 1.0, "everything"):
        with pytest.raises(bm.PositionError, match="seat from 0 to 1"):
            bm.from_position(text).position(seat)  # type: ignore[arg-type]


def test_positions_that_break_the_rules_are_refused() -> None:
    table = play(bm.game("petersburg", players=2).new(seed=1), 30)
    for spoil in (
        lambda state: setattr(state.players[0], "rubles", -3),
        lambda state: setattr(state.players[0], "n_hand", 9),
        lambda state: setattr(state, "to_move", 7),
        lambda state: state.players[1].placed.__setitem__(0, 0xFF),
    ):
        bad = table.copy()
        bad._states = copy_states(table._states)
        spoil(bad.state)
        with pytest.raises(bm.PositionError, match="no game has such a position"):
            bad.position()


def test_a_rule_that_only_the_kernels_know_is_named_by_its_number() -> None:
    table = play(bm.game("spyrium", players=2).new(seed=1), 30)
    table.state.players[0].has_passed, table.state.players[0].phase = 1, 0
    with pytest.raises(bm.PositionError, match="invariant 9 of the rules of spyrium"):
        bm.from_position(table.position())


@pytest.mark.parametrize(
    "name, changes",
    [
        ("petersburg", {"phase": 1}),  # the market, in a game without it
        ("petersburg", {"round_no": 0}),
        ("petersburg", {"round_no": 60}),
        ("petersburg", {"decision": 2, "phase": 3}),  # the Pub after the nobles
        ("petersburg", {"decision": 3}),  # over before the last round
        ("petersburg", {"decision": 5}),  # the Pickpocket, in a game without action cards
        ("petersburg", {"n_asked": 9}),
        ("petersburg", {"extra_actions": 1}),
        ("petersburg", {"turn_actions": 14}),
        ("suburbia", {"turn_no": -1}),  # one turn less than were taken
        ("suburbia", {"decision": 0}),  # goals are chosen in the first round
        ("suburbia", {"final_round": 1}),
        ("spyrium", {"decision": 0}),  # placement, to a player in phase II
        ("spyrium", {"decision": 4}),  # over before the last round
    ],
)
def test_a_course_that_no_game_takes_is_refused(name: str, changes: dict[str, int]) -> None:
    table = play(bm.game(name, players=2).new(seed=1), 60 if name == "petersburg" else 20)
    bm.from_position(table.position())
    for field, value in changes.items():
        table.state[field] = int(table.state[field]) + value if value < 0 else value
    with pytest.raises(bm.PositionError) as caught:
        bm.from_position(table.position())
    assert caught.value.message.key in ("position.impossible", "position.broken_rule")


# Texts that nobody honest writes


COURSE = 20  # numbers at the beginning, which say where a game stands


def forge(writer: Writer, text: str, chance: random.Random) -> str:
    """Put other numbers, each inside its bound, into a position, with check characters that fit."""
    digits = list(writer._digits)
    for _ in range(chance.choice((1, 1, 2, 3))):
        place = chance.randrange(min(len(digits), chance.choice((COURSE, len(digits)))))
        digits[place] = (chance.randrange(digits[place][1]), digits[place][1])
    forged = Writer(None, None, True, False)
    forged._digits = digits
    return sealed([*text.split(".")[:-1], texts._encode(forged.to_bytes())])


# The promise: a text means the same for ever


KEPT = Path(__file__).with_name("positions.txt")


def kept_position(suite: Suite) -> str:
    """A position in the middle of a game of each variant, as one of its seats knows it or whole."""
    table = play(game_of(suite).new(seed=11), 25, seed=suite.players)
    seats = ("all", 0, None)
    return table.position(seats[SUITES.index(suite) % len(seats)])


def test_texts_that_were_written_once_are_still_read_and_written() -> None:
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    assert len(kept) == len(SUITES)
    for suite, text in islice(zip(SUITES, kept, strict=True), None, None, 1 if is_thorough() else 7):
        assert kept_position(suite) == text
        assert bm.from_position(text).game.options == game_of(suite).options


def test_the_examples_of_the_page_run() -> None:
    page = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "positions.md", "exec"), {})
    (text,) = re.findall(r"^bm1\S+$", page, re.MULTILINE)
    assert texts.parse_position(text).options["edition"] == "2014"
