"""The end of the game: buildings, technologies, who has won (rules.md 13)."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.core.log import Log, emit
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    FACTORY,
    MAX_END_SCORE,
    N_TECHNOLOGIES,
    TECHNOLOGY_CARDS,
    EndScore,
)
from burgomaster.games.spyrium.rules.effects import count_kept, own_workers
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.state import Decision, State

MONEY_PER_POINT = 2  # of Capitalisation


@jit
def is_over(state: State) -> bool:
    """Tell whether the game has ended."""
    return state.decision == Decision.OVER


@jit
def score(state: State, seat: int) -> int:
    """Return the score of a seat: on the track while the game goes on, the final one when it is over."""
    return final_score(state, seat) if is_over(state) else wide(state.players[seat].score)


@jit
def final_score(state: State, seat: int) -> int:
    """Track, buildings that stand and technologies (13.2)."""
    track = wide(state.players[seat].score)
    return track + building_points(state, seat) + technologies_points(state, seat)


@jit
def building_points(state: State, seat: int) -> int:
    """Return the end points of the buildings that stand."""
    return points_of_symbol(state, seat, 0)


@jit
def points_of_symbol(state: State, seat: int, symbol: int) -> int:
    """Return the end points of buildings with a symbol; 0 means all."""
    player = state.players[seat]
    total = 0
    for index in range(player.n_buildings):
        card = wide(player.buildings[index].card)
        if symbol == 0 or (wide(CARDS[card].symbols) & symbol) != 0:
            total += wide(state.rules.end_points[card])
    return total


@jit
def technologies_points(state: State, seat: int) -> int:
    """Tell what all technologies of a player are worth."""
    total = 0
    for technology in range(N_TECHNOLOGIES):
        if (wide(state.players[seat].technologies) >> technology) & 1:
            total += technology_points(state, seat, technology)
    return total


@jit
def technology_points(state: State, seat: int, technology: int) -> int:
    """Tell what one technology is worth to a player: at most 7 points each (10)."""
    return min(MAX_END_SCORE, count_for(state, seat, wide(CARDS[TECHNOLOGY_CARDS[technology]].end_score)))


@jit
def count_for(state: State, seat: int, end_score: int) -> int:
    """Count what a technology counts."""
    player = state.players[seat]
    match end_score:
        case EndScore.CRYSTALS:
            return wide(player.crystals)
        case EndScore.MONEY_DIV_2:
            return wide(player.money) // MONEY_PER_POINT
        case EndScore.BUILDINGS:
            return wide(player.n_buildings)
        case EndScore.KEPT_TOKENS:
            return count_kept(player)
        case EndScore.FACTORY_POINTS:
            return points_of_symbol(state, seat, FACTORY)
        case EndScore.RESIDENCE_VALUE:
            return wide(state.rules.residence[player.residence])
        case EndScore.WORKERS:
            return own_workers(player)
    return 0


@jit
def score_final(state: State, log: Log) -> None:
    """Tell how every final score came about; these points give no bonus (R11)."""
    for seat in range(state.rules.n_players):
        for technology in range(N_TECHNOLOGIES):
            if (wide(state.players[seat].technologies) >> technology) & 1:
                points = technology_points(state, seat, technology)
                emit(log, Event.TECHNOLOGY_SCORES, seat, wide(TECHNOLOGY_CARDS[technology]), points, 0, 0)
        track = wide(state.players[seat].score)
        buildings = building_points(state, seat)
        technologies = technologies_points(state, seat)
        emit(log, Event.FINAL, seat, track, buildings, technologies, track + buildings + technologies)


@jit
def rank(state: State, seat: int) -> int:
    """Tell how many players end before a seat; a tie is a shared victory (13.3)."""
    total = 0
    for other in range(state.rules.n_players):
        if score(state, other) > score(state, seat):
            total += 1
    return total
