"""The campaign of races: one wins, all see the same; and a server that lets two win is found out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.campaigns import race
from tests.campaigns.arena import RACES
from tests.campaigns.campaign import Setup, Trial, careful
from tests.campaigns.nursery import Nursery
from tests.campaigns.stores import Cluster
from tests.cases import first_quick

AT_TABLES = (
    *("same move twice", "two moves", "move against takeback", "pause against move", "two joins"),
    *("two rematches", "swap against start", "two registrations"),
)
BESIDE_TABLES = (
    *("two entries of one name", "one entry twice", "entry against start", "two starts"),
    *("leave against remove", "end against start", "two answers", "two tries", "one deal twice"),
    *("two accounts of a guest", "two silences"),
)
QUICK = ("same move twice", "two words")
BETWEEN_PROCESSES = (
    # tables, tournaments and accounts
    *("two joins", "two starts", "end against start", "two accounts of a guest"),
    # what others are shown
    *("withdraw against looks", "share against end"),
    # what others are told
    *("many senders", "deleted who is called", "reason that goes away", "push against logout"),
    *("another address", "way removed", "two silences"),
)


def run(nursery: Nursery, tmp_path: Path, n_races: int, **options: Any) -> list[Trial]:
    """Some races."""
    with race.begin(Setup(tmp_path, options={**options, "nursery": nursery})) as trial:
        return [careful(trial, seed) for seed in range(n_races)]


def run_each(nursery: Nursery, tmp_path: Path, *names: str, **options: Any) -> list[Trial]:
    """Run some races once each, all with the same servers."""
    asked = {**options, "nursery": nursery}
    with race.begin(Setup(tmp_path, options=asked)) as trial:
        made = []
        for seed, name in enumerate(names):
            asked["races"] = (name,)  # every trial reads it anew
            made.append(careful(trial, seed))
        return made


def kinds_of(trials: list[Trial]) -> set[str]:
    """The races that were run, all without findings."""
    assert [one.findings for one in trials if one.findings] == []
    return {name for one in trials for name in one.counts} & set(RACES)


@pytest.mark.parametrize(
    "names", first_quick([[*AT_TABLES], [*BESIDE_TABLES]]), ids=["at tables", "beside the tables"]
)
def test_races_in_one_process(nursery: Nursery, tmp_path: Path, names: list[str]) -> None:
    assert kinds_of(run_each(nursery, tmp_path, *names, stores=("sqlite",))) == set(names)


@pytest.mark.usefixtures("postgres")  # what the cluster needs of the machine
@pytest.mark.parametrize("names", first_quick([[*QUICK], [*BETWEEN_PROCESSES]]), ids=["quick", "all"])
def test_races_between_processes(
    nursery: Nursery, cluster: Cluster, tmp_path: Path, names: list[str]
) -> None:
    made = run_each(nursery, tmp_path, *names, stores=("postgresql",), cluster=cluster)
    assert kinds_of(made) == set(names)


@pytest.mark.parametrize(
    ("plant", "name", "found"),
    first_quick(
        [
            ("forget_withdrawals", "withdraw against looks", "shows a hand"),
            ("call_for_everything", "reason that goes away", "to a turn that was over"),
        ]
    ),
)
def test_what_is_shown_or_told_wrongly_is_found(
    nursery: Nursery, tmp_path: Path, plant: str, name: str, found: str
) -> None:
    given = {"plant": f"tests.campaigns.plants:{plant}", "races": (name,)}
    (made,) = run(nursery, tmp_path, 1, stores=("sqlite",), **given)
    assert any(found in text for text in made.findings), made


@pytest.mark.thorough
def test_the_database_that_was_given_is_used(nursery: Nursery, postgres: str, tmp_path: Path) -> None:
    given = Setup(tmp_path, postgres.replace("+psycopg", ""), {"nursery": nursery, "stores": ("postgresql",)})
    with race.begin(given) as trial:
        assert trial(1).findings == ()


@pytest.mark.thorough
@pytest.mark.usefixtures("postgres")
def test_many_races(nursery: Nursery, cluster: Cluster, tmp_path: Path) -> None:
    assert kinds_of(run(nursery, tmp_path, 300, cluster=cluster)) == set(RACES)


@pytest.mark.slow
def test_a_server_that_lets_two_win_is_found_out(nursery: Nursery, tmp_path: Path) -> None:
    plant = {"plant": "tests.campaigns.plants:take_every_move", "races": ("same move twice", "two moves")}
    made = run(nursery, tmp_path, 3, stores=("sqlite",), **plant)
    found = [text for one in made for text in one.findings]
    assert any("2 of 2 won" in text or "was written for" in text for text in found), found


def test_a_server_that_gives_one_name_twice_is_found_out(nursery: Nursery, tmp_path: Path) -> None:
    plant = {"plant": "tests.campaigns.plants:take_every_name", "races": ("two entries of one name",)}
    (made,) = run(nursery, tmp_path, 1, stores=("sqlite",), **plant)
    assert any("one name twice" in text for text in made.findings), made
