"""A secret question: Anna is asked for her Pickpocket, and nobody else knows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from burgomaster.server import happened, table_context
from burgomaster.server.describe import describe_table
from burgomaster.server.match import Kind, absences, due_at, moves, takebacks
from burgomaster.server.match.takebacks import can_undo
from burgomaster.server.replay_context import moments_of
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


def test_the_log_and_what_happened_count_no_secret_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    asked.play(0, "decline")
    for window in (1, 2, 3, 100):
        monkeypatch.setattr(table_context, "LOG_MOVES", window)
        monkeypatch.setattr(happened, "MOST_TOLD", window)
        for seat in (1, None):
            ours, theirs = (table_context.shown_log(made.match, seat, "en") for made in (asked, spared))
            assert ours == theirs and ours
            moves_told = [list(happened.told_moves(made.match, seat, "en")) for made in (asked, spared)]
            assert [(move.number, move.lines) for move in moves_told[0]] == [
                (move.number, move.lines) for move in moves_told[1]
            ]


def test_a_replay_of_a_running_game_shows_no_secret_answers() -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    asked.play(0, "decline")
    for made in (asked, spared):
        made.play(1, "pass")
    for seat in (1, None):
        ours, theirs = (moments_of(made.match, seat, "en") for made in (asked, spared))
        assert [replace(one, ply=0) for one in ours] == [replace(one, ply=0) for one in theirs]
        assert ours[-1].is_pass


def test_a_secret_answer_is_not_taken_back_by_itself_but_one_that_everybody_sees_may_be() -> None:
    made = secret_sitting(clock=PER_PLAYER)
    made.play(0, "decline")
    assert refusal(lambda: takebacks.undo(made.match, 0, made.now)) == "no_undo"
    assert not can_undo(made.match, 0)
    made.do(lambda match, now: takebacks.ask_takeback(match, 0, now))
    assert made.match.takeback is not None and made.match.takeback.ply == 7  # the last public move of Anna's
    made = secret_sitting()
    made.play(0, "pickpocket")
    assert takebacks.last_decision(made.match, 0) == made.match.ply - 1


def test_a_device_that_several_share_does_not_turn_for_a_question_to_somebody_else() -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    views = [
        table_context.device_view(made.match, [1, 1], None, False, together=True) for made in (asked, spared)
    ]
    assert views[0] == views[1] and views[0].seat == 1
    assert table_context.device_view(asked.match, [0, 1], None, False, together=True).seat == 0


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


def test_the_clock_of_a_held_move_is_that_of_a_move_made_when_everybody_sees_it() -> None:
    asked, spared = (
        secret_sitting("pickpocket", clock=PER_PLAYER),
        secret_sitting("bank_2004", clock=PER_PLAYER),
    )
    move = buy_or_pass(asked, 1)
    asked.play(1, move)
    for made in (asked, spared):
        made.wait(4)
    asked.play(0, "decline")
    spared.play(1, move)
    assert asked.match.clock == spared.match.clock
    assert seen(asked.match, None) == seen(spared.match, None)


def test_a_secret_question_takes_little_of_the_time_of_who_waits() -> None:
    made = secret_sitting(clock=PER_PLAYER)
    made.now += 10
    left = made.match.clock.seconds_left(1, made.now)
    assert left is not None
    made.play(1, buy_or_pass(made, 1))
    due = due_at(made.match)
    assert due is not None and due - made.now == pytest.approx(left / 10)
    made.wait(left / 10)
    assert made.match.table.history[-2] == "decline" and made.match.held_moves == {}
    assert made.match.clock.left[1] == pytest.approx(left - left / 10 + 5)


def test_who_seems_to_move_and_does_nothing_loses_his_seat_not_the_one_who_is_asked() -> None:
    made = secret_sitting(clock=PER_MOVE)
    made.wait(61)
    assert made.match.seats[0].is_human and made.match.seats[1].left


def test_passing_set_while_somebody_else_is_asked_still_works() -> None:
    made = secret_sitting()
    made.do(lambda match, now: moves.set_passing(match, 1, "change", now))
    made.play(0, "decline")
    assert made.match.table.history[-1] == "pass"


def test_whether_something_can_be_undone_does_not_tell_of_a_secret() -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    assert can_undo(asked.match, 1) == can_undo(spared.match, 1)
    asked.play(0, "decline")
    assert can_undo(asked.match, 1) == can_undo(spared.match, 1)


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
    made.do(lambda match, now: absences.pause(match, 0, now))
    made.do(lambda match, now: absences.resume(match, 0, now))
    made.play(0, "decline")
    again = made.again()
    for seat in (0, 1, None):
        assert seen(again, seat) == seen(made.match, seat)
    assert {entry.kind for entry in made.entries} >= {Kind.PREMOVE, Kind.PAUSE, Kind.SIT, Kind.MOVE}
