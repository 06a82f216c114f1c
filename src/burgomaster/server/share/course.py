"""The course of a finished game in points, as everybody saw them; kept, because several things show it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from burgomaster.core import python_api
from burgomaster.core.table import Table
from burgomaster.server.faces import NOTHING_CHOSEN, seat_faces
from burgomaster.server.match import Match
from burgomaster.server.replay_context import CourseKey, course_of
from burgomaster.web.picture.course import Course

MOST_COURSES = 32


def course_points(match: Match, language: str, chosen: Mapping[str, str] = NOTHING_CHOSEN) -> Course:
    """Describe the course of a game that everybody may know everything of."""
    key = CourseKey(match.header.match, match.number, len(match.table.steps), match.table)
    rounds = tuple(number for number, _ in course_of(key))
    names = match.names_in(language)
    return Course(
        tuple(names), points_of(key), rounds, tuple(match.table.winners), table_faces(match, chosen)
    )


def table_faces(match: Match, chosen: Mapping[str, str]) -> tuple[str, ...]:
    """Name the faces of all seats; those that play by themselves have none."""
    described = [held.describe() for held in match.seats]
    faces = seat_faces(described, [held.who for held in match.seats], chosen)
    return (*faces, *[""] * len(match.game.automatic_seats))


@lru_cache(maxsize=MOST_COURSES)
def points_of(key: CourseKey) -> tuple[tuple[int, ...], ...]:
    """Count everybody's points after every move, from what a spectator saw then."""
    table = key.table.copy()
    table.rewind(0)
    points = [public_scores(table)]
    for step in list(key.table.steps):
        table.step(step.move)
        points.append(public_scores(table))
    return tuple(points)


def public_scores(table: Table) -> tuple[int, ...]:
    """Count the points at a table from what everybody sees."""
    states = table.redacted(None)
    return tuple(int(python_api.score(states, 0, seat)) for seat in range(table.game.n_seats))
