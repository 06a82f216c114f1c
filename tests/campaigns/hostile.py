"""Requests that nobody honest sends: generated from the description, mutated, broken, large, slow, many.

A finding is an answer of 500 or more, a breach of the description, a table that a refused request changed,
a trace in the log, a connection that hangs, or an honest visitor who waits meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.hostile_bodies import send_bodies
from tests.campaigns.hostile_description import follow_description
from tests.campaigns.hostile_floods import flood
from tests.campaigns.hostile_sockets import send_broken_requests
from tests.campaigns.hostile_tables import flood_tables
from tests.campaigns.hostile_target import Attack, Target, running_target

UNIT = "requests"
GOAL = 20_000
ATTACKS: dict[str, Attack] = {
    "description": follow_description,
    "bodies": send_bodies,
    "sockets": send_broken_requests,
    "floods": flood,
    "tables": flood_tables,
}


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Start the servers; the seed chooses the attack, and all that is sent."""
    names = list(setup.options.get("attacks", ATTACKS))
    with running_target(setup) as target:

        def trial(seed: int) -> Trial:
            return attack(target, names[seed % len(names)], seed)

        yield trial


def attack(target: Target, name: str, seed: int) -> Trial:
    """Attack once, and see whether the server is well afterwards."""
    counted, findings = ATTACKS[name](target, seed)
    findings += [f"after {name}: {text}" for text in target.troubles()]
    total = sum(counted.values())
    return Trial({UNIT: total, **counted}, tuple(findings))
