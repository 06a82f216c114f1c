"""The golden files: whole games as text, and counts of lines of play. `make golden` writes them anew.

A difference in them is a change of behaviour: read it in review, and raise the game's version.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import burgomaster as bm
from burgomaster.core.perft import perft
from burgomaster.core.playthrough import write_playthrough
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.table import Game

TESTS = Path(__file__).parent
PERFT_DEPTHS = (1, 2, 3, 4)
PERFT_SEEDS = (1, 2)
MIDDLE = {"petersburg": 60, "suburbia": 18, "spyrium": 40}  # random moves before the second count of a seed
MANY_LINES = 30_000  # a deeper count would take too long
BOTS = ("random", "greedy")


def variants(name: str) -> Iterator[Game]:
    """Every variant of a game with every number of players."""
    for variant in game_info(name).variants:
        for players in variant.players:
            yield bm.game(name, players=players, **variant.options)


def games() -> list[Game]:
    """Every game in every variant with every number of players."""
    return [game for name in game_names() for game in variants(name)]


def slug(game: Game) -> str:
    """A variant and its number of players as a file name."""
    variant = game.rules.info.variant_name(game.options).replace(" + ", "_")
    return f"{variant}_{game.players}_players"


def records(game: Game) -> list[Path]:
    """The recorded games of a game: played once by bots, then kept for good, whatever becomes of the bots."""
    folder = TESTS / "games" / game.name / "records"
    bot = BOTS[game.players % len(BOTS)]
    return [folder / f"{slug(game)}_{bot}.json"]


def play_record(game: Game, path: Path, seed: int) -> None:
    """Play a game to be kept."""
    table = game.new(seed=seed)
    bot = bm.bot(path.stem.rsplit("_", 1)[1], seed=seed)
    while not table.over:
        table.play(bot.choose(table))
    path.parent.mkdir(parents=True, exist_ok=True)
    table.record().save(path)


def playthroughs(game: Game) -> Iterator[tuple[Path, str]]:
    """The file and the text of each golden playthrough of a game."""
    for path in records(game):
        golden = path.parent.parent / "playthroughs" / f"{path.stem}.txt"
        yield golden, write_playthrough(bm.Record.load(path))


def perft_lines(name: str) -> Iterator[str]:
    """One line a count: the variant, seed, moves made before, depth, number of lines of play."""
    yield "# variant seed moves_before depth lines"
    for game in variants(name):
        for seed in PERFT_SEEDS:
            table = game.new(seed=seed)
            for before in (0, MIDDLE[name]):
                bot = bm.bot("random", seed=seed)
                while len(table.history) < before and not table.over:
                    table.play(bot.choose(table))
                for depth in PERFT_DEPTHS:
                    n_lines = perft(table, depth)
                    yield f"{slug(game)} {seed} {before} {depth} {n_lines}"
                    if n_lines > MANY_LINES:
                        break


def perft_file(name: str) -> Path:
    """Where the counts of a game are kept."""
    return TESTS / "games" / name / "perft.txt"


def main() -> None:
    """Write every golden file."""
    for game in games():
        for seed, path in enumerate(records(game), start=1):
            if not path.exists():
                play_record(game, path, seed)
        for path, text in playthroughs(game):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(TESTS), len(text))
    for name in game_names():
        perft_file(name).write_text("\n".join(perft_lines(name)) + "\n", encoding="utf-8")
        print(perft_file(name).relative_to(TESTS))


if __name__ == "__main__":
    main()
