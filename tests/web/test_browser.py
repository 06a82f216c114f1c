"""The table in a real browser: a newcomer's first game, live updates, restarts, replays, accessibility."""

from __future__ import annotations

import re
import time
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

import burgomaster as bm
from tests.campaigns.clients import Seat, finish, open_for_two
from tests.cases import sweep
from tests.server.fixtures import Running, new_server, settings_for, until
from tests.web.fixtures import DESKTOP, PHONE, SETUP, Visit, Visitor
from tests.web.scenes import to_end

SIZES = {"phone": PHONE, "desktop": DESKTOP}
AUDIT = Path(__file__).with_name("audit.js").read_text(encoding="utf-8")
IS_NEWEST_SEEN = """() => {
    const box = document.querySelector(".said"), newest = box.querySelector("li:last-child");
    const isFull = box.scrollHeight > box.clientHeight;
    return isFull && newest.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + 1;
}"""


def audit(page: Page) -> None:
    """What a person with a screen reader, a keyboard or a small screen would stumble over."""
    page.wait_for_load_state("load")  # without its sheets a page is as wide as it likes
    assert page.evaluate(AUDIT) == []


def play_now(visitor: Visitor, bot: str = "") -> str:
    """Open a table against bots as a newcomer does, or against another kind of bot; the path of its page."""
    page = visitor.go()
    page.locator("#tile-petersburg .tile-play").click()
    for chosen in page.locator("#setup select[data-levels]:visible").all() if bot else []:
        chosen.select_option(bot)
    page.locator("#setup button.primary.big").click()
    page.wait_for_url(re.compile("/t/"))
    expect(page.locator("#board")).to_be_visible()
    return page.url.removeprefix(visitor.url)


def move(visitor: Visitor) -> None:
    page = visitor.page
    before = page.locator("#table .log li").count()
    button = page.locator('#table button[name="move"]:visible').last
    button.click()
    until(lambda: page.locator("#table .log li").count() > before)


@pytest.mark.parametrize(
    ("language", "size"),
    sweep(
        product(["en", "ru"], SIZES),
        quick=lambda *case: case == ("en", "phone"),
        slow=lambda *case: case == ("ru", "desktop"),
    ),
)
def test_a_newcomer_is_playing_within_a_minute(visit: Visit, language: str, size: str) -> None:
    began = time.monotonic()
    newcomer = visit(language=language, size=SIZES[size])
    page = newcomer.go()
    audit(page)
    play_now(newcomer)
    until(newcomer.is_turn)
    audit(page)
    move(newcomer)
    assert time.monotonic() - began < 60
    until(newcomer.is_turn)
    assert page.title().startswith("●")
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.slow
def test_a_whole_game_in_the_browser(visit: Visit, server: Running) -> None:
    player = visit()
    path = play_now(player, "greedy")
    page = player.page
    for _ in range(3):
        until(player.is_turn)
        move(player)
    page.locator("#control-menu > summary").click()
    page.get_by_role("link", name="Continue on another device").click()
    key = page.locator(".link input").input_value().partition("key=")[2]
    audit(page)
    page.locator("#main").get_by_role("link", name="Back to the table").click()
    seat = Seat(server.url, path.split("/")[2], key, int(key.split(":")[1]))
    page.goto("about:blank")
    finish(seat)
    player.go(path)
    expect(page.locator("#table")).to_have_attribute("data-over", "1", timeout=60_000)
    audit(page)
    page.locator("#control-menu > summary").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download the record").click()
    assert bm.Record.load(str(downloading.value.path())).check().over


def test_two_people_see_each_others_moves_at_once(visit: Visit) -> None:
    anna, boris = visit(), visit(language="ru", size=PHONE)
    page = anna.go(SETUP)
    page.locator("input[name=how][value=friends]").check()
    page.locator("input[name=players][value='2']").check()
    page.locator("input[name=name]").fill("Anna")
    page.locator("button.primary.big").click()
    link = page.locator(".invite input").input_value()
    boris.page.goto(link)
    boris.page.locator("form[action$=sit] input[name=name]").fill("Борис")
    boris.page.locator("form[action$=sit] button").click()
    until(lambda: anna.is_turn() != boris.is_turn())
    for _ in range(4):
        mover, other = (anna, boris) if anna.is_turn() else (boris, anna)
        lines = other.page.locator("#table .log li")
        before = lines.count()
        move(mover)
        until(lambda lines=lines, before=before: lines.count() > before)
        until(lambda: anna.is_turn() != boris.is_turn())
    boris.page.locator("form.say input[name=text]").fill("привет")
    boris.page.locator("form.say button").click()
    expect(anna.page.locator(".said")).to_contain_text("привет")
    boris.page.locator("form.say input[name=text]").fill("длинно" * 60)
    boris.page.locator("form.say button").click()
    expect(anna.page.locator(".said")).to_contain_text("длинно")
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")  # nobody breaks a page
    expect(boris.page.locator(".said")).to_contain_text("длинно")
    assert boris.page.evaluate(IS_NEWEST_SEEN)
    watcher = visit()
    watcher.page.goto(link)
    expect(watcher.page.locator("#board")).to_be_visible()
    assert watcher.page.locator('button[name="move"]').count() == 0


@pytest.mark.slow
def test_a_stale_page_is_told_and_catches_up(visit: Visit, server: Running) -> None:
    anna, boris = open_for_two(server.url)
    mover = anna if anna.get()["can_act"] else boris
    visitor = visit()
    visitor.page.route("**/events*", lambda route: route.abort())  # this page hears nothing
    page = visitor.go(f"/t/{mover.table}?key={mover.key}")
    assert mover.play("pass").status_code == 200
    page.locator('#table button[name="move"]:visible').last.click()
    expect(page.locator("#notice")).to_contain_text("has changed")
    until(lambda: not visitor.is_turn())
    visitor.complaints.clear()  # the broken stream and the refused move were meant


@pytest.mark.slow
def test_an_open_page_survives_a_restart(visit: Visit, tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with new_server(settings) as running:
        anna, boris = open_for_two(running.url)
        visitor = visit(url=running.url)
        page = visitor.go(f"/t/{anna.table}?key={anna.key}")
        lines = page.locator("#table .log li")
        before = lines.count()
    with new_server(settings, port=urlsplit(running.url).port or 0):
        mover = anna if anna.get()["can_act"] else boris
        mover.play_first()
        until(lambda: lines.count() > before)
        before = lines.count()
        page.reload()
        assert lines.count() == before
        page.goto("about:blank")
    visitor.complaints.clear()  # a server that is away is an error in the console, and is meant here


@pytest.mark.slow
def test_a_replay_is_walked_played_and_shared(visit: Visit, server: Running) -> None:
    path = to_end(server, "petersburg", players=2).partition("?")[0]
    visitor = visit(size=PHONE, reduced_motion="reduce")
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.go(f"{path}/replay")
    shown, rows = page.locator("#replay output"), page.locator(".replay-moves a")
    n_moves = rows.count() - 1
    expect(shown).to_have_text(f"0 / {n_moves}")  # it opens at the beginning
    audit(page)
    for key, place in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", n_moves), ("Home", 0)):
        page.keyboard.press(key)
        expect(shown).to_have_text(f"{place} / {n_moves}")
    rows.nth(5).click()
    expect(rows.nth(5)).to_have_attribute("aria-current", "step")
    expect(page.locator(".replay-moves [aria-current]")).to_have_count(1)
    expect(page.locator("ul.now")).to_contain_text(rows.nth(5).locator("span").inner_text())
    page.wait_for_url(re.compile(r"[?&]ply=5"))
    bar = page.locator(".replay-bar").bounding_box()
    page.locator("#replay-share").click()
    expect(page.locator("#notice")).to_contain_text("clipboard")
    link = page.evaluate("navigator.clipboard.readText()")
    page.locator("#replay-speed").select_option("0.4")
    page.keyboard.press("Home")
    expect(shown).to_have_text(f"0 / {n_moves}")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.locator("#replay-play")).to_have_attribute("aria-label", "Pause")
    until(lambda: int(shown.inner_text().split()[0]) >= 3)  # it goes on by itself
    page.locator("#replay-play").click()
    expect(page.locator("#replay-play")).to_have_attribute("aria-label", "Play")
    assert page.locator(".replay-bar").bounding_box() == bar  # thumbs find the buttons where they were
    page.locator("[name=skip][type=checkbox]").click()  # which leads to the page without passes
    page.wait_for_url(re.compile(r"skip=1"))
    first_pass = page.locator(".is-pass").first.get_attribute("data-go")
    page.goto(f"{visitor.url}{path}/replay?skip=1&ply={int(first_pass) - 1}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f'[data-go="{first_pass}"]')).not_to_have_attribute("aria-current", "step")
    expect(shown).not_to_have_text(f"{int(first_pass) - 1} / {n_moves}")
    page.locator("select[name=seat]").select_option(label="Boris")
    page.wait_for_url(re.compile(r"seat=1"))
    page.goto(link)
    expect(shown).to_have_text(f"5 / {n_moves}")


@pytest.mark.slow
def test_the_keyboard_is_enough(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for wanted in (".tile-play", "button.primary.big"):  # choose a game, then play with what is offered
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                break
        page.keyboard.press("Enter")
        expect(page.locator("#setup button.primary.big, #table")).to_be_visible()
        page.wait_for_timeout(100)  # the focus goes to the set-up
    page.wait_for_url(re.compile("/t/"))


@pytest.mark.slow
def test_moves_are_confirmed_on_request(visit: Visit, server: Running) -> None:
    visitor = visit(reduced_motion="reduce")
    play_now(visitor)
    page = visitor.page
    page.locator("#control-menu > summary").click()
    page.locator("#control-preferences").click()
    page.locator("[data-preference=confirm]").check()
    page.keyboard.press("Escape")
    until(visitor.is_turn)
    asked: list[str] = []

    def answer(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.dismiss() if len(asked) == 1 else dialog.accept()

    page.on("dialog", answer)
    before = page.locator("#table .log li").count()
    page.locator('#table button[name="move"]:visible').last.click()
    until(lambda: asked)
    page.wait_for_timeout(300)
    assert page.locator("#table .log li").count() == before
    move(visitor)
    assert len(asked) == 2


@pytest.mark.slow
def test_people_at_one_device(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    page = visitor.go(SETUP)
    page.locator("input[name=how][value=hotseat]").check()
    page.locator("input[name=name]").fill("Anna")
    page.locator("input[name=name_2]").fill("Boris")
    expect(page.locator("input[name=name_3]")).to_be_visible()
    expect(page.locator("input[name=name_4]")).to_be_hidden()
    page.locator("button.primary.big").click()
    for _ in range(3):
        handing = page.locator(".handing")
        expect(handing).to_be_visible()
        assert page.locator('button[name="move"]').count() == 0
        handing.locator("a.primary").click()
        until(visitor.is_turn)
        page.locator('#table button[name="move"]:visible').last.click()
    audit(page)
