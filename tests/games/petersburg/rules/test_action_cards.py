"""The purple cards of the Banquet (rules.md 9), one after the other, and what lies on other cards."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.core.table import Table
from tests.cases import every
from tests.games.petersburg.positions import (
    BANQUET,
    BOTH,
    DECKS,
    FOUR_MARKERS,
    area,
    decision,
    discarded,
    hand,
    income,
    laid,
    lower,
    n_open,
    notations,
    pass_actions,
    pass_count,
    pass_round,
    play,
    position,
    price,
    refusal,
    turned,
    verbs,
)

PURPLE = "away_with_it_building away_with_it_noble black_market golden_donkey double_turn pickpocket jester"
EACH = [*PURPLE.split(), "banquet_card"]


def table_of(**more: Any) -> Table:
    return position(**{**BANQUET, **more})


# What all of them share (9.0)


@every("card", EACH)
@every("row", ["upper", "lower"])
def test_a_purple_card_on_the_board_can_only_be_taken(card: str, row: str) -> None:
    # 9.0
    table = table_of(**{row: card})
    low = " low" if row == "lower" else ""
    assert notations(table) == [f"take {card}{low}", "pass"]
    assert "cannot be bought" in refusal(table, f"buy {card}{low}")
    assert hand(play(table, f"take {card}{low}"), 0) == [card]


@every("card", EACH)
def test_a_purple_card_is_never_placed(card: str) -> None:
    # 9.0
    table = table_of(hand=[card])
    assert verbs(table, "play") == []
    assert "cannot be bought" in refusal(table, f"play {card}")


def test_purple_cards_count_as_open_cards_and_are_discarded_from_the_lower_row() -> None:
    # R58
    table = table_of(phase="exchange", upper="jester author", lower="black_market")
    pass_round(table)
    assert (discarded(table), lower(table)) == ({"black_market": 1}, {"jester": 1, "author": 1})
    assert (len(laid(table)), n_open(table)) == (6, 8)


@pytest.mark.parametrize("phase", DECKS)
def test_a_purple_card_may_be_played_in_every_phase_and_is_no_pass(phase: str) -> None:
    # 9.0, 4.4
    table = table_of(phase=phase, hand=["golden_donkey"], first_player=1, pass_count=1)
    play(table, "use golden_donkey")
    assert (table.phase, pass_count(table), table.to_move) == (phase, 0, 1)


@pytest.mark.parametrize(
    "move", ["use golden_donkey", "use double_turn", "use jester wharf", "use away_with_it pub"]
)
def test_an_action_card_that_is_not_in_the_hand_cannot_be_played(move: str) -> None:
    # 9.0
    table = table_of(hand=["pub", "golden_donkey double_turn jester"], area=["wharf"])
    assert "not in your hand" in refusal(table, move)


# Away with It! (9.1)


def test_away_with_it_may_hit_a_purple_card() -> None:
    # R41
    table = table_of(hand=["away_with_it_noble pickpocket jester"])
    assert verbs(table, "use away") == ["use away_with_it pickpocket", "use away_with_it jester"]
    play(table, "use away_with_it pickpocket")
    assert discarded(table) == {"away_with_it_noble": 1, "pickpocket": 1}


def test_with_both_copies_the_one_of_the_building_deck_is_played() -> None:
    # 9.1
    for order in ("building noble", "noble building"):
        cards = " ".join(f"away_with_it_{deck}" for deck in order.split())
        table = table_of(hand=[f"{cards} pub"])
        assert set(verbs(table, "use")) == {"use away_with_it away_with_it_noble", "use away_with_it pub"}
        assert "not in your hand" in refusal(table, "use away_with_it away_with_it_building")
        played = play(table.copy(), "use away_with_it pub")
        assert discarded(played) == {"away_with_it_building": 1, "pub": 1}
        assert hand(played, 0) == ["away_with_it_noble"]
        assert hand(play(table, "use away_with_it away_with_it_noble"), 0) == ["pub"]


# Black Market (9.2)


def test_the_black_market_with_nothing_usable_cannot_be_played() -> None:
    # R40
    assert verbs(table_of(hand=["black_market"]), "use") == []
    assert verbs(table_of(hand=["black_market"], discard="jester"), "use") == []


def test_the_hand_room_of_the_black_market_is_counted_without_it() -> None:
    # 9.0, 9.2
    table = table_of(hand=["black_market pub author"], discard="library")
    assert hand(play(table, "use black_market take library"), 0) == ["pub", "author", "library"]


def test_above_its_limit_a_hand_has_no_room_even_without_the_black_market() -> None:
    # 6: four cards in the hand after the Warehouse was lost
    table = table_of(
        area=["warehouse"], hand=["black_market pub author author"], upper="bank", discard="theater"
    )
    play(table, "buy bank over warehouse", "pass")
    assert verbs(table, "use") == ["use black_market buy theater", "use black_market buy warehouse"]
    assert "full" in refusal(table, "use black_market take theater")


def test_the_black_market_sells_an_exchange_card_over_its_target_without_the_lower_row_reduction() -> None:
    # 9.2, 5.2
    cards = "market carpenter_workshop"
    table = table_of(hand=["black_market black_market"], area=[cards], discard="bank senator", lower="pub")
    assert verbs(table, "use") == [
        "use black_market take bank_2004",
        "use black_market buy bank_2004 over market_2004",
        "use black_market take senator",
    ]
    assert price(table, "use black_market buy bank over market") == 13 - 5 - 1
    assert "exchange card" in refusal(table, "use black_market buy senator")
    play(table, "use black_market buy bank over market")
    assert area(table, 0) == {"bank_2004": 1, "carpenter_workshop": 1}
    assert discarded(table) == {"market_2004": 1, "senator": 1, "black_market": 1}
    assert hand(table, 0) == ["black_market"]


def test_losing_the_warehouse_by_the_black_market_counts_the_hand_without_it() -> None:
    # 8.6, 9.2: four cards with the Black Market, three without
    cards = {"area": ["warehouse"], "discard": "bank", "warehouse_loss_discard": True}
    table = table_of(hand=["black_market pub author author"], **cards)
    play(table, "use black_market buy bank over warehouse")
    assert (decision(table), table.to_move) == ("action", 1)


def test_purple_cards_may_be_given_up_for_the_lost_warehouse() -> None:
    # D4
    table = table_of(
        area=["warehouse"], hand=["jester pub author author"], upper="bank", warehouse_loss_discard=True
    )
    play(table, "buy bank over warehouse")
    assert "discard jester" in notations(table)
    assert discarded(play(table, "discard jester")) == {"jester": 1, "warehouse": 1}


# Double Turn (9.4)


def test_both_actions_of_a_double_turn_may_be_passed_and_it_is_still_no_pass() -> None:
    # R17
    table = table_of(hand=["double_turn"], first_player=1, pass_count=1)
    play(table, "use double_turn", "pass")
    assert (table.to_move, pass_count(table)) == (0, 0)
    play(table, "pass")
    assert (table.to_move, pass_count(table), table.phase) == (1, 0, "worker")
    play(table, "pass")
    assert table.phase == "worker"
    play(table, "pass")
    assert table.phase == "building"


def test_a_card_taken_in_a_double_turn_may_be_played_in_it() -> None:
    # 9.0, R42
    table = table_of(hand=["double_turn"], upper="golden_donkey", rubles=[0])
    play(table, "use double_turn", "take golden_donkey", "use golden_donkey")
    assert (table.money[0], table.to_move) == (5, 1)


def test_observatory_and_hand_reduction_are_part_of_one_action_of_a_double_turn() -> None:
    # 9.4, 2: the second action is chosen after the first is fully resolved
    table = table_of(
        phase="building",
        area=["observatory warehouse"],
        hand=["double_turn pub author author"],
        top={"exchange": "bank"},
        upper="library",
        warehouse_loss_discard=True,
    )
    play(table, "use double_turn", "take library", "observe exchange")
    assert (decision(table), table.to_move) == ("observatory", 0)
    play(table, "buy bank over warehouse")
    assert (decision(table), table.to_move) == ("hand_reduce", 0)
    play(table, "discard pub")
    assert (decision(table), table.to_move) == ("action", 1)


# Pickpocket (9.5)


def four(**more: Any) -> Table:
    return table_of(players=4, phase="worker", markers=FOUR_MARKERS, **more)


def test_the_owner_of_the_marker_is_not_asked() -> None:
    # R18
    table = pass_round(four(hand=["", "pickpocket"]))
    assert (table.phase, decision(table), table.to_move) == ("building", "action", 1)


def test_the_holder_is_asked_at_the_beginning_of_every_phase_after_the_refill() -> None:
    # 9.5, 4.3
    table = four(hand=["", "", "", "pickpocket"])
    for phase, is_asked in (("building", True), ("noble", True), ("exchange", False), ("worker", True)):
        pass_actions(table)
        assert (table.phase, decision(table) == "pickpocket") == (phase, is_asked)
        assert table.to_move == 3  # asked, or the owner of the exchange marker
        assert laid(table) or n_open(table) == 8
        if is_asked:
            play(table, "decline")
    assert hand(table, 3) == ["pickpocket"]


def test_pubs_are_asked_beginning_with_the_player_of_the_pickpocket() -> None:
    # R59
    table = pass_actions(four(hand=["", "", "", "pickpocket"], area=["pub", "", "", "pub"]))
    pass_actions(play(table, "pickpocket"))
    assert (decision(table), table.to_move) == ("pub", 3)
    play(table, "pub 0")
    assert (decision(table), table.to_move) == ("pub", 0)


def test_a_pickpocket_taken_in_a_phase_may_be_used_in_the_next() -> None:
    # 9.5
    table = table_of(upper="pickpocket", markers={"worker": 0, "building": 1, "noble": 0, "exchange": 1})
    play(table, "take pickpocket")
    pass_actions(table)
    assert (table.phase, decision(table), table.to_move) == ("building", "pickpocket", 0)


# Jester and Banquet (9.6, 9.7)


def test_without_a_target_jester_and_banquet_cannot_be_played() -> None:
    # 9.6
    table = table_of(hand=["jester banquet_card"], area=["lumberjack library tax_man", "wharf"])
    assert verbs(table, "use") == []
    assert "not in your area" in refusal(table, "use jester wharf")


def test_an_attached_card_waits_for_the_scoring_of_its_target() -> None:
    # 9.6
    table = table_of(hand=["jester"], area=["bank"])
    play(table, "use jester bank")
    assert income(pass_round(table)) == {}  # the worker phase
    assert table.view()["attached"]
    assert discarded(table) == {}
    assert income(pass_round(table)) == {0: (1, 5)}
    assert (table.view()["attached"], discarded(table)) == ([], {"jester": 1})


@pytest.mark.parametrize(("together", "gained"), [(True, (2 + 6, 12 + 1)), (False, (1 + 12, 6 + 2))])
def test_jester_and_banquet_on_one_copy_or_on_two(together: bool, gained: tuple[int, int]) -> None:
    # 7.1, R21: a Wharf brings 6/1
    table = table_of(hand=["jester banquet_card"], area=["wharf wharf"])
    play(table, "use jester wharf", "pass")
    assert verbs(table, "use") == ["use banquet_card wharf", "use banquet_card wharf+jester"]
    play(table, "use banquet_card wharf+jester" if together else "use banquet_card wharf", "pass", "pass")
    assert income(table) == {0: gained}
    assert discarded(table) == {"jester": 1, "banquet_card": 1}


def test_on_a_single_copy_nothing_needs_to_be_said() -> None:
    # record format
    table = table_of(hand=["jester banquet_card"], area=["wharf"])
    play(table, "use banquet_card wharf", "pass")
    assert verbs(table, "use") == ["use jester wharf"]
    assert "no need to say" in refusal(table, "use jester wharf+banquet_card")


def test_a_bare_copy_and_one_that_carries_something_are_different_targets() -> None:
    # B, record format
    table = table_of(
        phase="noble", area=["controller controller"], upper="senator", attached={"jester": (0, "controller")}
    )
    assert verbs(table, "buy") == ["buy senator over controller", "buy senator over controller+jester"]
    bare = play(table.copy(), "buy senator over controller")
    assert (discarded(bare), len(bare.view()["attached"])) == ({"controller": 1}, 1)
    laden = play(table.copy(), "buy senator over controller+jester")
    assert (discarded(laden), laden.view()["attached"]) == ({"controller": 1, "jester": 1}, [])
    assert income(pass_round(bare)) == {0: (1 + 2, 4 + 2)}
    assert income(pass_round(laden)) == {0: (4 + 2, 1 + 2)}


BOTH_ON = {"jester": (0, "controller"), "banquet_card": (0, "controller")}


@pytest.mark.parametrize(
    ("copies", "together", "named"),
    [
        (1, True, ["controller"]),
        (2, True, ["controller", "controller+jester+banquet_card"]),
        (2, False, ["controller+jester", "controller+banquet_card"]),
        (3, False, ["controller", "controller+jester", "controller+banquet_card"]),
        (3, True, ["controller", "controller+jester+banquet_card"]),
    ],
)
def test_copies_are_named_by_what_lies_on_them_only_where_they_differ(
    copies: int, together: bool, named: list[str]
) -> None:
    # B, record format
    cards = "controller " * copies
    table = table_of(phase="noble", area=[cards], upper="senator", attached=BOTH_ON, together=together)
    assert verbs(table, "buy") == [f"buy senator over {name}" for name in named]
    for name in named:
        dropped = set(name.split("+")[1:]) if copies > 1 else {"jester", "banquet_card"}
        left = play(table.copy(), f"buy senator over {name}")
        assert discarded(left) == dict.fromkeys(["controller", *sorted(dropped)], 1)
        assert len(left.view()["attached"]) == 2 - len(dropped)


def test_the_other_of_two_laden_copies_keeps_what_it_carries() -> None:
    # R20
    table = table_of(phase="noble", area=["controller controller"], upper="senator", attached=BOTH_ON)
    play(table, "buy senator over controller+jester")
    assert [(shown["on"], shown["seat"]) for shown in table.view()["attached"]] == [("controller", 0)]
    assert income(pass_round(table)) == {0: (8 + 2, 2 + 2)}


def test_the_attached_cards_of_another_player_name_no_copy_of_mine() -> None:
    # B
    attached = {"jester": (1, "controller")}
    table = table_of(
        phase="noble", area=["controller controller", "controller"], upper="senator", attached=attached
    )
    assert verbs(table, "buy") == ["buy senator over controller"]


def test_at_the_end_of_the_game_attached_cards_have_no_effect_and_cost_nothing() -> None:
    # 9.7, 10.3
    table = table_of(
        phase="exchange", hand=["jester"], area=["wharf"], rubles=[0, 0], last_round=True, score=[4]
    )
    play(table, "use jester wharf", "pass", "pass")
    assert (table.over, table.scores[0]) == (True, 4)


def test_a_face_down_prison_is_not_touched_by_the_cards_that_lie_on_others() -> None:
    # 8.15, 9.6
    table = position(
        phase="building", area=["debtors_prison bank"], hand=["jester"], discard="author", **BOTH
    )
    play(table, "prison take author", "pass", "use jester bank", "pass", "pass")
    assert income(table) == {0: (1, 5)}
    assert turned(table, 0) == {"debtors_prison": 1}
