"""Everything a game hands to the core, and what the core does where a game says nothing.

The core's own functions read the fields `n_players`, `players`, `to_move` and `round_no` of the state, and
texts of the game: `move.<verb>` with the words behind the verb as {a}, {b}, ...; `log.<event>` with {player}
and the columns {a} to {d} of the event; `refusal.<reason>`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from types import ModuleType
from typing import Any

from burgomaster.compiler.struct import Records
from burgomaster.core import python_api
from burgomaster.core.encoding import Encoding
from burgomaster.core.errors import SetupError
from burgomaster.core.kernels import Kernels, register, register_encoding
from burgomaster.core.language import Message
from burgomaster.core.log import Event
from burgomaster.core.options import GameInfo

States = Records[Any]
Seats = list[dict[str, Any]]

COLUMNS = "abcd"  # how texts name the words of a move and the columns of an event
_BY_CORE: Any = None  # what the end of this module has a function for


class Unnamed(IntEnum):
    """The events or reasons of a game that names none."""


@dataclass(frozen=True)
class Rules:
    """Everything a game hands to the core. One of these is made in each game's `rules/definition.py`.

    The first fields every game fills in; for the others the core has an answer, at the end of this module.
    """

    info: GameInfo
    state: type
    kernels: Kernels
    undealt: Callable[[Mapping[str, Any]], States]  # one state, options set, nothing shuffled
    read_notation: Callable[[str], int | None]
    write_notation: Callable[[int], str]

    dealt: tuple[str, ...] = ()  # fields of the state that a deal puts into order: the set-up of a record
    events: type[IntEnum] = Unnamed  # kinds of log events, for their texts
    reasons: type[IntEnum] = Unnamed  # why a move is refused, for the texts
    read_setup: Callable[[States, Mapping[str, Any]], None] = _BY_CORE  # order the piles; SetupError
    write_setup: Callable[[States], dict[str, Any]] = _BY_CORE  # of a state that is dealt and has not begun
    observe: Callable[[Any, int | None], dict[str, Any]] = _BY_CORE  # a redacted state, JSON-ready
    move_text: Callable[[Any, int, str], str] = _BY_CORE  # state, move, language
    log_lines: Callable[[Any, Sequence[Event], Sequence[str], str], list[str]] = _BY_CORE
    # any state of the game, events, names, language
    board_log_lines: Callable[[Any, Sequence[Event], Sequence[str], str], list[str]] = _BY_CORE
    board_move_text: Callable[[Any, int, str], str] = _BY_CORE
    # the same for whoever sees the board: without the numbers that only records and keyboards know
    refusal: Callable[[Any, int, int], Message] = _BY_CORE  # state, move, reason
    describe: Callable[[Any, Sequence[str], str], list[str]] = lambda _state, _names, _language: []
    # a redacted state in a few sentences, for screens and pages without a picture of the game
    to_move: Callable[[Any], int] = lambda state: int(state.to_move)
    round_no: Callable[[Any], int] = lambda state: int(state.round_no)
    phase: Callable[[Any], str] = lambda _state: "play"
    money: Callable[[Any, int], int] = lambda _state, _seat: 0
    redact_event: Callable[[Any, Event, int | None], Event] = lambda _state, event, _seat: event
    max_state_bytes: int = 1024  # copying a state must stay cheap: search does little else
    explain: Callable[[Any, Sequence[Event]], list[dict[str, Any]]] | None = None  # what changed and why
    is_reveal: Callable[[Event], bool] = lambda _event: False  # whether an event shows something hidden
    encoding: Encoding | None = None  # positions and moves as numbers, for learning

    def __post_init__(self) -> None:
        register(self.state, self.kernels)
        if self.encoding is not None:
            register_encoding(self.state, self.encoding)
        for name, make in _DEFAULTS.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, make(self))


def functions_of(kind: type[Kernels] | type[Rules], *modules: ModuleType) -> dict[str, Any]:
    """Find what modules of a game define under the names of the fields of `Kernels` or of `Rules`."""
    names = {field.name for field in fields(kind)}
    return {name: value for module in modules for name, value in vars(module).items() if name in names}


# What the core does for a game that does not say it itself.


def _default_write_setup(rules: Rules) -> Callable[[States], dict[str, Any]]:
    """List what the deal put into order: the fields `Rules.dealt`."""
    return lambda states: {name: states[0][name].tolist() for name in rules.dealt}


def _default_read_setup(rules: Rules) -> Callable[[States, Mapping[str, Any]], None]:
    """Take the same lists back, each some order of what there is."""

    def read(states: States, setup: Mapping[str, Any]) -> None:
        python_api.deal(states, 0)  # so that the generator goes on as after a deal by the seed
        for name in rules.dealt:
            wanted = sorted(states[0][name].tolist())
            given = setup.get(name)
            if not isinstance(given, list | tuple) or not _is_order_of(given, wanted):
                raise SetupError("setup.order", name=name, wanted=", ".join(map(str, wanted)))
            states[0][name][:] = given

    return read


def _is_order_of(given: Sequence[Any], wanted: list[int]) -> bool:
    return all(type(item) is int for item in given) and sorted(given) == wanted


def _default_observe(rules: Rules) -> Callable[[Any, int | None], dict[str, Any]]:
    """Show every field of a redacted state but its generator, with round, phase, scores, who is to move."""

    def look(state: Any, seat: int | None) -> dict[str, Any]:
        shown = {name: plain(state[name]) for name in field_names(state) if name != "rng"}
        n_players = int(state.n_players)
        return {
            **shown,
            "round": rules.round_no(state),
            "phase": rules.phase(state),
            "to_move": None if rules.kernels.is_over(state) else rules.to_move(state),
            "players": shown["players"][:n_players],
            "scores": [int(rules.kernels.score(state, player)) for player in range(n_players)],
        }

    return look


def field_names(record: Any) -> list[str]:
    """Name the fields of a record without the gaps between them."""
    return [name for name in record.dtype.names if not name.startswith("gap_")]


def plain(value: Any) -> Any:
    """Return a value of a record, JSON-ready: numbers, lists and dicts."""
    if getattr(value, "shape", ()):
        return [plain(item) for item in value]
    if getattr(value, "dtype", None) is not None and value.dtype.names:
        return {name: plain(value[name]) for name in field_names(value)}
    return value.item()


def _default_move_text(rules: Rules) -> Callable[[Any, int, str], str]:
    """Say a move by the text of its verb."""

    def say(_state: Any, move: int, language: str) -> str:
        verb, *words = rules.write_notation(move).split(" ")
        return rules.info.texts.text(language, f"move.{verb}", **dict(zip(COLUMNS, words, strict=False)))

    return say


def _default_log_lines(rules: Rules) -> Callable[[Any, Sequence[Event], Sequence[str], str], list[str]]:
    """Say each event by the text of its kind, a member of `Rules.events`."""

    def say(_state: Any, events: Sequence[Event], names: Sequence[str], language: str) -> list[str]:
        return [_line(rules, event, names, language) for event in events]

    return say


def _line(rules: Rules, event: Event, names: Sequence[str], language: str) -> str:
    kind, seat, *columns = event
    player = names[seat] if 0 <= seat < len(names) else ""
    values = dict(zip(COLUMNS, columns, strict=True))
    key = f"log.{rules.events(kind).name.lower()}"
    return rules.info.texts.text(language, key, player=player, **values)


def _default_refusal(rules: Rules) -> Callable[[Any, int, int], Message]:
    """Say why a move is refused by the text of the reason, a member of `Rules.reasons`."""
    return lambda _state, _move, reason: Message(
        rules.info.texts, f"refusal.{rules.reasons(reason).name.lower()}"
    )


_DEFAULTS: dict[str, Callable[[Rules], Any]] = {
    "write_setup": _default_write_setup,
    "read_setup": _default_read_setup,
    "observe": _default_observe,
    "move_text": _default_move_text,
    "log_lines": _default_log_lines,
    "board_log_lines": lambda rules: rules.log_lines,
    "board_move_text": lambda rules: rules.move_text,
    "refusal": _default_refusal,
}
