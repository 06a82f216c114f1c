"""Lets the sources of the kernels be compiled for a graphics card, by private parts of numba-cuda.

The kernels themselves know nothing of it. What the compiler for cards lacks or does badly is put right here,
once a process: functions that are chosen by the type of the state, numbers as 64-bit ints, enums as indices,
tables, which would not fit into the card's memory for constants, and sums that are rounded otherwise. Its own
cache looks only at the file of a kernel; here a file belongs to the sources of the rules and of this package.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba.cuda import cgutils, compiler, types, utils
from numba.cuda.api import get_current_device
from numba.cuda.codegen import CUDACodeLibrary
from numba.cuda.core.callconv import CUDACABICallConv
from numba.cuda.core.imputils import builtin_registry
from numba.cuda.cudadecl import registry
from numba.cuda.cudadrv import driver, nvvm
from numba.cuda.datamodel import models
from numba.cuda.descriptor import cuda_target
from numba.cuda.dispatcher import CUDADispatcher, _Kernel
from numba.cuda.extending import intrinsic, overload, register_model
from numba.cuda.flags import CUDAFlags
from numba.cuda.itanium_mangler import mangle
from numba.cuda.np.arrayobj import record_getattr, record_setattr
from numba.cuda.target import CUDATargetContext, CUDATypingContext
from numba.cuda.typing import arraydecl
from numba.cuda.typing.templates import AbstractTemplate

from burgomaster.compiler import bits, jit
from burgomaster.compiler.fixed_rules import FixedRecord, reading, writing
from burgomaster.compiler.kernel_cache import cache_directory, game_of, load_kernel, store_kernel
from burgomaster.compiler.kernel_types import widened
from burgomaster.core import kernels, log
from burgomaster.cuda.driver import cuda
from burgomaster.cuda.long_functions import LONG, LONG_IF_FIXED, call_long_functions

ORDINARY = 1  # the address space of ordinary memory


@cache
def prepare() -> None:
    """Put everything right, once."""
    for stub in kernels.STUBS:
        _choose_by_state(stub)
    overload(bits.wide)(lambda number: lambda number: np.int64(number))
    overload(bits.at)(lambda place: lambda place: np.uint64(place))
    overload(bits.lowest_bit, inline="always")(lambda bits: lambda bits: _trailing_zeros(bits))
    register_model(FixedRecord)(models.RecordModel)
    builtin_registry.lower_getattr_generic(FixedRecord)(reading(record_getattr))
    builtin_registry.lower_setattr_generic(FixedRecord)(writing(record_setattr))
    _index_by_enums()
    CUDACodeLibrary.modules = property(_modules)
    CUDATargetContext.make_constant_array = _make_table
    _round_products()
    _give_faces()


def _modules(library: Any) -> list[Any]:
    """List the code of a kernel and of all that it calls, each once.

    The compiler lists it once for every way by which it is called, and reads all of it.
    """
    found, libraries = {library: None}, [library]
    for one in libraries:
        more = [other for other in one._linking_libraries if other not in found]
        found.update(dict.fromkeys(more))
        libraries += more
    return [one._module for one in libraries]


class DirectCalls(CUDACABICallConv):  # type: ignore[misc]  # numba is untyped
    """Calls that return their value in a register and tell of no errors: kernels raise none."""

    def return_user_exc(self, builder: Any, *_rest: Any, **_named: Any) -> None:
        """End where a processor would raise: kernels never come there, the conformance suite says."""
        builder.unreachable()

    def mangler(self, name: str, argtypes: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
        """Give every kernel a name of its own."""
        return str(mangle(name, argtypes, abi_tags=abi_tags, uid=uid))


class Face(CUDADispatcher):  # type: ignore[misc]  # numba is untyped
    """A kernel as the compiler for cards knows it."""

    def __init__(self, kernel: Any) -> None:
        function = STANDINS.get(kernel) or kernel.py_func
        super().__init__(function, {"device": True, "debug": False, "opt": True})

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Let callers hand over all numbers as 64-bit ints, as on a processor."""
        named = {name: widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(widened, args)), named)

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        """Compile the kernel for some types, once."""
        if args not in self.overloads:
            with self._compiling_counter:
                made = self._compile(args, return_type)
            self.overloads[args] = made
            made.target_context.insert_user_function(made.entry_point, made.fndesc, [made.library])
        return self.overloads[args]

    def _compile(self, args: Any, return_type: Any) -> Any:
        flags = CUDAFlags()
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        flags.inline, flags.error_model = "never", "numpy"
        flags.nvvm_options = {"opt": 3}
        flags.compute_capability = get_current_device().compute_capability
        context = cuda_target.target_context
        with utils.numba_target_override():
            made = compiler.compile_extra(
                typingctx=cuda_target.typing_context,
                targetctx=context,
                func=self.py_func,
                args=args,
                return_type=return_type,
                flags=flags,
                locals={},
                pipeline_class=compiler.CUDACompiler,
                call_conv=DirectCalls(context),
                abi_info={},
            )
        is_fixed = any(isinstance(kind, FixedRecord) for kind in args)
        call_long_functions(made.library._module, LONG_IF_FIXED if is_fixed else LONG)
        made.library.finalize()
        return made


def _note_nothing(log, kind, seat, a, b, c, d):  # type: ignore[no-untyped-def]
    """Stand for `log.emit`: nobody reads what happens on a card."""


def _load_counts(counts, word):  # type: ignore[no-untyped-def]
    """Stand for `bits.load_counts`: a card reads a word only where a word begins."""
    found = np.int64(0)
    for place in range(min(8, counts.shape[0] - 8 * word)):
        found |= np.int64(counts[8 * word + place]) << (8 * place)
    return found


def face_of(kernel: Any) -> Face:
    """Return a kernel as the compiler for cards knows it."""
    if not hasattr(kernel, "on_card"):
        kernel.on_card = Face(kernel)
    face: Face = kernel.on_card
    return face


STANDINS = {
    log.emit: _note_nothing,
    bits.load_counts: _load_counts,
}


def _give_faces() -> None:
    """Let kernels that call kernels find them with our options."""
    resolve = CUDATypingContext.resolve_value_type

    def resolve_value_type(context: Any, value: Any) -> Any:
        has_face = jit.is_kernel(value) or (callable(value) and value in STANDINS)
        return resolve(context, face_of(value) if has_face else value)

    CUDATypingContext.resolve_value_type = resolve_value_type


def _round_products() -> None:
    """Let products be rounded before something is added to them, as processors do: by compiler and linker."""
    compile_ir, find_options = nvvm.compile_ir, driver._Linker._get_linker_options

    class ExactOptions(driver.LinkerOptions):  # type: ignore[misc]  # untyped
        """Options of the linker, which compiles anew what it links."""

        def _prepare_nvjitlink_options(self, as_bytes: bool = False) -> Any:
            found = super()._prepare_nvjitlink_options(as_bytes=as_bytes)
            wish = "-fma=0"  # the class itself would write "false", which the linker does not understand
            return [*found, wish.encode() if as_bytes else wish] if self.link_time_optimization else found

    def linker_options(linker: Any, ptx: bool) -> Any:
        options = find_options(linker, ptx)
        options.__class__ = ExactOptions
        return options

    nvvm.compile_ir = lambda code, **options: compile_ir(code, **options, fma=False)
    driver._Linker._get_linker_options = linker_options


def _choose_by_state(stub: Any) -> None:
    """Let calls of a function of core/kernels.py become calls of the game's own kernel."""

    class ByState(AbstractTemplate):  # type: ignore[misc]  # numba is untyped
        key = stub

        def generic(self, args: Any, kws: Any) -> Any:
            self.face = face_of(kernels.kernel_for(stub, args[0]))
            return self.face._numba_type_.get_call_type(self.context, args, kws)

        def get_impl_key(self, signature: Any) -> Any:
            return self.face._numba_type_.get_impl_key(signature)

    registry.register_global(stub, types.Function(ByState))


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(_context: Any, _bits: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), emit


@cache
def fixing(kind: Any) -> Any:
    """Make a function that hands a state on as one of a type with rules as constants."""

    @intrinsic  # type: ignore[untyped-decorator]
    def fix(_context: Any, state: Any) -> Any:
        def emit(_context: Any, _builder: Any, _signature: Any, arguments: Any) -> Any:
            return arguments[0]

        return kind(state), emit

    return fix


def _index_by_enums() -> None:
    """Let members of enums be indices of arrays inside records."""
    find = arraydecl.get_array_index_type

    def get_array_index_type(array: Any, index: Any) -> Any:
        parts = index.types if isinstance(index, types.BaseTuple) else [index]
        plain = [part.dtype if isinstance(part, types.IntEnumMember) else part for part in parts]
        return find(array, types.Tuple(plain) if isinstance(index, types.BaseTuple) else plain[0])

    arraydecl.get_array_index_type = get_array_index_type


def _make_table(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """Keep a table of the rules in ordinary memory, once for all kernels that read it."""
    whole = np.ascontiguousarray(array)
    content = whole.tobytes()
    name = "table_" + hashlib.sha256(content).hexdigest()[:24]
    variable = builder.module.globals.get(name)
    if variable is None:
        constant = ir.Constant(ir.ArrayType(ir.IntType(8), len(content)), bytearray(content))
        variable = cgutils.add_global_variable(builder.module, constant.type, name, addrspace=ORDINARY)
        variable.linkage, variable.global_constant, variable.initializer = "linkonce_odr", True, constant
        variable.align = 16
    start = builder.addrspacecast(variable, ir.PointerType(ir.IntType(8)), "generic")
    made = context.make_array(kind)(context, builder)
    shape, strides, (itemsize,) = (
        [context.get_constant(types.intp, number) for number in numbers]
        for numbers in (whole.shape, whole.strides, [whole.itemsize])
    )
    context.populate_array(
        made,
        data=builder.bitcast(start, made.data.type),
        shape=shape,
        strides=strides,
        itemsize=itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()


# Compiled kernels on disk, beside those for the processor


def kept_kernel(
    function: Callable[..., None], state: type, max_registers: int | None = None, rules: bytes = b""
) -> Any:
    """Make a kernel for the card that is compiled once for all processes of a user.

    rules: those that it has as constants.
    """
    made = cuda.jit(max_registers=max_registers)(function)
    made._cache = CardCache(function.__qualname__, game_of(state.__module__), rules)
    return made


class CardCache:
    """What the disk keeps of one kernel; the compiler asks for it. A damaged file is compiled anew."""

    def __init__(self, name: str, game: str, rules: bytes) -> None:
        self._name, self._game, self._rules = name.replace("<locals>.", ""), game, rules

    @property
    def cache_path(self) -> str:
        """Name the directory."""
        return str(cache_directory("core", self._game))

    def load_overload(self, signature: Any, _target: Any) -> Any:
        """Load a compiled version; None if there is none that can be read."""
        return load_kernel(self._path(signature), lambda stored: _Kernel._rebuild(**stored))

    def save_overload(self, signature: Any, kernel: Any) -> None:
        store_kernel(self._path(signature), pickle.dumps(kernel._reduce_states()))

    def flush(self) -> None:
        """Forget nothing: files belong to their sources."""

    def _path(self, signature: Any) -> Path:
        made_of = (
            version("numba-cuda"),
            get_current_device().compute_capability,
            _own_sources(),
            str(signature),
            self._rules,
        )
        key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:20]
        return Path(self.cache_path) / f"card-{self._name}-{key}.pickle"


@cache
def _own_sources() -> str:
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
