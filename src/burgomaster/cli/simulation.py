"""`burgomaster bench` and `simulate`: how fast a game is played here, and many games as a table of data."""

from __future__ import annotations

import argparse
import json
import os
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import (
    add_game,
    add_game_options,
    add_json,
    add_number,
    failed,
    read_options,
    split_names,
    usual_players,
    wrong_use,
)
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.texts import DONE

if TYPE_CHECKING:
    from burgomaster.core.table import Game
    from burgomaster.lab.run import Run

GAMES = 10_000
SEED = 1
COPIED = 256  # positions that are copied at once
COPY_SECONDS = 0.3
CPU, CUDA = DEVICES = ("cpu", "cuda")
COMPARED = 2_000  # games whose scores a card and a processor must agree on
CARD_GAMES = 500  # times as many games as on a processor: a card is not busy with few
ROWS = ("game", "decision")
NEEDED = "pyarrow"


# burgomaster bench


def add_bench(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_game(parser, say)
    add_game_options(parser, say)
    add_number(parser, say, "bench.games", GAMES, least=1, metavar="K")
    add_number(parser, say, "bench.threads", os.cpu_count() or 1, least=1)
    parser.add_argument("--fixed", action="store_true", help=say("bench.fixed"))
    parser.add_argument("--device", choices=DEVICES, default=CPU, help=say("bench.device"))
    add_json(parser, say)


def run_bench(arguments: argparse.Namespace, say: Translator) -> int:
    info, options = game_info(arguments.game), read_options(arguments, arguments.game)
    players = arguments.players or usual_players(info, options)
    info.read(players, options)
    import burgomaster as bm

    if arguments.device == CUDA:
        from burgomaster.cuda import card

        card.find_card()
    from burgomaster.terminal.output import make_console, working

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


def measure(game: Game, games: int, threads: int, fixed: bool) -> dict[str, Any]:
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

    from burgomaster.compiler.struct import zeros

    states: Any = zeros(game.rules.state, COPIED)
    source = states.view(np.uint8)
    target = source.copy()
    n_copies, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < COPY_SECONDS:
        target[:] = source
        n_copies += COPIED
    return int(states.dtype.itemsize), n_copies / (time.perf_counter() - begun)


def print_measurements(found: dict[str, Any], say: Translator) -> None:
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


# burgomaster simulate


def add_simulate(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.epilog = say("simulate.more")
    add_game(parser, say)
    add_game_options(parser, say)
    parser.add_argument("--out", required=True, metavar="FILE", help=say("simulate.out"))
    parser.add_argument("--rows", choices=ROWS, default=ROWS[0], help=say("simulate.rows"))
    parser.add_argument("--bots", default="random", metavar="A,B", help=say("simulate.bots"))
    add_number(parser, say, "simulate.games", GAMES, least=1, metavar="K")
    add_number(parser, say, "simulate.seed", SEED)
    add_number(parser, say, "simulate.threads", os.cpu_count() or 1, least=1)
    add_json(parser, say)


def run_simulate(arguments: argparse.Namespace, say: Translator) -> int:
    if find_spec(NEEDED) is None:
        raise wrong_use("simulate.missing", package=NEEDED)
    asked = read_run(arguments)
    from burgomaster.lab.dataset import write_dataset
    from burgomaster.terminal.output import counting

    begun = time.perf_counter()
    try:
        with counting(asked.games) as advance:
            played = write_dataset(asked, arguments.out, arguments.threads, advance)
    except KeyboardInterrupt:
        raise failed("simulate.stopped", path=arguments.out) from None
    found = describe_run(asked, Path(arguments.out), played, time.perf_counter() - begun)
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        print_done(found, say)
    return DONE


def read_run(arguments: argparse.Namespace) -> Run:
    """Read what is to be played; wrong options, bots and counts are refused before anybody waits."""
    from burgomaster.lab.run import COMPILED, make_run

    info, options = game_info(arguments.game), read_options(arguments, arguments.game)
    bots = tuple(split_names(arguments.bots))
    players = arguments.players or (len(bots) if len(bots) > 1 else 0)
    players = players or usual_players(info, options)
    checked = info.read(players, options)
    if len(bots) not in (1, players):
        raise wrong_use("simulate.bots_and_seats", n=len(bots), players=players)
    made = make_run(arguments.game, checked, arguments.games, arguments.seed, bots, arguments.rows)
    if not made.is_compiled:
        from burgomaster.bots import bot

        for name in set(bots) - set(COMPILED):
            bot(name, seed=0)
    return made


def describe_run(asked: Run, path: Path, played: int, seconds: float) -> dict[str, Any]:
    import pyarrow.parquet as pq

    metadata = pq.read_metadata(path)
    return {
        "file": str(path),
        "bytes": path.stat().st_size,
        "rows": metadata.num_rows,
        "columns": metadata.num_columns,
        "games": asked.games,
        "games_played_now": played,
        "seconds": round(seconds, 2),
        "games_per_second": round(played / seconds) if seconds > 0 else 0,
        "run": asked.to_json(),
    }


def print_done(found: dict[str, Any], say: Translator) -> None:
    from burgomaster.terminal.output import make_console

    console = make_console()
    rows, games = say.number(found["rows"]), say.number(found["games"])
    size = say.decimal(found["bytes"] / 1e6)
    written = say("simulate.written", path=found["file"], rows=rows, columns=found["columns"], size=size)
    console.print(written, soft_wrap=True)
    if found["games_played_now"]:
        speed = say.number(found["games_per_second"])
        console.print(say("simulate.speed", games=say.number(found["games_played_now"]), speed=speed))
    else:
        console.print(say("simulate.was_done", games=games))
