"""The choices of a player in Spyrium: an option has many parts, which a person chooses one after the other.

The first step is what to do; then, where there is a choice left, the token, its reading, Lobbying, the plot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.actions import (
    NONE,
    Verb,
    alt_of,
    building_of,
    gap_of,
    position_of,
    power_of,
    read_of,
    token_of,
    use_alt_of,
    verb_of,
)
from burgomaster.games.spyrium.rules.prices import price_of_move
from burgomaster.games.spyrium.rules.text import earned, event_alternative, gap_text, price_text, use_text
from burgomaster.games.spyrium.terminal.cards import card_name, card_style
from burgomaster.terminal.screen import Choice

GROUP_OF = {
    Verb.PLACE: "place_worker",
    Verb.SWITCH: "phase",
    Verb.EARN: "earn",
    Verb.ACTIVATE: "activate",
    Verb.USE: "building",
    Verb.EVENT: "event",
    Verb.ADVANCE: "answer",
    Verb.POINTS: "answer",
    Verb.WORKER: "answer",
    Verb.MONEY: "answer",
    Verb.PASS: "pass",
}


def action_of(code: int) -> tuple[int, ...]:
    """Tell what a move does, without the sub-choices that are asked for later."""
    match Verb(verb_of(code)):
        case Verb.ACTIVATE:
            return int(Verb.ACTIVATE), gap_of(code), position_of(code)
        case Verb.EVENT:
            return int(Verb.EVENT), alt_of(code), read_of(code)
    return (code,)


@dataclass(frozen=True)
class Step:
    """One part of an option that is asked for."""

    name: str  # of the question and of the group
    part: Callable[[int], object]


STEPS = (
    Step("action", action_of),
    Step("token", token_of),
    Step("read", read_of),
    Step("lobby", power_of),
    Step("plot", building_of),
    Step("alternative", use_alt_of),
    Step("gap", gap_of),
)


def step_of(moves: Sequence[Move]) -> Step:
    """Find the first part in which the moves differ."""
    return next((step for step in STEPS if len({step.part(move.code) for move in moves}) > 1), STEPS[0])


def offer(seat_view: SeatView, moves: Sequence[Move], groups: Sequence[str], say: Translator) -> list[Choice]:
    """Offer the choices of the next step, in the order in which they are numbered."""
    step = step_of(moves)
    members: dict[object, list[Move]] = {}
    for move in moves:
        members.setdefault(step.part(move.code), []).append(move)
    choices = [offered(seat_view, step, found, say) for found in members.values()]
    return sorted(choices, key=lambda choice: groups.index(choice.group))


def offered(seat_view: SeatView, step: Step, moves: Sequence[Move], say: Translator) -> Choice:
    move, left = moves[0], tuple(moves) if len(moves) > 1 else ()
    price, why = price_range(seat_view, moves, say), reason(seat_view, moves, say)
    card = moved_card(seat_view, move)
    style = card_style(card) if card else ""
    if step is not STEPS[0]:
        return Choice(move, step.name, part_label(seat_view, step, move, say), price, why, style, moves=left)
    label = action_label(seat_view, move, bool(left), say)
    return Choice(move, GROUP_OF[Verb(verb_of(move.code))], label, price, why, style, moves=left)


def moved_card(seat_view: SeatView, move: Move) -> str:
    """Name the card that a move is about, "" if it is about none."""
    if position_of(move.code) != NONE and verb_of(move.code) in (Verb.ACTIVATE, Verb.EARN):
        shown = seat_view.view["market"][position_of(move.code)]
        return "" if shown is None else str(shown["card"])
    if verb_of(move.code) == Verb.USE and seat_view.seat is not None:
        return str(seat_view.view["players"][seat_view.seat]["buildings"][building_of(move.code)]["card"])
    return ""


def price_range(seat_view: SeatView, moves: Sequence[Move], say: Translator) -> str:
    """Write what the moves cost, from the cheapest to the most expensive."""
    found = [price_of_move(seat_view.state, move.code) for move in moves]
    totals = sorted({price.total for price in found if price is not None})
    if not totals:
        return ""
    if len(totals) == 1:
        return say.count("pound", totals[0])
    return say("screen.prices", least=totals[0], most=totals[-1])


def reason(seat_view: SeatView, moves: Sequence[Move], say: Translator) -> str:
    """Say how a price came about, if there is only one."""
    price = price_of_move(seat_view.state, moves[0].code) if len(moves) == 1 else None
    if price is None or not (price.discount or price.crowd or price.plot or price.token):
        return ""
    return price_text(price, say.language).rpartition(" = ")[0]


# Labels


def action_label(seat_view: SeatView, move: Move, has_steps: bool, say: Translator) -> str:
    code = move.code
    match Verb(verb_of(code)):
        case Verb.PLACE:
            return gap_label(seat_view, move, say)
        case Verb.EARN:
            card, money = moved_card(seat_view, move), earned(seat_view.state, code)
            if not card:
                return say("screen.earn_alone", money=money, gap=gap_of(code))
            return say("screen.earn", card=card_name(card, say), money=money, gap=gap_of(code))
        case Verb.ACTIVATE:
            name = card_name(moved_card(seat_view, move), say)
            more = "" if has_steps else sub_choices(seat_view, move, say)
            return say("screen.activate", card=name, gap=gap_of(code)) + more
        case Verb.USE:
            again = f" ({say('screen.taylorism')})" if power_of(code) else ""
            return use_text(seat_view.state, building_of(code), alt_of(code), say.language) + again
        case Verb.EVENT:
            label = event_alternative(seat_view.state, code, say.language)
            if read_of(code):
                label += f" ({say('screen.read', n=read_of(code))})"
            if building_of(code) != NONE and not has_steps:
                label += f": {use_text(seat_view.state, building_of(code), use_alt_of(code), say.language)}"
            if gap_of(code) != NONE and not has_steps:
                label += f": {gap_label(seat_view, move, say)}"
            return label
    return move.text(say.language)


def sub_choices(seat_view: SeatView, move: Move, say: Translator) -> str:
    """Write the sub-choices of an activation that has only one way."""
    code = move.code
    is_made = {
        "token": token_of(code),
        "read": read_of(code),
        "lobby": power_of(code),
        "plot": building_of(code) != NONE,
    }
    said = [part_label(seat_view, step, move, say) for step in STEPS if is_made.get(step.name)]
    return f" ({', '.join(said)})" if said else ""


def part_label(seat_view: SeatView, step: Step, move: Move, say: Translator) -> str:
    match step.name:
        case "token":
            return say("screen.token", n=token_of(move.code))
        case "read":
            key = "screen.read" if read_of(move.code) else "screen.as_is"
            return say(key, n=read_of(move.code) or token_of(move.code))
        case "lobby":
            return say("screen.lobbying" if power_of(move.code) else "screen.pay_crowd")
        case "plot":
            index = building_of(move.code)
            if index == NONE:
                return say("screen.new_plot")
            assert seat_view.seat is not None
            name = card_name(seat_view.view["players"][seat_view.seat]["buildings"][index]["card"], say)
            key = "screen.over" if verb_of(move.code) == Verb.ACTIVATE else "screen.again"
            return say(key, card=name, n=index)
        case "alternative":
            return use_text(seat_view.state, building_of(move.code), use_alt_of(move.code), say.language)
    return gap_label(seat_view, move, say)


def gap_label(seat_view: SeatView, move: Move, say: Translator) -> str:
    return f"·{gap_of(move.code)}· {gap_text(seat_view.state, gap_of(move.code), say.language)}"
