"""What was said at a table, at the moments of its game at which it was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.server.match import Match


def said_at(match: Match, chat: Sequence[Mapping[str, Any]]) -> dict[int, list[Mapping[str, Any]]]:
    """Sort what was said by the moments of a replay at which it was said."""
    places = chat_places(match)
    said: dict[int, list[Mapping[str, Any]]] = {}
    for line in chat:
        said.setdefault(places[min(max(0, line["ply"]), len(places) - 1)], []).append(line)
    return said


def chat_places(match: Match) -> list[int]:
    """List the moments of a replay by what a line knows: how many moves everybody had seen.

    When everything is open, a replay has moments after secret answers too; nobody counted those then.
    """
    if not match.is_open_book:
        return list(range(match.public_ply + 1))
    return [0] + [ply + 1 for ply, move in enumerate(match.played) if not move.is_secret]


def chat_moments(match: Match, chat: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """Find for every line of the chat the moment of the replay at which it was said."""
    return {line["id"]: place for place, lines in said_at(match, chat).items() for line in lines}
