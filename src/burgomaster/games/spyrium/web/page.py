"""The board of Spyrium and the result of a finished game, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.spyrium.rules.cards import N_ROUNDS
from burgomaster.games.spyrium.web import TEXTS, board_center, own_actions
from burgomaster.games.spyrium.web.cards import ICONS, event_face, face_of
from burgomaster.games.spyrium.web.offers import Offer, offers_of
from burgomaster.games.spyrium.web.panels import Panel, market_panels
from burgomaster.games.spyrium.web.players import Seat, seats_of
from burgomaster.games.spyrium.web.prompt import over_title, prompt_of
from burgomaster.web.charts import result_of, track_of

MAIN_CSS = "spyrium/spyrium.css"
MORE_CSS = ("spyrium/surface.css",)
MAIN_JS = "picks.js"


def board(seat_view: SeatView) -> dict[str, Any]:
    """Make the context of `spyrium/board.html`."""
    say = Translator(TEXTS, seat_view.language)
    offers = offers_of(seat_view)
    panels = panels_of(seat_view, offers, say)
    usable = [panel.key for panel in panels if panel.notations]
    seats = seats_of(seat_view, usable, say)
    track = track_of(seat_view.names, seat_view.scores)
    return {
        "seat_view": seat_view,
        "say": say,
        "icons": ICONS,
        "language": seat_view.language,
        "move_url": seat_view.move_url,
        "position": seat_view.position,
        "names": tuple(seat_view.names),
        "rounds": board_center.rounds_of(seat_view),
        "end": board_center.end_of(seat_view, say),
        "stages": board_center.stages_of(seat_view),
        "event": board_center.event_of(seat_view, "event", say),
        "next_event": board_center.event_of(seat_view, "next_event", say),
        "cells": board_center.cells_of(seat_view, offers, say),
        "spaces": board_center.spaces_of(seat_view),
        "track": track,
        "bonuses": board_center.bonuses_of(track.end),
        "rest": board_center.rest_of(seat_view, say),
        "standings": board_center.standings_of(seats),
        "me": seats[0] if seat_view.seat is not None else None,
        "others": seats[1:] if seat_view.seat is not None else seats,
        "prompt": prompt_of(seat_view, panels, say),
        "panels": panels,
        "infos": infos_of(seat_view, seats, say),
    }


def panels_of(seat_view: SeatView, offers: Mapping[int, Offer], say: Translator) -> list[Panel]:
    """Make a panel for everything on the market, for the event and for every own building."""
    event = own_actions.event_panel(seat_view, say)
    return [
        *market_panels(seat_view, offers, say),
        *([event] if event else []),
        *own_actions.building_panels(seat_view, say),
    ]


def infos_of(seat_view: SeatView, seats: Sequence[Seat], say: Translator) -> list[Panel]:
    """Make a panel for what each card does that lies in a district, and for the next event."""
    holdings = [one for seat in seats for one in (*seat.technologies, *seat.buildings)]
    cards = [one.face.id for one in holdings if one.pick.startswith("info-")]
    faces = [face_of(card, say) for card in dict.fromkeys(cards)]
    shown = None if seat_view.view["over"] else seat_view.view["next_event"]
    faces += [event_face(shown["event"], say)] if shown else []
    return [Panel(f"info-{face.id}", face.name, face=face) for face in faces]


# A finished game


def result(seat_view: SeatView) -> dict[str, Any]:
    """Make the context of `spyrium/result.html`: how the points were made."""
    say = Translator(TEXTS, seat_view.language)
    return {
        **result_of(seat_view, say, N_ROUNDS),
        "icons": ICONS,
        "title": over_title(seat_view, say) if seat_view.view["over"] else say("game.title"),
    }
