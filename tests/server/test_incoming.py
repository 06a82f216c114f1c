"""What comes from outside is short, comes in time and is what the description says, or is refused at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import compile_path

from burgomaster.server import incoming
from burgomaster.server.app import create_app
from burgomaster.server.auth import Auth
from burgomaster.server.match.clocks import MOST_SECONDS, check_clock
from burgomaster.server.request_bodies import MOST_FIELDS, MOST_PARTS, Uploads
from burgomaster.server.security import LIMITS, Limit
from tests.campaigns.clients import NOBODY, open_for_two, open_table, token
from tests.coroutines import run
from tests.server.fixtures import Running, new_server, settings_for, until
from tests.server.raw import answer_to, head, loop_seconds, status_of

LARGE = 8_400_000
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
TIMES = 50  # as much as a small request costs, and no more; it was a thousand times and more


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("limited")
    with new_server(settings_for(f"sqlite:///{folder}/tables.db", rate_limits=True)) as running:
        yield running


def n_tables(server: Running) -> int:
    with server.app.state.store.engine.connect() as connection:
        return int(connection.exec_driver_sql("select count(*) from matches").scalar())


# Bodies


@pytest.mark.parametrize(
    "path,kind,body",
    [
        ("/taste", FORM, b"&" * LARGE),
        ("/api/tables", JSON, b"[" + b"[]," * (LARGE // 3) + b"1]"),
        ("/records", FORM, b"&" * LARGE),
    ],
)
def test_a_large_body_costs_the_loop_next_to_nothing(
    server: Running, client: httpx.Client, path: str, kind: dict[str, str], body: bytes
) -> None:
    mine = token(client)

    def send(content: bytes) -> httpx.Response:
        return client.post(path, content=content, headers={**mine, **kind})

    assert 400 <= send(body).status_code < 500
    small = loop_seconds(server, lambda: send(b"{}" if kind is JSON else b"a=b"))
    assert loop_seconds(server, lambda: send(body)) < TIMES * small


def test_small_bodies_of_many_pieces_are_cheap_too(server: Running, client: httpx.Client) -> None:
    mine, size = token(client), incoming.SMALL_BODY - 10
    small = loop_seconds(server, lambda: client.post("/taste", data={"theme": "dark"}, headers=mine))
    for path, kind, body in (
        ("/taste", FORM, b"&" * size),
        ("/taste", FORM, b"a=%FF&" * (size // 6)),
        ("/api/tables", JSON, b"[" + b"1," * (size // 2) + b"1]"),
        ("/api/tables", JSON, b"[" * size),
        ("/api/tables", JSON, b'{"":' * (size // 4)),
    ):

        def send(path: str = path, kind: dict[str, str] = kind, body: bytes = body) -> httpx.Response:
            return client.post(path, content=body, headers={**mine, **kind})

        assert send().status_code in (400, 422), (path, body[:20])
        assert loop_seconds(server, send) < TIMES * small, (path, body[:20])


def test_the_largest_honest_bodies_are_taken(client: httpx.Client) -> None:
    made = open_table(client, bots=["random"])
    mine = token(client)
    said = {"text": "🏛" * 500, "name": "Я" * 24, "form": mine["X-Form-Token"]}
    assert client.post(f"/t/{made['table']}/say", data=said).status_code in (200, 303)
    text = {"text": "\\ud83c\\udfdb" * 1000}
    body = json.dumps(text).replace("\\\\", "\\")
    answer = client.post(f"/api/tables/{made['table']}/chat", content=body, headers={**mine, **JSON})
    assert answer.status_code == 200, answer.text
    assert len(body) < incoming.SMALL_BODY / 4


def test_too_large_is_said_before_it_is_sent(server: Running) -> None:
    sent = head("POST /taste", "Content-Length: 9000000", "Expect: 100-continue", "Content-Type: text/x")
    answer = answer_to(server.url, sent)
    assert status_of(answer) == 413 and b"100 Continue" not in answer
    pieces = [b"4000\r\n" + b"&" * 0x4000 + b"\r\n"] * 40
    chunked = head("POST /taste", "Transfer-Encoding: chunked", "Content-Type: " + FORM["Content-Type"])
    assert status_of(answer_to(server.url, chunked, *pieces, b"0\r\n\r\n")) == 413


def test_limits_and_tokens_come_before_bodies(limited: Running) -> None:
    client = limited.client()
    made = open_table(client, bots=["random"])
    mine = token(client)["X-Form-Token"]
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    expecting = ("Content-Length: 100", "Expect: 100-continue", f"Cookie: {cookies}", "Connection: close")
    path, kind = f"POST /api/tables/{made['table']}/chat", "Content-Type: application/json"
    assert status_of(answer_to(limited.url, head(path, kind, *expecting))) == 403
    for _ in range(12):
        client.post(f"/api/tables/{made['table']}/chat", json={"text": "x"}, headers={"X-Form-Token": mine})
    answer = answer_to(limited.url, head(path, kind, f"X-Form-Token: {mine}", *expecting))
    assert status_of(answer) == 429 and b"retry-after: 10" in answer.lower()
    page = f"POST /t/{made['table']}/say"
    kind = f"Content-Type: {FORM['Content-Type']}"
    assert status_of(answer_to(limited.url, head(page, kind, *expecting))) == 429
    assert status_of(answer_to(limited.url, head("POST /taste", "X-Form-Token: no", kind, *expecting))) == 403


def test_a_body_that_does_not_come_is_not_waited_for(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming, "BODY_SECONDS", 0.3)
    for path, kind in (("/taste", FORM), ("/api/tables", JSON)):
        sent = head(f"POST {path}", "Content-Length: 100", f"Content-Type: {kind['Content-Type']}")
        answer = answer_to(server.url, sent, b"{")
        assert status_of(answer) == 408 and b"connection: close" in answer.lower()


def part_named(name: str) -> bytes:
    return f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n\r\n'.encode()


def test_every_part_of_an_upload_is_counted(server: Running, client: httpx.Client) -> None:
    headers = {**token(client), "Content-Type": "multipart/form-data; boundary=b"}

    def send(body: bytes) -> httpx.Response:
        return client.post("/records", content=body + b"--b--", headers=headers)

    names = [f"n{number}" for number in range(MOST_PARTS)]
    assert send(b"".join(map(part_named, names))).status_code == 422  # it has no file
    for n_parts in (MOST_PARTS + 1, incoming.RECORD_BYTES // len(part_named("a"))):
        body = part_named("a") * n_parts
        assert send(body).status_code == 400
        assert loop_seconds(server, lambda body=body: send(body)) < 0.5  # 14 seconds for all of them


def test_an_upload_costs_the_loop_little(server: Running, client: httpx.Client) -> None:
    headers = {**token(client), "Content-Type": "multipart/form-data; boundary=b"}
    begin = b'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'

    def send(file: bytes) -> httpx.Response:
        return client.post("/records", content=begin + file + b"\r\n--b--", headers=headers)

    for piece in (b"a", b"\r", b"\r\n-", b"\r\n--a"):
        file = piece * (incoming.RECORD_BYTES // len(piece))
        assert send(file).status_code == 422
        assert loop_seconds(server, lambda file=file: send(file)) < 0.2, piece


def test_an_upload_is_no_larger_than_a_record_needs(client: httpx.Client) -> None:
    def answer(content: Any) -> httpx.Response:
        return client.post("/api/records", content=content, headers={**token(client), **JSON})

    assert answer(b" " * (incoming.UPLOAD_BODY + 1)).status_code == 413
    pieces = (b"x" * 100_000 for _ in range(90))  # nobody says before how many they are
    assert answer(pieces).status_code == 413
    assert "1000000 bytes" in answer(b" " * (incoming.RECORD_BYTES + 1)).json()["error"]
    keys = b"{" + b",".join(b'"%x":1' % number for number in range(20_000)) + b"}"
    assert "too many values" in answer(keys).json()["error"]
    plain = client.post("/records", content=b"a=" + b"%41" * 300_000, headers={**token(client), **FORM})
    assert plain.status_code == 413


def test_few_uploads_are_read_at_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Uploads, "MOST_OF_ADDRESS", 0)
    assert NOBODY.post(f"{server.url}/api/records", content=b"{}").status_code == 429


@pytest.mark.parametrize(
    "body,kind,status",
    [
        (b"&" * MOST_FIELDS, FORM["Content-Type"], 400),
        (b"a=%FF", FORM["Content-Type"], 400),
        (b"a=\xff", FORM["Content-Type"], 400),
        (b"a=b", "", 415),
        (b"a=b", "text/plain", 415),
        (b"{}", "application/json", 415),
        (b"a=b", "application/x-www-form-urlencoded; charset=utf-7", 303),
        (b"theme=\x00&language=%00&back=%0d%0aX:y", FORM["Content-Type"], 303),
        (b"--b\r\n\r\n", "multipart/form-data; boundary=b", 415),
    ],
)
def test_odd_forms(client: httpx.Client, body: bytes, kind: str, status: int) -> None:
    headers = {**token(client), **({"Content-Type": kind} if kind else {})}
    answer = client.post("/taste", content=body, headers=headers)
    assert answer.status_code == status and "x" not in answer.headers


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--b",
        b"--b\r\n\r\n--b--",
        b"--c\r\n",
        b"\x00" * 1000,
        b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--',
        b'--b\r\nContent-Disposition: form-data; name="\xff"\r\n\r\nx\r\n--b--',
        b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n' * 40 + b"--b--",
        b'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n' * 3 + b"--b--",
        b"--b\r\n" + b"A" * 100_000,
    ],
)
def test_odd_uploads(client: httpx.Client, body: bytes) -> None:
    headers = {**token(client), "Content-Type": "multipart/form-data; boundary=b"}
    assert client.post("/records", content=body, headers=headers).status_code in (400, 422)
    for kind in ("multipart/form-data", "multipart/form-data; boundary=b; charset=undefined"):
        headers["Content-Type"] = kind
        assert client.post("/records", content=body, headers=headers).status_code in (400, 422)


# Heads


@pytest.mark.parametrize(
    "sent,status",
    [
        (head("GET /?" + "a" * 9000), 414),
        (head("GET /" + "a" * 9000), 414),
        (head("GET /api/" + "a" * 9000), 414),
        (head("GET /", "X: " + "a" * 40_000), 431),
        (head("GET /", *["X: a"] * 200), 431),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: " + b"a" * 3000 + b"\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a<b>\r\n\r\n", 400),
        (b"NONSENSE\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
        (head("GET /\x00"), 400),
        (head("POST /taste", "Content-Length: -1"), 400),
        (head("POST /taste", "Content-Length: 1", "Content-Length: 2"), 400),
        (head("POST /taste", "Content-Length: 1", "Transfer-Encoding: chunked"), 400),
    ],
)
def test_odd_heads(server: Running, sent: bytes, status: int) -> None:
    assert status_of(answer_to(server.url, sent)) == status


def test_an_address_asks_only_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from burgomaster.server import security

    monkeypatch.setitem(security.LIMITS, "request", security.Limit(5, 1))
    with new_server(settings_for(f"sqlite:///{tmp_path}/tables.db", rate_limits=True)) as running:
        answers = [NOBODY.get(f"{running.url}{path}") for path in ("/", "/api/bots", "/account", "/no") * 2]
        assert [one.status_code for one in answers] == [200, 200, 200, 404, 200, 429, 429, 429]
        assert answers[5].json()["key"] == "too_often" and answers[6].headers["retry-after"]
        assert NOBODY.get(f"{running.url}/static/base.css").status_code == 200
        assert NOBODY.get(f"{running.url}/static/no.css").status_code == 429


# Numbers

HUGE = "1" + "0" * 400
NUMBERS = ("NaN", "Infinity", "-Infinity", "1e999", HUGE, "1e308", "-1", "true", '"5"', "[5]", "{}", "1" * 25)


@pytest.mark.parametrize("kind", ["none", "move", "player"])
def test_no_number_of_a_clock_is_out_of_range(server: Running, kind: str) -> None:
    before = n_tables(server)
    for number in NUMBERS:
        for field in ("seconds", "more"):
            other = {"seconds": "60", "more": "0"} | {field: number}
            clock = f'{{"kind":"{kind}","seconds":{other["seconds"]},"more":{other["more"]}}}'
            body = f'{{"game":"petersburg","options":{{"players":2}},"clock":{clock}}}'
            answer = NOBODY.post(f"{server.url}/api/tables", content=body, headers=JSON)
            assert answer.status_code == 422, (clock, answer.text)
    assert n_tables(server) == before


def test_a_stored_clock_that_is_none_has_no_numbers() -> None:
    for number in (float("inf"), float("nan"), 10**400, -1, "x"):
        assert check_clock({"kind": "none", "seconds": number}) == {
            "kind": "none",
            "seconds": 0.0,
            "more": 0.0,
        }


def test_no_other_number_is_out_of_range(server: Running, client: httpx.Client) -> None:
    anna, _ = open_for_two(server.url)
    before, seen = n_tables(server), anna.get()
    odd = [number for number in NUMBERS if number != '"5"']
    bodies = [("/api/tables", f'{{"game":"petersburg","options":{{"players":{number}}}}}') for number in odd]
    bodies += [("/api/tables", f'{{"game":"suburbia","options":{{"first_player":{n}}}}}') for n in odd]
    bodies += [("/api/tables", f'{{"game":"petersburg","seat":{number}}}') for number in NUMBERS]
    at_table = f"/api/tables/{anna.table}"
    for number in NUMBERS:
        bodies += [(f"{at_table}/{verb}", f'{{"seat":{number}}}') for verb in ("kick", "undo", "pause")]
        bodies += [(f"{at_table}/swap", f'{{"seat":0,"other":{number}}}')]
        bodies += [(f"{at_table}/moves", f'{{"move":"pass","seat":{number}}}')]
    for path, body in bodies:
        answer = NOBODY.post(server.url + path, content=body, headers={**JSON, **anna.headers})
        assert answer.status_code in (403, 422), (path, body[:80], answer.text)
    for number in ("NaN", "1e999", HUGE, "-1", "1.5", "٣", "", " 1", "0x1", "1_0", "%00"):
        for query in (f"ply={number}", f"since={number}", f"level={number}", f"seat={number}"):
            for path in ("replay", "log", "hint", "state"):
                answer = NOBODY.get(f"{server.url}{at_table}/{path}?{query}", headers=anna.headers)
                assert answer.status_code in (200, 403, 422), (path, query)
    assert n_tables(server) == before and anna.get() == seen


def test_no_number_of_a_form_is_out_of_range(client: httpx.Client) -> None:
    mine = token(client)
    for number in (*NUMBERS, "[" * 5000, '{"a":' * 3000, "-0", "1e-999"):
        for field in (
            "option.petersburg.mariinsky_cost",
            "option.petersburg.custom_cards",
            "players",
            "my_seat",
            "minutes",
            "more",
        ):
            form = {"preset": "petersburg|0", "clock": "own", "how": "friends", field: number}
            answer = client.post("/tables", data=form, headers=mine)
            assert answer.status_code in (303, 422), (field, number[:40])
            if answer.status_code == 303:
                name = answer.headers["location"].rpartition("/")[2]
                clock = client.get(f"/api/tables/{name}").json()["clock"]
                assert clock is None or all(left <= MOST_SECONDS for left in clock["left"])


@pytest.mark.parametrize(
    "body",
    [
        b'{"game":"petersburg","game":"suburbia"}',
        b'{"game":"petersburg","options":{"players":2,"players":3}}',
        b'\xff\xfe{"game":"petersburg"}',
        '{"game":"petersburg"}'.encode("utf-16"),
        b'{"game":"petersburg","name":"\\ud800"}',
        b'{"game":"petersburg","options":{"custom_cards":{"a":[[[[1]]]]}}}',
        b'{"game":"petersburg\x00"}',
        b"null",
        b"3",
        b'{"game":null}',
    ],
)
def test_what_is_no_json_of_ours_changes_nothing(server: Running, body: bytes) -> None:
    before = n_tables(server)
    answer = NOBODY.post(f"{server.url}/api/tables", content=body, headers=JSON)
    assert answer.status_code == 422 and answer.json()["error"]
    assert n_tables(server) == before


def test_records_are_strict_json(server: Running) -> None:
    for text in (
        '"seed": NaN',
        '"seed": 1, "note": Infinity',
        '"seed": 1, "seed": 2',
        '"seed": 1, "note": ' + HUGE,
        '"seed": 1e999',
    ):
        body = (
            f'{{"format":"burgomaster/1","game":"petersburg","version":1,"options":{{"players":2}},{text}}}'
        )
        answer = NOBODY.post(f"{server.url}/api/records", content=body.encode(), headers=JSON)
        assert answer.status_code == 422, text


def test_json_is_called_json(client: httpx.Client) -> None:
    for kind in ("text/plain", "application/xml", "", "application/json/x", ";;;"):
        answer = client.post("/api/tables", content=b'{"game":"petersburg"}', headers={"Content-Type": kind})
        assert answer.status_code == 415 and answer.json()["key"] == "status_415"


# Methods and cookies


def test_head_is_get_without_a_body(server: Running, client: httpx.Client) -> None:
    made = open_table(client, bots=["random"])
    name = made["table"]
    pages = [
        "/",
        "/account",
        "/credits",
        "/lists",
        f"/t/{name}",
        f"/t/{name}/live",
        "/no",
        f"/t/{name}/record.json",
    ]
    pages += ["/api/games", "/api/tables", f"/api/tables/{name}", "/api/openapi.json", "/static/base.css"]
    same = ("content-type", "content-security-policy", "cache-control", "content-encoding")
    for path in pages:
        asked, answer = client.get(path), client.head(path)
        assert (answer.status_code, answer.content) == (asked.status_code, b""), path
        assert all(answer.headers.get(header) == asked.headers.get(header) for header in same), path
        assert int(answer.headers["content-length"]) > 0
    for path in (f"/api/tables/{name}/stream", f"/t/{name}/events"):
        answer = client.head(path)
        assert answer.headers["content-type"].startswith("text/event-stream")
    until(lambda: not server.app.state.streams.open.total())


@pytest.mark.parametrize(
    "method,path,allowed",
    [
        ("PUT", "/", "GET, HEAD"),
        ("GET", "/taste", "POST"),
        ("DELETE", "/api/tables", "GET, HEAD, POST"),
        ("HEAD", "/api/records", "POST"),
        ("PATCH", "/api/tables/x/chat", "GET, HEAD, POST"),
        ("GET", "/api/tables/x/moves", "POST"),
        ("OPTIONS", "/account/login", "POST"),
        ("POST", "/static/base.css", "GET, HEAD"),
        ("TRACE", "/api/games", "GET, HEAD"),
        ("BREW", "/api/games", "GET, HEAD"),
    ],
)
def test_what_is_not_allowed_says_what_is(server: Running, method: str, path: str, allowed: str) -> None:
    answer = NOBODY.request(method, server.url + path)
    assert answer.status_code in (400, 405) if method == "BREW" else answer.status_code == 405
    assert method == "BREW" or answer.headers["allow"] == allowed
    if path.startswith("/api/") and method not in ("HEAD", "BREW"):
        assert answer.json()["key"] == "status_405"


def test_the_cookie_of_a_seat_needs_the_token_too(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    path = f"/api/tables/{anna.table}"
    with httpx.Client(base_url=server.url, cookies={"bm_seats": anna.key}, trust_env=False) as forged:
        assert forged.get(path).json()["seat"] == 0
        for verb in ("pause", "leave", "moves", "chat"):
            assert forged.post(f"{path}/{verb}", json={"move": "pass", "text": "x"}).status_code == 403, verb
        mine = token(forged)  # a page of ours was opened: it brings a visitor's cookie
        assert forged.post(f"{path}/pause", json={}, headers=mine).status_code == 200


def test_logging_out_forgets_the_links_of_seats(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    client = server.client()
    words = {"name": "Logged Out", "password": "correct horse"}
    assert client.post("/api/account/register", json=words).status_code == 200
    assert client.get(f"/t/{anna.table}?key={anna.key}").status_code == 303
    assert client.get(f"/api/tables/{anna.table}").json()["seat"] == 0
    assert client.post("/api/account/logout", json={}, headers=token(client)).status_code == 200
    assert client.get(f"/api/tables/{anna.table}").json()["seat"] is None
    assert "bm_seats" not in client.cookies


# The description


def test_the_description_names_every_status(client: httpx.Client) -> None:
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.")
    assert {"/api/tables", "/api/tables/{match}/moves"} <= set(described["paths"])
    assert not any(path.startswith("/t/") for path in described["paths"])
    error = {"$ref": "#/components/schemas/ErrorAnswer"}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]
            wanted = {"400", "422", "429", "431", "500", "503"}
            wanted |= {"404"} if "{match}" in path else set()
            wanted |= {"403", "408", "413"} if method == "post" else set()
            assert wanted <= set(answers), (path, method)
            for status, answer in answers.items():
                if int(status) >= 400:
                    assert answer["content"]["application/json"]["schema"] == error, (path, status)
    stream = described["paths"]["/api/tables/{match}/stream"]["get"]["responses"]["200"]
    assert list(stream["content"]) == ["text/event-stream"]


def test_every_change_by_json_has_a_limit(server: Running) -> None:
    from burgomaster.server import api
    from burgomaster.server.api.guarded_route import GuardedRoute

    posts = [
        route
        for module in (api.actions, api.tables, api.people)
        for route in module.router.routes
        if "POST" in route.methods
    ]
    assert len(posts) > 8
    assert all(isinstance(route, GuardedRoute) and hasattr(route.endpoint, "purpose") for route in posts)


# Every route that changes something

SIGNED_LINKS = ("confirm", "stop")  # of mails: mail programs send them without a cookie (RFC 8058)


def changing_routes(app: FastAPI) -> Iterator[tuple[str, str]]:
    """The method and an address of every route that changes something; names in it are made up."""
    for route in iter_route_contexts(app.router.routes):
        for method in sorted((route.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
            path = str(route.path)
            for name, convertor in compile_path(path)[2].items():
                words = ("1", *convertor.regex.split("|"))
                word = next(word for word in words if re.fullmatch(convertor.regex, word))
                path = re.sub(rf"\{{{name}(:\w+)?\}}", word, path)
            yield method, path


def test_limits_and_tokens_come_first_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(settings_for("sqlite://", rate_limits=True))  # not started: it has no store to ask
    state, routes = app.state, list(changing_routes(app))
    for service in ("table_service", "tournaments", "studies", "advice", "match_manager"):
        setattr(state, service, None)
    state.auth = Auth(None, state.signer, https_only=False)  # type: ignore[arg-type]
    cookies = {"bm_visitor": state.signer.sign("visitor", "anna")}
    mine = {"X-Form-Token": state.signer.sign("form", "anna").rpartition(".")[2]}

    async def statuses(paths: list[tuple[str, str]], headers: dict[str, str]) -> dict[tuple[str, str], int]:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://here", cookies=cookies) as client:
            return {path: (await client.request(*path, headers=headers)).status_code for path in paths}

    state.limiter.enabled = False
    assert len(routes) > 50 and ("POST", "/t/1/mistakes/try") in routes
    others = state.signer.sign("form", "boris").rpartition(".")[2]
    for forged in ({}, {"X-Form-Token": "forged"}, {"X-Form-Token": others}):
        assert run(statuses(routes, forged)) == dict.fromkeys(routes, 403)
    for purpose in set(LIMITS) - {"request"}:
        monkeypatch.setitem(LIMITS, purpose, Limit(0, 0))
    state.limiter.enabled = True
    routes += [("POST", f"/calls/{verb}") for verb in SIGNED_LINKS]
    for sent in ({}, mine):
        assert run(statuses(routes, sent)) == dict.fromkeys(routes, 429)
