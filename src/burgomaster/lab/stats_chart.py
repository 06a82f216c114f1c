"""The chart of many games, drawn by hand as SVG: seats, scores, sources of points, and what wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

WIDTH, MARGIN, LABEL = 960, 28, 230
ROW, HEAD, GAP = 22, 34, 18
COLOR, WHISKER = "#1f6f8b", "#333333"
PANELS = {"seats": "wins", "sources": "mean", "items": "wins", "scores": "share"}  # and what their bars show
PERCENT = ("wins", "share")


def draw_chart(title: str, sheets: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """Draw one panel below the other."""
    y, lines = MARGIN + 20.0, []
    for name, measure in PANELS.items():
        if name in sheets:
            panel, height = draw_panel(words[name], sheets[name], measure, y)
            lines += panel
            y += height + GAP
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:.0f}" font-family="sans-serif" '
        f'font-size="13" role="img"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{y:.0f}" fill="#fffdf7"/>',
        f'<text x="{MARGIN}" y="{MARGIN}" font-size="17" font-weight="bold">{escape(title)}</text>',
    ]
    return "\n".join([*head, *lines, "</svg>"]) + "\n"


def draw_panel(title: str, sheet: Any, measure: str, top: float) -> tuple[list[str], float]:
    """Draw the bars of one table; return them and their height."""
    place = sheet.headings.index(measure)
    high = sheet.headings.index(f"{measure}_high") if f"{measure}_high" in sheet.headings else place
    most = max([1e-9, *(row[high] for row in sheet.rows)])
    lines = [f'<text x="{MARGIN}" y="{top + 16:.0f}" font-weight="bold" fill="#333">{escape(title)}</text>']
    for number, row in enumerate(sheet.rows):
        y = top + HEAD + ROW * number
        interval = (row[high - 1], row[high]) if high != place else None
        lines += draw_bar(str(row[0]), row[place], interval, most, y, measure in PERCENT)
    return lines, HEAD + ROW * len(sheet.rows)


def draw_bar(
    label: str, value: float, interval: Sequence[float] | None, most: float, y: float, is_share: bool
) -> list[str]:
    """Draw a bar with its name, its value and its interval."""
    left, room = MARGIN + LABEL, WIDTH - 2 * MARGIN - LABEL - 70
    width = room * max(0.0, value) / most
    words = f"{100 * value:.1f} %" if is_share else f"{value:.1f}"
    middle = y + (ROW - 6) / 2
    end = left + max(width, room * interval[1] / most if interval else 0.0)
    lines = [
        f'<text x="{left - 8}" y="{middle + 5:.1f}" text-anchor="end">{escape(label[:34])}</text>',
        f'<rect x="{left}" y="{y:.1f}" width="{width:.1f}" height="{ROW - 6}" fill="{COLOR}"/>',
        f'<text x="{end + 8:.1f}" y="{middle + 5:.1f}" fill="#555">{words}</text>',
    ]
    if interval:
        low, high = (left + room * bound / most for bound in interval)
        lines.append(f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}" stroke="{WHISKER}" stroke-width="2"/>')
    return lines
