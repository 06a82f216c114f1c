"""The board of Suburbia and the result of a finished game, as contexts of their templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.web import TEXTS, board_center
from burgomaster.games.suburbia.web.best_tiles import best_tiles
from burgomaster.games.suburbia.web.panels import (
    Panel,
    PanelFactory,
    basic_panel,
    dale_panel,
    invest_panel,
    slot_panel,
)
from burgomaster.games.suburbia.web.players import Seat, seats_of
from burgomaster.games.suburbia.web.population_track import track_of
from burgomaster.games.suburbia.web.prompt import over_title, prompt_of
from burgomaster.games.suburbia.web.tiles import ICONS, TILES, TYPES
from burgomaster.web.charts import result_of

MAIN_CSS = "suburbia/suburbia.css"
MORE_CSS = ("suburbia/colours.css", "suburbia/tiles.css")
MAIN_JS = "suburbia/suburbia.js"


def board(seat_view: SeatView) -> dict[str, Any]:
    """Make the context of `suburbia/board.html`."""
    say = Translator(TEXTS, seat_view.language)
    panels = {panel.key: panel for panel in panels_of(seat_view, say)}
    seats = seats_of(seat_view, say)
    return {
        "seat_view": seat_view,
        "say": say,
        "icons": ICONS,
        "language": seat_view.language,
        "move_url": seat_view.move_url,
        "position": seat_view.position,
        "names": tuple(seat_view.names),
        "stacks": tuple(seat_view.view["stacks"].items()),
        "title": board_center.title_of(seat_view, say),
        "end": board_center.end_of(seat_view, say),
        "track": track_of(seat_view),
        "market": board_center.market_of(seat_view, panels, say),
        "supply": board_center.supply_of(seat_view, panels, say),
        "goals": board_center.goals_of(seat_view, say),
        "hidden_goals": board_center.hidden_of(seat_view),
        "ladder": board_center.ladder_of(seat_view, say),
        "types": TYPES,
        "plots": TILES,
        "standings": board_center.standings_of(seats),
        "order": tuple(seat.seat for seat in seats),
        "me": seats[0] if seat_view.seat is not None else None,
        "others": seats[1:] if seat_view.seat is not None else seats,
        "prompt": prompt_of(seat_view, say),
        "panels": list(panels.values()),
        "infos": infos_of(seats, seat_view, panels),
        "invest": panels.get("invest"),
        "auto": "dale" if "dale" in panels else "",
    }


def panels_of(seat_view: SeatView, say: Translator) -> list[Panel]:
    """Make a panel for every tile that can be taken, for markers, and for Dale's tile."""
    factory = PanelFactory(seat_view, say)
    panels = [slot_panel(factory, slot) for slot in seat_view.view["market"] if slot is not None]
    panels += [basic_panel(factory, basic) for basic in seat_view.view["basics"]]
    if seat_view.moves and seat_view.view["phase"] == "main":
        panels.append(invest_panel(factory))
    if seat_view.moves and seat_view.view["phase"] == "dale":
        panels.append(dale_panel(factory))
    return panels


def infos_of(seats: Sequence[Seat], seat_view: SeatView, panels: dict[str, Panel]) -> list[Panel]:
    """Make a panel for each tile of a borough; for own tiles the panel of markers says it, if any."""
    shown = [seat for seat in seats if not (seat.is_me and "invest" in panels)]
    faces = {tile.face.id: tile.face for seat in shown for tile in seat.map.tiles}
    return [Panel(f"info-{face.id}", face.name, face=face) for face in faces.values()]


# A finished game


def result(seat_view: SeatView) -> dict[str, Any]:
    """Make the context of `suburbia/result.html`: where the people came from."""
    say = Translator(TEXTS, seat_view.language)
    return {
        **result_of(seat_view, say),
        "icons": ICONS,
        "title": over_title(seat_view, say)
        if seat_view.view["over"]
        else board_center.title_of(seat_view, say),
        "best_tiles": best_tiles(seat_view, say),
        "ladder": board_center.ladder_of(seat_view, say),
    }
