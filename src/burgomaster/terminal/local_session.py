"""A game at one keyboard: bots and people at a table of this process, kept in a file after every move."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from rich.console import Console

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.terminal.game_session import GameSession, RecentLog, Turn, log_lines, moves_before_decision
from burgomaster.terminal.layout import print_end
from burgomaster.terminal.output import clear, make_console, working
from burgomaster.terminal.prompt import PASS, read_line
from burgomaster.terminal.saved_game import SavedGame
from burgomaster.terminal.screen import Screen, load_screen, view_seat
from burgomaster.terminal.starting import wait_for_bots
from burgomaster.terminal.storage import load_or_none
from burgomaster.terminal.texts import failed, program_words


class KeyboardHandover:
    """Hands the keyboard from one person to the next, without telling by that what is secret.

    A decision that others may not know of must not be betrayed by the keyboard going to one person. So as a
    phase begins it goes to everybody who might be asked as far as a spectator can tell, in the order of
    asking; those who are not asked only press Enter. The table is not shown to them: its log might tell more
    than they knew.
    """

    def __init__(self, game: SavedGame, screen: Screen, console: Console) -> None:
        self.game = game
        self.screen = screen
        self.console = console
        self.viewer: int | None = None  # the person who saw the screen last
        self.phase: tuple[int, str] | None = None
        self.waiting: list[int] = []  # people who have still to be handed the keyboard in this phase

    def before(self, seat: int) -> None:
        """Hand the keyboard to those who come before a seat that decides now."""
        if self.game.n_humans <= 1:
            return
        table = self.game.table
        public = view_seat(table, None)
        if self.phase != (table.round, table.phase):
            self.phase = table.round, table.phase
            self.waiting = [other for other in self.screen.suspects(public) if other not in self.game.bots]
        asked = self.is_secret(seat)
        if not asked and not self.screen.suspects(public):
            self.waiting = []  # the secret is out
        earlier = self.waiting[: self.waiting.index(seat)] if asked and seat in self.waiting else self.waiting
        self.waiting = self.waiting[len(earlier) + 1 :] if asked else []
        for other in earlier:
            # Hand the keyboard to a person who might have been asked in secret, and is not
            if self.viewer != other:
                self.hand_over(other)
                self.console.print(self.screen.say("play.not_asked"), style="italic")
                read_line(self.screen.say("play.press_enter_on"))

    def is_secret(self, seat: int) -> bool:
        """Tell whether a spectator would say that somebody else decides, or something else."""
        table = self.game.table
        mine, public = table.view(seat), table.view(None)
        return any(mine.get(part) != public.get(part) for part in ("to_move", "decision"))

    def hand_over(self, seat: int) -> None:
        """Let a person take the keyboard before anything is shown that is meant for them alone."""
        if self.game.n_humans > 1 and self.viewer != seat:
            name = self.game.names[seat]
            clear(self.console)
            self.console.rule(self.screen.say("play.pass_keyboard", player=name))
            read_line(self.screen.say("play.press_enter", player=name))
        self.viewer = seat


class LocalSession(GameSession):
    """Lets bots play, hands the keyboard around, and keeps the game."""

    def __init__(self, game: SavedGame, language: str) -> None:
        self.game = game
        self.screen = load_screen(game.table.game.name, language)
        self.console = make_console()
        self.handover = KeyboardHandover(game, self.screen, self.console)
        self.passing: dict[int, Any] = {}  # by seat: what must stay the same for it to keep passing
        self.notices = [self.screen.say("play.file_line", path=game.path)]

    def next_turn(self) -> Turn | None:
        """Let the bots move until a person has to decide."""
        while not self.game.table.over:
            seat = self.game.table.to_move
            assert seat is not None
            self.handover.before(seat)
            if seat in self.game.bots:
                wait_for_bots(self.game.table.game.name, self.screen.say)
                with working(self.console, self.screen.say("play.thinking", player=self.game.names[seat])):
                    move = self.game.bots[seat].choose(self.game.table)
                self.game.play(move)
            elif self.keeps_passing(seat):
                self.game.play(PASS)
            else:
                self.handover.hand_over(seat)
                notices, self.notices = self.notices, []
                return Turn(view_seat(self.game.table, seat), notices=notices)
        return None

    def play(self, seat_view: SeatView, move: Move | str) -> None:
        self.game.play(move)

    def pass_on(self, seat_view: SeatView) -> None:
        standing = self.screen.standing(seat_view)
        self.game.play(PASS)
        if standing is not None and seat_view.seat is not None:
            self.passing[seat_view.seat] = standing
            self.console.print(self.screen.say("play.passing_on"))

    def keeps_passing(self, seat: int) -> bool:
        """Tell whether a person who keeps passing is asked nothing now."""
        if seat not in self.passing:
            return False
        seat_view = view_seat(self.game.table, seat)
        can_pass = any(move.notation == PASS for move in seat_view.moves)
        if can_pass and self.passing[seat] == self.screen.standing(seat_view):
            return True
        del self.passing[seat]
        return False

    def undo(self, seat_view: SeatView) -> None:
        assert seat_view.seat is not None
        self.game.undo(seat_view.seat, self.screen.say.catalog)
        self.passing.pop(seat_view.seat, None)

    def log(self, seat_view: SeatView) -> list[str]:
        return log_lines(self.game.table, seat_view.seat, self.screen.say.language)

    def recent_log(self, seat_view: SeatView) -> RecentLog:
        since = moves_before_decision(self.game.table, seat_view.seat)
        title = "play.since_start" if since < 0 else "play.since_last"
        return RecentLog(title, log_lines(self.game.table, seat_view.seat, self.screen.say.language, since))

    def save(self, name: str) -> str:
        path = Path(name).expanduser() if name else self.game.path
        if path.exists() and path != self.game.path and load_or_none(path) is None:
            raise failed("play.not_a_record", path=path)
        self.game.save(path)
        return self.screen.say("play.saved", path=path)

    def leave(self) -> str:
        self.game.save()
        path = shlex.quote(str(self.game.path))
        return self.screen.say("play.kept", program=program_words(), path=path)

    def print_end(self) -> None:
        """Show the end; open for all where several people look at it."""
        viewer = self.handover.viewer
        seat = viewer if self.game.n_humans == 1 else None
        since = moves_before_decision(self.game.table, viewer)
        lines = log_lines(self.game.table, viewer, self.screen.say.language, since)
        print_end(self.console, self.screen, self.game.table, seat, lines)
        path = shlex.quote(str(self.game.path))
        self.console.print(self.screen.say("play.replay", program=program_words(), path=path), soft_wrap=True)
