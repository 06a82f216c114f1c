"""What tiles do: the effects of a laid tile and of a marker, in the exact order of rules.md 5.

Every change is made at once and by itself (R07, R08), and red lines act in the middle of it (5.5).
"""

from __future__ import annotations

from burgomaster.compiler.bits import lowest_bit, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.games.suburbia.rules.borough import near_tiles
from burgomaster.games.suburbia.rules.cards import CLAUSES, LAKE, N_KINDS, TILES, Scope, Stat
from burgomaster.games.suburbia.rules.events import Cause, Event
from burgomaster.games.suburbia.rules.options import MAX_LINE, read_board
from burgomaster.games.suburbia.rules.state import Player, Rules, State

_TRACKS = read_board()["tracks"]
MIN_INCOME: int = _TRACKS["income"]["min"]
MAX_INCOME: int = _TRACKS["income"]["max"]
MIN_REPUTATION: int = _TRACKS["reputation"]["min"]
MAX_REPUTATION: int = _TRACKS["reputation"]["max"]
WANTED_ORIGIN = 1 << 15  # what a CHANGE event adds to the change wanted, to keep it above 0


# Laying a tile


@jit
def resolve_laid(state: State, seat: int, place: int, log: Log) -> None:
    """Resolve everything that happens when a seat has laid its newest tile (5.1, steps 2 to 7)."""
    near = near_tiles(state.players[seat], wide(state.players[seat].tiles[place].cell))
    resolve_own(state, seat, place, near, log)
    tile = wide(state.players[seat].tiles[place].tile)
    n_boroughs = wide(state.rules.n_boroughs)
    for step in range(1, n_boroughs):
        resolve_other(state, seat, (seat + step) % n_boroughs, tile, log)


@jit
def resolve_own(state: State, seat: int, place: int, near: int, log: Log) -> None:
    """Resolve what a new tile does in its own borough (5.1, steps 2 to 5); `near` are the tiles beside it."""
    player = state.players[seat]
    gain_immediate(state, seat, place, log)
    gain_clauses(state, seat, place, near, log)
    tile = wide(player.tiles[place].tile)
    waiting = near
    while waiting != 0:
        react(state, seat, lowest_bit(waiting), seat, tile, near, Cause.NEIGHBOUR, log)
        waiting &= waiting - 1
    waiting = wide(player.own_watchers) & ~near & ~(1 << place)
    while waiting != 0:
        react(state, seat, lowest_bit(waiting), seat, tile, near, Cause.BOROUGH, log)
        waiting &= waiting - 1


@jit
def resolve_other(state: State, seat: int, other: int, tile: int, log: Log) -> None:
    """Resolve how the borough of another player reacts to a tile laid by a seat (5.1, step 7)."""
    waiting = wide(state.players[other].far_watchers)
    while waiting != 0:
        react(state, other, lowest_bit(waiting), seat, tile, 0, Cause.OTHERS, log)
        waiting &= waiting - 1


@jit
def gain_immediate(state: State, seat: int, place: int, log: Log) -> None:
    """Give the immediate effect of a tile: money, income, reputation, population."""
    row = TILES[state.players[seat].tiles[place].tile]
    change(state, seat, Stat.MONEY, wide(row.money), place, Cause.IMMEDIATE, log)
    change(state, seat, Stat.INCOME, wide(row.income), place, Cause.IMMEDIATE, log)
    change(state, seat, Stat.REPUTATION, wide(row.reputation), place, Cause.IMMEDIATE, log)
    change(state, seat, Stat.POPULATION, wide(row.population), place, Cause.IMMEDIATE, log)


@jit
def gain_clauses(state: State, seat: int, place: int, near: int, log: Log) -> None:
    """Resolve the clauses of a tile, from left to right, for everything that counts now."""
    row = TILES[state.players[seat].tiles[place].tile]
    for index in range(row.first_clause, wide(row.first_clause) + row.n_clauses):
        clause = CLAUSES[index]
        amount = wide(clause.delta) * count_now(state, seat, place, index, near)
        change(state, seat, wide(clause.stat), amount, place, Cause.OWN_CLAUSE, log)


@jit
def react(
    state: State, owner: int, place: int, seat: int, tile: int, near: int, cause: int, log: Log
) -> None:
    """Resolve the clauses of a tile of `owner` when a seat lays another.

    `near` are that one's own neighbours.
    """
    player = state.players[owner]
    row = TILES[player.tiles[place].tile]
    times = 1 + ((wide(player.marked) >> place) & 1)
    for index in range(row.first_clause, wide(row.first_clause) + row.n_clauses):
        clause = CLAUSES[index]
        amount = wide(clause.delta) * times * count_new(state, owner, index, seat, tile, near, cause)
        change(state, owner, wide(clause.stat), amount, place, cause, log)


@jit
def count_new(state: State, owner: int, index: int, seat: int, tile: int, near: int, cause: int) -> int:
    """Count how often a clause of `owner` counts a tile that a seat lays (2.3)."""
    clause = CLAUSES[index]
    scope = clause.scope
    if scope == Scope.OWNLAKE:
        return count_new_pairs(state, state.players[owner], index, tile, near) if owner == seat else 0
    fits = ((wide(clause.kinds) >> wide(TILES[tile].kind)) & 1) == 1
    if scope == Scope.ADJ:
        return wide(fits and cause == Cause.NEIGHBOUR)
    if scope == Scope.OWN:
        return wide(fits and owner == seat)
    if scope == Scope.OTH:
        return wide(fits and owner != seat)
    return wide(fits and scope != Scope.REDLINE)


@jit
def count_now(state: State, seat: int, place: int, index: int, near: int) -> int:
    """Count How much a clause of a tile counts when the tile is laid or marked (2.3)."""
    clause = CLAUSES[index]
    kinds = wide(clause.kinds)
    scope = clause.scope
    player = state.players[seat]
    if scope == Scope.ADJ:
        return count_near(player, kinds, near)
    if scope == Scope.OWN:
        return count_kinds(player, kinds)
    if scope == Scope.ALL:
        return count_everywhere(state, kinds)
    if scope == Scope.OTH:
        return count_everywhere(state, kinds) - count_kinds(player, kinds)
    if scope == Scope.AFTER:
        return count_after(state, wide(player.tiles[place].seq), kinds)
    if scope == Scope.OWNLAKE:
        return count_pairs(state, player, kinds)
    if state.rules.redline_marker_retroactive != 0:
        return wide(player.lines_up) - wide(player.tiles[place].lines_before)
    return 0


# Counting


@inline
def count_kinds(player: Player, kinds: int) -> int:
    """Count tiles of some kinds in a borough."""
    total = 0
    for kind in range(N_KINDS):
        total += wide(player.kinds[kind]) * ((kinds >> kind) & 1)
    return total


@jit
def count_everywhere(state: State, kinds: int) -> int:
    """Count tiles of some kinds in all boroughs."""
    total = 0
    for seat in range(state.rules.n_boroughs):
        total += count_kinds(state.players[seat], kinds)
    return total


@jit
def count_near(player: Player, kinds: int, near: int) -> int:
    """Count tiles of some kinds among those beside a cell."""
    total = 0
    while near != 0:
        kind = wide(TILES[player.tiles[lowest_bit(near)].tile].kind)
        total += (kinds >> kind) & 1
        near &= near - 1
    return total


@jit
def count_after(state: State, seq: int, kinds: int) -> int:
    """Count tiles of some kinds, in any borough, that were laid after another."""
    total = 0
    for seat in range(state.rules.n_boroughs):
        player = state.players[seat]
        place = wide(player.n_tiles) - 1
        while place >= 0 and player.tiles[place].seq > seq:
            total += (kinds >> wide(TILES[player.tiles[place].tile].kind)) & 1
            place -= 1
    return total


@jit
def count_pairs(state: State, player: Player, kinds: int) -> int:
    """Pairs of an own lake and an own building of some kinds beside it (R12)."""
    total = 0
    waiting = wide(player.lakes)
    while waiting != 0:
        lake = lowest_bit(waiting)
        near = near_tiles(player, wide(player.tiles[lake].cell))
        total += count_near(player, kinds, near) * lake_weight(state, player, lake)
        waiting &= waiting - 1
    return total


@jit
def count_new_pairs(state: State, player: Player, index: int, tile: int, near: int) -> int:
    """Count the pairs that a new tile makes with the own tiles beside it."""
    kinds = wide(CLAUSES[index].kinds)
    if tile == LAKE:
        return count_near(player, kinds, near)
    if ((kinds >> wide(TILES[tile].kind)) & 1) == 0:
        return 0
    total = 0
    waiting = near & wide(player.lakes)
    while waiting != 0:
        total += lake_weight(state, player, lowest_bit(waiting))
        waiting &= waiting - 1
    return total


@jit
def lake_weight(state: State, player: Player, lake: int) -> int:
    """Tell how often a lake's pairs count: once, or twice if it is marked and the option says so (R13)."""
    return 1 + wide(state.rules.lake_marker_doubles_waterfront) * ((wide(player.marked) >> lake) & 1)


# Markers


@jit
def resolve_marker(state: State, seat: int, place: int, log: Log) -> None:
    """Repeat what the tile of a marker gave, and double what it gives from now on (5.3)."""
    player = state.players[seat]
    near = near_tiles(player, wide(player.tiles[place].cell))
    gain_immediate(state, seat, place, log)
    gain_clauses(state, seat, place, near, log)
    if player.tiles[place].tile == LAKE and state.rules.lake_marker_doubles_waterfront != 0:
        repeat_pairs(state, seat, near, log)
    player.marked = wide(player.marked) | 1 << place


@jit
def repeat_pairs(state: State, seat: int, near: int, log: Log) -> None:
    """Pay once more what the own tiles paid for the pairs of one lake (R13, by option)."""
    player = state.players[seat]
    waiting = wide(player.own_watchers)
    while waiting != 0:
        place = lowest_bit(waiting)
        waiting &= waiting - 1
        row = TILES[player.tiles[place].tile]
        times = 1 + ((wide(player.marked) >> place) & 1)
        for index in range(row.first_clause, wide(row.first_clause) + row.n_clauses):
            clause = CLAUSES[index]
            if clause.scope == Scope.OWNLAKE:
                amount = wide(clause.delta) * times * count_near(player, wide(clause.kinds), near)
                change(state, seat, wide(clause.stat), amount, place, Cause.MARKER, log)


# Changing a value


@jit
def change(state: State, seat: int, stat: int, amount: int, place: int, cause: int, log: Log) -> None:
    """Change a value of a seat because of one of its tiles, within the bounds (5.2)."""
    if amount == 0:
        return
    if stat == Stat.POPULATION:
        before = wide(state.players[seat].population)
        after = max(0, before + amount)
        emit_change(state, seat, stat, amount, place, cause, after - before, after, log)
        move_population(state, seat, amount, log)
    else:
        change_track(state, seat, stat, amount, place, cause, log)


@jit
def change_track(state: State, seat: int, stat: int, amount: int, place: int, cause: int, log: Log) -> None:
    """Change anything but the population, which red lines depend on."""
    player = state.players[seat]
    if stat == Stat.INCOME:
        before = wide(player.income)
        after = move_income(player, amount)
    elif stat == Stat.REPUTATION:
        before = wide(player.reputation)
        after = move_reputation(player, amount)
    else:
        before = wide(player.money)
        after = max(0, before + amount)
        player.money = after
    emit_change(state, seat, stat, amount, place, cause, after - before, after, log)


@inline
def move_income(player: Player, amount: int) -> int:
    """Move the income, cut at both ends of its track; the new value."""
    after = min(MAX_INCOME, max(MIN_INCOME, wide(player.income) + amount))
    player.income = after
    return after


@inline
def move_reputation(player: Player, amount: int) -> int:
    """Move the reputation in the same way."""
    after = min(MAX_REPUTATION, max(MIN_REPUTATION, wide(player.reputation) + amount))
    player.reputation = after
    return after


@inline
def emit_change(
    state: State,
    seat: int,
    stat: int,
    amount: int,
    place: int,
    cause: int,
    changed: int,
    after: int,
    log: Log,
) -> None:
    """Note what a tile changed; explain.py reads it."""
    source = place | wide(state.players[seat].tiles[place].tile) << 8
    emit(log, Event.CHANGE, seat, source, stat | cause << 4 | (amount + WANTED_ORIGIN) << 8, changed, after)


# Red lines


@inline
def is_line(rules: Rules, number: int) -> bool:
    """Tell whether a red line lies between number - 1 and number (R20)."""
    if number <= MAX_LINE:
        return ((wide(rules.lines[number >> 6]) >> (number & 63)) & 1) == 1
    return (number - wide(rules.last_line)) % wide(rules.line_step) == 0


@jit
def count_lines(rules: Rules, number: int) -> int:
    """Count how many red lines lie at or below a number."""
    total = 0
    for line in range(1, number + 1):
        total += wide(is_line(rules, line))
    return total


@jit
def move_population(state: State, seat: int, amount: int, log: Log) -> None:
    """Move the population, not below 0, over every number in between (5.5)."""
    player = state.players[seat]
    before = wide(player.population)
    after = max(0, before + amount)
    for line in range(before + 1, after + 1):
        if is_line(state.rules, line):
            cross_upward(state, seat, line, log)
    for line in range(before, after, -1):
        if is_line(state.rules, line):
            cross_downward(state, seat, line, log)
    player.population = after


@jit
def cross_upward(state: State, seat: int, line: int, log: Log) -> None:
    """Take the income and reputation that a line costs; then pay the tiles that live on lines (R14)."""
    player = state.players[seat]
    income, reputation = wide(player.income), wide(player.reputation)
    cost = wide(state.rules.line_cost)
    player.lines_up = wide(player.lines_up) + 1
    income = move_income(player, -cost) - income
    reputation = move_reputation(player, -cost) - reputation
    emit(log, Event.RED_LINE, seat, line, 1, income, reputation)
    pay_for_line(state, seat, 1, log)


@jit
def cross_downward(state: State, seat: int, line: int, log: Log) -> None:
    """Give back, on the way back, what the line cost (R16, R22)."""
    player = state.players[seat]
    income, reputation = wide(player.income), wide(player.reputation)
    bonus = wide(state.rules.line_return)
    player.lines_down = wide(player.lines_down) + 1
    income = move_income(player, bonus) - income
    reputation = move_reputation(player, bonus) - reputation
    emit(log, Event.RED_LINE, seat, line, -1, income, reputation)
    if state.rules.redline_tiles_mirror != 0:
        pay_for_line(state, seat, -1, log)


@jit
def pay_for_line(state: State, seat: int, direction: int, log: Log) -> None:
    """Casino and PR Firm, oldest first."""
    player = state.players[seat]
    waiting = wide(player.line_watchers)
    while waiting != 0:
        place = lowest_bit(waiting)
        waiting &= waiting - 1
        row = TILES[player.tiles[place].tile]
        times = direction * (1 + ((wide(player.marked) >> place) & 1))
        for index in range(row.first_clause, wide(row.first_clause) + row.n_clauses):
            clause = CLAUSES[index]
            if clause.scope == Scope.REDLINE:
                amount = wide(clause.delta) * times
                change_track(state, seat, wide(clause.stat), amount, place, Cause.RED_LINE, log)
