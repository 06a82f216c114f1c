"""`burgomaster games`."""

from __future__ import annotations

import argparse
import json
import re

import burgomaster as bm
from burgomaster.cli.arguments import TEXTS, add_game_options, read_options
from burgomaster.cli.games import variant_words
from burgomaster.core.registry import game_info
from burgomaster.core.translator import Translator
from tests.cli.fixtures import Run


def test_games_are_listed_in_both_languages_and_for_programs(run: Run) -> None:
    result = run("games")
    assert result.code == 0
    assert "Saint Petersburg" in result.out
    assert "Players: 2, 3, 4, 5" in result.out
    for option in bm.games()[0]["options"]:
        assert option["name"] in result.out
    result = run("games", "--lang", "ru")
    assert "Санкт-Петербург" in result.out
    assert "Все видят рубли друг друга." in result.out
    assert json.loads(run("games", "--json").out) == bm.games()


def test_variants_are_listed_with_their_players_and_what_to_type(run: Run) -> None:
    shown = run("games").out
    for row in (
        r"2004 +2–4 +\(nothing more\)",
        r"2004 \+ Banquet +2–4 +--expansions banquet",
        r"2004 \+ New Society +2–5 +--expansions new_society",
        r"2004 \+ Banquet \+ New Society +2–5 +--expansions banquet,new_society",
        r"2014 +2–4 +--edition 2014",
        r"2014 \+ Market +2–5 +--edition 2014 --expansions market",
    ):
        assert re.search(rf"^ {row} *$", shown, re.M)
    assert "2004 + Ассамблея + Новая Россия" in run("games", "--lang", "ru").out


def test_what_is_to_be_typed_chooses_the_variant() -> None:
    game = bm.games()[0]
    for variant in game["variants"]:
        words = variant_words(variant["options"], game["options"]).split()
        parser = argparse.ArgumentParser()
        add_game_options(parser, Translator(TEXTS, "en"))
        chosen = read_options(parser.parse_args(words), "petersburg")
        full = game_info("petersburg").read(2, chosen)
        assert (full["edition"], list(full["expansions"])) == tuple(variant["options"].values())
