"""The project's one way to compile a kernel.

`jit` compiles a function with numba, when it is first called. There are two builds. The usual one reaches
into private parts of numba (compiler/faces.py): it keeps kernels on disk, and compiles and runs them faster.
The plain one (compiler/plain_build.py) uses only documented parts, for a release of numba that the other
cannot use.

Set `BURGOMASTER_CACHE` to keep the disk cache elsewhere, `BURGOMASTER_PLAIN_NUMBA=1` for the plain build,
`NUMBA_DISABLE_JIT=1` to run the same source interpreted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import numba
from numba import config
from numba import types as numba_types

Function = TypeVar("Function", bound=Callable[..., Any])

types: Any = numba_types  # typed in some releases only
IS_PLAIN = os.environ.get("BURGOMASTER_PLAIN_NUMBA") == "1"

_kernels: list[Any] = []  # as Python calls them


def _choose_build() -> Any:
    if IS_PLAIN:
        from burgomaster.compiler import plain_build

        return plain_build
    from burgomaster.compiler import faces

    return faces


BUILD = _choose_build()


def jit(function: Function) -> Function:
    """Compile `function` on first use, without the interpreter lock, cached for all processes."""
    return _compile(function)


def inline(function: Function) -> Function:
    """Compile like `jit`, for the few kernels hot enough that the call itself costs.

    Copied into every caller.
    """
    return _compile(function, is_inline=True)


def cold(function: Function) -> Function:
    """Compile like `jit`, for kernels that only Python calls, once a move: quickly, not for speed."""
    return _compile(function, is_cold=True)


def _compile(function: Function, is_inline: bool = False, is_cold: bool = False) -> Function:
    if config.DISABLE_JIT:
        return function
    kernel = BUILD.make_kernel(function, is_inline, is_cold)
    _kernels.append(kernel)
    return kernel  # type: ignore[no-any-return]  # numba is untyped


def resolve(stub: Callable[..., Any], choose: Callable[[Any], Any]) -> None:
    """Let compiled calls of `stub` be calls of the kernel chosen by the type of the first argument."""
    BUILD.resolve(stub, choose)


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
        BUILD.compile_for(kernel, tuple(numba.typeof(examples.get(name, 0)) for name in names))


def bind(kernel: Callable[..., Any], *given: Any, fixed: Any = None) -> Callable[..., Any]:
    """Return a kernel with its first arguments, whose types are asked only once; the others are ints.

    fixed: the states among them, if the kernel is to have their rules as constants (compiler/fixed_rules.py).
    """
    if not is_kernel(kernel):
        return partial(kernel, *given)
    n_others = kernel.py_func.__code__.co_argcount - len(given)  # type: ignore[attr-defined]
    kinds = (*map(numba.typeof, given), *[types.int64] * n_others)
    return partial(BUILD.compile_for(kernel, kinds, fixed), *given)


def count_kernels() -> int:
    """Count how many kernels the modules imported so far have."""
    return len(_kernels)


def loaded_kernels() -> list[str]:
    """Name the kernels that this process has compiled, or loaded from the cache."""
    return [kernel_name(kernel) for kernel in _kernels if BUILD.is_loaded(kernel)]


def count_compilations() -> int:
    """Count how many kernels this process had to compile because the cache did not have them."""
    return sum(map(BUILD.count_compilations, _kernels))


@contextmanager
def on_compile(callback: Callable[[str], None]) -> Iterator[None]:
    """Call `callback` with the name of each kernel that is compiled inside the block."""
    with BUILD.listening(begun=lambda kernel: callback(kernel.py_func.__name__)):
        yield


@contextmanager
def on_compiled(callback: Callable[[str], None]) -> Iterator[None]:
    """Call `callback` with the full name of each kernel when it has been compiled inside the block."""
    with BUILD.listening(done=lambda kernel: callback(kernel_name(kernel))):
        yield


def kernel_name(kernel: Any) -> str:
    """Name a kernel with its module."""
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"
