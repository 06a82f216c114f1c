"""What a position of Spyrium is worth to a seat, by rule of thumb, in points.

Points now and at the end, what buildings, workers and the residence track will still bring, and money and
crystals, which become points: much early, little late. A worker on the market is worth the best that can be
done with it. Compiled, because a position has many moves and each of them is looked at.
"""

from __future__ import annotations

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import register_worth
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    DIGITS,
    EARN_PER_WORKER,
    EFFECTS,
    ENGINEERING_POINTS,
    FACTORY,
    MAX_END_SCORE,
    MINE,
    N_ROUNDS,
    N_TECHNOLOGIES,
    NO_CARD,
    TOKEN_AMOUNT,
    EndScore,
    Kind,
    Power,
    TokenNeed,
)
from burgomaster.games.spyrium.rules.effects import (
    crowd_part,
    has_power,
    own_workers,
    plot_part,
    printed_part,
    workers_for,
)
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS, N_SIDES, crowd_at, has_card
from burgomaster.games.spyrium.rules.scoring import building_points, count_for, final_score
from burgomaster.games.spyrium.rules.state import N_GAPS, Decision, Phase, Player, State

# The value of a pound in the last round while it can be spent, and more for each round to come.
POUND_LAST = 0.30
POUND_PER_ROUND = 0.11
POUND_DEAD = 0.03  # nothing more can be bought
POUNDS_USEFUL = 16.0  # beyond this a round has no use for money
CRYSTAL_LAST = 0.2
CRYSTAL_EARLY = 0.8
WORKER_PER_ROUND = 2.2  # what a worker brings in a round to come
WORKER_AT_HOME = 0.9  # an active worker that may still be placed
USE_WORKER = 0.7  # what a worker could do elsewhere
HOME_WORKERS = 2  # own workers of a coming round that will be on the market
FUTURE_CRYSTALS = 1  # in hand when a coming round begins
USES_LATER = 0.85  # how much of what can be produced in a coming round will be
RESIDENCE_ACTIONS = 0.65  # residence actions in each round to come
RIVAL = 0.8  # chance that a rival's worker beside a card leaves it there
LATER = 0.93  # what a chance is worth before it is taken
TOKEN_GUESS = 2
EFFECT_BITS = 10  # of a building and an effect packed together
POSITION_BITS = 4  # of a gap and a position packed together


@jit
def value(state: State, seat: int) -> float:
    """How good a position is for a seat."""
    if state.decision == Decision.OVER:
        return float(final_score(state, seat))
    player = state.players[seat]
    worth = float(wide(player.score) + building_points(state, seat))
    worth += goods_worth(state, seat) + workers_worth(state, seat)
    worth += residence_worth(state, wide(player.residence))
    worth += (
        rounds_left(state)
        * USES_LATER
        * produce(state, seat, own_workers(player) - HOME_WORKERS, FUTURE_CRYSTALS, False, NO_CARD)
    )
    for technology in range(N_TECHNOLOGIES):
        if (wide(player.technologies) >> technology) & 1:
            worth += technology_worth(state, seat, technology)
    worth += pending_worth(state, seat)
    return worth if player.has_passed != 0 else worth + this_round(state, seat)


@jit
def rounds_left(state: State) -> float:
    """Rounds after this one."""
    return float(N_ROUNDS - wide(state.round_no))


# Goods


@jit
def pound(state: State) -> float:
    """What a pound is worth while it can be spent."""
    return POUND_LAST + POUND_PER_ROUND * rounds_left(state)


@jit
def crystal(state: State) -> float:
    """What a crystal is worth that is not used this round."""
    return CRYSTAL_LAST if rounds_left(state) < 1.0 else CRYSTAL_EARLY


@jit
def goods_worth(state: State, seat: int) -> float:
    """Money and crystals in hand; in the last round money without a worker to spend it is worth little."""
    player = state.players[seat]
    can_spend = player.on_market > 0 or (player.phase == Phase.PLACEMENT and player.active > 0)
    is_dead = rounds_left(state) < 1.0 and (not can_spend or player.has_passed != 0)
    money = float(wide(player.money))
    useful = min(money, POUNDS_USEFUL) + 0.4 * max(0.0, money - POUNDS_USEFUL)
    worth = useful * (POUND_DEAD if is_dead else pound(state))
    return worth + float(wide(player.crystals)) * crystal(state)


@jit
def workers_worth(state: State, seat: int) -> float:
    """What the own workers will do in the rounds to come; many of them get in each other's way."""
    n_workers = float(own_workers(state.players[seat]))
    return rounds_left(state) * WORKER_PER_ROUND * (n_workers - 0.06 * n_workers * n_workers)


@jit
def residence_worth(state: State, space: int) -> float:
    """Income of the rounds to come, and the points of residence actions to come."""
    each = float(wide(state.rules.residence[space]))
    rounds = rounds_left(state)
    income = each * rounds * (POUND_LAST + POUND_PER_ROUND * max(0.0, rounds - 1.0))
    return income + RESIDENCE_ACTIONS * rounds * each


@jit
def residence_action(state: State, player: Player) -> float:
    """What one residence action is worth: points now, or a step."""
    space = wide(player.residence)
    points = float(wide(state.rules.residence[space]))
    if space + 1 >= state.rules.n_spaces:
        return points
    return max(points, residence_worth(state, space + 1) - residence_worth(state, space))


@jit
def pending_worth(state: State, seat: int) -> float:
    """Questions that are still to be answered."""
    if seat != state.to_move:
        return 0.0
    worth = float(wide(state.residence_due)) * residence_action(state, state.players[seat])
    return worth + 5.0 * pound(state) if state.decision == Decision.BONUS else worth


# Buildings


@jit
def produce(state: State, seat: int, n_workers: int, crystals: int, only_upright: bool, extra: int) -> float:
    """Points that the buildings can make with so many workers and crystals, the best use first.

    `extra` is a card counted as one building more, NO_CARD for none.
    """
    player = state.players[seat]
    used = 0  # bits of the buildings that were thought of
    total = 0.0
    use = best_use(state, seat, used, n_workers, crystals, only_upright, extra)
    while use >= 0:
        index = use >> EFFECT_BITS
        effect = use & ((1 << EFFECT_BITS) - 1)
        card = building_card(player, index, extra)
        total += use_gain(state, player, card, effect)
        used |= 1 << index
        n_workers -= workers_for(player, card, effect)
        crystals += wide(EFFECTS[effect].crystals) - wide(EFFECTS[effect].pay_crystals)
        use = best_use(state, seat, used, n_workers, crystals, only_upright, extra)
    return total


@jit
def building_card(player: Player, index: int, extra: int) -> int:
    """The card of an own building, or the one counted besides."""
    return extra if index >= player.n_buildings else wide(player.buildings[index].card)


@jit
def best_use(
    state: State, seat: int, used: int, n_workers: int, crystals: int, only_upright: bool, extra: int
) -> int:
    """The use that brings most of those that can be paid, packed as building and effect; -1: none."""
    player = state.players[seat]
    best = 0.0
    found = -1
    for index in range(wide(player.n_buildings) + wide(extra != NO_CARD)):
        is_spent = only_upright and index < player.n_buildings and player.buildings[index].is_rotated != 0
        if not is_spent and ((used >> index) & 1) == 0:
            card = building_card(player, index, extra)
            for alt in range(CARDS[card].n_effects):
                effect = wide(CARDS[card].first_effect) + alt
                is_paid = wide(EFFECTS[effect].pay_crystals) <= crystals
                if is_paid and workers_for(player, card, effect) <= n_workers:
                    gained = use_gain(state, player, card, effect)
                    if gained > best:
                        best = gained
                        found = index << EFFECT_BITS | effect
    return found


@jit
def use_gain(state: State, player: Player, card: int, effect: int) -> float:
    """What one use brings beyond what it takes."""
    row = EFFECTS[effect]
    n_workers = workers_for(player, card, effect)
    points = float(wide(row.points))
    if (wide(CARDS[card].symbols) & FACTORY) != 0 and has_power(player, Power.FACTORY_USE_PLUS_1_PER_WORKER):
        points += float(ENGINEERING_POINTS * n_workers)
    crystals = float(wide(row.crystals) - wide(row.pay_crystals))
    worker = USE_WORKER if rounds_left(state) >= 1.0 else 0.2
    return points + crystals * crystal(state) - worker * float(n_workers)


@jit
def building_worth(state: State, seat: int, card: int, token: int) -> float:
    """What a building would be worth: at the end, when built, and each round."""
    player = state.players[seat]
    worth = float(wide(state.rules.end_points[card]))
    build = wide(CARDS[card].build_effect)
    if build >= 0:
        worth += effect_gain(state, player, build, token)
    n_workers, rounds = own_workers(player) - HOME_WORKERS, rounds_left(state)
    if CARDS[card].n_effects > 0:
        before = produce(state, seat, n_workers, FUTURE_CRYSTALS, False, NO_CARD)
        after = produce(state, seat, n_workers, FUTURE_CRYSTALS, False, card)
        worth += rounds * USES_LATER * (after - before)
        now = produce(state, seat, wide(player.active), wide(player.crystals), True, card)
        worth += LATER * (
            now - produce(state, seat, wide(player.active), wide(player.crystals), True, NO_CARD)
        )
    return worth


@jit
def effect_gain(state: State, player: Player, effect: int, token: int) -> float:
    """What a call or a building gives at once, in points, less the crystals it costs."""
    row = EFFECTS[effect]
    crystals = wide(row.crystals) if row.crystals != TOKEN_AMOUNT else token
    points = wide(row.points) if row.points != TOKEN_AMOUNT else token
    money = wide(row.money) if row.money != TOKEN_AMOUNT else token
    n_workers = min(wide(row.workers), wide(player.reserve))
    worth = float(points) + float(crystals - wide(row.pay_crystals)) * crystal(state)
    worth += float(money) * pound(state) + float(n_workers) * worker_worth(state)
    return worth + float(wide(row.residence)) * residence_action(state, player)


@jit
def worker_worth(state: State) -> float:
    """What one worker more is worth."""
    return 0.4 + 0.5 * rounds_left(state) * WORKER_PER_ROUND


# Technologies


@jit
def technology_worth(state: State, seat: int, technology: int) -> float:
    """Points at the end, as far as can be seen, and what the power will bring."""
    card = technology_card(technology)
    end = wide(CARDS[card].end_score)
    now = float(count_for(state, seat, end))
    return min(float(MAX_END_SCORE), now + end_growth(state, seat, end)) + power_worth(state, seat, end)


@jit
def technology_card(technology: int) -> int:
    """The card of a technology."""
    card = 0
    while CARDS[card].technology != technology:
        card += 1
    return card


@jit
def end_growth(state: State, seat: int, end: int) -> float:
    """How much more of what a technology counts there will be at the end."""
    rounds = rounds_left(state)
    match end:
        case EndScore.CRYSTALS:
            return min(2.0, rounds)
        case EndScore.MONEY_DIV_2:
            return 0.0
        case EndScore.BUILDINGS:
            return 1.0 * rounds
        case EndScore.KEPT_TOKENS:
            return 0.9 * rounds
        case EndScore.FACTORY_POINTS:
            return 1.0 * rounds
        case EndScore.RESIDENCE_VALUE:
            return 0.4 * rounds
        case EndScore.WORKERS:
            return 0.4 * rounds
    return 0.0


@jit
def power_worth(state: State, seat: int, end: int) -> float:
    """What the power of a technology, known by what it counts, will bring in the rounds to come."""
    rounds = rounds_left(state)
    player = state.players[seat]
    match end:
        case EndScore.CRYSTALS:
            return rounds * 0.6 * float(count_symbol(player, MINE))
        case EndScore.MONEY_DIV_2:
            return rounds * 2.4 * pound(state)
        case EndScore.BUILDINGS:
            return rounds * 1.5 * pound(state)
        case EndScore.KEPT_TOKENS:
            return rounds * 1.0
        case EndScore.FACTORY_POINTS:
            return rounds * 0.7 * float(count_symbol(player, FACTORY))
        case EndScore.RESIDENCE_VALUE:
            return (rounds + 0.7) * 2.0 * pound(state)
        case EndScore.WORKERS:
            return (rounds + 0.7) * 2.0
    return 0.0


@jit
def count_symbol(player: Player, symbol: int) -> int:
    """Own buildings with a symbol."""
    total = 0
    for index in range(player.n_buildings):
        total += wide((wide(CARDS[player.buildings[index].card].symbols) & symbol) != 0)
    return total


# This round


@jit
def this_round(state: State, seat: int) -> float:
    """What can still be done before passing: workers at home, workers on the market."""
    player = state.players[seat]
    home = wide(player.active)
    worth = LATER * produce(state, seat, home, wide(player.crystals), True, NO_CARD)
    if player.phase == Phase.PLACEMENT:
        worth += WORKER_AT_HOME * float(home) + 0.05
    return worth + LATER * market_worth(state, seat)


@jit
def market_worth(state: State, seat: int) -> float:
    """The best that the workers on the market can do, one after the other, as far as the money goes."""
    player = state.players[seat]
    money = wide(player.money)
    done = 0  # workers that were thought of, three bits for each gap
    taken = 0  # bits of positions whose card one of them takes
    total = 0.0
    for _ in range(player.on_market):
        deed = best_deed(state, seat, done, taken, money)
        gap = deed >> POSITION_BITS
        position = (deed & ((1 << POSITION_BITS) - 1)) - 1
        total += deed_worth(state, seat, gap, position)
        done += 1 << (3 * gap)
        if position >= 0:
            money -= expected_price(state, seat, position)
            if CARDS[state.market[position].card].kind != Kind.CHARACTER:
                taken |= 1 << position
    return total


@jit
def best_deed(state: State, seat: int, done: int, taken: int, money: int) -> int:
    """What is best done with one more worker, packed as its gap and the position it activates, plus 1."""
    best = -1.0
    found = 0
    for gap in range(N_GAPS):
        if wide(state.gaps[gap, seat]) > ((done >> (3 * gap)) & 7):
            for side in range(N_SIDES + 1):
                position = wide(GAP_POSITIONS[gap, side]) if side < N_SIDES else -1
                if position < 0 or can_activate(state, seat, position, taken, money):
                    worth = deed_worth(state, seat, gap, position)
                    if worth > best:
                        best = worth
                        found = gap << POSITION_BITS | (position + 1)
    return found


@jit
def can_activate(state: State, seat: int, position: int, taken: int, money: int) -> bool:
    """Whether a card is there, not thought of as taken, and within the means."""
    if not has_card(state, position) or ((taken >> position) & 1) == 1:
        return False
    return expected_price(state, seat, position) <= money


@jit
def deed_worth(state: State, seat: int, gap: int, position: int) -> float:
    """What a worker brings: by activating a card less its price, or by earning (position -1)."""
    if position < 0:
        return earn_worth(state, seat, gap)
    price = float(expected_price(state, seat, position))
    return card_worth(state, seat, position) - pound(state) * price


@jit
def earn_worth(state: State, seat: int, gap: int) -> float:
    """The pounds that a worker can earn."""
    most = 0
    for side in range(N_SIDES):
        position = wide(GAP_POSITIONS[gap, side])
        if has_card(state, position):
            most = max(most, EARN_PER_WORKER * crowd_at(state, position))
    if has_power(state.players[seat], Power.EARN_PLUS_2):
        most += 2
    late = rounds_left(state) < 1.0
    return float(most) * pound(state) * (0.4 if late else 0.95)


@jit
def expected_price(state: State, seat: int, position: int) -> int:
    """What a card will cost: without the pounds of a token, which are part of its worth."""
    player = state.players[seat]
    card = wide(state.market[position].card)
    fees = crowd_part(state, position, 0) + plot_part(player, card, NO_CARD)
    return printed_part(state, card, NO_CARD) + fees + token_price(state, position)


@jit
def token_price(state: State, position: int) -> int:
    """The pounds of the cheapest token, where a call costs them."""
    card = wide(state.market[position].card)
    if CARDS[card].kind != Kind.CHARACTER or EFFECTS[CARDS[card].first_effect].pay_money != TOKEN_AMOUNT:
        return 0
    for digit in range(DIGITS):
        if state.market[position].tokens[digit] > 0:
            return digit + 1
    return TOKEN_GUESS


@jit
def best_token(state: State, position: int) -> int:
    """The highest digit on a card, 0 if it has none."""
    for digit in range(DIGITS, 0, -1):
        if state.market[position].tokens[digit - 1] > 0:
            return digit
    return 0


@jit
def card_worth(state: State, seat: int, position: int) -> float:
    """What activating a card brings, and how likely it is still there."""
    card = wide(state.market[position].card)
    player = state.players[seat]
    token = best_token(state, position)
    if CARDS[card].kind == Kind.CHARACTER:
        effect = wide(CARDS[card].first_effect)
        if CARDS[card].token_need != TokenNeed.NONE and token == 0:
            return -1.0
        if wide(EFFECTS[effect].pay_crystals) > player.crystals:
            return -1.0
        return effect_gain(state, player, effect, token)
    chance = float(RIVAL ** count_rivals(state, seat, position))
    if CARDS[card].kind == Kind.TECHNOLOGY:
        return chance * technology_worth(state, seat, wide(CARDS[card].technology))
    return chance * building_worth(state, seat, card, token)


@jit
def count_rivals(state: State, seat: int, position: int) -> int:
    """Workers of others around a card."""
    total = 0
    for gap in range(N_GAPS):
        if GAP_POSITIONS[gap, 0] == position or GAP_POSITIONS[gap, 1] == position:
            for other in range(state.rules.n_players):
                if other != seat:
                    total += wide(state.gaps[gap, other])
    return total


register_worth(State, value)
