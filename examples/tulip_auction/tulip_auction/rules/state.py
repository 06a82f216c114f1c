"""The position, and what can happen in it."""

from enum import IntEnum
from typing import Annotated

from burgomaster.compiler.struct import I8, I16, U32, Ints, Records, record
from burgomaster.core.rng import WORDS

MAX_PLAYERS, N_TULIPS, N_ROUNDS = 4, 12, 8
START_MONEY, MONEY_PER_POINT = 20, 5
NO_BID, HIDDEN = -1, -2  # nothing sealed yet; something that this seat may not know


@record
class Player:
    """What one player has."""

    guilders: I16
    points: I16
    bid: I8


@record
class State:
    """A position of the game."""

    rng: Annotated[Ints, U32, WORDS]
    players: Annotated[Records[Player], Player, MAX_PLAYERS]
    tulips: Annotated[Ints, I8, N_TULIPS]  # values in the order of sale; the last four are never sold
    n_players: I8
    round_no: I8  # from 1
    to_move: I8


class Event(IntEnum):
    """Kinds of log events, with what their columns say."""

    TURNED = 0  # value of the tulip
    SEALED = 1
    OPENED = 2  # bid
    SOLD = 3  # value, price


class Reason(IntEnum):
    """Why a bid is refused."""

    LEGAL = 0
    TOO_MUCH = 1
