"""Arrays that are lent by DLPack: the same memory, kept alive as long as somebody uses it, and no longer."""

from __future__ import annotations

import gc
import sys
from typing import Any

import numpy as np
import pytest

from burgomaster.cuda import array as dlpack


class Lender:
    """Lends an array of the processor as a card would lend its own."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.ON_PROCESSOR, 0

    def __dlpack__(self, **_wishes: Any) -> Any:
        array = self.array
        return dlpack.lend(array.ctypes.data, array.shape, array.dtype, self.__dlpack_device__(), array)


@pytest.mark.parametrize(
    "dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.float32, np.bool_]
)
def test_an_array_is_taken_over_without_a_copy(dtype: Any) -> None:
    array = (np.arange(12) % 2).astype(dtype).reshape(3, 4)
    taken = np.from_dlpack(Lender(array))
    assert taken.dtype == array.dtype and taken.tolist() == array.tolist()
    array[1, 2] = 0
    assert taken[1, 2] == 0
    assert taken.ctypes.data == array.ctypes.data


def test_what_is_lent_lives_as_long_as_it_is_used() -> None:
    gc.collect()
    before = len(dlpack._lent)
    array = np.ones((2, 3), np.float32)
    held = sys.getrefcount(array)
    taken = np.from_dlpack(Lender(array))
    assert len(dlpack._lent) == before + 1 and sys.getrefcount(array) == held + 1
    del taken
    gc.collect()
    assert len(dlpack._lent) == before and sys.getrefcount(array) == held
    untaken = Lender(array).__dlpack__()
    assert len(dlpack._lent) == before + 1
    del untaken
    gc.collect()
    assert len(dlpack._lent) == before


def test_records_have_no_word_in_dlpack() -> None:
    array = np.zeros(2, [("a", np.int8)])
    with pytest.raises(BufferError, match="DLPack"):
        Lender(array).__dlpack__()
