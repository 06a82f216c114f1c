"""Suburbia: boroughs and the market as small diagrams, and examples for its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.table import Table
from burgomaster.games.suburbia.presentation import row_of
from burgomaster.games.suburbia.rules.cards import GOAL_ROWS, IDS
from burgomaster.games.suburbia.rules.options import TEXTS
from burgomaster.games.suburbia.rules.text import tile_name
from burgomaster.games.suburbia.web import TEXTS as PAGE_TEXTS
from burgomaster.web.rules_examples import FIGURES, Example, lesson_table, make_example, wrapped_name

SIDE = 40.0  # of a hexagon in a diagram
HALF = 0.866 * SIDE
LETTERS = 11  # of a line in a hexagon


@dataclass(frozen=True)
class Hex:
    """A hexagon of a diagram."""

    x: float
    y: float
    type: str
    lines: Sequence[str]
    is_marked: bool = False


@dataclass(frozen=True)
class Diagram:
    """A borough, and the cells an example speaks of by letters."""

    hexes: Sequence[Hex]
    box: str
    label: str


def context(language: str) -> dict[str, Any]:
    """Make the context of the template of the rules."""
    return {
        "name": lambda tile: tile_name(IDS.index(tile), language),
        "cost": lambda tile: int(row_of(tile)["cost"]),
        "dollar": lambda n: TEXTS.plural(language, "dollar", n),
        "person": lambda n: TEXTS.plural(language, "person", n),
        "marker": lambda n: TEXTS.plural(language, "marker", n),
        "tile": lambda n: TEXTS.plural(language, "tile", n),
        "goals_left_out": [
            row[f"name_{language}"] for row in GOAL_ROWS if row["excluded_with_dale"] == "true"
        ],
        "goals": [(row[f"name_{language}"], int(row["reward"])) for row in GOAL_ROWS],
        "figures": {name: PAGE_TEXTS.text(language, f"figure.{name}") for name in FIGURES},
        "examples": examples(language),
        "borough": lambda key, cells=(): borough(TABLES[key](), cells, language),
        "market": lambda key: TABLES[key]().view(None)["market"],
        "hexagon": hexagon(),
    }


TABLES = {
    "neighbours": lambda: lesson_table("suburbia", "place 6 1,1"),
    "line": lambda: lesson_table("suburbia", "place 4 -1,1"),
    "lake": lambda: lesson_table("suburbia", "lake 6 1,3"),
    "marker": lambda: lesson_table("suburbia", "invest -1,1"),
}
TRIED = {
    "neighbours": ["place 6 1,1", "place 6 0,6", "place 6 1,5"],
    "line": ["place 4 -1,1", "place 4 0,6", "basic community_park -1,1"],
    "lake": ["lake 6 1,3", "lake 6 2,0", "place 6 1,3", "place 1 1,3"],
    "marker": ["invest -1,1", "invest 1,1", "invest 1,3"],
}


def no_arithmetic(_state: Any, _move: int, _language: str) -> str:
    """Give no sum: the words of a move hold it already."""
    return ""


def examples(language: str) -> dict[str, Example]:
    """Make the examples by name."""
    return {
        key: make_example(key, TABLES[key](), moves, language, no_arithmetic) for key, moves in TRIED.items()
    }


# Diagrams


def borough(table: Table, cells: Sequence[str], language: str) -> Diagram:
    """Draw the borough of the first seat, with some free cells."""
    tiles = table.view(None)["players"][0]["tiles"]
    built = [tile_hex(tile, language) for tile in tiles]
    free = [cell_hex(cell) for cell in cells]
    names = ", ".join(tile_name(IDS.index(tile["tile"]), language) for tile in tiles)
    label = PAGE_TEXTS.text(language, "diagram.borough", tiles=names, cells="; ".join(cells) or "–")
    return Diagram([*built, *free], box_of([*built, *free]), label)


def tile_hex(tile: Mapping[str, Any], language: str) -> Hex:
    """Draw a tile of a borough."""
    words = tile_name(IDS.index(tile["tile"]), language)
    x, y = centre(tile["x"], tile["y"])
    return Hex(x, y, row_of(tile["tile"])["type"], wrapped_name(words, LETTERS), tile["marked"])


def cell_hex(cell: str) -> Hex:
    """Draw a free cell."""
    x, y = (int(part) for part in cell.split(","))
    return Hex(*centre(x, y), "free", [cell.replace("-", "−")])


def centre(x: int, y: int) -> tuple[float, float]:
    """Find where a cell is drawn."""
    return round(1.5 * SIDE * x, 1), round(HALF * y, 1)


def box_of(hexes: Sequence[Hex]) -> str:
    """Make the viewBox around hexagons."""
    left, right = min(one.x for one in hexes) - SIDE - 2, max(one.x for one in hexes) + SIDE + 2
    top, bottom = min(one.y for one in hexes) - HALF - 2, max(one.y for one in hexes) + HALF + 2
    return f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"


def hexagon() -> str:
    """Draw the outline of a hexagon around 0, 0."""
    corners = [(1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866), (0.5, -0.866)]
    return " ".join(f"{x * SIDE:.1f},{y * SIDE:.1f}" for x, y in corners)
