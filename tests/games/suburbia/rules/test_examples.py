"""The worked examples of the rules (rules.md 17) by their numbers."""

from __future__ import annotations

from tests.cases import every
from tests.games.suburbia.examples import EXAMPLES, run_example


def test_there_are_a_hundred_examples() -> None:
    assert list(EXAMPLES) == [f"E{number:02}" for number in range(1, 101)]


@every("name", EXAMPLES)
def test_example(name: str) -> None:
    run_example(EXAMPLES[name])
