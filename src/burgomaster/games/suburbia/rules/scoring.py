"""Goals, final scoring and places (rules.md 7, 8)."""

from __future__ import annotations

from burgomaster.compiler.bits import count_bits, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.games.suburbia.rules.borough import largest_group
from burgomaster.games.suburbia.rules.cards import GOALS, N_GOALS, Comparison, Subject
from burgomaster.games.suburbia.rules.effects import count_kinds
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.options import read_board
from burgomaster.games.suburbia.rules.state import (
    DALE_SEAT,
    HUMAN_SEAT,
    MAX_PLAYERS,
    NO_SEAT,
    Decision,
    Player,
    State,
)

MONEY_PER_PERSON = read_board()["final_scoring"]["money_per_population"]
TRACK_ORIGIN = 8  # makes income and reputation positive


@inline
def is_over(state: State) -> bool:
    """Tell whether the game has ended."""
    return state.decision == Decision.OVER


@jit
def score(state: State, seat: int) -> int:
    """Return the population of a seat; it is the score."""
    return wide(state.players[seat].population)


@jit
def rank(state: State, seat: int) -> int:
    """Tell how many seats end before this one."""
    if state.rules.is_dale != 0:
        return wide(is_hired(state) != (seat != DALE_SEAT))
    better = 0
    for other in range(state.rules.n_boroughs):
        if standing(state.players[other]) > standing(state.players[seat]):
            better += 1
    return better


@jit
def is_hired(state: State) -> bool:
    """Tell whether the human beats Dale: with more people, or by option with the tie-breaks too (R31)."""
    human, dale = state.players[HUMAN_SEAT], state.players[DALE_SEAT]
    if state.rules.dale_tie_breaks != 0:
        return standing(human) > standing(dale)
    return human.population > dale.population


@jit
def standing(player: Player) -> int:
    """Population, then reputation, income and money, as one number."""
    tracks = (wide(player.reputation) + TRACK_ORIGIN) * 64 + wide(player.income) + TRACK_ORIGIN
    return (wide(player.population) * 4096 + tracks) * 65536 + wide(player.money)


# Goals


@jit
def goal_value(player: Player, goal: int) -> int:
    """Tell what a player has of the subject of a goal (7)."""
    row = GOALS[goal]
    subject = row.subject
    if row.comparison == Comparison.LARGEST_GROUP:
        return largest_group(player, wide(row.kinds))
    if subject == Subject.INVESTMENT_MARKERS:
        return count_bits(wide(player.marked))
    if subject == Subject.INCOME:
        return wide(player.income)
    if subject == Subject.REPUTATION:
        return wide(player.reputation)
    if subject == Subject.MONEY:
        return wide(player.money)
    return count_kinds(player, wide(row.kinds))


@jit
def goal_winner(state: State, goal: int) -> int:
    """Return the only player with the best value, or NO_SEAT if there is a tie."""
    sign = -1 if GOALS[goal].comparison == Comparison.FEWEST else 1
    winner = 0
    best = sign * goal_value(state.players[0], goal)
    for seat in range(1, state.rules.n_boroughs):
        value = sign * goal_value(state.players[seat], goal)
        if value == best:
            winner = NO_SEAT
        elif value > best:
            winner, best = seat, value
    return winner


@jit
def award_goals(state: State, log: Log) -> None:
    """Decide all goals on the position at the end of the last turn, then pay them (7)."""
    for place in range(state.rules.n_public_goals):
        state.goal_winners[place] = goal_winner(state, wide(state.public_goals[place]))
    for seat in range(state.rules.n_players):
        state.goal_winners[MAX_PLAYERS + seat] = private_winner(state, seat)
    for place in range(state.rules.n_public_goals):
        award(state, wide(state.public_goals[place]), wide(state.goal_winners[place]), NO_SEAT, log)
    for step in range(wide(state.rules.n_players) * wide(state.rules.has_private_goals)):
        seat = (wide(state.first_player) + step) % wide(state.rules.n_players)
        goal = wide(state.players[seat].goals[0])
        award(state, goal, wide(state.goal_winners[MAX_PLAYERS + seat]), seat, log)


@jit
def private_winner(state: State, seat: int) -> int:
    """Return the owner of a private goal if nobody else is as good, else NO_SEAT.

    So also if it is not known.
    """
    goal = wide(state.players[seat].goals[0])
    if state.rules.has_private_goals == 0 or goal >= N_GOALS or goal_winner(state, goal) != seat:
        return NO_SEAT
    return seat


@jit
def award(state: State, goal: int, winner: int, owner: int, log: Log) -> None:
    """Pay the reward of a goal; there are no red lines any more."""
    reward = wide(GOALS[goal].reward) if goal < N_GOALS else 0
    emit(log, Event.GOAL, winner, goal, reward, owner, 0)
    if winner != NO_SEAT:
        player = state.players[winner]
        player.population = wide(player.population) + reward


@jit
def finish_game(state: State, log: Log) -> None:
    """Goals, then money becomes people, and the game is over (8)."""
    award_goals(state, log)
    for seat in range(state.rules.n_boroughs):
        player = state.players[seat]
        people = wide(player.money) // MONEY_PER_PERSON
        player.population = wide(player.population) + people
        player.money = wide(player.money) - people * MONEY_PER_PERSON
        if people > 0:
            emit(log, Event.CONVERT, seat, people * MONEY_PER_PERSON, people, 0, 0)
    state.decision = Decision.OVER
    if state.rules.is_dale != 0 and not is_hired(state):
        emit(log, Event.NOT_HIRED, 0, wide(state.players[0].population), 0, 0, 0)
    for seat in range(state.rules.n_boroughs):
        if rank(state, seat) == 0:
            emit(log, Event.WIN, seat, wide(state.players[seat].population), 0, 0, 0)
