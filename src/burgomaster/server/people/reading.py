"""Reading and writing a store: by a connection of one's own for each question, or by one for several."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine

from burgomaster.server.store_engine import reader_of

Source = Engine | Connection


@contextmanager
def reading(source: Source) -> Iterator[Connection]:
    """Give a connection to read by: the one that is there, or a new one."""
    if isinstance(source, Connection):
        yield source
        return
    with reader_of(source).connect() as connection:
        yield connection


@contextmanager
def writing(source: Source) -> Iterator[Connection]:
    """Give a connection whose changes are committed together; where one is there, with what else it does."""
    if isinstance(source, Connection):
        yield source
        return
    with source.begin() as connection:
        yield connection
