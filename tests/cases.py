"""Cases of tests: all at once, or some in `make test` and the others in `make slow` or `make thorough`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from tests.profiles import is_thorough


def every(
    names: str | Sequence[str], cases: Iterable[Any], ids: Iterable[Any] | Callable[[Any], Any] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make one test of many cases: it tries all of them and reports all that failed.

    Like `pytest.mark.parametrize`, for cases so many that the machinery of a test costs more than the case.
    They share the fixtures of the test.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    chosen = list(cases)
    labels = _labels(chosen, ids)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def test_all(**fixtures: Any) -> None:
            failures = (
                _failure(test, label, {**_named(keys, case), **fixtures})
                for label, case in zip(labels, chosen, strict=True)
            )
            failed = list(filter(None, failures))
            assert chosen and not failed, "\n".join([f"{len(failed)} of {len(chosen)} cases:", *failed])

        parameters = inspect.signature(test).parameters
        left = [parameter for name, parameter in parameters.items() if name not in keys]
        test_all.__signature__ = inspect.Signature(left)  # type: ignore[attr-defined]
        return test_all

    return decorate


def _labels(cases: list[Any], ids: Iterable[Any] | Callable[[Any], Any] | None) -> list[str]:
    if callable(ids):
        return ["-".join(str(ids(value)) for value in _values(case)) for case in cases]
    return [f"{case!r:.200}" for case in cases] if ids is None else [str(label) for label in ids]


def _named(keys: Sequence[str], case: Any) -> dict[str, Any]:
    return {keys[0]: case} if len(keys) == 1 else dict(zip(keys, case, strict=True))


def _failure(test: Callable[..., None], label: str, values: dict[str, Any]) -> str:
    try:
        test(**values)
    except (Exception, pytest.fail.Exception) as error:
        return f"{label}: {type(error).__name__}: {error}"
    return ""


def some(cases: Iterable[Any], one_in: int) -> Iterator[Any]:
    """Take every so many of many cases in `make test`, all of them in `make thorough`.

    A test that uses it is marked `sampled`: both run it.
    """
    return islice(cases, None, None, 1 if is_thorough() else one_in)


def sweep(
    cases: Iterable[Any], quick: Callable[..., bool], slow: Callable[..., bool] | None = None
) -> list[Any]:
    """Parametrise a test: cases that `quick` chooses belong to `make test`, the others to `make thorough`.

    Those of the others that `slow` chooses belong to `make slow`.
    """
    found = []
    for case in cases:
        if quick(*_values(case)):
            found.append(case)
        else:
            found.append(_marked(case, "slow" if slow is not None and slow(*_values(case)) else "thorough"))
    return found


def never(*_case: Any) -> bool:
    """Choose no case of a sweep."""
    return False


def always(*_case: Any) -> bool:
    """Choose all cases of a sweep: what is not quick is slow, and CI runs it for every commit."""
    return True


def first_quick(cases: Iterable[Any]) -> list[Any]:
    """Parametrise a test: the first case stands for all in `make test`, the others belong to `make slow`."""
    first, *others = cases
    return [first, *(_marked(case, "slow") for case in others)]


def every_other(cases: Iterable[Any]) -> list[Any]:
    """Parametrise a test: every other case belongs to `make test`, those between them to `make thorough`."""
    return [_marked(case) if place % 2 else case for place, case in enumerate(cases)]


def crossed(ones: Iterable[Any], others: Sequence[Any], quick: Callable[[Any], bool] = always) -> list[Any]:
    """Parametrise a test by pairs: `make test` takes each of the ones with one of the others in turn.

    Those of the ones that `quick` does not choose belong to `make slow` with theirs.
    """
    return [
        _taken((one, other), quick(one)) if number % len(others) == place else _marked((one, other))
        for number, one in enumerate(ones)
        for place, other in enumerate(others)
    ]


def _taken(case: Any, is_quick: bool) -> Any:
    return case if is_quick else _marked(case, "slow")


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)


def _marked(case: Any, mark: str = "thorough") -> Any:
    return pytest.param(*_values(case), marks=getattr(pytest.mark, mark))
