"""A tile and a goal as they are drawn: type, picture, price, and the effects in signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.cards import (
    ALL_ROWS,
    GOAL_OF,
    GOAL_ROWS,
    TARGETS,
    TILE_OF,
    Scope,
    Stat,
    read_clauses,
)
from burgomaster.games.suburbia.rules.text import IMMEDIATE, goal_sentence, signed, tile_sentences
from burgomaster.web.signs import name_class

ICONS = "/static/suburbia/icons.svg"
NAME_LIMITS = (8, 10, 12)  # letters of a word: usual, longish, long
TYPES = ("residential", "industrial", "commercial", "civic", "lake")
END_TYPE = "end"  # of the One More Round tile, which is no building
SUBJECT_SIGNS = {  # what a goal compares, where it is no type of tile
    "lakes": "type-lake",
    "airports": "icon-airport",
    "investment_markers": "ui-marker",
    "income": "stat-income",
    "reputation": "stat-reputation",
    "money": "stat-money",
}
LINE_LENGTHS = (13, 17, 99)  # letters of a line of a name inside a hexagon: the first that gives two lines
MAX_LINES = 2
LARGEST, ROOM, LETTER = 10.5, 66, 0.57  # size of a name, room inside a hexagon, width of a letter


@dataclass(frozen=True)
class Chip:
    """One effect in signs: an amount, and for a clause what it counts and where."""

    amount: str
    stat: str
    scope: str = ""
    targets: tuple[str, ...] = ()  # names of signs


@dataclass(frozen=True, eq=False)  # there is one of each, see face_of
class Face:
    """A tile as it is drawn."""

    id: str
    name: str
    name_class: str  # sets a long name smaller
    short: str
    lines: tuple[str, ...]  # the name inside a hexagon
    size: float  # of its letters
    type: str
    icon: str
    cost: int
    stack: str
    copies: int
    chips: tuple[Chip, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, eq=False)  # there is one of each, see goal_of
class GoalFace:
    """A goal as it is drawn."""

    id: str
    name: str
    subject: str
    sign: str
    sort: str  # most, fewest, largest_group
    reward: int
    sentence: str


@cache
def face_of(tile: str, say: Translator) -> Face:
    """Make the face of a tile, as it is drawn."""
    number = TILE_OF[tile]
    row = ALL_ROWS[number]
    name = row[f"name_{say.language}"]
    is_building = "type" in row
    return Face(
        id=tile,
        name=name,
        name_class=name_class(name, NAME_LIMITS),
        short=say(f"short.{tile}") if is_building else name,
        lines=split_name(name),
        size=letter_size(split_name(name)),
        type=row["type"] if is_building else END_TYPE,
        icon=row["icon"] if is_building else "",
        cost=int(row["cost"]) if is_building else 0,
        stack=row.get("stack", ""),
        copies=int(row.get("copies", 1)),
        chips=tuple(chips_of(row)) if is_building else (),
        sentences=tuple(tile_sentences(number, say.language)),
    )


def split_name(name: str) -> tuple[str, ...]:
    """Split a name into two lines at most."""
    found = (wrapped(name, length) for length in LINE_LENGTHS)
    return next(lines for lines in found if len(lines) <= MAX_LINES)


def wrapped(name: str, length: int) -> tuple[str, ...]:
    """Wrap words into lines of so many letters, longer only where a single word is."""
    lines: list[str] = []
    for word in name.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= length:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def letter_size(lines: Sequence[str]) -> float:
    """Compute the size at which the longest line fits into a hexagon."""
    return round(min(LARGEST, ROOM / (max(map(len, lines)) * LETTER)), 1)


def chips_of(row: Mapping[str, str]) -> list[Chip]:
    """List the immediate effect of a tile and its clauses."""
    chips = [
        Chip(signed(int(row[stat.name.lower()])), stat.name.lower())
        for stat in IMMEDIATE
        if int(row[stat.name.lower()])
    ]
    for delta, stat, scope, targets in read_clauses(row["effects"]):
        names = Stat(stat).name.lower(), Scope(scope).name.lower()
        chips.append(Chip(signed(delta), *names, signs_of(targets)))
    return chips


def signs_of(targets: list[str]) -> tuple[str, ...]:
    """List the signs of what a clause counts; none where every building counts, or no tile."""
    if set(targets) in ({*TARGETS}, {""}):
        return ()
    return tuple(f"type-{TARGETS[name]}" if name in TARGETS else f"icon-{name}" for name in targets)


@cache
def goal_of(goal: str, say: Translator) -> GoalFace:
    """Make the face of a goal, as it is drawn."""
    number = GOAL_OF[goal]
    row = GOAL_ROWS[number]
    return GoalFace(
        id=goal,
        name=row[f"name_{say.language}"],
        subject=say(f"subject.{row['comparison']}_{row['subject']}"),
        sign=SUBJECT_SIGNS.get(row["subject"], f"type-{row['subject']}"),
        sort=row["comparison"],
        reward=int(row["reward"]),
        sentence=goal_sentence(number, say.language),
    )
