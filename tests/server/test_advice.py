"""Hints against the computer, and the analysis of a finished game."""

from __future__ import annotations

import asyncio
import re
import threading
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots.advice import evaluate_move, grades_of, positions
from burgomaster.server import advice
from burgomaster.server.advice import AdviceService, may_have_hints, require_fair_hint
from burgomaster.server.advice_routes import reasons_of
from burgomaster.server.analysis_context import chart_context, chosen_ply, steps_from, why_better
from burgomaster.server.fair_turns import Owner
from burgomaster.server.match import Match, Refused
from tests.campaigns.clients import NOBODY, new_client, open_for_two, open_table
from tests.server.fixtures import Running, until
from tests.server.matches import Sitting, against_bots, plain_table, secret_sitting


def test_a_hint_is_a_legal_move_with_reasons(server: Running) -> None:
    with new_client(server.url) as client:
        made = open_table(client, bots=["random"])
        headers = {"Authorization": f"Bearer {made['key']}"}
        address = f"/api/tables/{made['table']}"
        until(lambda: client.get(address, headers=headers).json()["can_act"])
        seen = client.get(address, headers=headers).json()
        hint = client.get(f"{address}/hint", headers=headers).json()
        assert hint["move"] in seen["view"]["moves"] and hint["level"] == 5
        assert hint["thoughts"][0]["text"] and sum(hint["chances"]) == pytest.approx(1, abs=0.01)
        again = client.get(f"{address}/hint", headers=headers).json()
        assert again == hint  # the same position, the same advice
        assert client.get(address, headers=headers).json() == seen  # nothing was changed
        assert client.get(f"{address}/hint?level=1", headers=headers).status_code == 422
        assert NOBODY.get(f"{server.url}{address}/hint").status_code == 403  # not for who has no seat
        best, *others = hint["thoughts"]
        assert best["reasons"] is None and others
        tried = [one for one in others if one["visits"]]
        assert all((one["reasons"] is not None) == (one in tried) for one in others)
        for one in tried:  # why the best is better, in points that add up
            gap = best["lead"] - one["lead"]
            assert sum(part["points"] for part in one["reasons"]) == pytest.approx(gap, abs=0.03)
        page = client.get(f"/t/{made['table']}/hint", headers=headers)
        assert page.status_code == 200 and hint["text"] in page.text
        told = [one for one in tried if one["reasons"]]
        assert page.text.count('<div class="why-not">') == len(told)
        assert all(
            one["reasons"][0]["text"] in page.text for one in told if abs(one["reasons"][0]["points"]) > 0.1
        )


def test_there_are_no_hints_against_people(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    mover, other = (anna, boris) if anna.get()["can_act"] else (boris, anna)
    for seat in (mover, other):
        answer = NOBODY.get(f"{server.url}/api/tables/{seat.table}/hint", headers=seat.headers)
        assert answer.status_code == 422


def test_whoever_may_come_back_counts_as_a_person() -> None:
    sitting = against_bots()
    assert may_have_hints(sitting.match, 0)
    sitting.match.seats[1] = replace(sitting.match.seats[1], who="visitor:boris", left=True)
    assert not may_have_hints(sitting.match, 0)
    with pytest.raises(Refused):
        require_fair_hint(sitting.match, 0, 4)


def test_a_secret_question_does_not_show_in_a_hint() -> None:
    """Boris sees his turn, whether or not Anna is asked for a Pickpocket; so he may ask for a hint."""
    asked = secret_sitting().match
    asked.seats[0] = replace(asked.seats[0], who="", bot="greedy")
    assert asked.to_move == 0 and asked.sees_turn(1)
    require_fair_hint(asked, 1, 4)
    answer = advice.advise(asked.table.copy(), 1, 3)
    assert answer.move.notation in asked.table.view(1)["moves"]


def finished(monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr(advice, "SIMULATIONS", 4)
    table = plain_table()
    sitting = Sitting(table)
    sitting.seat_people("Anna", "Boris")
    bots = [bm.bot("random", seed=seat) for seat in range(2)]
    while not sitting.match.is_over:
        seat = sitting.mover
        sitting.play(seat, bots[seat].choose(sitting.match.table.copy()).notation)
    return sitting.match


def test_a_finished_game_is_analysed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(monkeypatch)
    advisers = AdviceService()
    try:
        analysis = advisers.analysis(match)
        assert advisers.analysis(match) is analysis
        until(lambda: analysis.is_done or analysis.failed)
        assert not analysis.failed and [one.ply for one in analysis.found] == list(range(1, match.ply + 1))
        grades, loss = grades_of(analysis.found, 0)
        assert sum(grades.values()) == sum(step.seat == 0 for step in match.table.steps) and loss >= 0
    finally:
        advisers.close()


def test_a_running_game_is_not_analysed(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    for path in (f"/t/{anna.table}/analysis", f"/api/tables/{anna.table}/analysis"):
        assert NOBODY.get(server.url + path).status_code == 422


def thought(move: str, lead: float, result: float, visits: int = 9) -> dict[str, object]:
    return {"move": move, "words": move, "lead": lead, "result": result, "visits": visits}


TWO = (80.0, 77.0)  # points that two seats expect


def test_who_plays_alone_is_told_points_and_no_chances() -> None:
    thoughts = [thought("a", -0.1, 0.5), thought("b", -1.6, 0.46)]
    reasons = [one["reason"] for one in reasons_of({"thoughts": thoughts, "scores": (91.6,)}, "en")]
    assert reasons == [
        "you should end with about 92 points; 1.5 more than with the next best move",
        "1.5 points less",
    ]
    russian = reasons_of({"thoughts": thoughts, "scores": (91.6,)}, "ru")
    assert russian[0]["reason"].startswith("вероятный итог: 92;")


def test_a_hint_says_why() -> None:
    thoughts = [
        thought("a", 3.0, 0.6),
        thought("b", 1.5, 0.55),
        thought("c", 2.9, 0.6),
        thought("d", 0.0, 0.0, 0),
    ]
    reasons = [one["reason"] for one in reasons_of({"thoughts": thoughts, "scores": TWO}, "en")]
    assert reasons == [
        "you should end 3.0 points ahead; 1.5 more than with the next best move",
        "1.5 points less, 5% less chance to win",
        "about as good",
        "hardly worth considering",
    ]
    behind = reasons_of({"thoughts": [thought("a", -2.0, 0.4), thought("b", -2.1, 0.4)], "scores": TWO}, "ru")
    assert "позади на 2,0 очка" in behind[0]["reason"] and "почти" in behind[1]["reason"]
    near = reasons_of({"thoughts": [thought("a", 2.0, 0.6), thought("b", 2.0, 0.58)], "scores": TWO}, "en")
    assert near[1]["reason"] == "2% less chance to win"
    assert (
        reasons_of({"thoughts": [thought("a", 0.0, 0.5)], "scores": TWO}, "en")[0]["reason"]
        == "the only move there is"
    )


def test_the_steps_of_an_analysis_lead_from_mistake_to_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(monkeypatch).table
    found = [evaluate_move(past, code, 4, 0) for past, code in list(positions(table))[:6]]
    graded = [replace(one, grade="mistake" if one.ply in (2, 5) else "best") for one in found]
    assert steps_from(graded, 3) == {"back": 2, "on": 4, "slip_back": 2, "slip_on": 5}
    assert steps_from(graded, 6) == {"back": 5, "on": 0, "slip_back": 5, "slip_on": 0}
    assert chosen_ply(graded, None) in (2, 5) and chosen_ply(graded, 99) == 6 and chosen_ply(graded, 0) == 1


# Fair turns


class Analyst:
    """Stands in for the search: one evaluation at a time, when the test lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[int] = []
        self.go = threading.Semaphore(0)
        monkeypatch.setattr(advice, "evaluate_move", self.evaluate)
        monkeypatch.setattr(advice, "justify", lambda *given: None)

    def evaluate(self, past: Any, code: int, simulations: int, seed: int) -> Any:
        self.go.acquire()
        self.done.append(past.seed)
        return None


def finished_games(match: Match, n_games: int) -> list[Match]:
    """Several finished games; the seed of each says which it is."""
    games = []
    for number in range(n_games):
        game = match.fork()
        game.header = replace(match.header, match=f"game{number}")
        game.table.seed = number
        games.append(game)
    return games


def test_nobody_waits_behind_the_analyses_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    games, analyst = finished_games(finished(monkeypatch), 10), Analyst(monkeypatch)
    advisers = AdviceService(clock=count().__next__)  # every move costs the same
    try:
        greedy = [Owner("there", f"visitor:{number}") for number in range(8)]
        for game, owner in zip(games, greedy, strict=False):
            advisers.analysis(game, owner)
        honest = advisers.analysis(games[8], Owner("home", "visitor:h"))
        for _ in range(20):
            analyst.go.release()
        until(lambda: len(analyst.done) == 20)
        # every other move is theirs; before, none until eight were done
        assert 9 <= analyst.done.count(8) <= 11
        for owner in (greedy[0], Owner("there", "visitor:new")):  # eight of one address are enough
            with pytest.raises(Refused) as refused:
                advisers.analysis(games[9], owner)
            assert refused.value.key == "too_many_analyses" and refused.value.text("ru")
        assert advisers.analysis(games[0], greedy[3]).owner == greedy[0]  # what goes on can be read by all
        assert not honest.failed
    finally:
        advisers.close()
        for _ in range(5000):
            analyst.go.release()


def test_one_person_has_two_analyses_at_once_and_all_of_them_end(monkeypatch: pytest.MonkeyPatch) -> None:
    games, analyst = finished_games(finished(monkeypatch), 3), Analyst(monkeypatch)
    advisers, owner = AdviceService(), Owner("home", "visitor:h")
    try:
        first, second = (advisers.analysis(game, owner) for game in games[:2])
        with pytest.raises(Refused):
            advisers.analysis(games[2], owner)
        shared = advisers.analysis(games[1], Owner("away", "visitor:a"))  # a friend looks, too
        assert shared is second and second.owner.origin == "away"
        for _ in range(3 * first.total):
            analyst.go.release()
        until(lambda: first.is_done and second.is_done)
        third = advisers.analysis(games[2], owner)
        until(lambda: third.is_done)
        until(lambda: not advisers._shares._wanting)
    finally:
        advisers.close()


async def test_a_hint_waits_for_no_analysis_and_nobody_asks_for_many(monkeypatch: pytest.MonkeyPatch) -> None:
    match, analyst = finished(monkeypatch), Analyst(monkeypatch)
    sitting = against_bots()
    thinking = threading.Event()
    choice = advice.advise(sitting.match.table.copy(), 0, 3)
    monkeypatch.setattr(advice, "advise", lambda *asked: thinking.wait(10) and choice)

    advisers = AdviceService()
    for game in finished_games(match, 2):
        advisers.analysis(game, Owner("home", "visitor:anna"))
    asked = [asyncio.create_task(advisers.hint(sitting.match, 0, 4, "en", "home")) for _ in range(4)]
    await asyncio.sleep(0.01)
    thinking.set()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    advisers.close()
    assert [isinstance(answer, dict) for answer in answers] == [True, True, False, False]
    assert {answer.key for answer in answers[2:]} == {"too_many_hints"}
    for _ in range(5000):
        analyst.go.release()


def test_the_analysis_of_who_plays_alone_draws_points() -> None:
    table, bot = bm.game("suburbia", players=1, solo="lone_architect").new(seed=3), bm.bot("greedy", seed=3)
    for _ in range(6):
        table.play(bot.choose(table))
    found = [evaluate_move(past, code, 4, 0) for past, code in positions(table)]
    chart = chart_context(found, ["Anna"], "en")
    assert chart["chart_title"] == "Points expected at the end, move by move"
    numbers = [int(text) for text in re.findall(r'"axis end"[^>]*>([^<]*)<', chart["curves"])]
    highest = max(one.scores[0] for one in found)
    assert numbers[0] == 0 and highest <= numbers[-1] < highest + 20
    line = re.findall(r'"curve-0" points="([^"]*)"', chart["curves"])[0]
    heights = [float(point.split(",")[1]) for point in line.split()]
    expected = [one.scores[0] for one in found]
    assert heights.index(min(heights)) == expected.index(highest) and len(set(heights)) > 1
    played = replace(found[0].best[0], result=0.1)
    other = replace(found[0].best[1], lead=played.lead + 3.0)
    slip = replace(found[0], grade="blunder", played=played, best=[other])
    assert why_better(slip, "en") and "chance" not in why_better(slip, "en")
    assert "chance" in why_better(replace(slip, chances=(0.6, 0.4)), "en")
    two = [replace(one, chances=(0.6, 0.4), scores=(80.0, 70.0)) for one in found]
    assert ">100%<" in chart_context(two, ["Anna", "Boris"], "en")["curves"]
