"""What the table asks of whom, and the answers that need no place on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from burgomaster.core.language import Names
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import verdict_key
from burgomaster.games.suburbia.rules.actions import Verb, value_of, verb_of
from burgomaster.games.suburbia.rules.cards import GOAL_IDS
from burgomaster.games.suburbia.rules.refusals import price_of
from burgomaster.games.suburbia.web.forecast import Forecast
from burgomaster.games.suburbia.web.outcomes import outcome_of
from burgomaster.games.suburbia.web.tiles import Face, GoalFace, face_of, goal_of


class ActionButton(NamedTuple):
    """An answer to a question that needs no place on the map."""

    label: str
    notation: str
    note: str = ""
    face: Face | None = None
    goal: GoalFace | None = None
    reason: str = ""


class Prompt(NamedTuple):
    """What is asked of whom."""

    title: str
    is_mine: bool
    hint: str
    buttons: Sequence[ActionButton] = ()


def prompt_of(seat_view: SeatView, say: Translator) -> Prompt:
    """Describe the question on the table."""
    view = seat_view.view
    if view["over"]:
        return Prompt(over_title(seat_view, say), False, "")
    if not seat_view.is_to_move:
        name = seat_view.names[view["to_move"]]
        return Prompt(say(f"ask.{view['phase']}", player=name), False, say("ask.hint_wait"))
    title = say("ask.mine") if view["phase"] == "main" else say(f"decision.{view['phase']}")
    return Prompt(title, True, say(f"hint.{view['phase']}"), buttons_of(seat_view, say))


def over_title(seat_view: SeatView, say: Translator) -> str:
    """Say who won, or how a solo game ended."""
    verdict = verdict_of(seat_view, say)
    if verdict:
        return verdict
    names = Names([seat_view.names[seat] for seat in seat_view.winners])
    return say("ask.won" if len(seat_view.winners) == 1 else "ask.shared", player=names)


def verdict_of(seat_view: SeatView, say: Translator) -> str:
    """Say what a solo player has become; "" where several play."""
    key, rung = verdict_key(seat_view), seat_view.view["rung"]
    name = {} if rung is None else {"rung": rung[say.language]}
    return say(f"verdict.{key}", n=seat_view.scores[0], **name) if key else ""


def buttons_of(seat_view: SeatView, say: Translator) -> list[ActionButton]:
    """List the answers to a question that is about no place."""
    verbs = {"goal_choice": Verb.KEEP, "discard": Verb.DISCARD, "remove": Verb.REMOVE}
    verb = verbs.get(seat_view.view["phase"])
    if verb is None or not seat_view.moves:
        return []
    if verb == Verb.KEEP:
        return [keep_button(move, say) for move in seat_view.moves]
    forecast = Forecast(seat_view.moves[0].rules, seat_view.moves[0].states)
    buttons = [clear_button(seat_view, forecast, move, say) for move in seat_view.moves]
    return buttons + unaffordable_buttons(seat_view, say)


def keep_button(move: Move, say: Translator) -> ActionButton:
    """Make the button that keeps a goal."""
    goal = goal_of(GOAL_IDS[value_of(move.code)], say)
    return ActionButton(say("do.keep", goal=goal.name), move.notation, goal=goal)


def clear_button(seat_view: SeatView, forecast: Forecast, move: Move, say: Translator) -> ActionButton:
    """Make the button that removes a tile from the market, with the money that is left after the turn."""
    slot = seat_view.view["market"][int(value_of(move.code))]
    face, price = face_of(slot["tile"], say), int(price_of(seat_view.state, move.code))
    outcome = outcome_of(seat_view, forecast, [move], forecast.trace(move.code), say)
    after = {value.stat: value.after for value in outcome.values}
    verb = Verb(verb_of(move.code)).name.lower()
    note = say("note.after", money=after["money"], population=after["population"])
    label = say(f"do.{verb}" if price else f"do.{verb}_free", tile=face.name, n=price)
    return ActionButton(label, move.notation, note, face)


def unaffordable_buttons(seat_view: SeatView, say: Translator) -> list[ActionButton]:
    """List the tiles that cannot leave the market because their surcharge is too expensive."""
    assert seat_view.seat is not None
    legal = {int(value_of(move.code)) for move in seat_view.moves}
    money = seat_view.view["players"][seat_view.seat]["money"]
    return [
        ActionButton(
            say(f"do.{seat_view.view['phase']}", tile=face_of(slot["tile"], say).name, n=slot["surcharge"]),
            "",
            face=face_of(slot["tile"], say),
            reason=say("refused.surcharge", n=slot["surcharge"], money=money),
        )
        for slot in seat_view.view["market"]
        if slot is not None and slot["slot"] not in legal
    ]
