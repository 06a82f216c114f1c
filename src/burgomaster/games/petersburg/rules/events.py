"""What a log line can tell. The columns a, b, c, d of each kind stand beside it."""

from __future__ import annotations

from enum import IntEnum


class Event(IntEnum):
    """Kinds of events. Append only."""

    ROUND_BEGINS = 0  # round
    PHASE_BEGINS = 1  # (first player) phase
    CARD_LAID = 2  # card, deck
    BUY = 3  # card, price, displaced card
    TAKE = 4  # card, deck, 1 if only the taker sees it
    PLAY = 5  # card, price, displaced card
    PASS = 6
    OBSERVE = 7  # deck, drawn card
    DISCARD = 8  # card
    INCOME = 9  # rubles, points, phase
    PUB = 10  # points, rubles
    ROW_CARD_DISCARDED = 11  # card, copies
    MARKERS_MOVE = 12
    LAST_ROUND = 13  # deck
    FINAL = 14  # points for nobles, money, hand, total
    DISC = 15  # rubles, points
    ACTION_CARD = 16  # card, card it is used on
    FETCH = 17  # card: taken from the discard pile into the hand
    RETURN = 18  # card: put back on the discard pile
    GUILD = 19  # rubles, points
    TRADE = 20  # points, rubles
    SYCOPHANT_LEAVES = 21  # card
    UPKEEP = 22  # card, rubles
    GIVE_UP = 23  # card
    GOOD_POINTS = 24  # good, points, 1 for first place
    WINNER = 25  # score; several of them share the victory
