"""The board of Saint Petersburg, and the result of a finished game, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import CardTranslator, distinct, merge
from burgomaster.games.petersburg.web import TEXTS, board_center
from burgomaster.games.petersburg.web.cards import ICONS, face_of
from burgomaster.games.petersburg.web.own_actions import (
    hand_panel,
    observatory_panel,
    prison_panel,
)
from burgomaster.games.petersburg.web.panels import Panel, row_panel
from burgomaster.games.petersburg.web.players import Seat, next_scoring, seats_of
from burgomaster.games.petersburg.web.prompt import over_title, prompt_of
from burgomaster.web.charts import result_of, track_of

MAIN_CSS = "petersburg/petersburg.css"
MORE_CSS = ("petersburg/cards.css",)
MAIN_JS = "picks.js"


def translator_of(seat_view: SeatView) -> CardTranslator:
    """Make the translator for a seat's view."""
    with_goods = seat_view.view["market"] is not None
    return CardTranslator(TEXTS, seat_view.language, with_goods, seat_view.options["mariinsky_cost"])


def board(seat_view: SeatView) -> dict[str, Any]:
    """Make the context of `petersburg/board.html`."""
    say = translator_of(seat_view)
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
        "position": seat_view.position,
        "title": board_center.title_of(seat_view, say),
        "steps": board_center.steps_of(seat_view),
        "end": board_center.end_of(seat_view, say),
        "upper": board_center.row_of_board(seat_view, "upper", panels, say),
        "lower": board_center.row_of_board(seat_view, "lower", panels, say),
        "discard": board_center.discard_of(seat_view, say),
        "market": board_center.market_of(seat_view, say),
        "track": track_of(seat_view.names, seat_view.scores),
        "standings": board_center.standings_of(seats),
        "me": seats[0] if seat_view.seat is not None else None,
        "others": seats[1:] if seat_view.seat is not None else seats,
        "next_phase": next_scoring(seat_view),
        "prompt": prompt_of(seat_view, moves, say),
        "panels": [panel for panel in panels.values() if panel.key != "drawn"],
        "infos": infos_of(seat_view, seats, say),
    }


def with_prices(seat_view: SeatView, seat: Seat, panels: dict[str, Panel], say: CardTranslator) -> Seat:
    """Add prices to the hand of the viewer's seat."""
    return seat._replace(hand=tuple(board_center.hand_with_prices(seat_view, seat.hand, panels, say)))


def panels_of(seat_view: SeatView, moves: Sequence[Move], say: CardTranslator) -> list[Panel]:
    """Make a panel for every card of the rows and of the viewer's hand, and for every usable power."""
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


def infos_of(seat_view: SeatView, seats: Sequence[Seat], say: CardTranslator) -> list[Panel]:
    """Make a panel for what each card does that lies in an area, an open hand or the discard pile."""
    stacks = [stack for seat in seats for group in seat.groups for stack in group.stacks]
    stacks += [stack for seat in seats for stack in seat.hand if not seat.is_me]
    cards = [stack.face.id for stack in stacks] + list(merge(seat_view.view["discard"], say.with_goods))
    return [
        Panel(f"info-{card}", face_of(card, say).full_name, face=face_of(card, say))
        for card in dict.fromkeys(cards)
    ]


# A finished game


def result(seat_view: SeatView) -> dict[str, Any]:
    """Make the context of `petersburg/result.html`: how the points were made."""
    say = translator_of(seat_view)
    return {
        **result_of(seat_view, say),
        "icons": ICONS,
        "title": over_title(seat_view, say)
        if seat_view.view["over"]
        else board_center.title_of(seat_view, say),
    }
