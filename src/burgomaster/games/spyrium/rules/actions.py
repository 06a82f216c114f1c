"""Moves as ints, and their notation.

A move packs its verb and up to eight sub-choices into the fields below; a field that a verb does not use,
or a choice that is not made, is 0. Every move has one notation and every notation one move.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from burgomaster.compiler.jit import inline
from burgomaster.games.spyrium.rules.cards import CARDS, DIGITS, EVENTS, N_CARDS, N_EVENTS
from burgomaster.games.spyrium.rules.state import MAX_BUILDINGS, N_GAPS, N_POSITIONS

NONE = -1  # no gap, no position, no building


class Verb(IntEnum):
    """What a move does. Append only: stored nets and logs rely on the numbers."""

    PASS = 0
    PLACE = 1
    SWITCH = 2
    EARN = 3
    ACTIVATE = 4
    USE = 5
    EVENT = 6
    ADVANCE = 7
    POINTS = 8
    WORKER = 9
    MONEY = 10


# Where each field begins. Gap, position and building are kept plus 1, so that 0 is none.
GAP_BIT = 4
POSITION_BIT = 8
TOKEN_BIT = 12
READ_BIT = 14
POWER_BIT = 16  # 1: Lobbying when activating, Taylorism when using
BUILDING_BIT = 17
ALT_BIT = 23
USE_ALT_BIT = 26  # the alternative of the building that an event uses again
MAX_PACKED = 1 << 29
MAX_ALTS = 8


@dataclass(frozen=True)
class Field:
    """One sub-choice: its bits, how far its number is shifted, and how many values it has."""

    bit: int
    width: int
    shift: int
    n_values: int

    def get(self, move: int) -> int:
        """Return the value in a move; below 0, or 0 for tokens and flags, if the choice is not made."""
        return (move >> self.bit & (1 << self.width) - 1) - self.shift

    def put(self, value: int) -> int:
        return value + self.shift << self.bit


GAP = Field(GAP_BIT, 4, 1, N_GAPS)
POSITION = Field(POSITION_BIT, 4, 1, N_POSITIONS)
TOKEN = Field(TOKEN_BIT, 2, 0, DIGITS + 1)
READ = Field(READ_BIT, 2, 0, DIGITS + 1)
POWER = Field(POWER_BIT, 1, 0, 2)
BUILDING = Field(BUILDING_BIT, 6, 1, MAX_BUILDINGS)
ALT = Field(ALT_BIT, 3, 0, MAX_ALTS)
USE_ALT = Field(USE_ALT_BIT, 3, 0, MAX_ALTS)
FLAGS = ("lobby", "taylorism")  # words that stand for themselves

# What a verb says, in order: the word before a number ("" for none) and the field it fills.
PARTS: dict[Verb, tuple[tuple[str, Field], ...]] = {
    Verb.PASS: (),
    Verb.PLACE: (("", GAP),),
    Verb.SWITCH: (),
    Verb.EARN: (("", GAP), ("at", POSITION)),
    Verb.ACTIVATE: (
        ("", GAP),
        ("at", POSITION),
        ("token", TOKEN),
        ("read", READ),
        ("lobby", POWER),
        ("over", BUILDING),
    ),
    Verb.USE: (("", BUILDING), ("alt", ALT), ("taylorism", POWER)),
    Verb.EVENT: (("", ALT), ("read", READ), ("use", BUILDING), ("alt", USE_ALT), ("place", GAP)),
    Verb.ADVANCE: (),
    Verb.POINTS: (),
    Verb.WORKER: (),
    Verb.MONEY: (),
}

assert (
    max(
        [int(CARDS[card].n_effects) for card in range(N_CARDS)]
        + [int(EVENTS[event].n_effects) for event in range(N_EVENTS)]
    )
    <= MAX_ALTS
)


@inline
def pack(verb: int, gap: int, position: int) -> int:
    """Return a move that says at most a gap and a position."""
    return verb | (gap + 1) << GAP_BIT | (position + 1) << POSITION_BIT


@inline
def pack_activate(gap: int, position: int, token: int, read: int, lobby: int, over: int) -> int:
    """Activate a card, with every sub-choice (5.4)."""
    spent = token << TOKEN_BIT | read << READ_BIT | lobby << POWER_BIT
    return pack(Verb.ACTIVATE, gap, position) | spent | (over + 1) << BUILDING_BIT


@inline
def pack_use(building: int, alt: int, taylorism: int) -> int:
    """Use a building, or use it again with Taylorism."""
    return Verb.USE | taylorism << POWER_BIT | (building + 1) << BUILDING_BIT | alt << ALT_BIT


@inline
def pack_event(alt: int, read: int, gap: int, building: int, use_alt: int) -> int:
    """Use the event, with what it asks for: a reading, a gap, or a building and its alternative."""
    chosen = (building + 1) << BUILDING_BIT | use_alt << USE_ALT_BIT
    return pack(Verb.EVENT, gap, NONE) | read << READ_BIT | chosen | alt << ALT_BIT


@inline
def verb_of(move: int) -> int:
    """Return the verb of a move."""
    return move & 15


@inline
def gap_of(move: int) -> int:
    """Return the gap of a move, or NONE."""
    return ((move >> GAP_BIT) & 15) - 1


@inline
def position_of(move: int) -> int:
    """Return the position of a move, or NONE."""
    return ((move >> POSITION_BIT) & 15) - 1


@inline
def token_of(move: int) -> int:
    """Return the digit of the token that is spent, 0 for none."""
    return (move >> TOKEN_BIT) & 3


@inline
def read_of(move: int) -> int:
    """Tell what the token is read as with Commerce, 0 for its own digit."""
    return (move >> READ_BIT) & 3


@inline
def power_of(move: int) -> int:
    """1 with Lobbying or Taylorism."""
    return (move >> POWER_BIT) & 1


@inline
def building_of(move: int) -> int:
    """Return the own building that is replaced or used, or NONE."""
    return ((move >> BUILDING_BIT) & 63) - 1


@inline
def alt_of(move: int) -> int:
    """Return the alternative of the building or event."""
    return (move >> ALT_BIT) & 7


@inline
def use_alt_of(move: int) -> int:
    """Return the alternative of the building that an event uses again."""
    return (move >> USE_ALT_BIT) & 7


# Notation


def write_notation(move: int) -> str:
    verb = Verb(verb_of(move))
    words = [verb.name.lower()]
    for word, field in PARTS[verb]:
        if _is_said(verb, word, field, move):
            words += [word] if word else []
            words += [] if word in FLAGS else [str(field.get(move))]
    return " ".join(words)


def _is_said(verb: Verb, word: str, field: Field, move: int) -> bool:
    """Tell whether a choice was made: one that a verb always makes is always said."""
    if word == "alt":
        return verb == Verb.USE or BUILDING.get(move) != NONE
    is_always = field is ALT or (verb == Verb.ACTIVATE and field is POSITION)
    return is_always or field.get(move) > (NONE if field.shift else 0)


def read_notation(notation: str) -> int | None:
    """Read the move a notation stands for, or None if it stands for nothing."""
    first, *words = notation.split(" ")
    verb = Verb.__members__.get(first.upper())
    if verb is None:
        return None
    move = int(verb)
    for word, field in PARTS[verb]:
        if word and words[:1] != [word]:
            continue
        words = words[1:] if word else words
        value, words = ("1", words) if word in FLAGS else ("".join(words[:1]), words[1:])
        if not (value.isascii() and value.isdigit() and int(value[:9]) < field.n_values):
            return None
        move |= field.put(int(value))
    return move if not words and write_notation(move) == notation else None
