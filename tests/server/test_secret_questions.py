"""A secret question: Anna is asked for her Pickpocket, and nobody else knows."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.server.describe import describe_table
from burgomaster.server.match import Kind, moves, passing, pauses
from burgomaster.server.match.takebacks import can_undo
from tests.server.matches import PER_MOVE, PER_PLAYER, Sitting, refusal, secret_sitting, seen


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
    assert refusal(lambda: moves.play(made.match, 1, move, None, made.now)) == "not_your_turn"
    made.play(0, "decline")
    assert made.match.table.history[-2:] == ["decline", move]
    assert made.match.held_moves == {}


def buy_or_pass(made: Sitting, seat: int) -> str:
    """What somebody might do who believes it is their turn."""
    return str(made.match.table.view(seat)["moves"][0])


def test_a_move_that_is_no_longer_possible_is_dropped() -> None:
    made = secret_sitting()
    made.play(1, buy_or_pass(made, 1))
    made.play(0, "pickpocket")
    assert made.match.to_move == 0 and made.match.held_moves == {}
    assert refusal(lambda: moves.play(made.match, 1, "sing", None, made.now)) == "not_your_turn"


def test_a_move_that_was_never_possible_is_not_held() -> None:
    made = secret_sitting()
    assert refusal(lambda: moves.play(made.match, 1, "sing a song", None, made.now)) == "not_legal"
    assert refusal(lambda: moves.play(made.match, 1, "decline", None, made.now)) == "not_legal"


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
    made.do(lambda match, now: passing.set_passing(match, 1, "change", now))
    made.play(0, "decline")
    assert made.match.table.history[-1] == "pass"


def test_whether_something_can_be_undone_does_not_tell_of_a_secret() -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    for step in range(2):
        assert can_undo(asked.match, 1) == can_undo(spared.match, 1)
        if step == 0:
            asked.play(0, "decline")


def test_people_at_one_device_speak_up_or_let_it_be() -> None:
    made = secret_sitting(names=("Anna", "=Boris"))
    move = buy_or_pass(made, 1)
    made.play(1, move, made.match.position(1))
    assert made.match.table.history[-2:] == ["decline", move]
    assert made.match.held_moves == {}
    spoken = secret_sitting(names=("Anna", "=Boris"))
    spoken.play(0, "pickpocket")
    assert spoken.match.seems_to_move() == 0


def test_the_journal_tells_the_whole_match() -> None:
    made = secret_sitting(clock=PER_PLAYER)
    made.play(1, buy_or_pass(made, 1))
    made.do(lambda match, now: pauses.pause(match, 0, now))
    made.do(lambda match, now: pauses.resume(match, 0, now))
    made.play(0, "decline")
    again = made.again()
    for seat in (0, 1, None):
        assert seen(again, seat) == seen(made.match, seat)
    assert {entry.kind for entry in made.entries} >= {Kind.PREMOVE, Kind.PAUSE, Kind.SIT, Kind.MOVE}
