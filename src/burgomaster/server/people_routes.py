"""The pages of people: profiles, their games, leaderboards, friends. Every form works without a script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from burgomaster.core.registry import game_info, game_names
from burgomaster.server.auth import Visitor
from burgomaster.server.lobby_routes import local_path
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_name
from burgomaster.server.people.circle import REASONS, VERBS
from burgomaster.server.people.history import OUTCOMES, Cursor, Filters, read_cursor
from burgomaster.server.people.leaders import FIRST, read_place
from burgomaster.server.people.own_data import export
from burgomaster.server.people.pages import People, title_of, variant_title
from burgomaster.server.people.profiles import MOST_ABOUT, SEEN_BY, Person, faces
from burgomaster.server.rating.numbers import ALL_TIME, is_season, season_before, season_of
from burgomaster.server.render import page
from burgomaster.server.requests import (
    AuthDep,
    CurrentMatch,
    CurrentVisitor,
    form_fields,
    limit_rate,
    require_host,
    small_number,
    trusted_fields,
)
from burgomaster.server.steady_time import now
from burgomaster.server.table_lists import invited_tables
from burgomaster.server.texts import TEXTS

router = APIRouter(include_in_schema=False)
SEASONS = 3  # that a leaderboard offers beside all time
MOST_WORD = 120


def people_of(request: Request) -> People:
    people: People = request.app.state.people
    return people


async def person_of(request: Request, number: str) -> Person:
    """Find the person that a path names; 404 if there is none."""
    wanted = small_number(number)
    found = None if wanted is None else await asyncio.to_thread(people_of(request).profiles.person, wanted)
    if found is None:
        raise HTTPException(404)
    return found


def account_of(visitor: Visitor) -> int:
    if visitor.account is None:
        raise Refused("not_logged_in")
    return visitor.account


# Profiles and games


@router.get("/people/{number}")
async def profile(request: Request, visitor: CurrentVisitor, number: str) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    person = await person_of(request, number)
    show = people_of(request).profile
    shown = await asyncio.to_thread(show, person, visitor.account, visitor.language)
    told = request.query_params.get("told") == "1"
    return page(request, visitor, "profile.html", reasons=REASONS, told=told, **shown)


@router.get("/people/{number}/games")
async def games(request: Request, visitor: CurrentVisitor, number: str) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    person = await person_of(request, number)
    wanted, before = read_filters(request.query_params), read_cursor(request.query_params.get("before"))
    given = (people_of(request), games_context, person, visitor, wanted, before)
    shown = await asyncio.to_thread(by_one_connection, *given)
    return page(request, visitor, "games.html", **shown)


def by_one_connection(people: People, collect: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
    """Collect what a page shows, everything by one connection to the store."""
    with people.together() as asked:
        return collect(asked, *given)


def games_context(
    people: People, person: Person, visitor: Visitor, wanted: Filters, before: Cursor | None
) -> dict[str, Any]:
    if not people.may_see(person, visitor.account):
        raise Refused("not_shown")
    is_own, language = visitor.account == person.number, visitor.language
    rows, more = people.history.games(person.who, wanted, is_own, before)
    return {
        "person": person,
        "is_own": is_own,
        "games": people.game_rows(rows, person.who, language),
        "more": more_link(f"/people/{person.number}/games", wanted, more),
        "is_first": before is None,
        "wanted": wanted,
        "choices": filter_choices(people, person, is_own, language),
    }


def read_filters(given: Mapping[str, str]) -> Filters:
    """Read which games are wanted; what makes no sense is left aside."""
    outcome = given.get("outcome", "")
    return Filters(
        game=given.get("game", "")[:MOST_WORD],
        variant=given.get("variant", "")[:MOST_WORD],
        players=small_number(given.get("players")) or 0,
        opponent=given.get("opponent", "")[:MOST_WORD],
        outcome=outcome if outcome in OUTCOMES else "",
    )


def more_link(path: str, wanted: Filters, more: Cursor | None) -> str:
    if more is None:
        return ""
    asked = {name: value for name, value in vars(wanted).items() if value}
    return f"{path}?{urlencode({**asked, 'before': str(more)})}"


def filter_choices(people: People, person: Person, is_own: bool, language: str) -> dict[str, Any]:
    sums = people.history.sums(person.who, is_own)
    games = sorted({row["game"] for row in sums})
    variants = sorted({(row["game"], row["variant"]) for row in sums})
    titles = {variant: variant_title(game, variant, language) for game, variant in variants}
    return {
        "game": [(game, title_of(game, language)) for game in games],
        "variant": sorted(titles.items(), key=lambda item: item[1]),
        "players": [(number, number) for number in sorted({row["players"] for row in sums})],
        "opponent": people.opponent_choices(person, is_own, language),
        "outcome": [(one, TEXTS.text(language, f"people.outcome_{one}")) for one in OUTCOMES],
    }


@router.post("/people/{number}/{verb}")
async def act(request: Request, visitor: CurrentVisitor, number: str, verb: str) -> Response:
    fields = await trusted_fields(request, visitor, "people")
    if verb not in VERBS:
        raise HTTPException(404)
    person = await person_of(request, number)
    await do_verb(request, visitor, person.number, verb, fields)
    back = local_path(fields.get("back", "") or f"/people/{person.number}")
    return RedirectResponse(f"{back}?told=1" if verb == "report" else back, status_code=303)


async def do_verb(
    request: Request, visitor: Visitor, other: int, verb: str, fields: Mapping[str, str]
) -> None:
    circle, account = people_of(request).circle, account_of(visitor)
    if verb == "report":
        words = (fields.get("reason", ""), fields.get("text", ""), fields.get("match", ""))
        await asyncio.to_thread(circle.report, account, other, *words, now())
    else:
        await asyncio.to_thread(circle.change, account, other, verb, now())


# Friends and invitations


@router.get("/people")
async def friends(request: Request, visitor: CurrentVisitor) -> Response:
    """Show whom one knows; with a name, lead to the profile of whoever has it."""
    limit_rate(request, "page", visitor)
    name = clean_name(request.query_params.get("name", ""))
    if name:
        found = await asyncio.to_thread(people_of(request).profiles.find, name)
        if found is None:
            raise Refused("no_person")
        return RedirectResponse(f"/people/{found}", status_code=303)
    shown = {} if visitor.account is None else await asyncio.to_thread(circle_context, request, visitor)
    return page(request, visitor, "people.html", **shown)


def circle_context(request: Request, visitor: Visitor) -> dict[str, Any]:
    people, account = people_of(request), account_of(visitor)
    circle = people.circle
    lists = {
        "friends": circle.friends(account),
        "requests": circle.requests(account),
        "asked": circle.asked(account),
        "blocked": circle.blocked(account),
    }
    numbers = [row["id"] for rows in lists.values() for row in rows]
    return {
        **lists,
        "faces": people.profiles.known_faces(numbers),
        "invitations": invited_tables(circle, visitor),
    }


@router.post("/t/{match}/invite")
async def invite(
    request: Request,
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("people")],
    live: CurrentMatch,
    auth: AuthDep,
) -> Response:
    await invite_friend(request, visitor, live, auth, fields.get("account"))
    return RedirectResponse(f"/t/{live.name}", status_code=303)


async def invite_friend(request: Request, visitor: Visitor, live: Any, auth: Any, account: Any) -> None:
    """Invite a friend in the name of whoever sits at a table or opened it."""
    by, number = account_of(visitor), small_number(account)
    if not auth.may_host(visitor, live.match):
        require_host(auth, visitor, live)
    if number is None:
        raise Refused("no_person")
    await asyncio.to_thread(people_of(request).circle.invite, live.name, by, number, now())


@router.post("/invitations/{match}/decline")
async def decline(request: Request, visitor: CurrentVisitor, match: str) -> Response:
    """Turn an invitation down; nobody is told."""
    await trusted_fields(request, visitor, "people")
    await asyncio.to_thread(people_of(request).circle.decline, match, account_of(visitor))
    return RedirectResponse("/people", status_code=303)


# Leaderboards


@router.get("/leaders")
async def any_leaders(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    return await leaders(request, visitor, game_names()[0])


@router.get("/leaders/{game}")
async def leaders(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    if game not in game_names():
        raise HTTPException(404)
    season = request.query_params.get("season", "")
    after = request.query_params.get("after")
    chosen = season if is_season(season) else ALL_TIME
    given = (people_of(request), leaders_context, visitor, game, chosen, after)
    shown = await asyncio.to_thread(by_one_connection, *given)
    return page(request, visitor, "leaders.html", **shown)


def leaders_context(
    people: People, visitor: Visitor, game: str, season: str, after: str | None
) -> dict[str, Any]:
    language, place = visitor.language, read_place(after)
    rows, more = people.leaders.page(season, game, place)
    own = [] if visitor.account is None else people.leaders.of(visitor.account, season)
    asked = {**({"season": season} if season else {}), "after": str(more)}
    offered = [season_of(now())]  # this one and some before, and the one that is shown
    while len(offered) < SEASONS:
        offered.append(season_before(offered[-1]))
    mine = people.rating_facts([row for row in own if row["game"] == game], language)
    return {
        "game": game,
        "title": game_info(game).title(language),
        "all_games": [(name, game_info(name).title(language)) for name in game_names()],
        "season": season,
        "seasons": [*offered, *([season] if season not in (ALL_TIME, *offered) else [])],
        "rows": people.board(rows, language),
        "more": "" if more is None else f"/leaders/{game}?{urlencode(asked)}",
        "is_first": place == FIRST,
        "mine": mine[0] if mine else None,
    }


# One's own data


@router.post("/account/profile")
async def change_profile(request: Request, visitor: CurrentVisitor) -> Response:
    fields = await trusted_fields(request, visitor, "people")
    account = account_of(visitor)
    said = (fields.get("face", ""), fields.get("about", ""), fields.get("seen_by", ""))
    await asyncio.to_thread(people_of(request).profiles.set, account, *said)
    request.app.state.avatars.forget(account)
    return RedirectResponse(f"/people/{account}", status_code=303)


@router.get("/account/profile")
async def profile_form(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    person = await person_of(request, str(account_of(visitor)))
    choices: dict[str, Any] = {"faces": faces(), "seen_by": SEEN_BY, "most_about": MOST_ABOUT}
    return page(request, visitor, "profile_form.html", person=person, **choices)


@router.get("/account/export")
async def export_data(request: Request, visitor: CurrentVisitor) -> JSONResponse:
    limit_rate(request, "export", visitor)
    found = await asyncio.to_thread(export, request.app.state.store.engine, account_of(visitor))
    named = {"Content-Disposition": 'attachment; filename="burgomaster.json"'}
    return JSONResponse(found, headers={**named, "Cache-Control": "no-store"})
