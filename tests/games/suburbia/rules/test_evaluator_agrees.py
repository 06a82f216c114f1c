"""The engine against the slow evaluator written from the rules alone: move by move, the same game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from burgomaster.core.table import Table
from burgomaster.games.suburbia.rules.cards import BASICS, GOAL_IDS, IDS, NO_GOAL
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.state import MAX_PLAYERS
from tests.cases import crossed
from tests.games.suburbia.evaluator import Evaluator
from tests.games.suburbia.positions import (
    MODES,
    OPTION_SETS,
    borough,
    game,
    last_events,
    market_of,
    notations,
    pair_of,
    pick_move,
    shown,
    values,
)


def evaluator_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options as the evaluator calls them: what is printed is None."""
    return {name: None if value == "printed" else value for name, value in options.items()}


def snapshot(table: Table) -> dict[str, Any]:
    """What the evaluator's snapshot says, read from the engine's state."""
    state = table.state
    left = [int(end) - int(first) for first, end in zip(state.stack_next, state.stack_end, strict=True)]
    return {
        "kind": table.phase,
        "seat": table.to_move,
        "round": table.round,
        "end_shown": bool(state.end_shown),
        "players": [snapshot_seat(table, seat) for seat in range(table.game.n_seats)],
        "market": market_of(table),
        "basics": {IDS[tile]: int(n) for tile, n in zip(BASICS, state.basics, strict=True)},
        "stacks": dict(zip("ABC", left, strict=True)),
        "goal_winners": goal_winners(table),
        "scores": table.scores,
        "winners": table.winners,
    }


def snapshot_seat(table: Table, seat: int) -> dict[str, Any]:
    player = table.state.players[seat]
    has_goal = player.has_kept and player.goals[0] != NO_GOAL
    return {
        **values(table, seat),
        "markers": int(player.markers),
        "goal": GOAL_IDS[player.goals[0]] if has_goal else None,
        "tiles": borough(table, seat),
    }


def goal_winners(table: Table) -> dict[str, int | None]:
    """Who was paid for each goal, when the game is over."""
    state, found = table.state, {}
    if not table.over:
        return {}
    for place in range(int(state.rules.n_public_goals)):
        found[GOAL_IDS[state.public_goals[place]]] = int(state.goal_winners[place])
    for seat in range(table.game.players * int(state.rules.has_private_goals)):
        found[GOAL_IDS[state.players[seat].goals[0]]] = int(state.goal_winners[MAX_PLAYERS + seat])
    return {goal: None if seat < 0 else seat for goal, seat in found.items()}


def compare(table: Table, match: Evaluator) -> None:
    """Everything on the table, and everything that may be done."""
    assert snapshot(table) == match.snapshot(), table.history
    legal = notations(table)
    assert len(legal) == len(set(legal))
    assert set(legal) == match.legal(), table.history
    for seat, player in enumerate(match.position.players):
        mine = table.state.players[seat]
        assert (mine.lines_up, mine.lines_down) == (player.n_lines_up, player.n_lines_down)


def play_both(table: Table, match: Evaluator, move: str) -> None:
    """Play a move; where Dale's cell was drawn by lot the evaluator is told it."""
    table.play(move)
    match.play(move)
    if match.kind == "dale" and table.phase != "dale":
        (placed,) = last_events(table, Event.DALE_PLACES)
        match.play(f"dale {shown(pair_of(placed[4]))}")  # refused unless it is one of the best


def compare_game(options: dict[str, Any], seed: int, style: str) -> Table:
    table = game(**options).new(seed=seed)
    match = Evaluator.start(evaluator_options(dict(table.game.options)), table.setup)
    rng = random.Random(seed)
    compare(table, match)
    while not table.over:
        play_both(table, match, pick_move(table, rng, style))
        compare(table, match)
    assert match.over
    rung = table.view(None)["rung"]
    assert (None if rung is None else rung["en"]) == match.rung
    return table


@pytest.mark.parametrize(("mode", "style"), crossed(MODES, ["any", "kinds", "rich"]))
def test_random_games_of_every_mode_are_the_same(mode: str, style: str) -> None:
    compare_game(MODES[mode], 100, style)


@pytest.mark.thorough
@pytest.mark.parametrize("style", ["any", "kinds", "rich"])
@pytest.mark.parametrize("mode", MODES)
def test_many_random_games_of_every_mode_are_the_same(mode: str, style: str) -> None:
    for seed in range(1, 12):
        compare_game(MODES[mode], 100 + seed, style)


@pytest.mark.parametrize(("name", "style"), crossed(OPTION_SETS, ["rich", "kinds"]))
def test_random_games_with_options_are_the_same(name: str, style: str) -> None:
    compare_game(OPTION_SETS[name], 11, style)


def test_rich_games_reach_red_lines_cuts_and_markers() -> None:
    """What is compared above is not only the beginning of a borough."""
    lines, cuts, markers = 0, 0, 0
    for seed in range(100, 106):
        table = game(players=3).new(seed=seed)
        rng = random.Random(seed)
        while not table.over:
            table.play(pick_move(table, rng, "rich"))
        lines += sum(event[0] == Event.RED_LINE for event in table.events())
        cuts += sum(entry["change"] != entry.get("wanted", entry["change"]) for entry in table.changes())
        markers += sum(tile[2] for seat in range(3) for tile in borough(table, seat))
    assert lines > 30 and cuts > 0 and markers > 10
