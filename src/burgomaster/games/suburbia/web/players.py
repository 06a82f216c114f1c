"""The players: values, what their turn brings, and their boroughs."""

from __future__ import annotations

from typing import NamedTuple

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import turn_order
from burgomaster.games.suburbia.web.borough import Map, map_of


class Seat(NamedTuple):
    """A player as everybody sees them."""

    seat: int
    name: str
    is_me: bool
    is_turn: bool
    is_first: bool
    is_winner: bool
    money: int
    income: int
    reputation: int
    population: int
    next_line: int
    markers: int
    n_tiles: int
    map: Map

    @property
    def to_line(self) -> int:
        """Count how many people are missing to the next red line."""
        return self.next_line - self.population


def seats_of(seat_view: SeatView, say: Translator) -> list[Seat]:
    """List the viewer, then the others in turn order."""
    return [seat_of(seat_view, seat, say) for seat in turn_order(seat_view)]


def seat_of(seat_view: SeatView, seat: int, say: Translator) -> Seat:
    """Describe one player."""
    player, view = seat_view.view["players"][seat], seat_view.view
    return Seat(
        seat=seat,
        name=seat_view.names[seat],
        is_me=seat == seat_view.seat,
        is_turn=view["to_move"] == seat,
        is_first=seat == view["first_player"] and len(view["players"]) > 1,
        is_winner=seat in seat_view.winners and len(view["players"]) > 1,
        money=player["money"],
        income=player["income"],
        reputation=player["reputation"],
        population=player["population"],
        next_line=player["next_line"],
        markers=player["markers"],
        n_tiles=len(player["tiles"]),
        map=map_of(seat_view, seat, say),
    )
