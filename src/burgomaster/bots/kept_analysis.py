"""An analysis as a short text, so that a game need not be thought about again.

Moves are kept by their codes; the positions that they belong to come from the game itself.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.bots.advice import MoveEvaluation, positions
from burgomaster.bots.bot import MoveEstimate
from burgomaster.bots.explanations import Comparison, Explanation, Story
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.reasons import Part
from burgomaster.core.move import Move
from burgomaster.core.table import Table

Row = list[Any]
MAX_BYTES = 1 << 24  # of an analysis, unpacked


def write_analysis(explained: Sequence[Explanation]) -> str:
    """Write the explained moves of a game."""
    rows = [explanation_row(one) for one in explained]
    packed = zlib.compress(json.dumps(rows, separators=(",", ":")).encode())
    return base64.b64encode(packed).decode()


def read_analysis(text: str, table: Table) -> list[Explanation]:
    """Read the moves of a game; ValueError if these are not those of this game."""
    try:
        rows = json.loads(zlib.decompressobj().decompress(base64.b64decode(text), MAX_BYTES))
        if len(rows) != len(table.steps):
            raise ValueError(f"{len(rows)} moves, not {len(table.steps)}")
        return [
            read_explanation(row, past, code)
            for row, (past, code) in zip(rows, positions(table), strict=True)
        ]
    except (LookupError, TypeError, zlib.error) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from None


# One move


def explanation_row(one: Explanation) -> Row:
    """Write one move."""
    found = one.evaluation
    judged = [found.round, found.grade, list(found.scores), list(found.chances)]
    return [
        judged,
        estimate_row(found.played),
        [estimate_row(best) for best in found.best],
        one.other and estimate_row(one.other),
        one.comparison and comparison_row(one.comparison),
        one.story and story_row(one.story),
    ]


def read_explanation(row: Row, past: Table, code: int) -> Explanation:
    """Read one move, made at a table."""
    judged, played, best, other, comparison, story = row
    information = InformationSet(past)
    moves = {move.code: move for move in information.moves()}
    evaluation = MoveEvaluation(
        ply=len(past.steps) + 1,
        round=judged[0],
        seat=information.seat,
        played=read_estimate(played, moves),
        best=[read_estimate(one, moves) for one in best],
        scores=judged[2],
        chances=judged[3],
        grade=judged[1],
    )
    if evaluation.played.move.code != code:
        raise ValueError(f"another move {evaluation.ply}")
    return Explanation(
        evaluation,
        other and read_estimate(other, moves),
        comparison and Comparison(comparison[0], comparison[1], read_parts(comparison[2])),
        story and Story(story[0], story[1], story[2], read_parts(story[3])),
    )


def estimate_row(one: MoveEstimate) -> Row:
    """Write what was expected of a move."""
    return [one.move.code, one.visits, one.result, one.lead, list(one.line)]


def read_estimate(row: Row, moves: Mapping[int, Move]) -> MoveEstimate:
    """Read what was expected of a move."""
    code, visits, result, lead, line = row
    return MoveEstimate(moves[code], visits, result, lead, tuple(line))


def comparison_row(one: Comparison) -> Row:
    """Write how a move differs from another one."""
    return [one.chance, one.other_chance, parts_rows(one.parts)]


def story_row(one: Story) -> Row:
    """Write how the lead has moved."""
    return [one.ply, one.lead, one.now, parts_rows(one.parts)]


def parts_rows(parts: Sequence[Part]) -> list[Row]:
    """Write reasons."""
    return [[part.reason, part.points] for part in parts]


def read_parts(rows: Sequence[Row]) -> list[Part]:
    """Read reasons."""
    return [Part(reason, points) for reason, points in rows]
