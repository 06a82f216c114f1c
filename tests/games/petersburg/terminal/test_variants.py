"""Every variant of Saint Petersburg in the terminal: whole games, screens, own decks, refusals."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import burgomaster as bm
from burgomaster.core.table import Record, Table
from burgomaster.games.petersburg.rules.options import copies_in, read_table
from tests.cases import every, never, sweep
from tests.cli.fixtures import Run

VARIANTS = bm.games()[0]["variants"]
SMALL = [(variant, variant["players"][0]) for variant in VARIANTS]
LARGE = [(variant, variant["players"][-1]) for variant in VARIANTS]
SLOW = [SMALL[0]]
MARKET = {"edition": "2014", "expansions": ["market"]}
BOTH = {"edition": "2004", "expansions": ["banquet", "new_society"]}
NEW_SOCIETY = {"edition": "2004", "expansions": ["new_society"]}
BANQUET = {"edition": "2004", "expansions": ["banquet"]}


def words_of(options: dict[str, Any]) -> list[str]:
    """The arguments that choose a variant."""
    words = ["--edition", options["edition"]]
    return words + (["--expansions", ",".join(options["expansions"])] if options["expansions"] else [])


def name_of(case: Any) -> str:
    """A test's name for a variant or a number."""
    return case["name"].replace(" ", "") if isinstance(case, dict) else str(case)


@pytest.mark.parametrize(
    ("variant", "players"), sweep(SMALL + LARGE, never, lambda *case: case in SLOW), ids=name_of
)
def test_a_whole_game_by_first_choices(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: Any, players: int
) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # the disk is not what is tested
    path = tmp_path / "whole.json"
    language = "ru" if players == 2 else "en"
    words = ("play", "petersburg", *words_of(variant["options"]), "--players", str(players), "--seed", "7")
    result = run(*words, "--file", path, "--lang", language, typed="1\n" * 300)
    assert (result.code, result.err) == (0, "")
    record = Record.load(path)
    assert record.check().over
    assert len(record.seats) == players
    assert record.options["expansions"] == variant["options"]["expansions"]
    if players > 2:
        assert run("replay", path, "--move", "9").code == run("check", path).code == 0


@every(
    ("words", "given"),
    [
        ("--edition 2014 --expansions banquet", "2014 + banquet is not played by 3"),
        ("--expansions market", "2004 + market is not played by 3"),
        ("--expansions banquet --players 5", "2004 + banquet is not played by 5"),
        ("--players 5", "2004 is not played by 5"),
    ],
)
@every("command", ["play petersburg", "bench petersburg", "check --game petersburg"])
def test_an_impossible_combination_lists_the_possible_ones(
    run: Run, command: str, words: str, given: str
) -> None:
    result = run(*command.split(), *words.split())
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert given.rpartition(" by ")[0] in result.err
    for variant in VARIANTS:
        assert variant["name"] in result.err


# Own decks


def own_cards(options: dict[str, Any], **changed: int) -> dict[str, int]:
    """The cards of a variant, with some copies changed."""
    full = {**options, "custom_cards": None}
    rows = read_table("cards.csv")
    return {row["id"]: copies_in(row, full) for row in rows if copies_in(row, full) > 0} | changed


def test_a_deck_of_ones_own_from_a_file(run: Run, tmp_path: Path) -> None:
    cards, path = tmp_path / "cards.json", tmp_path / "game.json"
    cards.write_text(json.dumps(own_cards(BANQUET, pub=0, lumberjack=2)))
    words = ("play", "petersburg", "--cards", cards, "--players", "2", "--file", path)
    result = run(*words, typed="c pub\nc lumberjack\n1\nq\n")
    assert (result.code, result.err) == (0, "")
    record = Record.load(path)
    assert record.options["custom_cards"]["lumberjack"] == 2
    assert not record.check().over
    assert "Saint Petersburg (own cards)" in result.out
    assert "No card of this game is called “pub”." in result.out
    assert "Lumberjack — A worker for 3 rubles." in result.out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "this is no JSON"),
        ("[1]", "an object with the copies of each card"),
        ('{"pub": "two"}', "an object with the copies of each card"),
        ('{"moon": 1}', "'moon' is no card"),
        ('{"pub": 99}', "pub cannot have 99 copies"),
        ('{"pub": 2}', "the worker pile has 0 cards"),
        ('{"hen": 1}', "needs the expansion market"),
        ("[" * 100_000, "this is no JSON"),
        (None, "cannot be read"),
    ],
)
def test_a_bad_deck_is_refused_in_one_line(run: Run, tmp_path: Path, content: str | None, said: str) -> None:
    cards = tmp_path / "cards.json"
    if content is not None:
        cards.write_text(content)
    result = run("play", "petersburg", "--cards", cards)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert said in result.err


def test_a_deck_is_given_once(run: Run, tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text("{}")
    result = run("play", "petersburg", "--cards", cards, "--option", 'custom_cards={"pub": 2}')
    assert result.code == 2
    assert "custom_cards is given twice" in result.err


# What is shown


def find_table(options: dict[str, Any], players: int, wanted: Callable[[Table], bool], **more: Any) -> Table:
    """A position of the first random games that is as wanted; whoever is to move is called Anna."""
    for seed in range(60):
        table = bm.game("petersburg", players=players, **options, **more).new(seed=seed)
        bot = bm.bot("random", seed=seed)
        while not table.over:
            if wanted(table):
                table.seats = [{"name": f"bot{seat}", "bot": "random"} for seat in range(players)]
                assert table.to_move is not None
                table.seats[table.to_move] = {"name": "Anna"}
                return table
            table.play(bot.choose(table))
    raise AssertionError("no such position")


def show(run: Run, table: Table, path: Path, typed: str = "q\n", language: str = "en") -> str:
    """What Anna sees."""
    table.record().save(path)
    result = run("play", "--resume", path, "--lang", language, typed=typed)
    assert (result.code, result.err) == (0, "")
    return result.out


def can(table: Table, beginning: str) -> bool:
    return any(move.notation.startswith(beginning) for move in table.moves())


def test_goods_and_the_value_of_the_market_are_shown(run: Run, tmp_path: Path) -> None:
    table = find_table(MARKET, 5, lambda table: table.round == 3 and len(table.moves()) > 3)
    shown = show(run, table, tmp_path / "goods.json")
    assert "Saint Petersburg 2014 + Market · Round 3" in shown
    assert "first 3★, second 1★ · upkeep 3₽" in shown
    assert re.search(r"Goods +chicken +grain +apple +fish +cabbage +now", shown)
    table_part = shown.split("Upper row")[0]
    for player in table.view(None)["players"]:
        name = table.names[player["seat"]]
        row = re.search(rf"│ {name} +((?:(?:\d+(?: \+\d★)?|·) +){{5}})(\+\d+★|·) │", table_part)
        assert row is not None
        counts = [
            0 if word == "·" else int(word) for word in re.findall(r"(?<![+\d])(?:\d+|·)(?=\s)", row[1])
        ]
        assert counts[:5] == list(player["goods"].values())


def test_a_symbol_tile_is_chosen_by_its_good(run: Run, tmp_path: Path) -> None:
    table = find_table(MARKET, 2, lambda table: can(table, "buy ship_builder_2014_any as grain"))
    assert sum(" as " in move.notation for move in table.moves()) == 5
    path = tmp_path / "tile.json"
    shown = show(run, table, path)
    assert re.search(r"Ship Builder \(\?\)[^\n]*with the symbol tile:", shown)
    number = re.search(r"(\d+) grain\b", shown)
    assert number is not None
    assert "Ship Builder (? → grain)" in show(run, table, path, f"{number[1]}\nq\n")
    assert Record.load(path).moves[len(table.history)] == "buy ship_builder_2014_any as grain"


def test_builders_who_differ_in_nothing_are_one_choice_without_the_market(run: Run, tmp_path: Path) -> None:
    def has_two(table: Table) -> bool:
        builders = {move.notation for move in table.moves() if move.notation.startswith("buy ship_builder")}
        return len(builders) >= 2

    shown = show(run, find_table({"edition": "2014"}, 4, has_two), tmp_path / "builders.json")
    assert re.search(r"W +Ship Builder ×[2-6] ", shown)
    assert len(re.findall(r"\d+ Ship Builder +\d₽", shown)) == 1


def test_upkeep_is_chosen_by_goods(run: Run, tmp_path: Path) -> None:
    table = find_table(MARKET, 2, lambda table: can(table, "keep special") and len(table.moves()) >= 4)
    shown = show(run, table, tmp_path / "upkeep.json")
    assert "Which special goods cards do you keep?" in shown
    first, last = re.search(r"Keep +1 (\w+ \+ \w+) −(\d)₽", shown), re.search(r"nothing: give all up", shown)
    assert first is not None
    assert last is not None
    assert first.start() < last.start()


def test_action_cards_lying_on_others_are_shown(run: Run, tmp_path: Path) -> None:
    table = find_table(BANQUET, 2, lambda table: can(table, "use jester "))
    (move, *_) = [move for move in table.moves() if move.notation.startswith("use jester ")]
    path = tmp_path / "jester.json"
    shown = show(run, table, path)
    assert re.search(r"Jester: Lay it on a card of yours", " ".join(shown.split()))
    target = re.search(r"(\d+) ([A-Z][\w '.]+) \+(\d)₽ \+(\d)★ → \+(\d)₽ \+(\d)★", shown)
    assert target is not None
    assert (target[3], target[4]) == (target[6], target[5])
    laid = show(run, table, path, f"{move.notation}\nq\n", "ru").split("скоморох")[-1]
    assert "[+Скоморох]" in laid


def test_action_cards_have_no_price_but_words(run: Run, tmp_path: Path) -> None:
    table = find_table(BANQUET, 2, lambda table: can(table, "take golden_donkey"))
    shown = show(run, table, tmp_path / "donkey.json", "take golden_donkey\nq\n")
    assert re.search(r"A +Golden Donkey +take", shown)
    if table.view(table.to_move)["upper"].count("golden_donkey"):
        assert "Golden Donkey: Receive 5 rubles." in shown


def test_a_double_turn_tells_how_many_actions_are_left(run: Run, tmp_path: Path) -> None:
    table = find_table(BANQUET, 3, lambda table: can(table, "use double_turn"))
    shown = show(run, table, tmp_path / "double.json", "use double turn\n1\nq\n")
    assert "Double Turn: you have 2 actions left." in shown
    assert "Double Turn: you have 1 action left." in shown


def test_the_prison_and_what_it_fetches(run: Run, tmp_path: Path) -> None:
    table = find_table(
        NEW_SOCIETY, 2, lambda table: sum("prison buy" in str(move) for move in table.moves()) > 6
    )
    path = tmp_path / "prison.json"
    shown = show(run, table, path)
    assert "Prison: buy" in shown
    number = re.search(r"Prison: buy +(\d+) ([A-Z][\w '.]+?)(?: \(\d/\d\))? (?:over [\w '.]+ )?\d+₽", shown)
    assert number is not None
    after = show(run, table, path, f"{number[1]}\nq\n")
    assert Record.load(path).moves[len(table.history)].startswith("prison buy ")
    assert "Debtor's Prison [used]" in " ".join(after.replace("│", " ").split())


def test_the_guild_hall_and_the_trading_house_ask(run: Run, tmp_path: Path) -> None:
    guild = show(run, find_table(NEW_SOCIETY, 2, lambda table: can(table, "guild")), tmp_path / "guild.json")
    assert "Guild Hall: rubles or points?" in guild
    assert "+1₽ +3★" in guild
    trade = show(run, find_table(NEW_SOCIETY, 2, lambda table: can(table, "trade")), tmp_path / "trade.json")
    assert "1 Buy 2 points for 3 rubles in the Trading House" in trade


def test_the_owner_of_the_disc_is_shown(run: Run, tmp_path: Path) -> None:
    table = find_table(BOTH, 5, lambda table: table.round == 2)
    shown = show(run, table, tmp_path / "disc.json")
    owner = table.names[table.view(None)["markers"]["disc"]]
    assert shown.count("disc: +2★ a round") == 1
    assert re.search(rf"{owner}[^\n]* · disc: \+2★ a round", shown)


def test_cards_and_help_speak_of_this_variant(run: Run, tmp_path: Path) -> None:
    table = find_table(MARKET, 2, lambda table: table.round == 2)
    shown = show(run, table, tmp_path / "help.json", "h\nc hen\nc ship builder\nc jester\nq\n")
    assert "S special goods card" in shown
    assert "action card: it can only be taken" not in shown
    assert "Hen — A goods card for 4 rubles. Goods: chicken × 2." in shown
    assert "No card of this game is called “jester”." in shown
    base = find_table({"edition": "2014"}, 2, lambda table: table.round == 2)
    assert "Goods" not in show(run, base, tmp_path / "base.json", "h\nc bank\nq\n")


@pytest.mark.parametrize("options", [MARKET, BOTH], ids=["market", "both"])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_five_players_fit(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: dict[str, Any],
    language: str,
    width: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    table = find_table(options, 5, lambda table: table.round == 4)
    table.record().save(tmp_path / "five.json")
    shown = run("replay", tmp_path / "five.json", "--move", "150", "--lang", language).out
    assert max(cell_len(line) for line in shown.splitlines()) <= width
