"""An array on the graphics card, as other libraries take it over without a copy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.cuda.card import find_card
from burgomaster.cuda.dlpack import ON_CARD, lend


class CardArray:
    """An array on the card: `torch.from_dlpack(array)`, `cupy.from_dlpack(array)`, `array.numpy()`."""

    def __init__(self, array: Any) -> None:
        self.array = array  # as numba-cuda knows it

    @classmethod
    def zeros(cls, shape: int | tuple[int, ...], dtype: Any) -> CardArray:
        """Make an array of zeros."""
        made = cls(find_card().device_array(shape, dtype))
        made[:] = 0
        return made

    @property
    def shape(self) -> tuple[int, ...]:
        """Tell how many numbers there are in each dimension."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Tell what kind of numbers they are."""
        found: np.dtype[Any] = self.array.dtype
        return found

    def __len__(self) -> int:
        return self.shape[0]

    def numpy(self) -> npt.NDArray[Any]:
        """Copy the array to the processor."""
        found: npt.NDArray[Any] = self.array.copy_to_host()
        return found

    def tobytes(self) -> bytes:
        """Copy the numbers to the processor, as bytes."""
        return self.numpy().tobytes()

    def __setitem__(self, place: slice, value: Any) -> None:
        """Fill the whole array: with zeros, or from an array of the processor."""
        assert place == slice(None)
        if isinstance(value, np.ndarray):
            self.array.copy_to_device(np.ascontiguousarray(value, self.dtype))
            return
        assert not value
        find_card().driver.device_memset(self.array, 0, self.array.nbytes)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        return ON_CARD, int(find_card().get_current_device().id)

    def __dlpack__(self, **_wishes: Any) -> Any:
        """Lend the array; what is still being computed is waited for."""
        find_card().synchronize()
        address = self.__cuda_array_interface__["data"][0]
        return lend(address, self.shape, self.dtype, self.__dlpack_device__(), self)
