"""How many examples Hypothesis tries: few in `make test`, many in `make thorough`."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

MORE = 10  # times as many examples in `make thorough`
LEAST = 5  # examples in `make test`

# Machines may be busy: no test is timed.
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("thorough", deadline=None, max_examples=250)


def load(thorough: bool) -> None:
    """Choose a profile; to be called before tests are imported."""
    settings.load_profile("thorough" if thorough else "quick")


def is_thorough() -> bool:
    """Whether this is `make thorough`."""
    return settings.get_current_profile_name() == "thorough"


def examples(number: int, **other: Any) -> settings:
    """Try a quarter as many examples of a test in `make test`, and many more in `make thorough`."""
    chosen = number * MORE if is_thorough() else min(number, max(LEAST, number // 4))
    return settings(deadline=None, max_examples=chosen, **other)
