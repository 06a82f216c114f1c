"""What hostile requests are about beside a table: a tournament, a puzzle, a study, a finished game."""

from __future__ import annotations

import json
import random
import re

import httpx

from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.server.puzzles.choosing import collection_of
from tests.campaigns.clients import token

NAMED = re.compile(r"\{(\w+)\}")
NOTHING = ("0", "1", "undo", "login", "-1", "9" * 30)  # where nothing real stands
REAL = 0.8  # the share of names that are those of something real
START_SECONDS = 120.0
ODD_PLACES = ("n1", "n0", "0", "9" * 9, "-1", "nn", "")
PAGES = (  # that anybody may look at, with queries
    *("/tournaments", "/tournament/{cup}", "/tournament/{cup}/rounds", "/tournament/{cup}/live"),
    *("/puzzles", "/puzzles/{game}", "/puzzles/{game}/{puzzle}", "/studies", "/study/{study}"),
    *("/study/{study}/openings", "/study/{study}/picture.png", "/watch", "/daily", "/daily/picture.png"),
    *("/t/{match}/commentary", "/t/{over}/embed", "/t/{over}/course.svg", "/t/{over}/result.png"),
    *("/t/{match}/picture.png", "/t/{over}/mistakes", "/t/{over}/openings", "/t/{match}/problem"),
    *("/openings/{game}", "/leaders/{game}", "/people", "/people/{number}", "/calls", "/account/export"),
    *("/api/tournaments/{cup}", "/api/puzzles/{game}/next", "/api/studies/{study}", "/api/watch"),
    *("/api/people", "/api/people/{number}/games", "/api/openings/{game}", "/api/daily"),
)
QUERIES = (
    "at",
    "difficulty",
    "ply",
    "round",
    "day",
    "page",
    "skip",
    "seat",
    "sort",
    "key",
    "language",
    "token",
)


def make_places(client: httpx.Client, table: str, chance: random.Random) -> dict[str, str]:
    """Make something of every kind for the sender, and name it as paths do."""
    game, headers = game_names()[0], token(client)
    client.get("/daily/picture.png", timeout=START_SECONDS)  # the first one waits for a process to start
    cup = client.post("/api/tournaments", json={"game": game, "options": {"players": 2}}, headers=headers)
    over = client.post("/api/records", content=finished_game(chance), headers=headers).json()["table"]
    study = client.post(f"/api/tables/{over}/studies", json={}, headers=headers)
    collection = collection_of(game)
    puzzle = chance.choice(list(collection.puzzles)).id if collection else "none"
    made = {"match": table, "over": over, "game": game, "puzzle": puzzle, "number": "1"}
    return {**made, "cup": cup.json()["tournament"], "study": study.json()["study"]}


def finished_game(chance: random.Random) -> str:
    """Write the record of some game that is over."""
    table = load_game(game_names()[0], players=2).new(seed=chance.getrandbits(30))
    while not table.over:
        table.play(chance.choice(table.moves()))
    return json.dumps(table.record().to_json())


def fill_path(path: str, places: dict[str, str], chance: random.Random) -> str:
    """Put names into a path: mostly of what there is. What the sender has is not thrown away at once."""

    def name(found: re.Match[str]) -> str:
        real = places.get(found[1])
        return real if real is not None and chance.random() < REAL else chance.choice(NOTHING)

    return NAMED.sub(name, path)


def forms_at(places: dict[str, str]) -> list[str]:
    """List pages with forms beside those of tables."""
    known = ("/tournaments/new", "/tournament/{cup}", "/puzzles/{game}/{puzzle}", "/study/{study}", "/calls")
    more = ("/account/profile", "/t/{match}/commentary", "/t/{over}/mistakes", "/daily")
    return [NAMED.sub(lambda found: places[found[1]], path) for path in (*known, *more)]
