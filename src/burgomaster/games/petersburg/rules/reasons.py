"""The reasons why a move can be refused."""

from __future__ import annotations

from enum import IntEnum


class Refusal(IntEnum):
    """Why a move is refused; each has a text `refusal.<name>`."""

    LEGAL = 0
    NO_SUCH_MOVE = 1
    GAME_OVER = 2
    NOT_NOW = 3  # another decision is asked
    BUY_ONLY = 4
    NOT_OPEN = 5  # the card does not lie in that row
    NOT_DRAWN = 6
    NOT_IN_HAND = 7
    HAND_FULL = 8
    NOT_FOR_SALE = 9
    NEEDS_TARGET = 10
    TAKES_NO_TARGET = 11
    TARGET_NOT_OWNED = 12
    TARGET_FACE_DOWN = 13
    WRONG_TARGET = 14
    TOO_EXPENSIVE = 15
    WRONG_PHASE = 16
    NO_OBSERVATORY = 17
    PILE_TOO_SMALL = 18
    TOO_MANY_POINTS = 19
    NEEDS_GOOD = 20
    NO_TILE = 21
    TAKES_NO_GOOD = 22
    NO_SUCH_COPY = 23
    NO_PRISON = 24
    NOT_DISCARDED = 25
    MUST_USE_PRISON = 26
    NOT_IN_AREA = 27
    CANNOT_CARRY = 28
    TOO_MUCH_GUILD = 29
    CANNOT_KEEP = 30
    NO_ACTION_CARD = 31
    NEVER_FETCHED = 32
