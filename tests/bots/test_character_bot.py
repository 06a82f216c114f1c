"""Characters: they judge by the net, and what they like decides between moves that are about as good."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots import character_bot, tastes
from burgomaster.bots.bot import MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net_file import has_net, layout_of
from burgomaster.bots.tastes import CHARACTERS, taste_of
from burgomaster.core import python_api
from burgomaster.core.registry import game_names, game_part
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Table
from tests.cases import every

GAMES = [name for name in game_names() if has_net(name)]


def middle(game: str = "petersburg", moves: int = 30) -> Table:
    table, bot = bm.game(game, players=2).new(seed=3), bm.bot("random", seed=3)
    while len(table.steps) < moves or len(table.moves()) < 3:
        table.play(bot.choose(table))
    return table


@every("game", GAMES)
def test_every_character_likes_something_of_every_game_and_only_of_its_own(game: str) -> None:
    layout = layout_of(game)
    assert layout is not None
    written = game_part(game, tastes.TASTES_PART).TASTES
    assert set(written) == set(CHARACTERS)
    for character, taste in written.items():
        for pattern in taste:
            fitting = [name for name in layout.names() if fnmatchcase(name, pattern)]
            assert fitting and all(name.startswith("seat0.") for name in fitting), (character, pattern)
        found = taste_of(game, character)
        assert found is not None and found.min() >= 0.0 < found.max()
    assert taste_of(game, "nobody") is None


def test_a_taste_decides_between_moves_that_are_about_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    table = middle()
    information = InformationSet(table)
    plain = bm.bot("net", seed=1).think(information)
    last = plain.estimates[-1]
    monkeypatch.setattr(character_bot, "likings", lambda i, estimates, t: [0.0] * len(estimates))
    assert bm.bot("character:host", seed=1).think(information).move == plain.move
    gap = plain.estimates[0].lead - last.lead + 40.0  # more than any chance to win weighs
    liked = [gap if one is last else 0.0 for one in plain.estimates]
    monkeypatch.setattr(
        character_bot, "likings", lambda i, e, t: [liked[plain.estimates.index(x)] for x in e]
    )
    choice = bm.bot("character:host", seed=1).think(information)
    assert choice.move == last.move == choice.estimates[0].move
    assert sorted(map(repr, choice.estimates)) == sorted(map(repr, plain.estimates))


def test_likings_count_what_a_move_brings() -> None:
    """A worker bought is liked by the saver for what it says, whichever it is; the builder does not care."""
    table = bm.game("petersburg", players=2).new(seed=3)
    estimates = [MoveEstimate(move, 1, 0.5, 0.0) for move in table.moves()]
    is_bought = [one.move.notation.startswith("buy") for one in estimates]
    assert any(is_bought) and not all(is_bought)
    for character, card in (("saver", taste("saver") / 4), ("builder", 0.0)):
        extra = taste_of("petersburg", character)
        assert extra is not None
        likings = character_bot.likings(InformationSet(table), estimates, extra)
        least = min(likings)
        assert [one - least for one in likings] == pytest.approx([card * one for one in is_bought])


def taste(character: str) -> float:
    """What a character writes down for an input of 1."""
    (found,) = game_part("petersburg", tastes.TASTES_PART).TASTES[character].values()
    return float(found)


@every("game", GAMES)
def test_hidden_facts_change_nothing(game: str) -> None:
    table = middle(game)
    chosen = bm.bot("character:builder", seed=4).think(InformationSet(table)).move
    for seed in range(3):
        twin: Any = table.copy()
        rng = new_rng()
        seed_rng(rng, seed, 3)
        python_api.determinize(twin._states, 0, twin.to_move, rng)
        assert bm.bot("character:builder", seed=4).think(InformationSet(twin)).move == chosen


def test_without_a_net_a_character_plays_like_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(character_bot, "has_net", lambda game: False)
    table = middle()
    other = bm.bot("search:4", seed=2).think(InformationSet(table)).move
    assert bm.bot("character:saver", seed=2).think(InformationSet(table)).move == other


def test_there_are_no_other_characters() -> None:
    with pytest.raises(bm.OptionError) as refused:
        bm.bot("character:nobody")
    assert "saver, builder, host" in refused.value.text("ru")
    with pytest.raises(bm.OptionError):
        bm.bot("character:3")
