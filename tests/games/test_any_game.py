"""What holds in every game, with every variant and option: records go on, moves are shown to one seat."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Table
from tests.cases import every_other
from tests.games.test_conformance import OPTIONS
from tests.suites import all_suites

VARIANTS = [(suite.game, {"players": suite.players, **suite.options}) for suite in all_suites()]
GAMES = [*VARIANTS, *((game, chosen) for game, sets in OPTIONS.items() for chosen in sets.values())]
PLACES = (0, 7, 30, 75, 140)  # moves from the beginning


def some_tables(game: str, options: dict[str, Any]) -> list[Table]:
    """Tables some way into random games; some of them may be over."""
    found = []
    for seed, n_moves in enumerate(PLACES):
        table, dice = bm.game(game, **options).new(seed=seed), random.Random(seed)
        while not table.over and len(table.steps) < n_moves:
            table.step(dice.choice(table.legal_codes()))
        found.append(table)
    return found


def finish(*tables: Table) -> None:
    """Play the same moves at several tables until the games are over."""
    first, *others = tables
    while not first.over:
        codes = first.legal_codes()
        code = codes[len(first.steps) % len(codes)]
        for table in (first, *others):
            table.step(code)


@pytest.mark.parametrize(("game", "options"), every_other(GAMES))
def test_a_game_goes_on_from_its_record_as_if_nothing_had_happened(
    game: str, options: dict[str, Any]
) -> None:
    for table in some_tables(game, options):
        twin = bm.Record.from_json(json.loads(json.dumps(table.record().to_json()))).replay()
        assert twin.state_bytes() == table.state_bytes()
        finish(table, twin)
        assert twin.state_bytes() == table.state_bytes()
        assert list(twin.events()) == list(table.events())
        assert (twin.scores, twin.winners) == (table.scores, table.winners)


@pytest.mark.parametrize(("game", "options"), every_other(GAMES))
def test_what_is_imagined_can_be_played_to_the_end(game: str, options: dict[str, Any]) -> None:
    rng = new_rng()
    for seed, table in enumerate(some_tables(game, options)):
        for seat in (-1, *range(table.game.players)):
            seed_rng(rng, seed, seat + 1)
            twin = table.copy()
            twin._states = table.determinized(seat, rng)
            finish(twin)
            assert twin.winners or table.game.players == 1


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_only_the_seat_to_move_is_shown_its_moves(game: str, options: dict[str, Any]) -> None:
    for table in some_tables(game, options):
        for seat in (None, *range(table.game.players)):
            view = table.view(seat)
            if seat is not None and seat == table.to_move:
                assert view["moves"] == [move.notation for move in table.moves()]
            else:
                assert "moves" not in view
