"""Observations name every card where it lies, in every edition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.compiler.bits import get_count
from burgomaster.core.registry import game_info
from burgomaster.games.petersburg.rules.cards import CARD_OF, CARD_ROWS
from burgomaster.games.petersburg.rules.features import cards_of
from burgomaster.games.petersburg.rules.options import max_copies

DECKS = ("worker", "building", "noble", "exchange")


def fewest_cards() -> dict[str, int]:
    """Choose as few different cards as a game can have: they lie far apart in cards.csv."""
    found: dict[str, int] = {}
    for deck in DECKS:
        rows = sorted((row for row in CARD_ROWS if row["deck"] == deck), key=max_copies, reverse=True)
        while sum(found.get(row["id"], 0) for row in rows) < 9:
            row = next(row for row in rows if row["id"] not in found)
            found[row["id"]] = max_copies(row)
    return found


def every_fifth_card() -> dict[str, int]:
    """Choose cards that lie far apart."""
    rows = [row for row in CARD_ROWS if row["deck"] in DECKS]
    return {row["id"]: max_copies(row) for row in rows[::5]} | fewest_cards()


CUSTOM = [(2, {"custom_cards": cards}) for cards in (fewest_cards(), every_fifth_card())]
VARIANTS = [(variant.players[-1], dict(variant.options)) for variant in game_info("petersburg").variants]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), VARIANTS + CUSTOM)
def test_counts_of_areas_and_discards_stand_at_their_names(players: int, options: dict[str, Any]) -> None:
    game = bm.game("petersburg", players=players, **options)
    batch = bm.batch(game, 8, seed=2, threads=1)
    names = [entry.name for entry in batch.layout.entries()]
    random = np.random.default_rng(3)
    saved = batch.save()
    for state in saved["states"]:  # any counts, also of the first and the last card
        for card in cards_of(game.options):
            for counts in (state["discard"], *state["players"]["placed"][:players]):
                counts[card >> 1] |= int(random.integers(16)) << 4 * (card & 1)
    batch.load(saved)
    for state, seen in zip(batch.states, batch.observations, strict=True):
        found = dict(zip(names, seen.tolist(), strict=True))
        areas = {"discard": state.discard}
        for ahead in range(players):
            areas[f"seat{ahead}.area"] = state.players[(state.to_move + ahead) % players].placed
        for block, counts in areas.items():
            shown = {name: found[f"{block}.{name}"] for name in CARD_OF if f"{block}.{name}" in found}
            assert shown == {name: get_count(counts, CARD_OF[name]) for name in shown}
            assert len(shown) == len(cards_of(game.options))
        hands = [found[f"seat{ahead}.hand.{name}"] for ahead in range(players) for name in shown]
        assert hands == [0] * len(hands)  # nothing was written behind an area
