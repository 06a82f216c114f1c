"""The cards: their data (rules.md 1.2, A), prices (5), displacement (5.4) and powers (8)."""

from __future__ import annotations

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
    decision,
    hand,
    laid,
    lower,
    notations,
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
    # A.1, 2
    assert CARD_ROWS[CARD_OF[row["id"]]] is row
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
    worth, is_plain = row["value_when_displaced"], row["is_exchange"] == "0"
    assert entry.worth == int(worth or 0)
    assert bool(worth) is (is_plain and row["color"] in ("green", "blue", "red"))
    assert worth in ("", row["cost"]) or row["power"] == "potemkin_village"
    assert Color(entry.color).name.lower() == row["color"]
    assert Deck(entry.deck).name.lower() == row["deck"]
    symbols = {symbol.name.lower() for symbol in Symbol if (entry.symbols >> symbol) & 1}
    assert symbols == set(filter(None, row["worker_symbols"].split("+")))


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


def test_the_face_up_one_of_two_observatories_may_be_displaced() -> None:
    # 5.4, 8.7
    table = position(
        phase="building", area=["observatory observatory"], face_down=["observatory"], upper="bank harbor"
    )
    play(table, "buy bank over observatory", "pass")
    assert area(table, 0) == {"observatory_2004": 1, "bank_2004": 1}
    assert table.view()["players"][0]["face_down"] == {"observatory_2004": 1}
    assert "face down" in refusal(table, "buy harbor over observatory")


# Prices (5)


def test_same_cards_in_hands_and_other_areas_make_nothing_cheaper() -> None:
    # 5.2
    table = position(area=["", "author author gold_smelter"], hand=["author", "author"], upper="author")
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


@pytest.mark.parametrize(("rubles", "is_asked"), [(0, False), (1, False), (2, True)])
def test_only_an_owner_with_two_rubles_is_asked_in_the_pub(rubles: int, is_asked: bool) -> None:
    # 4.5 D7
    table = play(position(phase="building", area=["pub"], rubles=[rubles]), "pass", "pass")
    assert (decision(table) == "pub") is is_asked


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


def test_the_lower_row_reduction_is_for_the_lower_row_only() -> None:
    # 5.2; the same card in both rows is two choices
    table = position(upper="library", lower="library")
    assert price(table, "buy library") == 17
    assert price(table, "buy library low") == 16
    play(table, "buy library low")
    assert (upper(table), lower(table)) == ({"library": 1}, {})


def test_cards_are_known_by_what_they_are_worth() -> None:
    worth = np.array([int(CARDS[card].worth) for card in TARGET_CARDS])
    for rubles in range(MAX_WORTH + 2):
        bits = (int(WORTH_AT_LEAST[rubles]) >> np.arange(len(worth))) & 1
        assert bits.tolist() == (worth >= rubles).astype(int).tolist()
    assert WORTH_AT_LEAST[-1] == 0
