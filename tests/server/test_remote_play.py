"""Whole games at a table of a server, played through the loop of the terminal."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from rich.console import Console, Group

from burgomaster.cli.arguments import TEXTS
from burgomaster.core.language import LANGUAGES
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Record, Table
from burgomaster.core.translator import Translator
from burgomaster.server.match.absences import MOST_PAUSES
from burgomaster.terminal.layout import choices_table
from burgomaster.terminal.loop import GameLoop
from burgomaster.terminal.prompt import PAGE, ChoiceSteps, keys_of
from burgomaster.terminal.remote_session import RemoteSession
from burgomaster.terminal.screen import Choice, Screen, load_screen, view_seat
from burgomaster.terminal.table_client import find_table
from tests.campaigns.clients import Seat, new_client, open_for_two, open_table
from tests.cases import never, sweep
from tests.cli.fixtures import Run
from tests.profiles import is_thorough
from tests.server.fixtures import Running, settings_for, start, until
from tests.suites import own_games

EXTRAS = ("h", "l", "r", "c 1", "s", "nonsense", "9999")  # what changes nothing
MOST_LINES = 5000
LATE_ROUND = 5  # of six
ONE_IN = 5  # `make test` compares what is offered at every decision, and the screen at one in so many

Offer = list[tuple[str, ...]]
Capture = pytest.CaptureFixture[str]


def told(choices: Any) -> Offer:
    return [(choice.group, choice.label, choice.price, choice.why, choice.cluster) for choice in choices]


def drawn(screen: Screen, steps: ChoiceSteps, seat_view: SeatView) -> str:
    """What is on the screen, apart from the log."""
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(Group(screen.board(seat_view), *screen.players(seat_view)))
        console.print(choices_table(screen, steps.choices))
    return capture.get()


def position_key(seat_view: SeatView) -> bytes:
    return bytes(seat_view.state.tobytes())


@dataclass(frozen=True)
class Asked:
    """One question that was asked: the position, the steps chosen before, and all that was offered."""

    position: bytes
    path: tuple[int, ...]
    offered: Offer
    screen: str


@dataclass
class Typist:
    """Types instead of a person: now and then a command, mostly a choice at random."""

    loop: GameLoop
    seed: int
    asked: list[Asked] = field(default_factory=list)
    path: tuple[int, ...] = ()
    n_lines: int = 0

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        say = self.loop.say
        self.extras = [*EXTRAS, *(keys_of(say, f"{PAGE}{page}")[0] for page in self.loop.screen.pages)]

    def __call__(self, question: str, completions: Any = ()) -> str:
        self.n_lines += 1
        assert self.n_lines < MOST_LINES
        if self.extras:
            return self.extras.pop()
        session, steps = self.loop.session, self.loop.steps
        assert isinstance(session, RemoteSession) and session.shown is not None
        seat_view = session.seat_view(session.shown)
        if steps.topic is None:
            self.path = ()
        is_drawn = is_thorough() or len(self.asked) % ONE_IN == 0
        screen = drawn(self.loop.screen, steps, seat_view) if is_drawn else ""
        self.asked.append(Asked(position_key(seat_view), self.path, told(steps.choices), screen))
        number = self.random.randrange(len(steps.choices))
        self.path = (*self.path, number)
        return str(number + 1)


def remote_loop(seat: Seat, language: str = "en") -> GameLoop:
    client = find_table(seat.url, seat.table, seat.key, language)
    return GameLoop(RemoteSession(client, Translator(TEXTS, language)))


def sit_with_bot(server: Running, game: str, players: int = 2) -> Seat:
    with new_client(server.url) as client:
        made = open_table(client, game=game, options={"players": players}, bots=["random"] * (players - 1))
    return Seat(server.url, made["table"], made["key"], 0)


def local_offer(
    screen: Screen, seat_view: SeatView, path: tuple[int, ...], is_drawn: bool
) -> tuple[Offer, str]:
    """What a player is offered at a table of this process after these steps."""
    steps = ChoiceSteps(screen)
    steps.begin(seat_view)
    for number in path:
        choice: Choice = steps.choices[number]
        steps.topic = choice
        steps.begin(seat_view)
    return told(steps.choices), drawn(screen, steps, seat_view) if is_drawn else ""


def own_positions(record: Record, seat: int, names: list[str]) -> dict[bytes, SeatView]:
    """Every position in which a seat decided, as it is seen at a table of this process."""
    found = {}
    table: Table = record.begin()
    table.seats = [{"name": name} for name in names]
    for notation in record.moves:
        if table.to_move == seat:
            seat_view = view_seat(table, seat)
            found[position_key(seat_view)] = seat_view
        table.step(table.read_move(notation))
    return found


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "language"),
    sweep(product(own_games(), LANGUAGES), quick=never, slow=lambda *case: case == ("suburbia", "ru")),
)
def test_a_whole_game_is_offered_as_at_home(
    server: Running, game: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    seat = sit_with_bot(server, game)
    loop = remote_loop(seat, language)
    typist = Typist(loop, seed=len(game))
    monkeypatch.setattr("burgomaster.terminal.loop.read_line", typist)
    assert loop.run() == 0
    record = Record.from_json(seat.get("/record"))
    names = seat.get()["names_in"][language]
    at_home, screen = own_positions(record, seat.number, names), load_screen(game, language)
    assert {asked.position for asked in typist.asked} == set(at_home) and len(at_home) > 10
    assert any(asked.path for asked in typist.asked) == (game != "petersburg")  # there were steps
    for asked in typist.asked:
        offered = local_offer(screen, at_home[asked.position], asked.path, asked.screen != "")
        assert (asked.offered, asked.screen) == offered
    end = capsys.readouterr().out.rpartition(screen.say("play.game_over"))[2]
    assert record.result is not None
    assert all(str(score) in end for score in record.result["scores"]) and seat.table in end


@pytest.mark.slow
@pytest.mark.sampled
def test_a_whole_game_by_typed_lines(server: Running, run: Run) -> None:
    """In `make test` somebody else plays for the seat until the last rounds."""
    seat = sit_with_bot(server, "spyrium")
    while not is_thorough() and (seen := seat.get())["view"]["round"] < LATE_ROUND:
        seat.play_first(seen)
    link = f"{server.url}/t/{seat.table}?key={seat.key}"
    result = run("play", "--server", link, typed="1\n" * MOST_LINES)
    assert result.code == 0, result.err
    assert seat.get()["status"] == "over"
    assert "The game is over" in result.out and f"/t/{seat.table}" in result.out.splitlines()[-1]


@pytest.mark.slow
def test_a_spectator_sees_a_game_to_its_end(server: Running, run: Run) -> None:
    with new_client(server.url) as client:
        made = open_table(client, bots=["random", "random"], sit=False)
    result = run("play", "--server", server.url, "--table", made["table"])
    assert result.code == 0, result.err
    assert "your choice" not in result.out and "The game is over" in result.out


def test_a_move_is_never_made_unasked(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice that leads to several moves is a step, and one can go back from it."""
    seat = sit_with_bot(server, "suburbia")
    loop = remote_loop(seat)
    lines = iter(["1", "1", "b", "q"])  # a goal, then a tile, back, and away
    prompts: list[str] = []

    def type_line(question: str, completions: Any = ()) -> str:
        prompts.append(question)
        return next(lines)

    monkeypatch.setattr("burgomaster.terminal.loop.read_line", type_line)
    assert loop.run() == 0
    assert ["b: back" in prompt for prompt in prompts[-3:]] == [False, True, False]
    assert [line for line in seat.get("/log") if "Anna" in line and "$" in line] == []


# What happens at a table of several


def test_somebody_was_faster(server: Running, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """The same seat moved in a browser: the typed move is refused, and the table is shown again."""
    seat = sit_with_bot(server, "spyrium")
    loop = remote_loop(seat, "ru")
    lines, boards = iter(["1", "q"]), []

    def type_line(question: str, completions: Any = ()) -> str:
        boards.append(loop.steps.choices)
        line = next(lines)
        if line == "1":
            until(seat.play_first)
            until(lambda: seat.get()["can_act"])
            made.append(seat.get()["ply"])
        return line

    made: list[int] = []
    monkeypatch.setattr("burgomaster.terminal.loop.read_line", type_line)
    assert loop.run() == 0
    said = capsys.readouterr().out
    assert said.count("Стол изменился с тех пор, как был вам показан") == 1
    assert told(boards[0]) != told(boards[1])
    assert made == [seat.get()["ply"]]


def test_two_people_wait_for_each_other(server: Running, run: Run) -> None:
    anna, boris = open_for_two(server.url)
    until(lambda: anna.get()["can_act"] or boris.get()["can_act"])
    first, second = (anna, boris) if anna.get()["can_act"] else (boris, anna)
    stop = threading.Event()

    def answer() -> None:
        while not stop.is_set():
            second.play_first()
            stop.wait(0.05)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    words = ["play", "--server", first.url, "--table", first.table, "--key", first.key]
    result = run(*words, typed="1\n1\n1\n")
    stop.set()
    thread.join(20)
    name = second.get()["names"][second.number]
    assert result.code == 0 and f"{name} is to move" in result.out
    assert "Since your last move" in result.out


def test_wishes_of_others_are_told(server: Running, run: Run) -> None:
    anna, boris = open_for_two(server.url)
    first, second = (anna, boris) if anna.get()["can_act"] else (boris, anna)
    assert first.play("pass").status_code == 200
    assert first.post("takeback").status_code == 200
    for verb in ("pause", "resume") * MOST_PAUSES:
        assert first.post(verb).status_code == 200
    assert first.post("pause").json()["pause_asked"] == [first.number]
    result = run("play", "--server", f"{server.url}/t/{second.table}?key={second.key}", typed="q\n")
    assert f"{first.get()['names'][first.number]} asks to take a move back" in result.out
    assert f"{first.get()['names'][first.number]} asks for a pause" in result.out


def test_quitting_and_coming_back(server: Running, run: Run) -> None:
    seat = sit_with_bot(server, "petersburg")
    left = run("play", "--server", server.url, "--table", seat.table, "--key", seat.key, typed="1\nq\n")
    words = left.out.splitlines()[-1].partition("burgomaster ")[2].split()
    assert left.code == 0 and words[0] == "play"
    before = seat.get()["ply"]
    again = run(*words, "--lang", "ru", typed="pp\nq\n")
    assert again.code == 0 and "Вы" in again.out
    assert seat.get()["ply"] > before


def test_undo_at_a_server(server: Running, run: Run) -> None:
    """A basic tile is laid, and taken back before anything is discarded."""
    seat = sit_with_bot(server, "suburbia")
    until(lambda: seat.get()["can_act"])
    seat.play(seat.get()["view"]["moves"][0])  # the goal
    until(lambda: seat.get()["can_act"])
    basic = next(move for move in seat.get()["view"]["moves"] if move.startswith("basic "))
    ply = seat.get()["ply"]
    link = f"{server.url}/t/{seat.table}?key={seat.key}"
    result = run("play", "--server", link, typed=f"{basic}\nu\n")
    assert result.code == 0 and "Your last move is taken back." in result.out
    assert seat.get()["ply"] == ply


def test_a_server_that_goes_away_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """While the other one is to move it is waited for, and a move that cannot be sent can be typed again."""
    settings = settings_for(f"sqlite:///{tmp_path / 'tables.db'}")
    running = [start(settings)]
    first, second = open_for_two(running[0].url)
    if not first.get()["can_act"]:
        first, second = second, first

    def restart() -> None:
        running[0].stop()
        running[0] = start(settings, port=urlsplit(first.url).port or 0)
        until(second.play_first)

    restarting = threading.Timer(1.0, restart)

    def stop() -> None:
        restarting.join()
        running[0].stop()

    deeds = iter([("1", restarting.start), ("1", stop), ("q", lambda: None)])

    def type_line(question: str, completions: Any = ()) -> str:
        line, deed = next(deeds)
        deed()
        return line

    monkeypatch.setattr("burgomaster.terminal.loop.read_line", type_line)
    assert remote_loop(first).run() == 0
    said = capsys.readouterr().out
    waited, refused = (said.find(words) for words in ("The connection is lost", "does not answer"))
    assert -1 < waited < refused
