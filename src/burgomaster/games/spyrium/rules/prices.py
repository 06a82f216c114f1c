"""The arithmetic of an activation, for people: which parts its cost has (rules.md 7.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from burgomaster.games.spyrium.rules.actions import (
    NONE,
    Verb,
    building_of,
    position_of,
    power_of,
    read_of,
    token_of,
    verb_of,
)
from burgomaster.games.spyrium.rules.cards import (
    CAPITALISATION_BONUS,
    CROWD_FEE,
    EARN_PER_WORKER,
    NO_CARD,
    Power,
)
from burgomaster.games.spyrium.rules.effects import (
    crystals_for,
    has_power,
    plot_part,
    printed_part,
    token_part,
)
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS
from burgomaster.games.spyrium.rules.state import N_POSITIONS

GAPS_OF = [
    [gap for gap, beside in enumerate(GAP_POSITIONS.tolist()) if position in beside]
    for position in range(N_POSITIONS)
]


@dataclass(frozen=True)
class Price:
    """What an activation costs: printed price less discount, crowd, plot and token; and crystals."""

    printed: int
    discount: int
    crowd: int
    plot: int
    token: int
    crystals: int

    @property
    def total(self) -> int:
        return self.printed - self.discount + self.crowd + self.plot + self.token


def price_of_move(state: Any, move: int) -> Price | None:
    """Tell what a move costs the seat to move, None if it activates no card that lies there."""
    if verb_of(move) != Verb.ACTIVATE or state.market[position_of(move)].card == NO_CARD:
        return None
    value = read_of(move) or token_of(move)
    return price_for(
        state, int(state.to_move), position_of(move), building_of(move), value, bool(power_of(move))
    )


def price_for(
    state: Any, seat: int, position: int, over: int = NONE, token: int = 0, lobby: bool = False
) -> Price:
    """Tell what the card at a position would cost a seat now.

    `token` is the value that the token counts for.
    """
    player, card = state.players[seat], int(state.market[position].card)
    old = int(player.buildings[over].card) if NONE < over < player.n_buildings else NO_CARD
    printed = int(state.rules.prices[card])
    return Price(
        printed=printed,
        discount=printed - int(printed_part(state, card, old)),
        crowd=0 if lobby else crowd_fee(state, seat, position),
        plot=int(plot_part(player, card, old)),
        token=int(token_part(player, card, token)),
        crystals=int(crystals_for(card)),
    )


def crowd_fee(state: Any, seat: int, position: int) -> int:
    """Tell what the other workers around a card cost a seat (7.4)."""
    return CROWD_FEE * crowd_for(state, seat, position)


def crowd_for(state: Any, seat: int, position: int) -> int:
    """Count the other workers around a card, for a worker of a seat there or one that would come (6.4)."""
    return int(state.market[position].crowd) - bool(gaps_beside(state, seat, position))


def gaps_beside(state: Any, seat: int, position: int) -> list[int]:
    """List the gaps beside a position in which a seat has a worker."""
    workers = state.gaps[:, seat].tolist()
    return [gap for gap in GAPS_OF[position] if workers[gap]]


def earning(state: Any, seat: int, position: int) -> int:
    """Tell what a worker of a seat earns at a position, or beside no card at all (7.3)."""
    bonus = CAPITALISATION_BONUS if has_power(state.players[seat], int(Power.EARN_PLUS_2)) else 0
    return bonus + (0 if position == NONE else EARN_PER_WORKER * crowd_for(state, seat, position))
