"""The log as a seat saw it: what was written of a move is kept, for every table by itself."""

from __future__ import annotations

import burgomaster as bm
from burgomaster.web.linked_log import log_items, told_moves


def test_tables_whose_people_have_the_same_names_forget_nothing_of_each_other() -> None:
    tables = [bm.game("petersburg", players=2).new(seed=seed) for seed in (1, 2)]
    for table in tables:
        for _ in range(6):
            table.play(table.moves()[0])
    first, again = ([told_moves(table, 0, "en") for table in tables] for _ in range(2))
    for before, now in zip(first, again, strict=True):
        assert [id(told) for _, told in before] == [id(told) for _, told in now]
    assert log_items(tables[0], 0, "en") != log_items(tables[1], 0, "en")
