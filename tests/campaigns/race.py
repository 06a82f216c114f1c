"""Requests that race, at several processes on one PostgreSQL and at one process on SQLite.

Of two that exclude each other exactly one wins; afterwards all processes show the same, the journal has what
was acknowledged and nothing else, and no seat was used by another person. The races are in `races.py` and
`races_told.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial

from burgomaster.server.store import Store
from tests.campaigns import races, races_told
from tests.campaigns.arena import RACES, Arena
from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.nursery import nursery_for
from tests.campaigns.receivers import post_office
from tests.campaigns.stores import cluster_for

UNIT = "races"
GOAL = 1000
PROCESSES = 3  # on one PostgreSQL
THREADS = 2  # that race on one SQLite
ON_SQLITE = 4  # one race in so many
STORES = ("sqlite", "postgresql")
DATABASE = "race"
MODULES = (races, races_told)  # register the races


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """Start servers on both stores; the seed chooses the store, the race and the racers."""
    stores = setup.options.get("stores", STORES)
    with ExitStack() as stack:
        nursery = stack.enter_context(nursery_for(setup))
        post, arenas = stack.enter_context(post_office()), {}
        nursery.smtp = post.smtp.port

        def open_arena(address: str, n_servers: int, deafen: Callable[[], object] = lambda: None) -> Arena:
            store = stack.enter_context(closing(Store(address)))
            servers = [nursery.make(address, f"race{number}") for number in range(n_servers)]
            for server in servers:
                server.start()
                stack.callback(server.kill)
            ports = [server.port for server in servers] * (THREADS if n_servers == 1 else 1)
            return stack.enter_context(closing(Arena(store, ports, post, deafen)))

        if "sqlite" in stores:
            arenas["sqlite"] = open_arena(f"sqlite:///{setup.folder / 'race.db'}", 1)
        if "postgresql" in stores:
            cluster = stack.enter_context(cluster_for(setup))
            address = cluster.make_database(DATABASE)
            stack.callback(cluster.drop_database, DATABASE)
            arenas["postgresql"] = open_arena(address, PROCESSES, partial(cluster.drop_listeners, DATABASE))

        def trial(seed: int) -> Trial:
            kind = "sqlite" if seed % ON_SQLITE == 0 or "postgresql" not in stores else "postgresql"
            kind = kind if kind in stores else stores[0]
            chance = random.Random(seed)
            name = chance.choice(sorted(setup.options.get("races", RACES)))
            findings = arenas[kind].run(RACES[name], chance)
            return Trial({UNIT: 1, name: 1, f"races on {kind}": 1}, tuple(findings))

        yield trial
