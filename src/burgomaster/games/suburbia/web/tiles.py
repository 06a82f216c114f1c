"""A tile and a goal as they are drawn: type, picture, price, and the effects in signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

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
from burgomaster.web.signs import name_class, soften
from burgomaster.web.static_files import content_url

ICONS = content_url("suburbia/icons.svg", Path(__file__).parent / "static" / "icons.svg")
TILES = content_url("suburbia/tiles.svg", Path(__file__).parent / "static" / "tiles.svg")
LONG_WORD = 11  # letters from which a word may be broken
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
EXAMPLES = {  # a tile that counts for a goal
    "residential": "suburbs",
    "industrial": "heavy_factory",
    "commercial": "convenience_store",
    "civic": "museum",
    "lakes": "lake",
    "airports": "domestic_airport",
}
PLOTS = {"lakes": "lake", "airports": "industrial"}
LINE_LENGTHS = (
    11,
    14,
    17,
    99,
)  # letters of a line of a name inside a hexagon: the first that gives two lines
MAX_LINES = 2
LATIN, CYRILLIC = 0.57, 0.66  # width of a letter, of its size
ROOM = {1: (58,), 2: (66, 54)}  # width of each line of a plate, by the number of lines
LARGEST, LARGEST_SHORT, LEAST = 10.5, 13.0, 7.0  # sizes of letters on a plate


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
    soft_name: str  # with places where a long word may be broken
    short: str
    lines: tuple[str, ...]  # the name inside a hexagon
    size: float  # of its letters
    short_size: float  # of the letters of the short name
    plot: str  # where the ground of its type is drawn
    picture: str  # where the tile is drawn
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
    picture: str  # where something is drawn that counts for it; "" if it counts no tiles
    plot: str  # where the ground under it is drawn
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
    short = say(f"short.{tile}") if is_building else name
    lines = plate_lines(name, short)
    kind = row["type"] if is_building else END_TYPE
    return Face(
        id=tile,
        name=name,
        soft_name=soften(name, LONG_WORD),
        name_class=name_class(soften(name, LONG_WORD), NAME_LIMITS),
        short=short,
        lines=lines,
        size=letter_size(lines),
        short_size=min(LARGEST_SHORT, letter_size((short,), LARGEST_SHORT)),
        type=kind,
        plot=f"{TILES}#plot-{kind}",
        picture=f"{TILES}#tile-{tile}",
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


def plate_lines(name: str, short: str) -> tuple[str, ...]:
    """Choose what is written on a tile: the name, or the short one if the name would be too small to read."""
    lines = split_name(name)
    return lines if letter_size(lines) >= LEAST else (short,)


def letter_size(lines: Sequence[str], largest: float = LARGEST) -> float:
    """Compute the size at which every line fits onto the plate."""
    letter = LATIN if "".join(lines).isascii() else CYRILLIC
    fits = (room / (len(line) * letter) for line, room in zip(lines, ROOM[len(lines)], strict=True))
    return round(min(largest, *fits), 1)


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
    example = EXAMPLES.get(row["subject"], "")
    plot = row["subject"] if row["subject"] in TYPES else PLOTS.get(row["subject"], END_TYPE)
    return GoalFace(
        id=goal,
        name=row[f"name_{say.language}"],
        subject=say(f"subject.{row['comparison']}_{row['subject']}"),
        sign=SUBJECT_SIGNS.get(row["subject"], f"type-{row['subject']}"),
        picture=f"{TILES}#tile-{example}" if example else "",
        plot=f"{TILES}#plot-{plot}",
        sort=row["comparison"],
        reward=int(row["reward"]),
        sentence=goal_sentence(number, say.language),
    )
