"""`burgomaster strategy`: count many games of a game's net against itself, for the page of its strategy."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster import __version__
from burgomaster.cli.arguments import add_game, add_json, add_number, check_writable, wrong_use
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.texts import DONE

if TYPE_CHECKING:
    from burgomaster.lab.strategy import Described

GAMES = 1000
SEED = 1
SCHEMA = 1  # raised whenever a number changes its meaning


def add_strategy(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_game(parser, say)
    add_number(parser, say, "strategy.games", GAMES, least=1, metavar="K")
    add_number(parser, say, "strategy.seed", SEED)
    add_number(parser, say, "simulate.threads", os.cpu_count() or 1, least=1)
    parser.add_argument("--out", metavar="FILE", help=say("strategy.out"))
    add_json(parser, say)


def run_strategy(arguments: argparse.Namespace, say: Translator) -> int:
    """Play, count, and write what was counted: where somebody wants it, else where the game keeps it."""
    game_info(arguments.game)
    from burgomaster.bots.net_file import has_net
    from burgomaster.core.statistics import statistics_of
    from burgomaster.web.strategy import strategy_path

    if not has_net(arguments.game) or statistics_of(arguments.game) is None:
        raise wrong_use("strategy.cannot", game=arguments.game)
    path = Path(arguments.out) if arguments.out else strategy_path(arguments.game)
    check_writable(path)
    described = describe(arguments, play_all(arguments, say))
    path.write_text(to_text(described), encoding="utf-8")
    if arguments.json:
        print(json.dumps(described, indent=1))
    else:
        games = sum(table["games"] for table in described["tables"])
        print(say("strategy.done", path=path, games=say.number(games)))
    return DONE


def play_all(arguments: argparse.Namespace, say: Translator) -> list[Described]:
    from burgomaster.lab.strategy import kinds_of, play
    from burgomaster.terminal.output import counting

    kinds = kinds_of(arguments.game)
    with watching_compiler(say):
        play(kinds[0], 1, arguments.seed, 1)
    with counting(len(kinds) * arguments.games) as advance:
        how = (arguments.games, arguments.seed, arguments.threads, advance)
        return [play(kind, *how) for kind in kinds]


def describe(arguments: argparse.Namespace, counted: list[Described]) -> dict[str, Any]:
    """Describe what was counted with where it comes from."""
    from burgomaster.bots.net_file import net_hash

    words = ["burgomaster", arguments.command, arguments.game]
    words += ["--games", str(arguments.games), "--seed", str(arguments.seed)]
    info = game_info(arguments.game)
    provenance = {
        "command": shlex.join(words),
        "date": time.strftime("%Y-%m-%d"),
        "net": net_hash(arguments.game),
        "burgomaster": __version__,
    }
    return {
        "schema": SCHEMA,
        "game": arguments.game,
        "rules_version": info.version,
        "variant": info.variants[0].name,
        "provenance": provenance,
        "tables": [table for table, _ in counted],
        "openings": {"provenance": provenance, "tables": [tree for _, tree in counted]},
    }


def to_text(described: dict[str, Any]) -> str:
    """Write the numbers with one line a row: small, and differences can be read."""
    text = json.dumps(described, separators=(",", ":"), ensure_ascii=False)
    return text.replace('{"id"', '\n{"id"').replace('{"players"', '\n{"players"') + "\n"
