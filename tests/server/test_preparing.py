"""A server whose games are not compiled yet: it answers at once, shows how far it is, and then goes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from burgomaster.bots.preparing import BOTS, RULES, Preparer, Progress
from tests.campaigns.clients import Seat, open_for_two, open_table
from tests.server.fixtures import PATIENCE, Running, settings_for, start, until
from tests.server.test_pages import FORM, form_of

TABLE = {"preset": "petersburg|0", "players": "2", "name": "Anna", "how": "bots", "bot": "greedy"}


class HeldPreparer(Preparer):
    """Compiles nothing: a stage is ready when the test says so."""

    def __init__(self, **_settings: Any) -> None:
        super().__init__()
        self.ready = {stage: threading.Event() for stage in (RULES, BOTS)}
        self.wanted: list[str] = []

    def add(self, game: str, *stages: str) -> None:
        """Start nothing."""

    def want(self, game: str) -> None:
        self.wanted.append(game)

    def progress(self, game: str, stage: str) -> Progress:
        return Progress(70, 213, False)

    def wait(self, game: str, stage: str, seconds: float | None = None) -> bool:
        return self.ready[stage].wait(PATIENCE if seconds is None else seconds)


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Running, HeldPreparer]]:
    monkeypatch.setattr("burgomaster.server.preparing.Preparer", HeldPreparer)
    running = start(settings_for(f"sqlite:///{tmp_path / 'tables.db'}", prepare=True))
    preparer = running.app.state.preparation._preparer
    yield running, preparer
    for event in preparer.ready.values():
        event.set()
    running.stop()


def test_before_anything_is_compiled_the_lobby_answers_and_programs_are_told_to_come_again(
    held: tuple[Running, HeldPreparer],
) -> None:
    client = held[0].client()
    assert client.get("/").status_code == 200
    assert client.get("/preparing/petersburg").json() == {"done": 70, "total": 213, "ready": False}
    assert client.get("/preparing/chess").status_code == 404
    answer = held[0].client().post("/api/tables", json={"game": "spyrium", "options": {"players": 2}})
    assert answer.status_code == 503
    assert answer.json()["key"] == "preparing" and answer.headers["retry-after"] == "2"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_page_of_a_game_shows_how_far_it_is(held: tuple[Running, HeldPreparer], language: str) -> None:
    client = held[0].client(headers={"accept-language": language})
    for path in ("/rules/suburbia", "/learn/suburbia", "/cards/suburbia"):
        page = client.get(path)
        assert page.status_code == 503 and page.headers["retry-after"] == "2"
        assert "70 / 213" in page.text and 'max="213" value="70"' in page.text
        assert 'http-equiv="refresh"' in page.text
        assert ("being prepared" if language == "en" else "игра готовится") in page.text
    assert set(held[1].wanted) == {"suburbia"}


def test_who_opens_a_table_meanwhile_sends_the_form_again(held: tuple[Running, HeldPreparer]) -> None:
    running, preparer = held
    client = running.client()
    answer = client.post("/tables", data={"form": form_of(client), **TABLE})
    assert answer.status_code == 503
    for name, value in TABLE.items():
        assert f'name="{name}" value="{value}"' in answer.text
    preparer.ready[RULES].set()
    until(lambda: client.get("/preparing/petersburg").json()["ready"])
    found = FORM.search(answer.text.partition('action="/tables"')[2])
    assert found is not None
    again = client.post("/tables", data={"form": found.group(1), **TABLE})
    assert again.status_code == 303
    assert client.get(again.headers["location"]).status_code == 200


def test_people_play_while_the_bots_are_compiled(held: tuple[Running, HeldPreparer]) -> None:
    running, preparer = held
    client = running.client()
    preparer.ready[RULES].set()
    until(lambda: client.get("/preparing/petersburg").json()["ready"])
    seats = open_for_two(running.url)
    assert any(seat.play_first() for seat in seats)
    made = open_table(client, bots=["greedy"])
    anna = Seat(running.url, made["table"], made["key"], 0)
    while anna.play_first() is not None:
        pass  # until it is the bot's turn
    live = running.app.state.match_manager.live[made["table"]]
    assert live.bot_task is not None and not bot_moved(live)  # it waits for its kernels
    assert client.get(f"/t/{made['table']}").status_code == 200
    preparer.ready[BOTS].set()
    until(lambda: bot_moved(live))


def bot_moved(live: Any) -> bool:
    return any(step.seat == 1 for step in live.match.table.steps)
