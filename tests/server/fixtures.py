"""Servers for tests: in a thread of this process, or as a process of their own that can be killed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from tests import machine
from tests.campaigns.servers import (
    PATIENCE,
    SECRET,
    Process,
    Running,
    free_socket,
    settings_for,
    start,
    until,
)
from tests.campaigns.stores import Cluster, running_cluster

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from burgomaster.server.connections import ConnectionLimits
    from burgomaster.server.settings import Settings
    from burgomaster.server.store import Store
    from tests.campaigns.receivers import HttpReceiver, SmtpReceiver

__all__ = ["PATIENCE", "SECRET", "Process", "Running", "free_socket", "settings_for", "start", "until"]


@contextmanager
def new_server(
    settings: Settings, limits: ConnectionLimits | None = None, port: int = 0
) -> Iterator[Running]:
    running = start(settings, limits, port)
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server on SQLite that most tests share; every test has tables of its own."""
    folder = tmp_path_factory.mktemp("server")
    running = start(settings_for(f"sqlite:///{folder / 'tables.db'}"))
    yield running
    running.stop()


@pytest.fixture(scope="session", autouse=True)
def dear_passwords() -> Iterator[PasswordHasher]:
    """Passwords are hashed cheaply in tests; what hashes them everywhere else is given."""
    from argon2 import PasswordHasher

    from burgomaster.server import security

    dear, security._passwords = security._passwords, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    yield dear
    security._passwords = dear


@pytest.fixture(scope="session", autouse=True)
def ready_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """New files of SQLite begin as a copy of one whose tables the real upgrade has made."""
    from burgomaster.server import store
    from burgomaster.server.store_engine import sqlite_path

    ready, upgrade = tmp_path_factory.mktemp("ready") / "tables.db", store.upgrade

    def upgrade_copy(address: str) -> None:
        path = sqlite_path(address)
        if path is not None and path.parent.is_dir() and not path.exists():
            if not ready.exists():
                upgrade(f"sqlite:///{ready}")
            shutil.copy(ready, path)
        upgrade(address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "upgrade", upgrade_copy)
        yield ready


@pytest.fixture
def real_upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file is made as everywhere else."""
    from burgomaster.server import store
    from burgomaster.server.store_engine import upgrade

    monkeypatch.setattr(store, "upgrade", upgrade)


@pytest.fixture
def client(server: Running) -> httpx.Client:
    return server.client()


@pytest.fixture(scope="module")
def smtp() -> Iterator[SmtpReceiver]:
    """A mail server that remembers everything."""
    from tests.campaigns.receivers import SmtpReceiver

    with SmtpReceiver() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def http() -> Iterator[HttpReceiver]:
    """An endpoint of webhooks and pushes that remembers everything."""
    from tests.campaigns.receivers import HttpReceiver

    with HttpReceiver() as receiver:
        yield receiver


# PostgreSQL


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of our own; a test that needs it fails if it is not installed."""
    if machine.find_postgres() is None:
        pytest.fail(machine.explain("postgres"))
    with running_cluster() as made:
        yield made


@pytest.fixture(scope="session")
def ready_tables(cluster: Cluster) -> Iterator[str]:
    """The name of a database whose tables are made and empty; others begin as copies of it."""
    from burgomaster.server.store_engine import upgrade

    name = f"ready_{os.getpid()}"
    upgrade(cluster.make_database(name))
    yield name
    cluster.drop_database(name)


@pytest.fixture
def postgres(cluster: Cluster, ready_tables: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database whose tables are made."""
    name = f"test_{abs(hash(request.node.nodeid))}"
    yield cluster.make_database(name, like=ready_tables)
    cluster.drop_database(name)


@pytest.fixture
def bare_postgres(cluster: Cluster) -> Iterator[str]:
    yield cluster.make_database("bare")
    cluster.drop_database("bare")


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'bare.db'}"
    return str(request.getfixturevalue("bare_postgres"))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of each kind; `make test` leaves PostgreSQL to those of the store."""
    return empty_store(request, tmp_path)


def empty_store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on a file of SQLite."""
    from burgomaster.server.store import Store

    with closing(Store(f"sqlite:///{tmp_path / 'tables.db'}")) as made:
        yield made
