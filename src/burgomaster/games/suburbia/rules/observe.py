"""A redacted position as a JSON-ready dict: what a page, a client or a bot gets to see."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

from burgomaster.games.suburbia.rules.cards import (
    BACKS,
    BASICS,
    GOAL_IDS,
    GOAL_ROWS,
    IDS,
    N_GOALS,
    N_TILES,
    NO_TILE,
    SURCHARGES,
    TILES,
    Stack,
)
from burgomaster.games.suburbia.rules.effects import is_line
from burgomaster.games.suburbia.rules.hexes import x_of, y_of
from burgomaster.games.suburbia.rules.options import LETTERS, read_board
from burgomaster.games.suburbia.rules.scoring import goal_value, goal_winner, is_hired
from burgomaster.games.suburbia.rules.state import MAX_PLAYERS, N_SLOTS, Decision

LADDER = read_board()["solo_ladder"]
MOST_LINES = 4096
_next_lines: dict[tuple[bytes, int], int] = {}  # what was found, by the rules of a table and a population


def observe(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the view of a seat, from a state that was redacted for it."""
    is_over = bool(state.decision == Decision.OVER)
    return {
        "round": int(state.round_no),
        "phase": Decision(state.decision).name.lower(),
        "to_move": None if is_over else int(state.to_move),
        "first_player": int(state.first_player),
        "end_shown": bool(state.end_shown),
        "last_round": bool(state.final_round),
        "over": is_over,
        "market": [show_slot(state, slot) for slot in range(N_SLOTS)],
        "basics": [show_basic(state, kind) for kind in range(len(BASICS))],
        "stacks": {
            letter: int(state.stack_end[stack]) - int(state.stack_next[stack])
            for stack, letter in enumerate(LETTERS)
        },
        "end_window": show_window(state),
        "gone": show_counts(state.gone),
        "goals": show_goals(state, seat),
        "dale_slot": int(state.dale_slot) if state.decision == Decision.DALE else None,
        "rung": show_rung(state),
        "players": [show_player(state, other) for other in range(state.rules.n_boroughs)],
    }


def show_counts(counts: Any) -> dict[str, int]:
    """Describe tiles with their numbers, in the order of tiles.csv."""
    pairs = counts.tolist()  # two counts to a byte, as in core/bits.py
    both = [count for pair in pairs for count in (pair & 15, pair >> 4)]
    return {IDS[tile]: count for tile, count in enumerate(both[:N_TILES]) if count}


def show_slot(state: Any, slot: int) -> dict[str, Any] | None:
    """Describe a tile of the market with what it costs, None if the slot is empty."""
    tile = int(state.market[slot])
    if tile == NO_TILE:
        return None
    if tile >= BACKS:
        return {"slot": slot, "stack": LETTERS[tile - BACKS]}
    cost, surcharge = int(TILES[tile].cost), int(SURCHARGES[slot])
    return {"slot": slot, "tile": IDS[tile], "cost": cost, "surcharge": surcharge, "total": cost + surcharge}


def show_basic(state: Any, kind: int) -> dict[str, Any]:
    """Describe a basic tile with how many are left."""
    tile = BASICS[kind]
    return {"tile": IDS[tile], "cost": int(TILES[tile].cost), "left": int(state.basics[kind])}


def show_window(state: Any) -> list[int] | None:
    """Describe how many tiles are drawn before the end tile: at least and at most; None if it has shown."""
    if state.end_shown:
        return None
    place = int(state.stack_next[Stack.C])
    before = sum(int(state.stack_end[stack]) - int(state.stack_next[stack]) for stack in (Stack.A, Stack.B))
    end = int(state.stack_end[Stack.C]) - int(state.rules.n_bottom)
    first = end - int(state.rules.n_mixed) - 1
    return [before + max(0, first - place), before + end - 1 - place]


def show_goals(state: Any, seat: int | None) -> list[dict[str, Any]]:
    """Describe the goals that a seat knows, with everybody's present value."""
    found = [show_goal(state, int(state.public_goals[n]), None, n) for n in range(state.rules.n_public_goals)]
    for owner in range(int(state.rules.n_players) * int(state.rules.has_private_goals)):
        for place, goal in enumerate(state.players[owner].goals):
            if goal < N_GOALS and not (place == 1 and state.players[owner].has_kept):
                found.append(show_goal(state, int(goal), owner, MAX_PLAYERS + owner))
    return found


def show_goal(state: Any, goal: int, owner: int | None, place: int) -> dict[str, Any]:
    """Describe a goal, what everybody has of it, and who would get it now or got it."""
    is_over = state.decision == Decision.OVER
    leader = int(state.goal_winners[place]) if is_over else int(goal_winner(state, goal))
    values = [int(goal_value(state.players[seat], goal)) for seat in range(state.rules.n_boroughs)]
    return {
        "goal": GOAL_IDS[goal],
        "reward": int(GOAL_ROWS[goal]["reward"]),
        "owner": owner,
        "values": None if is_over else values,  # money and population have changed in the scoring
        "leader": None if leader < 0 or (owner is not None and leader != owner) else leader,
    }


def show_rung(state: Any) -> dict[str, str] | None:
    """Describe the position that the player of a solo game has reached, None if none (10)."""
    if not (state.rules.is_lone or state.rules.is_dale):
        return None
    if state.rules.is_dale and not is_hired(state):
        return None
    return find_rung(int(state.players[0].population))


def find_rung(population: int) -> dict[str, str] | None:
    """Find the rung of the ladder that a population reaches."""
    for rung in LADDER:
        if population >= rung["min"]:
            return {"en": rung["name_en"], "ru": rung["name_ru"]}
    return None


def show_player(state: Any, seat: int) -> dict[str, Any]:
    """Describe one seat; everything but the private goals is public."""
    player = state.players[seat]
    return {
        "seat": seat,
        "money": int(player.money),
        "income": int(player.income),
        "reputation": int(player.reputation),
        "population": int(player.population),
        "next_line": next_line(state, int(player.population)),
        "markers": int(player.markers),
        "goals_kept": bool(player.has_kept),
        "tiles": show_tiles(player),
        "cells": sorted(list(place_of(cell)) for cell in player.cells[: player.n_cells].tolist()),
    }


def next_line(state: Any, population: int) -> int:
    """Return the number at which the next red line is crossed upward; the same for all tables alike."""
    key = state.rules.tobytes(), population
    if key not in _next_lines:
        if len(_next_lines) >= MOST_LINES:
            _next_lines.clear()
        _next_lines[key] = next(line for line in count(population + 1) if is_line(state.rules, line))
    return _next_lines[key]


def show_tiles(player: Any) -> list[dict[str, Any]]:
    """Describe the tiles of a borough."""
    laid, marked = player.tiles[: int(player.n_tiles)], int(player.marked)
    columns = (laid[name].tolist() for name in ("tile", "cell", "seq"))
    return [
        {
            "tile": IDS[tile],
            "x": place_of(cell)[0],
            "y": place_of(cell)[1],
            "seq": seq,
            "marked": bool(marked >> place & 1),
        }
        for place, (tile, cell, seq) in enumerate(zip(*columns, strict=True))
    ]


@cache
def place_of(cell: int) -> tuple[int, int]:
    """Return the column and the height of a cell."""
    return int(x_of(cell)), int(y_of(cell))
