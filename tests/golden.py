"""The golden files: whole games as text, and counts of lines of play. `make golden` writes them anew.

A difference in them is a change of behaviour: read it in review, and raise the game's version.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import burgomaster as bm
from tests.perft import perft
from tests.playthrough import write_playthrough
from tests.suites import Suite, all_suites, own_games, suites_of

TESTS = Path(__file__).parent
PERFT_DEPTHS = (1, 2, 3, 4)
PERFT_SEEDS = (1, 2)
MIDDLE = (
    20  # random moves before the second count of a seed, unless the game's golden.toml says another number
)
MANY_LINES = 30_000  # a deeper count would take too long
BOTS = ("random", "greedy")


def folder_of(game: str) -> Path:
    """Where the golden files of a game are."""
    return TESTS / "games" / game


def record_file(suite: Suite) -> Path:
    """The recorded game of a suite: played once by bots, then kept for good, whatever becomes of the bots."""
    bot = BOTS[suite.players % len(BOTS)]
    return folder_of(suite.game) / "records" / f"{suite.slug}_{bot}.json"


def play_record(suite: Suite, path: Path, seed: int = 1) -> None:
    """Play a game to be kept."""
    table = suite.load().new(seed=seed)
    bot = bm.bot(path.stem.rsplit("_", 1)[1], seed=seed)
    while not table.over:
        table.play(bot.choose(table))
    path.parent.mkdir(parents=True, exist_ok=True)
    table.record().save(path)


def playthrough(suite: Suite) -> tuple[Path, str]:
    """The file and the text of the golden playthrough of a suite."""
    path = record_file(suite)
    golden = folder_of(suite.game) / "playthroughs" / f"{path.stem}.txt"
    return golden, write_playthrough(bm.Record.load(path))


def perft_lines(name: str) -> Iterator[str]:
    """One line a count: the variant, seed, moves made before, depth, number of lines of play."""
    yield "# variant seed moves_before depth lines"
    for suite in suites_of(name):
        for seed in PERFT_SEEDS:
            yield from seed_lines(suite, seed)


def seed_lines(suite: Suite, seed: int) -> Iterator[str]:
    """The counts of one deal: of its beginning and of its middle."""
    table = suite.load().new(seed=seed)
    for before in (0, middle(suite.game)):
        bot = bm.bot("random", seed=seed)
        while len(table.steps) < before and not table.over:
            table.play(bot.choose(table))
        for depth, n_lines in counts(table):
            yield f"{suite.slug} {seed} {before} {depth} {n_lines}"


def counts(table: bm.Table) -> Iterator[tuple[int, int]]:
    """Every depth with its number of lines of play, until there are too many."""
    for depth in PERFT_DEPTHS:
        n_lines = perft(table, depth)
        yield depth, n_lines
        if n_lines > MANY_LINES:
            return


def middle(game: str) -> int:
    """How many moves a game has seen when it is counted for the second time."""
    path = folder_of(game) / "golden.toml"
    said = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return int(said.get("middle", MIDDLE))


def perft_file(name: str) -> Path:
    """Where the counts of a game are kept."""
    return folder_of(name) / "perft.txt"


def main() -> None:
    """Write every golden file."""
    for suite in all_suites():
        if not record_file(suite).exists():
            play_record(suite, record_file(suite))
        path, text = playthrough(suite)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(TESTS), len(text))
    for name in own_games():
        perft_file(name).write_text("\n".join(perft_lines(name)) + "\n", encoding="utf-8")
        print(perft_file(name).relative_to(TESTS))


if __name__ == "__main__":
    main()
