"""What moves would bring: values now, at once and after the turn, and every cause with the tile behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from burgomaster.core.log import Event as LogEvent
from burgomaster.core.move import Foresight, Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.actions import Verb, cell_of, pack, verb_of
from burgomaster.games.suburbia.rules.cards import SURCHARGES
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.explain import PAYMENTS, STEPS, cell_name, is_effect
from burgomaster.games.suburbia.rules.state import N_SLOTS
from burgomaster.games.suburbia.rules.text import beside_text, signed
from burgomaster.games.suburbia.web.tiles import face_of

Change = Mapping[str, Any]
Cause = tuple[Any, ...]  # see cause_of
Amount = tuple[str, int, int]  # of which value, what it changed by, what it would have but for its ends
MOST_LINES = 16384
STATS = ("money", "income", "reputation", "population")
BROUGHT = {"money": "income", "population": "reputation"}  # what a turn brings, and by which track
LAID = (Event.PLACE, Event.BASIC, Event.LAKE)
LAYING = (Verb.PLACE, Verb.BASIC, Verb.LAKE, Verb.DALE)
WITH_DISCARD = (Verb.BASIC, Verb.INVEST)
# a discard that costs nothing; in this slot of the market there is a tile in every game
_python_pack = getattr(pack, "py_func", pack)  # importing a page loads no machine code
FREE_DISCARD = int(_python_pack(int(Verb.DISCARD), SURCHARGES.index(0), 0))
assert SURCHARGES.index(0) < N_SLOTS


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
    seat_view: SeatView, foresight: Foresight, moves: Sequence[Move], say: Translator
) -> list[Outcome]:
    """Group the moves of one topic by their consequences, the best first."""
    groups: dict[tuple[LogEvent, ...], list[tuple[Move, tuple[LogEvent, ...]]]] = {}
    for move in moves:
        events = foresight.events(*codes_of(move))
        groups.setdefault(tuple(map(without_cell, events)), []).append((move, events))
    found = [
        outcome_of(seat_view, foresight, [move for move, _ in members], members[0][1], say)
        for members in groups.values()
    ]
    return sorted(found, key=lambda outcome: outcome.sort_key, reverse=True)


def codes_of(move: Move) -> tuple[int, ...]:
    """Give the codes of a move, with a free discard where one must follow."""
    return (move.code, FREE_DISCARD) if verb_of(move.code) in WITH_DISCARD else (move.code,)


def without_cell(event: LogEvent) -> LogEvent:
    """Drop the cell of an event, so that it is the same wherever a tile is laid."""
    kind, seat, a, b, _cell, d = event
    return (kind, seat, a, b, 0, d) if kind in LAID else event


def outcome_of(
    seat_view: SeatView,
    foresight: Foresight,
    moves: Sequence[Move],
    events: Sequence[LogEvent],
    say: Translator,
) -> Outcome:
    """Compute what follows from some moves alike."""
    seat = seat_view.view["to_move"]
    changes = foresight.explain(events)
    mine = [change for change in changes if change["seat"] == seat]
    effects = dict.fromkeys(STATS, 0)
    for change in filter(is_effect, mine):
        effects[change["stat"]] += change["change"]
    return Outcome(
        choices=tuple(choice_of(seat_view, move, say) for move in moves),
        values=tuple(values_of(seat_view.view["players"][seat], mine)),
        lines=tuple(lines_of(seat_view, changes, say)),
        brief=" ".join(f"{stat}{signed(n)}" for stat, n in effects.items() if n),
        sort_key=(effects["income"] + effects["reputation"], effects["population"], effects["money"]),
    )


def choice_of(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    """Describe a move by its cell, which a person knows by the tiles around it."""
    code = move.code
    cell, verb = int(cell_of(code)), verb_of(code)
    if verb not in LAYING:
        return Choice(cell_name(cell), move.notation)
    key = "beside", cell, verb == Verb.DALE
    if key not in seat_view.cache:
        near = beside_text(seat_view.state, code, say.language)
        seat_view.cache[key] = say("go.beside", tiles=near) if near else ""
    return Choice(cell_name(cell), move.notation, seat_view.cache[key])


def values_of(player: Mapping[str, Any], changes: Sequence[Change]) -> list[Value]:
    """Compute the four values before, at once and after the turn."""
    begin = next((at for at, change in enumerate(changes) if change["why"] in STEPS), len(changes))
    moved = {stat: [0, 0] for stat in STATS}
    for at, change in enumerate(changes):
        moved[change["stat"]][at >= begin] += change["change"]
    brought = {name: player[stat] + sum(moved[stat]) for name, stat in BROUGHT.items()}
    return [Value(stat, player[stat], moved[stat][0], moved[stat][1], brought.get(stat)) for stat in STATS]


def minus(number: int) -> str:
    """Write a number with a proper minus sign."""
    return str(number).replace("-", "−")


# Causes


def lines_of(seat_view: SeatView, changes: Sequence[Change], say: Translator) -> list[Line]:
    """Write a line for each cause, in the order in which they act; what costs nothing is left out."""
    merged: dict[Cause, list[Amount]] = {}
    for change in changes:
        if change["change"] or (change["wanted"] and is_effect(change)):
            amount = change["stat"], change["change"], change["wanted"]
            merged.setdefault(cause_of(change), []).append(amount)
    mover, names = seat_view.view["to_move"], seat_view.names
    return [
        line_of(cause[2:], tuple(amounts), "" if cause[0] == mover else names[cause[0]], say)
        for cause, amounts in merged.items()
    ]


def cause_of(change: Change) -> Cause:
    """Collect what changes of one cause have in common: whose they are, where, and what a line says."""
    get = change.get
    return change["seat"], get("cell"), change["why"], get("tile"), get("line"), get("upward")


@lru_cache(maxsize=MOST_LINES)
def line_of(cause: tuple[Any, ...], amounts: tuple[Amount, ...], owner: str, say: Translator) -> Line:
    """Write the changes of one cause in words; the same ones happen on many cells and at many tables."""
    why, tile, line, upward = cause
    has_effect = is_effect({"why": why})
    is_cut = has_effect and any(changed != wanted for _stat, changed, wanted in amounts)
    shown = amounts if is_cut else [amount for amount in amounts if amount[1]]
    kind, name, words = cause_words({"why": why, "tile": tile, "line": line, "upward": upward}, say)
    if why == "place":
        words = price_words(tile, -amounts[0][1], say)
    return Line(
        kind=kind,
        name=name,
        why=", ".join(filter(None, [words, say("outcome.cut") if is_cut else ""])),
        amounts=", ".join(say(f"amount.{stat}", n=signed(changed)) for stat, changed, _wanted in shown),
        owner=owner,
    )


def cause_words(change: Change, say: Translator) -> tuple[str, str, str]:
    """Name the kind of a cause, its name, and why it acts."""
    why = change["why"]
    if why in PAYMENTS:
        return "pay", say(f"pay.{why}"), ""
    if why in STEPS:
        return "step", say(f"step.{why}"), ""
    if change["line"] is not None:
        return "line", say("outcome.line" if change["upward"] else "outcome.line_back", n=change["line"]), ""
    face = face_of(change["tile"], say)
    return f"tile t-{face.type}", face.name, say(f"cause.{why}")


def price_words(tile: str, paid: int, say: Translator) -> str:
    """Write the arithmetic of a payment for a tile of the market."""
    cost = face_of(tile, say).cost
    return f"{cost} + {paid - cost}"
