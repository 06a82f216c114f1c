"""Painting a position as one picture: a heading with the cover of the game, the table, and the players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from burgomaster.web.picture.banners import BANNER
from burgomaster.web.picture.layout import Box, grid_in, shares
from burgomaster.web.picture.letters import FAMILY, set_text, width_of
from burgomaster.web.picture.parts import Art, Board, Frame, Side, Stat
from burgomaster.web.picture.pieces import (
    CARD,
    GOLD,
    LINE,
    PAPER,
    SHEET,
    SOFT,
    draw_cells,
    draw_pieces,
    draw_row,
    rounded,
    seat_color,
)
from burgomaster.web.picture.sheets import cover, definitions, use
from burgomaster.web.static_files import SHARED

WIDTH, HEIGHT = 1200, 630  # what messengers ask for
HEAD = 118
GRASS = "#dfe9c8"
MARGIN = 18
FACES = SHARED / "faces.svg"
ICON = SHARED / "icon.svg"


def paint(frame: Frame, board: Board) -> str:
    """Paint a position as a whole svg."""
    used = [*board_art(board), *(Art(FACES, side.face) for side in board.sides if side.face)]
    body = Box(MARGIN, HEAD + 14, WIDTH - 2 * MARGIN, HEIGHT - HEAD - 14 - MARGIN)
    drawn = stack(board, body) if board.is_beside else columns(board, body)
    return sheet(definitions(used, board.variables), heading(frame) + drawn)


def sheet(defs: str, drawn: str) -> str:
    """Put a picture together."""
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}">'
        f"<defs>{defs}</defs>{ground}{drawn}</svg>"
    )


def board_art(board: Board) -> Iterator[Art]:
    """List every drawing that a position uses."""
    for row in board.rows:
        for piece in row.pieces:
            yield from piece.art if piece is not None else ()
    for side in board.sides:
        yield from (stat.art for stat in side.stats if stat.art is not None)
        yield from (art for piece in side.pieces for art in piece.art)
        yield from (art for cell in side.cells for art in cell.art)


# The heading


def heading(frame: Frame) -> str:
    """Draw the heading: the cover of the game in the dark, its title, where it stands, whose server it is."""
    box = Box(0, 0, WIDTH, HEAD)
    brand_room = 250.0
    return "".join(
        [
            backdrop(frame.cover, box),
            set_text(frame.title, 34, 62, 48, WIDTH - brand_room - 60, "#fff8e8"),
            set_text(frame.line, 36, 97, 25, WIDTH - brand_room - 60, "#f3e2bd"),
            brand(WIDTH - 34, 60),
        ]
    )


def backdrop(path: Path | None, box: Box) -> str:
    """Draw the cover of a game as a ground for light letters; a plain one where there is none."""
    where = f'x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"'
    if path is None:
        return f'<rect {where} fill="#2f4a66"/>'
    return f'<image {where} href="{BANNER}{path}?{box.width:g}x{box.height:g}"/>'


def brand(right: float, y: float) -> str:
    """Draw our sign and name, up to a place."""
    frame, content = cover(ICON)
    x = right - width_of("Burgomaster", 26) - 46
    icon = f'<svg x="{x:g}" y="{y - 27:g}" width="36" height="36" viewBox="{frame}">{content}</svg>'
    return icon + set_text("Burgomaster", right, y, 26, fill="#fff8e8", anchor="end")


# The table beside the players


def stack(board: Board, body: Box) -> str:
    """Draw the table at the left and the players at the right, one below the other."""
    wide = body.width * (0.47 if board.rows else 0.0)
    drawn = [facts(board.facts, Box(body.x, body.y, body.width * 0.4, body.height))] if board.facts else []
    if board.rows:
        room = Box(body.x, body.y, wide, body.height)
        for row, (at, high) in zip(
            board.rows, shares(room.height, [row.weight for row in board.rows], 10), strict=True
        ):
            box = Box(room.x, room.y + at, room.width, high)
            drawn += [rounded(box, 14, SHEET, f'stroke="{LINE}"'), draw_row(row, box.inner(14))]
    left = body.x + max(wide, body.width * 0.4 if board.facts else 0.0)
    left += 12 if left > body.x else 0
    for side, (at, high) in zip(board.sides, shares(body.height, [1.0] * len(board.sides), 10), strict=True):
        drawn.append(draw_side(side, Box(left, body.y + at, body.x + body.width - left, high)))
    return "".join(drawn)


def facts(lines: tuple[str, ...], box: Box) -> str:
    """Write sentences of a position that nobody has drawn."""
    shown = [
        set_text(line, box.x + 22, box.y + 48 + 42 * number, 26, box.width - 44, SOFT)
        for number, line in enumerate(lines[: int((box.height - 40) // 42)])
    ]
    return rounded(box, 14, SHEET, f'stroke="{LINE}"') + "".join(shown)


def draw_side(side: Side, box: Box) -> str:
    """Draw a player in a line: face, name, numbers, score, and what they own."""
    owner = Box(box.x, box.y, min(236.0, box.width * 0.5) if side.pieces else box.width, box.height)
    drawn = panel(side, box) + owner_of(side, owner)
    if side.pieces:
        room = Box(owner.x + owner.width, box.y, box.width - owner.width, box.height).inner(9)
        grid = grid_in(room, len(side.pieces), most=96, is_left=True)
        drawn += draw_pieces(side.pieces, grid)
    return drawn


def panel(side: Side, box: Box) -> str:
    """Draw the ground of a player, with a bar in their colour."""
    edge = f'stroke="{GOLD}" stroke-width="4"' if side.is_turn or side.has_won else f'stroke="{LINE}"'
    bar = Box(box.x, box.y, 9, box.height)
    return rounded(box, 12, CARD, edge) + rounded(bar, 4, seat_color(side.seat))


def owner_of(side: Side, box: Box) -> str:
    """Write who a player is, and their numbers, in the middle of their panel."""
    is_low = box.height < 100
    size = 54.0 if not is_low else 46.0
    used = 56.0 if is_low else size + (38 if side.stats else 8)
    x, y = box.x + 20, box.y + max(10.0, (box.height - used) / 2)
    face = use(Art(FACES, side.face), x, y, size, size) if side.face else ""
    room = box.x + box.width - x - size - 14
    name = set_text(side.name, x + size + 10, y + (20 if is_low else 22), 24, room)
    score = set_text(
        str(side.score), x + size + 10, y + (48 if is_low else 56), 33, 70, seat_color(side.seat)
    )
    begin = x + size + 10 + width_of(str(side.score), 33) + 16
    if is_low:
        return face + name + score + stats(side.stats, begin, y + 44, box.x + box.width - begin - 6)
    return face + name + score + stats(side.stats, x, y + size + 38, box.width - 30)


def stats(shown: tuple[Stat, ...], x: float, y: float, room: float) -> str:
    """Write the numbers of a player with their signs, one beside the other, as many as there is room for."""
    drawn, at = [], x
    for stat in shown:
        wide = (26 if stat.art else 0) + width_of(stat.text, 23) + 14
        if at + wide > x + room:
            break
        if stat.art is not None:
            drawn.append(use(stat.art, at, y - 20, 24, 24))
        drawn.append(set_text(stat.text, at + (28 if stat.art else 0), y, 23, fill=stat.color))
        at += wide + 4
    return "".join(drawn)


# The table above the players


def columns(board: Board, body: Box) -> str:
    """Draw the table above and the players below, one beside the other with their maps."""
    high = 112.0 if board.rows else 0.0
    drawn = []
    places = shares(body.width, [row.weight for row in board.rows], 12) if board.rows else []
    for row, (at, wide) in zip(board.rows, places, strict=True):
        box = Box(body.x + at, body.y, wide, high)
        drawn += [rounded(box, 14, SHEET, f'stroke="{LINE}"'), draw_row(row, box.inner(9))]
    top = body.y + (high + 12 if high else 0)
    for side, (at, wide) in zip(board.sides, shares(body.width, [1.0] * len(board.sides), 12), strict=True):
        drawn.append(draw_column(side, Box(body.x + at, top, wide, body.y + body.height - top)))
    return "".join(drawn)


def draw_column(side: Side, box: Box) -> str:
    """Draw a player with their map below."""
    bar = rounded(Box(box.x, box.y, box.width, 8), 4, seat_color(side.seat))
    edge = f'stroke="{GOLD}" stroke-width="4"' if side.is_turn or side.has_won else f'stroke="{LINE}"'
    face = use(Art(FACES, side.face), box.x + 12, box.y + 18, 44, 44) if side.face else ""
    score_wide = width_of(str(side.score), 34)
    name = set_text(side.name, box.x + 64, box.y + 48, 24, box.width - 64 - score_wide - 24)
    score = set_text(
        str(side.score), box.x + box.width - 14, box.y + 52, 34, fill=seat_color(side.seat), anchor="end"
    )
    numbers = stats(side.stats, box.x + 14, box.y + 92, box.width - 20)
    room = Box(box.x + 10, box.y + 104, box.width - 20, box.height - 114)
    return rounded(box, 12, CARD, edge) + bar + face + name + score + numbers + owned(side, room)


def owned(side: Side, room: Box) -> str:
    """Draw what a player has: a map, or cards."""
    if side.cells:
        return rounded(room, 10, GRASS) + draw_cells(side.cells, room.inner(8))
    grid = grid_in(room, len(side.pieces), most=150)
    return draw_pieces(side.pieces, grid)
