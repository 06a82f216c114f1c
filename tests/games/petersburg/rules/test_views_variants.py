"""Who may know what of the expansions (rules.md 11): the Pickpocket above all, and public powers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgomaster.core import python_api
from burgomaster.core.table import SPECTATOR, Table
from burgomaster.games.petersburg.rules.cards import IDS
from burgomaster.games.petersburg.rules.state import Decision
from tests.cases import every
from tests.games.petersburg.hidden import (
    all_bytes,
    any_table,
    as_json,
    check_alike,
    hand_shown,
    observers,
    plain_view,
    swap_secrets,
)
from tests.games.petersburg.positions import (
    ALL_DECKS,
    BANQUET,
    BOTH,
    FOUR_MARKERS,
    MARKET,
    SOCIETY,
    all_cards,
    cards_at_setup,
    decision,
    own_rng,
    pass_actions,
    play,
    position,
    seeds,
    variant_tables,
)
from tests.profiles import examples

HOLDER = 3


def window(card: str, *, secret: bool = True, **options: Any) -> Table:
    """The building phase has just begun; seat 3 holds a card of the exchange deck."""
    where: dict[str, Any] = {"secret" if secret else "hand": ["", "", "", card]}
    board = "author author author market market shepherd shepherd lumberjack"
    table = position(4, upper=board, markers=FOUR_MARKERS, **where, **{**BANQUET, **options})
    return pass_actions(table)


def shown(table: Table, seat: int | None) -> str:
    """The view of a seat, legal moves included, and everything the log tells it."""
    return as_json(table.view(seat)) + "\n".join(table.log(seat) + table.log(seat, "ru"))


# A Pickpocket drawn secretly (9.5, 11)

NOT_HOLDER = (0, 1, 2, None)


def test_a_secret_pickpocket_is_asked_without_anybody_else_noticing() -> None:
    # 9.5, 11: the same as if the hidden card were another one and the actions had begun
    table, other = window("pickpocket"), window("wharf")
    assert (decision(table), table.to_move) == ("pickpocket", HOLDER)
    assert (decision(other), other.to_move) == ("action", 1)
    for seat in NOT_HOLDER:
        assert shown(table, seat) == shown(other, seat)
        assert all_bytes(table, seat) == all_bytes(other, seat)
        assert table.view(seat)["decision"] == "action"
    assert shown(table, HOLDER) != shown(other, HOLDER)
    assert table.view(HOLDER)["moves"] == ["pickpocket", "decline"]
    assert table.view(HOLDER)["decision"] == "pickpocket"


def test_after_a_secret_pickpocket_was_declined_nobody_knows_of_it() -> None:
    # 9.5, 11
    table, other = window("pickpocket"), window("wharf")
    play(table, "decline")
    assert (decision(table), table.to_move) == ("action", 1)
    for seat in NOT_HOLDER:
        assert as_json(table.view(seat)) == as_json(other.view(seat))
        assert shown(table, seat) == shown(other, seat)
        assert all_bytes(table, seat) == all_bytes(other, seat)
    for moves in (["pass"], ["pass"], ["pass"]):
        play(table, *moves)
        play(other, *moves)
        for seat in NOT_HOLDER[1:]:
            assert shown(table, seat) == shown(other, seat)


def test_declining_says_nothing_in_the_log_of_anybody() -> None:
    # 9.5
    table = window("pickpocket")
    before = {seat: table.log(seat) for seat in observers(table)}
    n_events = len(table.events())
    play(table, "decline")
    assert {seat: table.log(seat) for seat in observers(table)} == before
    assert len(table.events()) == n_events


def test_a_secret_pickpocket_that_is_used_is_public() -> None:
    # 9.5
    table = play(window("pickpocket"), "pickpocket")
    for seat in observers(table):
        assert table.view(seat)["discard"] == {"pickpocket": 1}
        assert (table.view(seat)["first_player"], table.view(seat)["to_move"]) == (HOLDER, HOLDER)
        assert any("Pickpocket" in line for line in table.log(seat))


@pytest.mark.parametrize("options", [{}, {"open_hands": True}, {"observatory_public": True}])
def test_a_pickpocket_that_everybody_saw_is_asked_in_public(options: dict[str, Any]) -> None:
    # 9.5, 11
    table = window("pickpocket", secret="open_hands" in options, **options)
    for seat in observers(table):
        view = table.view(seat)
        assert (view["decision"], view["to_move"]) == ("pickpocket", HOLDER)
        assert ("moves" in view) is (seat == HOLDER)


def test_a_pickpocket_drawn_by_real_moves_stays_a_secret() -> None:
    # 8.7, 9.5: the same moves with two piles that differ in the two top cards
    told = []
    for top, card in (("pickpocket wharf", "pickpocket"), ("wharf pickpocket", "wharf")):
        table = position(
            3,
            "building",
            to_move=2,
            area=["", "", "observatory"],
            top={"exchange": top},
            piles={"noble": 5},
            markers={"worker": 0, "building": 2, "noble": 0, "exchange": 1},
            **BANQUET,
        )
        play(table, "observe exchange", f"take {card}", "pass", "pass", "pass")
        assert (table.phase, decision(table) == "pickpocket") == ("noble", card == "pickpocket")
        told.append([(shown(table, seat), all_bytes(table, seat)) for seat in (0, 1, None)])
        if card == "pickpocket":
            play(table, "decline")
        told[-1] += [(shown(table, seat), all_bytes(table, seat)) for seat in (0, 1, None)]
    assert told[0] == told[1]


def test_behind_the_window_of_a_secret_pickpocket_there_may_be_any_card() -> None:
    # determinization of the hidden hand, for the seats that do not know
    table = window("pickpocket")
    rng = own_rng(1)
    for seat in NOT_HOLDER:
        number = SPECTATOR if seat is None else seat
        found = set()
        for _ in range(60):
            states = table.determinized(number, rng)
            found.add(IDS[states[0].players[HOLDER].hand[0]])
            assert states[0].decision == Decision.ACTION  # as it looks to them, whatever the truth is
        assert len(found) > 10
    states = table.determinized(HOLDER, rng)
    assert IDS[states[0].players[HOLDER].hand[0]] == "pickpocket"
    assert states[0].decision == table.state.decision


# Any game: no leak (invariant 22), sound determinizations


@st.composite
def windows(draw: Any) -> Table:
    """A Pickpocket window, secret or not, in games with it."""
    card = draw(st.sampled_from(["pickpocket", "pickpocket", "wharf", "jester"]))
    return window(
        card,
        secret=draw(st.booleans()),
        open_money=draw(st.booleans()),
        **draw(st.sampled_from([BANQUET, BOTH])),
    )


tables_of_any_game = st.one_of(variant_tables(), windows(), any_table)


@examples(40)
@given(table=tables_of_any_game, seed=seeds)
def test_a_view_does_not_change_with_what_it_hides_in_any_game(table: Table, seed: int) -> None:
    # 22
    for seat in observers(table):
        twin = swap_secrets(table, seat, random.Random(seed))
        check_alike(table, twin, seat)


@examples(25)
@given(table=tables_of_any_game, seed=seeds)
def test_a_determinization_of_any_game_is_sound_and_looks_the_same(table: Table, seed: int) -> None:
    # 1, 22
    rng = own_rng(seed)
    for seat in observers(table):
        number = SPECTATOR if seat is None else seat
        states: Any = table.determinized(number, rng)
        assert python_api.broken_rule(states, 0) == 0
        assert (all_cards(states[0]) == cards_at_setup(table)).all()
        python_api.redact(states, 0, number)
        assert states.tobytes() == all_bytes(table, seat)
        assert as_json(plain_view(table, states, seat)) == as_json(
            plain_view(table, table.redacted(seat), seat)
        )


# What is public


def test_purple_cards_in_hands_follow_the_rules_of_all_hand_cards() -> None:
    # 11
    table = position(3, hand=["jester"], secret=["golden_donkey"], **BANQUET)
    for seat in (1, 2, None):
        assert hand_shown(table, 0, to=seat) == [{"deck": "exchange"}, {"deck": "exchange"}]
        assert table.view(seat)["players"][0]["hand_seen"] == ["jester"]
        assert "golden_donkey" not in as_json(table.view(seat))
    assert [card["card"] for card in hand_shown(table, 0, to=0)] == ["jester", "golden_donkey"]


def test_the_two_backs_of_away_with_it_are_different() -> None:
    # 9.1, R55
    table = position(3, secret=["away_with_it_building away_with_it_noble"], **BANQUET)
    assert hand_shown(table, 0, to=1) == [{"deck": "building"}, {"deck": "noble"}]


def seen_authors(table: Table) -> int:
    """How many Authors the others know to be in the hand of seat 0."""
    return list(table.view(1)["players"][0]["hand_seen"]).count("author")


WAREHOUSE_LOSS = {"area": ["warehouse"], "hand": ["author author pub"], "warehouse_loss_discard": True}
PRISON = {"phase": "building", "area": ["debtors_prison"], "discard": "author", "prison_free_return": True}
BLACK_MARKET = {"secret": ["black_market"], "discard": "author"}


@every(
    ("given", "moves", "named", "discarded", "is_taken"),
    [
        ({**PRISON, **SOCIETY}, "prison take author", "Author", "", True),
        ({**PRISON, **SOCIETY}, "prison buy author", "Author", "", False),
        ({**PRISON, **SOCIETY}, "prison return author", "Author", "author", False),
        ({**BLACK_MARKET, **BANQUET}, "use black_market take author", "Author", "black_market", True),
        ({**BLACK_MARKET, **BANQUET}, "use black_market buy author", "Author", "black_market", False),
        (
            {"hand": ["away_with_it_noble"], "secret": ["wharf"], **BANQUET},
            *("use away_with_it wharf", "Wharf", "away_with_it_noble wharf", False),
        ),
        (
            {**WAREHOUSE_LOSS, "secret": ["judge"], "upper": "bank"},
            *("buy bank_2004 over warehouse; discard judge_2004", "Judge", "warehouse judge_2004", False),
        ),
    ],
)
def test_what_leaves_a_hand_or_the_discard_pile_is_public(
    given: dict[str, Any], moves: str, named: str, discarded: str, is_taken: bool
) -> None:
    # 8.15, 9.1, 9.2, D4, 11
    table = position(**given)
    for word in given.get("secret", []):
        assert word not in as_json(table.view(1))
    before = seen_authors(table)
    play(table, *moves.split("; "))
    for seat in observers(table):
        assert any(named in line for line in table.log(seat))
        assert table.view(seat)["discard"] == dict.fromkeys(discarded.split(), 1)
    assert seen_authors(table) == before + is_taken


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_lies_on_other_cards_is_public(seat: int | None) -> None:
    # 11
    attached = {"jester": (0, "wharf"), "banquet_card": (1, "controller")}
    table = position(area=["wharf", "controller"], attached=attached, **BANQUET)
    found = {(entry["on"], entry["seat"]) for entry in table.view(seat)["attached"]}
    assert found == {("wharf", 0), ("controller", 1)}


def test_whether_both_lie_on_one_copy_is_public() -> None:
    # 11: attached cards are public, and copies that differ in them are different choices
    attached = {"jester": (0, "wharf"), "banquet_card": (0, "wharf")}
    one, two = (
        position(area=["wharf wharf"], attached=attached, together=together, **BANQUET)
        for together in (True, False)
    )
    assert one.view(1) != two.view(1)


def test_the_market_is_public() -> None:
    # 11
    table = position(
        phase="market",
        round_no=3,
        area=["ship_builder_2014_any hen", "field"],
        tiles={"ship_builder_2014_any": "fish"},
        **MARKET,
    )
    for seat in observers(table):
        view = table.view(seat)
        tiles = {"ship_builder_2014_any": "fish"}
        assert view["market"] == {"first": 3, "second": 1, "tiles": tiles}
        assert view["players"][0]["goods"] == {"chicken": 2, "grain": 0, "apple": 0, "fish": 1, "cabbage": 0}
        assert view["players"][1]["goods"]["grain"] == 3
        assert set(view["piles"]) == set(ALL_DECKS)


def test_scoring_decisions_are_asked_openly_but_moves_are_shown_to_the_asked_only() -> None:
    # R24
    table = pass_actions(position(3, "building", area=["guild_hall"], **SOCIETY))
    for seat in observers(table):
        view = table.view(seat)
        assert (view["decision"], view["to_move"]) == ("guild_split", 0)
        assert ("moves" in view) is (seat == 0)
