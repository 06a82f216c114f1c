"""Whatever is sent to the server, it never fails: every answer is below 500, and says what is wrong."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.profiles import examples
from tests.server.fixtures import Running
from tests.server.seats import NOBODY, open_table, token

quick = examples(15, suppress_health_check=list(HealthCheck))
texts = st.text(max_size=30) | st.sampled_from(
    ["0", "1", "none", "9" * 5000, "\x00", "pass", "٣", "../..", "%00"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
VERBS = (
    "moves",
    "undo",
    "takeback",
    "answer",
    "pause",
    "resume",
    "passing",
    "leave",
    "return",
    "chat",
    "seats/0",
)
FORM_VERBS = ("move", "undo", "sit", "bot", "say", "answer", "passing", "leave", "return", "nonsense")
FIELDS = ("move", "position", "seat", "yes", "mode", "text", "name", "bot", "number")


@pytest.fixture(scope="module")
def table(server: Running) -> dict[str, Any]:
    """A table that anything may happen to, and who opened it."""
    client = server.client()
    made = open_table(client, options={"players": 2}, bots=["random"])
    return {**made, "client": client, "headers": {"Authorization": f"Bearer {made['key']}"}, **token(client)}


def check(answer: httpx.Response) -> None:
    """An answer that is no failure of ours."""
    assert answer.status_code < 500, (answer.request.url, answer.text[:200])
    assert "content-security-policy" in answer.headers
    if answer.status_code >= 400 and "/api/" in str(answer.request.url):
        assert answer.json()["error"]


@quick
@given(verb=st.sampled_from(VERBS), body=st.dictionaries(st.sampled_from(FIELDS) | texts, values) | values)
def test_any_json_to_a_table(server: Running, table: dict[str, Any], verb: str, body: Any) -> None:
    path = f"{server.url}/api/tables/{table['table']}/{verb}"
    headers = {**table["headers"], "Content-Type": "application/json"}
    check(NOBODY.post(path, content=json.dumps(body), headers=headers))


@quick
@given(
    body=st.fixed_dictionaries(
        {"game": st.sampled_from(["petersburg", "suburbia"]) | texts},
        optional={
            "options": st.dictionaries(st.sampled_from(["players", "edition", "expansions"]) | texts, values),
            "clock": st.dictionaries(st.sampled_from(["kind", "seconds", "more"]), values),
            "bots": st.lists(texts, max_size=3),
            "name": texts,
            "sit": st.booleans(),
        },
    )
)
def test_any_table_to_open(server: Running, body: Any) -> None:
    headers = {"Content-Type": "application/json"}
    check(NOBODY.post(f"{server.url}/api/tables", content=json.dumps(body), headers=headers))


@quick
@given(
    verb=st.sampled_from(FORM_VERBS),
    form=st.dictionaries(st.sampled_from(FIELDS) | texts, texts),
    by_script=st.booleans(),
)
def test_any_form(
    server: Running, table: dict[str, Any], verb: str, form: dict[str, str], by_script: bool
) -> None:
    headers = {"X-Form-Token": table["X-Form-Token"], **({"HX-Request": "true"} if by_script else {})}
    data = {name: value.encode("utf-8", "replace").decode() for name, value in form.items()}
    check(table["client"].post(f"/t/{table['table']}/{verb}", data=data, headers=headers))


@quick
@given(
    form=st.dictionaries(
        st.sampled_from(["preset", "players", "how", "clock", "seconds", "name", "bot"]), texts
    )
)
def test_any_lobby_form(server: Running, table: dict[str, Any], form: dict[str, str]) -> None:
    headers = {"X-Form-Token": table["X-Form-Token"]}
    data = {"preset": "petersburg|0", **form}
    check(table["client"].post("/tables", data=data, headers=headers))


@quick
@given(
    path=st.lists(
        st.sampled_from(["t", "api", "tables", "cards", "replay", "live", "account", "static"]) | texts
    ),
    query=st.dictionaries(
        st.sampled_from(["seat", "ply", "key", "since", "language", "keep"]), texts, max_size=3
    ),
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]),
)
def test_any_address(server: Running, path: list[str], query: dict[str, str], method: str) -> None:
    address = "/".join(quote(part, safe="") for part in path)
    answer = NOBODY.request(method, f"{server.url}/{address}", params=query)
    assert answer.status_code < 500, (address, answer.text[:200])


@quick
@given(
    query=st.dictionaries(
        st.sampled_from(["seat", "ply", "key", "since", "language", "keep"]), texts, max_size=4
    ),
    page=st.sampled_from(["/t/{}", "/t/{}/live", "/t/{}/replay", "/api/tables/{}", "/api/tables/{}/log"]),
)
def test_any_query(server: Running, table: dict[str, Any], query: dict[str, str], page: str) -> None:
    check(NOBODY.get(server.url + page.format(table["table"]), params=query, headers=table["headers"]))


@quick
@given(
    cookies=st.dictionaries(
        st.sampled_from(["bm_visitor", "bm_session", "bm_seats", "bm_lang", "bm_theme"]),
        st.text("abcXYZ019.:|-_%=é", max_size=40),
    ),
    authorization=st.text("Bearer .:|abc019", max_size=40),
    accept=st.text("enru,;q=0.9*-", max_size=20),
)
def test_any_cookies(
    server: Running, table: dict[str, Any], cookies: dict[str, str], authorization: str, accept: str
) -> None:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = {
        b"Cookie": cookie.encode("latin-1"),
        b"Authorization": authorization.strip().encode() or b"x",
        b"Accept-Language": accept.encode(),
    }
    check(NOBODY.get(f"{server.url}/t/{table['table']}", headers=headers))
    check(NOBODY.post(f"{server.url}/api/tables/{table['table']}/pause", headers=headers))
