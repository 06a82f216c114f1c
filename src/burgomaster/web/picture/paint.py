"""Painting a position as one picture: a heading with the cover of the game, the table, and the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from burgomaster.web.picture.letters import FAMILY, set_text, width_of
from burgomaster.web.picture.parts import Art, Board, Box, Guest, Side, Stat
from burgomaster.web.picture.pieces import (
    CARD,
    GOLD,
    LINE,
    PAPER,
    SHEET,
    SOFT,
    definitions,
    draw_cells,
    draw_pieces,
    draw_row,
    draw_whole,
    rounded,
    seat_color,
    use,
)
from burgomaster.web.static_files import SHARED

WIDTH, HEIGHT = 1200, 630  # what messengers ask for
HEAD = 118
MARGIN = 18
OWNER_HIGH, OWNER_WIDE = 84.0, 236.0  # room for the face, the name and the numbers of a player
GRASS, NIGHT = "#dfe9c8", "#2f4a66"
LIGHT, GOLDEN = "#fff8e8", "#f3dfb5"  # letters on a dark ground
FACES, ICON = SHARED / "faces.svg", SHARED / "icon.svg"
SHADE = (
    '<linearGradient id="shade"><stop stop-color="#14100b" stop-opacity=".9"/>'
    '<stop offset=".5" stop-color="#14100b" stop-opacity=".58"/>'
    '<stop offset="1" stop-color="#14100b" stop-opacity=".65"/></linearGradient>'
)


def paint(title: str, line: str, cover: Path | None, board: Board) -> str:
    """Paint a position as a whole svg."""
    head, body = Box(0, 0, WIDTH, HEIGHT).top(HEAD, 14)
    room = WIDTH - 310  # beside our name
    words = set_text(title, 34, 62, 48, room, LIGHT) + set_text(line, 36, 97, 25, room, GOLDEN)
    body = Box(MARGIN, body.y, WIDTH - 2 * MARGIN, body.height - MARGIN)
    used = [*board_art(board), *(Art(FACES, side.face) for side in board.sides if side.face)]
    drawn = grounds([cover] if cover else [], head) + words + brand(WIDTH - 34, 60) + draw_board(board, body)
    return sheet(definitions(used, board.variables), drawn)


def paint_card(title: str, lines: Iterable[str], covers: Iterable[Path], guests: Iterable[Guest]) -> str:
    """Paint a card without a position: covers as its ground, words, and the participants."""
    guests = list(guests)
    drawn = grounds(list(covers), Box(0, 0, WIDTH, HEIGHT)) + brand(WIDTH - 60, 84)
    drawn += set_text(title, 70, 220, 84, WIDTH - 140, LIGHT)
    for number, line in enumerate(lines):
        drawn += set_text(line, 72, 290 + 54 * number, 38, WIDTH - 144, GOLDEN)
    x = 72.0
    for guest in guests:  # as many as there is room for
        left = x + (74 if guest.face else 0)
        if left + width_of(guest.name, 30) > WIDTH - 90:
            break
        drawn += use(Art(FACES, guest.face), x, 490, 62, 62) + set_text(guest.name, left, 532, 30, fill=LIGHT)
        x = left + width_of(guest.name, 30) + 40
    return sheet(definitions([Art(FACES, guest.face) for guest in guests], {}), drawn)


def sheet(defs: str, drawn: str) -> str:
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}">'
        f"<defs>{SHADE}{defs}</defs>{ground}{drawn}</svg>"
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


def grounds(covers: list[Path], box: Box) -> str:
    """Ask for covers beside each other, and darken them for light letters; `server/png.py` puts them in."""
    drawn = [rounded(box, 0, NIGHT)]
    for path, part in zip(covers, box.columns([1.0] * len(covers), 0), strict=True):
        wide, high = int(part.width), int(part.height)
        where = f'x="{part.x:g}" y="{part.y:g}" width="{wide}" height="{high}"'
        cover = f'<image {where} href="cover:{path}?{wide}x{high}"/>'
        drawn += [cover, rounded(part, 0, "url(#shade)")]
    return "".join(drawn)


def brand(right: float, y: float) -> str:
    icon = draw_whole(ICON, right - width_of("Burgomaster", 26) - 46, y - 27, 36, 36)
    return icon + set_text("Burgomaster", right, y, 26, fill=LIGHT, anchor="end")


# The table, and the players


def draw_board(board: Board, body: Box) -> str:
    """Draw the table above players in columns, or beside players in lines."""
    ones = [1.0] * len(board.sides)
    weights = [row.weight for row in board.rows] or [1.0]
    if board.is_beside:
        table, players = body.left(body.width * (0.47 if board.rows else 0.4), 12)
        rows, sides = table.lines(weights, 10), players.lines(ones, 10)
    elif board.rows:
        table, players = body.top(112, 12)
        rows, sides = table.columns(weights, 12), players.columns(ones, 12)
    else:
        rows, sides = [], body.columns(ones, 12)
    drawn = [rounded(box, 14, SHEET, f'stroke="{LINE}"') for box in rows]
    margin = 14 if board.is_beside else 9
    drawn += [draw_row(row, box.inner(margin)) for row, box in zip(board.rows, rows, strict=False)]
    if board.facts:
        drawn.append(draw_facts(board.facts, rows[0]))
    drawn += [draw_side(side, box, board.is_beside) for side, box in zip(board.sides, sides, strict=True)]
    return "".join(drawn)


def draw_facts(lines: tuple[str, ...], box: Box) -> str:
    """Write sentences about a position that has no drawings."""
    return "".join(
        set_text(line, box.x + 22, box.y + 48 + 42 * number, 26, box.width - 44, SOFT)
        for number, line in enumerate(lines[: int((box.height - 40) // 42)])
    )


def draw_side(side: Side, box: Box, is_line: bool) -> str:
    """Draw a player: in a line with what they own at the right, or in a column with it below."""
    edge = f'stroke="{GOLD}" stroke-width="4"' if side.is_turn or side.has_won else f'stroke="{LINE}"'
    ground, color = rounded(box, 12, CARD, edge), seat_color(side.seat)
    if is_line:
        bar, wide = box.left(9)[0], OWNER_WIDE if side.stats or side.pieces else box.width - 40
        owner = Box(box.x + 20, box.y + (box.height - OWNER_HIGH) / 2, wide, OWNER_HIGH)
        room = box.left(wide + 28)[1].inner(9)
    else:
        bar, (owner, room) = box.top(8)[0], box.top(104)
        owner, room = Box(owner.x + 12, owner.y + 14, owner.width - 24, OWNER_HIGH), room.inner(10)
    drawn = ground + rounded(bar, 4, color) + draw_owner(side, owner, color)
    if side.cells:
        return drawn + rounded(room, 10, GRASS) + draw_cells(side.cells, room.inner(8))
    return drawn + draw_pieces(side.pieces, room, most=96 if is_line else 150)


def draw_owner(side: Side, box: Box, color: str) -> str:
    """Draw the face, the name, the score and the numbers of a player."""
    face = use(Art(FACES, side.face), box.x, box.y, 46, 46)
    right = box.x + box.width
    name = set_text(side.name, box.x + 54, box.y + 32, 24, box.width - 66 - width_of(str(side.score), 34))
    score = set_text(str(side.score), right, box.y + 36, 34, fill=color, anchor="end")
    return face + name + score + draw_stats(side.stats, box.x, box.y + 77, box.width)


def draw_stats(stats: tuple[Stat, ...], x: float, y: float, room: float) -> str:
    """Write numbers with their signs, one beside the other, as many as there is room for."""
    drawn, at = [], x
    for stat in stats:
        left = at + (28 if stat.art else 0)
        if left + width_of(stat.text, 23) > x + room:
            break
        if stat.art is not None:
            drawn.append(use(stat.art, at, y - 20, 24, 24))
        drawn.append(set_text(stat.text, left, y, 23, fill=stat.color))
        at = left + width_of(stat.text, 23) + 16
    return "".join(drawn)
