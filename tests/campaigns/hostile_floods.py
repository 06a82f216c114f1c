"""Floods of one address: connections that never end, and honest-looking wishes; an honest visitor meanwhile.

Every wish comes with new cookies, as from another person. The honest visitor at another address has a table
in the lobby, plays against a bot, and wants a game analysed: none of it may suffer.
"""

from __future__ import annotations

import json
import random
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import httpx

import burgomaster as bm
from burgomaster.core.registry import game_names
from burgomaster.server.settings import Settings
from tests.campaigns.clients import open_for_two
from tests.campaigns.hostile_target import (
    HONEST_SECONDS,
    HONEST_TIMES,
    LONGEST_VISIT,
    Counts,
    Target,
    look,
    n_descriptors,
    visit,
)
from tests.campaigns.servers import PATIENCE, until

CONNECTIONS, WISHES = 1200, 160  # of one trial
VISITS = 6  # of the honest visitor, meanwhile
LEFT_OVER = 30  # descriptors that may be open after a flood, beside those before it
LEVEL = "search:3"
RECORD_MOVES = 6  # of a game that is to be analysed
TOO_MANY = (409, 429)

GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
FORM = b"HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
BEGINNINGS: dict[str, Callable[[random.Random], bytes]] = {  # of requests that do not end, or are not read
    "head": lambda rng: GET + b"X: " + b"y" * rng.randrange(1000),
    "body": lambda _: b"POST /taste " + FORM + b"1000\r\n\r\na=b",
    "silent": lambda _: b"",
    "stream": lambda _: b"GET /lists HTTP/1.1\r\nHost: x\r\n\r\n" + GET + b"\r\n",
    "pipeline": lambda rng: (GET + b"\r\n") * rng.randrange(1, 6),
    "upload": lambda _: b"POST /records " + FORM + b"8000000\r\n\r\n" + b"&" * 60_000,
}


def flood(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Open many connections that never end, visit in between, and see that all are closed afterwards."""
    rng, url, findings = random.Random(seed), target.limited_url, list[str]()
    n_connections = int(target.options.get("floods", CONNECTIONS))
    limited = next((one for one in target.processes if one.url == url), None)
    before = 0 if limited is None else n_descriptors(limited)
    with suppress(AssertionError):  # the limits of earlier floods may still hold
        open_for_two(url)
    usual = max(look(url)[1] for _ in range(3))
    place = urlsplit(url)
    with ExitStack() as stack:
        for number in range(n_connections + 1):
            if number % (n_connections // VISITS) == 0 and (trouble := visit(url, usual)):
                findings.append(f"{trouble}, while {number} connections of another address flood the server")
            made = socket.create_connection((place.hostname or "", place.port or 80), PATIENCE)
            stack.enter_context(made).setblocking(False)
            with suppress(OSError):  # closed by the server, to make room
                made.sendall(BEGINNINGS[rng.choice(list(BEGINNINGS))](rng))
    if limited is not None and before:
        try:
            until(lambda: n_descriptors(limited) <= before + LEFT_OVER)
        except AssertionError:
            findings.append(
                f"{n_descriptors(limited)} descriptors are open after a flood, {before} before it"
            )
    return {"flooding connections": n_connections}, findings


# Wishes


def flood_tables(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Flood a server with limits from one address, and see how a visitor at another one fares."""
    rng, url = random.Random(seed), target.limited_url
    n_requests = int(target.options.get("table_floods", WISHES))
    place = rng.randrange(1, 2**15)
    with client_at(url, 1, place) as attacker, client_at(url, 2, place) as honest:
        usual = wait_for_bot(honest)
        with table_in_lobby(honest) as table:
            findings = send_flood(attacker, rng, n_requests, table)
            findings += fate_of_honest(honest, table, usual)
    return {"flooding wishes": n_requests}, findings


@contextmanager
def client_at(url: str, side: int, place: int) -> Iterator[httpx.Client]:
    address = f"127.{side}.{place // 250}.{place % 250 + 1}"
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=url, transport=transport, trust_env=False, timeout=LONGEST_VISIT) as made:
        yield made


def send_flood(attacker: httpx.Client, rng: random.Random, n_requests: int, table: str) -> list[str]:
    """Send wishes of all kinds; name answers that make no sense, and kinds that were granted too often."""
    accepted, findings = Counter[str](), list[str]()
    for _ in range(n_requests):
        kind = rng.choice(KINDS)
        attacker.cookies.clear()
        status = send_wish(attacker, rng, kind, table)
        accepted[kind] += status < 300
        if status >= 300 and status not in TOO_MANY:
            findings.append(f"a wish of the kind {kind} was answered {status}")
    most = {"bots": Settings.most_running, "waiting": Settings.most_waiting, "lobby": Settings.most_open}
    for kind, number in most.items():
        if accepted[kind] > number * Settings.crowd:
            findings.append(f"one address has opened {accepted[kind]} tables of the kind {kind}")
    return findings


KINDS = ("bots", "waiting", "lobby", "chat", "analysis")


def send_wish(client: httpx.Client, rng: random.Random, kind: str, table: str) -> int:
    """Ask for a table of bots, one that waits, one in the lobby or an analysis, or talk."""
    if kind == "chat":
        said = {"text": "!" * rng.randrange(1, 400), "name": "host"}
        return client.post(f"/api/tables/{table}/chat", json=said).status_code
    if kind == "analysis":
        status, name = upload(client, rng)
        return client.get(f"/api/tables/{name}/analysis").status_code if name else status
    more: dict[str, dict[str, Any]] = {"bots": {"bots": [LEVEL] * 2, "sit": False}, "lobby": {"open": True}}
    asked = {"game": some_game(rng), "options": {"players": 2}, **more.get(kind, {})}
    return client.post("/api/tables", json=asked).status_code


def some_game(rng: random.Random) -> str:
    return rng.choice(sorted(game_names()))


def upload(client: httpx.Client, rng: random.Random) -> tuple[int, str]:
    table = bm.game(some_game(rng), players=2).new(seed=rng.randrange(2**31))
    for _ in range(RECORD_MOVES):
        table.play(rng.choice(table.moves()).notation)
    record = json.dumps(table.record().to_json())
    answer = client.post("/api/records", content=record, headers={"Content-Type": "application/json"})
    return answer.status_code, answer.json().get("table", "") if answer.status_code == 201 else ""


# The honest visitor


@contextmanager
def table_in_lobby(honest: httpx.Client) -> Iterator[str]:
    table, key = new_table(honest, open=True)
    yield table
    honest.post(f"/api/tables/{table}/cancel", headers=key)


def fate_of_honest(honest: httpx.Client, table: str, usual: float) -> list[str]:
    findings = []
    if f"row-{table}" not in httpx.get(f"{honest.base_url}", trust_env=False).text:
        findings.append("a flood pushed an honest table out of the lobby")
    patience = max(HONEST_SECONDS, HONEST_TIMES * usual)
    waited = wait_for_bot(honest)
    if waited > patience:
        findings.append(f"an honest visitor waited {waited:.1f} s for a bot, in peace {usual:.1f} s")
    honest.cookies.clear()
    status, name = upload(honest, random.Random(table))
    if not name:
        return [*findings, f"a record of an honest visitor was answered {status}"]
    return findings + fate_of_analysis(honest, name, patience)


def fate_of_analysis(honest: httpx.Client, name: str, patience: float) -> list[str]:
    end = time.monotonic() + RECORD_MOVES * patience
    while time.monotonic() < end:
        answer = honest.get(f"/api/tables/{name}/analysis")
        if answer.status_code >= 300:
            return [f"an analysis of an honest visitor was answered {answer.status_code}"]
        if answer.json()["done"]:
            return []
        time.sleep(0.1)
    return ["an analysis of an honest visitor has no turn behind those of another address"]


def wait_for_bot(client: httpx.Client) -> float:
    """Play until it is a bot's turn; give the seconds until it has moved."""
    table, key = new_table(client, bots=[LEVEL])
    path = f"/api/tables/{table}"
    while (seen := client.get(path, headers=key).json())["can_act"]:
        move = {"move": seen["view"]["moves"][-1], "position": seen["position"]}
        client.post(f"{path}/moves", json=move, headers=key)
    begun = time.monotonic()
    while not client.get(path, headers=key).json()["can_act"] and time.monotonic() < begun + LONGEST_VISIT:
        time.sleep(0.02)
    return time.monotonic() - begun


def new_table(client: httpx.Client, **asked: Any) -> tuple[str, dict[str, str]]:
    client.cookies.clear()
    answer = client.post("/api/tables", json={"game": min(game_names()), "options": {"players": 2}, **asked})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return str(made["table"]), {"Authorization": f"Bearer {made['key']}"}
