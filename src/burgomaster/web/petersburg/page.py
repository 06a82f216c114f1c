"""The board of Saint Petersburg, and the result of a finished game, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from burgomaster.core.table import Move
from burgomaster.games.petersburg.actions import Verb, pack, verb_of
from burgomaster.games.petersburg.cards import NO_CARD
from burgomaster.games.petersburg.looks import merge
from burgomaster.web.charts import result_of, track_of
from burgomaster.web.look import Look
from burgomaster.web.petersburg import charts, middle
from burgomaster.web.petersburg import gallery as all_cards
from burgomaster.web.petersburg.cards import face_of
from burgomaster.web.petersburg.offers import reason_of, refusal_text
from burgomaster.web.petersburg.panels import Panel, Way, distinct, drawn_panel, row_panel
from burgomaster.web.petersburg.players import Seat, next_scoring, seats_of
from burgomaster.web.petersburg.powers import hand_panel, observatory_panel, prison_panel, question_ways
from burgomaster.web.petersburg.texts import TEXTS, Say

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


def voice_of(look: Look) -> Say:
    """The words for a look."""
    return Say(TEXTS, look.language, look.view["market"] is not None)


def board(look: Look) -> dict[str, Any]:
    """The context of `petersburg/board.html`."""
    say = voice_of(look)
    moves = distinct(look.moves, say)
    panels = {panel.key: panel for panel in panels_of(look, moves, say)}
    seats = seats_of(look, say)
    if look.seat is not None:
        seats[0] = with_prices(look, seats[0], panels, say)
    return {
        "look": look,
        "say": say,
        "icons": ICONS,
        "language": look.language,
        "move_url": look.move_url,
        "number": look.number,
        "title": middle.title_of(look, say),
        "steps": middle.steps_of(look),
        "end": middle.end_of(look, say),
        "upper": middle.row_of_board(look, "upper", panels, say),
        "lower": middle.row_of_board(look, "lower", panels, say),
        "discard": middle.discard_of(look, say),
        "market": middle.market_of(look, say),
        "track": track_of(look.names, look.scores),
        "standings": middle.standings_of(seats),
        "me": seats[0] if look.seat is not None else None,
        "others": seats[1:] if look.seat is not None else seats,
        "next_phase": next_scoring(look),
        "ask": ask_of(look, moves, say),
        "panels": [panel for panel in panels.values() if panel.key != "drawn"],
        "infos": infos_of(look, seats, say),
    }


def with_prices(look: Look, seat: Seat, panels: dict[str, Panel], say: Say) -> Seat:
    """The one who looks, with prices on his hand."""
    return seat._replace(hand=tuple(middle.hand_with_prices(look, seat.hand, panels, say)))


def panels_of(look: Look, moves: Sequence[Move], say: Say) -> list[Panel]:
    """A panel for every card of the rows and of the own hand, and for every power that can be used."""
    panels = [row_panel(look, moves, card, False, say) for card in merge(look.view["upper"], say.with_goods)]
    panels += [row_panel(look, moves, card, True, say) for card in merge(look.view["lower"], say.with_goods)]
    if look.seat is None:
        return panels
    hand = [held["card"] for held in look.view["players"][look.seat]["hand"]]
    panels += [hand_panel(look, moves, card, say) for card in merge(hand, say.with_goods)]
    powers = [observatory_panel(look, moves, say), prison_panel(look, moves, say)]
    return panels + [panel for panel in powers if panel is not None]


def infos_of(look: Look, seats: Sequence[Seat], say: Say) -> list[Panel]:
    """What each card does that lies in an area or an open hand, or in the discard pile."""
    stacks = [stack for seat in seats for group in seat.groups for stack in group.stacks]
    stacks += [stack for seat in seats for stack in seat.hand if not seat.is_me]
    cards = [stack.face.id for stack in stacks] + list(merge(look.view["discard"], say.with_goods))
    return [
        Panel(f"info-{card}", face_of(card, say).full_name, face=face_of(card, say))
        for card in dict.fromkeys(cards)
    ]


def gallery(language: str) -> dict[str, Any]:
    """The context of `petersburg/gallery.html`: every card of every edition."""
    return all_cards.gallery(language, ICONS)


# What is asked


def ask_of(look: Look, moves: Sequence[Move], say: Say) -> Ask:
    """The question on the table."""
    view = look.view
    if view["over"]:
        return Ask(over_title(look, say), False)
    drawn = drawn_of(look, moves, say)
    if not look.is_asked:
        name = look.names[view["to_move"]]
        return Ask(say(f"ask.{view['decision']}", player=name), False, notes_of(look, say), drawn=drawn)
    return Ask(
        title=say("ask.mine") if view["decision"] == "action" else say(f"decision.{view['decision']}"),
        is_mine=True,
        notes=notes_of(look, say),
        ways=question_ways(look, moves, say),
        pass_way=pass_of(look, moves, say),
        drawn=drawn,
    )


def over_title(look: Look, say: Say) -> str:
    """Who won."""
    names = ", ".join(look.names[seat] for seat in look.winners)
    return say("ask.won" if len(look.winners) == 1 else "ask.shared", player=names)


def drawn_of(look: Look, moves: Sequence[Move], say: Say) -> Panel | None:
    """The card an Observatory drew, or its back."""
    drawn = look.view["drawn"]
    if drawn is None:
        return None
    if "card" in drawn:
        return drawn_panel(look, moves, drawn["card"], say)
    return Panel("drawn", say("place.back", deck=say(f"deck.{drawn['deck']}")), say("place.drawn"))


def notes_of(look: Look, say: Say) -> list[str]:
    """What is special about this decision."""
    view, notes = look.view, []
    if view["decision"] == "action" and (view["extra_actions"] or int(look.state.turn_actions)):
        notes.append(say("ask.extra", n=view["extra_actions"] + 1))
    if view["decision"] == "action" and view["pass_count"] == len(view["players"]) - 1:
        notes.append(say("ask.pass_ends"))
    return notes


def pass_of(look: Look, moves: Sequence[Move], say: Say) -> Way | None:
    """To pass, or why that is not possible."""
    if look.view["decision"] != "action" or not moves:
        return None
    found = [move for move in moves if verb_of(move.code) == Verb.PASS]
    if found:
        return Way(say("move.pass"), found[0].notation, found[0].text(say.language), icon="ui-pass")
    code = int(pack(int(Verb.PASS), 0, NO_CARD))
    return Way(say("move.pass"), reason=refusal_text(look, code, reason_of(look, code), say))


# A finished game


def result(look: Look) -> dict[str, Any]:
    """The context of `petersburg/result.html`: how the points were made."""
    say = voice_of(look)
    return {
        **result_of(look, say, charts.gains_of(look), charts.SOURCES, charts.FINAL),
        "icons": ICONS,
        "title": over_title(look, say) if look.view["over"] else middle.title_of(look, say),
    }
