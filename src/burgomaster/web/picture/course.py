"""The course of a game in points: what charts and animations are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from burgomaster.web.charts import spread
from burgomaster.web.picture.layout import Box

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)


class Course(NamedTuple):
    """What everybody saw of the points at every moment of a game, the last with everything counted."""

    names: tuple[str, ...]
    scores: tuple[tuple[int, ...], ...]  # by moment, then by seat
    rounds: tuple[int, ...]  # by moment
    winners: tuple[int, ...]
    faces: tuple[str, ...] = ()

    @property
    def last(self) -> int:
        """Count the moves."""
        return len(self.scores) - 1

    @property
    def most(self) -> int:
        """Find the highest score that anybody ever had, at least 1."""
        return max(1, *(score for scores in self.scores for score in scores))

    @property
    def order(self) -> list[int]:
        """List the seats, winners and then high scores first."""
        final = self.scores[-1]
        return sorted(range(len(self.names)), key=lambda seat: (seat not in self.winners, -final[seat], seat))


class Axis(NamedTuple):
    """Where moments and scores are drawn."""

    box: Box
    last: int
    least: int
    most: int

    def x(self, moment: float) -> float:
        """Find the x of a moment."""
        return round(self.box.x + self.box.width * moment / max(1, self.last), 1)

    def y(self, score: float) -> float:
        """Find the y of a score."""
        part = (score - self.least) / max(1, self.most - self.least)
        return round(self.box.y + self.box.height * (1 - part), 1)


def axis_of(course: Course, box: Box) -> Axis:
    """Choose the axis of a chart: from 0, or from the lowest score below it."""
    least = min(0, *(score for scores in course.scores for score in scores))
    return Axis(box, course.last, least, course.most)


def changes_of(course: Course, seat: int) -> list[tuple[int, int]]:
    """List the moments at which a score changed, with the new one; the beginning is the first."""
    line = [scores[seat] for scores in course.scores]
    return [(0, line[0])] + [
        (moment, line[moment]) for moment in range(1, len(line)) if line[moment] != line[moment - 1]
    ]


def line_of(course: Course, seat: int, axis: Axis) -> str:
    """Write the curve of a seat as points of a polyline: from change to change, to the end."""
    points: list[tuple[int, int]] = []
    for moment, score in changes_of(course, seat):
        if points and moment - 1 > points[-1][0]:
            points.append((moment - 1, points[-1][1]))
        points.append((moment, score))
    points.append((course.last, course.scores[-1][seat]))
    return " ".join(f"{axis.x(moment):g},{axis.y(score):g}" for moment, score in points)


def round_starts(course: Course) -> list[tuple[int, int]]:
    """List the rounds with the moment at which each begins, without those too close to be written."""
    starts = [
        (number, moment)
        for moment, number in enumerate(course.rounds)
        if moment == 0 or number != course.rounds[moment - 1]
    ]
    every = -(-len(starts) // 14)
    return starts[::every]


def score_lines(axis: Axis) -> list[int]:
    """Choose the scores at which lines are drawn: about six."""
    wide = axis.most - axis.least
    step = next((step for step in STEPS if wide / step <= 6), STEPS[-1])
    return [
        score for score in range(axis.least - axis.least % step, axis.most + 1, step) if score >= axis.least
    ]


def label_places(course: Course, axis: Axis, gap: float) -> Sequence[float]:
    """Find where the names at the ends of the curves are written, so that none covers another."""
    ends = [axis.y(score) for score in course.scores[-1]]
    return spread(ends, gap, axis.box.y + axis.box.height)
