"""What the table asks of whom, the answers that belong to no card, and links to what can be used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from burgomaster.core.language import Names
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.actions import Verb
from burgomaster.games.spyrium.web import own_actions
from burgomaster.games.spyrium.web.choices import ActionButton
from burgomaster.games.spyrium.web.panels import Panel, may_act, moves_of


class Prompt(NamedTuple):
    """What is asked of whom, and the answers that belong to nothing on the table."""

    title: str
    is_mine: bool
    buttons: Sequence[ActionButton] = ()
    turn_button: ActionButton | None = None  # to go to phase II, or to pass
    hints: Sequence[str] = ()
    links: Sequence[tuple[str, str, str]] = ()  # panels with something to do: key, title, icon


def prompt_of(seat_view: SeatView, panels: Sequence[Panel], say: Translator) -> Prompt:
    """Describe the question on the table."""
    view = seat_view.view
    if view["over"]:
        return Prompt(over_title(seat_view, say), False)
    if not seat_view.is_to_move:
        name = seat_view.names[view["to_move"]]
        return Prompt(say(f"ask.{view['decision']}", player=name), False)
    return Prompt(
        title=say(f"ask.mine_{view['decision']}"),
        is_mine=True,
        buttons=own_actions.answer_buttons(seat_view, say),
        turn_button=own_actions.turn_button(seat_view, say),
        hints=hints_of(seat_view, say),
        links=links_of(seat_view, panels, say),
    )


def over_title(seat_view: SeatView, say: Translator) -> str:
    """Say who won."""
    names = Names([seat_view.names[seat] for seat in seat_view.winners])
    return say("ask.won" if len(seat_view.winners) == 1 else "ask.shared", player=names)


def hints_of(seat_view: SeatView, say: Translator) -> list[str]:
    """Say how to begin, in a sentence for each thing that can be done on the market."""
    hints = []
    if moves_of(seat_view, Verb.PLACE):
        hints.append(say("hint.place"))
    if moves_of(seat_view, Verb.EARN):
        hints.append(say("hint.activate"))
    return hints


def links_of(seat_view: SeatView, panels: Sequence[Panel], say: Translator) -> list[tuple[str, str, str]]:
    """List the event and the buildings that can be used now."""
    if not may_act(seat_view):
        return []
    found = []
    for panel in panels:
        is_event = panel.key == "event" and own_actions.can_use_event(seat_view)
        if is_event or (panel.key.startswith("own-") and panel.notations):
            title = say("ask.event" if is_event else "ask.use", card=panel.title)
            found.append((panel.key, title, "ui-event" if is_event else "ui-reuse"))
    return found
