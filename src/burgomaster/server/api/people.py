"""JSON: what there is to play, who the sender is and their account; profiles, games of people, leaderboards,
friends and invitations, one's own data.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import JSONResponse
from starlette.convertors import StringConvertor, register_url_convertor

from burgomaster.core.registry import describe_games, game_names
from burgomaster.server import accounts
from burgomaster.server.api.bodies import AccountFields, InvitedFriend, PersonFields, ProfileFields
from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, GuardedRoute, errors, limited
from burgomaster.server.bot_players import offered_bots, other_bots
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_name
from burgomaster.server.people.circle import VERBS, Verb
from burgomaster.server.people.history import Cursor, Filters, read_cursor
from burgomaster.server.people.leaders import read_place
from burgomaster.server.people.own_data import export
from burgomaster.server.people.pages import People
from burgomaster.server.people.profiles import Person
from burgomaster.server.people_routes import (
    account_of,
    circle_context,
    do_verb,
    invite_friend,
    people_of,
    person_of,
    read_filters,
)
from burgomaster.server.rating.numbers import ALL_TIME, is_season
from burgomaster.server.requests import AuthDep, CurrentMatch, CurrentVisitor, limit_rate

router = APIRouter(route_class=GuardedRoute)
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
Word = Annotated[str, Query(max_length=120)]
Place = Annotated[str, Query(max_length=60, description="`more` of the page before")]
NO_PERSON = errors(403, 404)


@router.get("/games", name="games")
def all_games() -> list[dict[str, Any]]:
    """List the games, with options and player counts."""
    return describe_games()


@router.get("/bots")
def bots() -> list[str]:
    """List the bots that can take a seat: our own, then those of other packages that are installed here."""
    return [*offered_bots(), *other_bots()]


@router.get("/me")
async def me(visitor: CurrentVisitor, auth: AuthDep) -> JSONResponse:
    """Tell who the sender is, and the token that must come along with their cookies."""
    shown = {"account": visitor.name or None, "number": visitor.account, "language": visitor.language}
    answer = JSONResponse({**shown, "form_token": auth.form_token(visitor)})
    auth.remember(answer, visitor)
    return answer


@router.post("/account/{verb}", responses=CHANGE)
@limited(lambda request: accounts.PURPOSES.get(request.path_params["verb"], "login"))
async def account(
    request: Request, visitor: CurrentVisitor, verb: accounts.Verb, asked: AccountFields
) -> JSONResponse:
    """Register, log in, log out; change the password; delete the account. The session is a cookie."""
    answer = JSONResponse({"done": verb})
    await accounts.change_account(request, visitor, verb, asked.model_dump(), answer)
    return answer


# People


class PersonVerb(StringConvertor):
    """What a path may end with."""

    regex = "|".join(VERBS)


register_url_convertor("person_verb", PersonVerb())


@router.get("/people", responses=NO_PERSON)
async def find(request: Request, visitor: CurrentVisitor, name: Word) -> dict[str, Any]:
    """Find the number of an account by its name."""
    limit_rate(request, "page", visitor)
    found = await asyncio.to_thread(people_of(request).profiles.find, clean_name(name))
    if found is None:
        raise Refused("no_person")
    return {"number": found}


@router.get("/people/{number}", responses=NO_PERSON)
async def profile(request: Request, visitor: CurrentVisitor, number: Number) -> dict[str, Any]:
    """Describe somebody: ratings, and as far as they let the sender see them, statistics and last games.

    Of games only those are counted that anybody could watch, unless the sender asks about themselves.
    """
    limit_rate(request, "page", visitor)
    person = await person_of(request, str(number))
    show = people_of(request).profile
    return profile_json(await asyncio.to_thread(show, person, visitor.account, visitor.language))


def profile_json(shown: dict[str, Any]) -> dict[str, Any]:
    person: Person = shown["person"]
    ratings = []
    for one in shown["ratings"]:
        rating = {name: value for name, value in one.items() if name != "curve"}
        value, margin, is_provisional = one["rating"]
        ratings.append({**rating, "rating": value, "margin": margin, "provisional": is_provisional})
    return {
        "number": person.number,
        "name": person.name,
        "since": person.since,
        "face": person.face,
        "about": person.about if shown["is_shown"] else "",
        "is_shown": shown["is_shown"],
        "standing": shown["standing"],
        "ratings": ratings,
        "statistics": shown["sums"],
        "opponents": shown["opponents"],
        "habits": {game: habit_json(one) for game, one in shown["habits"].items()},
        "games": shown["games"],
    }


def habit_json(one: dict[str, Any]) -> dict[str, Any]:
    """Write where somebody's points come from, what they buy most, and how accurate they play."""
    chart = one.get("accuracy")
    sources = [{"name": row["name"], "points": row["points"]} for row in one["sources"]]
    accuracy = None if chart is None else {"games": chart["games"], "mean": chart["mean"]}
    return {"sources": sources, "favourites": one["favourites"], "accuracy": accuracy}


@router.get("/people/{number}/games", responses=NO_PERSON)
async def games(
    request: Request,
    visitor: CurrentVisitor,
    number: Number,
    game: Word = "",
    variant: Word = "",
    players: Annotated[int, Query(ge=0, le=10)] = 0,
    opponent: Annotated[str, Query(max_length=120, description="account:NUMBER or bot:NAME")] = "",
    outcome: Annotated[str, Query(max_length=20, description="won, lost, left or rated")] = "",
    before: Place = "",
) -> dict[str, Any]:
    """List the games of somebody, the last first; `more` leads to the next page."""
    limit_rate(request, "page", visitor)
    person = await person_of(request, str(number))
    asked = {"game": game, "variant": variant, "opponent": opponent, "outcome": outcome}
    wanted = read_filters({**asked, "players": str(players)})
    given = (people_of(request), person, visitor.account, visitor.language, wanted, read_cursor(before))
    return await asyncio.to_thread(games_json, *given)


def games_json(
    people: People, person: Person, viewer: int | None, language: str, wanted: Filters, before: Cursor | None
) -> dict[str, Any]:
    if not people.may_see(person, viewer):
        raise Refused("not_shown")
    rows, more = people.history.games(person.who, wanted, viewer == person.number, before)
    shown = people.game_rows(rows, person.who, language)
    return {"games": shown, "more": None if more is None else str(more)}


@router.post("/people/{number}/{verb:person_verb}", responses={**CHANGE, **NO_PERSON})
@limited("people")
async def act(
    request: Request, visitor: CurrentVisitor, number: Number, verb: Verb, asked: PersonFields | None = None
) -> dict[str, Any]:
    """friend, unfriend, block, unblock, report (reason, text, match)."""
    fields = {} if asked is None else asked.model_dump()
    await do_verb(request, visitor, number, verb, fields)
    return {"done": verb}


@router.get("/leaders/{game}", responses=AT_TABLE)
async def leaders(
    request: Request, visitor: CurrentVisitor, game: str, season: Word = "", after: Place = ""
) -> dict[str, Any]:
    """List people and bots of a game by what is certain of their rating; `season` is a quarter: 2026-4."""
    limit_rate(request, "page", visitor)
    if game not in game_names():
        raise HTTPException(404)
    chosen = season if is_season(season) else ALL_TIME
    given = (people_of(request), game, chosen, after, visitor.language)
    return await asyncio.to_thread(leaders_json, *given)


def leaders_json(people: People, game: str, season: str, after: str, language: str) -> dict[str, Any]:
    rows, more = people.leaders.page(season, game, read_place(after))
    shown = people.board(rows, language)
    return {"game": game, "season": season, "leaders": shown, "more": None if more is None else str(more)}


# One's own


@router.get("/me/people")
async def circle(request: Request, visitor: CurrentVisitor) -> dict[str, Any]:
    """List friends, requests, blocked people and invitations of the sender."""
    limit_rate(request, "page", visitor)
    account_of(visitor)
    shown = await asyncio.to_thread(circle_context, request, visitor)
    invited = [
        {key: row[key] for key in ("match", "game", "options", "by", "by_name")}
        for row in shown.pop("invitations")
    ]
    return {**shown, "invitations": invited}


@router.post("/me/profile", responses=CHANGE)
@limited("people")
async def change_profile(request: Request, visitor: CurrentVisitor, asked: ProfileFields) -> dict[str, Any]:
    """Change what the sender says of themselves."""
    said = (account_of(visitor), asked.face, asked.about, asked.seen_by)
    await asyncio.to_thread(people_of(request).profiles.set, *said)
    request.app.state.avatars.forget(said[0])
    return {"done": "profile"}


@router.get("/me/export")
async def own_data(request: Request, visitor: CurrentVisitor) -> JSONResponse:
    """Send all that is stored about the sender's account."""
    limit_rate(request, "export", visitor)
    found = await asyncio.to_thread(export, request.app.state.store.engine, account_of(visitor))
    return JSONResponse(found, headers={"Cache-Control": "no-store"})


@router.post("/tables/{match}/invite", responses={**CHANGE, **AT_TABLE})
@limited("people")
async def invite(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep, asked: InvitedFriend
) -> dict[str, Any]:
    """Invite a friend to a table that waits."""
    await invite_friend(request, visitor, live, auth, asked.account)
    return {"done": "invite"}
