"""What an operator sees: whether the server lives and is ready, its figures, the id of a request."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import Request
from sqlalchemy.exc import OperationalError

from burgomaster.bots.preparing import RULES
from burgomaster.server.metrics import Figures, may_read_metrics
from burgomaster.server.settings import VARIABLES, SettingError, Settings, read_settings
from burgomaster.server.store import Store
from tests.campaigns.clients import open_table
from tests.server.fixtures import new_server, settings_for
from tests.server.matches import secret_sitting

TOKEN = "nobody can guess this token"
ENVIRONMENT = {"BURGOMASTER_SECRET": "s", "BURGOMASTER_DATABASE": "sqlite://"}


@contextmanager
def visiting(folder: Path, **other: Any) -> Iterator[tuple[httpx.Client, Any]]:
    with new_server(
        settings_for(f"sqlite:///{folder / 'tables.db'}", metrics_seconds=0.0, **other)
    ) as running:
        yield running.client(), running.app.state


def test_a_server_lives_while_it_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with visiting(tmp_path) as (client, state):
        assert client.get("/readyz").json() == {"ready": True, "missing": []}

        def gone() -> None:
            raise OperationalError("SELECT", {}, Exception("away"))

        monkeypatch.setattr(state.store, "ping", gone)
        monkeypatch.setattr(state.preparation, "_games", ["petersburg"])
        monkeypatch.setattr(state.preparation, "is_ready", lambda _game, stage: stage != RULES)
        monkeypatch.setattr(state, "store_asked", (0.0, ""))
        state.streams.stop()
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json()["missing"] == ["stopping", "store", "kernels:petersburg"]
        assert client.get("/healthz").json() == {"ok": True}


def test_the_store_is_not_asked_at_every_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    with visiting(tmp_path) as (client, state):
        monkeypatch.setattr(state.store, "ping", lambda: asked.append(time.monotonic()))
        for _ in range(5):
            client.get("/readyz")
    assert len(asked) == 1


READERS: list[tuple[dict[str, Any], str, dict[str, str], int]] = [
    ({}, "127.0.0.1", {}, 404),
    ({"metrics": "local"}, "127.0.0.1", {}, 200),
    ({"metrics": "local"}, "::1", {}, 200),
    ({"metrics": "local"}, "10.0.0.7", {}, 404),
    ({"metrics": "local"}, "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
    ({"metrics": "local"}, "127.0.0.1", {"X-Real-IP": "10.0.0.7"}, 404),
    ({"metrics": "token", "metrics_token": TOKEN}, "10.0.0.7", {"Authorization": f"Bearer {TOKEN}"}, 200),
    ({"metrics": "token", "metrics_token": TOKEN}, "127.0.0.1", {}, 404),
    ({"metrics": "token", "metrics_token": TOKEN}, "127.0.0.1", {"Authorization": "Bearer no"}, 404),
]


def test_figures_are_for_those_alone_who_may_read_them(tmp_path: Path) -> None:
    for settings, address, headers, status in READERS:
        lines = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        request = Request({"type": "http", "client": (address, 50000), "headers": lines})
        allowed = may_read_metrics(request, settings_for("", **settings))
        assert allowed == (status == 200), (settings, address, headers)
    with visiting(tmp_path) as (client, _):
        assert client.get("/metrics").status_code == 404


def test_figures_name_no_table_and_nobody(tmp_path: Path) -> None:
    with visiting(tmp_path, metrics="local") as (client, _):
        made = open_table(client, bots=["greedy"], name="Annabella")
        key = {"Authorization": f"Bearer {made['key']}"}
        seen = client.get(f"/api/tables/{made['table']}", headers=key).json()
        client.post(f"/api/tables/{made['table']}/moves", json={"move": "nonsense"}, headers=key)
        if seen["can_act"]:
            body = {"move": seen["view"]["moves"][-1]}
            answer = client.post(f"/api/tables/{made['table']}/moves", json=body, headers=key)
            assert answer.status_code == 200

        client.get(f"/t/{made['table']}")
        client.get("/no/such/page?key=hidden")
        text = client.get("/metrics").text
    for secret in (made["table"], made["key"], "Annabella", "hidden", "nonsense", "such"):
        assert secret not in text
    for line in (
        'burgomaster_request_seconds_count{method="GET",route="/t/{match}",status="200"} 1.0',
        'burgomaster_request_seconds_count{method="GET",route="/api/tables/{match}",status="200"} 1.0',
        'burgomaster_request_seconds_count{method="GET",route="none",status="404"} 1.0',
        'burgomaster_store_seconds_count{call="create"} 1.0',
        "burgomaster_matches_live 1.0",
        "burgomaster_streams_open 0.0",
    ):
        assert line in text
    assert re.search(r'burgomaster_refusals_total\{key="\w+"\} 1\.0', text)
    assert "process_resident_memory_bytes" in text and "process_open_fds" in text
    assert re.search(r"burgomaster_bot_seconds_count \d", text)


def test_an_answer_to_a_secret_question_is_no_move_of_the_figures() -> None:
    figures, made = Figures(0.0), secret_sitting()

    def counted() -> str:
        return "".join(re.findall(r"burgomaster_moves_total.*", figures.text().decode()))

    figures.count_entries(made.match, made.entries)
    before, number = counted(), made.match.number
    assert before
    made.play(0, "decline")
    figures.count_entries(made.match, made.entries[number:])
    assert made.match.number > number and counted() == before
    number = made.match.number
    made.play(1, next(move.notation for move in made.match.table.moves()))
    figures.count_entries(made.match, made.entries[number:])
    assert counted() != before


def test_figures_are_taken_on_a_beat() -> None:
    """Who reads them again and again dates nothing more finely than the beat."""
    figures = Figures(beat=3600.0)
    first = figures.text()
    figures.moves.labels("player").inc()
    assert figures.text() == first
    figures._looked = float("-inf")
    assert figures.text() != first


def test_every_answer_carries_the_id_of_its_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with visiting(tmp_path) as (client, state):
        page = client.get("/t/nothing", headers={"X-Request-Id": "forged"})
        name = page.headers["x-request-id"]
        assert re.fullmatch("[0-9a-f]{12}", name) and name in page.text
        assert client.get("/").headers["x-request-id"] != name
        assert "x-request-id" in client.get("/static/base.css").headers
        monkeypatch.setattr(state.match_manager, "find", None)
        broken = client.get("/t/nothing")
        assert broken.status_code == 500 and re.fullmatch("[0-9a-f]{12}", broken.headers["x-request-id"])


BAD = [
    {"BURGOMASTER_PREFIX": "/a b"},
    {"BURGOMASTER_PREFIX": "/a/../b"},
    {"BURGOMASTER_PREFIX": '/"><script>'},
    {"BURGOMASTER_METRICS": "public"},
    {"BURGOMASTER_METRICS": "token"},
    {"BURGOMASTER_METRICS": "token", "BURGOMASTER_METRICS_TOKEN": "short"},
    {"BURGOMASTER_LOG": "xml"},
    {"BURGOMASTER_DATABASE": "/var/lib/tables.db"},
    {"BURGOMASTER_DATABASE": "mysql://anna:hunter2@db/tables"},
    {"BURGOMASTER_DATABASE": "postgresql://anna:hunter2@db:five/tables"},
]


@pytest.mark.parametrize("given", BAD, ids=str)
def test_settings_that_make_no_sense_are_refused_in_words(given: dict[str, str]) -> None:
    with pytest.raises(SettingError) as refused:
        read_settings({**ENVIRONMENT, **given})
    assert refused.value.text("en") != refused.value.text("ru")
    assert "hunter2" not in refused.value.text("en") + refused.value.text("ru")


def test_prefixes_may_be_written_in_many_ways() -> None:
    def read(given: str) -> Settings:
        return read_settings({**ENVIRONMENT, "BURGOMASTER_PREFIX": given})

    for given in ("burgomaster", "/burgomaster", "/burgomaster/", "burgomaster/"):
        assert read(given).prefix == "/burgomaster"
    assert read("/").prefix == read("").prefix == ""
    assert set(VARIABLES) <= set(Settings.__dataclass_fields__)


def test_an_error_of_the_store_does_not_repeat_what_was_to_be_stored(store: Store) -> None:

    with store.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE accounts")
    with pytest.raises(OperationalError) as trouble:
        store.accounts.add("anna", "anna", "the hash of a password", 0.0)
    assert "the hash" not in str(trouble.value)


@pytest.mark.usefixtures("real_upgrade")
def test_a_new_store_can_be_read_by_its_owner_alone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.ping()
    modes = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir()}
    store.close()
    assert len(modes) >= 1 and set(modes.values()) == {0}, modes


def test_the_files_of_an_older_store_are_closed_to_others(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Store(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE other (number)")  # the log is there while somebody has it open
        for file in tmp_path.iterdir():
            file.chmod(0o644)
        Store(f"sqlite:///{path}").close()
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm"), 0o600)
