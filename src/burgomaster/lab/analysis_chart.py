"""The chart of an analysis, drawn by hand as SVG: chances to win above, expected scores below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from burgomaster.bots.advice import MoveEvaluation

WIDTH, HEIGHT = 960, 640
LEFT, RIGHT, TOP, GAP = 56, 150, 40, 60
PANEL = (HEIGHT - TOP - 2 * GAP) / 2
COLORS = ("#1f6f8b", "#c05a1c", "#5b8a2f", "#8a3f7d", "#777163")
DASHES = ("", "7 4", "2 3", "10 3 2 3", "1 5")
MARKED = {"mistake": 4.0, "blunder": 6.0}
TICKS = 5


@dataclass(frozen=True)
class ChartLabels:
    """What is written in a chart."""

    title: str
    chances: str
    scores: str
    moves: str
    grades: Mapping[str, str]  # by the grade of a marked move


def draw_chart(names: Sequence[str], found: Sequence[MoveEvaluation], labels: ChartLabels) -> str:
    """Draw the whole picture."""
    shown = [evaluation for evaluation in found if evaluation.chances]
    n_seats = len(shown[0].chances) if shown else 0
    highest = max((score for evaluation in shown for score in evaluation.scores), default=1.0)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13" role="img"><title>{escape(labels.title)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
    ]
    chances = [[100 * evaluation.chances[seat] for evaluation in shown] for seat in range(n_seats)]
    scores = [[evaluation.scores[seat] for evaluation in shown] for seat in range(n_seats)]
    plies = [evaluation.ply for evaluation in shown]
    last = max(plies, default=1)
    lines += panel(labels.chances, TOP, plies, last, chances, 100.0)
    lines += panel(labels.scores, TOP + PANEL + GAP, plies, last, scores, round_up(highest))
    lines += ply_labels(last, labels)
    lines += marks(shown, last, labels)
    lines += legend(names[:n_seats])
    return "\n".join([*lines, "</svg>"]) + "\n"


def round_up(number: float) -> float:
    """Find the end of a scale of scores."""
    return max(20.0, 20.0 * -(-number // 20))


def x_of(ply: int, last: int) -> float:
    """Find where a move stands from left to right."""
    return LEFT + (WIDTH - LEFT - RIGHT) * ply / last


def panel(
    title: str, top: float, plies: Sequence[int], last: int, rows: Sequence[Sequence[float]], highest: float
) -> list[str]:
    """Draw one diagram with its axes and a line for each seat."""
    lines = [f'<text x="{LEFT}" y="{top - 10:.0f}" font-weight="bold" fill="#333">{escape(title)}</text>']
    for tick in range(TICKS + 1):
        y = top + PANEL * (1 - tick / TICKS)
        lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd6c6"/>')
        label = f"{highest * tick / TICKS:.0f}"
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#555">{label}</text>')
    for seat, row in enumerate(rows):
        points = " ".join(
            f"{x_of(ply, last):.1f},{top + PANEL * (1 - max(0.0, value) / highest):.1f}"
            for ply, value in zip(plies, row, strict=True)
        )
        lines.append(f'<polyline points="{points}" fill="none" {stroke(seat)} stroke-width="2"/>')
    return lines


def ply_labels(last: int, labels: ChartLabels) -> list[str]:
    """Write the numbers of the moves below both diagrams."""
    y = TOP + 2 * PANEL + GAP + 20
    lines = []
    for tick in range(TICKS + 1):
        ply = round(last * tick / TICKS)
        lines.append(
            f'<text x="{x_of(ply, last):.1f}" y="{y:.0f}" text-anchor="middle" fill="#555">{ply}</text>'
        )
    words = escape(labels.moves)
    return [*lines, f'<text x="{WIDTH - RIGHT + 16}" y="{y:.0f}" fill="#555">{words}</text>']


def stroke(seat: int) -> str:
    """Choose how the line of a seat is drawn: a colour, and dashes for who cannot tell colours apart."""
    dashes = DASHES[seat % len(DASHES)]
    return f'stroke="{COLORS[seat % len(COLORS)]}"' + (f' stroke-dasharray="{dashes}"' if dashes else "")


def marks(shown: Sequence[MoveEvaluation], last: int, labels: ChartLabels) -> list[str]:
    """Draw a dot where a move gave much away, on the line of who made it."""
    lines = []
    for evaluation in shown:
        radius = MARKED.get(evaluation.grade)
        if radius is not None:
            x, y = x_of(evaluation.ply, last), TOP + PANEL * (1 - evaluation.chances[evaluation.seat])
            color = COLORS[evaluation.seat % len(COLORS)]
            words = f"{evaluation.ply}: {labels.grades[evaluation.grade]}, {evaluation.played.move.notation}"
            lines.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{color}" stroke="#fffdf7">'
                f"<title>{escape(words)}</title></circle>"
            )
    return lines


def legend(names: Sequence[str]) -> list[str]:
    """Say whose line is whose."""
    lines = []
    for seat, name in enumerate(names):
        x, y = WIDTH - RIGHT + 16, TOP + 14 + 24 * seat
        lines.append(f'<path d="M{x} {y}h24" {stroke(seat)} stroke-width="2"/>')
        lines.append(f'<text x="{x + 32}" y="{y + 4}" fill="#333">{escape(name[:14])}</text>')
    return lines
