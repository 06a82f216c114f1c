"""All that a page of a game is given: what one seat, or a spectator, may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.log import Event
from burgomaster.core.table import Move, Table


@dataclass(frozen=True)
class Look:
    """What one seat, or a spectator, may know, and where a move is sent."""

    game: str
    options: Mapping[str, Any]
    seat: int | None
    view: Mapping[str, Any]
    state: Any  # redacted for the seat
    names: Sequence[str]
    moves: Sequence[Move]  # legal ones, if the seat may act now
    language: str
    round_no: int
    phase: str
    scores: Sequence[int]
    winners: Sequence[int]
    number: str  # names the position; sent along with a move
    move_url: str  # "" in a replay
    history: Sequence[Event]  # redacted events so far


def look_at(
    table: Table,
    seat: int | None,
    language: str,
    number: str = "",
    move_url: str = "",
    can_act: bool = True,
) -> Look:
    """What a seat sees of a table."""
    states = table.redacted(seat)
    view = table.view(seat)
    deciding = can_act and seat is not None and view.get("to_move") == seat
    moves = [Move(code, table.game, states) for code in table.codes(states)] if deciding else []
    rules = table.game.rules
    return Look(
        game=table.game.name,
        options=table.game.options,
        seat=seat,
        view=view,
        state=states[0],
        names=table.names,
        moves=moves,
        language=language,
        round_no=table.round,
        phase=table.phase,
        scores=table.scores,
        winners=table.winners,
        number=number,
        move_url=move_url,
        history=[rules.redact_event(table.state, event, seat) for event in table.events()],
    )
