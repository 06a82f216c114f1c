"""Clients of the JSON interface: connections, tables opened, seats played from outside, streams read."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from burgomaster.core.registry import game_names
from tests.campaigns.scene import Person
from tests.campaigns.servers import until

FORGETFUL = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # keeps no cookies
NOBODY = httpx.Client(cookies=FORGETFUL, timeout=60, trust_env=False, verify=False)  # one for all
ANSWER_SECONDS = 20.0
IDLE_SECONDS = 2.0  # after which a connection is opened again: a server closes what is not used
OK = (200, 201)
Key = str | Person  # of a seat, or a person with cookies
FORM_DONE = 303  # a form leads to another page then


def new_client(url: str, **settings: Any) -> httpx.Client:
    return httpx.Client(base_url=url, timeout=60, trust_env=False, verify=False, **settings)


class Line:
    """A connection to a server, opened again when it breaks."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._connection: HTTPConnection | None = None
        self._used = 0.0

    def ask(self, path: str, body: Mapping[str, Any] | None = None, key: Key = "") -> tuple[int, Any]:
        """Send JSON; OSError or HTTPException if no answer comes."""
        status, text = self._send(path, None if body is None else json.dumps(body), key, "application/json")
        try:
            return status, json.loads(text) if text else None
        except ValueError:
            self.close()
            raise

    def read(self, path: str, form: str | None = None, key: Key = "") -> tuple[int, bytes]:
        """Ask for a page or a picture, or send a form, as browsers do."""
        return self._send(path, form, key, "application/x-www-form-urlencoded")

    def _send(self, path: str, sent: str | None, key: Key, kind: str) -> tuple[int, bytes]:
        known = key.headers if isinstance(key, Person) else {"Authorization": f"Bearer {key}"} if key else {}
        if time.monotonic() - self._used > IDLE_SECONDS:
            self.close()
        self._used = time.monotonic()
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        try:
            method = "GET" if sent is None else "POST"
            self._connection.request(method, path, sent, {"Content-Type": kind, **known})
            answer = self._connection.getresponse()
            return answer.status, answer.read()
        except (OSError, HTTPException):
            self.close()
            raise

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


# Seats


@dataclass
class Seat:
    url: str
    table: str
    key: str
    number: int

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}

    def get(self, path: str = "", **query: Any) -> Any:
        address = f"{self.url}/api/tables/{self.table}{path}"
        answer = NOBODY.get(address, headers=self.headers, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, verb: str, **body: Any) -> httpx.Response:
        headers = {**self.headers, "Content-Type": "application/json"}
        address = f"{self.url}/api/tables/{self.table}/{verb}"
        return NOBODY.post(address, headers=headers, content=json.dumps(body))

    def play(self, move: str, position: str | None = None) -> httpx.Response:
        return self.post("moves", move=move, position=position)

    def play_first(self, seen: dict[str, Any] | None = None) -> dict[str, Any] | None:
        """Make some legal move, if it is this seat's turn; give the table afterwards."""
        seen = seen or self.get()
        if not seen["can_act"]:
            return None
        moves = seen["view"]["moves"]
        move = next((move for move in moves if move.startswith("buy ")), moves[-1])
        answer = self.play(move, seen["position"])
        assert answer.status_code in (200, 409) or answer.json()["key"] == "over", answer.text
        return dict(answer.json()) if answer.status_code == 200 else None


def finish(seat: Seat) -> None:
    """Play a game to its end through the JSON interface, whatever page is open meanwhile."""
    while (seen := until(lambda: turn_or_end(seat)))["status"] != "over":
        while seen["can_act"]:
            seen = seat.play_first(seen) or seat.get()


def turn_or_end(seat: Seat) -> dict[str, Any] | None:
    """Look at a table: None during the turn of another player."""
    seen = dict(seat.get())
    return seen if seen["can_act"] or seen["status"] == "over" else None


def open_table(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    body = {"game": game_names()[0], "options": {"players": 2}, "name": "Anna", **asked}
    answer = client.post("/api/tables", json=body, headers=token(client))
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def token(client: httpx.Client) -> dict[str, str]:
    """Make the header that must come along with cookies."""
    return {"X-Form-Token": client.get("/api/me").json()["form_token"]}


def open_for_two(url: str, **asked: Any) -> tuple[Seat, Seat]:
    with new_client(url) as anna:
        made = open_table(anna, **asked)
    with new_client(url) as boris:
        answer = boris.post(f"/api/tables/{made['table']}/seats/1", json={"name": "Boris"})
        assert answer.status_code == 200, answer.text
    return Seat(url, made["table"], made["key"], 0), Seat(url, made["table"], answer.json()["key"], 1)


# Streams


def events(response: httpx.Response, stop: threading.Event) -> Iterator[str]:
    """Read the data of each event of a stream."""
    lines: list[str] = []
    for line in response.iter_lines():
        if stop.is_set():
            return
        if line.startswith("data: "):
            lines.append(line.removeprefix("data: "))
        elif not line and lines:
            yield "\n".join(lines)
            lines = []


class Listener:
    """Reads a stream in a thread, and connects again when it breaks, as a browser does."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.url, self.headers = url, headers
        self.heard: list[str] = []
        self.n_connections = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def last(self) -> Any:
        return json.loads(self.heard[-1]) if self.heard else None

    def _run(self) -> None:
        with httpx.Client(timeout=httpx.Timeout(5, read=2), trust_env=False, verify=False) as client:
            while not self._stop.is_set():
                try:
                    with client.stream("GET", self.url, headers=self.headers) as response:
                        self.n_connections += 1
                        for event in events(response, self._stop):
                            self.heard.append(event)
                except httpx.HTTPError:
                    self._stop.wait(0.1)

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(10)


@contextmanager
def listening(url: str, headers: dict[str, str] | None = None) -> Iterator[Listener]:
    made = Listener(url, headers or {})
    try:
        yield made
    finally:
        made.stop()
