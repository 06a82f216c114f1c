"""Games of a net against itself, with what each seat could have bought while it chose its first purchases."""

from __future__ import annotations

from typing import Any

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, is_over
from burgomaster.core.struct import Floats
from burgomaster.lab.rows_kernels import count_events, deal_row, end_decisions
from burgomaster.lab.strategy_kernels import NOTHING, REAL, net_move


@jit
def play_openings(
    states: Any,
    scratches: Any,
    judging: Any,
    how: Floats,
    seed: int,
    counted: Any,
    offered: Any,
    offers: Any,
    ends: Any,
) -> None:
    """Play a row of games; offered: by game, seat, purchases before and item, whether it could be bought."""
    scratch, n_items = scratches[0], counted[4]
    for game in range(ends[0].shape[0]):
        deal_row(states, REAL, scratch, seed + game)
        source = count_events(scratch.log, game, 0, counted)
        n_steps = 0
        while not is_over(states[REAL]):
            seat = wide(states[REAL].to_move)
            offers[1][:] = NOTHING
            move = net_move(states, scratch, judging, how, counted[1], offers)
            note_offers(game, seat, wide(n_items[game, seat]), offers[1], offered)
            scratch.log.n_events = 0  # without what was tried
            apply(states[REAL], move, scratch.log)
            source = count_events(scratch.log, game, source, counted)
            n_steps += 1
        end_decisions(states[REAL], game, n_steps, ends)


@jit
def note_offers(game: int, seat: int, n_bought: int, leads: Floats, offered: Any) -> None:
    """Note what a seat can buy now, as long as its first purchases are looked at."""
    if n_bought >= offered.shape[2]:
        return
    for item in range(offered.shape[3]):
        if leads[item + 1] > NOTHING:
            offered[game, seat, n_bought, item] = 1
