"""`burgomaster bench`: that it measures, not how fast."""

from __future__ import annotations

import json

from tests.cli.fixtures import Run


def test_bench_tells_steps_bytes_and_copies_to_people_and_programs(run: Run) -> None:
    result = run("bench", "petersburg", "--games", "20", "--threads", "2")
    assert result.code == 0
    for words in ("1 thread ", "2 threads ", "steps/s", "bytes", "copies"):
        assert words in result.out
    found = json.loads(run("bench", "petersburg", "--players", "3", "--games", "20", "--json").out)
    assert found["options"]["players"] == 3
    assert all(play["games"] == 20 and play["steps"] > 1000 for play in found["random_play"])
    assert found["random_play"][0]["threads"] == 1
    assert 100 < found["state_bytes"] <= 1024
    assert found["copies_per_second"] > 0
