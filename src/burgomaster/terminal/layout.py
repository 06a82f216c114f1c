"""How the parts of a screen are arranged by its width, and what is shown on request or at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from burgomaster.core.language import Names
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.terminal.output import make_table
from burgomaster.terminal.prompt import COMMANDS, PAGE, keys_of
from burgomaster.terminal.screen import Choice, Screen, framed, view_seat
from burgomaster.terminal.texts import failed

WIDE = 112  # from here on the board and the log stand side by side, and players beside each other
PLAYER_WIDTH = 56  # a player beside another one needs this much
BOARD_SHARE = 2  # parts of the width; the log has one
LABEL_WIDTH = 28  # of a choice, so that prices stand below each other
PRICE_WIDTH = 4
INDENT = 4
GAP = 2  # between choices in one line
MAX_LOG = 14  # lines of the log
MAX_CARDS = 4  # more than these are only named
MAX_HEADING = 16  # width of the headings of choices

Numbered = tuple[int, Choice]


def arrange(
    console: Console, board: RenderableType, players: Sequence[RenderableType], log: RenderableType
) -> RenderableType:
    """Arrange log, board and players: below each other, or side by side where there is room."""
    if console.width < WIDE:
        return Group(*([log] if log else []), board, *players)
    top = Grid.grid(expand=True, padding=(0, 1, 0, 0))
    top.add_column(ratio=BOARD_SHARE)
    top.add_column(ratio=1)
    top.add_row(board, log)
    n_rows = -(-len(players) // (console.width // PLAYER_WIDTH)) or 1
    n_columns = -(-len(players) // n_rows) or 1
    rows = [in_columns(players[first : first + n_columns]) for first in range(0, len(players), n_columns)]
    return Group(top, *rows)


def in_columns(parts: Sequence[RenderableType]) -> Grid:
    row = Grid.grid(expand=True)
    for _ in parts:
        row.add_column(ratio=1)
    row.add_row(*parts)
    return row


def log_panel(lines: Sequence[str], title: str, say: Translator) -> RenderableType:
    shown = list(lines[-MAX_LOG:])
    if len(lines) > len(shown):
        shown.insert(0, say("play.more_log", n=len(lines) - len(shown)))
    text = Text("\n".join(shown) if shown else say("play.nothing_yet"), overflow="fold")
    return framed(text, title, "dim")


def choices_table(screen: Screen, choices: Sequence[Choice]) -> RenderableType:
    headings = {group: screen.say(f"group.{group}") for group in {choice.group for choice in choices}}
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=min(MAX_HEADING, max(map(len, headings.values()), default=0)), style="bold")
    grid.add_column()
    for group, run in groupby(enumerate(choices, start=1), key=lambda pair: pair[1].group):
        grid.add_row(headings[group], group_of(list(run), group in screen.narrow_groups))
    return grid


def group_of(choices: Sequence[Numbered], is_narrow: bool) -> Group:
    """Draw the choices of a group; those of a cluster share a heading and their lines."""
    parts: list[RenderableType] = []
    for cluster, run in groupby(choices, key=lambda pair: pair[1].cluster):
        members = list(run)
        if cluster:
            heading = Text(cluster, style=members[0][1].style)
            parts.append(Padding(Group(heading, many_in_line(members)), (0, 0, 0, INDENT)))
        else:
            parts.append(many_in_line(members) if is_narrow else one_in_line(members))
    return Group(*parts)


def one_in_line(choices: Sequence[Numbered]) -> RenderableType:
    """Draw one line a choice, with its price and how it came about."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold cyan", width=3)
    grid.add_column(min_width=LABEL_WIDTH)
    grid.add_column(justify="right", min_width=PRICE_WIDTH, no_wrap=True)
    for number, choice in choices:
        reasons = [Text(choice.why, style="dim")] if choice.why else []
        grid.add_row(str(number), Text(choice.label, style=choice.style), choice.price, *reasons)
    return grid


def many_in_line(choices: Sequence[Numbered]) -> RenderableType:
    cells = []
    for number, choice in choices:
        cell = Text(f"{number:>3} ", style="bold cyan")
        cell.append(choice.label, style=choice.style or "not bold default")
        cells.append(cell.append(f" {choice.price}" if choice.price else "", style="not bold default"))
    return Columns(cells, padding=(0, GAP))


# On request, or at the end


def print_help(console: Console, screen: Screen, seat_view: SeatView, example: str) -> None:
    """Print what can be typed, and what the signs mean."""
    say, grid = screen.say, Grid.grid(padding=(0, 2))
    grid.add_column(style="bold cyan", no_wrap=True)
    grid.add_row(say("help.number"), say("help.number_does"))
    grid.add_row(say("help.notation"), say("help.notation_does", example=example))
    shown = [name for name in COMMANDS if name not in screen.unused]
    for name in [*shown, *(f"{PAGE}{page}" for page in screen.pages)]:
        grid.add_row(keys_of(say, name)[0], say(f"help.{name}"))
    console.print(framed(grid, say("help.heading")))
    for line in screen.legend(seat_view):
        console.print(line)


def print_cards(console: Console, screen: Screen, seat_view: SeatView, words: str) -> None:
    """Print what the cards that fit some words do; Failure if none fits, or too many."""
    catalog = screen.say.catalog
    if not words:
        raise failed("play.which_card", catalog, example=screen.example_card())
    found = screen.find_cards(seat_view, words)
    if not found:
        raise failed("play.no_card", catalog, given=words[:60])
    if len(found) > MAX_CARDS:
        raise failed("play.many_cards", catalog, given=words[:60], cards=", ".join(found))
    for name, sentences in found.items():
        console.print(Text(name, style="bold"), "—", " ".join(sentences))


def print_end(console: Console, screen: Screen, table: Table, seat: int | None, lines: Sequence[str]) -> None:
    """Print the table at the end with the last lines of the log, how the points came about, who has won."""
    say, seat_view = screen.say, view_seat(table, seat)
    log = log_panel(lines, say("play.game_over"), say)
    console.print(arrange(console, screen.board(seat_view), screen.players(seat_view), log))
    changes = table.changes(since=max(0, len(table.history) - 1))
    result = screen.result(seat_view, changes)
    console.print(ranking(seat_view, say) if result is None else result)
    console.print(screen.verdict(seat_view) or winners_text(seat_view, say), style="bold")


def ranking(seat_view: SeatView, say: Translator) -> Grid:
    grid = make_table(say, "play", ("rank", "player", "score"), right=("rank", "score"))
    winners, scores = seat_view.winners, seat_view.scores
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat]))
    for seat in order:
        better = [other for other in order if scores[other] > scores[seat]]
        place = 1 if seat in winners else max(len(better), len(winners)) + 1
        grid.add_row(str(place), seat_view.names[seat], str(scores[seat]))
    return grid


def winners_text(seat_view: SeatView, say: Translator) -> str:
    names = Names([seat_view.names[seat] for seat in seat_view.winners])
    if len(names.names) == 1:
        return say("play.wins", player=names)
    return say("play.draw", players=names)
