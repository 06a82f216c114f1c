"""A redacted position as a JSON-ready dict: what a page, a client or a bot gets to see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from burgomaster.core.cache import Cache
from burgomaster.core.plain import name_counts, plain
from burgomaster.games.suburbia.rules.cards import (
    BACKS,
    BASICS,
    GOAL_IDS,
    GOAL_ROWS,
    IDS,
    N_GOALS,
    NO_TILE,
    SURCHARGES,
    TILES,
    Stack,
)
from burgomaster.games.suburbia.rules.effects import is_line
from burgomaster.games.suburbia.rules.hexes import x_of, y_of
from burgomaster.games.suburbia.rules.options import LETTERS, read_board
from burgomaster.games.suburbia.rules.scoring import goal_value, goal_winner, is_hired
from burgomaster.games.suburbia.rules.state import MAX_PLAYERS, Decision

LADDER = read_board()["solo_ladder"]
COSTS = [int(TILES[tile].cost) for tile in range(len(TILES))]
PHASES = [decision.name.lower() for decision in Decision]
MOST_LINES = 4096


class Holder(NamedTuple):
    """A player as a view shows them, with the goals that the viewer knows of."""

    shown: dict[str, Any]
    goals: Sequence[int]
    values: dict[int, int]  # what they have of each goal that somebody asked for


_next_lines: dict[tuple[bytes, int], int] = {}  # what was found, by the rules of a table and a population
_holders: Cache[Holder] = Cache(2048)  # by all that a player has: a move changes one of them
_leaders: Cache[int] = Cache(4096)  # by a goal and what everybody has of it


def observe(state: Any, seat: int | None) -> dict[str, Any]:
    """Return the view of a seat, from a state that was redacted for it."""
    now = plain(state)
    is_over = now.decision == Decision.OVER
    records = [state.players[other] for other in range(now.rules.n_boroughs)]
    holders = [hold(state, other, record) for other, record in enumerate(records)]
    left = [end - place for place, end in zip(now.stack_next, now.stack_end, strict=True)]
    return {
        "round": now.round_no,
        "phase": PHASES[now.decision],
        "to_move": None if is_over else now.to_move,
        "first_player": now.first_player,
        "end_shown": bool(now.end_shown),
        "last_round": bool(now.final_round),
        "over": is_over,
        "market": [show_slot(slot, tile) for slot, tile in enumerate(now.market)],
        "basics": [
            {"tile": IDS[tile], "cost": COSTS[tile], "left": n_left}
            for tile, n_left in zip(BASICS, now.basics, strict=True)
        ],
        "stacks": dict(zip(LETTERS, left, strict=False)),
        "end_window": show_window(now, left),
        "gone": name_counts(now.gone, IDS),
        "goals": show_goals(state, now, records, holders),
        "dale_slot": now.dale_slot if now.decision == Decision.DALE else None,
        "rung": show_rung(state, now, holders[0].shown["population"]),
        "players": [holder.shown for holder in holders],
    }


def show_slot(slot: int, tile: int) -> dict[str, Any] | None:
    """Describe a tile of the market with what it costs, None if the slot is empty."""
    if tile == NO_TILE:
        return None
    if tile >= BACKS:
        return {"slot": slot, "stack": LETTERS[tile - BACKS]}
    cost, surcharge = COSTS[tile], int(SURCHARGES[slot])
    return {"slot": slot, "tile": IDS[tile], "cost": cost, "surcharge": surcharge, "total": cost + surcharge}


def show_window(now: Any, left: Sequence[int]) -> list[int] | None:
    """Describe how many tiles are drawn before the end tile: at least and at most; None if it has shown."""
    if now.end_shown:
        return None
    place, before = now.stack_next[Stack.C], left[Stack.A] + left[Stack.B]
    end = now.stack_end[Stack.C] - now.rules.n_bottom
    first = end - now.rules.n_mixed - 1
    return [before + max(0, first - place), before + end - 1 - place]


def show_goals(
    state: Any, now: Any, records: Sequence[Any], holders: Sequence[Holder]
) -> list[dict[str, Any]]:
    """Describe the goals that a seat knows, with everybody's present value."""
    public = enumerate(now.public_goals[: now.rules.n_public_goals])
    found = [show_goal(state, now, records, holders, goal, None, place) for place, goal in public]
    for owner in range(now.rules.n_players * now.rules.has_private_goals):
        for place, goal in enumerate(holders[owner].goals):
            if goal < N_GOALS and not (place == 1 and holders[owner].shown["goals_kept"]):
                found.append(show_goal(state, now, records, holders, goal, owner, MAX_PLAYERS + owner))
    return found


def show_goal(
    state: Any,
    now: Any,
    records: Sequence[Any],
    holders: Sequence[Holder],
    goal: int,
    owner: int | None,
    place: int,
) -> dict[str, Any]:
    """Describe a goal, what everybody has of it, and who would get it now or got it."""
    is_over = now.decision == Decision.OVER
    values = None if is_over else [value_for(*one, goal) for one in zip(records, holders, strict=True)]
    leader = now.goal_winners[place] if values is None else leader_of(state, goal, values)
    return {
        "goal": GOAL_IDS[goal],
        "reward": int(GOAL_ROWS[goal]["reward"]),
        "owner": owner,
        "values": values,  # None at the end: money and population have changed in the scoring
        "leader": None if leader < 0 or (owner is not None and leader != owner) else leader,
    }


def value_for(record: Any, holder: Holder, goal: int) -> int:
    """Tell what a player has of a goal; it is found once, as long as the player has the same."""
    if goal not in holder.values:
        holder.values[goal] = int(goal_value(record, goal))
    return holder.values[goal]


def leader_of(state: Any, goal: int, values: Sequence[int]) -> int:
    """Tell who would get a goal, by what everybody has of it; NO_SEAT if nobody."""
    return _leaders.get((goal, *values), lambda: int(goal_winner(state, goal)))


def show_rung(state: Any, now: Any, population: int) -> dict[str, str] | None:
    """Describe the position that the player of a solo game has reached, None if none (10)."""
    if not (now.rules.is_lone or now.rules.is_dale):
        return None
    return None if now.rules.is_dale and not is_hired(state) else find_rung(population)


def find_rung(population: int) -> dict[str, str] | None:
    for rung in LADDER:
        if population >= rung["min"]:
            return {"en": rung["name_en"], "ru": rung["name_ru"]}
    return None


def hold(state: Any, seat: int, record: Any) -> Holder:
    """Describe one seat; everything but the private goals is public, and nothing depends on the others."""
    key = seat, record.tobytes(), state.rules.tobytes()
    return _holders.get(key, lambda: Holder(show_player(state, seat, record), record.goals.tolist(), {}))


def show_player(state: Any, seat: int, record: Any) -> dict[str, Any]:
    player = plain(record)
    return {
        "seat": seat,
        "money": player.money,
        "income": player.income,
        "reputation": player.reputation,
        "population": player.population,
        "next_line": next_line(state, player.population),
        "markers": player.markers,
        "goals_kept": bool(player.has_kept),
        "tiles": show_tiles(player),
        "cells": sorted([*place_of(cell)] for cell in player.cells[: player.n_cells]),
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
    laid, marked = player.tiles[: player.n_tiles], player.marked
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
    return int(x_of(cell)), int(y_of(cell))
