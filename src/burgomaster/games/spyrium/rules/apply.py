"""Carrying a legal move out, and what follows by itself (rules.md 7). Twin of legal.py."""

from __future__ import annotations

from burgomaster.compiler.bits import add_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.core.log import Log, emit
from burgomaster.games.spyrium.rules.actions import (
    NONE,
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
    CAPITALISATION_BONUS,
    CARDS,
    EARN_PER_WORKER,
    EFFECTS,
    EVENTS,
    NO_CARD,
    Kind,
    Power,
)
from burgomaster.games.spyrium.rules.effects import (
    amount_of,
    crystals_for,
    gain,
    has_power,
    price_of,
    spend_token,
    take_reward,
    turn_technology,
    use_building,
)
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS, crowd_at, enter_gap, leave_gap
from burgomaster.games.spyrium.rules.rounds import end_turn, go_on, take_residence_points
from burgomaster.games.spyrium.rules.state import Decision, Phase, Player, Reward, State


@jit
def apply(state: State, move: int, log: Log) -> None:
    """Carry out a move that `legal` offers."""
    match verb_of(move):
        case Verb.PLACE:
            apply_place(state, gap_of(move), log)
        case Verb.SWITCH:
            state.players[state.to_move].phase = Phase.ACTIVATION
            state.decision = Decision.MAIN_II  # the same turn goes on
            emit(log, Event.SWITCH, wide(state.to_move), 0, 0, 0, 0)
        case Verb.EARN:
            apply_earn(state, gap_of(move), position_of(move), log)
        case Verb.ACTIVATE:
            apply_activate(state, move, log)
        case Verb.USE:
            apply_use(state, building_of(move), alt_of(move), power_of(move), log)
        case Verb.EVENT:
            apply_event(state, move, log)
        case Verb.PASS:
            apply_pass(state, log)
        case _:
            apply_answer(state, verb_of(move), log)


@jit
def apply_answer(state: State, verb: int, log: Log) -> None:
    """RES and BONUS; then whatever else the main action left to be decided."""
    match verb:
        case Verb.ADVANCE:
            apply_advance(state, log)
        case Verb.POINTS:
            take_residence_points(state, log)
        case Verb.WORKER:
            take_reward(state.players[state.to_move], wide(state.to_move), Reward.WORKER, log)
        case Verb.MONEY:
            take_reward(state.players[state.to_move], wide(state.to_move), Reward.MONEY, log)
    go_on(state, log)


@jit
def apply_place(state: State, gap: int, log: Log) -> None:
    """Put a worker on the market."""
    place_worker(state, gap, log)
    end_turn(state, log)


@jit
def place_worker(state: State, gap: int, log: Log) -> None:
    """Put an active worker into a gap (7.1)."""
    seat = wide(state.to_move)
    enter_gap(state, seat, gap)
    left = wide(state.market[GAP_POSITIONS[gap, 0]].card)
    right = wide(state.market[GAP_POSITIONS[gap, 1]].card)
    emit(log, Event.PLACE, seat, gap, left, right, 0)


@jit
def apply_earn(state: State, gap: int, position: int, log: Log) -> None:
    """Take a worker back and a pound for each other worker around the chosen card (7.3)."""
    seat = wide(state.to_move)
    player = state.players[seat]
    earned = 0
    card = NO_CARD
    if position != NONE:
        earned = EARN_PER_WORKER * crowd_at(state, position)
        card = wide(state.market[position].card)
    if has_power(player, Power.EARN_PLUS_2):
        earned += CAPITALISATION_BONUS
    leave_gap(state, seat, gap)
    player.money += earned
    emit(log, Event.EARN, seat, earned, card, gap, 0)
    end_turn(state, log)


# Activating a card (7.4)


@jit
def apply_activate(state: State, move: int, log: Log) -> None:
    """Pay everything, spend the token, take what the card gives; then its gains."""
    seat = wide(state.to_move)
    position = position_of(move)
    card = wide(state.market[position].card)
    token = token_of(move)
    value = read_of(move) if read_of(move) > 0 else token
    player, over = state.players[seat], building_of(move)
    old = NO_CARD if over == NONE else wide(player.buildings[over].card)
    price = price_of(state, player, position, old, value, power_of(move))
    player.money -= price  # before anything is gained
    player.crystals -= crystals_for(card)
    leave_gap(state, seat, gap_of(move))
    note_powers(player, seat, token, read_of(move), power_of(move), log)
    if token > 0:
        spend_token(state, seat, position, token, log)
    match CARDS[card].kind:
        case Kind.CHARACTER:
            emit(log, Event.CALL, seat, card, price, token, 0)
            gain(state, seat, wide(CARDS[card].first_effect), value, 0, log)
        case Kind.TECHNOLOGY:
            state.market[position].card = NO_CARD
            player.technologies |= 1 << wide(CARDS[card].technology)  # upright, for good
            emit(log, Event.PATENT, seat, card, price, 0, 0)
        case Kind.BUILDING:
            take_building(state, seat, position, over, price, token, value, log)
    go_on(state, log)


@jit
def note_powers(player: Player, seat: int, token: int, read: int, lobby: int, log: Log) -> None:
    """Turn Commerce and Lobbying where they were used."""
    if read > 0:
        turn_technology(player, Power.REREAD_TOKEN)
        emit(log, Event.READ, seat, token, read, 0, 0)
    if lobby != 0:
        turn_technology(player, Power.WAIVE_CROWD)
        emit(log, Event.LOBBY, seat, 0, 0, 0, 0)


@jit
def take_building(
    state: State, seat: int, position: int, over: int, price: int, token: int, value: int, log: Log
) -> None:
    """Put a building upright on a new plot or over an old one; then give what it gives when built (7.5)."""
    player = state.players[seat]
    card = wide(state.market[position].card)
    state.market[position].card = NO_CARD
    old = NO_CARD
    if over == NONE:
        over = wide(player.n_buildings)
        player.n_buildings += 1
    else:
        old = wide(player.buildings[over].card)
        leave_building(state, player, over)
    player.buildings[over].card = card
    emit(log, Event.BUILD, seat, card, price, old, token)
    if CARDS[card].build_effect >= 0:
        gain(state, seat, wide(CARDS[card].build_effect), value, 0, log)


@jit
def leave_building(state: State, player: Player, index: int) -> None:
    """Remove a replaced building from the game; the workers on it are inactive (R5)."""
    building = player.buildings[index]
    add_count(state.gone, wide(building.card), 1)
    player.inactive += building.n_workers
    building.n_workers = 0
    building.is_rotated = 0


# Buildings, events, passing


@jit
def apply_use(state: State, index: int, alt: int, taylorism: int, log: Log) -> None:
    """Use a building, or with Taylorism a rotated one again (7.6, 10.7)."""
    seat = wide(state.to_move)
    player = state.players[seat]
    kind = Event.USE + 0
    if taylorism != 0:
        turn_technology(player, Power.REUSE_BUILDING)
        kind = Event.USE_AGAIN + 0
    effect = wide(CARDS[player.buildings[index].card].first_effect) + alt
    use_building(state, seat, index, effect, kind, log)
    go_on(state, log)


@jit
def apply_event(state: State, move: int, log: Log) -> None:
    """Pay one alternative of the event and take its gain; it stays for the others (7.2)."""
    seat = wide(state.to_move)
    player = state.players[seat]
    event = wide(state.events[state.round_no - 1])
    effect = wide(EVENTS[event].first_effect) + alt_of(move)
    read = read_of(move)
    value = read if read > 0 else wide(state.event_token)
    money = amount_of(player, wide(EFFECTS[effect].pay_money), value)
    crystals = amount_of(player, wide(EFFECTS[effect].pay_crystals), value)
    player.money -= money
    player.crystals -= crystals
    player.used_event = 1
    note_powers(player, seat, wide(state.event_token), read, 0, log)
    emit(log, Event.USE_EVENT, seat, event, alt_of(move), money, crystals)
    if gap_of(move) != NONE:
        place_worker(state, gap_of(move), log)
    if building_of(move) != NONE:
        index = building_of(move)
        used = wide(CARDS[player.buildings[index].card].first_effect) + use_alt_of(move)
        use_building(state, seat, index, used, Event.USE_AGAIN, log)
    gain(state, seat, effect, value, 0, log)
    go_on(state, log)


@jit
def apply_pass(state: State, log: Log) -> None:
    """Take no more turns this round (7.7)."""
    seat = wide(state.to_move)
    state.players[seat].has_passed = 1
    emit(log, Event.PASS, seat, 0, 0, 0, 0)
    end_turn(state, log)


@jit
def apply_advance(state: State, log: Log) -> None:
    """Go one step to the right on the residence track, which pays from the next income on (7.8)."""
    seat = wide(state.to_move)
    player = state.players[seat]
    state.residence_due -= 1
    player.residence += 1
    emit(log, Event.ADVANCE, seat, wide(state.rules.residence[player.residence]), 0, 0, 0)
