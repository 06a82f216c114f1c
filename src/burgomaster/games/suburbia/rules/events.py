"""What a log line can tell. The columns a, b, c, d of each kind stand beside it."""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """Kinds of events. Append only."""

    ROUND_BEGINS = 0  # round
    KEEP_GOAL = 1  # goal
    PLACE = 2  # tile, price, cell, slot
    BASIC = 3  # tile, price, cell
    LAKE = 4  # tile that is turned over, price, cell, slot
    INVEST = 5  # tile, price, cell
    DISCARD = 6  # tile, price, slot
    REMOVE = 7  # tile, price, slot
    CHANGE = 8  # tile and its place, stat and cause and what was wanted, what changed, new value: explain.py
    RED_LINE = 9  # line, 1 upward or -1 downward, change of income, change of reputation
    INCOME = 10  # dollars received, or less than 0 if paid; dollars missing; people lost
    POPULATION = 11  # people gained, or less than 0; people missing; dollars paid for them; new population
    TILE_DRAWN = 12  # tile, slot
    END_SHOWN = 13
    LAST_ROUND = 14
    DALE_PLACES = 15  # tile, nothing, cell, slot
    DALE_CLEARS = 16  # tile, slot
    GOAL = 17  # (winner or NO_SEAT) goal, reward, owner of a private goal or NO_SEAT
    CONVERT = 18  # dollars, people
    WIN = 19  # population
    NOT_HIRED = 20  # population
    DALE_PAYS = 21  # dollars


class Cause(IntEnum):
    """Why a tile changed a value (rules.md 5.1, 5.3, 5.5). Append only."""

    IMMEDIATE = 0  # its immediate effect
    OWN_CLAUSE = 1  # its clause, for what lies there already
    NEIGHBOUR = 2  # a tile was laid beside it
    BOROUGH = 3  # a tile was laid elsewhere in its borough
    OTHERS = 4  # a tile was laid in another borough
    RED_LINE = 5  # its owner crossed a red line
    MARKER = 6  # a marker on another tile made it pay once more (option)
