"""Positions in records from outside: refused, or drawn, played to the end and written again."""

from __future__ import annotations

import random

import httpx
import pytest

import burgomaster as bm
from burgomaster.core.position_coder import Writer
from burgomaster.core.table import Record, Table
from burgomaster.server import new_match
from burgomaster.server.new_match import check_record, draw_for_all
from tests.campaigns.clients import token
from tests.core.test_position import SUITES, forge, game_of, play

MOST_MOVES = 3000  # the longest games have under a thousand


@pytest.mark.parametrize("name", ["petersburg", "suburbia", "spyrium"])
@pytest.mark.parametrize("tries", [15, pytest.param(2000, marks=pytest.mark.thorough)])
def test_a_mutated_position_is_refused_or_is_drawn_and_played_to_its_end(
    name: str, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Writer] = []
    to_bytes = Writer.to_bytes
    monkeypatch.setattr(Writer, "to_bytes", lambda writer: written.append(writer) or to_bytes(writer))
    chance, own = random.Random(13), [suite for suite in SUITES if suite.game == name]
    n_accepted = 0
    for number in range(tries):
        table = play(game_of(chance.choice(own)).new(seed=number), chance.randrange(120), number)
        text = table.position(chance.choice(["all", None, *range(table.game.n_seats)]))
        mutated = forge(written[-1], text, chance)
        try:
            again = bm.from_position(mutated, seed=number)
        except bm.PositionError:
            continue
        n_accepted += mutated != text
        again.position()  # whole
        try:
            prove_playable(again, chance, number)
        except Exception as error:
            error.add_note(mutated)
            raise
    assert n_accepted > 0


def prove_playable(table: Table, chance: random.Random, seed: int) -> None:
    """Draw the pages of a position, play it to its end with random moves, and replay that from its record."""
    draw_for_all(table)
    while not table.over and len(table.steps) < MOST_MOVES:
        play(table, chance.randrange(1, 40), seed)
        assert bm.from_position(table.position()).position() == table.position()
        draw_for_all(table)
    assert table.over
    assert Record.from_json(table.record().to_json()).check().scores == table.scores


def undrawable() -> dict[str, object]:
    """Return a record whose position has the phase of an expansion that is not in the game."""
    table = play(bm.game("petersburg", players=2).new(seed=1), 60)
    record = bm.from_position(table.position()).record().to_json()
    table.state.phase = 1
    return {**record, "setup": {"position": table.position()}}


def test_a_position_that_no_page_can_draw_is_refused(client: httpx.Client) -> None:
    answer = client.post("/api/records", json=undrawable(), headers=token(client))
    assert answer.status_code == 422 and "its numbers contradict each other" in answer.text


def test_a_position_that_fails_to_be_drawn_is_not_stored(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = play(bm.game("petersburg", players=2).new(seed=1), 60)
    record = bm.from_position(table.position()).record().to_json()
    kept = client.post("/api/records", json=record, headers=token(client))
    assert kept.status_code == 201
    monkeypatch.setattr(new_match, "board_html", lambda *_: 1 // 0)
    for language, word in (("en", "its board cannot be drawn"), ("ru", "её поле нельзя нарисовать")):
        headers = {**token(client), "Accept-Language": language}
        answer = client.post("/api/records", json=record, headers=headers)
        assert answer.status_code == 422 and word in answer.text, answer.text
    assert table.position() in caplog.text and "ZeroDivisionError" in caplog.text


def test_what_a_record_began_with_is_drawn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(new_match, "draw_for_all", lambda table: drawn.append(len(table.steps)))
    table = play(bm.game("petersburg", players=2).new(seed=1), 12)
    assert check_record(table.record()).history == table.history and drawn == [0, 12]
