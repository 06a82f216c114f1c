"""The worked examples of the rules, runnable against anything that can hold a Suburbia position.

`examples.json` is read here and every example put to an `Adapter`: the position is set up, the steps are
taken and everything under `then` is checked. A key that nobody here knows fails the example, so none is
passed over. Seats are counted from 0 in turn order; against Dale the human is seat 0 and Dale seat 1.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import burgomaster

Cell = tuple[int, int]
Values = dict[str, int]  # money, income, reputation, population, markers

DATA = Path(burgomaster.__file__).parent / "games" / "suburbia" / "rules"
START: Values = {"money": 15, "income": 0, "reputation": 1, "population": 2, "markers": 3}
SEATS = {"P1": 0, "P2": 1, "P3": 2, "P4": 3, "H": 0, "Dale": 1}
N_BOROUGHS = {"2p": 2, "3p": 3, "4p": 4, "lone_architect": 1, "dale": 2}
N_SLOTS = 7
DALE_SLOTS = (2, 3, 4, 5)
N_BASICS = 4


@dataclass(frozen=True)
class Lying:
    """A tile that was laid before the example begins; its effects are in the values already."""

    seat: int
    tile: str  # id, or "lake"
    cell: Cell
    marked: bool


@dataclass(frozen=True)
class Given:
    """A position to set up; seat 0 is the first player, the three starting tiles lie in every borough."""

    mode: str
    players: list[Values]  # one a seat
    tiles: list[Lying]  # in the order laid, after all starting tiles
    market: list[str | None]  # seven slots
    basics: dict[str, int]  # left on offer
    public: list[str]  # public goals
    private: list[str | None]  # private goal kept, one a seat

    @property
    def options(self) -> dict[str, Any]:
        """The options of the game that this is a position of."""
        return options_of(self.mode)


class Position(Protocol):
    """A position with the single steps of a turn.

    Steps are primitives: only what is asked for happens, whoever's turn it is. A step that returns bool says
    whether it was allowed; a refused one changes nothing.
    """

    def copy(self) -> Position: ...

    # Steps
    def buy(self, seat: int, slot: int, cell: Cell) -> bool: ...
    def lake(self, seat: int, slot: int, cell: Cell) -> bool: ...
    def basic(self, seat: int, tile: str, cell: Cell) -> bool: ...
    def marker(self, seat: int, cell: Cell) -> bool: ...
    def discard(self, seat: int, slot: int) -> bool: ...
    def remove(self, seat: int, slot: int) -> bool: ...
    def income(self, seat: int) -> None: ...
    def population(self, seat: int) -> None: ...
    def refill(self, draws: list[str]) -> None: ...  # the stacks hold just these tiles
    def dale_turn(self) -> Cell: ...  # points 1 to 5 of Dale's turn; gives his cell
    def score(self) -> None: ...  # final scoring: goals, then money

    # Reading
    def values(self, seat: int) -> Values: ...
    def market(self) -> list[str | None]: ...
    def legal_cells(self, seat: int) -> set[Cell]: ...
    def end_shown(self) -> bool: ...
    def dale_pick(self) -> int | None: ...  # the slot Dale would buy
    def recount(self, seat: int) -> Values: ...  # sum over the borough as it lies
    def goal_best(self, goal: str) -> int | None: ...  # the only best seat, paid or not
    def ranking(self) -> list[list[int]]: ...  # after score: groups of equal rank, the best first


class Adapter(Protocol):
    """What is put to the test."""

    def position(self, given: Given) -> Position:
        """Set a position up."""

    def setup_numbers(self, mode: str) -> dict[str, int]:
        """Sizes of a fresh game: A, B, C, market, left_A, draws_before_window, window, below."""

    def rounds(self, options: dict[str, Any], setup: dict[str, Any]) -> int:
        """Play a game with this explicit set-up to its end, in whatever way: the number of rounds played."""

    def rung(self, population: int) -> str | None:
        """English name of the solo player's position, None for none."""


# Reading the file


def load() -> list[dict[str, Any]]:
    """All examples, in order."""
    path = Path(__file__).with_name("examples.json")
    examples: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return examples


EXAMPLES = {example["id"]: example for example in load()}


def options_of(mode: str) -> dict[str, Any]:
    """Options of a mode key."""
    if mode in ("lone_architect", "dale"):
        return {"players": 1, "solo": mode}
    return {"players": N_BOROUGHS[mode]}


def read_given(given: dict[str, Any]) -> Given:
    """The position of an example with everything it leaves unsaid."""
    known = {"mode", "players", "tiles", "market", "market_list", "basics", "public", "private", "setup_only"}
    assert set(given) <= known, f"unknown: {set(given) - known}"
    mode = given["mode"]
    players = [dict(START) for _ in range(N_BOROUGHS[mode])]
    for name, values in given.get("players", {}).items():
        players[SEATS[name]].update(values)
    private: list[str | None] = [None] * len(players)
    for name, goal in given.get("private", {}).items():
        private[SEATS[name]] = goal
    return Given(
        mode=mode,
        players=players,
        tiles=[
            Lying(SEATS[tile[0]], tile[1], (tile[2], tile[3]), tile[4:] == ["M"])
            for tile in given_tiles(given)
        ],
        market=read_market(given),
        basics=dict.fromkeys(("suburbs", "community_park", "heavy_factory"), N_BASICS)
        | given.get("basics", {}),
        public=given.get("public", []),
        private=private,
    )


def given_tiles(given: dict[str, Any]) -> list[list[Any]]:
    """The tiles lying already."""
    tiles: list[list[Any]] = given.get("tiles", [])
    return tiles


def read_market(given: dict[str, Any]) -> list[str | None]:
    """The market: listed in full, by slots, or full of Convenience Stores."""
    if "market_list" in given:
        return list(given["market_list"])
    market: list[str | None] = [None] * N_SLOTS
    slots = DALE_SLOTS if given["mode"] == "dale" else range(N_SLOTS)
    stores = {str(slot): "convenience_store" for slot in slots}
    for slot, tile in given.get("market", stores).items():
        market[int(slot)] = tile
    return market


# Taking the steps


def take_step(position: Position, step: list[Any]) -> tuple[bool, Cell | None]:
    """Take one step: whether it was allowed, and Dale's cell if it was his turn."""
    seat, kind, *rest = SEATS[step[0]], *step[1:]
    if kind in ("buy", "lake", "basic"):
        what, (x, y) = rest
        return getattr(position, kind)(seat, what, (x, y)), None
    if kind == "marker":
        x, y = rest[0]
        return position.marker(seat, (x, y)), None
    if kind in ("discard", "remove"):
        return getattr(position, kind)(seat, rest[0]), None
    if kind == "dale_turn":
        return True, position.dale_turn()
    assert kind in ("income", "population", "refill"), kind
    getattr(position, kind)(*(rest if kind == "refill" else [seat]))
    return True, None


def visible(position: Position, n_boroughs: int) -> tuple[Any, ...]:
    """What a refused step must leave as it was."""
    seats = range(n_boroughs)
    values = [position.values(seat) for seat in seats]
    cells = [position.legal_cells(seat) for seat in seats]
    return values, cells, position.market(), position.end_shown()


# Checking the outcome


@dataclass
class Outcome:
    """What an example has led to."""

    adapter: Adapter
    mode: str
    position: Position | None  # None where an example needs none
    dale_cell: Cell | None = None

    @property
    def reached(self) -> Position:
        """The position after the steps."""
        assert self.position is not None
        return self.position


def check_players(outcome: Outcome, then: dict[str, Values]) -> None:
    for name, expected in then.items():
        values = outcome.reached.values(SEATS[name])
        assert {key: values[key] for key in expected} == expected, name


def check_market(outcome: Outcome, then: list[str | None]) -> None:
    assert outcome.reached.market() == then


def check_market_empty(outcome: Outcome, then: list[int]) -> None:
    assert [slot for slot in then if outcome.reached.market()[slot] is not None] == []


def check_legal_cells(outcome: Outcome, then: dict[str, list[list[int]]]) -> None:
    for name, cells in then.items():
        assert outcome.reached.legal_cells(SEATS[name]) == {(x, y) for x, y in cells}


def check_accepts(outcome: Outcome, then: list[list[Any]]) -> None:
    for step in then:
        allowed, _ = take_step(outcome.reached.copy(), step)
        assert allowed, step


def check_rejects(outcome: Outcome, then: list[list[Any]]) -> None:
    before = visible(outcome.reached, N_BOROUGHS[outcome.mode])
    for step in then:
        trial = outcome.reached.copy()
        allowed, _ = take_step(trial, step)
        assert not allowed, step
        assert visible(trial, N_BOROUGHS[outcome.mode]) == before, step


def check_end_shown(outcome: Outcome, then: bool) -> None:
    assert outcome.reached.end_shown() == then


def check_goals(outcome: Outcome, then: dict[str, str | None]) -> None:
    expected = {goal: None if name is None else SEATS[name] for goal, name in then.items()}
    assert {goal: outcome.reached.goal_best(goal) for goal in then} == expected


def scored(outcome: Outcome) -> Position:
    """The position after final scoring."""
    position = outcome.reached.copy()
    position.score()
    return position


def check_final(outcome: Outcome, then: dict[str, list[int]]) -> None:
    position = scored(outcome)
    for name, expected in then.items():
        values = position.values(SEATS[name])
        assert [values[key] for key in ("population", "reputation", "income", "money")] == expected, name


def check_ranking(outcome: Outcome, then: list[list[str]]) -> None:
    assert scored(outcome).ranking() == [[SEATS[name] for name in group] for group in then]


def check_dale_pick(outcome: Outcome, then: int) -> None:
    assert outcome.reached.dale_pick() == then


def check_dale_cell(outcome: Outcome, then: list[int]) -> None:
    assert outcome.dale_cell == tuple(then)


def check_recount(outcome: Outcome, then: dict[str, Values]) -> None:
    for name, expected in then.items():
        values = outcome.reached.recount(SEATS[name])
        assert {key: values[key] for key in expected} == expected, name


def check_setup(outcome: Outcome, then: dict[str, int]) -> None:
    assert outcome.adapter.setup_numbers(outcome.mode) == then


def check_rounds(outcome: Outcome, then: list[list[Any]]) -> None:
    for mode, turn, rounds in then:
        setup = setup_with_end_tile(mode, index_shown_in_turn(mode, turn))
        assert outcome.adapter.rounds(options_of(mode), setup) == rounds, (mode, turn)


def check_dale_rounds(outcome: Outcome, then: list[list[int]]) -> None:
    for place, rounds in then:
        setup = setup_with_end_tile("dale", place - 1)
        assert outcome.adapter.rounds(options_of("dale"), setup) == rounds, place


def check_ladder(outcome: Outcome, then: list[list[Any]]) -> None:
    for population, name in then:
        assert outcome.adapter.rung(population) == name, population


CHECKS: dict[str, Callable[[Outcome, Any], None]] = {
    "players": check_players,
    "market": check_market,
    "market_empty": check_market_empty,
    "legal_cells": check_legal_cells,
    "accepts": check_accepts,
    "rejects": check_rejects,
    "end_shown": check_end_shown,
    "goals": check_goals,
    "final": check_final,
    "ranking": check_ranking,
    "dale_pick": check_dale_pick,
    "dale_cell": check_dale_cell,
    "recount": check_recount,
    "setup": check_setup,
    "rounds": check_rounds,
    "dale_rounds": check_dale_rounds,
    "ladder": check_ladder,
}


def run_example(adapter: Adapter, example: dict[str, Any]) -> None:
    """Set an example up, take its steps, check all it says."""
    given = example["given"]
    position = None if given.get("setup_only") else adapter.position(read_given(given))
    outcome = Outcome(adapter, given.get("mode", ""), position)
    for step in example["when"]:
        allowed, cell = take_step(outcome.reached, step)
        assert allowed, step
        outcome.dale_cell = cell or outcome.dale_cell
    assert example["then"], "an example that says nothing"
    for key, then in example["then"].items():
        CHECKS[key](outcome, then)


# Set-ups with the end tile in a chosen place


def index_shown_in_turn(mode: str, turn: int) -> int:
    """Place in the draw order (from 0, opening market included) that the refill of a turn draws last."""
    draws_a_turn = 2 if mode == "lone_architect" else 1
    return N_SLOTS + draws_a_turn * turn - 1


def setup_with_end_tile(mode: str, index: int) -> dict[str, Any]:
    """An explicit set-up with the end tile in that place of the draw order (from 0); all else as it comes."""
    board = json.loads((DATA / "board.json").read_text(encoding="utf-8"))
    numbers = board["modes"][mode]
    stacks = {letter: letter_tiles(letter)[:size] for letter, size in numbers["stacks"].items()}
    stacks["C"].insert(index - len(stacks["A"]) - len(stacks["B"]), "one_more_round")
    goals = goal_ids(for_dale=mode == "dale")
    n_public = numbers["public_goals"]
    n_private = N_BOROUGHS[mode] if numbers["private_goals"] else 0
    dealt = goals[n_public:]
    return {
        "stacks": stacks,
        "goals": goals[:n_public],
        "private_goals": [dealt[2 * seat : 2 * seat + 2] for seat in range(n_private)],
        "first_player": 0,
    }


def letter_tiles(letter: str) -> list[str]:
    """All tiles of a letter, in the order of the table."""
    with (DATA / "tiles.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["stack"] == letter]
    return [row["id"] for row in rows for _ in range(int(row["copies"]))]


def goal_ids(for_dale: bool) -> list[str]:
    """All goals in the order of the table, without those excluded against Dale if asked."""
    with (DATA / "goals.csv").open(encoding="utf-8", newline="") as file:
        return [
            row["id"]
            for row in csv.DictReader(file)
            if not (for_dale and row["excluded_with_dale"] == "true")
        ]
