"""The worked examples of rules.md 14 with the Market, and of refused settings, with its numbers."""

from __future__ import annotations

from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.cards import CARD_ROWS
from tests.cases import every
from tests.games.petersburg.positions import (
    MARKET,
    buy_out,
    decision,
    discarded,
    every_card,
    game,
    goods,
    laid,
    markers,
    n_open,
    notations,
    pass_actions,
    pass_round,
    pass_until,
    pile,
    play,
    position,
    price,
    refusal,
    setup,
    verbs,
)

PETER, HOLGER, CHIYE, KONRAD, GIULIANO = range(5)


def test_e76_a_grain_sack_is_two_grain() -> None:
    table = position(phase="market", rubles=[4], upper="grain_sack", **MARKET)
    play(table, "buy grain_sack")
    assert (table.money[0], goods(table, 0)) == (0, {"grain": 2})


E77_CARDS = (
    "chick field grain_sack special_grain_crate apple_crate apple_crate single_apple single_fish "
    "vegetable_garden vegetable_basket"
)


def test_e77_the_market_phase_of_round_one_lays_out_ten_cards() -> None:
    starts = {"market": PETER, "worker": 1, "building": 2, "noble": 3, "exchange": 4}
    five = game(5, **MARKET)
    table = buy_out(five.new(setup=setup(five, starts, market=E77_CARDS)))
    assert (table.phase, table.to_move, laid(table)) == ("market", PETER, E77_CARDS.split())
    before = goods(table, PETER).get("chicken", 0)
    assert price(table, "buy chick") == 5
    play(table, "buy chick")
    assert goods(table, PETER)["chicken"] == before + 1


def test_e78_the_tile_three_one_with_five_players() -> None:
    table = position(
        5,
        "market",
        round_no=3,
        area=[
            "fish_basket vegetable_basket",
            "chicken_coop",
            "hen market_2014_cabbage vegetable_garden",
            "hen grain_sack single_cabbage",
            "single_apple",
        ],
        **MARKET,
    )
    assert [goods(table, seat) for seat in range(5)] == [
        {"fish": 2, "cabbage": 2},
        {"chicken": 3},
        {"chicken": 2, "cabbage": 4},
        {"chicken": 2, "grain": 2, "cabbage": 1},
        {"apple": 1},
    ]
    pass_round(table)
    sums = {KONRAD: 4, CHIYE: 4, PETER: 4, HOLGER: 3, GIULIANO: 3}
    assert dict(enumerate(table.scores)) == sums


def test_e79_a_shared_first_place_leaves_no_second() -> None:
    table = position(
        4,
        "market",
        round_no=5,
        area=[
            "fish_basket fish_basket apple_orchard",
            "caviar single_fish single_apple",
            "single_fish single_fish market_2014_fish single_apple",
            "vegetable_basket",
        ],
        **MARKET,
    )
    assert [goods(table, seat) for seat in range(4)] == [
        {"fish": 4, "apple": 3},
        {"fish": 4, "apple": 1},
        {"fish": 3, "apple": 1},
        {"cabbage": 2},
    ]
    assert pass_round(table).scores == [5 + 5, 5 + 2, 2, 5]


def crate(rubles: int) -> Table:
    table = position(
        phase="market", round_no=4, rubles=[rubles], area=["special_fish_crate single_fish"], **MARKET
    )
    assert goods(table, 0) == {"fish": 5}
    return pass_actions(table)


def test_e80_a_crate_that_cannot_be_paid_is_lost_without_a_question() -> None:
    table = crate(1)
    assert table.phase == "building"
    assert (table.money[0], goods(table, 0)) == (3, {"fish": 1})
    assert discarded(table) == {"special_fish_crate": 1}


@pytest.mark.parametrize(("answer", "rubles", "fish"), [("special_fish_crate", 0, 5), ("none", 4, 1)])
def test_e80_a_crate_may_be_paid_or_given_up(answer: str, rubles: int, fish: int) -> None:
    table = crate(2)
    assert (decision(table), table.to_move, table.money[0]) == ("upkeep", 0, 4)
    assert notations(table) == ["keep none", "keep special_fish_crate"]
    play(table, f"keep {answer}")
    assert (table.money[0], goods(table, 0)) == (rubles, {"fish": fish})


def test_e81_an_exchange_moves_the_goods() -> None:
    table = position(area=["market_2014_chicken"], upper="bank_2014", **MARKET)
    assert goods(table, 0) == {"chicken": 1}
    assert price(table, "buy bank_2014 over market_2014_chicken") == 8
    play(table, "buy bank_2014 over market_2014_chicken")
    assert goods(table, 0) == {"grain": 1}


def test_e82_a_question_mark_gets_a_tile_that_returns_with_the_card() -> None:
    board = "ship_builder_2014_any czar_and_carpenter_2014 wharf"
    table = position(upper=board, **MARKET)
    play(table, "buy ship_builder_2014_any as fish")
    assert goods(table, 0) == {"fish": 1}
    assert table.view()["market"]["tiles"] == {"ship_builder_2014_any": "fish"}
    offered = [move.rpartition(" ")[2] for move in verbs(table, "buy czar_and_carpenter_2014")]
    assert offered == ["chicken", "grain", "apple", "cabbage"]
    assert "tile" in refusal(table, "buy czar_and_carpenter_2014 as fish")
    play(table, "pass")
    assert price(table, "buy wharf over ship_builder_2014_any") == 5
    play(table, "buy wharf over ship_builder_2014_any")
    assert goods(table, 0) == {}
    assert "buy czar_and_carpenter_2014 as fish" in notations(table)


TILES = [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (6, 3), (6, 3)]


@every(("round_no", "tile"), list(enumerate(TILES, start=1)))
def test_e83_every_round_has_its_value_tile(round_no: int, tile: tuple[int, int]) -> None:
    table = position(phase="market", round_no=round_no, area=["hen", "chick"], **MARKET)
    shown = table.view()["market"]
    assert (shown["first"], shown["second"]) == tile
    assert tuple(pass_round(table).scores) == tile


def test_e84_with_two_players_all_five_markers_are_swapped() -> None:
    names = {"worker": 0, "market": 0, "building": 0, "noble": 1, "exchange": 1}
    table = position(phase="exchange", to_move=1, markers=names, **MARKET)
    pass_round(table)
    assert markers(table) == {marker: 1 - seat for marker, seat in names.items()}


CUSTOM = every_card()
WORKERS = [row["id"] for row in CARD_ROWS if row["deck"] == "worker"]


@every(
    ("wrong", "hint"),
    [
        ({"players": 5}, "2004 + banquet + new_society (2-5)"),
        ({"players": 5, "expansions": ["banquet"]}, "2014 + market (2-5)"),
        ({"players": 5, "edition": "2014"}, "2004 + new_society (2-5)"),
        ({"players": 4, "custom_cards": {**CUSTOM, "chick": 1}}, "market"),
        ({"players": 4, "custom_cards": {**CUSTOM, "czar_2004": 2}}, "1"),
        ({"players": 4, "custom_cards": {**CUSTOM, "czar_and_carpenter_2004": 2}}, "1"),
    ],
)
def test_e87_impossible_settings_are_refused(wrong: dict[str, Any], hint: str) -> None:
    with pytest.raises(bm.OptionError) as caught:
        bm.game("petersburg", **wrong)
    for language in ("en", "ru"):
        assert hint in caught.value.text(language)


@pytest.mark.parametrize(("workers", "is_enough"), [(8, False), (9, True)])
def test_e87_a_custom_game_of_four_needs_nine_workers(workers: int, is_enough: bool) -> None:
    deck = {row: n for row, n in CUSTOM.items() if row not in WORKERS}
    options: dict[str, Any] = {"custom_cards": deck | {"lumberjack": 6, "gold_miner": workers - 6}}
    if is_enough:
        assert n_open(game(4, **options).new(seed=1)) == 8
        return
    with pytest.raises(bm.OptionError, match="9"):
        game(4, **options)


def test_e88_the_last_card_of_the_market_pile_may_not_be_drawn() -> None:
    table = position(phase="building", area=["observatory_2014"], piles={"market": 1, "worker": 5}, **MARKET)
    assert "observe worker" in notations(table)
    assert "observe market" not in notations(table)
    assert "last card" in refusal(table, "observe market")


@pytest.mark.parametrize("ends", [True, False])
def test_e89_the_end_of_the_market_pile_ends_the_game_by_option(ends: bool) -> None:
    options = MARKET if ends else {**MARKET, "market_pile_ends_game": False}
    table = position(upper="author pub", piles={"market": 5}, **options)
    pass_round(table)
    assert (table.phase, pile(table, "market"), len(laid(table))) == ("market", 0, 5)
    assert table.view()["last_round"] is ends
    pass_round(pass_until(table, "exchange"))
    assert table.over is ends
    if not ends:
        assert table.round == 3
        pass_until(table, "market")
        assert (laid(table), table.view()["last_round"]) == ([], False)
