"""The middle of the table of Suburbia: market, basic tiles, stacks, goals, and how near the end is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.terminal.goals import goals_line, goals_table
from burgomaster.games.suburbia.terminal.players import tracks_table
from burgomaster.games.suburbia.terminal.tiles import effect_text, tile_name, tile_style, tile_text, type_code


def board_panel(seat_view: SeatView, say: Translator, is_brief: bool = False) -> Panel:
    """Draw everything that belongs to nobody, and the tracks of all."""
    parts: list[RenderableType] = (
        [] if seat_view.view["over"] else [market_table(seat_view, say), supply_text(seat_view, say)]
    )
    parts.append(end_text(seat_view, say))
    if is_brief:
        parts += [goals_line(seat_view, say), tracks_table(seat_view, say, with_goals=True)]
    else:
        parts += ["", goals_table(seat_view, say)] if seat_view.view["goals"] else []
        parts += ["", tracks_table(seat_view, say)]
    return Panel(
        Group(*parts),
        title=title_text(seat_view, say),
        title_align="left",
        box=box.ROUNDED,
        border_style="cyan",
    )


def title_text(seat_view: SeatView, say: Translator) -> Text:
    """Write the game, its solo variant, and the round."""
    solo = seat_view.options["solo"]
    title = Text(say("game.title") + (f" · {say(f'variant.{solo}')}" if solo else ""), style="bold")
    key = "screen.last_round" if seat_view.view["last_round"] else "screen.round"
    return title.append(f" · {say(key, n=seat_view.round_no)}", style="not bold")


def market_table(seat_view: SeatView, say: Translator) -> Table:
    """Draw the slots from left to right, with what each tile costs altogether and does."""
    table = Table(box=None, expand=True, pad_edge=False, header_style="bold")
    table.add_column(say("screen.slot"), justify="right", no_wrap=True)
    table.add_column(say("screen.market"), no_wrap=True)
    table.add_column(say("screen.cost"), justify="right", no_wrap=True)
    table.add_column(say("screen.effect"), ratio=1)
    money = None if seat_view.seat is None else seat_view.view["players"][seat_view.seat]["money"]
    for slot in seat_view.view["market"]:
        if slot is not None:
            table.add_row(*slot_cells(slot, money, say))
    return table


def slot_cells(slot: Mapping[str, Any], money: int | None, say: Translator) -> list[RenderableType]:
    """Draw a slot; what the viewer cannot pay is dim."""
    total = say("screen.sum", cost=slot["cost"], surcharge=slot["surcharge"], total=slot["total"])
    is_unaffordable = money is not None and slot["total"] > money
    tile = slot["tile"]
    return [
        str(slot["slot"]),
        tile_text(tile, say),
        Text(total, style="dim" if is_unaffordable else "bold"),
        Text(effect_text(tile, say), style="dim" if is_unaffordable else ""),
    ]


def supply_text(seat_view: SeatView, say: Translator) -> Text:
    """Write the basic tiles that are left."""
    words = Text(say("screen.basics") + " ", style="bold")
    parts = [basic_text(basic, say) for basic in seat_view.view["basics"]]
    return words.append(Text(" · ", style="not bold").join(parts))


def basic_text(basic: Mapping[str, Any], say: Translator) -> Text:
    """Write a basic tile with its price and how many are left."""
    tile = basic["tile"]
    left = say("screen.basic", cost=basic["cost"], left=basic["left"])
    words = Text(f"{type_code(tile, say)} {tile_name(tile, say)}", style=f"not bold {tile_style(tile)}")
    return words.append(f" {left}", style="not bold default")


def end_text(seat_view: SeatView, say: Translator) -> Text:
    """Write the stacks, and when the end tile can show."""
    view = seat_view.view
    if view["over"]:
        return Text(say("screen.over"), style="bold")
    stacks = say("screen.stacks", **{f"n_{letter.lower()}": n for letter, n in view["stacks"].items()})
    words = Text(stacks + " · ")
    if view["last_round"]:
        return words.append(say("screen.end_last"), style="bold red")
    if view["end_shown"]:
        return words.append(say("screen.end_shown"), style="bold red")
    least, most = view["end_window"]
    return words.append(say("screen.end_window", least=least, most=most))
