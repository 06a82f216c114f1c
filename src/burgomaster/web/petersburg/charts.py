"""How the points of a game were made: by source and by round, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from burgomaster.core.log import Event as LogEvent
from burgomaster.games.petersburg.events import Event
from burgomaster.games.petersburg.state import Phase
from burgomaster.web.look import Look
from burgomaster.web.petersburg.texts import Say

SOURCES = (
    "worker",
    "market",
    "building",
    "noble",
    "pub",
    "trading_house",
    "guild_hall",
    "disc",
    "different_nobles",
    "money",
    "hand",
)
WIDTH, HEIGHT = 640, 300  # of the chart by rounds
LEFT, RIGHT, TOP, BOTTOM = 40, 130, 16, 34
BAR_WIDTH = 640


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


def gains_of(history: Iterable[LogEvent]) -> list[Gain]:
    """Every change of a score that is told by the log."""
    gains, round_no = [], 0
    for event in history:
        kind, seat, a, _, _, _ = event
        if kind == Event.ROUND_BEGINS:
            round_no = a
        gains += [Gain(seat, source, round_no, points) for source, points in sources_of(event) if points]
    return gains


def sources_of(event: LogEvent) -> list[tuple[str, int]]:
    """The points an event brings, and what for."""
    kind, _, a, b, c, _ = event
    match kind:
        case Event.INCOME:
            return [(Phase(c).name.lower(), b)]
        case Event.PUB:
            return [("pub", a)]
        case Event.TRADE:
            return [("trading_house", a)]
        case Event.GUILD:
            return [("guild_hall", b)]
        case Event.DISC:
            return [("disc", b)]
        case Event.GOOD_POINTS:
            return [("market", b)]
        case Event.FINAL:
            return [("different_nobles", a), ("money", b), ("hand", -c)]
        case _:
            return []


def table_of(look: Look) -> list[tuple[str, list[int]]]:
    """For every source that brought anything, the points of each seat."""
    gains, n_seats = gains_of(look.history), len(look.names)
    lines = []
    for source in SOURCES:
        points = [
            sum(gain.points for gain in gains if (gain.seat, gain.source) == (seat, source))
            for seat in range(n_seats)
        ]
        if any(points):
            lines.append((source, points))
    return lines


def bars_of(look: Look, order: Sequence[int]) -> list[Bar]:
    """A bar a player; what the hand cost is shown behind it."""
    lines = table_of(look)
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
        bars.append(Bar(seat, look.names[seat], look.scores[seat], minus, parts, round(x, 1)))
    return bars


def curves_of(look: Look) -> list[Curve]:
    """The score after each round, and behind the last one after the final scoring."""
    gains = gains_of(look.history)
    n_rounds = max([1, *(gain.round_no for gain in gains), look.round_no])
    scores = [scores_of(gains, seat, n_rounds) for seat in range(len(look.names))]
    most = max([1, *(score for line in scores for score in line)])
    labels = spread([y_of(line[-1], most) for line in scores])
    return [
        curve_of(look, seat, line, most, label_y)
        for seat, (line, label_y) in enumerate(zip(scores, labels, strict=True))
    ]


def scores_of(gains: Sequence[Gain], seat: int, n_rounds: int) -> list[int]:
    """A seat's score before the first round, after each round, and after the end."""
    final = ("different_nobles", "money", "hand")
    mine = [gain for gain in gains if gain.seat == seat]
    after = [
        sum(gain.points for gain in mine if gain.round_no <= round_no and gain.source not in final)
        for round_no in range(n_rounds + 1)
    ]
    return [*after, sum(gain.points for gain in mine)]


def curve_of(look: Look, seat: int, scores: Sequence[int], most: int, label_y: float) -> Curve:
    """A line of the chart."""
    dots = [(x_of(place, len(scores)), y_of(score, most)) for place, score in enumerate(scores)]
    points = " ".join(f"{x:g},{y:g}" for x, y in dots)
    return Curve(seat, look.names[seat], scores, points, dots, label_y)


def x_of(place: int, n_places: int) -> float:
    """The x of a round in the chart."""
    return round(LEFT + (WIDTH - LEFT - RIGHT) * place / (n_places - 1), 1)


def y_of(score: int, most: int) -> float:
    """The y of a score in the chart."""
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - max(0, score) / most), 1)


def spread(places: Sequence[float], gap: float = 18.0) -> list[float]:
    """Labels moved apart so that none covers another, and kept inside the chart."""
    moved = dict(sorted(enumerate(places), key=lambda item: item[1]))
    last = -gap
    for index, place in moved.items():
        moved[index] = last = max(place, last + gap)
    over = max(0.0, last - (HEIGHT - BOTTOM))
    return [round(moved[index] - over, 1) for index in range(len(places))]


def axis_of(look: Look, curves: Sequence[Curve], say: Say) -> dict[str, object]:
    """Grid lines with their scores, and the rounds below."""
    most = max([1, *(score for curve in curves for score in curve.scores)])
    step = next(step for step in (5, 10, 20, 25, 50, 100) if most / step <= 6 or step == 100)
    n_places = len(curves[0].scores)
    names = ["", *(str(round_no) for round_no in range(1, n_places - 1)), say("result.final")]
    return {
        "lines": [(score, y_of(score, most)) for score in range(0, most + 1, step)],
        "rounds": [(name, x_of(place, n_places)) for place, name in enumerate(names)],
    }
