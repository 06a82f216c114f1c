"""The course of the game: small functions over the position, compiled by the core."""

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.core.log import Log, emit
from burgomaster.core.move_list import Moves, add_move
from burgomaster.core.rng import shuffle
from tulip_auction.rules.state import MONEY_PER_POINT, N_ROUNDS, N_TULIPS, NO_BID, Event, Reason, State


@jit
def deal(state: State) -> None:
    """Shuffle the tulips."""
    shuffle(state.tulips, 0, N_TULIPS, state.rng)


@jit
def begin(state: State, log: Log) -> None:
    """Begin the next round: its auctioneer is the first to bid."""
    state.round_no += 1
    state.to_move = auctioneer(state)
    for seat in range(state.n_players):
        state.players[seat].bid = NO_BID
    if not is_over(state):
        emit(log, Event.TURNED, state.to_move, state.tulips[state.round_no - 1], 0, 0, 0)


@jit
def auctioneer(state: State) -> int:
    """The seat that bids first in this round."""
    return (wide(state.round_no) - 1) % wide(state.n_players)


@jit
def legal(state: State, moves: Moves) -> None:
    """Offer every sum the player has; a move is the sum."""
    n_moves = 0
    for bid in range(wide(state.players[state.to_move].guilders) + 1):
        n_moves = add_move(moves, n_moves, bid, True)
    moves.n_moves = n_moves


@jit
def refuse(state: State, move: int) -> int:
    """Refuse what the player cannot pay."""
    return Reason.LEGAL if 0 <= move <= state.players[state.to_move].guilders else Reason.TOO_MUCH


@jit
def apply(state: State, move: int, log: Log) -> None:
    """Seal a bid; the last one of a round opens them all."""
    state.players[state.to_move].bid = move
    emit(log, Event.SEALED, state.to_move, 0, 0, 0, 0)
    state.to_move = (wide(state.to_move) + 1) % wide(state.n_players)
    if state.to_move == auctioneer(state):
        sell(state, log)
        begin(state, log)


@jit
def sell(state: State, log: Log) -> None:
    """The highest bid, of equal ones the earlier, takes the tulip for the second highest."""
    winner, price = auctioneer(state), 0
    for turn in range(state.n_players):
        seat = (auctioneer(state) + turn) % wide(state.n_players)
        bid = wide(state.players[seat].bid)
        emit(log, Event.OPENED, seat, bid, 0, 0, 0)
        if turn > 0 and bid > state.players[winner].bid:
            price, winner = wide(state.players[winner].bid), seat
        elif turn > 0:
            price = max(price, bid)
    value = wide(state.tulips[state.round_no - 1])
    state.players[winner].guilders -= price
    state.players[winner].points += value
    emit(log, Event.SOLD, winner, value, price, 0, 0)


@jit
def is_over(state: State) -> bool:
    """Whether all tulips are sold."""
    return state.round_no > N_ROUNDS


@jit
def score(state: State, seat: int) -> int:
    """Points, and one for every few guilders left."""
    return wide(state.players[seat].points) + wide(state.players[seat].guilders) // MONEY_PER_POINT


@jit
def broken_rule(state: State) -> int:
    """1 if somebody bids or has spent more than they have, which must never be."""
    for seat in range(state.n_players):
        if state.players[seat].guilders < max(0, wide(state.players[seat].bid)):
            return 1
    return 0
