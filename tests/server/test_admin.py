"""What an operator does to a store: backups for both kinds of store, checks, old tables, passwords."""

from __future__ import annotations

import gzip
import io
import json
import random
import shutil
import stat
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, delete, insert, select, update

from burgomaster.cli.main import main
from burgomaster.server import models
from burgomaster.server.backup import AdminError, back_up, restore
from burgomaster.server.checking import check_store
from burgomaster.server.match import Entry, Match, apply_entry, moves, seats
from burgomaster.server.new_match import make_header
from burgomaster.server.security import hash_password, is_password
from burgomaster.server.store import Store, Writing
from burgomaster.server.study.store import StudyStore
from burgomaster.server.study.tree import Study

OLD = time.time() - 100 * 24 * 3600


def quiet(*_: Any) -> None:
    """Nobody watches."""


def play(store: Store, n_moves: int, seed: int = 1, at: float | None = None) -> Match:
    now = time.time() if at is None else at
    header = make_header("petersburg", {"players": 2}, "visitor:anna", {"kind": "none"}, True)
    match, draw, entries = Match(replace(header, created=now)), random.Random(seed), []
    store.create(match.header, match.summary)

    def keep(new: Sequence[Entry]) -> None:
        entries.extend(new)
        for entry in new:
            apply_entry(match, entry)

    for seat, name in enumerate(("anna", "boris")):
        keep([seats.sit(match, seat, f"visitor:{name}", name.title(), now)])
    keep([seats.begin(match, now)])
    while match.to_move is not None and match.ply < n_moves:
        keep(moves.play(match, match.to_move, draw.choice(match.table.moves()).notation, None, now))
    store.write(Writing(match.header.match, entries, match.status, match.changed, match.summary))
    store.say(match.header.match, 0, 0, "Anna", 'Привет! «ё» \u2028 \\ "', now)
    return match


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[tuple[Store, str]]:
    """A store with a game that runs, one that is over, and an account."""
    address = f"sqlite:///{tmp_path / 'filled.db'}"
    store = Store(address)
    play(store, 5)
    play(store, 10_000, seed=2)
    number = store.accounts.add("Аня", "аня", hash_password("hunter2hunter2"), 1.5)
    assert number is not None
    store.accounts.add_session("a hash", number, 2.5)
    yield store, address
    store.close()


def rows_of(address: str) -> dict[str, list[Any]]:
    store = Store(address)
    with store.engine.connect() as connection:
        found = {
            table.name: sorted(map(repr, connection.execute(select(table)).mappings()))
            for table in models.metadata.sorted_tables
        }
    store.close()
    return found


def test_a_backup_moves_between_both_kinds_of_store(
    filled: tuple[Store, str], postgres: str, tmp_path: Path
) -> None:
    _, address = filled
    there, back = tmp_path / "there.jsonl.gz", tmp_path / "back.jsonl"
    counts = back_up(address, there, quiet)
    assert counts["matches"] == 2 and counts["accounts"] == counts["sessions"] == 1 and counts["journal"] > 50
    assert stat.S_IMODE(there.stat().st_mode) == 0o600 and gzip.decompress(there.read_bytes())
    assert restore(there, postgres, quiet) == counts
    assert check_store(postgres, quiet) == (2, [])
    assert back_up(postgres, back, quiet) == counts
    again = f"sqlite:///{tmp_path / 'again.db'}"
    restore(back, again, quiet)
    assert rows_of(again) == rows_of(address) == rows_of(postgres)
    moved = Store(postgres)  # numbers go on behind the restored ones
    assert moved.accounts.add("Boris", "boris", "x", 1.0) == 2
    moved.close()


@pytest.mark.slow
def test_a_backup_of_a_store_in_use_is_of_one_moment(filled: tuple[Store, str], tmp_path: Path) -> None:
    store, address = filled
    stop, n_played = threading.Event(), 0

    def go_on() -> None:
        nonlocal n_played
        while not stop.is_set():
            play(store, 8, seed=n_played)
            n_played += 1

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        for number in range(3):
            back_up(address, tmp_path / f"{number}.jsonl", quiet)
            restored = f"sqlite:///{tmp_path / f'{number}.db'}"
            restore(tmp_path / f"{number}.jsonl", restored, quiet)
            assert check_store(restored, quiet)[1] == []
        assert check_store(address, quiet)[1] == []
    finally:
        stop.set()
        thread.join()
    assert n_played > 3


def test_what_is_no_whole_backup_restores_nothing(filled: tuple[Store, str], tmp_path: Path) -> None:
    _, address = filled
    whole = tmp_path / "whole.jsonl"
    back_up(address, whole, quiet)
    lines = whole.read_bytes().splitlines(keepends=True)
    head = json.loads(lines[0])
    bad = {
        "cut_off": b"".join(lines[:-1]),
        "cut_off ": b"".join(lines[:-2] + lines[-1:]),
        "bad_line": b"".join(lines[:3]) + lines[3][:20],
        "bad_line ": lines[0] + b'{"table":"sqlite_master","row":{}}\n',
        "bad_line  ": lines[0] + b"[" * 100_000,
        "newer_backup": json.dumps({**head, "store": "9999"}).encode() + b"\n" + lines[-1],
        "newer_backup ": json.dumps({**head, "format": 2}).encode() + b"\n" + lines[-1],
        "no_backup": b'{"hello": 1}\n',
        "no_backup ": b"",
        "not_restored": b"".join([lines[0], lines[-2], lines[-2], lines[-1]]),
        "no_file": gzip.compress(whole.read_bytes())[:-200],
    }
    empty = f"sqlite:///{tmp_path / 'empty.db'}"
    for key, content in bad.items():
        path = tmp_path / "bad"
        path.write_bytes(content)
        with pytest.raises(AdminError) as refused:
            restore(path, empty, quiet)
        assert refused.value.message.key == f"admin.{key.strip()}", key
        assert not any(rows_of(empty).values())
    with pytest.raises(AdminError) as refused:
        restore(whole, address, quiet)
    assert refused.value.message.key == "admin.not_empty"
    assert list(tmp_path.glob("*.part")) == []


MATCHES, JOURNAL = models.matches, models.journal
SPOILED: dict[str, tuple[Any, str]] = {
    "a missing entry": (delete(JOURNAL).where(JOURNAL.c.number == 6), "replay"),
    "a move that is not legal": (
        update(JOURNAL).where(JOURNAL.c.number == 6).values(data={"move": "sing"}),
        "replay",
    ),
    "an unknown kind": (update(JOURNAL).where(JOURNAL.c.number == 6).values(kind="x"), "replay"),
    "another result": (update(MATCHES).values(summary={"scores": [1, 2]}), "listed"),
    "another status": (update(MATCHES).values(status="running"), "listed"),
    "a lost holder": (delete(models.holders), "unheld"),
    "rows of nothing": (
        insert(JOURNAL).values(match="nowhere", number=1, kind="begin", seat=0, at=0.0, data={}),
        "foreign",
    ),
}


def test_the_check_finds_everything_that_is_spoiled(tmp_path: Path) -> None:
    sound = Store(f"sqlite:///{tmp_path / 'sound.db'}")
    play(sound, 10_000)
    sound.close()
    assert check_store(f"sqlite:///{tmp_path / 'sound.db'}", quiet) == (1, [])
    for what, (spoil, key) in SPOILED.items():
        path = Path(shutil.copy(tmp_path / "sound.db", tmp_path / f"{what}.db"))
        engine = create_engine(f"sqlite:///{path}")  # which does not look whether rows belong to others
        with engine.begin() as connection:
            connection.execute(spoil)
        engine.dispose()
        assert [problem.key for problem in check_store(f"sqlite:///{path}", quiet)[1]] == [key], what


def test_old_tables_are_deleted_and_no_others(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(database)
    kept = play(store, 4).header.match
    gone = [play(store, n, at=OLD).header.match for n in (3, 5)]
    monkeypatch.setenv("BURGOMASTER_DATABASE", database)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    prune = ["admin", "prune", "--days", "30", "--lang", "en"]
    for owner in ("visitor:a", "account:1"):
        StudyStore(store).add(Study(owner, owner, "", kept, {"game": "spyrium"}, OLD, OLD))
    assert main([*prune, "--dry-run"]) == 0 and "2, studies of guests: 1" in capsys.readouterr().out
    assert main(prune) == 1 and store.load(gone[0]) is not None
    assert main([*prune, "--yes"]) == 0
    assert "Tables deleted: 2, studies of guests: 1" in capsys.readouterr().out
    assert [StudyStore(store).find(owner) is None for owner in ("visitor:a", "account:1")] == [True, False]
    assert [store.load(name) is None for name in (*gone, kept)] == [True, True, False]
    assert check_store(database, quiet) == (1, []) and len(store.chat_of(kept)) == 1
    assert main([*prune, "--yes"]) == 0
    store.close()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_password_is_reset_without_standing_on_the_command_line(
    language: str,
    filled: tuple[Store, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store, address = filled
    words = ["admin", "password", "АНЯ", "--database", address, "--lang", language]
    for typed, code in (("short\n", 1), ("", 1), ("a better password\n", 0)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(words) == code
        found = store.accounts.find("аня")
        assert found is not None and is_password(found["password"], typed.strip()) == (code == 0)
    assert store.accounts.find_by_session("a hash", 0.0) is None
    monkeypatch.setattr(sys, "stdin", io.StringIO("a better password\n"))
    assert main([*words[:2], "nobody", *words[3:]]) == 1
    said = capsys.readouterr()
    assert "a better password" not in said.out + said.err
    with pytest.raises(SystemExit):
        raise SystemExit(main([*words, "--password", "x"]))


def test_the_commands_say_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = f"sqlite:///{tmp_path / 'missing.db'}"
    for words in (["backup", str(tmp_path / "b")], ["check"], ["prune", "--days", "1"], ["password", "x"]):
        assert main(["admin", *words, "--database", missing]) == 1
        assert "missing.db" in capsys.readouterr().err
    assert not (tmp_path / "missing.db").exists()
    other = tmp_path / "other.db"
    other.write_text("no database at all, but long enough to look like one " * 99)
    assert main(["admin", "check", "--database", f"sqlite:///{other}"]) == 1
    assert "not a database" in capsys.readouterr().err
    away = "postgresql://anna:hunter2@127.0.0.1:1/nothing"
    assert main(["admin", "check", "--database", away]) == 1
    assert "hunter2" not in capsys.readouterr().err


def test_the_settings_in_force_are_shown_without_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURGOMASTER_SECRET", "the secret of the server")
    monkeypatch.setenv("BURGOMASTER_BOT_SECONDS", "3")
    words = ["admin", "limits", "--database", "postgresql://anna:hunter2@db/tables"]
    assert main([*words, "--json"]) == 0
    text = capsys.readouterr().out
    shown = {one["name"]: one for one in json.loads(text)["settings"]}
    assert shown["bot_seconds"] == {
        "name": "bot_seconds",
        "value": "3.0",
        "variable": "BURGOMASTER_BOT_SECONDS",
        "is_set": True,
    }
    assert not shown["prefix"]["is_set"] and "hunter2" not in text and "the secret" not in text
    assert main([*words, "--lang", "ru"]) == 0 and "окружение" in capsys.readouterr().out


def test_finished_games_become_records_without_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path / 'store.db'}"
    store = Store(address)
    finished = play(store, 10_000)
    play(store, 5, seed=2)
    store.close()
    path = tmp_path / "games.jsonl"
    assert main(["admin", "records", str(path), "--database", address]) == 0
    assert "records 1; games that are not over 1" in capsys.readouterr().out
    (record,) = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert record["result"]["scores"] == finished.table.scores
    assert [seat["name"] for seat in record["seats"]] == ["1", "2"]
    assert main(["stats", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["games"] == 1
    assert main(["admin", "records", str(path), "--names", "--database", address]) == 0
    assert "Anna" in path.read_text(encoding="utf-8") and path.stat().st_mode & 0o077 == 0
