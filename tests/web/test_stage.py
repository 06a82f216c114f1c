"""The stage: moves of the others are shown one by one, marked, and nobody is kept waiting by them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from burgomaster.server import security
from tests.campaigns.clients import open_for_two
from tests.server.fixtures import Running, until
from tests.web.fixtures import PATIENCE, PHONE, Visit
from tests.web.scenes import stage

PLAYERS = 4
TOLD = "#happened .happened-move:not(.own)"
SEND = """(names) => names.forEach((name) => {
    const now = document.getElementById("table").outerHTML;
    const data = now.replace(/data-number="[^"]*"/, `data-number="${name}"`);
    const detail = { bubbles: true, cancelable: true, detail: { data } };
    document.querySelector(".listener").dispatchEvent(new CustomEvent("htmx:sseBeforeMessage", detail));
})"""
END = """() => {
    const over = document.getElementById("table").cloneNode(true);
    over.dataset.over = "1";
    over.querySelector("#board").dataset.number = "end";
    const result = '<section id="ending" class="end card"><h2 id="end-title">Anna wins</h2></section>';
    over.querySelector(".board-column").insertAdjacentHTML("afterbegin", result);
    const detail = { bubbles: true, cancelable: true, detail: { data: over.outerHTML } };
    document.querySelector(".listener").dispatchEvent(new CustomEvent("htmx:sseBeforeMessage", detail));
}"""
OPENED = "addEventListener('htmx:sseOpen', () => { document.documentElement.dataset.stream = 'open'; })"
SWAPPED = """() => {
    const swap = htmx.swap;
    window.swapped = [];
    htmx.swap = (target, html, ...others) => {
        window.swapped.push(html);
        return swap(target, html, ...others);
    };
}"""
LIVE = """async () => (await fetch(document.querySelector("[data-live]").dataset.live)).text()"""
LOW = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("#happened .happened-moves { max-height: 2.5em !important; }");
    document.adoptedStyleSheets = [sheet];
}"""
CUT = """() => {
    const box = document.querySelector("#happened .happened-moves"), lines = document.createRange();
    if (!box.style.paddingBottom) box.scrollTop = box.scrollHeight;
    lines.selectNodeContents(box);
    const { top } = box.getBoundingClientRect();
    const is_cut = (line) => line.height < 40 && line.top < top - 2 && line.bottom > top + 2;
    return [...lines.getClientRects()].filter(is_cut).length;
}"""
TOPS = """() => [...document.querySelectorAll(".rows, .me, .phases, .actions header")]
    .map((one) => one.getBoundingClientRect().top)"""


def others_of(server: Running, name: str) -> Callable[[], None]:
    """What lets all other seats pass at once."""
    live = server.app.state.match_manager
    client = server.client()

    def act() -> None:
        for seat in range(1, PLAYERS):
            key = server.app.state.auth.seat_key(live.live[name].match, seat)
            headers = {"Authorization": f"Bearer {key}"}
            answer = client.post(f"/api/tables/{name}/moves", json={"move": "pass"}, headers=headers)
            assert answer.status_code == 200, answer.text
            until(lambda seat=seat: live.live[name].match.table.to_move != seat)

    return act


def open_table(visit: Visit, server: Running, speed: str, **other: object) -> tuple[Page, Callable[[], None]]:
    """A table of four at the beginning, seen by the first of them, whose stream is open."""
    path = stage(server, "petersburg", 0, players=PLAYERS)
    visitor = visit(speed=speed, **other)
    visitor.page.add_init_script(OPENED)
    page = visitor.go(path)
    expect(page.locator("html")).to_have_attribute("data-stream", "open")
    return page, others_of(server, path.split("?")[0].rpartition("/")[2])


def stop_time(page: Page) -> None:
    """From now on time goes on in this page only by `pass_time`."""
    page.clock.install()
    page.clock.pause_at((page.evaluate("() => Date.now()") + 1000) / 1000)


def pass_time(page: Page, seconds: float) -> None:
    """Let a page believe that time has passed."""
    page.clock.run_for(round(1000 * seconds))


def send(page: Page, *names: str) -> None:
    page.evaluate(SEND, names)


def shown(page: Page) -> str | None:
    return page.locator("#board").get_attribute("data-number")


def test_moves_of_the_others_are_shown_one_by_one(visit: Visit, server: Running) -> None:
    page, _ = open_table(visit, server, "slow")
    stop_time(page)
    send(page, "a", "b", "c")
    pass_time(page, 0.1)
    assert shown(page) == "a"  # nothing was shown for a while: the first does not wait
    pass_time(page, 2)
    assert shown(page) == "a"
    pass_time(page, 0.5)
    assert shown(page) == "b"
    page.keyboard.press("Shift")  # whoever touches a key sees the present
    pass_time(page, 0.1)
    assert shown(page) == "c"


def test_an_update_in_parts_is_the_whole_page(
    visit: Visit, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is put together from new parts and those of the last two updates."""
    monkeypatch.setattr(security, "random_bytes", bytes)  # masks of tokens are equal
    page, act = open_table(visit, server, "instant")
    page.evaluate(SWAPPED)
    page.locator("#actions .pass button").click()
    page.wait_for_function("() => swapped.length > 0")
    act()
    until(lambda: page.evaluate("() => swapped.at(-1)") == page.evaluate(LIVE))
    assert page.evaluate("() => swapped.length") > 1
    assert "parts=1" in (page.locator("[sse-connect]").get_attribute("sse-connect") or "")


@pytest.mark.slow
def test_a_page_that_falls_behind_catches_up(visit: Visit, server: Running) -> None:
    page, _ = open_table(visit, server, "normal")
    stop_time(page)
    send(page, *(f"m{n}" for n in range(60)))
    pass_time(page, 0.1)
    assert shown(page) == "m0"
    pass_time(page, 8)  # at the usual pause this would take almost a minute
    assert shown(page) == "m59"
    send(page, "x", "y")
    page.evaluate("() => document.dispatchEvent(new Event('bm:catch-up'))")
    pass_time(page, 10)  # what waited is forgotten: the page asks for the present itself
    assert shown(page) in ("m59", "x")


@pytest.mark.slow
def test_a_page_in_a_hurry_waits_for_nothing(visit: Visit, server: Running) -> None:
    page, others = open_table(visit, server, "instant")
    page.locator("#actions .pass button").click()
    expect(page.locator("#table")).to_have_attribute("data-turn", "")
    others()
    expect(page.locator(TOLD)).to_have_count(PLAYERS - 1)


@pytest.mark.slow
def test_an_answer_that_comes_late_hides_no_move(visit: Visit, server: Running) -> None:
    page, others = open_table(visit, server, "normal")

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        others()  # their moves come by the stream first, and wait to be shown
        page.wait_for_function("() => document.getElementById('table').dataset.turn === ''")
        page.wait_for_timeout(300)
        route.fulfill(response=answer)

    page.route("**/move*", answer_late)
    page.locator("#actions .pass button").click()
    expect(page.locator(TOLD)).to_have_count(PLAYERS - 1, timeout=PATIENCE)


@pytest.mark.slow
def test_whoever_sees_a_game_end_is_brought_to_the_result(visit: Visit, server: Running) -> None:
    page, _ = open_table(visit, server, "instant", size=PHONE, reduced_motion="reduce")
    page.locator(".log").scroll_into_view_if_needed()
    page.evaluate(END)
    expect(page.locator("#end-title")).to_be_in_viewport(timeout=PATIENCE)
    box, top = page.locator("#end-title").bounding_box(), page.locator("header.top").bounding_box()
    assert box and top and box["y"] >= top["y"] + top["height"]  # not behind the frame


@pytest.mark.slow
def test_the_list_folds_and_lights_up_what_it_speaks_of(visit: Visit, server: Running) -> None:
    page = visit().go(stage(server, "petersburg", 60, players=3))
    line = page.locator('#happened .happened-move[data-places]:not([data-places=""])').first
    place = page.locator("#" + (line.get_attribute("data-places") or "").split()[0])
    expect(place).to_have_attribute("data-changed", line.get_attribute("data-seat") or "")
    line.hover()
    expect(place).to_have_class("place lit")
    page.evaluate(LOW)
    assert page.evaluate(CUT) > 0
    send(page, "a")  # an update keeps the newest in sight, and cuts no line in half
    until(lambda: shown(page) == "a" and page.evaluate(CUT) == 0)
    page.locator("#happened > summary").click()
    expect(line).to_be_hidden()
    page.reload()
    expect(page.locator("#happened .happened-move").first).to_be_hidden()  # it stays as it was left


@pytest.mark.slow
def test_choosing_a_card_moves_nothing_at_a_desk(visit: Visit, server: Running) -> None:
    page = visit(size={"width": 1280, "height": 720}).go(stage(server, "petersburg", 20, players=2))
    before = page.evaluate(TOPS)
    page.locator("#board [data-pick]:visible").first.click()
    expect(page.locator(".pick[open]")).to_be_visible()
    assert page.evaluate(TOPS) == pytest.approx(before, abs=1)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["petersburg", "suburbia", "spyrium"])
def test_the_panel_squeezes_no_button_for_a_card(visit: Visit, server: Running, game: str) -> None:
    page = visit(size={"width": 1280, "height": 600}).go(stage(server, game, 0, players=3))
    page.locator("#board [data-pick]:visible").first.click()
    expect(page.locator(".pick[open]")).to_be_visible()
    header = page.locator("#actions > header")
    assert header.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1


@pytest.mark.slow
def test_a_phone_keeps_the_list_folded(visit: Visit, server: Running) -> None:
    page = visit(size=PHONE).go(stage(server, "spyrium", 60, players=3))
    expect(page.locator("#happened > summary")).to_be_in_viewport()
    expect(page.locator("#happened .happened-move").first).to_be_hidden()
    page.locator("#happened > summary").click()
    expect(page.locator("#happened .happened-move").first).to_be_in_viewport()


@pytest.mark.slow
def test_a_wrong_clock_of_the_device_spoils_neither_the_clocks_nor_the_moves(
    visit: Visit, server: Running
) -> None:
    seat, _other = open_for_two(server.url, clock={"kind": "move", "seconds": 3000})
    visitor = visit(speed="normal")
    visitor.page.add_init_script(
        "const real = Date.now; Date.now = () => real() + (window.wrong ??= 7200e3);"
    )
    page = visitor.go(f"/t/{seat.table}?key={seat.key}")
    expect(page.locator("[data-deadline]")).to_have_text(re.compile("^4[89]:|^50:00"))
    send(page, "one")
    expect(page.locator("#board")).to_have_attribute("data-number", "one", timeout=PATIENCE)
    page.evaluate("window.wrong = -7200e3")  # it is set back while somebody plays
    send(page, "two")
    expect(page.locator("#board")).to_have_attribute("data-number", "two", timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["petersburg", "spyrium"])
def test_a_phone_held_across_shows_the_board(visit: Visit, server: Running, game: str) -> None:
    page = visit(size={"width": 740, "height": 360}).go(stage(server, game, 0, players=2))
    page.evaluate("() => scrollTo(0, 200)")
    expect(page.locator("header.top")).not_to_be_in_viewport()
    box = page.locator("#actions").bounding_box()
    assert box and box["y"] > 360 * 0.6


@pytest.mark.slow
def test_rules_are_printed_without_what_is_pressed(visit: Visit) -> None:
    page = visit().go("/rules/petersburg")
    page.emulate_media(media="print")
    for part in ("header.top", "footer.bottom", "nav.contents"):
        expect(page.locator(part)).to_be_hidden()
