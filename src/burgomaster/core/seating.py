"""Who sits where, and the seed of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from burgomaster.core.errors import SetupError
from burgomaster.core.options import plain_int
from burgomaster.core.rng import MAX_SEED, SEATING_STREAM, WORDS, draw_below, seed_rng
from burgomaster.core.rules import Seats


def draw_seats(seats: Seats, seed: int) -> None:
    """Put described seats into an order drawn by the seed (option `seating`)."""
    rng: Any = np.zeros(WORDS, np.uint32)
    seed_rng(rng, seed, SEATING_STREAM)
    for last in range(len(seats) - 1, 0, -1):
        other = draw_below(rng, last + 1)
        seats[last], seats[other] = seats[other], seats[last]


def read_seed(given: Any, most: int = MAX_SEED) -> int:
    """Read a seed; SetupError unless it is a number the generator takes, and later games can be counted."""
    seed = plain_int(given)
    if type(seed) is not int or not 0 <= seed <= most:
        raise SetupError("setup.seed", given=repr(given)[:40], most=most)
    return seed


def read_count(name: str, given: Any) -> int:
    """Read how many of something are asked for; SetupError unless it is a whole number from 1."""
    count = plain_int(given)
    if type(count) is not int or count < 1:
        raise SetupError("setup.count", name=name, given=repr(given)[:40])
    return count


def check_setup(setup: Any) -> None:
    """SetupError unless a set-up is None or names its parts."""
    if setup is not None and not isinstance(setup, Mapping):
        raise SetupError("setup.parts", given=repr(setup)[:40])


def read_seats(seats: Any) -> Seats:
    """Copy the descriptions of seats; SetupError unless each names what it tells."""
    given = [] if seats is None else seats
    if not isinstance(given, Sequence) or not all(isinstance(seat, Mapping) for seat in given):
        raise SetupError("setup.descriptions", given=repr(seats)[:40])
    return [dict(seat) for seat in given]


def numbered_seats(players: int, automatic: Sequence[str]) -> Seats:
    """Describe seats by their numbers, and those that play by themselves by their names."""
    return [*({"name": f"{seat + 1}"} for seat in range(players)), *({"name": name} for name in automatic)]
