"""`burgomaster simulate`: play many games and write them as a table of data."""

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
    possible_players,
    read_options,
    split_names,
    whole_number,
)
from burgomaster.cli.bench import usual_players
from burgomaster.cli.texts import failed, wrong_use
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

if TYPE_CHECKING:
    from burgomaster.lab.run import Run

GAMES = 10_000
SEED = 1
ROWS = ("game", "decision")
NEEDED = "pyarrow"


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add what is played, by whom, and where the table goes."""
    parser.epilog = say("simulate.more")
    add_game(parser, say)
    add_game_options(parser, say)
    number, threads = whole_number(say, 1), os.cpu_count() or 1
    parser.add_argument("--out", required=True, metavar="FILE", help=say("simulate.out"))
    parser.add_argument("--rows", choices=ROWS, default=ROWS[0], help=say("simulate.rows"))
    parser.add_argument("--bots", default="random", metavar="A,B", help=say("simulate.bots"))
    games = say("simulate.games", n=GAMES)
    parser.add_argument("--games", type=number, default=GAMES, metavar="K", help=games)
    seed = say("simulate.seed", n=SEED)
    parser.add_argument("--seed", type=whole_number(say), default=SEED, metavar="N", help=seed)
    helped = say("simulate.threads", n=threads)
    parser.add_argument("--threads", type=number, default=threads, metavar="N", help=helped)
    add_json(parser, say)


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Play, write, and say what was written."""
    if find_spec(NEEDED) is None:
        raise wrong_use("simulate.missing", package=NEEDED)
    asked = read_run(arguments)
    begun = time.perf_counter()
    try:
        played = play(arguments, asked, say)
    except KeyboardInterrupt:
        raise failed("simulate.stopped", path=arguments.out) from None
    found = describe(asked, Path(arguments.out), played, time.perf_counter() - begun)
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
    players = players or usual_players(possible_players(info, options))
    checked = info.read(players, options)
    if len(bots) not in (1, players):
        raise wrong_use("simulate.bots_and_seats", n=len(bots), players=players)
    made = make_run(arguments.game, checked, arguments.games, arguments.seed, bots, arguments.rows)
    if not made.is_compiled:
        from burgomaster.lab.arena import make_bot

        for bot in set(bots) - set(COMPILED):
            make_bot(bot, 0)
    return made


def play(arguments: argparse.Namespace, asked: Run, say: Translator) -> int:
    """Play what is still missing, with a bar and an estimate on a terminal."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from burgomaster.lab.dataset import write_dataset
    from burgomaster.terminal.output import make_console

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = make_console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=asked.games)
        return write_dataset(asked, arguments.out, arguments.threads, lambda n: bar.advance(task, n))


def describe(asked: Run, path: Path, played: int, seconds: float) -> dict[str, Any]:
    """Describe for programs what was written."""
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
    """Say for people what was written."""
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
