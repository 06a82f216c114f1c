"""How a kernel is compiled in the usual build: with two faces.

Other kernels get its intermediate code, Python gets machine code with everything in it that it calls
(compiler/kernel_library.py). Each is made when it is asked for, and kept on disk (compiler/kernel_files.py).

Private: attributes of numba's dispatchers, its templates and its events. With the libraries it makes a first
start 1.6 times as fast: code is optimised once for each kernel that Python calls, and not at each level.
Without it kernels could not be chosen by states (core/kernels.py); the plain build uses `overload`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import event
from numba.core.typing.templates import AbstractTemplate, infer_global

from burgomaster.compiler.fixed_rules import fix_rules
from burgomaster.compiler.kernel_files import KernelCache
from burgomaster.compiler.kernel_library import COLD, ENTRY, INNER
from burgomaster.compiler.kernel_types import widened


def make_kernel(function: Callable[..., Any], is_inline: bool, is_cold: bool) -> Any:
    """Make a kernel of a function, as Python calls it, with its other face."""
    options = {"nogil": True, "error_model": "numpy", "forceinline": is_inline, "no_cfunc_wrapper": True}
    kernel = numba.njit(**options, pipeline_class=COLD if is_cold else ENTRY)(function)
    kernel.inner = numba.njit(**options, no_cpython_wrapper=True, pipeline_class=INNER)(function)
    kernel._cache, kernel.inner._cache = KernelCache(function, False), KernelCache(function, True)
    kernel.inner._compiling_counter = kernel._compiling_counter  # a kernel may call itself
    kernel.get_overload = kernel.inner.get_overload
    _widen_arguments(kernel)
    return kernel


def _widen_arguments(kernel: Any) -> None:
    """Let kernels that call this one hand it all numbers as 64-bit ints."""
    choose = kernel.inner.get_call_template

    def choose_widened(args: Any, kws: Any) -> Any:
        return choose(tuple(map(widened, args)), {name: widened(value) for name, value in kws.items()})

    kernel.get_call_template = choose_widened


def resolve(stub: Callable[..., Any], choose: Callable[[Any], Any]) -> None:
    """Let a call of `stub` be typed as, and become, a call of the kernel chosen by its first argument."""

    class ByType(AbstractTemplate):  # type: ignore[misc]  # numba is untyped
        key = stub

        def generic(self, args: Any, kws: Any) -> Any:
            self.kernel = choose(args[0])
            return self.kernel._numba_type_.get_call_type(self.context, args, kws)

        def get_impl_key(self, signature: Any) -> Any:
            return self.kernel.get_overload(signature.args)

    infer_global(stub, numba.types.Function(ByType))


def compile_for(kernel: Any, kinds: tuple[Any, ...], fixed: Any = None) -> Any:
    """Compile a kernel for arguments of some types, and return what is called with them."""
    if fixed is not None:
        kinds = tuple(fix_rules(kind, fixed) for kind in kinds)
    return kernel.compile(kinds)


def is_loaded(kernel: Any) -> bool:
    """Tell whether this process has compiled a kernel, or loaded it."""
    return bool(kernel.overloads or kernel.inner.overloads)


def count_compilations(kernel: Any) -> int:
    """Count how often this process had to compile a kernel."""
    return sum(sum(face.stats.cache_misses.values()) for face in (kernel, kernel.inner))


def _ignore(_kernel: Any) -> None:
    pass


def listening(begun: Callable[[Any], None] = _ignore, done: Callable[[Any], None] = _ignore) -> Any:
    """Call functions with every kernel that is compiled in a block, before and after."""

    class Listener(event.Listener):  # type: ignore[misc]  # numba is untyped
        def on_start(self, event: Any) -> None:
            begun(event.data["dispatcher"])

        def on_end(self, event: Any) -> None:
            done(event.data["dispatcher"])

    return event.install_listener("numba:compile", Listener())
