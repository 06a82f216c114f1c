"""Sixteen small numbers side by side, so that a processor does something with all of them at once.

Compiled, lanes are a register of sixteen bytes; interpreted, an array of them. They are made of two words
(core/words.py). A comparison gives lanes of 255 where it holds and of 0 elsewhere.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache, partial
from platform import machine
from typing import Any, TypeVar

import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils, config
from numba.core.datamodel import models
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, register_model

from burgomaster.core.jit import types
from burgomaster.core.struct import Ints
from burgomaster.core.words import WORD

Function = TypeVar("Function", bound=Callable[..., Any])

N_LANES = 16
BYTES = ir.VectorType(ir.IntType(8), N_LANES)
WORDS = ir.VectorType(WORD, 2)
ALL_BITS = 0xFFFFFFFFFFFFFFFF  # of a word
TABLE_AT_ONCE = 4  # pieces of sixteen bytes that ARM looks a byte up in at once
NO_PLACE = 0x70  # what makes a place that is not in a piece one at which Intel finds a 0


def made_of_lanes(instead: Callable[..., Any]) -> Callable[[Function], Any]:
    """Mark a kernel that is made of lanes: whatever looks no bytes up runs another one instead."""

    def mark(kernel: Function) -> Any:
        if find_lookup() is None:
            return instead
        kernel.instead_on_card = instead  # type: ignore[attr-defined]
        return kernel

    return mark


def join(low: int, high: int) -> Any:
    """Make sixteen lanes of two words."""
    words = [word & ALL_BITS for word in (low, high)]
    return np.array(words, "<u8").view(np.uint8)


def split(lanes: Any) -> tuple[int, int]:
    """Return the two words that lanes are made of."""
    low, high = (int(word) for word in lanes.view("<i8"))
    return low, high


def look_up(table: Ints, places: Any) -> Any:
    """Return the byte of a table at the place in each lane; a place that it does not have gives anything.

    The table is a field of up to 128 bytes. What lies behind it is read, too, up to a multiple of sixteen
    bytes, and must belong to the same record.
    """
    found = [int(table[place]) if place < len(table) else 0 for place in places]
    return np.array(found).astype(np.uint8)


def choose(where: Any, these: Any, those: Any) -> Any:
    """Return lanes of `these` where a comparison holds, and of `those` elsewhere."""
    return np.where(where != 0, these, those)


def are_at_most(lanes: Any, number: int) -> Any:
    """Compare lanes from -128 to 127 with a number."""
    return np.where(lanes.view(np.int8) <= number, 255, 0).astype(np.uint8)


def are_same(lanes: Any, others: Any) -> Any:
    """Compare lane by lane."""
    return np.where(lanes == others, 255, 0).astype(np.uint8)


class Lanes(types.Type):  # type: ignore[misc]  # numba is untyped
    """Sixteen bytes in a register."""

    def __init__(self) -> None:
        super().__init__(name="Lanes")


@register_model(Lanes)
class LanesModel(models.PrimitiveModel):  # type: ignore[misc]  # numba is untyped
    """Lanes as the compiler knows them: a vector."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, BYTES)


LANES = Lanes()
NUMBER = types.Integer


def compiled_as(function: Any, *kinds: type, result: Any = LANES) -> Callable[[Function], Function]:
    """Let kernels that call a function of lanes and numbers do what `emit` writes instead."""

    def teach(emit: Function) -> Function:
        def lower(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
            given = [
                argument if kind == LANES else context.cast(builder, argument, kind, types.int64)
                for argument, kind in zip(arguments, call.args, strict=True)
            ]
            made = emit(builder, *given)
            return context.make_tuple(builder, result, made) if isinstance(made, list) else made

        _give_type(function, kinds, result)
        lower_builtin(function, *kinds)(lower)
        return emit

    return teach


def _give_type(function: Any, kinds: tuple[type, ...], result: Any) -> None:
    """Tell the compiler what a function of some kinds of arguments returns."""

    class Typing(AbstractTemplate):  # type: ignore[misc]  # numba is untyped
        key = function

        def generic(self, args: Any, _kws: Any) -> Any:
            fits = len(args) == len(kinds) and all(map(isinstance, args, kinds))
            return signature(result, *args) if fits else None

    infer_global(function, types.Function(Typing))


@compiled_as(join, NUMBER, NUMBER)
def _join(builder: Any, low: Any, high: Any) -> Any:
    words = ir.Constant(WORDS, ir.Undefined)
    for place, word in enumerate((low, high)):
        words = builder.insert_element(words, word, ir.Constant(ir.IntType(32), place))
    return builder.bitcast(words, BYTES)


@compiled_as(split, Lanes, result=types.UniTuple(types.int64, 2))
def _split(builder: Any, lanes: Any) -> Any:
    words = builder.bitcast(lanes, WORDS)
    return [builder.extract_element(words, ir.Constant(ir.IntType(32), place)) for place in range(2)]


def _use(instruction: str, builder: Any, lanes: Any, others: Any) -> Any:
    return getattr(builder, instruction)(lanes, others)


for _operator, _instruction in (
    (operator.add, "add"),
    (operator.sub, "sub"),
    (operator.and_, "and_"),
    (operator.or_, "or_"),
):
    compiled_as(_operator, Lanes, Lanes)(partial(_use, _instruction))


@compiled_as(operator.invert, Lanes)
def _invert(builder: Any, lanes: Any) -> Any:
    return builder.not_(lanes)


@compiled_as(operator.and_, Lanes, NUMBER)
def _and_number(builder: Any, lanes: Any, number: Any) -> Any:
    return builder.and_(lanes, _spread(builder, number))


@compiled_as(operator.rshift, Lanes, NUMBER)
def _shift(builder: Any, lanes: Any, number: Any) -> Any:
    return builder.lshr(lanes, _spread(builder, number))


@compiled_as(choose, Lanes, Lanes, Lanes)
def _choose(builder: Any, where: Any, these: Any, those: Any) -> Any:
    return builder.select(builder.icmp_unsigned("!=", where, sixteen_times(0)), these, those)


@compiled_as(are_at_most, Lanes, NUMBER)
def _are_at_most(builder: Any, lanes: Any, number: Any) -> Any:
    return builder.sext(builder.icmp_signed("<=", lanes, _spread(builder, number)), BYTES)


@compiled_as(are_same, Lanes, Lanes)
def _are_same(builder: Any, lanes: Any, others: Any) -> Any:
    return builder.sext(builder.icmp_unsigned("==", lanes, others), BYTES)


def _spread(builder: Any, number: Any) -> Any:
    """Put a number into every lane."""
    byte, first = builder.trunc(number, BYTES.element), ir.Constant(ir.IntType(32), 0)
    one = builder.insert_element(ir.Constant(BYTES, ir.Undefined), byte, first)
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), N_LANES), [0] * N_LANES)
    return builder.shuffle_vector(one, ir.Constant(BYTES, ir.Undefined), everywhere)


def sixteen_times(byte: int) -> Any:
    """Make lanes that are all the same."""
    return ir.Constant(BYTES, [byte] * N_LANES)


# Looking bytes up


def _look_up(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
    kind, table = call.args[0], arguments[0]
    data = context.make_array(kind)(context, builder, table).data
    start = builder.bitcast(data, ir.IntType(8).as_pointer())
    # The compiler would make code of every piece of a constant table: so it is told nothing of the address.
    start = builder.asm(ir.FunctionType(start.type, [start.type]), "", "=r,0", [start], False)
    pieces = []
    for first in range(0, kind.shape[0], N_LANES):
        place = builder.gep(start, [ir.Constant(WORD, first)])
        pieces.append(builder.load(builder.bitcast(place, BYTES.as_pointer()), align=1))
    return find_lookup()(builder, pieces, arguments[1])


_give_type(look_up, (types.NestedArray, Lanes), LANES)
lower_builtin(look_up, types.NestedArray, Lanes)(_look_up)


def call_instruction(builder: Any, name: str, *given: Any) -> Any:
    """Use an instruction that takes and gives sixteen bytes."""
    kind = ir.FunctionType(BYTES, [BYTES] * len(given))
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), given)


def look_up_on_arm(builder: Any, pieces: list[Any], places: Any) -> Any:
    """Look bytes up in a table of some pieces of sixteen, 0 where there are none."""
    first, rest = pieces[:TABLE_AT_ONCE], pieces[TABLE_AT_ONCE:]
    found = call_instruction(builder, f"llvm.aarch64.neon.tbl{len(first)}.v16i8", *first, places)
    if rest:
        inside = builder.sub(places, sixteen_times(TABLE_AT_ONCE * N_LANES))
        found = call_instruction(builder, f"llvm.aarch64.neon.tbx{len(rest)}.v16i8", found, *rest, inside)
    return found


def look_up_on_intel(builder: Any, pieces: list[Any], places: Any) -> Any:
    """Do the same piece by piece: a place that is not in one gets its highest bit, which looks up a 0."""
    found = sixteen_times(0)
    for number, piece in enumerate(pieces):
        inside = builder.sub(places, sixteen_times(number * N_LANES))
        marked = call_instruction(builder, "llvm.uadd.sat.v16i8", inside, sixteen_times(NO_PLACE))
        found = builder.or_(found, call_instruction(builder, "llvm.x86.ssse3.pshuf.b.128", piece, marked))
    return found


@cache
def find_lookup() -> Any:
    """Find how this processor looks bytes up; None if it cannot."""
    if machine() in ("aarch64", "arm64"):
        return look_up_on_arm
    chosen = config.CPU_FEATURES  # None: those that this processor has
    has_lookup = binding.get_host_cpu_features().get("ssse3") if chosen is None else "+ssse3" in chosen
    return look_up_on_intel if has_lookup else None
