"""The project's one way to compile a kernel.

`jit` compiles a function with numba and keeps the result on disk (`core/kernel_cache.py`). A kernel has two
faces: other kernels get its intermediate code, Python gets machine code with everything in it that it calls
(`core/kernel_library.py`). Each is made when somebody asks for it.

Set `BURGOMASTER_CACHE` to keep the disk cache elsewhere, `NUMBA_DISABLE_JIT=1` to run the same source
interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import numba
from numba.core import config, event
from numba.core import types as numba_types

from burgomaster.core.fixed_rules import fix_rules
from burgomaster.core.kernel_cache import KernelCache
from burgomaster.core.kernel_library import COLD, ENTRY, INNER

Function = TypeVar("Function", bound=Callable[..., Any])

types: Any = numba_types  # typed in some releases only
NARROW = (types.int8, types.uint8, types.int16, types.uint16, types.int32, types.uint32)

_kernels: list[Any] = []  # as Python calls them; each has its other face as `inner`


def jit(function: Function) -> Function:
    """Compile `function` on first use, without the interpreter lock, cached for all processes."""
    return _compile(function, ENTRY)


def inline(function: Function) -> Function:
    """Compile like `jit`, for the few kernels hot enough that the call itself costs.

    Copied into every caller.
    """
    return _compile(function, ENTRY, forceinline=True)


def cold(function: Function) -> Function:
    """Compile like `jit`, for kernels that only Python calls, once a move: quickly, not for speed."""
    return _compile(function, COLD)


def _compile(function: Function, pipeline: Any, forceinline: bool = False) -> Function:
    if config.DISABLE_JIT:
        return function
    options = {"nogil": True, "error_model": "numpy", "forceinline": forceinline, "no_cfunc_wrapper": True}
    kernel = numba.njit(**options, pipeline_class=pipeline)(function)
    kernel.inner = numba.njit(**options, no_cpython_wrapper=True, pipeline_class=INNER)(function)
    kernel._cache, kernel.inner._cache = KernelCache(function, False), KernelCache(function, True)
    kernel.inner._compiling_counter = kernel._compiling_counter  # a kernel may call itself
    kernel.get_overload = kernel.inner.get_overload
    _widen_arguments(kernel)
    _kernels.append(kernel)
    return kernel  # type: ignore[no-any-return]  # numba is untyped


def _widen_arguments(kernel: Any) -> None:
    """Let kernels that call this one hand it all numbers as 64-bit ints.

    Numba would otherwise compile it anew for every constant, enum and width of int that it is called with.
    """
    choose = kernel.inner.get_call_template

    def choose_widened(args: Any, kws: Any) -> Any:
        return choose(tuple(map(widened, args)), {name: widened(value) for name, value in kws.items()})

    kernel.get_call_template = choose_widened


def widened(kind: Any) -> Any:
    """Return the type as which kernels hand over a value of some type."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.IntEnumMember) or kind in NARROW else kind


def is_interpreted() -> bool:
    """Tell whether the compiler is switched off."""
    return bool(config.DISABLE_JIT)


def is_kernel(function: Any) -> bool:
    """Tell whether a function is one that `jit` made."""
    return hasattr(function, "inner") and hasattr(function, "py_func")


def precompile(kernel: Any, examples: Mapping[str, Any]) -> None:
    """Compile a kernel for Python ahead of its first call: arguments like the examples, the others ints."""
    if is_kernel(kernel):
        names = kernel.py_func.__code__.co_varnames[: kernel.py_func.__code__.co_argcount]
        kernel.compile(tuple(numba.typeof(examples.get(name, 0)) for name in names))


def bind(kernel: Callable[..., Any], *given: Any, fixed: Any = None) -> Callable[..., Any]:
    """Return a kernel with its first arguments, whose types are asked only once; the others are ints.

    fixed: the states among them, if the kernel is to have their rules as constants (`core/fixed_rules.py`).
    """
    if not is_kernel(kernel):
        return partial(kernel, *given)
    compiled: Any = kernel
    n_others = compiled.py_func.__code__.co_argcount - len(given)
    kinds = (*map(numba.typeof, given), *[types.int64] * n_others)
    if fixed is not None:
        kinds = tuple(fix_rules(kind, fixed) for kind in kinds)
    return partial(compiled.compile(kinds), *given)


def count_kernels() -> int:
    """Count how many kernels the modules imported so far have."""
    return len(_kernels)


def loaded_kernels() -> list[str]:
    """Name the kernels that this process has compiled, or loaded from the cache."""
    return [kernel_name(kernel) for kernel in _kernels if kernel.overloads or kernel.inner.overloads]


def count_compilations() -> int:
    """Count how many kernels this process had to compile because the cache did not have them."""
    faces = [face for kernel in _kernels for face in (kernel, kernel.inner)]
    return sum(sum(face.stats.cache_misses.values()) for face in faces)


@contextmanager
def on_compile(callback: Callable[[str], None]) -> Iterator[None]:
    """Call `callback` with the name of each kernel that is compiled inside the block."""

    class Listener(event.Listener):  # type: ignore[misc]  # numba is untyped
        def on_start(self, event: Any) -> None:
            callback(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


@contextmanager
def on_compiled(callback: Callable[[str], None]) -> Iterator[None]:
    """Call `callback` with the full name of each kernel when it has been compiled inside the block."""

    class Listener(event.Listener):  # type: ignore[misc]  # numba is untyped
        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            callback(kernel_name(event.data["dispatcher"]))

    with event.install_listener("numba:compile", Listener()):
        yield


def kernel_name(kernel: Any) -> str:
    """Name a kernel with its module."""
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"
