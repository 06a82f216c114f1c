"""Reasons of moves as rows of a page: points with their sign, a bar, and what they are owed to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgomaster.bots.explanations import reason_text
from burgomaster.bots.reasons import Part
from burgomaster.core.language import signed


def reason_rows(game: str, parts: Sequence[Part], language: str) -> dict[str, Any]:
    """Make the rows of what makes two moves differ, and the points that they add up to."""
    most = max((abs(part.points) for part in parts), default=1.0)
    rows = [
        {
            "points": signed(part.points, language),
            "is_plus": part.points > 0,
            "width": round(100 * abs(part.points) / most),
            "text": reason_text(game, part.reason, language),
        }
        for part in parts
    ]
    return {"rows": rows, "total": signed(sum(part.points for part in parts), language)}
