"""The card tables: `cards.csv` and `powers.csv` as arrays that kernels index by card.

A card is the number of its row in cards.csv. Everything a kernel asks about a card is a column of
`CARDS`; what a power does is a run of rows of `EFFECTS`. Names and sentences are in text.py.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

import numpy as np

from burgomaster.compiler.struct import I8, I16, I64, U8, Ints, Records, record, zeros
from burgomaster.games.petersburg.rules.options import MARIINSKY, max_copies, read_table

NO_CARD = 255  # cards are kept in bytes
BACKS = 128  # BACKS + deck: a card of which only the back is known


class Color(IntEnum):
    """The colour of a card; the first three can be displaced and have discounts."""

    GREEN = 0
    BLUE = 1
    RED = 2
    YELLOW = 3
    ORANGE = 4
    PURPLE = 5


class Deck(IntEnum):
    """The draw piles, in the order of the phases that refill from them."""

    WORKER = 0
    MARKET = 1
    BUILDING = 2
    NOBLE = 3
    EXCHANGE = 4


class Symbol(IntEnum):
    """Worker symbols (rules.md 2)."""

    WOOD = 0
    GOLD = 1
    CLOTH = 2
    FUR = 3
    SHIP = 4
    GRAIN = 5


class Effect(IntEnum):
    """What a row of powers.csv does, and what its columns mean."""

    DISCOUNT = 0  # cards of the colour `what` cost `number` less
    INCOME = 1  # `number` of `what` for each card `per` at the scoring of the card's colour
    HAND_LIMIT = 2  # the hand may hold `number` cards
    BUY_POINTS = 3  # after building scoring up to `number` points for `per` rubles each


class Gain(IntEnum):
    """What an income is paid in."""

    RUBLES = 0
    POINTS = 1


class Good(IntEnum):
    """Goods of the market game; ANY is the "?" that gets a symbol tile (rules.md 8.20)."""

    CHICKEN = 0
    GRAIN = 1
    APPLE = 2
    FISH = 3
    CABBAGE = 4
    ANY = 5


class Special(IntEnum):
    """Cards with a rule of their own, beyond the effect rows; named by the column `power`."""

    NONE = 0
    OBSERVATORY = 1
    DEBTORS_PRISON = 2
    TRADING_HOUSE = 3
    GUILD_HALL = 4
    SYCOPHANT = 5
    MARKET_SPECIAL = 6
    AWAY_WITH_IT = 7
    BLACK_MARKET = 8
    GOLDEN_DONKEY = 9
    DOUBLE_TURN = 10
    PICKPOCKET = 11
    JESTER = 12
    BANQUET = 13


class Placing(IntEnum):
    """How a card is placed."""

    PLAIN = 0
    OVER = 1  # an exchange card: over the card it displaces
    WITH_TILE = 2  # a card with "?": with a symbol tile
    NEVER = 3  # an action card


# The ways to tell same cards: no card has another version; by same_as; by same_as and all villages one (R3).
ALONE, BY_GROUP, VILLAGES_SAME = 0, 1, 2

UNPAYABLE = 30_000  # the cost of what can never be bought
N_GOODS = 5  # without ANY
N_COLORS = len(Color)
N_SCORED_COLORS = 4  # green, blue, red, yellow have printed income
N_DECKS = len(Deck)
PER_SYMBOL = N_COLORS  # in EFFECTS.per: PER_SYMBOL + symbol counts cards with a worker symbol


@record
class Card:
    """One row of cards.csv, as kernels see it."""

    targets: I64  # bits of the cards it may displace (rules.md 5.4); 0 for other than exchange cards
    cost: I16
    worth: I16  # value when displaced
    rubles: I16
    points: I16
    color: I8
    deck: I8
    placing: I8
    special: I8
    good: I8  # of Good, -1: none
    n_goods: I8
    target_bit: I8  # its own bit in `targets` masks, -1: can never be displaced
    turn_index: I8  # its place in TURNABLE, -1: never lies face down
    first_effect: I8
    n_effects: I8
    symbols: I8  # bits of Symbol
    has_computed_income: I8
    same_next: Annotated[Ints, U8, 3]  # the next card of the ring of same cards, in each way below


@record
class EffectRow:
    """One row of powers.csv."""

    effect: I8
    number: I8
    what: I8
    per: I8


CARD_ROWS = read_table("cards.csv")
POWER_ROWS = read_table("powers.csv")
N_CARDS = len(CARD_ROWS)
IDS = [row["id"] for row in CARD_ROWS]
CARD_OF = {id: card for card, id in enumerate(IDS)}


def _member(enum: type[IntEnum], word: str) -> int:
    return int(enum[word.upper()])


def _symbol_bits(row: dict[str, str]) -> int:
    return sum(1 << _member(Symbol, word) for word in row["worker_symbols"].split("+") if word)


def _may_displace(card: dict[str, str], old: dict[str, str]) -> bool:
    """Rules.md 5.4, from the data alone."""
    if card["is_exchange"] == "0" or old["is_exchange"] == "1" or card["color"] != old["color"]:
        return False
    if card["color"] != "green" or card["power"] == "any_worker" or old["power"] == "czar_and_carpenter":
        return True
    return card["power"] != "czar_superstar" and bool(_symbol_bits(card) & _symbol_bits(old))


def _target_cards() -> list[int]:
    return [card for card, row in enumerate(CARD_ROWS) if row["value_when_displaced"]]


def _same_groups(row: dict[str, str]) -> tuple[str, str, str]:
    """List the group of a card in the three ways to tell which cards are the same (R3)."""
    village = row["power"] == "potemkin_village"
    return row["id"], row["same_as"], "potemkin_village" if village else row["same_as"]


def _rings(way: int) -> dict[int, int]:
    """Find for every card the next one, going round, of its group."""
    groups: dict[str, list[int]] = {}
    for card, row in enumerate(CARD_ROWS):
        groups.setdefault(_same_groups(row)[way], []).append(card)
    return {
        card: group[(index + 1) % len(group)] for group in groups.values() for index, card in enumerate(group)
    }


def _effect_tables() -> tuple[Records[EffectRow], dict[str, tuple[int, int]]]:
    """List the effect rows, and for each power its first row and their number."""
    table = zeros(EffectRow, len(POWER_ROWS))
    runs: dict[str, tuple[int, int]] = {}
    for index, row in enumerate(POWER_ROWS):
        first, n_rows = runs.get(row["power"], (index, 0))
        if first + n_rows != index:
            raise ValueError(f"powers.csv: the rows of {row['power']} must stand together")
        runs[row["power"]] = first, n_rows + 1
        table[index].effect = _member(Effect, row["effect"])
        table[index].number = int(row["number"])
        table[index].what, table[index].per = _effect_columns(row)
    return table, runs


def _effect_columns(row: dict[str, str]) -> tuple[int, int]:
    match row["effect"]:
        case "discount":
            return _member(Color, row["what"]), 0
        case "income":
            per = row["per"].upper()
            counted = PER_SYMBOL + Symbol[per] if per in Symbol.__members__ else Color[per]
            return _member(Gain, row["what"]), int(counted)
        case "buy_points":
            return _member(Gain, row["what"]), int(row["per"])
        case _:
            return 0, 0


def _card_table() -> Records[Card]:
    table = zeros(Card, N_CARDS)
    bits = {card: bit for bit, card in enumerate(_target_cards())}
    rings = [_rings(way) for way in (ALONE, BY_GROUP, VILLAGES_SAME)]
    for card, row in enumerate(CARD_ROWS):
        _fill_card(table[card], row)
        _fill_links(table[card], card, bits)
        table[card].same_next[:] = [ring[card] for ring in rings]
    return table


def _fill_card(entry: Any, row: dict[str, str]) -> None:
    entry.cost, entry.worth = int(row["cost"]), int(row["value_when_displaced"] or 0)
    entry.rubles, entry.points = max(0, int(row["rubles"])), int(row["points"])  # -1 is an upkeep (7.4)
    entry.color, entry.deck = _member(Color, row["color"]), _member(Deck, row["deck"])
    entry.placing = _placing(row)
    if entry.placing == Placing.NEVER:
        entry.cost = UNPAYABLE
    good, _, n_goods = row["goods"].partition(":")
    entry.good, entry.n_goods = (_member(Good, good), int(n_goods)) if good else (-1, 0)
    entry.symbols = _symbol_bits(row)
    if row["power"].upper() in Special.__members__:
        entry.special = _member(Special, row["power"])
    entry.first_effect, entry.n_effects = EFFECT_RUNS.get(row["power"], (0, 0))
    effects = [EFFECTS[entry.first_effect + step].effect for step in range(entry.n_effects)]
    entry.has_computed_income = int(Effect.INCOME in effects)


def _placing(row: dict[str, str]) -> Placing:
    if row["color"] == "purple":
        return Placing.NEVER
    if row["is_exchange"] == "1":
        return Placing.OVER
    return Placing.WITH_TILE if row["goods"].startswith("any") else Placing.PLAIN


def _fill_links(entry: Any, card: int, bits: dict[int, int]) -> None:
    entry.target_bit = bits.get(card, -1)
    entry.turn_index = TURNED.index(card) if card in TURNED else -1
    may = [bit for old, bit in bits.items() if _may_displace(CARD_ROWS[card], CARD_ROWS[old])]
    entry.targets = sum(1 << bit for bit in may)


TURNED = [card for card, row in enumerate(CARD_ROWS) if row["power"] in ("observatory", "debtors_prison")]
EFFECTS, EFFECT_RUNS = _effect_tables()
CARDS = _card_table()
TARGET_CARDS = np.array(_target_cards(), np.int64)  # the card of each target bit
MAX_WORTH = max(int(CARDS[card].worth) for card in TARGET_CARDS)
WORTH_AT_LEAST = np.array(  # bits of the cards that are worth so many rubles or more when displaced
    [
        sum(1 << bit for bit, card in enumerate(TARGET_CARDS) if CARDS[card].worth >= rubles)
        for rubles in range(MAX_WORTH + 2)
    ],
    np.int64,
)
TURNABLE = np.array(TURNED, np.int64)
EFFECT_OF_PUB = EFFECT_RUNS["pub"][0]
COMPUTED_INCOME = np.array([card for card in range(N_CARDS) if CARDS[card].has_computed_income], np.int64)
RED_CARDS = np.array([card for card in range(N_CARDS) if CARDS[card].color == Color.RED], np.int64)

ANY_CARDS = np.array([card for card in range(N_CARDS) if CARDS[card].good == Good.ANY], np.int64)
ORANGE_CARDS = np.array([card for card in range(N_CARDS) if CARDS[card].color == Color.ORANGE], np.int64)


def find_special(special: Special) -> int:
    """Find the only card with a rule of its own, or the first of them."""
    return next(card for card in range(N_CARDS) if CARDS[card].special == special)


DEBTORS_PRISON = find_special(Special.DEBTORS_PRISON)
MARIINSKY_2014 = CARD_OF[MARIINSKY]
TRADING_HOUSE = find_special(Special.TRADING_HOUSE)
GUILD_HALL = find_special(Special.GUILD_HALL)
SYCOPHANT = find_special(Special.SYCOPHANT)
AWAY_WITH_IT = find_special(Special.AWAY_WITH_IT)  # the copy of the building deck; the other one follows
AWAY_WITH_IT_NOBLE = CARD_OF["away_with_it_noble"]
BLACK_MARKET = find_special(Special.BLACK_MARKET)
GOLDEN_DONKEY = find_special(Special.GOLDEN_DONKEY)
DOUBLE_TURN = find_special(Special.DOUBLE_TURN)
PICKPOCKET = find_special(Special.PICKPOCKET)
JESTER = find_special(Special.JESTER)
BANQUET_CARD = find_special(Special.BANQUET)

MAX_CARDS = sum(max_copies(row) for row in CARD_ROWS)  # of any game, custom ones included
