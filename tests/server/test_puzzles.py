"""Puzzles for people: a verdict at once, the first answer counts, and nobody is told before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import httpx
import pytest
from sqlalchemy import insert, select

from burgomaster.bots.puzzles import Collection, Puzzle, puzzles_of
from burgomaster.server import models, security
from burgomaster.server.people.own_data import export, forget
from burgomaster.server.puzzles import service
from burgomaster.server.puzzles.service import next_puzzle, puzzle_of_day
from burgomaster.server.puzzles.store import MOST_KNOWN, AccountKeeper, GuestKeeper, Standing
from burgomaster.server.security import Signer
from burgomaster.server.store import Store
from tests.campaigns.clients import new_client, token
from tests.server.fixtures import Running
from tests.server.test_people import Guest

GAME = "spyrium"
SIGNER = Signer("a secret")


def collection() -> Collection:
    found = puzzles_of(GAME)
    assert found is not None
    return found


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with new_client(server.url) as made:
        made.get("/puzzles")
        yield made


def wrong_move(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.outcomes if move != puzzle.solution)


def test_nothing_of_the_solution_is_sent_before_an_answer(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "random_bytes", bytes)  # masks and padding are equal
    puzzle = collection().puzzles[7]
    other = replace(
        puzzle,
        solution=wrong_move(puzzle),
        outcomes={move: (1 - result, -lead) for move, (result, lead) in puzzle.outcomes.items()},
        found=tuple(reversed(puzzle.found)),
    )
    difficulty = puzzle.difficulty
    monkeypatch.setattr(Puzzle, "difficulty", property(lambda self: difficulty))  # which may be known
    paths = [f"/puzzles/{GAME}/{puzzle.id}", f"/api/puzzles/{GAME}/{puzzle.id}", "/puzzles", "/api/puzzles"]
    seen = []
    for truth in (puzzle, other):
        swapped = replace(
            collection(), puzzles=[truth if one.id == puzzle.id else one for one in collection().puzzles]
        )
        monkeypatch.setattr(
            service, "puzzles_of", lambda game, swapped=swapped: swapped if game == GAME else None
        )
        answers = [client.get(path) for path in paths]
        assert all(answer.status_code == 200 for answer in answers)
        seen.append([(answer.content, sorted(answer.headers)) for answer in answers])
    assert seen[0] == seen[1]


def test_a_guest_solves_misses_and_is_told(client: httpx.Client) -> None:
    easy, hard = collection().puzzles[-30], collection().puzzles[-1]
    path, headers = f"/api/puzzles/{GAME}/{easy.id}", token(client)
    right = client.post(path, json={"move": easy.solution}, headers=headers).json()
    assert right["right"] and right["counted"] and right["change"] > 0 and right["streak"] == 1
    assert right["solution"] == easy.solution and right["reasons"]
    again = client.post(path, json={"move": wrong_move(easy)}, headers=headers).json()
    assert not again["right"] and not again["counted"] and again["rating"] == right["rating"]
    missed = client.post(
        f"/api/puzzles/{GAME}/{hard.id}", json={"move": wrong_move(hard)}, headers=headers
    ).json()
    assert missed["counted"] and missed["change"] <= 0 and missed["streak"] == 0
    assert missed["lost"] > 0 and not {"solution", "reasons", "levels"} & set(missed)
    told = client.post(f"/api/puzzles/{GAME}/{hard.id}/solution", headers=headers).json()
    assert told["solution"] == hard.solution and not told["counted"] and len(told["levels"]) == 5
    shown = next(one for one in client.get("/api/puzzles").json()["games"] if one["game"] == GAME)
    assert (shown["own"]["answered"], shown["own"]["solved"]) == (2, 1)


def test_pages_work_without_a_script_in_both_languages(client: httpx.Client) -> None:
    puzzle = collection().puzzles[3]
    path, form = f"/puzzles/{GAME}/{puzzle.id}", token(client)["X-Form-Token"]
    page = client.get(path)
    assert f'action="{path}/try"' in page.text and "/static/" in page.text
    wrong = client.post(f"{path}/try", data={"move": wrong_move(puzzle), "form": form})
    assert "not the best" in wrong.text and 'id="puzzle-why"' not in wrong.text
    client.cookies.set("bm_lang", "ru")
    told = client.post(f"{path}/solution", data={"tried": wrong_move(puzzle), "form": form})
    assert "Лучше всего" in told.text and 'id="puzzle-why"' in told.text
    assert client.get(path).text.count("Вы уже отвечали") == 1
    moved = client.get(f"/puzzles/{GAME}?difficulty=1", follow_redirects=False)
    assert moved.status_code == 303 and moved.headers["location"].endswith("?difficulty=1")


def test_nonsense_changes_nothing(client: httpx.Client) -> None:
    puzzle, headers = collection().puzzles[5], token(client)
    path = f"/api/puzzles/{GAME}/{puzzle.id}"
    for wrong in (
        "/api/puzzles/chess/next",
        f"/api/puzzles/{GAME}/nothing",
        f"/puzzles/{GAME}/../x",
        "/puzzles/chess",
    ):
        assert client.get(wrong).status_code == 404, wrong
    for body in ({"move": "conquer everything"}, {"move": ""}, {}, {"move": 7}):
        assert client.post(path, json=body, headers=headers).status_code == 422, body
    assert client.post(path, json={"move": puzzle.solution}).status_code == 403
    assert client.post(f"/puzzles/{GAME}/{puzzle.id}/try", data={"move": puzzle.solution}).status_code == 403
    bad = {"move": "x", "form": headers["X-Form-Token"]}
    assert client.post(f"/puzzles/{GAME}/{puzzle.id}/try", data=bad).status_code == 422
    assert client.get(path).json()["answered"] is False
    client.cookies.set("bm_puzzles", "made.up")  # a cookie that we did not write is as good as none
    assert client.get("/api/puzzles").json()["streak"] == 0


def test_an_account_keeps_its_answers_until_it_goes(server: Running) -> None:
    guest, puzzle = Guest(server, "Solver"), collection().puzzles[0]
    assert guest.post(f"/api/puzzles/{GAME}/{puzzle.id}", move=puzzle.solution).json()["counted"]
    shown = next(one for one in guest.get("/api/puzzles")["games"] if one["game"] == GAME)
    assert shown["own"]["solved"] == 1 and "bm_puzzles" not in guest.client.cookies
    known = guest.get("/api/me/export")
    assert known["puzzles"][0]["solved"] == 1 and known["puzzle_answers"][0]["puzzle"] == puzzle.id
    guest.client.close()


def test_of_two_first_answers_one_counts_and_who_goes_is_forgotten(database: str) -> None:
    store, (easy, hard) = Store(database), (collection().puzzles[0], collection().puzzles[-1])
    with store.engine.begin() as connection:
        values = {"name": "Anna", "key": "anna", "password": "-", "created": 0.0}
        connection.execute(insert(models.accounts).values(**values))
        number = int(connection.scalar(select(models.accounts.c.id)) or 0)
    keeper = AccountKeeper(store.engine, number)
    first = keeper.count(GAME, easy, True, "2026-11-16", 1.0)
    second = keeper.count(GAME, easy, False, "", 2.0)
    third = keeper.count(GAME, hard, False, "", 3.0)
    assert (first.is_first, second.is_first, third.is_first) == (True, False, True)
    assert second.after == first.after and third.after.answered == 2 and third.after.best == 1
    assert keeper.standings()[GAME] == third.after and keeper.answered(GAME) == {easy.id, hard.id}
    assert keeper.days() == {date(2026, 11, 16)}
    with store.engine.begin() as connection:
        forget(connection, number)
    left = export(store.engine, number)
    assert left["puzzles"] == [] and left["puzzle_answers"] == []
    store.close()


def test_what_a_guest_answered_fits_a_cookie_and_cannot_be_made_up() -> None:
    keeper = GuestKeeper()
    for puzzle in collection().puzzles[: MOST_KNOWN + 20]:
        keeper.count(GAME, puzzle, True, "", 0.0)
    text = keeper.write(SIGNER)
    assert len(text) < 3500 and GuestKeeper.read(SIGNER, text).known[GAME].solved == MOST_KNOWN + 20
    assert GuestKeeper.read(Signer("another"), text) == GuestKeeper() == GuestKeeper.read(SIGNER, text[:-3])


def test_ratings_move_as_expected_and_streaks_end() -> None:
    new = Standing()
    assert new.after(1500, True).rating - 1500 == 1500 - new.after(1500, False).rating == 20
    assert new.after(2500, True).rating - 1500 > 39 > 1 > 1500 - new.after(2500, False).rating
    row = new.after(1500, True).after(1500, True).after(1500, False)
    assert (row.answered, row.solved, row.streak, row.best) == (3, 2, 0, 2)


def test_the_next_puzzle_is_new_near_and_of_the_difficulty() -> None:
    known = collection()
    seen: set[str] = set()
    for _ in range(30):
        puzzle = next_puzzle(known, seen, None, 1500.0, "somebody")
        assert puzzle.id not in seen
        seen.add(puzzle.id)
    assert next_puzzle(known, seen, 5, 1500.0, "somebody").difficulty == 5
    everything = {one.id for one in known.puzzles}
    assert next_puzzle(known, everything, None, 1500.0, "somebody").id in everything
    days = [date(2026, 11, 1) + timedelta(days=n) for n in range(30)]
    assert len({puzzle_of_day(SIGNER, known, day).id for day in days}) > 15
    assert puzzle_of_day(SIGNER, known, days[0]) == puzzle_of_day(SIGNER, known, days[0])


def test_the_next_puzzle_is_asked_for_and_not_answered(client: httpx.Client) -> None:
    for method in ("POST", "OPTIONS"):
        answer = client.request(
            method, f"/api/puzzles/{GAME}/next", json={"move": "pass"}, headers=token(client)
        )
        assert answer.status_code == 405 and answer.headers["allow"] == "GET, HEAD"
    described = client.get("/api/openapi.json").json()["paths"]
    assert {"/api/puzzles/{game}/{puzzle}", "/api/puzzles/{game}/{puzzle}/solution"} <= set(described)
