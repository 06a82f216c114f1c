"""What schemathesis loads: real tables and games among what it makes up, and checks of our own.

Its findings go to a file, a line for each; so does every request, as an empty one.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from zlib import crc32

import schemathesis

from tests.campaigns.clients import Seat
from tests.campaigns.hostile_target import snapshot

REFUSED = 400
SEMANTIC = 422  # the request is well formed, and still cannot be done
TOO_LARGE = (413, 414, 431)
LONGEST_GAME = 40

_given: dict[str, Any] = json.loads(os.environ["HOSTILE_CAMPAIGN"])
_report = Path(_given["report"]).open("a", encoding="utf-8")  # noqa: SIM115  # as long as the process
_seat = Seat(_given["url"], _given["table"], _given["key"], 0)
_before: dict[str, Any] = {}


# Generating


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Name a real table, tournament, study or puzzle three times of four."""
    if path_parameters is None:
        return None
    return {name: real_or(name, given) for name, given in path_parameters.items()}


def real_or(name: str, given: Any) -> Any:
    real = _given["places"].get(name)
    is_made_up = not isinstance(given, str) or crc32(given.encode("utf-8", "replace")) % 4 == 0
    return given if real is None or is_made_up else real


@schemathesis.hook
def map_body(context: Any, body: Any) -> Any:
    """Name a real game where some name stands."""
    game = body.get("game") if isinstance(body, dict) else None
    if not isinstance(game, str) or len(game) > LONGEST_GAME:
        return body
    games = _given["games"]
    return {**body, "game": games[crc32(game.encode("utf-8", "replace")) % len(games)]}


# Checking


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Keep how the table is before something is asked of it."""
    is_change = case.method == "POST" and (case.path_parameters or {}).get("match") == _given["table"]
    _before.clear()
    if is_change:
        _before["table"] = snapshot(_seat)


@schemathesis.check
def nothing_changed(context: Any, response: Any, case: Any) -> None:
    if response.status_code >= REFUSED and "table" in _before:
        assert snapshot(_seat) == _before["table"], "the table is not as it was before it was refused"


@schemathesis.check
def errors_are_explained(context: Any, response: Any, case: Any) -> None:
    """Every error says what is wrong, to people and to programs, and every answer has headers of safety."""
    assert "content-security-policy" in response.headers, "no headers of safety"
    if response.status_code >= REFUSED and case.method != "HEAD":
        said = response.json()
        assert said["error"] and isinstance(said["key"], str), "an error that says nothing"


# Reporting


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    write({})


@schemathesis.hook
def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """Write a failure down, if it is one."""
    if is_right(type(failure).__name__, response):
        return False
    found = {
        "check": type(failure).__name__,
        "operation": case.operation.label,
        "status": response.status_code,
    }
    write({**found, "text": f"{failure.title}: {failure.message}"[:600], "curl": case.as_curl_command()})
    return True


def is_right(kind: str, response: Any) -> bool:
    """Tell whether an answer is right though schemathesis does not expect it.

    What the description allows may be impossible for other reasons than its form, and what it forbids may be
    refused for its size before anybody looks at its form.
    """
    if kind == "RejectedPositiveData":
        return bool(response.status_code == SEMANTIC and response.json()["key"] != "shape")
    return kind == "AcceptedNegativeData" and response.status_code in TOO_LARGE


def write(found: dict[str, Any]) -> None:
    _report.write(json.dumps(found) + "\n")
    _report.flush()
