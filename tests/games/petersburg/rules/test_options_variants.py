"""What may be played with what (rules.md 1, 13): combinations, flags, custom games, markers (3.1)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.cards import CARD_ROWS
from burgomaster.games.petersburg.rules.options import STANDARD_GAMES
from tests.cases import every
from tests.games.petersburg.positions import (
    ALL_DECKS,
    BANQUET,
    BOTH,
    FIVE_MARKERS,
    MARKET,
    NEW,
    SOCIETY,
    VARIANTS,
    buy_out,
    every_card,
    game,
    lower,
    markers,
    n_open,
    notations,
    pass_round,
    pass_until,
    pile,
    play,
    position,
    price,
    refusal,
    shares,
    turned,
    upper,
)

EXPANSIONS = ("banquet", "new_society", "market")
SUBSETS = [list(chosen) for n in range(4) for chosen in combinations(EXPANSIONS, n)]
ALLOWED = [(variant["edition"], variant["expansions"], variant["players"]) for variant in VARIANTS]
REFUSED = [
    (edition, expansions, players)
    for edition in ("2004", "2014")
    for expansions in SUBSETS
    for players in (2, 3, 4, 5)
    if (edition, expansions, players) not in ALLOWED
]


def error(language: str = "en", **options: Any) -> str:
    """Why a game cannot be set up."""
    with pytest.raises(bm.OptionError) as caught:
        bm.game("petersburg", **options)
    assert caught.value.text("en") != caught.value.text("ru")
    return caught.value.text(language)


# Combinations (1.1)


def test_there_are_twenty_one_standard_games() -> None:
    # 1.1: four player counts of three games, three of the others
    assert len(ALLOWED) == 3 * 4 + 3 * 3
    assert len(REFUSED) == 2 * 8 * 4 - len(ALLOWED)


@every(("edition", "expansions", "players"), ALLOWED)
def test_a_game_of_the_table_can_be_played(edition: str, expansions: list[str], players: int) -> None:
    # 1.1
    table = game(players, edition=edition, expansions=expansions).new(seed=3)
    assert (upper(table).total(), lower(table).total()) == (2 * players, 0)
    assert all((player["area"], player["hand"]) == ({}, []) for player in table.view()["players"])
    has_disc = players == 5 and "new_society" in expansions
    assert sorted(table.money) == [25] * (players - 1) + [27 if has_disc else 25]
    assert set(table.view()["piles"]) == set(ALL_DECKS) - (
        {"market"} if "market" not in expansions else set()
    )
    assert ("market" in markers(table)) is ("market" in expansions)
    assert ("disc" in markers(table)) is has_disc
    if edition == "2014":
        buy_out(table)
    pass_round(table)
    board = 10 if "market" in expansions else 8
    assert n_open(table) == max(board, 0 if edition == "2014" else 2 * players)


@every(("edition", "expansions", "players"), REFUSED)
def test_any_other_combination_is_refused_with_the_possible_ones(
    edition: str, expansions: list[str], players: int
) -> None:
    # 1.1
    for language in ("en", "ru"):
        told = error(language, edition=edition, expansions=expansions, players=players)
        assert " + ".join([edition, *expansions]) in told
        for name, more, most in STANDARD_GAMES:
            assert f"{' + '.join((name, *more))} (2-{most})" in told


def test_the_order_of_the_expansions_does_not_matter() -> None:
    one = game(2, expansions=["new_society", "banquet"]).new(seed=1)
    two = game(2, expansions=("banquet", "new_society")).new(seed=1)
    assert one.setup == two.setup


@every("wrong", ["banquet", ["banquet", "banquet"], ["Market"], [1], None, {"market": True}])
def test_expansions_are_a_list_of_known_names(wrong: Any) -> None:
    assert "expansions" in error(players=2, expansions=wrong)


# Flags by edition (1.3)

FLAGS = {
    "first_phase_buy_only": (False, True),
    "warehouse_loss_discard": (False, True),
    "tiebreak": ("total_rubles", "leftover_rubles"),
    "potemkin_villages_same": (False, True),
    "nobles_over_ten": ("cap55", "cap55"),
    "market_pile_ends_game": (True, True),
    "prison_free_return": (False, False),
}


@every("name", FLAGS)
def test_the_edition_sets_the_default_of_a_flag(name: str) -> None:
    # 1.3, 13
    for edition, wanted in zip(("2004", "2014"), FLAGS[name], strict=True):
        assert game(2, edition=edition).options[name] == wanted
        assert game(2, edition=edition, custom_cards=every_card()).options[name] == wanted


@every("edition", ["2004", "2014"])
@every("name", FLAGS)
def test_a_host_may_override_a_flag(name: str, edition: str) -> None:
    # 13
    values = {
        "tiebreak": ("total_rubles", "leftover_rubles"),
        "nobles_over_ten": ("cap55", "plus10"),
    }
    for value in values.get(name, (False, True)):
        assert game(2, edition=edition, **{name: value}).options[name] == value


@pytest.mark.parametrize("edition", ["2004", "2014"])
def test_with_the_new_society_more_than_ten_nobles_count_ten_each(edition: str) -> None:
    # 1.3
    custom = game(2, edition=edition, custom_cards=every_card(), expansions=["new_society"])
    assert custom.options["nobles_over_ten"] == "plus10"
    assert game(2, **SOCIETY).options["nobles_over_ten"] == "plus10"
    assert game(2, **BANQUET).options["nobles_over_ten"] == "cap55"
    assert game(2, **MARKET).options["nobles_over_ten"] == "cap55"


def test_a_2014_game_without_its_first_phase_rule_begins_as_usual() -> None:
    # 1.3
    table = game(2, first_phase_buy_only=False, **NEW).new(seed=1)
    assert {"pass", f"take {next(iter(upper(table)))}"} <= set(notations(table))


# Custom games (1.4)

LIMITS = {
    "lumberjack": 6,
    "firehouse": 5,
    "observatory_2004": 2,
    "administrator": 6,
    "judge_2004": 3,
    "wharf": 4,
    "czar_and_carpenter_new_society": 1,
    "black_market": 2,
    "jester": 1,
    "warehouse": 1,
}


@every("card", LIMITS)
def test_a_custom_game_has_at_most_the_copies_of_all_boxes(card: str) -> None:
    # 1.4
    most = LIMITS[card]
    piles = game(2, custom_cards=every_card() | {card: most}).new(seed=1).setup["decks"]
    assert sum(pile.count(card) for pile in piles.values()) == most
    for wrong in (most + 1, -1):
        told = error(players=2, custom_cards=every_card() | {card: wrong})
        assert card in told and f"0 to {most}" in told


@every("wrong", [[], "lumberjack", 3, {"lumberjack": "6"}, {"lumberjack": True}, {"lumberjack": 1.0}])
def test_custom_cards_are_a_map_of_numbers(wrong: Any) -> None:
    assert "custom_cards" in error(players=2, custom_cards=wrong)


def test_a_custom_game_knows_its_cards() -> None:
    # 1.4
    assert "'moon'" in error(players=2, custom_cards=every_card() | {"moon": 1})


def test_a_custom_game_is_made_of_exactly_its_cards() -> None:
    # 1.4: the map replaces the card list, the removal list of the New Society included
    chosen = every_card() | {"lumberjack": 0, "author": 2}
    piles = game(3, custom_cards=chosen, expansions=["new_society"]).new(seed=2).setup["decks"]
    found = sum((Counter(pile) for pile in piles.values()), Counter[str]())
    assert found == +Counter(chosen)
    assert found["observatory_2004"] == 2


def test_market_cards_need_the_market() -> None:
    # 1.4
    cards = every_card(with_market=True)
    assert "market" in error(players=2, custom_cards=cards)
    assert game(2, custom_cards=cards, expansions=["market"]).new(seed=1)


DECKS_OF_GAMES = [
    (deck, expansions, players)
    for expansions, players in (((), 2), ((), 4), (("market",), 3), (("new_society",), 5))
    for deck in ALL_DECKS
    if deck != "market" or "market" in expansions
]


@every(("deck", "expansions", "players"), DECKS_OF_GAMES)
def test_no_pile_may_be_so_small_that_it_ends_with_its_first_refill(
    deck: str, expansions: tuple[str, ...], players: int
) -> None:
    # 1.4
    board = 10 if "market" in expansions else 8
    least = 2 * players + 1 if deck == "worker" else board + 1
    cards = every_card(with_market="market" in expansions)
    enough = cards | deck_of(deck, least)
    table = game(players, custom_cards=enough, expansions=expansions).new(seed=1)
    assert not table.view()["last_round"]
    told = error(players=players, custom_cards=cards | deck_of(deck, least - 1), expansions=expansions)
    assert str(least) in told and str(least - 1) in told and deck in told


def deck_of(deck: str, size: int) -> dict[str, int]:
    """Copies of the cards of a deck, so many in all."""
    chosen = {}
    for row in CARD_ROWS:
        if row["deck"] == deck:
            chosen[row["id"]] = min(size, every_card(with_market=True)[row["id"]])
            size -= chosen[row["id"]]
    return chosen


@pytest.mark.parametrize("expansions", [[], ["banquet"]])
@pytest.mark.parametrize("edition", ["2004", "2014"])
def test_five_players_of_a_custom_game_need_new_society_or_market(
    edition: str, expansions: list[str]
) -> None:
    # 1.4
    told = error(players=5, edition=edition, expansions=expansions, custom_cards=every_card())
    assert "new_society" in told and "market" in told


def test_five_players_with_new_society_and_market_use_no_disc() -> None:
    # R31
    cards = every_card(with_market=True)
    deal = {"worker": 0, "market": 1, "building": 2, "noble": 3, "exchange": 4}
    table = game(5, custom_cards=cards, expansions=["new_society", "market"], marker_deal=deal).new(seed=1)
    assert (markers(table), table.money, table.scores) == (deal, [25] * 5, [0] * 5)
    for phase in ("market", "building", "noble", "exchange", "worker"):
        pass_until(table, phase)
    assert markers(table) == {marker: (seat + 1) % 5 for marker, seat in deal.items()}


def test_five_players_of_a_custom_2014_game_with_the_new_society_use_the_disc() -> None:
    # 1.3, 1.4
    table = game(5, edition="2014", custom_cards=every_card(), expansions=["new_society"]).new(seed=1)
    assert "disc" in markers(table)
    assert sorted(table.money) == [25, 25, 25, 25, 27]


def test_purple_cards_work_without_the_expansion() -> None:
    # 1.4: banquet switches on nothing
    table = position(hand=["golden_donkey"], rubles=[0], custom_cards=every_card())
    assert play(table, "use golden_donkey").money[0] == 5


@every(
    ("owned", "bought", "cost"),
    [
        ("observatory_2004 observatory_2014", "observatory_new_society", 8),
        ("judge_2014", "judge_2004", 16),
        ("mistress_of_ceremonies_2004 mistress_of_ceremonies_2014", "mistress_of_ceremonies_new_society", 18),
        ("academy", "academy_new_society", 25),
        ("market_2004 market_2014_fish", "market_2014_apple", 5),
        ("ship_builder_2004", "ship_builder_2014_any", 7),
    ],
)
def test_versions_of_a_card_in_one_game_are_the_same_card(owned: str, bought: str, cost: int) -> None:
    # 2, 5.2
    table = position(area=[owned], upper=bought, custom_cards=every_card())
    assert price(table, f"buy {bought}") == cost - len(owned.split())


def test_versions_of_an_exchange_card_are_the_same_card() -> None:
    # 5.2
    table = position(area=["bank_2004 market_2004"], upper="bank_2014", custom_cards=every_card())
    assert price(table, "buy bank_2014 over market_2004") == 13 - 5 - 1


def observatories(area: str, **more: Any) -> Table:
    return position(
        phase="building", area=[area], top={"worker": "shepherd " * 3}, custom_cards=every_card(), **more
    )


@pytest.mark.parametrize("order", ["2004 2014", "2014 2004", "new_society 2004", "2014 new_society"])
def test_of_two_versions_of_the_observatory_the_one_placed_first_is_turned(order: str) -> None:
    # record format
    first, second = (f"observatory_{version}" for version in order.split())
    table = observatories(f"{first} {second}")
    assert notations(table).count("observe worker") == 1
    play(table, "observe worker", "discard shepherd", "pass")
    assert turned(table, 0) == {first: 1}
    play(table, "observe worker", "discard shepherd", "pass")
    assert turned(table, 0) == {first: 1, second: 1}
    assert "no Observatory" in refusal(table, "observe worker")


def test_a_displaced_observatory_leaves_the_order_of_placement() -> None:
    # record format
    table = observatories("observatory_2004 observatory_2014", upper="bank_2004")
    play(table, "buy bank_2004 over observatory_2004", "pass", "observe worker", "discard shepherd", "pass")
    assert turned(table, 0) == {"observatory_2014": 1}
    assert "no Observatory" in refusal(table, "observe worker")


def test_a_custom_2004_game_with_the_market_has_ten_open_cards_and_tiles() -> None:
    # 1.3, 1.4
    options: dict[str, Any] = {"custom_cards": every_card(with_market=True), "expansions": ["market"]}
    table = pass_round(position(**options))
    assert (table.phase, n_open(table), pile(table, "market")) == ("market", 10, 25)
    table = position(upper="ship_builder_2014_any", phase="market", round_no=2, **options)
    play(table, "buy ship_builder_2014_any as grain", "pass", "pass")
    assert table.scores[0] == 2


def test_the_prison_may_fetch_a_card_with_a_question_mark() -> None:
    # 8.15, 8.20
    table = position(
        phase="building",
        area=["debtors_prison ship_builder_2014_any"],
        tiles={"ship_builder_2014_any": "apple"},
        hand=["black_market"],
        discard="czar_and_carpenter_2014",
        custom_cards=every_card(with_market=True),
        expansions=["market"],
    )
    card = "czar_and_carpenter_2014"
    goods = ("chicken", "grain", "fish", "cabbage")
    for way in ("prison", "use black_market"):
        wanted = [f"{way} take {card}", *[f"{way} buy {card} as {good}" for good in goods]]
        assert [move for move in notations(table) if move.startswith(way)] == wanted
    play(table, f"prison buy {card} as fish")
    assert table.view()["market"]["tiles"] == {"ship_builder_2014_any": "apple", card: "fish"}


# Markers (3.1)


@every(
    ("options", "players", "wanted"),
    [
        ({}, 2, [2, 2]),
        ({}, 3, [1, 1, 2]),
        ({}, 4, [1] * 4),
        (SOCIETY, 2, [2, 2]),
        (SOCIETY, 3, [1, 1, 2]),
        (BOTH, 4, [1] * 4),
        (SOCIETY, 5, [1] * 5),
        (BOTH, 5, [1] * 5),
        (NEW, 3, [1, 1, 2]),
        (MARKET, 2, [2, 3]),
        (MARKET, 3, [1, 2, 2]),
        (MARKET, 4, [1, 1, 1, 2]),
        (MARKET, 5, [1] * 5),
    ],
)
def test_markers_are_dealt_evenly(options: dict[str, Any], players: int, wanted: list[int]) -> None:
    # 3.1: every marker may go to every seat, and every seat may get one more
    rules = game(players, **options)
    tables = [rules.new(seed=seed) for seed in range(50)]
    assert {tuple(shares(table)) for table in tables} == set(permutations(wanted))
    found = {item for table in tables for item in markers(table).items()}
    assert found == {(marker, seat) for marker in markers(tables[0]) for seat in range(players)}


@pytest.mark.parametrize(
    ("options", "players", "seats", "n_deals"),
    [
        *(({}, 3, [0], 12), ({}, 3, [1], 12), ({}, 3, [2], 12)),
        *((MARKET, 2, [1], 10), (MARKET, 3, [0, 2], 10), (MARKET, 3, [1, 2], 10), (MARKET, 4, [3], 10)),
    ],
)
def test_the_extra_markers_go_to_the_seats_named(
    options: dict[str, Any], players: int, seats: list[int], n_deals: int
) -> None:
    # R30; which marker it is stays random
    rules = game(players, extra_marker_seats=seats, **options)
    dealt = set()
    for seed in range(60):
        table = rules.new(seed=seed)
        least = len(markers(table)) // players
        assert shares(table) == [least + (seat in seats) for seat in range(players)]
        dealt.add(tuple(markers(table).values()))
    assert len(dealt) >= n_deals


DEAL = {"worker": 2, "building": 0, "noble": 1, "exchange": 2}
MARKET_DEAL = {"worker": 0, "market": 1, "building": 2, "noble": 0, "exchange": 1}


@pytest.mark.parametrize(("options", "deal"), [({}, DEAL), (MARKET, MARKET_DEAL)])
def test_the_whole_deal_of_the_markers_may_be_fixed(options: dict[str, Any], deal: dict[str, int]) -> None:
    # 3.1
    for seed in range(5):
        assert markers(game(3, marker_deal=deal, **options).new(seed=seed)) == deal


@every(
    ("options", "players", "name", "wrong"),
    [
        *(({}, 3, "extra_marker_seats", wrong) for wrong in ([3], [0, 1], [], [-1], "youngest")),
        ({}, 2, "extra_marker_seats", [0]),
        *((MARKET, 2, "extra_marker_seats", wrong) for wrong in ([0, 1], [0, 0])),
        *((MARKET, 3, "extra_marker_seats", wrong) for wrong in ([1], [0, 1, 2], [0, 3])),
        (MARKET, 4, "extra_marker_seats", [4]),
        (MARKET, 5, "extra_marker_seats", [0]),
        ({}, 2, "marker_deal", {"worker": 0, "building": 0, "noble": 0, "exchange": 1}),
        ({}, 4, "marker_deal", {"worker": 0, "building": 1, "noble": 2, "exchange": 4}),
        ({}, 4, "marker_deal", {"worker": 0, "building": 1, "noble": 2}),
        ({}, 2, "marker_deal", "fair"),
        (MARKET, 3, "marker_deal", {"worker": 0, "building": 1, "noble": 2, "exchange": 0}),
        (MARKET, 3, "marker_deal", MARKET_DEAL | {"disc": 2}),
        (MARKET, 3, "marker_deal", MARKET_DEAL | {"building": 0}),
        (MARKET, 3, "marker_deal", MARKET_DEAL | {"building": 3}),
        (MARKET, 3, "marker_deal", {}),
    ],
)
def test_unfair_deals_of_the_markers_are_refused(
    options: dict[str, Any], players: int, name: str, wrong: Any
) -> None:
    # 3.1, R30
    assert name in error(players=players, **{name: wrong}, **options)


def test_the_disc_is_dealt_with_five_players_only() -> None:
    # R34
    assert markers(game(5, marker_deal=FIVE_MARKERS, **SOCIETY).new(seed=1)) == FIVE_MARKERS
    assert "marker_deal" in error(players=4, marker_deal=FIVE_MARKERS, **SOCIETY)
    for players in (2, 3, 4):
        assert "disc" not in markers(game(players, **SOCIETY).new(seed=1))


def test_an_explicit_set_up_names_every_marker_in_use() -> None:
    # record format
    for options in (SOCIETY, MARKET):
        rules = game(5, **options)
        setup = rules.new(seed=1).setup
        assert rules.new(setup=setup).setup == setup
        last = list(setup["starts"])[-1]
        with pytest.raises(bm.SetupError, match="starts"):
            rules.new(setup=setup | {"starts": {k: v for k, v in setup["starts"].items() if k != last}})


# The Mariinsky Theater of 2014 (R5)


def before_the_theater(rubles: int, **chosen: int) -> Table:
    """A table where the Mariinsky Theater of 2014 can be bought over a Customs House, which is worth 8."""
    card = "mariinsky_theater_2014"
    return position(
        phase="exchange", rubles=[rubles, 0], area=["customs_house", ""], upper=card, **NEW, **chosen
    )


@pytest.mark.parametrize(("chosen", "cost"), [({}, 15), ({"mariinsky_cost": 18}, 18)])
def test_the_mariinsky_theater_of_2014_costs_what_the_option_says(chosen: dict[str, int], cost: int) -> None:
    buy = "buy mariinsky_theater_2014 over customs_house"
    table, poor = before_the_theater(cost - 8, **chosen), before_the_theater(cost - 9, **chosen)
    assert price(table, buy) == cost - 8
    move = next(move for move in table.moves() if move.notation == buy)
    assert f"for {cost - 8} rubles" in move.text()
    assert buy not in notations(poor) and f"costs {cost - 8} rubles" in refusal(poor, buy)


def test_only_games_with_the_card_of_2014_choose_its_cost() -> None:
    for edition, expansions, players in ALLOWED:
        options = {"edition": edition, "expansions": expansions, "players": players}
        if edition == "2014":
            assert bm.game("petersburg", mariinsky_cost=18, **options).options["mariinsky_cost"] == 18
        else:
            assert "2014" in error(mariinsky_cost=18, **options)
            assert bm.game("petersburg", mariinsky_cost=15, **options).options["mariinsky_cost"] == 15
    assert "15, 18" in error(edition="2014", mariinsky_cost=16)


def test_a_record_from_before_the_option_replays_as_it_was_played() -> None:
    table = bm.game("petersburg", players=2, **NEW).new(seed=3)
    while not table.over:
        table.play(table.moves()[-1])
    document = table.record().to_json()
    del document["options"]["mariinsky_cost"]
    assert bm.Record.from_json(document).check().scores == table.scores


# What is left out of games that do not need it


def has_rare(**options: Any) -> bool:
    """Tell whether a game of two looks for decisions that few games ask."""
    return bool(game(2, **options).new(seed=1).state.rules.has_rare)


@every("name", ["debtors_prison", "guild_hall", "sycophant", "trading_house"])
def test_one_card_among_those_of_2004_is_enough_to_be_asked(name: str) -> None:
    usual = {row["id"]: int(row["copies_2004"]) for row in CARD_ROWS if int(row["copies_2004"])}
    assert not has_rare(custom_cards=usual)
    assert has_rare(custom_cards={**usual, name: 1})


def test_only_the_usual_game_of_2004_has_nothing_rare() -> None:
    assert not has_rare()
    assert has_rare(warehouse_loss_discard=True)
    assert all(
        has_rare(**options)
        for options in ({"edition": "2014"}, {"expansions": ["banquet"]}, {"expansions": ["new_society"]})
    )
