"""Where games are found by name: packages that an entry point of the group `burgomaster.games` names.

Every game is a package of the same form. `rules.options` has `INFO` and loads no compiler, `rules.definition`
has `RULES` with the kernels; the folders `bot`, `terminal` and `web` are optional (`game_part`).
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from burgomaster.core.errors import OptionError
from burgomaster.core.language import LANGUAGES, Catalog
from burgomaster.core.options import GameInfo, Option, Variant, option_help

if TYPE_CHECKING:
    from burgomaster.core.rules import Rules

GROUP = "burgomaster.games"

log = logging.getLogger(__name__)


@cache
def game_packages() -> dict[str, str]:
    """Find every installed game: its name and its package, in the order in which they are listed.

    A package that cannot be loaded is left out with a warning: one broken add-on must not stop the others.
    """
    found: list[tuple[int, str, str]] = []
    for entry in entry_points(group=GROUP):
        try:
            info: GameInfo = import_module(f"{entry.value}.rules.options").INFO
            if info.name != entry.name:
                raise ValueError(f"it calls itself {info.name}")
        except Exception as error:
            log.warning("The game %s (%s) cannot be loaded: %s", entry.name, entry.value, error)
        else:
            found.append((info.place, entry.name, entry.value))
    return {name: package for _, name, package in sorted(found)}


def game_names() -> list[str]:
    return list(game_packages())


def game_package(name: str) -> str:
    if name not in game_packages():
        raise OptionError("option.game", given=repr(name)[:40], known=", ".join(game_packages()))
    return game_packages()[name]


def game_folder(name: str) -> Path:
    package = import_module(game_package(name))
    assert package.__file__ is not None
    return Path(package.__file__).parent


@cache
def game_part(name: str, part: str) -> ModuleType | None:
    """Import a module of a game that not every game has, such as `web.page`; None where it has none."""
    package = game_package(name)
    folder = part.rpartition(".")[0]
    if folder and find_spec(f"{package}.{folder}") is None:
        return None
    module = f"{package}.{part}"
    return None if find_spec(module) is None else import_module(module)


def game_info(name: str) -> GameInfo:
    """Say what can be said of a game without loading its rules; OptionError for an unknown name."""
    info: GameInfo = import_module(f"{game_package(name)}.rules.options").INFO
    return info


@cache
def part_texts(name: str, part: str, shared: Path | None = None) -> Catalog:
    """Find the texts of a part of a game, such as `web`, with those of its rules below them.

    Between the two stand those of the folder `shared`. A part without texts of its own has these alone.
    """
    parent = game_info(name).texts if shared is None else Catalog(shared, game_info(name).texts)
    folder = game_folder(name) / part
    return Catalog(folder, parent) if (folder / "text_en.toml").is_file() else parent


def game_rules(name: str) -> Rules:
    """Load the rules of a game; the first call loads its kernels."""
    rules: Rules = import_module(f"{game_package(name)}.rules.definition").RULES
    return rules


def describe_games() -> list[dict[str, Any]]:
    """Tell what there is: names, titles, versions, player counts and options, JSON-ready."""
    return [_describe(game_info(name)) for name in game_names()]


def _describe(info: GameInfo) -> dict[str, Any]:
    cards = {} if info.cards is None else {"cards": info.cards()}
    return {
        "game": info.name,
        "title": {language: info.title(language) for language in LANGUAGES},
        "version": info.version,
        "players": list(info.players),
        "variants": [_describe_variant(variant) for variant in info.variants],
        "options": [_describe_option(info, option) for option in info.options],
        **cards,
    }


def _describe_variant(variant: Variant) -> dict[str, Any]:
    options = {
        name: list(value) if isinstance(value, tuple) else value for name, value in variant.options.items()
    }
    return {"name": variant.name, "options": options, "players": list(variant.players)}


def _describe_option(info: GameInfo, option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": _describe_default(option.default),
        "values": list(option.values) if option.values else option.form,
        "help": {language: option_help(info, option).text(language) for language in LANGUAGES},
    }


def _describe_default(default: Any) -> Any:
    """Return a default for programs; one that depends on other options is null."""
    if callable(default):
        return None
    return list(default) if isinstance(default, tuple) else default
