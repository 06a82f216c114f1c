"""Finds the graphics card of this machine."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from burgomaster.compiler.jit import IS_PLAIN
from burgomaster.core.errors import OptionError


@cache
def find_card() -> Any:
    """Return the module that drives the card; say what is missing where there is none."""
    if IS_PLAIN:
        raise OptionError("cuda.plain")
    try:
        from burgomaster.cuda.driver import cuda

        import_module("burgomaster.cuda.target")
    except ImportError:
        raise OptionError("cuda.no_package", package="numba-cuda") from None
    if not cuda.is_available():
        raise OptionError("cuda.no_card")
    return cuda


def name_of_card() -> str:
    name = find_card().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)
