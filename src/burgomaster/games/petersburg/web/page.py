"""The board of Saint Petersburg, and the result of a finished game, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import distinct, merge
from burgomaster.games.petersburg.rules.actions import Verb, pack, verb_of
from burgomaster.games.petersburg.rules.cards import NO_CARD
from burgomaster.games.petersburg.web import charts, middle
from burgomaster.games.petersburg.web import gallery as all_cards
from burgomaster.games.petersburg.web.cards import face_of
from burgomaster.games.petersburg.web.offers import reason_of, refusal_text
from burgomaster.games.petersburg.web.panels import Panel, Way, drawn_panel, row_panel
from burgomaster.games.petersburg.web.players import Seat, next_scoring, seats_of
from burgomaster.games.petersburg.web.powers import hand_panel, observatory_panel, prison_panel, question_ways
from burgomaster.games.petersburg.web.texts import TEXTS, Say
from burgomaster.web.charts import result_of, track_of

MAIN_CSS = "petersburg/petersburg.css"
MAIN_JS = "picks.js"
ICONS = "/static/petersburg/icons.svg"


class Ask(NamedTuple):
    """What is asked of whom, and the answers that belong to no card."""

    title: str
    is_mine: bool
    notes: Sequence[str] = ()
    ways: Sequence[Way] = ()
    pass_way: Way | None = None
    drawn: Panel | None = None


def voice_of(seat_view: SeatView) -> Say:
    """The words for a seat_view."""
    return Say(TEXTS, seat_view.language, seat_view.view["market"] is not None)


def board(seat_view: SeatView) -> dict[str, Any]:
    """The context of `petersburg/board.html`."""
    say = voice_of(seat_view)
    moves = distinct(seat_view.moves, say)
    panels = {panel.key: panel for panel in panels_of(seat_view, moves, say)}
    seats = seats_of(seat_view, say)
    if seat_view.seat is not None:
        seats[0] = with_prices(seat_view, seats[0], panels, say)
    return {
        "seat_view": seat_view,
        "say": say,
        "icons": ICONS,
        "language": seat_view.language,
        "move_url": seat_view.move_url,
        "number": seat_view.number,
        "title": middle.title_of(seat_view, say),
        "steps": middle.steps_of(seat_view),
        "end": middle.end_of(seat_view, say),
        "upper": middle.row_of_board(seat_view, "upper", panels, say),
        "lower": middle.row_of_board(seat_view, "lower", panels, say),
        "discard": middle.discard_of(seat_view, say),
        "market": middle.market_of(seat_view, say),
        "track": track_of(seat_view.names, seat_view.scores),
        "standings": middle.standings_of(seats),
        "me": seats[0] if seat_view.seat is not None else None,
        "others": seats[1:] if seat_view.seat is not None else seats,
        "next_phase": next_scoring(seat_view),
        "ask": ask_of(seat_view, moves, say),
        "panels": [panel for panel in panels.values() if panel.key != "drawn"],
        "infos": infos_of(seat_view, seats, say),
    }


def with_prices(seat_view: SeatView, seat: Seat, panels: dict[str, Panel], say: Say) -> Seat:
    """The one who looks, with prices on his hand."""
    return seat._replace(hand=tuple(middle.hand_with_prices(seat_view, seat.hand, panels, say)))


def panels_of(seat_view: SeatView, moves: Sequence[Move], say: Say) -> list[Panel]:
    """A panel for every card of the rows and of the own hand, and for every power that can be used."""
    panels = [
        row_panel(seat_view, moves, card, False, say)
        for card in merge(seat_view.view["upper"], say.with_goods)
    ]
    panels += [
        row_panel(seat_view, moves, card, True, say)
        for card in merge(seat_view.view["lower"], say.with_goods)
    ]
    if seat_view.seat is None:
        return panels
    hand = [held["card"] for held in seat_view.view["players"][seat_view.seat]["hand"]]
    panels += [hand_panel(seat_view, moves, card, say) for card in merge(hand, say.with_goods)]
    powers = [observatory_panel(seat_view, moves, say), prison_panel(seat_view, moves, say)]
    return panels + [panel for panel in powers if panel is not None]


def infos_of(seat_view: SeatView, seats: Sequence[Seat], say: Say) -> list[Panel]:
    """What each card does that lies in an area or an open hand, or in the discard pile."""
    stacks = [stack for seat in seats for group in seat.groups for stack in group.stacks]
    stacks += [stack for seat in seats for stack in seat.hand if not seat.is_me]
    cards = [stack.face.id for stack in stacks] + list(merge(seat_view.view["discard"], say.with_goods))
    return [
        Panel(f"info-{card}", face_of(card, say).full_name, face=face_of(card, say))
        for card in dict.fromkeys(cards)
    ]


def gallery(language: str) -> dict[str, Any]:
    """The context of `petersburg/gallery.html`: every card of every edition."""
    return all_cards.gallery(language, ICONS)


# What is asked


def ask_of(seat_view: SeatView, moves: Sequence[Move], say: Say) -> Ask:
    """The question on the table."""
    view = seat_view.view
    if view["over"]:
        return Ask(over_title(seat_view, say), False)
    drawn = drawn_of(seat_view, moves, say)
    if not seat_view.is_to_move:
        name = seat_view.names[view["to_move"]]
        return Ask(say(f"ask.{view['decision']}", player=name), False, notes_of(seat_view, say), drawn=drawn)
    return Ask(
        title=say("ask.mine") if view["decision"] == "action" else say(f"decision.{view['decision']}"),
        is_mine=True,
        notes=notes_of(seat_view, say),
        ways=question_ways(seat_view, moves, say),
        pass_way=pass_of(seat_view, moves, say),
        drawn=drawn,
    )


def over_title(seat_view: SeatView, say: Say) -> str:
    """Who won."""
    names = ", ".join(seat_view.names[seat] for seat in seat_view.winners)
    return say("ask.won" if len(seat_view.winners) == 1 else "ask.shared", player=names)


def drawn_of(seat_view: SeatView, moves: Sequence[Move], say: Say) -> Panel | None:
    """The card an Observatory drew, or its back."""
    drawn = seat_view.view["drawn"]
    if drawn is None:
        return None
    if "card" in drawn:
        return drawn_panel(seat_view, moves, drawn["card"], say)
    return Panel("drawn", say("place.back", deck=say(f"deck.{drawn['deck']}")), say("place.drawn"))


def notes_of(seat_view: SeatView, say: Say) -> list[str]:
    """What is special about this decision."""
    view, notes = seat_view.view, []
    if view["decision"] == "action" and (view["extra_actions"] or int(seat_view.state.turn_actions)):
        notes.append(say("ask.extra", n=view["extra_actions"] + 1))
    if view["decision"] == "action" and view["pass_count"] == len(view["players"]) - 1:
        notes.append(say("ask.pass_ends"))
    return notes


def pass_of(seat_view: SeatView, moves: Sequence[Move], say: Say) -> Way | None:
    """To pass, or why that is not possible."""
    if seat_view.view["decision"] != "action" or not moves:
        return None
    found = [move for move in moves if verb_of(move.code) == Verb.PASS]
    if found:
        return Way(say("move.pass"), found[0].notation, found[0].text(say.language), icon="ui-pass")
    code = int(pack(int(Verb.PASS), 0, NO_CARD))
    return Way(say("move.pass"), reason=refusal_text(seat_view, code, reason_of(seat_view, code), say))


# A finished game


def result(seat_view: SeatView) -> dict[str, Any]:
    """The context of `petersburg/result.html`: how the points were made."""
    say = voice_of(seat_view)
    return {
        **result_of(seat_view, say, charts.gains_of(seat_view), charts.SOURCES, charts.FINAL),
        "icons": ICONS,
        "title": over_title(seat_view, say) if seat_view.view["over"] else middle.title_of(seat_view, say),
    }
