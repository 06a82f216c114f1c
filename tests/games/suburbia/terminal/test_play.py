"""Suburbia in the terminal: whole games of every mode, choices in two steps, secrets, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len

import burgomaster as bm
from burgomaster.core.preparing import rehearse
from burgomaster.core.table import Record, Table
from burgomaster.games.suburbia.rules.cards import GOAL_ROWS
from burgomaster.terminal.prompt import ChoiceSteps
from burgomaster.terminal.screen import load_screen, view_seat
from tests.cases import every, never, sweep
from tests.cli.fixtures import Result, Run

HANDOVER = re.compile(r"Pass the keyboard to (\w+)\.")
TWO_HUMANS = ("play", "suburbia", "--humans", "2", "--names", "Anna,Boris", "--seed", "4")
WORDS = {
    "en": {"over": "The game is over", "where": "Where", "goals": "Goals"},
    "ru": {"over": "Игра окончена", "where": "Куда", "goals": "Цели"},
}


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """The rules are compiled before anything is compared with what is printed."""
    rehearse(bm.game("suburbia", players=2))
    rehearse(bm.game("suburbia", players=1, solo="dale"))


def said(result: Result) -> str:
    """What was printed, without line ends."""
    return " ".join(result.out.replace("│", " ").split())


def moves_of(path: Path) -> list[str]:
    return Record.load(path).moves


def find_table(wanted: Callable[[Table], bool], players: int = 2, **options: object) -> Table:
    """A position of a random game in which Anna, at seat 0, decides."""
    for seed in range(30):
        seats = [
            {"name": name, **({"bot": "random"} if n else {})} for n, name in enumerate("ABCD"[:players])
        ]
        seats[0]["name"] = "Anna"
        table = bm.game("suburbia", players=players, **options).new(seed=seed, seats=seats)
        bot = bm.bot("random", seed=seed)
        while not table.over:
            if table.to_move == 0 and wanted(table):
                return table
            table.play(bot.choose(table))
    raise AssertionError("no such position")


def show(run: Run, table: Table, path: Path, typed: str = "q\n", language: str = "en") -> Result:
    """What Anna sees."""
    table.record().save(path)
    result = run("play", "--resume", path, "--lang", language, typed=typed)
    assert (result.code, result.err) == (0, "")
    return result


# Whole games


WHOLE_GAMES = {
    "2": ("--bots", "random"),
    "4": ("--bots", "random,random,random"),
    "lone": ("--solo", "lone_architect"),
    "dale": ("--solo", "dale"),
    "dale chooses": ("--solo", "dale", "--option", "dale_tie=human", "--option", "dale_private_goal=true"),
}
SLOW_GAMES = [("lone", "ru")]


@pytest.mark.parametrize(
    ("mode", "language"),
    sweep(product(WHOLE_GAMES, ("en", "ru")), never, lambda *case: case in SLOW_GAMES),
)
def test_a_whole_game(run: Run, tmp_path: Path, mode: str, language: str) -> None:
    path, words = tmp_path / "whole.json", WHOLE_GAMES[mode]
    result = run(
        "play", "suburbia", "--seed", "7", *words, "--file", path, "--lang", language, typed="1\n" * 200
    )
    assert (result.code, result.err) == (0, "")
    assert Record.load(path).check().over
    for word in ("over", "where"):
        assert WORDS[language][word] in result.out
    assert ("★" in result.out) == ("lone_architect" not in words)


def test_a_solo_game_is_played_by_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dale.json"
    result = run(
        "play", "suburbia", "--solo", "dale", "--seed", "1", "--file", path, typed="place 5 1,1\nq\n"
    )
    record = Record.load(path)
    assert (record.options["players"], record.options["solo"]) == (1, "dale")
    assert record.seats == [{"name": "Player"}, {"name": "Dale"}]
    assert len(record.moves) == 1
    assert re.search(r"Dale places [\w &']+ at -?\d+,-?\d+ ", said(result))


def test_dale_is_called_by_his_name_in_russian(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dale.json"
    run("play", "suburbia", "--solo", "dale", "--file", path, "--lang", "ru", typed="q\n")
    assert Record.load(path).seats[1] == {"name": "Дейл"}


@every(
    ("words", "expected"),
    [
        (("--solo", "dale", "--players", "2"), "one player needs solo"),
        (("--solo", "dale", "--bots", "random"), "one player needs solo"),
        (("--players", "1"), "one player needs solo"),
        (("--solo", "moon"), "solo cannot be 'moon'"),
        (("--players", "5"), "1, 2, 3, 4"),
        (("--solo", "dale", "--option", "solo=dale"), "given twice"),
    ],
)
def test_seats_that_do_not_fit_are_refused(run: Run, words: tuple[str, ...], expected: str) -> None:
    result = run("play", "suburbia", *words)
    assert result.code in (1, 2)
    assert result.err.count("\n") == 1
    assert expected in result.err


def test_solo_is_no_option_of_saint_petersburg(run: Run) -> None:
    assert 'no option "solo"' in run("play", "petersburg", "--solo", "dale").err


# Choosing in two steps


def test_first_what_then_where(run: Run, tmp_path: Path) -> None:
    table = find_table(lambda table: table.phase == "main")
    path = tmp_path / "steps.json"
    result = show(run, table, path, "1\n2\nq\n")
    chosen = moves_of(path)[len(table.history)]
    first = table.moves()
    assert chosen in [move.notation for move in first]
    assert "(h: help, b: back)" in result.out
    assert re.search(r"Where .*(Turn ends|Before discarding): \$\d+, pop \d+", said(result))


@pytest.mark.parametrize(
    "typed", ["lake 6\n1,1\n", "lake 6 1,1\n", "LAKE  6\nb\nlake 6\n1,1\n", "1\nu\nlake 6 1,1\n"]
)
def test_a_move_can_be_typed_in_one_step_or_two(run: Run, tmp_path: Path, typed: str) -> None:
    table = bm.game("suburbia", players=1, solo="lone_architect").new(seed=1, seats=[{"name": "Anna"}])
    path = tmp_path / "typed.json"
    show(run, table, path, typed + "q\n")
    assert moves_of(path) == ["lake 6 1,1"]


def test_nonsense_is_explained_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    table = find_table(lambda table: table.phase == "main" and table.money[0] < 8)
    path = tmp_path / "nonsense.json"
    nonsense = [
        "dance",
        "0",
        "999",
        "place",
        "place 9",
        "place 0",
        "place 6 0,-2",
        "lake 6 20,20",
        "keep miser",
        "p",
        "b",
    ]
    result = show(run, table, path, "\n".join(nonsense) + "\nq\n")
    assert moves_of(path) == table.history
    words = said(result)
    assert "“dance” is no choice here" in words
    assert "There is no choice 999" in words
    assert "not enough money" in words
    assert "the borough board lies at 0,-2" in words
    assert "a tile must touch one of your tiles, and at 20,20 it would not" in words
    assert "something else is to be decided now" in words
    assert "You cannot pass now." in words


def test_every_cell_tells_what_follows(run: Run, tmp_path: Path) -> None:
    table = bm.game("suburbia", players=1, solo="lone_architect").new(seed=1, seats=[{"name": "Anna"}])
    words = said(show(run, table, tmp_path / "park.json", "basic community park\nq\n"))
    assert "Basic tile: Community Park · $4 · −1 inc, +1 rep/adj RES/IND/COM" in words
    first = "−1 inc +1 rep · Before discarding: $11, pop 2 · Community Park −1 inc +1 rep 1 -1,1 2 1,1"
    assert first in words
    assert (
        "−1 inc · Before discarding: $11, pop 2 · Community Park −1 inc +1 rep; Heavy Factory −1 rep" in words
    )


def test_the_effect_on_others_is_said(run: Run, tmp_path: Path) -> None:
    def concerns_another(table: Table) -> bool:
        if table.phase != "main":
            return False
        changes = [change for move in table.moves()[:60] for change in table.preview(move)]
        return any(change["seat"] == 1 for change in changes)

    table = find_table(concerns_another)
    move = next(move for move in table.moves() if any(change["seat"] == 1 for change in table.preview(move)))
    result = show(run, table, tmp_path / "others.json", f"{move.notation.rpartition(' ')[0]}\nq\n")
    assert re.search(r"B: [\w' ]+ [+−]\d", said(result))


def test_markers_are_offered_on_own_tiles(run: Run, tmp_path: Path) -> None:
    table = bm.game("suburbia", players=1, solo="lone_architect").new(seed=1, seats=[{"name": "Anna"}])
    path = tmp_path / "invest.json"
    result = show(run, table, path, "invest\n0,2\n1\nq\n")
    assert re.search(r"2 Community Park 0,2 +\$4 +−1 inc", result.out)
    assert moves_of(path)[0] == "invest 0,2"
    assert moves_of(path)[1].startswith("discard ")


def test_games_with_few_moves_are_asked_in_one_step() -> None:
    table = bm.game("petersburg", players=2).new(seed=1)
    steps = ChoiceSteps(load_screen("petersburg", "en"))
    steps.begin(view_seat(table, table.to_move))
    assert not any(choice.moves for choice in steps.first)
    assert steps.back() is False
    assert {choice.move.notation for choice in steps.choices} == {move.notation for move in table.moves()}


def test_every_move_belongs_to_a_topic() -> None:
    table = find_table(lambda table: table.phase == "main" and len(table.moves()) > 80)
    steps = ChoiceSteps(load_screen("suburbia", "en"))
    seat_view = view_seat(table, 0)
    steps.begin(seat_view)
    assert sorted(move.code for topic in steps.first for move in topic.moves) == sorted(
        move.code for move in table.moves()
    )
    for topic in steps.first:
        steps.topic = topic
        steps.begin(seat_view)
        assert {choice.move for choice in steps.choices} == set(topic.moves)


# What is shown


def test_the_market_with_prices_goals_and_the_end_tile(run: Run, tmp_path: Path) -> None:
    table = find_table(lambda table: table.phase == "main" and table.round == 3)
    words = said(show(run, table, tmp_path / "market.json"))
    for slot in table.view(0)["market"]:
        assert f"{slot['cost']}+{slot['surcharge']}=${slot['total']}" in words
    least, most = table.view(0)["end_window"]
    assert f"the end tile shows after {least} to {most} more tiles" in words
    for goal in table.view(0)["goals"]:
        assert f"+{goal['reward']}" in words
    assert "(yours)" in words


def test_tiles_goals_help_rules_and_boroughs_are_shown(run: Run, tmp_path: Path) -> None:
    table = find_table(lambda table: table.phase == "main" and table.round == 3)
    typed = "h\n? casino\nc builder\nc xyz\nc\nc e\ni\nm\nc 1\nq\n"
    words = said(show(run, table, tmp_path / "pages.json", typed))
    assert (
        "Casino — Commercial, price $22. −3 reputation at once. +1 income each time you pass a red line."
        in words
    )
    assert "Builder — Most residential tiles: +15 population." in words
    assert "No tile or goal of this game is called “xyz”." in words
    assert "Which tile or goal?" in words
    assert "Several fit “e”" in words
    assert "Red lines: each one crossed upward costs" in words
    assert "keep passing" not in words
    assert re.search(r"─ B · \$\d+ · inc", words)


def test_a_turn_is_told_with_its_causes(run: Run, tmp_path: Path) -> None:
    table = bm.game("suburbia", players=1, solo="lone_architect").new(seed=1, seats=[{"name": "Anna"}])
    words = said(show(run, table, tmp_path / "told.json", "basic suburbs 1,1\nq\n"))
    assert (
        "You take Suburbs from the supply for $3 and lay it at 1,1 Your Suburbs: +2 population (at once) "
        "Your Community Park: +1 reputation (new neighbour)"
    ) in words


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("players", [1, 4])
def test_nothing_is_wider_than_the_terminal(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, width: int, players: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    options = {"solo": "dale"} if players == 1 else {}
    table = find_table(lambda table: table.phase == "main" and table.round == 9, players, **options)
    result = show(run, table, tmp_path / "wide.json", "1\nm\nh\nq\n", language)
    shown = [line for line in result.out.splitlines() if "wide.json" not in line]
    assert max(cell_len(line) for line in shown) <= width


def test_boroughs_of_others_stand_on_a_wide_screen(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = find_table(lambda table: table.phase == "main", 1, solo="dale")
    table.seats[1]["name"] = "Dale"
    for width, is_shown in ((80, False), (120, True)):
        monkeypatch.setenv("COLUMNS", str(width))
        assert ("─ Dale · $" in show(run, table, tmp_path / f"{width}.json").out) is is_shown


# Secrets, undo, resuming


def segments(result: Result) -> list[tuple[str, str]]:
    """Who had the keyboard, and what was shown to him."""
    _, *parts = HANDOVER.split(result.out)
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_private_goals_are_seen_by_their_owners_only(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "secret.json"
    result = run(*TWO_HUMANS, "--file", path, typed="\n1\n\n2\n\nlake 6 1,1\n\nlake 6 1,1\n\nl\nq\n")
    setup = Record.load(path).setup
    assert setup is not None
    names = {row["id"]: row["name_en"] for row in GOAL_ROWS}
    dealt = {
        name: {names[goal] for goal in setup["private_goals"][n]} for n, name in enumerate(["Anna", "Boris"])
    }
    shown = segments(result)
    assert {player for player, _ in shown} == {"Anna", "Boris"}
    for player, part in shown:
        hidden = dealt["Boris" if player == "Anna" else "Anna"]
        assert not [goal for goal in hidden if goal in part]
    assert "keeps a private goal" in result.out


def test_a_replay_does_not_name_a_goal_that_a_seat_did_not_see(run: Run, tmp_path: Path) -> None:
    table = bm.game("suburbia", players=2).new(seed=4, seats=[{"name": "Anna"}, {"name": "Boris"}])
    notation = table.moves()[0].notation
    table.play(notation)
    owner = Record.load(save(table, tmp_path / "goal.json")).replay().names[table.view(None)["first_player"]]
    other = "Boris" if owner == "Anna" else "Anna"
    for words, is_named in (((), False), (("--seat", other), False), (("--seat", owner), True)):
        result = run("replay", tmp_path / "goal.json", "--move", "1", *words)
        assert result.code == 0
        assert (notation in result.out) is is_named


def save(table: Table, path: Path) -> Path:
    table.record().save(path)
    return path


def test_undo_stops_at_new_tiles(run: Run, tmp_path: Path) -> None:
    table = bm.game("suburbia", players=1, solo="lone_architect").new(seed=1, seats=[{"name": "Anna"}])
    path = tmp_path / "undo.json"
    words = said(show(run, table, path, "basic suburbs 1,1\nu\nlake 6 1,1\nremove 5\nu\nq\n"))
    assert "Your last move is taken back." in words
    assert "New tiles were turned up since: what has been seen cannot be unseen" in words
    assert moves_of(path) == ["lake 6 1,1", "remove 5"]


@pytest.mark.slow
def test_a_saved_game_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "resume.json"
    run("play", "suburbia", "--bots", "random", "--seed", "2", "--file", path, typed="1\n1\n1\nq\n")
    before = moves_of(path)
    assert len(before) > 3
    result = run("play", "--resume", path, typed="1\n1\n" * 100)
    assert result.code == 0
    assert moves_of(path)[: len(before)] == before
    assert Record.load(path).check().over


# The end


@pytest.mark.parametrize("players", [2, 3])
def test_the_end_shows_goals_and_conversion(run: Run, tmp_path: Path, players: int) -> None:
    table = bm.game("suburbia", players=players).new(seed=6)
    bot = bm.bot("random", seed=6)
    while not table.over:
        table.play(bot.choose(table))
    result = run("play", "--resume", save(table, tmp_path / "end.json"))
    assert "After the last turn" in result.out
    changes = table.changes(since=len(table.history) - 1)
    for seat, name in enumerate(table.names):
        gained = {
            why: sum(
                change["change"]
                for change in changes
                if (change["seat"], change["why"], change["stat"]) == (seat, why, "population")
            )
            for why in ("goal", "conversion")
        }
        before = table.scores[seat] - sum(gained.values())
        row = rf"^ {name} +{before} +\+{gained['goal']} +\+{gained['conversion']} +{table.scores[seat]} *$"
        assert re.search(row, result.out, re.MULTILINE)
    assert "wins!" in result.out or "share the victory" in result.out


def test_a_solo_player_is_told_his_position(run: Run, tmp_path: Path) -> None:
    bot = bm.bot("random", seed=6)
    for solo, texts in (("lone_architect", ("your position is", "no position")), ("dale", ("hired",))):
        table = bm.game("suburbia", players=1, solo=solo).new(seed=6)
        while not table.over:
            table.play(bot.choose(table))
        words = said(run("play", "--resume", save(table, tmp_path / f"{solo}.json")))
        assert f"Population {table.scores[0]}: " in words
        assert any(text in words for text in texts)
        assert "wins!" not in words
