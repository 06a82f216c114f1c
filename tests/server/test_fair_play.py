"""Fair rules of a table: whom a takeback concerns, who may pause, and how long somebody is waited for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from burgomaster.core.language import LANGUAGES
from burgomaster.server.controls_context import controls_context
from burgomaster.server.match import Kind, Match, absences, moves, seats, takebacks
from burgomaster.server.match.absences import ABSENT_SECONDS, MOST_PAUSES
from burgomaster.server.match.takebacks import MOST_REFUSALS
from tests.campaigns.clients import open_for_two
from tests.server.fixtures import Running
from tests.server.matches import (
    PER_MOVE,
    Sitting,
    against_bots,
    refusal,
    secret_sitting,
    seen,
    sitting,
)

# Takebacks


def leave(made: Sitting, seat: int) -> None:
    made.do(lambda match, now: seats.leave(match, seat, "greedy", now))


def ask(made: Sitting, seat: int) -> None:
    made.do(lambda match, now: takebacks.ask_takeback(match, seat, now))


def lose_on_time(made: Sitting, seat: int) -> None:
    assert made.match.to_move == seat
    made.wait(61)
    assert made.match.seats[seat].timed_out


@pytest.mark.parametrize("go", [leave, lose_on_time])
def test_what_somebody_saw_who_is_gone_is_not_taken_back(go: Callable[[Sitting, int], None]) -> None:
    made = sitting("Anna", "Boris", clock=PER_MOVE)
    made.play(0, "pass")  # Boris has seen it
    go(made, 1)
    before = made.match.ply
    assert refusal(lambda: takebacks.ask_takeback(made.match, 0, made.now)) == "takeback_absent"
    assert made.match.ply == before and made.match.takeback is None
    assert controls_context(made.match, 0, [0], "en")["takeback_way"] == ""


def test_what_bots_did_after_somebody_left_can_be_taken_back() -> None:
    made = sitting("Anna", "Boris")
    made.play(0, "pass")
    leave(made, 1)
    made.do(lambda match, now: moves.play(match, 1, match.table.moves()[0].notation, None, now, by="bot"))
    while made.match.to_move != 0:
        bots = made.match.table.moves()[0].notation
        made.do(lambda match, now, move=bots: moves.play(match, 1, move, None, now, by="bot"))
    before, ply = made.match.table.state_bytes(), made.match.ply
    made.play(0, made.match.table.moves()[0].notation)
    ask(made, 0)
    assert made.match.ply == ply and made.match.table.state_bytes() == before
    assert made.again().ply == ply


def test_leaving_is_no_consent_and_ends_ones_own_asking() -> None:
    made = sitting("Anna", "Boris", "Clara")
    made.play(0, "pass")
    ask(made, 0)
    made.do(lambda match, now: takebacks.answer_takeback(match, 1, True, now))
    leave(made, 2)  # Clara had not answered
    assert made.match.ply == 1 and made.match.takeback is None
    assert refusal(lambda: takebacks.ask_takeback(made.match, 0, made.now)) == "takeback_absent"
    made.do(lambda match, now: seats.come_back(match, 2, now))
    ask(made, 0)
    made.do(lambda match, now: takebacks.answer_takeback(match, 2, True, now))
    leave(made, 2)  # a yes counts, whoever leaves afterwards
    made.do(lambda match, now: takebacks.answer_takeback(match, 1, True, now))
    assert made.match.ply == 0
    made = sitting("Anna", "Boris")
    made.play(0, "pass")
    ask(made, 0)
    leave(made, 0)
    assert made.match.takeback is None and made.match.ply == 1


def test_nobody_is_asked_again_and_again() -> None:
    made = sitting("Anna", "Boris")
    made.play(0, "pass")
    for _ in range(MOST_REFUSALS):
        ask(made, 0)
        made.do(lambda match, now: takebacks.answer_takeback(match, 1, False, now))
    assert refusal(lambda: takebacks.ask_takeback(made.match, 0, made.now)) == "takeback_refused"
    made.play(1, "pass")
    ask(made, 0)


# Pauses


def press_pause(made: Sitting, seat: int) -> None:
    made.do(lambda match, now: absences.pause(match, seat, now))


def go_on(made: Sitting, seat: int) -> None:
    made.do(lambda match, now: absences.resume(match, seat, now))


def test_who_is_to_move_does_not_pause_alone() -> None:
    made = sitting("Anna", "Boris", "Clara", clock=PER_MOVE)
    made.wait(50)
    press_pause(made, 0)
    assert not made.match.paused and made.match.pause_wishes == {0}
    assert refusal(lambda: absences.pause(made.match, 0, made.now)) == "pause_asked"
    press_pause(made, 1)
    assert not made.match.paused  # Clara has not agreed yet
    shown = controls_context(made.match, 2, [2], "en")
    assert shown["pause_by"] == "Anna" and controls_context(made.match, 0, [0], "en")["pause_way"] == "asked"
    press_pause(made, 2)
    assert made.match.paused and made.again().paused and not made.match.pauses_taken
    made.wait(1000)
    go_on(made, 1)
    assert made.match.clock.seconds_left(0, made.now) == pytest.approx(10)
    made.wait(11)
    assert made.match.seats[0].timed_out


def test_asking_for_a_pause_does_not_stop_the_clock_and_ends_with_a_move() -> None:
    made = sitting("Anna", "Boris", clock=PER_MOVE)
    press_pause(made, 0)
    made.play(0, "pass")
    assert not made.match.pause_wishes
    press_pause(made, 1)  # it is Boris's turn now: he asks, too
    assert not made.match.paused
    made.wait(61)
    assert made.match.seats[1].timed_out and not made.match.pause_wishes


def test_a_pause_in_the_turn_of_another_is_for_the_door_bell() -> None:
    made = sitting("Anna", "Boris")
    for _ in range(MOST_PAUSES):
        press_pause(made, 1)
        assert made.match.paused
        go_on(made, 0)
    press_pause(made, 1)
    assert not made.match.paused and made.match.pause_wishes == {1}
    press_pause(made, 0)
    assert made.match.paused
    assert made.again().pauses_taken == made.match.pauses_taken == {"visitor:Boris": MOST_PAUSES}


def test_bots_and_people_at_one_device_agree_to_every_pause() -> None:
    alone = against_bots()
    for made in (alone, sitting("Anna", "=Boris")):
        for _ in range(MOST_PAUSES + 1):
            press_pause(made, 0)
            assert made.match.paused
            go_on(made, 0)


def test_a_pause_tells_nothing_of_a_secret_question() -> None:
    """Anna is asked in secret, for Boris it is his turn: both pause as if there were no question."""
    asked, plain = secret_sitting(), secret_sitting("bank_2004")
    for made in (asked, plain):
        assert made.match.seems_to_move() == 1
        press_pause(made, 1)
        assert not made.match.paused
        press_pause(made, 0)
        assert made.match.paused
    for seat in (1, None):
        assert seen(asked.match, seat) == seen(plain.match, seat)


def test_pages_and_programs_ask_for_a_pause(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    mover, other = (anna, boris) if anna.get()["can_act"] else (boris, anna)
    shown = mover.post("pause").json()
    assert not shown["paused"] and shown["pause_asked"] == [mover.number]
    assert mover.post("pause").json()["key"] == "pause_asked"
    for language, words in {"en": "would like to pause", "ru": "просит сделать паузу"}.items():
        headers = {**other.headers, "Accept-Language": language}
        page = server.client().get(f"/t/{other.table}", headers=headers).text
        assert words in page
    assert other.post("pause").json()["paused"]


# Waiting for somebody


def press_relieve(match: Match, now: float) -> object:
    return absences.relieve(match, 1, "greedy", now)


def test_somebody_is_waited_for_a_day_or_as_long_as_a_clock_says() -> None:
    made = sitting("Anna", "Boris")
    made.now += ABSENT_SECONDS - 1
    assert refusal(lambda: press_relieve(made.match, made.now)) == "relieve_later"
    made.now += 1
    assert refusal(lambda: absences.relieve(made.match, 0, "greedy", made.now)) == "relieve_later"
    made.do(lambda match, now: absences.relieve(match, 1, "greedy", now))
    assert made.match.seats[0].left and made.match.seats[0].bot and made.match.seats[0].who
    made.do(lambda match, now: seats.come_back(match, 0, now))
    made.play(0, "pass")
    made = sitting("Anna", "Boris", clock={"kind": "move", "seconds": 10 * ABSENT_SECONDS})
    made.now += 2 * ABSENT_SECONDS
    assert refusal(lambda: press_relieve(made.match, made.now)) == "relieve_later"


def test_a_secret_question_that_nobody_answers_holds_nobody_up() -> None:
    made = secret_sitting()
    made.now += 2 * ABSENT_SECONDS
    assert refusal(lambda: press_relieve(made.match, made.now)) == "relieve_later"  # it seems to be his turn
    made.play(1, "pass")  # held: Anna does not answer
    assert made.match.to_move == 0 and made.match.seems_to_move() == 1
    made.do(lambda match, now: absences.relieve(match, 1, "greedy", now))
    assert [entry.kind for entry in made.entries[-2:]] == [Kind.MOVE, Kind.MOVE]
    assert made.match.seats[0].is_human and made.match.to_move == made.match.seems_to_move()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_offers_to_relieve_who_is_late(language: str) -> None:
    made = sitting("Anna", "Boris")
    assert controls_context(made.match, 1, [1], language)["late_name"] == "Anna"  # begun in 1970
    assert controls_context(made.match, 0, [0], language)["late_name"] == ""
