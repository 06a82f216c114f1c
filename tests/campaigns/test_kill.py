"""The campaign that kills servers: nothing is lost; and what a bad server loses is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.campaigns import kill
from tests.campaigns.campaign import Setup, Trial, careful
from tests.campaigns.judge import first_missing
from tests.campaigns.nursery import Nursery
from tests.campaigns.stores import Cluster
from tests.cases import first_quick

# seeds of trials, where there is one kind of store
STARTS, CLUBS, PLAY, SHOWS = range(4)


def run(nursery: Nursery, tmp_path: Path, *seeds: int, **options: Any) -> list[Trial]:
    with kill.begin(Setup(tmp_path, options={**options, "nursery": nursery})) as trial:
        return [careful(trial, seed) for seed in seeds]


def test_nothing_is_lost_on_sqlite(nursery: Nursery, tmp_path: Path) -> None:
    played, started = run(nursery, tmp_path, PLAY, STARTS, stores=("sqlite",), kills=3)
    assert played.findings == started.findings == ()
    assert played.counts["kills"] >= 3 and played.counts["acknowledged"] > 10
    assert started.counts["killed first starts"] == 3


@pytest.mark.slow
def test_nothing_is_lost_beside_the_tables(nursery: Nursery, tmp_path: Path) -> None:
    club, shows = run(nursery, tmp_path, CLUBS, SHOWS, stores=("sqlite",), kills=2)
    assert club.findings == shows.findings == () and club.counts["acknowledged beside tables"] > 10
    assert shows.counts["calls"] > 5 and shows.counts["acknowledged"] > 10


@pytest.mark.slow
@pytest.mark.usefixtures("postgres")  # what the cluster needs of the machine
def test_nothing_is_lost_on_postgresql(nursery: Nursery, cluster: Cluster, tmp_path: Path) -> None:
    given = {"stores": ("postgresql",), "kills": 2, "cluster": cluster}
    for made in run(nursery, tmp_path, PLAY, CLUBS, SHOWS, **given):
        assert made.findings == () and made.counts["kills"] >= 2


@pytest.mark.thorough
@pytest.mark.usefixtures("postgres")
def test_nothing_is_lost_on_either_store(nursery: Nursery, cluster: Cluster, tmp_path: Path) -> None:
    for made in run(nursery, tmp_path, *range(20), cluster=cluster):
        assert made.findings == () and made.counts["kills"] >= kill.KILLS


@pytest.mark.parametrize(
    ("seed", "plant", "finding"),
    first_quick(
        [
            (PLAY, "answer_before_storing", "acknowledged and is not in"),
            (PLAY, "never_start_again", "does not start"),
            (CLUBS, "try_moves_later", "acknowledged and lost: tried"),
            (SHOWS, "write_calls_later", "somebody was not called"),
        ]
    ),
)
def test_a_bad_server_is_found_out(
    nursery: Nursery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, plant: str, finding: str
) -> None:
    monkeypatch.setattr(kill, "GOES_ON_SECONDS", 5.0)
    planted = f"tests.campaigns.plants:{plant}"
    (made,) = run(nursery, tmp_path, seed, stores=("sqlite",), kills=3, plant=planted)
    assert any(finding in one for one in made.findings), made


def test_what_was_acknowledged_must_come_in_its_order() -> None:
    told = [("move", 0, "pass"), ("undo", 0)]
    assert first_missing(told, [("move", 1, "pass"), *told]) is None
    assert first_missing(told, list(reversed(told))) == ("undo", 0)
    assert first_missing([*told, *told], told) == ("move", 0, "pass")
