"""The players: goods, workers, districts, and what is to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.presentation import PLACES, REWARDS
from burgomaster.games.spyrium.rules.cards import CARD_OF, N_ROUNDS, THRESHOLDS
from burgomaster.games.spyrium.rules.effects import same_building
from burgomaster.games.spyrium.web.cards import Face, face_of


class Holding(NamedTuple):
    """A building or technology of a player."""

    key: str
    face: Face
    pick: str  # the panel it opens
    is_turned: bool
    n_workers: int = 0
    points: int = 0  # what it is worth at the end as things are now
    status: str = ""  # can: it can be used now


class Seat(NamedTuple):
    """A player; nothing about them is hidden."""

    seat: int
    name: str
    is_me: bool
    is_turn: bool
    is_first: bool
    is_winner: bool
    stage: str  # placement, activation, passed
    score: int  # when the game is over the final one
    track: int
    money: int
    crystals: int
    income: int | None  # at the start of the next round; None: there is none
    workers: tuple[tuple[str, int], ...]  # place and number
    n_workers: int
    buildings: tuple[Holding, ...]
    technologies: tuple[Holding, ...]
    building_points: int
    technology_points: int
    final: int
    kept_tokens: int
    rewards: tuple[tuple[str, int, bool], ...]  # reward, how much of it, and whether it was taken
    next_bonus: int | None  # points to the next bonus


def seats_of(seat_view: SeatView, usable: Sequence[str], say: Translator) -> list[Seat]:
    """List the viewer, then the others in turn order; `usable` panels have a move."""
    n_players = len(seat_view.view["players"])
    first = seat_view.seat or 0
    return [seat_of(seat_view, (first + step) % n_players, usable, say) for step in range(n_players)]


def seat_of(seat_view: SeatView, seat: int, usable: Sequence[str], say: Translator) -> Seat:
    """Describe one player."""
    player, view = seat_view.view["players"][seat], seat_view.view
    technologies = technologies_of(player, seat, say)
    has_income = not view["over"] and view["round"] < N_ROUNDS
    return Seat(
        seat=seat,
        name=seat_view.names[seat],
        is_me=seat == seat_view.seat,
        is_turn=view["to_move"] == seat,
        is_first=view["first_player"] == seat and not view["over"],
        is_winner=seat in seat_view.winners,
        stage=stage_of(player),
        score=seat_view.scores[seat],
        track=player["score"],
        money=player["money"],
        crystals=player["crystals"],
        income=player["residence"] if has_income else None,
        workers=tuple((place, player["workers"][place]) for place in PLACES),
        n_workers=player["workers"]["own"],
        buildings=tuple(buildings_of(seat_view, seat, usable, say)),
        technologies=tuple(technologies),
        building_points=player["building_points"],
        technology_points=sum(one.points for one in technologies),
        final=player["final"],
        kept_tokens=player["kept_tokens"],
        rewards=tuple((reward, n, reward in player["rewards"]) for reward, n in REWARDS.items()),
        next_bonus=next(
            (int(limit) - player["score"] for limit in THRESHOLDS if limit > player["score"]), None
        ),
    )


def stage_of(player: Mapping[str, Any]) -> str:
    """Find where a player stands in the round."""
    return "passed" if player["passed"] else str(player["phase"])


def buildings_of(seat_view: SeatView, seat: int, usable: Sequence[str], say: Translator) -> list[Holding]:
    """List the district of a player, in the order in which it was built."""
    holdings, end_points = [], seat_view.state.rules.end_points
    for index, shown in enumerate(seat_view.view["players"][seat]["buildings"]):
        face = face_of(shown["card"], say)
        pick = f"own-{first_equal(seat_view, seat, index)}" if seat == seat_view.seat else f"info-{face.id}"
        holdings.append(
            Holding(
                key=f"building-{seat}-{index}",
                face=face,
                pick=pick,
                is_turned=shown["rotated"],
                n_workers=shown["workers"],
                points=int(end_points[CARD_OF[shown["card"]]]),
                status="can" if pick in usable else "",
            )
        )
    return holdings


def first_equal(seat_view: SeatView, seat: int, index: int) -> int:
    """Find a player's first building that equals one of theirs."""
    buildings = seat_view.state.players[seat].buildings
    return next(other for other in range(index + 1) if same_building(buildings[other], buildings[index]))


def technologies_of(player: Mapping[str, Any], seat: int, say: Translator) -> list[Holding]:
    """List the technologies of a player with what they are worth now."""
    return [
        Holding(
            key=f"technology-{seat}-{shown['card']}",
            face=face_of(shown["card"], say),
            pick=f"info-{shown['card']}",
            is_turned=shown["turned"],
            points=shown["points"],
        )
        for shown in player["technologies"]
    ]
