"""Explain the moves of a game: what was played, what the search prefers, and what makes the difference.

A net judges positions after a move, as the mover sees them. So two moves are compared by what they lead to,
in the same worlds, and a move with what the same seat could expect after its move before.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from burgomaster.bots.advice import FORCED, MoveEvaluation, evaluate_move, positions, to_json
from burgomaster.bots.bot import MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.reasons import Explainer, Part, explainer_of, ranked, reasons_of
from burgomaster.core.move import Move
from burgomaster.core.table import Game, Table

AHEAD = "ahead"  # the reason of what the search finds beyond a move, which no net sees at once
REST = "rest"  # stands for reasons that are too small to be told
MOST_TOLD = 6  # reasons; the others are added up
TRIED = 0.05  # as often as the best a second choice was tried, at least, to be worth telling
N_WORST = 3  # decisions of a seat


@dataclass(frozen=True)
class Comparison:
    """The move that a played one is compared with, and why they differ."""

    chance: float | None  # to win, by the net after the played move; there is none in a game for one seat
    other_chance: float | None
    parts: Sequence[Part]  # from the other move to the played one; they add up to the difference of the leads


@dataclass(frozen=True)
class Story:
    """How the lead that a seat can expect has moved since its move before, by the net."""

    ply: int  # of the move before
    lead: float  # after it
    now: float  # after the move that is explained, as it came out
    parts: Sequence[Part]


@dataclass(frozen=True)
class Explanation:
    """One move with its reasons; a game without a net, or that does not sort its inputs, has none."""

    evaluation: MoveEvaluation
    other: MoveEstimate | None  # a better move, or else the second choice
    comparison: Comparison | None
    story: Story | None

    @property
    def is_best(self) -> bool:
        return self.evaluation.best[0].move == self.evaluation.played.move


def can_explain(game: str) -> bool:
    return explainer_of(game) is not None


def explainer_for(game: Game) -> Explainer | None:
    """Find what explains the moves of a game for so many seats: the net that evaluates them."""
    return explainer_of(game.name, game.n_seats)


def explain_move(table: Table, ply: int, simulations: int, seed: int) -> Explanation:
    return explain(
        table, evaluate_move(before(table, ply), table.steps[ply - 1].move, simulations, seed), seed
    )


def explain(table: Table, evaluation: MoveEvaluation, seed: int) -> Explanation:
    """Say why a move of a game is evaluated as it is, and what has happened since the one before."""
    found, explainer = justify(before(table, evaluation.ply), evaluation, seed), explainer_for(table.game)
    return (
        found if explainer is None else replace(found, story=tell_story(explainer, table, evaluation, seed))
    )


def justify(past: Table, evaluation: MoveEvaluation, seed: int) -> Explanation:
    """Say why a move is evaluated as it is; the table is as it was before the move."""
    other, explainer = other_move(evaluation), explainer_for(past.game)
    if other is None or explainer is None:
        return Explanation(evaluation, other, None, None)
    compared = compare(explainer, InformationSet(past), evaluation.played, other, seed)
    return Explanation(evaluation, other, compared, None)


def justify_choice(
    information: InformationSet, estimates: Sequence[MoveEstimate], seed: int
) -> list[Comparison | None]:
    """Say of moves that were thought about what makes the first one differ from each of the others.

    There is nothing to say of the first itself, and of a move that was never tried.
    """
    explainer = explainer_for(information.game)
    if explainer is None:
        return [None] * len(estimates)
    return [
        compare(explainer, information, estimates[0], one, seed) if place and one.visits else None
        for place, one in enumerate(estimates)
    ]


def other_move(evaluation: MoveEvaluation) -> MoveEstimate | None:
    """Choose what to compare a move with: the best, or for the best the second, if there is a clear one."""
    played, best = evaluation.played, evaluation.best
    if evaluation.grade == FORCED:
        return None
    if best[0].move != played.move:
        return best[0]
    second = next(iter(best[1:]), None)
    is_clear = second is not None and second.visits > TRIED * played.visits and second.lead <= played.lead
    return second if is_clear else None


def compare(
    explainer: Explainer, information: InformationSet, move: MoveEstimate, other: MoveEstimate, seed: int
) -> Comparison:
    """Compare two moves by what they lead to, in the same worlds."""
    n_seats = information.game.n_seats
    played = explainer.views(information, move.move.code, seed)
    instead = explainer.views(information, other.move.code, seed)
    seen = {part.reason: part.points for part in explainer.parts(instead, played)}
    # the search has looked further ahead than the net
    parts = ranked({**seen, AHEAD: move.lead - other.lead - sum(seen.values())})
    if n_seats == 1:
        return Comparison(None, None, parts)
    return Comparison(explainer.chance(played, n_seats), explainer.chance(instead, n_seats), parts)


def told_parts(parts: Sequence[Part], sign: int = 1) -> list[Part]:
    """Choose what people are told, in tenths of a point that add up: small reasons are put together."""
    whole = round(10 * sign * sum(part.points for part in parts))
    tenths = {part.reason: round(10 * sign * part.points) for part in parts[:MOST_TOLD]}
    told = [Part(reason, number / 10) for reason, number in tenths.items() if number]
    rest = whole - sum(tenths.values())
    return [*told, Part(REST, rest / 10)] if rest else told


def tell_story(explainer: Explainer, table: Table, evaluation: MoveEvaluation, seed: int) -> Story | None:
    """Compare a position after a move with that after the same seat's move before; None for its first one."""
    seat, ply = evaluation.seat, evaluation.ply
    earlier = [n for n, step in enumerate(table.steps[: ply - 1], 1) if step.seat == seat]
    if not earlier:
        return None
    then = explainer.views(InformationSet(before(table, earlier[-1] + 1), seat), None, seed)
    now = explainer.views(InformationSet(before(table, ply + 1), seat), None, seed)
    return Story(earlier[-1], explainer.lead(then), explainer.lead(now), explainer.parts(then, now))


def before(table: Table, ply: int) -> Table:
    """Go back to before a move, counted from 1; the one behind the last is the table as it is."""
    past = table.copy()
    past.rewind(ply - 1)
    return past


def worst_moves(found: Sequence[MoveEvaluation], seat: int) -> list[MoveEvaluation]:
    """List the decisions of a seat that gave most away, the worst first; none that is graded best."""
    own = [one for one in found if one.seat == seat and one.grade not in (FORCED, "best") and one.loss > 0.0]
    return sorted(own, key=lambda one: (-one.loss, one.ply))[:N_WORST]


def reason_text(game: str, reason: str, language: str) -> str:
    found = reasons_of(game)
    assert found is not None
    return found.texts.text(language, f"reason.{reason}")


# For programs


def explanation_json(game: str, one: Explanation, language: str = "en") -> dict[str, Any]:
    story, since = one.story, None
    if story is not None:
        leads = {"ply": story.ply, "lead": round(story.lead, 2), "now": round(story.now, 2)}
        since = {**leads, "reasons": parts_json(game, story.parts, language)}
    return {**justified_json(game, one, language), "since": since}


def justified_json(game: str, one: Explanation, language: str = "en") -> dict[str, Any]:
    """Describe a move for programs, and what makes it differ from the move it is compared with."""
    compared = one.comparison
    return {
        **to_json(one.evaluation, language),
        "compared_with": None if one.other is None else one.other.move.notation,
        "chance": None if compared is None else rounded(compared.chance),
        "other_chance": None if compared is None else rounded(compared.other_chance),
        "reasons": None if compared is None else parts_json(game, compared.parts, language),
    }


def rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)


def parts_json(game: str, parts: Sequence[Part], language: str) -> list[dict[str, Any]]:
    return [
        {
            "reason": part.reason,
            "points": round(part.points, 3),
            "text": reason_text(game, part.reason, language),
        }
        for part in parts
    ]


# As a short text, so that a game need not be thought about again. Moves are kept by their codes; the
# positions that they belong to come from the game itself.

Row = list[Any]
MAX_BYTES = 1 << 24  # of an analysis, unpacked


def write_analysis(explained: Sequence[Explanation]) -> str:
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


def explanation_row(one: Explanation) -> Row:
    found, compared, story = one.evaluation, one.comparison, one.story
    judged = [found.round, found.grade, list(found.scores), list(found.chances)]
    return [
        judged,
        estimate_row(found.played),
        [estimate_row(best) for best in found.best],
        one.other and estimate_row(one.other),
        compared and [compared.chance, compared.other_chance, parts_rows(compared.parts)],
        story and [story.ply, story.lead, story.now, parts_rows(story.parts)],
    ]


def read_explanation(row: Row, past: Table, code: int) -> Explanation:
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
    return [one.move.code, one.visits, one.result, one.lead, list(one.line)]


def read_estimate(row: Row, moves: Mapping[int, Move]) -> MoveEstimate:
    code, visits, result, lead, line = row
    return MoveEstimate(moves[code], visits, result, lead, tuple(line))


def parts_rows(parts: Sequence[Part]) -> list[Row]:
    return [[part.reason, part.points] for part in parts]


def read_parts(rows: Sequence[Row]) -> list[Part]:
    return [Part(reason, points) for reason, points in rows]
