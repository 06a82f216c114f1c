"""A position as a picture: the market, and everybody's borough."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.web import TEXTS
from burgomaster.games.suburbia.web.borough import MapTile
from burgomaster.games.suburbia.web.players import Seat, seats_of
from burgomaster.games.suburbia.web.tiles import Face, face_of
from burgomaster.web.picture.parts import Art, Board, Cell, Piece, Row, Side, Stat

STATIC = Path(__file__).parent / "static"
TILES, ICONS = STATIC / "tiles.svg", STATIC / "icons.svg"
COLORS = {"money": "#8f6714", "income": "#2f6a40", "reputation": "#43386b"}


def board_picture(seat_view: SeatView) -> Board:
    """Describe a position; hidden goals have no place in it."""
    say = Translator(TEXTS, seat_view.language)
    view = seat_view.view
    market = [piece_of(face_of(slot["tile"], say), slot["total"]) for slot in view["market"] if slot]
    basics = [
        piece_of(face_of(basic["tile"], say), basic["cost"], is_dim=not basic["left"])
        for basic in view["basics"]
    ]
    rows = [
        Row(tuple(pieces), len(pieces), weight=len(pieces) + 0.3) for pieces in (market, basics) if pieces
    ]
    seats = sorted(seats_of(seat_view, say), key=lambda seat: seat.seat)
    return Board(
        tuple(rows), tuple(side_of(seat, seat_view.scores[seat.seat]) for seat in seats), variables()
    )


@cache
def variables() -> dict[str, str]:
    """List the colours that the drawings ask for as they are by day: the first rule of colours.css."""
    day, _, _ = (STATIC / "colours.css").read_text(encoding="utf-8").partition("}")
    return dict(re.findall(r"--(t-[\w-]+): ([^;]+);", day))


def art_of(face: Face) -> tuple[Art, ...]:
    """Name the drawings of a tile: its plot, and what stands on it."""
    return tuple(Art(TILES, link.partition("#")[2]) for link in (face.plot, face.picture))


def piece_of(face: Face, cost: int, is_dim: bool = False) -> Piece:
    """Describe a tile that can be taken."""
    return Piece(art_of(face), "#000000", str(cost), is_hex=True, is_dim=is_dim)


def cell_of(tile: MapTile) -> Cell:
    """Describe a tile of a borough."""
    return Cell(tile.spot.x, tile.spot.y, art_of(tile.face))


def side_of(seat: Seat, score: int) -> Side:
    """Describe a player."""
    numbers = {"money": seat.money, "income": seat.income, "reputation": seat.reputation}
    return Side(
        seat=seat.seat,
        name=seat.name,
        score=score,
        is_turn=seat.is_turn,
        has_won=seat.is_winner,
        stats=tuple(
            Stat(signed(name, number), Art(ICONS, f"stat-{name}", COLORS[name]), COLORS[name])
            for name, number in numbers.items()
        ),
        cells=tuple(map(cell_of, sorted(seat.map.tiles, key=lambda tile: tile.spot.y))),
    )


def signed(name: str, number: int) -> str:
    """Write a number; income and reputation with their sign."""
    text = str(number) if name == "money" else f"{number:+d}"
    return text.replace("-", "−")
