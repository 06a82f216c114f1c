"""What a move changed, by how much and because of which tile: the events of a move as structured data.

`table.preview(move)` gives it before a move is made, `table.changes(since)` afterwards. Every entry has
`seat`, `stat` (income, reputation, population, money), `change` (what the value really changed by), `wanted`
(before the ends of the tracks cut it) and `why`; where a tile did it, also `tile`, `cell` and `after`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from burgomaster.core.log import Event as LogEvent
from burgomaster.games.suburbia.rules.actions import cell_text
from burgomaster.games.suburbia.rules.cards import GOAL_IDS, IDS, Stat
from burgomaster.games.suburbia.rules.dale import DALE_PRICE
from burgomaster.games.suburbia.rules.effects import WANTED_ORIGIN
from burgomaster.games.suburbia.rules.events import Cause, Event

PAID = {Event.PLACE, Event.BASIC, Event.LAKE, Event.INVEST, Event.DISCARD, Event.REMOVE}
WITH_CELL = {Event.PLACE, Event.BASIC, Event.LAKE, Event.INVEST}
PAYMENTS = {kind.name.lower() for kind in PAID}
cell_name = cache(cell_text)  # a page names the same few cells hundreds of times
REVEALING = {Event.TILE_DRAWN, Event.END_SHOWN, Event.GOAL, Event.DALE_PAYS}  # Dale's answer begins so


STAT_NAMES = {int(stat): stat.name.lower() for stat in Stat}
CAUSE_NAMES = {int(cause): cause.name.lower() for cause in Cause}
EVENT_NAMES = {int(kind): kind.name.lower() for kind in PAID}
STEPS = ("income", "reputation")  # why a value changes in the automatic steps of a turn


def is_effect(change: Mapping[str, Any]) -> bool:
    """Tell whether a tile or a red line makes a change, not a payment or a step of the turn."""
    return change["why"] not in STEPS and change["why"] not in PAYMENTS


def is_reveal(event: LogEvent) -> bool:
    """Tell whether an event shows what could not be known before the move."""
    return event[0] in REVEALING


def explain(before: Any, events: Sequence[LogEvent]) -> list[dict[str, Any]]:
    """List the changes that the events of one move tell of; `before` is the position before it."""
    cells = _Cells(before)
    return [change for event in events for change in _changes(event, cells)]


class _Cells:
    """Where the tiles lie: those that lay there before, and the one laid in the move."""

    def __init__(self, before: Any) -> None:
        self.before = before
        self.new: dict[tuple[int, int], str] = {}

    def note(self, event: LogEvent) -> None:
        """Remember where a tile is laid."""
        kind, seat, _tile, _price, cell, _slot = event
        if kind in (Event.PLACE, Event.BASIC, Event.LAKE, Event.DALE_PLACES):
            place = int(self.before["players"][seat]["n_tiles"])
            self.new[seat, place] = cell_name(cell)

    def find(self, seat: int, place: int) -> str:
        if (seat, place) in self.new:
            return self.new[seat, place]
        return cell_name(int(self.before["players"][seat]["tiles"][place]["cell"]))


def _changes(event: LogEvent, cells: _Cells) -> Iterator[dict[str, Any]]:
    kind, seat, a, b, c, d = event
    cells.note(event)
    if kind in PAID:
        paid: dict[str, Any] = {"seat": seat, "stat": "money", "change": -b, "wanted": -b}
        where = {"cell": cell_name(c)} if kind in WITH_CELL else {"slot": c}
        yield {**paid, "why": EVENT_NAMES[kind], "tile": IDS[a], **where}
    elif kind == Event.CHANGE:
        yield _tile_change(event, cells)
    elif kind == Event.RED_LINE:
        rules = cells.before.rules
        wanted = -int(rules.line_cost) if b > 0 else int(rules.line_return)
        line = {"wanted": wanted, "why": "red_line", "line": a, "upward": b > 0}
        yield {"seat": seat, "stat": "income", "change": c, **line}
        yield {"seat": seat, "stat": "reputation", "change": d, **line}
    elif kind == Event.DALE_PAYS:
        yield {"seat": seat, "stat": "money", "change": -a, "wanted": -DALE_PRICE, "why": "dale_pays"}
    elif kind == Event.INCOME:
        yield {"seat": seat, "stat": "money", "change": a, "wanted": a - b, "why": "income"}
        if c:
            yield {"seat": seat, "stat": "population", "change": -c, "wanted": -b, "why": "income"}
    elif kind == Event.POPULATION:
        yield {"seat": seat, "stat": "population", "change": a, "wanted": a - b, "why": "reputation"}
        if c:
            yield {"seat": seat, "stat": "money", "change": -c, "wanted": -b, "why": "reputation"}
    elif kind == Event.GOAL and seat >= 0:
        yield {
            "seat": seat,
            "stat": "population",
            "change": b,
            "wanted": b,
            "why": "goal",
            "goal": GOAL_IDS[a],
        }
    elif kind == Event.CONVERT:
        yield {"seat": seat, "stat": "population", "change": b, "wanted": b, "why": "conversion"}
        yield {"seat": seat, "stat": "money", "change": -a, "wanted": -a, "why": "conversion"}


def _tile_change(event: LogEvent, cells: _Cells) -> dict[str, Any]:
    _kind, seat, source, packed, change, after = event
    place, tile = source & 255, source >> 8
    return {
        "seat": seat,
        "stat": STAT_NAMES[packed & 15],
        "change": change,
        "wanted": (packed >> 8) - WANTED_ORIGIN,
        "why": CAUSE_NAMES[packed >> 4 & 15],
        "tile": IDS[tile],
        "cell": cells.find(seat, place),
        "after": after,
    }
