"""The options of a position's text: those that are not as they would be anyway, readable where it is cheap.

edition~2014                  a word
expansions~~market            words, also none or several
open_money-true               a number, true, false or null
red_lines--eyJwb3Np...        anything else: JSON in base64url
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core.options import GameInfo, Option
from burgomaster.core.position_error import PositionError

WORD = re.compile(r"[A-Za-z0-9_]+")
OPTION = re.compile(r"([a-z][a-z0-9_]*)(~~|--|~|-)(.*)")


def write_options(info: GameInfo, options: Mapping[str, Any]) -> list[str]:
    """Write the options that are not as they would be by themselves, in the order of the game."""
    return [
        write_option(option.name, options[option.name])
        for option in info.options
        if not is_default(option, options)
    ]


def is_default(option: Option, options: Mapping[str, Any]) -> bool:
    """Tell whether an option is as it would be by itself."""
    default = option.default(options) if callable(option.default) else option.default
    if option.read is not None:
        default = option.read(default)
    value = options[option.name]
    return _plain(value) == _plain(default) and type(_plain(value)) is type(_plain(default))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def write_option(name: str, value: Any) -> str:
    """Write one option."""
    if isinstance(value, str) and WORD.fullmatch(value):
        return f"{name}~{value}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        if all(isinstance(item, str) and WORD.fullmatch(item) for item in value):
            return f"{name}~~{'~'.join(value)}"
    if value is None or isinstance(value, bool) or (isinstance(value, int) and value >= 0):
        return f"{name}-{json.dumps(value)}"
    data = json.dumps(_plain(value), separators=(",", ":"), sort_keys=True, ensure_ascii=True).encode()
    return f"{name}--{base64.urlsafe_b64encode(data).rstrip(b'=').decode()}"


def read_options(fields: Sequence[str]) -> dict[str, Any]:
    """Read options back; the game says whether it has them."""
    found: dict[str, Any] = {}
    for field in fields:
        match = OPTION.fullmatch(field)
        if match is None or match.group(1) in found:
            raise PositionError("position.option", given=repr(field)[:60])
        name, kind, value = match.groups()
        found[name] = _read_value(field, kind, value)
    return found


def _read_value(field: str, kind: str, value: str) -> Any:
    try:
        match kind:
            case "~":
                return value
            case "~~":
                return value.split("~") if value else []
            case "-":
                return json.loads(value)
        padded = value + "=" * (-len(value) % 4)
        return json.loads(base64.urlsafe_b64decode(padded).decode())
    except (ValueError, RecursionError):
        raise PositionError("position.option", given=repr(field)[:60]) from None
