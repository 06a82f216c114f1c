"""Why a move is not legal. Written apart from legal.py, so that each can check the other.

`refuse` is asked about any int at all; the tests hold that it says LEGAL exactly for what `legal` offers.
"""

from __future__ import annotations

from enum import IntEnum

from burgomaster.compiler.bits import wide
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
    read_of,
    token_of,
    use_alt_of,
    verb_of,
)
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    DIGITS,
    EFFECTS,
    EVENTS,
    NO_CARD,
    Kind,
    Power,
    TokenNeed,
    Trigger,
)
from burgomaster.games.spyrium.rules.draws import wrong_draw
from burgomaster.games.spyrium.rules.effects import (
    amount_of,
    can_turn,
    crystals_for,
    price_of,
    same_building,
    workers_for,
)
from burgomaster.games.spyrium.rules.market import crowd_at, has_card, is_beside, is_open_gap
from burgomaster.games.spyrium.rules.state import (
    MAX_BUILDINGS,
    N_GAPS,
    N_POSITIONS,
    Decision,
    Phase,
    Player,
    State,
)


class Refusal(IntEnum):
    """Why a move is refused; each has a text `refusal.<name>`."""

    LEGAL = 0
    NO_SUCH_MOVE = 1
    GAME_OVER = 2
    NOT_NOW = 3  # another decision is asked
    ONLY_PHASE_I = 4
    ONLY_PHASE_II = 5
    NO_ACTIVE_WORKER = 6
    CLOSED_GAP = 7
    NO_WORKER_THERE = 8
    NOT_BESIDE = 9
    POSITION_EMPTY = 10
    CARD_LEFT = 11  # a card beside the worker must be named
    NO_CRYSTALS = 12
    NO_TOKEN_LEFT = 13
    NEEDS_TOKEN = 14
    NO_SUCH_TOKEN = 15
    TAKES_NO_TOKEN = 16
    NO_COMMERCE = 17
    SAME_READING = 18
    NO_LOBBYING = 19
    NO_CROWD = 20
    NOT_A_BUILDING = 21
    NO_SUCH_BUILDING = 22
    EQUAL_BUILDING = 23
    TOO_EXPENSIVE = 24
    WITHOUT_USE = 25
    NO_SUCH_ALTERNATIVE = 26
    IS_ROTATED = 27
    IS_UPRIGHT = 28
    NO_TAYLORISM = 29
    NO_WORKERS = 30
    EVENT_USED = 31
    EVENT_IN_PHASE_II = 32
    EVENT_NO_TOKEN = 33
    NO_RESERVE = 34
    EVENT_NEEDS_BUILDING = 35
    EVENT_TAKES_NO_BUILDING = 36
    EVENT_NEEDS_GAP = 37
    EVENT_TAKES_NO_GAP = 38
    WORKERS_ON_MARKET = 39
    TOKENS_WRONG = 40  # the set-up's list of tokens cannot be followed


def _mask(verb: Verb) -> int:
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


# Workers and cards of the market


@jit
def refuse_place(state: State, player: Player, gap: int) -> int:
    """Demand an active worker and a gap with a card beside it (7.1)."""
    if player.active == 0:
        return Refusal.NO_ACTIVE_WORKER
    return Refusal.LEGAL if is_open_gap(state, gap) else Refusal.CLOSED_GAP


@jit
def refuse_worker(state: State, gap: int, position: int) -> int:
    """Demand an own worker in the gap, beside a card that is still there."""
    if state.gaps[gap, state.to_move] == 0:
        return Refusal.NO_WORKER_THERE
    if position == NONE:
        return Refusal.LEGAL
    if not is_beside(gap, position):
        return Refusal.NOT_BESIDE
    return Refusal.LEGAL if has_card(state, position) else Refusal.POSITION_EMPTY


@jit
def refuse_earn(state: State, gap: int, position: int) -> int:
    """Let a worker earn at a card, or at none if none is left (R26)."""
    reason = refuse_worker(state, gap, position)
    if reason == Refusal.LEGAL and position == NONE and is_open_gap(state, gap):
        return Refusal.CARD_LEFT
    return reason


@jit
def refuse_activate(state: State, player: Player, move: int) -> int:
    """Check everything about the card, then the price of all together (7.4)."""
    position = position_of(move)
    reason = refuse_worker(state, gap_of(move), position)
    if reason != Refusal.LEGAL:
        return reason
    card = wide(state.market[position].card)
    reason = refuse_token(state, player, position, token_of(move), read_of(move))
    if reason != Refusal.LEGAL:
        return reason
    reason = refuse_lobby(state, player, position, power_of(move))
    if reason != Refusal.LEGAL:
        return reason
    reason = refuse_over(player, card, building_of(move))
    if reason != Refusal.LEGAL:
        return reason
    if crystals_for(card) > player.crystals:
        return Refusal.NO_CRYSTALS
    over = building_of(move)
    old = NO_CARD if over == NONE or over >= player.n_buildings else wide(player.buildings[over].card)
    value = read_of(move) if read_of(move) > 0 else token_of(move)
    price = price_of(state, player, position, old, value, power_of(move))
    return Refusal.LEGAL if price <= player.money else Refusal.TOO_EXPENSIVE


@jit
def refuse_token(state: State, player: Player, position: int, token: int, read: int) -> int:
    """Check the token that is spent, and its reading (5.4)."""
    place = state.market[position]
    n_tokens = 0
    for digit in range(DIGITS):
        n_tokens += wide(place.tokens[digit])
    is_asked = CARDS[place.card].token_need != TokenNeed.NONE
    if n_tokens == 0:
        if is_asked and CARDS[place.card].kind == Kind.CHARACTER:
            return Refusal.NO_TOKEN_LEFT
        return Refusal.LEGAL if token == 0 and read == 0 else Refusal.TAKES_NO_TOKEN
    if token == 0:
        return Refusal.NEEDS_TOKEN
    if place.tokens[token - 1] == 0:
        return Refusal.NO_SUCH_TOKEN
    return refuse_reading(player, token, read)


@jit
def refuse_reading(player: Player, token: int, read: int) -> int:
    """Demand Commerce where a token is read as another digit (R17)."""
    if read == 0:
        return Refusal.LEGAL
    if not can_turn(player, Power.REREAD_TOKEN):
        return Refusal.NO_COMMERCE
    return Refusal.LEGAL if read != token else Refusal.SAME_READING


@jit
def refuse_lobby(state: State, player: Player, position: int, lobby: int) -> int:
    """Demand Lobbying, and a crowd that it can waive (R17)."""
    if lobby == 0:
        return Refusal.LEGAL
    if not can_turn(player, Power.WAIVE_CROWD):
        return Refusal.NO_LOBBYING
    return Refusal.LEGAL if crowd_at(state, position) > 0 else Refusal.NO_CROWD


@jit
def refuse_over(player: Player, card: int, over: int) -> int:
    """Let only a building replace, and only an own building be replaced."""
    if over == NONE:
        return Refusal.LEGAL
    if CARDS[card].kind != Kind.BUILDING:
        return Refusal.NOT_A_BUILDING
    return refuse_building(player, over)


# Buildings


@jit
def refuse_building(player: Player, index: int) -> int:
    """Demand the number of an own building; of equal ones only the lowest is a choice."""
    if index >= player.n_buildings:
        return Refusal.NO_SUCH_BUILDING
    for earlier in range(index):
        if same_building(player.buildings[earlier], player.buildings[index]):
            return Refusal.EQUAL_BUILDING
    return Refusal.LEGAL


@jit
def refuse_use(player: Player, index: int, alt: int, taylorism: int) -> int:
    """Demand an upright building, or a rotated one with Taylorism (7.6)."""
    reason = refuse_building(player, index)
    if reason != Refusal.LEGAL:
        return reason
    is_rotated = player.buildings[index].is_rotated != 0
    if is_rotated and taylorism == 0:
        return Refusal.IS_ROTATED
    if not is_rotated and taylorism != 0:
        return Refusal.IS_UPRIGHT
    if is_rotated and not can_turn(player, Power.REUSE_BUILDING):
        return Refusal.NO_TAYLORISM
    return refuse_alternative(player, index, alt, wide(player.crystals), wide(player.money))


@jit
def refuse_alternative(player: Player, index: int, alt: int, crystals: int, money: int) -> int:
    """Demand an alternative that is there and can be paid: workers, crystals, pounds."""
    card = wide(player.buildings[index].card)
    if CARDS[card].n_effects == 0:
        return Refusal.WITHOUT_USE
    if alt >= CARDS[card].n_effects:
        return Refusal.NO_SUCH_ALTERNATIVE
    effect = wide(CARDS[card].first_effect) + alt
    if workers_for(player, card, effect) > player.active:
        return Refusal.NO_WORKERS
    if wide(EFFECTS[effect].pay_crystals) > crystals:
        return Refusal.NO_CRYSTALS
    return Refusal.LEGAL if wide(EFFECTS[effect].pay_money) <= money else Refusal.TOO_EXPENSIVE


# Events


@jit
def refuse_event(state: State, player: Player, move: int) -> int:
    """Let an event be used once a round, in its phase, if it can be paid and carried out (11)."""
    row = EVENTS[state.events[state.round_no - 1]]
    if player.used_event != 0:
        return Refusal.EVENT_USED
    if alt_of(move) >= row.n_effects:
        return Refusal.NO_SUCH_ALTERNATIVE
    effect = wide(row.first_effect) + alt_of(move)
    if EFFECTS[effect].trigger == Trigger.EVENT2 and player.phase != Phase.ACTIVATION:
        return Refusal.EVENT_IN_PHASE_II
    if row.token_need == TokenNeed.NONE and read_of(move) != 0:
        return Refusal.TAKES_NO_TOKEN
    if row.token_need != TokenNeed.NONE and state.event_token == 0:
        return Refusal.EVENT_NO_TOKEN
    reason = refuse_reading(player, wide(state.event_token), read_of(move))
    if reason != Refusal.LEGAL:
        return reason
    return refuse_event_effect(state, player, move, effect)


@jit
def refuse_event_effect(state: State, player: Player, move: int, effect: int) -> int:
    """Check the cost of the event and what it needs to be carried out."""
    row = EFFECTS[effect]
    token = read_of(move) if read_of(move) > 0 else wide(state.event_token)
    crystals = wide(player.crystals) - amount_of(player, wide(row.pay_crystals), token)
    money = wide(player.money) - amount_of(player, wide(row.pay_money), token)
    if row.workers > 0 and player.reserve == 0:
        return Refusal.NO_RESERVE
    if crystals < 0:
        return Refusal.NO_CRYSTALS
    if money < 0:
        return Refusal.TOO_EXPENSIVE
    if row.reuse == 0 and building_of(move) != NONE:
        return Refusal.EVENT_TAKES_NO_BUILDING
    if row.place == 0 and gap_of(move) != NONE:
        return Refusal.EVENT_TAKES_NO_GAP
    if row.reuse != 0:
        return refuse_event_use(player, building_of(move), use_alt_of(move), crystals, money)
    return refuse_event_place(state, player, gap_of(move)) if row.place != 0 else Refusal.LEGAL + 0


@jit
def refuse_event_use(player: Player, index: int, alt: int, crystals: int, money: int) -> int:
    """Demand a rotated building for an event that uses one again (11.5)."""
    if index == NONE:
        return Refusal.EVENT_NEEDS_BUILDING
    reason = refuse_building(player, index)
    if reason != Refusal.LEGAL:
        return reason
    if player.buildings[index].is_rotated == 0:
        return Refusal.IS_UPRIGHT
    return refuse_alternative(player, index, alt, crystals, money)


@jit
def refuse_event_place(state: State, player: Player, gap: int) -> int:
    """Demand a gap for an event that puts a worker on the market (11.7)."""
    return Refusal.EVENT_NEEDS_GAP + 0 if gap == NONE else refuse_place(state, player, gap)
