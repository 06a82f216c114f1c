"""What is shown on request or at the end: help, cards, the result."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from burgomaster.core.language import Names
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import failed
from burgomaster.terminal.layout import arrange, log_panel
from burgomaster.terminal.prompt import COMMANDS, PAGE, keys_of
from burgomaster.terminal.screen import Screen, framed, view_seat

MAX_CARDS = 4  # more than these are only named


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
    """List the players from the best to the last."""
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column(say("play.rank"), justify="right")
    grid.add_column(say("play.player"))
    grid.add_column(say("play.score"), justify="right")
    winners, scores = seat_view.winners, seat_view.scores
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat]))
    for seat in order:
        better = [other for other in order if scores[other] > scores[seat]]
        place = 1 if seat in winners else max(len(better), len(winners)) + 1
        grid.add_row(str(place), seat_view.names[seat], str(scores[seat]))
    return grid


def winners_text(seat_view: SeatView, say: Translator) -> str:
    """Say who has won."""
    names = Names([seat_view.names[seat] for seat in seat_view.winners])
    if len(names.names) == 1:
        return say("play.wins", player=names)
    return say("play.draw", players=names)
