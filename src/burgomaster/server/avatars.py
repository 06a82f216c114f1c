"""The pictures that people have chosen for themselves, kept for a moment: tables show them at every move."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

from burgomaster.core.cache import Cache
from burgomaster.server.people.profiles import Profiles
from burgomaster.server.people.reading import Source
from burgomaster.server.rating.results import ACCOUNT, account_of

FRESH_SECONDS = 60.0
MOST_KEPT = 4096


class Avatars:
    """Reads chosen faces. Its methods may block: call them in a thread."""

    def __init__(self, source: Source) -> None:
        self._profiles = Profiles(source)
        self._known: Cache[tuple[float, str]] = Cache(MOST_KEPT)

    def of(self, whos: Iterable[str]) -> dict[str, str]:
        """Find the faces of those of some people who have an account."""
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
        """Find the faces of some people."""
        return self._faces
