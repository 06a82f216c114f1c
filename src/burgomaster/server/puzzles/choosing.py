"""Which puzzle somebody gets next, and which one is that of the day."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from datetime import date

from burgomaster.bots.puzzles import Collection, Puzzle, puzzles_of
from burgomaster.core.registry import game_names
from burgomaster.server.security import Signer

NEAR = 8  # puzzles around a rating, among which one is drawn


def games_with_puzzles() -> list[str]:
    """List the games that have puzzles."""
    return [game for game in game_names() if collection_of(game) is not None]


def collection_of(game: str) -> Collection | None:
    """Find the puzzles of a game; None if there is not one."""
    found = puzzles_of(game) if game in game_names() else None
    return found if found is not None and found.puzzles else None


def puzzle_of_day(signer: Signer, collection: Collection, day: date) -> Puzzle:
    """Choose the puzzle of a day; nobody knows tomorrow's."""
    text = f"{day.isoformat()} {collection.game}"
    digest = hashlib.sha256(signer.sign("puzzle", text).encode()).digest()
    in_order = sorted(collection.puzzles, key=lambda one: one.id)
    return in_order[int.from_bytes(digest[:8], "big") % len(in_order)]


def next_puzzle(
    collection: Collection, answered: Set[str], difficulty: int | None, rating: float, mark: str
) -> Puzzle:
    """Choose a puzzle near a rating that is not answered yet; once all are, any of them.

    `mark` says for whom and when, so that reloading a link does not run through all puzzles.
    """
    fitting = collection.of_difficulty(difficulty) or collection.puzzles
    left = [one for one in fitting if one.id not in answered] or list(fitting)
    near = sorted(left, key=lambda one: (abs(one.rating - rating), one.id))[:NEAR]
    digest = hashlib.sha256(f"{mark} {len(answered)}".encode()).digest()
    return near[int.from_bytes(digest[:8], "big") % len(near)]
