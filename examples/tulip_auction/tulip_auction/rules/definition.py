"""The game as the core takes it; what is not said here the core does by itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.compiler.struct import Records, zeros
from burgomaster.core.kernels import Kernels
from burgomaster.core.rules import Rules
from tulip_auction.rules.auction import apply, begin, broken_rule, deal, is_over, legal, refuse, score
from tulip_auction.rules.options import INFO, TEXTS
from tulip_auction.rules.state import N_ROUNDS, N_TULIPS, START_MONEY, Event, Reason, State
from tulip_auction.rules.view import determinize, redact


def undealt(options: Mapping[str, Any]) -> Records[State]:
    """One state with the options set and the tulips in order."""
    states = zeros(State, 1)
    states[0].n_players = options["players"]
    states[0].tulips[:] = range(1, N_TULIPS + 1)
    for seat in range(options["players"]):
        states[0].players[seat].guilders = START_MONEY
    return states


def read_notation(text: str) -> int | None:
    """`bid 7` as the number of a move."""
    number = text.removeprefix("bid ")
    return int(number) if number.isascii() and number.isdigit() and text == f"bid {int(number)}" else None


def describe(state: State, names: Sequence[str], language: str) -> list[str]:
    """The position in sentences, for screens without a picture of the game."""
    value = int(state.tulips[state.round_no - 1])
    lines = [TEXTS.text(language, "board.offer", value=value)] if state.round_no <= N_ROUNDS else []
    for seat, name in enumerate(names):
        player = state.players[seat]
        has = {"points": int(player.points), "guilders": int(player.guilders)}
        lines.append(TEXTS.text(language, "board.player", name=name, **has))
    return lines


RULES = Rules(
    info=INFO,
    state=State,
    kernels=Kernels(
        deal=deal, begin=begin, legal=legal, apply=apply, refuse=refuse, is_over=is_over, score=score,
        redact=redact, determinize=determinize, broken_rule=broken_rule,
    ),
    undealt=undealt,
    read_notation=read_notation,
    write_notation=lambda move: f"bid {move}",
    dealt=("tulips",),
    events=Event,
    reasons=Reason,
    describe=describe,
    round_no=lambda state: min(int(state.round_no), N_ROUNDS),
    money=lambda state, seat: int(state.players[seat].guilders),
    is_reveal=lambda event: event[0] != Event.SEALED,
)  # fmt: skip
