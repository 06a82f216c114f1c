"""The numbers that the rules page and the lesson speak of, from the tables and constants of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgomaster.games.petersburg.rules import apply, effects, options, rounds, scoring, setup
from burgomaster.games.petersburg.rules.cards import CARD_ROWS, N_GOODS, POWER_ROWS
from burgomaster.games.petersburg.rules.definition import START_RUBLES
from burgomaster.games.petersburg.rules.options import DECKS, INFO, copies_in, read_table


def facts() -> Mapping[str, Any]:
    """Collect the numbers by name; some are tables."""
    pub = next(row for row in POWER_ROWS if row["power"] == "pub")
    warehouse = next(row for row in POWER_ROWS if row["power"] == "warehouse")
    special = next(row for row in CARD_ROWS if row["power"] == "market_special")
    return {
        "start_rubles": START_RUBLES,
        "first_cards": rounds.FIRST_CARDS_PER_PLAYER,
        "board_size": options.BOARD_SIZE,
        "market_board_size": options.MARKET_BOARD_SIZE,
        "hand_limit": effects.HAND_LIMIT,
        "warehouse_limit": int(warehouse["number"]),
        "hand_penalty": scoring.HAND_PENALTY,
        "rubles_per_point": scoring.RUBLES_PER_POINT,
        "max_nobles": scoring.MAX_TABLE_NOBLES,
        "noble_points": [n * (n + 1) // 2 for n in range(scoring.MAX_TABLE_NOBLES + 1)],
        "noble_over": scoring.POINTS_PER_NOBLE_OVER_TEN,
        "guild_total": scoring.GUILD_TOTAL,
        "trade_rubles": scoring.TRADE_RUBLES,
        "trade_points": scoring.TRADE_POINTS,
        "pub_points": int(pub["number"]),
        "pub_price": int(pub["per"]),
        "disc_rubles": setup.DISC_RUBLES,
        "disc_points": rounds.DISC_POINTS,
        "donkey_rubles": apply.DONKEY_RUBLES,
        "double_actions": apply.DOUBLE_TURN_ACTIONS,
        "value_tiles": scoring.VALUE_TILES.tolist(),
        "n_goods": N_GOODS,
        "special_goods": int(special["goods"].partition(":")[2]),
        "special_cost": int(special["cost"]),
        "decks": deck_sizes(),
    }


def deck_sizes() -> list[dict[str, Any]]:
    """Count the cards of each pile in every standard game."""

    rows = read_table("cards.csv")
    made = []
    for variant in INFO.variants:
        chosen = INFO.read(variant.players[0], dict(variant.options))
        sizes = {deck: sum(copies_in(row, chosen) for row in rows if row["deck"] == deck) for deck in DECKS}
        made.append({"options": chosen, "players": variant.players, "sizes": sizes})
    return made
