"""Set-ups and records: explicit decks, events and tokens, what is wrong with bad ones (rules.md 4, 7.9)."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import burgomaster as bm
from burgomaster.core.table import Table
from burgomaster.games.spyrium.rules.cards import MAX_DRAWS
from tests.cases import every
from tests.games.spyrium.positions import broken, game, pass_round, random_table, setup, tokens
from tests.profiles import examples


def all_tokens(table: Table) -> list[int]:
    """The tokens on the market, in the order of the positions; those of one card by their digit."""
    return [digit for place in range(9) for digit in tokens(table, place)]


def test_a_setup_without_a_seed_is_a_whole_game_until_the_tokens_run_out() -> None:
    table = random_table(3, players=2)
    again = game(2).new(setup=table.setup)
    for move in table.history:
        again.play(move)
    assert again.scores == table.scores


def test_every_pile_is_listed_from_the_top() -> None:
    given = setup(A="mine_1 crane", events="hiring windfall", first_player=2)
    table = game().new(setup=given)
    view = table.view()
    assert [view["market"][place]["card"] for place in (0, 1)] == ["bld_mine_1", "tech_crane"]
    assert (view["event"]["event"], view["next_event"]["event"]) == ("event_hiring", "event_windfall")
    assert table.to_move == 2 and table.setup == given


def test_tokens_are_drawn_in_the_order_given() -> None:
    digits = [3, 1, 2, 2, 1, 3, 3, 3]
    given = setup(events="windfall", A="miner university_1 bureaucrat mine_1", tokens=digits)
    view = game(3).new(setup=given).view()
    assert view["event"]["token"] == 3
    assert [entry["tokens"] for entry in view["market"][:3]] == [[1, 2], [2], [1, 3]]


def test_beyond_the_list_tokens_are_drawn_by_the_seed() -> None:
    given = setup(5, A="miner architect bureaucrat", tokens=[])
    drawn = {tuple(all_tokens(game(5).new(seed=seed, setup=given))) for seed in range(12)}
    assert len(drawn) > 6
    assert all_tokens(game(5).new(seed=3, setup=given)) == all_tokens(game(5).new(seed=3, setup=given))
    assert all_tokens(game(5).new(setup=given)) == all_tokens(game(5).new(seed=0, setup=given))
    without = {key: value for key, value in given.items() if key != "tokens"}
    assert all_tokens(game(5).new(setup=without)) == all_tokens(game(5).new(setup=given))


WINDFALL_LAST = "hiring donation crystal_sale country_seat second_shift late_arrival windfall"
A_TOKENS = "miner miner bureaucrat architect architect university_1 university_1"  # 22 tokens with five
B_TOKENS = "bureaucrat architect banker mine_3 mine_3 university_2"  # 15 more, in round 4
FIRST_SUPPLY = [1, 2, 3] * 8


def test_tokens_after_a_reshuffle_are_as_listed() -> None:
    after = [3, 3, 3, 3, 2, 1, 1, 2, 2, 1, 1, 3, 1]
    drawn = (FIRST_SUPPLY + after)[22:]
    given = setup(5, A=A_TOKENS, B=B_TOKENS, events=WINDFALL_LAST, tokens=FIRST_SUPPLY + after)
    table = game(5).new(setup=given, seed=1)
    while table.round < 4:
        pass_round(table)
    wanted = [sorted(drawn[first : first + 4]) for first in (0, 4, 8)] + [[digit] for digit in drawn[12:15]]
    assert [tokens(table, place) for place in range(6)] == wanted
    assert broken(table) == 0 and table.record().replay().state_bytes() == table.state_bytes()


def test_a_listed_token_that_the_new_supply_lacks_is_refused_with_its_number() -> None:
    """The new supply holds seven or eight of each digit, so the ninth 3 in a row cannot be there."""
    given = setup(5, A=A_TOKENS, B=B_TOKENS, events=WINDFALL_LAST, tokens=FIRST_SUPPLY + [3] * 13)
    table = game(5).new(setup=given, seed=1)
    with pytest.raises(bm.IllegalMove) as caught:
        while table.round < 4:
            pass_round(table)
    assert table.round == 3
    assert 'token 32 of the set-up’s "tokens"' in str(caught.value)
    assert "начальной раскладки" in caught.value.text("ru")


def spoil(change: Any) -> dict[str, Any]:
    given = copy.deepcopy(setup())
    change(given)
    return given


@every(
    ("change", "why"),
    [
        (lambda s: s.pop("decks"), 'needs "decks" with exactly these decks: A, B, C'),
        (lambda s: s["decks"].pop("B"), "exactly these decks: A, B, C"),
        (lambda s: s["decks"].update(A="mine"), "decks.A must be a list"),
        (lambda s: s["decks"]["A"].append(7), "decks.A must be a list"),
        (lambda s: s["decks"]["C"].__setitem__(2, "bld_castle"), "decks.C, place 2: 'bld_castle'"),
        (lambda s: s["decks"]["A"].__setitem__(0, "bld_palace"), "decks.A, place 0: 'bld_palace'"),
        (lambda s: s["decks"]["C"].pop(), "decks.C has 0 ×"),
        (lambda s: s["events"].pop(), "events has 0 × event_"),
        (lambda s: s.pop("events"), "events must be a list"),
        (lambda s: s.update(tokens="123"), "tokens must be a list of digits from 1 to 3"),
        (lambda s: s.update(tokens=[1, 4]), "tokens, place 1: 4 is no digit"),
        (lambda s: s.update(tokens=[1, True]), "tokens, place 1: True is no digit"),
        (lambda s: s.update(tokens=[2] * 9), "tokens, place 8: the supply does not hold so many tokens 2"),
        (lambda s: s.update(tokens=[1, 2, 3] * 20), f"tokens has 60 digits; more than {MAX_DRAWS}"),
        (lambda s: s.update(first_player=3), "first_player must be a seat from 0 to 2, not 3"),
        (lambda s: s.pop("first_player"), "first_player must be a seat from 0 to 2, not None"),
    ],
)
def test_a_bad_setup_is_refused_with_the_place(change: Any, why: str) -> None:
    with pytest.raises(bm.SetupError) as caught:
        game().new(setup=spoil(change))
    assert why in str(caught.value)
    assert caught.value.text("ru") != str(caught.value)


@every(
    ("options", "why"),
    [
        ({"players": 6}, "may be 2, 3, 4, 5"),
        ({"edition": "2004"}, 'no option "edition" in spyrium'),
        ({"residence_track": "long"}, "possible: 'default', 'with_six'"),
        ({"kept_tokens": 7}, "possible: 'physical', 'recycled'"),
        ({"taylorism": "bonus"}, "possible: 'action'"),
        ({"figures": [1]}, "figures cannot be [1]"),
        ({"figures": {"bld_castle": {"price": 1}}}, "'bld_castle' is no card"),
        ({"figures": {"bld_mine_1": {"cost": 1}}}, "bld_mine_1 has no 'cost'; possible: price, end_points"),
        ({"figures": {"bld_mine_1": {"price": -1}}}, "price of bld_mine_1 cannot be -1"),
        ({"figures": {"char_miner": {"end_points": 1}}}, "only buildings have end_points"),
    ],
)
def test_a_bad_option_is_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(bm.OptionError) as caught:
        bm.game("spyrium", **options)
    assert why in str(caught.value)
    assert caught.value.text("ru") != str(caught.value)


def test_other_figures_are_played_and_recorded() -> None:
    figures = {"bld_palace": {"price": 3, "end_points": 20}, "bld_mine_1": {"price": 7}}
    table = random_table(2, players=2, figures=figures)
    record = table.record()
    assert record.options["figures"] == {name: figures[name] for name in ("bld_mine_1", "bld_palace")}
    assert record.check().scores == table.scores
    assert table.state.rules.prices[16] == 7 and table.state.rules.end_points[34] == 20


def test_the_track_with_a_six() -> None:
    table = random_table(2, players=2, residence_track="with_six")
    assert table.view()["residence_track"] == [2, 3, 4, 5, 6, 7]
    assert table.record().check().scores == table.scores


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@examples(100)
@given(key=st.sampled_from(["decks", "events", "tokens", "first_player"]), value=JSON)
def test_any_value_in_a_setup_is_dealt_or_refused(key: str, value: Any) -> None:
    try:
        assert broken(game().new(setup={**setup(), key: value})) == 0
    except bm.SetupError as error:
        assert str(error) and error.text("ru")


@examples(100)
@given(options=st.dictionaries(st.sampled_from(["figures", "kept_tokens", "residence_track"]), JSON))
def test_any_value_of_an_option_is_taken_or_refused(options: dict[str, Any]) -> None:
    try:
        assert broken(bm.game("spyrium", **options).new(seed=1)) == 0
    except bm.OptionError as error:
        assert str(error) and error.text("ru")
