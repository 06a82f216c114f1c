"""The games in the lobby: a tile for each, its presets, and its options with a sentence about every one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from burgomaster.core.errors import OptionError
from burgomaster.core.options import GameInfo, Option, Variant, option_help
from burgomaster.core.registry import game_folder, game_info, game_names, part_texts
from burgomaster.server.request_bodies import NotJson, read_json
from burgomaster.server.texts import TEXTS
from burgomaster.web.game_pages import draws_board
from burgomaster.web.lessons import has_lesson
from burgomaster.web.static_files import content_url

MOST_DIGITS = 4
FACTS = ("why", "length", "weight")  # what a game says of itself on its tile, where it has such texts
COVER = "cover.svg"
USUAL_PLAYERS = 3


def menu(language: str) -> list[dict[str, Any]]:
    return [tile(game_info(name), language) for name in game_names()]


def tile(info: GameInfo, language: str) -> dict[str, Any]:
    counts = sorted({n for variant in info.variants for n in variant.players})
    found = part_texts(info.name, "web").entries(language)
    return {
        "name": info.name,
        "title": info.title(language),
        "about": info.texts.text(language, "game.about"),
        "facts": {fact: str(found[f"tile.{fact}"]) for fact in FACTS if f"tile.{fact}" in found},
        "cover": cover_of(info.name),
        "players": span(counts),
        "has_lesson": has_lesson(info.name),
    }


def span(counts: list[int]) -> str:
    """Write numbers of players: "2–5"."""
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"


@cache
def cover_of(game: str) -> str:
    """Find the picture on the tile of a game; "" where it has none."""
    path = game_folder(game) / "web" / "static" / COVER
    return content_url(f"{game}/{COVER}", path) if path.is_file() else ""


@cache
def describe(game: str, language: str) -> dict[str, Any]:
    info = game_info(game)
    presets = [
        {
            "key": f"{info.name}|{place}",
            "title": info.variant_title(variant.options, language),
            "players": list(variant.players),
            "span": span(sorted(variant.players)),
        }
        for place, variant in enumerate(info.variants)
    ]
    counts = sorted({n for variant in info.variants for n in variant.players})
    return {
        **tile(info, language),
        "has_board": draws_board(info.name),
        "presets": presets,
        "counts": counts,
        "usual_count": min(info.variants[0].players, key=lambda n: abs(n - USUAL_PLAYERS)),
        "options": [describe_option(info, option, language) for option in offered_options(info)],
    }


def offered_options(info: GameInfo) -> list[Option]:
    """List the options that the set-up asks for: choices among a few values that no preset makes."""
    preset = {name for variant in info.variants for name in variant.options}
    offered = [option for option in info.options if option.in_lobby and len(option.values) > 1]
    return [option for option in offered if option.name not in preset]


def describe_option(info: GameInfo, option: Option, language: str) -> dict[str, Any]:
    """Describe an option: its values, what it is if nobody says, and which presets it belongs to."""
    defaults = [info.read(one.players[0], dict(one.options))[option.name] for one in info.variants]
    fitting = [place for place, variant in enumerate(info.variants) if fits(info, option, variant)]
    known = {json.dumps(defaults[place]) for place in fitting or range(len(info.variants))}
    values = [(json.dumps(value), value_words(info, option, value, language)) for value in option.values]
    return {
        "name": option.name,
        "help": option_help(info, option).text(language),
        "values": values,
        "defaults": [value_words(info, option, value, language) for value in defaults],
        "is_same": len(known) == 1,
        "usual": value_words(info, option, defaults[fitting[0] if fitting else 0], language),
        "presets": [info.name + f"|{place}" for place in fitting],
        "preset_titles": [info.variant_title(info.variants[place].options, language) for place in fitting],
        "is_for_all": len(fitting) == len(info.variants),
    }


def fits(info: GameInfo, option: Option, variant: Variant) -> bool:
    """Tell whether an option can be set to all its values in a preset, and changes anything there."""
    sets = [{**variant.options, option.name: value} for value in option.values]
    try:
        read = [info.read(variant.players[0], options) for options in sets]
    except OptionError:
        return False
    return all(option.matters(options) for options in read)


def value_words(info: GameInfo, option: Option, value: Any, language: str) -> str:
    """Say a value of an option: yes, no, or as the game's pages call it."""
    if isinstance(value, bool):
        return TEXTS.text(language, "lobby.yes" if value else "lobby.no")
    said = part_texts(info.name, "web").entries(language).get(f"choice.{option.name}.{value}")
    return str(value).replace("_", " ") if said is None else str(said)


def chosen_options(info: GameInfo, options: Mapping[str, Any], language: str) -> list[str]:
    """Say which options of a table are not as usual, each with its sentence and value."""
    said = []
    for option in offered_options(info):
        if option.name not in options:
            continue
        usual = option.default(options) if callable(option.default) else option.default
        if options[option.name] != usual:
            words = value_words(info, option, options[option.name], language)
            said.append(f"{option_help(info, option).text(language).rstrip('.')}: {words}")
    return said


def read_choice(form: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Read the game and the options from a form; OptionError if they make no sense."""
    name, _, place = form.get("preset", "").partition("|")
    info = game_info(name)
    if not is_small(place) or int(place) >= len(info.variants):
        raise OptionError("option.value", name="preset", given=repr(place)[:20], allowed="0-9")
    variant = info.variants[int(place)]
    options = dict(variant.options)
    for option in info.options:
        given = form.get(f"option.{info.name}.{option.name}", "")
        if not given:
            continue
        try:
            options[option.name] = read_json(given.encode("utf-8", "replace"))
        except NotJson:
            allowed = ", ".join(map(repr, option.values))
            raise OptionError("option.value", name=option.name, given=given[:40], allowed=allowed) from None
    players = form.get("players", "")
    number = int(players) if is_small(players) else max(2, variant.players[0])
    if number not in variant.players:
        number = min(variant.players, key=lambda n: abs(n - number))
    return name, info.read(number, options)


def is_small(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS
