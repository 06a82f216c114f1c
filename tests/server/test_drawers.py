"""Processes that draw for a server: what they draw is what it draws, and without them it goes on."""

from __future__ import annotations

import asyncio
import os
import random
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import Request
from sqlalchemy.exc import SQLAlchemyError

import burgomaster as bm
from burgomaster.server import drawers as drawers_module
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.drawers import Drawers, place_of
from burgomaster.server.drawing_process import serve
from burgomaster.server.live_match import MOST_RECENT, LiveMatch
from burgomaster.server.match.takebacks import undo
from burgomaster.server.people.profiles import KnownFaces
from burgomaster.server.security import Signer
from burgomaster.server.settings import read_settings
from burgomaster.server.table_routes import live_event, live_parts
from burgomaster.web.quick_templates import QuickEnvironment
from burgomaster.web.templates import BOARD, TABLE, compile_tables, environment, game_template
from tests import coroutines
from tests.campaigns.clients import open_for_two
from tests.cases import first_quick
from tests.server.fixtures import SECRET, new_server, settings_for, until
from tests.server.matches import Sitting, secret_sitting

FACES = {"visitor:Anna": "face-guest-3"}
RATINGS = {0: {"account": 7, "rating": 1512}, 1: {"account": None, "rating": None}}
CHAT = ({"id": 1, "ply": 2, "name": "Anna", "seat": 0, "text": "<b>hello</b>\nthere"},)


class Imitation:
    """What starts a process, but works in a thread of this one."""

    def __init__(self, *_words: Any, **_named: Any) -> None:
        given, output = os.pipe(), os.pipe()
        self.stdin, self.stdout = os.fdopen(given[1], "wb"), os.fdopen(output[0], "rb")
        ends = os.fdopen(given[0], "rb"), os.fdopen(output[1], "wb")
        self.thread = threading.Thread(target=self.work, args=ends)
        self.thread.start()

    def work(self, given: Any, output: Any) -> None:
        serve(given, output)
        given.close()
        output.close()

    def poll(self) -> int | None:
        return None if self.thread.is_alive() else 1

    def kill(self) -> None:
        self.stdin.close()

    def wait(self) -> None:
        self.thread.join(10)


class Journals:
    """A store of one match, which counts how often it is asked."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting, self.n_loads = sitting, 0

    def load(self, _match: str) -> Any:
        self.n_loads += 1
        return self.sitting.match.header, list(self.sitting.entries)


class Scene:
    def __init__(self, sitting: Sitting) -> None:
        self.sitting, self.live, self.n_shown = sitting, LiveMatch(sitting.match), len(sitting.entries)
        self.journals = Journals(sitting)
        settings = settings_for("sqlite://", drawers=1)
        self.drawers = Drawers(settings, self.journals, ())  # type: ignore[arg-type]
        self.drawer = self.drawers._drawers[0]
        self.drawer.start()
        manager = SimpleNamespace(chat_of=lambda _: CHAT)
        auth = Auth(None, Signer(SECRET), False)  # type: ignore[arg-type]
        self.analysis: object = None  # somebody has asked for
        state = SimpleNamespace(auth=auth, match_manager=manager, avatars=KnownFaces(FACES))
        state.advice = SimpleNamespace(known=lambda _: self.analysis)
        state.people = SimpleNamespace(after_game=lambda _: RATINGS)
        self.app = SimpleNamespace(state=state)

    def show(self) -> None:
        self.live.replace(self.sitting.match, self.sitting.entries[self.n_shown :])
        self.n_shown = len(self.sitting.entries)

    def request(self) -> Request:
        scope = {"type": "http", "method": "GET", "scheme": "http", "server": ("127.0.0.1", 8000)}
        headers = [(b"host", b"table.example"), (b"cookie", b"secret")]
        scope |= {"path": "/t/match/events", "root_path": "", "query_string": b"", "headers": headers}
        return Request({**scope, "app": self.app})

    def elsewhere(self, who: str, language: str = "en") -> bytes | None:
        """What the process draws for somebody."""
        found = self.drawers.find(self.request(), visitor(who, language), self.live)
        return None if found is None else found.draw()

    def parts(self, who: str, language: str = "en") -> bytes | None:
        found = self.drawers.find(self.request(), visitor(who, language), self.live, in_parts=True)
        return None if found is None else found.draw()

    def is_same(self, who: str, language: str = "en") -> bool:
        """Tell whether that is what is drawn here."""
        here = live_event(self.request(), visitor(who, language), self.live)
        return self.elsewhere(who, language) == here


def visitor(who: str, language: str) -> Visitor:
    """Somebody who looks; nobody sits here as Clara."""
    return Visitor(who, None, "", language, "auto", (), False)


@pytest.fixture(autouse=True)
def in_threads(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if not request.node.get_closest_marker("slow"):
        monkeypatch.setattr(drawers_module.subprocess, "Popen", Imitation)


@pytest.fixture
def scenes() -> Any:
    made: list[Scene] = []

    def make(sitting: Sitting) -> Scene:
        made.append(Scene(sitting))
        return made[-1]

    yield make
    for scene in made:
        scene.drawers.close()


def sitting_of(game: str, players: int = 2) -> Sitting:
    sitting = Sitting(bm.game(game, players=players).new(seed=3))
    sitting.match.header = replace(sitting.match.header, match=f"match-{game}")
    sitting.seat_people("Anna", "Boris")
    return sitting


def play(sitting: Sitting, chance: random.Random) -> None:
    sitting.play(sitting.mover, chance.choice(sitting.match.table.moves()).notation)


@pytest.mark.parametrize("game", first_quick(["petersburg", "suburbia", "spyrium"]))
def test_a_process_draws_what_is_drawn_here(game: str, scenes: Any) -> None:
    chance, sitting = random.Random(game), sitting_of(game)
    scene = scenes(sitting)
    for _ in range(8):
        play(sitting, chance)
        scene.show()
        for who in ("Anna", "Boris", "Clara"):
            assert scene.is_same(who, chance.choice(("en", "ru")))
        here = live_parts(scene.request(), visitor("Anna", "en"), scene.live)
        assert scene.parts("Anna") == b"\x1e".join(here)
    assert scene.journals.n_loads == 1  # it follows by what is new


def test_what_was_taken_back_or_missed_is_followed(scenes: Any) -> None:
    chance, sitting = random.Random(1), sitting_of("spyrium")
    scene = scenes(sitting)
    assert scene.is_same("Anna")
    mover = sitting.match.to_move
    play(sitting, chance)
    sitting.do(lambda match, now: undo(match, mover, now))
    scene.show()
    assert scene.is_same("Anna") and scene.journals.n_loads == 1
    for _ in range(MOST_RECENT + 1):
        play(sitting, chance)
    scene.show()
    assert scene.is_same("Boris") and scene.journals.n_loads == 2
    scene.drawer.start()  # it knows nothing any more
    assert scene.is_same("Boris") and scene.journals.n_loads == 3
    scene.drawer.start()
    known = drawers_module.known_as(scene.live)
    scene.drawer._known.put(known, sitting.match.number - 1)  # it has forgotten, and says so
    assert scene.is_same("Anna") and scene.journals.n_loads == 4


def test_a_table_that_was_drawn_here_comes_to_a_process_that_has_time(scenes: Any) -> None:
    scene = scenes(sitting_of("spyrium"))
    scene.drawer.is_ready = False
    assert scene.elsewhere("Anna") is None
    scene.drawer.is_ready = True
    with scene.drawer.counted():  # it draws something else
        assert scene.elsewhere("Anna") is None and scene.journals.n_loads == 0
    assert scene.is_same("Anna") and scene.journals.n_loads == 1
    with scene.drawer.counted():  # now it knows the table
        assert scene.is_same("Boris")
    other = scenes(sitting_of("spyrium"))
    with other.drawer.counted():  # nobody has drawn this one before
        assert other.is_same("Anna")


def test_what_is_secret_is_drawn_for_nobody_else(scenes: Any) -> None:
    scene = scenes(secret_sitting())
    assert all(scene.is_same(who) for who in ("Anna", "Boris", "Clara"))
    assert b"pickpocket" in (scene.elsewhere("Anna") or b"")
    assert b"pickpocket" not in (scene.elsewhere("Boris") or b"")


def test_without_a_process_everything_is_drawn_here(scenes: Any) -> None:
    scene = scenes(sitting_of("spyrium"))
    assert scene.elsewhere("Anna") and scene.drawer.is_alive and scene.drawers.n_ready == 1
    scene.drawer._process.kill()
    scene.drawer._process.wait()
    assert not scene.drawer.is_alive
    assert scene.elsewhere("Anna") is None and scene.drawers.n_ready == 0
    assert scene.elsewhere("Anna") is None
    scene.drawer.start()
    assert scene.is_same("Anna")


def test_a_store_that_does_not_answer_holds_up_no_page(scenes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scenes(sitting_of("spyrium"))

    def fail(_match: str) -> None:
        raise SQLAlchemyError

    with monkeypatch.context() as away:
        away.setattr(scene.journals, "load", fail)
        assert scene.elsewhere("Anna") is None and scene.drawers.n_ready == 1
    assert scene.is_same("Anna")


def test_tables_before_their_game_are_drawn_here(scenes: Any) -> None:
    waiting = Sitting(bm.game("spyrium", players=2).new(seed=1))
    assert scenes(waiting).elsewhere("Anna") is None


@pytest.mark.parametrize("game", ["petersburg", "suburbia", "spyrium"])
def test_the_end_of_a_game_is_drawn_by_a_process_until_it_is_analysed(game: str, scenes: Any) -> None:
    over, chance = sitting_of(game), random.Random(2)
    while not over.match.is_over:
        play(over, chance)
    scene = scenes(over)
    assert all(scene.is_same(who) for who in ("Anna", "Boris", "Clara"))
    assert b"1512" in (scene.elsewhere("Clara") or b"")
    scene.analysis = object()
    assert scene.elsewhere("Anna") is None


@pytest.mark.parametrize("game", ["petersburg", "suburbia", "spyrium"])
def test_a_process_that_begins_has_compiled_what_it_draws_with(
    game: str, scenes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_tables([game])
    asked: set[str] = set()
    find, at_hand = QuickEnvironment.get_template, set(environment()._at_hand)

    def watched(self: QuickEnvironment, name: Any, *given: Any) -> Any:
        asked.add(name)
        return find(self, name, *given)

    monkeypatch.setattr(QuickEnvironment, "get_template", watched)
    sitting, chance = sitting_of(game), random.Random(4)
    scene = scenes(sitting)
    while not sitting.match.is_over:
        play(sitting, chance)
        scene.show()
        if chance.random() < 0.1 or sitting.match.is_over:
            assert scene.elsewhere("Anna") and scene.elsewhere("Clara", "ru")
    parts = {f"{part}.html" for part in TABLE} | {f"{game}/{part}.html" for part in BOARD}
    assert asked and asked <= parts <= at_hand | {name for name in parts if game_template(name) is None}


def test_each_page_of_a_table_has_its_process() -> None:
    places = {place_of("a table", seats, 2) for seats in ([0], [1])}
    assert places == {0, 1} and place_of("a table", [], 2) in places
    assert {place_of(f"table {number}", [0], 2) for number in range(9)} == {0, 1}


def test_how_many_processes_draw_is_a_setting() -> None:
    usual = {"BURGOMASTER_DATABASE": "sqlite://", "BURGOMASTER_SECRET": "x"}
    asked = read_settings({**usual, "BURGOMASTER_DRAWERS": "1"})
    assert (asked.drawers, asked.drawers_wait) == (1, False)
    assert read_settings({**usual, "BURGOMASTER_DRAWERS": "0"}).drawers == 0
    assert read_settings({**usual, "BURGOMASTER_DRAWERS": "99999"}).drawers == (os.cpu_count() or 1)


@pytest.mark.parametrize(("cores", "drawers"), [(None, 0), (1, 0), (2, 1), (3, 1), (4, 2), (8, 2)])
def test_a_process_waits_until_it_helps_where_there_are_cores(
    cores: int | None, drawers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    usual = {"BURGOMASTER_DATABASE": "sqlite://", "BURGOMASTER_SECRET": "x"}
    for given in ({}, {"BURGOMASTER_DRAWERS": "-1"}, {"BURGOMASTER_DRAWERS": "9" * 40}):
        found = read_settings({**usual, **given})
        assert (found.drawers, found.drawers_wait) == (drawers, True)


def test_processes_are_started_when_drawing_keeps_a_core_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawers_module, "LOOK_SECONDS", 0.001)
    drawn, free = [0.0], [0.0]
    monkeypatch.setattr(drawers_module, "free_memory", lambda: free[0])

    async def look(a_look: float) -> bool:
        """Tell whether drawing so long between two looks is enough."""

        def spent() -> float:
            drawn[0] += a_look
            return drawn[0]

        try:
            await asyncio.wait_for(drawers_module.until_busy(spent), 0.3)
        except TimeoutError:
            return False
        return True

    busy, idle = 10.0, 0.00005  # seconds of drawing between two looks, however late a look comes
    assert not coroutines.run(look(busy))  # but there is no memory
    free[0] = 1e12
    assert not coroutines.run(look(idle)) and coroutines.run(look(busy))


@pytest.mark.slow
def test_a_server_goes_on_when_the_process_that_draws_is_killed(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path / 'tables.db'}", drawers=1, prepare=False)
    with new_server(settings) as running:
        drawers = running.app.state.drawers
        until(lambda: drawers.n_ready == 1)
        drawer = drawers._drawers[0]
        seats = open_for_two(running.url, game="spyrium")
        table = seats[0].table
        with httpx.stream("GET", f"{running.url}/t/{table}/events", timeout=30, trust_env=False) as page:
            updates = (line for line in page.iter_lines() if line == "event: table")
            next(updates)
            assert len(drawer._known) == 1
            assert seats[0].post("chat", text="hello").status_code == 200
            next(updates)
            for is_killed in (False, True, False):
                if is_killed:
                    drawer._process.kill()
                next(seat for seat in seats if seat.get()["can_act"]).play_first()
                next(updates)
                until(lambda: drawers.n_ready == 1)
            assert len(drawer._known) == 1  # the new process has drawn the last one
