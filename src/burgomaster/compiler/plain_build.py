"""How a kernel is compiled in the plain build: by numba as it documents itself, with no private part.

A kernel is an ordinary function for numba, which is told by `overload` what compiled code does instead of
calling it. Nothing is kept on disk: numba's own cache neither notices an edit of an imported table nor lets
two processes write at once. Rules are no constants.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from burgomaster.compiler.kernel_types import widened

_listeners: list[Callable[[Any], None]] = []  # called with each kernel that another one calls


def make_kernel(function: Callable[..., Any], is_inline: bool, is_cold: bool) -> Any:
    """Make a kernel of a function, as Python calls it."""
    compiled = numba.njit(nogil=True, error_model="numpy", forceinline=is_inline)(function)

    @wraps(function)
    def kernel(*arguments: Any) -> Any:
        return compiled(*arguments)

    kernel.inner, kernel.py_func = compiled, function  # type: ignore[attr-defined]
    resolve(kernel, lambda _kind: kernel)
    return kernel


def resolve(stub: Callable[..., Any], choose: Callable[[Any], Any]) -> None:
    """Let compiled code that calls `stub` call the kernel chosen by the first argument, with wide numbers."""
    names = ", ".join(inspect.signature(stub).parameters)

    def call_for(kinds: tuple[Any, ...]) -> Any:
        kernel = choose(kinds[0] if kinds else None)
        for listener in _listeners:
            listener(kernel)
        pairs = zip(names.split(", "), kinds, strict=True) if kinds else ()
        given = ", ".join(name if widened(kind) is kind else f"_wide({name})" for name, kind in pairs)
        return _define(f"def call({names}): return _kernel({given})", "call", _kernel=kernel.inner)

    kinds = f"({names},)" if names else "()"
    overload(stub)(_define(f"def typed({names}): return _call_for({kinds})", "typed", _call_for=call_for))


def _define(source: str, name: str, **known: Any) -> Any:
    """Define a function with the arguments of another, which numba wants to have the same names."""
    scope = {"_wide": np.int64, **known}
    exec(source, scope)
    return scope[name]


def compile_for(kernel: Any, _kinds: tuple[Any, ...], _fixed: Any = None) -> Any:
    """Return what is called; it is compiled when it is."""
    return kernel.inner


def is_loaded(kernel: Any) -> bool:
    """Tell whether this process has compiled a kernel."""
    return bool(kernel.inner.signatures)


def count_compilations(kernel: Any) -> int:
    """Count for how many types of arguments this process has compiled a kernel."""
    return len(kernel.inner.signatures)


@contextmanager
def listening(**callbacks: Callable[[Any], None]) -> Iterator[None]:
    """Call functions with every kernel that is compiled in a block because another one calls it."""
    _listeners.extend(callbacks.values())
    try:
        yield
    finally:
        for callback in callbacks.values():
            _listeners.remove(callback)
