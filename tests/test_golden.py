"""Golden files: any change of behaviour shows as a difference of text."""

from __future__ import annotations

import pytest

import burgomaster as bm
import golden
from burgomaster.core.perft import divide, perft
from burgomaster.core.registry import game_names
from burgomaster.core.table import Game


@pytest.mark.parametrize("game", golden.games(), ids=golden.slug)
def test_every_game_and_player_count_plays_as_it_did(game: Game) -> None:
    for path, text in golden.playthroughs(game):
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs: see make golden"


@pytest.mark.parametrize("game", golden.games(), ids=golden.slug)
def test_recorded_games_end_as_they_did(game: Game) -> None:
    for path in golden.records(game):
        assert bm.Record.load(path).check().over


@pytest.mark.parametrize("name", game_names())
def test_lines_of_play_are_as_many_as_they_were(name: str) -> None:
    assert golden.perft_file(name).read_text(encoding="utf-8").splitlines() == list(golden.perft_lines(name))


def test_divide_splits_the_count_by_the_first_move(game: Game) -> None:
    table = game.new(seed=1)
    split = divide(table, 3)
    assert sum(split.values()) == perft(table, 3)
    assert list(split) == [move.notation for move in table.moves()]
