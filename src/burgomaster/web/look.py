"""What a page is given to draw: a table as one seat, or a spectator, may know it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, overload

from burgomaster.core.log import Event
from burgomaster.core.table import Foresight, Move, Table

Thing = TypeVar("Thing")


class Memo(Generic[Thing]):
    """Things that depend on a key alone, made once as long as there is room."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._things: dict[Hashable, Thing] = {}

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """The thing of a key."""
        thing = self._things.get(key)
        if thing is None:
            if len(self._things) >= self._room:
                self._things.clear()
            thing = self._things[key] = make()
        return thing


@dataclass(frozen=True)
class Look:
    """All that a page of a game is given: what one seat, or a spectator, may know."""

    game: str
    options: Mapping[str, Any]
    seat: int | None  # whose eyes; None: a spectator
    view: Mapping[str, Any]
    state: Any  # redacted for the seat
    names: Sequence[str]
    moves: Sequence[Move]  # legal ones, if the seat is to decide and may act now
    language: str
    round_no: int
    phase: str
    scores: Sequence[int]
    winners: Sequence[int]
    number: str  # names the position that is shown; a move is sent with it
    move_url: str  # where a move is posted; "" in a replay
    history: Sequence[Event]  # redacted, from the beginning
    known: dict[Any, Any] = field(default_factory=dict)  # what a page has worked out already

    @property
    def is_asked(self) -> bool:
        """Whether the seat that looks is the one to decide."""
        return self.seat is not None and self.view.get("to_move") == self.seat

    def foresight(self) -> Foresight:
        """Tells what the moves would bring, as far as the seat can know; there must be some."""
        return Foresight(self.moves[0].game, self.moves[0].states)


def look_at(
    table: Table,
    seat: int | None,
    language: str,
    number: str = "",
    move_url: str = "",
    can_act: bool = True,
) -> Look:
    """What a seat sees of a table; with `can_act` off nothing can be chosen, as in a replay."""
    states = table.redacted(seat)
    view = table.view(seat)
    return Look(
        game=table.game.name,
        options=table.game.options,
        seat=seat,
        view=view,
        state=states[0],
        names=table.names,
        moves=_moves(table, states, view) if can_act else (),
        language=language,
        round_no=table.round,
        phase=table.phase,
        scores=table.scores,
        winners=table.winners,
        number=number,
        move_url=move_url,
        history=History(table, seat),
    )


class History(Sequence[Event]):
    """What happened, as a seat saw it; read from the table when it is first asked for."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self._table = table
        self._seat = seat
        self._n_events = len(table.events())
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


def _moves(table: Table, states: Any, view: Mapping[str, Any]) -> list[Move]:
    """The moves of a view: made from what the seat sees, so that they tell nothing else."""
    codes = [table.game.rules.read_notation(notation) for notation in view.get("moves", ())]
    return [Move(code, table.game, states) for code in codes if code is not None]
