"""What `make test` tries and what `make thorough` tries besides: examples of Hypothesis, cases of sweeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import settings

MORE = 10  # times as many examples in `make thorough`

# Machines may be busy: no test is timed.
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=25 * MORE)


def load(thorough: bool) -> None:
    """Choose a profile; to be called before tests are imported."""
    settings.load_profile("thorough" if thorough else "quick")


def examples(number: int, **other: Any) -> settings:
    """Try so many examples of a test in `make test`, and more in `make thorough`."""
    factor = MORE if settings.get_current_profile_name() == "thorough" else 1
    return settings(deadline=None, max_examples=number * factor, **other)


def sweep(cases: Iterable[Any], quick: Callable[..., bool]) -> list[Any]:
    """Parametrise a test: cases that `quick` chooses belong to `make test`, the others to `make thorough`."""
    return [case if quick(*_values(case)) else _marked(case) for case in cases]


def crossed(ones: Iterable[Any], others: Sequence[Any]) -> list[Any]:
    """Parametrise a test by pairs: `make test` takes each of the ones with one of the others in turn."""
    return [
        (one, other) if number % len(others) == place else _marked((one, other))
        for number, one in enumerate(ones)
        for place, other in enumerate(others)
    ]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)


def _marked(case: Any) -> Any:
    return pytest.param(*_values(case), marks=pytest.mark.thorough)
