"""What characters like in Saint Petersburg, in points of lead for a card more."""

from __future__ import annotations

CARD = 4.0  # inputs of 1 stand for so many cards
TASTES = {
    "saver": {"seat0.cards.green": 0.4 * CARD},  # workers, for the rubles of every round
    "builder": {"seat0.cards.blue": 0.8 * CARD},
    "host": {"seat0.cards.red": 0.8 * CARD},  # nobles
}
