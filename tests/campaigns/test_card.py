"""The campaign that compares a card with the processor: equal batches pass, one different byte is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from burgomaster.core.check import Suite
from burgomaster.core.errors import OptionError
from tests.campaigns import card
from tests.campaigns.campaign import Setup


def run(folder: Path, make: Any, seed: int) -> Any:
    with card.begin(Setup(folder, options={"games": 2, "make": make})) as trial:
        return trial(seed)


@pytest.mark.slow
def test_equal_batches_differ_nowhere(tmp_path: Path) -> None:
    found = run(tmp_path, card.on_processor, 1)
    assert not found.findings and found.counts["steps"] > 100


@pytest.mark.slow
def test_one_reward_that_differs_is_found(tmp_path: Path) -> None:
    def wrong(suite: Suite, n: int, seed: int, opponents: str | None) -> Any:
        made = card.on_processor(suite, n, seed, opponents)
        made.rewards[1, 0] = 1.0
        return made

    found = run(tmp_path, wrong, 1)
    assert len(found.findings) == 1 and "rewards differ" in found.findings[0]


def test_where_there_is_no_card_it_says_so_once(tmp_path: Path) -> None:
    def nowhere(suite: Suite, n: int, seed: int, opponents: str | None) -> Any:
        raise OptionError("cuda.no_card")

    with (
        pytest.raises(OptionError, match="card"),
        card.begin(Setup(tmp_path, options={"games": 2, "make": nowhere})),
    ):
        pass
