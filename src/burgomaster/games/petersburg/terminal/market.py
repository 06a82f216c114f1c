"""The market of Saint Petersburg: what goods are worth this round, and who leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import CardTranslator, places_of
from burgomaster.games.petersburg.terminal.cards import POINTS, good_name

NOTHING = "·"
PLACE_STYLES = {1: "bold yellow", 2: "yellow"}


def market_part(seat_view: SeatView, say: CardTranslator) -> RenderableType | None:
    """Draw the value of this round and everybody's goods, None in games without the market."""
    market = seat_view.view["market"]
    if market is None:
        return None
    return Group(value_text(market, say), goods_table(seat_view, say))


def value_text(market: Mapping[str, Any], say: CardTranslator) -> Text:
    """Say what the places are worth, what upkeep costs, and which tiles are left."""
    words = Text(say("screen.market_now"), style="bold yellow")
    words.append(" " + say("screen.market_value", **places_worth(market)), style="not bold default")
    taken = market["tiles"].values()
    if taken:
        names = ", ".join(good_name(good, say) for good in taken)
        words.append(f" · {say('screen.tiles_taken', goods=names)}", style="not bold default")
    return words


def places_worth(market: Mapping[str, Any]) -> dict[str, int]:
    """Read the numbers of the value tile."""
    return {"first": market["first"], "second": market["second"]}


def goods_table(seat_view: SeatView, say: CardTranslator) -> Table:
    """Draw a line a player: their goods, and the points they would bring if they were scored now."""
    players = seat_view.view["players"]
    goods = list(players[0]["goods"])
    worth = {1: seat_view.view["market"]["first"], 2: seat_view.view["market"]["second"]}
    places = {good: places_of([player["goods"][good] for player in players]) for good in goods}
    table = Table(box=None, expand=True, pad_edge=False, header_style="yellow")
    table.add_column(say("screen.goods"), ratio=1)
    for good in goods:
        table.add_column(good_name(good, say), justify="right", no_wrap=True)
    table.add_column(say("screen.goods_now"), justify="right", no_wrap=True)
    for seat, player in enumerate(players):
        mine = {good: places[good][seat] for good in goods}
        cells = [good_cell(player["goods"][good], mine[good], worth) for good in goods]
        total = sum(worth.get(place, 0) for place in mine.values())
        name = Text(seat_view.names[seat], style="bold" if seat == seat_view.seat else "")
        table.add_row(name, *cells, f"+{total}{POINTS}" if total else NOTHING)
    return table


def good_cell(number: int, place: int, worth: Mapping[int, int]) -> Text:
    """Draw how many of a good a player has, and what their place would bring."""
    if number == 0:
        return Text(NOTHING, style="dim")
    points = worth.get(place, 0)
    cell = Text(str(number), style=PLACE_STYLES.get(place, ""))
    return cell.append(f" +{points}{POINTS}") if points else cell
