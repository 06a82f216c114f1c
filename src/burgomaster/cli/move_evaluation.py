"""What `analyse` and `explain` share: how deep moves of a record are searched, and a bar meanwhile."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_json, whole_number
from burgomaster.core.translator import Translator

if TYPE_CHECKING:
    from burgomaster.bots.advice import MoveEvaluation
    from burgomaster.core.table import Table

SIMULATIONS = 600
SEED = 1


def add_search(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add how deep to search, with which seed, and whether programs read the answer."""
    simulations = say("analyse.simulations", n=SIMULATIONS)
    number, seed = whole_number(say, 1), whole_number(say)
    parser.add_argument("--simulations", type=number, default=SIMULATIONS, metavar="N", help=simulations)
    parser.add_argument("--seed", type=seed, default=SEED, metavar="N", help=say("analyse.seed", n=SEED))
    add_json(parser, say)


def evaluate_moves(
    arguments: argparse.Namespace, table: Table, seat: int | None = None
) -> list[MoveEvaluation]:
    """Evaluate all moves of a game, or those of a seat, with a bar on a terminal."""
    from burgomaster.bots.advice import evaluate_move
    from burgomaster.bots.explanations import before
    from burgomaster.terminal.output import counting

    plies = [ply for ply, step in enumerate(table.steps, 1) if seat is None or step.seat == seat]
    found = []
    with counting(len(plies)) as advance:
        for ply in plies:
            move = table.steps[ply - 1].move
            found.append(evaluate_move(before(table, ply), move, arguments.simulations, arguments.seed))
            advance(1)
    return found


def describe_game(table: Table) -> dict[str, Any]:
    """Describe for programs which game was looked at."""
    return {"game": table.game.name, "names": table.names, "scores": table.scores}
