"""Campaigns: they count, stop, and name the seed of each finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.campaigns import __main__ as driver
from tests.campaigns import campaign as campaigns
from tests.campaigns.campaign import Plan, Setup, Tally, Trial, run_campaign
from tests.campaigns.stores import NoPostgres


@contextmanager
def begin(setup: Setup) -> Iterator[Callable[[int], Trial]]:
    """A campaign whose trial 4 finds something, and whose trial 6 breaks; it knows no options."""
    assert not setup.options

    def trial(seed: int) -> Trial:
        if seed == 6:
            raise RuntimeError("no luck")
        return Trial({"things": 10}, ("something",) if seed == 4 else ())

    yield trial


@pytest.fixture(autouse=True)
def campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    made = SimpleNamespace(UNIT="things", GOAL=100, begin=begin)
    for module in (campaigns, driver):
        monkeypatch.setattr(module, "load_campaign", lambda name: made)


def run(plan: Plan, tmp_path: Path) -> tuple[Tally, list[int]]:
    heard: list[int] = []
    return run_campaign(plan, Setup(tmp_path), lambda tally: heard.append(tally.trials)), heard


def test_a_campaign_runs_to_its_goal_and_names_seeds(tmp_path: Path) -> None:
    tally, heard = run(Plan("rules"), tmp_path)
    assert (tally.trials, tally.counts["things"]) == (11, 100)
    assert tally.findings == [(4, "something"), (6, "RuntimeError: no luck")]
    assert heard == list(range(1, 12))
    assert run(Plan("rules", count=30), tmp_path)[0].trials == 3
    assert run(Plan("rules", minutes=0), tmp_path)[0].trials == 0


def test_the_driver_prints_counts_and_reproducers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "ANNOUNCE_SECONDS", 0.0)
    assert driver.main(["rules", "--count", "50"]) == 1
    said = capsys.readouterr()
    assert "50  things" in said.out and "python -m tests.campaigns rules --only 4" in said.out
    assert "50 things, 1 findings" in said.err
    assert driver.main(["rules", "--only", "3"]) == 0
    assert "10  things" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "nothing"),
        (["soak", "--device", "cuda"], "rules"),
        (["race", "--database", "postgresql"], "postgresql://user@localhost/postgres"),
        (["race", "--database", "sqlite:///tables.db"], "postgresql://user@localhost/postgres"),
        (["race", "--database", "postgresql://user@host:port/name"], "postgresql://user@localhost/postgres"),
        (["race", "--database", "postgresql://user@127.0.0.1:1/name"], "does not answer"),
    ],
)
def test_wrong_use_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        driver.main(words)
    assert leaving.value.code == 2 and said in capsys.readouterr().err


def test_a_campaign_that_needs_a_postgres_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_none(*_: object) -> None:
        raise NoPostgres("PostgreSQL is not installed: name one with --database")

    monkeypatch.setattr(driver, "run_campaign", find_none)
    assert driver.main(["race", "--count", "1"]) == 1
    assert "--database" in capsys.readouterr().err


def test_a_campaign_whose_trials_all_fail_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def broken(setup: Setup) -> Iterator[Callable[[int], Trial]]:
        def trial(seed: int) -> Trial:
            raise RuntimeError("nothing works")

        yield trial

    made = SimpleNamespace(UNIT="things", GOAL=100, begin=broken)
    monkeypatch.setattr(campaigns, "load_campaign", lambda name: made)
    tally, _ = run(Plan("rules", minutes=0.02), tmp_path)  # else it would not end
    assert tally.trials == tally.counts["failed trials"] == len(tally.findings) == campaigns.MOST_FAILED
