"""The charts of a result and of an analysis: what stands below and beside them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from burgomaster.core.svg_chart import Plot
from burgomaster.web.charts import chance_plot, round_chart, round_starts, round_ticks


@pytest.mark.parametrize("word", ["end", "Конец"])
def test_the_word_for_the_end_covers_no_round(word: str) -> None:
    for n_rounds in range(1, 31):
        plot = Plot(40, 510, 16, 266, (0, n_rounds + 1), (0, 1))
        *rounds, (end, last) = round_ticks(plot, n_rounds + 2, word)
        assert last == word and [name for _, name in rounds] == [*map(str, range(1, len(rounds) + 1))]
        assert all(end - x > 5 * len(word) for x, _ in rounds)
        assert n_rounds > 7 or len(rounds) == n_rounds  # a short game names all of them


def test_a_chart_by_rounds_has_a_line_and_a_name_for_each_seat() -> None:
    chart = round_chart([[0, 3, 8], [0, 5, 5]], ["Anna", "<b>Bartholomew</b>"], "end")
    assert chart["drawn"].count("<polyline") == 2
    assert "8 Anna" in chart["drawn"] and "5 &lt;b&gt;Barth…" in chart["drawn"]
    assert [(seat, y) for seat, _, y in chart["dots"]][2] == (0, 16.0)  # the highest score is at the top


def test_rounds_too_near_to_each_other_share_a_number_below_the_chart() -> None:
    rounds = [round_no for round_no in range(1, 31) for _ in range(2)]
    ticks = round_starts(chance_plot(len(rounds)), rounds)
    assert len(ticks) == 30 and ticks[0][1] == "1"
    named = [x for x, name in ticks if name]
    assert all(right - left > 15 for left, right in pairwise(named))
    assert [name for _, name in round_starts(chance_plot(7), [1, 1, 1, 2, 2, 2, 3])] == ["1", "2", "3"]
