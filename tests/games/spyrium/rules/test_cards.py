"""A test for every character, building, technology and event: what it does (rules.md 8-11)."""

from __future__ import annotations

import pytest

from burgomaster.games.spyrium.rules.cards import CARD_ROWS, EVENT_ROWS, IDS
from burgomaster.games.spyrium.rules.scoring import final_score, technology_points
from tests.cases import every
from tests.games.spyrium.positions import (
    full_id,
    goods,
    in_gap,
    is_legal,
    is_turned,
    lay_card,
    notations,
    owned,
    play,
    player,
    position,
    workers,
)

# card, its tokens, crystals before, what a call costs beyond price and crowd, crystals and points after
CALLS = [
    ("miner", "3", 0, 0, 3, 0),
    ("geologist", "", 0, 0, 2, 0),
    ("assistant", "", 1, 0, 0, 3),
    ("bureaucrat", "2", 0, 0, 0, 2),
    ("engineer", "", 1, 0, 0, 4),
    ("adviser", "", 0, 0, 0, 3),
    ("banker", "2", 0, 2, 0, 4),
    ("financier", "3", 0, 3, 0, 5),
]
# building, alternative, workers and crystals paid, crystals and points gained
USES = [
    ("mine_1", 0, 1, 0, 1, 0),
    ("mine_2", 0, 0, 0, 1, 0),
    ("mine_2", 1, 1, 0, 2, 0),
    ("mine_3", 0, 0, 0, 1, 0),
    ("mine_3", 1, 1, 0, 3, 0),
    ("workshop_1", 0, 1, 1, 0, 3),
    ("workshop_2", 0, 1, 2, 0, 5),
    ("factory_1", 0, 1, 2, 0, 6),
    ("factory_1", 1, 2, 3, 0, 10),
    ("factory_2", 0, 2, 3, 0, 10),
    ("factory_2", 1, 2, 5, 0, 15),
    ("laboratory_1", 0, 1, 1, 0, 4),
    ("laboratory_2", 0, 1, 1, 0, 5),
    ("laboratory_3", 0, 1, 2, 0, 7),
    ("university_1", 0, 1, 0, 0, 2),
    ("university_2", 0, 1, 0, 0, 3),
    ("university_2", 1, 2, 0, 0, 6),
]
# building, its token, crystals, points and workers when built
BUILT = [
    ("mine_3", "3", 3, 0, 0),
    ("university_1", "2", 0, 2, 0),
    ("university_2", "1", 0, 1, 0),
    ("housing_1", "", 0, 0, 1),
    ("housing_2", "", 0, 0, 2),
    *((name, "", 0, 0, 0) for name in ("mine_1", "mine_2", "workshop_1", "workshop_2", "factory_1")),
    *((name, "", 0, 0, 0) for name in ("factory_2", "laboratory_1", "laboratory_2", "laboratory_3")),
    *((name, "", 0, 0, 0) for name in ("luxury_home", "manor", "palace")),
]
RESIDENCES = ["residence_early", "residence_late"]
WITHOUT_USE = ["housing_1", "housing_2", *RESIDENCES, "luxury_home", "manor", "palace"]
TECHNOLOGIES = ["automation", "capitalisation", "crane", "commerce", "engineering", "lobbying", "taylorism"]
EVENTS = [
    "windfall",
    "country_seat",
    "donation",
    "crystal_sale",
    "second_shift",
    "hiring",
    "late_arrival",
]


def test_no_card_is_forgotten() -> None:
    called = {full_id(call[0]) for call in CALLS} | {"char_architect"}
    built = {full_id(built[0]) for built in BUILT} | {full_id(name) for name in RESIDENCES}
    used = {full_id(use[0]) for use in USES} | {full_id(name) for name in WITHOUT_USE}
    assert called == {row["id"] for row in CARD_ROWS if row["kind"] == "character"}
    assert built == used == {row["id"] for row in CARD_ROWS if row["kind"] == "building"}
    assert [full_id(name) for name in TECHNOLOGIES] == [id for id in IDS if id.startswith("tech_")]
    assert [full_id(name) for name in EVENTS] == [row["id"] for row in EVENT_ROWS]


# Characters


@every(("name", "token", "before", "cost", "crystals", "points"), CALLS)
def test_a_character_is_called(
    name: str, token: str, before: int, cost: int, crystals: int, points: int
) -> None:
    table = position(
        money=20, crystals=before, market={4: f"{name} £1 {token}"}, gaps={7: "0", 2: "1"}, event=""
    )
    move = f"activate 7 at 4 token {token}" if token else "activate 7 at 4"
    play(table, move)
    assert goods(table) == (20 - 1 - 1 - cost, crystals, points)
    assert table.view()["market"][4] == {"card": full_id(name), "price": 1, "tokens": []}


# Buildings


@every(("name", "alt", "paid", "spent", "crystals", "points"), USES)
def test_a_building_is_used_if_it_can_be_paid(
    name: str, alt: int, paid: int, spent: int, crystals: int, points: int
) -> None:
    table = position(active=paid, crystals=spent, buildings=name, rewards="worker money")
    play(table, f"use 0 alt {alt}")
    assert goods(table) == (0, crystals, points)
    assert (workers(table)["active"], workers(table)["buildings"]) == (0, paid)
    if paid:
        assert not is_legal(position(active=paid - 1, crystals=spent, buildings=name), f"use 0 alt {alt}")
    if spent:
        assert not is_legal(position(active=paid, crystals=spent - 1, buildings=name), f"use 0 alt {alt}")


@every("name", WITHOUT_USE)
def test_a_building_without_use(name: str) -> None:
    table = position(active=5, crystals=5, money=5, buildings=name)
    assert notations(table, "use") == [] and not is_legal(table, "use 0 alt 0")


@every(("name", "token", "crystals", "points", "new"), BUILT)
def test_a_building_is_built(name: str, token: str, crystals: int, points: int, new: int) -> None:
    table = position(money=30, market={4: f"{name} £5 {token}"}, gaps={7: "0", 2: "1"}, active=1)
    play(table, f"activate 7 at 4 token {token}" if token else "activate 7 at 4")
    assert goods(table) == (30 - 5 - 1, crystals, points)
    assert owned(table) == [full_id(name)] and table.view()["market"][4] is None
    assert workers(table)["active"] == 1 + new and workers(table)["own"] == 2 + new


# Technologies


@every("name", TECHNOLOGIES)
def test_a_technology_is_patented_and_stays(name: str) -> None:
    table = position(money=9, market={4: f"{name} £6"}, gaps={7: "0", 2: "1"}, buildings="mine_1 mine_1")
    play(table, "activate 7 at 4")
    assert goods(table)[0] == 9 - 6 - 1  # no plot fee
    assert [entry["card"] for entry in table.view()["players"][0]["technologies"]] == [full_id(name)]
    assert not is_turned(table, name) and player(table).n_buildings == 2


@every(
    ("name", "least", "most"),
    [
        ("automation", {"crystals": 5}, {"crystals": 8}),
        ("capitalisation", {"money": 11}, {"money": 16}),
        ("crane", {"buildings": "mine_1 " * 5}, {"buildings": "mine_1 " * 8}),
        ("commerce", {"kept": 5}, {"kept": 7}),
        ("engineering", {"buildings": "factory_1=5 mine_1=4"}, {"buildings": "factory_1=5 laboratory_1=4"}),
        ("lobbying", {"residence": 3}, {"residence": 4}),
        ("taylorism", {"active": 3, "inactive": 2}, {"active": 7}),
    ],
)
def test_a_technology_scores_up_to_seven(name: str, least: dict[str, int], most: dict[str, int]) -> None:
    place = TECHNOLOGIES.index(name)
    for given, points in ((least, 5), (most, 7)):
        table = position(technologies=name, **given)  # type: ignore[arg-type]
        assert technology_points(table.state, 0, place) == points
        buildings = table.view()["players"][0]["building_points"]
        assert final_score(table.state, 0) == points + buildings
        player(table).technologies = 0
        assert final_score(table.state, 0) == buildings


def test_automation_spares_the_workers_of_mines_only() -> None:
    table = position(technologies="automation", crystals=1, buildings="mine_2 workshop_1")
    assert notations(table, "use") == ["use 0 alt 0", "use 0 alt 1"]
    play(table, "use 0 alt 1")
    assert goods(table)[1] == 3 and workers(table)["buildings"] == 0


@pytest.mark.parametrize(("option", "discarded"), [("physical", 0), ("recycled", 1)])
def test_commerce_keeps_tokens_of_characters_and_buildings(option: str, discarded: int) -> None:
    table = position(
        technologies="commerce", money=20, market={4: "university_1 £4 3"}, gaps={7: "0"}, kept_tokens=option
    )
    play(table, "activate 7 at 4 token 3")
    assert table.view()["players"][0]["kept_tokens"] == 1
    assert int(table.state.discard[2]) == discarded


def test_a_technology_works_at_once_but_not_for_itself() -> None:
    table = position(money=9, market={4: "crane £6"}, gaps={7: "0 0"}, buildings="mine_1 mine_1")
    play(table, "activate 7 at 4")
    lay_card(table.state, 4, "workshop_1 £2")
    assert goods(play(table, "activate 7 at 4"))[0] == 9 - 6 - 1 - 2


# Events


@every(
    ("event", "alt", "paid", "gained"),
    [
        ("donation", 0, {"money": 3}, (0, 0, 3)),
        ("donation", 1, {"money": 6}, (0, 0, 5)),
        ("crystal_sale", 0, {"crystals": 1}, (3, 0, 0)),
        ("crystal_sale", 1, {"crystals": 3}, (6, 0, 0)),
    ],
)
def test_an_event_that_is_paid_for(
    event: str, alt: int, paid: dict[str, int], gained: tuple[int, ...]
) -> None:
    assert goods(play(position(event=event, **paid), f"event {alt}")) == gained
    too_little = {what: n - 1 for what, n in paid.items()}
    assert not is_legal(position(event=event, **too_little), f"event {alt}")


def test_late_arrival_needs_an_open_gap() -> None:
    market = dict.fromkeys(range(1, 9), "-")
    table = position(event="late_arrival", active=2, market=market)
    assert notations(table, "event") == ["event 0 place 0", "event 0 place 6"]
    play(table, "event 0 place 6")
    assert in_gap(table, 6) == [0] and not is_legal(table, "event 0 place 0")


def test_the_order_of_gains_lets_a_bonus_come_before_a_residence_action() -> None:
    table = position(score=6, residence=4, crystals=1, event="country_seat")
    play(table, "event 0")  # the last space: points are taken unasked, and bring the bonus
    assert goods(table)[2] == 13 and notations(table) == ["worker", "money"]
