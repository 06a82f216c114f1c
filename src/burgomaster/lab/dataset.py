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
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.position import is_default
from burgomaster.core.record_file import write_document
from burgomaster.core.registry import game_info, game_rules
from burgomaster.core.seating import read_count
from burgomaster.lab.run import Run

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

GROUP_ROWS = 50_000  # small parts are put together into row groups of at least so many rows
ADDED = ("package", "command", "encoding_version")  # what a finished file says beside the run


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
    """Return all that a file says of itself."""
    import pyarrow.parquet as pq

    from burgomaster.lab.columns import ABOUT

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
    """Play the parts that are missing, several at a time."""
    if not left:
        return
    from burgomaster.lab.columns import make_table
    from burgomaster.lab.rows import Player

    player = Player(run)

    def work(number: int) -> int:
        _write(make_table(player, run.part(number)), _part(folder, number))
        return len(run.part(number))

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
    import pyarrow.parquet as pq

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
    import pyarrow as pa
    import pyarrow.parquet as pq

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
    import pyarrow.parquet as pq

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
    from burgomaster.lab.columns import ABOUT

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
