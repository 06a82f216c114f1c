"""Fair shares: whose turn it is among people who all want the same few processors.

Work is counted by the place it is done for, and there by the person: whoever has had the least goes first,
however much the others have asked for. Who comes back after a while has saved nothing up and owes nothing
to people who were not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

Waiting = TypeVar("Waiting")
MOST_REMEMBERED = 10_000  # places and people who are not there now


class Owner(NamedTuple):
    """Whom something is done for."""

    origin: str  # where they connect from, as `origins.py` names it
    person: str  # a visitor or an account


NOBODY_IN_PARTICULAR = Owner("", "")  # all tables that people have given up share one turn


class Shares:
    """How much was done for whom. The caller sees to it that one thread at a time uses it."""

    def __init__(self) -> None:
        self._spent: dict[str | Owner, float] = {}
        self._wanting: Counter[str | Owner] = Counter()  # what waits and what is being done
        self._running: Counter[str | Owner] = Counter()

    def join(self, owner: Owner) -> None:
        """Let one more piece of work wait for an owner."""
        for key in owner.origin, owner:
            if not self._wanting[key]:
                self._spent[key] = max(self._spent.get(key, 0.0), self._least_spent(key))
            self._wanting[key] += 1

    def begin(self, owner: Owner) -> None:
        """Count work that is being done now."""
        for key in owner.origin, owner:
            self._running[key] += 1

    def end(self, owner: Owner, cost: float) -> None:
        """Charge for work that is done, and forget it."""
        for key in owner.origin, owner:
            self._running[key] -= 1
        self.charge(owner, cost)
        self.leave(owner)

    def charge(self, owner: Owner, cost: float) -> None:
        """Charge for a part of somebody's work."""
        for key in owner.origin, owner:
            self._spent[key] = self._spent.get(key, 0.0) + cost

    def leave(self, owner: Owner) -> None:
        """Forget a piece of work."""
        for key in owner.origin, owner:
            self._wanting[key] -= 1
        self._wanting, self._running = +self._wanting, +self._running
        if not self._wanting:
            self._spent.clear()
        elif len(self._spent) > MOST_REMEMBERED:
            self._spent = {key: spent for key, spent in self._spent.items() if self._wanting[key]}

    def first(self, waiting: Iterable[Waiting], owner_of: Callable[[Waiting], Owner]) -> Waiting:
        """Choose whose turn it is; among the work of one person what has waited longest."""
        return min(waiting, key=lambda one: self._rank(owner_of(one)))

    def _rank(self, owner: Owner) -> tuple[float, ...]:
        """Order owners: who has less being done now, then who has had less, by place and then by person."""
        ranks = [(self._running[key], self._spent[key]) for key in (owner.origin, owner)]
        return (*ranks[0], *ranks[1])

    def _least_spent(self, newcomer: str | Owner) -> float:
        """Find what the least served of those has had with whom a newcomer shares."""
        others = [
            self._spent[key] for key, wanted in self._wanting.items() if wanted and shares_with(key, newcomer)
        ]
        return min(others, default=0.0)


def shares_with(one: str | Owner, other: str | Owner) -> bool:
    """Tell whether two share something: places with places, people with the people of their place."""
    if isinstance(one, Owner) and isinstance(other, Owner):
        return one.origin == other.origin
    return not isinstance(one, Owner) and not isinstance(other, Owner)
