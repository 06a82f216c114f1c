"""`burgomaster puzzles`: search strong games for positions in which one move is clearly best."""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster import __version__
from burgomaster.cli.arguments import add_game, add_json, add_number, check_writable, split_names, wrong_use
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.texts import DONE

if TYPE_CHECKING:
    from burgomaster.lab.puzzles import Done, Job

GAMES, COUNT, SEED = 100, 150, 1


def add_puzzles(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_game(parser, say)
    add_number(parser, say, "puzzles.games", GAMES, least=1, metavar="K")
    add_number(parser, say, "puzzles.count", COUNT, least=1, metavar="K")
    parser.add_argument("--players", default="", metavar="N,N", help=say("puzzles.players"))
    add_number(parser, say, "puzzles.seed", SEED)
    add_number(parser, say, "puzzles.minutes", least=1, metavar="M")
    add_number(parser, say, "puzzles.processes", os.cpu_count() or 1, least=1)
    parser.add_argument("--out", metavar="FILE", help=say("puzzles.out"))
    known = parser.add_mutually_exclusive_group()
    known.add_argument("--add", action="store_true", help=say("puzzles.add"))
    known.add_argument("--again", action="store_true", help=say("puzzles.again"))
    known.add_argument("--ask-levels", action="store_true", help=say("puzzles.ask_levels"))
    add_json(parser, say)


def run_puzzles(arguments: argparse.Namespace, say: Translator) -> int:
    game_info(arguments.game)
    from burgomaster.bots.net_file import has_net
    from burgomaster.bots.puzzles import puzzles_path
    from burgomaster.lab import puzzles

    if not has_net(arguments.game):
        raise wrong_use("puzzles.cannot", game=arguments.game)
    path = Path(arguments.out) if arguments.out else puzzles_path(arguments.game)
    check_writable(path)
    if arguments.again or arguments.ask_levels:
        described = go_through(arguments, read_known(path, arguments.game))
    else:
        known = read_known(path, arguments.game) if arguments.add else None
        found = search(arguments, path, say)
        described = puzzles.describe(arguments.game, found, arguments.count, provenance(arguments), known)
    path.write_text(puzzles.to_text(described), encoding="utf-8")
    if arguments.json:
        print(json.dumps(described, indent=1))
    else:
        games = described["provenance"]["counts"]["games"]
        print(say("puzzles.done", path=path, n=len(described["puzzles"]), games=games))
    return DONE


def search(arguments: argparse.Namespace, path: Path, say: Translator) -> list[Done]:
    """Search what is left of the games, with a bar on a terminal; what was found is stored at once."""
    from burgomaster.lab import puzzles
    from burgomaster.terminal.output import counting

    jobs = puzzles.make_jobs(arguments.game, arguments.games, arguments.seed, players_of(arguments))
    if not jobs:
        raise wrong_use("puzzles.no_players", given=arguments.players)
    journal = puzzles.journal_path(path)
    known = {done.number: done for done in puzzles.load_journal(journal, head_of(arguments))}
    found = [known[job.number] for job in jobs if job.number in known]
    left = [job for job in jobs if job.number not in known]
    warm_up(left, say)
    deadline = time.monotonic() + 60 * (arguments.minutes or math.inf)
    with counting(len(jobs)) as advance:
        advance(len(found))

        def note(done: Done) -> None:
            puzzles.keep(journal, done)
            found.append(done)
            advance(1)

        puzzles.run_jobs(left, arguments.processes, deadline, note)
    return found


def read_known(path: Path, game: str) -> dict[str, Any]:
    """Read the puzzles of a game from a file as they are there."""
    from burgomaster.lab import puzzles

    try:
        known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        are_right = known["game"] == game and known["provenance"] and puzzles.jobs_of(known) is not None
    except (OSError, ValueError, KeyError, TypeError):
        are_right = False
    if not are_right:
        raise wrong_use("puzzles.no_file", path=path, game=game)
    return known


def go_through(arguments: argparse.Namespace, known: Mapping[str, Any]) -> dict[str, Any]:
    """Check known puzzles by the nets of today and describe those that are left; or only ask the levels."""
    from burgomaster.lab import puzzles
    from burgomaster.terminal.output import counting

    jobs = puzzles.jobs_of(known, is_known_best=arguments.ask_levels)
    found: list[Done] = []
    with counting(len(jobs)) as advance:

        def note(done: Done) -> None:
            found.append(done)
            advance(1)

        puzzles.run_jobs(jobs, arguments.processes, math.inf, note)
    about = {name: provenance(arguments)[name] for name in ("date", "commit", "net", "burgomaster")}
    if arguments.ask_levels:
        rows = [row for done in found for row in done.rows]
        return {**known, "provenance": {**known["provenance"], "asked": about}, **puzzles.rate(rows, rows)}
    described = puzzles.describe(arguments.game, found, len(jobs), {})
    about |= {"checked": len(jobs), "left": len(described["puzzles"])}
    return {**described, "provenance": {**known["provenance"], "again": about}}


def warm_up(jobs: Sequence[Job], say: Translator) -> None:
    """Compile what is needed before processes share it."""
    from burgomaster.bots import bot
    from burgomaster.core.table import load_game, load_position

    with watching_compiler(say):
        for job in jobs[:1]:
            table = load_game(job.game, **dict(job.options)).new(seed=job.seed)
            assert table.to_move is not None
            again = load_position(table.position(table.to_move))
            for name in ("net", "search:5"):
                bot(name, seed=0).choose(again)


def players_of(arguments: argparse.Namespace) -> list[int]:
    """Read the numbers of players that are asked for; none: all."""
    words = split_names(arguments.players)
    allowed = {str(n): n for n in game_info(arguments.game).players}
    if any(word not in allowed for word in words):
        raise wrong_use("puzzles.no_players", given=arguments.players)
    return [allowed[word] for word in words]


def head_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Say what a journal must have been begun with, to be gone on with."""
    from burgomaster.bots.net_file import net_hash

    info = game_info(arguments.game)
    return {
        "game": arguments.game,
        "rules_version": info.version,
        "seed": arguments.seed,
        "players": players_of(arguments),
        "net": net_hash(arguments.game),
    }


def provenance(arguments: argparse.Namespace) -> dict[str, Any]:
    """Say how the puzzles came about, so that anybody can find them again."""
    from burgomaster.bots.net_file import net_hash
    from burgomaster.learning.session import sources

    words = ["burgomaster", "puzzles", arguments.game, "--games", str(arguments.games)]
    words += ["--count", str(arguments.count), "--seed", str(arguments.seed)]
    words += ["--players", arguments.players] if arguments.players else []
    words += ["--minutes", str(arguments.minutes)] if arguments.minutes else []
    return {
        "command": shlex.join(words),
        "seed": arguments.seed,
        "date": time.strftime("%Y-%m-%d"),
        "commit": sources(),
        "net": net_hash(arguments.game),
        "burgomaster": __version__,
    }
