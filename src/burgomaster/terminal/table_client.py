"""A client of one table of a server, through its JSON interface. The standard library is enough for it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import Request, urlopen

from burgomaster.core.language import Message, Plain
from burgomaster.terminal.texts import FAILED, TEXTS, Failure, wrong_use

ANSWER_SECONDS = 30
SILENCE_SECONDS = 60  # a server gives a sign of life more often than this
RETRY_SECONDS = 1.0
MOST_BYTES = 5_000_000
STALE = 409  # somebody was faster
AWAY = (502, 504)  # what stands before a server says that it does not answer
RETRIED = (*AWAY, 429)  # ask again somewhat later


class ConnectionLost(Failure):
    """The server did not answer; what was asked may or may not have been done."""


class Refusal(Failure):
    """The server answered that it will not do what was asked."""

    def __init__(self, status: int, text: str) -> None:
        self.status = status
        super().__init__(FAILED, Plain(text))


@dataclass(frozen=True)
class TableClient:
    """Where a table is, and the key of a seat there, "" for a spectator."""

    url: str
    table: str
    key: str = ""
    language: str = "en"

    def ask(self, path: str = "") -> Any:
        return self._send(path, None)

    def act(self, verb: str, **body: Any) -> Any:
        """Do something; Refusal with the server's reason if it will not."""
        return self._send(f"/{verb}", body)

    def sit(self, seat: int, name: str) -> TableClient:
        """Sit down on a free seat; gives the client that has its key."""
        answer = self.act(f"seats/{seat}", name=name)
        return replace(self, key=str(answer["key"]))

    def changes(self) -> Iterator[dict[str, Any] | None]:
        """Follow the table: as it is now, then whenever it changes; None whenever the connection was lost."""
        while True:
            try:
                with urlopen(self._request("/stream", None), timeout=SILENCE_SECONDS) as response:
                    for line in response:
                        if line.startswith(b"data: "):
                            yield json.loads(line.removeprefix(b"data: "))
            except HTTPError as error:
                with error:
                    if error.code not in RETRIED:
                        raise self._refusal(error) from None
            except (OSError, HTTPException, ValueError):
                pass
            yield None
            time.sleep(RETRY_SECONDS)

    @property
    def page(self) -> str:
        return f"{self.url}/t/{self.table}"

    def _request(self, path: str, body: Mapping[str, Any] | None) -> Request:
        headers = {"Content-Type": "application/json", "Accept-Language": self.language}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        data = None if body is None else json.dumps(body).encode()
        return Request(f"{self.url}/api/tables/{quote(self.table, safe='')}{path}", data, headers)

    def _send(self, path: str, body: Mapping[str, Any] | None) -> Any:
        try:
            with urlopen(self._request(path, body), timeout=ANSWER_SECONDS) as response:
                return json.loads(response.read(MOST_BYTES))
        except HTTPError as error:
            with error:
                raise (self._lost(error) if error.code in AWAY else self._refusal(error)) from None
        except (OSError, HTTPException, ValueError) as error:
            raise self._lost(error) from None

    def _lost(self, error: Exception) -> ConnectionLost:
        why = Message(TEXTS, "join.no_answer", url=self.url, why=str(error)[:200])
        return ConnectionLost(FAILED, why)

    def _refusal(self, error: HTTPError) -> Refusal:
        try:
            text = str(json.loads(error.read(MOST_BYTES))["error"])
        except (ValueError, KeyError, TypeError, OSError):
            text = f"HTTP {error.code}"
        return Refusal(error.code, text)


def find_table(server: str | None, table: str | None, key: str | None, language: str) -> TableClient:
    """Find the table that arguments describe: a server and a table, or the link of a seat."""
    parts = urlsplit(server or "")
    path = parts.path.strip("/").split("/")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise wrong_use("join.wanted")
    if table is None and len(path) >= 2 and path[-2] == "t":
        table, path = path[-1], path[:-2]
        key = key or "".join(parse_qs(parts.query).get("key", []))
    if not table:
        raise wrong_use("join.wanted")
    root = "/".join(part for part in path if part)
    url = f"{parts.scheme}://{parts.netloc}" + (f"/{root}" if root else "")
    return TableClient(url, table, key or "", language)
