"""The numbers that the rules page and the lesson speak of, from the tables and constants of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgomaster.games.spyrium.rules import cards
from burgomaster.games.spyrium.rules.options import residence_tracks


def facts() -> Mapping[str, Any]:
    """Collect the numbers by name; some are tables."""
    board = cards.BOARD
    start, figures = board["start"], board["figures"]
    track = residence_tracks()["default"]
    return {
        "rounds": cards.N_ROUNDS,
        "start_money": start["money"],
        "start_crystals": start["crystals"],
        "start_workers": start["workers_active"],
        "reserve": start["workers_reserve"],
        "workers": cards.WORKERS_PER_PLAYER,
        "track": track,
        "first_income": track[start["residence_index"]],
        "first_bonus": board["bonus"]["thresholds"][0],
        "second_bonus": board["bonus"]["thresholds"][1],
        "bonus_money": cards.REWARD_MONEY,
        "crowd_fee": cards.CROWD_FEE,
        "earn": cards.EARN_PER_WORKER,
        "upgrade": figures["upgrade_discount"],
        "max_end": cards.MAX_END_SCORE,
        "positions": board["market"]["rows"] * board["market"]["columns"],
        "gaps": len(board["market"]["gaps"]),
        "periods": period_rounds(board),
        "max_players": cards.MAX_PLAYERS,
    }


def period_rounds(board: Mapping[str, Any]) -> dict[str, list[int]]:
    """List the rounds of each period."""
    found: dict[str, list[int]] = {}
    for entry in board["rounds"]:
        found.setdefault(entry["period"], []).append(entry["round"])
    return found
