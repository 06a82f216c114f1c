"""The stage: moves of the others are shown one by one, marked, and nobody is kept waiting by them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.fixtures import Running, until
from tests.web.fixtures import PHONE, Visit
from tests.web.scenes import stage

PLAYERS = 4
TOLD = "#happened .happened-move:not(.own)"
TOPS = """() => [...document.querySelectorAll(".rows, .me, .phases, .actions header")]
    .map((one) => one.getBoundingClientRect().top)"""


def others_of(server: Running, name: str) -> Callable[[], None]:
    """What lets all other seats pass at once."""
    live = server.app.state.match_manager
    client = server.client()

    def act() -> None:
        for seat in range(1, PLAYERS):
            key = server.app.state.auth.seat_key(live._live[name].match, seat)
            headers = {"Authorization": f"Bearer {key}"}
            answer = client.post(f"/api/tables/{name}/moves", json={"move": "pass"}, headers=headers)
            assert answer.status_code == 200, answer.text
            until(lambda seat=seat: live._live[name].match.table.to_move != seat)

    return act


def open_table(visit: Visit, server: Running, speed: str, **other: object) -> tuple[Page, Callable[[], None]]:
    """A table of four at the beginning, seen by the first of them."""
    path = stage(server, "petersburg", 0, players=PLAYERS)
    page = visit(speed=speed, **other).go(path)
    page.wait_for_timeout(300)  # the stream opens
    return page, others_of(server, path.split("?")[0].rpartition("/")[2])


def test_moves_of_the_others_are_shown_one_by_one(visit: Visit, server: Running) -> None:
    page, others = open_table(visit, server, "slow")
    page.locator("#actions .pass button").click()
    expect(page.locator("#table")).to_have_attribute("data-turn", "")
    others()
    assert page.locator(TOLD).count() < PLAYERS - 1  # the server is done, the page is not
    page.keyboard.press("Shift")  # whoever touches a key sees the present
    expect(page.locator(TOLD)).to_have_count(PLAYERS - 1, timeout=1000)


def test_a_page_in_a_hurry_waits_for_nothing(visit: Visit, server: Running) -> None:
    page, others = open_table(visit, server, "instant")
    page.locator("#actions .pass button").click()
    expect(page.locator("#table")).to_have_attribute("data-turn", "")
    others()
    expect(page.locator(TOLD)).to_have_count(PLAYERS - 1, timeout=1500)


def test_the_list_folds_and_lights_up_what_it_speaks_of(visit: Visit, server: Running) -> None:
    page = visit().go(stage(server, "petersburg", 60, players=3))
    line = page.locator('#happened .happened-move[data-places]:not([data-places=""])').first
    place = page.locator("#" + (line.get_attribute("data-places") or "").split()[0])
    expect(place).to_have_attribute("data-changed", line.get_attribute("data-seat") or "")
    line.hover()
    expect(place).to_have_class("place lit")
    page.locator("#happened > summary").click()
    expect(line).to_be_hidden()
    page.reload()
    expect(page.locator("#happened .happened-move").first).to_be_hidden()  # it stays as it was left


def test_choosing_a_card_moves_nothing_at_a_desk(visit: Visit, server: Running) -> None:
    page = visit(size={"width": 1280, "height": 720}).go(stage(server, "petersburg", 20, players=2))
    before = page.evaluate(TOPS)
    page.locator("#board [data-pick]:visible").first.click()
    expect(page.locator(".pick[open]")).to_be_visible()
    assert page.evaluate(TOPS) == pytest.approx(before, abs=1)


def test_a_phone_keeps_the_list_folded(visit: Visit, server: Running) -> None:
    page = visit(size=PHONE).go(stage(server, "spyrium", 60, players=3))
    expect(page.locator("#happened > summary")).to_be_in_viewport()
    expect(page.locator("#happened .happened-move").first).to_be_hidden()
    page.locator("#happened > summary").click()
    expect(page.locator("#happened .happened-move").first).to_be_in_viewport()
