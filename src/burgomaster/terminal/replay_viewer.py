"""A recorded game move by move: the board after each move, forwards and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from burgomaster.core.translator import Translator
from burgomaster.terminal.layout import arrange, log_panel
from burgomaster.terminal.output import clear, make_console
from burgomaster.terminal.prompt import Command, keys_of, read_command, read_line
from burgomaster.terminal.screen import load_screen, view_seat
from burgomaster.terminal.storage import replay_record
from burgomaster.terminal.texts import one_line, short_name

if TYPE_CHECKING:
    from burgomaster.core.table import Record, Table

COMMANDS = ("next", "back", "quit")


class ReplayViewer:
    """Shows one position after another, as they are asked for."""

    def __init__(
        self, record: Record, path: str, seat: int | None, everything: bool, say: Translator
    ) -> None:
        self.record = record
        self.path = path
        self.seat = seat
        self.everything = everything
        self.say = say
        self.console = make_console()

    def run(self, n_moves: int) -> None:
        """Step until the end of the input or until the reader quits."""
        self.show(n_moves)
        keys = {name: keys_of(self.say, name)[0] for name in ("back", "quit")}
        while True:
            try:
                line = read_line(self.say("replay.step_prompt", **keys))
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return
            command = read_command(line, COMMANDS, self.say)
            if command.name == "quit":
                return
            n_moves = self.follow(command, n_moves)

    def follow(self, command: Command, n_moves: int) -> int:
        """Find the position to go to; nonsense changes nothing."""
        steps = {"next": 1, "back": -1}
        if command.name in steps or command.rest == "":
            wanted = n_moves + steps.get(command.name, 1)
        elif command.rest.isascii() and command.rest.isdigit():
            wanted = int(command.rest[:9])
        else:
            self.console.print(one_line(self.say("replay.no_step", given=command.rest[:60])), style="yellow")
            return n_moves
        wanted = max(0, min(wanted, len(self.record.moves)))
        self.show(wanted)
        return wanted

    def show(self, n_moves: int) -> None:
        """Show the position after some moves, and what the last one did."""
        table = replay_record(self.record, self.path, n_moves)
        clear(self.console)
        lines = log_of(table, self.seat, self.everything, self.say, since=n_moves - 1)
        print_position(self.console, table, self.record, self.seat, self.say, lines)
        if table.over:
            self.console.print(ending(table, self.say), style="bold")


def print_position(
    console: Console,
    table: Table,
    record: Record,
    seat: int | None,
    say: Translator,
    lines: list[str] | None = None,
) -> None:
    """Print the board after the moves made so far."""
    screen = load_screen(table.game.name, say.language)
    seat_view = view_seat(table, seat, is_reader=False)
    title = position_text(table, record, seat, say)
    if lines is None:
        console.print(title, style="bold")
    log = "" if lines is None else log_panel(lines, title, say)
    console.print(arrange(console, screen.board(seat_view), screen.players(seat_view), log))


def position_text(table: Table, record: Record, seat: int | None, say: Translator) -> str:
    """Say which position this is; a move that a seat did not see openly is not named."""
    n_moves, total = len(table.history), len(record.moves)
    if n_moves == 0:
        return say("replay.beginning", total=total)
    if is_secret(table, seat):
        return say("replay.secret_position", n=n_moves, total=total)
    return say("replay.position", n=n_moves, total=total, notation=table.history[-1])


def is_secret(table: Table, seat: int | None) -> bool:
    """Tell whether the last move told others more than this seat may know."""
    redact = table.game.rules.redact_event
    events = table.events(since=len(table.history) - 1)
    return any(tuple(redact(table.state, event, seat)) != tuple(event) for event in events)


def log_of(table: Table, seat: int | None, everything: bool, say: Translator, since: int = -1) -> list[str]:
    """Tell what happened as a seat saw it, or with everything that was hidden."""
    if everything:
        lines = table.game.rules.log_lines(table.state, table.events(since), table.names, say.language)
    else:
        lines = table.log(seat, say.language, since)
    return [one_line(line) for line in lines]


def ending(table: Table, say: Translator) -> str:
    """Say the result, or who is to move."""
    names = [short_name(name) for name in table.names]
    if table.to_move is not None:
        return say("replay.unfinished", moves=len(table.history), player=names[table.to_move])
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, table.scores, strict=True))
    won = ", ".join(names[seat] for seat in table.winners)
    return f"{say('replay.result', scores=scores)}. {say('replay.winner', names=won)}"
