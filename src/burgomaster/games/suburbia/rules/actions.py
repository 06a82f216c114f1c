"""Moves as ints, and their notation.

A move packs a verb, a byte (slot, basic tile or goal) and a cell. Parts that a verb does not use are 0.
Every move has one notation and every notation one move.
"""

from __future__ import annotations

import re
from enum import IntEnum

from burgomaster.compiler.jit import inline
from burgomaster.core.cache import cached
from burgomaster.games.suburbia.rules.cards import BASICS, GOAL_IDS, GOAL_OF, IDS, TILE_OF
from burgomaster.games.suburbia.rules.hexes import X_ORIGIN, Y_ORIGIN, cell_at, x_of, y_of
from burgomaster.games.suburbia.rules.state import N_SLOTS


class Verb(IntEnum):
    """What a move does. Append only: stored nets and logs rely on the numbers."""

    KEEP = 0
    PLACE = 1
    BASIC = 2
    LAKE = 3
    INVEST = 4
    DISCARD = 5
    REMOVE = 6
    DALE = 7


# A word of the notation in braces is a field.
PATTERNS = {
    Verb.KEEP: "keep {goal}",
    Verb.PLACE: "place {slot} {cell}",
    Verb.BASIC: "basic {tile} {cell}",
    Verb.LAKE: "lake {slot} {cell}",
    Verb.INVEST: "invest {cell}",
    Verb.DISCARD: "discard {slot}",
    Verb.REMOVE: "remove {slot}",
    Verb.DALE: "dale {cell}",
}
N_VERBS = len(Verb)
MAX_PACKED = 1 << 31
CELL = re.compile(r"(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})")


@inline
def pack(verb: int, value: int, cell: int) -> int:
    """Return the move of a verb with a slot, basic tile or goal, and a cell."""
    return verb | value << 8 | cell << 16


@inline
def verb_of(move: int) -> int:
    """Return the verb of a move."""
    return move & 255


@inline
def value_of(move: int) -> int:
    """Return the slot, basic tile (0 to 2) or goal of a move."""
    return (move >> 8) & 255


@inline
def cell_of(move: int) -> int:
    """Return the cell of a move."""
    return move >> 16


# Notation


@cached(32768)
def write_notation(move: int) -> str:
    """Return the notation of a move; pages and records write the same few thousand again and again."""
    words = PATTERNS[Verb(verb_of(move))].split()
    return " ".join(_write_field(word, move) for word in words)


def read_notation(notation: str) -> int | None:
    """Read the move a notation stands for, or None if it stands for nothing."""
    words = notation.split(" ")
    for verb, pattern in PATTERNS.items():
        move = _match(verb, pattern.split(), words)
        if move is not None:
            return move
    return None


def _match(verb: Verb, pattern: list[str], words: list[str]) -> int | None:
    if len(pattern) != len(words) or pattern[0] != words[0]:
        return None
    value = cell = 0
    for field, word in zip(pattern[1:], words[1:], strict=True):
        found = _read_field(field, word)
        if found is None:
            return None
        if field == "{cell}":
            cell = found
        else:
            value = found
    return int(pack(int(verb), value, cell))


def cell_text(cell: int) -> str:
    return f"{x_of(cell)},{y_of(cell)}"


def _write_field(word: str, move: int) -> str:
    match word:
        case "{goal}":
            return GOAL_IDS[value_of(move)]
        case "{tile}":
            return IDS[BASICS[value_of(move)]]
        case "{slot}":
            return str(value_of(move))
        case "{cell}":
            return cell_text(cell_of(move))
        case _:
            return word


def _read_field(field: str, word: str) -> int | None:
    match field:
        case "{goal}":
            return GOAL_OF.get(word)
        case "{tile}":
            tile = TILE_OF.get(word)
            return BASICS.index(tile) if tile in BASICS else None
        case "{slot}":
            return int(word) if word in {str(slot) for slot in range(N_SLOTS)} else None
        case _:
            found = CELL.fullmatch(word)
            if found is None:
                return None
            x, y = int(found[1]), int(found[2])
            if (x + y) % 2 or not (-X_ORIGIN <= x < X_ORIGIN and -Y_ORIGIN <= y < Y_ORIGIN):
                return None
            return int(cell_at(x, y))
