"""A bot that plays over the network; docs/network_bots.md explains every step. It needs nothing but Python.

python network_bot.py LINK [NAME]    # LINK is an invitation to a table, or the link of a seat with its key
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

FINAL = (401, 403, 404)  # answers that do not change by asking again
RETRY_SECONDS, SILENCE_SECONDS = 1.0, 60.0


def choose(table: dict[str, Any]) -> str:
    """Choose one of the legal moves: put your bot here. `table["view"]` is all that the seat may know."""
    return str(random.choice(table["view"]["moves"]))


def ask(url: str, key: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the server, with the key of the seat if there is one; a body makes it a change."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    return urlopen(
        Request(url + path, json.dumps(body).encode() if body else None, headers), timeout=SILENCE_SECONDS
    )


def persist(work: Any, *arguments: Any) -> Any:
    """Do something until it is done, however often the server goes away meanwhile."""
    while True:
        try:
            return work(*arguments)
        except HTTPError as error:
            with error:
                print(error, error.read().decode(), flush=True)
            if error.code in FINAL:
                raise SystemExit(str(error)) from None
        except (OSError, ValueError) as error:
            print(error, flush=True)
        time.sleep(RETRY_SECONDS)


def sit_down(url: str, name: str) -> str:
    """Take the first free seat and return its key; OSError if somebody was faster."""
    seats = json.load(ask(url, "", ""))["seats"]
    free = [number for number, seat in enumerate(seats) if seat["free"]]
    if not free:
        raise SystemExit("no seat is free")
    return str(json.load(ask(url, "", f"/seats/{free[0]}", {"name": name}))["key"])


def play(url: str, key: str) -> dict[str, Any]:
    """Play until the game is over; OSError if the connection ends before."""
    for line in ask(url, key, "/stream"):
        if line.startswith(b"data: "):
            table = json.loads(line.removeprefix(b"data: "))
            if table["status"] in ("over", "cancelled"):
                return dict(table)
            for verb, body in answers(table):
                ask(url, key, verb, body).close()
    raise OSError("the stream has ended")


def answers(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Say what the seat does now: agree that a move is taken back, or make one."""
    if table["takeback"] and table["takeback"]["seat"] != table["seat"]:
        yield "/answer", {"yes": True}
    elif table["can_act"] and not table["paused"]:
        yield "/moves", {"move": choose(table), "position": table["position"]}


def main(link: str, name: str = "Network bot") -> dict[str, Any]:
    """Sit down at the table of a link, or go on where a seat's link leads, and play to the end."""
    parts = urlsplit(link)
    base, _, match = parts.path.rstrip("/").rpartition("/t/")
    url = f"{parts.scheme}://{parts.netloc}{base}/api/tables/{match}"
    key = "".join(parse_qs(parts.query).get("key", [])) or persist(sit_down, url, name)
    print(f"go on later with {link.partition('?')[0]}?key={key}", flush=True)
    table: dict[str, Any] = persist(play, url, key)
    print(table["status"], dict(zip(table["names"], table["scores"], strict=True)), flush=True)
    return table


if __name__ == "__main__":
    main(*sys.argv[1:]) if "://" in "".join(sys.argv[1:2]) else sys.exit(__doc__)
