"""The campaign that plays random games: it counts steps, and finds an invariant that does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgomaster.core import check
from tests.campaigns import rules
from tests.campaigns.campaign import Setup


def test_random_games_keep_the_invariants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with rules.begin(Setup(tmp_path, options={"games": 2})) as trial:
        for seed in (0, 1):
            made = trial(seed)
            assert made.findings == () and made.counts["games"] == 2 and made.counts["steps"] > 50
        assert trial(1) == made
        monkeypatch.setattr(check.check_kernels, "check_rules", break_a_rule)
        assert "invariant 7 broken" in trial(0).findings[0]


def break_a_rule(*arguments: object) -> None:
    """Report a broken invariant, as the kernel does."""
    found = arguments[-1]
    found[:] = (12, 7, 1, 12)  # type: ignore[index]
