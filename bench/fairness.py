"""What a flood costs others: one address opens tables of bots, and somebody plays a bot meanwhile.

A server in a process of its own believes a proxy at this computer, so that the flood and the honest player
come from different addresses. Measured: how long the honest player waits for their opponent after each move,
without the flood and under it. Searches share the processors, so a wait is compared with a wait in the same
run, and told in thoughts.

    python -m bench.fairness --tables 120 --turns 8
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from typing import Any

import httpx
from tests.campaigns.servers import make_process, until

FLOOD, HONEST = "192.0.2.7", "198.51.100.9"  # addresses for examples
TABLE = {"game": "petersburg", "options": {"players": 5, "expansions": ["new_society"]}}
DUEL = {"game": "petersburg", "options": {"players": 2}, "bots": ["search:5"]}


def client_at(url: str, address: str) -> httpx.Client:
    """Somebody who comes from an address."""
    return httpx.Client(base_url=url, headers={"X-Forwarded-For": address}, timeout=600, trust_env=False)


def open_flood(client: httpx.Client, n_tables: int) -> list[str]:
    """Open tables at which five strong bots play each other."""
    tables = []
    for _ in range(n_tables):
        client.cookies.clear()
        made = client.post("/api/tables", json={**TABLE, "bots": ["search:5"] * 5, "sit": False})
        assert made.status_code == 201, made.text
        tables.append(made.json()["table"])
    return tables


def count_moves(client: httpx.Client, tables: list[str]) -> int:
    """Count the moves that were made at some tables."""
    return sum(client.get(f"/api/tables/{table}").json()["ply"] for table in tables)


def waits_of(client: httpx.Client, n_turns: int) -> list[float]:
    """Play some moves against a strong bot, and measure how long it takes to be one's turn again."""
    client.cookies.clear()
    made = client.post("/api/tables", json=DUEL).json()
    path, key = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['key']}"}
    waits: list[float] = []

    def seen() -> dict[str, Any]:
        return dict(client.get(path, headers=key).json())

    until(lambda: seen()["can_act"], 600)
    while len(waits) < n_turns:
        shown = seen()
        move = {"move": shown["view"]["moves"][0], "position": shown["position"]}
        begun = time.monotonic()
        answer = client.post(f"{path}/moves", json=move, headers=key)
        assert answer.status_code == 200, answer.text
        if not answer.json()["can_act"]:
            until(lambda: seen()["can_act"] or seen()["status"] == "over", 600)
            waits.append(time.monotonic() - begun)
    return waits


def told(title: str, waits: list[float]) -> str:
    """Tell of some waits."""
    return f"{title:22}{statistics.median(waits):8.2f} s in the median, {max(waits):8.2f} s at most"


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=120)
    parser.add_argument("--turns", type=int, default=8)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process = make_process(f"sqlite:///{folder}/tables.db", BURGOMASTER_PROXIES="127.0.0.1")
        process.start()
        try:
            with client_at(process.url, HONEST) as honest, client_at(process.url, FLOOD) as flood:
                quiet = waits_of(honest, asked.turns)
                print(told("nobody else plays", quiet), flush=True)
                tables = open_flood(flood, asked.tables)
                before = count_moves(flood, tables)
                flooded = waits_of(honest, asked.turns)
                print(told(f"{asked.tables} tables of bots", flooded), flush=True)
                print(f"the flood made {count_moves(flood, tables) - before} moves meanwhile")
                thoughts = statistics.median(flooded) / statistics.median(quiet)
                print(f"a wait under the flood is {thoughts:.1f} waits without it")
        finally:
            process.kill()


if __name__ == "__main__":
    main()
