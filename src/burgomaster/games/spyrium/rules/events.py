"""What a log line can tell. The columns a, b, c, d of each kind stand beside it."""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """Kinds of log events (not the game's event cards). Append only."""

    ROUND_BEGINS = 0  # round, deck of the period
    INCOME = 1  # money
    EVENT_TURNS = 2  # current event, its digit, next event, its digit
    CARD_LAID = 3  # card, position, the number of each digit on it: 1s + 16 * 2s + 256 * 3s
    PLACE = 4  # gap, card on its left or above, card on its right or below
    SWITCH = 5
    EARN = 6  # money, card, gap
    CALL = 7  # card, money paid, digit spent
    BUILD = 8  # card, money paid, card replaced, digit spent
    PATENT = 9  # card, money paid
    USE = 10  # card, workers, crystals and money paid
    USE_AGAIN = 11  # the same
    USE_EVENT = 12  # event, alternative, money paid, crystals paid
    CRYSTALS = 13  # gained, now
    MONEY = 14  # gained, now
    POINTS = 15  # gained, now
    WORKERS = 16  # gained, own now
    ADVANCE = 17  # value of the new space
    BONUS_WORKER = 18
    BONUS_MONEY = 19  # money
    READ = 20  # digit of the token, what it is read as
    LOBBY = 21
    KEEP_TOKEN = 22  # digit, kept now
    PASS = 23
    ROUND_ENDS = 24  # (next first player) round
    FINAL = 25  # track, buildings, technologies, total
    TECHNOLOGY_SCORES = 26  # card, points
