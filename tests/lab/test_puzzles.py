"""Puzzles: what is found is really best for the seat that asks, the same however it is searched for.

The commands of docs/puzzles.md are tried here with fewer games.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from burgomaster.bots.advice import loss_of
from burgomaster.bots.bot import MoveEstimate
from burgomaster.bots.puzzles import GAP, HARDEST, LEVELS, puzzles_of, puzzles_path, read_puzzle
from burgomaster.cli.main import main
from burgomaster.core.position import parse_position
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.table import load_game
from burgomaster.lab import puzzle_search, puzzles
from burgomaster.lab.puzzle_search import Counts, Effort, Hunt
from burgomaster.lab.puzzles import CENTRE, fit_ratings

QUICK = Effort(24, 24, 48)


def row(name: str, found: Sequence[int], solution: str = "pass") -> dict[str, Any]:
    outcomes = {solution: [0.6, 3.0], "other": [0.5, 1.0]}
    return {
        "id": name,
        "position": "",
        "solution": solution,
        "outcomes": outcomes,
        "found": list(found),
        "asked": 10,
    }


@pytest.mark.parametrize("game", game_names())
def test_puzzles_that_come_with_a_game_can_be_played_and_have_one_best_move(game: str) -> None:
    collection = puzzles_of(game)
    assert collection is not None and len(collection.puzzles) >= 16
    assert len({one.id for one in collection.puzzles}) == len(collection.puzzles)
    assert collection.provenance["command"].startswith(f"burgomaster puzzles {game} ")
    assert len(collection.levels) == len(LEVELS) and collection.levels[2] == CENTRE
    kinds = set()
    for puzzle in collection.puzzles[:: max(1, len(collection.puzzles) // 16)]:
        table = puzzle.table()
        kinds.add((game_info(game).variant_name(table.game.options), table.game.players))
        assert parse_position(puzzle.position).knowledge.seat == table.to_move
        assert table.position(table.to_move) == puzzle.position  # what the seat knows, and nothing else
        moves = {move.notation: move for move in table.moves()}
        found = {name: MoveEstimate(moves[name], 1, *numbers) for name, numbers in puzzle.outcomes.items()}
        rivals = [one for name, one in found.items() if name != puzzle.solution]
        assert len(moves) > 2 and min(loss_of(found[puzzle.solution], one) for one in rivals) >= GAP - 1e-3
    assert len(kinds) > 2
    assert len({one.difficulty for one in collection.puzzles}) >= 4


def test_a_game_is_searched_with_what_the_mover_sees_and_the_same_every_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzle_search, "effort_of", lambda game: QUICK)
    monkeypatch.setattr(puzzle_search, "EASY", 1.0)
    options = {"players": 2}
    counts = Counts()
    found = next(Hunt("spyrium", options, 11, counts).run())
    assert found == next(Hunt("spyrium", options, 11).run())
    assert 1 == counts.puzzles <= counts.clear <= counts.seeming <= counts.positions
    one = read_puzzle(found)
    assert one.solution in {move.notation for move in one.table().moves()}
    assert one.outcomes[one.solution][0] > 0 and all(0 <= times <= one.asked for times in one.found)


def test_a_position_in_which_two_moves_are_as_good_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    table = load_game("spyrium", players=2).new(seed=1)  # where to place the first worker hardly matters
    monkeypatch.setattr(puzzle_search, "effort_of", lambda game: QUICK)
    monkeypatch.setattr(puzzle_search, "is_unclear", lambda *_: False)
    monkeypatch.setattr(
        puzzle_search,
        "compare",
        lambda world, moves, effort, seed: [MoveEstimate(move, 1, 0.5, 1.0) for move in moves],
    )
    counts = Counts()
    assert puzzle_search.examine("spyrium", table, table.to_move or 0, counts) is None
    assert (counts.clear, counts.puzzles) == (1, 0)


def test_ratings_follow_who_finds_what() -> None:
    found = [[9, 9, 10, 10, 10], [5, 6, 8, 10, 10], [2, 3, 5, 9, 10], [0, 1, 2, 4, 8], [0, 0, 0, 0, 0]]
    puzzle_numbers, levels = fit_ratings(found, 10)
    assert puzzle_numbers == sorted(puzzle_numbers) and levels == sorted(levels) and levels[2] == CENTRE
    assert all(0 < number < 4000 for number in (*puzzle_numbers, *levels))  # also what nobody finds
    assert [read_puzzle(row("a", one)).difficulty for one in found] == [1, 2, 4, 5, HARDEST]


def test_puzzles_are_chosen_of_every_difficulty_and_not_always_with_the_same_answer() -> None:
    easy = [row(f"e{n}", [9, 9, 9, 9, 9], f"verb{n} x") for n in range(20)]
    hard = [row(f"h{n}", [0, 0, 0, 0, 9], "take") for n in range(3)]
    chosen = puzzles.choose([*easy, *hard], 8)
    assert [one["id"] for one in chosen] == ["e0", "h0", "e1", "h1", "e2", "h2", "e3", "e4"]
    passes = [row(f"p{n}", [9 - n % 5] * 5, "pass a") for n in range(40)] + [
        row(f"q{n}", [9] * 5, "buy b") for n in range(10)
    ]
    varied = puzzles.vary(passes)
    assert sum(one["solution"] == "pass a" for one in varied) == int(puzzles.SAME * 50)
    assert sum(one["solution"] == "buy b" for one in varied) == 10


def fake_hunt(job: puzzles.Job) -> puzzles.Done:
    seconds = 0.0
    return puzzles.Done(
        job.number, [row(f"{job.seed:010d}", [9] * 5)], {**vars(Counts()), "puzzles": 1 + int(seconds)}
    )


def test_a_search_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def hunt(job: puzzles.Job) -> puzzles.Done:
        done.append(job.number)
        return fake_hunt(job)

    monkeypatch.setattr(puzzles, "hunt", hunt)
    out = tmp_path / "found.json"
    ask = ["puzzles", "spyrium", "--seed", "5", "--processes", "1", "--out", str(out), "--games"]
    assert main([*ask, "3"]) == 0
    first: Mapping[str, Any] = json.loads(out.read_text())
    assert done == [0, 1, 2] and first["provenance"]["counts"]["games"] == 3
    journal = puzzles.journal_path(out)
    journal.write_text(journal.read_text()[:-20])  # killed while it wrote the third
    assert main([*ask, "5"]) == 0
    assert done == [0, 1, 2, 2, 3, 4]
    assert len(json.loads(out.read_text())["puzzles"]) == 5
    assert main([*ask, "2", "--players", "3"]) == 0  # other games: nothing of the journal belongs to them
    assert done[6:] == [0, 1]
    assert main([*ask[:2], "--seed", "90", *ask[4:], "2", "--add"]) == 0
    added = json.loads(out.read_text())
    assert [one["id"] for one in added["puzzles"]] == [f"{seed:010d}" for seed in (5, 6, 90, 91)]
    assert added["provenance"]["counts"]["games"] == 2 and added["provenance"]["added_to"]["seed"] == 5
    assert main(["puzzles", "suburbia", *ask[2:], "2", "--add"]) == 2  # puzzles of another game
    assert json.loads(out.read_text()) == added
    jobs = puzzles.make_jobs("spyrium", 3, 1, ())
    puzzles.run_jobs(jobs, 1, time.monotonic() - 1, lambda _: pytest.fail("the time was over"))
    puzzles.run_jobs([], 2, math.inf, lambda _: pytest.fail("nothing to do"))


def test_levels_answer_known_puzzles_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = json.loads(puzzles_path("spyrium").read_text())
    rows = known["puzzles"][::60]
    out = tmp_path / "known.json"
    out.write_text(json.dumps({**known, "puzzles": [{**row, "found": [0] * 5, "rating": 1} for row in rows]}))
    ask = ["puzzles", "spyrium", "--ask-levels", "--processes", "1", "--out", str(out)]
    assert main(ask) == 0
    asked = json.loads(out.read_text())
    kept = ("id", "position", "solution", "outcomes", "asked")
    assert {row["id"]: [row[name] for name in kept] for row in asked["puzzles"]} == {
        row["id"]: [row[name] for name in kept] for row in rows
    }
    found = {row["id"]: row["found"] for row in asked["puzzles"]}
    assert min(found[rows[0]["id"]]) > max(found[rows[-1]["id"]])  # the easiest and the hardest
    assert all(row["rating"] > 1 for row in asked["puzzles"])
    assert asked["provenance"]["command"] == known["provenance"]["command"] and asked["levels"][2] == CENTRE
    assert main(ask) == 0
    assert json.loads(out.read_text())["puzzles"] == asked["puzzles"]
    assert main([*ask, "--again"]) == 2
    broken = json.dumps({**asked, "puzzles": [{**rows[0], "solution": "fly to the moon"}]})
    out.write_text(broken)
    capsys.readouterr()
    assert main(ask) != 0 and out.read_text() == broken
    assert "fly to the moon" in capsys.readouterr().err


def test_every_variant_and_number_of_players_has_its_turn(capsys: pytest.CaptureFixture[str]) -> None:
    jobs = puzzles.make_jobs("suburbia", 10, 1, ())
    assert [job.options["players"] for job in jobs] == [2, 3, 4, 1, 1] * 2
    assert [job.seed for job in jobs] == list(range(1, 11))
    assert {job.options["players"] for job in puzzles.make_jobs("petersburg", 30, 1, [5])} == {5}
    assert main(["puzzles", "spyrium", "--players", "9"]) == 2
    assert "9" in capsys.readouterr().err
