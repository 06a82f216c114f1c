"""The tables of cardboard: `tiles.csv` and `goals.csv` as arrays that kernels index by tile and by goal.

A tile is the number of its row in tiles.csv; behind them come the lake and the end tile. What a tile does
later is a run of rows of `CLAUSES`, one for each clause of its column `effects` (rules.md 2.3).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import TypeAlias

from burgomaster.compiler.struct import I8, I16, I32, U8, Records, record, zeros
from burgomaster.games.suburbia.rules.options import read_board, read_table


class Stack(IntEnum):
    """Where a tile comes from."""

    A = 0
    B = 1
    C = 2
    BASIC = 3


class Type(IntEnum):
    """What a tile is; the first four are buildings."""

    RESIDENTIAL = 0
    INDUSTRIAL = 1
    COMMERCIAL = 2
    CIVIC = 3
    LAKE = 4


class Stat(IntEnum):
    """What an effect changes."""

    INCOME = 0
    REPUTATION = 1
    POPULATION = 2
    MONEY = 3


class Scope(IntEnum):
    """Which tiles a clause counts (rules.md 2.3)."""

    ADJ = 0
    OWN = 1
    ALL = 2
    OTH = 3
    AFTER = 4
    REDLINE = 5
    OWNLAKE = 6


class Subject(IntEnum):
    """What a goal compares (rules.md 7)."""

    RESIDENTIAL = 0
    INDUSTRIAL = 1
    COMMERCIAL = 2
    CIVIC = 3
    LAKES = 4
    AIRPORTS = 5
    INVESTMENT_MARKERS = 6
    INCOME = 7
    REPUTATION = 8
    MONEY = 9


class Comparison(IntEnum):
    """Which value of a goal's subject is the best."""

    MOST = 0
    FEWEST = 1
    LARGEST_GROUP = 2


ReadClause: TypeAlias = tuple[int, Stat, Scope, list[str]]  # delta, stat, scope, targets

TILE_ROWS = read_table("tiles.csv")
GOAL_ROWS = read_table("goals.csv")
LAKE_ROW: Mapping[str, str] = {name: str(value) for name, value in read_board()["lake"].items()}
END_ROW: Mapping[str, str] = read_board()["end_tile"]

ALL_ROWS: tuple[Mapping[str, str], ...] = (*TILE_ROWS, LAKE_ROW, END_ROW)
IDS = tuple(row["id"] for row in ALL_ROWS)
TILE_OF = {name: tile for tile, name in enumerate(IDS)}
GOAL_IDS = tuple(row["id"] for row in GOAL_ROWS)
GOAL_OF = {name: goal for goal, name in enumerate(GOAL_IDS)}

SURCHARGES: tuple[int, ...] = tuple(read_board()["market"]["surcharges"])  # by slot
N_TILES = len(TILE_ROWS)
N_GOALS = len(GOAL_ROWS)
LAKE = N_TILES
END_TILE = N_TILES + 1
NO_TILE = 255  # tiles are kept in bytes
BACKS = 128  # BACKS + stack: a tile of which only the back is known
NO_GOAL = 255  # no goal, or one that is not known
BASICS = tuple(tile for tile, row in enumerate(TILE_ROWS) if row["stack"] == "basic")
N_BASICS = len(BASICS)

TARGETS = {"RES": "residential", "IND": "industrial", "COM": "commercial", "CIV": "civic"}
STATS = {"I": Stat.INCOME, "R": Stat.REPUTATION, "P": Stat.POPULATION, "$": Stat.MONEY}
CLAUSE = re.compile(r"([+-]\d+)([IRP$])/(adj|own|all|oth|after|redline|ownlake)(?::(\w+(?:\|\w+)*))?")

# What a clause can tell tiles apart by: type and icon together. Counting tiles by kind, and naming targets as
# a set of kinds, counts a tile once however many of a clause's targets it fits.
KINDS = tuple(sorted({(row["type"], row["icon"]) for row in (*TILE_ROWS, LAKE_ROW)}))
N_KINDS = len(KINDS)
LAKE_KIND = KINDS.index(("lake", ""))

# What a tile may react to, as bits.
WATCHES_OWN, WATCHES_OTHERS, WATCHES_LINES = 1, 2, 4
WATCHES = {
    Scope.ADJ: 0,  # neighbours are asked in any case
    Scope.OWN: WATCHES_OWN,
    Scope.ALL: WATCHES_OWN | WATCHES_OTHERS,
    Scope.OTH: WATCHES_OTHERS,
    Scope.AFTER: WATCHES_OWN | WATCHES_OTHERS,
    Scope.REDLINE: WATCHES_LINES,
    Scope.OWNLAKE: WATCHES_OWN,
}


@record
class TileRow:
    """What a kernel may ask about a tile."""

    cost: I16
    stack: I8
    kind: U8
    money: I8
    income: I8
    reputation: I8
    population: I8
    first_clause: U8
    n_clauses: U8
    watches: U8


@record
class Clause:
    """One clause: `delta` of `stat` for each tile of one of `kinds` in the scope."""

    kinds: I32  # bits
    delta: I8
    stat: I8
    scope: I8


@record
class GoalRow:
    """A goal."""

    kinds: I32  # bits of the tiles it is about, 0 if it is about none
    reward: I8
    subject: I8
    comparison: I8
    excluded_with_dale: I8


def read_clauses(effects: str) -> list[ReadClause]:
    """Read the clauses of a column `effects`: delta, stat, scope, targets."""
    return [_read_clause(clause) for clause in effects.split(";") if clause]


def _read_clause(clause: str) -> ReadClause:
    found = CLAUSE.fullmatch(clause)
    if found is None:
        raise ValueError(f"tiles.csv: {clause!r} is no clause such as +1I/adj:RES|COM")
    delta, stat, scope, targets = found.groups()
    if scope == "redline" and stat == "P":
        raise ValueError(f"tiles.csv: {clause!r}: a red line cannot change the population that crosses it")
    return int(delta), STATS[stat], Scope[scope.upper()], (targets or "").split("|")


def kinds_of(targets: list[str]) -> int:
    """Return the kinds of tiles that fit one of the targets, as bits; a lake fits none."""
    words = {TARGETS.get(target, target) for target in targets} - {""}
    return sum(1 << kind for kind, names in enumerate(KINDS) if words & set(names) - {"lake"})


def _make_tiles() -> tuple[Records[TileRow], Records[Clause]]:
    tiles = zeros(TileRow, len(ALL_ROWS))
    found: list[ReadClause] = []
    for tile, row in enumerate((*TILE_ROWS, LAKE_ROW)):
        clauses = read_clauses(row["effects"])
        _fill_tile(tiles[tile], row, len(found), clauses)
        found += clauses
    table = zeros(Clause, len(found))
    for place, (delta, stat, scope, targets) in enumerate(found):
        clause = table[place]
        clause.kinds, clause.delta, clause.stat, clause.scope = kinds_of(targets), delta, stat, scope
    return tiles, table


def _fill_tile(tile: TileRow, row: Mapping[str, str], first: int, clauses: list[ReadClause]) -> None:
    tile.cost = int(row["cost"])
    tile.stack = Stack[row.get("stack", "basic").upper()]
    tile.kind = KINDS.index((row["type"], row["icon"]))
    tile.money, tile.income = int(row["money"]), int(row["income"])
    tile.reputation, tile.population = int(row["reputation"]), int(row["population"])
    tile.first_clause, tile.n_clauses = first, len(clauses)
    for _delta, _stat, scope, _targets in clauses:
        tile.watches |= WATCHES[scope]


def _make_goals() -> Records[GoalRow]:
    goals = zeros(GoalRow, N_GOALS)
    for number, row in enumerate(GOAL_ROWS):
        goal = goals[number]
        goal.reward = int(row["reward"])
        goal.subject = Subject[row["subject"].upper()]
        goal.comparison = Comparison[row["comparison"].upper()]
        goal.excluded_with_dale = int(row["excluded_with_dale"] == "true")
        goal.kinds = (
            1 << LAKE_KIND if row["subject"] == "lakes" else kinds_of([row["subject"].removesuffix("s")])
        )
    return goals


TILES, CLAUSES = _make_tiles()
GOALS = _make_goals()
