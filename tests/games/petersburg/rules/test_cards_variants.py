"""The cards of editions and expansions: their numbers (rules.md 1.1, A.2), prices (5) and powers (8)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.cards import CARD_ROWS
from tests.cases import every
from tests.games.petersburg.positions import (
    ALL_DECKS,
    BANQUET,
    BOTH,
    EVERYTHING,
    MARKET,
    NEW,
    ROWS,
    SOCIETY,
    area,
    decision,
    discarded,
    every_card,
    game,
    goods,
    hand,
    income,
    notations,
    pass_actions,
    pass_round,
    pass_until,
    play,
    position,
    price,
    refusal,
    turned,
    verbs,
)

CZAR_2004, CZAR_NEW = "czar_and_carpenter_2004", "czar_and_carpenter_new_society"
ALL: dict[str, Any] = {"custom_cards": every_card(), "expansions": ["banquet", "new_society"]}
NEW_EVERYTHING: dict[str, Any] = {**EVERYTHING, "edition": "2014", "first_phase_buy_only": False}

# Data (1.1, 1.2, 1.3, A.2)


@pytest.mark.parametrize(
    ("column", "sizes", "colors"),
    [
        ("2004", (31, 0, 28, 27, 30), {"green": 10, "blue": 10, "red": 10}),
        ("2014", (31, 0, 28, 27, 30), {"green": 10, "blue": 10, "red": 10}),
        ("banquet", (0, 0, 3, 3, 6), {"green": 1, "purple": 5}),
        ("new_society", (7, 0, 9, 9, 10), {"green": 3, "blue": 4, "red": 3}),
        ("market", (0, 35, 0, 0, 0), {}),
    ],
)
def test_a_set_has_this_many_cards_of_each_deck(
    column: str, sizes: tuple[int, ...], colors: dict[str, int]
) -> None:
    # A.2
    found: Counter[str] = Counter()
    exchange: Counter[str] = Counter()
    for row in CARD_ROWS:
        found[row["deck"]] += int(row[f"copies_{column}"])
        if row["deck"] == "exchange":
            exchange[row["color"]] += int(row[f"copies_{column}"])
    assert tuple(found[deck] for deck in ALL_DECKS) == sizes
    assert +exchange == colors


REMOVED = {
    "czar_and_carpenter_2004": 1,
    "observatory_2004": 2,
    "academy": 1,
    "mistress_of_ceremonies_2004": 2,
    "mariinsky_theater_2004": 1,
}


@every("options", [{}, BANQUET, SOCIETY, BOTH, NEW, MARKET])
def test_a_game_has_the_cards_of_its_sets_but_for_the_seven_that_the_new_society_removes(
    options: dict[str, Any],
) -> None:
    # 1.2
    sets = [options.get("edition", "2004"), *options.get("expansions", [])]
    removed = REMOVED if "new_society" in sets else {}
    piles = game(2, **options).new(seed=1).setup["decks"]
    for deck in ALL_DECKS:
        rows = [row for row in CARD_ROWS if row["deck"] == deck]
        copies = {row["id"]: sum(int(row[f"copies_{name}"]) for name in sets) for row in rows}
        assert Counter(piles.get(deck, [])) == +(Counter(copies) - Counter(removed))


@every(
    ("options", "card", "cost", "target"),
    [
        ({}, "observatory_2004", 6, ""),
        (NEW, "observatory_2014", 7, ""),
        (SOCIETY, "observatory_new_society", 8, ""),
        ({}, "judge_2004", 16, ""),
        (NEW, "judge_2014", 17, ""),
        (SOCIETY, "judge_2004", 16, ""),
        ({}, "mistress_of_ceremonies_2004", 18, ""),
        (NEW, "mistress_of_ceremonies_2014", 20, ""),
        (SOCIETY, "mistress_of_ceremonies_new_society", 18, ""),
        ({}, "mariinsky_theater_2004", 10 - 5, "market_2004"),
        (NEW, "mariinsky_theater_2014", 15 - 5, "market_2014_fish"),
        (SOCIETY, "mariinsky_theater_new_society", 20 - 5, "market_2004"),
        (SOCIETY, "academy_new_society", 25, ""),
        (NEW, "academy", 23, ""),
        (NEW, "abbot_2014", 2, "author"),
        (NEW, "czarina_2014", 20, "author"),
    ],
)
def test_a_version_of_a_card_has_its_own_price(
    options: dict[str, Any], card: str, cost: int, target: str
) -> None:
    # 1.3, R48
    table = position(area=[target], upper=card, **options)
    assert price(table, f"buy {card} over {target}" if target else f"buy {card}") == cost


PLACED = [id for id, row in ROWS.items() if row["color"] != "purple"]
OWN_PHASE = {"green": "worker", "blue": "building", "red": "noble", "yellow": "market"}


@every("card", PLACED)
def test_a_card_scores_its_printed_income_in_the_phase_of_its_colour_only(card: str) -> None:
    # 7.1 - 7.6
    row = ROWS[card]
    printed = max(0, int(row["rubles"])), int(row["points"])
    for phase in ALL_DECKS:
        table = pass_actions(position(phase=phase, area=[card], rubles=[1], **NEW_EVERYTHING))
        wanted = {0: printed} if phase == OWN_PHASE.get(row["color"]) and any(printed) else {}
        if row["power"] == "guild_hall" and phase == "building":
            assert decision(table) == "guild_split"
        assert income(table) == wanted, phase


# Prices (5.5, 9.7)


@every(
    ("card", "worker", "paid", "over_czar", "over_new_czar"),
    [
        ("carpenter_workshop", "lumberjack", 1, 1, 1),
        ("gold_smelter", "gold_miner", 2, 1, 3),
        ("weaving_mill", "shepherd", 3, 1, 5),
        ("fur_shop", "fur_trapper", 4, 2, 7),
        ("wharf", "ship_builder_2004", 5, 4, 9),
        ("obshchina", "new_farmer", 4, 5, 10),
        ("new_society_card", "lumberjack", 12, 7, 12),
        ("new_society_card", "new_farmer", 6, 7, 12),
        ("czar_superstar", "", 0, 1, 6),
    ],
)
def test_price_table_of_green_exchanges(
    card: str, worker: str, paid: int, over_czar: int, over_new_czar: int
) -> None:
    # 5.5, all columns
    table = position(area=[f"{worker} {CZAR_2004} {CZAR_NEW} czar_and_carpenter_2014"], upper=card, **ALL)
    wanted = {CZAR_2004: over_czar, CZAR_NEW: over_new_czar, "czar_and_carpenter_2014": over_czar}
    if worker:
        wanted[worker] = paid
    found = {move.partition(" over ")[2]: price(table, move) for move in verbs(table, "buy")}
    assert found == wanted


TARGETS = [
    *("new_farmer", "controller", "judge_2004", "judge_2014", "mistress_of_ceremonies_2004"),
    *("mistress_of_ceremonies_2014", "mistress_of_ceremonies_new_society", "fur_shop", "wharf"),
    *("obshchina", "new_society_card", "bank_2004", "bank_2014", "peterhof_2004", "peterhof_2014"),
    *("st_isaacs_cathedral_2004", "st_isaacs_cathedral_2014", "church_of_the_resurrection_2004"),
    *("church_of_the_resurrection_2014", "harbor_2004", "harbor_2014", "catherine_palace"),
    *("smolny_cathedral", "hermitage", "winter_palace", "pope_2004", "abbot_2014", "senator"),
    *("admiral", "minister_of_foreign_affairs"),
]


@pytest.mark.parametrize("card", ["jester", "banquet_card"])
def test_jester_and_banquet_may_be_laid_on_exactly_these_cards(card: str) -> None:
    # 9.7, R19; one copy of every card of the box lies in the area
    table = position(phase="noble", hand=[card], area=[" ".join(PLACED)], **NEW_EVERYTHING)
    assert set(verbs(table, "use")) == {f"use {card} {target}" for target in TARGETS}
    for id in set(PLACED) - set(TARGETS):
        assert "rubles and points" in refusal(table, f"use {card} {id}"), id


# Green cards of the expansions


def test_the_czar_superstar_counts_with_workshop_and_smelter_and_has_no_symbol() -> None:
    # 8.10, R4, R47
    cards = "czar_superstar carpenter_workshop gold_smelter textile_factory market author"
    table = position(phase="building", area=[cards], upper="library judge bank senator wharf", **BOTH)
    assert price(table, "buy library") == 17 - 2
    assert price(table, "buy judge") == 16 - 2
    assert price(table, "buy bank over market") == 13 - 5 - 2
    assert price(table, "buy senator over author") == 12 - 4 - 2
    assert income(pass_round(table)) == {0: (0, 1)}  # the Market's; nothing for cloth
    assert income(pass_round(position(area=["czar_superstar"], **BANQUET))) == {0: (3, 0)}


# Buildings of the expansions


def test_the_trading_house_asks_before_the_pub_and_player_by_player() -> None:
    # 8.13, R23, R24
    table = position(phase="building", area=["pub trading_house", "pub"], rubles=[9, 9], to_move=1, **SOCIETY)
    pass_actions(table)
    asked = []
    for answer in ("pub 0", "trade", "pub 0"):
        asked.append((table.to_move, decision(table)))
        play(table, answer)
    assert asked == [(1, "pub"), (0, "trading_house"), (0, "pub")]
    assert (table.phase, table.money[0], table.scores[0]) == ("noble", 6, 2)


def test_the_trading_house_may_be_declined() -> None:
    # 8.13, D6
    table = pass_actions(position(phase="building", area=["trading_house"], rubles=[3], **SOCIETY))
    play(table, "decline")
    assert (table.money[0], table.scores[0], table.phase) == (3, 0, "noble")


def test_the_guild_hall_is_asked_in_its_owners_place_of_the_scoring() -> None:
    # 7.3, 8.16: those before him are scored, those after him are not
    table = position(3, "building", to_move=1, area=["market", "market", "guild_hall market"], **SOCIETY)
    pass_actions(table)
    assert (decision(table), table.to_move) == ("guild_split", 2)
    assert table.scores == [0, 1, 1]
    play(table, "guild 3")
    assert table.scores == [1, 1, 2]
    assert table.money[2] == 200 + 3


# Debtor's Prison (8.15)


def prison(area: str = "debtors_prison", **more: Any) -> Table:
    return position(phase="building", area=[area], **{**SOCIETY, **more})


def test_the_prison_sells_without_the_lower_row_reduction_and_is_no_target_of_its_card() -> None:
    # 8.15
    table = prison("debtors_prison market carpenter_workshop", discard="bank library", lower="library")
    assert verbs(table, "prison buy") == ["prison buy library", "prison buy bank_2004 over market_2004"]
    assert "face down" in refusal(table, "prison buy bank over debtors_prison")
    assert price(table, "prison buy library") == 16
    play(table, "prison buy bank over market")
    assert table.money[0] == 200 - 7
    assert discarded(table) == {"library": 1, "market_2004": 1}
    assert area(table, 0) == {"debtors_prison": 1, "bank_2004": 1, "carpenter_workshop": 1}
    play(table, "pass", "pass")
    assert income(table) == {0: (5, 1)}  # the Bank's


def test_the_prison_needs_a_card_in_the_discard_pile_that_is_not_purple() -> None:
    # 8.15, 9.0
    assert verbs(prison(), "prison") == []
    table = prison(discard="jester", **BOTH)
    assert verbs(table, "prison") == []
    assert "discard pile" in refusal(table, "prison take author")


def test_of_a_purple_card_on_the_discard_pile_it_is_not_said_that_it_can_be_taken() -> None:
    # 9.0: it can never be fetched back
    table = prison(hand=["black_market"], discard="jester", **BOTH)
    for move in ("prison take jester", "use black_market take jester"):
        assert "only taken" not in refusal(table, move)


@pytest.mark.parametrize("phase", ["worker", "noble", "exchange"])
def test_the_prison_is_used_in_the_building_phase_only(phase: str) -> None:
    # 8.15
    table = position(phase=phase, area=["debtors_prison"], discard="author", **SOCIETY)
    assert verbs(table, "prison") == []
    told = refusal(table, "prison take author")
    assert "building phase" in told and "Observatory" not in told


def test_a_prison_bought_in_this_phase_may_be_used_in_it() -> None:
    # R16
    table = prison("", upper="debtors_prison", discard="author")
    play(table, "buy debtors_prison", "pass")
    assert "prison take author" in notations(table)


def test_with_a_full_hand_a_card_may_be_bought_or_put_back() -> None:
    # 8.15
    table = prison(hand=["pub pub library"], discard="author")
    assert verbs(table, "prison") == ["prison buy author", "prison return author"]


def test_by_option_a_card_may_always_be_put_back() -> None:
    # R14
    table = prison(discard="author", prison_free_return=True)
    wanted = ["prison take author", "prison buy author", "prison return author"]
    assert verbs(table, "prison") == wanted
    play(table, "prison return author")
    assert (discarded(table), hand(table, 0), turned(table, 0)) == ({"author": 1}, [], {"debtors_prison": 1})


def test_using_the_prison_is_no_pass() -> None:
    # 4.4
    table = prison(hand=["pub pub library"], discard="author", pass_count=1, first_player=1)
    play(table, "prison return author")
    assert (table.phase, int(table.state.pass_count), table.to_move) == ("building", 0, 1)


# Nobles of the expansions


# Market cards (7.5, 8.20, 8.21)


def test_second_chick_from_the_lower_row_costs_three() -> None:
    # 5.6, R54
    table = position(phase="market", area=["chick"], lower="chick", **MARKET)
    assert price(table, "buy chick low") == 3


def test_market_cards_have_no_colour_discount() -> None:
    # R54
    discounts = "carpenter_workshop gold_smelter"
    table = position(phase="market", area=[discounts], upper="chick", lower="special_fish_crate", **MARKET)
    assert price(table, "buy chick") == 5
    assert price(table, "buy special_fish_crate low") == 1


def test_without_the_market_goods_are_ignored_and_no_tile_is_asked() -> None:
    # 8.20
    table = position(upper="ship_builder_2014_any czar_and_carpenter_2014", **NEW)
    assert verbs(table, "buy") == ["buy ship_builder_2014_any", "buy czar_and_carpenter_2014"]
    assert "no symbol tile" in refusal(table, "buy ship_builder_2014_any as fish")
    assert table.view()["market"] is None


def test_a_card_with_a_question_mark_drawn_by_the_observatory_gets_a_tile_too() -> None:
    # 8.7, 8.20
    table = position(
        phase="building", area=["observatory_2014"], top={"worker": "ship_builder_2014_any"}, **MARKET
    )
    play(table, "observe worker", "buy ship_builder_2014_any as apple")
    assert goods(table, 0) == {"apple": 1}


def test_upkeep_is_a_free_choice_of_any_set_that_can_be_paid() -> None:
    # R38, D8
    crates = "special_grain_crate special_chicken_crate special_fish_crate"
    table = position(phase="market", round_no=2, area=[crates], rubles=[5], **MARKET)
    pass_actions(table)
    assert notations(table) == [
        "keep none",
        "keep special_chicken_crate",
        "keep special_grain_crate",
        "keep special_chicken_crate special_grain_crate",
        "keep special_fish_crate",
        "keep special_chicken_crate special_fish_crate",
        "keep special_grain_crate special_fish_crate",
    ]
    every = "keep special_chicken_crate special_grain_crate special_fish_crate"
    assert "2 rubles each, and you have 5 rubles" in refusal(table, every)
    play(table, "keep special_chicken_crate special_fish_crate")
    assert (table.money[0], discarded(table)) == (1, {"special_grain_crate": 1})
    assert goods(table, 0) == {"chicken": 4, "fish": 4}
    assert table.scores[0] == 4  # first of two goods at the tile 2/1


def test_upkeep_is_asked_after_every_income_and_in_phase_order() -> None:
    # R39, R24
    table = position(
        3,
        "market",
        to_move=1,
        round_no=3,
        area=["special_fish_crate chick chick", "chick", "special_grain_crate"],
        rubles=[0, 0, 3],
        **MARKET,
    )
    pass_actions(table)
    assert (table.to_move, table.money) == (2, [4, 2, 3])
    play(table, "keep none")
    assert (decision(table), table.to_move) == ("upkeep", 0)
    play(table, "keep special_fish_crate")
    assert (table.phase, table.money) == ("building", [1, 2, 3])


def test_a_crate_bought_later_pays_its_first_upkeep_in_the_next_round() -> None:
    # 8.21
    table = position(phase="building", upper="special_fish_crate", rubles=[10], round_no=2, **MARKET)
    play(table, "buy special_fish_crate")
    pass_until(table, "worker")
    assert table.money[0] == 9
    pass_actions(pass_until(table, "market"))
    assert decision(table) == "upkeep"
    play(table, "keep special_fish_crate")
    assert table.money[0] == 9 - 3


def test_the_observatory_draws_from_the_market_pile() -> None:
    # R45
    table = position(phase="building", area=["observatory_2014"], top={"market": "caviar"}, **MARKET)
    play(table, "observe market", "buy caviar")
    assert (goods(table, 0), table.money[0]) == ({"fish": 3}, 200 - 3)
