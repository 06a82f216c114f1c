"""The middle of the table: market, supply, the end, standings, goals and the ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.observe import LADDER
from burgomaster.games.suburbia.web.panels import Panel, slot_key
from burgomaster.games.suburbia.web.players import Seat
from burgomaster.games.suburbia.web.tiles import Face, GoalFace, face_of, goal_of


class Offer(NamedTuple):
    """A tile that can be taken, and what it costs the viewer."""

    key: str
    face: Face | None  # None: an empty slot
    slot: int | None = None
    surcharge: int | None = None
    total: int = 0
    left: int | None = None
    status: str = ""  # can, part, cannot


class End(NamedTuple):
    """How near the end is."""

    level: str  # later, now, last, over
    text: str


class GoalRow(NamedTuple):
    """A goal and what everybody has of it."""

    face: GoalFace
    owner: int | None
    values: tuple[int, ...] | None
    leader: int | None


class Standing(NamedTuple):
    """A player in the table of standings."""

    seat: int
    name: str
    is_me: bool
    is_turn: bool
    population: int
    money: int
    income: int
    reputation: int
    next_line: int
    markers: int


def title_of(seat_view: SeatView, say: Translator) -> str:
    """Name the game with its solo variant."""
    solo = seat_view.options["solo"]
    return say("game.title") + (f" · {say(f'variant.{solo}')}" if solo else "")


# What can be taken


def market_of(seat_view: SeatView, panels: Mapping[str, Panel], say: Translator) -> list[Offer]:
    """List the slots of the market that are used in this game, from left to right."""
    rules = seat_view.state.rules
    slots = range(int(rules.first_slot), int(rules.end_slot))
    return [slot_offer(seat_view, slot, panels, say) for slot in slots]


def slot_offer(seat_view: SeatView, slot: int, panels: Mapping[str, Panel], say: Translator) -> Offer:
    """Describe one slot."""
    shown = seat_view.view["market"][slot]
    if shown is None:
        return Offer(f"slot-{slot}-empty", None, slot)
    panel = panels.get(slot_key(shown))
    face = face_of(shown["tile"], say)
    return Offer(
        slot_key(shown), face, slot, shown["surcharge"], shown["total"], status=status_of(seat_view, panel)
    )


def supply_of(seat_view: SeatView, panels: Mapping[str, Panel], say: Translator) -> list[Offer]:
    """List the basic tiles."""
    return [
        Offer(
            f"basic-{basic['tile']}",
            face_of(basic["tile"], say),
            total=basic["cost"],
            left=basic["left"],
            status=status_of(seat_view, panels.get(f"basic-{basic['tile']}")),
        )
        for basic in seat_view.view["basics"]
    ]


def status_of(seat_view: SeatView, panel: Panel | None) -> str:
    """Tell whether a tile can be built now, only be a lake, or neither; "" where nothing is chosen there."""
    if panel is None or not seat_view.moves or seat_view.view["phase"] != "main":
        return ""
    if panel.topics[0].can:
        return "can"
    return "part" if panel.can else "cannot"


# The end


def end_of(seat_view: SeatView, say: Translator) -> End:
    """Tell how near the end is."""
    view = seat_view.view
    if view["over"]:
        return End("over", say("decision.over"))
    if view["last_round"]:
        return End("last", say("end.last"))
    if view["end_shown"]:
        return End("last", say("end.shown"))
    least, most = view["end_window"]
    level = "now" if least == 0 else "later"
    return End(level, say(f"end.{level}", least=least, most=most))


# Standings, goals and the ladder


def standings_of(seats: Sequence[Seat]) -> tuple[Standing, ...]:
    """List everybody with all values."""
    return tuple(
        Standing(
            one.seat,
            one.name,
            one.is_me,
            one.is_turn,
            one.population,
            one.money,
            one.income,
            one.reputation,
            one.next_line,
            one.markers,
        )
        for one in seats
    )


def goals_of(seat_view: SeatView, say: Translator) -> tuple[GoalRow, ...]:
    """List the goals that the viewer knows."""
    return tuple(goal_row(goal, say) for goal in seat_view.view["goals"])


def goal_row(goal: Mapping[str, Any], say: Translator) -> GoalRow:
    """Describe one goal; when the game is over there are no values."""
    values = None if goal["values"] is None else tuple(goal["values"])
    return GoalRow(goal_of(goal["goal"], say), goal["owner"], values, goal["leader"])


def hidden_of(seat_view: SeatView) -> tuple[str, ...]:
    """List who keeps a goal that the viewer does not know."""
    known = {goal["owner"] for goal in seat_view.view["goals"]}
    return tuple(
        seat_view.names[player["seat"]]
        for player in seat_view.view["players"]
        if player["goals_kept"] and player["seat"] not in known
    )


def ladder_of(seat_view: SeatView, say: Translator) -> list[dict[str, Any]]:
    """List the positions of a solo game from the top, with the one reached so far."""
    if seat_view.options["solo"] is None:
        return []
    population = seat_view.view["players"][0]["population"]
    reached = next((rung["min"] for rung in LADDER if population >= rung["min"]), None)
    return [
        {"name": rung[f"name_{say.language}"], "least": rung["min"], "is_now": rung["min"] == reached}
        for rung in LADDER
    ]
