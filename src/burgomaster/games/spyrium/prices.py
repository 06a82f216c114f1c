"""The arithmetic of an activation, for people: which parts its cost has (rules.md 7.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from burgomaster.games.spyrium.actions import (
    NONE,
    Verb,
    building_of,
    position_of,
    power_of,
    read_of,
    token_of,
    verb_of,
)
from burgomaster.games.spyrium.cards import NO_CARD
from burgomaster.games.spyrium.effects import crowd_part, crystals_for, plot_part, printed_part, token_part


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
        """All pounds."""
        return self.printed - self.discount + self.crowd + self.plot + self.token


def price_of_move(state: Any, move: int) -> Price | None:
    """What a move costs the seat to move, None if it activates no card that lies there."""
    if verb_of(move) != Verb.ACTIVATE or state.market[position_of(move)].card == NO_CARD:
        return None
    player, position, over = state.players[state.to_move], position_of(move), building_of(move)
    card = int(state.market[position].card)
    old = int(player.buildings[over].card) if NONE < over < player.n_buildings else NO_CARD
    printed = int(state.rules.prices[card])
    return Price(
        printed=printed,
        discount=printed - int(printed_part(state, card, old)),
        crowd=int(crowd_part(state, position, power_of(move))),
        plot=int(plot_part(player, card, old)),
        token=int(token_part(player, card, read_of(move) or token_of(move))),
        crystals=int(crystals_for(card)),
    )
