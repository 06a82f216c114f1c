"""Games by post: plans, standing answers to secret questions, vacation, and clocks of days."""

from __future__ import annotations

import pytest

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.calls.notices import Truth, notices_of, truth_of
from burgomaster.server.clock_words import presets, rough_time
from burgomaster.server.controls_context import controls_context
from burgomaster.server.describe import describe_table
from burgomaster.server.match import Kind, absences, due_at, plans, seats, takebacks
from burgomaster.server.match.clocks import check_clock, is_slow
from burgomaster.server.match.secret_questions import SLOW_PATIENCE, audience_of
from burgomaster.server.plan_options import foresee, plan_context
from burgomaster.server.table_lists import urgency
from tests.server.matches import PER_MOVE, Sitting, refusal, secret_sitting, secret_table, seen, sitting

DAY, HOUR = 86400.0, 3600.0
DAILY = {"kind": "move", "seconds": DAY}
WEEK = {"kind": "player", "seconds": 7 * DAY, "more": HOUR}


def plan(made: Sitting, seat: int, *moves: str, holds: str = "always") -> None:
    made.do(lambda match, now: plans.set_plan(match, seat, moves, holds, now))


def first_buys(made: Sitting, n: int = 2) -> list[str]:
    return [move.notation for move in made.match.table.moves() if move.notation.startswith("buy ")][:n]


# Plans


def test_the_first_legal_move_of_a_plan_is_made_when_the_turn_comes() -> None:
    made = sitting("Anna", "Boris", clock=DAILY)
    one, other = first_buys(made)
    plan(made, 1, "buy mariinsky_theater_2004", other, "pass")
    before = made.now
    made.play(0, "pass")
    assert made.match.table.history == ["pass", other] and made.match.to_move == 0 and made.now == before
    assert made.match.plans == {} and made.match.played[-1].by == "plan"
    plan(made, 1, "pass")
    made.play(0, one if one in [move.notation for move in made.match.table.moves()] else "pass")
    assert made.match.table.history[-1] == "pass"
    assert made.again().table.history == made.match.table.history and made.again().plans == made.match.plans


def test_a_plan_ends_by_what_its_maker_did_not_bet_on() -> None:
    for holds, survives in (("always", True), ("phase", True), ("change", False)):
        made = sitting("Anna", "Boris")
        bought, planned = first_buys(made)
        plan(made, 1, planned, holds=holds)
        made.play(0, bought)
        assert (made.match.table.history[-1] == planned) is survives, holds
        assert made.match.plans == {} and (survives or made.entries[-1].kind == Kind.PLAN)
    made = sitting("Anna", "Boris")
    plan(made, 1, "buy mariinsky_theater_2004")
    made.play(0, "pass")
    assert made.match.to_move == 1 and made.match.plans == {}  # nothing of it was possible: Boris decides
    plan(made, 0, "pass")
    made.play(1, "pass")
    assert made.match.to_move is not None


def test_a_plan_is_for_its_maker_alone() -> None:
    made, plain = sitting("Anna", "Boris", clock=DAILY), sitting("Anna", "Boris", clock=DAILY)
    before = made.match
    plan(made, 1, first_buys(made)[0], "pass", holds="change")
    made.do(lambda match, now: plans.set_standing(match, 1, [("decline", "")], now))
    for seat in (0, None):
        assert seen(made.match, seat) == seen(plain.match, seat)
        assert controls_context(made.match, seat, [], "en") == controls_context(plain.match, seat, [], "en")
    assert made.match.summary == plain.match.summary and made.match.changed == plain.match.changed
    assert audience_of(before, made.match, made.entries[-2:]) == {1}
    assert notices_of(before, made.match, made.entries[-2:]) == []
    assert "Gold Miner" in controls_context(made.match, 1, [1], "en")["plan_note"]
    mine = describe_table(made.match, 1)
    assert mine["plan"]["holds"] == "change" and mine["standing"] == [["decline", ""]]


def test_a_plan_that_makes_no_sense_is_refused() -> None:
    made = sitting("Anna", "Boris")
    match, now = made.match, made.now
    assert refusal(lambda: plans.set_plan(match, 0, ["pass"], "always", now)) == "plan_now"
    for moves_given in (["sing"], ["pass"] * 7 + ["x" * 500], [""]):
        assert refusal(lambda m=moves_given: plans.set_plan(match, 1, m, "always", now)) == "plan_move"
    assert refusal(lambda: plans.set_plan(match, 1, ["pass"], "never", now)) == "plan_form"
    assert refusal(lambda: plans.set_plan(match, 1, ["pass"] * 9, "always", now)) == "plan_form"
    assert refusal(lambda: plans.set_standing(match, 1, [("sing", "")], now)) == "plan_move"
    made.do(lambda match, now: seats.leave(match, 1, "greedy", now))
    assert refusal(lambda: plans.set_plan(made.match, 1, ["pass"], "always", now)) == "bot_plays"


def test_a_move_that_is_taken_back_takes_plans_with_it() -> None:
    made = sitting("Anna", "Boris", "Clara")
    made.play(0, "pass")
    plan(made, 2, "pass")
    made.do(lambda match, now: takebacks.undo(match, 0, now))
    assert made.match.plans == {}


def test_what_is_offered_follows_from_what_the_seat_sees() -> None:
    ours, theirs = (
        foresee(made.match, 1, "en").moves
        for made in (secret_sitting("pickpocket"), secret_sitting("bank_2004"))
    )
    assert ours == theirs and ours
    offered = plan_context(sitting("Anna", "Boris").match, 1, "ru")
    assert any(move == "pass" for move, _ in offered["offered"]) and offered["holds"] == "change"
    assert len(offered["offered"]) > 3 and offered["answers"] == []


# Secret questions


def test_a_standing_answer_is_given_at_once_and_nobody_waits() -> None:
    table, known = secret_table("pickpocket")
    for answers, is_used in (
        ([("decline", "")], False),
        ([("pickpocket", "noble")], True),
        ([("pickpocket", "worker")], None),
    ):
        made = Sitting(table.game.new(setup=table.setup), DAILY)
        made.seat_people("Anna", "Boris")
        for move in known:
            made.play(made.match.to_move or 0, move)
        made.do(lambda match, now, a=answers: plans.set_standing(match, 0, a, now))
        made.play(made.match.to_move or 0, "pass")
        phase = made.match.table.phase
        if is_used is None:
            assert made.match.to_move == 0 and made.match.seems_to_move() == 1, (
                "asked: it was for another phase"
            )
        elif is_used:
            assert (
                phase == "noble" and made.match.table.history[-1] == "pickpocket" and made.match.to_move == 0
            )
        else:
            assert made.match.table.history[-1] == "decline" and made.match.to_move == 1
            made.play(1, "pass")
            assert made.match.held_moves == {}


def test_who_is_asked_by_post_may_sleep_over_it() -> None:
    made = secret_sitting("pickpocket", WEEK)
    made.play(1, "pass")
    made.wait(6 * HOUR)
    assert made.match.to_move == 0 and made.match.held_moves  # formerly answered away after half a minute
    made.wait(SLOW_PATIENCE)
    assert "decline" in made.match.table.history and not made.match.held_moves
    made = secret_sitting("pickpocket", {"kind": "move", "seconds": 7 * DAY})
    made.play(1, "pass")
    made.wait(23 * HOUR)
    assert made.match.held_moves
    made.wait(2 * HOUR)
    assert not made.match.held_moves and made.match.table.history[-2:] == ["decline", "pass"]


def test_offered_answers_come_from_the_own_hand() -> None:
    table, known = secret_table("pickpocket")
    made = Sitting(table, DAILY)
    made.seat_people("Anna", "Boris")
    for move in known[:-1]:
        made.play(made.match.to_move or 0, move)
    offered = plan_context(made.match, 0, "en")
    assert {move for move, _ in offered["answers"]} == {"pickpocket", "decline"} and offered["phases"]
    assert plan_context(made.match, 1, "en")["answers"] == []


# Vacation and clocks


def test_on_vacation_the_clock_stands_and_everybody_sees_until_when() -> None:
    made = sitting("Anna", "Boris", clock=DAILY)
    made.wait(HOUR)
    made.do(lambda match, now: absences.go_on_vacation(match, 0, "3", now))
    away = made.match
    assert away.clock.running == -1 and due_at(away) == made.now + 3 * DAY
    assert describe_table(away, None)["vacations"] == {"0": made.now + 3 * DAY}
    made.wait(2 * DAY)
    assert made.match.to_move == 0 and made.match.seats[0].is_human
    assert truth_of(made.match, "turn", "visitor:Anna", 0, made.now) is Truth.GONE
    assert truth_of(made.match, "low", "visitor:Anna", 0, made.now) is Truth.LATER
    made.wait(DAY)
    assert made.match.vacations == {} and made.match.clock.seconds_left(0, made.now) == DAY - HOUR
    assert [one.event for one in notices_of(away, made.match, [])] == ["turn", "low"]
    assert absences.days_left(made.match, 0, made.now) == 11
    assert absences.days_left(made.match, 1, made.now) == 14
    assert refusal(lambda: absences.go_on_vacation(made.match, 0, "12", made.now)) == "vacation_days"
    for nonsense in ("", "-1", "0", "999", "x", "١"):
        assert (
            refusal(lambda n=nonsense: absences.go_on_vacation(made.match, 0, n, made.now)) == "vacation_days"
        )
    made.wait(DAY)
    assert made.match.seats[0].timed_out
    assert made.again().vacation_taken == {"visitor:Anna": 3 * DAY}


def test_who_comes_home_early_keeps_the_days() -> None:
    made = sitting("Anna", "Boris", clock=WEEK)
    made.do(lambda match, now: absences.go_on_vacation(match, 1, "10", now))
    assert refusal(lambda: absences.go_on_vacation(made.match, 1, "1", made.now)) == "vacation_on"
    made.play(0, "pass")
    assert made.match.clock.running == -1
    made.wait(DAY)
    made.do(lambda match, now: absences.come_home(match, 1, now))
    assert made.match.clock.running == 1 and absences.days_left(made.match, 1, made.now) == 13
    assert refusal(lambda: absences.come_home(made.match, 1, made.now)) == "no_vacation"
    quick = sitting("Anna", "Boris", clock=PER_MOVE)
    assert refusal(lambda: absences.go_on_vacation(quick.match, 0, "1", quick.now)) == "vacation_slow"


def test_slow_clocks_are_offered_and_said_in_days() -> None:
    titles = [preset["title"] for preset in presets("en")]
    assert {"1 day per move", "2 days per move", "3 days per move", "7 days per move"} <= set(titles)
    assert "7 days + 12 h per move" in titles
    assert [rough_time(seconds, "en") for seconds in (2.4 * DAY, 1.2 * DAY, 5 * HOUR, 100, -5)] == [
        *("2 days", "1 day 4 h", "5 h", "1 min", "1 min")
    ]
    assert rough_time(3 * DAY, "ru") == "3 дня"
    assert is_slow(DAILY) and is_slow(WEEK) and not is_slow(PER_MOVE) and not is_slow({"kind": "none"})
    assert check_clock({"kind": "player", "seconds": 30 * DAY})["seconds"] == 30 * DAY
    with pytest.raises(BurgomasterError):
        check_clock({"kind": "move", "seconds": 61 * DAY})
    made = sitting("Anna", "Boris", clock=DAILY)
    assert made.match.summary["deadline"] == made.now + DAY
    assert "deadline" not in sitting("Anna", "Boris").match.summary
    rows = [{"my_turn": False}, {"my_turn": True, "deadline": 9.0}, {"my_turn": True, "deadline": 5.0}]
    assert [row.get("deadline") for row in sorted(rows, key=urgency)] == [5.0, 9.0, None]
