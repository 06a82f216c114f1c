"""The match authority: who may do what, what follows by itself, and what nobody may notice."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.errors import IllegalMove
from burgomaster.server.clocks import Clock, check_clock
from burgomaster.server.describe import describe_table
from burgomaster.server.journal import Kind
from burgomaster.server.match import Match, Passing, Refused
from tests.server.matches import Sitting, header_of, plain_table, secret_sitting, sitting

PER_MOVE = {"kind": "move", "seconds": 60}
PER_PLAYER = {"kind": "player", "seconds": 100, "more": 5}


def refusal(decide: Any) -> str:
    """Why something is refused."""
    with pytest.raises(Refused) as caught:
        decide()
    assert caught.value.text("ru") and caught.value.text("en")
    return caught.value.key


def seen(match: Match, seat: int | None) -> str:
    """Everything that is sent to a seat."""
    return json.dumps(describe_table(match, seat), sort_keys=True)


# Seats


def test_a_match_begins_when_every_seat_is_taken() -> None:
    made = Sitting(plain_table())
    assert refusal(lambda: made.match.play(0, "pass", None, made.now)) == "not_begun"
    made.do(lambda match, now: match.sit(0, "visitor:a", "Anna", now))
    assert refusal(lambda: made.match.begin(made.now)) == "free_seats"
    made.do(lambda match, now: match.seat_bot(1, "greedy", "greedy", now))
    made.do(lambda match, now: match.begin(now))
    assert made.match.status == "running"
    assert refusal(lambda: made.match.begin(made.now)) == "has_begun"


def test_a_seat_is_taken_once() -> None:
    made = Sitting(plain_table())
    made.do(lambda match, now: match.sit(0, "visitor:a", "Anna", now))
    assert refusal(lambda: made.match.sit(0, "visitor:b", "Boris", made.now)) == "seat_taken"
    assert refusal(lambda: made.match.seat_bot(0, "greedy", "greedy", made.now)) == "seat_taken"
    assert refusal(lambda: made.match.sit(2, "visitor:b", "Boris", made.now)) == "no_such_seat"
    assert refusal(lambda: made.match.sit(-1, "visitor:b", "Boris", made.now)) == "no_such_seat"


def test_who_gets_up_before_the_game_leaves_a_free_seat() -> None:
    made = Sitting(plain_table())
    made.do(lambda match, now: match.sit(0, "visitor:a", "Anna", now))
    earlier = made.match.seats[0].since
    made.do(lambda match, now: match.leave(0, "greedy", now))
    assert made.match.seats[0].is_free
    made.do(lambda match, now: match.sit(0, "visitor:b", "Boris", now))
    assert made.match.seats[0].since != earlier  # an old link of the seat is worth nothing


def test_a_bot_keeps_the_seat_of_who_leaves_and_hands_it_back() -> None:
    made = sitting("Anna", "Boris")
    since = made.match.seats[0].since
    assert refusal(lambda: made.match.come_back(0, made.now)) == "not_left"
    made.do(lambda match, now: match.leave(0, "greedy", now))
    held = made.match.seats[0]
    assert (held.bot, held.left, held.who) == ("greedy", True, "visitor:Anna")
    assert not made.match.sees_turn(0)
    for refused in (
        lambda: made.match.play(0, "pass", None, made.now),
        lambda: made.match.leave(0, "greedy", made.now),
        lambda: made.match.undo(0, made.now),
        lambda: made.match.ask_takeback(0, made.now),
        lambda: made.match.pause(0, made.now),
        lambda: made.match.set_passing(0, "phase", made.now),
    ):
        assert refusal(refused) == "bot_plays"
    assert refusal(lambda: made.match.sit(0, "visitor:Eve", "Eve", made.now)) == "has_begun"
    made.do(lambda match, now: match.play(0, "pass", None, now, by="bot"))
    made.do(lambda match, now: match.come_back(0, now))
    assert made.match.seats[0].is_human and made.match.seats[0].since == since


# Moves


def test_a_move_is_refused_with_its_reason() -> None:
    made = sitting("Anna", "Boris")
    assert made.match.to_move == 0
    assert refusal(lambda: made.match.play(1, "pass", None, made.now)) == "not_your_turn"
    with pytest.raises(IllegalMove):
        made.match.play(0, "buy mariinsky_theater", None, made.now)
    with pytest.raises(IllegalMove):
        made.match.play(0, "\x00", None, made.now)
    assert made.match.ply == 0


def test_a_stale_page_moves_nothing() -> None:
    made = sitting("Anna", "Boris")
    position = made.match.position(0)
    made.play(0, "pass", position)
    assert refusal(lambda: made.match.play(0, "pass", position, made.now)) == "stale"
    assert refusal(lambda: made.match.play(1, "pass", "nonsense", made.now)) == "stale"


def test_nothing_moves_after_the_end() -> None:
    made = sitting("Anna", "Boris")
    bot = bm.bot("random", seed=3)
    while not made.match.is_over:
        seat = made.match.to_move
        assert seat is not None
        made.play(seat, bot.choose(made.match.table).notation)
    assert (made.match.status, made.match.to_move) == ("over", None)
    for refused in (
        lambda: made.match.play(0, "pass", None, made.now),
        lambda: made.match.undo(0, made.now),
        lambda: made.match.ask_takeback(0, made.now),  # everything is open now
        lambda: made.match.pause(0, made.now),
        lambda: made.match.leave(0, "greedy", made.now),
        lambda: made.match.set_passing(0, "phase", made.now),
    ):
        assert refusal(refused) == "over"
    again = made.again()
    assert again.table.state_bytes() == made.match.table.state_bytes()
    assert seen(again, 0) == seen(made.match, 0)


def test_a_match_of_other_rules_is_not_altered() -> None:
    header = header_of(plain_table())
    assert refusal(lambda: Match(replace(header, version=header.version + 1))) == "old_version"


def test_an_entry_follows_the_one_before() -> None:
    made = sitting("Anna", "Boris")
    with pytest.raises(ValueError, match="does not follow"):
        made.match.apply(made.entries[0])


def test_trying_an_entry_changes_nothing() -> None:
    made = sitting("Anna", "Boris", clock=PER_PLAYER)
    before, state = seen(made.match, 0), made.match.table.state_bytes()
    tried = made.match.after(made.match.play(0, "pass", None, made.now + 9))
    assert (seen(made.match, 0), made.match.table.state_bytes()) == (before, state)
    assert tried.ply == 1 and made.match.ply == 0


def test_the_only_move_is_made_by_itself_if_the_options_say_so() -> None:
    made = sitting("Anna", "Boris", auto_forced="all")
    bot = bm.bot("random", seed=5)
    while not made.match.is_over:
        seat = made.match.to_move
        assert seat is not None and len(made.match.table.legal_codes()) > 1
        made.play(seat, bot.choose(made.match.table).notation)
    assert "auto" in made.match.move_by


# Undo


def buy_something(made: Sitting) -> str:
    """A card the seat to move can buy."""
    return next(move.notation for move in made.match.table.moves() if move.notation.startswith("buy "))


def test_the_last_move_is_undone_until_somebody_moves() -> None:
    made = sitting("Anna", "Boris")
    assert refusal(lambda: made.match.undo(0, made.now)) == "no_undo"
    before = made.match.table.state_bytes()
    made.play(0, buy_something(made))
    assert made.match.can_undo(0) and not made.match.can_undo(1)
    assert refusal(lambda: made.match.undo(1, made.now)) == "no_undo"
    made.do(lambda match, now: match.undo(0, now))
    assert made.match.table.state_bytes() == before
    made.play(0, buy_something(made))
    made.play(1, buy_something(made))
    assert refusal(lambda: made.match.undo(0, made.now)) == "no_undo"
    assert made.again().table.state_bytes() == made.match.table.state_bytes()


def test_what_was_turned_up_cannot_be_undone() -> None:
    made = sitting("Anna", "Boris")
    made.play(0, "pass")
    made.play(1, "pass")  # the phase ends and cards are turned up
    assert made.match.table.phase == "building"
    assert refusal(lambda: made.match.undo(1, made.now)) == "no_undo"


# Takeback


def test_a_takeback_needs_everybody() -> None:
    made = sitting("Anna", "Boris", "Clara")
    assert refusal(lambda: made.match.ask_takeback(0, made.now)) == "nothing_to_take_back"
    made.play(0, buy_something(made))
    before = made.match.table.state_bytes()
    made.play(1, buy_something(made))
    made.do(lambda match, now: match.ask_takeback(1, now))
    assert refusal(lambda: made.match.ask_takeback(0, made.now)) == "takeback_pending"
    assert refusal(lambda: made.match.answer_takeback(1, True, made.now)) == "no_takeback"
    made.do(lambda match, now: match.answer_takeback(0, True, now))
    assert refusal(lambda: made.match.answer_takeback(0, True, made.now)) == "no_takeback"
    assert made.match.ply == 2
    made.do(lambda match, now: match.answer_takeback(2, True, now))
    assert made.match.table.state_bytes() == before
    assert made.match.takeback is None


def test_one_no_is_enough_and_a_move_ends_the_asking() -> None:
    made = sitting("Anna", "Boris", "Clara")
    made.play(0, buy_something(made))
    made.do(lambda match, now: match.ask_takeback(0, now))
    made.do(lambda match, now: match.answer_takeback(1, False, now))
    assert made.match.takeback is None and made.match.ply == 1
    made.do(lambda match, now: match.ask_takeback(0, now))
    made.play(1, "pass")
    assert refusal(lambda: made.match.answer_takeback(2, True, made.now)) == "no_takeback"


def test_bots_allow_every_takeback() -> None:
    made = Sitting(plain_table())
    made.do(lambda match, now: match.sit(0, "visitor:a", "Anna", now))
    made.do(lambda match, now: match.seat_bot(1, "greedy", "greedy", now))
    made.do(lambda match, now: match.begin(now))
    before = made.match.table.state_bytes()
    made.play(0, "pass")
    made.do(lambda match, now: match.play(1, "pass", None, now, by="bot"))
    made.do(lambda match, now: match.ask_takeback(0, now))
    assert made.match.table.state_bytes() == before


def test_somebody_who_left_is_not_asked() -> None:
    made = sitting("Anna", "Boris", "Clara")
    made.play(0, buy_something(made))
    made.do(lambda match, now: match.ask_takeback(0, now))
    made.do(lambda match, now: match.answer_takeback(1, True, now))
    assert made.match.ply == 1
    made.do(lambda match, now: match.leave(2, "greedy", now))
    assert made.match.ply == 0


# Pause


def test_a_pause_stops_moves_and_clocks() -> None:
    made = sitting("Anna", "Boris", clock=PER_MOVE)
    made.wait(20)
    assert refusal(lambda: made.match.resume(0, made.now)) == "not_paused"
    made.do(lambda match, now: match.pause(1, now))
    assert refusal(lambda: made.match.play(0, "pass", None, made.now)) == "paused"
    assert refusal(lambda: made.match.pause(0, made.now)) == "paused"
    made.wait(10_000)
    assert made.match.seats[0].is_human
    made.do(lambda match, now: match.resume(0, now))
    assert made.match.clock.seconds_left(0, made.now) == pytest.approx(40)
    made.play(0, "pass")


# Passing by itself


def test_passing_modes_are_checked() -> None:
    made = sitting("Anna", "Boris")
    assert refusal(lambda: made.match.set_passing(0, "always", made.now)) == "passing_mode"


def test_passing_for_the_rest_of_the_phase() -> None:
    made = sitting("Anna", "Boris")
    made.do(lambda match, now: match.set_passing(1, "phase", now))
    made.play(0, buy_something(made))
    assert made.match.to_move == 0 and made.match.move_by == ["player", "auto"]
    made.play(0, "pass")
    assert made.match.table.phase == "building"
    assert made.match.to_move is not None
    made.play(made.match.to_move, "pass")
    assert made.match.ply == 4  # the mode was for the earlier phase


def test_passing_until_something_changes() -> None:
    made = sitting("Anna", "Boris", "Clara")
    made.do(lambda match, now: match.set_passing(1, "change", now))
    made.play(0, "pass")
    assert made.match.move_by == ["player", "auto"] and made.match.to_move == 2
    made.play(2, buy_something(made))
    made.play(0, "pass")
    assert made.match.to_move == 1  # somebody bought: he is asked again


def test_passing_when_nothing_else_is_possible() -> None:
    made = sitting("Anna", "Boris")
    for seat in (0, 1):
        made.do(lambda match, now, s=seat: match.set_passing(s, "forced", now))
    bot = bm.bot("random", seed=2)
    while not made.match.is_over:
        seat = made.match.to_move
        assert seat is not None
        notations = [move.notation for move in made.match.table.moves()]
        assert notations != ["pass"]
        made.play(seat, bot.choose(made.match.table).notation)
    assert "auto" in made.match.move_by


def test_an_undo_wakes_those_who_pass_by_themselves() -> None:
    made = sitting("Anna", "Boris")
    made.do(lambda match, now: match.set_passing(1, "phase", now))
    made.play(0, buy_something(made))
    made.do(lambda match, now: match.undo(0, now))
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
    made.do(lambda match, now: match.come_back(1, now))
    assert made.match.clock.running == 1


def test_a_clock_for_each_player() -> None:
    made = sitting("Anna", "Boris", clock=PER_PLAYER)
    made.wait(30)
    made.play(0, buy_something(made))
    assert made.match.clock.left[0] == 75
    made.wait(100)
    assert made.match.seats[1].left
    made.do(lambda match, now: match.come_back(1, now))
    assert made.match.clock.left[1] == 60


def test_undo_brings_no_time() -> None:
    for clock in (PER_MOVE, PER_PLAYER):
        made = sitting("Anna", "Boris", clock=clock)
        made.wait(50)
        left = made.match.clock.seconds_left(0, made.now)
        for _ in range(5):
            made.play(0, buy_something(made))
            made.do(lambda match, now: match.undo(0, now))
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


# A secret question: Anna is asked for her Pickpocket, and nobody else knows


def test_who_is_not_asked_sees_an_ordinary_turn() -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    assert asked.match.to_move == 0 and spared.match.to_move == 1
    assert asked.match.sees_turn(0) and asked.match.sees_turn(1)
    for seat in (1, None):
        ours, theirs = (describe_table(made.match, seat) for made in (asked, spared))
        assert ours == theirs
    assert asked.match.summary == spared.match.summary


def test_a_move_meanwhile_waits_for_the_answer() -> None:
    made = secret_sitting()
    move = buy_or_pass(made, 1)
    made.play(1, move, made.match.position(1))
    assert made.match.ply == 9 and made.match.to_move == 0
    assert not made.match.sees_turn(1)
    assert refusal(lambda: made.match.play(1, move, None, made.now)) == "not_your_turn"
    made.play(0, "decline")
    assert made.match.table.history[-2:] == ["decline", move]
    assert made.match.premoves == {}


def buy_or_pass(made: Sitting, seat: int) -> str:
    """What somebody might do who believes it is his turn."""
    return str(made.match.table.view(seat)["moves"][0])


def test_a_move_that_is_no_longer_possible_is_dropped() -> None:
    made = secret_sitting()
    made.play(1, buy_or_pass(made, 1))
    made.play(0, "pickpocket")
    assert made.match.to_move == 0 and made.match.premoves == {}
    assert refusal(lambda: made.match.play(1, "sing", None, made.now)) == "not_your_turn"


def test_a_move_that_was_never_possible_is_not_held() -> None:
    made = secret_sitting()
    assert refusal(lambda: made.match.play(1, "sing a song", None, made.now)) == "not_legal"
    assert refusal(lambda: made.match.play(1, "decline", None, made.now)) == "not_legal"


@pytest.mark.parametrize("clock", [None, PER_MOVE, PER_PLAYER])
def test_a_secret_answer_leaves_no_trace(clock: dict[str, Any] | None) -> None:
    made = secret_sitting(clock=clock)
    made.wait(10)
    before = [seen(made.match, seat) for seat in (1, None)]
    changed, summary = made.match.changed, made.match.summary
    made.play(0, "decline")
    assert [seen(made.match, seat) for seat in (1, None)] == before
    assert (made.match.changed, made.match.summary) == (changed, summary)


def test_time_for_a_secret_question_ends_with_that_of_the_seat_that_seems_to_move() -> None:
    made = secret_sitting(clock=PER_MOVE)
    assert made.match.clock.running == 1
    made.play(1, buy_or_pass(made, 1))
    made.wait(61)
    assert made.match.table.history[-2] == "decline"
    assert made.match.seats[0].is_human and made.match.seats[1].is_human  # nobody was too slow
    assert made.match.to_move == 0


def test_who_waits_for_a_secret_answer_pays_no_time() -> None:
    made = secret_sitting(clock=PER_PLAYER)
    made.now += 10
    left = made.match.clock.seconds_left(1, made.now)
    assert left is not None
    made.play(1, buy_or_pass(made, 1))
    made.wait(30)
    made.play(0, "decline")
    assert made.match.clock.left[1] == pytest.approx(left + 5)


def test_who_seems_to_move_and_does_nothing_loses_his_seat_not_the_one_who_is_asked() -> None:
    made = secret_sitting(clock=PER_MOVE)
    made.wait(61)
    assert made.match.seats[0].is_human and made.match.seats[1].left


def test_passing_set_while_somebody_else_is_asked_still_works() -> None:
    made = secret_sitting()
    made.do(lambda match, now: match.set_passing(1, "change", now))
    made.play(0, "decline")
    assert made.match.table.history[-1] == "pass"


def test_whether_something_can_be_undone_does_not_tell_of_a_secret() -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    for step in range(2):
        assert asked.match.can_undo(1) == spared.match.can_undo(1)
        if step == 0:
            asked.play(0, "decline")


def test_people_at_one_device_speak_up_or_let_it_be() -> None:
    made = secret_sitting(names=("Anna", "=Boris"))
    move = buy_or_pass(made, 1)
    made.play(1, move, made.match.position(1))
    assert made.match.table.history[-2:] == ["decline", move]
    assert made.match.premoves == {}
    spoken = secret_sitting(names=("Anna", "=Boris"))
    spoken.play(0, "pickpocket")
    assert spoken.match.seems_to_move() == 0


def test_the_journal_tells_the_whole_match() -> None:
    made = secret_sitting(clock=PER_PLAYER)
    made.play(1, buy_or_pass(made, 1))
    made.do(lambda match, now: match.pause(0, now))
    made.do(lambda match, now: match.resume(0, now))
    made.play(0, "decline")
    again = made.again()
    for seat in (0, 1, None):
        assert seen(again, seat) == seen(made.match, seat)
    assert {entry.kind for entry in made.entries} >= {Kind.PREMOVE, Kind.PAUSE, Kind.SIT, Kind.MOVE}
