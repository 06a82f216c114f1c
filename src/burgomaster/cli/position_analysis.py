"""What a search thinks of every move in one position: `burgomaster analyse --position TEXT`."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from burgomaster.cli.position import load_text
from burgomaster.cli.texts import failed
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE
from burgomaster.terminal.texts import one_line

if TYPE_CHECKING:
    from burgomaster.bots.bot import Choice
    from burgomaster.core.table import Table


def run_position(arguments: argparse.Namespace, say: Translator) -> int:
    """Search one position for the seat that is to move, and print what the moves are worth."""
    table = load_text(arguments.position, arguments.seed, say)
    if table.over:
        raise failed("analyse.position_over")
    choice = search(table, arguments.simulations, arguments.seed, say)
    if arguments.json:
        print(json.dumps(describe(table, choice, say), ensure_ascii=False, indent=1))
    else:
        print_choice(table, choice, say)
    return DONE


def search(table: Table, simulations: int, seed: int, say: Translator) -> Choice:
    """Think about a position with what the seat to move knows."""
    from burgomaster.bots.advice import expect
    from burgomaster.terminal.starting import watching_compiler

    with watching_compiler(say):
        return expect(table, simulations, seed)


def describe(table: Table, choice: Choice, say: Translator) -> dict[str, Any]:
    """Describe the estimates of all moves for programs."""
    from burgomaster.bots.advice import estimate_json

    return {
        "game": table.game.name,
        "to_move": table.to_move,
        "best": choice.move.notation,
        "scores": [round(score, 1) for score in choice.scores],
        "chances": [round(chance, 4) for chance in choice.chances],
        "moves": [estimate_json(estimate, say.language) for estimate in choice.estimates],
    }


def print_choice(table: Table, choice: Choice, say: Translator) -> None:
    """Print the moves for people, the best first."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table as Grid

    from burgomaster.terminal.output import make_console

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("move", "share", "lead", "line"):
        justify: Any = "right" if heading in ("share", "lead") else "left"
        grid.add_column(say(f"analyse.{heading}"), justify=justify)
    total = max(1, sum(estimate.visits for estimate in choice.estimates))
    for estimate in choice.estimates:
        text = escape(one_line(estimate.move.text(say.language)))
        share = say.percent(100 * estimate.visits / total)
        grid.add_row(text, share, say.signed(estimate.lead), escape(" · ".join(estimate.line[1:4])))
    console = make_console()
    console.print(say("analyse.position_of", seat=table.to_move))
    console.print(grid)
    if choice.scores:
        scores = ", ".join(f"{score:.0f}" for score in choice.scores)
        chances = ", ".join(say.percent(100 * chance) for chance in choice.chances)
        console.print(say("analyse.expected", scores=scores, chances=chances))
