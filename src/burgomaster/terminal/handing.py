"""Handing the keyboard from one person to the next, without telling by that what is secret.

A decision that others may not know of (in Saint Petersburg: the Pickpocket) must not be betrayed by the
keyboard going to one person. So as a phase begins it goes to everybody who might be asked as far as a
spectator can tell, in the order of asking; those who are not asked only press Enter. The table is not
shown to them: its log might tell more than they knew.
"""

from __future__ import annotations

from collections.abc import Callable

from burgomaster.terminal.screen import Screen, view_seat
from burgomaster.terminal.session import Session


class Handing:
    """Whose hands the keyboard has to go through."""

    def __init__(self, session: Session, screen: Screen, show_nothing: Callable[[int], None]) -> None:
        self.session = session
        self.screen = screen
        self.show_nothing = show_nothing  # called for a person who is not asked anything after all
        self.phase: tuple[int, str] | None = None
        self.waiting: list[int] = []  # people who have still to be handed the keyboard in this phase

    def before(self, seat: int) -> None:
        """Hand the keyboard to those who come before a seat that decides now."""
        if self.session.n_humans <= 1:
            return
        table = self.session.table
        public = view_seat(table, None)
        if self.phase != (table.round, table.phase):
            self.phase = table.round, table.phase
            self.waiting = [other for other in self.screen.suspects(public) if other not in self.session.bots]
        asked = self.is_secret(seat)
        if not asked and not self.screen.suspects(public):
            self.waiting = []  # the secret is out
        earlier = self.waiting[: self.waiting.index(seat)] if asked and seat in self.waiting else self.waiting
        self.waiting = self.waiting[len(earlier) + 1 :] if asked else []
        for other in earlier:
            self.show_nothing(other)

    def is_secret(self, seat: int) -> bool:
        """Whether a spectator would say that somebody else decides, or something else."""
        table = self.session.table
        mine, public = table.view(seat), table.view(None)
        return any(mine.get(part) != public.get(part) for part in ("to_move", "decision"))
