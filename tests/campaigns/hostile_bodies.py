"""Bodies that nobody honest sends: odd values in every field of JSON and of forms, large ones, odd types."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx

from burgomaster.core.registry import game_names
from tests.campaigns.clients import Seat, new_client
from tests.campaigns.hostile_places import ODD_PLACES, PAGES, QUERIES, fill_path, forms_at, make_places
from tests.campaigns.hostile_target import Counts, Target, curl, snapshot

REQUESTS = 250  # of one trial
LARGE = 8_400_000
SLOW_SECONDS = 20.0
REFUSED, FAULT = 400, 500
JSON_TYPE, FORM_TYPE = "application/json", "application/x-www-form-urlencoded"
TYPES = (
    JSON_TYPE,
    FORM_TYPE,
    "text/plain",
    "multipart/form-data; boundary=b",
    "",
    "application/xml; a=b",
    "\x7f",
)
NO_REQUEST = "Invalid HTTP"  # said by the reader of requests, in plain text, before any of ours sees it
FORM = re.compile(r'<form[^>]*method="post"[^>]*action="(/[^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'name="([^"]+)"')
WORDS = (
    *(
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        "1" + "0" * 400,
        "-1",
        "0.5",
        "1e308",
        "true",
        "null",
    ),
    *(
        '""',
        '"5"',
        '"\\u0000"',
        '"\\ud800"',
        '"<b>x</b>"',
        '"../../x"',
        '"' + "x" * 5000 + '"',
        "[]",
        "{}",
        "[[[1]]]",
    ),
    *(
        '{"":{"":1}}',
        "9223372036854775808",
        "-0",
        "1.0",
        '"٣"',
        '"%00"',
        '"\\r\\nX: y"',
        "[" * 2000,
        '{"a":' * 2000,
    ),
)


@dataclass
class Sender:
    """Somebody with a seat who sends what nobody should."""

    seat: Seat
    client: httpx.Client
    token: str
    rng: random.Random
    places: dict[str, str] = field(default_factory=dict)  # what there is, by the names that paths give it


def send_bodies(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Send hostile bodies, and look at every answer, and at the table after every refusal."""
    seat, _ = target.tables()
    rng, findings = random.Random(seed), list[str]()
    n_requests = int(target.options.get("bodies", REQUESTS))
    with new_client(target.url) as client:
        token = client.get("/api/me").json()["form_token"]
        sender = Sender(seat, client, token, rng, make_places(client, seat.table, rng))
        made = sources(sender)
        before = snapshot(seat)
        for _ in range(n_requests):
            request = rng.choice(made)(sender)
            answer = client.send(request)
            findings += judge(answer)
            after = snapshot(seat)
            if answer.status_code >= REFUSED and after != before:
                findings.append(f"a refused request changed a table: {answer.status_code} {curl(request)}")
            before = after
    return {"hostile bodies": n_requests}, findings


def judge(answer: httpx.Response) -> list[str]:
    """Find what is wrong with an answer."""
    wrong = []
    if answer.status_code >= FAULT:
        wrong.append(f"{answer.status_code}: {answer.text[:200]}")
    elif not answer.text.startswith(NO_REQUEST):
        wrong += missing_words(answer)
    if answer.elapsed.total_seconds() > SLOW_SECONDS:
        wrong.append(f"the answer took {answer.elapsed.total_seconds():.0f} s")
    return [f"{text}\n{curl(answer.request)}" for text in wrong]


def missing_words(answer: httpx.Response) -> list[str]:
    """Find what an answer should have said."""
    found = []
    if answer.status_code >= REFUSED and "/api/" in answer.request.url.path and not is_explained(answer):
        found.append(f"{answer.status_code} is not explained: {answer.text[:200]}")
    if "content-security-policy" not in answer.headers:
        found.append("no headers of safety")
    return found


def is_explained(answer: httpx.Response) -> bool:
    """Tell whether an error says what is wrong."""
    try:
        said = answer.json()
    except ValueError:
        return False
    return isinstance(said, dict) and bool(said.get("error")) and "key" in said


# What is sent

Source = Callable[[Sender], httpx.Request]


def sources(sender: Sender) -> list[Source]:
    """List the kinds of requests: bodies of the description, forms of the pages, large ones, queries."""
    described = sender.client.get("/api/openapi.json").json()
    bodies = [json_source(path, schema) for path, schema in json_bodies(described)]
    paths = ["/", "/account", f"/t/{sender.seat.table}", *(f"/?game={name}" for name in game_names())]
    pages = [*paths, *forms_at(sender.places)]
    forms = [form_source(*found) for path in pages for found in forms_of(sender.client.get(path).text)]
    return [*bodies * 3, *forms, large_body, any_query, any_type, *[any_page] * len(bodies)]


def json_bodies(described: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """List the addresses that take JSON, with the properties of their bodies."""
    found = []
    for path, methods in described["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {})
        schema = content.get(JSON_TYPE, {}).get("schema", {})
        names = re.findall(r"#/components/schemas/(\w+)", json.dumps(schema))
        for name in names:
            found.append((path, described["components"]["schemas"][name].get("properties", {})))
    return found


def json_source(path: str, properties: dict[str, Any]) -> Source:
    """Make requests with odd values in a body."""

    def make(sender: Sender) -> httpx.Request:
        rng = sender.rng
        chosen = [name for name in properties if rng.random() < 0.6]
        pairs = [f'"{name}":{odd_or_usual(sender, name)}' for name in chosen]
        body = "{" + ",".join(pairs + pairs[: rng.random() < 0.1]) + "}"
        return request_of(sender, fill_path(path, sender.places, rng), body.encode(), JSON_TYPE)

    return make


def odd_or_usual(sender: Sender, name: str) -> str:
    """Choose the value of a field: an odd one, or one that leads further."""
    usual = {
        "game": sender.rng.choice(game_names()),
        "options": {"players": 2},
        "clock": {"kind": "move", "seconds": 60},
        "move": "pass",
        "seat": 0,
        "name": "Eve",
        "at": sender.rng.choice(ODD_PLACES),
        "ply": 3,
        "number": 1,
        "places": [1, 2],
        "format": sender.rng.choice(("swiss", "groups")),
        "off": ["push"],
        "channel": "webhook",
    }
    if name == "clock" and sender.rng.random() < 0.5:
        return f'{{"kind":"none","seconds":{sender.rng.choice(WORDS)}}}'
    if name == "options" and sender.rng.random() < 0.5:
        return f'{{"players":{sender.rng.choice(WORDS)}}}'
    if name in usual and sender.rng.random() < 0.6:
        return json.dumps(usual[name])
    return sender.rng.choice(WORDS)


def forms_of(page: str) -> list[tuple[str, list[str]]]:
    """List the forms of a page: where they go, and the names of their fields."""
    return [(found[1], FIELD.findall(found[2])) for found in FORM.finditer(page)]


def form_source(path: str, names: list[str]) -> Source:
    """Make requests with odd values in the fields of a form; nobody is logged out, and nothing handed on."""

    def make(sender: Sender) -> httpx.Request:
        rng = sender.rng
        values = [(name, rng.choice((*WORDS, "0", "1", ""))) for name in names if name != "form"]
        pairs = [(name, value.strip('"').encode("utf-8", "replace")) for name, value in values]
        fields = [("form", sender.token.encode()), *pairs, *pairs[: rng.random() < 0.1]]
        return request_of(sender, path, urlencode(fields).encode(), FORM_TYPE)

    return make


def large_body(sender: Sender) -> httpx.Request:
    """Make a request of some megabytes."""
    rng = sender.rng
    unit = rng.choice((b"&", b"[", b"[],", b"a=b&", b'{"a":', b"%", b"\x00", b'"', b"1,", b"--b\r\n"))
    path = rng.choice(("/taste", "/api/tables", "/records", "/api/records", "/account/login"))
    return request_of(sender, path, unit * (LARGE // len(unit)), rng.choice(TYPES[:4]))


def any_query(sender: Sender) -> httpx.Request:
    """Make a request with odd values in its query."""
    rng, table = sender.rng, sender.seat.table
    pages = ("", "/live", "/replay", "/analysis", "/hint", "/link", "/record.json")
    path = rng.choice([f"/t/{table}{page}" for page in pages] + [f"/api/tables/{table}/log", "/", "/lists"])
    names = (
        "seat",
        "ply",
        "since",
        "language",
        "key",
        "keep",
        "game",
        "seen",
        "part",
        "skip",
        "you",
        "level",
    )
    values = [(rng.choice(names), rng.choice(WORDS).strip('"').encode("utf-8", "replace")) for _ in range(3)]
    return sender.client.build_request("GET", f"{path}?{urlencode(values)[:7000]}")


def any_page(sender: Sender) -> httpx.Request:
    """Make a request for a page beside the tables, with odd values in its query."""
    rng, path = sender.rng, fill_path(sender.rng.choice(PAGES), sender.places, sender.rng)
    words = (*WORDS, *ODD_PLACES)
    values = [
        (rng.choice(QUERIES), rng.choice(words).strip('"').encode("utf-8", "replace")) for _ in range(2)
    ]
    return sender.client.build_request("GET", f"{path}?{urlencode(values)[:7000]}")


def any_type(sender: Sender) -> httpx.Request:
    """Make a request with a body of another type than its address takes."""
    rng = sender.rng
    path = rng.choice(("/taste", "/records", "/api/tables", f"/api/tables/{sender.seat.table}/chat"))
    body = rng.choice((b"", b"{}", b"a=b", b"\xff\xfe\x00", b"--b\r\n\r\n--b--", bytes(range(256))))
    return request_of(sender, path, body, rng.choice(TYPES))


def request_of(sender: Sender, path: str, body: bytes, kind: str) -> httpx.Request:
    """Make a request of the sender: with a seat's key, with a token, or with nothing."""
    headers = {"Content-Type": kind} if kind else {}
    headers |= sender.rng.choice((sender.seat.headers, {"X-Form-Token": sender.token}, {}))
    return sender.client.build_request("POST", path, content=body, headers=headers)
