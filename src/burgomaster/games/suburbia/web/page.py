"""The board of Suburbia, the result of a game and the list of tiles, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.suburbia.rules.actions import Verb, value_of, verb_of
from burgomaster.games.suburbia.rules.cards import ALL_ROWS, GOAL_IDS, IDS
from burgomaster.games.suburbia.rules.options import DALE
from burgomaster.games.suburbia.rules.refusals import price_of
from burgomaster.games.suburbia.web import charts, middle
from burgomaster.games.suburbia.web.outcomes import outcome_of
from burgomaster.games.suburbia.web.panels import (
    Desk,
    Panel,
    basic_panel,
    dale_panel,
    invest_panel,
    slot_panel,
)
from burgomaster.games.suburbia.web.players import Seat, seats_of
from burgomaster.games.suburbia.web.texts import TEXTS
from burgomaster.games.suburbia.web.tiles import Face, GoalFace, face_of, goal_of
from burgomaster.web.charts import result_of
from burgomaster.web.say import Say

MAIN_CSS = "suburbia/suburbia.css"
MAIN_JS = "suburbia/suburbia.js"
ICONS = "/static/suburbia/icons.svg"
STACKS = ("basic", "A", "B", "C")
TYPES = ("residential", "industrial", "commercial", "civic", "lake")


@dataclass(frozen=True)
class Way:
    """An answer to a question that needs no place on the map."""

    label: str
    notation: str
    note: str = ""
    face: Face | None = None
    goal: GoalFace | None = None
    reason: str = ""


@dataclass(frozen=True)
class Ask:
    """What is asked of whom."""

    title: str
    is_mine: bool
    hint: str
    ways: Sequence[Way] = ()


def board(seat_view: SeatView) -> dict[str, Any]:
    """The context of `suburbia/board.html`."""
    say = Say(TEXTS, seat_view.language)
    panels = {panel.key: panel for panel in panels_of(seat_view, say)}
    seats = seats_of(seat_view, say)
    return {
        "seat_view": seat_view,
        "say": say,
        "icons": ICONS,
        "language": seat_view.language,
        "move_url": seat_view.move_url,
        "number": seat_view.number,
        "names": tuple(seat_view.names),
        "stacks": tuple(seat_view.view["stacks"].items()),
        "title": middle.title_of(seat_view, say),
        "end": middle.end_of(seat_view, say),
        "track": middle.track_of(seat_view),
        "market": middle.market_of(seat_view, panels, say),
        "supply": middle.supply_of(seat_view, panels, say),
        "goals": middle.goals_of(seat_view, say),
        "hidden_goals": middle.hidden_of(seat_view),
        "ladder": middle.ladder_of(seat_view, say),
        "types": TYPES,
        "standings": middle.standings_of(seats),
        "order": tuple(seat.seat for seat in seats),
        "me": seats[0] if seat_view.seat is not None else None,
        "others": seats[1:] if seat_view.seat is not None else seats,
        "ask": ask_of(seat_view, say),
        "panels": list(panels.values()),
        "infos": infos_of(seats, seat_view, panels),
        "invest": panels.get("invest"),
        "auto": "dale" if "dale" in panels else "",
    }


def panels_of(seat_view: SeatView, say: Say) -> list[Panel]:
    """A panel for every tile that can be taken, for markers, and for Dale's tile."""
    desk = Desk(seat_view, say)
    panels = [slot_panel(desk, slot) for slot in seat_view.view["market"] if slot is not None]
    panels += [basic_panel(desk, basic) for basic in seat_view.view["basics"]]
    if seat_view.moves and seat_view.view["phase"] == "main":
        panels.append(invest_panel(desk))
    if seat_view.moves and seat_view.view["phase"] == "dale":
        panels.append(dale_panel(desk))
    return panels


def infos_of(seats: Sequence[Seat], seat_view: SeatView, panels: dict[str, Panel]) -> list[Panel]:
    """What each tile does that lies in a borough; of the own ones the panel of markers says it, if any."""
    shown = [seat for seat in seats if not (seat.is_me and "invest" in panels)]
    faces = {tile.face.id: tile.face for seat in shown for tile in seat.map.tiles}
    return [Panel(f"info-{face.id}", face.name, face=face) for face in faces.values()]


# What is asked


def ask_of(seat_view: SeatView, say: Say) -> Ask:
    """The question on the table."""
    view = seat_view.view
    if view["over"]:
        return Ask(over_title(seat_view, say), False, "")
    if not seat_view.is_to_move:
        name = seat_view.names[view["to_move"]]
        return Ask(say(f"ask.{view['phase']}", player=name), False, say("ask.hint_wait"))
    title = say("ask.mine") if view["phase"] == "main" else say(f"decision.{view['phase']}")
    return Ask(title, True, say(f"hint.{view['phase']}"), ways_of(seat_view, say))


def over_title(seat_view: SeatView, say: Say) -> str:
    """Who won, or how a solo game ended."""
    if seat_view.options["solo"] is not None:
        return verdict_of(seat_view, say)
    names = ", ".join(seat_view.names[seat] for seat in seat_view.winners)
    return say("ask.won" if len(seat_view.winners) == 1 else "ask.shared", player=names)


def verdict_of(seat_view: SeatView, say: Say) -> str:
    """What a solo player has become; "" where several play."""
    solo, rung = seat_view.options["solo"], seat_view.view["rung"]
    if solo is None:
        return ""
    people = seat_view.scores[0]
    if rung is None:
        return say("verdict.not_hired" if solo == DALE else "verdict.no_rung", n=people)
    return say("verdict.hired" if solo == DALE else "verdict.rung", n=people, rung=rung[say.language])


def ways_of(seat_view: SeatView, say: Say) -> list[Way]:
    """The answers to a question that is about no place."""
    verbs = {"goal_choice": Verb.KEEP, "discard": Verb.DISCARD, "remove": Verb.REMOVE}
    verb = verbs.get(seat_view.view["phase"])
    if verb is None or not seat_view.moves:
        return []
    if verb == Verb.KEEP:
        return [keep_way(move, say) for move in seat_view.moves]
    return [clear_way(seat_view, move, say) for move in seat_view.moves] + dear_ways(seat_view, say)


def keep_way(move: Move, say: Say) -> Way:
    """A goal that may be kept."""
    goal = goal_of(GOAL_IDS[value_of(move.code)], say)
    return Way(say("do.keep", goal=goal.name), move.notation, goal=goal)


def clear_way(seat_view: SeatView, move: Move, say: Say) -> Way:
    """A tile that may leave the market, with the money that is left after the turn."""
    slot = seat_view.view["market"][int(value_of(move.code))]
    face, price = face_of(slot["tile"], say), int(price_of(seat_view.state, move.code))
    foresight = seat_view.foresight()
    outcome = outcome_of(seat_view, foresight, [move], foresight.events(move.code), say)
    after = {value.stat: value.after for value in outcome.values}
    verb = Verb(verb_of(move.code)).name.lower()
    note = say("note.after", money=after["money"], population=after["population"])
    label = say(f"do.{verb}" if price else f"do.{verb}_free", tile=face.name, n=price)
    return Way(label, move.notation, note, face)


def dear_ways(seat_view: SeatView, say: Say) -> list[Way]:
    """Tiles that cannot leave the market because their surcharge is too dear."""
    assert seat_view.seat is not None
    legal = {int(value_of(move.code)) for move in seat_view.moves}
    money = seat_view.view["players"][seat_view.seat]["money"]
    return [
        Way(
            say(f"do.{seat_view.view['phase']}", tile=face_of(slot["tile"], say).name, n=slot["surcharge"]),
            "",
            face=face_of(slot["tile"], say),
            reason=say("refused.surcharge", n=slot["surcharge"], money=money),
        )
        for slot in seat_view.view["market"]
        if slot is not None and slot["slot"] not in legal
    ]


# A finished game


def result(seat_view: SeatView) -> dict[str, Any]:
    """The context of `suburbia/result.html`: where the people came from."""
    say = Say(TEXTS, seat_view.language)
    return {
        **result_of(seat_view, say, charts.gains_of(seat_view), charts.SOURCES, charts.FINAL),
        "icons": ICONS,
        "title": over_title(seat_view, say) if seat_view.view["over"] else middle.title_of(seat_view, say),
        "best_tiles": charts.best_tiles(seat_view, say),
        "ladder": middle.ladder_of(seat_view, say),
    }


# All tiles and goals


def gallery(language: str) -> dict[str, Any]:
    """The context of `suburbia/gallery.html`: every tile by stack and type, and every goal."""
    say = Say(TEXTS, language)
    faces = [face_of(tile, say) for tile in IDS]
    ranked = sorted(faces, key=lambda face: TYPES.index(face.type) if face.type in TYPES else len(TYPES))
    groups = [(say(f"gallery.{stack}"), [face for face in ranked if face.stack == stack]) for stack in STACKS]
    others = [face for face in faces if not ALL_ROWS[IDS.index(face.id)].get("stack")]
    return {
        "say": say,
        "icons": ICONS,
        "language": language,
        "title": say("game.title"),
        "groups": [*groups, (say("gallery.other"), others)],
        "goals": [goal_of(goal, say) for goal in GOAL_IDS],
    }
