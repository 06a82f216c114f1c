"""The state of a game: one record, the same for every option and number of players."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from burgomaster.compiler.struct import I8, I16, U8, U32, Ints, Records, record
from burgomaster.core.rng import WORDS
from burgomaster.games.spyrium.rules.cards import (
    DECK_SIZE,
    DIGITS,
    MAX_DRAWS,
    MAX_PLAYERS,
    N_BUILDING_CARDS,
    N_CARDS,
    N_DECKS,
    N_EVENTS,
)

N_POSITIONS = 9
N_GAPS = 12
MAX_SPACES = 8  # of a residence track
MAX_BUILDINGS = N_BUILDING_CARDS  # even if one player had them all
COUNT_BYTES = (N_CARDS + 1) // 2  # two counts to a byte: compiler/bits.py


class Phase(IntEnum):
    """Where a player stands in the round; phases are individual."""

    PLACEMENT = 0  # phase I
    ACTIVATION = 1  # phase II


class Decision(IntEnum):
    """What the seat to move is asked (rules.md 5.3)."""

    MAIN_I = 0
    MAIN_II = 1
    RESIDENCE = 2
    BONUS = 3
    OVER = 4


class Reward(IntEnum):
    """The bonus tokens; bits of a set of them."""

    WORKER = 0
    MONEY = 1


@record
class Rules:
    """The options of the game, fixed at set-up (rules.md 15)."""

    n_players: I8
    recycles_kept: I8  # 1: kept tokens are only counted and go to the discard
    n_spaces: I8  # of the residence track
    residence: Annotated[Ints, I8, MAX_SPACES]  # the values of its spaces
    prices: Annotated[Ints, U8, N_CARDS]
    end_points: Annotated[Ints, U8, N_CARDS]


@record
class Position:
    """One of the nine places of the market."""

    card: U8  # NO_CARD: taken this round
    crowd: I8  # workers in all gaps around it
    tokens: Annotated[Ints, I8, DIGITS]  # how many of each digit lie on the card


@record
class Building:
    """A building of a player."""

    card: U8
    is_rotated: I8  # 1: used this round
    n_workers: I8  # that were put on it this round


@record
class Player:
    """One seat."""

    money: I16
    crystals: I16
    score: I16  # on the score track
    buildings: Annotated[Records[Building], Building, MAX_BUILDINGS]  # in the order built
    n_buildings: I8
    technologies: U8  # bits of the technologies owned
    turned: U8  # bits of those whose power was used this round
    reserve: I8  # workers not owned yet
    active: I8
    on_market: I8
    inactive: I8
    residence: I8  # index of the space
    kept: Annotated[Ints, I8, DIGITS]  # tokens kept, by digit
    rewards: I8  # bits of Reward received
    phase: I8
    has_passed: I8
    used_event: I8


@record
class State:
    """A position of the game."""

    rng: Annotated[Ints, U32, WORDS]
    players: Annotated[Records[Player], Player, MAX_PLAYERS]
    rules: Annotated[Rules, Rules]
    market: Annotated[Records[Position], Position, N_POSITIONS]
    gaps: Annotated[Ints, I8, (N_GAPS, MAX_PLAYERS)]  # workers of each seat
    decks: Annotated[Ints, U8, DECK_SIZE]  # A, B, C one after the other, top first
    deck_next: Annotated[Ints, U8, N_DECKS]  # place of the top card of each deck
    deck_end: Annotated[Ints, U8, N_DECKS]  # place behind its last card
    gone: Annotated[Ints, U8, COUNT_BYTES]  # cards that left the game, counts by card
    events: Annotated[Ints, U8, N_EVENTS]  # round r: r - 1 is current, r is next, those behind are hidden
    event_token: I8  # the digit on the current event, 0: none
    next_token: I8  # the digit on the next event
    supply: Annotated[Ints, I8, DIGITS]  # tokens face down, by digit
    discard: Annotated[Ints, I8, DIGITS]
    draws: Annotated[Ints, U8, MAX_DRAWS]  # the digits to come, in order, as far as they are settled
    n_draws: U8  # how many are settled in all
    next_draw: U8  # how many of them were drawn
    round_no: I8
    decision: I8
    to_move: I8
    first_player: I8
    residence_due: I8  # residence actions that wait for a bonus to be chosen
