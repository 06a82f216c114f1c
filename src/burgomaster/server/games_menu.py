"""The games in the lobby: each with its presets and options, and a sentence about every option."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from burgomaster.core.errors import OptionError
from burgomaster.core.options import GameInfo, Option, option_help
from burgomaster.core.registry import game_info, game_names
from burgomaster.web.game_pages import draws_board
from burgomaster.web.lessons import has_lesson

MOST_DIGITS = 4


def menu(language: str) -> list[dict[str, Any]]:
    """Describe all games for the lobby."""
    return [describe(game_info(name), language) for name in game_names()]


def describe(info: GameInfo, language: str) -> dict[str, Any]:
    """Describe one game: its title, presets and options."""
    presets = [
        {
            "key": f"{info.name}|{place}",
            "title": info.variant_title(variant.options, language),
            "players": list(variant.players),
        }
        for place, variant in enumerate(info.variants)
    ]
    options = [describe_option(info, option, language) for option in info.options if is_offered(info, option)]
    return {
        "name": info.name,
        "title": info.title(language),
        "about": info.texts.text(language, "game.about"),
        "has_board": draws_board(info.name),
        "has_lesson": has_lesson(info.name),
        "presets": presets,
        "options": options,
    }


def is_offered(info: GameInfo, option: Option) -> bool:
    """Tell whether the lobby asks for an option: a choice among a few values that no preset makes."""
    preset = {name for variant in info.variants for name in variant.options}
    return option.in_lobby and option.name not in preset and len(option.values) > 1


def describe_option(info: GameInfo, option: Option, language: str) -> dict[str, Any]:
    """Describe an option: its values and what it does."""
    return {
        "name": option.name,
        "help": option_help(info, option).text(language),
        "values": [json.dumps(value) for value in option.values],
        "default": None if callable(option.default) else json.dumps(option.default),
        "is_flag": option.values == (False, True),
    }


def read_choice(form: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Read the game and the options from a lobby form; OptionError if they make no sense."""
    name, _, place = form.get("preset", "").partition("|")
    info = game_info(name)
    if not is_small(place) or int(place) >= len(info.variants):
        raise OptionError("option.value", name="preset", given=repr(place)[:20], allowed="0-9")
    variant = info.variants[int(place)]
    options = dict(variant.options)
    for option in info.options:
        given = form.get(f"option.{info.name}.{option.name}", "")
        if given:
            options[option.name] = read_value(option, given)
    players = form.get("players", "")
    number = int(players) if is_small(players) else max(2, variant.players[0])
    if number not in variant.players:
        number = min(variant.players, key=lambda n: abs(n - number))
    return name, info.read(number, options)


def is_small(word: str) -> bool:
    """Tell whether a word of a form is a number of a few digits."""
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


def read_value(option: Option, given: str) -> Any:
    """Read a value as a form sends it."""
    try:
        return json.loads(given)
    except ValueError:
        allowed = ", ".join(map(repr, option.values))
        raise OptionError("option.value", name=option.name, given=given[:40], allowed=allowed) from None
