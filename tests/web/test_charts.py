"""The charts of a result: what stands below them."""

from __future__ import annotations

import pytest

from burgomaster.web.charts import Gain, axis_of, curves_of


@pytest.mark.parametrize("word", ["end", "Конец"])
def test_the_word_for_the_end_covers_no_round(word: str) -> None:
    for n_rounds in range(1, 31):
        gains = [Gain(0, "cards", round_no, 3) for round_no in range(1, n_rounds + 1)]
        axis = axis_of(curves_of(gains, ["Anna"], n_rounds, ()), word)
        *rounds, (last, end) = axis["ticks"]  # type: ignore[misc]
        assert last == word and axis["rounds"] == [*map(str, range(1, n_rounds + 1)), word]
        assert all(end - x > 5 * len(word) for _, x in rounds)
        assert n_rounds > 7 or len(rounds) == n_rounds  # a short game names all of them
