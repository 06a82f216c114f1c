"""The worked examples of rules.md 14, as far as the base game plays them; the numbers are its numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest

import burgomaster as bm
from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.events import Event
from tests.cases import every
from tests.games.petersburg.positions import (
    BANQUET,
    BOTH,
    CHIYE,
    EN2_STARTS,
    GIULIANO,
    HOLGER,
    KONRAD,
    NEW,
    SOCIETY,
    area,
    decision,
    finished,
    game,
    hand,
    ids,
    income,
    laid,
    last_events,
    lower,
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

of_both_editions = pytest.mark.parametrize("edition", [{}, NEW], ids=["2004", "2014"])


def pass_counts(table: Table, *moves: str) -> list[int]:
    """The pass count after each of the moves, which end no phase."""
    return [pass_count(play(table, move)) for move in moves]


# Prices (5)


def test_e01_fur_trapper_costs_six() -> None:
    table = position(rubles=[25], upper="fur_trapper")
    play(table, "buy fur_trapper")
    assert table.money[0] == 19
    assert area(table, 0) == {"fur_trapper": 1}


BLUE_AND_RED = "carpenter_workshop gold_smelter"
NEW_CZAR, CZAR_2014 = "czar_and_carpenter_new_society", "czar_and_carpenter_2014"


@every(
    ("example", "area", "move", "paid", "options"),
    [
        ("E2", "market market", "buy market", 3, {}),
        ("E3", "", "buy theater low", 19, {}),
        ("E4", "theater carpenter_workshop", "buy theater low", 17, {}),
        ("E6", BLUE_AND_RED, "buy firehouse", 10, {}),
        ("E6", BLUE_AND_RED, "buy warehouse_manager", 9, {}),
        ("E6", BLUE_AND_RED, "buy lumberjack", 3, {}),
        ("E7", "fur_trapper fur_trapper", "buy fur_trapper low", 3, {}),
        ("E10", "lumberjack", "buy carpenter_workshop over lumberjack", 1, {}),
        ("E10", "gold_miner", "buy gold_smelter over gold_miner", 2, {}),
        ("E10", "shepherd", "buy weaving_mill over shepherd", 3, {}),
        ("E10", "fur_trapper", "buy fur_shop over fur_trapper", 4, {}),
        ("E10", "ship_builder", "buy wharf over ship_builder", 5, {}),
        ("E12", "secretary", "buy senator over secretary", 1, {}),
        ("E16", "wharf ship_builder", "buy wharf low over ship_builder", 3, {}),
        ("E16", "wharf ship_builder obshchina", "buy wharf low over ship_builder", 2, SOCIETY),
        ("E17", "lumberjack lumberjack lumberjack obshchina", "buy lumberjack low", 1, SOCIETY),
        ("E18", "mistress_of_ceremonies gold_smelter", "buy czar low over mistress_of_ceremonies", 4, {}),
        ("E46", "czar_and_carpenter", "buy wharf over czar_and_carpenter", 4, {}),
        ("E46", "czar_and_carpenter", "buy fur_shop over czar_and_carpenter", 2, {}),
        ("E46", "czar_and_carpenter", "buy carpenter_workshop over czar_and_carpenter", 1, {}),
        ("E46", CZAR_2014, f"buy wharf over {CZAR_2014}", 4, NEW),
        ("E46", CZAR_2014, f"buy fur_shop over {CZAR_2014}", 2, NEW),
        ("E46", CZAR_2014, f"buy carpenter_workshop over {CZAR_2014}", 1, NEW),
        ("E46", NEW_CZAR, f"buy wharf over {NEW_CZAR}", 9, SOCIETY),
        ("E46", NEW_CZAR, f"buy obshchina over {NEW_CZAR}", 10, SOCIETY),
        ("E58", NEW_CZAR, f"buy czar_superstar over {NEW_CZAR}", 6, BOTH),
        ("E60", "lumberjack", "buy new_society_card over lumberjack", 12, SOCIETY),
        ("E60", "new_farmer", "buy new_society_card over new_farmer", 6, SOCIETY),
        ("E60", "ship_builder", "buy new_society_card over ship_builder", 8, SOCIETY),
    ],
)
def test_a_price(example: str, area: str, move: str, paid: int, options: dict[str, Any]) -> None:
    row = "lower" if " low" in move else "upper"
    table = position(area=[area], **{row: move.split()[1]}, **options)
    assert price(table, move) == paid, example


def test_e05_no_card_costs_less_than_a_ruble() -> None:
    table = position(upper="lumberjack " * 5)
    prices = []
    for _ in range(5):
        prices.append(price(table, "buy lumberjack"))
        play(table, "buy lumberjack", "pass")
    assert prices == [3, 2, 1, 1, 1]


def test_e08_the_lower_row_reduction_is_lost_in_the_hand() -> None:
    table = play(position(lower="theater"), "take theater low", "pass")
    assert price(table, "play theater") == 20


def test_e09_carpenter_workshop_displaces_the_lumberjack_for_one() -> None:
    table = position(area=["lumberjack"], upper="carpenter_workshop")
    assert price(table, "buy carpenter_workshop over lumberjack") == 1
    play(table, "buy carpenter_workshop over lumberjack")
    assert area(table, 0) == {"carpenter_workshop": 1}
    assert table.view()["discard"] == {"lumberjack": 1}


def test_e11_st_isaacs_from_the_lower_row_over_a_market_costs_eight() -> None:
    # 5.6: 15 - 5 - 1 - 1
    table = position(area=["market carpenter_workshop"], lower="st_isaacs_cathedral")
    assert price(table, "buy st_isaacs_cathedral low over market") == 8
    play(table, "buy st_isaacs_cathedral low over market")
    assert table.view()["discard"] == {"market_2004": 1}


def test_e13_the_potemkin_village_counts_six_not_two() -> None:
    table = position(upper="potemkin_village bank")
    assert price(table, "buy potemkin_village") == 2
    play(table, "buy potemkin_village", "pass")
    assert price(table, "buy bank over potemkin_village") == 7


def test_e19_an_exchange_card_without_target_may_only_be_taken() -> None:
    table = position(area=["lumberjack market"], upper="admiral")
    assert notations(table) == ["take admiral", "pass"]
    assert "exchange card" in refusal(table, "buy admiral")
    assert hand(play(table, "take admiral"), 0) == ["admiral"]


def test_e20_catherine_palace_over_a_market_scores_one_ruble_and_five_points() -> None:
    table = position(phase="building", area=["market"], upper="catherine_palace")
    assert income(pass_round(table.copy())) == {0: (0, 1)}
    assert price(table, "buy catherine_palace over market") == 12
    play(table, "buy catherine_palace over market", "pass", "pass")
    assert income(table) == {0: (1, 5)}


# Actions, passing, refill, rounds (4)


def test_e21_a_noble_phase_of_four_players() -> None:
    table = position(
        players=4,
        phase="noble",
        rubles=[25, 0, 25, 25],
        hand=["", "", "warehouse_manager"],
        upper="administrator administrator secretary ship_builder st_isaacs_cathedral market pub library",
    )
    counts = pass_counts(
        table,
        "buy administrator",
        "pass",
        "buy administrator",
        "take secretary",
        "take ship_builder",
        "take st_isaacs_cathedral",
        "play warehouse_manager",
        "pass",
        "pass",
        "pass",
    )
    assert counts == [0, 1, 0, 0, 0, 0, 0, 1, 2, 3]
    assert table.money == [18, 0, 8, 25]
    play(table, "pass")  # the fourth in a row
    assert table.phase == "exchange"
    assert income(table) == {0: (2, 0), 2: (5, 0)}
    assert len(laid(table)) == 5
    assert upper(table) == Counter(ids("market pub library")) + Counter(laid(table))
    assert pile(table, "exchange") == 30 - 1 - 5  # St Isaac's is out already


def test_e22_every_kind_of_card_may_be_placed_in_every_phase() -> None:
    assert price(position(phase="building", upper="fur_trapper"), "buy fur_trapper") == 6
    assert price(position(phase="noble", hand=["shepherd"]), "play shepherd") == 5


def test_e23_the_board_is_refilled_to_eight_cards() -> None:
    table = pass_round(position(upper="lumberjack lumberjack market author"))
    assert (len(laid(table)), upper(table).total(), lower(table).total()) == (4, 8, 0)
    table = pass_round(position(upper="lumberjack market author", lower="pub wharf"))
    assert (len(laid(table)), upper(table).total(), lower(table).total()) == (3, 6, 2)


def test_e24_at_the_end_of_a_round_the_rows_move_down() -> None:
    table = position(phase="exchange", upper="author author wharf", lower="pub market", round_no=3)
    pass_round(table)
    assert (table.round, table.phase) == (4, "worker")
    assert table.view()["discard"] == {"market_2004": 1, "pub": 1}
    assert lower(table) == Counter(ids("author author wharf"))
    assert upper(table) == Counter(laid(table))
    assert upper(table).total() == 5


def test_e24_in_round_one_nothing_is_discarded() -> None:
    table = pass_round(position(phase="exchange", upper="author author wharf", round_no=1))
    assert table.view()["discard"] == {}
    assert lower(table).total() == 3


def test_e25_nobody_takes_a_card() -> None:
    board = "market market firehouse author wharf bank lumberjack shepherd"
    table = position(players=4, phase="building", area=["customs_house"], upper=board)
    pass_round(table)
    assert table.phase == "noble"
    assert income(table) == {0: (0, 2)}
    assert laid(table) == []
    assert upper(table) == Counter(ids(board))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([0, 1, 2, 3], [1, 2, 3, 0]),
        ([0, 1, 0, 2], [1, 2, 1, 0]),
        ([0, 1, 1, 0], [1, 0, 0, 1]),
    ],
)
def test_e26_every_marker_passes_to_the_left_neighbour(before: list[int], after: list[int]) -> None:
    names = ("worker", "building", "noble", "exchange")
    table = game(players=max(before) + 1, marker_deal=dict(zip(names, before, strict=True))).new(seed=1)
    assert markers(table) == dict(zip(names, before, strict=True))
    for phase in (*names[1:], "worker"):
        pass_until(table, phase)
    assert table.round == 2
    assert markers(table) == dict(zip(names, after, strict=True))


def test_e27_the_markers_of_konrad_chiye_giuliano_and_holger() -> None:
    table = position(players=4, phase="exchange", to_move=HOLGER, markers=EN2_STARTS)
    pass_round(table)
    assert markers(table) == {"exchange": KONRAD, "worker": CHIYE, "noble": GIULIANO, "building": HOLGER}


class EN2(NamedTuple):
    """The example of the second edition's rulebook, with the cards of one edition."""

    options: dict[str, Any]
    ship_builder: str
    market: str  # that is bought
    market_left: str

    def table(self) -> Table:
        """The cards it shows lie on top of the piles."""
        en2 = game(players=4, **self.options)
        workers = f"lumberjack lumberjack gold_miner gold_miner {self.ship_builder} " + "fur_trapper " * 3
        buildings = "firehouse hospital library theater theater"
        return en2.new(
            setup=setup(
                en2,
                EN2_STARTS,
                worker=workers,
                building=f"potemkin_village {self.market} {self.market_left} {buildings}",
                noble="controller author author administrator secretary",
            )
        )

    def after_e28(self) -> Table:
        """The first worker phase is over."""
        table = self.table()
        play(table, "buy lumberjack", "buy lumberjack", "buy gold_miner", "buy gold_miner")
        return play(table, *["buy fur_trapper"] * 3, f"buy {self.ship_builder}")

    def e30_moves(self) -> tuple[str, ...]:
        """The building phase, but for its last pass."""
        taken = ("take potemkin_village", "take library", "pass", "take hospital")
        return (f"buy {self.market}", *taken, "pass", "pass", "buy firehouse", "pass", "pass", "pass")


of_both_en2 = pytest.mark.parametrize(
    "en2",
    [
        EN2({"first_phase_buy_only": True}, "ship_builder", "market", "market"),
        EN2(NEW, "ship_builder_2014_any", "market_2014_apple", "market_2014_fish"),
    ],
    ids=["2004", "2014"],
)


@of_both_en2
def test_e28_the_first_worker_phase_of_the_second_edition(en2: EN2) -> None:
    table = en2.after_e28()
    assert table.phase == "building"
    assert income(table) == dict.fromkeys(range(4), (6, 0))
    assert table.money == [22, 22, 21, 20]
    assert not any("pass" in move for move in table.history)
    assert len(laid(table)) == 8  # the board was empty


@of_both_en2
def test_e29_a_buy_only_phase_knows_the_price_reductions_but_neither_pass_nor_take(en2: EN2) -> None:
    table = play(en2.table(), "buy lumberjack", "buy gold_miner", "buy gold_miner", "buy fur_trapper")
    assert table.to_move == KONRAD
    assert price(table, "buy lumberjack") == 2
    assert "must buy" in refusal(table, "pass")
    assert "must buy" in refusal(table, "take lumberjack")
    assert {move.split()[0] for move in notations(table)} == {"buy"}


@of_both_en2
def test_e30_the_building_phase_of_the_second_edition(en2: EN2) -> None:
    table = en2.after_e28()
    assert table.to_move == GIULIANO
    assert pass_counts(table, *en2.e30_moves()) == [0, 0, 0, 1, 0, 1, 2, 0, 1, 2, 3]
    play(table, "pass")  # the fourth in a row
    assert table.phase == "noble"
    assert table.scores == [0, 3, 1, 0]
    assert [table.money[seat] for seat in (GIULIANO, HOLGER, KONRAD, CHIYE)] == [16, 20, 22, 11]
    assert upper(table) == Counter(ids(f"{en2.market_left} theater theater")) + Counter(laid(table))


@of_both_en2
def test_e31_the_noble_phase_scores_nothing_but_nobles(en2: EN2) -> None:
    table = play(en2.after_e28(), *en2.e30_moves(), "pass")
    assert (len(laid(table)), n_open(table)) == (5, 8)
    play(table, "pass", "buy controller")
    assert table.money[GIULIANO] == 2
    play(table, *["pass"] * 4)
    assert income(table) == {GIULIANO: (4, 1)}
    assert (table.money[GIULIANO], table.scores[GIULIANO]) == (6, 2)


@pytest.mark.parametrize(("market", "edition"), [("market", {}), ("market_2014_fish", NEW)])
def test_e32_cards_left_over_get_cheaper_in_the_lower_row(market: str, edition: dict[str, Any]) -> None:
    table = position(players=4, phase="exchange", upper=f"{market} theater theater", round_no=1, **edition)
    pass_round(table)
    assert len(laid(table)) == 5
    assert price(table, f"buy {market} low") == 4
    assert price(table, "buy theater low") == 19
    seat = table.to_move
    play(table, f"buy {market} low", "buy theater low")
    assert price(table, "buy theater low") == 19
    assert seat == markers(table)["worker"]


# The end (10)


@of_both_editions
def test_e35_a_refill_that_empties_a_pile_makes_this_round_the_last(edition: dict[str, Any]) -> None:
    table = position(upper="lumberjack shepherd author pub", piles={"building": 3}, round_no=4, **edition)
    pass_round(table)
    assert (len(laid(table)), n_open(table)) == (3, 7)
    assert table.view()["last_round"]
    for phase in ("noble", "exchange"):
        pass_until(table, phase)
        assert not table.over
    pass_round(table)
    assert table.over
    assert table.round == 4


@of_both_editions
@pytest.mark.parametrize("players", [2, 4])
def test_e36_workers_running_out_make_the_new_round_the_last(players: int, edition: dict[str, Any]) -> None:
    table = position(
        players, "exchange", upper="author author pub", piles={"worker": 4}, round_no=5, **edition
    )
    assert not table.view()["last_round"]
    pass_round(table)
    assert (table.round, len(laid(table)), n_open(table), pile(table, "worker")) == (6, 4, 7, 0)
    assert table.view()["last_round"]
    for phase in ("building", "noble", "exchange"):
        pass_until(table, phase)
    assert not table.over
    pass_round(table)
    assert table.over
    assert table.round == 6


@of_both_editions
@pytest.mark.parametrize(("cards", "is_last"), [(5, True), (6, False)])
def test_e37_only_an_empty_pile_ends_the_game(cards: int, is_last: bool, edition: dict[str, Any]) -> None:
    table = pass_round(position(upper="lumberjack shepherd author", piles={"building": cards}, **edition))
    assert len(laid(table)) == 5
    assert table.view()["last_round"] is is_last
    assert (Event.LAST_ROUND in [event[0] for event in last_events(table)]) is is_last


def test_e38_a_full_hand_takes_nothing_until_a_card_is_played() -> None:
    table = position(hand=["author pub library"], upper="lumberjack market", lower="wharf")
    assert not any(move.startswith("take") for move in notations(table))
    assert "full" in refusal(table, "take lumberjack")
    assert "full" in refusal(table, "take wharf low")
    play(table, "play pub", "pass")
    assert {"take lumberjack", "take market_2004", "take wharf low"} <= set(notations(table))


# Scoring and final scoring (7, 10.3, 10.4)


FIVE_NOBLES = "author author judge pope senator"
FIVE_OF_2014 = "author author judge_2014 abbot_2014 senator"
CLOTH = "shepherd shepherd weaving_mill czar_and_carpenter_new_society new_society_card"


@every(
    ("example", "phase", "area", "income_of", "options"),
    [
        ("E39", "noble", "author warehouse_manager secretary controller lumberjack market bank", (12, 1), {}),
        ("E56", "building", f"mariinsky_theater {FIVE_NOBLES}", (5, 0), {}),
        (
            "E56",
            "building",
            f"mariinsky_theater_2014 {FIVE_OF_2014}",
            (0, 5),
            NEW,
        ),
        ("E56", "building", f"mariinsky_theater_new_society {FIVE_NOBLES}", (0, 5), SOCIETY),
        ("E57", "noble", "tax_man lumberjack lumberjack shepherd gold_miner wharf", (5, 0), {}),
        ("E63", "building", "coffee_house author author senator", (3, 0), SOCIETY),
        ("E63", "noble", "coffee_house author author senator", (1 + 1 + 2, 2), SOCIETY),  # the nobles' own
        ("E65", "building", f"textile_factory {CLOTH} lumberjack wharf", (0, 10), SOCIETY),
    ],
)
def test_an_income(
    example: str, phase: str, area: str, income_of: tuple[int, int], options: dict[str, Any]
) -> None:
    table = pass_round(position(phase=phase, area=[area], **options))
    assert income(table) == {0: income_of}, example


SIX_NOBLES = "author administrator warehouse_manager secretary controller pope"
TWELVE_NOBLES = SIX_NOBLES + " judge mistress_of_ceremonies weapon_master chamber_maid builder senator"
TWELVE_OF_SOCIETY = TWELVE_NOBLES.replace("ceremonies", "ceremonies_new_society")
GIULIANOS_NOBLES = "author " * 2 + "administrator builder senator controller" + " warehouse_manager" * 2


@every(
    ("example", "nobles", "rubles", "score", "total", "more"),
    [
        ("E40", SIX_NOBLES + " warehouse_manager", 17, 52, 74, {}),
        ("E41", GIULIANOS_NOBLES, 21, 0, 23, {}),
        ("E42", "", 19, 0, 1, {}),
        ("E42", "", 20, 0, 2, {}),
        ("E42", "", 9, 0, 0, {}),
        ("E43", TWELVE_NOBLES, 0, 0, 55, {}),
        ("E43", TWELVE_NOBLES, 0, 0, 55, {"nobles_over_ten": "cap55"}),
        ("E43", TWELVE_NOBLES, 0, 0, 75, {"nobles_over_ten": "plus10"}),
        ("E43", TWELVE_OF_SOCIETY, 0, 0, 75, SOCIETY),
        ("E45", "", 0, 3, -2, {"hand": ["library"]}),
        ("E45", "", 0, 7, 2, {"hand": ["library jester double_turn"], **BANQUET}),
    ],
)
def test_a_final_score(
    example: str, nobles: str, rubles: int, score: int, total: int, more: dict[str, Any]
) -> None:
    table = finished(area=[nobles], rubles=[rubles, 0], score=[score], **more)
    assert (table.scores[0], table.money[0]) == (total, rubles), example  # the rubles stay as they are


@every("options", [{"tiebreak": "leftover_rubles"}, NEW], ids=["2004", "2014"])
@every(("rubles", "winners"), [(20, [0]), (21, [0, 1]), (22, [1])])
def test_e41_one_ruble_is_left_for_the_tie_break(
    rubles: int, winners: list[int], options: dict[str, Any]
) -> None:
    table = finished(area=[GIULIANOS_NOBLES], rubles=[21, rubles], score=[0, 21], **options)
    assert table.scores == [23, 23]
    assert table.winners == winners


@pytest.mark.parametrize(
    ("rubles", "tiebreak", "winners"),
    [
        ([29, 31], "total_rubles", [1]),
        ([29, 31], "leftover_rubles", [0]),
        ([24, 34], "total_rubles", [1]),
        ([24, 34], "leftover_rubles", [0, 1]),
    ],
)
def test_e44_money_breaks_a_tie(rubles: list[int], tiebreak: str, winners: list[int]) -> None:
    table = finished(rubles=rubles, score=[59, 58], tiebreak=tiebreak)
    assert table.scores == [61, 61]
    assert table.winners == winners


# Powers of the base cards (8)


def test_e47_a_shepherd_is_displaced_by_the_weaving_mill_only() -> None:
    table = position(area=["shepherd"], upper="wharf fur_shop gold_smelter carpenter_workshop weaving_mill")
    for card in ("wharf", "fur_shop", "gold_smelter", "carpenter_workshop"):
        assert "may not displace Shepherd" in refusal(table, f"buy {card} over shepherd")
    assert [move for move in notations(table) if "buy" in move] == ["buy weaving_mill over shepherd"]
    assert price(table, "buy weaving_mill over shepherd") == 3


def pub_choices(pubs: str, rubles: int) -> Table:
    return play(position(phase="building", area=[pubs], rubles=[rubles]), "pass", "pass")


def test_e48_nine_rubles_buy_up_to_four_points_in_the_pub() -> None:
    assert notations(pub_choices("pub", 9)) == [f"pub {n}" for n in range(5)]


def test_e48_two_pubs_sell_up_to_ten_points() -> None:
    table = pub_choices("pub pub", 30)
    assert notations(table) == [f"pub {n}" for n in range(11)]
    play(table, "pub 10")
    assert (table.money[0], table.scores[0]) == (10, 10)


def test_e49_losing_the_warehouse_keeps_the_fourth_card() -> None:
    table = position(area=["warehouse"], hand=["author author administrator pub"], upper="bank lumberjack")
    assert price(table, "buy bank over warehouse") == 11
    play(table, "buy bank over warehouse", "pass")
    assert len(hand(table, 0)) == 4
    for card in ("author", "pub"):  # the hand goes down to three, then to two
        assert "full" in refusal(table, "take lumberjack")
        play(table, f"play {card}", "pass")
    play(table, "take lumberjack")
    assert len(hand(table, 0)) == 3


WAREHOUSE_LOSS = [("bank", {"warehouse_loss_discard": True}), ("bank_2014", NEW)]


@pytest.mark.parametrize(("bank", "edition"), WAREHOUSE_LOSS, ids=["2004", "2014"])
def test_e50_losing_the_warehouse_forces_the_hand_down_to_three(bank: str, edition: dict[str, Any]) -> None:
    hand_cards = "author author administrator pub"
    table = position(area=["warehouse"], hand=[hand_cards], upper=f"{bank} lumberjack", **edition)
    assert price(table, f"buy {bank} over warehouse") == 11
    play(table, f"buy {bank} over warehouse")
    assert (decision(table), table.to_move) == ("hand_reduce", 0)
    assert sorted(notations(table)) == ["discard administrator", "discard author", "discard pub"]
    play(table, "discard author")
    assert sorted(hand(table, 0)) == ["administrator", "author", "pub"]
    assert table.view()["discard"] == {"author": 1, "warehouse": 1}
    assert (decision(table), table.to_move) == ("action", 1)


@pytest.mark.parametrize(("bank", "edition"), WAREHOUSE_LOSS, ids=["2004", "2014"])
def test_e50_the_card_played_from_the_hand_has_already_left_it(bank: str, edition: dict[str, Any]) -> None:
    table = position(area=["warehouse"], hand=[f"author author administrator {bank}"], **edition)
    play(table, f"play {bank} over warehouse")
    assert (decision(table), table.to_move) == ("action", 1)
    assert len(hand(table, 0)) == 3


def test_e51_an_observatory_draws_the_bank() -> None:
    table = position(
        phase="building",
        rubles=[10],
        area=["observatory market carpenter_workshop"],
        top={"exchange": "bank"},
    )
    play(table, "observe exchange")
    assert notations(table) == ["buy bank_2004 over market_2004", "take bank_2004", "discard bank_2004"]
    assert "face down" in refusal(table, "buy bank over observatory")
    play(table, "buy bank over market")
    assert table.money[0] == 3
    play(table, "pass", "pass")
    assert income(table) == {0: (5, 1)}


def test_e52_the_last_card_of_a_pile_may_not_be_drawn() -> None:
    table = position(phase="building", area=["observatory"], piles={"noble": 1})
    assert "observe noble" not in notations(table)
    assert "last card" in refusal(table, "observe noble")


def test_e52_drawing_one_of_two_nobles_brings_the_end_nearer() -> None:
    table = position(
        phase="building",
        area=["observatory"],
        piles={"noble": 2},
        upper="author pub pub wharf wharf wharf lumberjack",
    )
    play(table, "observe noble")
    play(table, next(move for move in notations(table) if move.startswith("discard")))
    assert not table.view()["last_round"]
    pass_round(table)
    assert len(laid(table)) == 1
    assert table.view()["last_round"]


def test_e53_using_the_observatory_is_no_pass() -> None:
    table = position(players=3, phase="building", area=["", "", "observatory"], top={"worker": "shepherd"})
    assert pass_counts(table, "pass", "pass") == [1, 2]
    play(table, "observe worker", "discard shepherd")
    assert (table.phase, pass_count(table), table.to_move) == ("building", 0, 0)
    assert pass_counts(table, "pass", "pass") == [1, 2]
    assert table.phase == "building"


def test_e54_a_face_down_observatory_makes_the_second_one_cheaper() -> None:
    table = position(phase="building", area=["observatory"], face_down=["observatory"], upper="observatory")
    assert not any(move.startswith("observe") for move in notations(table))
    assert price(table, "buy observatory") == 5
    play(table, "buy observatory", "pass")
    assert "observe worker" in notations(table)
    assert table.view()["players"][0]["face_down"] == {"observatory_2004": 1}
    play(table, "pass")
    assert income(table) == {0: (0, 1)}


# Information, options (11, 13)


def test_e85_a_card_taken_with_the_observatory_shows_only_its_back() -> None:
    table = position(phase="building", area=["observatory"], top={"exchange": "wharf"})
    before = table.view(1)
    play(table, "observe exchange", "take wharf")
    seen = table.view(1)
    assert seen["players"][0]["hand"] == [{"deck": "exchange"}]
    assert seen["players"][0]["hand_seen"] == []
    assert seen["piles"]["exchange"] == before["piles"]["exchange"] - 1
    assert not any("Wharf" in line for line in table.log(1))
    assert table.view(0)["players"][0]["hand"] == [{"card": "wharf", "deck": "exchange"}]


def test_e85_a_card_taken_from_a_row_is_named_for_everybody() -> None:
    table = play(position(phase="building", upper="wharf"), "take wharf")
    assert any("Wharf" in line for line in table.log(1))
    assert any("Wharf" in line for line in table.log(None))


def test_e86_money_can_be_derived_from_the_log() -> None:
    four = game(players=4)
    starts = {"worker": 1, "building": 0, "noble": 2, "exchange": 3}
    table = four.new(setup=setup(four, starts, worker="gold_miner shepherd"))
    play(table, "buy gold_miner", *["pass"] * 3, "buy shepherd", *["pass"] * 4)
    paid = sum(event[3] for event in table.events() if event[:2] == (Event.BUY, 1))
    received = sum(event[2] for event in table.events() if event[:2] == (Event.INCOME, 1))
    assert table.money[1] == 25 - paid + received == 22
    assert all(table.view(seat)["players"][1]["rubles"] is None for seat in (0, 2, 3, None))


@every(
    ("wrong", "hints"),
    [
        ({"players": 5}, ["2004 (2-4)", "2004 + new_society (2-5)"]),
        ({"players": 1}, ["2, 3, 4, 5"]),
        ({"players": 6}, ["2, 3, 4, 5"]),
        ({"players": 5, "expansions": ["banquet"]}, ["2004 + banquet (2-4)", "2014 + market (2-5)"]),
        ({"edition": "2015"}, ["edition", "'2004'"]),
        ({"expansions": ["moon"]}, ["expansions", "moon"]),
        ({"players": 4, "open_cards": True}, ["open_cards", "open_hands"]),
    ],
)
def test_e87_impossible_settings_are_refused(wrong: dict[str, Any], hints: list[str]) -> None:
    with pytest.raises(bm.OptionError) as caught:
        bm.game("petersburg", **wrong)
    for language in ("en", "ru"):
        assert all(hint in caught.value.text(language) for hint in hints)
