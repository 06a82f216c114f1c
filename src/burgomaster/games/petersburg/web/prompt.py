"""What the table asks of whom, and the answers that belong to no card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from burgomaster.core.language import Names
from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import CardTranslator
from burgomaster.games.petersburg.rules.actions import Verb, pack, verb_of
from burgomaster.games.petersburg.rules.cards import NO_CARD
from burgomaster.games.petersburg.web.offers import reason_of, refusal_text
from burgomaster.games.petersburg.web.own_actions import question_buttons
from burgomaster.games.petersburg.web.panels import ActionButton, Panel, drawn_panel


class Prompt(NamedTuple):
    """What is asked of whom, and the answers that belong to no card."""

    title: str
    is_mine: bool
    notes: Sequence[str] = ()
    buttons: Sequence[ActionButton] = ()
    pass_button: ActionButton | None = None
    drawn: Panel | None = None
    hint: str = ""  # what one can do besides


def prompt_of(seat_view: SeatView, moves: Sequence[Move], say: CardTranslator) -> Prompt:
    """Describe the question on the table."""
    view = seat_view.view
    if view["over"]:
        return Prompt(over_title(seat_view, say), False, hint=say("ask.hint_watch"))
    drawn = drawn_of(seat_view, moves, say)
    if not seat_view.is_to_move:
        name = seat_view.names[view["to_move"]]
        return Prompt(
            title=say(f"ask.{view['decision']}", player=name),
            is_mine=False,
            notes=notes_of(seat_view, say),
            drawn=drawn,
            hint=say("ask.hint_watch" if seat_view.seat is None else "ask.hint_wait"),
        )
    can_pass_only = [verb_of(move.code) for move in moves] == [Verb.PASS]
    return Prompt(
        title=say("ask.mine") if view["decision"] == "action" else say(f"decision.{view['decision']}"),
        is_mine=True,
        notes=notes_of(seat_view, say),
        buttons=question_buttons(seat_view, moves, say),
        pass_button=pass_of(seat_view, moves, say),
        drawn=drawn,
        hint=say("ask.hint_pass" if can_pass_only else "ask.hint"),
    )


def over_title(seat_view: SeatView, say: CardTranslator) -> str:
    """Say who won."""
    names = Names([seat_view.names[seat] for seat in seat_view.winners])
    return say("ask.won" if len(seat_view.winners) == 1 else "ask.shared", player=names)


def drawn_of(seat_view: SeatView, moves: Sequence[Move], say: CardTranslator) -> Panel | None:
    """Make the panel of the card an Observatory drew, or of its back."""
    drawn = seat_view.view["drawn"]
    if drawn is None:
        return None
    if "card" in drawn:
        return drawn_panel(seat_view, moves, drawn["card"], say)
    return Panel("drawn", say("place.back", deck=say(f"deck.{drawn['deck']}")), say("place.drawn"))


def notes_of(seat_view: SeatView, say: CardTranslator) -> list[str]:
    """Say what is special about this decision."""
    view, notes = seat_view.view, []
    if view["decision"] == "action" and (view["extra_actions"] or int(seat_view.state.turn_actions)):
        notes.append(say("ask.extra", n=view["extra_actions"] + 1))
    if view["decision"] == "action" and view["pass_count"] == len(view["players"]) - 1:
        notes.append(say("ask.pass_ends"))
    return notes


def pass_of(seat_view: SeatView, moves: Sequence[Move], say: CardTranslator) -> ActionButton | None:
    """Make the button to pass, or give the reason why that is not possible."""
    if seat_view.view["decision"] != "action" or not moves:
        return None
    found = [move for move in moves if verb_of(move.code) == Verb.PASS]
    if found:
        return ActionButton(say("move.pass"), found[0].notation, found[0].text(say.language), icon="ui-pass")
    code = int(pack(int(Verb.PASS), 0, NO_CARD))
    return ActionButton(
        say("move.pass"), reason=refusal_text(seat_view, code, reason_of(seat_view, code), say)
    )
