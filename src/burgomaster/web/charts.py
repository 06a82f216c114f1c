"""The charts of a result, points by source and by round, and of an analysis; the score track."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from burgomaster.core.seat_view import SeatView
from burgomaster.core.statistics import Earned, statistics_of
from burgomaster.core.svg_chart import Plot, columns, end_names, line, round_values, rows
from burgomaster.core.translator import Translator

WIDTH, HEIGHT = 640, 300  # of the chart by rounds
LEFT, RIGHT, TOP, BOTTOM = 40, 130, 16, 34
BAR_WIDTH = 640
LETTER_WIDTH = 9.0  # of the words below the chart by rounds, about
TRACK_STEP = 10
TRACK_LEAST = 30
NEAR = 3  # hundredths of the track within which pawns are drawn above each other
TICK_WIDTH = 11.0  # of a digit below the chart of chances


@dataclass(frozen=True)
class Part:
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


def result_of(seat_view: SeatView, say: Translator, n_rounds: int = 0) -> dict[str, Any]:
    """Make what the results of all games show: the points by source and by round, winners first."""
    statistics = statistics_of(seat_view.game)
    assert statistics is not None
    gains = list(statistics.earned(seat_view.history, len(seat_view.names)))
    order = sorted(
        range(len(seat_view.names)), key=lambda seat: (seat not in seat_view.winners, -seat_view.scores[seat])
    )
    lines = lines_of(gains, statistics.sources, len(seat_view.names))
    last_round = n_rounds or max([1, *(gain.round_no for gain in gains), seat_view.round_no])
    by_round = [scores_of(gains, seat, last_round, statistics.at_end) for seat in range(len(seat_view.names))]
    final_name = say("result.final")
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
        "bar_width": BAR_WIDTH,
        "by_round": by_round,
        "rounds": [*map(str, range(1, last_round + 1)), final_name],
        "chart": round_chart(by_round, seat_view.names, final_name),
    }


# By source

Lines = list[tuple[str, list[int]]]  # a source, and the points of each seat


def lines_of(gains: Sequence[Earned], sources: Sequence[str], n_seats: int) -> Lines:
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


def round_chart(scores: Sequence[Sequence[int]], names: Sequence[str], final_name: str) -> dict[str, Any]:
    """Draw the score after each round, and behind the last one after the final scoring."""
    n_places = len(scores[0])
    most = max([1, *(score for own in scores for score in own)])
    plot = Plot(LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM, (0, n_places - 1), (0, most))
    seats = range(len(names))
    points = [list(enumerate(own)) for own in scores]
    final = [own[-1] for own in scores]
    ends = [(final[seat], f"{final[seat]} {shorten(names[seat], 9)}", "curve-name") for seat in seats]
    drawn = (
        rows(plot, [(score, f"{score:g}") for score in round_values(0, most)])
        + columns(round_ticks(plot, n_places, final_name), HEIGHT - 16)
        + "".join(line(plot, points[seat], f"curve seat-{seat}") for seat in seats)
        + end_names(plot, ends, 18)
    )
    return {
        "size": (WIDTH, HEIGHT),
        "drawn": Markup(drawn),
        "dots": [(seat, plot.x(place), plot.y(score)) for seat in seats for place, score in points[seat]],
    }


def scores_of(gains: Sequence[Earned], seat: int, n_rounds: int, final: Collection[str]) -> list[int]:
    """List a seat's score before the first round, after each round, and after the end."""
    mine = [gain for gain in gains if gain.seat == seat]
    after = [
        sum(gain.points for gain in mine if gain.round_no <= round_no and gain.source not in final)
        for round_no in range(n_rounds + 1)
    ]
    return [*after, sum(gain.points for gain in mine)]


def round_ticks(plot: Plot, n_places: int, final_name: str) -> list[tuple[float, str]]:
    """List the labels of the rounds, without those that the word for the end would cover."""
    free = plot.right - LETTER_WIDTH * (len(final_name) + 3) / 2
    rounds = [(plot.x(place), str(place)) for place in range(1, n_places - 1)]
    return [*(tick for tick in rounds if tick[0] <= free), (plot.right, final_name)]


def shorten(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


# Chances to win, move by move


def chance_plot(n_moves: int) -> Plot:
    return Plot(62, 494, 22, 324, (1, max(2, n_moves)), (0, 1))


def chance_chart(
    plot: Plot,
    chances: Sequence[Sequence[float]],
    names: Sequence[str],
    levels: Sequence[tuple[float, str]],
    rounds: Sequence[int],
) -> Markup:
    """Draw a line for each seat from the chances before each move; where none are known, none are drawn."""
    starts = round_starts(plot, rounds)
    uprights = "".join(
        f'<path class="gridline upright" d="M{x:g} {plot.top:g}V{plot.bottom + 6:g}"/>' for x, _ in starts
    )
    labels = columns([(x + 3, name) for x, name in starts], plot.bottom + 15, "axis")
    drawn = [rows(plot, levels), uprights, labels]
    ends = []
    for seat, name in enumerate(names):
        points = [(ply, known[seat]) for ply, known in enumerate(chances, start=1) if known]
        drawn.append(line(plot, points, f"curve-{seat}"))
        ends.append((points[-1][1] if points else 0.0, shorten(name, 8), f"curve-name name-{seat}"))
    return Markup("".join(drawn) + end_names(plot, ends, 22))


def round_starts(plot: Plot, rounds: Sequence[int]) -> list[tuple[float, str]]:
    """List the rounds at the x of their first move; a round too near to a number has none."""
    firsts = {number: ply for ply, number in reversed(list(enumerate(rounds, start=1)))}
    ticks, free = [], 0.0
    for number, ply in sorted(firsts.items()):
        x, name = plot.x(ply), str(number)
        ticks.append((x, name if x >= free else ""))
        if x >= free:
            free = x + TICK_WIDTH * (len(name) + 0.5)
    return ticks


# The score track with everybody's pawn


class Pawn(NamedTuple):
    """A player on the score track."""

    seat: int
    name: str
    score: int
    x: str
    level: int


class Track(NamedTuple):
    ticks: tuple[tuple[int, str], ...]
    pawns: tuple[Pawn, ...]
    levels: int
    end: int


def track_of(names: Sequence[str], scores: Sequence[int]) -> Track:
    """Place everybody's pawn on the score track; pawns that stand close are drawn above each other."""
    end = max(TRACK_LEAST, *(score + 5 for score in scores))
    end += -end % TRACK_STEP
    step = TRACK_STEP if end <= 10 * TRACK_STEP else 2 * TRACK_STEP if end <= 200 else 5 * TRACK_STEP
    ticks = [(score, place_on(score, end)) for score in range(0, end + 1, step)]
    pawns: list[Pawn] = []
    for seat in sorted(range(len(names)), key=lambda one: (scores[one], one)):
        score = scores[seat]
        taken = {pawn.level for pawn in pawns if abs(pawn.score - score) * 100 < NEAR * end}
        level = next(one for one in range(len(names)) if one not in taken)
        pawns.append(Pawn(seat, names[seat], score, place_on(score, end), level))
    return Track(tuple(ticks), tuple(pawns), 1 + max(pawn.level for pawn in pawns), end)


def place_on(score: int, end: int) -> str:
    return f"{2 + 96 * max(0, score) / end:.2f}%"
