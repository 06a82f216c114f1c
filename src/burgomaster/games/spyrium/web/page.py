"""The board of Spyrium, the result of a finished game and all cards, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.seat_view import SeatView
from burgomaster.games.spyrium.presentation import periods_of
from burgomaster.games.spyrium.rules.actions import Verb
from burgomaster.games.spyrium.rules.cards import CARD_ROWS, EVENT_ROWS, N_ROUNDS
from burgomaster.games.spyrium.web import charts, deeds, middle
from burgomaster.games.spyrium.web.cards import Face, copies_of, event_face, face_of
from burgomaster.games.spyrium.web.choices import Way
from burgomaster.games.spyrium.web.offers import Offer, offers_of
from burgomaster.games.spyrium.web.panels import Panel, market_panels, may_act, moves_of
from burgomaster.games.spyrium.web.players import Seat, seats_of
from burgomaster.games.spyrium.web.texts import TEXTS
from burgomaster.web.charts import result_of, track_of
from burgomaster.web.say import Say

MAIN_CSS = "spyrium/spyrium.css"
MAIN_JS = "picks.js"
ICONS = "/static/spyrium/icons.svg"
KINDS = ("building", "character", "technology")


@dataclass(frozen=True)
class Ask:
    """What is asked of whom, and the answers that belong to nothing on the table."""

    title: str
    is_mine: bool
    ways: Sequence[Way] = ()
    turn_way: Way | None = None  # to go to phase II, or to pass
    hints: Sequence[str] = ()
    links: Sequence[tuple[str, str, str]] = ()  # panels with something to do: key, title, icon


def board(seat_view: SeatView) -> dict[str, Any]:
    """The context of `spyrium/board.html`."""
    say = Say(TEXTS, seat_view.language)
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
        "number": seat_view.number,
        "names": tuple(seat_view.names),
        "rounds": middle.rounds_of(seat_view),
        "end": middle.end_of(seat_view, say),
        "stages": middle.stages_of(seat_view),
        "event": middle.event_of(seat_view, "event", say),
        "next_event": middle.event_of(seat_view, "next_event", say),
        "cells": middle.cells_of(seat_view, offers, say),
        "spaces": middle.spaces_of(seat_view),
        "track": track,
        "bonuses": middle.bonuses_of(track.end),
        "rest": middle.rest_of(seat_view, say),
        "standings": middle.standings_of(seats),
        "me": seats[0] if seat_view.seat is not None else None,
        "others": seats[1:] if seat_view.seat is not None else seats,
        "ask": ask_of(seat_view, panels, say),
        "panels": panels,
        "infos": infos_of(seat_view, seats, say),
    }


def panels_of(seat_view: SeatView, offers: Mapping[int, Offer], say: Say) -> list[Panel]:
    """A panel for everything on the market, for the event and for every own building."""
    event = deeds.event_panel(seat_view, say)
    return [
        *market_panels(seat_view, offers, say),
        *([event] if event else []),
        *deeds.building_panels(seat_view, say),
    ]


def infos_of(seat_view: SeatView, seats: Sequence[Seat], say: Say) -> list[Panel]:
    """What each card does that lies in a district, and the next event."""
    holdings = [one for seat in seats for one in (*seat.technologies, *seat.buildings)]
    cards = [one.face.id for one in holdings if one.pick.startswith("info-")]
    faces = [face_of(card, say) for card in dict.fromkeys(cards)]
    shown = seat_view.view["next_event"]
    faces += [event_face(shown["event"], say)] if shown else []
    return [Panel(f"info-{face.id}", face.name, face=face) for face in faces]


# What is asked


def ask_of(seat_view: SeatView, panels: Sequence[Panel], say: Say) -> Ask:
    """The question on the table."""
    view = seat_view.view
    if view["over"]:
        return Ask(over_title(seat_view, say), False)
    if not seat_view.is_to_move:
        name = seat_view.names[view["to_move"]]
        return Ask(say(f"ask.{view['decision']}", player=name), False)
    return Ask(
        title=say(f"ask.mine_{view['decision']}"),
        is_mine=True,
        ways=deeds.answer_ways(seat_view, say),
        turn_way=deeds.turn_way(seat_view, say),
        hints=hints_of(seat_view, say),
        links=links_of(seat_view, panels, say),
    )


def over_title(seat_view: SeatView, say: Say) -> str:
    """Who won."""
    names = ", ".join(seat_view.names[seat] for seat in seat_view.winners)
    return say("ask.won" if len(seat_view.winners) == 1 else "ask.shared", player=names)


def hints_of(seat_view: SeatView, say: Say) -> list[str]:
    """How to begin, in a sentence for each thing that can be done on the market."""
    hints = []
    if moves_of(seat_view, Verb.PLACE):
        hints.append(say("hint.place"))
    if moves_of(seat_view, Verb.EARN):
        hints.append(say("hint.activate"))
    return hints


def links_of(seat_view: SeatView, panels: Sequence[Panel], say: Say) -> list[tuple[str, str, str]]:
    """The event and the buildings that can be used now."""
    if not may_act(seat_view):
        return []
    found = []
    for panel in panels:
        is_event = panel.key == "event" and deeds.can_use_event(seat_view)
        if is_event or (panel.key.startswith("own-") and panel.notations):
            title = say("ask.event" if is_event else "ask.use", card=panel.title)
            found.append((panel.key, title, "ui-event" if is_event else "ui-reuse"))
    return found


# A finished game


def result(seat_view: SeatView) -> dict[str, Any]:
    """The context of `spyrium/result.html`: how the points were made."""
    say = Say(TEXTS, seat_view.language)
    return {
        **result_of(seat_view, say, charts.gains_of(seat_view), charts.SOURCES, charts.FINAL, N_ROUNDS),
        "icons": ICONS,
        "title": over_title(seat_view, say) if seat_view.view["over"] else say("game.title"),
    }


# All cards


def gallery(language: str) -> dict[str, Any]:
    """The context of `spyrium/gallery.html`: every card and event, in groups."""
    say = Say(TEXTS, language)
    groups: list[tuple[str, list[tuple[Face, str, int]]]] = []
    for kind in KINDS:
        cards = [row["id"] for row in CARD_ROWS if row["kind"] == kind]
        groups.append((kind, [(face_of(card, say), periods_of(card), copies_of(card)) for card in cards]))
    groups.append(("event", [(event_face(row["id"], say), "", 1) for row in EVENT_ROWS]))
    return {"say": say, "icons": ICONS, "language": language, "groups": groups}
