"""What is done with sixteen lanes at once is what is done with each of them."""

from __future__ import annotations

from typing import Annotated, Any

import numba
import numpy as np
import pytest
from llvmlite import binding, ir

from burgomaster.core import lanes
from burgomaster.core.jit import jit
from burgomaster.core.lanes import are_at_most, are_same, choose, join, look_up, split
from burgomaster.core.struct import U8, Ints, record, zeros

N_RESULTS = 10
needs_lookup = pytest.mark.skipif(lanes.find_lookup() is None, reason="this processor looks no bytes up")


@record
class Tables:
    """Tables of whole and of broken pieces, and what lies behind them."""

    long: Annotated[Ints, U8, 128]
    odd: Annotated[Ints, U8, 61]
    short: Annotated[Ints, U8, 6]
    rest: Annotated[Ints, U8, 16]


@jit
def do_everything(tables: Any, low: int, high: int, other: int, number: int, out: Any) -> None:
    """Write what comes of every operation."""
    some, others = join(low, high), join(other, low)
    out[0, 0], out[0, 1] = split(some + others)
    out[1, 0], out[1, 1] = split(some - others)
    out[2, 0], out[2, 1] = split((some & others) | (others & 15))
    out[3, 0], out[3, 1] = split(~(some >> 3))
    out[4, 0], out[4, 1] = split(choose(some & 1, some, others))
    out[5, 0], out[5, 1] = split(are_at_most(some, number))
    out[6, 0], out[6, 1] = split(are_same(some & 7, others & 7))
    out[7, 0], out[7, 1] = split(look_up(tables[0].long, some & 127))
    out[8, 0], out[8, 1] = split(look_up(tables[0].odd, some & 47))
    out[9, 0], out[9, 1] = split(look_up(tables[0].short, others & 3))


@needs_lookup
def test_compiled_and_interpreted_lanes_are_the_same() -> None:
    random = np.random.default_rng(1)
    tables: Any = zeros(Tables, 1)
    for _ in range(200):
        for name in Tables.__annotations__:
            tables[0][name] = random.integers(0, 256, len(tables[0][name]))
        given = [int(word) for word in random.integers(-(2**63), 2**63 - 1, 3)]
        given.append(int(random.integers(-128, 128)))
        compiled, plain = np.zeros((2, N_RESULTS, 2), np.int64)
        do_everything(tables, *given, compiled)
        getattr(do_everything, "py_func", do_everything)(tables, *given, plain)
        assert compiled.tolist() == plain.tolist()


@pytest.mark.parametrize(
    ("machine", "features", "lookup"),
    [
        ("x86_64", "+sse2,+ssse3", lanes.look_up_on_intel),
        ("x86_64", "", None),  # as for NUMBA_CPU_NAME=generic: what this processor has does not count
        ("aarch64", "", lanes.look_up_on_arm),
        ("riscv64", "", None),
    ],
)
def test_bytes_are_looked_up_only_by_what_is_compiled_for(
    machine: str, features: str, lookup: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "machine", lambda: machine)
    monkeypatch.setattr(numba.core.config, "CPU_FEATURES", features)
    assert lanes.find_lookup.__wrapped__() is lookup


def test_a_processor_without_lookups_runs_another_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick() -> None: ...
    def plain() -> None: ...

    assert lanes.made_of_lanes(instead=plain)(quick) is (quick if lanes.find_lookup() else plain)
    monkeypatch.setattr(lanes, "find_lookup", lambda: None)
    assert lanes.made_of_lanes(instead=plain)(quick) is plain


@pytest.mark.parametrize(
    ("triple", "features", "lookup", "instruction"),
    [
        ("x86_64-linux-gnu", "+ssse3", lanes.look_up_on_intel, "pshufb"),
        ("aarch64-linux-gnu", "+neon", lanes.look_up_on_arm, "tbx"),
    ],
)
@pytest.mark.parametrize("n_pieces", [1, 4, 5, 8])
def test_both_kinds_of_processors_have_the_instructions(
    triple: str, features: str, lookup: Any, instruction: str, n_pieces: int
) -> None:
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    module = ir.Module()
    table = ir.ArrayType(lanes.BYTES, n_pieces)
    function = ir.Function(module, ir.FunctionType(lanes.BYTES, [table, lanes.BYTES]), "look_up")
    builder = ir.IRBuilder(function.append_basic_block())
    pieces = [builder.extract_value(function.args[0], place) for place in range(n_pieces)]
    builder.ret(lookup(builder, pieces, function.args[1]))
    target = binding.Target.from_triple(triple).create_target_machine(features=features, opt=3)
    written = target.emit_assembly(binding.parse_assembly(str(module)))
    used = instruction if n_pieces > 4 or instruction != "tbx" else "tbl"
    assert written.count(used) == (n_pieces if used == "pshufb" else 1)
