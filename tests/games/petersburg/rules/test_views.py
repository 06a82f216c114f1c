"""Who may know what (rules.md 11): row by row, and no leak by any other way."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given

from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.cards import CARD_OF, IDS
from tests.games.petersburg.hidden import (
    all_bytes,
    any_table,
    as_json,
    hand_shown,
    observers,
    others,
    shuffle_pile,
    swap_secrets,
)
from tests.games.petersburg.positions import (
    DECKS,
    finished,
    game,
    ids,
    notations,
    own_rng,
    pile_cards,
    play,
    position,
    seeds,
    setup,
)
from tests.profiles import examples

SECRETS = {"worker": "shepherd", "building": "academy", "noble": "judge", "exchange": "wharf"}


def secretive(**options: Any) -> Table:
    """Seat 0 holds a seen and an unseen card, and everybody has money of his own."""
    return position(
        players=3,
        phase="building",
        to_move=1,
        rubles=[11, 12, 13],
        score=[1, 2, 3],
        area=["market author", "observatory", "lumberjack"],
        hand=["library", "pub"],
        secret=["wharf"],
        upper="shepherd judge",
        lower="customs_house",
        discard="fur_trapper fur_trapper",
        **options,
    )


# Section 11, row by row


def test_areas_scores_rows_and_the_course_of_the_game_are_public() -> None:
    table = play(secretive(), "observe worker")
    for seat in observers(table):
        view = table.view(seat)
        assert [player["area"] for player in view["players"]] == [
            {"market_2004": 1, "author": 1},
            {"observatory_2004": 1},
            {"lumberjack": 1},
        ]
        assert [player["face_down"] for player in view["players"]] == [{}, {"observatory_2004": 1}, {}]
        assert [player["score"] for player in view["players"]] == [1, 2, 3]
        assert (view["upper"], view["lower"]) == (["shepherd", "judge_2004"], ["customs_house"])
        assert view["piles"] == {deck: len(pile_cards(table, deck)) for deck in DECKS}
        assert view["discard"] == {"fur_trapper": 2}
        assert (view["round"], view["phase"], view["to_move"], view["first_player"]) == (2, "building", 1, 1)
        assert view["markers"]["building"] == 1
        assert (view["decision"], view["pass_count"], view["last_round"]) == ("observatory", 0, False)


def test_rubles_and_hand_are_seen_by_their_owner() -> None:
    table = secretive()
    for seat in observers(table):
        shown = [player["rubles"] for player in table.view(seat)["players"]]
        assert shown == [rubles if other == seat else None for other, rubles in enumerate([11, 12, 13])]
    assert [card["card"] for card in hand_shown(table, 0, to=0)] == ["library", "wharf"]


def test_with_open_money_everybody_sees_all_rubles() -> None:
    table = secretive(open_money=True)
    for seat in observers(table):
        assert [player["rubles"] for player in table.view(seat)["players"]] == [11, 12, 13]
        assert hand_shown(table, 0, to=None) == [{"deck": "building"}, {"deck": "exchange"}]


def test_of_other_hands_the_backs_are_public() -> None:
    table = secretive()
    for seat in (1, 2, None):
        assert hand_shown(table, 0, to=seat) == [{"deck": "building"}, {"deck": "exchange"}]
        assert table.view(seat)["players"][0]["hand_limit"] == 3


def test_cards_taken_openly_are_remembered_for_everybody() -> None:
    table = secretive()
    for seat in (1, 2, None):
        assert table.view(seat)["players"][0]["hand_seen"] == ["library"]
    play(table, "take judge")
    for seat in (0, 2, None):
        assert sorted(table.view(seat)["players"][1]["hand_seen"]) == ["judge_2004", "pub"]


def test_with_open_hands_everybody_sees_all_hands() -> None:
    table = secretive(open_hands=True)
    for seat in observers(table):
        assert [card["card"] for card in hand_shown(table, 0, to=seat)] == ["library", "wharf"]
        rubles = [player["rubles"] for player in table.view(seat)["players"]]
        assert all(rubles[other] is None for other in others(table, seat))


@pytest.mark.parametrize("deck", DECKS)
def test_of_a_card_drawn_and_taken_only_the_deck_is_known(deck: str) -> None:
    card = SECRETS[deck]
    table = position(phase="building", area=["observatory"], top={deck: card})
    play(table, f"observe {deck}", f"take {card}")
    for seat in (1, None):
        assert hand_shown(table, 0, to=seat) == [{"deck": deck}]
        assert ids(card)[0] not in as_json(table.view(seat)["players"][0])
    assert hand_shown(table, 0, to=0) == [{"card": ids(card)[0], "deck": deck}]


def drawn(deck: str = "noble", **options: Any) -> Table:
    """Seat 0 has drawn a Judge and thinks."""
    table = position(phase="building", area=["observatory"], top={deck: SECRETS[deck]}, **options)
    return play(table, f"observe {deck}")


def test_a_drawn_card_is_seen_by_its_user_only() -> None:
    table = drawn()
    assert table.view(0)["drawn"] == {"card": "judge_2004", "deck": "noble"}
    for seat in (1, None):
        assert table.view(seat)["drawn"] == {"deck": "noble"}
        assert "judge" not in as_json(table.view(seat))
        assert not any("Judge" in line for line in table.log(seat))


@pytest.mark.parametrize("option", ["observatory_public", "open_hands"])
def test_with_a_public_observatory_or_open_hands_everybody_sees_the_drawn_card(option: str) -> None:
    options: dict[str, Any] = {option: True}
    table = drawn(**options)
    for seat in (0, 1, None):
        assert table.view(seat)["drawn"] == {"card": "judge_2004", "deck": "noble"}
    play(table, "take judge")
    for seat in (1, None):
        assert "card" in hand_shown(table, 0, to=seat)[0] or option == "observatory_public"
        assert table.view(seat)["players"][0]["hand_seen"] == ["judge_2004"]
        assert any("Judge" in line for line in table.log(seat))


@pytest.mark.parametrize("moves", ["buy judge", "discard judge", "take judge; pass; play judge"])
def test_a_drawn_card_that_is_bought_discarded_or_played_is_public(moves: str) -> None:
    table = play(drawn(), *moves.split("; "))
    for seat in (1, None):
        assert hand_shown(table, 0, to=seat) == []
        assert "judge_2004" in as_json(table.view(seat))
        assert any("Judge" in line for line in table.log(seat))


def test_of_two_equal_cards_the_one_everybody_saw_is_played_first() -> None:
    table = position(phase="noble", hand=["author"], secret=["author"])
    assert notations(table).count("play author") == 1
    play(table, "play author")
    assert table.view(1)["players"][0]["hand_seen"] == []
    assert hand_shown(table, 0, to=1) == [{"deck": "noble"}]


def test_after_the_end_all_hands_and_rubles_are_public_but_no_pile() -> None:
    table = finished(hand=["library"], secret=["wharf"], rubles=[5, 6], upper="author")
    assert table.over
    for seat in observers(table):
        assert [player["rubles"] for player in table.view(seat)["players"]] == [5, 6]
        assert [card["card"] for card in hand_shown(table, 0, to=seat)] == ["library", "wharf"]
        twin = table.copy()
        shuffle_pile(twin.state, 3, random.Random(1))
        assert twin.state_bytes() != table.state_bytes()
        assert as_json(twin.view(seat)) == as_json(table.view(seat))


def test_hidden_cards_lie_in_no_telling_order() -> None:
    # the order in which seen and unseen cards came into a hand is not shown
    first = position(phase="noble", hand=["pub"], secret=["wharf judge"])
    second = position(phase="noble", hand=["pub"], secret=["judge wharf"])
    assert as_json(first.view(1)) == as_json(second.view(1))
    assert all_bytes(first, 1) == all_bytes(second, 1)


def test_backs_are_shown_in_the_order_of_the_decks() -> None:
    # a card everybody saw and one nobody saw look alike
    table = position(phase="noble", hand=["wharf"], secret=["library"])
    assert hand_shown(table, 0, to=1) == [{"deck": "building"}, {"deck": "exchange"}]


# No leak by any other way (11, invariant 22)


def test_swapping_secrets_swaps_something() -> None:
    # the test above must be able to fail
    table = drawn()
    cards = {int(swap_secrets(table, 1, random.Random(seed)).state.drawn) for seed in range(20)}
    assert len(cards) > 3
    table = play(table, "take judge")
    cards = {int(swap_secrets(table, 1, random.Random(seed)).state.players[0].hand[0]) for seed in range(20)}
    assert len(cards) > 3


def observatory_setups(card: str, other: str) -> list[dict[str, Any]]:
    """Two set-ups that differ only in which of two nobles lies on top and which at the bottom."""
    two = game(2)
    starts = {"worker": 0, "building": 0, "noble": 1, "exchange": 1}
    tops = {"building": "observatory market market pub", "noble": card}
    first = setup(two, starts, **tops)
    pile = first["decks"]["noble"]
    pile.remove(ids(other)[0])
    pile.append(ids(other)[0])
    second = {"decks": {**first["decks"], "noble": [pile[-1], *pile[1:-1], pile[0]]}, "starts": starts}
    return [first, second]


def test_the_log_of_others_does_not_tell_which_card_was_drawn() -> None:
    # (c): the same moves with two set-ups that differ only in the drawn card and where the other one lies
    logs: list[list[Any]] = []
    for given_setup, card in zip(
        observatory_setups("judge", "author"), ("judge_2004", "author"), strict=True
    ):
        table = game(2).new(setup=given_setup)
        play(table, "pass", "pass", "buy observatory", "pass")
        told: list[Any] = []
        for move in ("observe noble", f"take {card}", "pass", "pass", "pass"):
            play(table, move)
            for seat in (1, None):
                told.append([*table.log(seat), *table.log(seat, "ru"), as_json(table.view(seat))])
                state = table.state
                told.append([table.game.rules.redact_event(state, event, seat) for event in table.events()])
        logs.append(told)
        assert any(card.split("_")[0] in line.lower() for line in table.log(0))
    assert logs[0] == logs[1]


# Determinization: what might be behind a view (11)


@examples(30)
@given(table=any_table, seed=seeds)
def test_a_determinization_keeps_what_a_seat_knows(table: Table, seed: int) -> None:
    rng = own_rng(seed)
    for seat in range(table.game.players):
        states = table.determinized(seat, rng)
        own, truth = states[0].players[seat], table.state.players[seat]
        assert own.tobytes() == truth.tobytes()
        assert [int(player.rubles) for player in states[0].players] == [
            int(player.rubles) for player in table.state.players
        ]  # every payment was public
        if seat == table.to_move:
            assert states[0].drawn == table.state.drawn
        for other in others(table, seat):
            for place in range(table.state.players[other].n_hand):
                if (int(table.state.players[other].hand_seen) >> place) & 1:
                    assert states[0].players[other].hand[place] == table.state.players[other].hand[place]


def test_a_determinization_draws_every_possible_card_about_equally_often() -> None:
    # five exchange cards in the pile and one unseen in a hand: six possibilities
    unknown = ["wharf", "senator", "admiral", "bank_2004", "czar_2004", "hermitage"]
    table = position(
        secret=["wharf"], piles={"exchange": 5}, top={"exchange": " ".join(unknown[1:])}, to_move=1
    )
    rng = own_rng(1)
    in_hand: Counter[str] = Counter()
    on_top: Counter[str] = Counter()
    for _ in range(600):
        state = table.determinized(1, rng)[0]
        in_hand[IDS[state.players[0].hand[0]]] += 1
        on_top[IDS[state.decks[state.deck_next[4]]]] += 1
    for found in (in_hand, on_top):
        assert set(found) == set(unknown)
        assert all(60 <= n <= 145 for n in found.values()), found


def test_the_card_another_player_has_drawn_is_drawn_anew() -> None:
    table = drawn()
    rng = own_rng(2)
    found = Counter(IDS[table.determinized(1, rng)[0].drawn] for _ in range(300))
    nobles = Counter(pile_cards(table, "noble"))
    nobles["judge_2004"] += 1
    assert set(found) == set(nobles)
    assert found["author"] > found["judge_2004"]  # six copies against two


def test_with_open_hands_only_the_piles_are_drawn_anew() -> None:
    table = position(secret=["wharf", "senator"], open_hands=True)
    state = table.determinized(0, own_rng(4))[0]
    assert IDS[state.players[1].hand[0]] == "senator"
    assert [int(card) for card in state.decks] != [int(card) for card in table.state.decks]


def possible_bytes(pile: str) -> set[bytes]:
    """Every determinization for seat 1, when seat 0 has drawn and taken the top card of a pile of three."""
    sizes = {"worker": 1, "building": 1, "noble": 1, "exchange": 3}
    table = position(phase="building", area=["observatory"], piles=sizes, top={"exchange": pile})
    play(table, "observe exchange", f"take {pile.split()[0]}")
    rng = own_rng(5)
    found = set()
    for _ in range(200):
        states: Any = table.determinized(1, rng)
        states[0].rng[:] = 0
        found.add(states.tobytes())
    return found


def test_a_determinization_keeps_no_trace_of_the_truth() -> None:
    # two positions seat 1 cannot tell apart have the same determinizations, byte by byte
    first = possible_bytes("admiral bank czar")
    assert len(first) == 6
    assert first == possible_bytes("bank czar admiral")


def test_unknown_cards_of_a_redacted_state_are_backs_of_their_deck() -> None:
    # what a bot is handed
    state = secretive().redacted(1)[0]
    known = set(range(len(CARD_OF)))
    cards = [int(card) for card in state.players[0].hand[:2]]
    assert [card in known for card in cards] == [True, False]
    assert cards == [CARD_OF["library"], 128 + 4]
    assert not any(int(word) for word in state.rng)
