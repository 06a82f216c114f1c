"""Time: nobody gains or loses any because a wall clock is set, here or on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from burgomaster.server import steady_time
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Match, after, moves
from burgomaster.server.steady_time import MOST_AHEAD, TIME, SteadyTime
from burgomaster.server.store import Store
from burgomaster.server.store_opening import set_time
from tests.campaigns.clients import open_for_two
from tests.server.fixtures import new_server, settings_for, until
from tests.server.matches import BEGINNING, PER_PLAYER, header_of, plain_table, sitting


class Machine:
    """A machine whose wall clock somebody sets."""

    def __init__(self, wall: float) -> None:
        self.wall, self.steady = wall, 5.0

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def time(self) -> SteadyTime:
        return SteadyTime(lambda: self.wall, lambda: self.steady)


@pytest.mark.parametrize("jump", [-86400.0, -30.0, 30.0, 86400.0])
def test_a_wall_clock_that_is_set_gives_and_takes_nothing(jump: float) -> None:
    machine = Machine(BEGINNING)
    time = machine.time()
    machine.pass_time(10)
    machine.wall += jump
    assert time.now() == BEGINNING + 10


def test_a_restart_begins_no_earlier_than_what_is_stored(store: Store) -> None:
    time = Machine(BEGINNING - 3600).time()
    set_time(store, time)
    assert time.now() == BEGINNING - 3600  # nothing is stored yet
    store.create(header_of(plain_table()), {})
    set_time(store, time)
    assert time.now() == BEGINNING
    wrong = Machine(BEGINNING - MOST_AHEAD - 10).time()  # the store is from another world: not followed
    set_time(store, wrong)
    assert wrong.now() == BEGINNING - MOST_AHEAD - 10


def test_servers_of_one_database_have_its_time(postgres: str) -> None:
    store = Store(postgres)
    times = [Machine(wall).time() for wall in (BEGINNING, 2e9)]
    for time in times:
        set_time(store, time)
    assert times[0].now() == pytest.approx(times[1].now(), abs=5)
    store.close()


@pytest.fixture(params=[3600.0, -3600.0], ids=["ahead", "behind"])
def elsewhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[Machine, LiveMatch]:
    """A process an hour ahead or behind, with a table at which Anna moves at another one, 7 seconds later."""
    here = Machine(BEGINNING + request.param)
    monkeypatch.setattr(steady_time, "TIME", here.time())
    live = LiveMatch(sitting("Anna", "Boris", clock=PER_PLAYER).match)
    live.settle_time(is_news=False)
    here.pass_time(7)
    return here, live


def with_annas_move(match: Match) -> Match:
    return after(match, moves.play(match, 0, "pass", None, BEGINNING + 7))


def test_two_processes_with_different_clocks_take_nobodys_time(elsewhere: tuple[Machine, LiveMatch]) -> None:
    """Boris thinks for 10 seconds."""
    here, live = elsewhere
    live.match = with_annas_move(live.match)
    live.settle_time(is_news=True)
    here.pass_time(10)
    assert live.match.clock.seconds_left(1, live.now) == pytest.approx(90)
    assert live.match.clock.left[0] == pytest.approx(98)


def test_what_is_read_later_happened_when_it_was_heard_of(elsewhere: tuple[Machine, LiveMatch]) -> None:
    """Nobody looks at the table here: its journal is read when Boris comes, 10 seconds later."""
    here, live = elsewhere
    changed = with_annas_move(live.match)
    live.unread = (changed.number, steady_time.now())
    here.pass_time(10)
    live.match = changed
    live.settle_time(is_news=False)
    assert live.match.clock.seconds_left(1, live.now) == pytest.approx(90)


def test_an_entry_that_nobody_has_told_of_yet_did_not_happen_when_the_one_before_it_was_heard_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = sitting("Anna", "Boris", clock=PER_PLAYER)
    here = Machine(BEGINNING)
    monkeypatch.setattr(steady_time, "TIME", here.time())
    live = LiveMatch(made.match)
    live.unread = (live.match.number, steady_time.now())
    here.pass_time(20)
    live.match = after(live.match, moves.play(live.match, 0, "pass", None, BEGINNING + 20))
    live.settle_time(is_news=False)
    assert live.offset == pytest.approx(0.0)


def test_a_journal_of_a_clock_that_was_set_back_gives_nobody_time() -> None:
    made = sitting("Anna", "Boris", clock=PER_PLAYER)
    made.now -= 50
    made.play(0, "pass")
    assert made.match.clock.left[0] == 105  # what a move brings, and no more
    live = LiveMatch(made.match)
    assert live.now >= made.match.latest == BEGINNING


CLOCK = 5  # seconds


@contextmanager
def later(seconds: float) -> Iterator[None]:
    """So many seconds have passed that nobody has waited for."""
    TIME.begin_at(TIME.now() + seconds)
    try:
        yield
    finally:
        TIME.begin_at(TIME.now() - seconds)


@pytest.mark.slow
def test_a_clock_that_fell_while_the_server_was_away_is_noticed(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with new_server(settings) as running:
        _anna, boris = open_for_two(running.url, clock={"kind": "move", "seconds": CLOCK})
    with later(CLOCK), new_server(settings) as running:
        there = replace(boris, url=running.url)
        until(lambda: any(seat["left"] for seat in there.get()["seats"]))
