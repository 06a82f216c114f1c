"""Drawing cards, tiles, maps and pawns."""

from __future__ import annotations

from collections.abc import Sequence

from burgomaster.web.picture.layout import HEX_RATIO, Box, Grid, grid_in
from burgomaster.web.picture.letters import set_text
from burgomaster.web.picture.parts import CARD_RATIO, Cell, Pawn, Piece, Row
from burgomaster.web.picture.sheets import use

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
