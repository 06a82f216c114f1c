"""A position as a picture: the market with the workers in its gaps, and everybody's district."""

from __future__ import annotations

from pathlib import Path

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.web import TEXTS
from burgomaster.games.spyrium.web.cards import Face, face_of
from burgomaster.games.spyrium.web.players import Holding, Seat, seats_of
from burgomaster.web.picture.parts import Art, Board, Pawn, Piece, Row, Side, Stat

ICONS = Path(__file__).parent / "static" / "icons.svg"
COLUMNS = 3
TINTS = {"building": "#2a5f8d", "character": "#9e3039", "technology": "#39734a", "event": "#94640c"}
VARIABLES = {  # the colours of the drawings, as spyrium.css has them
    "near": "#1b1c22",
    "mid": "#3d4652",
    "far": "#ffffff54",
    "lit": "#ffd67f",
    "brass": "#dba94a",
    "copper": "#b5673b",
    "gem": "#57e3bb",
    "gem-deep": "#1f8d77",
    "skin": "#e9c4a0",
    "page": "#f3e7cb",
}


def board_picture(seat_view: SeatView) -> Board:
    """Describe a position; nothing of a player is hidden in this game."""
    say = Translator(TEXTS, seat_view.language)
    market = seat_view.view["market"]
    pieces = tuple(
        None if lot is None else piece_of(face_of(lot["card"], say), lot["price"]) for lot in market
    )
    seats = sorted(seats_of(seat_view, (), say), key=lambda seat: seat.seat)
    table = Row(pieces, COLUMNS, pawns_of(seat_view))
    return Board((table,), tuple(map(side_of, seats)), VARIABLES, is_beside=True)


def pawns_of(seat_view: SeatView) -> tuple[Pawn, ...]:
    """Place everybody's workers between the cards beside which they stand."""
    pawns = []
    for gap in seat_view.view["gaps"]:
        (first, second), workers = gap["beside"], gap["workers"]
        column = (first % COLUMNS + second % COLUMNS) / 2
        line = (first // COLUMNS + second // COLUMNS) / 2
        pawns += [Pawn(column, line, seat) for seat in workers]
    return tuple(pawns)


def piece_of(face: Face, price: int | None = None, count: int = 1, is_dim: bool = False) -> Piece:
    """Describe a card."""
    cost = "" if price is None else str(price)
    return Piece((Art(ICONS, face.picture),), TINTS[face.kind], cost, count, is_dim=is_dim)


def side_of(seat: Seat) -> Side:
    """Describe a player."""
    holdings: tuple[Holding, ...] = (*seat.technologies, *seat.buildings)
    return Side(
        seat=seat.seat,
        name=seat.name,
        score=seat.score,
        is_turn=seat.is_turn,
        has_won=seat.is_winner,
        stats=(
            Stat(str(seat.money), Art(ICONS, "ui-money", "#8f6714"), "#8f6714"),
            Stat(str(seat.crystals), Art(ICONS, "ui-crystals", "#0c7a63"), "#0c7a63"),
            Stat(str(seat.n_workers), Art(ICONS, "ui-worker", "#66573f")),
        ),
        pieces=tuple(piece_of(one.face, is_dim=one.is_turned) for one in holdings),
    )
