"""Polygons cut off at the edge of a plot, so that lawns and shadows end where the tile ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Point = tuple[float, float]


def clipped(points: Sequence[Point], edge: Sequence[Point]) -> list[Point]:
    """Cut a polygon off at a convex edge that runs clockwise on the picture."""
    found = list(points)
    for a, b in zip(edge, (*edge[1:], edge[0]), strict=True):
        found = list(half(found, a, b))
    return found


def half(points: Sequence[Point], a: Point, b: Point) -> Iterator[Point]:
    """Keep what lies to the right of a line through two points."""
    for at, point in enumerate(points):
        before = points[at - 1]
        here, there = side(point, a, b), side(before, a, b)
        if (here >= 0) != (there >= 0):
            share = there / (there - here)
            yield before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share
        if here >= 0:
            yield point


def side(point: Point, a: Point, b: Point) -> float:
    """Tell on which side of a line a point lies: to the right if above zero."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
