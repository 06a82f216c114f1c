"""Why a move is not legal. Written apart from legal.py, so that each can check the other.

`refuse` is asked about any int at all; the tests hold that it says LEGAL exactly for what `legal` offers.
"""

from __future__ import annotations

from burgomaster.compiler.jit import jit
from burgomaster.games.spyrium.rules.actions import (
    BUILDING,
    GAP,
    MAX_PACKED,
    NONE,
    PARTS,
    POSITION,
    Field,
    Verb,
    alt_of,
    building_of,
    gap_of,
    position_of,
    power_of,
    use_alt_of,
    verb_of,
)
from burgomaster.games.spyrium.rules.building_refusals import refuse_use
from burgomaster.games.spyrium.rules.draws import wrong_draw
from burgomaster.games.spyrium.rules.event_refusals import refuse_event
from burgomaster.games.spyrium.rules.market_refusals import refuse_activate, refuse_earn, refuse_place
from burgomaster.games.spyrium.rules.reasons import Refusal
from burgomaster.games.spyrium.rules.state import MAX_BUILDINGS, N_GAPS, N_POSITIONS, Decision, Player, State


def _mask(verb: Verb) -> int:
    """Return the bits that a verb may use."""
    fields: list[Field] = [field for _, field in PARTS[verb]]
    return 15 | sum(((1 << field.width) - 1) << field.bit for field in fields)


N_VERBS = len(Verb)
MASKS = tuple(_mask(verb) for verb in Verb)
assert (GAP.shift, POSITION.shift, BUILDING.shift) == (1, 1, 1)


@jit
def refuse(state: State, move: int) -> int:
    """Return LEGAL, or the reason why the seat to move may not do this now."""
    if not is_move(move):
        return Refusal.NO_SUCH_MOVE
    verb = verb_of(move)
    match state.decision:
        case Decision.MAIN_I:
            return refuse_main_i(state, move)
        case Decision.MAIN_II:
            return refuse_main_ii(state, move)
        case Decision.RESIDENCE:
            return refuse_unless(verb == Verb.ADVANCE or verb == Verb.POINTS)
        case Decision.BONUS:
            return refuse_unless(verb == Verb.WORKER or verb == Verb.MONEY)
    return Refusal.GAME_OVER


@jit
def refuse_unless(is_answer: bool) -> int:
    """Return LEGAL if a move answers the question that is asked."""
    return Refusal.LEGAL if is_answer else Refusal.NOT_NOW


@jit
def is_move(move: int) -> bool:
    """Tell whether an int is packed as some move could be: no field too large or without use for its verb."""
    verb = verb_of(move)
    if move < 0 or move >= MAX_PACKED or verb >= N_VERBS:
        return False
    if (move & ~MASKS[verb]) != 0:
        return False
    if gap_of(move) >= N_GAPS or position_of(move) >= N_POSITIONS or building_of(move) >= MAX_BUILDINGS:
        return False
    if use_alt_of(move) > 0 and building_of(move) == NONE:
        return False
    match verb:
        case Verb.PLACE | Verb.EARN:
            return gap_of(move) != NONE
        case Verb.ACTIVATE:
            return gap_of(move) != NONE and position_of(move) != NONE
        case Verb.USE:
            return building_of(move) != NONE
    return True


@jit
def refuse_main_i(state: State, move: int) -> int:
    """Check a move of phase I."""
    player = state.players[state.to_move]
    match verb_of(move):
        case Verb.PLACE:
            return refuse_place(state, player, gap_of(move))
        case Verb.EVENT:
            return refuse_event(state, player, move)
        case Verb.SWITCH:
            return Refusal.LEGAL
        case Verb.EARN | Verb.ACTIVATE | Verb.USE | Verb.PASS:
            return Refusal.ONLY_PHASE_II
    return Refusal.NOT_NOW


@jit
def refuse_main_ii(state: State, move: int) -> int:
    """Check a move of phase II."""
    player = state.players[state.to_move]
    match verb_of(move):
        case Verb.EARN:
            return refuse_earn(state, gap_of(move), position_of(move))
        case Verb.ACTIVATE:
            return refuse_activate(state, player, move)
        case Verb.USE:
            return refuse_use(player, building_of(move), alt_of(move), power_of(move))
        case Verb.EVENT:
            return refuse_event(state, player, move)
        case Verb.PASS:
            return refuse_pass(state, player)
        case Verb.PLACE | Verb.SWITCH:
            return Refusal.ONLY_PHASE_I
    return Refusal.NOT_NOW


@jit
def refuse_pass(state: State, player: Player) -> int:
    """Let a player pass only without own workers on the market (7.7)."""
    if player.on_market > 0:
        return Refusal.WORKERS_ON_MARKET
    return Refusal.LEGAL if wrong_draw(state) == 0 else Refusal.TOKENS_WRONG
