"""`burgomaster play spyrium`: whole games, choices step by step, the market with its gaps, both languages."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType

from burgomaster.core.language import LANGUAGES
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Record, Table
from burgomaster.games.spyrium.rules.actions import Verb
from burgomaster.games.spyrium.terminal.cards import signs
from burgomaster.games.spyrium.terminal.choices import GROUP_OF, STEPS
from burgomaster.terminal.layout import choices_table
from burgomaster.terminal.screen import Choice, Screen, load_screen, view_seat
from tests.cases import every, never, sweep
from tests.cli.fixtures import Run
from tests.games.spyrium.positions import ALL_TECHNOLOGIES, game, position, random_steps, setup


def drawn(part: RenderableType, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False)
    console.print(part)
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return written


def screen_of(language: str = "en") -> Screen:
    return load_screen("spyrium", language)


def rich_table(**more: Any) -> Table:
    given: dict[str, Any] = {
        "money": 30,
        "crystals": 3,
        "active": 2,
        "technologies": ALL_TECHNOLOGIES,
        "buildings": "mine_1/1 laboratory_1",
        "market": {4: "university_1 £4 2", 1: "banker £0 123", 0: "-", 2: "-", 5: "-"},
        "gaps": {7: "0 1", 2: "2 2", 8: "0"},
        "event": "second_shift",
    }
    return position(**{**given, **more})


# Whole games


@pytest.mark.parametrize("language", sweep(LANGUAGES, never, lambda language: language == "ru"))
def test_a_whole_game_against_bots(run: Run, tmp_path: Path, language: str) -> None:
    path = tmp_path / "whole.json"
    result = run(
        "play",
        "spyrium",
        *("--bots", "random,random", "--seed", "7", "--file", path, "--lang", language),
        typed="1\n" * 700,
    )
    assert (result.code, result.err) == (0, "")
    record = Record.load(path)
    assert record.check().over and record.game == "spyrium"
    assert ("The game is over" if language == "en" else "Игра окончена") in result.out


def test_options_are_set_on_the_command_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "options.json"
    options = ("--option", "residence_track=with_six", "--option", 'figures={"bld_palace": {"price": 3}}')
    assert run("play", "spyrium", "--bots", "random", *options, "--file", path, typed="q\n").code == 0
    assert Record.load(path).options["residence_track"] == "with_six"
    assert Record.load(path).options["figures"] == {"bld_palace": {"price": 3}}


def test_a_game_is_resumed_and_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    run("play", "spyrium", "--bots", "random", "--seed", "3", "--file", path, typed="1\n2\nq\n")
    before = Record.load(path).moves
    run("play", "--resume", path, typed="1\nq\n")
    assert Record.load(path).moves[: len(before)] == before
    told = run("replay", path, "--move", str(len(before)), "--lang", "ru")
    assert told.code == 0 and "ставит рабочего между" in told.out and "·7·" in told.out
    assert run("check", path).code == 0


# Step by step


def steps_to(choices: list[Choice], screen: Screen, seat_view: SeatView) -> set[str]:
    """The moves that can be reached through the steps, each walked to its end."""
    found: set[str] = set()
    for choice in choices:
        if choice.moves:
            assert screen.step_question(seat_view, choice.moves)
            found |= steps_to(screen.choices(seat_view, choice.moves), screen, seat_view)
        else:
            assert choice.move.notation not in found
            found.add(choice.move.notation)
    return found


@every("event", ["second_shift", "late_arrival", "windfall", "donation"])
@every("language", LANGUAGES)
def test_every_move_is_reached_by_steps_and_only_once(event: str, language: str) -> None:
    table = rich_table(event=event, token=2 if event == "windfall" else 0)
    screen, seat_view = screen_of(language), view_seat(table, 0)
    found = steps_to(list(screen.choices(seat_view, table.moves())), screen, seat_view)
    assert found == {move.notation for move in table.moves()}


def test_every_move_of_random_games_is_reached_by_steps() -> None:
    screen = screen_of()
    for seed in (1, 2):
        for table in random_steps(seed, players=2):
            if table.to_move is not None:
                seat_view = view_seat(table, table.to_move)
                found = steps_to(list(screen.choices(seat_view, table.moves())), screen, seat_view)
                assert found == {move.notation for move in table.moves()}


def test_the_steps_ask_for_token_reading_crowd_and_plot() -> None:
    table, screen = rich_table(), screen_of()
    seat_view, moves, asked = view_seat(table, 0), table.moves(), []
    while True:
        choices = screen.choices(seat_view, moves)
        steps = [choice for choice in choices if choice.moves]
        if not steps:
            break
        moves = list(next((c for c in steps if c.label.startswith("University")), steps[0]).moves)
        asked.append(screen.step_question(seat_view, moves))
    assert asked == ["Count the token as?", "Pay for the crowd?", "Which building?"]
    shown = drawn(choices_table(screen, choices))
    assert "new plot" in shown and "over Laboratory I (no. 1)" in shown and "(shared symbol)" in shown


def architect_game() -> Record:
    """Seat 0 is in phase II with a worker beside an Architect that shows the tokens 1 and 3."""
    given = setup(3, A="architect geologist", events="hiring donation", tokens=[1, 3], first_player=0)
    seats = [{"name": "Anna"}, {"name": "random", "bot": "random"}, {"name": "random", "bot": "random"}]
    table = game(3).new(setup=given, seats=seats, seed=1)
    for move in ("place 0", "switch", "pass", "switch", "pass", "switch"):
        table.play(move)
    return table.record()


def number_of_step(record: Record) -> int:
    """The number of the first choice that is only a step."""
    table = record.replay()
    choices = screen_of().choices(view_seat(table, 0), table.moves())
    return next(number for number, choice in enumerate(choices, start=1) if choice.moves)


def test_a_step_is_typed_taken_back_and_finished(run: Run, tmp_path: Path) -> None:
    path, record = tmp_path / "steps.json", architect_game()
    record.save(path)
    number = number_of_step(record)
    result = run("play", "--resume", path, typed=f"{number}\nu\n{number}\n2\nq\n")
    assert result.code == 0
    assert result.out.count("Choose a token.") == 2 and "b: back" in result.out
    assert Record.load(path).moves[len(record.moves)] == "activate 0 at 0 token 3"


def test_a_whole_move_can_be_typed_at_any_step(run: Run, tmp_path: Path) -> None:
    path, record = tmp_path / "typed.json", architect_game()
    record.save(path)
    typed = f"{number_of_step(record)}\nnonsense\n99\nearn 0 at 0\nq\n"
    result = run("play", "--resume", path, typed=typed)
    assert "is no choice here" in result.out and "There is no choice 99" in result.out
    assert Record.load(path).moves[len(record.moves)] == "earn 0 at 0"


# The look


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_market_is_drawn_with_its_gaps_and_workers(language: str) -> None:
    table, screen = rich_table(), screen_of(language)
    shown = drawn(screen.board(view_seat(table, 0)))
    assert all(f"·{gap}·" in shown for gap in range(12))
    assert "·7· A B" in shown and "·2· C C" in shown and "·8· A" in shown
    assert ("Banker" if language == "en" else "Банкир") in shown and "[1] [2] [3]" in shown
    assert ("0 empty" if language == "en" else "0 пусто") in shown
    assert "Second Shift" in shown or "Вторая смена" in shown


@every("language", LANGUAGES)
@every("width", [80, 100, 160])
def test_everything_fits_the_width(language: str, width: int) -> None:
    table, screen = rich_table(), screen_of(language)
    seat_view = view_seat(table, 0)
    parts = [screen.board(seat_view), *screen.players(seat_view), screen.page("discard", seat_view)]
    parts.append(choices_table(screen, screen.choices(seat_view, table.moves())))
    for part in parts:
        assert all(len(line) <= width for line in drawn(part, width).splitlines())


def test_a_player_shows_goods_workers_buildings_and_technologies() -> None:
    shown = drawn(screen_of().players(view_seat(rich_table(rewards="worker", score=9), 0))[-1])
    assert "9★ · £30 · 3◆ · phase II" in shown
    assert "2 active, 2 on the market, 1 on buildings" in shown
    assert "0 Mine I 1⚒→1◆ [used 1⚒]" in shown and "Taylorism" in shown
    assert "worker taken, £5 waits" in shown and "[2] 3 4 5 7" in shown


@every(
    ("card", "wanted"),
    [
        ("bld_mine_2", "1◆ / 1⚒→2◆"),
        ("bld_factory_1", "1⚒ 2◆→6★ / 2⚒ 3◆→10★"),
        ("bld_university_1", "1⚒→2★; ! T★"),
        ("bld_housing_2", "! +2⚒"),
        ("char_architect", "T£→⌂"),
        ("bld_palace", ""),
        ("tech_crane", ""),
    ],
)
def test_cards_in_signs(card: str, wanted: str) -> None:
    assert signs(card) == wanted


@pytest.mark.parametrize(
    ("words", "language", "found"), [("mine ii", "en", "Mine II"), ("кран", "ru", "Кран")]
)
def test_cards_are_found_by_their_names(words: str, language: str, found: str) -> None:
    shown = screen_of(language).find_cards(view_seat(rich_table(), 0), words)
    assert list(shown) == [found]


def test_events_and_namesakes_are_found_too() -> None:
    seat_view = view_seat(rich_table(), 0)
    assert list(screen_of().find_cards(seat_view, "hiring")) == ["Hiring"]
    assert list(screen_of().find_cards(seat_view, "residence")) == ["Residence (A)", "Residence (B)"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_and_step_has_words(language: str) -> None:
    screen = screen_of(language)
    assert set(GROUP_OF) == set(Verb)
    assert set(GROUP_OF.values()) | {step.name for step in STEPS[1:]} == set(screen.groups)
    assert all(screen.say(f"group.{group}") for group in screen.groups)
    assert all(screen.say(f"screen.ask.{step.name}") for step in STEPS)
    assert all(screen.legend(view_seat(rich_table(), 0)))


def test_a_move_is_taken_back_but_not_past_a_new_market(run: Run, tmp_path: Path) -> None:
    path, record = tmp_path / "undo.json", architect_game()
    record.save(path)
    result = run("play", "--resume", path, typed="earn 0 at 0\nu\nearn 0 at 1\npass\nu\nq\n")
    assert result.code == 0
    assert "taken back" in result.out and "cannot be unseen" in result.out
    assert Record.load(path).moves[len(record.moves) :][:2] == ["earn 0 at 1", "pass"]
