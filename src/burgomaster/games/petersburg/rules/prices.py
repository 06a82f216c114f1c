"""The arithmetic of a price, for people: which reductions there were (rules.md 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from burgomaster.games.petersburg.rules.actions import PLACING, Verb, card_of, target_of, verb_of
from burgomaster.games.petersburg.rules.cards import CARDS, NO_CARD
from burgomaster.games.petersburg.rules.effects import cost_of, count_same


@dataclass(frozen=True)
class Price:
    """A price and how it came about: cost - lower - same - discount - displaced, at least 1."""

    cost: int
    lower: int
    same: int
    discount: int
    displaced: int

    @property
    def total(self) -> int:
        return max(1, self.cost - self.lower - self.same - self.discount - self.displaced)

    @property
    def is_minimum(self) -> bool:
        """Tell whether the reductions go further than the minimum price."""
        return self.cost - self.lower - self.same - self.discount - self.displaced < 1


def price_of(state: Any, move: int) -> Price | None:
    """Return the price of a move for the seat to move, None if it places no card."""
    if verb_of(move) not in PLACING:
        return None
    player = state.players[state.to_move]
    card, target = card_of(move), target_of(move)
    return Price(
        cost=int(cost_of(state, card)),
        lower=int(verb_of(move) == Verb.BUY_LOW),
        same=int(count_same(state, player, card)),
        discount=int(player.discounts[CARDS[card].color]),
        displaced=0 if target == NO_CARD else int(CARDS[target].worth),
    )
