"""The curve of a training, drawn by hand as SVG: games won above, errors below, over the minutes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 960, 640
LEFT, RIGHT, TOP, GAP = 56, 250, 64, 64
PANEL = (HEIGHT - TOP - 2 * GAP) / 2
COLORS = ("#1f6f8b", "#c05a1c", "#5b8a2f", "#8a3f7d", "#777163", "#b08900", "#2f4b7c", "#a03050")
DASHES = ("", "7 4", "2 3", "10 3 2 3")
TICKS = 5
MOST_LINES = 16  # that have a place in the legend
ERRORS = ("points", "winner", "lead")
WON = "won against greedy, %"

Line = tuple[str, list[tuple[float, float]]]  # a name, and minutes with values


def draw_curve(title: str, curve: Sequence[Mapping[str, Any]]) -> str:
    """Draw the whole picture."""
    last = max([1e-9, *(line["seconds"] / 60 for line in curve)])
    errors = error_lines(curve)
    highest = max([0.1, *(value for _, points in errors for _, value in points)])
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13" role="img"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
        f'<text x="{LEFT}" y="26" font-size="17" font-weight="bold">{escape(title)}</text>',
        *panel(WON, TOP, last, won_lines(curve), 100.0),
        *panel("errors", TOP + PANEL + GAP, last, errors, highest),
        *minute_labels(last),
    ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def won_lines(curve: Sequence[Mapping[str, Any]]) -> list[Line]:
    """Collect the games won in every variant that was measured."""
    found: dict[str, list[tuple[float, float]]] = {}
    for line in curve:
        for one in line["against_greedy"]:
            if one["won"] is not None:
                found.setdefault(one["variant"], []).append((line["seconds"] / 60, one["won"]))
    return list(found.items())


def error_lines(curve: Sequence[Mapping[str, Any]]) -> list[Line]:
    """Collect the three errors."""
    return [
        (name, [(line["seconds"] / 60, line["errors"][index]) for line in curve])
        for index, name in enumerate(ERRORS)
    ]


def x_of(minutes: float, last: float) -> float:
    """Find where a moment stands from left to right."""
    return LEFT + (WIDTH - LEFT - RIGHT) * minutes / last


def panel(title: str, top: float, last: float, rows: Sequence[Line], highest: float) -> list[str]:
    """Draw one diagram with its axes, a line for each row, and whose line is whose."""
    lines = [f'<text x="{LEFT}" y="{top - 10:.0f}" font-weight="bold" fill="#333">{escape(title)}</text>']
    for tick in range(TICKS + 1):
        y = top + PANEL * (1 - tick / TICKS)
        label = f"{highest * tick / TICKS:.{0 if highest >= TICKS else 2}f}"
        lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd6c6"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#555">{label}</text>')
    for number, row in enumerate(rows):
        lines += draw_row(number, row, top, last, highest)
    return lines


def draw_row(number: int, row: Line, top: float, last: float, highest: float) -> list[str]:
    """Draw one line with a dot for every measure, and its name beside the diagram."""
    name, values = row
    color, dashes = COLORS[number % len(COLORS)], DASHES[number // len(COLORS) % len(DASHES)]
    stroke = f'stroke="{color}"' + (f' stroke-dasharray="{dashes}"' if dashes else "")
    places = [(x_of(at, last), top + PANEL * (1 - min(1.0, value / highest))) for at, value in values]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    lines = [f'<polyline points="{points}" fill="none" {stroke} stroke-width="2"/>']
    lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{color}"/>' for x, y in places]
    if number < MOST_LINES:
        x, y = WIDTH - RIGHT + 16, top + 6 + 14 * number
        lines.append(f'<path d="M{x} {y:.1f}h24" {stroke} stroke-width="2"/>')
        lines.append(
            f'<text x="{x + 30}" y="{y + 4:.1f}" fill="#333" font-size="12">{escape(name[:34])}</text>'
        )
    return lines


def minute_labels(last: float) -> list[str]:
    """Write the minutes below both diagrams."""
    y, lines = TOP + 2 * PANEL + GAP + 20, []
    for tick in range(TICKS + 1):
        minutes = last * tick / TICKS
        lines.append(
            f'<text x="{x_of(minutes, last):.1f}" y="{y:.0f}" text-anchor="middle" fill="#555">'
            f"{minutes:.1f}</text>"
        )
    return [*lines, f'<text x="{WIDTH - RIGHT + 16}" y="{y:.0f}" fill="#555">minutes</text>']
