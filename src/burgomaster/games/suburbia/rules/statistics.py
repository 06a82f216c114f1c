"""Where people come from, and what is bought, by the events of the log."""

from __future__ import annotations

from burgomaster.core.statistics import Gain, Statistics
from burgomaster.games.suburbia.rules.cards import IDS, Stat
from burgomaster.games.suburbia.rules.events import Cause, Event
from burgomaster.games.suburbia.rules.options import read_board
from burgomaster.games.suburbia.rules.text import tile_name

FINAL = ("goals", "money")
BYTE = 255  # of a change: what is changed, and above it why


def change(cause: Cause) -> Gain:
    """Make the row of people that a tile brings for one reason."""
    source = "tiles" if cause == Cause.IMMEDIATE else "effects"
    return Gain(Event.CHANGE, source, "c", where="b", mask=BYTE, value=Stat.POPULATION | cause << 4)


STATISTICS = Statistics(
    sources=("start", "tiles", "effects", "reputation", "goals", "money", "debt"),
    at_end=FINAL,
    gains=(
        *(change(cause) for cause in Cause),
        Gain(Event.POPULATION, "reputation", "a"),
        Gain(Event.INCOME, "debt", "c", sign=-1),
        Gain(Event.GOAL, "goals", "b"),
        Gain(Event.CONVERT, "money", "b"),
    ),
    bought=(Event.PLACE, Event.BASIC, Event.DALE_PLACES),
    items=IDS,
    item_name=tile_name,
    round_begins=Event.ROUND_BEGINS,
    final={"dollars": "money", "income": "income", "reputation": "reputation", "tiles_laid": "n_tiles"},
    start={"start": int(read_board()["start"]["population"])},
)
