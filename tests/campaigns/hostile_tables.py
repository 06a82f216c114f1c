"""Floods with honest-looking requests of one address: tables of bots, tables in the lobby, chat, analyses.

Every request comes with new cookies, as from another person. Somebody honest at another address has a table
in the lobby, plays against a bot, and wants a game analysed meanwhile: none of it may suffer.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

import burgomaster as bm
from burgomaster.core.registry import game_names
from burgomaster.server.settings import Settings
from tests.campaigns.hostile_target import HONEST_SECONDS, HONEST_TIMES, LONGEST_VISIT, Counts, Target

REQUESTS = 160  # of one trial
KINDS = ("bots", "waiting", "lobby", "chat", "analysis")
LEVEL = "search:3"
RECORD_MOVES = 6  # of a game that is to be analysed
TOO_MANY = (409, 429)


def flood_tables(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Flood a server with limits from one address, and see how somebody at another one fares."""
    rng, url = random.Random(seed), target.limited_url
    n_requests = int(target.options.get("table_floods", REQUESTS))
    place = rng.randrange(1, 2**15)
    with client_at(url, 1, place) as attacker, client_at(url, 2, place) as honest:
        usual = wait_for_bot(honest)
        with table_in_lobby(honest) as table:
            accepted, findings = send_flood(attacker, rng, n_requests, table)
            findings += beyond_limits(accepted)
            findings += fate_of_honest(honest, table, usual)
    return {"flooding wishes": n_requests}, findings


@contextmanager
def client_at(url: str, side: int, place: int) -> Iterator[httpx.Client]:
    """Somebody at an address of their own on this computer."""
    address = f"127.{side}.{place // 250}.{place % 250 + 1}"
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=url, transport=transport, trust_env=False, timeout=LONGEST_VISIT) as made:
        yield made


# The flood


def send_flood(
    attacker: httpx.Client, rng: random.Random, n_requests: int, table: str
) -> tuple[Counter[str], list[str]]:
    """Send wishes of all kinds; count those that were granted, and name answers that make no sense."""
    accepted, findings = Counter[str](), list[str]()
    for _ in range(n_requests):
        kind = rng.choice(KINDS)
        attacker.cookies.clear()
        status = WISHES[kind](attacker, rng, table)
        accepted[kind] += status < 300
        if status >= 300 and status not in TOO_MANY:
            findings.append(f"a wish of the kind {kind} was answered {status}")
    return accepted, findings


def open_bots(client: httpx.Client, rng: random.Random, _table: str) -> int:
    """Open a table of bots alone."""
    asked = {"game": some_game(rng), "options": {"players": 2}, "bots": [LEVEL] * 2, "sit": False}
    return client.post("/api/tables", json=asked).status_code


def open_waiting(client: httpx.Client, rng: random.Random, _table: str) -> int:
    """Open a table that waits."""
    return client.post("/api/tables", json={"game": some_game(rng), "options": {"players": 2}}).status_code


def open_in_lobby(client: httpx.Client, rng: random.Random, _table: str) -> int:
    """Open a table in the lobby."""
    asked = {"game": some_game(rng), "options": {"players": 2}, "open": True}
    return client.post("/api/tables", json=asked).status_code


def chat(client: httpx.Client, rng: random.Random, table: str) -> int:
    """Talk at the table of somebody else."""
    said = {"text": "!" * rng.randrange(1, 400), "name": "host"}
    return client.post(f"/api/tables/{table}/chat", json=said).status_code


def want_analysis(client: httpx.Client, rng: random.Random, _table: str) -> int:
    """Upload a game, and want it analysed."""
    status, name = upload(client, rng)
    return client.get(f"/api/tables/{name}/analysis").status_code if name else status


Wish = Callable[[httpx.Client, random.Random, str], int]
WISHES: dict[str, Wish] = {
    "bots": open_bots,
    "waiting": open_waiting,
    "lobby": open_in_lobby,
    "chat": chat,
    "analysis": want_analysis,
}


def some_game(rng: random.Random) -> str:
    """Choose a game."""
    return rng.choice(sorted(game_names()))


def upload(client: httpx.Client, rng: random.Random) -> tuple[int, str]:
    """Upload the beginning of a game; give the status, and the name of its table if it was taken."""
    table = bm.game(some_game(rng), players=2).new(seed=rng.randrange(2**31))
    for _ in range(RECORD_MOVES):
        table.play(rng.choice(table.moves()).notation)
    record = json.dumps(table.record().to_json())
    answer = client.post("/api/records", content=record, headers={"Content-Type": "application/json"})
    return answer.status_code, answer.json().get("table", "") if answer.status_code == 201 else ""


def beyond_limits(accepted: Counter[str]) -> list[str]:
    """Name kinds of tables of which one address got more than it may have."""
    most = {"bots": Settings.most_running, "waiting": Settings.most_waiting, "lobby": Settings.most_open}
    return [
        f"one address has opened {accepted[kind]} tables of the kind {kind}"
        for kind, number in most.items()
        if accepted[kind] > number * Settings.crowd
    ]


# Somebody honest


@contextmanager
def table_in_lobby(honest: httpx.Client) -> Iterator[str]:
    """Have a table in the lobby for a while."""
    asked = {"game": min(game_names()), "options": {"players": 2}, "open": True}
    made = new_table(honest, asked)
    yield str(made["table"])
    honest.post(f"/api/tables/{made['table']}/cancel", headers=bearer(made))


def fate_of_honest(honest: httpx.Client, table: str, usual: float) -> list[str]:
    """Say what somebody honest suffers."""
    findings = []
    if f"row-{table}" not in httpx.get(f"{honest.base_url}", trust_env=False).text:
        findings.append("a flood pushed an honest table out of the lobby")
    patience = max(HONEST_SECONDS, HONEST_TIMES * usual)
    waited = wait_for_bot(honest)
    if waited > patience:
        findings.append(f"somebody honest waited {waited:.1f} s for a bot, in peace {usual:.1f} s")
    honest.cookies.clear()
    status, name = upload(honest, random.Random(table))
    if not name:
        return [*findings, f"a record of somebody honest was answered {status}"]
    return findings + fate_of_analysis(honest, name, patience)


def fate_of_analysis(honest: httpx.Client, name: str, patience: float) -> list[str]:
    """Say whether an analysis gets its turn."""
    end = time.monotonic() + RECORD_MOVES * patience
    while time.monotonic() < end:
        answer = honest.get(f"/api/tables/{name}/analysis")
        if answer.status_code >= 300:
            return [f"an analysis of somebody honest was answered {answer.status_code}"]
        if answer.json()["done"]:
            return []
        time.sleep(0.1)
    return ["an analysis of somebody honest has no turn behind those of another address"]


def wait_for_bot(client: httpx.Client) -> float:
    """Play until it is a bot's turn; count the seconds until it has moved."""
    made = new_table(client, {"game": min(game_names()), "options": {"players": 2}, "bots": [LEVEL]})
    path, key = f"/api/tables/{made['table']}", bearer(made)
    while (seen := client.get(path, headers=key).json())["can_act"]:
        move = {"move": seen["view"]["moves"][-1], "position": seen["position"]}
        client.post(f"{path}/moves", json=move, headers=key)
    begun = time.monotonic()
    while not client.get(path, headers=key).json()["can_act"] and time.monotonic() < begun + LONGEST_VISIT:
        time.sleep(0.02)
    return time.monotonic() - begun


def new_table(client: httpx.Client, asked: dict[str, Any]) -> dict[str, Any]:
    """Open a table as a new person."""
    client.cookies.clear()
    answer = client.post("/api/tables", json=asked)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def bearer(made: dict[str, Any]) -> dict[str, str]:
    """Show the key of the seat that a new table has given."""
    return {"Authorization": f"Bearer {made['key']}"}
