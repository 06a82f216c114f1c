"""The board of Spyrium, the result of a finished game and all cards, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.games.spyrium.actions import Verb
from burgomaster.games.spyrium.cards import CARD_ROWS, EVENT_ROWS, N_ROUNDS
from burgomaster.web.charts import result_of, track_of
from burgomaster.web.look import Look
from burgomaster.web.say import Say
from burgomaster.web.spyrium import charts, deeds, middle
from burgomaster.web.spyrium.cards import Face, copies_of, event_face, face_of, periods_of
from burgomaster.web.spyrium.choices import Way
from burgomaster.web.spyrium.offers import Offer, offers_of
from burgomaster.web.spyrium.panels import Panel, market_panels, may_act, moves_of
from burgomaster.web.spyrium.players import Seat, seats_of
from burgomaster.web.spyrium.texts import TEXTS

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


def board(look: Look) -> dict[str, Any]:
    """The context of `spyrium/board.html`."""
    say = Say(TEXTS, look.language)
    offers = offers_of(look)
    panels = panels_of(look, offers, say)
    usable = [panel.key for panel in panels if panel.notations]
    seats = seats_of(look, usable, say)
    track = track_of(look.names, look.scores)
    return {
        "look": look,
        "say": say,
        "icons": ICONS,
        "language": look.language,
        "move_url": look.move_url,
        "number": look.number,
        "names": tuple(look.names),
        "rounds": middle.rounds_of(look),
        "end": middle.end_of(look, say),
        "stages": middle.stages_of(look),
        "event": middle.event_of(look, "event", say),
        "next_event": middle.event_of(look, "next_event", say),
        "cells": middle.cells_of(look, offers, say),
        "spaces": middle.spaces_of(look),
        "track": track,
        "bonuses": middle.bonuses_of(track.end),
        "rest": middle.rest_of(look, say),
        "standings": middle.standings_of(seats),
        "me": seats[0] if look.seat is not None else None,
        "others": seats[1:] if look.seat is not None else seats,
        "ask": ask_of(look, panels, say),
        "panels": panels,
        "infos": infos_of(look, seats, say),
    }


def panels_of(look: Look, offers: Mapping[int, Offer], say: Say) -> list[Panel]:
    """A panel for everything on the market, for the event and for every own building."""
    event = deeds.event_panel(look, say)
    return [
        *market_panels(look, offers, say),
        *([event] if event else []),
        *deeds.building_panels(look, say),
    ]


def infos_of(look: Look, seats: Sequence[Seat], say: Say) -> list[Panel]:
    """What each card does that lies in a district, and the next event."""
    holdings = [one for seat in seats for one in (*seat.technologies, *seat.buildings)]
    cards = [one.face.id for one in holdings if one.pick.startswith("info-")]
    faces = [face_of(card, say) for card in dict.fromkeys(cards)]
    shown = look.view["next_event"]
    faces += [event_face(shown["event"], say)] if shown else []
    return [Panel(f"info-{face.id}", face.name, face=face) for face in faces]


# What is asked


def ask_of(look: Look, panels: Sequence[Panel], say: Say) -> Ask:
    """The question on the table."""
    view = look.view
    if view["over"]:
        return Ask(over_title(look, say), False)
    if not look.is_asked:
        name = look.names[view["to_move"]]
        return Ask(say(f"ask.{view['decision']}", player=name), False)
    return Ask(
        title=say(f"ask.mine_{view['decision']}"),
        is_mine=True,
        ways=deeds.answer_ways(look, say),
        turn_way=deeds.turn_way(look, say),
        hints=hints_of(look, say),
        links=links_of(look, panels, say),
    )


def over_title(look: Look, say: Say) -> str:
    """Who won."""
    names = ", ".join(look.names[seat] for seat in look.winners)
    return say("ask.won" if len(look.winners) == 1 else "ask.shared", player=names)


def hints_of(look: Look, say: Say) -> list[str]:
    """How to begin, in a sentence for each thing that can be done on the market."""
    hints = []
    if moves_of(look, Verb.PLACE):
        hints.append(say("hint.place"))
    if moves_of(look, Verb.EARN):
        hints.append(say("hint.activate"))
    return hints


def links_of(look: Look, panels: Sequence[Panel], say: Say) -> list[tuple[str, str, str]]:
    """The event and the buildings that can be used now."""
    if not may_act(look):
        return []
    found = []
    for panel in panels:
        is_event = panel.key == "event" and deeds.can_use_event(look)
        if is_event or (panel.key.startswith("own-") and panel.notations):
            title = say("ask.event" if is_event else "ask.use", card=panel.title)
            found.append((panel.key, title, "ui-event" if is_event else "ui-reuse"))
    return found


# A finished game


def result(look: Look) -> dict[str, Any]:
    """The context of `spyrium/result.html`: how the points were made."""
    say = Say(TEXTS, look.language)
    return {
        **result_of(look, say, charts.gains_of(look), charts.SOURCES, charts.FINAL, N_ROUNDS),
        "icons": ICONS,
        "title": over_title(look, say) if look.view["over"] else say("game.title"),
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
