"""Compare the grades of an analysis with those of a stronger search: python bench/grading.py [games] [plies]

Games of bots of known strength are analysed with 1, 4 and 16 times the effort of the server, each with
another seed. Printed are the shares of the grades for each bot and effort, how often two efforts agree, and
how many of the mistakes that one finds the other finds too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import burgomaster as bm
from burgomaster.bots.advice import FORCED, GRADES, WORST, MoveEvaluation, evaluate_move, positions
from burgomaster.core.registry import game_names
from burgomaster.core.table import Table
from burgomaster.server.advice import SIMULATIONS

NAMES = [name for _, name in GRADES] + [WORST]
EFFORTS = (1, 4, 16)
BOTS = ("random", "greedy", "search:3")

BAD = ("mistake", "blunder")


def make_bot(description: str, seed: int) -> bm.Bot:
    """Make a bot by its name and level."""
    name, _, level = description.partition(":")
    return bm.bot(name, seed=seed, **({"level": int(level)} if level else {}))


def play(game: str, seed: int) -> tuple[Table, list[str]]:
    """Play a game of the bots against each other; who sits where changes with the seed."""
    seats = [BOTS[(seat + seed) % len(BOTS)] for seat in range(len(BOTS))]
    table = bm.game(game, players=len(seats)).new(seed=seed)
    bots = [make_bot(name, seed * 10 + seat) for seat, name in enumerate(seats)]
    while table.to_move is not None:
        table.play(bots[table.to_move].choose(table))
    return table, seats


def analyse(table: Table, effort: int, every: int) -> list[MoveEvaluation]:
    """Evaluate every so many moves of a game."""
    chosen = [(past, code) for place, (past, code) in enumerate(positions(table)) if place % every == 0]
    return [evaluate_move(past, code, SIMULATIONS * effort, effort) for past, code in chosen]


def shares(grades: Sequence[str]) -> str:
    """Write how often each grade was given, in percent."""
    counts = Counter(grades)
    return "  ".join(f"{name} {100 * counts[name] / max(1, len(grades)):3.0f}" for name in NAMES)


def compare(first: Sequence[str], second: Sequence[str]) -> str:
    """Write how often two efforts agree: exactly, within one grade, and on what is a mistake."""
    pairs = [(NAMES.index(one), NAMES.index(other)) for one, other in zip(first, second, strict=True)]
    n = max(1, len(pairs))
    same = sum(one == other for one, other in pairs) / n
    near = sum(abs(one - other) <= 1 for one, other in pairs) / n
    bad = [(one in BAD, other in BAD) for one, other in zip(first, second, strict=True)]
    found = sum(one and other for one, other in bad)
    missed, false = sum(other and not one for one, other in bad), sum(one and not other for one, other in bad)
    mistakes = f"mistakes: both {found}, only stronger {missed}, only weaker {false}"
    return f"same {same:.2f}  within one {near:.2f}  {mistakes}"


def report(game: str, n_games: int, every: int) -> None:
    """Print what was found in the games of one title."""
    grades: dict[int, list[str]] = {effort: [] for effort in EFFORTS}
    losses: dict[int, list[float]] = {effort: [] for effort in EFFORTS}
    who: list[str] = []
    for seed in range(n_games):
        table, seats = play(game, seed)
        found = {effort: analyse(table, effort, every) for effort in EFFORTS}
        kept = [place for place, one in enumerate(found[1]) if one.grade != FORCED]
        who += [seats[found[1][place].seat] for place in kept]
        for effort in EFFORTS:
            grades[effort] += [found[effort][place].grade for place in kept]
            losses[effort] += [found[effort][place].loss for place in kept]
    print(f"{game}: {n_games} games, {len(who)} moves that were a choice")
    for bot in BOTS:
        places = [place for place, name in enumerate(who) if name == bot]
        for effort in EFFORTS:
            mean = sum(losses[effort][place] for place in places) / max(1, len(places))
            given = shares([grades[effort][place] for place in places])
            print(f"  {bot:9s} x{effort:<2d} {given}  points a move {mean:.2f}")
    for first, second in combinations(EFFORTS, 2):
        print(f"  x{first} against x{second}: {compare(grades[first], grades[second])}")


def main() -> None:
    """Report on all games."""
    n_games = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    for game in game_names():
        report(game, n_games, every)


if __name__ == "__main__":
    main()
