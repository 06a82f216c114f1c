"""Where games are found by name. The core knows none: `burgomaster.games` registers them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from burgomaster.core.errors import OptionError
from burgomaster.core.language import LANGUAGES
from burgomaster.core.options import GameInfo, Option, Variant, option_help

if TYPE_CHECKING:
    from burgomaster.core.game import Game, Rules

_packages: dict[str, str] = {}  # name -> package with `options.INFO` (light) and `rules.RULES` (kernels)


def register_game(name: str, package: str) -> None:
    """Make a game known by its name."""
    _packages[name] = package


def game_names() -> list[str]:
    """All games, in the order in which they were registered."""
    return list(_packages)


def game_info(name: str) -> GameInfo:
    """What can be said of a game without loading its rules; OptionError for an unknown name."""
    info: GameInfo = _load(name, "options").INFO
    return info


def game_rules(name: str) -> Rules:
    """The rules of a game; the first call loads its kernels."""
    rules: Rules = _load(name, "rules").RULES
    return rules


def load_game(name: str, /, *, players: Any = 2, **options: Any) -> Game:
    """A game with its options chosen; OptionError says what is allowed."""
    chosen = game_info(name).read(players, options)
    from burgomaster.core.game import Game  # late: it loads numba, which naming a game must not

    return Game(game_rules(name), chosen)


def describe_games() -> list[dict[str, Any]]:
    """What there is: names, titles, versions, player counts and options, JSON-ready."""
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
    """A default for programs; one that depends on other options is null."""
    if callable(default):
        return None
    return list(default) if isinstance(default, tuple) else default


def _load(name: str, module: str) -> Any:
    if name not in _packages:
        raise OptionError("option.game", given=repr(name)[:40], known=", ".join(_packages))
    return import_module(f"{_packages[name]}.{module}")
