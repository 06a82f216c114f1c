"""The worked examples of the rules (rules.md 17) by their numbers, put to the engine's own kernels.

`examples.json` is read here: every position is set up, the steps are taken and everything under `then` is
checked. A key that nobody here knows fails the example, so none is passed over. Seats are counted from 0 in
turn order; against Dale the human is seat 0 and Dale seat 1.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import burgomaster
from burgomaster.games.suburbia.rules.cards import GOAL_OF
from burgomaster.games.suburbia.rules.observe import find_rung
from tests.cases import every
from tests.games.suburbia.positions import STATS, Steps, game, market_of, notations, position

Cell = tuple[int, int]
Values = dict[str, int]  # money, income, reputation, population, markers

DATA = Path(burgomaster.__file__).parent / "games" / "suburbia" / "rules"
START: Values = {"money": 15, "income": 0, "reputation": 1, "population": 2, "markers": 3}
SEATS = {"P1": 0, "P2": 1, "P3": 2, "P4": 3, "H": 0, "Dale": 1}
N_BOROUGHS = {"2p": 2, "3p": 3, "4p": 4, "lone_architect": 1, "dale": 2}
N_SLOTS = 7
DALE_SLOTS = (2, 3, 4, 5)


# Reading the file


PATH = Path(__file__).parents[1] / "examples.json"
EXAMPLES = {example["id"]: example for example in json.loads(PATH.read_text(encoding="utf-8"))}


def options_of(mode: str) -> dict[str, Any]:
    if mode in ("lone_architect", "dale"):
        return {"players": 1, "solo": mode}
    return {"players": N_BOROUGHS[mode]}


def read_position(given: dict[str, Any]) -> Steps:
    """Set up the position of an example, with everything it leaves unsaid; seat 0 is the first player."""
    known = {"mode", "players", "tiles", "market", "market_list", "basics", "public", "private"}
    assert set(given) <= known, f"unknown: {set(given) - known}"
    seats = [dict(START) for _ in range(N_BOROUGHS[given["mode"]])]
    for name, values in given.get("players", {}).items():
        seats[SEATS[name]].update(values)
    tiles = given.get("tiles", [])  # laid after the starting tiles; their effects are in the values already
    table = position(
        **options_of(given["mode"]),
        **{stat: [values[stat] for values in seats] for stat in STATS},
        tiles=[(SEATS[name], tile, (x, y)) for name, tile, x, y, *_ in tiles],
        marked=[(SEATS[name], (x, y)) for name, _, x, y, *mark in tiles if mark == ["M"]],
        market=read_market(given),
        basics=given.get("basics", {}),
        public=given.get("public", []),
    )
    for seat, values in enumerate(seats):
        table.state.players[seat].markers = values["markers"]
    for name, goal in given.get("private", {}).items():
        table.state.players[SEATS[name]].goals[0] = GOAL_OF[goal]
    return Steps(table)


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


# In the engine


def setup_numbers(mode: str) -> dict[str, int]:
    tables = [game(**options_of(mode)).new(seed=seed) for seed in range(200)]
    state = tables[0].state
    sizes = {letter: len(tiles) for letter, tiles in tables[0].setup["stacks"].items()}
    left = [int(end) - int(first) for first, end in zip(state.stack_next, state.stack_end, strict=True)]
    places = [left[0] + left[1] + table.setup["stacks"]["C"].index("one_more_round") for table in tables]
    return {
        **sizes,
        "C": sizes["C"] - 1,
        "market": len([tile for tile in market_of(tables[0]) if tile is not None]),
        "left_A": left[0],
        "draws_before_window": min(places),
        "window": max(places) - min(places) + 1,
        "below": sum(left) - max(places) - 1,
    }


def rounds(options: dict[str, Any], setup: dict[str, Any]) -> int:
    table = game(**options).new(setup=setup)
    while not table.over:
        table.play(notations(table)[-1])
    return table.round


# Taking the steps


def take_step(position: Steps, step: list[Any]) -> tuple[bool, Cell | None]:
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


def visible(position: Steps, n_boroughs: int) -> tuple[Any, ...]:
    """What a refused step must leave as it was."""
    seats = range(n_boroughs)
    values = [position.values(seat) for seat in seats]
    cells = [position.legal_cells(seat) for seat in seats]
    return values, cells, position.market(), position.end_shown()


# Checking the outcome


@dataclass
class Outcome:
    """What an example has led to."""

    mode: str
    position: Steps | None  # None where an example needs none
    dale_cell: Cell | None = None

    @property
    def reached(self) -> Steps:
        assert self.position is not None
        return self.position


def scored(outcome: Outcome) -> Steps:
    """The position after final scoring."""
    position = outcome.reached.copy()
    position.score()
    return position


def check_values(found: Callable[[int], Values], then: dict[str, Values]) -> None:
    for name, expected in then.items():
        values = found(SEATS[name])
        assert {key: values[key] for key in expected} == expected, name


def check_rejects(outcome: Outcome, then: list[list[Any]]) -> None:
    before = visible(outcome.reached, N_BOROUGHS[outcome.mode])
    for step in then:
        trial = outcome.reached.copy()
        allowed, _ = take_step(trial, step)
        assert not allowed, step
        assert visible(trial, N_BOROUGHS[outcome.mode]) == before, step


def check_table(outcome: Outcome, key: str, then: Any) -> None:
    """What lies on the table after the steps."""
    reached = outcome.reached
    match key:
        case "players":
            check_values(reached.values, then)
        case "recount":
            check_values(reached.recount, then)
        case "market":
            assert reached.market() == then
        case "market_empty":
            assert [slot for slot in then if reached.market()[slot] is not None] == []
        case "end_shown":
            assert reached.end_shown() == then
        case "legal_cells":
            found = {name: reached.legal_cells(SEATS[name]) for name in then}
            assert found == {name: {(x, y) for x, y in cells} for name, cells in then.items()}
        case "accepts":
            assert [step for step in then if not take_step(reached.copy(), step)[0]] == []
        case "rejects":
            check_rejects(outcome, then)
        case "dale_pick":
            assert reached.dale_pick() == then
        case "dale_cell":
            assert outcome.dale_cell == tuple(then)
        case _:
            pytest.fail(f"no check of {key}")


def check_result(outcome: Outcome, key: str, then: Any) -> None:
    """How goals and scoring end, how long a game lasts, and what a set-up looks like."""
    match key:
        case "goals":
            found = {goal: outcome.reached.goal_best(goal) for goal in then}
            assert found == {goal: None if name is None else SEATS[name] for goal, name in then.items()}
        case "final":
            finals = {name: scored(outcome).values(SEATS[name]) for name in then}
            order = ("population", "reputation", "income", "money")
            assert {name: [values[stat] for stat in order] for name, values in finals.items()} == then
        case "ranking":
            assert scored(outcome).ranking() == [[SEATS[name] for name in group] for group in then]
        case "setup":
            assert setup_numbers(outcome.mode) == then
        case "rounds":
            for mode, turn, wanted in then:
                setup = setup_with_end_tile(mode, index_shown_in_turn(mode, turn))
                assert rounds(options_of(mode), setup) == wanted, (mode, turn)
        case "dale_rounds":
            for place, wanted in then:
                assert rounds(options_of("dale"), setup_with_end_tile("dale", place - 1)) == wanted, place
        case "ladder":
            rungs = [find_rung(population) for population, _ in then]
            assert [rung and rung["en"] for rung in rungs] == [name for _, name in then]
        case _:
            check_table(outcome, key, then)


def test_there_are_a_hundred_examples() -> None:
    assert list(EXAMPLES) == [f"E{number:02}" for number in range(1, 101)]


@every("name", EXAMPLES)
def test_example(name: str) -> None:
    """Set an example up, take its steps, check all it says."""
    example: dict[str, Any] = EXAMPLES[name]
    given = example["given"]
    position = None if given.get("setup_only") else read_position(given)
    outcome = Outcome(given.get("mode", ""), position)
    for step in example["when"]:
        allowed, cell = take_step(outcome.reached, step)
        assert allowed, step
        outcome.dale_cell = cell or outcome.dale_cell
    assert example["then"], "an example that says nothing"
    for key, then in example["then"].items():
        check_result(outcome, key, then)


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
