"""Every page, light or dark, small or large: axe-core finds nothing to complain about.

`make test` looks at a few pages, `make slow` at one more of every kind in one of the four ways, and
`make thorough` at every page in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle, product
from typing import Any, Literal
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from burgomaster.server import advice
from tests.campaigns.clients import new_client, open_table, token
from tests.cases import never, sweep
from tests.server.endings import finished, keep
from tests.server.fixtures import Running
from tests.web.fixtures import DESKTOP, PHONE, SETUP, Visit, Visitor
from tests.web.scenes import stage, to_end

ALL: dict[str, Any] = {"edition": "2004", "expansions": ["banquet", "new_society"]}
MARKET: dict[str, Any] = {"edition": "2014", "expansions": ["market"]}
Scheme = Literal["light", "dark"]
THINKING = 20_000  # milliseconds: advice waits for a processor like everything else
WAYS: dict[str, tuple[dict[str, int], Scheme]] = {
    "dark phone": (PHONE, "dark"),
    "light desktop": (DESKTOP, "light"),
    "light phone": (PHONE, "light"),
    "dark desktop": (DESKTOP, "dark"),
}


def waiting_room(server: Running) -> str:
    with new_client(server.url) as anna, new_client(server.url) as boris:
        made = open_table(anna, options={"players": 4}, open=True, clock={"kind": "move", "seconds": 60})
        boris.post(f"/api/tables/{made['table']}/seats/1", json={"name": "Boris"})
        anna.post(f"/api/tables/{made['table']}/seats/2", json={"bot": "search:4"}, headers=token(anna))
    return f"/t/{made['table']}?key={made['key']}"


def profile(server: Running) -> str:
    with new_client(server.url) as anna:
        fields = {"name": f"Anna {uuid4().hex[:6]}", "password": "long enough"}
        anna.post("/api/account/register", json=fields, headers=token(anna))
        number = anna.get("/api/me").json()["number"]
    for seed in (1, 2):
        game = finished(uuid4().hex[:12], (f"account:{number}", "bot:greedy"), seed=seed)
        keep(server.app.state.store, game)
    return f"/people/{number}"


def tournament(server: Running) -> str:
    """A tournament in its first round, with one table that the organiser decided and one that is played."""
    with new_client(server.url) as host:
        asked = {"title": "Friday", "game": "spyrium", "options": {"players": 2}, "rounds": 2}
        made = host.post("/api/tournaments", json=asked).json()["tournament"]
        for name in ("Anna", "Boris", "Clara"):
            with new_client(server.url) as guest:
                guest.post(f"/api/tournaments/{made}/enter", json={"name": name})
        headers = token(host)
        host.post(f"/api/tournaments/{made}/start", headers=headers)
        decided = {"round": 1, "table": 1, "places": [1, 2]}
        assert host.post(f"/api/tournaments/{made}/result", json=decided, headers=headers).status_code == 200
    return f"/tournament/{made}"


SCENES: dict[str, Callable[[Running], str]] = {
    "profile": profile,
    "games of somebody": lambda server: f"{profile(server)}/games",
    "leaderboard": lambda server: f"/leaders/{profile(server) and 'petersburg'}",
    "friends": lambda _: "/people",
    "lobby": lambda _: "/",
    "set-up": lambda _: SETUP,
    "waiting room": waiting_room,
    "account": lambda _: "/account",
    "cards": lambda _: "/cards/petersburg",
    "credits": lambda _: "/credits",
    "missing": lambda _: "/nowhere",
    "rules of petersburg": lambda _: "/rules/petersburg",
    "rules of suburbia": lambda _: "/rules/suburbia",
    "rules of spyrium": lambda _: "/rules/spyrium",
    "cards of spyrium": lambda _: "/cards/spyrium",
    "cards of suburbia": lambda _: "/cards/suburbia",
    "what strong players do": lambda _: "/strategy/petersburg?view=worth",
    "suburbia": lambda server: stage(server, "suburbia", 20, players=2),
    "suburbia, three": lambda server: stage(server, "suburbia", 30, players=3),
    "suburbia, alone": lambda server: stage(server, "suburbia", 8, players=1, solo="dale"),
    "suburbia, result": lambda server: to_end(server, "suburbia", players=2),
    "learning": lambda _: "/learn/petersburg",
    "spyrium": lambda server: stage(server, "spyrium", 40, players=2),
    "spyrium, three": lambda server: stage(server, "spyrium", 60, players=3),
    "spyrium, result": lambda server: to_end(server, "spyrium", players=2),
    "petersburg": lambda server: stage(server, "petersburg", 30, players=3),
    "petersburg, all cards": lambda server: stage(server, "petersburg", 70, players=4, **ALL),
    "petersburg, market": lambda server: stage(server, "petersburg", 40, players=2, **MARKET),
    "petersburg, five at the market": lambda server: stage(server, "petersburg", 90, players=5, **MARKET),
    "petersburg, result": lambda server: to_end(server, "petersburg", players=2),
    "standings of a tournament": lambda server: tournament(server),
    "rounds of a tournament": lambda server: f"{tournament(server)}/rounds",
    "new tournament": lambda _: "/tournaments/new",
    "tournaments": lambda server: f"/tournaments?{tournament(server) and ''}",
}


# these are left to `make thorough`: they are made of the same parts as another page
LIKE_OTHERS = {
    *("cards", "cards of suburbia", "rules of petersburg", "rules of spyrium"),
    *("suburbia, alone", "petersburg, all cards", "petersburg", "suburbia, result", "spyrium, result"),
    *("suburbia, three", "spyrium, three", "petersburg, five at the market"),
}
ONE_WAY = list(zip([name for name in SCENES if name not in LIKE_OTHERS], cycle(WAYS), strict=False))
QUICK_SCENES = ("lobby",)  # and a board with its menus and sheets: tests/web/test_controls.py


def visit_in(visit: Visit, way: str) -> Visitor:
    size, scheme = WAYS[way]
    return visit(size=size, color_scheme=scheme, reduced_motion="reduce", painted=True)


def complaints(page: Page) -> list[str]:
    return [
        f"{wrong['id']} {node['html'][:120]} {reason(node)}"
        for wrong in Axe().run(page).response["violations"]
        for node in wrong["nodes"]
    ]


def reason(node: Mapping[str, Any]) -> str:
    return str((node["any"] or node["all"] or node["none"])[0]["message"])[:160]


@pytest.mark.parametrize(
    ("name", "way"),
    sweep(
        product(SCENES, WAYS),
        quick=lambda *case: case in ONE_WAY and case[0] in QUICK_SCENES,
        slow=lambda *case: case in ONE_WAY,
    ),
)
def test_a_page_is_accessible(visit: Visit, server: Running, name: str, way: str) -> None:
    visitor = visit_in(visit, way)
    page = visitor.go(SCENES[name](server))
    if page.locator("[data-pick]:visible").count():
        page.locator("[data-pick]:visible").first.click()
    assert complaints(page) == []
    if name == "missing":
        visitor.complaints.clear()  # the answer 404 was meant


@pytest.mark.parametrize("way", sweep(WAYS, quick=never, slow=lambda way: way == "dark phone"))
def test_a_hint_and_an_analysis_are_accessible(
    visit: Visit, server: Running, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(advice, "SIMULATIONS", 4)
    page = visit_in(visit, way).go(SETUP)
    page.locator("button.primary.big").click()
    page.locator("a[href*=hint]").click()
    expect(page.locator(".hint-card li").first).to_be_visible(timeout=THINKING)
    if page.locator("#hint-why").count():  # no second move may have been worth a thought
        page.locator("#hint-why > summary").click()
        expect(page.locator(".hint-card .why-not").first).to_be_visible()
    assert complaints(page) == []
    page.goto(server.url + to_end(server, "petersburg", players=2).partition("?")[0] + "/analysis")
    expect(page.locator("#study")).to_be_visible(timeout=THINKING)
    assert complaints(page) == []


@pytest.mark.parametrize("way", sweep(WAYS, quick=never, slow=lambda way: way == "light phone"))
def test_a_replay_is_accessible(visit: Visit, server: Running, way: str) -> None:
    path = stage(server, "petersburg", 30, players=3).partition("?")[0]
    page = visit_in(visit, way).go(f"{path}/replay?ply=20")
    assert complaints(page) == []
