"""What things cost and bring: the one place where rows of EFFECTS are carried out (rules.md 7, 10, 12)."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    CRANE_DISCOUNT,
    CROWD_FEE,
    DIGITS,
    EFFECTS,
    ENGINEERING_POINTS,
    FACTORY,
    MAX_KEPT,
    MINE,
    NO_CARD,
    POWER_TECHNOLOGY,
    REWARD_MONEY,
    REWARD_WORKERS,
    THRESHOLDS,
    TOKEN_AMOUNT,
    UPGRADE_DISCOUNT,
    WORKERS_AMOUNT,
    WORKERS_PER_PLAYER,
    Kind,
    Power,
)
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.market import crowd_at
from burgomaster.games.spyrium.rules.state import Building, Player, Reward, State

N_THRESHOLDS = len(THRESHOLDS)


# Technologies


@inline
def has_power(player: Player, power: int) -> bool:
    """Tell whether a player owns the technology with a power (10)."""
    technology = wide(POWER_TECHNOLOGY[power])
    return technology >= 0 and ((wide(player.technologies) >> technology) & 1) == 1


@inline
def can_turn(player: Player, power: int) -> bool:
    """Tell whether a player may use a once-a-round power: its technology is owned and upright."""
    return has_power(player, power) and ((wide(player.turned) >> wide(POWER_TECHNOLOGY[power])) & 1) == 0


@jit
def turn_technology(player: Player, power: int) -> None:
    """Turn the technology with a power for the rest of the round."""
    player.turned |= 1 << wide(POWER_TECHNOLOGY[power])


# Amounts


@inline
def own_workers(player: Player) -> int:
    """Return all workers but those in the reserve (3)."""
    return WORKERS_PER_PLAYER - wide(player.reserve)


@inline
def amount_of(player: Player, amount: int, token: int) -> int:
    """Return a number of an effect: T is the value of the token, N the number of own workers (2.2)."""
    if amount == TOKEN_AMOUNT:
        return token
    return own_workers(player) if amount == WORKERS_AMOUNT else amount


@inline
def workers_for(player: Player, card: int, effect: int) -> int:
    """Workers that a use of a building takes; mines take none with Automation (10.1)."""
    if (wide(CARDS[card].symbols) & MINE) != 0 and has_power(player, Power.MINES_WITHOUT_WORKERS):
        return 0
    return wide(EFFECTS[effect].pay_workers)


@inline
def can_pay_use(player: Player, card: int, effect: int, crystals: int, money: int) -> bool:
    """Tell whether one alternative of a building can be paid from so many crystals and pounds (7.6)."""
    row = EFFECTS[effect]
    has_goods = wide(row.pay_crystals) <= crystals and wide(row.pay_money) <= money
    return has_goods and workers_for(player, card, effect) <= player.active


# The price of an activation (7.4)


@inline
def printed_part(state: State, card: int, old: int) -> int:
    """Return the printed price, less the discount for replacing a building that shares a symbol (7.5)."""
    price = wide(state.rules.prices[card])
    if old != NO_CARD and (wide(CARDS[card].symbols) & wide(CARDS[old].symbols)) != 0:
        return max(0, price - UPGRADE_DISCOUNT)
    return price


@inline
def plot_part(player: Player, card: int, old: int) -> int:
    """Return the fee for a new plot: a pound for each building that stands, less the Crane's discount."""
    if old != NO_CARD or CARDS[card].kind != Kind.BUILDING:
        return 0
    fee = wide(player.n_buildings)
    return max(0, fee - CRANE_DISCOUNT) if has_power(player, Power.PLOT_MINUS_3) else fee


@inline
def token_part(player: Player, card: int, token: int) -> int:
    """Return the pounds that a call costs besides: those of the token."""
    if CARDS[card].kind != Kind.CHARACTER:
        return 0
    return amount_of(player, wide(EFFECTS[CARDS[card].first_effect].pay_money), token)


@inline
def crystals_for(card: int) -> int:
    """Crystals that activating a card costs: only characters ask for any."""
    return wide(EFFECTS[CARDS[card].first_effect].pay_crystals) if CARDS[card].kind == Kind.CHARACTER else 0


@inline
def price_of(state: State, player: Player, position: int, old: int, token: int, lobby: int) -> int:
    """Return all pounds of an activation together; `token` is the value it counts for (7.4)."""
    card = wide(state.market[position].card)
    crowd_part = 0 if lobby != 0 else CROWD_FEE * crowd_at(state, position)
    fees = crowd_part + plot_part(player, card, old)
    return printed_part(state, card, old) + fees + token_part(player, card, token)


# Buildings


@inline
def same_building(building: Building, other: Building) -> bool:
    """Tell whether two own buildings are equal: design, orientation and workers on them (5.4)."""
    same_use = building.is_rotated == other.is_rotated and building.n_workers == other.n_workers
    return building.card == other.card and same_use


@inline
def is_first_of_equal(player: Player, index: int) -> bool:
    """Tell whether no earlier building is equal to one: only such are choices."""
    for earlier in range(index):
        if same_building(player.buildings[earlier], player.buildings[index]):
            return False
    return True


@jit
def use_building(state: State, seat: int, index: int, effect: int, kind: int, log: Log) -> None:
    """Rotate a building, move workers onto it, pay and gain (7.6); a second use is the same (R19)."""
    player = state.players[seat]
    building = player.buildings[index]
    card = wide(building.card)
    row = EFFECTS[effect]
    n_workers = workers_for(player, card, effect)
    building.is_rotated = 1
    building.n_workers += n_workers
    player.active -= n_workers
    player.crystals -= wide(row.pay_crystals)
    player.money -= wide(row.pay_money)
    emit(log, kind, seat, card, n_workers, wide(row.pay_crystals), wide(row.pay_money))
    gain(state, seat, effect, 0, engineering_points(player, card, n_workers), log)


@jit
def engineering_points(player: Player, card: int, n_workers: int) -> int:
    """Tell what Engineering adds for the workers put on a factory for this use (10.5)."""
    if (wide(CARDS[card].symbols) & FACTORY) == 0:
        return 0
    return ENGINEERING_POINTS * n_workers if has_power(player, Power.FACTORY_USE_PLUS_1_PER_WORKER) else 0


# Gains (12)


@jit
def gain(state: State, seat: int, effect: int, token: int, more_points: int, log: Log) -> None:
    """Crystals and pounds, then workers, then points as one sum; a residence action is noted for later."""
    player = state.players[seat]
    row = EFFECTS[effect]
    n_crystals = amount_of(player, wide(row.crystals), token)
    n_money = amount_of(player, wide(row.money), token)
    player.crystals += n_crystals
    player.money += n_money
    if n_crystals > 0:
        emit(log, Event.CRYSTALS, seat, n_crystals, wide(player.crystals), 0, 0)
    if n_money > 0:
        emit(log, Event.MONEY, seat, n_money, wide(player.money), 0, 0)
    n_workers = min(wide(row.workers), wide(player.reserve))  # active at once (R12)
    player.reserve -= n_workers
    player.active += n_workers
    if n_workers > 0:
        emit(log, Event.WORKERS, seat, n_workers, own_workers(player), 0, 0)
    score_points(state, seat, amount_of(player, wide(row.points), token) + more_points, log)
    state.residence_due += wide(row.residence)


@jit
def score_points(state: State, seat: int, points: int, log: Log) -> None:
    """Move on the score track; the last threshold gives every reward that is left, unasked (7.10, R29)."""
    if points <= 0:
        return
    player = state.players[seat]
    player.score += points
    emit(log, Event.POINTS, seat, points, wide(player.score), 0, 0)
    if player.score >= THRESHOLDS[N_THRESHOLDS - 1]:
        for reward in range(N_THRESHOLDS):
            if ((wide(player.rewards) >> reward) & 1) == 0:
                take_reward(player, seat, reward, log)


@inline
def must_choose_reward(player: Player) -> bool:
    """Tell whether the first threshold is reached and no reward was taken yet (BONUS)."""
    return player.score >= THRESHOLDS[0] and player.rewards == 0


@jit
def take_reward(player: Player, seat: int, reward: int, log: Log) -> None:
    """Take a worker, which is lost if the reserve is empty (R10), or pounds; each once."""
    player.rewards |= 1 << reward
    if reward == Reward.WORKER:
        n_workers = min(REWARD_WORKERS, wide(player.reserve))
        player.reserve -= n_workers
        player.active += n_workers
        emit(log, Event.BONUS_WORKER, seat, n_workers, 0, 0, 0)
    else:
        player.money += REWARD_MONEY
        emit(log, Event.BONUS_MONEY, seat, REWARD_MONEY, 0, 0, 0)


# Tokens (7.9)


@jit
def count_kept(player: Player) -> int:
    """Tokens a player has kept."""
    total = 0
    for digit in range(DIGITS):
        total += wide(player.kept[digit])
    return total


@jit
def spend_token(state: State, seat: int, position: int, token: int, log: Log) -> None:
    """Take a token from a card: its owner keeps it with Commerce (10.4), else it is discarded."""
    player = state.players[seat]
    digit = token - 1
    state.market[position].tokens[digit] -= 1
    keeps = has_power(player, Power.KEEP_TOKENS) and count_kept(player) < MAX_KEPT
    if keeps:
        player.kept[digit] += 1
        emit(log, Event.KEEP_TOKEN, seat, token, count_kept(player), 0, 0)
    if not keeps or state.rules.recycles_kept != 0:
        state.discard[digit] += 1
