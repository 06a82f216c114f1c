"""The worked examples of rules.md 14 with the Banquet; the numbers are its numbers."""

from __future__ import annotations

import pytest

from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.events import Event
from tests.games.petersburg.positions import (
    BANQUET,
    area,
    decision,
    discarded,
    hand,
    income,
    last_events,
    markers,
    notations,
    pass_count,
    pass_round,
    pass_until,
    play,
    position,
    price,
    refusal,
    verbs,
)


@pytest.mark.parametrize(
    ("village", "cost", "bank"), [("potemkin_village_1_4", 1, 9), ("potemkin_village_3_8", 3, 5)]
)
def test_e14_the_villages_of_the_banquet(village: str, cost: int, bank: int) -> None:
    table = position(upper=f"{village} bank", **BANQUET)
    assert price(table, f"buy {village}") == cost
    play(table, f"buy {village}", "pass")
    assert price(table, f"buy bank over {village}") == bank


@pytest.mark.parametrize(("same", "paid"), [(False, 3), (True, 2)])
def test_e15_villages_with_different_numbers_are_different_cards_unless_the_option_says_so(
    same: bool, paid: int
) -> None:
    board = "potemkin_village_3_8"
    table = position(area=["potemkin_village"], upper=board, potemkin_villages_same=same, **BANQUET)
    assert price(table, "buy potemkin_village_3_8") == paid


def purple_draw(hand: str) -> Table:
    table = position(
        phase="building", area=["observatory"], hand=[hand], top={"exchange": "golden_donkey"}, **BANQUET
    )
    return play(table, "observe exchange")


def test_e55_a_purple_card_that_was_drawn_may_be_taken_or_discarded() -> None:
    table = purple_draw("author pub")
    assert notations(table) == ["take golden_donkey", "discard golden_donkey"]
    assert "something else" in refusal(table, "use golden_donkey")
    assert "cannot be bought" in refusal(table, "buy golden_donkey")


def test_e55_without_room_in_the_hand_it_must_be_discarded() -> None:
    table = purple_draw("author pub library")
    assert notations(table) == ["discard golden_donkey"]
    assert discarded(play(table, "discard golden_donkey")) == {"golden_donkey": 1}


def test_e58_the_czar_superstar_over_the_czar_costs_one_and_makes_blue_and_red_cheaper() -> None:
    board = "czar_superstar library controller carpenter_workshop lumberjack"
    table = position(area=["czar_and_carpenter lumberjack"], upper=board, lower="library", **BANQUET)
    assert price(table, "buy czar_superstar over czar_and_carpenter") == 1
    play(table, "buy czar_superstar over czar_and_carpenter", "pass")
    assert price(table, "buy library") == 16
    assert price(table, "buy controller") == 13
    play(table, "buy carpenter_workshop over lumberjack", "pass")
    assert price(table, "buy library") == 15
    assert price(table, "buy library low") == 14


def test_e58_without_the_czar_the_superstar_cannot_be_placed() -> None:
    table = position(area=["lumberjack gold_miner"], upper="czar_superstar", **BANQUET)
    assert verbs(table, "buy") == []
    assert "may not displace" in refusal(table, "buy czar_superstar over lumberjack")


def test_e68_away_with_it_discards_another_hand_card() -> None:
    table = position(hand=["away_with_it_building library jester"], score=[3], **BANQUET)
    assert verbs(table, "use") == ["use away_with_it library", "use away_with_it jester"]
    play(table, "use away_with_it library")
    assert hand(table, 0) == ["jester"]
    assert discarded(table) == {"library": 1, "away_with_it_building": 1}
    assert (table.to_move, table.scores[0]) == (1, 3)


def test_e68_alone_it_cannot_be_played() -> None:
    table = position(hand=["away_with_it_noble"], **BANQUET)
    assert notations(table) == ["pass"]
    assert "not in your hand" in refusal(table, "use away_with_it away_with_it_noble")


def test_e69_the_black_market_sells_or_gives_a_card_of_the_discard_pile() -> None:
    table = position(
        hand=["black_market author pub"], rubles=[3], discard="lumberjack theater jester", **BANQUET
    )
    assert verbs(table, "use") == [
        "use black_market take lumberjack",
        "use black_market buy lumberjack",
        "use black_market take theater",
    ]
    assert "never fetched back" in refusal(table, "use black_market take jester")
    bought = play(table.copy(), "use black_market buy lumberjack")
    assert (area(bought, 0), bought.money[0], len(hand(bought, 0))) == ({"lumberjack": 1}, 0, 2)
    assert discarded(bought) == {"theater": 1, "jester": 1, "black_market": 1}
    taken = play(table.copy(), "use black_market take theater")
    assert sorted(hand(taken, 0)) == ["author", "pub", "theater"]


def test_e70_the_golden_donkey_brings_five_rubles() -> None:
    table = play(position(hand=["golden_donkey"], rubles=[2], **BANQUET), "use golden_donkey")
    assert (table.money[0], hand(table, 0), discarded(table)) == (7, [], {"golden_donkey": 1})
    assert table.to_move == 1


def test_e71_a_double_turn_is_no_pass_even_if_it_ends_with_one() -> None:
    table = position(3, to_move=1, hand=["double_turn"], upper="lumberjack shepherd", markers=None, **BANQUET)
    play(table, "pass", "pass")
    assert (pass_count(table), table.to_move) == (2, 0)
    play(table, "use double_turn")
    assert (pass_count(table), table.to_move, table.phase) == (0, 0, "worker")
    play(table, "buy lumberjack")
    assert table.to_move == 0
    play(table, "pass")
    assert (pass_count(table), table.to_move) == (0, 1)
    play(table, "pass", "pass")
    assert table.phase == "worker"
    play(table, "pass")
    assert table.phase == "building"


def test_e72_the_pickpocket_goes_first_and_the_marker_stays() -> None:
    names = {"worker": 1, "building": 2, "noble": 0, "exchange": 3}
    table = position(
        4, "building", to_move=2, markers=names, hand=["", "", "pickpocket"], area=["author"] * 4, **BANQUET
    )
    play(table, *["pass"] * 4)
    assert (table.phase, table.to_move, decision(table)) == ("noble", 2, "pickpocket")
    assert notations(table) == ["pickpocket", "decline"]
    play(table, "pickpocket")
    assert discarded(table) == {"pickpocket": 1}
    order = []
    for _ in range(4):
        order.append(table.to_move)
        play(table, "pass")
    assert order == [2, 3, 0, 1]
    scored = [event[1] for event in last_events(table) if event[0] == Event.INCOME]
    assert scored == [2, 3, 0, 1]
    pass_until(table, "worker")
    assert markers(table)["noble"] == 1


def test_e73_the_jester_swaps_rubles_and_points_of_a_wharf_once() -> None:
    table = position(hand=["jester"], area=["wharf"], **BANQUET)
    play(table, "use jester wharf", "pass", "pass")
    assert income(table) == {0: (1, 6)}
    assert discarded(table) == {"jester": 1}
    for phase in ("building", "noble", "exchange"):
        pass_until(table, phase)
    pass_until(table, "worker")
    assert income(pass_round(table)) == {0: (6, 1)}


def test_e74_the_banquet_doubles_what_a_mistress_brings() -> None:
    table = position(phase="noble", hand=["banquet_card"], area=["mistress_of_ceremonies"], **BANQUET)
    play(table, "use banquet_card mistress_of_ceremonies", "pass", "pass")
    assert income(table) == {0: (12, 6)}
    assert discarded(table) == {"banquet_card": 1}


def test_e74_jester_and_banquet_together_on_the_hermitage() -> None:
    table = position(phase="building", hand=["jester banquet_card"], area=["hermitage"], **BANQUET)
    play(table, "use jester hermitage", "pass", "use banquet_card hermitage", "pass", "pass")
    assert income(table) == {0: (8, 6)}
    assert discarded(table) == {"jester": 1, "banquet_card": 1}


def test_e75_a_card_that_is_displaced_takes_the_banquet_with_it() -> None:
    table = position(phase="noble", hand=["banquet_card"], area=["controller"], upper="senator", **BANQUET)
    play(table, "use banquet_card controller", "pass")
    assert price(table, "buy senator over controller") == 1
    play(table, "buy senator over controller")
    assert discarded(table) == {"controller": 1, "banquet_card": 1}
    play(table, "pass", "pass")
    assert income(table) == {0: (2, 2)}
