"""Print scores and rounds of random and greedy play in every variant, as the table of a game's README."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import burgomaster as bm
from burgomaster.core.check import play_random
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.table import Game

RANDOM_ROUNDS = 200  # random games whose rounds are counted


def greedy_game(game: Game, seed: int) -> bm.Table:
    """Play a game of greedy bots."""
    table = game.new(seed=seed)
    bots = [bm.bot("greedy", seed=seed * 10 + seat) for seat in range(game.n_seats)]
    while table.to_move is not None:
        table.play(bots[table.to_move].choose(table))
    return table


def mean(numbers: list[int]) -> float:
    """Return the average."""
    return sum(numbers) / len(numbers)


def random_cell(game: Game, games: int) -> str:
    """Write winner / all / rounds of random play."""
    scores = bm.simulate(game, games=games, seed=1).scores
    rounds = mean([play_random(game, seed).round for seed in range(RANDOM_ROUNDS)])
    return f"{scores.max(axis=1).mean():.0f} / {scores.mean():.0f} / {rounds:.1f}"


def greedy_cell(game: Game, games: int) -> str:
    """Write winner / all / rounds of greedy play."""
    tables = [greedy_game(game, seed) for seed in range(games)]
    scores = [table.scores for table in tables]
    winners = mean([max(row) for row in scores])
    everybody = mean([score for row in scores for score in row])
    return f"{winners:.0f} / {everybody:.0f} / {mean([table.round for table in tables]):.1f}"


def rows(name: str, games: int, greedy_games: int) -> Iterator[str]:
    """Go through the rows of the table, one for each variant and number of players."""
    yield "| game | players | random | greedy |"
    yield "|---|---|---|---|"
    for variant in game_info(name).variants:
        for players in variant.players:
            game = bm.game(name, players=players, **variant.options)
            cells = random_cell(game, games), greedy_cell(game, greedy_games)
            yield f"| {variant.name} | {players} | {cells[0]} | {cells[1]} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=game_names()[0], choices=game_names())
    parser.add_argument("--games", type=int, default=20_000, help="of random play")
    parser.add_argument("--greedy-games", type=int, default=30)
    asked = parser.parse_args()
    for row in rows(asked.game, asked.games, asked.greedy_games):
        print(row, flush=True)


if __name__ == "__main__":
    main()
