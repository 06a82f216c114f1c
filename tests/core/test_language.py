"""Texts that speak to the player they name, and about everybody else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import burgomaster as bm
from burgomaster.core.check_texts import catalogs
from burgomaster.core.language import (
    CORE_TEXTS,
    LANGUAGES,
    Catalog,
    Names,
    ReaderName,
    has_forms,
    mark_reader,
)
from burgomaster.core.registry import game_names
from burgomaster.core.translator import Translator
from burgomaster.web.linked_log import linked_log

NAMING = re.compile(r"\{(player|players|players2|name|names|owner)\}")
NAMES_SEATS = ("cli", "server")  # records, and the frame of the pages: both name everybody as they are called
# Texts whose `{name}` is no player, or never the reader, or is meant as a name: a device that is handed on.
AS_CALLED = {
    "burgomaster/web": {"example.try"},
    "burgomaster/core": {"option.unknown", "option.value", "option.bot_setting"}
    | {"setup.count", "setup.order", "setup.seats", "option.bot_extra", "option.bot_broken"}
    | {"batch.unknown", "batch.saved", "position.count", "position.none_left"},
    "burgomaster/terminal": {"play.pass_keyboard", "play.press_enter", "play.prompt", "play.prompt_second"}
    | {"undo.other_human", "replay.winner", "replay.unfinished", "join.takeback"},
    "petersburg/rules": {"option.combination", "log.good_points", "log.good_points_second"},
    "spyrium/rules": {"option.figures_name", "option.figures_number"},
    "suburbia/rules": {"option.combination", "option.other_mode"},
    "petersburg/web": {"tie.rubles", "tie.leftover"},
    "suburbia/web": {"goals.hidden", "tie.reputation", "tie.income", "tie.money"},
}


@pytest.fixture
def texts(tmp_path: Path) -> Catalog:
    """Write a catalog of a few sentences."""
    for language, buys, shared, first in (
        ("en", "{player} [buys|buy] {card}", "[{players}|{players}] win", "Done. {player} [goes|go] first"),
        ("ru", "{player} [берёт|берёте] {card}", "Победили: [{players}|{players}]", "[{player}|вы] и всё"),
    ):
        lines = {"buys": buys, "shared": shared, "first": first, "plain": "{player}: {card}"}
        written = "".join(f'{key} = "{value}"\n' for key, value in lines.items())
        (tmp_path / f"text_{language}.toml").write_text(written, encoding="utf-8")
    return Catalog(tmp_path)


def test_a_text_speaks_to_the_reader_and_about_the_others(texts: Catalog) -> None:
    ann, you = mark_reader(["Ann", "Bob"], 1)
    assert texts.text("en", "buys", player=ann, card="Judge") == "Ann buys Judge"
    assert texts.text("en", "buys", player=you, card="Judge") == "You buy Judge"
    assert texts.text("ru", "buys", player=you, card="«Судью»") == "Вы берёте «Судью»"
    assert texts.text("en", "first", player=you) == "Done. You go first"
    assert texts.text("en", "plain", player=you, card="Judge") == "Bob: Judge"


def test_a_number_below_zero_has_a_minus_sign() -> None:
    assert CORE_TEXTS.fill("en", "{n}, {x}, {word}", n=-15, x=-0.5, word="two-way") == "−15, −0.5, two-way"


def test_a_list_of_names_puts_the_reader_first(texts: Catalog) -> None:
    names = Names(mark_reader(["Ann", "Bob", "Cy"], 1))
    assert texts.text("en", "shared", players=names) == "You, Ann and Cy win"
    assert texts.text("ru", "shared", players=names) == "Победили: вы, Ann и Cy"
    assert texts.text("en", "shared", players=Names(["Ann", "Bob"])) == "Ann, Bob win"


def test_what_is_kept_for_one_reader_is_not_shown_to_another(texts: Catalog) -> None:
    say = Translator(texts, "en")
    assert say("buys", player=ReaderName("Ann"), card="Judge") == "You buy Judge"
    assert say("buys", player="Ann", card="Judge") == "Ann buys Judge"
    assert ReaderName("Ann") != "Ann" and str(ReaderName("Ann")) == "Ann"
    assert mark_reader(["Ann"], None) == ["Ann"]


def test_every_text_that_names_a_player_has_both_forms_in_every_language() -> None:
    missing, unneeded = [], []
    for catalog in catalogs():
        place = "/".join(catalog.folder.parts[-2:])
        for language in LANGUAGES:
            for key, text in catalog.entries(language).items():
                is_named = isinstance(text, str) and NAMING.search(text) is not None
                is_exempt = key in AS_CALLED.get(place, ())
                if (
                    is_named
                    and not is_exempt
                    and not has_forms(text)
                    and catalog.folder.name not in NAMES_SEATS
                ):
                    missing.append((language, catalog.folder.parts[-2:], key))
                if is_exempt and isinstance(text, str) and has_forms(text):
                    unneeded.append((language, key))
    assert missing == [] and unneeded == []


def test_apostrophes_of_texts_are_those_of_books() -> None:
    as_typed = re.compile(r"pip install '[^']*'|Debtor's Prison")  # a command, and a name as its table has it
    found = []
    for catalog in catalogs():
        for language in LANGUAGES:
            for key, text in catalog.entries(language).items():
                said = " ".join(text) if isinstance(text, list) else str(text)
                if re.search(r"[\w}]'", as_typed.sub("", said)):
                    found.append((language, key))
    assert found == []


@pytest.mark.parametrize("game", ["petersburg", "spyrium", "suburbia"])
def test_a_log_is_told_to_its_reader_and_the_public_one_names_everybody(game: str) -> None:
    assert game in game_names()
    table = bm.game(game, players=2).new(seed=5, seats=[{"name": "Anna"}, {"name": "Boris"}])
    while not table.over:
        table.play(table.moves()[0])
    public, told = table.log(None), table.log(0, is_reader=True)
    assert table.log(0) == public and not any(re.search(r"\byour?\b", line, re.I) for line in public)
    assert any(line.startswith("You ") for line in told) and not any("Anna" in line for line in told)
    assert any("Boris" in line for line in told)
    assert not any("You " in line for line in linked_log(table, None, "en"))
    assert not any("Анна" in line or "Anna" in line for line in linked_log(table, 0, "ru"))
    assert any("Boris" in line for line in linked_log(table, 0, "ru"))
    assert any("Anna" in line for line in linked_log(table, 1, "ru"))


NUMBERS_OF_RECORDS = re.compile(r"\bgap \d|\(no\. \d|промежут\w+ \d|№ \d|-?\d,-?\d")


@pytest.mark.parametrize("game", ["spyrium", "suburbia"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_sees_the_board_is_told_no_numbers_that_stand_only_in_records(
    game: str, language: str
) -> None:
    table, said, written = bm.game(game, players=2).new(seed=5), [], []
    for number in range(60):
        if table.over:
            break
        moves = table.moves()
        said += [move.board_text(language) for move in moves]
        written += [move.text(language) for move in moves]
        table.play(moves[number * 7 % len(moves)])
    said += linked_log(table, 0, language)
    assert [line for line in said if NUMBERS_OF_RECORDS.search(line)] == []
    assert any(NUMBERS_OF_RECORDS.search(line) for line in written)
