"""A store that version 0.1 of the server wrote is read as that version understood it.

`stored/store.sql` is its SQLite file: people with clocks who move, undo, ask for takebacks, pause, pass,
leave, come back and run out of time; moves held during a secret question, dropped, and answered at one
device; a table of bots; a finished game; a table that waits; an uploaded record; chat and an account.
`stored/expected.json` is what that version knew of each match. Both were written once and must never be
written again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from burgomaster.server.checking import check_store
from burgomaster.server.describe import describe_table
from burgomaster.server.match import Kind, Match, replay
from burgomaster.server.store import Store
from tests.campaigns.clients import NOBODY
from tests.server.fixtures import new_server, settings_for, until

FOLDER = Path(__file__).parent / "stored"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
CHAT = EXPECTED.pop("chat")
LATER_KINDS = {Kind.SWAP, Kind.CANCEL, Kind.REMATCH, Kind.PAUSE_ASKED}  # what a host can do since
LATER_KINDS |= {Kind.PLAN, Kind.STANDING, Kind.VACATION, Kind.VACATION_OVER, Kind.COMMENTARY}
SUMMARY_THEN = tuple(EXPECTED["people"]["summary"])
KNOWN_THEN = tuple(EXPECTED["people"]["seen"][0])  # later versions say more


@pytest.fixture
def address(tmp_path: Path) -> str:
    path = tmp_path / "tables.db"
    connection = sqlite3.connect(path)
    connection.executescript((FOLDER / "store.sql").read_text(encoding="utf-8"))
    connection.close()
    return f"sqlite:///{path}"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    opened = Store(address)
    yield opened
    opened.close()


def seen_by(match: Match, seat: int | None) -> dict[str, Any]:
    """What version 0.1 showed to a seat; the position itself is the game's own affair.

    Against bots alone more can be undone now than then.
    """
    shown = describe_table(match, seat)
    known = {key: shown[key] for key in KNOWN_THEN}
    return {**known, "can_undo": False} if seat is not None and match.plays_alone(seat) else known


def understood(match: Match) -> dict[str, Any]:
    """Everything that version 0.1 wrote down of a match."""
    seats = range(match.game.players)
    known = {
        "number": match.number,
        "status": match.status,
        "changed": match.changed,
        "summary": {key: match.summary[key] for key in SUMMARY_THEN},
        "history": match.table.history,
        "seen": [seen_by(match, seat) for seat in (None, *seats)],
        "played": match.played,
        "held": {str(seat): [held.move, held.at] for seat, held in match.held_moves.items()},
        "since": [seat.since for seat in match.seats],
        "sees_turn": [match.sees_turn(seat) for seat in seats],
    }
    return dict(json.loads(json.dumps(known)))


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_journal_tells_the_same_match(store: Store, name: str) -> None:
    loaded = store.load(name)
    assert loaded is not None
    assert understood(replay(*loaded)) == EXPECTED[name]


def test_every_kind_of_entry_chat_and_accounts_of_the_old_store_are_read(store: Store) -> None:
    found = {entry.kind for name in EXPECTED for entry in store.entries(name, 0)}
    assert found == set(Kind) - LATER_KINDS
    said = store.chat_of("people")
    assert [[row[key] for key in ("ply", "seat", "name", "text", "at")] for row in said] == CHAT
    account = store.accounts.find_by_session("token", 0.0)
    assert account is not None and account["name"] == "Anna"


def test_a_server_shows_and_mends_an_old_store(address: str) -> None:
    """Lists have shown points since version 0.5; `burgomaster admin check` missed them in every old game."""
    with new_server(settings_for(address)) as running:
        for name in EXPECTED:
            for path in (f"/t/{name}", f"/api/tables/{name}"):
                assert NOBODY.get(running.url + path).status_code == 200, path
            is_waiting = EXPECTED[name]["status"] == "waiting"  # its deal is nobody's business yet
            assert NOBODY.get(f"{running.url}/t/{name}/replay").status_code == (422 if is_waiting else 200)
        listed = NOBODY.get(f"{running.url}/api/tables").json()
        assert [row["match"] for row in listed["open"]] == ["waiting"]
        until(lambda: check_store(address, lambda *_: None) == (len(EXPECTED), []), 30)
