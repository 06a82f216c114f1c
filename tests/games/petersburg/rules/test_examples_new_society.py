"""The worked examples of rules.md 14 with the New Society; the numbers are its numbers."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.events import Event
from tests.games.petersburg.positions import (
    FIVE_MARKERS,
    MARKET,
    SOCIETY,
    area,
    decision,
    discarded,
    game,
    hand,
    income,
    laid,
    last_events,
    lower,
    markers,
    n_open,
    notations,
    pass_actions,
    pass_round,
    pass_until,
    play,
    position,
    price,
    refusal,
    turned,
    upper,
    verbs,
)


def five() -> Table:
    return game(5, marker_deal=FIVE_MARKERS, **SOCIETY).new(seed=1)


def test_e33_with_five_players_the_disc_brings_two_rubles_and_two_points() -> None:
    table = five()
    assert upper(table).total() == 10
    assert table.money == [25, 25, 25, 25, 27]
    assert table.scores == [0, 0, 0, 0, 2]


def test_e33_when_seven_workers_are_gone_five_buildings_are_laid_out() -> None:
    table = five()
    for _ in range(7):
        play(table, verbs(table, "take")[0])
    pass_round(table)
    assert (table.phase, len(laid(table))) == ("building", 5)


def test_e33_when_nobody_takes_a_worker_no_card_is_laid_out_in_the_whole_round() -> None:
    table = five()
    board = upper(table)
    for phase in ("building", "noble", "exchange", "worker"):
        pass_until(table, phase)
        assert (laid(table), n_open(table)) == ([], 10)
    assert (table.round, lower(table), upper(table).total()) == (2, board, 0)


def test_e34_with_five_players_the_markers_move_two_seats() -> None:
    table = five()
    for phase in ("building", "noble", "exchange", "worker"):
        pass_until(table, phase)
    assert markers(table) == {"worker": 2, "building": 3, "noble": 4, "exchange": 0, "disc": 1}
    assert table.scores == [0, 2, 0, 0, 2]
    assert table.money == [25, 25, 25, 25, 27]


def test_e34_with_five_players_at_the_market_the_markers_move_one_seat() -> None:
    names = {"worker": 0, "market": 1, "building": 2, "noble": 3, "exchange": 4}
    table = pass_round(position(5, "exchange", to_move=4, markers=names, round_no=2, **MARKET))
    assert markers(table) == {"worker": 1, "market": 2, "building": 3, "noble": 4, "exchange": 0}
    assert table.scores == [0] * 5


def test_e59_the_obshchina_is_not_cheaper_for_itself_but_makes_green_cards_cheaper() -> None:
    board = "obshchina lumberjack wharf library author"
    table = position(area=["new_farmer ship_builder"], upper=board, **SOCIETY)
    assert price(table, "buy obshchina over new_farmer") == 4
    play(table, "buy obshchina over new_farmer", "pass")
    assert price(table, "buy lumberjack") == 2
    assert price(table, "buy wharf over ship_builder") == 4
    assert (price(table, "buy library"), price(table, "buy author")) == (17, 4)


def test_e61_the_guild_hall_pays_for_trading_house_and_pub() -> None:
    cards = "guild_hall trading_house pub market"
    table = pass_actions(position(phase="building", area=[cards], rubles=[1], **SOCIETY))
    assert (decision(table), table.to_move) == ("guild_split", 0)
    assert notations(table) == ["guild 0", "guild 1", "guild 2", "guild 3", "guild 4"]
    play(table, "guild 4")
    assert (table.money[0], table.scores[0]) == (5, 1)
    assert (decision(table), notations(table)) == ("trading_house", ["trade", "decline"])
    play(table, "trade")
    assert (table.money[0], table.scores[0]) == (2, 3)
    assert (decision(table), notations(table)) == ("pub", ["pub 0", "pub 1"])
    play(table, "pub 1")
    assert (table.money[0], table.scores[0]) == (0, 4)
    assert table.phase == "noble"


@pytest.mark.parametrize("rubles", range(5))
def test_e61_every_split_of_the_guild_hall_brings_four_in_all(rubles: int) -> None:
    table = pass_actions(position(phase="building", area=["guild_hall"], rubles=[0], **SOCIETY))
    play(table, f"guild {rubles}")
    assert (table.money[0], table.scores[0]) == (rubles, 4 - rubles)


def test_e62_the_trading_house_asks_nobody_with_two_rubles() -> None:
    table = pass_actions(position(phase="building", area=["trading_house"], rubles=[2], **SOCIETY))
    assert table.phase == "noble"


def test_e62_the_trading_house_sells_two_points_once() -> None:
    table = pass_actions(position(phase="building", area=["trading_house"], rubles=[7], **SOCIETY))
    play(table, "trade")
    assert (table.money[0], table.scores[0], table.phase) == (4, 2, "noble")


def prison(**more: Any) -> Table:
    return position(phase="building", discard="author wharf", **SOCIETY, **more)


def test_e64_the_prison_gives_a_card_that_is_too_dear_to_buy() -> None:
    table = prison(area=["debtors_prison ship_builder"], hand=["pub"], rubles=[2])
    assert verbs(table, "prison") == ["prison take author", "prison take wharf"]
    for move, paid in (("prison buy author", 4), ("prison buy wharf over ship_builder", 5)):
        assert f"costs {paid} rubles and you have 2" in refusal(table, move)
    assert "while your hand has room" in refusal(table, "prison return author")
    play(table, "prison take wharf")
    assert (hand(table, 0), discarded(table)) == (["pub", "wharf"], {"author": 1})
    assert turned(table, 0) == {"debtors_prison": 1}
    play(table, "pass", "pass")
    assert income(table) == {}


def test_e64_with_a_full_hand_the_card_may_only_be_put_back() -> None:
    table = prison(area=["debtors_prison ship_builder"], hand=["pub author library"], rubles=[2])
    assert verbs(table, "prison") == ["prison return author", "prison return wharf"]
    play(table, "prison return wharf")
    assert discarded(table) == {"author": 1, "wharf": 1}
    assert turned(table, 0) == {"debtors_prison": 1}
    assert table.to_move == 1
    play(table, "pass", "pass")
    assert income(table) == {}


def test_e64_a_used_prison_may_not_be_displaced_in_this_round() -> None:
    table = prison(area=["debtors_prison"], upper="bank", rubles=[50])
    assert "buy bank_2004 over debtors_prison" in notations(table)
    play(table, "prison take author", "pass")
    assert "face down" in refusal(table, "buy bank over debtors_prison")


def test_e66_the_mayor_counts_face_down_buildings_too() -> None:
    table = position(
        phase="noble",
        area=["mayor market bank coffee_house observatory_new_society"],
        face_down=["observatory_new_society"],
        **SOCIETY,
    )
    assert income(pass_round(table)) == {0: (4, 0)}


def test_e67_the_second_sycophant_cannot_be_paid() -> None:
    table = pass_round(position(phase="noble", area=["author sycophant sycophant"], rubles=[0], **SOCIETY))
    assert income(table) == {0: (1, 0)}
    assert (table.money[0], area(table, 0)) == (0, {"author": 1, "sycophant": 1})
    assert discarded(table) == {"sycophant": 1}
    assert table.view()["players"][0]["nobles"]["different"] == 2
    kinds = [event[0] for event in last_events(table)]
    assert kinds.index(Event.INCOME) < kinds.index(Event.UPKEEP) < kinds.index(Event.SYCOPHANT_LEAVES)
