"""What people say of themselves: a picture from our own art, a few words, and who may see their games.

Everything about people is read and written by a connection of its own for each question, or by one for
several.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal, NamedTuple, get_args

from sqlalchemy import Connection, Engine, bindparam, insert, select, update

from burgomaster.core.cache import Cache
from burgomaster.server import models
from burgomaster.server.bot_players import offered_bots
from burgomaster.server.characters import GUEST_FACES, bot_face, has_character, person_face
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_text
from burgomaster.server.rating.results import ACCOUNT, account_of
from burgomaster.server.store_engine import reader_of

Source = Engine | Connection
MOST_ABOUT = 300
TOWNSPEOPLE = ("face-character-saver", "face-character-builder", "face-character-host")
SeenBy = Literal["all", "friends", "nobody"]
SEEN_BY: tuple[str, ...] = get_args(SeenBy)
FRESH_SECONDS = 60.0
MOST_KEPT = 4096


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


# Profiles


class Person(NamedTuple):
    number: int
    name: str
    since: float
    face: str
    about: str
    seen_by: str

    @property
    def who(self) -> str:
        return f"{ACCOUNT}{self.number}"


@cache
def faces() -> tuple[str, ...]:
    """List the pictures that one can choose from: animals, then the characters of bots and other people."""
    animals = [f"face-guest-{number}" for number in range(GUEST_FACES)]
    return (*animals, *(bot_face(bot) for bot in offered_bots() if has_character(bot)), *TOWNSPEOPLE)


PERSON = (
    select(models.accounts.c.id, models.accounts.c.name, models.accounts.c.created, models.profiles)
    .outerjoin(models.profiles, models.profiles.c.account == models.accounts.c.id)
    .where(models.accounts.c.id == bindparam("number"), models.accounts.c.name != "")
)
FACES = select(models.profiles.c.account, models.profiles.c.face).where(
    models.profiles.c.account.in_(bindparam("numbers", expanding=True))
)


class Profiles:
    """What accounts say of themselves. Its methods block: call them in a thread."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def person(self, number: int) -> Person | None:
        with reading(self._source) as connection:
            row = connection.execute(PERSON, {"number": number}).mappings().first()
        return None if row is None else person_of(row)

    def find(self, name: str) -> int | None:
        accounts = models.accounts
        query = select(accounts.c.id).where(accounts.c.key == name.casefold(), accounts.c.name != "")
        with reading(self._source) as connection:
            found = connection.scalar(query)
        return None if found is None else int(found)

    def known_faces(self, numbers: Sequence[int]) -> dict[int, str]:
        """Read which pictures some accounts have chosen; who has not has the usual one."""
        if not numbers:
            return {}
        with reading(self._source) as connection:
            found = connection.execute(FACES, {"numbers": sorted(set(numbers))})
            chosen = {row.account: row.face for row in found}
        return {number: chosen.get(number) or usual_face(number) for number in numbers}

    def set(self, number: int, face: str, about: str, seen_by: str) -> None:
        if face and face not in faces():
            raise Refused("no_face")
        table = models.profiles
        values = {"face": face, "about": clean_text(about)[:MOST_ABOUT]}
        values["seen_by"] = seen_by if seen_by in SEEN_BY else SEEN_BY[0]
        with writing(self._source) as connection:
            accounts = models.accounts  # one request at a time changes a profile
            connection.execute(select(accounts.c.id).where(accounts.c.id == number).with_for_update())
            done = connection.execute(update(table).where(table.c.account == number).values(values))
            if done.rowcount == 0:
                connection.execute(insert(table).values(account=number, **values))


def person_of(row: Any) -> Person:
    face = row["face"] if row["face"] in faces() else usual_face(row["id"])
    shown = (row["about"] or "", row["seen_by"] or SEEN_BY[0])
    return Person(row["id"], row["name"], row["created"], face, *shown)


def usual_face(number: int) -> str:
    return person_face(f"{ACCOUNT}{number}")


# Chosen pictures at tables, which show them at every move


class Avatars:
    """Reads chosen faces. Its methods may block: call them in a thread."""

    def __init__(self, source: Source) -> None:
        self._profiles = Profiles(source)
        self._known: Cache[tuple[float, str]] = Cache(MOST_KEPT)

    def of(self, whos: Iterable[str]) -> dict[str, str]:
        accounts = {number for who in whos if (number := account_of(who)) is not None}
        if not accounts:
            return {}
        old = time.monotonic() - FRESH_SECONDS
        fresh = {
            number: known[1] for number in accounts if (known := self._known.find(number)) and known[0] > old
        }
        missing = sorted(accounts - fresh.keys())
        for number, face in self._profiles.known_faces(missing).items():
            fresh[number] = self._known.put(number, (time.monotonic(), face))[1]
        return {f"{ACCOUNT}{number}": face for number, face in fresh.items()}

    def forget(self, account: int) -> None:
        """Read the face of somebody again: they have chosen another."""
        self._known.put(account, (float("-inf"), ""))


class KnownFaces:
    """Faces that somebody else has read, for processes without a store."""

    def __init__(self, faces: Mapping[str, str]) -> None:
        self._faces = faces

    def of(self, whos: Iterable[str]) -> Mapping[str, str]:
        return self._faces
