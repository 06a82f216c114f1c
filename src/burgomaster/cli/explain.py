"""`burgomaster explain`: say in words what moved the expectation at a move of a recorded game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from burgomaster.cli.analyse import add_search, describe_game, evaluate_moves
from burgomaster.cli.arguments import add_number, failed, wrong_use
from burgomaster.cli.recorded import find_seat
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE, reading
from burgomaster.terminal.storage import load_record, replay_record
from burgomaster.terminal.texts import one_line, short_name

if TYPE_CHECKING:
    from burgomaster.bots.bot import MoveEstimate
    from burgomaster.bots.explanations import Explanation
    from burgomaster.bots.reasons import Part
    from burgomaster.core.table import Table

LEAST = 0.05  # points worth a line


def add_explain(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("file", metavar="FILE", help=say("explain.file"))
    add_number(parser, say, "explain.move", least=1)
    parser.add_argument("--seat", metavar="SEAT", help=say("explain.seat"))
    add_search(parser, say)


def run_explain(arguments: argparse.Namespace, say: Translator) -> int:
    record = load_record(arguments.file)
    from burgomaster.terminal.starting import watching_compiler

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
