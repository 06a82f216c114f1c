"""The course of a game by rules.md: set-up (3), phases and passes (4), scoring order (7), the end (10)."""

from __future__ import annotations

from collections import Counter

import pytest

from burgomaster.core import python_api
from burgomaster.games.petersburg.rules.events import Event
from tests.cases import every
from tests.games.petersburg.positions import (
    DECKS,
    PHASES,
    SEED,
    decision,
    finished,
    game,
    ids,
    income,
    laid,
    last_events,
    lower,
    markers,
    notations,
    pass_count,
    pass_round,
    pass_to_end,
    pile,
    pile_cards,
    play,
    position,
    refusal,
    setup,
    shares,
    upper,
)

EIGHT = "lumberjack shepherd market library author judge wharf bank"  # a full board
SEEDS = range(60)


# Set-up (3)


def test_the_cards_come_from_the_top_of_the_piles() -> None:
    # 3, step 2
    two = game(2)
    workers, buildings = "lumberjack shepherd lumberjack fur_trapper", "pub academy market pub"
    table = two.new(setup=setup(two, worker=workers, building=buildings))
    assert upper(table) == Counter(ids(workers))
    assert pile_cards(table, "worker") == table.setup["decks"]["worker"][4:]
    pass_round(table)
    assert laid(table) == ids(buildings)


def test_every_pile_is_shuffled() -> None:
    # 3, step 2: no pile lies in the order of the card list, no two deals are the same
    for deck in DECKS:
        dealt = {tuple(game(2).new(seed=seed).setup["decks"][deck]) for seed in range(10)}
        assert len(dealt) == 10


def test_with_three_players_every_pair_of_markers_may_fall_to_one_seat() -> None:
    # 3.1: which marker is the extra one is random
    pairs = set()
    for seed in SEEDS:
        table = game(3).new(seed=seed)
        seat = shares(table).index(2)
        pairs.add(frozenset(marker for marker, owner in markers(table).items() if owner == seat))
    assert len(pairs) == 6


# Phases and first players (4.1 - 4.3)


def test_phases_follow_each_other_in_fixed_order() -> None:
    # 4.1
    table = game(2).new(seed=SEED)
    seen = []
    for _ in range(9):
        seen.append((table.round, table.phase))
        pass_round(table)
    assert seen == [(number, phase) for number in (1, 2, 3) for phase in PHASES][:9]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_phase_begins_with_the_owner_of_its_marker(players: int) -> None:
    # 4.3, step 4
    table = game(players).new(seed=SEED)
    for _ in range(4 * players):
        assert table.to_move == table.view()["first_player"] == markers(table)[table.phase]
        pass_round(table)


@pytest.mark.parametrize(
    ("phase", "deck"), [("worker", "building"), ("building", "noble"), ("noble", "exchange")]
)
def test_a_phase_refills_from_its_own_pile_into_the_upper_row(phase: str, deck: str) -> None:
    # 4.3, step 2
    table = position(phase=phase, upper="pub", lower="wharf author")
    wanted = pile_cards(table, deck)[:5]
    sizes = {name: pile(table, name) for name in DECKS}
    pass_round(table)
    assert laid(table) == wanted
    assert upper(table) == Counter(ids("pub")) + Counter(wanted)
    assert lower(table) == Counter(ids("wharf author"))
    assert {name: sizes[name] - pile(table, name) for name in DECKS} == {
        name: 5 if name == deck else 0 for name in DECKS
    }


# Passing (4.4)


def test_a_player_without_another_legal_action_must_pass() -> None:
    # 4.5.1, R51
    table = position(rubles=[0], hand=["author pub library"], upper=EIGHT.replace("author ", ""))
    assert notations(table) == ["pass"]


def test_a_forced_pass_is_made_by_itself_only_if_the_option_says_so() -> None:
    # 13, auto_forced
    hopeless = {"rubles": [25, 0], "hand": ["", "author pub market"], "upper": "lumberjack shepherd"}
    asked = play(position(**hopeless), "take lumberjack")  # type: ignore[arg-type]
    assert asked.to_move == 1
    skipped = play(position(**hopeless, auto_forced="all"), "take lumberjack")  # type: ignore[arg-type]
    assert (skipped.to_move, skipped.history) == (0, ["take lumberjack", "pass"])
    skipped.undo()
    assert skipped.history == []


# The first worker phase (4.6)


def test_by_default_the_first_worker_phase_is_an_ordinary_one() -> None:
    # 4.6, R29
    table = game(2).new(seed=SEED)
    verbs = {move.split()[0] for move in notations(table)}
    assert verbs == {"buy", "take", "pass"}


def test_later_worker_phases_are_ordinary_ones() -> None:
    # 4.6
    table = position(phase="worker", upper="lumberjack", first_phase_buy_only=True)
    assert notations(table) == ["buy lumberjack", "take lumberjack", "pass"]
    table = position(phase="building", round_no=1, upper="lumberjack", first_phase_buy_only=True)
    assert "pass" in notations(table)


# Scoring (7)


def test_players_are_scored_in_phase_order() -> None:
    # 7.1
    table = position(players=4, area=["lumberjack"] * 4, to_move=2)
    pass_round(table)
    assert list(income(table)) == [2, 3, 0, 1]


def test_pub_owners_are_asked_in_phase_order_after_everybody_is_scored() -> None:
    # 7.3, R24
    table = position(players=3, phase="building", area=["pub", "bank", "pub"], rubles=[9, 9, 9], to_move=1)
    play(table, "pass", "pass", "pass")
    assert table.money == [9, 14, 9]
    asked = []
    while decision(table) == "pub":
        asked.append(table.to_move)
        play(table, "pub 1")
    assert asked == [2, 0]
    assert (table.money, table.scores) == ([7, 14, 7], [1, 1, 1])
    assert table.to_move == markers(table)["noble"]


def test_the_pub_is_no_action_and_resets_no_count() -> None:
    # 4.5 D7
    table = play(position(phase="building", area=["pub", "pub"]), "pass", "pass")
    assert "something else" in refusal(table, "pass")
    play(table, "pub 0", "pub 5")
    assert (table.phase, pass_count(table), table.scores) == ("noble", 0, [0, 5])


# The end of a round (4.8)


def test_the_last_round_moves_neither_rows_nor_markers() -> None:
    # 4.8, step 1
    table = position(phase="exchange", upper="author", lower="pub", last_round=True)
    before = markers(table)
    pass_round(table)
    assert table.over
    assert (upper(table), lower(table)) == ({"author": 1}, {"pub": 1})
    assert markers(table) == before
    assert (table.round, table.phase) == (2, "exchange")


# The end of the game (10)


@pytest.mark.parametrize(
    ("phase", "deck"), [("worker", "building"), ("building", "noble"), ("noble", "exchange")]
)
def test_a_pile_that_runs_out_ends_the_game_after_this_round(phase: str, deck: str) -> None:
    # 10.2
    table = position(phase=phase, upper=EIGHT.replace(" bank", ""), piles={deck: 1}, round_no=3)
    assert not table.view()["last_round"]
    pass_round(table)
    assert table.view()["last_round"]
    last_round = [event for event in last_events(table) if event[0] == Event.LAST_ROUND]
    assert len(last_round) == 1
    pass_to_end(table)
    assert (table.round, table.phase) == (3, "exchange")


@every(("nobles", "points"), list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 55])))
def test_the_table_of_different_nobles(nobles: int, points: int) -> None:
    # 10.3
    names = "author administrator warehouse_manager secretary controller judge mistress_of_ceremonies"
    names += " pope senator admiral patriarch"
    table = position(
        phase="exchange", area=[" ".join(names.split()[:nobles])], rubles=[0, 0], last_round=True
    )
    assert table.view()["players"][0]["nobles"] == {"different": nobles, "points": points}
    pass_round(table)
    assert table.scores == [points, 0]


def test_equal_players_share_a_rank_and_others_follow() -> None:
    # 10.4
    table = finished(players=4, score=[5, 9, 9, 9], rubles=[0, 4, 3, 4])
    assert table.winners == [1, 3]
    assert [int(python_api.rank(table._states, 0, seat)) for seat in range(4)] == [3, 0, 2, 0]
