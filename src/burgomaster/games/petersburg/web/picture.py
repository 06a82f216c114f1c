"""A position as a picture: the two rows, and what everybody has laid out."""

from __future__ import annotations

from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import CardTranslator, merge
from burgomaster.games.petersburg.web.cards import STATIC, face_of
from burgomaster.games.petersburg.web.page import translator_of
from burgomaster.games.petersburg.web.players import Seat, seats_of
from burgomaster.web.picture.parts import Art, Board, Piece, Row, Side, Stat

CARDS, ICONS = STATIC / "cards.svg", STATIC / "icons.svg"
COIN = Art(ICONS, "ui-goods", "#8f6714")
TINTS = {
    "worker": "#39734a",
    "building": "#2a5f8d",
    "noble": "#9e3039",
    "goods": "#94640c",
    "special": "#b04a17",
    "action": "#654286",
}


def board_picture(seat_view: SeatView) -> Board:
    """Describe a position as everybody sees it."""
    say = translator_of(seat_view)
    rows = [seat_view.view["upper"], seat_view.view["lower"]]
    sides = [side_of(seat, say) for seat in sorted(seats_of(seat_view, say), key=lambda one: one.seat)]
    return Board(tuple(row_of(cards, say) for cards in rows if cards), tuple(sides))


def row_of(cards: list[str], say: CardTranslator) -> Row:
    """Describe a row of the table."""
    pieces = tuple(piece_of(card, say) for card in cards)
    return Row(pieces, len(pieces), weight=len(pieces) + 0.2)


def piece_of(card: str, say: CardTranslator, count: int = 1, with_cost: bool = True) -> Piece:
    """Describe a card."""
    face = face_of(card, say)
    cost = str(face.cost) if with_cost and face.cost is not None else ""
    return Piece((Art(CARDS, f"card-{face.picture}"),), TINTS[face.group], cost, count)


def side_of(seat: Seat, say: CardTranslator) -> Side:
    """Describe a player: what they laid out, how many cards they hold, their rubles where these are open."""
    stacks = [stack for group in seat.groups for stack in group.stacks]
    area = merge([stack.face.id for stack in stacks for _ in range(stack.copies)], say.with_goods)
    hand = Stat(str(seat.n_hand), Art(ICONS, "ui-hand", "#66573f"))
    rubles = () if seat.rubles is None else (Stat(str(seat.rubles), COIN, "#8f6714"),)
    points = Stat(f"+{seat.per_round.points}", Art(ICONS, "ui-end", "#43386b"), "#43386b")
    return Side(
        seat=seat.seat,
        name=seat.name,
        score=seat.score,
        is_turn=seat.is_turn,
        has_won=seat.is_winner,
        stats=(hand, *rubles, points),
        pieces=tuple(piece_of(card, say, count, with_cost=False) for card, count in area.items()),
    )
