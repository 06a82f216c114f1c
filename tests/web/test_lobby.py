"""The lobby and the waiting room in a real browser: nothing is covered or cut, everything is live."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import burgomaster as bm
from tests.campaigns.clients import new_client, open_table
from tests.cases import never, sweep
from tests.server.fixtures import Running, until
from tests.web.fixtures import DESKTOP, PHONE, SETUP, Visit
from tests.web.test_browser import audit

SIZES = {
    "small": {"width": 360, "height": 740},
    "phone": PHONE,
    "tablet": {"width": 768, "height": 1024},
    "desktop": DESKTOP,
    "laptop": {"width": 1536, "height": 864},
    "large": {"width": 1920, "height": 1080},
    "huge": {"width": 2560, "height": 1440},
}
SLOW_SIZES = [("small", "ru"), ("large", "en")]
LISTS_PAUSE, COPIED_SHOWN = 5_000, 5_000  # milliseconds after which lists were asked for, a word has gone
OVERLAPS = Path(__file__).with_name("overlaps.js").read_text(encoding="utf-8")
DRAW_ANEW = """() => {
    const button = document.querySelector(".copy"), fresh = button.cloneNode();
    delete fresh.dataset.label;
    fresh.textContent = "Copy";
    button.replaceWith(fresh);
    document.dispatchEvent(new Event("htmx:afterSwap"));
}"""


def open_setup(page: Page, game: str) -> None:
    page.locator(f"#tile-{game} .tile-play").click()
    expect(page.locator(f".setup[data-game={game}]")).to_be_visible()


def company(page: Page, how: str) -> None:
    page.locator(f"input[name=how][value={how}]").check()


@pytest.mark.parametrize(
    ("size", "language"),
    sweep(
        product(SIZES, ["en", "ru"]),
        quick=never,
        slow=lambda *case: case in SLOW_SIZES,
    ),
)
def test_nothing_is_covered_at_any_size(visit: Visit, size: str, language: str) -> None:
    page = visit(size=SIZES[size], language=language, reduced_motion="reduce").go()
    assert page.evaluate(OVERLAPS) == []
    audit(page)
    open_setup(page, "petersburg")
    for how in ("bots", "hotseat"):
        company(page, how)
        assert page.evaluate(OVERLAPS) == []
    audit(page)
    company(page, "friends")
    page.locator("#setup button.primary.big").click()
    expect(page.locator(".waiting-room")).to_be_visible()
    assert page.evaluate(OVERLAPS) == []
    audit(page)


@pytest.mark.slow
def test_the_set_up_offers_what_fits(visit: Visit) -> None:
    page = visit().go()
    open_setup(page, "petersburg")
    assert page.url.endswith(SETUP + "#setup")
    open_setup(page, "suburbia")
    expect(page.locator(".tile.chosen")).to_have_id("tile-suburbia")
    page.go_back()
    expect(page.locator(".setup[data-game=petersburg]")).to_be_visible()
    page.go_forward()
    expect(page.locator(".setup[data-game=suburbia]")).to_be_visible()
    enabled = page.locator('input[name="players"]:not(:disabled)')
    values = [enabled.nth(place).get_attribute("value") for place in range(enabled.count())]
    info = next(game for game in bm.games() if game["game"] == "suburbia")
    assert values == [str(n) for n in info["variants"][0]["players"]]
    page.locator('input[name="preset"][value="suburbia|2"]').check()  # alone against Dale
    for part in (".company", ".opponents", ".my-seat", ".count"):
        expect(page.locator(part)).to_be_hidden()
    page.locator(".options summary").click()
    expect(page.locator("select[name$=dale_win]")).to_be_visible()
    expect(page.locator("select[name$=lone_end]")).to_be_hidden()
    assert page.locator("select[name$=dale_win] option").first.inner_text() == "Default: more than Dale"
    page.locator("#setup button.primary.big").click()
    until(lambda: page.locator("#table").get_attribute("data-turn") == "1")


@pytest.mark.slow
def test_opponents_have_levels_names_and_faces_of_their_own(visit: Visit) -> None:
    page = visit().go(SETUP)
    page.locator("input[name=players][value='4']").check()
    names = page.locator(".sitter:visible [data-name]")
    assert names.all_inner_texts() == ["Otto", "Gustav", "Barnaby"]
    page.locator("select[name=bot_2]").select_option("search:4")
    assert names.all_inner_texts() == ["Otto", "Sabine", "Gustav"]
    expect(page.locator(".sitter-2 .bot-face:visible use")).to_have_attribute(
        "href", re.compile("#face-search-4")
    )
    expect(page.locator(".sitter-2 .manner")).to_contain_text("countess")
    company(page, "open")
    assert page.locator("select[name=clock]").input_value() != "none"  # strangers play with a clock
    company(page, "bots")
    assert page.locator("select[name=clock]").input_value() == "none"
    page.locator("select[name=clock]").select_option("own")
    expect(page.locator("input[name=minutes]")).to_be_visible()
    page.locator("#setup button.primary.big").click()
    expect(page.locator("#table")).to_contain_text("Sabine")
    assert "search:4" not in page.locator("#table").inner_text()


@pytest.mark.slow
def test_the_lists_are_live(visit: Visit, server: Running) -> None:
    visitor = visit()
    visitor.page.clock.install()
    page = visitor.go()
    page.locator(".upload-card summary").click()
    with new_client(server.url) as client:
        made = open_table(
            client, options={"players": 2}, open=True, name="Zoe", clock={"kind": "move", "seconds": 86400}
        )
        row = page.locator(f"#row-{made['table']}")
        page.clock.fast_forward(LISTS_PAUSE)
        expect(row).to_contain_text("Zoe")
        expect(row).to_contain_text("1 day per move")
        assert row.locator(".row-button").inner_text().startswith("Join")
        client.post(f"/api/tables/{made['table']}/cancel", headers={"Authorization": f"Bearer {made['key']}"})
    page.clock.fast_forward(LISTS_PAUSE)
    expect(row).to_have_count(0)
    expect(page.locator(".upload-card form")).to_be_visible()  # what was unfolded stays


@pytest.mark.slow
def test_a_waiting_room_with_two_people(visit: Visit) -> None:
    anna, boris = visit(), visit(language="ru", size=PHONE)
    page = anna.go(SETUP)
    company(page, "friends")
    page.locator("input[name=name]").fill("Anna")
    page.locator("select[name=my_seat]").select_option("0")
    page.locator("#setup button.primary.big").click()
    expect(page.locator("#seat-0")).to_contain_text("Anna")
    expect(page.locator(".invitation .qr")).to_be_visible()
    assert page.locator("#board").count() == 0
    boris.page.goto(page.locator(".invite input").input_value())
    boris.page.locator("#seat-2 form[action$=sit] button").click()
    expect(boris.page.locator("#seat-2.mine")).to_be_visible()
    guest = boris.page.locator("#seat-2 .seat-name").inner_text()
    expect(page.locator("#seat-2")).to_contain_text(guest)  # without a reload
    page.get_by_role("button", name=f"Move {guest} one seat forward").click()
    expect(boris.page.locator("#seat-1.mine")).to_be_visible()
    page.locator("#seat-2 select[name=bot]").select_option("search:2")
    page.locator("#seat-2 form[action$=bot] button").click()
    expect(page.locator("#board")).to_be_visible()
    expect(boris.page.locator("#board")).to_be_visible()
    expect(boris.page.locator("#table")).to_contain_text("Агафья")
    expect(page.locator("#table")).to_contain_text("Agnes")


@pytest.mark.slow
def test_a_cancelled_table_says_so_to_who_waits(visit: Visit) -> None:
    host, guest = visit(), visit(size=PHONE)
    page = host.go(SETUP)
    company(page, "friends")
    page.locator("#setup button.primary.big").click()
    guest.page.goto(page.url)
    expect(guest.page.locator(".waiting-room")).to_be_visible()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Cancel this table").click()
    expect(guest.page.locator(".waiting-room")).to_contain_text("cancelled")


@pytest.mark.slow
def test_the_set_up_works_without_a_script(visit: Visit) -> None:
    page = visit(java_script_enabled=False, size=PHONE).go()
    page.locator("#tile-spyrium .tile-play").click()
    page.locator("input[name=players][value='2']").check()
    expect(page.locator(".sitter:visible")).to_have_count(1)
    page.locator("#setup button.primary.big").click()
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.slow
def test_a_link_is_copied_with_one_press(visit: Visit) -> None:
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.page.clock.install()
    page = visitor.go(SETUP)
    company(page, "friends")
    page.locator("#setup button.primary.big").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".invite input").input_value()
    page.clock.fast_forward(COPIED_SHOWN)
    expect(page.locator(".copy")).to_have_text("Copy")
    page.locator(".copy").click()
    page.evaluate(DRAW_ANEW)  # as if somebody had come in the same moment
    expect(page.locator(".copy")).to_have_text("Copied")
    page.clock.fast_forward(COPIED_SHOWN)
    expect(page.locator(".copy")).to_have_text("Copy")
