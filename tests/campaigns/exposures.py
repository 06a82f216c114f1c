"""Everything that a viewer of a table can read or be told, made comparable from world to world.

What is cheap is made by the functions that make the answers; whole answers, with their headers and their
compressed size, come from the application itself, and streams from a loop whose time jumps.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import httpx
from fastapi import FastAPI, Request

from burgomaster.bots.advice import estimate_json
from burgomaster.core.errors import BurgomasterError
from burgomaster.server.advice import advise_with_reasons, require_fair_hint
from burgomaster.server.auth import LANGUAGE_COOKIE, VISITOR_COOKIE, Visitor
from burgomaster.server.describe import brief, describe_state, describe_table
from burgomaster.server.drawers import scope_of
from burgomaster.server.drawing_process import Artist, Greeting, Task
from burgomaster.server.happened import forget_glimpses
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.logs import ID_HEADER
from burgomaster.server.match import Entry, Kind, Match, Refused, absences, after, moves, seats, takebacks
from burgomaster.server.match.secret_questions import audience_of
from burgomaster.server.render import render
from burgomaster.server.replay_context import course_of, replay_context, shown_plies, table_at
from burgomaster.server.sessions import OpenStream
from burgomaster.server.share.pictures import table_picture
from burgomaster.server.streams import Beat, Shown, Streams, gzip_block
from burgomaster.server.table_lists import list_row
from burgomaster.server.table_pages import problem_text
from burgomaster.server.table_routes import live_html
from tests.campaigns.histories import BEGINNING, MATCH, person
from tests.campaigns.virtual_time import InlineExecutor, run_virtually

NOW = BEGINNING + 1_000_000  # when things are asked for; everything in a history happened before
HINT_LEVEL = 3  # the quickest
NONSENSE = ("", "sing a song", "\ud800")


@dataclass
class Scene:
    app: FastAPI
    match: Match
    seat: int | None
    language: str
    place: int  # of the replay
    tried: Sequence[str]  # moves that are asked for

    @property
    def visitor(self) -> Visitor:
        name = person(self.seat).partition(":")[2]
        return Visitor(name, None, "", self.language, "auto", (), is_new=False)


def look(scene: Scene, wanted: Sequence[str]) -> dict[str, str]:
    """Write down what a viewer can read, by the names of what is wanted."""
    return {name: EXPOSURES[name](scene) for name in wanted}


# What can be read


def table_json(scene: Scene) -> str:
    """Write what the JSON interface and its stream say of a table, with the bytes of the position."""
    match, seat = scene.match, scene.seat
    return json.dumps({**describe_table(match, seat), "state": describe_state(match, seat)})


def logs(scene: Scene) -> str:
    table = scene.match.table_in(scene.language)
    told = [table.log(scene.seat, scene.language, is_reader=you) for you in (False, True)]
    return json.dumps(told, ensure_ascii=False)


def lists(scene: Scene) -> str:
    header, match = scene.match.header, scene.match
    row: dict[str, Any] = {
        name: getattr(header, name) for name in ("match", "game", "options", "created", "clock", "is_open")
    }
    row |= {"status": match.status, "changed": match.changed, "summary": match.summary, "host": header.host}
    return json.dumps([brief(row), list_row(row, scene.visitor)], default=str, ensure_ascii=False)


def page(scene: Scene) -> str:
    """Draw the part of the page that changes, and that the stream of a page sends; nothing is remembered."""
    forget_glimpses()
    live = LiveMatch(scene.match, chat=())
    return live_html(request_of(scene.app), scene.visitor, live)


def drawn(scene: Scene) -> str:
    """Let what draws in a process of its own draw the same, and in parts.

    It runs in this process: a world is a position, and no journal leads to it that could be told to another.
    """
    forget_glimpses()
    settings, match = scene.app.state.settings, scene.match
    artist = Artist(Greeting(settings.secret, settings.https_only, NOW, (), settings.cache_mb))
    artist._matches.put(MATCH, match)
    scope = scope_of(request_of(scene.app))
    task = Task(MATCH, match.number, None, (), scene.visitor, scope, (), faces={}, ratings={})
    return artist.draw(task).hex() + artist.draw(replace(task, in_parts=True)).hex()


def replay(scene: Scene) -> str:
    course_of.cache_clear()
    context = replay_context(scene.match, scene.seat, scene.place, scene.language)
    html = render("replay_live.html", scene.language, visitor=scene.visitor, csrf_field="", **context)
    moments = shown_plies(scene.match)
    view = table_at(scene.match, moments[min(scene.place, len(moments) - 1)]).view(scene.seat)
    lines = [repr(replace(moment, ply=0)) for moment in context["moments"]]  # no page shows the ply
    return html + json.dumps([len(moments), view, *lines])


def pictures(scene: Scene) -> str:
    found = table_picture(scene.match, scene.language, {})
    return f"{found.key}{found.compose()}"


def request_of(app: FastAPI) -> Request:
    scope = {"type": "http", "method": "GET", "path": f"/t/{MATCH}", "query_string": b"", "headers": []}
    return Request({**scope, "app": app, "scheme": "http", "server": ("table", 80), "root_path": ""})


def problem(scene: Scene) -> str:
    return problem_text(scene.match, scene.seat)


# What one is told


def advice(scene: Scene) -> str:
    """Write what a hint says to the seat that sees itself to move, whoever sits at the table."""
    match, seat = scene.match, scene.seat
    if seat is None or not match.sees_turn(seat):
        return ""
    choice, compared = advise_with_reasons(match.table.copy(), seat, HINT_LEVEL)
    thoughts = [estimate_json(estimate, scene.language) for estimate in choice.estimates]
    told = [choice.move.notation, *choice.chances, *choice.scores, *thoughts, repr(compared)]
    return json.dumps(told, ensure_ascii=False)


def refusals(scene: Scene) -> str:
    """Ask for what leaves no trace when it is refused; what is granted changes nothing here."""
    match, seat = scene.match, scene.seat
    if seat is None:
        return ""
    asked: dict[str, Callable[[], Any]] = {
        f"move {move!a}": lambda move=move: moves.play(match, seat, move, None, NOW)  # type: ignore[misc]
        for move in (*NONSENSE, *scene.tried)
    }
    asked |= {
        "stale": lambda: moves.play(match, seat, "", "0" * 16, NOW),
        "undo": lambda: takebacks.undo(match, seat, NOW),
        "takeback": lambda: takebacks.ask_takeback(match, seat, NOW),
        "answer": lambda: takebacks.answer_takeback(match, seat, True, NOW),
        "pause": lambda: absences.pause(match, seat, NOW),
        "resume": lambda: absences.resume(match, seat, NOW),
        "passing": lambda: moves.set_passing(match, seat, "never", NOW),
        "leave": lambda: seats.leave(match, seat, "greedy", NOW),
        "return": lambda: seats.come_back(match, seat, NOW),
        "sit": lambda: seats.sit(match, seat, "visitor:other", "Other", NOW),
        "swap": lambda: seats.swap(match, seat, 0, NOW),
        "kick": lambda: seats.send_away(match, seat, NOW),
        "cancel": lambda: seats.cancel(match, NOW),
        "rematch": lambda: seats.ask_rematch(match, seat, "other", NOW),
        "hint": lambda: require_fair_hint(match, seat, 4),
    }
    return json.dumps({name: told(ask) for name, ask in asked.items()}, ensure_ascii=False)


def told(ask: Callable[[], Any]) -> str:
    """Say why something is refused, in both languages; that it is not, and nothing else."""
    try:
        ask()
    except BurgomasterError as error:
        key = error.key if isinstance(error, Refused) else ""
        return "|".join([key, error.text("en"), error.text("ru")])
    return "granted"


def outcomes(scene: Scene) -> str:
    """Ask for what everybody sees, and write what the viewer sees of it then."""
    match, seat = scene.match, scene.seat
    asker = next((number for number, held in enumerate(match.seats) if held.is_human), 0)
    wishes: Mapping[str, Callable[[Match], Sequence[Entry]]] = {
        "undo": lambda at: [takebacks.undo(at, asker if seat is None else seat, NOW)],
        "takeback": lambda at: [takebacks.ask_takeback(at, asker if seat is None else seat, NOW)],
        "pause": lambda at: [absences.pause(at, asker, NOW)],
        "leave": lambda at: [seats.leave(at, asker, "greedy", NOW)],
    }
    return json.dumps({name: outcome(match, seat, wish) for name, wish in wishes.items()})


def outcome(match: Match, seat: int | None, wish: Callable[[Match], Sequence[Entry]]) -> Any:
    """Do something on a copy of the table, agreed to by all others, and describe what comes of it."""
    try:
        done = after(match, wish(match))
    except BurgomasterError as error:
        return error.text("en")
    for other in range(match.game.players):
        if done.takeback is not None and other in takebacks.still_to_answer(done, done.takeback):
            done = after(done, takebacks.answer_takeback(done, other, True, NOW))
    due = takebacks.unopposed_takeback(done, NOW)  # when nobody is left who could answer
    if due is not None and due.kind == Kind.UNDO:
        done = after(done, [due])
    return describe_table(done, seat)


EXPOSURES: Mapping[str, Callable[[Scene], str]] = {
    "table": table_json,
    "log": logs,
    "lists": lists,
    "page": page,
    "drawn": drawn,
    "replay": replay,
    "picture": pictures,
    "refusals": refusals,
    "outcomes": outcomes,
    "advice": advice,
    "problem": problem,
}
ALWAYS = ("table", "lists", "refusals")
COUNTING = ("advice",)  # depend on what a seat could have counted, though it is not shown: rubles


BEAT = 15.0
LENGTH = "content-length"  # of what is sent, compressed
TOLD_HEADERS = ("content-type", LENGTH, "content-encoding", "allow", "location", "retry-after")
READ = (
    "/t/{m}", "/t/{m}?seat={s}&keep=1", "/t/{m}/live", "/t/{m}/replay?ply={p}", "/t/{m}/replay?seat=none",
    "/t/{m}/record.json", "/t/{m}/analysis", "/t/{m}/link", "/t/{m}/hint?seat=9", "/t/{m}?key=none.none",
    "/api/tables/{m}", "/api/tables/{m}?seat={s}", "/api/tables/{m}?seat=none", "/api/tables/{m}/state",
    "/api/tables/{m}/log", "/api/tables/{m}/log?language=ru&you=true&since=3", "/api/tables/{m}/chat",
    "/api/tables/{m}/replay?ply={p}", "/api/tables/{m}/replay?ply=-1", "/api/tables/{m}/record",
    "/api/tables/{m}/analysis", "/api/tables/{m}/hint?level=9",
)  # fmt: skip
HINT = "/api/tables/{m}/hint?level=3"  # may depend on what a seat could have counted, though it is not shown
SENT: Sequence[tuple[str, dict[str, Any]]] = (
    *(("moves", {"move": "sing a song"}), ("moves", {"move": ""}), ("moves", {}), ("sing", {})),
    *(("moves", {"move": "pass", "position": "0000"}), ("moves", {"move": "pass", "seat": 9})),
    *(("answer", {"yes": True}), ("resume", {}), ("passing", {"mode": "never"}), ("return", {})),
    *(("rematch", {}), ("seats/0", {"name": "Other"}), ("seats/0", {"bot": "random"})),
    *(("swap", {"seat": 0, "other": 1}), ("kick", {"seat": 0}), ("cancel", {})),
)  # all of them are refused, whatever is hidden


def answers(
    app: FastAPI,
    loop: asyncio.AbstractEventLoop,
    match: Match,
    seat: int | None,
    place: int,
    with_hint: bool = True,
) -> str:
    app.state.match_manager.live[MATCH] = LiveMatch(match, leads=False, chat=())
    paths = [*READ, HINT] if with_hint else READ
    return json.dumps(loop.run_until_complete(ask_all(app, seat, place, paths)), ensure_ascii=False)


async def ask_all(app: FastAPI, seat: int | None, place: int, paths: Sequence[str]) -> list[Any]:
    signer, name = app.state.signer, person(seat).partition(":")[2]
    cookies = {VISITOR_COOKIE: signer.sign("visitor", name), LANGUAGE_COOKIE: "en" if place % 2 else "ru"}
    token = {"X-Form-Token": signer.sign("form", name).rpartition(".")[2]}
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table", cookies=cookies) as client:
        told = []
        for path in paths:
            asked = path.format(m=MATCH, s=0 if seat is None else seat, p=place)
            told.append([asked, *told_by(await client.get(asked))])
        for verb, body in SENT:
            asked = f"/api/tables/{MATCH}/{verb}"
            told.append([asked, *told_by(await client.post(asked, json=body, headers=token))])
            form = {**{key: str(value) for key, value in body.items()}, "form": token["X-Form-Token"]}
            asked = f"/t/{MATCH}/{'move' if verb == 'moves' else verb}"
            told.append([asked, *told_by(await client.post(asked, data=form))])
        return told


def told_by(answer: httpx.Response) -> Iterator[Any]:
    number = answer.headers.get(ID_HEADER, "")
    is_named = bool(number) and number in answer.text
    yield answer.status_code
    yield {name: answer.headers.get(name) for name in TOLD_HEADERS if not (is_named and name == LENGTH)}
    yield answer.text.replace(number, "") if is_named else answer.text


# Streams


def writes(match: Match, entries: Sequence[Entry], seat: int | None, start: float, end: float) -> str:
    """Write down what a stream sends to a viewer, and when, while entries are written at their times."""
    return json.dumps(run_virtually(listen(match, entries, seat, start, end)))


async def listen(
    match: Match, entries: Sequence[Entry], seat: int | None, start: float, end: float
) -> list[tuple[float, str]]:
    """Listen to a table from one moment to another."""
    loop, streams, live = asyncio.get_running_loop(), Streams(), LiveMatch(match)
    streams.drawing = InlineExecutor(1)

    def write(entry: Entry) -> None:
        before, live.match = live.match, after(live.match, [entry])
        live.notify(audience_of(before, live.match, [entry]))

    for entry in entries:
        loop.call_at(entry.at - start, write, entry)
    shown = Shown(lambda: json.dumps(describe_table(live.match, seat)), gzip_block)
    with live.watched(lambda: [] if seat is None else [seat]) as changed:
        opened = OpenStream("", "", changed)
        loop.call_at(end - start, opened.end)
        pieces = streams.watch(opened, shown, Beat(BEAT, "alive", rest))
        return [(loop.time(), piece.hex()) async for piece in pieces]


async def rest() -> None:
    """Look after nothing."""
