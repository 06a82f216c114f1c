"""Eight numbers in a word are treated as they are one by one."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from burgomaster.core import words
from burgomaster.core.jit import jit
from burgomaster.core.struct import U8, Ints, record, zeros
from burgomaster.core.words import find_item, remove_item


@record
class Fields:
    """Arrays that have room in a word, and longer ones."""

    four: Annotated[Ints, U8, 4]
    nine: Annotated[Ints, U8, 9]
    ten: Annotated[Ints, U8, 10]
    twelve: Annotated[Ints, U8, 12]


@jit
def find_and_remove(fields: Any, items: Any, places: Any, n_left: Any) -> None:
    """Find an item in each array, and take it out."""
    fields = fields[0]
    places[0] = find_item(fields.four, items[0])
    remove_item(fields.four, places[0], n_left[0])
    places[1] = find_item(fields.nine, items[1])
    remove_item(fields.nine, places[1], n_left[1])
    places[2] = find_item(fields.ten, items[2])
    remove_item(fields.ten, places[2], n_left[2])
    places[3] = find_item(fields.twelve, items[3])
    remove_item(fields.twelve, places[3], n_left[3])


def test_an_item_is_found_and_taken_out() -> None:
    random = np.random.default_rng(1)
    for _ in range(300):
        fields: Any = zeros(Fields, 1)
        wanted, items, places, n_left = [], [], [], []
        for name in Fields.__annotations__:
            room = len(fields[0][name])
            numbers = random.permutation(128)[: random.integers(1, room + 1)].tolist()
            fields[0][name][: len(numbers)] = numbers
            places.append(int(random.integers(len(numbers))))
            items.append(numbers.pop(places[-1]))
            n_left.append(len(numbers))
            wanted.append([*numbers, *[0] * (room - len(numbers))])
        for run in (find_and_remove, getattr(find_and_remove, "py_func", find_and_remove)):
            own, found = fields.copy(), np.zeros(4, np.int64)
            run(own, np.array(items), found, np.array(n_left))
            assert found.tolist() == places
            assert [own[0][name].tolist() for name in Fields.__annotations__] == wanted


def test_lanes_of_a_word_are_found_by_their_sums() -> None:
    random = np.random.default_rng(2)
    for _ in range(300):
        lanes = random.integers(0, 15, 8).tolist()
        word = int.from_bytes(bytes(lanes), "little")
        sums = words.running_sums(word)
        assert [words.lane_of(sums, place) for place in range(8)] == np.cumsum(lanes).tolist()
        for number in range(sum(lanes)):
            assert words.find_above(sums, number) == int(np.searchsorted(np.cumsum(lanes), number, "right"))


@pytest.mark.parametrize("n", range(9))
def test_lanes_are_raised_up_to_the_end_of_a_word(n: int) -> None:
    lanes = [5, 6, 7, 8, 0, 0, 0, 0]
    raised = words.raise_lanes(int.from_bytes(bytes(lanes), "little"), n) & (2**64 - 1)
    assert list(raised.to_bytes(8, "little")) == ([0] * n + lanes)[:8]
    first = words.first_lanes(n) & (2**64 - 1)
    assert list(first.to_bytes(8, "little")) == [255] * n + [0] * (8 - n)
