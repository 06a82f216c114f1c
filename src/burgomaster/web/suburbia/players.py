"""The players: values, what their turn brings, and their boroughs."""

from __future__ import annotations

from dataclasses import dataclass

from burgomaster.web.look import Look
from burgomaster.web.say import Say
from burgomaster.web.suburbia.borough import Map, map_of


@dataclass(frozen=True)
class Seat:
    """A player as everybody sees him."""

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
        """How many people are missing to the next red line."""
        return self.next_line - self.population


def seats_of(look: Look, say: Say) -> list[Seat]:
    """The one who looks, then the others in the order in which they follow."""
    n_seats = len(look.view["players"])
    first = look.view["first_player"] if look.seat is None else look.seat
    return [seat_of(look, (first + step) % n_seats, say) for step in range(n_seats)]


def seat_of(look: Look, seat: int, say: Say) -> Seat:
    """One player."""
    player, view = look.view["players"][seat], look.view
    return Seat(
        seat=seat,
        name=look.names[seat],
        is_me=seat == look.seat,
        is_turn=view["to_move"] == seat,
        is_first=seat == view["first_player"] and len(view["players"]) > 1,
        is_winner=seat in look.winners and len(view["players"]) > 1,
        money=player["money"],
        income=player["income"],
        reputation=player["reputation"],
        population=player["population"],
        next_line=player["next_line"],
        markers=player["markers"],
        n_tiles=len(player["tiles"]),
        map=map_of(look, seat, say),
    )
