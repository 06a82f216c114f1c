"""`burgomaster fit`: learn from games of the search against itself how far a lead decides a game."""

from __future__ import annotations

import argparse
import json
import platform
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster import __version__
from burgomaster.cli.arguments import add_game, add_json, whole_number
from burgomaster.cli.texts import failed
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

if TYPE_CHECKING:
    from burgomaster.lab.fit import Fit

GAMES, SEED, SIMULATIONS = 400, 1, 200


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add how many games to play, how strong, and where the numbers go."""
    add_game(parser, say)
    number = whole_number(say, 1)
    parser.add_argument("--games", type=number, default=GAMES, metavar="K", help=say("fit.games", n=GAMES))
    parser.add_argument(
        "--seed", type=whole_number(say), default=SEED, metavar="N", help=say("fit.seed", n=SEED)
    )
    parser.add_argument(
        "--simulations",
        type=number,
        default=SIMULATIONS,
        metavar="N",
        help=say("fit.simulations", n=SIMULATIONS),
    )
    parser.add_argument("--out", metavar="FILE", help=say("fit.out"))
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Play, fit, and write the fitted numbers."""
    game_info(arguments.game)
    from burgomaster.bots.fitted import fitted_path

    path = Path(arguments.out) if arguments.out else fitted_path(arguments.game)
    check_writable(path)
    found = play_and_fit(arguments, say)
    described = describe(arguments, found)
    path.write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
    if arguments.json:
        print(json.dumps(described, indent=1))
    else:
        print(say("fit.done", path=path, moments=found.moments))
        print(say("fit.error", error=say.decimal(found.error, 2)))
    return DONE


def check_writable(path: Path) -> None:
    """Fail before the long work if its result could not be kept."""
    try:
        with path.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise failed("fit.cannot_write", path=path, why=error.strerror or type(error).__name__) from None
    if path.stat().st_size == 0:
        path.unlink()


def play_and_fit(arguments: argparse.Namespace, say: Translator) -> Fit:
    """Play the games, with a bar on a terminal, and fit."""
    from burgomaster.lab import fit
    from burgomaster.terminal.output import counting
    from burgomaster.terminal.starting import watching_compiler

    with watching_compiler(say):
        fit.collect(arguments.game, 1, arguments.seed, 1)
    with counting(arguments.games) as advance:
        how = (arguments.games, arguments.seed, arguments.simulations)
        moments = fit.collect(arguments.game, *how, lambda: advance(1))
    return fit.fit(moments)


def describe(arguments: argparse.Namespace, found: Fit) -> dict[str, Any]:
    """Describe the fitted numbers with where they come from."""
    import numba
    import numpy as np

    words = ["burgomaster", "fit", arguments.game]
    for name in ("games", "seed", "simulations"):
        words += [f"--{name}", str(getattr(arguments, name))]
    return {
        "game": arguments.game,
        "spread": found.spread,
        "growth": found.growth,
        "provenance": {
            "command": shlex.join(words),
            "date": time.strftime("%Y-%m-%d"),
            "moments": found.moments,
            "error": round(found.error, 3),
            "versions": {
                "burgomaster": __version__,
                "python": platform.python_version(),
                "numpy": np.__version__,
                "numba": numba.__version__,
            },
        },
    }
