"""Bars and curves of points, ready to be drawn. Knows no game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator

WIDTH, HEIGHT = 640, 300  # of the chart by rounds
LEFT, RIGHT, TOP, BOTTOM = 40, 130, 16, 34
BAR_WIDTH = 640
LETTER_WIDTH = 9.0  # of the words below the chart, about
SIZES = {"width": WIDTH, "height": HEIGHT, "right": WIDTH - RIGHT, "bar": BAR_WIDTH}


@dataclass(frozen=True)
class Gain:
    """Points of a seat in a round, from one source."""

    seat: int
    source: str
    round_no: int
    points: int


@dataclass(frozen=True)
class Part:
    """A piece of a bar."""

    source: str
    points: int
    x: float
    width: float


@dataclass(frozen=True)
class Bar:
    """The points of one player by source."""

    seat: int
    name: str
    total: int
    minus: int
    parts: Sequence[Part]
    end: float


@dataclass(frozen=True)
class Curve:
    """The score of one player after each round."""

    seat: int
    name: str
    scores: Sequence[int]
    points: str  # of an svg polyline
    dots: Sequence[tuple[float, float]]
    label_y: float


def result_of(
    seat_view: SeatView,
    say: Translator,
    gains: Sequence[Gain],
    sources: Sequence[str],
    final: Collection[str],
    n_rounds: int = 0,
) -> dict[str, Any]:
    """Make what the results of all games show: the points by source and by round, winners first."""
    order = sorted(
        range(len(seat_view.names)), key=lambda seat: (seat not in seat_view.winners, -seat_view.scores[seat])
    )
    lines = lines_of(gains, sources, len(seat_view.names))
    last_round = n_rounds or max([1, *(gain.round_no for gain in gains), seat_view.round_no])
    curves = curves_of(gains, seat_view.names, last_round, final)
    return {
        "seat_view": seat_view,
        "say": say,
        "language": seat_view.language,
        "order": order,
        "names": seat_view.names,
        "scores": seat_view.scores,
        "winners": seat_view.winners,
        "table": lines,
        "bars": bars_of(lines, seat_view.names, seat_view.scores, order),
        "curves": curves,
        "axis": axis_of(curves, say("result.final")),
        "chart": SIZES,
    }


# By source

Lines = list[tuple[str, list[int]]]  # a source, and the points of each seat


def lines_of(gains: Sequence[Gain], sources: Sequence[str], n_seats: int) -> Lines:
    """List the points of each seat for every source that brought anything."""
    lines = []
    for source in sources:
        points = [
            sum(gain.points for gain in gains if (gain.seat, gain.source) == (seat, source))
            for seat in range(n_seats)
        ]
        if any(points):
            lines.append((source, points))
    return lines


def bars_of(lines: Lines, names: Sequence[str], scores: Sequence[int], order: Sequence[int]) -> list[Bar]:
    """Draw a bar for each player; what was lost is shown behind it."""
    most = max([1, *(sum(p[seat] for _, p in lines if p[seat] > 0) for seat in order)])
    bars = []
    for seat in order:
        x, parts = 0.0, []
        for source, points in lines:
            if points[seat] > 0:
                width = BAR_WIDTH * points[seat] / most
                parts.append(Part(source, points[seat], round(x, 1), round(width, 1)))
                x += width
        minus = -sum(points[seat] for _, points in lines if points[seat] < 0)
        bars.append(Bar(seat, names[seat], scores[seat], minus, parts, round(x, 1)))
    return bars


# By round


def curves_of(
    gains: Sequence[Gain], names: Sequence[str], n_rounds: int, final: Collection[str]
) -> list[Curve]:
    """Draw the score after each round, and behind the last one after the final scoring."""
    scores = [scores_of(gains, seat, n_rounds, final) for seat in range(len(names))]
    most = max([1, *(score for line in scores for score in line)])
    labels = spread([y_of(line[-1], most) for line in scores])
    return [
        curve_of(seat, names[seat], line, most, label_y)
        for seat, (line, label_y) in enumerate(zip(scores, labels, strict=True))
    ]


def scores_of(gains: Sequence[Gain], seat: int, n_rounds: int, final: Collection[str]) -> list[int]:
    """List a seat's score before the first round, after each round, and after the end."""
    mine = [gain for gain in gains if gain.seat == seat]
    after = [
        sum(gain.points for gain in mine if gain.round_no <= round_no and gain.source not in final)
        for round_no in range(n_rounds + 1)
    ]
    return [*after, sum(gain.points for gain in mine)]


def curve_of(seat: int, name: str, scores: Sequence[int], most: int, label_y: float) -> Curve:
    """Draw a line of the chart."""
    dots = [(x_of(place, len(scores)), y_of(score, most)) for place, score in enumerate(scores)]
    points = " ".join(f"{x:g},{y:g}" for x, y in dots)
    return Curve(seat, name, scores, points, dots, label_y)


def x_of(place: int, n_places: int) -> float:
    """Find the x of a round in the chart."""
    return round(LEFT + (WIDTH - LEFT - RIGHT) * place / (n_places - 1), 1)


def y_of(score: int, most: int) -> float:
    """Find the y of a score in the chart."""
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - max(0, score) / most), 1)


def spread(places: Sequence[float], gap: float = 18.0, lowest: float = HEIGHT - BOTTOM) -> list[float]:
    """Move labels apart so that none covers another, and keep them inside the chart."""
    moved = dict(sorted(enumerate(places), key=lambda item: item[1]))
    last = -gap
    for index, place in moved.items():
        moved[index] = last = max(place, last + gap)
    limit = lowest
    for index, place in reversed(moved.items()):  # only those in the way of the lowest ones go up
        moved[index] = place = min(place, limit)
        limit = place - gap
    return [round(moved[index], 1) for index in range(len(places))]


def axis_of(curves: Sequence[Curve], final_name: str) -> dict[str, object]:
    """Draw grid lines with their scores, and the rounds below; none where the word for the end stands."""
    most = max([1, *(score for curve in curves for score in curve.scores)])
    step = next(step for step in (5, 10, 20, 25, 50, 100) if most / step <= 6 or step == 100)
    n_places = len(curves[0].scores)
    names = [*(str(round_no) for round_no in range(1, n_places - 1)), final_name]
    places = [(name, x_of(place, n_places)) for place, name in enumerate(names, start=1)]
    free = WIDTH - RIGHT - LETTER_WIDTH * (len(final_name) + 3) / 2  # left of the word for the end
    return {
        "lines": [(score, y_of(score, most)) for score in range(0, most + 1, step)],
        "rounds": names,
        "ticks": [*((name, x) for name, x in places[:-1] if x <= free), places[-1]],
    }


# Chances to win, move by move

TICK_WIDTH = 11.0  # of a digit below the chart
CHANCES = {"width": 600, "height": 380, "left": 62, "right": 494, "top": 22, "bottom": 324}


@dataclass(frozen=True)
class ChanceMark:
    """A move that gave something away, on the curve of whoever made it."""

    ply: int
    seat: int
    grade: str
    x: float
    y: float


def chance_x(ply: int, n_moves: int) -> float:
    """Find the x of a move in the chart of chances."""
    wide = CHANCES["right"] - CHANCES["left"]
    return round(CHANCES["left"] + wide * (ply - 1) / max(1, n_moves - 1), 1)


def chance_y(chance: float) -> float:
    """Find the y of a chance in the chart of chances."""
    high = CHANCES["bottom"] - CHANCES["top"]
    return round(CHANCES["top"] + high * (1 - min(1.0, max(0.0, chance))), 1)


def chance_curves(chances: Sequence[Sequence[float]], names: Sequence[str]) -> list[dict[str, Any]]:
    """Draw a curve for each seat from the chances before each move; where none are known, none are drawn."""
    n_moves = len(chances)
    lines: list[list[tuple[float, float]]] = [
        [(chance_x(ply, n_moves), chance_y(known[seat])) for ply, known in enumerate(chances, 1) if known]
        for seat in range(len(names))
    ]
    ends = spread([line[-1][1] if line else CHANCES["bottom"] for line in lines], 22.0, CHANCES["bottom"])
    return [
        {
            "seat": seat,
            "name": names[seat],
            "points": " ".join(f"{x:g},{y:g}" for x, y in line),
            "label_y": label_y,
        }
        for seat, (line, label_y) in enumerate(zip(lines, ends, strict=True))
    ]


def round_ticks(rounds: Sequence[int]) -> list[tuple[str, float]]:
    """List the rounds with the x of their first move; too near to a number, a round has none."""
    firsts = {number: ply for ply, number in reversed(list(enumerate(rounds, start=1)))}
    ticks, free = [], 0.0
    for number, ply in sorted(firsts.items()):
        x, name = chance_x(ply, len(rounds)), str(number)
        ticks.append((name if x >= free else "", x))
        if x >= free:
            free = x + TICK_WIDTH * (len(name) + 0.5)
    return ticks
