"""What may be chosen (rules.md 5.3, 5.4). Twin of apply.py. Each truly different choice is offered once."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.move_list import Moves, add_move
from burgomaster.games.spyrium.rules.actions import NONE, Verb, pack, pack_activate, pack_event, pack_use
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
from burgomaster.games.spyrium.rules.effects import (
    amount_of,
    can_pay_use,
    can_turn,
    crystals_for,
    is_first_of_equal,
    price_of,
)
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS, N_SIDES, crowd_at, has_card, is_open_gap
from burgomaster.games.spyrium.rules.state import N_GAPS, Decision, Phase, Player, State


@jit
def legal(state: State, moves: Moves) -> None:
    """Write the legal moves of the seat to move."""
    match state.decision:
        case Decision.MAIN_I:
            moves.n_moves = legal_main_i(state, moves)
        case Decision.MAIN_II:
            moves.n_moves = legal_main_ii(state, moves)
        case Decision.RESIDENCE:
            moves.n_moves = legal_either(Verb.ADVANCE + 0, Verb.POINTS + 0, moves)
        case Decision.BONUS:
            moves.n_moves = legal_either(Verb.WORKER + 0, Verb.MONEY + 0, moves)
        case _:
            moves.n_moves = 0


@jit
def legal_main_i(state: State, moves: Moves) -> int:
    """Phase I: place a worker, use the event, or go to phase II."""
    player = state.players[state.to_move]
    n = legal_place(state, player, moves, 0)
    n = legal_event(state, player, moves, n)
    return add_move(moves, n, pack(Verb.SWITCH, NONE, NONE), True)


@jit
def legal_main_ii(state: State, moves: Moves) -> int:
    """Phase II: earn, activate, use a building, use the event, or pass."""
    player = state.players[state.to_move]
    n = 0
    if player.on_market > 0:
        n = legal_market(state, player, moves, n)
    n = legal_use(state, player, moves, n)
    n = legal_event(state, player, moves, n)
    return add_move(moves, n, pack(Verb.PASS, NONE, NONE), player.on_market == 0)


@jit
def legal_either(one: int, other: int, moves: Moves) -> int:
    """RES and BONUS: one of two."""
    n = add_move(moves, 0, pack(one, NONE, NONE), True)
    return add_move(moves, n, pack(other, NONE, NONE), True)


@jit
def legal_place(state: State, player: Player, moves: Moves, n: int) -> int:
    """Put an active worker into any gap that still has a card beside it (7.1)."""
    if player.active > 0:
        for gap in range(N_GAPS):
            n = add_move(moves, n, pack(Verb.PLACE, gap, NONE), is_open_gap(state, gap))
    return n


# Phase II with a worker on the market


@jit
def legal_market(state: State, player: Player, moves: Moves, n: int) -> int:
    """Earn, then activate, with every own worker; workers in one gap are the same choice."""
    seat = wide(state.to_move)
    for gap in range(N_GAPS):
        if state.gaps[gap, seat] > 0:
            n = legal_earn(state, gap, moves, n)
    for gap in range(N_GAPS):
        if state.gaps[gap, seat] > 0:
            for side in range(N_SIDES):
                position = wide(GAP_POSITIONS[gap, side])
                if has_card(state, position):
                    n = legal_activate(state, player, gap, position, moves, n)
    return n


@inline
def legal_earn(state: State, gap: int, moves: Moves, n: int) -> int:
    """Earn at a card beside the worker; without any, take the worker back (7.3, R26)."""
    for side in range(N_SIDES):
        position = wide(GAP_POSITIONS[gap, side])
        n = add_move(moves, n, pack(Verb.EARN, gap, position), has_card(state, position))
    return add_move(moves, n, pack(Verb.EARN, gap, NONE), not is_open_gap(state, gap))


@jit
def legal_activate(state: State, player: Player, gap: int, position: int, moves: Moves, n: int) -> int:
    """Activate one card, with every token on it and every reading of that token (5.4)."""
    place = state.market[position]
    row = CARDS[place.card]
    if crystals_for(wide(place.card)) > player.crystals:
        return n
    has_token = False
    if row.token_need != TokenNeed.NONE:
        for digit in range(DIGITS):
            if place.tokens[digit] > 0:
                has_token = True
                n = legal_token(state, player, gap, position, digit + 1, moves, n)
    if has_token or (row.token_need != TokenNeed.NONE and row.kind == Kind.CHARACTER):
        return n
    return legal_crowd(state, player, gap, position, 0, 0, moves, n)


@jit
def legal_token(
    state: State, player: Player, gap: int, position: int, token: int, moves: Moves, n: int
) -> int:
    """Spend a token as it is, or read it differently with Commerce (10.4)."""
    n = legal_crowd(state, player, gap, position, token, 0, moves, n)
    if can_turn(player, Power.REREAD_TOKEN):
        for read in range(1, DIGITS + 1):
            if read != token:
                n = legal_crowd(state, player, gap, position, token, read, moves, n)
    return n


@jit
def legal_crowd(
    state: State, player: Player, gap: int, position: int, token: int, read: int, moves: Moves, n: int
) -> int:
    """Pay for the crowd, or waive it with Lobbying if there is any (10.6, R17)."""
    n = legal_over(state, player, gap, position, token, read, 0, moves, n)
    if crowd_at(state, position) > 0 and can_turn(player, Power.WAIVE_CROWD):
        n = legal_over(state, player, gap, position, token, read, 1, moves, n)
    return n


@jit
def legal_over(
    state: State,
    player: Player,
    gap: int,
    position: int,
    token: int,
    read: int,
    lobby: int,
    moves: Moves,
    n: int,
) -> int:
    """Take the card, a building on a new plot or over any own one, if all of it can be paid."""
    value = read if read > 0 else token
    price = price_of(state, player, position, NO_CARD, value, lobby)
    code = pack_activate(gap, position, token, read, lobby, NONE)
    n = add_move(moves, n, code, price <= player.money)
    if CARDS[state.market[position].card].kind == Kind.BUILDING:
        for index in range(player.n_buildings):
            old = wide(player.buildings[index].card)
            price = price_of(state, player, position, old, value, lobby)
            if price <= player.money and is_first_of_equal(player, index):
                n = add_move(moves, n, pack_activate(gap, position, token, read, lobby, index), True)
    return n


# Buildings and events


@jit
def legal_use(state: State, player: Player, moves: Moves, n: int) -> int:
    """Use an upright building, or a rotated one again with Taylorism; equal ones are one choice (7.6)."""
    can_reuse = can_turn(player, Power.REUSE_BUILDING)
    for index in range(player.n_buildings):
        building = player.buildings[index]
        row = CARDS[building.card]
        is_rotated = building.is_rotated != 0
        if row.n_effects > 0 and (can_reuse or not is_rotated) and is_first_of_equal(player, index):
            for alt in range(row.n_effects):
                effect = wide(row.first_effect) + alt
                can_pay = can_pay_use(
                    player, wide(building.card), effect, wide(player.crystals), wide(player.money)
                )
                n = add_move(moves, n, pack_use(index, alt, int(is_rotated)), can_pay)
    return n


@jit
def legal_event(state: State, player: Player, moves: Moves, n: int) -> int:
    """Use the event once a round, with one alternative that can be paid and carried out (7.2, 11)."""
    if player.used_event != 0:
        return n
    row = EVENTS[state.events[state.round_no - 1]]
    for alt in range(row.n_effects):
        effect = wide(row.first_effect) + alt
        is_time = EFFECTS[effect].trigger == Trigger.EVENT or player.phase == Phase.ACTIVATION
        if is_time and (row.token_need == TokenNeed.NONE or state.event_token > 0):
            n = legal_event_read(state, player, alt, effect, 0, moves, n)
            if row.token_need != TokenNeed.NONE and can_turn(player, Power.REREAD_TOKEN):
                for read in range(1, DIGITS + 1):
                    if read != state.event_token:
                        n = legal_event_read(state, player, alt, effect, read, moves, n)
    return n


@jit
def legal_event_read(
    state: State, player: Player, alt: int, effect: int, read: int, moves: Moves, n: int
) -> int:
    """List one alternative of the event, with its token as it is or read differently."""
    row = EFFECTS[effect]
    token = read if read > 0 else wide(state.event_token)
    crystals = wide(player.crystals) - amount_of(player, wide(row.pay_crystals), token)
    money = wide(player.money) - amount_of(player, wide(row.pay_money), token)
    if crystals < 0 or money < 0 or (row.workers > 0 and player.reserve == 0):
        return n
    if row.reuse != 0:
        return legal_event_use(player, alt, read, crystals, money, moves, n)
    if row.place != 0:
        if player.active > 0:
            for gap in range(N_GAPS):
                n = add_move(moves, n, pack_event(alt, read, gap, NONE, 0), is_open_gap(state, gap))
        return n
    return add_move(moves, n, pack_event(alt, read, NONE, NONE, 0), True)


@jit
def legal_event_use(
    player: Player, alt: int, read: int, crystals: int, money: int, moves: Moves, n: int
) -> int:
    """List the rotated buildings that the event lets be used again, with what is left after paying for it."""
    for index in range(player.n_buildings):
        building = player.buildings[index]
        row = CARDS[building.card]
        if building.is_rotated != 0 and is_first_of_equal(player, index):
            for use_alt in range(row.n_effects):
                effect = wide(row.first_effect) + use_alt
                can_pay = can_pay_use(player, wide(building.card), effect, crystals, money)
                n = add_move(moves, n, pack_event(alt, read, NONE, index, use_alt), can_pay)
    return n
