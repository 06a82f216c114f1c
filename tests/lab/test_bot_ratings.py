"""Bots are rated from the arena: the fit finds what the games say, and every game ships a table of it."""

from __future__ import annotations

import math
import tomllib

import pytest
from bench.bot_ratings import (
    ANCHOR,
    CENTRE,
    SCALE,
    fit,
    known_anchor,
    make_jobs,
    ratings_path,
    write_toml,
)

from burgomaster.core.registry import game_names
from burgomaster.lab.arena import Job, Outcome


def outcomes(one: str, other: str, wins: int, losses: int, ties: int = 0) -> list[Outcome]:
    """Games of two bots, from both sides in turn."""
    found = []
    for number, winner in enumerate([one] * wins + [other] * losses + [""] * ties):
        seats = (one, other) if number % 2 else (other, one)
        winners = (0, 1) if not winner else (seats.index(winner),)
        found.append(Outcome(Job("game", {}, seats, number), (1, 1), winners, (0, 0), (1, 1), (0, 0)))
    return found


def test_the_fit_finds_how_much_stronger_somebody_is() -> None:
    few, many = (fit(outcomes("a", ANCHOR, 3 * n, n)) for n in (5, 500))
    assert many["a"].mu - CENTRE == pytest.approx(SCALE * math.log(3), abs=0.2)  # three wins for one loss
    assert (many[ANCHOR].mu, many[ANCHOR].sigma) == (CENTRE, 0.0)
    moved = fit(outcomes("a", ANCHOR, 1500, 500), anchor=40.0)
    assert moved[ANCHOR].mu == 40.0 and moved["a"].mu - many["a"].mu == pytest.approx(40.0 - CENTRE, abs=0.01)
    assert few["a"].sigma > 5 * many["a"].sigma > 0 and few["a"].games == 20
    equal = fit(outcomes("a", ANCHOR, 10, 10, ties=10))
    assert equal["a"].mu == pytest.approx(CENTRE, abs=0.01)
    chain = fit(outcomes("a", ANCHOR, 300, 100) + outcomes("b", "a", 300, 100))
    assert chain["b"].mu - CENTRE == pytest.approx(2 * SCALE * math.log(3), abs=0.4)
    assert chain["b"].sigma > chain["a"].sigma  # who never met the anchor is known less well
    assert fit(outcomes("a", ANCHOR, 0, 50))["a"].mu > -100  # who always loses is not infinitely weak


def test_every_deal_is_played_from_both_sides() -> None:
    jobs = list(make_jobs("game", {"players": 2}, 4, 2, 7))
    assert len({job.key for job in jobs}) == len(jobs)
    deals = {(frozenset(job.bots), job.seed): 0 for job in jobs}
    for job in jobs:
        deals[frozenset(job.bots), job.seed] += 1
    assert set(deals.values()) == {2}


@pytest.mark.parametrize("game", game_names())
def test_every_game_ships_what_was_measured(game: str) -> None:
    found = tomllib.loads(ratings_path(game).read_text(encoding="utf-8"))
    assert {"games", "seed", "command", "made", "game_version"} <= found["about"].keys()
    bots = found["bots"]
    assert known_anchor(game) == bots[ANCHOR]["mu"] and all(bot["games"] >= 10 for bot in bots.values())
    strength = [bots[name]["mu"] for name in ("random", "search:1", "search:2", "search:3", "search:4")]
    assert strength == sorted(strength)
    assert (
        tomllib.loads(write_toml(fit(outcomes("a", ANCHOR, 3, 1)), {"games": 4}))["bots"]["a"]["games"] == 4
    )
