"""The worked examples of rules.md 14 in the 2014 edition, with its own cards; the numbers are its numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from burgomaster.core.table import Table
from tests.games.petersburg.positions import (
    NEW,
    decision,
    discarded,
    game,
    hand,
    ids,
    income,
    laid,
    markers,
    n_open,
    notations,
    pass_count,
    pass_round,
    pass_until,
    pile,
    play,
    position,
    price,
    refusal,
    setup,
    upper,
)

KONRAD, CHIYE, GIULIANO, HOLGER = range(4)
STARTS = {"worker": KONRAD, "noble": CHIYE, "building": GIULIANO, "exchange": HOLGER}
WORKERS = "lumberjack lumberjack gold_miner gold_miner ship_builder_2014_any " + "fur_trapper " * 3
BUILDINGS = "potemkin_village market_2014_apple market_2014_fish firehouse hospital library theater theater"


def en2_table() -> Table:
    """The second edition's example, with the cards it shows on top of the piles."""
    en2 = game(players=4, **NEW)
    nobles = "controller author author administrator secretary"
    return en2.new(setup=setup(en2, STARTS, worker=WORKERS, building=BUILDINGS, noble=nobles))


def after_e28() -> Table:
    table = en2_table()
    play(table, "buy lumberjack", "buy lumberjack", "buy gold_miner", "buy gold_miner")
    return play(table, *["buy fur_trapper"] * 3, "buy ship_builder_2014_any")


E30_MOVES = (
    "buy market_2014_apple",
    "take potemkin_village",
    "take library",
    "pass",
    "take hospital",
    "pass",
    "pass",
    "buy firehouse",
    "pass",
    "pass",
    "pass",
)


def test_e28_the_first_worker_phase_needs_no_passes() -> None:
    table = after_e28()
    assert table.phase == "building"
    assert income(table) == dict.fromkeys(range(4), (6, 0))
    assert table.money == [22, 22, 21, 20]
    assert not any("pass" in move for move in table.history)
    assert len(laid(table)) == 8  # the board was empty


def test_e29_in_the_first_phase_a_second_lumberjack_costs_two_and_must_be_bought() -> None:
    table = play(en2_table(), "buy lumberjack", "buy gold_miner", "buy gold_miner", "buy fur_trapper")
    assert table.to_move == KONRAD
    assert price(table, "buy lumberjack") == 2
    assert "must buy" in refusal(table, "pass")
    assert "must buy" in refusal(table, "take lumberjack")
    assert {move.split()[0] for move in notations(table)} == {"buy"}


def test_e30_the_building_phase() -> None:
    table = after_e28()
    assert table.to_move == GIULIANO
    counts = [pass_count(play(table, move)) for move in E30_MOVES]
    assert counts == [0, 0, 0, 1, 0, 1, 2, 0, 1, 2, 3]
    play(table, "pass")  # the fourth in a row
    assert table.phase == "noble"
    assert table.scores == [0, 3, 1, 0]
    assert [table.money[seat] for seat in (GIULIANO, HOLGER, KONRAD, CHIYE)] == [16, 20, 22, 11]
    assert upper(table) - Counter(laid(table)) == Counter(ids("market_2014_fish theater theater"))


def test_e31_the_noble_phase_scores_nothing_but_nobles() -> None:
    table = play(after_e28(), *E30_MOVES, "pass")
    assert (len(laid(table)), n_open(table)) == (5, 8)
    play(table, "pass", "buy controller")
    assert table.money[GIULIANO] == 2
    play(table, *["pass"] * 4)
    assert income(table) == {GIULIANO: (4, 1)}
    assert (table.money[GIULIANO], table.scores[GIULIANO]) == (6, 2)


def test_e32_what_is_left_moves_down_and_gets_cheaper() -> None:
    board = "market_2014_fish theater theater"
    table = position(4, "exchange", to_move=HOLGER, upper=board, round_no=1, markers=STARTS, **NEW)
    pass_round(table)
    assert (table.round, len(laid(table))) == (2, 5)
    assert markers(table) == {"exchange": KONRAD, "worker": CHIYE, "noble": GIULIANO, "building": HOLGER}
    assert price(table, "buy market_2014_fish low") == 4
    assert price(table, "buy theater low") == 19
    play(table, "buy theater low")
    assert price(table, "buy theater low") == 19  # for the next player, who has none


def test_e35_a_refill_that_empties_a_pile_makes_this_round_the_last() -> None:
    board = "lumberjack shepherd author pub"
    table = pass_round(position(upper=board, piles={"building": 3}, round_no=4, **NEW))
    assert (len(laid(table)), n_open(table)) == (3, 7)
    assert table.view()["last_round"]
    pass_until(table, "exchange")
    assert not table.over
    pass_round(table)
    assert (table.over, table.round) == (True, 4)


def test_e36_workers_running_out_make_the_new_round_the_last() -> None:
    table = position(4, "exchange", upper="author author pub", piles={"worker": 4}, round_no=5, **NEW)
    pass_round(table)
    assert (table.round, len(laid(table)), n_open(table), pile(table, "worker")) == (6, 4, 7, 0)
    assert table.view()["last_round"]
    pass_until(table, "exchange")
    assert not table.over
    pass_round(table)
    assert (table.over, table.round) == (True, 6)


@pytest.mark.parametrize(("cards", "is_last"), [(5, True), (6, False)])
def test_e37_only_an_empty_pile_ends_the_game(cards: int, is_last: bool) -> None:
    table = pass_round(position(upper="lumberjack shepherd author", piles={"building": cards}, **NEW))
    assert len(laid(table)) == 5
    assert table.view()["last_round"] is is_last


def final(rubles: list[int], score: list[int], **more: Any) -> Table:
    return pass_round(position(phase="exchange", rubles=rubles, score=score, last_round=True, **NEW, **more))


GIULIANOS = "author " * 2 + "administrator builder senator controller" + " warehouse_manager" * 2


@pytest.mark.parametrize(("rubles", "winners"), [(20, [0]), (21, [0, 1]), (22, [1])])
def test_e41_giuliano_has_21_points_for_nobles_2_for_money_and_1_ruble_left(
    rubles: int, winners: list[int]
) -> None:
    table = final([21, rubles], [0, 21], area=[GIULIANOS])
    assert table.scores == [23, 23]
    assert table.winners == winners


TWELVE = (
    "author administrator warehouse_manager secretary controller abbot_2014 judge_2014 "
    "mistress_of_ceremonies_2014 weapon_master chamber_maid builder senator"
)


def test_e43_twelve_different_nobles_count_fifty_five() -> None:
    assert final([0, 0], [0, 0], area=[TWELVE]).scores[0] == 55


@pytest.mark.parametrize(("rubles", "winners"), [([29, 31], [0]), ([24, 34], [0, 1])])
def test_e44_the_rubles_left_over_break_a_tie(rubles: list[int], winners: list[int]) -> None:
    table = final(rubles, [59, 58])
    assert table.scores == [61, 61]
    assert table.winners == winners


@pytest.mark.parametrize(("card", "paid"), [("wharf", 4), ("fur_shop", 2), ("carpenter_workshop", 1)])
def test_e46_exchange_workers_over_the_czar_and_carpenter(card: str, paid: int) -> None:
    table = position(area=["czar_and_carpenter_2014"], upper=card, **NEW)
    assert price(table, f"buy {card} over czar_and_carpenter_2014") == paid


def test_e50_losing_the_warehouse_forces_the_hand_down_to_three() -> None:
    table = position(
        area=["warehouse"], hand=["author author administrator pub"], upper="bank_2014 lumberjack", **NEW
    )
    assert price(table, "buy bank_2014 over warehouse") == 11
    play(table, "buy bank_2014 over warehouse")
    assert (decision(table), table.to_move) == ("hand_reduce", 0)
    assert sorted(notations(table)) == ["discard administrator", "discard author", "discard pub"]
    play(table, "discard pub")
    assert sorted(hand(table, 0)) == ["administrator", "author", "author"]
    assert discarded(table) == {"warehouse": 1, "pub": 1}
    assert (decision(table), table.to_move) == ("action", 1)


def test_e50_the_bank_played_from_the_hand_has_already_left_it() -> None:
    table = position(area=["warehouse"], hand=["author author administrator bank_2014"], **NEW)
    play(table, "play bank_2014 over warehouse")
    assert (decision(table), table.to_move, len(hand(table, 0))) == ("action", 1, 3)


def test_e56_the_mariinsky_theater_brings_a_point_a_noble() -> None:
    area = "mariinsky_theater_2014 author author judge_2014 abbot_2014 senator"
    table = position(phase="building", area=[area], **NEW)
    assert income(pass_round(table)) == {0: (0, 5)}
