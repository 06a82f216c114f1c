"""Single hostile requests: odd values in JSON, forms and queries, and bytes that are hardly HTTP."""

from __future__ import annotations

import json
import random
import re
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import httpx

from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.server.puzzles.service import collection_of
from tests.campaigns.clients import Seat, new_client, token
from tests.campaigns.hostile_target import Counts, Target, curl, snapshot

BODIES, SOCKETS = 250, 150  # requests of one trial
LARGE = 8_400_000
SLOW_SECONDS = 20.0
START_SECONDS = 120.0
REFUSED, FAULT = 400, 500
NO_REQUEST = "Invalid HTTP"  # said by the parser of requests, in plain text, before any code of ours sees it
JSON_TYPE, FORM_TYPE = "application/json", "application/x-www-form-urlencoded"
TYPES = (JSON_TYPE, FORM_TYPE, "text/plain", "multipart/form-data; boundary=b", "", "a/b; c=d", "\x7f")
FORM = re.compile(r'<form[^>]*method="post"[^>]*action="(/[^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'name="([^"]+)"')
NAMED = re.compile(r"\{(\w+)\}")
WORDS = (  # odd values, as JSON
    *("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e308", "-1", "-0", "0.5", "1.0", "true", "null"),
    *("9223372036854775808", "1" + "0" * 400, "[]", "{}", "[[[1]]]", '{"":{"":1}}', "[" * 2000),
    '{"a":' * 2000,
    *('""', '"5"', '"\\u0000"', '"\\ud800"', '"<b>x</b>"', '"../../x"', '"٣"', '"%00"', '"\\r\\nX: y"'),
    '"' + "x" * 5000 + '"',
)
NOTHING = ("0", "1", "undo", "login", "-1", "9" * 30)  # names of things that do not exist
REAL = 0.8  # the share of names that are those of something real
ODD_PLACES = ("n1", "n0", "0", "9" * 9, "-1", "nn", "")
PAGES = (  # that anybody may look at, with queries
    *("/tournaments", "/tournament/{cup}", "/tournament/{cup}/rounds", "/tournament/{cup}/live"),
    *("/puzzles", "/puzzles/{game}", "/puzzles/{game}/{puzzle}", "/studies", "/study/{study}"),
    *("/study/{study}/openings", "/study/{study}/picture.png", "/watch", "/daily", "/daily/picture.png"),
    *("/t/{match}/commentary", "/t/{over}/embed", "/t/{over}/course.svg", "/t/{over}/result.png"),
    *("/t/{match}/picture.png", "/t/{over}/mistakes", "/t/{over}/openings", "/t/{match}/problem"),
    *("/openings/{game}", "/leaders/{game}", "/people", "/people/{number}", "/calls", "/account/export"),
    *("/api/tournaments/{cup}", "/api/puzzles/{game}/next", "/api/studies/{study}", "/api/watch"),
    *("/api/people", "/api/people/{number}/games", "/api/openings/{game}", "/api/daily"),
)
TABLE_PAGES = (
    *("/t/{match}", "/t/{match}/live", "/t/{match}/replay", "/t/{match}/analysis", "/t/{match}/hint"),
    *("/t/{match}/link", "/t/{match}/record.json", "/api/tables/{match}/log", "/", "/lists"),
)
QUERIES = (
    *("at", "difficulty", "ply", "round", "day", "page", "skip", "seat", "sort", "key", "language"),
    "token",
)
TABLE_QUERIES = (
    *("seat", "ply", "since", "language", "key", "keep", "game", "seen", "part", "skip", "you", "level"),
)
FORM_PAGES = (
    *("/", "/account", "/t/{match}", "/tournaments/new", "/tournament/{cup}", "/puzzles/{game}/{puzzle}"),
    *("/study/{study}", "/calls", "/account/profile", "/daily", "/t/{match}/commentary"),
    "/t/{over}/mistakes",
)


@dataclass
class Sender:
    seat: Seat
    client: httpx.Client
    token: str
    rng: random.Random
    places: dict[str, str]

    def fill(self, path: str) -> str:
        """Put names into a path: mostly those of something real."""

        def name(found: re.Match[str]) -> str:
            real = self.places.get(found[1])
            return real if real is not None and self.rng.random() < REAL else self.rng.choice(NOTHING)

        return NAMED.sub(name, path)

    def post(self, path: str, body: bytes, kind: str) -> httpx.Request:
        """Make a request: with a seat's key, with a token, or with nothing."""
        headers = {"Content-Type": kind} if kind else {}
        headers |= self.rng.choice((self.seat.headers, {"X-Form-Token": self.token}, {}))
        return self.client.build_request("POST", path, content=body, headers=headers)

    def get(self, path: str, names: tuple[str, ...], n_values: int, *more: str) -> httpx.Request:
        """Make a request with odd values in its query."""
        words = (*WORDS, *more)
        values = [(self.rng.choice(names), encoded(self.rng.choice(words))) for _ in range(n_values)]
        return self.client.build_request("GET", f"{path}?{urlencode(values)[:7000]}")


def encoded(word: str) -> bytes:
    return word.strip('"').encode("utf-8", "replace")


def make_places(client: httpx.Client, table: str, chance: random.Random) -> dict[str, str]:
    """Make something of every kind for the sender, and name it as paths do."""
    game, headers = game_names()[0], token(client)
    client.get("/daily/picture.png", timeout=START_SECONDS)  # the first one waits for a process to start
    cup = client.post("/api/tournaments", json={"game": game, "options": {"players": 2}}, headers=headers)
    played = load_game(game, players=2).new(seed=chance.getrandbits(30))
    while not played.over:
        played.play(chance.choice(played.moves()))
    record = json.dumps(played.record().to_json())
    over = client.post("/api/records", content=record, headers=headers).json()["table"]
    study = client.post(f"/api/tables/{over}/studies", json={}, headers=headers)
    collection = collection_of(game)
    puzzle = chance.choice(list(collection.puzzles)).id if collection else "none"
    made = {"match": table, "over": over, "game": game, "puzzle": puzzle, "number": "1"}
    return {**made, "cup": cup.json()["tournament"], "study": study.json()["study"]}


def send_bodies(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Send hostile bodies, and look at every answer, and at the table after every refusal."""
    seat, _ = target.tables()
    rng, findings = random.Random(seed), list[str]()
    n_requests = int(target.options.get("bodies", BODIES))
    with new_client(target.url) as client:
        form_token = client.get("/api/me").json()["form_token"]
        sender = Sender(seat, client, form_token, rng, make_places(client, seat.table, rng))
        made = sources(sender)
        before = snapshot(seat)
        for _ in range(n_requests):
            request = rng.choice(made)(sender)
            answer = client.send(request)
            findings += [f"{text}\n{curl(request)}" for text in wrong_with(answer)]
            after = snapshot(seat)
            if answer.status_code >= REFUSED and after != before:
                findings.append(f"a refused request changed a table: {answer.status_code} {curl(request)}")
            before = after
    return {"hostile bodies": n_requests}, findings


def wrong_with(answer: httpx.Response) -> list[str]:
    wrong = []
    if answer.status_code >= FAULT:
        wrong.append(f"{answer.status_code}: {answer.text[:200]}")
    elif not answer.text.startswith(NO_REQUEST):
        if (
            answer.status_code >= REFUSED
            and answer.request.url.path.startswith("/api/")
            and not is_explained(answer)
        ):
            wrong.append(f"{answer.status_code} is not explained: {answer.text[:200]}")
        if "content-security-policy" not in answer.headers:
            wrong.append("no security headers")
    if answer.elapsed.total_seconds() > SLOW_SECONDS:
        wrong.append(f"the answer took {answer.elapsed.total_seconds():.0f} s")
    return wrong


def is_explained(answer: httpx.Response) -> bool:
    try:
        said = answer.json()
    except ValueError:
        return False
    return isinstance(said, dict) and bool(said.get("error")) and "key" in said


# Kinds of requests

Source = Callable[[Sender], httpx.Request]


def sources(sender: Sender) -> list[Source]:
    """List the kinds of requests: bodies of the description, forms of the pages, large ones, queries."""
    described = sender.client.get("/api/openapi.json").json()
    bodies = [json_source(path, schema) for path, schema in json_bodies(described)]
    pages = [NAMED.sub(lambda found: sender.places[found[1]], path) for path in FORM_PAGES]
    pages += [f"/?game={name}" for name in game_names()]
    texts = [sender.client.get(path).text for path in pages]
    forms = [form_source(one[1], FIELD.findall(one[2])) for text in texts for one in FORM.finditer(text)]
    plain = [any_query, any_address, any_visitor] * 10
    return [*bodies * 3, *forms, large_body, any_type, *plain, *[any_page] * len(bodies)]


def json_bodies(described: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path, methods in described["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {})
        schema = content.get(JSON_TYPE, {}).get("schema", {})
        for name in re.findall(r"#/components/schemas/(\w+)", json.dumps(schema)):
            found.append((path, described["components"]["schemas"][name].get("properties", {})))
    return found


def json_source(path: str, properties: dict[str, Any]) -> Source:
    def make(sender: Sender) -> httpx.Request:
        chosen = [name for name in properties if sender.rng.random() < 0.6]
        pairs = [f'"{name}":{odd_or_usual(sender.rng, name)}' for name in chosen]
        body = "{" + ",".join(pairs + pairs[: sender.rng.random() < 0.1]) + "}"
        return sender.post(sender.fill(path), body.encode(), JSON_TYPE)

    return make


def odd_or_usual(rng: random.Random, name: str) -> str:
    """Choose the value of a field: an odd one, or one that leads further."""
    usual: dict[str, Any] = {"game": rng.choice(game_names()), "options": {"players": 2}, "name": "Eve"}
    usual |= {"clock": {"kind": "move", "seconds": 60}, "move": "pass", "at": rng.choice(ODD_PLACES)}
    usual |= {"seat": 0, "ply": 3, "number": 1, "places": [1, 2], "off": ["push"], "channel": "webhook"}
    usual["format"] = rng.choice(("swiss", "groups"))
    nested = {"clock": '{"kind":"none","seconds":%s}', "options": '{"players":%s}'}
    if name in nested and rng.random() < 0.5:
        return nested[name] % rng.choice(WORDS)
    return json.dumps(usual[name]) if name in usual and rng.random() < 0.6 else rng.choice(WORDS)


def form_source(path: str, names: list[str]) -> Source:
    def make(sender: Sender) -> httpx.Request:
        values = (*WORDS, "0", "1", "")
        pairs = [(name, encoded(sender.rng.choice(values))) for name in names if name != "form"]
        fields = [("form", sender.token.encode()), *pairs, *pairs[: sender.rng.random() < 0.1]]
        return sender.post(path, urlencode(fields).encode(), FORM_TYPE)

    return make


def large_body(sender: Sender) -> httpx.Request:
    unit = sender.rng.choice((b"&", b"[", b"[],", b"a=b&", b'{"a":', b"%", b"\x00", b'"', b"1,", b"--b\r\n"))
    path = sender.rng.choice(("/taste", "/api/tables", "/records", "/api/records", "/account/login"))
    return sender.post(path, unit * (LARGE // len(unit)), sender.rng.choice(TYPES[:4]))


def any_query(sender: Sender) -> httpx.Request:
    path = sender.rng.choice(TABLE_PAGES).format(match=sender.seat.table)
    return sender.get(path, TABLE_QUERIES, 3)


def any_page(sender: Sender) -> httpx.Request:
    return sender.get(sender.fill(sender.rng.choice(PAGES)), QUERIES, 2, *ODD_PLACES)


def any_address(sender: Sender) -> httpx.Request:
    rng, names = sender.rng, ("t", "api", "tables", "cards", "replay", "live", "account", "static", "..", "")
    parts = [rng.choice((*names, *NOTHING, encoded(rng.choice(WORDS)))) for _ in range(rng.randrange(5))]
    path = "/".join(quote(part, safe="")[:1500] for part in parts)
    method = rng.choice(("GET", "POST", "PUT", "DELETE", "OPTIONS"))
    return sender.client.build_request(method, f"{sender.client.base_url}/{path}")


def any_visitor(sender: Sender) -> httpx.Request:
    """Look at a table, or pause it, with cookies, a key and a language that nobody has."""
    rng = sender.rng
    some = [bytes(rng.choices(b"abcXYZ019.:|-_%=,;q*\xe9", k=rng.randrange(40))) for _ in range(3)]
    name = rng.choice((b"bm_visitor", b"bm_session", b"bm_seats", b"bm_lang", b"bm_theme"))
    key = rng.choice((b"Bearer " + some[1], some[1])).strip()
    headers = {b"Cookie": name + b"=" + some[0], b"Authorization": key, b"Accept-Language": some[2]}
    table = sender.seat.table
    method, path = rng.choice((("GET", f"/t/{table}"), ("POST", f"/api/tables/{table}/pause")))
    return httpx.Request(method, f"{sender.client.base_url}{path}", headers=headers)


def any_type(sender: Sender) -> httpx.Request:
    path = sender.rng.choice(("/taste", "/records", "/api/tables", f"/api/tables/{sender.seat.table}/chat"))
    bodies = (b"", b"{}", b"a=b", b"\xff\xfe\x00", b"--b\r\n\r\n--b--", bytes(range(256)))
    return sender.post(path, sender.rng.choice(bodies), sender.rng.choice(TYPES))


# Bytes that are hardly HTTP: each request is answered or closed, and none hangs

PATIENCE = 25.0  # seconds; a head has ten, a body twenty
MUTATIONS = 4  # at most, of one request
HOST = b" HTTP/1.1\r\nHost: x\r\n"
ODD = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
    b"GET /\r\n\r\n",
    b"CONNECT example.com:443" + HOST + b"\r\n",
    b"GET http://example.com/" + HOST + b"\r\n",
    b"OPTIONS *" + HOST + b"\r\n",
    b"GET /" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET /" + HOST + b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n",
    b"GET /%00%ff%2e%2e/" + HOST + b"\r\n",
    b"GET /static/../../../../etc/passwd" + HOST + b"\r\n",
    b"GET /static/%2e%2e/%2e%2e/server/app.py" + HOST + b"\r\n",
    b"GET /" + HOST + b"X: y\r\n" * 5000 + b"\r\n",
    b"GET /" + b"a" * 100_000 + HOST + b"\r\n",
    b"\r\n" * 5000,
    b"\x00" * 5000,
)
HEADERS = (
    *(b"Content-Length: 5", b"Content-Length: -5", b"Content-Length: 99999999999999999999"),
    *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked", b"Expect: 100-continue"),
    *(b"Connection: close", b"Host: y", b"Cookie: " + b"a=b; " * 3000, b"Range: bytes=0-,0-,0-,5-2"),
    *(b"If-Modified-Since: \xff", b"Accept-Encoding: " + b"gzip," * 500, b"ffffffffffffffff"),
    *(b"Accept-Language: " + b"ru;q=9," * 500, b"Authorization: Bearer " + b"." * 3000),
)
PARTS = (b"\r\n", b"\n", b"\x00", b"\xff", b":", *(header + b"\r\n" for header in HEADERS))


def send_broken_requests(target: Target, seed: int) -> tuple[Counts, list[str]]:
    rng, findings = random.Random(seed), list[str]()
    seat, _ = target.tables()
    n_requests = int(target.options.get("sockets", SOCKETS))
    whole = whole_requests(seat.table)
    for _ in range(n_requests):
        sent = rng.choice(ODD) if rng.random() < 0.1 else mutated(rng, rng.choice(whole))
        if wrong := send(target.url, sent):
            findings.append(f"{wrong}\n{shell_command(target.url, sent)}")
    return {"broken requests": n_requests}, findings


def whole_requests(table: str) -> list[bytes]:
    paths = ("/", "/api/tables", f"/t/{table}", "/static/base.css")
    get = [f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n" for path in paths]
    body = '{"move": "pass"}'
    head = f"Host: x\r\nContent-Type: {JSON_TYPE}\r\nContent-Length: {len(body)}\r\n\r\n"
    post = f"POST /api/tables/{table}/moves HTTP/1.1\r\n{head}{body}"
    chunked = f"Host: x\r\nContent-Type: {FORM_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n"
    form = f"POST /taste HTTP/1.1\r\n{chunked}5\r\na=b&c\r\n0\r\n\r\n"
    stream = f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n"
    return [text.encode() for text in (*get, post, form, stream)]


def mutated(rng: random.Random, data: bytes) -> bytes:
    for _ in range(rng.randint(1, MUTATIONS)):
        place = rng.randrange(len(data) + 1)
        line_end = rng.choice((b"\n", b"\r", b"\r\n", b"\r\n\r\n"))
        data = rng.choice(
            (
                data[:place],
                data[:place] + rng.choice(PARTS) + data[place:],
                data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :],
                data[:place] + data[place + rng.randrange(20) :],
                data + data[place:],
                data.replace(b"\r\n", line_end, rng.randrange(4)),
            )
        )
    return data


def send(url: str, data: bytes) -> str:
    """Send bytes and no more; describe what is wrong with the answer, "" if nothing is."""
    place, end = urlsplit(url), time.monotonic() + PATIENCE
    with socket.create_connection((place.hostname or "", place.port or 80), PATIENCE) as made:
        answer = b""
        try:
            made.sendall(data)
            made.shutdown(socket.SHUT_WR)
            while piece := made.recv(65536):
                answer += piece
                if b"text/event-stream" in answer[:2000]:  # it continues for ever, and may
                    break
                if time.monotonic() > end:
                    return "an answer without end"
        except TimeoutError:
            return "neither answered nor closed"
        except OSError:
            pass
    return judged(answer)


def judged(answer: bytes) -> str:
    """Describe what is wrong with the first answer of a connection."""
    if not answer:
        return ""  # closed: what was sent was no request
    words = answer.split(b" ", 2)
    if not answer.startswith(b"HTTP/1.") or not words[1].isdigit():
        return f"no HTTP: {answer[:100]!r}"
    return f"{int(words[1])}: {answer[:300]!r}" if int(words[1]) >= FAULT else ""


def shell_command(url: str, data: bytes) -> str:
    place = urlsplit(url)
    written = "".join(chr(b) if 32 <= b < 127 and chr(b) not in "\\'%" else f"\\x{b:02x}" for b in data[:600])
    return f"printf '{written}' | nc -N {place.hostname} {place.port}"
