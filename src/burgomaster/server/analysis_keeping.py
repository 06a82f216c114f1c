"""Keeps analyses of finished games, so that nobody waits for one twice: not after a restart, at no process.

A game is analysed anew when what judges it is another one: the program, the net or the effort.
"""

from __future__ import annotations

import hashlib
import logging
import time
from functools import lru_cache

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from burgomaster import __version__
from burgomaster.bots.explanations import Explanation
from burgomaster.bots.kept_analysis import read_analysis, write_analysis
from burgomaster.bots.net_file import has_net, net_path
from burgomaster.core.table import Table
from burgomaster.server import models
from burgomaster.server.advice import SIMULATIONS, Analysis
from burgomaster.server.people.accuracy import keep_accuracy

log = logging.getLogger(__name__)


@lru_cache(64)
def judge_of(game: str) -> str:
    """Name what judges the moves of a game; an analysis by another one is not shown."""
    net = hashlib.sha256(net_path(game).read_bytes()).hexdigest()[:16] if has_net(game) else "-"
    return f"{__version__} {SIMULATIONS} {net}"


def keep_found(engine: Engine, match: str, analysis: Analysis) -> None:
    """Keep an analysis that is complete, and how accurate the people of the game were."""
    keep_analysis(engine, match, analysis)
    keep_accuracy(engine, match, analysis)


def keep_analysis(engine: Engine, match: str, analysis: Analysis) -> None:
    """Write an analysis that is complete, in the place of an older one."""
    table = models.analyses
    row = {
        "match": match,
        "made_by": judge_of(analysis.table.game.name),
        "at": time.time(),
        "data": write_analysis(analysis.explained),
    }
    try:
        with engine.begin() as connection:
            connection.execute(delete(table).where(table.c.match == match))
            connection.execute(insert(table).values(**row))
    except IntegrityError:  # another process was quicker, or the game is gone
        log.info("the analysis of %s was not kept", match)


def read_kept(engine: Engine, match: str, game: Table) -> list[Explanation] | None:
    """Read the analysis of a game; None if there is none that can be shown."""
    table = models.analyses
    query = select(table.c.data).where(table.c.match == match, table.c.made_by == judge_of(game.game.name))
    with engine.connect() as connection:
        data = connection.scalar(query)
    try:
        return None if data is None else read_analysis(data, game)
    except ValueError as error:
        log.warning("the analysis of %s cannot be read: %s", match, error)
        return None
