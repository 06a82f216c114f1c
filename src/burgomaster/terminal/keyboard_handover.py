"""Handing the keyboard from one person to the next, without telling by that what is secret.

A decision that others may not know of must not be betrayed by the keyboard going to one person. So as a phase
begins it goes to everybody who might be asked as far as a spectator can tell, in the order of asking; those
who are not asked only press Enter. The table is not shown to them: its log might tell more than they knew.
"""

from __future__ import annotations

from rich.console import Console

from burgomaster.terminal.output import clear
from burgomaster.terminal.prompt import read_line
from burgomaster.terminal.saved_game import SavedGame
from burgomaster.terminal.screen import Screen, view_seat


class KeyboardHandover:
    """Knows who has the keyboard, and whose hands it has to go through."""

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
            self.show_nothing(other)

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

    def show_nothing(self, seat: int) -> None:
        """Hand the keyboard to a person who might have been asked in secret, and is not."""
        if self.viewer != seat:
            self.hand_over(seat)
            self.console.print(self.screen.say("play.not_asked"), style="italic")
            read_line(self.screen.say("play.press_enter_on"))
