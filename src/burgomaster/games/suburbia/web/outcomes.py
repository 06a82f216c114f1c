"""What moves would bring: values now, at once and after the turn, and every cause with the tile behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from burgomaster.core.cache import Cache, cached
from burgomaster.core.log import Event as LogEvent
from burgomaster.core.move import Move
from burgomaster.core.plain import as_python
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import side_of
from burgomaster.games.suburbia.rules.actions import Verb, cell_of, verb_of, write_notation
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.explain import PAYMENTS, STEPS, cell_name, is_effect
from burgomaster.games.suburbia.rules.hexes import cell_at
from burgomaster.games.suburbia.rules.state import DALE_SEAT
from burgomaster.games.suburbia.rules.text import amount_values, signed
from burgomaster.games.suburbia.web.forecast import Forecast, read
from burgomaster.games.suburbia.web.places import cells_in_words, tiles_near
from burgomaster.games.suburbia.web.tiles import face_of

Source = tuple[Any, ...]  # the seat, the place among its tiles, and the cause
MOST_LINES = 16384
STATS = ("money", "income", "reputation", "population")
INCOME, REPUTATION = STATS.index("income"), STATS.index("reputation")
CHANGE = int(Event.CHANGE)
LAYING = frozenset(map(int, (Verb.PLACE, Verb.BASIC, Verb.LAKE, Verb.DALE)))


@dataclass(frozen=True, eq=False, slots=True)
class Change:
    """What an event changes, wherever the tile lies that does it.

    The same change is the same object, so that its words are found without looking at what it holds.
    """

    seat: int
    stat: int  # its place in STATS
    change: int
    wanted: int  # what it would have changed by, but for the ends of the tracks
    why: str
    tile: str | None
    line: int | None  # the red line
    is_upward: bool | None  # how that is crossed
    is_step: bool  # of the automatic steps of a turn
    is_effect: bool  # of a tile or a red line
    is_told: bool  # what costs nothing is not
    source: Source  # changes of one source are one line


cell_number = cache(cell_at)  # a page names the same few cells again and again
plain_verb_of, plain_cell_of = as_python(verb_of), as_python(cell_of)
_known: Cache[tuple[Change, ...]] = Cache(MOST_LINES)


class Value(NamedTuple):
    """One of the four values of the player who moves."""

    stat: str
    before: int
    at_once: int  # what is paid, and what tiles and red lines do
    by_steps: int  # the income and population steps of the turn
    next_turn: int | None  # what the next turn brings if nothing else changes

    @property
    def after(self) -> int:
        """Compute the value after the turn."""
        return self.before + self.at_once + self.by_steps

    @property
    def sum(self) -> str:
        """Write how the value comes about: 15 −9 +1; "" where nothing changes."""
        changes = [signed(n) for n in (self.at_once, self.by_steps) if n]
        return " ".join([minus(self.before), *changes]) if changes else ""


class Line(NamedTuple):
    """One cause of changes."""

    kind: str  # pay, tile, line, step; and the type of the tile
    name: str
    why: str
    amounts: str
    owner: str = ""  # where it is another player


class Choice(NamedTuple):
    """A move with its cell."""

    cell: str
    notation: str
    beside: str = ""  # what lies around the cell, in words


class Outcome(NamedTuple):
    """What follows from one or several moves that differ only in their cell."""

    choices: tuple[Choice, ...]
    values: tuple[Value, ...]
    lines: tuple[Line, ...]
    brief: str  # for the map: income+2 money-3
    sort_key: tuple[int, ...]  # the best outcomes stand first
    title: str = ""


def outcomes_of(
    seat_view: SeatView, forecast: Forecast, moves: Sequence[Move], say: Translator
) -> list[Outcome]:
    """Group the moves of one topic by their consequences, the best first."""
    groups = forecast.alike(moves)
    found = [outcome_of(seat_view, forecast, alike, trace, say) for trace, alike in groups.items()]
    return sorted(found, key=lambda outcome: outcome.sort_key, reverse=True)


def outcome_of(
    seat_view: SeatView, forecast: Forecast, moves: Sequence[Move], trace: bytes, say: Translator
) -> Outcome:
    """Compute what follows from some moves alike."""
    seat = seat_view.view["to_move"]
    changes = changes_of(seat_view, forecast, trace)
    effects, at_once, by_steps = sums_of(changes, seat)
    money, income, reputation, population = effects
    return Outcome(
        choices=choices_of(seat_view, moves, say),
        values=values_of(seat_view.view["players"][seat], at_once, by_steps),
        lines=tuple(lines_of(seat_view, changes, say)),
        brief=brief_of(*effects),
        sort_key=(income + reputation, population, money),
    )


def line_rules(seat_view: SeatView) -> tuple[int, int]:
    """Find what the red lines of a table do: with the events themselves, all that a change depends on."""
    if "lines" not in seat_view.cache:
        rules = seat_view.state.rules
        seat_view.cache["lines"] = int(rules.line_cost), int(rules.line_return)
    found: tuple[int, int] = seat_view.cache["lines"]
    return found


def changes_of(seat_view: SeatView, forecast: Forecast, trace: bytes) -> list[Change]:
    """List what the events of a trace change; on a page there are few of them, again and again."""
    on_page: dict[LogEvent, tuple[Change, ...]] = seat_view.cache.setdefault("changes", {})
    found: list[Change] = []
    for event in read(trace):
        changes = on_page.get(event)
        if changes is None:
            changes = on_page[event] = changes_by(event, forecast, line_rules(seat_view))
        found += changes
    return found


def changes_by(event: LogEvent, forecast: Forecast, lines: tuple[int, int]) -> tuple[Change, ...]:
    """List what an event changes; the same ones happen on many cells and at many tables."""
    key = event[:-1] if event[0] == CHANGE else event, lines  # what a value is afterwards is not told
    return _known.get(key, lambda: tuple(change_of(event, told) for told in forecast.explain([event])))


def change_of(event: LogEvent, told: Mapping[str, Any]) -> Change:
    """Read a change as the rules explain it; its cell is left out, which is another one at every table."""
    place = event[2] & 255 if event[0] == CHANGE else -1
    cause = told["why"], told.get("tile"), told.get("line"), told.get("upward")
    return Change(
        told["seat"],
        STATS.index(told["stat"]),
        told["change"],
        told["wanted"],
        *cause,
        is_step=told["why"] in STEPS,
        is_effect=is_effect(told),
        is_told=bool(told["change"] or (told["wanted"] and is_effect(told))),
        source=(told["seat"], place, *cause),
    )


def choices_of(seat_view: SeatView, moves: Sequence[Move], say: Translator) -> tuple[Choice, ...]:
    """Describe moves of one kind by their cells, which a person knows by the tiles around them."""
    verb = plain_verb_of(moves[0].code)
    if verb not in LAYING:
        return tuple([choice_of(move.code, "") for move in moves])
    words = cell_words(seat_view, DALE_SEAT if verb == Verb.DALE else seat_view.view["to_move"], say)
    return tuple([choice_of(move.code, words[plain_cell_of(move.code)]) for move in moves])


def cell_words(seat_view: SeatView, seat: int, say: Translator) -> Mapping[int, str]:
    """Say where each cell of a borough lies that can be built on."""
    key = "cells", seat
    if key not in seat_view.cache:
        cells = [(x, y) for x, y in seat_view.view["players"][seat]["cells"]]
        is_upward = side_of(seat_view.options, seat) == "B"
        words = cells_in_words(cells, tiles_near(seat_view, seat), is_upward, say)
        seat_view.cache[key] = dict(zip([cell_number(*cell) for cell in cells], words, strict=True))
    found: Mapping[int, str] = seat_view.cache[key]
    return found


@cached(MOST_LINES)
def choice_of(code: int, beside: str) -> Choice:
    """Describe a move by its cell."""
    return Choice(cell_name(plain_cell_of(code)), write_notation(code), beside)


def sums_of(changes: Iterable[Change], seat: int) -> tuple[list[int], list[int], list[int]]:
    """Add up the four values of a seat: what tiles and red lines do, what is at once, what comes by steps."""
    effects, at_once, by_steps = [0] * len(STATS), [0] * len(STATS), [0] * len(STATS)
    moved = at_once
    for change in changes:
        if change.seat == seat:
            if change.is_step:
                moved = by_steps  # and all that follows
            moved[change.stat] += change.change
            if change.is_effect:
                effects[change.stat] += change.change
    return effects, at_once, by_steps


def values_of(
    player: Mapping[str, Any], at_once: Sequence[int], by_steps: Sequence[int]
) -> tuple[Value, ...]:
    """Compute the four values before, at once and after the turn, and what the next one brings."""
    before = [player[stat] for stat in STATS]
    income, reputation = (before[stat] + at_once[stat] + by_steps[stat] for stat in (INCOME, REPUTATION))
    return tuple(map(value_of, STATS, before, at_once, by_steps, (income, None, None, reputation)))


value_of = cached(MOST_LINES)(Value)  # most moves of a page leave most values alone


@cached(MOST_LINES)
def brief_of(*effects: int) -> str:
    """Write what tiles and red lines do, for the map."""
    return " ".join([f"{stat}{signed(n)}" for stat, n in zip(STATS, effects, strict=True) if n])


def minus(number: int) -> str:
    """Write a number with a proper minus sign."""
    return str(number).replace("-", "−")


# Causes


def lines_of(seat_view: SeatView, changes: Sequence[Change], say: Translator) -> list[Line]:
    """Write a line for each cause, in the order in which they act; what costs nothing is left out."""
    merged: dict[Source, tuple[Change, ...]] = {}
    for change in changes:
        if change.is_told:
            merged[change.source] = (*merged.get(change.source, ()), change)
    mover, names = seat_view.view["to_move"], seat_view.names
    return [
        line_of(same, "" if source[0] == mover else names[source[0]], say) for source, same in merged.items()
    ]


@cached(MOST_LINES)
def line_of(changes: tuple[Change, ...], owner: str, say: Translator) -> Line:
    """Write the changes of one cause in words; the same ones happen on many cells and at many tables."""
    first = changes[0]
    is_cut = first.is_effect and any(one.change != one.wanted for one in changes)
    kind, name, words = cause_words(first, say)
    if first.why == "place":
        words = price_words(first, say)
    return Line(
        kind=kind,
        name=name,
        why=", ".join(filter(None, [words, say("outcome.cut") if is_cut else ""])),
        amounts=", ".join(amount_words(one, say) for one in changes if is_cut or one.change),
        owner=owner,
    )


def amount_words(change: Change, say: Translator) -> str:
    """Write by how much a value changes."""
    return say(f"amount.{STATS[change.stat]}", **amount_values(change.change))


def cause_words(change: Change, say: Translator) -> tuple[str, str, str]:
    """Name the kind of a cause, its name, and why it acts."""
    why = change.why
    if why in PAYMENTS:
        return "pay", say(f"pay.{why}"), ""
    if why in STEPS:
        return "step", say(f"step.{why}"), ""
    if change.line is not None:
        return "line", say("outcome.line" if change.is_upward else "outcome.line_back", n=change.line), ""
    face = face_of(str(change.tile), say)
    return f"tile t-{face.type}", face.name, say(f"cause.{why}")


def price_words(change: Change, say: Translator) -> str:
    """Write the arithmetic of a payment for a tile of the market."""
    cost = face_of(str(change.tile), say).cost
    return f"{cost} + {-change.change - cost}"
