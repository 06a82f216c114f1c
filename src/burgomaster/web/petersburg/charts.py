"""How the points of a game were made: by source and by round, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from burgomaster.core.log import Event as LogEvent
from burgomaster.games.petersburg.events import Event
from burgomaster.games.petersburg.state import Phase
from burgomaster.web import charts
from burgomaster.web.charts import Bar, Curve, Gain, Lines
from burgomaster.web.look import Look

FINAL = ("different_nobles", "money", "hand")
SOURCES = (
    "worker",
    "market",
    "building",
    "noble",
    "pub",
    "trading_house",
    "guild_hall",
    "disc",
    *FINAL,
)


def gains_of(history: Iterable[LogEvent]) -> list[Gain]:
    """Every change of a score that is told by the log."""
    gains, round_no = [], 0
    for event in history:
        kind, seat, a, _, _, _ = event
        if kind == Event.ROUND_BEGINS:
            round_no = a
        gains += [Gain(seat, source, round_no, points) for source, points in sources_of(event) if points]
    return gains


def sources_of(event: LogEvent) -> list[tuple[str, int]]:
    """The points an event brings, and what for."""
    kind, _, a, b, c, _ = event
    match kind:
        case Event.INCOME:
            return [(Phase(c).name.lower(), b)]
        case Event.PUB:
            return [("pub", a)]
        case Event.TRADE:
            return [("trading_house", a)]
        case Event.GUILD:
            return [("guild_hall", b)]
        case Event.DISC:
            return [("disc", b)]
        case Event.GOOD_POINTS:
            return [("market", b)]
        case Event.FINAL:
            return [("different_nobles", a), ("money", b), ("hand", -c)]
        case _:
            return []


def table_of(look: Look) -> Lines:
    """For every source that brought anything, the points of each seat."""
    return charts.lines_of(gains_of(look.history), SOURCES, len(look.names))


def bars_of(look: Look, order: Sequence[int]) -> list[Bar]:
    """A bar a player; what the hand cost is shown behind it."""
    return charts.bars_of(table_of(look), look.names, look.scores, order)


def curves_of(look: Look) -> list[Curve]:
    """The score after each round, and behind the last one after the final scoring."""
    gains = gains_of(look.history)
    n_rounds = max([1, *(gain.round_no for gain in gains), look.round_no])
    return charts.curves_of(gains, look.names, n_rounds, FINAL)
