"""`burgomaster analyse` and `explain`: grades for the moves of a game, estimates, reasons in words."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgomaster.cli.arguments import add_json, add_number, failed, write_file, wrong_use
from burgomaster.cli.recorded import find_seat, load_text
from burgomaster.core.svg_chart import Line, Panel, line_chart
from burgomaster.core.translator import Translator
from burgomaster.terminal.starting import watching_compiler
from burgomaster.terminal.storage import load_record, replay_record
from burgomaster.terminal.texts import DONE, one_line, reading, short_name

if TYPE_CHECKING:
    from burgomaster.bots.advice import MoveEvaluation
    from burgomaster.bots.bot import Choice, MoveEstimate
    from burgomaster.bots.explanations import Explanation
    from burgomaster.bots.reasons import Part
    from burgomaster.core.table import Table

MARKED = {"mistake": 4.0, "blunder": 6.0}  # the grades that have a dot in the chart, with its radius
SIMULATIONS = 600
SEED = 1
LEAST = 0.05  # points worth a line of an explanation

# burgomaster analyse


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
    from burgomaster.bots.advice import expect

    with watching_compiler(say):
        choice = expect(table, arguments.simulations, arguments.seed)
    if arguments.json:
        print(json.dumps(describe_choice(table, choice, say), ensure_ascii=False, indent=1))
    else:
        print_choice(table, choice, say)
    return DONE


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


# burgomaster explain


def add_explain(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("file", metavar="FILE", help=say("explain.file"))
    add_number(parser, say, "explain.move", least=1)
    parser.add_argument("--seat", metavar="SEAT", help=say("explain.seat"))
    add_search(parser, say)


def run_explain(arguments: argparse.Namespace, say: Translator) -> int:
    record = load_record(arguments.file)

    with reading(arguments.file), watching_compiler(say):
        table = replay_record(record, arguments.file)
        seat = find_seat(arguments.seat, table)
        check_move(arguments, table, seat)
        found = explain_all(arguments, table, seat)
    if arguments.json:
        print(json.dumps(describe(table, found, say), ensure_ascii=False, indent=1))
    else:
        print_explanations(arguments, table, seat, found, say)
    return DONE


def check_move(arguments: argparse.Namespace, table: Table, seat: int | None) -> None:
    """Refuse a game without moves, a move that it does not have, and one of another seat."""
    if not table.steps:
        raise failed("explain.no_moves")
    if arguments.move is None:
        return
    if arguments.move > len(table.steps):
        raise wrong_use("replay.no_move", given=arguments.move, moves=len(table.steps))
    maker = table.steps[arguments.move - 1].seat
    if seat is not None and seat != maker:
        name = short_name(table.names[maker])
        raise wrong_use("explain.other_seat", move=arguments.move, seat=maker, name=name)


def explain_all(arguments: argparse.Namespace, table: Table, seat: int | None) -> list[Explanation]:
    """Explain the move that was asked for, or else the worst of every seat."""
    from burgomaster.bots.explanations import explain, explain_move, worst_moves

    if arguments.move is not None:
        return [explain_move(table, arguments.move, arguments.simulations, arguments.seed)]
    evaluations = evaluate_moves(arguments, table, seat)
    seats = range(table.game.players) if seat is None else [seat]
    worst = [one for number in seats for one in worst_moves(evaluations, number)]
    return [explain(table, one, arguments.seed) for one in worst]


def describe(table: Table, found: Sequence[Explanation], say: Translator) -> dict[str, Any]:
    from burgomaster.bots.explanations import can_explain, explanation_json

    game = table.game.name
    return {
        **describe_game(table),
        "over": table.over,
        "has_reasons": can_explain(game),
        "moves": [explanation_json(game, one, say.language) for one in found],
    }


# For people


def print_explanations(
    arguments: argparse.Namespace,
    table: Table,
    seat: int | None,
    found: Sequence[Explanation],
    say: Translator,
) -> None:
    from burgomaster.bots.explanations import can_explain
    from burgomaster.terminal.output import make_console

    lines = [line for one in found for line in [*explanation_lines(table, one, say), ""]]
    if arguments.move is None:
        seats = range(table.game.players) if seat is None else [seat]
        faultless = [number for number in seats if all(one.evaluation.seat != number for one in found)]
        lines += [say("explain.faultless", name=short_name(table.names[number])) for number in faultless]
    lines.append(say("explain.note" if can_explain(table.game.name) else "explain.no_net"))
    console = make_console()
    for line in lines:
        console.print(line, soft_wrap=True)


def explanation_lines(table: Table, one: Explanation, say: Translator) -> list[str]:
    from burgomaster.bots.advice import FORCED

    told = one.evaluation
    values = {"ply": told.ply, "round": told.round, "name": short_name(table.names[told.seat])}
    lines = [say("explain.heading", **values), *move_lines(one, say)]
    if told.grade == FORCED:
        lines.append(say("explain.forced"))
    elif one.other is None:
        lines.append(say("explain.alone"))
    if one.comparison is not None:
        lines.append(say("explain.why_best" if one.is_best else "explain.why"))
        lines += part_lines(table.game.name, one.comparison.parts, say)
    if one.story is not None:
        leads = {"then": say.signed(one.story.lead), "now": say.signed(one.story.now)}
        lines.append(say("explain.since", ply=one.story.ply, **leads))
        lines += part_lines(table.game.name, one.story.parts, say)
    return lines


def move_lines(one: Explanation, say: Translator) -> list[str]:
    told, compared = one.evaluation, one.comparison
    chances = (None, None) if compared is None else (compared.chance, compared.other_chance)
    grade = say(f"analyse.{told.grade}")
    if told.loss >= LEAST:
        grade = say("explain.gives_away", grade=grade, loss=say.decimal(told.loss))
    lines = [say("explain.played", move=one_line(told.played.move.text(say.language)), grade=grade)]
    if one.other is None:
        return lines
    lines.append(expected(told.played, chances[0], say))
    key = "explain.second" if one.is_best else "explain.better"
    lines.append(say(key, move=one_line(one.other.move.text(say.language))))
    return [*lines, expected(one.other, chances[1], say)]


def expected(estimate: MoveEstimate, chance: float | None, say: Translator) -> str:
    lead = say.signed(estimate.lead)
    if chance is None:
        return say("explain.expected_lead", lead=lead)
    return say("explain.expected", lead=lead, chance=f"{100 * chance:.0f}")


def part_lines(game: str, parts: Sequence[Part], say: Translator) -> list[str]:
    """Write reasons with their points, the largest first; small ones are added up."""
    from burgomaster.bots.explanations import reason_text, told_parts

    told = told_parts(parts)
    lines = [f"  {part.points:+6.1f}  {reason_text(game, part.reason, say.language)}" for part in told]
    return lines or [say("explain.nothing")]
