"""`burgomaster analyse`: grades for the moves of a game, or estimates for all moves of a position."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_json, add_number, failed, write_file, wrong_use
from burgomaster.cli.recorded import load_text
from burgomaster.core.svg_chart import Line, Panel, line_chart
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE, reading
from burgomaster.terminal.storage import load_record, replay_record
from burgomaster.terminal.texts import one_line, short_name

if TYPE_CHECKING:
    from burgomaster.bots.advice import MoveEvaluation
    from burgomaster.bots.bot import Choice
    from burgomaster.core.table import Table

MARKED = {"mistake": 4.0, "blunder": 6.0}  # the grades that have a dot in the chart, with its radius
SIMULATIONS = 600
SEED = 1


def add_analyse(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help=say("analyse.file"))
    parser.add_argument("--position", metavar="TEXT", help=say("analyse.position"))
    parser.add_argument("--chart", metavar="FILE", help=say("analyse.chart"))
    add_search(parser, say)


def run_analyse(arguments: argparse.Namespace, say: Translator) -> int:
    if (arguments.file is None) == (arguments.position is None):
        raise wrong_use("analyse.file_or_position")
    if arguments.position is not None:
        if arguments.chart:
            raise wrong_use("analyse.chart_of_game")
        return analyse_position(arguments, say)
    record = load_record(arguments.file)
    from burgomaster.terminal.starting import watching_compiler

    with reading(arguments.file), watching_compiler(say):
        table = replay_record(record, arguments.file)
        found = evaluate_moves(arguments, table)
    if arguments.chart:
        write_chart(Path(arguments.chart), table, found, say)
    if arguments.json:
        from burgomaster.bots.advice import to_json

        moves = [to_json(evaluation, say.language) for evaluation in found]
        seats = [summary(found, seat) for seat in range(table.game.players)]
        described = {**describe_game(table), "moves": moves, "seats": seats}
        print(json.dumps(described, ensure_ascii=False, indent=1))
    else:
        print_evaluations(table, found, say)
    return DONE


def write_chart(path: Path, table: Table, found: Sequence[MoveEvaluation], say: Translator) -> None:
    """Draw chances and expected scores over the moves into a file."""
    shown = [evaluation for evaluation in found if evaluation.chances]
    highest = max((score for evaluation in shown for score in evaluation.scores), default=1.0)
    seats = range(len(shown[0].chances) if shown else 0)
    chances = [
        Line(
            table.names[seat],
            [(evaluation.ply, 100 * evaluation.chances[seat]) for evaluation in shown],
            [chart_mark(evaluation, say) for evaluation in shown if is_marked(evaluation, seat)],
        )
        for seat in seats
    ]
    scores = [
        Line(table.names[seat], [(evaluation.ply, evaluation.scores[seat]) for evaluation in shown])
        for seat in seats
    ]
    panels = [
        Panel(say("analyse.chart_chance"), chances, 100.0),
        Panel(say("analyse.chart_score"), scores, max(20.0, 20.0 * ceil(highest / 20))),
    ]
    picture = line_chart(say("analyse.title"), say("analyse.chart_moves"), panels)
    write_file(path, picture)


def is_marked(evaluation: MoveEvaluation, seat: int) -> bool:
    """Tell whether a move gave so much away that it has a dot on the line of its seat."""
    return evaluation.seat == seat and evaluation.grade in MARKED


def chart_mark(evaluation: MoveEvaluation, say: Translator) -> tuple[float, float, float, str]:
    words = f"{evaluation.ply}: {say(f'analyse.{evaluation.grade}')}, {evaluation.played.move.notation}"
    return evaluation.ply, 100 * evaluation.chances[evaluation.seat], MARKED[evaluation.grade], words


def summary(found: Sequence[MoveEvaluation], seat: int) -> dict[str, Any]:
    from burgomaster.bots.advice import grades_of

    grades, loss = grades_of(found, seat)
    return {"seat": seat, "grades": dict(grades), "loss": loss}


def print_evaluations(table: Table, found: Sequence[MoveEvaluation], say: Translator) -> None:
    """Print the analysis for people: one line a move, then each seat."""
    from burgomaster.bots.advice import grades_of
    from burgomaster.terminal.output import make_console, make_table

    console = make_console()
    headings = ("ply", "who", "move", "grade", "loss", "chance", "score", "better")
    grid = make_table(say, "analyse", headings, right=("ply", "loss"))
    for evaluation in found:
        grid.add_row(*cells(table, evaluation, say))
    console.print(grid)
    for seat in range(table.game.players):
        grades, loss = grades_of(found, seat)
        counts = ", ".join(f"{say(f'analyse.{name}')} {n}" for name, n in grades.items())
        name = short_name(table.names[seat])
        console.print(say("analyse.summary", name=name, loss=say.decimal(loss), grades=counts))


def cells(table: Table, evaluation: MoveEvaluation, say: Translator) -> list[str]:
    from rich.markup import escape

    best = evaluation.best[0]
    is_best = best.move == evaluation.played.move
    better = "" if is_best else f"{one_line(best.move.text(say.language))} ({say.signed(best.lead)})"
    return [
        str(evaluation.ply),
        escape(short_name(table.names[evaluation.seat])),
        escape(one_line(evaluation.played.move.text(say.language))),
        say(f"analyse.{evaluation.grade}"),
        say.decimal(evaluation.loss) if evaluation.loss >= 0.05 else "",
        " ".join(f"{100 * chance:.0f}" for chance in evaluation.chances),
        " ".join(f"{score:.0f}" for score in evaluation.scores),
        escape(better),
    ]


# One position


def analyse_position(arguments: argparse.Namespace, say: Translator) -> int:
    table = load_text(arguments.position, arguments.seed, say)
    if table.over:
        raise failed("analyse.position_over")
    choice = estimate_moves(table, arguments.simulations, arguments.seed, say)
    if arguments.json:
        print(json.dumps(describe_choice(table, choice, say), ensure_ascii=False, indent=1))
    else:
        print_choice(table, choice, say)
    return DONE


def estimate_moves(table: Table, simulations: int, seed: int, say: Translator) -> Choice:
    from burgomaster.bots.advice import expect
    from burgomaster.terminal.starting import watching_compiler

    with watching_compiler(say):
        return expect(table, simulations, seed)


def describe_choice(table: Table, choice: Choice, say: Translator) -> dict[str, Any]:
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
    from rich.markup import escape

    from burgomaster.terminal.output import make_console, make_table

    grid = make_table(say, "analyse", ("move", "share", "lead", "line"), right=("share", "lead"))
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


# Shared with `burgomaster explain`


def add_search(parser: argparse.ArgumentParser, say: Translator) -> None:
    add_number(parser, say, "analyse.simulations", SIMULATIONS, least=1)
    add_number(parser, say, "analyse.seed", SEED)
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
    return {"game": table.game.name, "names": table.names, "scores": table.scores}
