"""How a match is listed, written anew from its journal.

A process that did not hear that a journal was rewritten, because somebody was forgotten or took over what
they had done as a guest, goes on writing the people it knows into lists and results. When it hears again, it
puts that right.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update

from burgomaster.server import models
from burgomaster.server.match import replay
from burgomaster.server.match.state import Seat
from burgomaster.server.store import Store


def relist(store: Store, match: str, before: Sequence[Seat]) -> None:
    """List a match as its journal tells it; names that somebody had before go from its results, too."""
    matches, results = models.matches, models.results
    with store.engine.begin() as connection:
        # locked: what others write meanwhile they list themselves, behind this
        connection.execute(select(matches.c.match).where(matches.c.match == match).with_for_update())
        loaded = store.load(match)
        if loaded is None:
            return
        told = replay(*loaded)
        connection.execute(update(matches).where(matches.c.match == match).values(summary=told.summary))
        for old, new in zip(before, told.seats, strict=True):
            if old.name != new.name:
                own = (results.c.match == match, results.c.who == new.who, results.c.name == old.name)
                connection.execute(update(results).where(*own).values(name=new.name))
