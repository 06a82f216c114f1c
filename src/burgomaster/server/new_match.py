"""The headers of new matches: dealt by options, dealt by a lesson, or taken from an uploaded record."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from burgomaster.core.errors import RecordError
from burgomaster.core.rng import MAX_SEED
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Record, Table, load_game
from burgomaster.server.incoming import RECORD_BYTES
from burgomaster.server.match import NOBODY, Entry, Header, Kind
from burgomaster.server.match.clocks import check_clock
from burgomaster.server.names import clean_name
from burgomaster.server.render import FORM_FIELD, board_html, result_html
from burgomaster.server.request_bodies import NotJson, read_json
from burgomaster.server.steady_time import now
from burgomaster.web.linked_log import linked_log

MATCH_BYTES = 9
NO_CLOCK = {"kind": "none"}

log = logging.getLogger(__name__)


def make_header(
    game: str,
    options: Mapping[str, Any],
    host: str,
    clock: Mapping[str, Any],
    is_open: bool,
    origin: str = "",
    rated: bool = False,
) -> Header:
    """Fix what stays the same at a table that is opened: the deal is drawn now and kept."""
    table = load_game(game, **dict(options)).new(seed=secrets.randbelow(MAX_SEED))
    return replace(header_of(table, host, check_clock(clock), is_open, origin=origin), rated=rated)


def header_of(
    table: Table,
    host: str,
    clock: Mapping[str, Any] = NO_CLOCK,
    is_open: bool = False,
    imported: bool = False,
    origin: str = "",
) -> Header:
    return Header(
        match=new_name(),
        game=table.game.name,
        version=table.game.version,
        options=json.loads(json.dumps(dict(table.game.options))),
        seed=table.seed,
        setup=table.setup,
        clock=clock,
        is_open=is_open,
        created=now(),
        host=host,
        imported=imported,
        origin=origin,
    )


def new_name() -> str:
    """Draw a name that nobody guesses; a command line must not take it for an option."""
    name = secrets.token_urlsafe(MATCH_BYTES)
    return f"m{name[1:]}" if name.startswith("-") else name


def read_record(data: bytes) -> Record:
    """Read an uploaded record, without playing it; RecordError for anything else."""
    if len(data) > RECORD_BYTES:
        raise RecordError("record.too_large", limit=RECORD_BYTES)
    try:
        return Record.from_json(read_json(data))
    except NotJson as error:
        cause = error.__cause__
        if isinstance(cause, json.JSONDecodeError):
            raise RecordError("record.not_json", line=cause.lineno, column=cause.colno) from None
        is_text = not isinstance(cause, UnicodeDecodeError)
        raise RecordError("record.hostile" if is_text else "record.not_text") from None


def check_record(record: Record) -> Table:
    """Replay an uploaded record and draw its first and its last position; RecordError if that fails."""
    table = record.check()
    beginning = table.copy()
    beginning.rewind(0)
    for shown in (beginning, table):
        try:
            draw_for_all(shown)
        except Exception:  # of whichever page
            log.exception("a record of %s cannot be drawn; its set-up: %.500r", record.game, record.setup)
            raise RecordError("record.not_drawn") from None
    return table


def draw_for_all(table: Table) -> None:
    """Draw a position as every seat and a spectator see it in a replay."""
    for seat in (*range(table.game.n_seats), None):
        view = SeatView.of(table, seat, can_act=False, is_reader=False)
        board_html(view, FORM_FIELD)
        linked_log(table, seat, view.language, -1, is_reader=False)
        if table.over:
            result_html(view)


def imported_entries(table: Table, now: float) -> list[Entry]:
    told: list[tuple[Kind, int, dict[str, Any]]] = []
    for seat in range(table.game.players):
        said = {"who": "", "name": clean_name(str(table.names[seat])), "bot": "record", "left": False}
        told.append((Kind.SIT, seat, said))
    told.append((Kind.BEGIN, NOBODY, {}))
    for step, notation in zip(table.steps, table.history, strict=True):
        told.append((Kind.MOVE, step.seat, {"move": notation, "by": "record"}))
    return [Entry(number, kind, seat, now, data) for number, (kind, seat, data) in enumerate(told, start=1)]
