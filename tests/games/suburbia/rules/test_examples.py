"""The worked examples of the rules (rules.md 17) by their numbers, each put to the engine's own kernels."""

from __future__ import annotations

from typing import Any

from burgomaster.games.suburbia.rules.cards import GOAL_OF
from burgomaster.games.suburbia.rules.observe import find_rung
from tests.cases import every
from tests.games.suburbia.examples import EXAMPLES, Adapter, Given, Position, options_of, run_example
from tests.games.suburbia.positions import STATS, Steps, game, market_of, notations, position


class EngineAdapter:
    """The engine as the examples want it."""

    def position(self, given: Given) -> Position:
        seats = given.players
        by_stat = {stat: [player[stat] for player in seats] for stat in STATS}
        table = position(
            **given.options,
            **by_stat,  # type: ignore[arg-type]
            tiles=[(tile.seat, tile.tile, tile.cell) for tile in given.tiles],
            marked=[(tile.seat, tile.cell) for tile in given.tiles if tile.marked],
            market=given.market,
            basics=given.basics,
            public=given.public,
        )
        for seat, player in enumerate(seats):
            table.state.players[seat].markers = player["markers"]
        for seat, goal in enumerate(given.private):
            if goal is not None:
                table.state.players[seat].goals[0] = GOAL_OF[goal]
        return Steps(table)

    def setup_numbers(self, mode: str) -> dict[str, int]:
        tables = [game(**options_of(mode)).new(seed=seed) for seed in range(200)]
        state = tables[0].state
        sizes = {letter: len(tiles) for letter, tiles in tables[0].setup["stacks"].items()}
        left = [int(end) - int(first) for first, end in zip(state.stack_next, state.stack_end, strict=True)]
        places = [left[0] + left[1] + table.setup["stacks"]["C"].index("one_more_round") for table in tables]
        return {
            **sizes,
            "C": sizes["C"] - 1,
            "market": len([tile for tile in market_of(tables[0]) if tile is not None]),
            "left_A": left[0],
            "draws_before_window": min(places),
            "window": max(places) - min(places) + 1,
            "below": sum(left) - max(places) - 1,
        }

    def rounds(self, options: dict[str, Any], setup: dict[str, Any]) -> int:
        table = game(**options).new(setup=setup)
        while not table.over:
            table.play(notations(table)[-1])
        return table.round

    def rung(self, population: int) -> str | None:
        found = find_rung(population)
        return None if found is None else found["en"]


ADAPTER: Adapter = EngineAdapter()


def test_there_are_a_hundred_examples() -> None:
    assert list(EXAMPLES) == [f"E{number:02}" for number in range(1, 101)]


@every("name", EXAMPLES)
def test_example(name: str) -> None:
    run_example(ADAPTER, EXAMPLES[name])
