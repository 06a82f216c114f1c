"""The numbers of a game that rules and lessons speak of, each from the tables and constants of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

Facts = Mapping[str, Any]


@cache
def facts_of(game: str) -> Facts:
    """The numbers of a game by name; some are tables."""
    return MAKERS[game]()


def petersburg_facts() -> Facts:
    """Saint Petersburg."""
    from burgomaster.games.petersburg import apply, effects, options, rounds, rules, scoring, setup
    from burgomaster.games.petersburg.cards import CARD_ROWS, N_GOODS, POWER_ROWS

    pub = next(row for row in POWER_ROWS if row["power"] == "pub")
    warehouse = next(row for row in POWER_ROWS if row["power"] == "warehouse")
    special = next(row for row in CARD_ROWS if row["power"] == "market_special")
    return {
        "start_rubles": rules.START_RUBLES,
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
    """How many cards each pile has in every standard game."""
    from burgomaster.games.petersburg.options import DECKS, INFO, copies_in, read_table

    rows = read_table("cards.csv")
    made = []
    for variant in INFO.variants:
        chosen = INFO.read(variant.players[0], dict(variant.options))
        sizes = {deck: sum(copies_in(row, chosen) for row in rows if row["deck"] == deck) for deck in DECKS}
        made.append({"options": chosen, "players": variant.players, "sizes": sizes})
    return made


def suburbia_facts() -> Facts:
    """Suburbia."""
    from burgomaster.games.suburbia.apply import DRAWN_BY_LONE
    from burgomaster.games.suburbia.cards import GOAL_ROWS, LAKE_ROW, TILE_ROWS
    from burgomaster.games.suburbia.options import read_board

    board = read_board()
    start, lines, modes = board["start"], board["red_lines"], board["modes"]
    lake_pay = int(LAKE_ROW["effects"].partition("$")[0])
    return {
        "start_money": start["money"],
        "start_income": start["income"],
        "start_reputation": start["reputation"],
        "start_population": start["population"],
        "markers": start["investment_markers"],
        "goals_dealt": start["goals_dealt"],
        "slots": board["market"]["slots"],
        "surcharges": board["market"]["surcharges"],
        "dale_slots": board["market"]["dale_slots"],
        "track_min": board["tracks"]["income"]["min"],
        "track_max": board["tracks"]["income"]["max"],
        "basic_supply": board["basic_supply_on_offer"]["suburbs"],
        "first_line": lines["positions"][0],
        "near_lines": uneven_lines(lines["positions"], lines["beyond_last_step_reconstructed"]),
        "line_cost": lines["penalty"]["standard"],
        "lone_line_cost": lines["penalty"]["lone_architect"],
        "lone_drawn": DRAWN_BY_LONE,
        "lake_pay": lake_pay,
        "marked_lake_pay": 2 * lake_pay,
        "dale_price": modes["dale"]["dale_price"],
        "money_per_person": board["final_scoring"]["money_per_population"],
        "ladder": board["solo_ladder"],
        "modes": modes,
        "n_goals": len(GOAL_ROWS),
        "rewards": sorted({int(row["reward"]) for row in GOAL_ROWS}),
        **{f"cost_{row['id']}": int(row["cost"]) for row in TILE_ROWS if row["stack"] == "basic"},
    }


def uneven_lines(positions: list[int], step: int) -> list[int]:
    """The red lines up to where they follow each other by equal steps."""
    n = len(positions) - 1
    while n > 0 and positions[n] - positions[n - 1] == step:
        n -= 1
    return positions[: n + 1]


def spyrium_facts() -> Facts:
    """Spyrium."""
    from burgomaster.games.spyrium import cards
    from burgomaster.games.spyrium.options import residence_tracks

    board = cards.BOARD
    start, figures = board["start"], board["figures"]
    track = residence_tracks()["default"]
    return {
        "rounds": cards.N_ROUNDS,
        "start_money": start["money"],
        "start_crystals": start["crystals"],
        "start_workers": start["workers_active"],
        "reserve": start["workers_reserve"],
        "workers": cards.WORKERS_PER_PLAYER,
        "track": track,
        "first_income": track[start["residence_index"]],
        "first_bonus": board["bonus"]["thresholds"][0],
        "second_bonus": board["bonus"]["thresholds"][1],
        "bonus_money": cards.REWARD_MONEY,
        "crowd_fee": cards.CROWD_FEE,
        "earn": cards.EARN_PER_WORKER,
        "upgrade": figures["upgrade_discount"],
        "max_end": cards.MAX_END_SCORE,
        "positions": board["market"]["rows"] * board["market"]["columns"],
        "gaps": len(board["market"]["gaps"]),
        "periods": period_rounds(board),
        "max_players": cards.MAX_PLAYERS,
    }


def period_rounds(board: Mapping[str, Any]) -> dict[str, list[int]]:
    """The rounds of each period."""
    found: dict[str, list[int]] = {}
    for entry in board["rounds"]:
        found.setdefault(entry["period"], []).append(entry["round"])
    return found


MAKERS: dict[str, Callable[[], Facts]] = {
    "petersburg": petersburg_facts,
    "suburbia": suburbia_facts,
    "spyrium": spyrium_facts,
}
