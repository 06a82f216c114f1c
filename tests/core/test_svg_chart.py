"""Charts as SVG: scales, labels, and files that any program can show."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from burgomaster.core.svg_chart import (
    Bar,
    Line,
    Panel,
    Plot,
    band,
    bar_chart,
    line_chart,
    round_values,
    spread,
)


@pytest.mark.parametrize("places", [[22.0, 324.0, 324.0], [22.0, 22.0, 324.0], [20.0, 310.0, 320.0, 324.0]])
def test_names_beside_a_chart_cover_none_of_each_other_and_leave_others_where_they_are(
    places: list[float],
) -> None:
    moved = spread(places, 22.0, 324.0)
    assert min(moved) == min(places) and max(moved) <= 324.0
    in_order = sorted(moved)
    assert all(low - high >= 22.0 for high, low in pairwise(in_order))


def test_scales_have_round_values_and_no_more_than_six_steps() -> None:
    assert round_values(0, 100) == [0, 20, 40, 60, 80, 100]
    assert round_values(1383, 1617) == [1400, 1450, 1500, 1550, 1600]
    assert round_values(0, 0.3) == [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]
    assert round_values(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1]


def test_values_outside_the_scale_lie_on_its_edge() -> None:
    plot = Plot(10, 110, 20, 120, (0, 4), (0, 50))
    assert (plot.x(1), plot.y(25), plot.y(60), plot.y(-5)) == (35, 70, 20, 120)
    assert band(plot, [(0, 0), (4, 10)], [(0, 50), (4, 99)]) == (
        '<polygon class="band" points="10,20 110,20 110,100 10,120"/>'
    )


def test_files_are_well_formed_whatever_names_hold_and_have_colours_for_light_and_dark() -> None:
    names = ["Anna <&>", *(f"variant {number}" for number in range(19))]
    lines = [Line(name, [(0, 1), (5, 90)], [(5, 90, 4.0, "a < b")]) for name in names]
    drawn = line_chart("x & y", "minutes", [Panel("won", lines, 100.0), Panel("nothing", [], 0.1)])
    picture = ElementTree.fromstring(drawn)
    words = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"x & y", "Anna <&>", "minutes", "won", "nothing"} <= set(words) and drawn.count("<polyline") == 20
    assert "prefers-color-scheme:dark" in drawn
    bars = bar_chart(
        "t", [("g", [Bar("<b>", 0.5, "50 %", (0.4, 0.6)), Bar("loss", -1.0, "-1.0")]), ("none", [])]
    )
    assert "-" not in "".join(one.get("width", "") for one in ElementTree.fromstring(bars).iter())
