"""The log: one line a record, with the request it belongs to, and nobody's secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from burgomaster.server.logs import ACCESS, BLOT, blot, request_id, set_up_logs
from tests.campaigns.clients import open_table, token
from tests.server.fixtures import settings_for, start

LEAKS = {
    "GET /t/abc?key=abc:0:3.s1gned-P4rt HTTP/1.1": "s1gned",
    "Authorization: Bearer abc:0:3.s1gned-P4rt": "s1gned",
    "{'cookie': 'bm_seats=abc:0:3.s1gned-P4rt; bm_lang=ru'}": "s1gned",
    "bm_session=T0ken-of-a-session;": "T0ken",
    "bm_known_12=v1sitor:12.s1gned-P4rt;": "v1sitor",
    "password='hunter2'": "hunter2",
    '{"password": "hunter2", "name": "anna"}': "hunter2",
    "form=f0rmtoken&move=pass": "f0rmtoken",
    "cannot reach postgresql+psycopg://anna:hunter2@db.example/tables": "hunter2",
    "mail of anna.smith@example.org": "anna.smith",
}


@pytest.mark.parametrize("line", LEAKS)
def test_what_looks_like_a_secret_is_blotted_out(line: str) -> None:
    blotted = blot(line)
    assert LEAKS[line] not in blotted and BLOT in blotted


def test_ordinary_words_stay_as_they_are() -> None:
    for line in ("match PrYQFodQut_N cannot go on: no such card", "the database does not answer: timeout"):
        assert blot(line) == line


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What a log writes; afterwards everything is as it was."""
    root = logging.getLogger()
    handlers, levels = list(root.handlers), (root.level, ACCESS.level)
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ACCESS.setLevel(levels[1])


def test_json_lines_hold_everything_in_one_line(written: io.StringIO) -> None:
    set_up_logs("json", access_log=True, stream=written)
    before = request_id.set("0123456789ab")
    try:
        raise ValueError("key=s1gned")
    except ValueError:
        logging.getLogger("burgomaster.x").exception("two\nlines")
    finally:
        request_id.reset(before)
    ACCESS.info(
        "answered", extra={"route": "/t/{match}", "status": 200, "milliseconds": 1.5, "method": "GET"}
    )
    trouble, access = (json.loads(line) for line in written.getvalue().splitlines())
    assert trouble["request"] == "0123456789ab" and trouble["level"] == "error"
    assert "ValueError" in trouble["message"] and "s1gned" not in trouble["message"]
    assert access["route"] == "/t/{match}" and access["milliseconds"] == 1.5 and "request" not in access
    assert trouble["time"].endswith("Z") and len(trouble["time"]) == 24


def test_text_lines_are_quiet_unless_asked(written: io.StringIO) -> None:
    set_up_logs("text", access_log=False, stream=written)
    ACCESS.info("answered")
    logging.getLogger("uvicorn.error").info("Started")
    logging.getLogger("psycopg").warning("error ignored")  # it comes as an exception, too
    assert written.getvalue() == ""
    logging.getLogger("burgomaster.x").warning("something %s", "odd")
    assert " WARNING burgomaster.x something odd" in written.getvalue()


def test_an_evening_leaves_no_secret_in_the_log(written: io.StringIO, tmp_path: Path) -> None:
    """Seat keys, cookies, passwords, names and tables are typed, sent and refused; none is logged."""
    running = start(settings_for(f"sqlite:///{tmp_path / 'tables.db'}"))
    set_up_logs("json", access_log=True, stream=written)
    client = running.client()
    made = open_table(client, name="Annabella")
    register(client)
    client.get(f"/t/{made['table']}", params={"key": made["key"]})
    client.get(f"/t/{made['table']}", params={"key": "forged.key-of-somebody"})
    client.get(f"/t/{made['table']}/nothing")
    running.app.state.match_manager.find = None
    assert client.get(f"/t/{made['table']}").status_code == 500
    secrets = [
        *client.cookies.values(),
        made["key"],
        "hunter2hunter2",
        "forged.key",
        "Annabella",
        made["table"],
    ]
    running.stop()
    text = written.getvalue()
    assert text.count('"route": "/t/{match}"') >= 3 and "Traceback" in text
    for secret in secrets:
        assert secret not in text


def register(client: httpx.Client) -> None:
    """Make an account, and fail to log in."""
    body = {"name": "Annabella", "password": "hunter2hunter2"}
    assert client.post("/api/account/register", json=body, headers=token(client)).status_code < 300
    client.post("/api/account/login", json={**body, "password": "hunter2hunter2x"}, headers=token(client))
