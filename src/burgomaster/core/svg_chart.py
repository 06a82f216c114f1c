"""Charts as SVG: lines, bands and bars on axes. Callers bring the data, the words and the scales.

In a page, style sheets colour the parts, through the classes gridline, axis, band and those that the caller
gives to lines and names. `line_chart` and `bar_chart` make files, with colours for light and dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import NamedTuple
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float]]
STEPS = tuple(base * 10.0**power for power in range(-3, 6) for base in (1, 2, 2.5, 5))
MOST_STEPS = 6
LABEL_GAP = 8  # pixels between an axis and its labels


# Axes


@dataclass(frozen=True)
class Plot:
    """The box that data are drawn in, in pixels, and the values at its sides."""

    left: float
    right: float
    top: float
    bottom: float
    across: tuple[float, float] = (0.0, 1.0)  # at the left and at the right
    up: tuple[float, float] = (0.0, 1.0)  # at the bottom and at the top

    def x(self, value: float) -> float:
        first, last = self.across
        return round(self.left + (self.right - self.left) * (value - first) / ((last - first) or 1), 1)

    def y(self, value: float) -> float:
        """Find the y of a value; a value outside the scale lies on the edge."""
        low, high = self.up
        part = min(1.0, max(0.0, (value - low) / ((high - low) or 1)))
        return round(self.bottom - (self.bottom - self.top) * part, 1)

    def write(self, points: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x):g},{self.y(y):g}" for x, y in points)


def round_values(low: float, high: float, most: int = MOST_STEPS) -> list[float]:
    """List the round values of a scale, with as many steps as fit well."""
    step = next((step for step in STEPS if (high - low) / step <= most), STEPS[-1])
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(step * number, 6) for number in range(first, last + 1)]


def spread(places: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Move labels apart so that none covers another, and keep them above the lowest place."""
    moved = dict(sorted(enumerate(places), key=lambda item: item[1]))
    last = -gap
    for index, place in moved.items():
        moved[index] = last = max(place, last + gap)
    limit = lowest
    for index, place in reversed(moved.items()):  # only those in the way of the lowest ones go up
        moved[index] = place = min(place, limit)
        limit = place - gap
    return [round(moved[index], 1) for index in range(len(places))]


# Parts of a chart


def text(x: float, y: float, words: str, kind: str) -> str:
    """Write words; y is the middle of their height."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" dy=".35em">{escape(words)}</text>'


def rows(plot: Plot, marks: Iterable[tuple[float, str]]) -> str:
    """Draw lines of equal values with their labels at the left."""
    drawn = []
    for value, words in marks:
        y = plot.y(value)
        drawn.append(f'<path class="gridline" d="M{plot.left:g} {y:g}H{plot.right:g}"/>')
        drawn.append(text(plot.left - LABEL_GAP, y, words, "axis end"))
    return "".join(drawn)


def columns(marks: Iterable[tuple[float, str]], y: float, kind: str = "axis middle") -> str:
    return "".join(text(x, y, words, kind) for x, words in marks if words)


def line(plot: Plot, points: Points, kind: str) -> str:
    return f'<polyline class="{kind}" points="{plot.write(points)}"/>'


def band(plot: Plot, lower: Points, upper: Points) -> str:
    """Fill what lies between two lines."""
    return f'<polygon class="band" points="{plot.write([*upper, *reversed(lower)])}"/>'


def dot(x: float, y: float, radius: float, kind: str, words: str = "") -> str:
    """Draw a dot, with words for a mouse that rests on it."""
    title = f"<title>{escape(words)}</title>" if words else ""
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}">{title}</circle>'


def end_names(plot: Plot, ends: Sequence[tuple[float, str, str]], gap: float) -> str:
    """Write names beside the ends of lines, from the last value, the words and the kind of each."""
    places = spread([plot.y(value) for value, _, _ in ends], gap, plot.bottom)
    return "".join(
        text(plot.right + 12, y, words, kind) for y, (_, words, kind) in zip(places, ends, strict=True)
    )


# Files of their own

WIDTH, MARGIN = 960, 28
LETTER = 7.0  # width of a letter, about
LEFT, TOP, PANEL, PANEL_GAP = 56, 76, 228, 64
LONGEST_NAME, NAME_GAP = 34, 15
ROW, BAR, LABEL, HEAD, GROUP_GAP = 22, 16, 230, 34, 18
LIGHT = ("#fffdf7", "#333333", "#595549", "#ddd6c6", "#1f6f8b")  # paper, ink, soft ink, grid, bars
DARK = ("#1f1b16", "#efe6d6", "#b9ad98", "#453c31", "#35779a")
LINES_ON_LIGHT = ("#1f6f8b", "#c05a1c", "#4f7d27", "#8a3f7d", "#777163", "#946f00", "#2f4b7c", "#a03050")
LINES_ON_DARK = ("#62b4d2", "#f09a62", "#a0cf70", "#d592c7", "#b9b2a3", "#e3bf49", "#8eafe8", "#f08ba5")
DASHES = ("none", "7 4", "2 3", "10 3 2 3", "1 5")  # not by colour alone
SHAPES = (
    "text{font:13px sans-serif}",
    ".title{font-size:17px;font-weight:bold}",
    ".heading{font-weight:bold}",
    ".end{text-anchor:end}",
    ".middle{text-anchor:middle}",
    ".line{fill:none;stroke-width:2}",
    ".whisker{stroke-width:2}",
    *(f".dash-{number}{{stroke-dasharray:{dash}}}" for number, dash in enumerate(DASHES)),
)


class Line(NamedTuple):
    name: str
    points: Points
    marks: Sequence[tuple[float, float, float, str]] = ()  # x, y, radius, words


class Panel(NamedTuple):
    """A diagram, from 0 to its highest value."""

    title: str
    lines: Sequence[Line]
    highest: float


class Bar(NamedTuple):
    """A bar with its name, its value in words, and how far off the value may be."""

    name: str
    value: float
    words: str
    interval: tuple[float, float] | None = None


def line_chart(title: str, across: str, panels: Sequence[Panel]) -> str:
    """Draw diagrams one below the other over the same scale from 0; a line has its name at its end."""
    every = [line for panel in panels for line in panel.lines]
    last = max((x for line in every for x, _ in line.points), default=0.0) or 1.0
    longest = min(LONGEST_NAME, max((len(line.name) for line in every), default=0))
    right = WIDTH - MARGIN - LETTER * max(longest, len(across))
    parts, y = [text(LEFT, 26, title, "title")], float(TOP)
    for panel in panels:
        plot = Plot(LEFT, right, y, y + PANEL, (0, last), (0, panel.highest))
        parts += [text(LEFT, y - 16, panel.title, "heading"), draw_panel(plot, panel)]
        y += PANEL + PANEL_GAP
    below = y - PANEL_GAP + 20
    ticks = [(plot.x(value), f"{value:g}") for value in round_values(0, last, 8)]
    parts += [columns(ticks, below), text(right + 12, below, across, "axis")]
    return document(title, below + 20, parts)


def draw_panel(plot: Plot, panel: Panel) -> str:
    drawn = [rows(plot, [(value, f"{value:g}") for value in round_values(0, panel.highest)])]
    ends = []
    for number, one in enumerate(panel.lines):
        color = number % len(LINES_ON_LIGHT)
        drawn.append(line(plot, one.points, f"line line-{color} dash-{number % len(DASHES)}"))
        drawn += [
            dot(plot.x(x), plot.y(y), radius, f"fill-{color}", words) for x, y, radius, words in one.marks
        ]
        if one.points:
            ends.append((one.points[-1][1], one.name[:LONGEST_NAME], f"fill-{color}"))
    return "".join(drawn) + end_names(plot, ends[: PANEL // NAME_GAP], NAME_GAP)


def bar_chart(title: str, groups: Sequence[tuple[str, Sequence[Bar]]]) -> str:
    """Draw groups of bars one below the other, each group with its own scale."""
    parts, y = [text(MARGIN, 26, title, "title")], MARGIN + 20.0
    for heading, bars in groups:
        parts.append(text(MARGIN, y + 12, heading, "heading"))
        most = max([1e-9, *(max(bar.value, *(bar.interval or (0,))) for bar in bars)])
        plot = Plot(MARGIN + LABEL, WIDTH - MARGIN - 70, 0, 0, (0, most))
        parts += [draw_bar(bar, plot, y + HEAD + ROW * number) for number, bar in enumerate(bars)]
        y += HEAD + ROW * len(bars) + GROUP_GAP
    return document(title, y, parts)


def draw_bar(bar: Bar, plot: Plot, y: float) -> str:
    middle, end = y + BAR / 2, plot.x(max(0.0, bar.value))
    low, high = (plot.x(bound) for bound in bar.interval or (bar.value, bar.value))
    whisker = f'<path class="whisker" d="M{low:g} {middle:g}H{high:g}"/>' if bar.interval else ""
    return (
        text(plot.left - LABEL_GAP, middle, bar.name[:LONGEST_NAME], "end")
        + f'<rect class="bar" x="{plot.left:g}" y="{y:g}" width="{end - plot.left:g}" height="{BAR}"/>'
        + whisker
        + text(max(end, high) + LABEL_GAP, middle, bar.words, "axis")
    )


def document(title: str, height: float, parts: Iterable[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart-file" viewBox="0 0 {WIDTH} {height:.0f}" '
        f'role="img"><title>{escape(title)}</title><style>{style_sheet()}</style>'
        f'<rect class="paper" width="{WIDTH}" height="{height:.0f}"/>'
    )
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def style_sheet() -> str:
    """Write the style of a chart that is a file, without variables: not every program knows them."""
    light, dark = colors(*LIGHT, LINES_ON_LIGHT), colors(*DARK, LINES_ON_DARK)
    bright, dim = ("".join(f".chart-file {rule}" for rule in rules) for rules in ([*SHAPES, *light], dark))
    return f"{bright}@media(prefers-color-scheme:dark){{{dim}}}"


def colors(paper: str, ink: str, soft: str, grid: str, bar: str, lines: Sequence[str]) -> list[str]:
    return [
        f".paper{{fill:{paper}}}",
        f"text{{fill:{ink}}}",
        f".axis{{fill:{soft}}}",
        f".gridline{{stroke:{grid}}}",
        f".whisker{{stroke:{ink}}}",
        f".bar{{fill:{bar}}}",
        *(f".line-{number}{{stroke:{color}}}" for number, color in enumerate(lines)),
        *(f".fill-{number}{{fill:{color}}}" for number, color in enumerate(lines)),
    ]
