"""Eight small numbers in one number, a word: what is done with all of them at once has no loop.

A processor that loops over a few cards guesses wrong when the loop ends, and that takes as long as looking at
two more cards. The lowest byte of a word is its first lane. Numbers in lanes are below 128, but for words of
255 and 0, which say where something is.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.extending import intrinsic, overload

from burgomaster.core.bits import load_word, lowest_bit, wide
from burgomaster.core.jit import inline, jit, types
from burgomaster.core.struct import Ints

N_IN_WORD = 8
WORD = ir.IntType(64)
ONES = 0x0101010101010101  # a word of 1 in each lane
LARGEST = 127  # number in a lane
ALL_BUT_SIGN = 0x7FFFFFFFFFFFFFFF
WITHOUT_LAST = 0x00FFFFFFFFFFFFFF


@inline
def lane_of(word: int, place: int) -> int:
    """Return one lane of a word."""
    return (word >> (8 * place)) & 255


@inline
def raise_lanes(word: int, n: int) -> int:
    """Move every lane up by some places, up to eight, and out of the word behind its end."""
    return (word << (4 * n)) << (4 * n)


@inline
def first_lanes(n: int) -> int:
    """Return a word of 255 in its first lanes and 0 in the others."""
    return ~raise_lanes(-1, n)


@inline
def running_sums(word: int) -> int:
    """Return a word that has in each lane the sum of all lanes up to it; the last one is below 128, too."""
    return (word * ONES) & ALL_BUT_SIGN


@inline
def find_above(sums: int, number: int) -> int:
    """Find the first lane of a word that is above a number; there is one."""
    return lowest_bit(((sums + (LARGEST - number) * ONES) >> 7) & ONES) >> 3


def load_lanes(numbers: Ints) -> int:
    """Return the first eight bytes of an array, or of what lies behind it, as a word."""
    return int.from_bytes(bytes(numbers[:N_IN_WORD]), "little")


@overload(load_lanes, inline="always")
def _compiled_load_lanes(numbers):  # type: ignore[no-untyped-def]
    return lambda numbers: load_word(numbers, 0)


@jit
def find_one_by_one(items: Ints, item: int) -> int:
    """Find the first place of an item that an array has."""
    place = 0
    while items[place] != item:
        place += 1
    return place


@jit
def remove_one_by_one(items: Ints, place: int, n_left: int) -> None:
    """Move the items behind a removed one forward, and leave no trace of the last."""
    for index in range(place, n_left):
        items[index] = items[index + 1]
    items[n_left] = 0


def find_item(items: Ints, item: int) -> int:
    """Find the first place of an item, which is below 128, in an array that has it."""
    return find_one_by_one(items, item)


def remove_item(items: Ints, place: int, n_left: int) -> None:
    """Take the item at a place out of an array, in which so many are left, and zeros behind them."""
    remove_one_by_one(items, place, n_left)


@overload(find_item, inline="always")
def _compiled_find_item(items, item):  # type: ignore[no-untyped-def]
    def find(items, item):  # type: ignore[no-untyped-def]
        others = (((load_word(items, 0) ^ (item * ONES)) + LARGEST * ONES) >> 7) & ONES
        if others != ONES:
            return lowest_bit(others ^ ONES) >> 3
        place = N_IN_WORD
        while items[place] != item:
            place += 1
        return place

    return find if _length_of(items) > N_IN_WORD else lambda items, item: find_one_by_one(items, item)


@overload(remove_item, inline="always")
def _compiled_remove_item(items, place, n_left):  # type: ignore[no-untyped-def]
    last = _length_of(items) - 1

    def remove(items, place, n_left):  # type: ignore[no-untyped-def]
        word = load_word(items, 0)
        kept = first_lanes(min(place, N_IN_WORD))
        moved = ((word >> 8) & WITHOUT_LAST) | (wide(items[N_IN_WORD]) << 56)
        _store_word(items, (word & kept) | (moved & ~kept))
        for index in range(N_IN_WORD, last):
            items[index] = items[index + 1] if index >= place else items[index]
        items[last] = 0

    def remove_slowly(items, place, n_left):  # type: ignore[no-untyped-def]
        remove_one_by_one(items, place, n_left)

    return remove if last >= N_IN_WORD else remove_slowly


def _length_of(items: Any) -> int:
    """Return how many items the field of a record has; 0 for other arrays."""
    return int(items.shape[0]) if isinstance(items, types.NestedArray) else 0


@intrinsic  # type: ignore[untyped-decorator]
def _store_word(_context: Any, items: Any, _word: Any) -> Any:
    """Store the first eight bytes of an array at once."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        builder.store(arguments[1], builder.bitcast(data, WORD.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(items, types.int64), emit
