"""Why a move is refused."""

from __future__ import annotations

from enum import IntEnum


class Refusal(IntEnum):
    """Why a move is refused; each has a text `refusal.<name>`."""

    LEGAL = 0
    NO_SUCH_MOVE = 1
    GAME_OVER = 2
    NOT_NOW = 3  # another decision is asked
    ONLY_PHASE_I = 4
    ONLY_PHASE_II = 5
    NO_ACTIVE_WORKER = 6
    CLOSED_GAP = 7
    NO_WORKER_THERE = 8
    NOT_BESIDE = 9
    POSITION_EMPTY = 10
    CARD_LEFT = 11  # a card beside the worker must be named
    NO_CRYSTALS = 12
    NO_TOKEN_LEFT = 13
    NEEDS_TOKEN = 14
    NO_SUCH_TOKEN = 15
    TAKES_NO_TOKEN = 16
    NO_COMMERCE = 17
    SAME_READING = 18
    NO_LOBBYING = 19
    NO_CROWD = 20
    NOT_A_BUILDING = 21
    NO_SUCH_BUILDING = 22
    EQUAL_BUILDING = 23
    TOO_EXPENSIVE = 24
    WITHOUT_USE = 25
    NO_SUCH_ALTERNATIVE = 26
    IS_ROTATED = 27
    IS_UPRIGHT = 28
    NO_TAYLORISM = 29
    NO_WORKERS = 30
    EVENT_USED = 31
    EVENT_IN_PHASE_II = 32
    EVENT_NO_TOKEN = 33
    NO_RESERVE = 34
    EVENT_NEEDS_BUILDING = 35
    EVENT_TAKES_NO_BUILDING = 36
    EVENT_NEEDS_GAP = 37
    EVENT_TAKES_NO_GAP = 38
    WORKERS_ON_MARKET = 39
    TOKENS_WRONG = 40  # the set-up's list of tokens cannot be followed
