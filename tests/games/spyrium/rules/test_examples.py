"""The worked examples of rules.md 16; the numbers are its numbers, the figures those it gives."""

from __future__ import annotations

import pytest

from burgomaster.core.log import new_logs
from burgomaster.games.spyrium.rules.cards import IDS
from burgomaster.games.spyrium.rules.rounds import lay_tokens
from burgomaster.games.spyrium.rules.scoring import building_points, final_score, technology_points
from tests.cases import every
from tests.games.spyrium.positions import (
    ALL_TECHNOLOGIES,
    decision,
    discard,
    game,
    goods,
    in_gap,
    is_legal,
    is_turned,
    lay_card,
    lay_workers,
    notations,
    owned,
    pass_round,
    play,
    player,
    position,
    refusal,
    setup,
    tokens,
    workers,
)

NO_LOG = new_logs()[0]  # nobody reads it


# Start, tokens, placing


def test_e01_the_first_round_begins() -> None:
    view = game(3).new(seed=1).view()
    for shown in view["players"]:
        assert (shown["money"], shown["crystals"], shown["score"]) == (10, 2, 0)
        assert (shown["workers"]["active"], shown["workers"]["reserve"]) == (3, 4)
        assert shown["phase"] == "placement"
    assert all(view["market"])
    assert sum(view["decks"]["A"].values()) == 21
    assert view["event"] and view["next_event"] and len(view["later_events"]) == 5


def test_e02_tokens_by_the_number_of_players() -> None:
    table = game(4).new(setup=setup(4, A="university_1 architect mine_2 geologist"))
    assert [len(tokens(table, place)) for place in range(4)] == [1, 3, 0, 0]


def test_e03_a_corner_has_two_gaps() -> None:
    others = {place: "-" for place in range(9) if place != 2}
    table = position(phase="I", active=1, market={2: "assistant", **others})
    assert notations(table, "place") == ["place 1", "place 8"]


def test_e04_one_card_beside_a_gap_is_enough() -> None:
    table = position(phase="I", active=1, market={1: "-"})
    assert {"place 0", "place 1", "place 7"} <= set(notations(table))
    table = position(phase="I", active=1, market={1: "-", 2: "-"})
    assert not is_legal(table, "place 1")
    assert is_legal(table, "place 8")


def test_e05_nothing_to_do() -> None:
    table = position(phase="I")
    assert notations(table) == ["switch"]
    play(table, "switch")
    assert notations(table) == ["pass"]


def test_e06_no_card_is_left() -> None:
    table = position(phase="I", active=3, event="donation", market=dict.fromkeys(range(9), "-"))
    assert notations(table) == ["switch"]
    play(table, "switch")
    assert notations(table) == ["pass"] and workers(table)["active"] == 3


# Earning


def test_e07_a_pound_for_every_other_worker() -> None:
    table = position(money=3, market={4: "mine_2"}, gaps={2: "0 1", 3: "2 2", 7: "1", 10: "0"})
    play(table, "earn 2 at 4")
    assert goods(table)[0] == 8
    assert (workers(table)["inactive"], workers(table)["market"]) == (1, 1)
    assert in_gap(table, 2) == [1] and in_gap(table, 10) == [0]


@pytest.mark.parametrize(("move", "money"), [("earn 0 at 0", 1), ("earn 0 at 1", 3)])
def test_e08_either_neighbour(move: str, money: int) -> None:
    table = position(gaps={0: "0", 6: "1", 1: "2 2", 7: "1"})
    assert notations(table, "earn") == ["earn 0 at 0", "earn 0 at 1"]
    assert goods(play(table, move))[0] == money


@pytest.mark.parametrize(("technologies", "money"), [("", 2), ("capitalisation", 4)])
def test_e09_a_stranded_worker(technologies: str, money: int) -> None:
    table = position(money=2, market={1: "-", 4: "-"}, gaps={7: "0 1"}, technologies=technologies)
    assert notations(table) == ["earn 7"]
    play(table, "earn 7")
    assert goods(table)[0] == money
    assert workers(table)["inactive"] == 1 and in_gap(table, 7) == [1]


def test_e10_a_character_without_tokens() -> None:
    table = position(money=9, market={4: "bureaucrat £0"}, gaps={7: "0", 2: "1", 3: "2"})
    assert not is_legal(table, "activate 7 at 4 token 1")
    assert goods(play(table, "earn 7 at 4"))[0] == 9 + 2


def test_e11_capitalisation_works_every_time() -> None:
    table = position(technologies="capitalisation", gaps={7: "0", 2: "1 2", 5: "0"})
    assert goods(play(table, "earn 7 at 4"))[0] == 4
    assert goods(play(table, "earn 5 at 8"))[0] == 4 + 2


# Characters


def test_e12_the_assistant() -> None:
    table = position(
        phase="I",
        money=6,
        crystals=2,
        score=1,
        market={4: "assistant £0"},
        gaps={7: "0", 2: "1 2", 3: "1", 10: "0"},
    )
    play(table, "switch", "activate 7 at 4")
    assert goods(table) == (2, 1, 4)
    assert table.view()["players"][0]["phase"] == "activation"
    assert in_gap(table, 10) == [0] and table.view()["market"][4]["card"] == "char_assistant"


def test_e13_the_assistant_without_a_crystal() -> None:
    table = position(money=6, score=1, market={4: "assistant £0"}, gaps={7: "0", 2: "1 2", 3: "1", 10: "0"})
    assert not is_legal(table, "activate 7 at 4")


@pytest.mark.parametrize(("answer", "index", "points"), [("advance", 2, 2), ("points", 1, 5)])
def test_e14_the_architect(answer: str, index: int, points: int) -> None:
    table = position(
        money=4, score=2, residence=1, market={4: "architect £0 12"}, gaps={7: "0"}, others_pass=False
    )
    play(table, "activate 7 at 4 token 1")
    assert (goods(table)[0], tokens(table, 4), discard(table)[0]) == (3, [2], 1)
    assert decision(table) == "residence"
    play(table, answer)
    assert (player(table).residence, goods(table)[2]) == (index, points)
    assert table.to_move == 1
    lay_workers(table.state, {2: "1"})
    player(table, 1).money = 4
    assert [move for move in notations(table, "activate") if "at 4" in move] == ["activate 2 at 4 token 2"]
    play(table, "activate 2 at 4 token 2", "points")
    assert goods(table, 1)[0] == 2 and table.to_move == 2
    lay_workers(table.state, {3: "2"})
    player(table, 2).money = 4
    assert not is_legal(table, "activate 3 at 4 token 1") and is_legal(table, "earn 3 at 4")


def test_e15_the_miner() -> None:
    table = position(money=5, market={4: "miner £1 13"}, gaps={7: "0", 3: "1"})
    play(table, "activate 7 at 4 token 3")
    assert goods(table)[:2] == (3, 3) and tokens(table, 4) == [1]


def test_e16_the_adviser_twice() -> None:
    table = position(money=9, market={4: "adviser £1"}, gaps={7: "0", 2: "0"})
    play(table, "activate 7 at 4")
    assert goods(table)[0] == 7
    play(table, "activate 2 at 4")
    assert goods(table) == (6, 0, 6)
    assert table.view()["market"][4]["card"] == "char_adviser"


def test_e17_the_banker_costs_the_sum() -> None:
    table = position(money=2, market={4: "banker £0 23"}, gaps={7: "0", 2: "1"})
    assert [move for move in notations(table, "activate") if "at 4" in move] == []
    table = position(money=3, market={4: "banker £0 23"}, gaps={7: "0", 2: "1"})
    assert not is_legal(table, "activate 7 at 4 token 3")
    assert goods(play(table, "activate 7 at 4 token 2")) == (0, 0, 4)


def test_e18_the_financier() -> None:
    table = position(money=2, market={4: "financier £1 1"}, gaps={7: "0"})
    play(table, "activate 7 at 4 token 1")
    assert goods(table) == (0, 0, 5) and tokens(table, 4) == []
    lay_workers(table.state, {7: "0"})
    player(table).money = 9
    assert not is_legal(table, "activate 7 at 4 token 1")


def test_e19_the_engineer() -> None:
    table = position(money=3, crystals=1, market={4: "engineer £1"}, gaps={7: "0", 2: "1 2"})
    assert goods(play(table, "activate 7 at 4")) == (0, 0, 4)


# Building


@pytest.mark.parametrize(("over", "left", "n"), [("", 2, 3), (" over 0", 4, 2), (" over 1", 7, 2)])
def test_e20_new_plot_replacement_upgrade(over: str, left: int, n: int) -> None:
    table = position(
        money=12,
        buildings="housing_1 laboratory_1",
        market={4: "factory_1 £6"},
        gaps={7: "0", 2: "1", 3: "2"},
    )
    play(table, f"activate 7 at 4{over}")
    assert goods(table)[0] == left and player(table).n_buildings == n


def test_e21_an_own_worker_in_a_half_empty_gap_counts() -> None:
    table = position(money=9, market={4: "workshop_1 £3", 1: "-"}, gaps={2: "0", 7: "0", 10: "1"})
    play(table, "activate 2 at 4")
    assert goods(table)[0] == 4
    assert notations(table, "earn") == ["earn 7"]
    assert "earn 7" in notations(table) and table.view()["market"][7] is not None


def test_e22_the_discount_is_not_more_than_the_price() -> None:
    table = position(money=2, buildings="mine_2", market={4: "mine_1 £1"}, gaps={7: "0", 2: "1 1"})
    assert goods(play(table, "activate 7 at 4 over 0"))[0] == 0


def test_e23_two_common_symbols_are_one_discount() -> None:
    table = position(money=3, buildings="laboratory_1", market={4: "laboratory_2 £6"}, gaps={7: "0"})
    assert goods(play(table, "activate 7 at 4 over 0"))[0] == 0


@every(
    ("old", "new", "cost"),
    [
        ("university_1", "laboratory_1 £5", 2),
        ("workshop_1", "factory_1 £6", 3),
        ("workshop_1", "university_2 £7", 7),
        ("housing_1", "housing_2 £8", 8),
        ("residence_early", "residence_late £6", 6),
        ("mine_1", "mine_3 £6", 3),
    ],
)
def test_e24_the_discount_table(old: str, new: str, cost: int) -> None:
    table = position(money=20, buildings=old, market={4: new}, gaps={7: "0"})
    assert goods(play(table, "activate 7 at 4 over 0"))[0] == 20 - cost


def test_e25_a_rotated_building_is_replaced() -> None:
    table = position(
        money=3, crystals=3, active=2, buildings="workshop_1/1", market={4: "factory_1 £6"}, gaps={7: "0"}
    )
    play(table, "activate 7 at 4 over 0")
    assert goods(table)[0] == 0
    assert workers(table) == {"own": 4, "active": 2, "market": 0, "buildings": 0, "inactive": 2, "reserve": 3}
    play(table, "use 0 alt 1")
    assert goods(table) == (0, 0, 10) and workers(table)["active"] == 0


def test_e26_a_mine_with_a_token() -> None:
    table = position(money=7, market={4: "mine_3 £6 2"}, gaps={7: "0", 2: "1"})
    play(table, "activate 7 at 4 token 2")
    assert goods(table)[:2] == (0, 2)
    assert discard(table)[1] == 1 and table.view()["market"][4] is None


def test_e27_a_university_with_a_token() -> None:
    table = position(money=5, buildings="housing_1", market={4: "university_1 £4 3"}, gaps={7: "0"})
    assert goods(play(table, "activate 7 at 4 token 3")) == (0, 0, 3)


@pytest.mark.parametrize(
    ("buildings", "over", "cost"),
    [("mine_1 " * 5, "", 7), ("mine_1 " * 2, "", 5), ("mine_1 " * 4 + "laboratory_1", " over 4", 2)],
)
def test_e28_the_crane(buildings: str, over: str, cost: int) -> None:
    table = position(
        money=20,
        technologies="crane",
        buildings=buildings,
        market={4: "university_1 £4 1"},
        gaps={7: "0", 2: "1"},
    )
    assert goods(play(table, f"activate 7 at 4 token 1{over}"))[0] == 20 - cost


def test_e29_housing_takes_what_the_reserve_has() -> None:
    table = position(money=8, active=5, reserve=1, market={4: "housing_2 £8"}, gaps={7: "0"})
    play(table, "activate 7 at 4")
    assert (workers(table)["own"], workers(table)["active"], workers(table)["reserve"]) == (7, 6, 0)
    table = position(money=8, active=6, reserve=0, market={4: "housing_2 £8"}, gaps={7: "0"})
    assert workers(play(table, "activate 7 at 4"))["own"] == 7


@pytest.mark.parametrize(("answer", "points", "index"), [("points", 6, 0), ("advance", 4, 1)])
def test_e30_a_residence(answer: str, points: int, index: int) -> None:
    table = position(money=5, score=4, market={4: "residence_early £5"}, gaps={7: "0"})
    play(table, "activate 7 at 4", answer)
    assert (goods(table)[2], player(table).residence) == (points, index)
    before = goods(table)[0]
    pass_round(table)
    assert goods(table)[0] - before == (2, 3)[index]


def test_e31_a_home_cannot_be_used_and_loses_its_points() -> None:
    table = position(money=20, active=3, buildings="luxury_home=6", market={4: "palace £11"}, gaps={7: "0"})
    table.state.rules.end_points[table.state.market[4].card] = 12
    assert notations(table, "use") == []
    assert building_points(table.state, 0) == 6
    play(table, "activate 7 at 4 over 0")
    assert building_points(table.state, 0) == 12


# Using buildings


@pytest.mark.parametrize(("alt", "crystals", "active"), [(0, 1, 1), (1, 2, 0)])
def test_e32_a_mine_is_used_once(alt: int, crystals: int, active: int) -> None:
    table = position(active=1, buildings="mine_2")
    play(table, f"use 0 alt {alt}")
    assert (goods(table)[1], workers(table)["active"]) == (crystals, active)
    assert player(table).buildings[0].is_rotated == 1
    assert notations(table, "use") == []


def test_e33_what_can_be_paid() -> None:
    assert notations(position(active=1, crystals=3, buildings="factory_1"), "use") == ["use 0 alt 0"]


@pytest.mark.parametrize(("mine", "alt", "crystals"), [("mine_1", 0, 1), ("mine_2", 1, 2), ("mine_3", 1, 3)])
def test_e34_automation(mine: str, alt: int, crystals: int) -> None:
    table = position(technologies="automation", buildings=mine)
    assert goods(play(table, f"use 0 alt {alt}"))[1] == crystals


def test_e35_engineering_and_taylorism() -> None:
    table = position(active=3, crystals=5, technologies="engineering taylorism", buildings="factory_1")
    play(table, "use 0 alt 1")
    assert goods(table)[2] == 12 and decision(table) == "bonus"
    play(table, "money", "use 0 alt 0 taylorism")
    assert goods(table)[2] == 19 and is_turned(table, "taylorism")


def test_e36_engineering_counts_factories_only() -> None:
    laboratory = position(active=1, crystals=1, technologies="engineering", buildings="laboratory_1")
    university = position(active=1, technologies="engineering", buildings="university_1")
    assert goods(play(laboratory, "use 0 alt 0"))[2] == 5
    assert goods(play(university, "use 0 alt 0"))[2] == 2


def test_e37_three_uses_of_one_workshop() -> None:
    table = position(
        money=1, active=3, crystals=3, technologies="taylorism", buildings="workshop_1", event="second_shift"
    )
    play(table, "use 0 alt 0", "event 0 use 0 alt 0", "use 0 alt 0 taylorism")
    assert goods(table) == (0, 0, 9) and decision(table) == "bonus"
    play(table, "money")
    assert goods(table)[0] == 5
    assert player(table).buildings[0].n_workers == 3
    assert notations(table) == ["pass"]


def test_e38_taylorism_only_once() -> None:
    table = position(active=1, technologies="taylorism", turned="taylorism", buildings="mine_1/1")
    assert not is_legal(table, "use 0 alt 0 taylorism")
    assert notations(table, "use") == []


# Technologies on the market


def test_e39_lobbying() -> None:
    market, gaps = {4: "factory_2 £8"}, {7: "0 0", 2: "1 1", 3: "2"}
    table = position(money=9, technologies="lobbying", buildings="housing_1", market=market, gaps=gaps)
    assert not is_legal(table, "activate 7 at 4")
    other = position(money=9, technologies="lobbying", buildings="housing_1", market=market, gaps=gaps)
    assert goods(play(other, "activate 7 at 4 lobby over 0"))[0] == 1
    play(table, "activate 7 at 4 lobby")
    assert goods(table)[0] == 0 and is_turned(table, "lobbying")
    lay_card(table.state, 4, "geologist £1")
    player(table).money = 9
    assert not is_legal(table, "activate 7 at 4 lobby")
    assert goods(play(table, "activate 7 at 4"))[0] == 9 - 1 - 3


def test_e40_lobbying_without_a_crowd() -> None:
    table = position(money=9, technologies="lobbying", market={4: "factory_2 £8"}, gaps={7: "0"})
    assert not is_legal(table, "activate 7 at 4 lobby")
    assert "earn 7 at 4" in notations(table)


def test_e41_lobbying_does_not_pay_for_itself() -> None:
    table = position(money=8, market={4: "lobbying £6"}, gaps={7: "0", 2: "1 1"})
    assert not is_legal(table, "activate 7 at 4 lobby")
    assert goods(play(table, "activate 7 at 4"))[0] == 0


def test_e42_commerce_reads_once_a_round() -> None:
    table = position(4, technologies="commerce", market={4: "bureaucrat £0 123"}, gaps={7: "0"})
    play(table, "activate 7 at 4 token 1 read 3")
    assert goods(table)[2] == 3 and tokens(table, 4) == [2, 3]
    assert is_turned(table, "commerce") and discard(table) == [0, 0, 0]
    assert table.view()["players"][0]["kept_tokens"] == 1
    lay_workers(table.state, {2: "0"})
    assert not is_legal(table, "activate 2 at 4 token 2 read 3")
    play(table, "activate 2 at 4 token 2")
    assert goods(table)[2] == 5 and table.view()["players"][0]["kept_tokens"] == 2


def test_e43_commerce_makes_the_banker_cheaper() -> None:
    table = position(money=2, technologies="commerce", market={4: "banker £0 3"}, gaps={7: "0", 2: "1"})
    assert not is_legal(table, "activate 7 at 4 token 3")
    play(table, "activate 7 at 4 token 3 read 1")
    assert goods(table) == (0, 0, 4) and table.view()["players"][0]["kept_tokens"] == 1


def test_e44_commerce_and_a_building() -> None:
    table = position(money=4, technologies="commerce", market={4: "university_1 £4 1"}, gaps={7: "0"})
    play(table, "activate 7 at 4 token 1 read 3")
    assert goods(table)[2] == 3 and table.view()["players"][0]["kept_tokens"] == 1


def test_e45_commerce_and_the_windfall() -> None:
    table = position(technologies="commerce", event="windfall", token=1, others_pass=False)
    player(table, 1).used_event = 0
    play(table, "event 0 read 3")
    assert goods(table)[0] == 3 and table.state.event_token == 1
    assert table.view()["players"][0]["kept_tokens"] == 0 and is_turned(table, "commerce")
    assert goods(play(table, "event 0"), 1)[0] == 1


def test_e46_seven_tokens_are_kept_at_most() -> None:
    table = position(money=9, technologies="commerce", kept=7, market={4: "miner £1 2"}, gaps={7: "0"})
    play(table, "activate 7 at 4 token 2")
    assert goods(table)[1] == 2 and discard(table) == [0, 1, 0]
    assert table.view()["players"][0]["kept_tokens"] == 7


# Events


def test_e47_the_crystal_sale() -> None:
    table = position(phase="I", money=4, crystals=2, event="crystal_sale")
    assert notations(table, "event") == ["event 0"]
    play(table, "event 0")
    assert goods(table)[:2] == (7, 1)
    assert decision(table) == "main_i" and not is_legal(table, "event 0")
    play(table, "switch")
    assert not is_legal(table, "event 0")


def test_e48_the_donation() -> None:
    assert notations(position(money=5, event="donation"), "event") == ["event 0"]
    assert notations(position(money=6, event="donation"), "event") == ["event 0", "event 1"]


def test_e49_the_country_seat() -> None:
    assert not is_legal(position(event="country_seat"), "event 0")
    table = position(crystals=1, score=9, residence=4, rewards="worker", event="country_seat")
    play(table, "event 0")
    assert goods(table) == (0, 0, 16) and decision(table) == "main_ii"


def test_e50_hiring() -> None:
    table = position(money=4, active=1, inactive=1, gaps={7: "0 0"}, event="hiring")
    play(table, "event 0")
    assert goods(table)[0] == 0 and (workers(table)["own"], workers(table)["active"]) == (5, 2)
    assert not is_legal(position(money=3, active=1, inactive=1, gaps={7: "0 0"}, event="hiring"), "event 0")
    assert not is_legal(position(money=99, active=7, event="hiring"), "event 0")


def test_e51_late_arrival() -> None:
    table = position(phase="I", active=1, event="late_arrival", others_pass=False)
    assert notations(table, "event") == [] and not is_legal(table, "event 0 place 9")
    play(table, "switch", "event 0 place 9")
    assert workers(table)["active"] == 0 and in_gap(table, 9) == [0]
    assert table.to_move == 1
    play(table, "pass", "pass")
    assert not is_legal(table, "pass")
    assert "pass" in notations(play(table, "earn 9 at 3"))


def test_e52_second_shift() -> None:
    table = position(money=1, buildings="mine_1/0", event="second_shift")
    assert not is_legal(table, "event 0 use 0 alt 0")
    table = position(money=1, buildings="mine_1/0", event="second_shift", technologies="automation")
    assert goods(play(table, "event 0 use 0 alt 0"))[:2] == (0, 1)


def test_e53_the_token_of_the_windfall() -> None:
    table = game(3).new(setup=setup(events="hiring donation windfall country_seat"))
    assert table.state.next_token == 0
    pass_round(table)
    view = table.view()
    assert (view["round"], view["next_event"]["event"]) == (2, "event_windfall")
    digit = view["next_event"]["token"]
    assert digit in (1, 2, 3)
    pass_round(table)
    assert table.view()["event"] == {"event": "event_windfall", "token": digit}
    before = discard(table)
    on_cards = [sum(tokens(table, place).count(d) for place in range(9)) for d in (1, 2, 3)]
    pass_round(table)
    assert discard(table) == [before[d] + on_cards[d] + (digit == d + 1) for d in range(3)]
    assert table.state.event_token == 0


# Bonus, order, end


@pytest.mark.parametrize(("answer", "active", "reserve", "money"), [("worker", 4, 2, 0), ("money", 3, 3, 5)])
def test_e54_the_bonus_at_eight(answer: str, active: int, reserve: int, money: int) -> None:
    table = position(score=7, active=3, reserve=3, market={4: "bureaucrat £0 1"}, gaps={7: "0"})
    play(table, "activate 7 at 4 token 1")
    assert goods(table)[2] == 8 and notations(table) == ["worker", "money"]
    play(table, answer)
    assert (workers(table)["active"], workers(table)["reserve"]) == (active, reserve)
    assert goods(table)[0] == money and table.view()["players"][0]["rewards"] == [answer]


def test_e55_the_other_bonus_at_twenty() -> None:
    table = position(money=1, score=18, rewards="worker", market={4: "adviser £1"}, gaps={7: "0"})
    play(table, "activate 7 at 4")
    assert goods(table) == (5, 0, 21) and decision(table) == "main_ii"


def test_e56_both_bonuses_at_once() -> None:
    table = position(score=6, active=2, inactive=2, crystals=5, buildings="factory_2")
    play(table, "use 0 alt 1")
    assert goods(table) == (5, 0, 21)
    assert (workers(table)["own"], workers(table)["active"]) == (5, 1) and decision(table) == "main_ii"


def test_e57_a_bonus_does_not_pay_for_its_own_cause() -> None:
    table = position(money=3, score=7, market={4: "adviser £1"}, gaps={7: "0", 2: "1 1", 3: "2"})
    assert not is_legal(table, "activate 7 at 4")


def test_e58_a_worker_from_an_empty_reserve_is_lost() -> None:
    table = position(money=1, score=19, rewards="money", active=6, market={4: "adviser £1"}, gaps={7: "0"})
    play(table, "activate 7 at 4")
    assert goods(table) == (0, 0, 22) and workers(table)["own"] == 7


def test_e59_passing_needs_an_empty_market() -> None:
    table = position(active=2, buildings="mine_2 mine_2", gaps={7: "0"})
    assert not is_legal(table, "pass")
    assert "pass" in notations(play(table, "earn 7 at 4"))


def test_e60_turn_order() -> None:
    table = game(3).new(setup=setup(first_player=1))
    order = []
    for move in ("place 0", "switch", "pass", "place 0", "place 0", "place 0", "place 0"):
        order.append(table.to_move)
        play(table, move)
    assert order == [1, 2, 2, 0, 1, 0, 1]
    pass_round(table)
    assert table.round == 2 and table.to_move == 2


def test_e61_what_is_left_goes_to_the_discard() -> None:
    table = position(
        market={4: "miner £1 23"},
        event="windfall",
        token=1,
        buildings="mine_1/0",
        technologies="commerce",
        turned="commerce",
        round_no=6,
    )
    table.state.discard[0] = 1
    play(table, "pass")
    assert discard(table) == [2, 1, 1]
    assert table.view()["market"] == [None] * 9
    assert player(table).buildings[0].is_rotated == 0 and player(table).turned == 0


def test_e62_the_supply_is_filled_from_the_discard() -> None:
    table = game(5).new(seed=1)
    state = table.state
    state.supply[:], state.discard[:] = (1, 1, 0), (5, 5, 5)
    state.n_draws, state.next_draw = 0, 0
    lay_card(state, 4, "miner £1")
    lay_tokens(state, 4, NO_LOG)
    assert len(tokens(table, 4)) == 4
    assert (sum(state.supply), sum(state.discard)) == (13, 0)


def test_e63_a_final_score() -> None:
    table = position(
        score=40, crystals=8, technologies="automation", buildings="luxury_home=6 factory_1=4 mine_3=3"
    )
    assert final_score(table.state, 0) == 60


def test_e64_every_technology() -> None:
    table = position(
        money=15,
        crystals=3,
        active=6,
        residence=3,
        kept=3,
        technologies=ALL_TECHNOLOGIES,
        buildings="factory_2=5 workshop_1=4" + " mine_1=0" * 7,
    )
    found = {IDS[place]: technology_points(table.state, 0, place) for place in range(7)}
    assert list(found.values()) == [3, 7, 7, 3, 7, 5, 6]
    assert building_points(table.state, 0) == 9 and final_score(table.state, 0) == 47


def test_e65_a_tie_is_a_shared_victory() -> None:
    table = position(round_no=6)
    for seat, score in enumerate((61, 61, 40)):
        player(table, seat).score, player(table, seat).rewards = score, 3
    play(table, "pass")
    assert table.over and table.winners == [0, 1]


def test_e66_final_points_give_no_bonus() -> None:
    table = position(score=7, buildings="mine_3=3", round_no=6)
    play(table, "pass")
    assert table.over and table.scores[0] == 10
    assert player(table).rewards == 0 and goods(table)[0] == 0


def test_e67_cards_without_tokens() -> None:
    table = position(money=9, market={4: "university_1 £4", 1: "miner £1"}, gaps={7: "0"})
    assert notations(table, "activate") == ["activate 7 at 4"]
    assert "no token left" in refusal(table, "activate 7 at 1 token 1")
    assert goods(play(table, "activate 7 at 4"))[2] == 0


# More cards and combinations


def test_e68_standing_buildings_count() -> None:
    table = position(money=9, buildings="mine_1 mine_1 mine_1", market={4: "laboratory_1 £5"}, gaps={7: "0"})
    assert goods(play(table, "activate 7 at 4"))[0] == 1


def test_e69_lobbying_and_commerce_together() -> None:
    table = position(
        money=1,
        technologies="lobbying commerce",
        market={4: "banker £0 3", 1: "-"},
        gaps={7: "0", 2: "1 1", 3: "2"},
    )
    assert notations(table, "activate") == ["activate 7 at 4 token 3 read 1 lobby"]
    play(table, "activate 7 at 4 token 3 read 1 lobby")
    assert goods(table) == (0, 0, 4) and table.view()["players"][0]["kept_tokens"] == 1
    assert is_turned(table, "lobbying") and is_turned(table, "commerce")


def test_e70_the_geologist() -> None:
    table = position(money=3, market={4: "geologist £1"}, gaps={7: "0", 2: "1 1"})
    play(table, "activate 7 at 4")
    assert goods(table)[:2] == (0, 2) and table.view()["market"][4]["card"] == "char_geologist"


@every(
    ("building", "active", "crystals", "alt", "points"),
    [
        ("workshop_2", 1, 2, 0, 5),
        ("laboratory_2", 1, 1, 0, 5),
        ("laboratory_3", 1, 2, 0, 7),
        ("factory_2", 2, 3, 0, 10),
        ("university_2", 2, 0, 0, 3),
        ("university_2", 2, 0, 1, 6),
        ("workshop_2", 1, 1, 0, None),
        ("laboratory_3", 0, 2, 0, None),
        ("factory_2", 1, 3, 0, None),
        ("university_2", 1, 0, 1, None),
    ],
)
def test_e71_uses(building: str, active: int, crystals: int, alt: int, points: int | None) -> None:
    table = position(active=active, crystals=crystals, buildings=building)
    if points is None:
        assert not is_legal(table, f"use 0 alt {alt}")
    else:
        assert goods(play(table, f"use 0 alt {alt}"))[2] == points


def test_e72_a_new_worker_works_at_once() -> None:
    table = position(
        money=6, reserve=4, inactive=2, buildings="university_1", market={4: "housing_1 £5"}, gaps={7: "0"}
    )
    play(table, "activate 7 at 4")
    assert goods(table)[0] == 0 and (workers(table)["active"], workers(table)["reserve"]) == (1, 3)
    assert not is_legal(table, "place 0")
    assert goods(play(table, "use 0 alt 0"))[2] == 2


def test_e73_a_manor_over_a_residence() -> None:
    table = position(money=9, buildings="residence_early=2", market={4: "manor £8"}, gaps={7: "0", 2: "1"})
    table.state.rules.end_points[table.state.market[4].card] = 9
    play(table, "activate 7 at 4 over 0")
    assert goods(table)[0] == 0 and owned(table) == ["bld_manor"]
    assert decision(table) == "main_ii" and building_points(table.state, 0) == 9


@pytest.mark.parametrize(("alt", "wanted"), [(0, (2, 0, 0)), (1, (0, 2, 0)), (2, (0, 0, 2))])
def test_e74_the_windfall(alt: int, wanted: tuple[int, int, int]) -> None:
    table = position(phase="I", event="windfall", token=2)
    play(table, f"event {alt}")
    assert goods(table) == wanted and decision(table) == "main_i" and table.state.event_token == 2


def test_e75_a_bonus_worker_in_phase_one() -> None:
    table = position(phase="I", money=3, score=6, reserve=4, inactive=0, event="donation")
    play(table, "event 0", "worker")
    assert goods(table) == (0, 0, 9) and workers(table)["active"] == 1
    assert "place 0" in notations(table)
