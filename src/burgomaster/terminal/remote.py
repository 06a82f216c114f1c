"""A seat at a table of a server, through its JSON interface. Nothing but the standard library is needed."""

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

from burgomaster.terminal.failure import failed, wrong_use

ANSWER_SECONDS = 30
SILENCE_SECONDS = 60  # a server gives a sign of life more often than this
RETRY_SECONDS = 1.0
MOST_BYTES = 5_000_000


@dataclass(frozen=True)
class Remote:
    """Where a table is, and the key of a seat there, "" for a spectator."""

    url: str
    table: str
    key: str = ""
    language: str = "en"

    def ask(self, path: str = "") -> Any:
        """Read something of the table."""
        return self._send(path, None)

    def act(self, verb: str, **body: Any) -> Any:
        """Do something; Failure with the server's reason if it refuses."""
        return self._send(f"/{verb}", body)

    def sit(self, seat: int, name: str) -> Remote:
        """Sit down on a free seat; the same table with its key."""
        answer = self.act(f"seats/{seat}", name=name)
        return replace(self, key=str(answer["key"]))

    def changes(self) -> Iterator[dict[str, Any] | None]:
        """The table now and whenever it changes; None whenever the connection was lost."""
        while True:
            try:
                with urlopen(self._request("/stream", None), timeout=SILENCE_SECONDS) as response:
                    for line in response:
                        if line.startswith(b"data: "):
                            yield json.loads(line.removeprefix(b"data: "))
            except HTTPError as error:
                raise self._refusal(error) from None
            except (OSError, HTTPException, ValueError):
                pass
            yield None
            time.sleep(RETRY_SECONDS)

    @property
    def page(self) -> str:
        """The page of the table."""
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
            raise self._refusal(error) from None
        except (OSError, HTTPException, ValueError) as error:
            raise failed("join.no_answer", url=self.url, why=str(error)[:200]) from None

    def _refusal(self, error: HTTPError) -> Exception:
        """What the server says."""
        try:
            text = str(json.loads(error.read(MOST_BYTES))["error"])
        except (ValueError, KeyError, TypeError, OSError):
            text = f"HTTP {error.code}"
        return failed("join.refused", text=text)


def find_remote(server: str | None, table: str | None, key: str | None, language: str) -> Remote:
    """The table that arguments describe: a server and a table, or the link of a seat."""
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
    return Remote(url, table, key or "", language)
