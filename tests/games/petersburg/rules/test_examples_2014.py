"""The worked examples of rules.md 14 in the 2014 edition, with its own cards; the numbers are its numbers."""

from __future__ import annotations

import pytest

from tests.games.petersburg.positions import (
    CHIYE,
    EN2_STARTS,
    GIULIANO,
    HOLGER,
    KONRAD,
    NEW,
    decision,
    discarded,
    finished,
    hand,
    income,
    laid,
    markers,
    n_open,
    notations,
    pass_round,
    pass_until,
    pile,
    play,
    position,
    price,
)


def test_e32_what_is_left_moves_down_and_gets_cheaper() -> None:
    board = "market_2014_fish theater theater"
    table = position(4, "exchange", to_move=HOLGER, upper=board, round_no=1, markers=EN2_STARTS, **NEW)
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


TWELVE = (
    "author administrator warehouse_manager secretary controller abbot_2014 judge_2014 "
    "mistress_of_ceremonies_2014 weapon_master chamber_maid builder senator"
)


def test_e43_twelve_different_nobles_count_fifty_five() -> None:
    assert finished(area=[TWELVE], rubles=[0, 0], **NEW).scores[0] == 55


@pytest.mark.parametrize(("rubles", "winners"), [([29, 31], [0]), ([24, 34], [0, 1])])
def test_e44_the_rubles_left_over_break_a_tie(rubles: list[int], winners: list[int]) -> None:
    table = finished(rubles=rubles, score=[59, 58], **NEW)
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
