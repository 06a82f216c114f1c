"""Every tile of Suburbia by stack and type, and every goal."""

from __future__ import annotations

from typing import Any

from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.rules.cards import ALL_ROWS, GOAL_IDS, IDS
from burgomaster.games.suburbia.web import TEXTS
from burgomaster.games.suburbia.web.tiles import ICONS, TYPES, face_of, goal_of

STACKS = ("basic", "A", "B", "C")


def gallery(language: str) -> dict[str, Any]:
    """Make the context of `suburbia/gallery.html`: every tile by stack and type, and every goal."""
    say = Translator(TEXTS, language)
    faces = [face_of(tile, say) for tile in IDS]
    ranked = sorted(faces, key=lambda face: TYPES.index(face.type) if face.type in TYPES else len(TYPES))
    groups = [(say(f"gallery.{stack}"), [face for face in ranked if face.stack == stack]) for stack in STACKS]
    others = [face for face in faces if not ALL_ROWS[IDS.index(face.id)].get("stack")]
    return {
        "say": say,
        "icons": ICONS,
        "language": language,
        "title": say("game.title"),
        "groups": [*groups, (say("gallery.other"), others)],
        "goals": [goal_of(goal, say) for goal in GOAL_IDS],
    }
