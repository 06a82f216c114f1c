"""What a server writes to its log: one line a record, for people or as JSON, with the request it belongs to.

No line names a path, a query or a header: routes are logged by their template. What looks like a key, a
cookie, a token, a password or an e-mail address in a message of somebody else's code is blotted out.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from contextvars import ContextVar
from typing import Any, TextIO

ACCESS = logging.getLogger("burgomaster.access")
FIELDS = ("method", "route", "status", "milliseconds")  # of a request that was answered
request_id: ContextVar[str] = ContextVar("request_id", default="")
BLOT = "[…]"
SECRETS = re.compile(
    r"""(?ix)
    (?P<before>
        \b(?:key|token|password|secret|form|session|authorization|cookie|bm_\w+)["']?\s*[=:]\s*["']?(?:bearer\s+)?
        | \bbearer\s+ | ://[^/\s:@]*:(?=[^/\s@]+@)
    )
    [^\s"'&;,@)\]}]+
    | \b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b
    """
)


def blot(text: str) -> str:
    """Blot out what looks like a secret or like somebody's address."""
    return SECRETS.sub(lambda found: (found["before"] or "") + BLOT, text)


def set_up_logs(log_format: str, access_log: bool, stream: TextIO = sys.stderr) -> None:
    """Send everything that is worth a line to a stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # what it warns of it raises as well
    ACCESS.setLevel(logging.INFO if access_log else logging.WARNING)


class TextLines(logging.Formatter):
    """Writes a record as a line for people; a traceback follows on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        fields = request_fields(record)
        words = [moment(record.created), record.levelname, record.name]
        words += [f"[{request_id.get()}]"] if request_id.get() else []
        return " ".join([*words, message_of(self, record), *(f"{name}={fields[name]}" for name in fields)])


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        line: dict[str, Any] = {"time": moment(record.created), "level": record.levelname.lower()}
        line |= {"logger": record.name, "message": message_of(self, record)}
        line |= {"request": request_id.get()} if request_id.get() else {}
        return json.dumps(line | request_fields(record), ensure_ascii=False)


def message_of(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    """Write what a record says, with its traceback, without anybody's secrets."""
    text = record.getMessage()
    if record.exc_info:
        text += "\n" + formatter.formatException(record.exc_info)
    return blot(text)


def request_fields(record: logging.LogRecord) -> dict[str, Any]:
    """Collect what a record says of the request that it is about."""
    return {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}


def moment(seconds: float) -> str:
    """Write a moment in universal time, to the millisecond."""
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1000):03d}Z"
