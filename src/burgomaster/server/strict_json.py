"""JSON from outside: what the standard describes, of bounded size, and nothing twice.

Python's own reader takes `NaN` and `Infinity`, which are no JSON, and numbers that no float can hold; of two
equal keys it lets the last one win.
"""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

MOST_VALUES = 10_000  # of a document: the reader holds the interpreter; a record of our games has up to 700


class NotJson(ValueError):
    """A text that is not the JSON we take."""


def read_json(data: bytes, most: int = MOST_VALUES) -> Any:
    """Read a document; NotJson for everything that is none, or has too many values."""
    if data.count(b",") + data.count(b"[") + data.count(b"{") > most:
        raise NotJson("too many values")
    try:
        return _DECODER.decode(data.decode("utf-8").lstrip("\ufeff"))
    except NotJson:
        raise
    except (ValueError, RecursionError) as error:  # not JSON, not UTF-8, or nested too deeply
        raise NotJson(str(error)) from error


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities."""
    raise NotJson(f"{name} is not JSON")


def read_float(text: str) -> float:
    """Read a number with a point or an exponent, unless it is too large for one."""
    found = float(text)
    if not math.isfinite(found):
        raise NotJson("a number is too large")
    return found


def read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Read an object whose keys are all different."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson("a key stands twice in one object")
    return found


_DECODER = json.JSONDecoder(
    parse_constant=refuse_constant,
    parse_float=read_float,
    object_pairs_hook=read_object,
)
