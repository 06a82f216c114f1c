"""Everything a game hands to the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.kernels import Kernels
from burgomaster.core.language import Message
from burgomaster.core.log import Event
from burgomaster.core.options import GameInfo
from burgomaster.core.struct import Records

States = Records[Any]
Seats = list[dict[str, Any]]


@dataclass(frozen=True)
class Rules:
    """Everything a game hands to the core. One of these is made in each game's `rules/definition.py`."""

    info: GameInfo
    state: type
    kernels: Kernels
    undealt: Callable[[Mapping[str, Any]], States]  # one state, options set, nothing shuffled
    read_setup: Callable[[States, Mapping[str, Any]], None]  # order the piles; SetupError
    write_setup: Callable[[States], dict[str, Any]]  # of a state that is dealt and has not begun
    read_notation: Callable[[str], int | None]
    write_notation: Callable[[int], str]
    to_move: Callable[[Any], int]
    round_no: Callable[[Any], int]
    phase: Callable[[Any], str]
    money: Callable[[Any, int], int]
    observe: Callable[[Any, int | None], dict[str, Any]]  # a redacted state as a JSON-ready dict
    redact_event: Callable[[Any, Event, int | None], Event]
    move_text: Callable[[Any, int, str], str]  # state, move, language
    log_lines: Callable[[Any, Sequence[Event], Sequence[str], str], list[str]]
    # any state of the game, events, names, language
    refusal: Callable[[Any, int, int], Message]  # state, move, reason
    max_state_bytes: int = 1024  # copying a state must stay cheap: search does little else
    explain: Callable[[Any, Sequence[Event]], list[dict[str, Any]]] | None = None  # what changed and why
    is_reveal: Callable[[Event], bool] = lambda _event: False  # whether an event shows something hidden
