"""Hints against the computer, and the analysis of a finished game."""

from __future__ import annotations

from dataclasses import replace

import pytest

import burgomaster as bm
from burgomaster.bots.advice import grades_of
from burgomaster.server import advice
from burgomaster.server.advice import AdviceService, may_have_hints, require_fair_hint
from burgomaster.server.match import Match, Refused, seats
from tests.server.fixtures import Running, until
from tests.server.matches import Sitting, plain_table, secret_sitting
from tests.server.seats import NOBODY, new_client, open_for_two, open_table


def test_a_hint_is_a_legal_move_with_reasons(server: Running) -> None:
    with new_client(server.url) as client:
        made = open_table(client, bots=["random"])
        headers = {"Authorization": f"Bearer {made['key']}"}
        address = f"/api/tables/{made['table']}"
        until(lambda: client.get(address, headers=headers).json()["can_act"])
        seen = client.get(address, headers=headers).json()
        hint = client.get(f"{address}/hint", headers=headers).json()
        assert hint["move"] in seen["view"]["moves"] and hint["level"] == 4
        assert hint["thoughts"][0]["text"] and sum(hint["chances"]) == pytest.approx(1, abs=0.01)
        again = client.get(f"{address}/hint", headers=headers).json()
        assert again == hint  # the same position, the same advice
        assert client.get(address, headers=headers).json() == seen  # nothing was changed
        assert client.get(f"{address}/hint?level=1", headers=headers).status_code == 422
        assert NOBODY.get(f"{server.url}{address}/hint").status_code == 403  # not for who has no seat
        page = client.get(f"/t/{made['table']}/hint", headers=headers)
        assert page.status_code == 200 and hint["text"] in page.text


def test_there_are_no_hints_against_people(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    mover, other = (anna, boris) if anna.get()["can_act"] else (boris, anna)
    for seat in (mover, other):
        answer = NOBODY.get(f"{server.url}/api/tables/{seat.table}/hint", headers=seat.headers)
        assert answer.status_code == 422


def test_whoever_may_come_back_counts_as_a_person() -> None:
    sitting = Sitting(plain_table())
    sitting.do(lambda match, now: seats.sit(match, 0, "visitor:anna", "Anna", now))
    sitting.do(lambda match, now: seats.seat_bot(match, 1, "greedy", "bot", now))
    sitting.do(lambda match, now: seats.begin(match, now))
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
    """A finished match that is analysed quickly."""
    monkeypatch.setattr(advice, "SIMULATIONS", 4)
    table = plain_table()
    sitting = Sitting(table)
    sitting.seat_people("Anna", "Boris")
    bots = [bm.bot("random", seed=seat) for seat in range(2)]
    while not sitting.match.is_over:
        seat = sitting.match.to_move
        assert seat is not None
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


def test_the_page_of_an_analysis(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "SIMULATIONS", 4)
    with new_client(server.url) as client:
        asked = {"game": "suburbia", "options": {"players": 2}, "bots": ["random", "random"], "sit": False}
        table = client.post("/api/tables", json=asked).json()["table"]
        until(lambda: client.get(f"/api/tables/{table}").json()["status"] == "over")
        first = client.get(f"/t/{table}/analysis")
        assert first.status_code == 200
        until(lambda: client.get(f"/api/tables/{table}/analysis").status_code == 200)
        shown = client.get(f"/api/tables/{table}/analysis").json()
        assert shown["done"] == shown["moves"] == len(shown["judgements"])
        for language in ("en", "ru"):
            page = client.get(f"/t/{table}/analysis", headers={"Accept-Language": language}).text
            assert "<polyline" in page and "<progress" not in page
