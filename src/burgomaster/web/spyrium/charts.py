"""How the points of a game were made: by source and by round, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from burgomaster.core.log import Event as LogEvent
from burgomaster.games.spyrium.cards import CARDS, EFFECTS, EVENTS, N_ROUNDS
from burgomaster.games.spyrium.events import Event
from burgomaster.web import charts
from burgomaster.web.charts import Bar, Curve, Gain, Lines
from burgomaster.web.look import Look

FINAL = ("buildings", "technologies")
SOURCES = ("use", "call", "build", "residence", "event", *FINAL)


def gains_of(history: Iterable[LogEvent]) -> list[Gain]:
    """Every change of a score that is told by the log; points belong to the deed before them."""
    gains, round_no, source = [], 0, ""
    for event in history:
        kind, seat, a, b, c, _ = event
        source = source_of(event) or source
        if kind == Event.ROUND_BEGINS:
            round_no = a
        elif kind == Event.POINTS:
            gains.append(Gain(seat, source, round_no, a))
        elif kind == Event.FINAL:
            gains += [Gain(seat, "buildings", round_no, b), Gain(seat, "technologies", round_no, c)]
    return gains


def source_of(event: LogEvent) -> str:
    """What points after an event are made by, "" if it is no deed."""
    kind, _, a, _, _, _ = event
    match kind:
        case Event.USE | Event.USE_AGAIN:
            return "use"
        case Event.CALL:
            return "residence" if EFFECTS[CARDS[a].first_effect].residence else "call"
        case Event.BUILD:
            effect = int(CARDS[a].build_effect)
            return "residence" if effect >= 0 and EFFECTS[effect].residence else "build"
        case Event.USE_EVENT:
            return "residence" if EFFECTS[EVENTS[a].first_effect].residence else "event"
        case _:
            return ""


def table_of(look: Look) -> Lines:
    """For every source that brought anything, the points of each seat."""
    return charts.lines_of(gains_of(look.history), SOURCES, len(look.names))


def bars_of(look: Look, order: Sequence[int]) -> list[Bar]:
    """A bar a player."""
    return charts.bars_of(table_of(look), look.names, look.scores, order)


def curves_of(look: Look) -> list[Curve]:
    """The score after each round, and behind the last one after the final scoring."""
    return charts.curves_of(gains_of(look.history), look.names, N_ROUNDS, FINAL)
