"""Learning by playing: every lesson to its end through the pages, and nothing can go wrong on the way."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.server.lessons import step_context
from burgomaster.web.lessons import LEARNER, Lesson, Step, has_lesson, load_lesson, paragraphs
from tests.cases import crossed, first_quick
from tests.server.fixtures import Running, settings_for, start, until
from tests.server.test_pages import form_of

GAMES = [game["game"] for game in bm.games()]
SUGGESTED = re.compile(r'data-suggested="([^"]*)"')
NUMBER = re.compile(r'name="number" value="([^"]+)"|data-number="([^"]+)"')


def begin(client: httpx.Client, game: str) -> str:
    answer = client.post(f"/learn/{game}", data={"form": form_of(client, f"/learn/{game}")})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def wait_for(client: httpx.Client, path: str, move: str) -> str:
    """The page of a lesson when it suggests a move; "" when it suggests nothing any more."""

    def seen() -> str:
        page = client.get(path).text
        found = SUGGESTED.search(page)
        return page if found is not None and found[1].replace("&#39;", "'") == move else ""

    return str(until(seen))


def play(client: httpx.Client, path: str, move: str) -> httpx.Response:
    return client.post(f"{path}/move", data={"form": form_of(client, "/credits"), "move": move})


def learner_moves(lesson: Lesson) -> list[str]:
    return [step.move for step in lesson.steps if step.is_learners]


def position(server: Running, path: str) -> Any:
    """Everything about a match that a move could change."""
    match = server.app.state.match_manager.live[path.split("/")[2]].match
    return match.table.state_bytes(), match.number, list(match.table.history)


@pytest.mark.parametrize(("game", "language"), crossed(GAMES, LANGUAGES))
def test_a_lesson_is_played_to_its_end(server: Running, game: str, language: str) -> None:
    client = server.client(headers={"Accept-Language": language})
    lesson, path = load_lesson(game), begin(client, game)
    told = [step for step in lesson.steps if step.explanation is not None]
    for place, step in enumerate(told, start=1):
        page = wait_for(client, path, step.move)
        assert f'<h2 id="lesson-title">{step.explanation.title[language]}</h2>' in page.replace("&#39;", "'")
        assert re.search(r'class="lesson-step">\D*(\d+)', page)[1] == str(place)
        assert play(client, path, step.move).status_code == 303, step.move
    page = until(lambda: (seen := client.get(path).text) and lesson.end.title[language] in seen and seen)
    assert SUGGESTED.search(page)[1] == ""
    assert f"/rules/{game}" in page and f"/cards/{game}" in page


@pytest.mark.parametrize("game", first_quick(GAMES))
def test_after_the_lesson_the_game_is_free_and_a_bot_answers(server: Running, game: str) -> None:
    client = server.client()
    lesson, path = load_lesson(game), begin(client, game)
    for move in learner_moves(lesson):
        wait_for(client, path, move)
        play(client, path, move)
    match = path.split("/")[2]
    for _ in range(3):
        live = until(
            lambda: (one := server.app.state.match_manager.live[match]).match.to_move == LEARNER and one
        )
        number = live.match.number
        assert play(client, path, live.match.table.moves()[-1].notation).status_code == 303
        assert until(lambda before=number: server.app.state.match_manager.live[match].match.number > before)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_is_told_kindly_and_changes_nothing(server: Running, game: str) -> None:
    client = server.client()
    lesson, path = load_lesson(game), begin(client, game)
    move = learner_moves(lesson)[0]
    wait_for(client, path, move)
    before = position(server, path)
    others = [one.notation for one in lesson.dealt.moves() if one.notation != move]
    assert others
    for wrong in [*others, "nonsense", ""]:
        answer = play(client, path, wrong)
        assert answer.status_code == 422 and "of this lesson" in answer.text, wrong
    for verb, words in (("passing", {"mode": "phase"}), ("leave", {})):
        answer = client.post(f"{path}/{verb}", data={"form": form_of(client), **words})
        assert answer.status_code == 422 and "lesson" in answer.text
    assert position(server, path) == before
    assert play(client, path, move).status_code == 303


def test_a_wrong_move_is_refused_in_every_step(server: Running) -> None:
    client = server.client()
    lesson, path = load_lesson("petersburg"), begin(client, "petersburg")
    for move in learner_moves(lesson):
        wait_for(client, path, move)
        table = server.app.state.match_manager.live[path.split("/")[2]].match.table
        before = position(server, path)
        for wrong in [one.notation for one in table.moves() if one.notation != move][:3]:
            assert play(client, path, wrong).status_code == 422
        assert position(server, path) == before
        play(client, path, move)


def test_the_json_interface_knows_the_lesson_too(server: Running) -> None:
    client = server.client()
    path = begin(client, "petersburg")
    token = {"X-Form-Token": form_of(client)}
    wait_for(client, path, learner_moves(load_lesson("petersburg"))[0])
    answer = client.post(f"/api/tables/{path.split('/')[2]}/moves", json={"move": "pass"}, headers=token)
    assert answer.status_code == 422 and answer.json()["key"] == "lesson"
    for bot, status in (("lesson", 422), ("random", 201)):  # nobody else can be seated as the teacher
        wish = {"game": "petersburg", "options": {"players": 2}, "bots": [bot]}
        assert client.post("/api/tables", json=wish, headers=token).status_code == status


def test_undo_goes_a_step_back(server: Running) -> None:
    client = server.client()
    lesson, path = load_lesson("suburbia"), begin(client, "suburbia")
    moves = learner_moves(lesson)
    at = moves.index("basic heavy_factory 0,6")
    for move in moves[: at + 1]:
        wait_for(client, path, move)
        play(client, path, move)
    wait_for(client, path, moves[at + 1])
    assert client.post(f"{path}/undo", data={"form": form_of(client)}).status_code == 303
    wait_for(client, path, moves[at])


def test_a_lesson_survives_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    lesson, first = load_lesson("spyrium"), start(settings_for(database))
    client = first.client()
    path = begin(client, "spyrium")
    moves = learner_moves(lesson)
    for move in moves[:3]:
        wait_for(client, path, move)
        play(client, path, move)
    cookies = dict(client.cookies)
    first.stop()
    second = start(settings_for(database))
    again = second.client(cookies=cookies)
    wait_for(again, path, moves[3])
    assert path in again.get("/learn/spyrium").text  # and it can be found again
    second.stop()


def test_a_table_whose_lesson_has_changed_goes_on_freely(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begin(client, "petersburg")
    lesson = load_lesson("petersburg")
    wait_for(client, path, lesson.steps[0].move)
    play(client, path, lesson.steps[0].move)
    wait_for(client, path, learner_moves(lesson)[1])
    changed = replace(lesson, steps=[Step("pass", lesson.end), *lesson.steps[1:]])
    monkeypatch.setattr("burgomaster.server.lessons.load_lesson", lambda game: changed)
    page = client.get(path).text
    assert "The game is yours" in page and SUGGESTED.search(page)[1] == ""
    assert play(client, path, "pass").status_code == 303


def test_only_a_learner_who_began_by_a_form_of_ours_is_taught(server: Running, client: httpx.Client) -> None:
    path = begin(client, "petersburg")
    assert 'id="lesson"' not in server.client().get(path).text
    assert client.post("/learn/petersburg", data={"form": "x"}).status_code == 403
    assert client.post("/learn/chess", data={"form": form_of(client)}).status_code == 404
    assert client.get("/learn/chess").status_code == 404


def test_the_lobby_shows_lessons_first(client: httpx.Client) -> None:
    for game in GAMES:
        page = client.get("/", params={"game": game}).text
        assert has_lesson(game)
        assert page.index(f'action="/learn/{game}"') < page.index('action="/tables"')
        assert f'href="/rules/{game}"' in page and f'href="/cards/{game}"' in page


@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_there_in_every_language(game: str) -> None:
    lesson = load_lesson(game)
    table = lesson.dealt.copy()
    for step in lesson.steps:
        assert step.is_learners == (table.to_move == LEARNER), step.move
        if step.explanation is not None:
            for language in LANGUAGES:
                assert step.explanation.title[language].strip()
                assert all(paragraphs(lesson, step.explanation, table, language))
        table.play(step.move)
    for language in LANGUAGES:
        assert paragraphs(lesson, lesson.end, table, language)
    assert 10 <= lesson.n_learner_steps <= 20


@pytest.mark.parametrize("game", GAMES)
def test_the_text_stays_while_the_other_seat_moves(game: str) -> None:
    """At every place of the script a step is shown, never more of them than there are."""
    lesson = load_lesson(game)
    for place, step in enumerate(lesson.steps):
        match = SimpleNamespace(to_move=LEARNER if step.is_learners else 1, table=lesson.positions[place])
        shown = step_context(lesson, place, match, "en")
        assert 1 <= shown["number"] <= shown["of"] == lesson.n_learner_steps
        assert shown["title"] and shown["pages"][-1]["paragraphs"]
        assert [page["number"] for page in shown["pages"]] == list(range(1, shown["number"] + 1))
        assert bool(shown["move"]) == bool(shown["show"]) == shown["is_turn"] == step.is_learners


@pytest.mark.parametrize("game", GAMES)
def test_no_number_is_typed_in_a_lesson(game: str) -> None:
    lesson = load_lesson(game)
    words = [step.explanation for step in lesson.steps if step.explanation is not None] + [lesson.end]
    for one in words:
        for text in [*one.title.values(), *one.text.values()]:
            assert re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)) is None, text
