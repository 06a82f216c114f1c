"""`burgomaster openings`: count how a game's net begins against itself, for the page of openings."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import time
from pathlib import Path
from typing import Any

from burgomaster import __version__
from burgomaster.cli.arguments import add_game, add_json, whole_number
from burgomaster.cli.fit import check_writable
from burgomaster.cli.puzzles import net_word
from burgomaster.cli.texts import wrong_use
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

GAMES, SEED = 2000, 1
SCHEMA = 1  # raised whenever a number changes its meaning


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add how many games to play, and where the numbers go."""
    add_game(parser, say)
    number, threads = whole_number(say, 1), os.cpu_count() or 1
    helped = say("strategy.games", n=GAMES)
    parser.add_argument("--games", type=number, default=GAMES, metavar="K", help=helped)
    helped = say("strategy.seed", n=SEED)
    parser.add_argument("--seed", type=whole_number(say), default=SEED, metavar="N", help=helped)
    helped = say("simulate.threads", n=threads)
    parser.add_argument("--threads", type=number, default=threads, metavar="N", help=helped)
    parser.add_argument("--out", metavar="FILE", help=say("strategy.out"))
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Play, count, and write what was counted."""
    game_info(arguments.game)
    from burgomaster.bots.net_file import has_net
    from burgomaster.core.statistics import statistics_of
    from burgomaster.web.openings import openings_path

    if not has_net(arguments.game) or statistics_of(arguments.game) is None:
        raise wrong_use("strategy.cannot", game=arguments.game)
    path = Path(arguments.out) if arguments.out else openings_path(arguments.game)
    check_writable(path)
    described = describe(arguments, play_all(arguments, say))
    path.write_text(to_text(described), encoding="utf-8")
    if arguments.json:
        print(json.dumps(described, indent=1))
    else:
        games = sum(table["games"] for table in described["tables"])
        print(say("strategy.done", path=path, games=say.number(games)))
    return DONE


def play_all(arguments: argparse.Namespace, say: Translator) -> list[dict[str, Any]]:
    """Play for every number of players, with a bar on a terminal."""
    from burgomaster.lab import openings
    from burgomaster.lab.strategy import kinds_of
    from burgomaster.terminal.output import counting
    from burgomaster.terminal.starting import watching_compiler

    kinds = kinds_of(arguments.game)
    with watching_compiler(say):
        openings.play_part(kinds[0], 1, arguments.seed, 0)
    with counting(len(kinds) * arguments.games) as advance:
        how = (arguments.games, arguments.seed, arguments.threads, advance)
        return [openings.describe(kind, openings.play(kind, *how)) for kind in kinds]


def describe(arguments: argparse.Namespace, tables: list[dict[str, Any]]) -> dict[str, Any]:
    """Describe what was counted with where it comes from."""
    words = ["burgomaster", "openings", arguments.game]
    words += ["--games", str(arguments.games), "--seed", str(arguments.seed)]
    info = game_info(arguments.game)
    return {
        "schema": SCHEMA,
        "game": arguments.game,
        "rules_version": info.version,
        "variant": info.variants[0].name,
        "provenance": {
            "command": shlex.join(words),
            "date": time.strftime("%Y-%m-%d"),
            "net": net_word(arguments.game),
            "burgomaster": __version__,
        },
        "tables": tables,
    }


def to_text(described: dict[str, Any]) -> str:
    """Write the numbers with one line a node: small, and differences can be read."""
    text = json.dumps(described, separators=(",", ":"), ensure_ascii=False)
    return text.replace('{"id"', '\n{"id"').replace('{"players"', '\n{"players"') + "\n"
