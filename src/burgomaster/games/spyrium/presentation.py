"""What the terminal and the browser both need to show Spyrium: cards, and where workers and rewards are."""

from __future__ import annotations

from burgomaster.games.spyrium.rules.cards import CARD_OF, CARD_ROWS, REWARD_MONEY
from burgomaster.games.spyrium.rules.options import PERIODS

SIDE = 3  # cards in a row of the market
FIRST_BETWEEN_ROWS = 2 * SIDE  # gaps 0-5 lie between cards of a row, 6-11 between the rows
PLACES = ("active", "market", "buildings", "inactive", "reserve")  # where a worker can be
REWARDS = {"worker": 1, "money": REWARD_MONEY}  # how much of it


def row_of(card: str) -> dict[str, str]:
    return CARD_ROWS[CARD_OF[card]]


def periods_of(card: str) -> str:
    """Name the decks a card is in: "AB"."""
    return "".join(period for period in PERIODS if int(row_of(card)[f"copies_{period}"]))
