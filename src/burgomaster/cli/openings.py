"""`burgomaster openings`: count how a game's net begins against itself, for the page of openings."""

from __future__ import annotations

import argparse
from typing import Any

from burgomaster.cli.net_games import add_net_games, count_games
from burgomaster.core.translator import Translator

GAMES = 2000


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add how many games to play, and where the numbers go."""
    add_net_games(parser, say, GAMES)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Play, count, and write what was counted."""
    from burgomaster.web.openings import openings_path

    return count_games(arguments, say, openings_path, play_all)


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
