"""Measure characters: each against the net without a taste, and what they buy more than it does.

python bench/characters.py --game petersburg --games 2000
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from burgomaster.bots.tastes import CHARACTERS
from burgomaster.core.registry import game_names
from burgomaster.core.statistics import statistics_of
from burgomaster.core.table import load_game
from burgomaster.lab.strategy import Counted, count, shares_of_victory
from burgomaster.lab.totals import rate

MOST = 6  # items that are named


def main() -> None:
    """Play both seats of every deal, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), required=True)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = load_game(arguments.game, players=2)
    for character in CHARACTERS:
        seats = [(character, ""), ("", character)]
        played = [count(game, arguments.games // 2, arguments.seed, 1, None, seat) for seat in seats]
        report(arguments.game, character, played)


def report(game: str, character: str, played: list[Counted]) -> None:
    """Print how often a character wins, its mean lead, and what it buys more and less than the other."""
    wins = sum(float(shares_of_victory(one.ranks)[:, seat].sum()) for seat, one in enumerate(played))
    games = sum(len(one.steps) for one in played)
    leads = [one.scores[:, seat] - one.scores[:, 1 - seat] for seat, one in enumerate(played)]
    found = rate(wins, games)
    shares = f"{100 * found.share:.1f} % ({100 * found.low:.1f}-{100 * found.high:.1f})"
    print(f"{game} {character}: {shares} of {games} games, lead {np.mean(np.concatenate(leads)):+.1f}")
    own, other = (bought(game, played, is_own) / games for is_own in (True, False))
    statistics = statistics_of(game)
    assert statistics is not None
    order = np.argsort(other - own)
    for at in [*order[:MOST], *order[-3:]]:
        print(f"    {statistics.item_name(int(at), 'en')}: {own[at]:.2f} instead of {other[at]:.2f}")


def bought(game: str, played: list[Counted], is_own: bool) -> Any:
    """Count what the seats of a character, or those of the other, bought."""
    statistics = statistics_of(game)
    assert statistics is not None
    total = np.zeros(len(statistics.items))
    for seat, one in enumerate(played):
        at = seat if is_own else 1 - seat
        is_slot = np.arange(one.items.shape[2]) < one.n_items[:, at, None]
        total += np.bincount(one.items[:, at][is_slot], minlength=len(total))
    return total


if __name__ == "__main__":
    main()
