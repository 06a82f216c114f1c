"""The table of Suburbia: market, stacks, goals, the tracks of all, boroughs as maps, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import Cell, cell_name, row_of, side_of, turn_order
from burgomaster.games.suburbia.rules.state import DALE_SEAT
from burgomaster.games.suburbia.rules.text import signed
from burgomaster.games.suburbia.terminal.tiles import (
    FILLS,
    MARKER,
    effect_text,
    goal_name,
    short_subject,
    tile_name,
    tile_style,
    tile_text,
    type_code,
)
from burgomaster.terminal.screen import framed, player_title

COLUMNS = ("money", "income", "reputation", "population", "next_line", "markers")
LEADS, UNKNOWN = "★", "·"
MAX_NAME = 9  # letters of a name of a player over a column, and of a tile on a map
FINAL = ("goal", "conversion")


def board_panel(seat_view: SeatView, say: Translator) -> Panel:
    """Draw everything that belongs to nobody, and the tracks of all."""
    parts: list[RenderableType] = (
        [] if seat_view.view["over"] else [market_table(seat_view, say), supply_text(seat_view, say)]
    )
    parts.append(end_text(seat_view, say))
    if seat_view.view["goals"]:
        parts.append(goals_table(seat_view, say))
    parts.append(tracks_table(seat_view, say))
    return framed(Group(*parts), title_text(seat_view, say), "cyan")


def title_text(seat_view: SeatView, say: Translator) -> Text:
    """Write the game, its solo variant, and the round."""
    solo = seat_view.options["solo"]
    title = Text(say("game.title") + (f" · {say(f'variant.{solo}')}" if solo else ""), style="bold")
    key = "screen.last_round" if seat_view.view["last_round"] else "screen.round"
    return title.append(f" · {say(key, n=seat_view.round_no)}", style="not bold")


def market_table(seat_view: SeatView, say: Translator) -> Table:
    """Draw the slots from left to right, with what each tile costs altogether and does.

    What the viewer cannot pay is dim.
    """
    table = Table(box=None, expand=True, pad_edge=False, header_style="bold")
    table.add_column(say("screen.slot"), justify="right", no_wrap=True)
    table.add_column(say("screen.market"), no_wrap=True)
    table.add_column(say("screen.cost"), justify="right", no_wrap=True)
    table.add_column(say("screen.effect"), ratio=1)
    money = None if seat_view.seat is None else seat_view.view["players"][seat_view.seat]["money"]
    for slot in seat_view.view["market"]:
        if slot is not None:
            total = say("screen.sum", cost=slot["cost"], surcharge=slot["surcharge"], total=slot["total"])
            is_unaffordable = money is not None and slot["total"] > money
            table.add_row(
                str(slot["slot"]),
                tile_text(slot["tile"], say),
                Text(total, style="dim" if is_unaffordable else "bold"),
                Text(effect_text(slot["tile"], say), style="dim" if is_unaffordable else ""),
            )
    return table


def supply_text(seat_view: SeatView, say: Translator) -> Text:
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


# Goals and tracks


def goals_table(seat_view: SeatView, say: Translator) -> Table:
    """Draw a line for each goal that the viewer knows, with what everybody has of it."""
    table = Table(box=None, expand=True, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column(say("screen.goals"), no_wrap=True)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("", ratio=1, style="dim")
    for seat, name in enumerate(seat_view.names):
        style = "bold" if seat == seat_view.seat else ""
        table.add_column(name[:MAX_NAME], justify="right", no_wrap=True, style=style)
    for goal in seat_view.view["goals"]:
        named, owner = Text(goal_name(goal["goal"], say), style="magenta"), goal["owner"]
        if owner is not None:
            is_mine = owner == seat_view.seat
            named.append(f" ({say('screen.yours') if is_mine else seat_view.names[owner]})", style="bold")
        values = [goal_value(goal, seat) for seat in range(len(seat_view.names))]
        table.add_row(named, f"+{goal['reward']}", short_subject(goal["goal"], say), *values)
    return table


def goal_value(goal: Mapping[str, Any], seat: int) -> Text:
    """Write what a player has of a goal; a star is on the only one who leads."""
    leads = goal["leader"] == seat
    if goal["values"] is None:  # the game is over
        return Text(f"+{goal['reward']} {LEADS}" if leads else UNKNOWN, style="bold" if leads else "dim")
    value = str(goal["values"][seat]).replace("-", "−")
    return Text(value + (LEADS if leads else " "), style="bold yellow" if leads else "")


def tracks_table(seat_view: SeatView, say: Translator) -> Table:
    """Draw everybody's values, a line a player."""
    table = Table(box=None, expand=True, pad_edge=False, header_style="bold")
    table.add_column(say("screen.player"), ratio=1, no_wrap=True)
    for column in COLUMNS:
        table.add_column(say(f"screen.column.{column}"), justify="right", no_wrap=True)
    for seat in turn_order(seat_view):
        player = seat_view.view["players"][seat]
        missing = player["next_line"] - player["population"]
        is_first = seat == seat_view.view["first_player"] and len(seat_view.names) > 1
        table.add_row(
            player_title(seat_view, seat, say) + (f" {say('screen.first')}" if is_first else ""),
            say("screen.money", n=player["money"]),
            signed(player["income"]),
            signed(player["reputation"]),
            str(player["population"]),
            say("screen.line", line=player["next_line"], missing=missing),
            str(player["markers"]),
            style="bold" if seat == seat_view.seat else "",
        )
    return table


# Boroughs


def borough_panel(seat_view: SeatView, seat: int, say: Translator) -> Panel:
    """Draw the borough of a player as a map, with the values that matter while looking at it."""
    player = seat_view.view["players"][seat]
    values = {key: player[key] for key in ("money", "population", "markers")}
    tracks = {key: signed(player[key]) for key in ("income", "reputation")}
    title = Text(seat_view.names[seat], style="bold")
    title.append(f" · {say('screen.values', **values, **tracks)}", style="not bold")
    drawn = Align.center(borough_map(seat_view, seat, say))
    style = "bold" if seat == seat_view.seat else "dim"
    return framed(drawn, title, style)


def borough_map(seat_view: SeatView, seat: int, say: Translator) -> Table:
    """Draw tiles, and the cells where the viewer may build, in columns that are offset by half a hexagon.

    A cell takes two lines, and neighbours in the next columns begin one line higher or lower: that is the
    doubled height of the rules. Side B is the mirror image.
    """
    lines = cell_lines(seat_view, seat, say)
    down = -1 if side_of(seat_view.options, seat) == "B" else 1
    marks = {}
    for (x, y), (upper, lower) in lines.items():
        marks[x, down * y] = upper
        if lower:
            marks[x, down * y + 1] = lower
    rows, columns = [y for _, y in marks], [x for x, _ in marks]
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(min(columns), max(columns) + 1):
        grid.add_column(justify="center", no_wrap=True, overflow="crop")
    for row in range(min(rows), max(rows) + 1):
        grid.add_row(*(marks.get((x, row), "") for x in range(min(columns), max(columns) + 1)))
    return grid


def cell_lines(seat_view: SeatView, seat: int, say: Translator) -> dict[Cell, tuple[Text, Text]]:
    """Write the two lines of each cell: name and type of a tile, the coordinates of a free cell."""
    player, found = seat_view.view["players"][seat], {}
    is_builder = seat == seat_view.seat or (seat == DALE_SEAT and seat_view.phase == "dale")
    for x, y in player["cells"] if is_builder and not seat_view.view["over"] else ():
        found[x, y] = Text(cell_name((x, y)), style="dim"), Text()
    for tile in player["tiles"]:
        name, fill = tile_name(tile["tile"], say), FILLS[row_of(tile["tile"])["type"]]
        name = name if len(name) <= MAX_NAME else say(f"short.{tile['tile']}")
        sign = type_code(tile["tile"], say) + (MARKER if tile["marked"] else "")
        lines = Text(f"{name:^{MAX_NAME}}", f"bold {fill}"), Text(f"{sign:^{MAX_NAME}}", f"underline {fill}")
        found[tile["x"], tile["y"]] = lines
    return found


# The end


def result_table(seat_view: SeatView, changes: Sequence[Mapping[str, Any]], say: Translator) -> Table:
    """Draw the players from the best to the last: population, goals, money."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("play.player"))
    counted = FINAL if seat_view.view["goals"] else FINAL[1:]
    for column in ("last_turn", *counted, "population"):
        table.add_column(say(f"screen.result.{column}"), justify="right")
    winners, scores = seat_view.winners, seat_view.scores
    for seat in sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat])):
        gains = [gain_of(changes, seat, why) for why in counted]
        row = [str(scores[seat] - sum(gains)), *(f"+{n}" for n in gains), str(scores[seat])]
        table.add_row(seat_view.names[seat], *row, style="bold" if seat in winners else "")
    return table


def gain_of(changes: Sequence[Mapping[str, Any]], seat: int, why: str) -> int:
    """Count the population that a player has got in the final scoring."""
    wanted = seat, why, "population"
    return sum(one["change"] for one in changes if (one["seat"], one["why"], one["stat"]) == wanted)
