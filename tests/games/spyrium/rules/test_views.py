"""What is hidden stays hidden: the order of decks, events and tokens, and nothing else (rules.md 14.1)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgomaster.core import python_api
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Table
from tests.games.spyrium.positions import game, quick, random_table, seeds, setup


def rng(seed: int) -> Any:
    words = new_rng()
    seed_rng(words, seed, 0)
    return words


def other_order(table: Table, seed: int) -> Table:
    """The same game with everything hidden in another order."""
    twin = table.copy()
    twin._states = table.determinized(0, rng(seed))
    return twin


@quick
@given(seeds, st.integers(0, 100))
def test_all_seats_see_the_same(seed: int, n_moves: int) -> None:
    table = random_table(seed, 3, n_moves)
    views = [{**table.view(seat), "seat": None, "moves": None} for seat in (0, 1, 2)]
    assert views[0] == views[1] == views[2] == {**table.view(), "moves": None}


def test_the_view_shows_what_is_left_but_not_its_order() -> None:
    one = setup(A="mine_1 crane")
    other = {**one, "decks": {**one["decks"], "A": one["decks"]["A"][:9] + one["decks"]["A"][:8:-1]}}
    other["events"] = one["events"][:2] + one["events"][:1:-1]
    other["tokens"] = one["tokens"][:12] + one["tokens"][:11:-1]
    views = [game().new(setup=given, seed=seed).view(0) for given, seed in ((one, 1), (other, 2))]
    assert views[0] == views[1]
    assert sum(views[0]["decks"]["A"].values()) == 21
    assert sorted(views[0]["later_events"]) == sorted(one["events"][2:])


def test_how_far_the_setup_lists_tokens_is_not_shown() -> None:
    given = setup(5)
    short = {**given, "tokens": given["tokens"][:20]}
    views = [game(5).new(setup=one, seed=1).redacted(0).tobytes() for one in (given, short)]
    assert views[0] == views[1]


@pytest.mark.parametrize("n_moves", [0, 30, 70])
def test_a_determinized_position_depends_on_what_is_seen_alone(n_moves: int) -> None:
    table = random_table(9, 3, n_moves)
    other = other_order(table, 4)
    for seat in range(3):
        mine, theirs = (position.determinized(seat, rng(8)) for position in (table, other))
        assert mine.tobytes() == theirs.tobytes()  # type: ignore[attr-defined]


def test_determinized_games_differ_in_what_comes() -> None:
    table = game(3).new(seed=1)
    decks = {bytes(other_order(table, seed).state.decks) for seed in range(8)}
    draws = {bytes(other_order(table, seed).state.draws) for seed in range(8)}
    events = {bytes(other_order(table, seed).state.events) for seed in range(8)}
    assert len(decks) == len(draws) == 8 and len(events) > 4
    assert {bytes(other_order(table, seed).state.events[:2]) for seed in range(8)} == {
        bytes(table.state.events[:2])
    }


def test_redacting_hides_the_generator() -> None:
    states: Any = game(3).new(seed=1)._copy_states()
    python_api.redact(states, 0, 1)
    assert not states[0].rng.any() and not states[0].draws.any()


def test_errors_and_logs_tell_nothing_hidden() -> None:
    table = random_table(6, 3, 45)
    other = other_order(table, 2)
    assert table.log(0) == other.log(0)
    for move in ("pass", "place 3", "activate 0 at 0", "event 5"):
        said = []
        for one in (table, other):
            try:
                one.copy().play(move)
                said.append("")
            except Exception as error:
                said.append(str(error))
        assert said[0] == said[1]
