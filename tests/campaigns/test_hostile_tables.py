"""A flood of honest-looking requests does nobody else any harm, and the campaign notices when one does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from burgomaster.core.registry import game_names
from burgomaster.server import advice
from burgomaster.server.settings import Settings
from burgomaster.server.store import Store
from tests.campaigns import hostile, hostile_floods
from tests.campaigns.hostile_floods import flood_tables
from tests.campaigns.hostile_target import Target
from tests.campaigns.servers import settings_for, start
from tests.profiles import is_thorough


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that are soon reached, and analyses that are soon done."""
    monkeypatch.setattr(advice, "SIMULATIONS", 4)
    monkeypatch.setattr(hostile_floods, "LEVEL", "greedy")
    if not is_thorough():
        monkeypatch.setattr(hostile_floods, "some_game", lambda rng: min(game_names()))
    for name, number in {"most_running": 2, "most_waiting": 2, "most_open": 1, "crowd": 2}.items():
        monkeypatch.setattr(Settings, name, number)


def few() -> dict[str, Any]:
    return {name: getattr(Settings, name) for name in ("most_running", "most_waiting", "most_open", "crowd")}


@pytest.fixture
def findings(quick: None, tmp_path: Path) -> Iterator[Any]:
    def flooded(n_requests: int, **settings: Any) -> list[str]:
        running = start(settings_for(f"sqlite:///{tmp_path / 'tables.db'}", **few(), **settings))
        target = Target(running.url, running.url, tmp_path, (), {"table_floods": n_requests})
        try:
            counts, found = flood_tables(target, 5)
            assert counts == {"flooding wishes": n_requests}
            return found + target.troubles()
        finally:
            running.stop()

    yield flooded


@pytest.mark.slow
def test_a_flood_of_tables_harms_nobody(findings: Any) -> None:
    assert findings(400 if is_thorough() else 40, rate_limits=True) == []
    assert hostile.ATTACKS["tables"] is flood_tables


def test_a_server_without_limits_is_found(findings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = Store.open_matches
    monkeypatch.setattr(Store, "open_matches", lambda self, *some, **rows: listed(self, 1))  # the newest only
    monkeypatch.setattr(hostile_floods, "KINDS", ("lobby",))
    found = "\n".join(findings(4, rate_limits=False))
    assert "tables of the kind lobby" in found and "pushed an honest table out" in found
