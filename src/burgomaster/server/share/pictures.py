"""Pictures of tables, studies and deals, composed from what a spectator may see.

Every picture has a key that holds all it shows, so that a kept one is never shown for another.
"""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from burgomaster.core.registry import game_folder, game_info, game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.core.translator import Translator
from burgomaster.server.characters import bot_face, bot_name, seat_faces
from burgomaster.server.daily import deals
from burgomaster.server.end_context import plain_title
from burgomaster.server.match import Match, Refused
from burgomaster.server.match.journal import DEAL, is_deal_on
from burgomaster.server.png import can_draw, draw_apart
from burgomaster.server.replay_context import shown_plies, table_at
from burgomaster.server.steady_time import now
from burgomaster.server.study.tree import Study
from burgomaster.server.texts import TEXTS
from burgomaster.server.troubles import TROUBLES
from burgomaster.web.picture.paint import paint, paint_card
from burgomaster.web.picture.parts import Board, Guest, Side
from burgomaster.web.plain.page import NOTHING, FactWriter, sentences_of, status_text
from burgomaster.web.plain.page import TEXTS as PLAIN_TEXTS

VERSION_LETTERS = 20
MOST_FACTS = 10  # sentences about a game that has no drawings
MOST_WAITING = 12  # different pictures that are drawn or waited for
MOST_KEPT = 100  # pictures, of 100 to 250 KB


class Picture(NamedTuple):
    key: Hashable
    compose: Callable[[], str]
    is_final: bool  # whether it will never look otherwise

    @property
    def version(self) -> str:
        """Name what it shows; equal names, equal pictures."""
        return hashlib.sha256(repr(self.key).encode()).hexdigest()[:VERSION_LETTERS]


def picture_link(match: Match, language: str, chosen: Mapping[str, str]) -> str:
    """Write where the picture of a table is found; another picture has another address. "" without any."""
    if not can_draw():
        return ""
    version = table_picture(match, language, chosen).version
    return f"/t/{match.header.match}/picture.png?lang={language}&v={version}"


def table_picture(match: Match, language: str, chosen: Mapping[str, str]) -> Picture:
    """Choose the picture of a table: its position, or the participants where no card may be seen."""
    names, described = match.names_in(language), [held.describe() for held in match.seats]
    faces = seat_faces(described, [held.who for held in match.seats], chosen)
    shown = (match.header.match, language, match.status, tuple(names), tuple(faces))
    if match.is_waiting or is_deal_of_today(match):
        return Picture(("card", *shown), lambda: waiting_card(match, language, names, faces), is_final=False)
    table = table_at(match, shown_plies(match)[-1], language)
    variant = game_info(match.header.game).variant_title(match.header.options, language)
    line = f"{variant} · {stand(table, language)}"
    key = ("position", *shown, name_of(table))
    return Picture(key, lambda: board_svg(table, line, language, faces), match.is_open_book)


def study_picture(study: Study, table: Table, place: str, language: str) -> Picture:
    key = ("study", study.study, study.title, name_of(table), place, language)
    line = f"{study.title} · {stand(table, language)}"
    return Picture(key, lambda: board_svg(table, line, language), is_final=False)


def daily_picture(day: date, games: tuple[str, ...], language: str) -> Picture:
    """Choose the picture of a day: the opponent, and nothing of the cards."""

    def compose() -> str:
        opponent = deals.opponent_of(day)
        guest = Guest(bot_name(opponent, 0, language), bot_face(opponent))
        title, covers = TEXTS.text(language, "daily.title"), filter(None, map(cover_of, games))
        return paint_card(title, [day.isoformat(), TEXTS.text(language, "share.daily")], covers, [guest])

    return Picture(("daily", day, games, language), compose, is_final=True)


def name_of(table: Table) -> str:
    seen: Any = table.redacted(None)
    return hashlib.sha256(seen.tobytes()).hexdigest()


def is_deal_of_today(match: Match) -> bool:
    """Tell whether others still want to play the same cards, of which a picture must show none."""
    return is_deal_on(match.header.host, now())


# A position


def board_svg(table: Table, line: str, language: str, faces: list[str] | None = None) -> str:
    """Compose the picture of a position as a spectator sees it, with a line of words above."""
    view = SeatView.of(table, None, language, can_act=False, is_reader=False)
    board = board_of(view)
    if faces:  # seats that play by themselves have none
        sides = [side._replace(face=dict(enumerate(faces)).get(side.seat, "")) for side in board.sides]
        board = replace(board, sides=tuple(sides))
    return paint(game_info(view.game).title(language), line, cover_of(view.game), board)


def board_of(view: SeatView) -> Board:
    """Describe a position by the game's own picture; by the plain one where it has none, or it fails."""
    module = game_part(view.game, "web.picture")
    if module is None:
        return plain_board(view)
    try:
        described: Board = module.board_picture(view)
        return described
    except Exception as error:  # a picture is no reason to fail
        TROUBLES.report(f"the picture of {view.game} fails", error, with_traceback=True)
        return plain_board(view)


def plain_board(view: SeatView) -> Board:
    """Describe a position of any game: players, scores, and the position in sentences."""
    say = Translator(PLAIN_TEXTS, view.language)
    turn = view.view.get("to_move")
    sides = tuple(
        Side(seat, name, view.scores[seat], seat == turn, seat in view.winners)
        for seat, name in enumerate(view.names)
    )
    written = FactWriter(view, game_info(view.game).texts, say).facts()
    facts = [f"{fact.label}: {fact.text}" for fact in written if fact.text and fact.text != NOTHING]
    lines = [status_text(view, say), *(sentences_of(view) or facts)]
    return Board((), sides, facts=tuple(lines[:MOST_FACTS]), is_beside=True)


def stand(table: Table, language: str) -> str:
    if table.over:
        view = SeatView.of(table, None, language, can_act=False, is_reader=False)
        return plain_title(view) if view.winners else TEXTS.text(language, "share.over")
    number = table.game.rules.round_no(table.redacted(None)[0])
    return TEXTS.text(language, "replay.round", n=number)


def cover_of(game: str) -> Path | None:
    path = game_folder(game) / "web" / "static" / "cover.svg"
    return path if path.is_file() else None


# Without a position


def waiting_card(match: Match, language: str, names: list[str], faces: list[str]) -> str:
    """Compose the picture of a table that waits for its game, or of a deal that is a secret to others."""
    info, game = game_info(match.header.game), match.header.game
    lines = [info.variant_title(match.header.options, language)]
    free = sum(seat.is_free for seat in match.seats)
    if match.header.is_deal:
        lines.append(TEXTS.text(language, "daily.title") + f" · {match.header.host.removeprefix(DEAL)}")
    elif free and match.is_waiting and not match.cancelled:
        lines.append(TEXTS.text(language, "share.free", n=free))
    if match.is_over:
        lines.append(stand(match.table_in(language), language))
    guests = [Guest(names[seat], faces[seat]) for seat, held in enumerate(match.seats) if not held.is_free]
    return paint_card(info.title(language), lines, filter(None, [cover_of(game)]), guests)


# Drawing them, one after another


class Painter:
    """Draws pictures, and keeps them by what they show.

    Requests for a picture that is being drawn wait for the same one. When too many different ones are waited
    for, the next are refused, so that a flood costs one processor's spare time and nothing else.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="paint")
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._drawing: dict[Hashable, asyncio.Task[bytes]] = {}
        self.n_drawn = 0

    async def picture(self, key: Hashable, compose: Callable[[], str]) -> bytes:
        """Find a picture by what it shows, or have it composed and drawn; Refused if that cannot be done."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._drawing:
            if len(self._drawing) >= MOST_WAITING:
                raise Refused("pictures_busy")
            task = self._drawing[key] = asyncio.create_task(self._draw(key, compose))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # all may have gone
        return await asyncio.shield(self._drawing[key])  # a lost connection does not end it for the others

    async def _draw(self, key: Hashable, compose: Callable[[], str]) -> bytes:
        loop = asyncio.get_running_loop()
        try:
            drawn = await loop.run_in_executor(self._thread, lambda: draw_apart(compose()))
        except (OSError, subprocess.SubprocessError) as error:
            TROUBLES.report("pictures cannot be drawn", error)
            raise Refused("no_picture") from error
        finally:
            del self._drawing[key]
        self.n_drawn += 1
        self._kept[key] = drawn
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return drawn

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
