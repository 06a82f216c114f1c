"""How accurate people played, kept with their results once somebody has had a game analysed."""

from __future__ import annotations

from sqlalchemy import Engine, update

from burgomaster.bots.advice import accuracy_of
from burgomaster.server import models
from burgomaster.server.advice import Analysis


def keep_accuracy(engine: Engine, match: str, analysis: Analysis) -> None:
    """Write the accuracy of every seat of a game; nothing where its results are not kept."""
    table = models.results
    with engine.begin() as connection:
        for seat in range(analysis.table.game.players):
            found = accuracy_of(analysis.found, seat)
            own = (table.c.match == match, table.c.seat == seat)
            connection.execute(update(table).where(*own).values(accuracy=found))
        connection.execute(
            update(models.matches).where(models.matches.c.match == match).values(analysed=True)
        )
