"""Whether two positions after moves of one position differ only in where the viewer's last tile lies.

Most moves of a turn lay the same few tiles on other cells. What a net is told of the market, of the other
seats and of own tiles by design is the same then, and need not be written again.
"""

from __future__ import annotations

from burgomaster.compiler.bits import COUNTS_IN_WORD, load_counts
from burgomaster.compiler.jit import inline, jit
from burgomaster.games.suburbia.rules.cards import N_BASICS
from burgomaster.games.suburbia.rules.state import COUNT_BYTES, N_SLOTS, N_STACKS, Player, State

COUNT_WORDS = -(-2 * COUNT_BYTES // COUNTS_IN_WORD)


@jit
def is_steady(state: State, last: State, viewer: int) -> bool:
    """Tell whether nothing differs but cells, and what the viewer's tiles brought on them."""
    if not (is_same_course(state, last) and is_same_market(state, last)):
        return False
    for seat in range(state.rules.n_boroughs):
        player, before = state.players[seat], last.players[seat]
        if not has_same_tiles(player, before) or (seat != viewer and not has_same_tracks(player, before)):
            return False
    return True


@inline
def is_same_course(state: State, last: State) -> bool:
    """Tell whether a game stands at the same place in two positions."""
    return bool(
        state.to_move == last.to_move
        and state.decision == last.decision
        and state.turn_no == last.turn_no
        and state.round_no == last.round_no
        and state.end_shown == last.end_shown
        and state.final_round == last.final_round
        and state.dale_slot == last.dale_slot
    )


@inline
def is_same_market(state: State, last: State) -> bool:
    """Tell whether the same tiles are on offer and out of the game, and as many left in the stacks."""
    for slot in range(N_SLOTS):
        if state.market[slot] != last.market[slot]:
            return False
    for kind in range(N_BASICS):
        if state.basics[kind] != last.basics[kind]:
            return False
    for stack in range(N_STACKS):
        if state.stack_next[stack] != last.stack_next[stack]:
            return False
    for word in range(COUNT_WORDS):
        if load_counts(state.gone, word) != load_counts(last.gone, word):
            return False
    return True


@inline
def has_same_tiles(player: Player, before: Player) -> bool:
    """Tell whether a borough has the same tiles and markers in two positions, wherever they lie."""
    if player.n_tiles != before.n_tiles or player.markers != before.markers or player.marked != before.marked:
        return False
    for place in range(player.n_tiles):
        tile, other = player.tiles[place], before.tiles[place]
        if tile.tile != other.tile or tile.face != other.face:
            return False
    return True


@inline
def has_same_tracks(player: Player, before: Player) -> bool:
    """Tell whether a player has the same money, population, income and reputation in two positions."""
    return bool(
        player.money == before.money
        and player.population == before.population
        and player.income == before.income
        and player.reputation == before.reputation
        and player.lines_up == before.lines_up
        and player.lines_down == before.lines_down
    )
