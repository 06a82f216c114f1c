"""The charts of a result and of an analysis: what stands below and beside them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from burgomaster.web.charts import CHANCES, Gain, axis_of, curves_of, round_ticks, spread


@pytest.mark.parametrize("word", ["end", "Конец"])
def test_the_word_for_the_end_covers_no_round(word: str) -> None:
    for n_rounds in range(1, 31):
        gains = [Gain(0, "cards", round_no, 3) for round_no in range(1, n_rounds + 1)]
        axis = axis_of(curves_of(gains, ["Anna"], n_rounds, ()), word)
        *rounds, (last, end) = axis["ticks"]  # type: ignore[misc]
        assert last == word and axis["rounds"] == [*map(str, range(1, n_rounds + 1)), word]
        assert all(end - x > 5 * len(word) for _, x in rounds)
        assert n_rounds > 7 or len(rounds) == n_rounds  # a short game names all of them


@pytest.mark.parametrize("places", [[22.0, 324.0, 324.0], [22.0, 22.0, 324.0], [20.0, 310.0, 320.0, 324.0]])
def test_names_beside_a_chart_cover_none_of_each_other_and_leave_others_where_they_are(
    places: list[float],
) -> None:
    moved = spread(places, 22.0, CHANCES["bottom"])
    assert min(moved) == min(places) and max(moved) <= CHANCES["bottom"]
    in_order = sorted(moved)
    assert all(low - high >= 22.0 for high, low in pairwise(in_order))


def test_rounds_too_near_to_each_other_share_a_number_below_the_chart() -> None:
    ticks = round_ticks([round_no for round_no in range(1, 31) for _ in range(2)])
    assert len(ticks) == 30 and ticks[0][0] == "1"
    named = [x for name, x in ticks if name]
    assert all(right - left > 15 for left, right in pairwise(named))
    assert [name for name, _ in round_ticks([1, 1, 1, 2, 2, 2, 3])] == ["1", "2", "3"]
