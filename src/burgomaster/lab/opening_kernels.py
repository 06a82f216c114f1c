"""Games of a net against itself, with what each seat could have bought while it chose its first purchases."""

from __future__ import annotations

from typing import Any

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, is_over
from burgomaster.core.struct import Floats
from burgomaster.lab.rows_kernels import REAL, count_events, deal_game, end_game
from burgomaster.lab.strategy_kernels import NOTHING, NetGames, net_move


@jit
def play_openings(games: NetGames, seed: int, offered: Any) -> None:
    """Play a row of games; offered: by game, seat, purchases before and item, whether it could be bought."""
    states, scratch, counts, leads = games.states, games.scratches[0], games.counts, games.offers.leads
    for game in range(games.ends.steps.shape[0]):
        deal_game(states, scratch, seed + game)
        source = count_events(scratch.log, game, 0, counts)
        n_steps = 0
        while not is_over(states[REAL]):
            seat = wide(states[REAL].to_move)
            leads[:] = NOTHING
            move = net_move(states, scratch, games.players, counts.bought, games.offers)
            note_offers(game, seat, wide(counts.n_items[game, seat]), leads, offered)
            scratch.log.n_events = 0  # without what was tried
            apply(states[REAL], move, scratch.log)
            source = count_events(scratch.log, game, source, counts)
            n_steps += 1
        end_game(states[REAL], game, n_steps, games.ends)


@jit
def note_offers(game: int, seat: int, n_bought: int, leads: Floats, offered: Any) -> None:
    """Note what a seat can buy now, as long as its first purchases are looked at."""
    if n_bought >= offered.shape[2]:
        return
    for item in range(offered.shape[3]):
        if leads[item + 1] > NOTHING:
            offered[game, seat, n_bought, item] = 1
