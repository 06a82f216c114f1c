"""What an operator does about people: old stores and backups get results, reports are read and closed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import insert, select, text, update

from burgomaster.cli.main import main
from burgomaster.server import models
from burgomaster.server.admin import prune
from burgomaster.server.backup import back_up, restore
from burgomaster.server.checking import check_store
from burgomaster.server.people.circle import Circle
from burgomaster.server.people.counting import count_all
from burgomaster.server.people.history import Filters, History
from burgomaster.server.people.own_data import NOBODYS_NAME, forget, forget_once, gone_accounts, tables_left
from burgomaster.server.store import Store
from burgomaster.server.store_engine import MIGRATIONS, begin_at_once, make_engine
from tests.server.endings import finished, keep

PAIR = ("account:1", "account:2")


def quiet(*_: Any) -> None:
    """Nobody watches."""


def filled(address: str) -> Store:
    store = Store(address)
    for name in ("Anna", "Boris"):
        store.accounts.add(name, name.casefold(), "hash", 1.0)
    keep(store, finished("one", PAIR, names=["Anna", "Boris"]))
    keep(store, finished("two", PAIR, rated=False, seed=2, names=["Anna", "Boris"]))
    return store


@pytest.mark.slow
def test_old_games_are_deleted_but_their_results_stay(database: str) -> None:
    store = filled(database)
    assert prune(database, 1).total() == 2
    rows, _ = History(store.engine).games("account:1", Filters(), sees_all=True)
    assert [(row["match"], row["kept"]) for row in rows] == [("two", False), ("one", False)]
    with store.engine.connect() as connection:
        assert len(connection.execute(select(models.ratings)).all()) == 4
    store.close()


@pytest.mark.slow
def test_a_store_of_before_is_brought_up_to_date(tmp_path: Path, bare_database: str) -> None:
    """The tables as they were: holders that do not say what is over, games without results."""
    engine, config = make_engine(bare_database), Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    if engine.dialect.name == "sqlite":
        begin_at_once(engine)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        row = {
            "match": "old",
            "game": "petersburg",
            "version": 1,
            "options": "{}",
            "setup": "{}",
            "clock": "{}",
        }
        row |= {"is_open": True, "imported": False, "host": "account:1", "created": 1.0, "summary": "{}"}
        row |= {"status": "over", "changed": 5.0}
        columns = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join(f":{name}" for name in row)
        connection.execute(text(f"INSERT INTO matches ({columns}) VALUES ({marks})"), row)
        connection.execute(text("INSERT INTO holders (match, who) VALUES ('old', 'account:1')"))
    engine.dispose()
    store = Store(bare_database)
    with store.engine.connect() as connection:
        assert connection.scalar(select(models.holders.c.ended)) == 5.0
        assert connection.scalar(select(models.matches.c.counted)) is False
    with store.engine.begin() as connection:
        connection.execute(update(models.holders).values(ended=0.0))  # as a backup of before has it
    back_up(bare_database, tmp_path / "backup", quiet)
    store.close()
    other = f"sqlite:///{tmp_path / 'other.db'}"
    restore(tmp_path / "backup", other, quiet)
    again = Store(other)
    with again.engine.connect() as connection:
        assert connection.scalar(select(models.holders.c.ended)) == 5.0
    again.close()


def test_results_and_reports_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path / 'tables.db'}"
    monkeypatch.setenv("BURGOMASTER_DATABASE", address)
    store = filled(address)
    with store.engine.begin() as connection:
        connection.execute(update(models.results).values(score=1))
    assert main(["admin", "results"]) == 0 and "Games counted: 0;" in capsys.readouterr().out
    assert main(["admin", "results", "--again"]) == 0 and "Games counted: 2;" in capsys.readouterr().out
    rows, _ = History(store.engine).games("account:1", Filters(), sees_all=True)
    assert all(row["score"] > 1 for row in rows)
    Circle(store.engine).report(1, 2, "chat", "very rude", "one", time.time())
    assert main(["admin", "reports", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["about"], one["by"], one["text"]) for one in found] == [("Boris", "Anna", "very rude")]
    assert main(["admin", "reports", "--close", str(found[0]["id"])]) == 0
    assert main(["admin", "reports", "--close", "99"]) != 0
    capsys.readouterr()
    assert main(["admin", "reports", "--json"]) == 0 and json.loads(capsys.readouterr().out) == []
    store.close()


def test_points_that_an_older_server_did_not_list_are_listed(database: str) -> None:
    store, table = filled(database), models.matches
    with store.engine.begin() as connection:
        before = {row.match: row.summary for row in connection.execute(select(table))}
        for name, summary in before.items():
            old = {key: value for key, value in summary.items() if key != "points"}
            connection.execute(update(table).where(table.c.match == name).values(summary=old))
    assert len(check_store(database, quiet)[1]) == 2
    count_all(store, quiet)
    with store.engine.connect() as connection:
        assert {row.match: row.summary for row in connection.execute(select(table))} == before
    assert check_store(database, quiet)[1] == []
    store.close()


def test_a_server_that_was_killed_goes_on_forgetting(database: str) -> None:
    store = filled(database)
    record = {"seats": [{"name": "Anna"}, {"name": "Boris"}]}
    with store.engine.begin() as connection:
        for name, owner in (("hers", "account:1"), ("his", "account:2")):
            row = {"study": name, "owner": owner, "title": "", "game": "petersburg", "match": "two"}
            connection.execute(insert(models.studies).values(**row, record=record, created=1.0, changed=1.0))
    store.accounts.delete(1, "token", forget)
    assert gone_accounts(store) == [1] and sorted(tables_left(store, "account:1")) == ["one", "two"]
    forget_once(store, "one", "account:1")
    assert gone_accounts(store) == [1] and tables_left(store, "account:1") == ["two"]
    forget_once(store, "two", "account:1")
    assert gone_accounts(store) == []
    assert check_store(database, quiet)[1] == []  # lists and journals agree, names and all
    with store.engine.connect() as connection:  # of what others study only the name is gone
        left = connection.execute(select(models.studies.c.study, models.studies.c.record)).one()
    assert left.study == "his" and left.record["seats"][0]["name"] == NOBODYS_NAME
    loaded = store.load("two")
    assert loaded is not None
    assert [entry.data["name"] for entry in loaded[1][:2]] == [NOBODYS_NAME, "Boris"]
    store.close()
