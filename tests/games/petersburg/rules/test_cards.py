"""The cards: their data (rules.md 1.2, A), prices (5), displacement (5.4) and powers (8)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.cards import (
    CARD_OF,
    CARD_ROWS,
    CARDS,
    IDS,
    MAX_WORTH,
    POWER_ROWS,
    TARGET_CARDS,
    UNPAYABLE,
    WORTH_AT_LEAST,
    Color,
    Deck,
    Effect,
    Good,
    Placing,
    Symbol,
)
from tests.cases import every
from tests.games.petersburg.positions import (
    DECKS,
    PHASES,
    ROWS,
    area,
    card_id,
    decision,
    game,
    hand,
    income,
    laid,
    lower,
    notations,
    pass_round,
    pass_until,
    pile,
    play,
    position,
    price,
    refusal,
    upper,
)

IN_2004 = [id for id, row in ROWS.items() if row["copies_2004"] != "0"]
EXCHANGE = [id for id, row in ROWS.items() if row["is_exchange"] == "1"]
EXCHANGE_2004 = [id for id in EXCHANGE if id in IN_2004]
COLOR_OF = {id: row["color"] for id, row in ROWS.items()}

# What each green exchange card may displace besides the Czar and Carpenter (5.4, 5.5).
WORKERS_OF = {
    "carpenter_workshop": ["lumberjack"],
    "gold_smelter": ["gold_miner"],
    "weaving_mill": ["shepherd"],
    "fur_shop": ["fur_trapper"],
    "wharf": [id for id in ROWS if id.startswith("ship_builder")],
    "czar_superstar": [],
    "obshchina": ["new_farmer"],
    "new_society_card": [id for id, row in ROWS.items() if row["deck"] == "worker"],
}
CZARS = [id for id in ROWS if id.startswith("czar_and_carpenter")]


# Data (A)


@pytest.mark.parametrize(
    ("deck", "n_cards"), [("worker", 31), ("building", 28), ("noble", 27), ("exchange", 30)]
)
def test_the_2004_game_has_this_many_cards_in_a_deck(deck: str, n_cards: int) -> None:
    # A.2, and the pile of a new game with what lies open
    copies = sum(int(row["copies_2004"]) for row in CARD_ROWS if row["deck"] == deck)
    table = game(players=2).new(seed=1)
    assert copies == n_cards
    assert pile(table, deck) + (upper(table).total() if deck == "worker" else 0) == n_cards


def test_the_2004_exchange_deck_has_ten_cards_of_each_colour() -> None:
    # A.2
    colors: Counter[str] = Counter()
    for id in EXCHANGE_2004:
        colors[COLOR_OF[id]] += int(ROWS[id]["copies_2004"])
    assert colors == {"green": 10, "blue": 10, "red": 10}


def test_a_new_game_is_made_of_exactly_the_copies_of_the_card_list() -> None:
    # 1.2
    dealt = game(players=4).new(seed=3).setup["decks"]
    for deck in DECKS:
        wanted = {
            row["id"]: int(row["copies_2004"])
            for row in CARD_ROWS
            if row["deck"] == deck and row["copies_2004"] != "0"
        }
        assert Counter(dealt[deck]) == wanted


def test_green_exchange_cards_have_one_one_two_three_and_three_copies() -> None:
    # 16
    green = ("carpenter_workshop", "gold_smelter", "weaving_mill", "fur_shop", "wharf")
    assert [int(ROWS[id]["copies_2004"]) for id in green] == [1, 1, 2, 3, 3]


@every(
    ("card", "cost", "rubles", "points"),
    [
        ("patriarch", 16, 0, 4),
        ("tax_man", 17, 0, 0),
        ("chamber_maid", 8, 0, 2),
        ("weapon_master", 8, 4, 0),
        ("observatory_2004", 6, 0, 1),
        ("judge_2004", 16, 5, 2),
        ("mistress_of_ceremonies_2004", 18, 6, 3),
        ("mariinsky_theater_2004", 10, 0, 0),
    ],
)
def test_numbers_that_other_implementations_have_wrong(
    card: str, cost: int, rubles: int, points: int
) -> None:
    # 1.3, 16
    entry = CARDS[CARD_OF[card]]
    assert (entry.cost, entry.rubles, entry.points) == (cost, rubles, points)


@every("row", CARD_ROWS)
def test_every_row_of_the_card_list_is_read_as_it_stands(row: dict[str, str]) -> None:
    # A.1
    entry = CARDS[CARD_OF[row["id"]]]
    assert row["name_en"] and row["name_ru"] and row["same_as"]
    assert row["confidence"] in ("certain", "high", "medium")
    is_purple = row["color"] == "purple"
    assert int(row["cost"]) == 0 or not is_purple
    assert entry.cost == (UNPAYABLE if is_purple else int(row["cost"]))
    assert bool(entry.placing == Placing.NEVER) is is_purple
    printed = int(row["rubles"])  # the Sycophant's -1 is an upkeep (7.4)
    assert (entry.rubles, entry.points) == (max(0, printed), int(row["points"]))
    assert printed >= 0 or row["power"] == "sycophant"
    good, _, n_goods = row["goods"].partition(":")
    assert (entry.good, entry.n_goods) == ((Good[good.upper()], int(n_goods)) if good else (-1, 0))
    assert entry.worth == int(row["value_when_displaced"] or 0)
    assert Color(entry.color).name.lower() == row["color"]
    assert Deck(entry.deck).name.lower() == row["deck"]
    symbols = {symbol.name.lower() for symbol in Symbol if (entry.symbols >> symbol) & 1}
    assert symbols == set(filter(None, row["worker_symbols"].split("+")))


def test_there_are_121_designs_with_different_ids() -> None:
    # A.1
    assert len(CARD_ROWS) == len(ROWS) == 121


def test_only_plain_workers_buildings_and_nobles_have_a_value_when_displaced() -> None:
    # 2, 5.4
    for row in CARD_ROWS:
        plain = row["is_exchange"] == "0" and row["color"] in ("green", "blue", "red")
        assert bool(row["value_when_displaced"]) is plain, row["id"]


def test_the_value_when_displaced_is_the_cost_except_for_the_villages() -> None:
    # 2
    for row in CARD_ROWS:
        if row["value_when_displaced"] and row["power"] != "potemkin_village":
            assert row["value_when_displaced"] == row["cost"], row["id"]


def test_every_power_row_names_a_known_effect_and_power() -> None:
    # 8
    powers = {row["power"] for row in CARD_ROWS}
    for row in POWER_ROWS:
        assert row["power"] in powers
        assert row["effect"].upper() in Effect.__members__


# Displacement (5.4)


def may_displace(card: str, old: str) -> bool:
    """5.4 in words of the rules, without symbols or bits."""
    if card not in EXCHANGE or old in EXCHANGE or COLOR_OF[card] != COLOR_OF[old]:
        return False
    return COLOR_OF[card] != "green" or old in CZARS or old in WORKERS_OF[card]


@every("card", IDS)
def test_the_table_of_targets_holds_exactly_what_a_card_may_displace(card: str) -> None:
    # 5.4, for the cards of every edition and expansion
    bits = int(CARDS[CARD_OF[card]].targets)
    found = {IDS[old] for bit, old in enumerate(TARGET_CARDS) if (bits >> bit) & 1}
    assert found == {old for old in IDS if may_displace(card, old)}


def everything_but(card: str) -> str:
    """One copy of each other card of the 2004 game."""
    return " ".join(other for other in IN_2004 if other != card)


@every("verb", ["buy", "play"])
@every("card", EXCHANGE_2004)
def test_an_exchange_card_is_offered_over_exactly_what_it_may_displace(card: str, verb: str) -> None:
    # 5.4
    where = {"upper": card} if verb == "buy" else {"hand": [card]}
    table = position(area=[everything_but(card)], **where)
    wanted = {f"{verb} {card} over {old}" for old in IN_2004 if may_displace(card, old)}
    assert {move for move in notations(table) if move.startswith(verb)} == wanted
    for old in IN_2004:
        if old != card and not may_displace(card, old):
            assert "may not displace" in refusal(table, f"{verb} {card} over {old}")


@every("card", [id for id in EXCHANGE_2004 if COLOR_OF[id] == "blue"])
def test_a_face_down_observatory_may_not_be_displaced(card: str) -> None:
    # 5.4
    table = position(phase="building", area=["observatory"], face_down=["observatory"], upper=card)
    assert not any(move.startswith("buy") for move in notations(table))
    assert "face down" in refusal(table, f"buy {card} over observatory")


def test_the_face_up_one_of_two_observatories_may_be_displaced() -> None:
    # 5.4, 8.7
    table = position(
        phase="building", area=["observatory observatory"], face_down=["observatory"], upper="bank harbor"
    )
    play(table, "buy bank over observatory", "pass")
    assert area(table, 0) == {"observatory_2004": 1, "bank_2004": 1}
    assert table.view()["players"][0]["face_down"] == {"observatory_2004": 1}
    assert "face down" in refusal(table, "buy harbor over observatory")


def test_of_several_copies_only_one_is_displaced() -> None:
    # 5.4, invariant 15
    table = play(position(area=["market market market"], upper="bank"), "buy bank over market")
    assert area(table, 0) == {"market_2004": 2, "bank_2004": 1}
    assert table.view()["discard"] == {"market_2004": 1}


# Prices (5)


def test_st_isaacs_over_the_village_costs_nine_whatever_the_village_cost() -> None:
    # 5.6: 15 - 6
    table = position(lower="potemkin_village", upper="st_isaacs_cathedral")
    assert price(table, "buy potemkin_village low") == 1
    play(table, "buy potemkin_village low", "pass")
    assert price(table, "buy st_isaacs_cathedral over potemkin_village") == 9


def test_senator_over_a_judge_with_the_gold_smelter_costs_one() -> None:
    # 5.6: 12 - 16 - 1 < 1
    table = position(area=["judge gold_smelter"], upper="senator", rubles=[1])
    assert price(table, "buy senator over judge") == 1


def test_a_cheaply_bought_ship_builder_counts_its_printed_cost() -> None:
    # 5.6: 12 - 7
    table = position(area=["ship_builder ship_builder ship_builder"], lower="ship_builder", upper="wharf")
    assert price(table, "buy ship_builder low") == 3
    play(table, "buy ship_builder low", "pass")
    assert price(table, "buy wharf over ship_builder") == 5


def test_same_cards_in_hands_and_other_areas_make_nothing_cheaper() -> None:
    # 5.2
    table = position(area=["", "author author"], hand=["author", "author"], upper="author")
    assert price(table, "buy author") == 4
    assert price(table, "play author") == 4


def test_a_price_that_is_exactly_in_the_purse_can_be_paid_and_one_ruble_less_not() -> None:
    # 5.3
    assert price(position(rubles=[17], upper="library"), "buy library") == 17
    table = position(rubles=[16], upper="library")
    assert "17 rubles and you have 16 rubles" in refusal(table, "buy library")


def test_a_target_that_makes_the_card_affordable_is_offered_alone() -> None:
    # 5.1, 5.4
    table = position(rubles=[5], area=["market customs_house pub"], upper="bank")
    buys = [move for move in notations(table) if move.startswith("buy")]
    assert buys == ["buy bank_2004 over customs_house"]


def test_the_drawn_card_has_no_lower_row_reduction_but_all_others() -> None:
    # 5.2, 8.7
    table = position(
        phase="building",
        area=["observatory library carpenter_workshop"],
        lower="library",
        top={"building": "library"},
    )
    assert price(table, "buy library low") == 17 - 1 - 1 - 1
    play(table, "observe building")
    assert price(table, "buy library") == 17 - 1 - 1


# Powers (8)


def test_the_carpenter_workshop_makes_every_building_cheaper() -> None:
    # 8.2
    table = position(
        area=["carpenter_workshop market", ""], upper="library bank author", lower="customs_house"
    )
    assert price(table, "buy library") == 16
    assert price(table, "buy bank over market") == 7
    assert price(table, "buy customs_house low") == 6
    assert price(table, "buy author") == 4
    assert price(play(table, "pass"), "buy library") == 17  # its owner alone


def test_the_gold_smelter_makes_every_noble_cheaper() -> None:
    # 8.3
    table = position(area=["gold_smelter author"], upper="controller senator library", lower="judge")
    assert price(table, "buy controller") == 13
    assert price(table, "buy senator over author") == 7
    assert price(table, "buy judge low") == 14
    assert price(table, "buy library") == 17
    assert price(play(table, "pass"), "buy controller") == 14


def test_a_discount_works_from_the_moment_its_card_is_placed() -> None:
    # 5.2
    table = position(area=["lumberjack gold_miner"], upper="carpenter_workshop gold_smelter library author")
    play(table, "buy carpenter_workshop over lumberjack", "pass", "buy gold_smelter over gold_miner", "pass")
    assert price(table, "buy library") == 16
    assert price(table, "buy author") == 3


def test_the_potemkin_village_brings_nothing_and_counts_six() -> None:
    # 8.4
    table = position(phase="building", area=["potemkin_village"], upper="winter_palace")
    assert income(pass_round(table.copy())) == {}
    assert price(table, "buy winter_palace over potemkin_village") == 13


def test_the_potemkin_village_itself_is_reduced_as_usual() -> None:
    # 8.4
    assert price(position(lower="potemkin_village"), "buy potemkin_village low") == 1


@pytest.mark.parametrize(("rubles", "is_asked"), [(0, False), (1, False), (2, True)])
def test_only_an_owner_with_two_rubles_is_asked_in_the_pub(rubles: int, is_asked: bool) -> None:
    # 4.5 D7
    table = play(position(phase="building", area=["pub"], rubles=[rubles]), "pass", "pass")
    assert (decision(table) == "pub") is is_asked


def test_income_of_the_same_scoring_may_be_spent_in_the_pub() -> None:
    # 7.3, 8.5
    table = play(position(phase="building", area=["pub bank"], rubles=[0]), "pass", "pass")
    assert notations(table) == ["pub 0", "pub 1", "pub 2"]


def test_a_pub_placed_in_this_phase_is_asked_in_it() -> None:
    # 8.5
    table = play(position(phase="building", upper="pub"), "buy pub", "pass", "pass")
    assert decision(table) == "pub"


def test_the_pub_is_asked_in_building_phases_only() -> None:
    # 8.5
    table = position(phase="noble", area=["pub"])
    for _ in PHASES:
        asked_in = table.phase
        play(table, "pass", "pass")
        assert (decision(table) == "pub") is (asked_in == "building")
        if decision(table) == "pub":
            play(table, "pub 0")


def test_points_in_the_pub_are_bought_before_the_nobles_are_laid_out() -> None:
    # R46
    table = play(position(phase="building", area=["pub"]), "pass", "pass")
    assert laid(table) == []
    assert len(laid(play(table, "pub 0"))) == 8


def test_the_warehouse_raises_the_hand_limit_to_four() -> None:
    # 8.6
    table = position(area=["warehouse"], hand=["author author pub"], upper="wharf wharf")
    play(table, "take wharf", "pass")
    assert len(hand(table, 0)) == 4
    assert "limit 4 cards" in refusal(table, "take wharf")


def test_a_warehouse_in_the_hand_raises_nothing() -> None:
    # 8
    table = position(hand=["author warehouse pub"], upper="wharf")
    assert "limit 3 cards" in refusal(table, "take wharf")


def test_the_reduction_is_due_also_when_the_observatorys_card_displaces_the_warehouse() -> None:
    # 8.6, D3 then D4
    table = position(
        phase="building",
        area=["warehouse observatory"],
        hand=["author author pub library"],
        top={"exchange": "bank"},
        warehouse_loss_discard=True,
    )
    play(table, "observe exchange", "buy bank over warehouse")
    assert (decision(table), table.to_move) == ("hand_reduce", 0)
    play(table, "discard library")
    assert (decision(table), table.to_move, len(hand(table, 0))) == ("action", 1, 3)


def observed(**more: object) -> Table:
    """An Observatory has just drawn a shepherd."""
    table = position(
        phase="building",
        area=["observatory"],
        top={"worker": "shepherd"},
        **more,  # type: ignore[arg-type]
    )
    return play(table, "observe worker")


def test_the_drawn_card_may_be_bought_taken_or_discarded() -> None:
    # 8.7, D3
    table = observed()
    assert notations(table) == ["buy shepherd", "take shepherd", "discard shepherd"]
    assert table.to_move == 0
    assert area(play(table.copy(), "buy shepherd"), 0) == {"observatory_2004": 1, "shepherd": 1}
    assert hand(play(table.copy(), "take shepherd"), 0) == ["shepherd"]
    assert play(table.copy(), "discard shepherd").view()["discard"] == {"shepherd": 1}


def test_the_drawn_card_is_no_card_of_the_rows() -> None:
    # 8.7
    table = observed(upper="shepherd")
    play(table, "buy shepherd")
    assert upper(table) == {"shepherd": 1}


def test_a_drawn_card_too_dear_for_a_full_hand_must_be_discarded() -> None:
    # 8.7, D3
    table = observed(rubles=[4], hand=["author author pub"])
    assert notations(table) == ["discard shepherd"]
    assert "5 rubles and you have 4 rubles" in refusal(table, "buy shepherd")
    assert "full" in refusal(table, "take shepherd")
    assert "something else" in refusal(table, "pass")


@pytest.mark.parametrize("phase", ["worker", "noble", "exchange"])
def test_the_observatory_is_used_in_the_building_phase_only(phase: str) -> None:
    # 8.7
    table = position(phase=phase, area=["observatory"])
    assert not any(move.startswith("observe") for move in notations(table))
    assert "building phase" in refusal(table, "observe worker")


@pytest.mark.parametrize("deck", DECKS)
def test_the_observatory_draws_from_every_pile_with_two_cards(deck: str) -> None:
    # 8.7
    table = position(phase="building", area=["observatory"], piles={deck: 2})
    assert f"observe {deck}" in notations(table)
    table = position(phase="building", area=["observatory"], piles={deck: 1})
    assert f"observe {deck}" not in notations(table)
    assert "observe worker" in notations(table) or deck == "worker"


def test_a_used_observatory_turns_up_with_the_new_round() -> None:
    # 8.7, 4.2
    table = play(observed(), "discard shepherd")
    assert "no Observatory" in refusal(play(table, "pass"), "observe worker")
    for phase in ("noble", "exchange"):
        pass_until(table, phase)
        assert table.view()["players"][0]["face_down"] == {"observatory_2004": 1}
    pass_until(table, "worker")
    assert table.view()["players"][0]["face_down"] == {}
    assert income(pass_round(pass_until(table, "building"))) == {0: (0, 1)}


def test_two_observatories_are_used_one_after_the_other() -> None:
    # 8.7
    table = position(
        phase="building", area=["observatory observatory"], top={"worker": "shepherd lumberjack"}
    )
    assert notations(table).count("observe worker") == 1
    play(table, "observe worker", "discard shepherd", "pass", "observe worker", "discard lumberjack", "pass")
    assert table.view()["players"][0]["face_down"] == {"observatory_2004": 2}
    assert "no Observatory" in refusal(table, "observe worker")


def test_an_observatory_bought_in_this_phase_may_be_used_in_it() -> None:
    # R16
    table = play(position(phase="building", upper="observatory"), "buy observatory", "pass")
    assert "observe noble" in notations(table)


def test_another_face_up_observatory_may_be_displaced_by_the_drawn_card() -> None:
    # 8.7
    table = position(phase="building", area=["observatory observatory"], top={"exchange": "bank"})
    play(table, "observe exchange")
    assert "buy bank_2004 over observatory_2004" in notations(table)


def test_the_mariinsky_theater_counts_exchange_nobles_and_no_others() -> None:
    # 8.8
    table = position(
        phase="building", area=["mariinsky_theater author pope lumberjack market", "author author"]
    )
    assert income(pass_round(table)) == {0: (2, 1)}  # the point is the Market's


def test_the_mariinsky_theater_brings_nothing_in_other_phases() -> None:
    # 8.8
    assert income(pass_round(position(phase="noble", area=["mariinsky_theater author"]))) == {0: (1, 0)}


def test_the_tax_man_counts_exchange_workers_and_no_others() -> None:
    # 8.9
    table = position(phase="noble", area=["tax_man lumberjack wharf fur_shop market author", "lumberjack"])
    assert income(pass_round(table)) == {0: (3 + 1, 0)}  # one ruble is the Author's


def test_the_tax_man_brings_nothing_in_the_worker_phase() -> None:
    # 8.9
    assert income(pass_round(position(area=["tax_man lumberjack"]))) == {0: (3, 0)}


@every("card", IN_2004)
def test_a_card_scores_its_printed_income_in_the_phase_of_its_colour_only(card: str) -> None:
    # 7.1 - 7.4, 7.6
    row = ROWS[card]
    printed = int(row["rubles"]), int(row["points"])
    own_phase = {"green": "worker", "blue": "building", "red": "noble"}[row["color"]]
    for phase in PHASES:
        table = play(position(phase=phase, area=[card], rubles=[0]), "pass", "pass")
        wanted = {0: printed} if phase == own_phase and any(printed) else {}
        assert income(table) == wanted, phase


def test_the_lower_row_reduction_is_for_the_lower_row_only() -> None:
    # 5.2; the same card in both rows is two choices
    table = position(upper="library", lower="library")
    assert price(table, "buy library") == 17
    assert price(table, "buy library low") == 16
    play(table, "buy library low")
    assert (upper(table), lower(table)) == ({"library": 1}, {})


def test_short_names_mean_the_2004_cards() -> None:
    # the helper of these tests
    assert [card_id(word) for word in ("bank", "bank_2004", "pub")] == ["bank_2004", "bank_2004", "pub"]


def test_cards_are_known_by_what_they_are_worth() -> None:
    worth = np.array([int(CARDS[card].worth) for card in TARGET_CARDS])
    for rubles in range(MAX_WORTH + 2):
        bits = (int(WORTH_AT_LEAST[rubles]) >> np.arange(len(worth))) & 1
        assert bits.tolist() == (worth >= rubles).astype(int).tolist()
    assert WORTH_AT_LEAST[-1] == 0
