"""The board of Suburbia, the result of a game and the list of tiles, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.table import Move
from burgomaster.games.suburbia.actions import Verb, value_of, verb_of
from burgomaster.games.suburbia.cards import ALL_ROWS, GOAL_IDS, IDS
from burgomaster.games.suburbia.options import DALE
from burgomaster.games.suburbia.refusals import price_of
from burgomaster.web.charts import result_of
from burgomaster.web.look import Look
from burgomaster.web.say import Say
from burgomaster.web.suburbia import charts, middle
from burgomaster.web.suburbia.outcomes import outcome_of
from burgomaster.web.suburbia.panels import (
    Desk,
    Panel,
    basic_panel,
    dale_panel,
    invest_panel,
    slot_panel,
)
from burgomaster.web.suburbia.players import Seat, seats_of
from burgomaster.web.suburbia.texts import TEXTS
from burgomaster.web.suburbia.tiles import Face, GoalFace, face_of, goal_of

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


def board(look: Look) -> dict[str, Any]:
    """The context of `suburbia/board.html`."""
    say = Say(TEXTS, look.language)
    panels = {panel.key: panel for panel in panels_of(look, say)}
    seats = seats_of(look, say)
    return {
        "look": look,
        "say": say,
        "icons": ICONS,
        "language": look.language,
        "move_url": look.move_url,
        "number": look.number,
        "names": tuple(look.names),
        "stacks": tuple(look.view["stacks"].items()),
        "title": middle.title_of(look, say),
        "end": middle.end_of(look, say),
        "track": middle.track_of(look),
        "market": middle.market_of(look, panels, say),
        "supply": middle.supply_of(look, panels, say),
        "goals": middle.goals_of(look, say),
        "hidden_goals": middle.hidden_of(look),
        "ladder": middle.ladder_of(look, say),
        "types": TYPES,
        "standings": middle.standings_of(seats),
        "order": tuple(seat.seat for seat in seats),
        "me": seats[0] if look.seat is not None else None,
        "others": seats[1:] if look.seat is not None else seats,
        "ask": ask_of(look, say),
        "panels": list(panels.values()),
        "infos": infos_of(seats, look, panels),
        "invest": panels.get("invest"),
        "auto": "dale" if "dale" in panels else "",
    }


def panels_of(look: Look, say: Say) -> list[Panel]:
    """A panel for every tile that can be taken, for markers, and for Dale's tile."""
    desk = Desk(look, say)
    panels = [slot_panel(desk, slot) for slot in look.view["market"] if slot is not None]
    panels += [basic_panel(desk, basic) for basic in look.view["basics"]]
    if look.moves and look.view["phase"] == "main":
        panels.append(invest_panel(desk))
    if look.moves and look.view["phase"] == "dale":
        panels.append(dale_panel(desk))
    return panels


def infos_of(seats: Sequence[Seat], look: Look, panels: dict[str, Panel]) -> list[Panel]:
    """What each tile does that lies in a borough; of the own ones the panel of markers says it, if any."""
    shown = [seat for seat in seats if not (seat.is_me and "invest" in panels)]
    faces = {tile.face.id: tile.face for seat in shown for tile in seat.map.tiles}
    return [Panel(f"info-{face.id}", face.name, face=face) for face in faces.values()]


# What is asked


def ask_of(look: Look, say: Say) -> Ask:
    """The question on the table."""
    view = look.view
    if view["over"]:
        return Ask(over_title(look, say), False, "")
    if not look.is_asked:
        name = look.names[view["to_move"]]
        return Ask(say(f"ask.{view['phase']}", player=name), False, say("ask.hint_wait"))
    title = say("ask.mine") if view["phase"] == "main" else say(f"decision.{view['phase']}")
    return Ask(title, True, say(f"hint.{view['phase']}"), ways_of(look, say))


def over_title(look: Look, say: Say) -> str:
    """Who won, or how a solo game ended."""
    if look.options["solo"] is not None:
        return verdict_of(look, say)
    names = ", ".join(look.names[seat] for seat in look.winners)
    return say("ask.won" if len(look.winners) == 1 else "ask.shared", player=names)


def verdict_of(look: Look, say: Say) -> str:
    """What a solo player has become; "" where several play."""
    solo, rung = look.options["solo"], look.view["rung"]
    if solo is None:
        return ""
    people = look.scores[0]
    if rung is None:
        return say("verdict.not_hired" if solo == DALE else "verdict.no_rung", n=people)
    return say("verdict.hired" if solo == DALE else "verdict.rung", n=people, rung=rung[say.language])


def ways_of(look: Look, say: Say) -> list[Way]:
    """The answers to a question that is about no place."""
    verbs = {"goal_choice": Verb.KEEP, "discard": Verb.DISCARD, "remove": Verb.REMOVE}
    verb = verbs.get(look.view["phase"])
    if verb is None or not look.moves:
        return []
    if verb == Verb.KEEP:
        return [keep_way(move, say) for move in look.moves]
    return [clear_way(look, move, say) for move in look.moves] + dear_ways(look, say)


def keep_way(move: Move, say: Say) -> Way:
    """A goal that may be kept."""
    goal = goal_of(GOAL_IDS[value_of(move.code)], say)
    return Way(say("do.keep", goal=goal.name), move.notation, goal=goal)


def clear_way(look: Look, move: Move, say: Say) -> Way:
    """A tile that may leave the market, with the money that is left after the turn."""
    slot = look.view["market"][int(value_of(move.code))]
    face, price = face_of(slot["tile"], say), int(price_of(look.state, move.code))
    foresight = look.foresight()
    outcome = outcome_of(look, foresight, [move], foresight.events(move.code), say)
    after = {value.stat: value.after for value in outcome.values}
    verb = Verb(verb_of(move.code)).name.lower()
    note = say("note.after", money=after["money"], population=after["population"])
    label = say(f"do.{verb}" if price else f"do.{verb}_free", tile=face.name, n=price)
    return Way(label, move.notation, note, face)


def dear_ways(look: Look, say: Say) -> list[Way]:
    """Tiles that cannot leave the market because their surcharge is too dear."""
    assert look.seat is not None
    legal = {int(value_of(move.code)) for move in look.moves}
    money = look.view["players"][look.seat]["money"]
    return [
        Way(
            say(f"do.{look.view['phase']}", tile=face_of(slot["tile"], say).name, n=slot["surcharge"]),
            "",
            face=face_of(slot["tile"], say),
            reason=say("refused.surcharge", n=slot["surcharge"], money=money),
        )
        for slot in look.view["market"]
        if slot is not None and slot["slot"] not in legal
    ]


# A finished game


def result(look: Look) -> dict[str, Any]:
    """The context of `suburbia/result.html`: where the people came from."""
    say = Say(TEXTS, look.language)
    return {
        **result_of(look, say, charts.gains_of(look), charts.SOURCES, charts.FINAL),
        "icons": ICONS,
        "title": over_title(look, say) if look.view["over"] else middle.title_of(look, say),
        "best_tiles": charts.best_tiles(look, say),
        "ladder": middle.ladder_of(look, say),
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
