"""What `burgomaster strategy` and `burgomaster openings` share: games of a net against itself are counted
into a file that says where its numbers come from."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from burgomaster import __version__
from burgomaster.cli.arguments import add_game, add_json, check_writable, whole_number
from burgomaster.cli.texts import wrong_use
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

SEED = 1
SCHEMA = 1  # raised whenever a number changes its meaning
Tables = list[dict[str, Any]]


def add_net_games(parser: argparse.ArgumentParser, say: Translator, games: int) -> None:
    """Add how many games to play, and where the numbers go."""
    add_game(parser, say)
    number, threads = whole_number(say, 1), os.cpu_count() or 1
    helped = say("strategy.games", n=games)
    parser.add_argument("--games", type=number, default=games, metavar="K", help=helped)
    helped = say("strategy.seed", n=SEED)
    parser.add_argument("--seed", type=whole_number(say), default=SEED, metavar="N", help=helped)
    helped = say("simulate.threads", n=threads)
    parser.add_argument("--threads", type=number, default=threads, metavar="N", help=helped)
    parser.add_argument("--out", metavar="FILE", help=say("strategy.out"))
    add_json(parser, say)


def count_games(
    arguments: argparse.Namespace,
    say: Translator,
    path_of: Callable[[str], Path],
    play_all: Callable[[argparse.Namespace, Translator], Tables],
) -> int:
    """Play, count, and write what was counted: where somebody wants it, else where the game keeps it."""
    game_info(arguments.game)
    from burgomaster.bots.net_file import has_net
    from burgomaster.core.statistics import statistics_of

    if not has_net(arguments.game) or statistics_of(arguments.game) is None:
        raise wrong_use("strategy.cannot", game=arguments.game)
    path = Path(arguments.out) if arguments.out else path_of(arguments.game)
    check_writable(path)
    described = describe(arguments, play_all(arguments, say))
    path.write_text(to_text(described), encoding="utf-8")
    if arguments.json:
        print(json.dumps(described, indent=1))
    else:
        games = sum(table["games"] for table in described["tables"])
        print(say("strategy.done", path=path, games=say.number(games)))
    return DONE


def describe(arguments: argparse.Namespace, tables: Tables) -> dict[str, Any]:
    """Describe what was counted with where it comes from."""
    words = ["burgomaster", arguments.command, arguments.game]
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


def net_word(game: str) -> str:
    """Name the net of a game by what is in its file."""
    from burgomaster.bots.net_file import net_path

    return hashlib.sha256(net_path(game).read_bytes()).hexdigest()[:16]


def to_text(described: dict[str, Any]) -> str:
    """Write the numbers with one line a row: small, and differences can be read."""
    text = json.dumps(described, separators=(",", ":"), ensure_ascii=False)
    return text.replace('{"id"', '\n{"id"').replace('{"players"', '\n{"players"') + "\n"
