"""The match authority: who may do what, what follows by itself, and what nobody may notice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.errors import IllegalMove
from burgomaster.server.match import Match, absences, after, apply_entry, moves, seats, takebacks
from burgomaster.server.match.clocks import Clock, check_clock
from burgomaster.server.match.state import Passing, Seat
from tests.server.matches import (
    PER_MOVE,
    PER_PLAYER,
    STARTS,
    Sitting,
    against_bots,
    header_of,
    plain_table,
    refusal,
    seen,
    sitting,
)

# Seats


def test_a_match_begins_when_every_seat_is_taken() -> None:
    made = Sitting(plain_table())
    assert refusal(lambda: moves.play(made.match, 0, "pass", None, made.now)) == "not_begun"
    made.do(lambda match, now: seats.sit(match, 0, "visitor:a", "Anna", now))
    assert refusal(lambda: seats.begin(made.match, made.now)) == "free_seats"
    made.do(lambda match, now: seats.seat_bot(match, 1, "greedy", "greedy", now))
    made.do(lambda match, now: seats.begin(match, now))
    assert made.match.status == "running"
    assert refusal(lambda: seats.begin(made.match, made.now)) == "has_begun"


def test_a_seat_is_taken_once_until_who_sits_there_gets_up() -> None:
    made = Sitting(plain_table())
    made.do(lambda match, now: seats.sit(match, 0, "visitor:a", "Anna", now))
    assert refusal(lambda: seats.sit(made.match, 0, "visitor:b", "Boris", made.now)) == "seat_taken"
    assert refusal(lambda: seats.seat_bot(made.match, 0, "greedy", "greedy", made.now)) == "seat_taken"
    assert refusal(lambda: seats.sit(made.match, 2, "visitor:b", "Boris", made.now)) == "no_such_seat"
    assert refusal(lambda: seats.sit(made.match, -1, "visitor:b", "Boris", made.now)) == "no_such_seat"
    earlier = made.match.seats[0].since
    made.do(lambda match, now: seats.leave(match, 0, "greedy", now))
    assert made.match.seats[0].is_free
    made.do(lambda match, now: seats.sit(match, 0, "visitor:b", "Boris", now))
    assert made.match.seats[0].since != earlier  # an old link of the seat is worth nothing


def test_a_bot_keeps_the_seat_of_who_leaves_and_hands_it_back() -> None:
    made = sitting("Anna", "Boris")
    since = made.match.seats[0].since
    assert refusal(lambda: seats.come_back(made.match, 0, made.now)) == "not_left"
    made.do(lambda match, now: seats.leave(match, 0, "greedy", now))
    held = made.match.seats[0]
    assert (held.bot, held.left, held.who) == ("greedy", True, "visitor:Anna")
    assert not made.match.sees_turn(0)
    for refused in (
        lambda: moves.play(made.match, 0, "pass", None, made.now),
        lambda: seats.leave(made.match, 0, "greedy", made.now),
        lambda: takebacks.undo(made.match, 0, made.now),
        lambda: takebacks.ask_takeback(made.match, 0, made.now),
        lambda: absences.pause(made.match, 0, made.now),
        lambda: moves.set_passing(made.match, 0, "phase", made.now),
    ):
        assert refusal(refused) == "bot_plays"
    assert refusal(lambda: seats.sit(made.match, 0, "visitor:Eve", "Eve", made.now)) == "has_begun"
    made.do(lambda match, now: moves.play(match, 0, "pass", None, now, by="bot"))
    made.do(lambda match, now: seats.come_back(match, 0, now))
    assert made.match.seats[0].is_human and made.match.seats[0].since == since


# Moves


def test_a_move_is_refused_with_its_reason_and_a_stale_page_moves_nothing() -> None:
    made = sitting("Anna", "Boris")
    assert made.match.to_move == 0
    assert refusal(lambda: moves.play(made.match, 1, "pass", None, made.now)) == "not_your_turn"
    with pytest.raises(IllegalMove):
        moves.play(made.match, 0, "buy mariinsky_theater", None, made.now)
    with pytest.raises(IllegalMove):
        moves.play(made.match, 0, "\x00", None, made.now)
    assert made.match.ply == 0
    position = made.match.position(0)
    made.play(0, "pass", position)
    assert refusal(lambda: moves.play(made.match, 0, "pass", position, made.now)) == "stale"
    assert refusal(lambda: moves.play(made.match, 1, "pass", "nonsense", made.now)) == "stale"


def test_nothing_moves_after_the_end() -> None:
    made = sitting("Anna", "Boris")
    bot = bm.bot("random", seed=3)
    while not made.match.is_over:
        made.play(made.mover, bot.choose(made.match.table).notation)
    assert (made.match.status, made.match.to_move) == ("over", None)
    for refused in (
        lambda: moves.play(made.match, 0, "pass", None, made.now),
        lambda: takebacks.undo(made.match, 0, made.now),
        lambda: takebacks.ask_takeback(made.match, 0, made.now),  # everything is open now
        lambda: absences.pause(made.match, 0, made.now),
        lambda: seats.leave(made.match, 0, "greedy", made.now),
        lambda: moves.set_passing(made.match, 0, "phase", made.now),
    ):
        assert refusal(refused) == "over"
    again = made.again()
    assert again.table.state_bytes() == made.match.table.state_bytes()
    assert seen(again, 0) == seen(made.match, 0)


def test_other_rules_and_entries_that_do_not_follow_are_refused() -> None:
    header = header_of(plain_table())
    assert refusal(lambda: Match(replace(header, version=header.version + 1))) == "old_version"
    made = sitting("Anna", "Boris")
    with pytest.raises(ValueError, match="does not follow"):
        apply_entry(made.match, made.entries[0])


def test_trying_an_entry_changes_nothing() -> None:
    made = sitting("Anna", "Boris", clock=PER_PLAYER)
    before, state = seen(made.match, 0), made.match.table.state_bytes()
    tried = after(made.match, moves.play(made.match, 0, "pass", None, made.now + 9))
    assert (seen(made.match, 0), made.match.table.state_bytes()) == (before, state)
    assert tried.ply == 1 and made.match.ply == 0


def test_the_only_move_is_made_by_itself_if_the_options_say_so() -> None:
    made = sitting("Anna", "Boris", auto_forced="all")
    bot = bm.bot("random", seed=5)
    while not made.match.is_over:
        assert len(made.match.table.legal_codes()) > 1
        made.play(made.mover, bot.choose(made.match.table).notation)
    assert "auto" in [move.by for move in made.match.played]


# Undo


def buy_something(made: Sitting) -> str:
    return next(move.notation for move in made.match.table.moves() if move.notation.startswith("buy "))


def test_the_last_move_is_undone_until_somebody_moves() -> None:
    made = sitting("Anna", "Boris")
    assert refusal(lambda: takebacks.undo(made.match, 0, made.now)) == "no_undo"
    before = made.match.table.state_bytes()
    made.play(0, buy_something(made))
    assert takebacks.can_undo(made.match, 0) and not takebacks.can_undo(made.match, 1)
    assert refusal(lambda: takebacks.undo(made.match, 1, made.now)) == "no_undo"
    made.do(lambda match, now: takebacks.undo(match, 0, now))
    assert made.match.table.state_bytes() == before
    made.play(0, buy_something(made))
    made.play(1, buy_something(made))
    assert refusal(lambda: takebacks.undo(made.match, 0, made.now)) == "no_undo"
    assert made.again().table.state_bytes() == made.match.table.state_bytes()


def test_what_was_turned_up_cannot_be_undone() -> None:
    made = sitting("Anna", "Boris")
    made.play(0, "pass")
    made.play(1, "pass")  # the phase ends and cards are turned up
    assert made.match.table.phase == "building"
    assert refusal(lambda: takebacks.undo(made.match, 1, made.now)) == "no_undo"


def let_bots_move(made: Sitting, move: str = "") -> None:
    while made.match.to_move not in (0, None):
        seat, chosen = made.match.to_move, move or buy_something(made)
        made.do(lambda match, now, s=seat, m=chosen: moves.play(match, s, m, None, now, by="bot"))


def test_against_bots_everything_is_undone_move_by_move() -> None:
    made = against_bots(3, Passing.FORCED)
    assert refusal(lambda: takebacks.undo(made.match, 0, made.now)) == "nothing_to_take_back"
    first = made.match.table.state_bytes()
    made.play(0, buy_something(made))
    let_bots_move(made)
    second = made.match.table.state_bytes()
    made.play(0, "pass")
    let_bots_move(made, "pass")  # the phase ends, cards are turned up: only people count here
    assert made.match.table.phase == "building" and takebacks.can_undo(made.match, 0)
    for before in (second, first):
        made.do(lambda match, now: takebacks.undo(match, 0, now))
        assert made.match.table.state_bytes() == before
        assert made.match.to_move == 0 and made.again().table.state_bytes() == before
    assert not takebacks.can_undo(made.match, 0)


def test_a_bot_that_keeps_a_seat_warm_does_not_make_its_owner_nobody() -> None:
    made = sitting("Anna", "Boris")
    made.play(0, buy_something(made))
    made.do(lambda match, now: seats.leave(match, 1, "greedy", now))
    made.do(lambda match, now: moves.play(match, 1, buy_something(made), None, now, by="bot"))
    assert not takebacks.can_undo(made.match, 0)
    assert refusal(lambda: takebacks.undo(made.match, 0, made.now)) == "no_undo"


# Takeback


def test_a_takeback_needs_everybody() -> None:
    made = sitting("Anna", "Boris", "Clara")
    assert refusal(lambda: takebacks.ask_takeback(made.match, 0, made.now)) == "nothing_to_take_back"
    made.play(0, buy_something(made))
    before = made.match.table.state_bytes()
    made.play(1, buy_something(made))
    made.do(lambda match, now: takebacks.ask_takeback(match, 1, now))
    assert refusal(lambda: takebacks.ask_takeback(made.match, 0, made.now)) == "takeback_pending"
    assert refusal(lambda: takebacks.answer_takeback(made.match, 1, True, made.now)) == "no_takeback"
    made.do(lambda match, now: takebacks.answer_takeback(match, 0, True, now))
    assert refusal(lambda: takebacks.answer_takeback(made.match, 0, True, made.now)) == "no_takeback"
    assert made.match.ply == 2
    made.do(lambda match, now: takebacks.answer_takeback(match, 2, True, now))
    assert made.match.table.state_bytes() == before
    assert made.match.takeback is None


def test_one_no_is_enough_and_a_move_ends_the_asking() -> None:
    made = sitting("Anna", "Boris", "Clara")
    made.play(0, buy_something(made))
    made.do(lambda match, now: takebacks.ask_takeback(match, 0, now))
    made.do(lambda match, now: takebacks.answer_takeback(match, 1, False, now))
    assert made.match.takeback is None and made.match.ply == 1
    made.do(lambda match, now: takebacks.ask_takeback(match, 0, now))
    made.play(1, "pass")
    assert refusal(lambda: takebacks.answer_takeback(made.match, 2, True, made.now)) == "no_takeback"


def test_bots_allow_every_takeback_and_somebody_who_left_before_is_not_asked() -> None:
    made = against_bots()
    before = made.match.table.state_bytes()
    made.play(0, "pass")
    made.do(lambda match, now: moves.play(match, 1, "pass", None, now, by="bot"))
    made.do(lambda match, now: takebacks.ask_takeback(match, 0, now))
    assert made.match.table.state_bytes() == before
    made = sitting("Anna", "Boris", "Clara")
    made.do(lambda match, now: seats.leave(match, 2, "greedy", now))
    made.play(0, buy_something(made))
    made.do(lambda match, now: takebacks.ask_takeback(match, 0, now))
    assert made.match.ply == 1
    made.do(lambda match, now: takebacks.answer_takeback(match, 1, True, now))
    assert made.match.ply == 0


# Pause


def test_a_pause_stops_moves_and_clocks() -> None:
    made = sitting("Anna", "Boris", clock=PER_MOVE)
    made.wait(20)
    assert refusal(lambda: absences.resume(made.match, 0, made.now)) == "not_paused"
    made.do(lambda match, now: absences.pause(match, 1, now))
    assert refusal(lambda: moves.play(made.match, 0, "pass", None, made.now)) == "paused"
    assert refusal(lambda: absences.pause(made.match, 0, made.now)) == "paused"
    made.wait(10_000)
    assert made.match.seats[0].is_human
    made.do(lambda match, now: absences.resume(match, 0, now))
    assert made.match.clock.seconds_left(0, made.now) == pytest.approx(40)
    made.play(0, "pass")


# Passing by itself


def test_passing_for_the_rest_of_the_phase() -> None:
    made = sitting("Anna", "Boris")
    assert refusal(lambda: moves.set_passing(made.match, 0, "always", made.now)) == "passing_mode"
    made.do(lambda match, now: moves.set_passing(match, 1, "phase", now))
    made.play(0, buy_something(made))
    assert made.match.to_move == 0 and [move.by for move in made.match.played] == ["player", "auto"]
    made.play(0, "pass")
    assert made.match.table.phase == "building"
    assert made.match.to_move is not None
    made.play(made.match.to_move, "pass")
    assert made.match.ply == 4  # the mode was for the earlier phase


def test_passing_until_something_changes() -> None:
    made = sitting("Anna", "Boris", "Clara")
    made.do(lambda match, now: moves.set_passing(match, 1, "change", now))
    made.play(0, "pass")
    assert [move.by for move in made.match.played] == ["player", "auto"] and made.match.to_move == 2
    made.play(2, buy_something(made))
    made.play(0, "pass")
    assert made.match.to_move == 1  # somebody bought: they are asked again


def test_passing_when_nothing_else_is_possible() -> None:
    made = sitting("Anna", "Boris")
    for seat in (0, 1):
        made.do(lambda match, now, s=seat: moves.set_passing(match, s, "forced", now))
    bot = bm.bot("random", seed=2)
    while not made.match.is_over:
        seat = made.mover
        notations = [move.notation for move in made.match.table.moves()]
        assert notations != ["pass"]
        made.play(seat, bot.choose(made.match.table).notation)
    assert "auto" in [move.by for move in made.match.played]


def test_who_sits_down_may_wish_to_pass_when_they_must() -> None:
    made = against_bots(passing=Passing.FORCED)
    assert moves.passing_mode(made.match, 0) == Passing.FORCED
    bot = bm.bot("random", seed=3)
    while not made.match.is_over:
        seat = made.mover
        notations = [move.notation for move in made.match.table.moves()]
        assert notations != ["pass"] or seat != 0
        by = "player" if seat == 0 else "bot"
        chosen = bot.choose(made.match.table).notation
        made.do(lambda match, now, s=seat, m=chosen, b=by: moves.play(match, s, m, None, now, by=b))
    assert "auto" in [move.by for move in made.match.played]
    assert moves.passing_mode(made.again(), 0) == Passing.FORCED


def test_a_seat_that_changes_hands_forgets_the_wish() -> None:
    made = Sitting(plain_table())
    made.do(lambda match, now: seats.sit(match, 0, "visitor:a", "Anna", now, Passing.FORCED))
    made.do(lambda match, now: seats.leave(match, 0, "greedy", now))
    made.do(lambda match, now: seats.sit(match, 0, "visitor:b", "Boris", now))
    assert made.match.passing[0] == made.match.passing_rest[0] == Passing.OFF


def test_what_ends_by_itself_gives_way_to_what_lasts() -> None:
    made = sitting("Anna", "Boris")
    for mode in ("forced", "phase"):
        made.do(lambda match, now, m=mode: moves.set_passing(match, 1, m, now))
    assert moves.passing_mode(made.match, 1) == Passing.PHASE
    made.play(0, "pass")
    assert made.match.table.phase == "building"
    assert moves.passing_mode(made.match, 1) == Passing.FORCED
    assert moves.passing_mode(made.match, 0) == Passing.OFF


def with_hidden_card(made: Sitting) -> None:
    """Anna takes an expensive noble with an Observatory: nobody else has seen which card it is."""
    for move in ("pass", "pass", "buy observatory_2004", "pass", "observe noble"):
        made.play(made.match.to_move or 0, move)
    made.play(0, "take mistress_of_ceremonies_2004")
    made.play(1, "pass")


def test_no_pass_is_made_that_tells_other_people_what_is_not_in_a_hand() -> None:
    setup = plain_table().setup
    for deck, card in (("building", "observatory_2004"), ("noble", "mistress_of_ceremonies_2004")):
        cards = setup["decks"][deck]
        cards.insert(0, cards.pop(cards.index(card)))
    table = bm.game("petersburg", players=2, marker_deal=STARTS).new(setup=setup)
    made = Sitting(table)
    made.seat_people("Anna", "Boris")
    with_hidden_card(made)
    state = made.match.table._states[0]
    state.rows[0].n_designs = state.rows[1].n_designs = 0
    for rubles, is_evident in ((5, False), (0, True)):  # the cheapest noble costs 4, hers 18
        state.players[0].rubles = rubles
        assert [move.notation for move in made.match.table.moves()] == ["pass"]
        assert moves.is_forced(made.match, 0) == is_evident
    state.players[0].rubles = 5
    made.match.seats[1] = Seat(bot="greedy", name="greedy")
    assert moves.is_forced(made.match, 0)  # bots draw no conclusions


def test_an_undo_wakes_those_who_pass_by_themselves() -> None:
    made = sitting("Anna", "Boris")
    made.do(lambda match, now: moves.set_passing(match, 1, "phase", now))
    made.play(0, buy_something(made))
    made.do(lambda match, now: takebacks.undo(match, 0, now))
    assert made.match.ply == 0
    assert made.match.passing[1] == Passing.OFF


# Clocks


def test_a_clock_for_each_move() -> None:
    made = sitting("Anna", "Boris", clock=PER_MOVE)
    made.wait(59)
    made.play(0, buy_something(made))
    assert made.match.clock.seconds_left(0, made.now) == 60
    made.wait(60)
    held = made.match.seats[1]
    assert held.left and held.bot == "greedy" and held.who == "visitor:Boris"
    assert made.match.clock.running == -1
    made.do(lambda match, now: seats.come_back(match, 1, now))
    assert made.match.clock.running == 1


def test_a_clock_for_each_player() -> None:
    made = sitting("Anna", "Boris", clock=PER_PLAYER)
    made.wait(30)
    made.play(0, buy_something(made))
    assert made.match.clock.left[0] == 75
    made.wait(100)
    assert made.match.seats[1].left
    made.do(lambda match, now: seats.come_back(match, 1, now))
    assert made.match.clock.left[1] == 60


@pytest.mark.parametrize("clock", [PER_MOVE, PER_PLAYER])
def test_undo_brings_no_time(clock: dict[str, Any]) -> None:
    made = sitting("Anna", "Boris", clock=clock)
    made.wait(50)
    left = made.match.clock.seconds_left(0, made.now)
    for _ in range(5):
        made.play(0, buy_something(made))
        made.do(lambda match, now: takebacks.undo(match, 0, now))
    assert made.match.clock.seconds_left(0, made.now) == left


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "hourglass"},
        {"kind": "move", "seconds": 1},
        {"kind": "move", "seconds": "60"},
        {"kind": "move", "seconds": True},
        {"kind": "move", "seconds": float("nan")},
        {"kind": "player", "seconds": 60, "more": -1},
        {"kind": "player", "seconds": 60, "more": 10**400},
        {"kind": ["move"], "seconds": 60},
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(clock: dict[str, Any]) -> None:
    with pytest.raises(bm.OptionError):
        check_clock(clock)


def test_no_clock_never_falls() -> None:
    clock = Clock("none", 0.0, 0.0, (0.0, 0.0))
    assert clock.start(0, 5).deadline() is None and clock.seconds_left(0, 9) is None
    assert clock.moved(0) == clock.returned(0) == clock.stop(1) == clock
