r"""A borough drawn with characters: flat-top hexagons in columns, two lines each.

     ________
    /Suburbs \________
    \___RES__/ 1,1    \
    /Park    \________/
    \___CIV__/

Neighbours share their edges. A column is offset by one line from the next, which is one step of the doubled
height coordinates of the rules: the drawing needs no further geometry. Side B is the mirror image.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from burgomaster.games.suburbia.rules.outline import Cell

MAX_INSIDE = 9  # letters inside a hexagon
MIN_INSIDE = 2
EDGE = "dim"
VOWELS = "aeiouyаеёиоуыэюя"


@dataclass(frozen=True)
class Hex:
    """One hexagon: the longest text that fits stands in each of its two lines."""

    cell: Cell
    upper: tuple[str, ...] = ()
    lower: tuple[str, ...] = ()
    fill: str = ""  # style of its inside
    upper_style: str = ""
    lower_style: str = ""
    pattern: str = " "  # what its inside is filled with


@dataclass(frozen=True)
class HexMap:
    """Hexagons, as broad as there is room."""

    hexes: Sequence[Hex]
    is_mirrored: bool = False  # side B: drawn upward

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the lines of the map."""
        yield from draw(self.hexes, self.is_mirrored, inside_for(self.hexes, options.max_width))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Measure between the narrowest and the broadest drawing."""
        columns = n_columns(self.hexes)
        widest = min(options.max_width, columns * (MAX_INSIDE + 1) + 1)
        return Measurement(min(widest, columns * (MIN_INSIDE + 1) + 1), widest)


def n_columns(hexes: Sequence[Hex]) -> int:
    """Count the columns the hexagons take."""
    columns = [hexagon.cell[0] for hexagon in hexes]
    return max(columns) - min(columns) + 1


def inside_for(hexes: Sequence[Hex], width: int) -> int:
    """Count the letters a hexagon can have inside, in a drawing of this width."""
    return max(MIN_INSIDE, min(MAX_INSIDE, (width - 1) // n_columns(hexes) - 1))


class Canvas:
    """Single characters with their styles."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, row: int, column: int, letters: str, style: str) -> None:
        """Write letters over what is there."""
        for place, letter in enumerate(letters):
            self.marks[row, column + place] = letter, style

    def lines(self) -> Iterator[Text]:
        """Give all lines from the top."""
        last_row = max(row for row, _ in self.marks)
        for row in range(last_row + 1):
            columns = [column for at, column in self.marks if at == row]
            line = Text(no_wrap=True, overflow="crop")
            for column in range(max(columns, default=-1) + 1):
                line.append(*self.marks.get((row, column), (" ", "")))
            yield line


def place_of(cell: Cell, origin: Cell, is_mirrored: bool, inside: int) -> tuple[int, int]:
    """Find row and column of a hexagon's upper left corner; `origin` is the drawing's first cell."""
    x, y = cell
    row = (-y if is_mirrored else y) - origin[1]
    return row + 1, (x - origin[0]) * (inside + 1)


def draw(hexes: Sequence[Hex], is_mirrored: bool, inside: int) -> Iterator[Text]:
    """Draw the lines of a map whose hexagons have so many letters inside."""
    rows = [-y if is_mirrored else y for _, y in (hexagon.cell for hexagon in hexes)]
    origin = min(hexagon.cell[0] for hexagon in hexes), min(rows)
    canvas = Canvas()
    places = [(hexagon, *place_of(hexagon.cell, origin, is_mirrored, inside)) for hexagon in hexes]
    for _, row, column in places:
        canvas.write(row - 1, column + 1, "_" * inside, EDGE)
    for hexagon, row, column in places:
        draw_hex(canvas, hexagon, row, column, inside)
    return canvas.lines()


def draw_hex(canvas: Canvas, hexagon: Hex, row: int, column: int, inside: int) -> None:
    """Draw edges and texts of one hexagon."""
    canvas.write(row, column, "/", EDGE)
    canvas.write(row, column + inside + 1, "\\", EDGE)
    canvas.write(row + 1, column, "\\", EDGE)
    canvas.write(row + 1, column + inside + 1, "/", EDGE)
    canvas.write(row, column + 1, hexagon.pattern * inside, hexagon.fill)
    bottom = "_" if hexagon.pattern == " " else hexagon.pattern
    canvas.write(row + 1, column + 1, bottom * inside, hexagon.fill or EDGE)
    write_inside(canvas, row, column + 1, fit(hexagon.upper, inside), hexagon.upper_style, hexagon, inside)
    write_inside(
        canvas, row + 1, column + 1, fit(hexagon.lower, inside), hexagon.lower_style, hexagon, inside
    )


def write_inside(
    canvas: Canvas, row: int, column: int, words: str, style: str, hexagon: Hex, inside: int
) -> None:
    """Write a text in the middle of a line of a hexagon."""
    canvas.write(row, column + (inside - len(words)) // 2, words, f"{style} {hexagon.fill}".strip())


def fit(words: Sequence[str], room: int) -> str:
    """Choose the first of some texts that fits; else squeeze the last of them."""
    return next((text for text in words if len(text) <= room), squeeze(words[-1], room) if words else "")


def squeeze(word: str, room: int) -> str:
    """Leave out as many of a word's last vowels as must go, then cut it."""
    for place in range(len(word) - 1, 0, -1):
        if len(word) > room and word[place] in VOWELS:
            word = word[:place] + word[place + 1 :]
    return word[:room]
