"""The card tables: `cards.csv`, `events.csv` and `board.json` as arrays that kernels index.

A card is the number of its row in cards.csv, an event that of its row in events.csv. What they do is a
run of rows of `EFFECTS`, one for each alternative, read from the column `effects` (rules.md 2.2). Prices and
end points lie in the state, because an option may change them. Names and sentences are in text.py.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any

import numpy as np

from burgomaster.compiler.struct import I8, I16, Records, record, zeros
from burgomaster.games.spyrium.rules.options import PERIODS, read_board, read_table

NO_CARD = 255  # cards are kept in bytes


class Kind(IntEnum):
    """What becomes of a card that is activated."""

    TECHNOLOGY = 0
    CHARACTER = 1
    BUILDING = 2


class TokenNeed(IntEnum):
    """How many number tokens a card or event gets when it is laid open."""

    NONE = 0
    ONE = 1
    PER_PLAYER = 2  # the number of players less one


class Trigger(IntEnum):
    """When a row of EFFECTS is carried out."""

    USE = 0
    BUILD = 1
    CALL = 2
    EVENT = 3
    EVENT2 = 4  # only by a player in phase II


class Power(IntEnum):
    """What a technology allows while it is owned, or once a round (rules.md 10)."""

    MINES_WITHOUT_WORKERS = 0
    EARN_PLUS_2 = 1
    PLOT_MINUS_3 = 2
    KEEP_TOKENS = 3
    FACTORY_USE_PLUS_1_PER_WORKER = 4
    REREAD_TOKEN = 5
    WAIVE_CROWD = 6
    REUSE_BUILDING = 7


class EndScore(IntEnum):
    """What a technology is worth at the end of the game."""

    NONE = 0
    CRYSTALS = 1
    MONEY_DIV_2 = 2
    BUILDINGS = 3
    KEPT_TOKENS = 4
    FACTORY_POINTS = 5
    RESIDENCE_VALUE = 6
    WORKERS = 7


# The triggers whose body is a keyword, with the keywords that there are.
ONCE = (Power.REREAD_TOKEN, Power.WAIVE_CROWD, Power.REUSE_BUILDING)
KEYWORDS_OF = {
    "passive": {power.name.lower() for power in Power if power not in ONCE},
    "once": {power.name.lower() for power in ONCE},
    "end": {end.name.lower() for end in EndScore if end != EndScore.NONE},
}

# Amounts that are no fixed number.
TOKEN_AMOUNT = -1  # "T": the value of the token
WORKERS_AMOUNT = -2  # "N": the number of own workers
AMOUNTS = {"T": TOKEN_AMOUNT, "N": WORKERS_AMOUNT}


@record
class Card:
    """One row of cards.csv, as kernels see it."""

    kind: I8
    symbols: I8  # bits of SYMBOLS
    token_need: I8
    first_effect: I16  # its `use` or `call` alternatives
    n_effects: I16
    build_effect: I16  # -1: none
    technology: I8  # its place among the technologies, -1: none
    end_score: I8


@record
class EventCard:
    """One row of events.csv."""

    token_need: I8
    first_effect: I16
    n_effects: I16


@record
class Effect:
    """One alternative: what is paid and what is gained."""

    trigger: I8
    pay_workers: I8
    pay_crystals: I8
    pay_money: I8
    crystals: I8
    money: I8
    points: I8
    workers: I8
    residence: I8  # residence actions
    reuse: I8  # 1: an own rotated building is used again at once
    place: I8  # 1: an active worker goes to the market at once


PAY = {"W": "pay_workers", "S": "pay_crystals", "M": "pay_money"}
GAIN = {
    "S": "crystals",
    "M": "money",
    "V": "points",
    "H": "workers",
    "R": "residence",
    "U": "reuse",
    "P": "place",
}
ITEM = re.compile(r"([WSMVHRUP])(\d+|[TN])")

CARD_ROWS = read_table("cards.csv")
EVENT_ROWS = read_table("events.csv")
BOARD = read_board()
N_CARDS = len(CARD_ROWS)
N_EVENTS = len(EVENT_ROWS)
N_DECKS = len(PERIODS)
N_ROUNDS = len(BOARD["rounds"])
IDS = [row["id"] for row in CARD_ROWS]
EVENT_IDS = [row["id"] for row in EVENT_ROWS]
CARD_OF = {id: card for card, id in enumerate(IDS)}
EVENT_OF = {id: event for event, id in enumerate(EVENT_IDS)}
SYMBOLS = sorted({word for row in CARD_ROWS for word in row["symbols"].split("+") if word})
TECHNOLOGIES = [card for card, row in enumerate(CARD_ROWS) if row["kind"] == "technology"]
N_TECHNOLOGIES = len(TECHNOLOGIES)
N_BUILDING_CARDS = sum(
    int(row[f"copies_{period}"]) for row in CARD_ROWS for period in PERIODS if row["kind"] == "building"
)
DECK_SIZE = sum(int(row[f"copies_{period}"]) for row in CARD_ROWS for period in PERIODS)


def clauses(row: dict[str, str]) -> list[tuple[str, str]]:
    """List the clauses of a row's effects: trigger and body."""
    if row["effects"] == "-":
        return []
    parts = [clause.partition(":") for clause in row["effects"].split(";")]
    return [(trigger, body) for trigger, _, body in parts]


def keyword(row: dict[str, str], trigger: str) -> str:
    """Return the keyword of a technology's clause, "" if it has none."""
    return dict(clauses(row)).get(trigger, "")


def alternatives(row: dict[str, str], *triggers: str) -> list[tuple[str, str]]:
    """List the alternatives of the clauses with these triggers, each with its trigger."""
    bodies = [(trigger, body) for trigger, body in clauses(row) if trigger in triggers]
    return [(trigger, alt) for trigger, body in bodies for alt in body.split("|")]


def read_items(id: str, side: str) -> list[tuple[str, int]]:
    """Read the letters and amounts of one side of an alternative; ValueError names the row."""
    items = []
    for word in filter(None, side.split("+")):
        found = ITEM.fullmatch(word)
        if found is None:
            raise ValueError(f"{id}: {word!r} is no item of an effect")
        letter, amount = found.groups()
        items.append((letter, AMOUNTS[amount] if amount in AMOUNTS else int(amount)))
    return items


def _effect(id: str, trigger: str, alternative: str) -> Any:
    entry: Any = zeros(Effect, 1)[0]
    entry.trigger = Trigger[trigger.upper()]
    paid, arrow, gained = alternative.partition(">")
    if not arrow:
        raise ValueError(f"{id}: {alternative!r} has no '>'")
    for names, side in ((PAY, paid), (GAIN, gained)):
        for letter, amount in read_items(id, side):
            if letter not in names:
                raise ValueError(f"{id}: {letter!r} cannot stand on that side of '>' in {alternative!r}")
            setattr(entry, names[letter], amount)
    return entry


_effects: list[Any] = []


def _add_effects(row: dict[str, str], *triggers: str) -> tuple[int, int]:
    """Append the alternatives of some triggers to the table; the first place and their number."""
    first = len(_effects)
    _effects.extend(_effect(row["id"], trigger, alt) for trigger, alt in alternatives(row, *triggers))
    return first, len(_effects) - first


def _card_table() -> Records[Card]:
    table = zeros(Card, N_CARDS)
    for card, row in enumerate(CARD_ROWS):
        entry = table[card]
        entry.kind = Kind[row["kind"].upper()]
        entry.symbols = sum(1 << SYMBOLS.index(word) for word in row["symbols"].split("+") if word)
        entry.token_need = TokenNeed[row["tokens"].upper()]
        entry.first_effect, entry.n_effects = _add_effects(row, "use", "call")
        first, n_build = _add_effects(row, "build")
        entry.build_effect = first if n_build else -1
        entry.technology = TECHNOLOGIES.index(card) if card in TECHNOLOGIES else -1
        end = keyword(row, "end")
        entry.end_score = EndScore[end.upper()] if end else EndScore.NONE
        if n_build > 1 or (row["kind"] == "character" and entry.n_effects != 1):
            raise ValueError(f"{row['id']}: only `use` may have alternatives")
    return table


def _event_table() -> Records[EventCard]:
    table = zeros(EventCard, N_EVENTS)
    for event, row in enumerate(EVENT_ROWS):
        table[event].token_need = TokenNeed[row["tokens"].upper()]
        table[event].first_effect, table[event].n_effects = _add_effects(row, "event", "event2")
    return table


def _power_technology(power: Power) -> int:
    """Return the technology that has a power, as its place among the technologies; -1: none has it."""
    name = power.name.lower()
    for place, card in enumerate(TECHNOLOGIES):
        if name in (body for trigger, body in clauses(CARD_ROWS[card]) if trigger in KEYWORDS_OF):
            return place
    return -1


CARDS = _card_table()
EVENTS = _event_table()
EFFECTS = zeros(Effect, len(_effects))
for _place, _entry in enumerate(_effects):
    EFFECTS[_place] = _entry
POWER_TECHNOLOGY = np.array([_power_technology(power) for power in Power], np.int64)
TECHNOLOGY_CARDS = np.array(TECHNOLOGIES, np.int64)
MINE = 1 << SYMBOLS.index("mine")
FACTORY = 1 << SYMBOLS.index("factory")

# The figures of board.json.
ROUND_DECK = np.array([PERIODS.index(entry["period"]) for entry in BOARD["rounds"]], np.int64)
THRESHOLDS = np.array(BOARD["bonus"]["thresholds"], np.int64)
REWARD_WORKERS = int(BOARD["bonus"]["rewards"]["worker"])
REWARD_MONEY = int(BOARD["bonus"]["rewards"]["money"])
DIGITS = len(BOARD["number_tokens"])  # tokens show 1 .. DIGITS
TOKEN_COPIES = [int(BOARD["number_tokens"][str(digit)]) for digit in range(1, DIGITS + 1)]
N_TOKENS = sum(TOKEN_COPIES)
WORKERS_PER_PLAYER = int(BOARD["workers_per_player"])
CROWD_FEE = int(BOARD["figures"]["crowd_fee_per_worker"])
EARN_PER_WORKER = int(BOARD["figures"]["earn_per_worker"])
UPGRADE_DISCOUNT = int(BOARD["figures"]["upgrade_discount"])
CRANE_DISCOUNT = int(BOARD["figures"]["crane_discount"])
CAPITALISATION_BONUS = int(BOARD["figures"]["capitalisation_bonus"])
ENGINEERING_POINTS = int(BOARD["figures"]["engineering_points_per_worker"])
MAX_KEPT = int(BOARD["figures"]["commerce_kept_tokens_max"])
MAX_END_SCORE = int(BOARD["figures"]["technology_end_points_max"])
MAX_PLAYERS = int(BOARD["players"]["max"])


def tokens_needed(row: dict[str, str], players: int) -> int:
    return (0, 1, players - 1)[TokenNeed[row["tokens"].upper()]]


def most_draws() -> int:
    copies = {row["id"]: sum(int(row[f"copies_{period}"]) for period in PERIODS) for row in CARD_ROWS}
    by_cards = sum(tokens_needed(row, MAX_PLAYERS) * copies[row["id"]] for row in CARD_ROWS)
    return max(N_TOKENS, by_cards + sum(tokens_needed(row, MAX_PLAYERS) for row in EVENT_ROWS))


MAX_DRAWS = most_draws()
