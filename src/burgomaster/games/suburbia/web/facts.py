"""The numbers that the rules page and the lesson speak of, from the tables and constants of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgomaster.games.suburbia.presentation import LAKE_PAY
from burgomaster.games.suburbia.rules.apply import DRAWN_BY_LONE
from burgomaster.games.suburbia.rules.cards import GOAL_ROWS, TILE_ROWS
from burgomaster.games.suburbia.rules.options import read_board


def facts() -> Mapping[str, Any]:
    """Collect the numbers by name; some are tables."""
    board = read_board()
    start, lines, modes = board["start"], board["red_lines"], board["modes"]
    return {
        "start_money": start["money"],
        "start_income": start["income"],
        "start_reputation": start["reputation"],
        "start_population": start["population"],
        "markers": start["investment_markers"],
        "goals_dealt": start["goals_dealt"],
        "slots": board["market"]["slots"],
        "surcharges": board["market"]["surcharges"],
        "dale_slots": board["market"]["dale_slots"],
        "track_min": board["tracks"]["income"]["min"],
        "track_max": board["tracks"]["income"]["max"],
        "basic_supply": board["basic_supply_on_offer"]["suburbs"],
        "first_line": lines["positions"][0],
        "near_lines": uneven_lines(lines["positions"], lines["beyond_last_step_reconstructed"]),
        "line_cost": lines["penalty"]["standard"],
        "lone_line_cost": lines["penalty"]["lone_architect"],
        "lone_drawn": DRAWN_BY_LONE,
        "lake_pay": LAKE_PAY,
        "marked_lake_pay": 2 * LAKE_PAY,
        "dale_price": modes["dale"]["dale_price"],
        "money_per_person": board["final_scoring"]["money_per_population"],
        "ladder": board["solo_ladder"],
        "modes": modes,
        "n_goals": len(GOAL_ROWS),
        "rewards": sorted({int(row["reward"]) for row in GOAL_ROWS}),
        **{f"cost_{row['id']}": int(row["cost"]) for row in TILE_ROWS if row["stack"] == "basic"},
    }


def uneven_lines(positions: list[int], step: int) -> list[int]:
    """List the red lines up to where they follow each other by equal steps."""
    n = len(positions) - 1
    while n > 0 and positions[n] - positions[n - 1] == step:
        n -= 1
    return positions[: n + 1]
