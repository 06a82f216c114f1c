"""Arrays on the graphics card, which other libraries take over without a copy, by the DLPack protocol.

A capsule holds a description of the array; whoever takes it calls its deleter when they need it no more.
Until then the owner of the memory is kept alive here.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.cuda.card import find_card

ON_PROCESSOR, ON_CARD = 1, 2
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLPack's codes of numpy's kinds
NAME = b"dltensor"


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _DataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("n_dimensions", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_lent: dict[int, tuple[Any, ...]] = {}  # what is kept alive, by the address of the description
_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
_api.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


@_Deleter  # type: ignore[untyped-decorator]
def _delete(address: int) -> None:
    """Keep the owner alive no longer."""
    _lent.pop(address, None)


@_Destructor  # type: ignore[untyped-decorator]
def _destroy(capsule: int) -> None:
    """Delete what nobody has taken; a capsule that was taken has another name."""
    if _api.PyCapsule_IsValid(capsule, NAME):
        _lent.pop(_api.PyCapsule_GetPointer(capsule, NAME), None)


def lend(address: int, shape: tuple[int, ...], dtype: Any, device: tuple[int, int], owner: Any) -> Any:
    """Make the capsule of an array without gaps; BufferError if DLPack has no word for its numbers."""
    kind = np.dtype(dtype)
    if kind.kind not in KINDS:
        raise BufferError(f"DLPack has no type {kind}")
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    steps = [int(np.prod(shape[place + 1 :], dtype=np.int64)) for place in range(len(shape))]
    strides = (ctypes.c_int64 * len(shape))(*steps)
    data_type = _DataType(KINDS[kind.kind], 8 * kind.itemsize, 1)
    tensor = _Tensor(address, _Device(*device), len(shape), data_type, sizes, strides, 0)
    managed = _Managed(tensor, None, _delete)
    place = ctypes.addressof(managed)
    _lent[place] = (managed, sizes, strides, owner)
    return _api.PyCapsule_New(place, NAME, _destroy)


class CardArray:
    """An array on the card: `torch.from_dlpack(array)`, `cupy.from_dlpack(array)`, `array.numpy()`."""

    def __init__(self, array: Any) -> None:
        self.array = array  # as numba-cuda knows it

    @classmethod
    def zeros(cls, shape: int | tuple[int, ...], dtype: Any) -> CardArray:
        made = cls(find_card().device_array(shape, dtype))
        made[:] = 0
        return made

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        found: np.dtype[Any] = self.array.dtype
        return found

    def __len__(self) -> int:
        return self.shape[0]

    def numpy(self) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = self.array.copy_to_host()
        return found

    def tobytes(self) -> bytes:
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
