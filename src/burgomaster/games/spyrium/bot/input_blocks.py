"""The inputs of a net that judges positions of Spyrium: their blocks, names and places."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from burgomaster.core.inputs import InputBlock, numbered, starts_of, things_of
from burgomaster.games.spyrium.rules.cards import (
    CARD_ROWS,
    DIGITS,
    EVENT_IDS,
    IDS,
    MAX_PLAYERS,
    N_CARDS,
    N_ROUNDS,
    TECHNOLOGIES,
    WORKERS_PER_PLAYER,
)
from burgomaster.games.spyrium.rules.options import PERIODS
from burgomaster.games.spyrium.rules.state import MAX_SPACES, N_GAPS, N_POSITIONS, Decision

MONEY_STEPS, CRYSTAL_STEPS, SCORE_STEPS, BUILDING_STEPS = 25, 11, 24, 11
WORKER_STEPS = WORKERS_PER_PLAYER + 1
CLOSE_SEATS = 2  # the viewer and the next seat: of these some numbers are told step by step


class Part(IntEnum):
    """The blocks that all seats share, in their order; those of the seats follow, once for each seat."""

    PLAYERS = 0
    TRACK = 1
    RULES = 2
    ROUND = 3
    DECISION = 4
    TO_MOVE = 5
    FIRST_PLAYER = 6
    EVENT = 7
    NEXT_EVENT = 8
    LATER_EVENTS = 9
    EVENT_TOKEN = 10
    NEXT_TOKEN = 11
    DUE = 12
    SUPPLY = 13
    DECK = 14
    MARKET = 15
    TOKENS = 16
    CROWD = 17
    OWN_BESIDE = 18
    PRICE = 19
    OWN_GAPS = 20
    OTHER_GAPS = 21
    OFFER = 22
    OFFER_OWN = 23
    OFFER_OTHERS = 24
    OFFER_PAYABLE = 25
    LEAD = 26
    CLOSE = 27
    SEATS = 28


class ClosePart(IntEnum):
    """The blocks of steps of the viewer and the next seat."""

    MONEY = 0
    CRYSTALS = 1
    SCORE = 2
    ACTIVE = 3
    ON_MARKET = 4
    WORKERS = 5
    BUILDINGS = 6


class SeatPart(IntEnum):
    """The blocks of one seat, in their order."""

    COUNTS = 0
    RESIDENCE = 1
    KEPT = 2
    TECHNOLOGIES = 3
    TURNED = 4
    BUILT = 5
    READY = 6
    STAFF = 7


CHANCES = ("earning", "payable")
SEATS = [f"seat{seat}" for seat in range(MAX_PLAYERS)]
BUILDINGS = [card for card, row in enumerate(CARD_ROWS) if row["kind"] == "building"]
FIRST_BUILDING, N_BUILDINGS = BUILDINGS[0], len(BUILDINGS)
TECHNOLOGY_NAMES = [IDS[card] for card in TECHNOLOGIES]
PLACES = [str(place) for place in range(N_POSITIONS)]
DIGIT_NAMES = [str(digit + 1) for digit in range(DIGITS)]
SEAT_COUNTS = (
    *("score", "money", "crystals", "active", "on_market", "inactive", "workers", "buildings"),
    *("building_points", "technology_points", "final", "income", "kept"),
    *("placing", "passed", "event_used", "reward_worker", "reward_money"),
)
DEALT = [  # the copies that a deck has: period and card
    (deck, card)
    for deck, period in enumerate(PERIODS)
    for card, row in enumerate(CARD_ROWS)
    if int(row[f"copies_{period}"])
]
DECK_PLACE = np.full((len(PERIODS), N_CARDS), -1, np.int64)
for _place, (_deck, _card) in enumerate(DEALT):
    DECK_PLACE[_deck, _card] = _place
N_DEALT = len(DEALT)


def shared_blocks() -> list[InputBlock]:
    return [
        InputBlock("players", numbered(MAX_PLAYERS + 1)),
        InputBlock("track", numbered(MAX_SPACES)),
        InputBlock("rules", ("recycles_kept", "spaces")),
        InputBlock("round", numbered(N_ROUNDS + 1)),
        InputBlock("decision", [decision.name.lower() for decision in Decision]),
        InputBlock("to_move", SEATS),
        InputBlock("first_player", SEATS),
        InputBlock("event", EVENT_IDS),
        InputBlock("next_event", EVENT_IDS),
        InputBlock("later_event", EVENT_IDS),
        InputBlock("event_token", numbered(DIGITS + 1)),
        InputBlock("next_token", numbered(DIGITS + 1)),
        InputBlock("due", ("residence",)),
        InputBlock("supply", DIGIT_NAMES),
        InputBlock("deck", [f"{PERIODS[deck]}.{IDS[card]}" for deck, card in DEALT]),
        InputBlock("market", [f"{place}.{card}" for place in PLACES for card in IDS]),
        InputBlock("token", [f"{place}.{digit}" for place in PLACES for digit in DIGIT_NAMES]),
        InputBlock("crowd", PLACES),
        InputBlock("own_beside", PLACES),
        InputBlock("price", PLACES),
        InputBlock("own_gap", numbered(N_GAPS)),
        InputBlock("other_gap", numbered(N_GAPS)),
        InputBlock("offer", IDS),
        InputBlock("offer_own", IDS),
        InputBlock("offer_others", IDS),
        InputBlock("offer_payable", IDS),
        InputBlock("lead", ("points",)),
        InputBlock("close", things_of(SEATS[:CLOSE_SEATS], close_blocks())),
    ]


def close_blocks() -> list[InputBlock]:
    return [
        InputBlock("money", numbered(MONEY_STEPS)),
        InputBlock("crystals", numbered(CRYSTAL_STEPS)),
        InputBlock("score", numbered(SCORE_STEPS)),
        InputBlock("active", numbered(WORKER_STEPS)),
        InputBlock("on_market", numbered(WORKER_STEPS)),
        InputBlock("workers", numbered(WORKER_STEPS)),
        InputBlock("buildings", numbered(BUILDING_STEPS)),
    ]


def seat_blocks(seat: str) -> list[InputBlock]:
    built = [IDS[card] for card in BUILDINGS]
    return [
        InputBlock(seat, SEAT_COUNTS),
        InputBlock(f"{seat}.residence", numbered(MAX_SPACES)),
        InputBlock(f"{seat}.kept", DIGIT_NAMES),
        InputBlock(f"{seat}.technology", TECHNOLOGY_NAMES),
        InputBlock(f"{seat}.turned", TECHNOLOGY_NAMES),
        InputBlock(f"{seat}.built", built),
        InputBlock(f"{seat}.ready", built),
        InputBlock(f"{seat}.staff", built),
    ]


BLOCKS = [
    *shared_blocks(),
    *(block for seat in SEATS for block in seat_blocks(seat)),
    InputBlock("chance", CHANCES),  # from here on what was thought of later
]
START = starts_of(BLOCKS)
CLOSE_START = starts_of(close_blocks())
CLOSE_SIZE = int(CLOSE_START[-1])
FIRST_CLOSE = int(START[Part.CLOSE])
FIRST_SEAT = int(START[Part.SEATS])
SEAT_START = START[Part.SEATS : Part.SEATS + len(SeatPart)] - START[Part.SEATS]
SEAT_SIZE = int(START[Part.SEATS + len(SeatPart)] - START[Part.SEATS])
FIRST_CHANCE = FIRST_SEAT + SEAT_SIZE * MAX_PLAYERS
assert list(range(FIRST_BUILDING, FIRST_BUILDING + N_BUILDINGS)) == BUILDINGS  # in a row
