"""The arena: mirrored jobs, honest intervals, files that can be gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from burgomaster.cli.arena import short_names
from burgomaster.cli.main import main
from burgomaster.lab import arena
from burgomaster.lab.arena import Job, Outcome
from burgomaster.lab.totals import interval

OPTIONS = {"players": 2}


def outcome(
    bots: tuple[str, ...], scores: tuple[int, ...], winners: tuple[int, ...], seed: int = 1
) -> Outcome:
    n = len(bots)
    return Outcome(Job("petersburg", OPTIONS, bots, seed), scores, winners, (1.0,) * n, (10,) * n, (0.2,) * n)


def test_everybody_meets_everybody_with_every_deal_from_both_sides_and_many_seats_are_shared() -> None:
    jobs = arena.make_jobs("petersburg", OPTIONS, ["greedy", "random"], 4, 7)
    pair = ("greedy", "random")
    assert [(job.bots, job.seed) for job in jobs] == [(pair, 7), (pair[::-1], 7), (pair, 8), (pair[::-1], 8)]
    jobs = arena.make_jobs("petersburg", {"players": 4}, ["a", "b", "c"], 2, 1)
    assert ["".join(job.bots) for job in jobs] == ["abab", "baba", "acac", "caca", "bcbc", "cbcb"]


def test_a_job_gives_the_same_result_again() -> None:
    job = Job("petersburg", OPTIONS, ("greedy", "random"), 3)
    first, second = arena.play_job(job), arena.play_job(job)
    assert (first.scores, first.winners, first.moves) == (second.scores, second.winners, second.moves)
    assert sum(first.moves) > 50 and len(first.winners) == 1


def test_wins_margins_and_times_are_added_up() -> None:
    games = [
        outcome(("a", "b"), (60, 50), (0,)),
        outcome(("b", "a"), (55, 55), (0, 1)),
        outcome(("a", "b"), (40, 70), (1,)),
    ]
    found = arena.standings(games)["a"]
    assert (found.games, found.wins, found.margin) == (3, 1.5, pytest.approx((10 + 0 - 30) / 3))
    assert found.milliseconds == pytest.approx(100.0) and found.slowest == 0.2
    assert found.low < found.rate < found.high
    assert arena.pair_standings(games)["b", "a"].margin == pytest.approx(20 / 3)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (170, 200, 0.7939, 0.8929)],
)
def test_intervals_are_wilsons(wins: float, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_the_winner_is_rated_higher() -> None:
    rated = arena.ratings([outcome(("a", "b"), (60, 50), (0,)) for _ in range(20)])
    assert rated["a"][0] > 30 > 20 > rated["b"][0]


def test_a_file_is_gone_on_with_and_a_line_cut_short_is_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    words = ["arena", "petersburg", "--bots", "greedy,random", "--games", "4", "--workers", "1"]
    assert main([*words, "--save", str(path), "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    lines = path.read_text().splitlines()
    assert len(lines) == 4 and first["games"] == 4 and first["bots"]["greedy"]["wins"] == 4
    path.write_text("\n".join(lines[:2]) + "\n" + lines[2][:40])
    assert main([*words, "--save", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bots"]["greedy"]["wins"] == 4
    assert len(arena.load_outcomes(path)) == 4


@pytest.mark.parametrize("bots", ["greedy", "greedy,greedy", "greedy,nobody", "greedy,search:9"])
def test_bots_that_make_no_arena_are_refused(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "petersburg", "--bots", bots, "--games", "2", "--workers", "1"]) == 2
    assert capsys.readouterr().err.startswith("burgomaster: ")


def test_the_standings_are_shown_in_russian(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena petersburg --bots greedy,random --games 2 --workers 1 --lang ru"
    assert main(words.split()) == 0
    shown = capsys.readouterr().out
    assert "Рейтинг" in shown and "greedy : random" in shown and "100,0\u00a0%" in shown


def test_nets_of_a_folder_can_be_told_apart() -> None:
    one, other = (f"net:training/petersburg/net-00000{number}.safetensors" for number in (6, 8))
    assert short_names([one, other, "net", "search:3"]) == {
        one: "net-000006",
        other: "net-000008",
        "net": "net",
        "search:3": "search:3",
    }
    elsewhere = "net:training/other/net-000006.safetensors"
    assert short_names([one, elsewhere]) == {one: one, elsewhere: elsewhere}


def test_without_memory_to_share_games_are_played_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(arena, "ProcessPoolExecutor", refuse)
    jobs = arena.make_jobs("spyrium", {"players": 2}, ["random", "greedy"], 2, 1)
    played: list[arena.Outcome] = []
    arena.play_jobs(jobs, 4, played.append)
    assert [outcome.job for outcome in played] == jobs
