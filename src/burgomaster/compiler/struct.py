"""One declaration of a state: an annotated class gives numpy's dtype, numba's type and what mypy checks.

@record
class Player:
    rubles: I16
    hand: Annotated[Ints, U8, 4]

@record
class State:
    players: Annotated[Records[Player], Player, 5]

states = zeros(State, 10)            # an array of ten states, every byte 0
states[3].players[1].rubles = 25     # the same line interpreted, compiled and on a GPU
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

Class = TypeVar("Class", bound=type)
Item = TypeVar("Item")

I8: TypeAlias = Annotated[int, np.int8]
U8: TypeAlias = Annotated[int, np.uint8]
I16: TypeAlias = Annotated[int, np.int16]
U16: TypeAlias = Annotated[int, np.uint16]
I32: TypeAlias = Annotated[int, np.int32]
U32: TypeAlias = Annotated[int, np.uint32]
I64: TypeAlias = Annotated[int, np.int64]
F32: TypeAlias = Annotated[float, np.float32]
F64: TypeAlias = Annotated[float, np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]  # a field of several numbers; the item type stands behind it
Floats: TypeAlias = npt.NDArray[np.float64]


class Records(Protocol, Generic[Item]):
    """A field, or an array, of several records."""

    def __getitem__(self, index: int, /) -> Item: ...
    def __setitem__(self, index: int, value: Item, /) -> None: ...
    def __len__(self) -> int: ...


class Row(np.void):  # type: ignore[misc]  # final for numpy's stubs only
    """One record, interpreted: its fields are found in a quarter of the time that numpy's own class takes."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        if name in _field_names:
            try:
                return self[name]
            except ValueError as error:  # a field of another record
                raise AttributeError(str(error)) from None
        if name == "data":  # numba asks for it when a kernel is called; numpy would describe every field
            return self.getfield(_bytes(self.nbytes), 0)
        return super().__getattribute__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def copy(self, order: Any = None) -> Any:
        """Return an independent record; numpy would copy it field by field."""
        return np.frombuffer(bytearray(self.tobytes()), self.dtype)[0]


@cache
def _bytes(size: int) -> np.dtype[Any]:
    """Make so many plain bytes."""
    return np.dtype((np.uint8, size))


_field_names: set[str] = set()  # of all records


def record(cls: Class) -> Class:
    """Turn an annotated class into a record type; its layout is `dtype_of(cls)`."""
    hints = get_type_hints(cls, include_extras=True)
    fields = [_field(cls.__name__, name, hint) for name, hint in hints.items()]
    _field_names.update(hints)
    cls.__record_dtype__ = _layout(fields)  # type: ignore[attr-defined]
    return cls


def dtype_of(cls: type) -> np.dtype[Any]:
    """Return the numpy layout of a class made with `record`."""
    dtype: np.dtype[Any] = cls.__record_dtype__  # type: ignore[attr-defined]
    return dtype


def zeros(cls: type[Item], n: int) -> Records[Item]:
    """`n` records with every byte 0, also the padding, so that equal states have equal bytes."""
    array: Any = np.zeros(n, dtype_of(cls))
    return array  # type: ignore[no-any-return]


def _layout(fields: list[tuple[str, np.dtype[Any]]]) -> np.dtype[Any]:
    """Lay every number out on an address it divides, and every byte part of a field.

    numpy forgets the alignment of records inside records, and does not copy the bytes between fields;
    so the places are taken from an ordinary structure, and its gaps become fields of their own.
    """
    plain = np.dtype([(name, _plain(dtype)) for name, dtype in fields], align=True)
    places: list[tuple[str, np.dtype[Any], int]] = []
    end = 0
    for name, dtype in fields:
        offset = plain.fields[name][1] if plain.fields else 0
        places += [*_gap(end, offset), (name, dtype, offset)]
        end = offset + dtype.itemsize
    places += _gap(end, plain.itemsize)
    names, formats, offsets = zip(*places, strict=True)
    layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": plain.itemsize}
    return np.dtype((Row, np.dtype(layout, align=True)))  # type: ignore[call-overload]


def _gap(first: int, end: int) -> list[tuple[str, np.dtype[Any], int]]:
    return [(f"gap_{first}", np.dtype((np.uint8, end - first)), first)] if end > first else []


def _plain(item: Any) -> Any:
    """Return the same layout as an ordinary structure, which keeps its alignment."""
    dtype = np.dtype(item)
    if dtype.subdtype is not None:
        return np.dtype((_plain(dtype.subdtype[0]), dtype.subdtype[1]))
    if dtype.fields is None:
        return dtype
    return np.dtype([(name, _plain(field[0])) for name, field in dtype.fields.items()], align=True)


def _field(owner: str, name: str, hint: Any) -> tuple[str, np.dtype[Any]]:
    _refuse_name(owner, name)
    parts = get_args(hint)[1:]  # what stands behind the static type in Annotated[...]
    if not parts:
        raise TypeError(f"{owner}.{name}: say U8, I16, ... or Annotated[Ints, U8, 4], not {hint!r}")
    item = _item_type(parts[0])
    return name, np.dtype((item, parts[1])) if len(parts) > 1 else np.dtype(item)


def _item_type(part: Any) -> Any:
    if hasattr(part, "__record_dtype__"):
        return dtype_of(part)
    inner = get_args(part)  # U8 itself is Annotated[int, np.uint8]
    return inner[1] if inner else part


def _refuse_name(owner: str, name: str) -> None:
    """numpy's records and arrays have attributes of their own, which would hide such a field."""
    if name.startswith("_") or hasattr(np.void, name) or hasattr(np.ndarray, name):
        raise TypeError(
            f"{owner}.{name}: this name works compiled but not interpreted, because numpy uses it; "
            f"choose a longer one, such as {name.strip('_') or 'field'}_no or n_{name.strip('_') or 'field'}s"
        )
