"""A table of data in one Parquet file, however large, that a killed run goes on with.

While a run goes on, its parts lie beside the file: `games.parquet.parts/000017.parquet`, each complete or
absent, and `run.json` with what is being played. At the end they become the row groups of one file and are
removed. A part depends on nothing but the run and its number, so a run that was killed and started again
gives the same file.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from burgomaster.core.encoding import NO_ACTION
from burgomaster.core.errors import BurgomasterError
from burgomaster.core.position import is_default
from burgomaster.core.record_file import write_document
from burgomaster.core.registry import game_info, game_rules
from burgomaster.core.seating import read_count
from burgomaster.core.statistics import Statistics
from burgomaster.lab.run import NO_ITEM, DecisionRows, GameRows, Player, Run

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

MEANING = b"meaning"  # in the metadata of a column
ABOUT = b"burgomaster"  # in the metadata of a file: the run as JSON
WORD = pa.dictionary(pa.int32(), pa.string())
GROUP_ROWS = 50_000  # small parts are put together into row groups of at least so many rows
ADDED = ("package", "command", "encoding_version")  # what a finished file says beside the run

Column = tuple[str, Any, str, Any]  # name, type, meaning, values


class DatasetError(BurgomasterError):
    """A file of data that cannot be written, or belongs to another run."""


def write_dataset(
    run: Run, path: str | Path, threads: int = 1, progress: Callable[[int], None] | None = None
) -> int:
    """Play a run and write its file, going on where an earlier try was stopped; return the games played now.

    progress: called with the number of games that a part had, first with those that were there already.
    """
    target = Path(path)
    threads = read_count("threads", threads)
    if target.exists():
        if (found := read_run(target)) == _described(run):
            return 0
        key = "folder" if target.is_dir() else "not_a_run" if found is None else "exists"
        raise DatasetError(f"dataset.{key}", path=target)
    folder = target.with_name(f"{target.name}.parts")
    with _own(folder, target):
        _check_folder(folder, run)
        left = [number for number in range(run.n_parts) if not _part(folder, number).exists()]
        if progress is not None:
            progress(run.games - sum(len(run.part(number)) for number in left))
        _play_parts(run, folder, left, threads, progress)
        _join_parts(run, folder, target)
    shutil.rmtree(folder, ignore_errors=True)
    return sum(len(run.part(number)) for number in left)


def read_run(path: str | Path) -> dict[str, Any] | None:
    """Return what a file says of its run, without version and command; None for a file of something else."""
    about = read_about(path)
    return None if about is None else {key: about[key] for key in about if key not in ADDED}


def read_about(path: str | Path) -> dict[str, Any] | None:
    try:
        found = (pq.read_schema(path).metadata or {}).get(ABOUT)
        about = None if found is None else json.loads(found)
    except (OSError, ValueError):  # pyarrow's own errors are among them
        return None
    return about if isinstance(about, dict) else None


def _described(run: Run) -> dict[str, Any]:
    described: dict[str, Any] = json.loads(json.dumps(run.to_json()))
    return described


# Parts


def _part(folder: Path, number: int) -> Path:
    return folder / f"{number:06d}.parquet"


@contextmanager
def _own(folder: Path, target: Path) -> Iterator[None]:
    """Keep other processes from writing the same file."""
    try:
        folder.mkdir(exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise DatasetError("dataset.cannot_write", path=target, why=error.strerror) from None
    try:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise DatasetError("dataset.busy", path=target) from None
    finally:
        os.close(lock)


def _check_folder(folder: Path, run: Run) -> None:
    """Note what is being played; DatasetError if the folder belongs to something else."""
    journal = folder / "run.json"
    if journal.exists():
        with suppress(ValueError):
            if json.loads(journal.read_text(encoding="utf-8")) == _described(run):
                return
        raise DatasetError("dataset.other_run", path=folder)
    write_document(journal, _described(run))


def _play_parts(
    run: Run, folder: Path, left: list[int], threads: int, progress: Callable[[int], None] | None
) -> None:
    if not left:
        return
    from burgomaster.lab.run import Player

    player = Player(run)

    def work(number: int) -> int:
        games = run.part(number)
        if run.rows == "decision":
            columns = decision_columns(player, games, player.play_decisions(games))
        else:
            columns = game_columns(player, games, player.play_games(games))
        _write(to_table(columns, run), _part(folder, number))
        return len(games)

    done = work(left[0])  # alone: kernels are compiled or loaded once
    if progress is not None:
        progress(done)
    pool = ThreadPoolExecutor(threads)
    try:
        for future in as_completed([pool.submit(work, number) for number in left[1:]]):
            if progress is not None:
                progress(future.result())
            else:
                future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _write(table: Any, path: Path) -> None:
    """Write a part; it is there whole or not at all."""
    unfinished = path.with_suffix(".unfinished")
    try:
        with unfinished.open("wb") as file:
            pq.write_table(table, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        raise DatasetError("dataset.cannot_write", path=path, why=error.strerror or str(error)[:80]) from None


# The whole


def _join_parts(run: Run, folder: Path, target: Path) -> None:
    """Put the parts into one file, which appears when it is complete."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    writer = None
    try:
        with unfinished.open("wb") as file:
            for tables in _groups(run, folder):
                table = pa.concat_tables(tables)
                if writer is None:
                    writer = pq.ParquetWriter(file, _finished(table.schema, run))
                writer.write_table(table.replace_schema_metadata(writer.schema.metadata), len(table))
            assert writer is not None
            writer.close()
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, target)
    except OSError as error:
        raise DatasetError(
            "dataset.cannot_write", path=target, why=error.strerror or str(error)[:80]
        ) from None


def _groups(run: Run, folder: Path) -> Iterator[list[Any]]:
    """Read the parts in order, several together where they are small."""
    tables, n_rows = [], 0
    for number in range(run.n_parts):
        table = pq.read_table(_part(folder, number))
        tables.append(table)
        n_rows += len(table)
        if n_rows >= GROUP_ROWS:
            yield tables
            tables, n_rows = [], 0
    if tables:
        yield tables


def _finished(schema: Any, run: Run) -> Any:
    """Add to what a file says of itself which version wrote it, and the command that writes it again."""
    from burgomaster import __version__

    encoding = game_rules(run.game).encoding
    about = {**run.to_json(), "package": __version__, "command": command_of(run)}
    about["encoding_version"] = None if encoding is None else encoding.version
    metadata = {**(schema.metadata or {}), ABOUT: json.dumps(about, sort_keys=True).encode()}
    return schema.with_metadata(metadata)


def command_of(run: Run) -> str:
    """Write the command that makes the same file."""
    words = [f"burgomaster simulate {run.game} --games {run.games} --seed {run.seed} --rows {run.rows}"]
    words.append(f"--bots {','.join(run.bots)} --players {run.options['players']}")
    for option in game_info(run.game).options:
        value = run.options[option.name]
        if not is_default(option, run.options):
            given = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
            words.append(f"--option {shlex.quote(f'{option.name}={given}')}")
    return " ".join(words)


# Columns: each says in its metadata what it means


def to_table(columns: Sequence[Column], run: Run) -> Any:
    """Put columns together, with what is said about them and about the run."""
    fields = [pa.field(name, kind, metadata={MEANING: meaning}) for name, kind, meaning, _ in columns]
    schema = pa.schema(fields, metadata={ABOUT: json.dumps(run.to_json(), sort_keys=True)})
    arrays = [
        values if isinstance(values, pa.Array) else pa.array(values, type=kind)
        for _, kind, _, values in columns
    ]
    return pa.table(arrays, schema=schema)


def run_columns(run: Run, numbers: Any) -> list[Column]:
    n = len(numbers)
    return [
        ("game", WORD, "short name of the game", constant(run.game, n)),
        ("options", WORD, "all options as JSON", constant(run.options_text(), n)),
        ("players", pa.int8(), "number of players", np.full(n, int(run.options["players"]), np.int8)),
        ("bots", WORD, "who plays, by seat, separated by commas", constant(",".join(run.bots), n)),
        ("number", pa.int64(), "number of the game in the run, from 0", numbers),
        ("seed", pa.int64(), "seed of the deal: game.new(seed=...)", numbers + run.seed),
    ]


def constant(word: str, n: int) -> Any:
    """Make a column with the same word in every row."""
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(n, np.int32)), pa.array([word]))


def words(numbers: Any, names: Sequence[str], no_name: int = NO_ITEM) -> Any:
    """Make a column of names from their numbers; none where there is no name."""
    return pa.DictionaryArray.from_arrays(
        pa.array(numbers.astype(np.int32), mask=numbers == no_name), pa.array(list(names))
    )


# One row a game


def game_columns(player: Player, games: range, made: GameRows) -> list[Column]:
    numbers = np.arange(games.start, games.stop, dtype=np.int64)
    n_winners = (made.ranks == 0).sum(axis=1)
    winner = pa.array(made.ranks.argmin(axis=1).astype(np.int8), mask=n_winners != 1)
    rounds = made.finals["round_no"].astype(np.int16)
    columns = [
        *run_columns(player.run, numbers),
        ("steps", pa.int32(), "decisions of all seats together", made.steps),
        ("rounds", pa.int16(), "rounds that were begun", rounds),
        ("winner", pa.int8(), "seat that won; none if several share the victory", winner),
        ("winners", pa.int8(), "how many seats won", n_winners.astype(np.int8)),
    ]
    for seat in range(player.game.n_seats):
        columns += seat_columns(player.statistics, seat, made)
    return columns


def seat_columns(statistics: Statistics | None, seat: int, made: GameRows) -> list[Column]:
    scores, ranks = made.scores[:, seat], made.ranks[:, seat].astype(np.int8)
    columns: list[Column] = [
        (f"score_{seat}", pa.int32(), "final score of the seat", scores),
        (f"rank_{seat}", pa.int8(), "seats that ended before this one: 0 for a winner", ranks),
    ]
    if statistics is None:
        return columns
    for name, field in statistics.final.items():
        values = made.finals["players"][field][:, seat].astype(np.int32)
        columns.append((f"{name}_{seat}", pa.int32(), f"{name} of the seat at the end", values))
    for place, source in enumerate(statistics.sources):
        values = made.points[:, seat, place]
        columns.append((f"points_{source}_{seat}", pa.int32(), f"points of the seat from {source}", values))
    items, n_items = made.items[:, seat], made.n_items[:, seat]
    ends = np.concatenate([[0], np.cumsum(n_items)]).astype(np.int32)
    is_used = np.arange(items.shape[1]) < n_items[:, None]
    bought = pa.ListArray.from_arrays(pa.array(ends), words(items[is_used], statistics.items))
    return [*columns, (f"bought_{seat}", pa.list_(WORD), "what the seat bought, in order", bought)]


# One row a decision


def decision_columns(player: Player, games: range, made: DecisionRows) -> list[Column]:
    numbers = np.repeat(np.arange(games.start, games.stop, dtype=np.int64), made.steps)
    place = numbers - games.start
    seat, move, action, n_legal, score, round_no, item = made.rows.T
    firsts = np.concatenate([[0], np.cumsum(made.steps)[:-1]])
    ply = np.arange(len(numbers)) - firsts[place]
    items = player.statistics.items if player.statistics else []
    none = np.full(len(item), NO_ITEM) if not items else item
    return [
        *run_columns(player.run, numbers),
        ("ply", pa.int32(), "moves made before this one in the game", ply),
        ("round", pa.int16(), "round, from 1", round_no),
        ("seat", pa.int8(), "seat that decides", seat),
        (
            "action",
            pa.int32(),
            "number of the action",
            pa.array(action, pa.int32(), mask=action == NO_ACTION),
        ),
        ("move", WORD, "the move as its notation", notations(player.game.rules.write_notation, move)),
        ("legal", pa.int32(), "how many moves were legal", n_legal),
        ("item", WORD, "what the move bought; none if nothing", words(none, items)),
        ("score", pa.int32(), "score of the seat before the move", score),
        *result_columns(made, place, seat),
    ]


def notations(write: Callable[[int], str], moves: Any) -> Any:
    """Make a column of notations; each is written once."""
    found, numbers = np.unique(moves, return_inverse=True)
    names = [write(int(code)) for code in found]
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int32)), pa.array(names))


def result_columns(made: DecisionRows, place: Any, seat: Any) -> list[Column]:
    ranks = made.ranks[place, seat].astype(np.int8)
    scores = made.scores[place, seat]
    others = made.scores[place].astype(np.int64)
    others[np.arange(len(place)), seat] = np.iinfo(np.int64).min // 2
    is_alone = np.full(len(place), made.scores.shape[1] == 1)
    margin = pa.array((scores - others.max(axis=1)) * ~is_alone, pa.int32(), mask=is_alone)
    return [
        ("final_score", pa.int32(), "final score of the seat", scores),
        ("final_rank", pa.int8(), "seats that ended before this one: 0 for a winner", ranks),
        ("margin", pa.int32(), "final score less the best of the others; none alone", margin),
    ]
