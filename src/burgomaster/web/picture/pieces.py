"""Drawing cards, tiles, maps and pawns, with symbols from our sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from burgomaster.core.cache import cached
from burgomaster.web.picture.letters import set_text
from burgomaster.web.picture.parts import (
    CARD_RATIO,
    HEX_RATIO,
    Art,
    Box,
    Cell,
    Grid,
    Pawn,
    Piece,
    Row,
    grid_in,
)

SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>.*?</symbol>', re.DOTALL)
VARIABLE = re.compile(r"var\(--([a-z0-9-]+)(?:,[^)]*)?\)")
BOX = re.compile(r'viewBox="([^"]+)"')
MISSING = "#888888"  # a colour that nobody has given
MOST_FILLED = 2048


@cache
def symbols(sheet: Path) -> Mapping[str, str]:
    return {found.group(1): found.group(0) for found in SYMBOL.finditer(sheet.read_text("utf-8"))}


def name_of(art: Art) -> str:
    """Name a symbol inside a picture: sheets of several games may use the same words."""
    return f"{art.sheet.stem}-{art.symbol}"


def definitions(used: Iterable[Art], variables: Mapping[str, str]) -> str:
    """Write the symbols that a picture uses, each once; what a sheet does not have is left out."""
    given = tuple(sorted(variables.items()))
    found = {name_of(art): art for art in used if art.symbol in symbols(art.sheet)}
    return "".join(filled(art.sheet, art.symbol, given) for art in found.values())


@cached(MOST_FILLED)
def filled(sheet: Path, symbol: str, variables: tuple[tuple[str, str], ...]) -> str:
    """Write a symbol under the name it has inside pictures, with the colours that it asks for."""
    colors = dict(variables)
    text = VARIABLE.sub(lambda found: colors.get(found.group(1), MISSING), symbols(sheet)[symbol])
    return text.replace(f'id="{symbol}"', f'id="{sheet.stem}-{symbol}"', 1)


def use(art: Art, x: float, y: float, width: float, height: float) -> str:
    """Draw a symbol; nothing where its sheet does not have it."""
    if art.symbol not in symbols(art.sheet):
        return ""
    color = f' color="{art.color}" fill="{art.color}"' if art.color else ""
    where = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<use href="#{name_of(art)}" {where}{color}/>'


@cache
def whole(path: Path) -> tuple[str, str]:
    """Read a drawing that is a file of its own: its frame, and what is in it."""
    text = path.read_text("utf-8")
    found = BOX.search(text)
    return (found.group(1) if found else "0 0 480 270"), text[text.index(">") + 1 : text.rindex("</svg>")]


def draw_whole(path: Path, x: float, y: float, width: float, height: float) -> str:
    frame, content = whole(path)
    where = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<svg {where} viewBox="{frame}" preserveAspectRatio="xMidYMid slice">{content}</svg>'


SEAT_COLORS = ("#1d5a8f", "#c97a00", "#00755f", "#ac3a78", "#5a534a")
SOFT, PAPER, SHEET, CARD, LINE = "#66573f", "#ece2cd", "#f7f0e1", "#fffaf0", "#d3c4a5"
GOLD, GOLD_INK = "#d2a03a", "#2b1c02"
LARGEST_BADGE = 23.0  # radius
HEX_WIDE, HEX_HIGH = 102.0, 88.0  # of a hexagon in the units of its art


def seat_color(seat: int) -> str:
    return SEAT_COLORS[seat % len(SEAT_COLORS)]


def rounded(box: Box, radius: float, fill: str, more: str = "") -> str:
    where = f'x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"'
    return f'<rect {where} rx="{radius:g}" fill="{fill}" {more}/>'


def draw_piece(piece: Piece, x: float, y: float, width: float) -> str:
    """Draw a card or a tile with its cost and number."""
    height = width * (HEX_RATIO if piece.is_hex else CARD_RATIO)
    drawn = "".join(use(one, x, y, width, height) for one in piece.art)
    if not piece.is_hex:
        drawn = draw_frame(piece, drawn, Box(x, y, width, height))
    if piece.cost:
        radius = min(width * 0.17, LARGEST_BADGE)
        drawn += badge(piece.cost, x + radius, y + radius * 0.95, radius, GOLD, GOLD_INK)
    if piece.copies > 1:
        at = (x + width * 0.84, y + height - width * 0.15, width * 0.16)
        drawn += badge(f"×{piece.copies}", *at, "#2a2118", "#fff8e8")
    return f'<g opacity=".55">{drawn}</g>' if piece.is_dim else drawn


def draw_frame(piece: Piece, art: str, box: Box) -> str:
    """Draw a card around its picture: its ground, and a frame in its colour."""
    radius, name = box.width * 0.07, f"c{box.x:.0f}_{box.y:.0f}"
    clip = f'<clipPath id="{name}">{rounded(box, radius, "#000")}</clipPath>'
    ground = rounded(box, radius, piece.tint)
    edge = f'stroke="{piece.tint}" stroke-width="{max(2.0, box.width * 0.035):g}"'
    frame = rounded(box, radius, "none", edge)
    return f'{clip}<g clip-path="url(#{name})">{ground}{art}</g>{frame}'


def badge(text: str, x: float, y: float, radius: float, fill: str, ink: str) -> str:
    size = radius * (1.25 if len(text) < 3 else 0.95)
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="#fffaf0" stroke-width="1.5"/>'
    return ring + set_text(text, x, y + size * 0.34, size, fill=ink, anchor="middle")


def draw_row(row: Row, box: Box) -> str:
    """Draw what lies on the table."""
    is_hex = any(piece is not None and piece.is_hex for piece in row.pieces)
    grid = grid_in(box, len(row.pieces), row.columns, HEX_RATIO if is_hex else CARD_RATIO, most=190)
    pawns = "".join(draw_pawn(pawn, row.pawns, grid) for pawn in dict.fromkeys(row.pawns))
    return draw_grid(row.pieces, grid) + pawns


def draw_pieces(pieces: Sequence[Piece], box: Box, most: float) -> str:
    return draw_grid(pieces, grid_in(box, len(pieces), most=most))


def draw_grid(pieces: Sequence[Piece | None], grid: Grid) -> str:
    """Draw pieces at the places of a grid, line by line."""
    drawn = []
    for number, piece in enumerate(pieces):
        x, y = grid.place(number % grid.columns, number // grid.columns)
        if piece is not None:
            drawn.append(draw_piece(piece, x, y, grid.width))
        else:
            drawn.append(rounded(Box(x, y, grid.width, grid.height), grid.width * 0.07, "#00000012"))
    return "".join(drawn)


def draw_pawn(pawn: Pawn, pawns: Sequence[Pawn], grid: Grid) -> str:
    """Draw who stands between two pieces; several of a place stand beside each other."""
    x, y = grid.place(pawn.column, pawn.line)
    here = sorted({one.seat for one in pawns if one[:2] == pawn[:2]})
    radius = grid.width * 0.115
    step = (here.index(pawn.seat) - (len(here) - 1) / 2) * radius * 2.05
    across, down = (0.0, step) if pawn.column % 1 else (step, 0.0)
    at = (x + grid.width / 2 + across, y + grid.height / 2 + down)
    number = pawns.count(pawn)
    return badge(str(number) if number > 1 else "", *at, radius, seat_color(pawn.seat), "#fff8e8")


def draw_cells(cells: Sequence[Cell], box: Box) -> str:
    """Draw a map of hexagons, as large as it can be in its room."""
    left, right = min(cell.x for cell in cells) - HEX_WIDE / 2, max(cell.x for cell in cells) + HEX_WIDE / 2
    top, low = min(cell.y for cell in cells) - HEX_HIGH / 2, max(cell.y for cell in cells) + HEX_HIGH / 2
    scale = min(box.width / (right - left), box.height / (low - top), 1.1)
    x = box.x + (box.width - (right - left) * scale) / 2 - left * scale
    y = box.y + (box.height - (low - top) * scale) / 2 - top * scale
    drawn = [
        use(art, cell.x - HEX_WIDE / 2, cell.y - HEX_HIGH / 2, HEX_WIDE, HEX_HIGH)
        for cell in cells
        for art in cell.art
    ]
    return f'<g transform="translate({x:g} {y:g}) scale({scale:.4f})">{"".join(drawn)}</g>'
