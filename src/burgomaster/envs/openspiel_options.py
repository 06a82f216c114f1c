"""The options of a game as one word of OpenSpiel's parameters: `edition:2014;expansions:banquet+market`.

Several values are joined by `+`. Whatever OpenSpiel cannot read inside its parentheses (commas, equals signs)
is written as in addresses of pages, `%2C` for a comma; so any value of any option can be said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from burgomaster.core.errors import OptionError
from burgomaster.core.options import Option
from burgomaster.core.registry import game_info

SAFE = ' {}[]"'  # what OpenSpiel reads as it stands, besides letters and figures


def write_options(options: Mapping[str, Any]) -> str:
    """Write options as one word."""
    return ";".join(f"{name}:{_write_value(value)}" for name, value in options.items())


def read_options(game: str, words: str) -> dict[str, Any]:
    """Read what `write_options` wrote, or what a person wrote in the same way."""
    known = {option.name: option for option in game_info(game).options}
    found: dict[str, Any] = {}
    for word in filter(None, words.split(";")):
        name, colon, value = word.partition(":")
        if not colon or name in found:
            raise OptionError("openspiel.options", given=words[:80])
        found[name] = _read_value(known.get(name), value)
    return found


def _write_value(value: Any) -> str:
    if isinstance(value, list | tuple) and value and all(isinstance(item, str) for item in value):
        return "+".join(quote(item) for item in value)
    return quote(value if isinstance(value, str) else json.dumps(value), safe=SAFE)


def _read_value(option: Option | None, value: str) -> Any:
    """Read a value: as it is if it is allowed, several where there may be several, else as JSON."""
    word = unquote(value)
    if option is not None and word in option.values:
        return word
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        is_list = option is not None and isinstance(option.default, tuple)
        return [unquote(item) for item in value.split("+")] if is_list or "+" in value else word
