"""What is shown on request or at the end: help, cards, the result."""

from __future__ import annotations

import shlex

from rich import box
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.terminal.failure import failed
from burgomaster.terminal.layout import arrange, log_panel
from burgomaster.terminal.prompt import COMMANDS, PAGE, keys_of
from burgomaster.terminal.screen import Screen, view_seat
from burgomaster.terminal.session import Session
from burgomaster.terminal.texts import Voice

MAX_CARDS = 4  # more than these are only named


def print_help(console: Console, screen: Screen, seat_view: SeatView, example: str, say: Voice) -> None:
    """What can be typed, and what the signs mean."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold cyan", no_wrap=True)
    grid.add_row(say("help.number"), say("help.number_does"))
    grid.add_row(say("help.notation"), say("help.notation_does", example=example))
    shown = [name for name in COMMANDS if name not in screen.unused]
    for name in [*shown, *(f"{PAGE}{page}" for page in screen.pages)]:
        grid.add_row(keys_of(say, name)[0], say(screen.key(f"help.{name}")))
    console.print(Panel(grid, title=say("help.heading"), title_align="left", box=box.ROUNDED))
    for line in screen.legend(seat_view):
        console.print(line)


def print_cards(console: Console, screen: Screen, seat_view: SeatView, words: str, say: Voice) -> None:
    """What the cards that fit some words do; Failure if none fits, or too many."""
    if not words:
        raise failed(screen.key("play.which_card"), example=screen.example_card())
    found = screen.find_cards(seat_view, words)
    if not found:
        raise failed(screen.key("play.no_card"), given=words[:60])
    if len(found) > MAX_CARDS:
        raise failed(screen.key("play.many_cards"), given=words[:60], cards=", ".join(found))
    for name, sentences in found.items():
        console.print(Text(name, style="bold"), "—", " ".join(sentences))


def print_end(console: Console, session: Session, screen: Screen, viewer: int | None, say: Voice) -> None:
    """The table at the end, how the points came about, and who has won."""
    earlier = None if viewer is None else session.last_decision(viewer)
    since = -1 if earlier is None else len(earlier.history)
    log = log_panel(session.digest(screen, viewer, say.language, since), say("play.game_over"), say)
    seat_view = view_seat(session.table, viewer if session.n_humans == 1 else None)
    console.print(arrange(console, screen.board(seat_view), screen.players(seat_view), log))
    changes = session.table.changes(since=max(0, len(session.table.history) - 1))
    result = screen.result(seat_view, changes)
    console.print(ranking(session, say) if result is None else result)
    console.print(screen.verdict(seat_view) or winners_text(session, say), style="bold")
    console.print(say("play.replay", path=shlex.quote(str(session.path))), soft_wrap=True)


def ranking(session: Session, say: Voice) -> Table:
    """The players from the best to the last."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("play.rank"), justify="right")
    table.add_column(say("play.player"))
    table.add_column(say("play.score"), justify="right")
    winners, scores = session.table.winners, session.table.scores
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat]))
    for seat in order:
        better = [other for other in order if scores[other] > scores[seat]]
        place = 1 if seat in winners else max(len(better), len(winners)) + 1
        table.add_row(str(place), session.names[seat], str(scores[seat]))
    return table


def winners_text(session: Session, say: Voice) -> str:
    """Who has won."""
    names = [session.names[seat] for seat in session.table.winners]
    if len(names) == 1:
        return say("play.wins", player=names[0])
    return say("play.draw", players=", ".join(names))
