"""The pages of studies."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.bots.bot import Choice
from burgomaster.core.cache import Cache
from burgomaster.core.language import decimal
from burgomaster.core.registry import game_info
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import offered_bots
from burgomaster.server.characters import FROM_RECORD, seat_names
from burgomaster.server.match.journal import is_deal_on
from burgomaster.server.opening_key import has_openings
from burgomaster.server.png import can_draw
from burgomaster.server.proxies import app_prefix
from burgomaster.server.render import (
    FORM_FIELD,
    answer_in_place,
    board_html,
    page,
    result_html,
    scripts,
    stylesheets,
)
from burgomaster.server.replay_context import shown_plies
from burgomaster.server.requests import (
    MATCH_NAME,
    CurrentMatch,
    CurrentVisitor,
    form_fields,
    limit_rate,
    require_own_result,
    small_number,
    visitor_of,
)
from burgomaster.server.steady_time import now
from burgomaster.server.study.service import StudyService, is_own
from burgomaster.server.study.tree import Line, Place, Study, table_at
from burgomaster.server.texts import TEXTS
from burgomaster.web.linked_log import linked_log

router = APIRouter(include_in_schema=False)
# limits of what is asked for by its verb; else those of a wish
PURPOSES = {"move": "move", "answer": "hint", "copy": "study"}
N_SHOWN = 3  # moves that are suggested
MOST_LINES = 2_000  # branches whose words are remembered
SIMPLE = ("random",)  # bots that nobody learns from

_words: Cache[list[str]] = Cache(MOST_LINES)


async def studies_of(request: Request) -> StudyService:
    studies: StudyService = request.app.state.studies
    return studies


async def study_of(request: Request, study: str) -> Study:
    """Find the study that a path names, for what shows no card of it; 404 if there is none."""
    found = await (await studies_of(request)).find(study) if MATCH_NAME.fullmatch(study) else None
    if found is None:
        raise HTTPException(404)
    return found


async def shown_study_of(request: Request, study: str) -> Study:
    """Find the study that a path names; refused to a visitor for whom it is too early to see its cards."""
    found = await study_of(request, study)
    host = await asyncio.to_thread(request.app.state.store.host_of, found.match)
    if is_deal_on(host, now()) and not is_own(found, await visitor_of(request)):
        await require_own_result(request, found.record["game"], host)
    return found


StudiesDep = Annotated[StudyService, Depends(studies_of)]
AnyStudy = Annotated[Study, Depends(study_of)]
CurrentStudy = Annotated[Study, Depends(shown_study_of)]


# Showing


@router.get("/studies")
async def own_studies(request: Request, visitor: CurrentVisitor, studies: StudiesDep) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    rows = await studies.list_of(visitor)
    shown = [{**row, "game_title": game_info(row["game"]).title(visitor.language)} for row in rows]
    guest_days = request.app.state.settings.study_days if visitor.account is None else None
    return page(request, visitor, "studies.html", studies=shown, guest_days=guest_days)


@router.get("/study/{study}")
async def show(request: Request, visitor: CurrentVisitor, study: CurrentStudy) -> HTMLResponse:
    limit_rate(request, "replay", visitor)
    place = read_place(study, request.query_params.get("at", ""))
    return await shown(request, visitor, study, place, read_bot(request.query_params))


@router.get("/study/{study}/expectation")
async def expectation(
    request: Request, visitor: CurrentVisitor, study: CurrentStudy, studies: StudiesDep
) -> HTMLResponse:
    """Show what a strong player expects at a place, in the page or on a page of its own."""
    place = read_place(study, request.query_params.get("at", ""))
    found = await fair_expectation(request, visitor, study, place)
    table = name_seats(await studies.table(study, place), visitor.language)
    context = expectation_context(found, table, visitor.language)
    against = read_bot(request.query_params)
    template = "study_expected.html" if request.headers.get("hx-request") else "study_expected_page.html"
    context |= {"study": study, "is_own": is_own(study, visitor)}
    context |= {"url": url_of(study), "asked": query_of(place, against)}
    return page(request, visitor, template, **context)


async def fair_expectation(request: Request, visitor: Visitor, study: Study, place: Place) -> Choice | None:
    """Say what a strong player expects at a place; what has to be thought about anew is limited."""
    studies = await studies_of(request)
    if not studies.knows_expectation(study, place):
        limit_rate(request, "expectation", visitor)
    return await studies.expectation(study, place, visitor.owner)


async def shown(request: Request, visitor: Visitor, study: Study, place: Place, against: str) -> HTMLResponse:
    """Show a place of a study: as the part that changes to a script, else as a page."""
    played = await (await studies_of(request)).game(study)
    context = await asyncio.to_thread(study_context, study, played, place, visitor, against)
    context["link"] = f"{str(request.base_url).rstrip('/')}{url_of(study)}?{query_of(place)}"
    if can_draw():
        context["picture"] = f"{url_of(study)}/picture.png?{query_of(place)}&lang={visitor.language}"
    is_part = bool(request.headers.get("hx-request"))
    answer = page(request, visitor, "study_live.html" if is_part else "study.html", **context)
    if is_part:
        answer_in_place(answer, "#study")
        answer.headers["HX-Push-Url"] = f"{app_prefix(request.scope)}{context['url']}?{context['asked']}"
    return answer


# Acting


@router.post("/t/{match}/study")
async def begin(
    request: Request,
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("study")],
    live: CurrentMatch,
    studies: StudiesDep,
) -> Response:
    title = fields.get("title") or TEXTS.text(
        visitor.language, "study.of", names=", ".join(live.match.names_in(visitor.language))
    )
    ply = small_number(fields.get("ply")) or 0
    if "place" in fields:  # of the list of a replay
        plies = shown_plies(live.match)
        ply = plies[min(small_number(fields["place"]) or 0, len(plies) - 1)]
    study, place = await studies.open(live.match, ply, title, visitor)
    answer = RedirectResponse(f"{url_of(study)}?{query_of(place)}", status_code=303)
    request.app.state.auth.remember(answer, visitor)
    return answer


@router.post("/study/{study}/{verb}")
async def act(
    request: Request,
    visitor: CurrentVisitor,
    sent: Annotated[dict[str, str], form_fields("wish", PURPOSES)],
    study: CurrentStudy,
    studies: StudiesDep,
    verb: str,
) -> Response:
    fields = {**request.query_params, **sent}
    place = read_place(study, fields.get("at", ""))
    if verb == "drop":
        await studies.drop(study, visitor)
        return RedirectResponse("/studies", status_code=303)
    if verb == "copy":
        made = await studies.copy(study, visitor)
        answer = RedirectResponse(f"{url_of(made)}?{query_of(place)}", status_code=303)
        request.app.state.auth.remember(answer, visitor)
        return answer
    place = await act_by_verb(studies, study, place, verb, fields, visitor)
    against = read_bot(fields)
    if not request.headers.get("hx-request"):
        return RedirectResponse(f"{url_of(study)}?{query_of(place, against)}", status_code=303)
    return await shown(request, visitor, await study_of(request, study.study), place, against)


async def act_by_verb(
    studies: StudyService, study: Study, place: Place, verb: str, fields: Mapping[str, str], visitor: Visitor
) -> Place:
    number = small_number(fields.get("branch")) or 0
    match verb:
        case "move":
            return await studies.try_move(study, place, fields.get("move", ""), read_bot(fields), visitor)
        case "answer":
            return await studies.answer(study, place, read_bot(fields) or offered_bots()[-1], visitor)
        case "rename":
            await studies.rename(study, fields.get("title", ""), visitor)
        case "name":
            await studies.name_branch(study, number, fields.get("name", ""), visitor)
        case "forget":
            left = await studies.drop_branch(study, number, visitor)
            return left if place.node in study.below(number) else place
        case _:
            raise HTTPException(404)
    return place


def read_place(study: Study, text: str) -> Place:
    """Read where in a study somebody wants to be; the beginning if there is no such place."""
    return study.place(text) or Place(0)


def read_bot(fields: Mapping[str, str]) -> str:
    against = fields.get("against", "")
    return against if against in offered_bots() else ""


# What the page shows: the board at a place, the branches, and what is expected


def study_context(
    study: Study, played: Table, place: Place, visitor: Visitor, against: str
) -> dict[str, Any]:
    """Collect everything on the page of a study; `played` is its game at the end."""
    language, may_act = visitor.language, is_own(study, visitor)
    table = name_seats(table_at(study, played, place), language)
    game, info = study.record["game"], game_info(study.record["game"])
    has_move = not place.node and place.ply < study.n_moves  # of the game itself
    url, asked = url_of(study), query_of(place, against)
    # the board is drawn as the seat to move sees it; moves are sent back to the study
    view = SeatView.of(
        table,
        table.to_move,
        language,
        move_url=f"{url}/move?{asked}" if may_act else "",
        can_act=may_act,
        is_reader=False,
    )
    return {
        "title": info.title(language),
        "variant": info.variant_title(study.record["options"], language),
        "stylesheets": stylesheets(game),
        "scripts": scripts(game),
        "url": url,
        "asked": asked,
        "board": board_html(view, FORM_FIELD),
        "result": result_html(view) if table.over else "",
        "study": study,
        "place": place,
        "is_own": may_act,
        "against": against,
        "bots": [bot for bot in offered_bots() if bot not in SIMPLE],
        "names": table.names,
        "to_move": table.to_move,
        "over": table.over,
        "has_openings": has_openings(table),
        "log": linked_log(table, None, language, len(table.steps) - 1, is_reader=False),
        "back": study.back(place),
        "on": study.on(place),
        "played": move_words(table, study.record["moves"][place.ply], language) if has_move else "",
        "tried": [(node, move_words(table, node.move, language)) for node in study.after(place)],
        "lines": [line_context(study, line, played, language) for line in study.lines()],
    }


def name_seats(table: Table, language: str) -> Table:
    """Name the seats of a table as a reader of a language sees them: bots have names of their own in each."""
    game = table.game
    stored = [{"name": name, "bot": FROM_RECORD, "left": False} for name in table.names[: game.players]]
    names = [*seat_names(stored, language), *game.rules.info.automatic_names(game.options, language)]
    table.seats = [{"name": name} for name in names]
    return table


def url_of(study: Study) -> str:
    return f"/study/{study.study}"


def query_of(place: Place, against: str = "") -> str:
    """Write where in a study somebody is, and who answers, as the query of an address."""
    return f"at={place}" + (f"&against={against}" if against else "")


def move_words(table: Table, notation: str, language: str) -> str:
    """Say a move that can be made at a table, with who makes it."""
    move = next(move for move in table.moves() if move.notation == notation)
    seat = table.to_move
    name = table.names[seat] if seat is not None else ""
    return f"{name}: {move.board_text(language)}"


def line_context(study: Study, line: Line, played: Table, language: str) -> dict[str, Any]:
    """Describe a branch: where it begins, what it is called, and its moves."""
    key = (study.study, line.first.number, line.nodes[-1].number, language)
    words = _words.get(key, lambda: line_words(study, line, played, language))
    return {
        "first": line.first,
        "moves": list(zip(line.nodes, words, strict=True)),
        "leaves": Place(line.first.ply, line.first.parent),
    }


def line_words(study: Study, line: Line, played: Table, language: str) -> list[str]:
    table = name_seats(table_at(study, played, Place(line.first.ply, line.first.parent)), language)
    said = []
    for node in line.nodes:
        said.append(move_words(table, node.move, language))
        table.play(node.move)
    return said


# What is expected


def expectation_context(choice: Choice | None, table: Table, language: str) -> dict[str, Any]:
    """Describe what a strong player expects: chances, points, and the best moves."""
    if choice is None:
        return {"expected": None}
    expected = zip(table.names, choice.chances, choice.scores, strict=False)  # none if there is one move only
    seats = [
        {"seat": seat, "name": name, "percent": round(100 * chance), "points": decimal(score, language)}
        for seat, (name, chance, score) in enumerate(expected)
    ]
    first = choice.estimates[0].lead
    best = [
        {
            "rank": rank,
            "move": one.move.notation,
            "text": one.move.board_text(language),
            "less": decimal(first - one.lead, language) if rank > 1 else "",
        }
        for rank, one in enumerate(choice.estimates[:N_SHOWN], start=1)
        if one.visits or rank == 1
    ]
    return {
        "expected": choice,
        "seats": seats,
        "best": best,
        "mover": table.names[table.to_move] if table.to_move is not None else "",
    }
