"""A second, slow evaluator of Suburbia, written from the rules alone.

The compiled engine is compared with it. Nothing here is shared with the engine but the three data files: the
tables are read and the effect clauses parsed when the module is loaded, every count scans all tiles that lie
on the table, and nothing is remembered that can be counted again.

`Position` holds a table and the single steps of a turn (lay, mark, income, refill ...), to be used on any
position. `Evaluator` plays whole games on it, one notation after the other. Section numbers are those of the
rules specification.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import burgomaster

Cell = tuple[int, int]
Setup = dict[str, Any]

DATA = Path(burgomaster.__file__).parent / "games" / "suburbia" / "rules"
BOARD: dict[str, Any] = json.loads((DATA / "board.json").read_text(encoding="utf-8"))
LAKE = "lake"
END_TILE: str = BOARD["end_tile"]["id"]
N_SLOTS: int = BOARD["market"]["slots"]
SURCHARGES: list[int] = BOARD["market"]["surcharges"]
BASICS: dict[str, int] = BOARD["basic_supply_on_offer"]
TYPES = {"RES": "residential", "IND": "industrial", "COM": "commercial", "CIV": "civic"}
STATS = {"$": "money", "I": "income", "R": "reputation", "P": "population"}
VALUES = tuple(STATS.values())  # also the order of several immediate effects (2.3)
HUMAN, DALE = 0, 1


class Illegal(ValueError):
    """A step or a move that the rules do not allow; the position stays as it was."""


# The tables


@dataclass(frozen=True)
class Clause:
    """One conditional effect (2.3)."""

    delta: int
    stat: str  # one of VALUES
    scope: str
    targets: tuple[str, ...]  # types and icons


@dataclass(frozen=True)
class Row:
    """What is printed on a tile."""

    id: str
    stack: str
    copies: int
    cost: int
    kind: str  # type of the building, or "lake"
    icon: str
    immediate: dict[str, int]
    clauses: tuple[Clause, ...]

    def matches(self, targets: tuple[str, ...]) -> bool:
        """Whether type or icon is listed; a lake is never meant."""
        return self.kind != LAKE and (self.kind in targets or self.icon in targets)


CLAUSE = re.compile(r"([+-]\d+)([IRP$])/(adj|own|all|oth|after|redline|ownlake)(?::(.+))?")


def parse_clause(text: str) -> Clause:
    """Read one clause such as `-1R/adj:RES|CIV`."""
    found = CLAUSE.fullmatch(text)
    if found is None:
        raise ValueError(f"not a clause: {text}")
    delta, stat, scope, targets = found.groups()
    if (scope == "redline") != (targets is None):
        raise ValueError(f"targets missing or too many: {text}")
    names = tuple(TYPES.get(name, name) for name in targets.split("|")) if targets else ()
    return Clause(int(delta), STATS[stat], scope, names)


def parse_row(row: Mapping[str, Any]) -> Row:
    """Read one row of the tile table, or the lake."""
    return Row(
        id=row["id"],
        stack=row.get("stack", ""),
        copies=int(row.get("copies", 0)),
        cost=int(row["cost"]),
        kind=row["type"],
        icon=row["icon"],
        immediate={stat: int(row[stat]) for stat in VALUES},
        clauses=tuple(parse_clause(text) for text in row["effects"].split(";") if text),
    )


def read_csv(name: str) -> list[dict[str, str]]:
    """All rows of a data file."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


TILES: dict[str, Row] = {row["id"]: parse_row(row) for row in read_csv("tiles.csv")}
TILES[LAKE] = parse_row(BOARD["lake"])
GOALS: dict[str, dict[str, str]] = {row["id"]: row for row in read_csv("goals.csv")}


# The options (16)


@dataclass(frozen=True)
class Options:
    """The options of a game.

    `red_lines` is None (the table), a list of positions (with the step of the table) or a dict with
    `positions` and `step`; `blocked_cells` is None (the table), a list of cells or "all_above".
    """

    players: int = 2
    solo: str | None = None
    board_side: Any = "A"  # drawing only
    first_player: Any = "random"  # or a seat
    red_lines: Any = None
    blocked_cells: Any = None
    redline_tiles_mirror: bool = False
    redline_marker_retroactive: bool = False
    lake_marker_doubles_waterfront: bool = False
    lone_return_bonus: int = 2
    lone_end: str = "one_more_turn"
    dale_tie: str = "fixed"
    dale_private_goal: bool = False
    dale_win: str = "strict"
    full_tie: str = "shared"

    @property
    def mode(self) -> str:
        """Key of the mode: `2p`, `3p`, `4p`, `lone_architect` or `dale`."""
        return self.solo or f"{self.players}p"

    @property
    def numbers(self) -> dict[str, Any]:
        """The numbers of the mode (3.1)."""
        numbers: dict[str, Any] = BOARD["modes"][self.mode]
        return numbers

    @property
    def n_boroughs(self) -> int:
        """Number of boroughs; Dale has one too."""
        return int(self.numbers["players"])

    @property
    def choosers(self) -> list[int]:
        """Seats that choose a private goal."""
        if self.solo == "dale":
            return [HUMAN] if self.dale_private_goal else []
        return list(range(self.players)) if self.numbers["private_goals"] else []

    @property
    def line_loss(self) -> int:
        """Income and reputation lost when a red line is crossed upward."""
        return int(BOARD["red_lines"]["penalty"][self.solo or "standard"])

    @property
    def line_return(self) -> int:
        """Income and reputation given back when a red line is crossed downward (R22)."""
        if self.solo == "lone_architect":
            return self.lone_return_bonus
        return int(BOARD["red_lines"]["return_bonus"][self.solo or "standard"])

    def lines(self, limit: int) -> list[int]:
        """All red lines up to a population, ascending; behind the list they go on in equal steps (R20)."""
        table = BOARD["red_lines"]
        positions, step = table["positions"], table["beyond_last_step_reconstructed"]
        if isinstance(self.red_lines, Mapping):
            positions, step = self.red_lines["positions"], self.red_lines.get("step", step)
        elif self.red_lines is not None:
            positions = self.red_lines
        lines = list(positions)
        while lines and step and lines[-1] < limit:
            lines.append(lines[-1] + step)
        return [line for line in lines if line <= limit]

    def is_blocked(self, cell: Cell) -> bool:
        """Whether the borough board covers the cell (R35)."""
        if self.blocked_cells == "all_above":
            return cell[1] < 0
        cells = BOARD["geometry"]["blocked"] if self.blocked_cells is None else self.blocked_cells
        return any(tuple(blocked) == cell for blocked in cells)


# Geometry (11)


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells that share a side with this one."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in BOARD["geometry"]["neighbours"]]


def distance(cell: Cell) -> int:
    """Hex distance to the Suburbs at (0,0)."""
    x, y = abs(cell[0]), abs(cell[1])
    return x + max(0, (y - x) // 2)


def parse_cell(text: str) -> Cell:
    """Read `X,Y`."""
    x, y = text.split(",")
    return int(x), int(y)


def show_cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


# The position


@dataclass
class Tile:
    """A tile lying in a borough."""

    seq: int
    owner: int
    face: str  # id of the building, or "lake"
    cell: Cell
    marked: bool = False
    n_passed: int = 0  # red lines the owner crossed upward since it was laid

    @property
    def row(self) -> Row:
        return TILES[self.face]

    @property
    def is_lake(self) -> bool:
        return self.face == LAKE

    @property
    def factor(self) -> int:
        """How often each later trigger counts."""
        return 2 if self.marked else 1

    def is_adjacent(self, other: Tile) -> bool:
        """Whether the two share a side; tiles of different boroughs never do."""
        return self.owner == other.owner and other.cell in neighbours(self.cell)


@dataclass
class Player:
    money: int = BOARD["start"]["money"]
    income: int = BOARD["start"]["income"]
    reputation: int = BOARD["start"]["reputation"]
    population: int = BOARD["start"]["population"]
    markers: int = BOARD["start"]["investment_markers"]
    offered: tuple[str, ...] = ()  # private goals dealt
    goal: str | None = None  # private goal kept
    n_lines_up: int = 0
    n_lines_down: int = 0


class Position:
    """A table and the steps of a turn, to be taken in any order by any seat.

    A step that is not allowed raises `Illegal` and changes nothing.
    """

    def __init__(self, options: Options, first_player: int = 0) -> None:
        self.options = options
        self.first_player = first_player
        self.players = [Player() for _ in range(options.n_boroughs)]
        self.tiles: list[Tile] = []  # of all boroughs, in the order laid
        self.market: list[str | None] = [None] * N_SLOTS
        self.basics = dict(BASICS)
        self.stacks: dict[str, list[str]] = {"A": [], "B": [], "C": []}
        self.public: list[str] = []
        self.end_shown = False
        for seat in self.clockwise(first_player):
            for start in BOARD["start"]["tiles"]:
                self.add_tile(seat, start["tile"], (start["x"], start["y"]))

    def copy(self) -> Position:
        other = Position(self.options, self.first_player)
        other.players = [replace(player) for player in self.players]
        other.tiles = [replace(tile) for tile in self.tiles]
        other.market = list(self.market)
        other.basics = dict(self.basics)
        other.stacks = {letter: list(stack) for letter, stack in self.stacks.items()}
        other.public = list(self.public)
        other.end_shown = self.end_shown
        return other

    def clockwise(self, seat: int) -> list[int]:
        n = self.options.n_boroughs
        return [(seat + i) % n for i in range(n)]

    def borough(self, seat: int) -> list[Tile]:
        """The tiles of a player, oldest first."""
        return [tile for tile in self.tiles if tile.owner == seat]

    def tile_at(self, seat: int, cell: Cell) -> Tile | None:
        for tile in self.borough(seat):
            if tile.cell == cell:
                return tile
        return None

    def add_tile(self, seat: int, face: str, cell: Cell, marked: bool = False) -> Tile:
        """Put a tile down with the next seq; no effect is resolved."""
        tile = Tile(len(self.tiles), seat, face, cell, marked)
        self.tiles.append(tile)
        return tile

    # What is allowed (4.2)

    def is_legal_cell(self, seat: int, cell: Cell) -> bool:
        """Empty, not blocked and beside an own tile."""
        if self.options.is_blocked(cell) or self.tile_at(seat, cell) is not None:
            return False
        return any(cell in neighbours(tile.cell) for tile in self.borough(seat))

    def legal_cells(self, seat: int) -> list[Cell]:
        """All legal cells of a player, found by trying every cell around the borough."""
        xs = [tile.cell[0] for tile in self.borough(seat)]
        ys = [tile.cell[1] for tile in self.borough(seat)]
        return [
            (x, y)
            for x in range(min(xs) - 1, max(xs) + 2)
            for y in range(min(ys) - 2, max(ys) + 3)
            if (x + y) % 2 == 0 and self.is_legal_cell(seat, (x, y))
        ]

    def face_in(self, slot: int) -> str | None:
        """The tile in a slot, None if it is empty or there is no such slot."""
        return self.market[slot] if 0 <= slot < N_SLOTS else None

    def can_buy(self, seat: int, slot: int, cell: Cell) -> bool:
        """Placement A: price and surcharge in hand."""
        face = self.face_in(slot)
        if face is None or self.players[seat].money < TILES[face].cost + SURCHARGES[slot]:
            return False
        return self.is_legal_cell(seat, cell)

    def can_basic(self, seat: int, face: str, cell: Cell) -> bool:
        """Placement B: on offer and the price in hand."""
        if self.basics.get(face, 0) < 1 or self.players[seat].money < TILES[face].cost:
            return False
        return self.is_legal_cell(seat, cell)

    def can_lake(self, seat: int, slot: int, cell: Cell) -> bool:
        """Placement C: the surcharge in hand."""
        return self.can_discard(seat, slot) and self.is_legal_cell(seat, cell)

    def can_mark(self, seat: int, cell: Cell) -> bool:
        """Placement D: a marker left, a tile without one and its price in hand."""
        tile = self.tile_at(seat, cell)
        if tile is None or tile.marked or self.players[seat].markers < 1:
            return False
        return self.players[seat].money >= tile.row.cost

    def can_discard(self, seat: int, slot: int) -> bool:
        """A filled slot and its surcharge in hand."""
        return self.face_in(slot) is not None and self.players[seat].money >= SURCHARGES[slot]

    # The steps of a turn

    def buy(self, seat: int, slot: int, cell: Cell) -> None:
        """Placement A: a market tile."""
        require(self.can_buy(seat, slot, cell))
        face = self.take(slot)
        self.players[seat].money -= TILES[face].cost + SURCHARGES[slot]
        self.lay(seat, face, cell)

    def basic(self, seat: int, face: str, cell: Cell) -> None:
        """Placement B: a basic tile, without the discard that follows."""
        require(self.can_basic(seat, face, cell))
        self.basics[face] -= 1
        self.players[seat].money -= TILES[face].cost
        self.lay(seat, face, cell)

    def lake(self, seat: int, slot: int, cell: Cell) -> None:
        """Placement C: a market tile face down."""
        require(self.can_lake(seat, slot, cell))
        self.take(slot)
        self.players[seat].money -= SURCHARGES[slot]
        self.lay(seat, LAKE, cell)

    def mark(self, seat: int, cell: Cell) -> None:
        """Placement D: an investment marker (5.3), without the discard that follows."""
        require(self.can_mark(seat, cell))
        tile = self.tile_at(seat, cell)
        assert tile is not None
        self.players[seat].money -= tile.row.cost
        self.players[seat].markers -= 1
        self.immediate(tile)
        for clause in tile.row.clauses:
            self.repeat_clause(tile, clause)
        if tile.is_lake and self.options.lake_marker_doubles_waterfront:
            self.repeat_waterfront(tile)
        tile.marked = True

    def discard(self, seat: int, slot: int) -> None:
        """Throw a market tile away and pay its surcharge; also the Lone Architect's extra removal."""
        require(self.can_discard(seat, slot))
        self.take(slot)
        self.players[seat].money -= SURCHARGES[slot]

    def take(self, slot: int) -> str:
        face = self.market[slot]
        assert face is not None
        self.market[slot] = None
        return face

    def income(self, seat: int) -> None:
        player = self.players[seat]
        due = -player.income
        if due <= 0:
            player.money -= due
            return
        paid = min(due, player.money)
        player.money -= paid
        self.move_population(seat, paid - due)

    def population(self, seat: int) -> None:
        player = self.players[seat]
        due = -player.reputation
        if due <= 0:
            self.move_population(seat, -due)
            return
        people = min(due, player.population)
        self.move_population(seat, -people)
        player.money -= min(player.money, due - people)

    def refill(self) -> None:
        """Slide the market to the right and fill it from the stacks (6.3)."""
        left = [face for face in self.market if face is not None]
        self.market = [None] * (N_SLOTS - len(left)) + left
        for slot in reversed(range(N_SLOTS - len(left))):
            self.market[slot] = self.draw()

    def draw(self) -> str | None:
        """The next tile for the market; the end tile is put aside and replaced."""
        face = self.draw_any()
        if face == END_TILE:
            self.end_shown = True
            face = self.draw_any()
        return face

    def draw_any(self) -> str | None:
        """The top of the current stack, the end tile included; None when all are empty."""
        for stack in self.stacks.values():
            if stack:
                return stack.pop(0)
        return None

    # Effects (5)

    def lay(self, seat: int, face: str, cell: Cell) -> None:
        """Lay a tile that is paid for and resolve everything (5.1)."""
        self.resolve_others(self.resolve_own(seat, face, cell))

    def resolve_own(self, seat: int, face: str, cell: Cell) -> Tile:
        """Points 2 to 5: the new tile, its neighbours, the rest of the borough."""
        older = self.borough(seat)
        new = self.add_tile(seat, face, cell)
        self.immediate(new)
        for clause in new.row.clauses:
            self.change(seat, clause.stat, clause.delta * self.count_now(new, clause))
        for tile in older:
            if tile.is_adjacent(new):
                self.react(tile, new)
        for tile in older:
            if not tile.is_adjacent(new):
                self.react(tile, new)
        return new

    def resolve_others(self, new: Tile) -> None:
        """Point 7: the other players, clockwise."""
        for seat in self.clockwise(new.owner)[1:]:
            for tile in self.borough(seat):
                self.react(tile, new)

    def immediate(self, tile: Tile) -> None:
        """The immediate effect of a tile."""
        for stat in VALUES:
            self.change(tile.owner, stat, tile.row.immediate[stat])

    def react(self, tile: Tile, new: Tile) -> None:
        """What an older tile makes of a new one."""
        for clause in tile.row.clauses:
            change = clause.delta * self.count_new(tile, new, clause) * tile.factor
            self.change(tile.owner, clause.stat, change)

    def repeat_clause(self, tile: Tile, clause: Clause) -> None:
        """The additional copy of a clause that a marker gives (5.3, R17)."""
        if clause.scope == "redline":
            if self.options.redline_marker_retroactive:
                self.change(tile.owner, clause.stat, clause.delta * tile.n_passed)
            return
        self.change(tile.owner, clause.stat, clause.delta * self.count_now(tile, clause))

    def repeat_waterfront(self, lake: Tile) -> None:
        """The extra of each Waterfront Realty once more for a lake being marked (R13, option)."""
        for tile in self.borough(lake.owner):
            for clause in tile.row.clauses:
                if clause.scope == "ownlake":
                    pairs = len(self.matching_neighbours(lake, clause))
                    self.change(lake.owner, clause.stat, clause.delta * pairs * tile.factor)

    def matching_neighbours(self, tile: Tile, clause: Clause) -> list[Tile]:
        """Tiles adjacent to this one that the clause names."""
        return [t for t in self.tiles if t.is_adjacent(tile) and t.row.matches(clause.targets)]

    def lake_weight(self, lake: Tile) -> int:
        """How often a pair with this lake counts for Waterfront Realty (R13)."""
        return lake.factor if self.options.lake_marker_doubles_waterfront else 1

    def count_now(self, tile: Tile, clause: Clause) -> int:
        """The count when the tile is laid or marked (2.3)."""
        if clause.scope == "redline":
            return 0
        if clause.scope == "adj":
            return len(self.matching_neighbours(tile, clause))
        if clause.scope == "ownlake":
            lakes = [lake for lake in self.borough(tile.owner) if lake.is_lake]
            return sum(len(self.matching_neighbours(lake, clause)) * self.lake_weight(lake) for lake in lakes)
        n = 0
        for other in self.tiles:
            if other.row.matches(clause.targets) and is_in_scope(clause.scope, tile, other):
                n += 1
        return n

    def count_new(self, tile: Tile, new: Tile, clause: Clause) -> int:
        """The count when another tile is laid later (2.3)."""
        if clause.scope == "redline":
            return 0
        if clause.scope == "ownlake":
            return self.count_new_pairs(tile, new, clause)
        if not new.row.matches(clause.targets):
            return 0
        if clause.scope == "adj":
            return int(tile.is_adjacent(new))
        return int(is_in_scope(clause.scope, tile, new))

    def count_new_pairs(self, tile: Tile, new: Tile, clause: Clause) -> int:
        """New pairs of a lake and a building of the tile's owner."""
        if new.owner != tile.owner:
            return 0
        if new.is_lake:
            return len(self.matching_neighbours(new, clause))
        if not new.row.matches(clause.targets):
            return 0
        return sum(self.lake_weight(t) for t in self.tiles if t.is_lake and t.is_adjacent(new))

    # Changing values (5.2, 5.5)

    def change(self, seat: int, stat: str, amount: int) -> None:
        """Change one value by one movement."""
        player = self.players[seat]
        if stat == "population":
            self.move_population(seat, amount)
        elif stat == "money":
            player.money = max(0, player.money + amount)
        else:
            track = BOARD["tracks"][stat]
            wanted = getattr(player, stat) + amount
            setattr(player, stat, min(max(wanted, track["min"]), track["max"]))

    def move_population(self, seat: int, amount: int) -> None:
        """Move the piece over the numbers in between; every red line acts at once (5.5)."""
        old = self.players[seat].population
        new = max(0, old + amount)
        lines = [line for line in self.options.lines(max(old, new)) if line > min(old, new)]
        for _ in lines:
            if new > old:
                self.cross_upward(seat)
            else:
                self.cross_downward(seat)
        self.players[seat].population = new

    def cross_upward(self, seat: int) -> None:
        """One red line upward: the loss, then Casinos and PR Firms."""
        self.players[seat].n_lines_up += 1
        for stat in ("income", "reputation"):
            self.change(seat, stat, -self.options.line_loss)
        for tile in self.borough(seat):
            tile.n_passed += 1
        self.fire_redline_tiles(seat, 1)

    def cross_downward(self, seat: int) -> None:
        """One red line downward: something is given back; Casinos and PR Firms only by option (R16)."""
        self.players[seat].n_lines_down += 1
        for stat in ("income", "reputation"):
            self.change(seat, stat, self.options.line_return)
        if self.options.redline_tiles_mirror:
            self.fire_redline_tiles(seat, -1)

    def fire_redline_tiles(self, seat: int, sign: int) -> None:
        """Let Casinos and PR Firms act for one line."""
        for tile in self.borough(seat):
            for clause in tile.row.clauses:
                if clause.scope == "redline":
                    self.change(seat, clause.stat, sign * clause.delta * tile.factor)

    def recount(self, seat: int) -> dict[str, int]:
        """Sum of all effects of the borough as it lies, red lines left out (invariant 9)."""
        total = dict.fromkeys(VALUES, 0)
        for tile in self.borough(seat):
            for stat in VALUES:
                total[stat] += tile.row.immediate[stat] * tile.factor
            for clause in tile.row.clauses:
                total[clause.stat] += clause.delta * self.count_now(tile, clause) * tile.factor
        return total

    # Dale (9)

    def dale_pick(self) -> int | None:
        """The slot Dale buys: the dearest, then the leftmost."""
        best: int | None = None
        best_price = -1
        for slot, face in enumerate(self.market):
            if face is not None and TILES[face].cost + SURCHARGES[slot] > best_price:
                best, best_price = slot, TILES[face].cost + SURCHARGES[slot]
        return best

    def dale_pay(self) -> None:
        price = int(BOARD["modes"]["dale"]["dale_price"])
        self.players[DALE].money = max(0, self.players[DALE].money - price)

    def dale_gain(self, face: str, cell: Cell) -> tuple[int, int]:
        """What a cell is worth to Dale: both tracks together, then reputation (R26)."""
        trial = self.copy()
        trial.resolve_own(DALE, face, cell)
        before, after = self.players[DALE], trial.players[DALE]
        gain = after.reputation - before.reputation
        return after.income - before.income + gain, gain

    def dale_cells(self, slot: int) -> list[Cell]:
        """The cells Dale may take for the tile in a slot, in his fixed order (R27)."""
        face = self.face_in(slot)
        assert face is not None
        gains = {cell: self.dale_gain(face, cell) for cell in self.legal_cells(DALE)}
        best = [cell for cell in gains if gains[cell] == max(gains.values())]
        return sorted(best, key=lambda cell: (distance(cell), cell[1], cell[0]))

    def dale_deal(self) -> None:
        """Points 6 and 7: a new market; the end tile stops the deal."""
        self.market = [None] * N_SLOTS
        for slot in BOARD["market"]["dale_fill_order"]:
            face = self.draw_any()
            if face == END_TILE:
                self.end_shown = True
                return
            self.market[slot] = face

    # Goals and final scoring (7, 8)

    def subject(self, seat: int, goal: str) -> int:
        """The value of a player that a goal compares."""
        name = GOALS[goal]["subject"]
        if GOALS[goal]["comparison"] == "largest_group":
            return self.largest_group(seat, name)
        if name in ("income", "reputation", "money"):
            return int(getattr(self.players[seat], name))
        if name == "investment_markers":
            return sum(tile.marked for tile in self.borough(seat))
        if name == "airports":
            return sum(tile.row.icon == "airport" for tile in self.borough(seat))
        return sum(is_of_kind(tile, name) for tile in self.borough(seat))

    def largest_group(self, seat: int, name: str) -> int:
        """Size of the largest side-connected group of a kind (R21)."""
        left = [tile for tile in self.borough(seat) if is_of_kind(tile, name)]
        largest = 0
        while left:
            group = [left.pop()]
            for member in group:  # grows while it is walked
                joined = [tile for tile in left if tile.is_adjacent(member)]
                group += joined
                left = [tile for tile in left if tile not in joined]
            largest = max(largest, len(group))
        return largest

    def goal_best(self, goal: str) -> int | None:
        """The only player with the best value, None in a tie."""
        values = [self.subject(seat, goal) for seat in range(len(self.players))]
        best = min(values) if GOALS[goal]["comparison"] == "fewest" else max(values)
        return values.index(best) if values.count(best) == 1 else None

    def goals_in_play(self) -> dict[str, int | None]:
        """Goals that are scored: public ones (None), then private ones with the seat that kept them."""
        goals: dict[str, int | None] = dict.fromkeys(self.public)
        for seat in self.clockwise(self.first_player):
            goal = self.players[seat].goal
            if goal is not None:
                goals[goal] = seat
        return goals

    def goal_winners(self) -> dict[str, int | None]:
        """Who is paid for each goal in play; a private goal pays nobody but its owner."""
        winners: dict[str, int | None] = {}
        for goal, owner in self.goals_in_play().items():
            best = self.goal_best(goal)
            winners[goal] = best if owner is None or owner == best else None
        return winners

    def score(self) -> None:
        """Final scoring: goals on the position as it is, then money; no red lines."""
        for goal, seat in self.goal_winners().items():
            if seat is not None:
                self.players[seat].population += int(GOALS[goal]["reward"])
        for player in self.players:
            player.population += player.money // BOARD["final_scoring"]["money_per_population"]
            player.money %= BOARD["final_scoring"]["money_per_population"]

    def final(self, seat: int) -> tuple[int, int, int, int]:
        """What ranks a player, to be read after `score`."""
        player = self.players[seat]
        return player.population, player.reputation, player.income, player.money

    def ranking(self) -> list[list[int]]:
        """Seats in groups of equal rank, the best first, to be read after `score`."""
        seats = range(len(self.players))
        values = sorted({self.final(seat) for seat in seats}, reverse=True)
        return [[seat for seat in seats if self.final(seat) == value] for value in values]


def require(allowed: bool) -> None:
    if not allowed:
        raise Illegal("not allowed here")


def is_in_scope(scope: str, tile: Tile, other: Tile) -> bool:
    """Whether a scope that does not ask for the place looks at another tile (or the tile itself)."""
    if scope == "own":
        return other.owner == tile.owner
    if scope == "oth":
        return other.owner != tile.owner
    if scope == "after":
        return other.seq > tile.seq
    return scope == "all"


def is_of_kind(tile: Tile, name: str) -> bool:
    """Whether a tile is of the type a goal names (`lakes` for lakes)."""
    return tile.row.kind == (LAKE if name == "lakes" else name)


def rung(population: int) -> str | None:
    """The position on the solo ladder (10)."""
    for step in BOARD["solo_ladder"]:
        if population >= step["min"]:
            return str(step["name_en"])
    return None


# Set-up (3)


def opened(options: Options, setup: Setup) -> Position:
    """The position after the set-up, before any decision (3.2)."""
    wanted = 0 if options.first_player == "random" else options.first_player
    first = setup.get("first_player", wanted)
    if options.first_player not in ("random", first):
        raise ValueError("the set-up names another first player than the options")
    position = Position(options, first)
    position.stacks = {letter: list(setup["stacks"][letter]) for letter in "ABC"}
    position.public = list(setup.get("goals", []))
    for seat, offered in enumerate(setup.get("private_goals", [])):
        position.players[seat].offered = tuple(offered)
    if options.solo == "dale":
        position.dale_deal()
    else:
        position.refill()
    return position


# Whole games (4)


@dataclass
class Evaluator:
    """Plays a game from an explicit set-up by notations.

    `kind` says what is decided next: "goal_choice", "main", "discard", "remove", "dale" or "over"; `seat` who
    decides it. With `dale_tie` "random" Dale's cell is told by `dale X,Y` just as with "human".
    """

    options: Options
    position: Position
    kind: str = "main"
    seat: int | None = 0
    round_no: int = 1
    final_round: bool = False
    dale_slot: int | None = None  # what Dale has bought and not laid yet
    goal_winners: dict[str, int | None] = field(default_factory=dict)  # who was paid, when over

    @classmethod
    def start(cls, options: Mapping[str, Any], setup: Setup) -> Evaluator:
        checked = Options(**options)
        match = cls(checked, opened(checked, setup))
        match._next_goal_choice()
        return match

    # Reading

    @property
    def over(self) -> bool:
        return self.kind == "over"

    @property
    def scores(self) -> list[int]:
        """Population of each seat, the final one when over."""
        return [player.population for player in self.position.players]

    @property
    def winners(self) -> list[int]:
        """Winning seats, empty before the end."""
        if not self.over:
            return []
        best = self.position.ranking()[0]
        if self.options.solo != "dale":
            return best
        human, dale = self.scores
        wins = best == [HUMAN] if self.options.dale_win == "tie_breaks" else human > dale
        return [HUMAN] if wins else [DALE]

    @property
    def rung(self) -> str | None:
        """The position on the ladder that a solo player has reached, None if not hired."""
        if not self.over or self.options.solo is None or self.winners != [HUMAN]:
            return None
        return rung(self.scores[HUMAN])

    def snapshot(self) -> dict[str, Any]:
        """Everything the rules can see on the table, to be compared with another engine."""
        position = self.position
        return {
            "kind": self.kind,
            "seat": self.seat,
            "round": self.round_no,
            "end_shown": position.end_shown,
            "players": [self._snapshot_seat(seat) for seat in range(len(position.players))],
            "market": list(position.market),
            "basics": dict(position.basics),
            "stacks": {letter: len(stack) for letter, stack in position.stacks.items()},
            "goal_winners": dict(self.goal_winners),
            "scores": self.scores,
            "winners": self.winners,
        }

    def _snapshot_seat(self, seat: int) -> dict[str, Any]:
        player = self.position.players[seat]
        values: dict[str, Any] = {stat: getattr(player, stat) for stat in (*VALUES, "markers", "goal")}
        values["tiles"] = [(tile.face, tile.cell, tile.marked) for tile in self.position.borough(seat)]
        return values

    # Legal moves

    def legal(self) -> set[str]:
        return set(self._legal())

    def _legal(self) -> Iterable[str]:
        if self.over:
            return []
        assert self.seat is not None
        if self.kind == "goal_choice":
            return [f"keep {goal}" for goal in self.position.players[self.seat].offered]
        if self.kind == "main":
            return self._legal_main(self.seat)
        if self.kind == "dale":
            assert self.dale_slot is not None
            return [f"dale {show_cell(cell)}" for cell in self.position.dale_cells(self.dale_slot)]
        slots = range(N_SLOTS)
        return [f"{self.kind} {slot}" for slot in slots if self.position.can_discard(self.seat, slot)]

    def _legal_main(self, seat: int) -> Iterator[str]:
        for cell in self.position.legal_cells(seat):
            for slot in range(N_SLOTS):
                if self.position.can_buy(seat, slot, cell):
                    yield f"place {slot} {show_cell(cell)}"
                if self.position.can_lake(seat, slot, cell):
                    yield f"lake {slot} {show_cell(cell)}"
            for face in BASICS:
                if self.position.can_basic(seat, face, cell):
                    yield f"basic {face} {show_cell(cell)}"
        for tile in self.position.borough(seat):
            if self.position.can_mark(seat, tile.cell):
                yield f"invest {show_cell(tile.cell)}"

    # Playing

    def play(self, notation: str) -> None:
        """Play one move and everything automatic behind it."""
        if notation not in self.legal():
            raise Illegal(f"{notation!r} is not a legal {self.kind} move")
        assert self.seat is not None
        verb, *rest = notation.split(" ")
        if verb == "keep":
            self._keep(self.seat, rest[0])
        elif verb == "dale":
            self._dale_lays(parse_cell(rest[0]))
        elif verb in ("discard", "remove"):
            self.position.discard(self.seat, int(rest[0]))
            if verb == "discard":
                self._income_and_population()
            else:
                self._refill()
        else:
            self._place(self.seat, verb, *rest)

    def _keep(self, seat: int, goal: str) -> None:
        self.position.players[seat].goal = goal
        self._next_goal_choice()

    def _next_goal_choice(self) -> None:
        """Ask the next seat for its goal, from the first player on; then the game begins."""
        for seat in self.position.clockwise(self.position.first_player):
            if seat in self.options.choosers and self.position.players[seat].goal is None:
                self.kind, self.seat = "goal_choice", seat
                return
        self._begin_turn(self.position.first_player)

    def _begin_turn(self, seat: int) -> None:
        self.kind, self.seat = "main", seat
        if not self.legal():  # changed stacks or blocked cells only (4.3)
            self._income_and_population()

    def _place(self, seat: int, verb: str, *rest: str) -> None:
        """One of the four placements (4.2)."""
        cell = parse_cell(rest[-1])
        if verb == "place":
            self.position.buy(seat, int(rest[0]), cell)
        elif verb == "lake":
            self.position.lake(seat, int(rest[0]), cell)
        elif verb == "basic":
            self.position.basic(seat, rest[0], cell)
        else:
            self.position.mark(seat, cell)
        if verb in ("place", "lake"):
            self._income_and_population()
            return
        self.kind = "discard"
        if not self.legal():
            self._income_and_population()

    def _income_and_population(self) -> None:
        assert self.seat is not None
        self.position.income(self.seat)
        self.position.population(self.seat)
        if self.options.solo == "dale":
            self._dale_buys()
        elif self.options.solo == "lone_architect":
            self.kind = "remove"
            if not self.legal():
                self._refill()
        else:
            self._refill()

    def _refill(self) -> None:
        self.position.refill()
        self._check_end()

    def _check_end(self) -> None:
        """Next turn or final scoring (6.4)."""
        assert self.seat is not None
        lone = self.options.solo == "lone_architect"
        if lone and self.options.lone_end == "immediate" and self.position.end_shown:
            self._finish()
        elif self.seat != self.position.clockwise(self.position.first_player)[-1]:
            self._begin_turn(self.position.clockwise(self.seat + 1)[0])
        elif self.final_round:
            self._finish()
        else:
            self.final_round = self.position.end_shown
            self.round_no += 1
            self._begin_turn(self.position.first_player)

    def _dale_buys(self) -> None:
        """Points 1 to 3 of Dale's turn; with an open tie the cell is asked for."""
        self.dale_slot = self.position.dale_pick()
        self.position.dale_pay()
        cells = [] if self.dale_slot is None else self.position.dale_cells(self.dale_slot)
        if not cells:  # blocked cells by option only: the tile is lost
            self._dale_ends()
        elif self.options.dale_tie == "fixed":
            self._dale_lays(cells[0])
        else:
            self.kind, self.seat = "dale", HUMAN

    def _dale_lays(self, cell: Cell) -> None:
        assert self.dale_slot is not None
        self.position.lay(DALE, self.position.take(self.dale_slot), cell)
        self._dale_ends()

    def _dale_ends(self) -> None:
        """Points 5 to 8 of Dale's turn."""
        self.dale_slot = None
        self.position.income(DALE)
        self.position.population(DALE)
        self.position.dale_deal()
        if self.position.end_shown:
            self._finish()
        else:
            self.round_no += 1
            self._begin_turn(HUMAN)

    def _finish(self) -> None:
        """Final scoring and the end of the game."""
        self.kind, self.seat = "over", None
        self.goal_winners = self.position.goal_winners()
        self.position.score()
