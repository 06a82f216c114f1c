"""The soak: a sound server is left in peace, a leaking one is found."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.campaigns.campaign import Plan, Setup, Tally, run_campaign
from tests.campaigns.soak import Growth, slope

TINY: dict[str, Any] = {"tables": 1, "played": 2, "rate": 12.0, "seconds": 1.0, "warm_up": 1, "least": 4}
# the caches of a server fill in its first seconds; what is planted grows ten times as much
TINY |= {"memory_kb": 20_000.0, "memory_least_kb": 80_000.0}
LEAKY = [sys.executable, "-m", "tests.campaigns.leaky_server"]


def soak(folder: Path, trials: int, **options: Any) -> Tally:
    setup = Setup(folder, options={**TINY, **options})
    return run_campaign(Plan("soak", count=trials), setup, lambda _tally: None)


@pytest.mark.thorough
def test_a_planted_leak_of_memory_and_descriptors_is_found(tmp_path: Path) -> None:
    """The same load on a sound server is `test_a_sound_server_is_left_in_peace`."""
    tally = soak(tmp_path, 5, serve=LEAKY)
    found = {text.partition(":")[0] for _, text in tally.findings}
    assert found == {"memory", "descriptors"}, tally.findings


@pytest.mark.thorough
def test_a_sound_server_is_left_in_peace(tmp_path: Path) -> None:
    tally = soak(tmp_path, 5, seconds=0.5)
    assert tally.findings == []
    assert tally.counts["moves"] > 10 and tally.counts["minutes"] == 5
    assert tally.measured["memory, KB"] > 50_000 and tally.measured["descriptors"] > 10


@pytest.mark.thorough
def test_ten_minutes_at_half_load_grow_nothing(tmp_path: Path) -> None:
    setup = Setup(tmp_path, options={"warm_up": 3, "least": 6})
    assert run_campaign(Plan("soak", count=10), setup, lambda _tally: None).findings == []


# What is a leak


def judged(values: list[float]) -> str:
    growth = Growth("KB", warm_up=5, least=10, a_trial=1.0, at_least=12.0)
    return [growth.add(value) for value in values][-1]


def test_only_what_grows_steadily_is_a_leak() -> None:
    noise = [0.0, 3.0, -2.0, 1.0, -3.0, 2.0, 0.0, -1.0]
    noisy = [noise[number % 8] for number in range(40)]
    assert "grows steadily, by 2.0 a trial" in judged([100 + 2.0 * number for number in range(40)])
    assert judged([2.0 * number + odd for number, odd in enumerate(noisy)])
    assert judged([100 + odd for odd in noisy]) == ""
    assert judged([100 + 50.0 * min(number, 4) for number in range(40)]) == ""  # warm-up
    assert judged([100 + 5.0 * min(number, 18) for number in range(40)]) == ""  # fills up, stays full
    assert judged([100 + (90 if number == 20 else 0) for number in range(40)]) == ""  # an odd one
    assert judged([100 + 2.0 * number for number in range(14)]) == ""  # too early to tell
    assert judged([100 + 0.5 * number for number in range(40)]) == ""  # too little
    assert slope([]) == slope([1.0]) == 0.0


@pytest.mark.slow
def test_a_lost_move_and_a_wrong_answer_are_found(tmp_path: Path) -> None:
    from collections import Counter

    from burgomaster.server.store import Store
    from tests.campaigns.evening import Evening
    from tests.campaigns.soak import Load, Watch, Watched

    address = f"sqlite:///{tmp_path / 'soak.db'}"
    Store(address).close()
    evening = Evening(0, [], None)  # type: ignore[arg-type]
    evening.accepted["gone"] += 3
    evening.answers.update({204: 5, 503: 2})
    log = tmp_path / "log"
    log.write_text("ERROR something broke", encoding="utf-8")
    server = Watched(0, {}, log=log)
    watch = Watch(Load(**TINY), server, evening, Counter())
    assert watch.lost(address) == ["gone: 3 moves were acknowledged, 0 are stored"]
    assert list(watch.wrong_answers()) == ["2 moves were answered with 503"]
    assert list(watch.complaints()) == ["the log says: ERROR something broke"]
    assert list(watch.complaints()) == []


def test_a_page_that_is_closed_before_it_shows_anything_is_not_waited_for() -> None:
    """Waiting for it would have no end."""
    import asyncio
    import random

    from tests.campaigns.evening import Evening, Page

    async def open_nowhere() -> None:
        server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
        async with server:
            evening = Evening(server.sockets[0].getsockname()[1], [], random.Random(1))
            await asyncio.wait_for(evening.open([Page("abc", "visitor", "cookie")]), timeout=20)

    with pytest.raises(ConnectionError, match="a page of abc was closed before it showed anything"):
        asyncio.run(open_nowhere())
