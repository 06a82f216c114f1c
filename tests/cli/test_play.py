"""`burgomaster play`: whole games, saving and resuming, undo, hot-seat."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import burgomaster as bm
from burgomaster.cli.arguments import TEXTS
from burgomaster.cli.play import name_bots
from burgomaster.core.table import Record
from burgomaster.core.translator import Translator
from burgomaster.games.petersburg.rules.cards import CARD_OF, CARD_ROWS
from tests.cases import never, sweep
from tests.cli.fixtures import Result, Run

TWO_HUMANS = ("play", "petersburg", "--humans", "2", "--names", "Anna,Boris", "--seed", "1")
HANDOVER = re.compile(r"Pass the keyboard to (\w+)\.")


def moves_of(path: Path) -> list[str]:
    return Record.load(path).moves


def starter(seed: int) -> int:
    seat = bm.game("petersburg", players=2).new(seed=seed).to_move
    assert seat is not None
    return seat


def first_against_one(path: Path) -> list[Any]:
    seed = str(seed_of_starter(0))
    return ["play", "petersburg", "--opponents", "1", "--seed", seed, "--file", path]


def seed_of_starter(seat: int) -> int:
    return next(seed for seed in range(50) if starter(seed) == seat)


@pytest.mark.parametrize(
    ("choice", "language"), sweep([("1", "en"), ("p", "ru")], never, lambda choice, language: choice == "1")
)
def test_a_whole_game_against_bots(run: Run, tmp_path: Path, choice: str, language: str) -> None:
    path = tmp_path / "whole.json"
    typed = f"{choice}\n" * 400
    result = run("play", "petersburg", "--seed", "7", "--file", path, "--lang", language, typed=typed)
    assert (result.code, result.err) == (0, "")
    record = Record.load(path)
    assert record.check().over
    assert [seat.get("bot") for seat in record.seats] == [None, "greedy", "greedy"]
    assert record.result is not None
    assert ("The game is over" if language == "en" else "Игра окончена") in result.out
    assert "burgomaster replay" in result.out


@pytest.mark.parametrize("bots", ["random", "greedy,random,random"])
def test_bots_play_among_themselves(run: Run, tmp_path: Path, bots: str) -> None:
    path = tmp_path / "bots.json"
    result = run("play", "petersburg", "--humans", "0", "--bots", f"greedy,{bots}", "--file", path)
    assert result.code == 0
    assert Record.load(path).check().over


def test_seats_and_options_are_as_asked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    run("play", "petersburg", "--players", "4", "--humans", "2", "--bots", "random", "--file", path)
    assert Record.load(path).seats == [
        {"name": "Player 1"},
        {"name": "Player 2"},
        {"name": "Random #1", "bot": "random"},
        {"name": "Random #2", "bot": "random"},
    ]
    path = tmp_path / "options.json"
    options = ("--option", "open_money=true", "--option", "tiebreak=leftover_rubles", "--edition", "2004")
    result = run("play", "petersburg", "--opponents", "1", *options, "--file", path, typed="q\n")
    record = Record.load(path)
    assert (record.options["open_money"], record.options["tiebreak"]) == (True, "leftover_rubles")
    assert "?₽" not in result.out


def test_bots_have_names_in_the_language_of_the_game() -> None:
    bots = ["greedy", "search:3", "greedy", "hal"]
    assert [seat["name"] for seat in name_bots(bots, Translator(TEXTS, "ru"))] == [
        "Жадный №\u00a01",
        "Уровень 3",
        "Жадный №\u00a02",
        "hal",
    ]


# Saving and resuming


@pytest.mark.parametrize("ending", ["q\n", ""], ids=["quit", "end of input"])
def test_leaving_keeps_the_game_and_says_how_to_go_on(run: Run, state_home: Path, ending: str) -> None:
    result = run("play", "petersburg", "--seed", "4", typed=f"1\n{ending}")
    (path,) = (state_home / "burgomaster" / "games").iterdir()
    assert (result.code, result.err) == (0, "")
    assert f"burgomaster play --resume {path}" in result.out
    before = moves_of(path)
    assert len(before) >= 3

    resumed = run("play", "--resume", typed="1\n")
    assert resumed.code == 0
    assert moves_of(path)[: len(before)] == before
    assert len(moves_of(path)) > len(before)
    assert Record.load(path).seats[1] == {"name": "Greedy #1", "bot": "greedy"}


def test_the_latest_unfinished_game_is_resumed(run: Run, state_home: Path) -> None:
    run("play", "petersburg", "--seed", "4", typed="1\n")
    run("play", "petersburg", "--humans", "0", "--bots", "random,random")
    for words in (
        ("play", "--resume"),
        ("play", "petersburg", "--resume"),
        ("play", "--resume", "petersburg"),
    ):
        result = run(*words, typed="q\n")
        assert result.code == 0
        assert "Round 1" in result.out


def test_resuming_nothing_and_a_place_that_cannot_be_written_are_refused_before_a_game(
    run: Run, tmp_path: Path
) -> None:
    result = run("play", "--resume")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert "no unfinished game" in result.err
    result = run("play", "petersburg", "--file", tmp_path / "no" / "such" / "folder.json")
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)


def test_a_finished_game_shows_its_end_again_and_is_never_overwritten(run: Run, record_file: Path) -> None:
    before = record_file.read_bytes()
    result = run("play", "--resume", record_file)
    assert result.code == 0
    assert "wins!" in result.out
    assert record_file.read_bytes() == before
    result = run("play", "petersburg", "--file", record_file)
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert record_file.read_bytes() == before


@pytest.mark.slow
def test_random_seating_is_the_same_after_resuming(run: Run, tmp_path: Path) -> None:
    for seed in range(6):
        path = tmp_path / f"{seed}.json"
        words = ("play", "petersburg", "--option", "seating=random", "--seed", str(seed), "--file", path)
        run(*words, typed="q\n")
        seats = Record.load(path).seats
        run("play", "--resume", path, typed="q\n")
        assert Record.load(path).seats == seats


def test_unknown_keys_of_a_record_are_kept(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    run("play", "petersburg", "--file", path, typed="q\n")
    document = json.loads(path.read_text())
    path.write_text(json.dumps({**document, "notes": ["a good game"]}))
    run("play", "--resume", path, typed="1\nq\n")
    assert json.loads(path.read_text())["notes"] == ["a good game"]


def test_a_copy_can_be_saved_but_not_over_something_else(run: Run, tmp_path: Path) -> None:
    copy, letter = tmp_path / "copy.json", tmp_path / "letter.txt"
    letter.write_text("Dear Peter")
    path = tmp_path / "game.json"
    typed = f"s\ns {copy}\ns {letter}\ns {tmp_path}/no/folder.json\n1\nq\n"
    result = run("play", "petersburg", "--file", path, "--seed", "4", typed=typed)
    assert result.code == 0
    assert letter.read_text() == "Dear Peter"
    assert f"Saved in {path}" in result.out
    assert "cannot write" in result.out
    assert len(moves_of(copy)) < len(moves_of(path))


# What is typed


def test_nonsense_is_explained_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "nonsense.json"
    nonsense = ["dance", "0", "999999999999999999999", "-1", "1.5", "buy"]
    nonsense += ["buy moon", "buy pub", "\x00", "١", "²"]
    result = run(*first_against_one(path), typed="\n".join(nonsense) + "\nq\n")
    assert (result.code, result.err) == (0, "")
    assert moves_of(path) == []
    assert result.out.count("your choice") == len(nonsense) + 1
    assert "“dance” is no choice here" in result.out
    assert "There is no choice 0; there are 1 to" in result.out
    assert '"buy pub" is not legal: Pub does not lie in that row' in " ".join(result.out.split())


@pytest.mark.parametrize("form", ["buy {card}", "BUY  {name}", "buy {name}"])
def test_a_move_can_be_typed_in_words(run: Run, tmp_path: Path, form: str) -> None:
    seed = seed_of_starter(0)
    card = bm.game("petersburg", players=2).new(seed=seed).view(0)["upper"][0]
    path = tmp_path / "words.json"
    typed = form.format(card=card, name=card.replace("_", " ")) + "\nq\n"
    run("play", "petersburg", "--opponents", "1", "--seed", str(seed), "--file", path, typed=typed)
    assert moves_of(path)[0] == f"buy {card}"


def test_cards_help_log_and_discard_are_shown_in_both_languages(run: Run) -> None:
    typed = "h\n?\nl\nd\nc\nc observatory\n? gold miner\nc 1\nc xyz\nc a\nr\nq\n"
    result = run("play", "petersburg", "--seed", "4", typed=typed)
    assert result.out.count("What you can type") == 2
    assert "The discard pile is empty." in result.out
    assert "draw the top card of a pile" in result.out
    assert "Gold Miner — A worker for 4 rubles." in result.out
    assert "No card of this game is called “xyz”." in result.out
    assert "Several cards fit “a”" in result.out
    assert result.out.count("Saint Petersburg · Round 1") == 2
    result = run("play", "petersburg", "--seed", "4", "--lang", "ru", typed="?\nк рудокоп\nсб\nо\nп\nв\n")
    assert result.code == 0
    assert "Что можно набрать" in result.out
    assert "Рудокоп — Карта: мастер, цена — 4 рубля." in result.out
    assert "Стопка сброса пуста." in result.out
    assert "пасует" in result.out
    assert "Игра сохранена. Продолжить:" in result.out


def test_a_price_is_broken_down(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    table = bm.game("petersburg", players=2).new(seed=3)
    bot = bm.bot("net", seed=3)
    while not any(" low over " in move.notation for move in table.moves()):
        table.play(bot.choose(table))
    assert table.to_move is not None
    table.record().save(tmp_path / "prices.json")
    result = run("play", "--resume", tmp_path / "prices.json", typed="\nq\n")
    said = " ".join(result.out.split())
    assert re.search(r"\d+ − 1 \(lower row\) .*− \d+ \(displaced card\)", said)
    assert re.search(r"\d+→\d+₽", said)


# Undo


def test_undo_goes_back_over_bots_and_over_moves_that_were_made_by_themselves(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "undo.json"
    result = run(*first_against_one(path), typed="take 1\n1\nu\nu\nq\n")
    assert "Your last move is taken back." in result.out
    assert "You have made no move that could be taken back." in result.out
    assert moves_of(path) == []
    path = tmp_path / "forced.json"
    result = run(*first_against_one(path), "--option", "auto_forced=all", typed="1\nu\n" + "1\n" * 300)
    assert "Your last move is taken back." in result.out
    assert Record.load(path).check().over


def test_undo_stops_at_new_cards(run: Run, tmp_path: Path) -> None:
    seats = [{"name": "Anna"}, {"name": "greedy", "bot": "greedy"}]
    table = bm.game("petersburg", players=2).new(seed=4, seats=seats)
    while table.to_move != 0 or table.view(0)["pass_count"] == 0:
        table.play("pass")  # so that Anna's next pass ends the phase
    path = tmp_path / "reveal.json"
    table.record().save(path)
    before = len(table.history)
    result = run("play", "--resume", path, typed="p\nu\nq\n")
    assert "Building phase" in result.out
    assert "what has been seen cannot be unseen" in " ".join(result.out.split())
    assert "taken back" not in result.out
    assert len(moves_of(path)) > before


def test_undo_does_not_touch_another_persons_move(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "humans.json"
    result = run(*TWO_HUMANS, "--file", path, typed="\n1\n\nu\n1\n\nu\nq\n")
    said = " ".join(result.out.split())
    names = HANDOVER.findall(result.out)
    assert f"{names[0]} has moved since: your move stands." in said
    assert f"{names[1]} has moved since: your move stands." in said
    assert len(moves_of(path)) == 2


# Passing on


def test_passing_on_lasts_until_the_board_changes(run: Run, tmp_path: Path) -> None:
    seed = seed_of_starter(0)
    card = bm.game("petersburg", players=2).new(seed=seed).view(0)["upper"][0]
    path = tmp_path / "passing.json"
    words = ("play", "petersburg", "--humans", "2", "--seed", str(seed), "--file", path)
    # Boris takes a card; Anna passes on; he plays it, which leaves the rows as they are; he buys
    typed = f"\np\n\ntake {card}\n\npp\n\nplay {card}\n1\n\nq\n"
    result = run(*words, "--names", "Anna,Boris", typed=typed)
    assert HANDOVER.findall(result.out) == ["Anna", "Boris", "Anna", "Boris", "Anna"]
    assert moves_of(path)[:5] == ["pass", f"take {card}", "pass", f"play {card}", "pass"]
    assert moves_of(path)[5].startswith("buy ")
    assert len(moves_of(path)) == 6


# Hot-seat


def segments(result: Result) -> Iterator[tuple[str, str]]:
    """Who had the keyboard, and what was shown to him."""
    _, *parts = HANDOVER.split(result.out)
    yield from zip(parts[::2], parts[1::2], strict=True)


def secret_position() -> tuple[bm.Table, str, str]:
    """A table at which seat 0 is about to draw a card by Observatory and take it: the draw, and the card."""
    for seed in range(300):
        table = bm.game("petersburg", players=2).new(seed=seed, seats=[{"name": "Anna"}, {"name": "Boris"}])
        bot = bm.bot("random", seed=seed)
        while not table.over:
            for move in table.moves():
                if table.to_move == 0 and move.notation.startswith("observe "):
                    after = table.copy()
                    after.play(move)
                    card = after.view(0)["drawn"]["card"]
                    if is_unmistakable(card) and f"take {card}" in after.view(0)["moves"]:
                        return table, move.notation, card
            buy = next((m for m in table.moves() if m.notation.startswith("buy observatory")), None)
            table.play(buy or bot.choose(table))
    raise AssertionError("no such game")


def is_unmistakable(card: str) -> bool:
    """Whether there is one copy, and its name is in no other card's name."""
    row = CARD_ROWS[CARD_OF[card]]
    alike = [
        other for other in CARD_ROWS if row["name_en"] in other["name_en"] and other["copies_2004"] != "0"
    ]
    return row["copies_2004"] == "1" and len(alike) == 1


def test_a_hidden_card_is_never_shown_to_the_other_person_nor_put_back_by_undo(
    run: Run, tmp_path: Path
) -> None:
    table, draw, card = secret_position()
    name = CARD_ROWS[CARD_OF[card]]["name_en"]
    path = tmp_path / "secret.json"
    table.record().save(path)
    typed = f"\n{draw}\ntake {card}\n\nl\nd\nh\n\np\n\nl\np\n\nl\nq\n"
    result = run("play", "--resume", path, typed=typed)
    assert result.code == 0
    shown = list(segments(result))
    assert [who for who, _ in shown][:2] == ["Anna", "Boris"]
    assert {who for who, text in shown if name in text or card in text} == {"Anna"}
    assert f"take {card}" in Record.load(path).moves
    table.record().save(path)
    result = run("play", "--resume", path, typed=f"\n{draw}\nu\nq\n")
    assert "what has been seen cannot be unseen" in " ".join(result.out.split())
    assert moves_of(path)[-1] == draw


def test_rubles_of_others_are_hidden(run: Run) -> None:
    result = run(*TWO_HUMANS, typed="\nq\n")
    (_, shown) = next(segments(result))
    assert len(re.findall(r"· \?₽", shown)) == 1
    assert len(re.findall(r"\(you\) · 0★ · 25₽", shown)) == 1


# How it looks


@pytest.mark.parametrize("width", [60, 80, 100, 130])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_is_wider_than_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, record_file: Path, width: int, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for words in (("replay", record_file, "--move", "120"), ("games",)):
        lines = run(*words, "--lang", language).out.splitlines()
        assert max(cell_len(line) for line in lines) <= width


def test_output_to_a_pipe_is_plain_and_kinds_are_told_by_letters(run: Run, record_file: Path) -> None:
    result = run("play", "petersburg", "--seed", "4", typed="1\nh\nq\n")
    assert "\x1b" not in result.out
    result = run("replay", record_file, "--move", "1")
    row = next(line for line in result.out.splitlines() if "+3₽" in line)
    assert row.startswith("│ W ")


def test_the_numbers_of_an_exchange_card_name_what_it_displaces(run: Run, tmp_path: Path) -> None:
    table = bm.game("petersburg", players=2).new(seed=3)
    bot = bm.bot("greedy", seed=3)
    while sum(" over " in move.notation for move in table.moves()) < 4:
        table.play(bot.choose(table))
    path = tmp_path / "over.json"
    table.record().save(path)
    shown = run("play", "--resume", path, typed="\nq\n").out
    cluster = re.search(r"([A-Z][\w '.]+?)( \(lower\))?: [^\n]*less the card displaced: *\n(.+?)\n", shown)
    assert cluster is not None
    for number, old in re.findall(r"(\d+) ([A-Z][\w '.]+?) −\d+ → \d+₽", cluster[3]):
        table.record().save(path)
        run("play", "--resume", path, typed=f"\n{number}\nq\n")
        chosen = Record.load(path).replay().log(None, since=len(table.history))[0]
        assert cluster[1] in chosen
        assert f"displacing {old}" in chosen
