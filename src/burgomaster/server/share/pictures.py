"""Pictures of tables, replays, studies and deals, composed from what a spectator may see.

Every picture has a key: whatever it shows is in it, so that a kept one is never shown for another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from burgomaster.core.registry import game_folder, game_info, game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.characters import bot_name
from burgomaster.server.daily import deals
from burgomaster.server.end_context import plain_title, ranks_of
from burgomaster.server.faces import bot_face
from burgomaster.server.match import Match
from burgomaster.server.match.journal import DEAL, is_deal_on
from burgomaster.server.png import can_draw
from burgomaster.server.replay_context import shown_plies, table_at
from burgomaster.server.share.course import course_points, table_faces
from burgomaster.server.steady_time import now
from burgomaster.server.study.tree import Study
from burgomaster.server.texts import TEXTS
from burgomaster.server.troubles import TROUBLES
from burgomaster.web.picture import plain
from burgomaster.web.picture.card import Card, Guest, paint_card
from burgomaster.web.picture.paint import paint
from burgomaster.web.picture.parts import Board, Frame
from burgomaster.web.picture.result import Words, paint_result

Chosen = Mapping[str, str]
VERSION_LETTERS = 20


class Picture(NamedTuple):
    """A picture that can be drawn."""

    key: Hashable
    compose: Callable[[], str]
    is_final: bool  # whether it will never look otherwise


def version_of(found: Picture) -> str:
    """Name what a picture shows; equal names, equal pictures."""
    return hashlib.sha256(repr(found.key).encode()).hexdigest()[:VERSION_LETTERS]


def picture_link(match: Match, place: int | None, language: str, chosen: Chosen) -> str:
    """Write where the picture of a table is found; another picture has another address. "" without any."""
    if not can_draw():
        return ""
    at = "" if place is None else f"ply={place}&"
    found = table_picture(match, place, language, chosen)
    return f"/t/{match.header.match}/picture.png?{at}lang={language}&v={version_of(found)}"


def table_picture(match: Match, place: int | None, language: str, chosen: Chosen) -> Picture:
    """Choose the picture of a table: of a moment of its game, how it ended, or who is there."""
    named = tuple(match.names_in(language)), table_faces(match, chosen)
    if match.is_over and (place is None or is_deal_of_today(match)):
        return result_picture(match, language, chosen)
    if match.is_waiting or is_deal_of_today(match):
        key = ("card", match.header.match, language, match.status, named)
        return Picture(key, lambda: waiting_card(match, language, chosen), is_final=False)
    plies = shown_plies(match)
    last = len(plies) - 1
    at = last if place is None else min(place, last)
    table = table_at(match, plies[at], language)
    shown = ("position", match.header.match, name_of(table), at, last, language, named)
    return Picture(shown, lambda: position_svg(match, table, at, language, chosen), match.is_open_book)


def result_picture(match: Match, language: str, chosen: Chosen) -> Picture:
    """Choose the card of a finished game."""
    named = tuple(match.names_in(language)), table_faces(match, chosen)
    key = ("result", match.header.match, match.number, language, named)
    return Picture(key, lambda: result_svg(match, language, chosen), is_final=True)


def study_picture(study: Study, table: Table, place: str, language: str) -> Picture:
    """Choose the picture of a place in a study."""
    key = ("study", study.study, study.title, name_of(table), place, language)
    line = f"{study.title} · {round_words(table, language)}"
    return Picture(key, lambda: board_svg(table, line, language), is_final=False)


def name_of(table: Table) -> str:
    """Name a position as everybody sees it."""
    seen: Any = table.redacted(None)
    return hashlib.sha256(seen.tobytes()).hexdigest()


def is_deal_of_today(match: Match) -> bool:
    """Tell whether others still want to play the same cards, of which a picture must show none."""
    return is_deal_on(match.header.host, now())


# A position


def position_svg(match: Match, table: Table, place: int, language: str, chosen: Chosen) -> str:
    """Compose the picture of a moment of a game, as a spectator saw it."""
    last = len(shown_plies(match)) - 1
    info = game_info(match.header.game)
    said = [info.variant_title(match.header.options, language), round_words(table, language)]
    if place < last:
        said.append(TEXTS.text(language, "share.move_of", n=place, last=last))
    return board_svg(table, " · ".join(said), language, table_faces(match, chosen))


def board_svg(table: Table, line: str, language: str, faces: tuple[str, ...] = ()) -> str:
    """Compose the picture of a position, with a line of words above."""
    view = SeatView.of(table, None, language, can_act=False, is_reader=False)
    board = board_of(view)
    sides = tuple(
        side._replace(face=faces[side.seat] if side.seat < len(faces) else "") for side in board.sides
    )
    title = game_info(view.game).title(language)
    return paint(Frame(title, line, cover_of(view.game)), replace(board, sides=sides))


def board_of(view: SeatView) -> Board:
    """Describe a position by the game's own picture; by the plain one where it has none, or it fails."""
    module = game_part(view.game, "web.picture")
    if module is None:
        return plain.board_picture(view)
    try:
        described: Board = module.board_picture(view)
        return described
    except Exception as error:  # a picture is no reason to fail
        TROUBLES.report(f"the picture of {view.game} fails", error, with_traceback=True)
        return plain.board_picture(view)


def round_words(table: Table, language: str) -> str:
    """Say how far a game is."""
    if table.over:
        return TEXTS.text(language, "share.over")
    number = table.game.rules.round_no(table.redacted(None)[0])
    return TEXTS.text(language, "replay.round", n=number)


def cover_of(game: str) -> Path | None:
    """Find the cover of a game, if it brings one."""
    path = game_folder(game) / "web" / "static" / "cover.svg"
    return path if path.is_file() else None


# How it ended


def result_svg(match: Match, language: str, chosen: Chosen) -> str:
    """Compose the card of a finished game."""
    info = game_info(match.header.game)
    view = SeatView.of(match.table_in(language), None, language, can_act=False, is_reader=False)
    line = f"{info.title(language)} · {info.variant_title(match.header.options, language)}"
    frame = Frame(plain_title(view), line, cover_of(match.header.game))
    course = course_points(match, language, chosen)
    return paint_result(frame, course, ranks_of(match), Words(TEXTS.text(language, "share.rounds")))


# Without a position


def waiting_card(match: Match, language: str, chosen: Chosen) -> str:
    """Compose the card of a table that waits for its game, or of a deal that is a secret to others."""
    info, game = game_info(match.header.game), match.header.game
    lines = [info.variant_title(match.header.options, language)]
    free = sum(seat.is_free for seat in match.seats)
    if match.header.is_deal:
        lines.append(TEXTS.text(language, "daily.title") + f" · {match.header.host.removeprefix(DEAL)}")
    elif free and match.is_waiting and not match.cancelled:
        lines.append(TEXTS.text(language, "share.free", n=free))
    names, faces = match.names_in(language), table_faces(match, chosen)
    guests = [Guest(names[seat], faces[seat]) for seat, held in enumerate(match.seats) if not held.is_free]
    cover = cover_of(game)
    return paint_card(Card(info.title(language), tuple(lines), (cover,) if cover else (), tuple(guests)))


def daily_picture(day: date, games: tuple[str, ...], language: str) -> Picture:
    """Choose the card of a day: who is played against, and nothing of the cards."""
    return Picture(("daily", day, games, language), lambda: daily_svg(day, games, language), is_final=True)


def daily_svg(day: date, games: tuple[str, ...], language: str) -> str:
    """Compose the card of a day."""
    opponent = deals.opponent_of(day)
    covers = tuple(cover for game in games if (cover := cover_of(game)))
    said = (day.isoformat(), TEXTS.text(language, "share.daily"))
    guest = Guest(bot_name(opponent, 0, language), bot_face(opponent))
    return paint_card(Card(TEXTS.text(language, "daily.title"), said, covers, (guest,)))
