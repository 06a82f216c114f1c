"""The context of the template of a replay: a game at one of its moments, and the list of its moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any

from markupsafe import Markup

from burgomaster.core.language import DEFAULT_LANGUAGE
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.match import Match, Refused
from burgomaster.server.opening_key import is_counted
from burgomaster.server.render import board_html, result_html
from burgomaster.server.table_context import frame_context, said_at
from burgomaster.web.linked_log import linked_log, linked_moves

SPEEDS = (("0.5", 3.0), ("1", 1.5), ("2", 0.8), ("4", 0.4))  # names, and seconds from move to move


@dataclass(frozen=True)
class Moment:
    """A position that a replay shows, with the move that led to it."""

    place: int
    ply: int
    round: int
    seat: int | None  # who moved; None at the beginning
    is_pass: bool  # whether the move does nothing
    is_start: bool  # whether a round begins here, or a phase where the game has some
    text: str = ""  # what happened, as far as the viewer could see


def replay_context(
    match: Match,
    seat: int | None,
    ply: int | None,
    language: str,
    skip: bool = False,
    chat: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Collect everything on the page of a replay; while the game goes on, as the seat saw it then."""
    moments = moments_of(match, seat, language)
    said = said_at(match, chat)
    last = len(moments) - 1
    place = min(ply or 0, last)
    table, since = table_at(match, moments[place].ply, language), moments[place - 1].ply if place else -1
    view = SeatView.of(table, seat, language, can_act=False, is_reader=False)
    return {
        **frame_context(match, language),
        "match": match,
        "names": match.names_in(language),
        "seat": seat,
        "moments": moments,
        "place": place,
        "last": last,
        "to": places_to_go(moments, place, skip),
        "skip": skip,
        "can_skip": any(moment.is_pass for moment in moments),
        "speeds": SPEEDS,
        "board": board_html(view, Markup("")),
        "result": result_html(view) if table.over else "",
        "log": linked_log(table, seat, language, since, is_reader=False),
        "said": said.get(place, []),
        "talk": {at: len(lines) for at, lines in said.items()},
        "url": f"/t/{match.header.match}/replay",
        "eyes": "none" if seat is None else str(seat),
        "can_download": match.is_open_book,
        "has_openings": match.is_open_book and is_counted(table.game),
    }


def places_to_go(moments: Sequence[Moment], place: int, skip: bool) -> dict[str, int]:
    """Find where the buttons lead: one move on or back, without passes if wanted, and a round or phase."""
    last = len(moments) - 1
    shown = [one.place for one in moments if not (skip and one.is_pass) or one.place in (0, last)]
    starts = [one.place for one in moments if one.is_start]
    return {
        "first": 0,
        "last": last,
        "back": max([other for other in shown if other < place], default=0),
        "on": min([other for other in shown if other > place], default=last),
        "round_back": max([start for start in starts if start < place], default=0),
        "round_on": min([start for start in starts if start > place], default=last),
    }


def shown_plies(match: Match) -> list[int]:
    """List the moments that may be shown: after every move but secret answers of a running game."""
    return [0] + [ply + 1 for ply in match.public_plies]


def require_begun(match: Match) -> None:
    """Raise Refused while a table waits: what was dealt is not shown before the game begins."""
    if match.is_waiting:
        raise Refused("not_begun")


def table_at(match: Match, ply: int, language: str = DEFAULT_LANGUAGE) -> Table:
    """Copy the table as it was after some moves, with the names that a reader of a language sees."""
    table = match.table_in(language).copy()
    table.rewind(ply)
    return table


def moments_of(match: Match, seat: int | None, language: str) -> list[Moment]:
    """List what a replay shows to a seat, each moment with what happened since the one before."""
    plies, rules = shown_plies(match), match.game.rules
    skip = rules.info.skip
    course = course_of(CourseKey(match.header.match, match.number, len(match.table.steps), match.table))
    starts = starts_of([course[ply] for ply in plies])
    lines = linked_moves(match.table_in(language), seat, language, is_reader=False)  # the set-up comes first
    moments = []
    for place, ply in enumerate(plies):
        since = plies[place - 1] if place else -1
        told = [line.striptags() for move in lines[since + 1 : ply + 1] for line in move]
        step = match.table.steps[ply - 1] if ply else None
        # what was answered in secret before it must not show; what everybody saw before it is no pass
        is_alone = not any(lines[since + 1 : ply])
        is_pass = step is not None and is_alone and bool(skip) and rules.write_notation(step.move) == skip
        who = None if step is None else step.seat
        text = told[0] if told and place else ""
        moments.append(Moment(place, ply, course[ply][0], who, is_pass, place in starts, text))
    return moments


@dataclass(frozen=True)
class CourseKey:
    """A match at a state of its journal: equal ones have had the same course."""

    match: str
    number: int
    ply: int
    table: Table = field(compare=False)


@lru_cache(maxsize=32)
def course_of(key: CourseKey) -> list[tuple[int, str]]:
    """List round and phase after every move as everybody sees them; kept: a replay asks at every step."""
    steps = list(key.table.steps)
    table = key.table.copy()
    table.rewind(0)
    course = [seen_course(table)]
    for step in steps:
        table.step(step.move)
        course.append(seen_course(table))
    return course


def seen_course(table: Table) -> tuple[int, str]:
    rules, seen = table.game.rules, table.redacted(None)[0]
    return rules.round_no(seen), rules.phase(seen)


def starts_of(course: Sequence[tuple[int, str]]) -> set[int]:
    """Find where rounds begin; where phases follow each other once a round, also where those begin."""
    places = range(len(course))
    stretches = [list(group) for _, group in groupby(places, key=lambda place: course[place])]
    keys = [course[stretch[0]] for stretch in stretches]
    if len(set(keys)) == len(keys):
        return {stretch[0] for stretch in stretches}
    return {next(group) for _, group in groupby(places, key=lambda place: course[place][0])}
