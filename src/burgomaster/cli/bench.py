"""`burgomaster bench`: how fast a game is simulated here."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import (
    add_game,
    add_game_options,
    add_json,
    possible_players,
    read_options,
    whole_number,
)
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

if TYPE_CHECKING:
    from burgomaster.core.table import Game

GAMES = 10_000
SEED = 1
PLAYERS = 2
COPIED = 256  # positions that are copied at once
COPY_SECONDS = 0.3
CPU, CUDA = DEVICES = ("cpu", "cuda")
COMPARED = 2_000  # games whose scores a card and a processor must agree on
CARD_GAMES = 500  # times as many games as on a processor: a card is not busy with few


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add the arguments of the command."""
    add_game(parser, say)
    add_game_options(parser, say)
    number = whole_number(say, 1)
    threads = os.cpu_count() or 1
    parser.add_argument("--games", type=number, default=GAMES, metavar="K", help=say("bench.games", n=GAMES))
    parser.add_argument(
        "--threads", type=number, default=threads, metavar="N", help=say("bench.threads", n=threads)
    )
    parser.add_argument("--fixed", action="store_true", help=say("bench.fixed"))
    parser.add_argument("--device", choices=DEVICES, default=CPU, help=say("bench.device"))
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Measure, and print what was measured."""
    info, options = game_info(arguments.game), read_options(arguments, arguments.game)
    players = arguments.players or usual_players(possible_players(info, options))
    info.read(players, options)
    import burgomaster as bm

    if arguments.device == CUDA:
        find_card()
    from burgomaster.terminal.output import make_console, working
    from burgomaster.terminal.starting import watching_compiler

    with watching_compiler(say):
        game = bm.game(arguments.game, players=players, **options)
        bm.simulate(game, games=1, seed=SEED, fixed=arguments.fixed)
    with working(make_console(stderr=True), say("bench.measuring")):
        found = measure(game, arguments.games, arguments.threads, arguments.fixed)
        if arguments.device == CUDA:
            found["card"] = measure_card(game, arguments.games * CARD_GAMES)
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        print_measurements(found, say)
    return DONE


def find_card() -> None:
    """Say that there is no card before anything is measured."""
    from burgomaster.cuda import card

    card.find_card()


def usual_players(possible: Sequence[int]) -> int:
    """Say how many play if nothing is said: the usual number, if a game can have it."""
    return PLAYERS if PLAYERS in possible or not possible else possible[0]


def measure(game: Game, games: int, threads: int, fixed: bool) -> dict[str, Any]:
    """Measure random play on one and on several threads, and copying."""
    n_bytes, copies = measure_copies(game)
    return {
        "game": game.name,
        "options": dict(game.options),
        "fixed": fixed,
        "random_play": [measure_play(game, games, n, fixed) for n in sorted({1, threads})],
        "state_bytes": n_bytes,
        "copies_per_second": round(copies),
    }


def measure_play(game: Game, games: int, threads: int, fixed: bool) -> dict[str, Any]:
    """Measure random games to the end."""
    from burgomaster.lab.simulate import simulate

    result = simulate(game, games=games, seed=SEED, threads=threads, fixed=fixed)
    return {
        "threads": threads,
        "games": result.games,
        "steps": result.steps,
        "seconds": round(result.seconds, 4),
        "steps_per_second": round(result.steps_per_second),
    }


def measure_card(game: Game, games: int) -> dict[str, Any]:
    """Measure random games on a graphics card, and compare some of them with a processor's."""
    from burgomaster.cuda import card, random_play
    from burgomaster.lab.simulate import simulate

    found = random_play.simulate(game, games, SEED)
    n = min(games, COMPARED)
    first, last = (simulate(game, games=n, seed=SEED + skipped).scores for skipped in (0, games - n))
    return {
        "name": card.name_of_card(),
        "games": found.games,
        "steps": found.steps,
        "seconds": round(found.seconds, 4),
        "steps_per_second": round(found.steps_per_second),
        "compared": n,
        "equal": bool((found.scores[:n] == first).all() and (found.scores[-n:] == last).all()),
    }


def measure_copies(game: Game) -> tuple[int, float]:
    """Measure the size of a position, and how many are copied each second."""
    import numpy as np

    from burgomaster.core.struct import zeros

    states: Any = zeros(game.rules.state, COPIED)
    source = states.view(np.uint8)
    target = source.copy()
    n_copies, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < COPY_SECONDS:
        target[:] = source
        n_copies += COPIED
    return int(states.dtype.itemsize), n_copies / (time.perf_counter() - begun)


def print_measurements(found: dict[str, Any], say: Translator) -> None:
    """Print the measurements for people."""
    from rich.table import Table

    from burgomaster.terminal.output import make_console

    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    for play in found["random_play"]:
        steps = say("bench.steps", n=say.number(play["steps_per_second"]))
        table.add_row(say("bench.random", n=play["threads"]), steps)
    if card := found.get("card"):
        table.add_row(card["name"], say("bench.steps", n=say.number(card["steps_per_second"])))
        word = "bench.equal" if card["equal"] else "bench.different"
        table.add_row(say("bench.compared", n=card["compared"]), say(word))
    table.add_row(say("bench.state"), say("bench.state_bytes", n=found["state_bytes"]))
    copies = say("bench.copies_per_second", n=say.number(found["copies_per_second"]))
    table.add_row(say("bench.copies"), copies)
    console = make_console()
    title = say("bench.title", game=found["game"], players=found["options"]["players"])
    console.print(title, style="bold")
    console.print(table)
