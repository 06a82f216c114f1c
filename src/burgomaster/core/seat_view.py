"""A table as one seat, or a spectator, may know it: all that a screen or a page is given to draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from burgomaster.core import python_api
from burgomaster.core.language import mark_reader
from burgomaster.core.log import Event
from burgomaster.core.move import Foresight, Move
from burgomaster.core.registry import game_rules
from burgomaster.core.table import Table


@dataclass(frozen=True)
class SeatView:
    """What one seat, or a spectator, may know of a table, and what it may do now."""

    game: str
    options: Mapping[str, Any]
    seat: int | None  # None: a spectator
    view: Mapping[str, Any]  # `Table.view` of the seat, but for the moves
    state: Any  # redacted for the seat
    names: Sequence[str]  # the reader's own is marked: see `mark_reader`
    round_no: int
    phase: str
    scores: Sequence[int]
    winners: Sequence[int]
    moves: Sequence[Move] = ()  # the legal ones, if the seat is to decide and may act now
    language: str = "en"
    position: str = ""  # the name of the position shown; a move is sent with it
    move_url: str = ""  # where a move is posted; "" in a replay
    history: Sequence[Event] = ()  # redacted, from the beginning
    cache: dict[Any, Any] = field(default_factory=dict)  # what a page has computed already

    @classmethod
    def of(
        cls,
        table: Table,
        seat: int | None,
        language: str = "en",
        position: str = "",
        move_url: str = "",
        can_act: bool = True,
        is_reader: bool = True,
    ) -> SeatView:
        """Look at a table from a seat; with `can_act` off nothing can be chosen, as in a replay.

        With `is_reader` off somebody else looks through the eyes of the seat: nobody is addressed as "you".
        """
        states = table.redacted(seat)
        view, rules = table.observed(states, seat), table.game.rules
        # everything from what the seat sees: nothing of the truth can slip onto a page by an oversight
        return cls(
            game=table.game.name,
            options=table.game.options,
            seat=seat,
            view=view,
            state=states[0],
            names=mark_reader(table.names, seat if is_reader else None),
            round_no=rules.round_no(states[0]),
            phase=rules.phase(states[0]),
            scores=[int(python_api.score(states, 0, other)) for other in range(table.game.n_seats)],
            winners=table.winners,
            moves=_moves(table, states, seat, view) if can_act else (),
            language=language,
            position=position,
            move_url=move_url,
            history=History(table, seat),
        )

    @property
    def is_to_move(self) -> bool:
        """Tell whether this seat is the one to decide."""
        return self.seat is not None and self.view.get("to_move") == self.seat

    def description(self, language: str) -> list[str]:
        """Say the position in a few sentences, for a game that has no picture of its own."""
        said = game_rules(self.game).describe(self.state, self.names, language)
        return said or [f"{self.round_no} · {self.phase}"]

    def foresight(self) -> Foresight:
        """Make what tells the outcome of moves as far as the seat can know it; there must be moves."""
        return Foresight(self.moves[0].rules, self.moves[0].states)

    def preview(self, *moves: Move) -> list[dict[str, Any]]:
        """Tell what some moves, made one after another, would change and why, as far as the seat can know."""
        foresight = self.foresight()
        return foresight.explain(foresight.events(*(move.code for move in moves)))


class History(Sequence[Event]):
    """What happened as a seat saw it, read from the table when it is first asked for."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self._table = table
        self._seat = seat
        self._n_events = sum(map(len, table.events_by_move()))
        self._events: list[Event] | None = None

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...

    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._read()[index]

    def __len__(self) -> int:
        return self._n_events

    def _read(self) -> list[Event]:
        if self._events is None:
            redact, state = self._table.game.rules.redact_event, self._table.state
            known = self._table.events()[: self._n_events]
            self._events = [redact(state, event, self._seat) for event in known]
        return self._events


def _moves(table: Table, states: Any, seat: int | None, view: Mapping[str, Any]) -> list[Move]:
    """Make the moves of a view from what the seat sees, so that they tell nothing else."""
    if seat is None or view.get("to_move") != seat:
        return []
    return [Move(code, table.game.rules, states) for code in table.legal_codes(states)]
