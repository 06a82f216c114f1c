"""Lets a processor fetch from its memory what a kernel will read next, while it works on something else."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

LINE = 64  # bytes that are fetched at once
FOR_READING, SOON_AND_OFTEN, DATA = 0, 3, 1  # as the compiler's instruction takes them


def prefetch(records: Any, place: int) -> None:
    """Fetch a record of an array, or what lies behind its end: all that changes is how soon it is read.

    Of an array of rows the first numbers of a row are fetched.
    """


@intrinsic  # type: ignore[untyped-decorator]
def _fetch(_context: Any, records: Any, place: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, word, number = ir.IntType(8).as_pointer(), ir.IntType(64), ir.IntType(32)
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        is_row = signature.args[0].ndim > 1
        size = LINE if is_row else context.get_abi_sizeof(context.get_data_type(signature.args[0].dtype))
        begin = builder.ptrtoint(array.data, word)
        begin = builder.add(begin, builder.mul(arguments[1], builder.extract_value(array.strides, 0)))
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        how = [ir.Constant(number, one) for one in (FOR_READING, SOON_AND_OFTEN, DATA)]
        for offset in range(0, size, LINE):
            line = builder.inttoptr(builder.add(begin, ir.Constant(word, offset)), byte)
            builder.call(fetch, [line, *how])
        return context.get_dummy_value()

    return types.void(records, types.int64), emit


@overload(prefetch, inline="always")
def _compiled_prefetch(records, place):  # type: ignore[no-untyped-def]
    return lambda records, place: _fetch(records, place)
