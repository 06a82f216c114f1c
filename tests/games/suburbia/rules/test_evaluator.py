"""The slow evaluator itself: the worked examples of the rules, and random games that must never break it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.cases import every, sweep
from tests.games.suburbia import evaluator as ev
from tests.games.suburbia.evaluator import (
    BOARD,
    DALE,
    END_TILE,
    HUMAN,
    LAKE,
    N_SLOTS,
    SURCHARGES,
    TILES,
    Evaluator,
    Illegal,
    Options,
    Setup,
    neighbours,
    opened,
    parse_clause,
    random_setup,
)
from tests.games.suburbia.examples import (
    EXAMPLES,
    Adapter,
    Cell,
    Given,
    Position,
    Values,
    options_of,
    run_example,
)

pytestmark = pytest.mark.slow  # what it is compared with has its own tests in `make test`


class EvaluatorPosition:
    """A position of the evaluator as the examples want it."""

    def __init__(self, inner: ev.Position) -> None:
        self.inner = inner

    def copy(self) -> EvaluatorPosition:
        return EvaluatorPosition(self.inner.copy())

    def buy(self, seat: int, slot: int, cell: Cell) -> bool:
        return self._try("buy", seat, slot, cell)

    def lake(self, seat: int, slot: int, cell: Cell) -> bool:
        return self._try("lake", seat, slot, cell)

    def basic(self, seat: int, tile: str, cell: Cell) -> bool:
        return self._try("basic", seat, tile, cell)

    def marker(self, seat: int, cell: Cell) -> bool:
        return self._try("mark", seat, cell)

    def discard(self, seat: int, slot: int) -> bool:
        return self._try("discard", seat, slot)

    def remove(self, seat: int, slot: int) -> bool:
        return self._try("discard", seat, slot)

    def _try(self, step: str, *args: Any) -> bool:
        try:
            getattr(self.inner, step)(*args)
        except Illegal:
            return False
        return True

    def income(self, seat: int) -> None:
        self.inner.income(seat)

    def population(self, seat: int) -> None:
        self.inner.population(seat)

    def refill(self, draws: list[str]) -> None:
        self.inner.stacks = {"A": [], "B": [], "C": list(draws)}
        self.inner.refill()

    def dale_turn(self) -> Cell:
        return self.inner.dale_turn()

    def score(self) -> None:
        self.inner.score()

    def values(self, seat: int) -> Values:
        return {key: getattr(self.inner.players[seat], key) for key in (*ev.VALUES, "markers")}

    def market(self) -> list[str | None]:
        return list(self.inner.market)

    def legal_cells(self, seat: int) -> set[Cell]:
        return set(self.inner.legal_cells(seat))

    def end_shown(self) -> bool:
        return self.inner.end_shown

    def dale_pick(self) -> int | None:
        return self.inner.dale_pick()

    def recount(self, seat: int) -> Values:
        return self.inner.recount(seat)

    def goal_best(self, goal: str) -> int | None:
        return self.inner.goal_best(goal)

    def ranking(self) -> list[list[int]]:
        return self.inner.ranking()


class EvaluatorAdapter:
    """The evaluator as the examples want it."""

    def position(self, given: Given) -> Position:
        inner = ev.Position(Options(**given.options))
        for player, values, goal in zip(inner.players, given.players, given.private, strict=True):
            player.goal = goal
            for key, value in values.items():
                setattr(player, key, value)
        for tile in given.tiles:
            inner.add_tile(tile.seat, tile.tile, tile.cell, tile.marked)
        inner.market = list(given.market)
        inner.basics = dict(given.basics)
        inner.public = list(given.public)
        return EvaluatorPosition(inner)

    def setup_numbers(self, mode: str) -> dict[str, int]:
        options = Options(**options_of(mode))
        setup = random_setup(options, random.Random(1))
        sizes = {letter: len(tiles) - tiles.count(END_TILE) for letter, tiles in setup["stacks"].items()}
        places = [end_place(options, random.Random(seed)) for seed in range(200)]
        position = opened(options, setup)
        return {
            **sizes,
            "market": N_SLOTS - position.market.count(None),
            "left_A": len(position.stacks["A"]),
            "draws_before_window": min(places),
            "window": max(places) - min(places) + 1,
            "below": len(position.stacks["A"]) + sizes["B"] + sizes["C"] - max(places),
        }

    def rounds(self, options: dict[str, Any], setup: dict[str, Any]) -> int:
        match = Evaluator.start(options, setup)
        while not match.over:
            match.play(min(match.legal()))
        return match.round_no

    def rung(self, population: int) -> str | None:
        return ev.rung(population)


def end_place(options: Options, rng: random.Random) -> int:
    """Tiles drawn in refills before the end tile, in a random set-up."""
    stacks = opened(options, random_setup(options, rng)).stacks
    return [*stacks["A"], *stacks["B"], *stacks["C"]].index(END_TILE)


ADAPTER: Adapter = EvaluatorAdapter()


def test_there_are_a_hundred_examples() -> None:
    assert list(EXAMPLES) == [f"E{number:02}" for number in range(1, 101)]


@every("name", EXAMPLES)
def test_example(name: str) -> None:
    run_example(ADAPTER, EXAMPLES[name])


# The tables


def test_composition_of_the_stacks() -> None:  # section 14
    counts = Counter[str]()
    for row in TILES.values():
        counts[row.stack] += row.copies
    assert {letter: counts[letter] for letter in "ABC"} == {"A": 32, "B": 36, "C": 32}


@every("text", ["", "1R/adj:RES", "+1X/adj:RES", "+1R/near:RES", "+1R/adj", "+1I/redline:RES"])
def test_broken_clause_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_clause(text)


# Random games

MODES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 1, "solo": "lone_architect"},
    {"players": 1, "solo": "dale"},
]
VARIANTS: list[dict[str, Any]] = [
    {},
    {
        "redline_tiles_mirror": True,
        "redline_marker_retroactive": True,
        "lake_marker_doubles_waterfront": True,
    },
    {"blocked_cells": "all_above", "red_lines": [5, 9, 14, 20], "lone_return_bonus": 1, "dale_tie": "human"},
    {"red_lines": {"positions": [3], "step": 3}, "dale_private_goal": True, "dale_win": "tie_breaks"},
    {"blocked_cells": [], "dale_tie": "random", "first_player": 0, "lone_end": "immediate"},
]


def start(options: dict[str, Any], seed: int) -> tuple[Evaluator, random.Random]:
    """A game from a random set-up."""
    rng = random.Random(seed)
    return Evaluator.start(options, random_setup(Options(**options), rng)), rng


def random_move(match: Evaluator, rng: random.Random) -> str:
    """Some legal move; kinds are equally likely, so that each turns up often."""
    moves = sorted(match.legal())
    verb = rng.choice(sorted({move.split()[0] for move in moves}))
    return rng.choice([move for move in moves if move.split()[0] == verb])


def check_values(match: Evaluator) -> None:  # invariants 1, 2, 6, 10
    for seat, player in enumerate(match.position.players):
        assert player.money >= 0 and player.population >= 0
        assert -5 <= player.income <= 15 and -5 <= player.reputation <= 15
        assert sum(tile.marked for tile in match.position.borough(seat)) + player.markers == 3
        if not match.over:
            crossed = player.n_lines_up - player.n_lines_down
            assert crossed == len(match.options.lines(player.population))


def check_recount(match: Evaluator) -> None:  # invariant 9
    for seat, player in enumerate(match.position.players):
        if player.n_cuts:
            continue
        total = match.recount(seat)
        lines = player.n_lines_up * match.options.line_loss - player.n_lines_down * match.options.line_return
        assert player.income == total["income"] - lines + player.redline_income
        assert player.reputation == total["reputation"] - lines + player.redline_reputation


def check_borough(match: Evaluator) -> None:  # invariants 7, 8
    for seat, n_begun in enumerate(match.n_turns):
        n_turns = n_begun - (seat == match.seat)
        tiles = match.position.borough(seat)
        cells = [tile.cell for tile in tiles]
        assert cells[:3] == [(0, 0), (0, 2), (0, 4)]
        assert len(set(cells)) == len(cells) == 3 + n_turns - (3 - match.position.players[seat].markers)
        for number, cell in enumerate(cells[3:], start=3):
            assert sum(cell) % 2 == 0 and not match.options.is_blocked(cell)
            assert set(neighbours(cell)) & set(cells[:number])


def check_main(match: Evaluator) -> None:  # invariants 3, 18
    slots = match.options.numbers["market_slots"]
    assert [slot for slot, face in enumerate(match.position.market) if face is not None] == slots
    assert END_TILE not in match.position.market
    assert any(move.startswith("lake 5") for move in match.legal())


def check_end(match: Evaluator) -> None:  # invariants 18, 19
    numbers = match.options.numbers
    low, high = numbers["turns_per_player"]
    if match.options.solo == "lone_architect" and match.options.lone_end == "immediate":
        low, high = low - 1, high - 1
    assert set(match.n_turns) == {match.round_no}
    assert low <= match.round_no <= high
    dale = match.options.solo == "dale"
    low, high = numbers["end_tile_shown_after_round" if dale else "end_tile_shown_in_overall_turn"]
    assert match.end_turn is not None and low <= match.end_turn <= high
    assert match.winners and match.legal() == set()


def check_scoring(match: Evaluator) -> None:  # invariants 20, 21
    rewards = Counter[int]()
    for goal, seat in match.goal_winners.items():
        if seat is not None:
            rewards[seat] += int(ev.GOALS[goal]["reward"])
            assert match.goal_best[goal] == seat
    for seat, player in enumerate(match.position.players):
        assert 0 <= player.money <= 4
        assert player.population >= rewards[seat]
        assert (player.goal is not None) == (seat in match.options.choosers)
        assert player.goal is None or match.goal_winners[player.goal] in (None, seat)


GAMES = product(range(len(MODES)), range(len(VARIANTS)), range(3))


@pytest.mark.parametrize(
    ("mode", "variant", "seed"), sweep(GAMES, lambda mode, variant, seed: (mode, seed) == (variant, 0))
)
def test_random_game(mode: int, variant: int, seed: int) -> None:
    match, rng = start(MODES[mode] | VARIANTS[variant], seed)
    while not match.over:
        if match.kind == "main":
            check_main(match)
            check_borough(match)
        match.play(random_move(match, rng))
        check_values(match)
        if not match.over:
            check_recount(match)
    check_end(match)
    check_scoring(match)


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_illegal_moves_change_nothing(mode: int) -> None:  # invariant 24
    match, rng = start(MODES[mode], 7)
    for _ in range(12):
        before = match.snapshot()
        wrong = [
            "",
            "pass",
            "place 0 0,0",
            "lake 9 1,1",
            "lake 6 01,1",
            "invest 9,9",
            "discard -1",
            "keep lake",
            "dale 0,0",
        ]
        for move in wrong:
            with pytest.raises(Illegal):
                match.play(move)
        assert match.snapshot() == before
        match.play(random_move(match, rng))


def test_dale_keeps_to_his_own_rules() -> None:  # invariant 23
    match, rng = start({"players": 1, "solo": "dale"}, 11)
    while not match.over:
        match.play(random_move(match, rng))
    faces = Counter(tile.face for tile in match.position.borough(DALE))
    assert faces[LAKE] == 0
    assert [faces[face] for face in ev.BASICS] == [1, 1, 1]
    assert match.position.players[DALE].markers == 3


def test_mirrored_placements_give_the_same_values() -> None:  # invariant 22
    options = {"players": 3}
    match, rng = start(options, 5)
    mirrored, _ = start(options, 5)
    while not match.over:
        move = random_move(match, rng)
        match.play(move)
        mirrored.play(mirror(move))
    assert mirrored.scores == match.scores
    assert mirrored.position.players == match.position.players


def mirror(move: str) -> str:
    """The same move at (-x, y)."""
    *words, last = move.split()
    if "," not in last:
        return move
    x, y = ev.parse_cell(last)
    return " ".join([*words, ev.show_cell((-x, y))])


# Options that the examples leave at their defaults


def position(options: dict[str, Any], **values: int) -> ev.Position:
    """A fresh position with values of seat 0."""
    made = ev.Position(Options(**options))
    for key, value in values.items():
        setattr(made.players[HUMAN], key, value)
    return made


def test_mirrored_casino_takes_its_bonus_back() -> None:  # R16
    table = position({"players": 2, "redline_tiles_mirror": True}, income=2, reputation=-1, population=15)
    table.add_tile(0, "casino", (1, 5))
    table.population(0)
    assert (table.players[0].income, table.players[0].reputation) == (2, 0)


def test_retroactive_marker_pays_for_lines_since_the_casino_was_laid() -> None:  # R17
    table = position(
        {"players": 2, "redline_marker_retroactive": True}, money=22, reputation=15, population=14
    )
    table.add_tile(0, "casino", (1, 5))
    table.population(0)  # 14 to 29 crosses 15, 22 and 29
    assert table.players[0].income == 0
    table.mark(0, (1, 5))
    assert table.players[0].income == 3


def test_marked_lake_may_double_waterfront_realty() -> None:  # R13
    table = position({"players": 2, "lake_marker_doubles_waterfront": True}, money=6)
    table.add_tile(0, LAKE, (1, 3))
    table.add_tile(0, "waterfront_realty", (-1, 1))
    table.mark(0, (1, 3))  # park and factory: 2 x 2 by the lake, 2 x 2 extra
    assert table.players[0].money == 14
    table.lay(0, "convenience_store", (1, 5))  # 4 by the lake, 4 extra
    assert table.players[0].money == 22


def test_lone_return_bonus_of_one() -> None:  # R22
    options = {"players": 1, "solo": "lone_architect", "lone_return_bonus": 1}
    table = position(options, income=3, reputation=-2, population=16)
    table.population(0)
    assert (table.players[0].income, table.players[0].reputation) == (4, -1)


def test_all_above_blocks_the_way_round_the_board() -> None:  # R35
    table = position({"players": 2, "blocked_cells": "all_above"})
    table.add_tile(0, LAKE, (4, 0))
    assert (4, -2) not in table.legal_cells(0)
    assert (4, 2) in table.legal_cells(0)


def test_red_lines_go_on_beyond_the_list() -> None:  # R20
    assert Options().lines(165)[-4:] == [159, 161, 163, 165]
    assert Options(red_lines=[10, 20]).lines(25) == [10, 20, 22, 24]
    assert Options(red_lines={"positions": [10], "step": 5}).lines(25) == [10, 15, 20, 25]


def test_human_settles_the_tie_after_dale_has_paid() -> None:  # section 9
    options = {"players": 1, "solo": "dale", "dale_tie": "human"}
    match, _ = start(options, 3)
    match.play(min(move for move in match.legal() if move.startswith("lake 5")))
    assert (match.kind, match.seat) == ("dale", HUMAN)
    assert match.position.players[DALE].money == 15 - BOARD["modes"]["dale"]["dale_price"]
    cells = [ev.parse_cell(move.split()[1]) for move in match.legal()]
    match.play(f"dale {ev.show_cell(max(cells))}")
    assert match.position.borough(DALE)[3].cell == max(cells)
    assert (match.kind, match.round_no) == ("main", 2)


def test_equal_population_with_dale_is_no_win() -> None:  # R31
    for options, winners in (({}, [DALE]), ({"dale_win": "tie_breaks"}, [HUMAN])):
        table = position({"players": 1, "solo": "dale", **options}, reputation=2)
        match = Evaluator(table.options, table, kind="over", seat=None)
        assert match.winners == winners


def test_surcharges_are_paid_for_lakes() -> None:
    setup: Setup = random_setup(Options(), random.Random(2))
    table = opened(Options(), setup)
    table.lake(0, 0, (0, 6))  # 2 for the factory
    assert table.players[0].money == 15 - SURCHARGES[0] + 2
