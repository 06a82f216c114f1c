"""`burgomaster arena`: let bots play bots."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import (
    add_game,
    add_game_options,
    add_json,
    add_number,
    read_options,
    split_names,
    wrong_use,
)
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.texts import DONE

if TYPE_CHECKING:
    from burgomaster.lab.arena import Job, Outcome

GAMES = 100
SEED = 1
PLAYERS = 2


def add_arena(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_game(parser, say)
    add_game_options(parser, say)
    parser.add_argument("--bots", required=True, metavar="A,B", help=say("arena.bots"))
    add_number(parser, say, "arena.games", GAMES, least=1, metavar="K")
    add_number(parser, say, "arena.seed", SEED)
    add_number(parser, say, "arena.workers", os.cpu_count() or 1, least=1)
    parser.add_argument("--save", metavar="FILE", help=say("arena.save"))
    add_json(parser, say)


def run_arena(arguments: argparse.Namespace, say: Translator) -> int:
    options = game_info(arguments.game).read(
        arguments.players or PLAYERS, read_options(arguments, arguments.game)
    )
    bots = spread_folders(split_names(arguments.bots), arguments.game)
    if len(set(bots)) < 2 or len(set(bots)) != len(bots):
        raise wrong_use("arena.two_bots")
    if find_spec("openskill") is None:
        raise wrong_use("arena.missing", package="openskill")
    from burgomaster.lab import arena

    jobs = arena.make_jobs(arguments.game, options, bots, arguments.games, arguments.seed)
    outcomes = play_all(arguments, jobs, bots, say)
    if arguments.json:
        print(json.dumps(describe(outcomes), indent=1))
    else:
        print_standings(outcomes, say)
    return DONE


def spread_folders(bots: Sequence[str], game: str) -> list[str]:
    """Put a bot for every net in the place of `net:FOLDER`; a broken net is told before anybody plays."""
    from burgomaster.bots.net_file import check_net, net_word, nets_in

    found: list[str] = []
    for description in bots:
        word = net_word(description)
        if word and Path(word).is_dir():
            name = description.partition(":")[0]
            found += [f"{name}:{path}" for path in nets_in(Path(word))]
        else:
            found.append(description)
    for description in found:
        check_net(game, description)
    return found


def play_all(
    arguments: argparse.Namespace, jobs: Sequence[Job], bots: Sequence[str], say: Translator
) -> list[Outcome]:
    """Play what is still to be played, with a bar on a terminal; finished games are stored at once."""
    from burgomaster.lab import arena
    from burgomaster.terminal.output import counting

    path = Path(arguments.save) if arguments.save else None
    wanted = {job.key for job in jobs}
    outcomes = [found for found in arena.load_outcomes(path) if found.job.key in wanted] if path else []
    left = arena.left_over(jobs, outcomes)
    compile_for(left[:1], bots, say)
    with counting(len(jobs)) as advance:
        advance(len(outcomes))

        def note(outcome: Outcome) -> None:
            outcomes.append(outcome)
            advance(1)
            if path is not None:
                arena.keep_outcome(path, outcome)

        arena.play_jobs(left, arguments.workers, note)
    return outcomes


def compile_for(jobs: Sequence[Job], bots: Sequence[str], say: Translator) -> None:
    """Let every bot move once: an unknown one is refused, and nobody's first move waits for a compiler."""
    from burgomaster.bots import bot
    from burgomaster.core.table import load_game

    with watching_compiler(say):
        for job in jobs:
            table = load_game(job.game, **dict(job.options)).new(seed=job.seed)
            for name in bots:
                bot(name, seed=0).choose(table)


def describe(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    from burgomaster.lab import arena

    rated = arena.ratings(outcomes)
    return {
        "games": len(outcomes),
        "bots": {
            name: {**asdict(found), "rate": found.rate, "rating": rated[name][0], "deviation": rated[name][1]}
            for name, found in arena.standings(outcomes).items()
        },
        "pairs": [
            {"bot": one, "against": other, **asdict(found), "rate": found.rate}
            for (one, other), found in arena.pair_standings(outcomes).items()
        ],
    }


def print_standings(outcomes: Sequence[Outcome], say: Translator) -> None:
    """Print the result for people: the bots, the best first, and each pair."""
    from burgomaster.lab import arena
    from burgomaster.terminal.output import make_console, make_table

    rated = arena.ratings(outcomes)
    numbers = ("played", "won", "interval", "margin", "time")
    table = make_table(say, "arena", ("bot", "rating", *numbers), right=("rating", *numbers))
    found = arena.standings(outcomes)
    shown = short_names(list(found))
    for name in sorted(found, key=lambda name: -rated[name][0]):
        rating = " ± ".join(map(say.decimal, rated[name]))
        table.add_row(shown[name], rating, *standing_cells(found[name], say))
    console = make_console()
    console.print(table)
    pairs = make_table(say, "arena", ("pair", *numbers), right=numbers)
    for (one, other), standing in arena.pair_standings(outcomes).items():
        pairs.add_row(f"{shown[one]} : {shown[other]}", *standing_cells(standing, say))
    console.print(pairs)


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Call nets by their files without the folders, which hide what differs; all in full if two are alike."""
    short = {name: Path(name).stem if name.startswith("net:") else name for name in names}
    return short if len(set(short.values())) == len(names) else {name: name for name in names}


def standing_cells(standing: Any, say: Translator) -> list[str]:
    return [
        str(standing.games),
        say.percent(100 * standing.rate, 1),
        f"{say.decimal(100 * standing.low)}–{say.percent(100 * standing.high, 1)}",
        say.signed(standing.margin),
        f"{standing.milliseconds:.0f} ms ≤ {1000 * standing.slowest:.0f}",
    ]
