"""Which kernels a game needs before people can play it, and how each is compiled ahead of its first use."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from burgomaster.compiler.jit import IS_PLAIN, is_interpreted, is_kernel, kernel_name, precompile
from burgomaster.compiler.kernel_cache import cache_directory
from burgomaster.compiler.struct import zeros
from burgomaster.core import kernels, python_api
from burgomaster.core.language import LANGUAGES
from burgomaster.core.log import new_logs
from burgomaster.core.move_list import Moves
from burgomaster.core.registry import game_package, game_rules
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.rules import Rules
from burgomaster.core.table import Game, load_game

RULES_ENTRIES = ("apply", "legal", "begin", "refuse", "deal", "redact", "score", "rank", "is_over")
SEED = 1


def compile_entry(game: str, name: str) -> None:
    """Compile one function of the Python interface for the states of a game."""
    examples = {
        "states": game_rules(game).undealt(load_game(game).options),
        "logs": new_logs(),
        "moves": zeros(Moves, 1),
        "rng": new_rng(),
    }
    precompile(getattr(python_api, name), examples)


def rehearse(game: Game) -> None:
    """Play a game that nobody sees, with all that people need of a table: moves, texts, views, a record."""
    table, chance = game.new(seed=SEED), random.Random(SEED)
    game.new(setup=table.setup)
    for language in LANGUAGES:
        [move.text(language) for move in table.moves()]
    while not table.over:
        table.play(chance.choice(table.moves()))
    for seat in (*range(game.players), None):
        table.view(seat)
    table.log(None)
    table.record().replay()


# Counting


def reached(entries: Iterable[Any], rules: Rules) -> set[str]:
    """Name all kernels that some kernels can call for a game, with themselves."""
    found: dict[str, Any] = {}
    waiting = list(entries)
    while waiting:
        kernel = waiting.pop()
        if is_kernel(kernel) and kernel_name(kernel) not in found:
            found[kernel_name(kernel)] = kernel
            waiting += [_resolved(called, rules) for called in _mentioned(kernel.py_func)]
    return set(found)


def rules_kernels(game: str) -> set[str]:
    """Name all kernels that people's play of a game can use."""
    entries = [getattr(python_api, name) for name in RULES_ENTRIES]
    return reached([*entries, seed_rng], game_rules(game))


def entry_kernels(game: str, name: str) -> set[str]:
    """Name the kernels that one function of the Python interface can use."""
    return reached([getattr(python_api, name)], game_rules(game))


def _mentioned(function: Callable[..., Any]) -> list[Any]:
    """List what the names in a function mean, also those behind the name of a module."""
    code, known = function.__code__, function.__globals__
    found = [known[name] for name in code.co_names if name in known]
    found += [cell.cell_contents for cell in function.__closure__ or ()]
    modules = [one for one in found if isinstance(one, ModuleType)]
    return found + [getattr(module, name, None) for module in modules for name in code.co_names]


def _resolved(called: Any, rules: Rules) -> Any:
    """Find the kernel of a game behind a function that every game has."""
    if getattr(called, "__module__", "") != kernels.__name__ or is_kernel(called):
        return called
    return kernels.kernel_of(called, rules.state)


# Remembering


def is_prepared(game: str, stage: str) -> bool:
    """Tell whether everything of a stage was compiled once from exactly these sources."""
    return is_interpreted() or (not IS_PLAIN and _mark(game, stage).exists())


def mark_prepared(game: str, stage: str) -> None:
    """Remember that everything of a stage is compiled and lies on the disk."""
    if IS_PLAIN:
        return
    with suppress(OSError):
        _mark(game, stage).touch()


def _mark(game: str, stage: str) -> Path:
    return cache_directory("bots", game_package(game)) / f"prepared-{stage}"
