"""One long number that holds a position, written and read by the same description of the position.

A game describes its positions once (`rules/position.py`), as a walk over the fields of the state: each is a
number below a bound that follows from what was told before. Writing, the walk hands the numbers over;
reading, it gets them back. So nothing is stored that follows from the rest, and no number can be read that
lies outside its bounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from burgomaster.core.errors import PositionError
from burgomaster.core.rng import new_rng

GROUP = (
    8  # a number without a bound goes in groups of three bits, each with one that says whether more follow
)


class Pool:
    """Copies of things that a position has not placed yet: what is left bounds what may still be told."""

    def __init__(self, items: Iterable[int]) -> None:
        self.left = Counter(int(item) for item in items)

    def kinds(self, fits: Callable[[int], bool] | None = None) -> list[int]:
        """List the different things left, in the order of their numbers; with `fits` only those that do."""
        return sorted(item for item, n in self.left.items() if n > 0 and (fits is None or fits(item)))

    def items(self, fits: Callable[[int], bool] | None = None) -> list[int]:
        """List every copy left, in the order of the numbers."""
        return [item for item in self.kinds(fits) for _ in range(self.left[item])]

    def take(self, item: int, n: int = 1) -> None:
        """Take copies of one thing out."""
        self.left[int(item)] -= n


class Coder:
    """Writes numbers, each with its bound, or reads them back; `is_reading` says which."""

    is_reading: bool

    def __init__(self, undealt: Any, seat: int | None, is_whole: bool, is_counted: bool) -> None:
        self.undealt = undealt  # the state before the deal, with the options set
        self.seat = seat  # whose knowledge it is; None: a spectator's, or all of it
        self.is_whole = is_whole  # nothing is hidden
        self.is_counted = is_counted  # with what somebody knows who kept count of everything open
        self.rng = new_rng()  # what fills in the unknown while reading

    def number(self, value: int, n: int, name: str) -> int:
        """Write a number from 0 to n - 1 and return it, or read one."""
        raise NotImplementedError

    # What is made of numbers

    def shows(self, seat: int) -> bool:
        """Tell whether everything of a seat is known."""
        return self.is_whole or seat == self.seat

    def flag(self, value: Any, name: str) -> bool:
        """Write or read yes or no."""
        return self.number(int(bool(value)), 2, name) == 1

    def field(self, record: Any, field: str, n: int, least: int = 0) -> int:
        """Write or read a field of a record, from `least` up, n values."""
        value = least + self.number(int(record[field]) - least, n, field)
        record[field] = value
        return value

    def large(self, record: Any, field: str, most: int, least: int = 0) -> int:
        """Write or read a field that is small as a rule and has room for much."""
        value = int(record[field])
        if not self.is_reading:
            _check_bounds(field, value, least, most)
        value = least + self._large(value - least, field)
        _check_bounds(field, value, least, most)
        record[field] = value
        return value

    def _large(self, value: int, name: str) -> int:
        total, weight, more = 0, 1, True
        while more and weight < 1 << 40:
            more = self.flag(value // weight >= GROUP, name)
            digit = self.number(value // weight % GROUP, GROUP, name)
            total += digit * weight
            weight *= GROUP
        return total

    def choice(self, value: int, choices: Sequence[int], name: str) -> int:
        """Write or read one of several numbers."""
        if not choices:
            raise PositionError("position.none_left", name=name)
        place = 0 if self.is_reading else self._place(value, choices, name)
        return choices[self.number(place, len(choices), name)]

    def draw(self, value: int, pool: Pool, name: str, fits: Callable[[int], bool] | None = None) -> int:
        """Write or read one of the things left in a pool, and take it out."""
        item = self.choice(int(value), pool.kinds(fits), name)
        pool.take(item)
        return item

    def copies(self, value: int, pool: Pool, item: int, name: str) -> int:
        """Write or read how many of the copies left of one thing lie somewhere, and take them out."""
        n = self.number(int(value), pool.left[item] + 1, name)
        pool.take(item, n)
        return n

    def words(self, words: Any, name: str) -> None:
        """Write or read the generator of a state: one bit if it is at rest."""
        if not self.flag(any(int(word) for word in words), name):
            words[:] = 0
            return
        for place in range(len(words)):
            words[place] = self.number(int(words[place]), 1 << 32, name)

    def _place(self, value: int, choices: Sequence[int], name: str) -> int:
        if value not in choices:
            raise PositionError("position.none_left", name=name)
        return choices.index(value)


def _check_bounds(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise PositionError("position.count", name=name, given=value, least=least, most=most)


class Writer(Coder):
    """Collects the numbers of a position."""

    is_reading = False

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._digits: list[tuple[int, int]] = []

    def number(self, value: int, n: int, name: str) -> int:
        """Write a number from 0 to n - 1."""
        _check_bounds(name, value, 0, n - 1)
        self._digits.append((value, n))
        return value

    def to_bytes(self) -> bytes:
        """Put all numbers into one, and that into as few bytes as it needs."""
        total = 0
        for value, n in reversed(self._digits):
            total = total * n + value
        return total.to_bytes((total.bit_length() + 7) // 8, "big")


class Reader(Coder):
    """Gives the numbers of a position back."""

    is_reading = True

    def __init__(self, data: bytes, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._rest = int.from_bytes(data, "big")

    def number(self, value: int, n: int, name: str) -> int:
        """Read a number from 0 to n - 1; what is handed over does not count."""
        if n < 1:
            raise PositionError("position.none_left", name=name)
        self._rest, found = divmod(self._rest, n)
        return found

    def finish(self) -> None:
        """Refuse a text that says more than a position has."""
        if self._rest != 0:
            raise PositionError("position.too_long")
