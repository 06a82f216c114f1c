"""The story: two people who live apart play over days, are called, plan, go away, and lose the network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from burgomaster.server.calls import caller
from burgomaster.server.steady_time import TIME
from tests.campaigns.nursery import CALL_ROUND
from tests.campaigns.receivers import HttpReceiver, SmtpReceiver
from tests.server.fixtures import Running, new_server, until
from tests.server.receivers import Browser, calling_settings
from tests.web.fixtures import PHONE, SETUP, Visit, Visitor

DAY = 86400.0
SUBSCRIBE = """async (body) => {
    const token = JSON.parse(document.body.getAttribute("hx-headers"));
    const headers = { "Content-Type": "application/json", ...token };
    return (await fetch("/api/calls/ways", { method: "POST", body: JSON.stringify(body), headers })).status;
}"""
# What the worker would hand to the system, which has no screen here
PUSHED = """async (data) => {
    let told = null;
    self.registration.showNotification = async (...given) => { told = given; };
    self.dispatchEvent(new PushEvent("push", { data }));
    await Promise.resolve();
    return told;
}"""
PRESSED = """async (path) => {
    let opened = null, done = null;
    self.clients.openWindow = async (goal) => { opened = goal; };
    self.clients.matchAll = async () => [];
    const press = new Event("notificationclick");
    press.notification = { close() {}, data: { path } };
    press.waitUntil = (work) => { done = work; };
    self.dispatchEvent(press);
    await done;
    return opened;
}"""
pytestmark = pytest.mark.slow


@pytest.fixture
def club(
    tmp_path_factory: pytest.TempPathFactory, smtp: SmtpReceiver, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Running]:
    monkeypatch.setattr(caller, "ROUND_SECONDS", CALL_ROUND)
    folder, begun = tmp_path_factory.mktemp("club"), TIME.now()
    settings = calling_settings(f"sqlite:///{folder / 'tables.db'}", smtp)
    with new_server(settings) as running:
        yield running
        TIME.begin_at(begun)


def pass_days(days: float) -> None:
    """Time passes; the server looks into its outbox again and again by itself."""
    TIME.begin_at(TIME.now() + days * DAY)


def sit_down_apart(club: Running, visit: Visit) -> tuple[Visitor, Visitor, str]:
    """Anna opens a table with two days for a move, Boris follows the link; Anna begins."""
    anna, boris = visit(club.url), visit(club.url, language="ru", size=PHONE)
    page = anna.go(SETUP)
    page.check("input[name=how][value=friends]", force=True)
    page.check("input[name=players][value='2']", force=True)
    page.select_option("select[name=clock]", "move:172800")
    page.locator(".setup-head button").click()
    page.wait_for_selector(".waiting-room")
    path = page.url.removeprefix(club.url)
    boris.go(path).locator(".sit-form button").first.click()
    for one in (anna, boris):
        one.page.wait_for_selector("#board")
    return (anna, boris, path) if anna.is_turn() else (boris, anna, path)


def press(visitor: Visitor, move: str) -> None:
    visitor.page.locator(f'#board button[name=move][value^="{move}"]:enabled').first.dispatch_event("click")


def leave(visitor: Visitor) -> None:
    visitor.page.goto("about:blank")


def test_two_people_who_live_apart_play_over_days(
    club: Running, visit: Visit, http: HttpReceiver, smtp: SmtpReceiver
) -> None:
    first, second, path = sit_down_apart(club, visit)
    # the second wants mail, and confirms the address by the link in it
    page = second.go("/calls")
    page.fill("input[type=email]", "second@example.org")
    page.locator("form[action='/calls/mail'] button").last.click()
    until(lambda: smtp.got)
    link = smtp.got[0].get_content().partition("http://play.test")[2].split()[0]
    second.go(link).locator("main button").click()
    second.page.wait_for_selector("[role=status]")
    # the first has a webhook, and a browser that was subscribed: its endpoint is here
    page = first.go("/calls")
    page.fill("input[type=url]", http.url("/hook"))
    with page.expect_navigation():
        page.locator("form[action='/calls/webhook'] button").click()
    browser = Browser()
    body = {"channel": "push", "address": http.url("/push"), **browser.keys}
    status = page.evaluate(SUBSCRIBE, body)
    assert status == 201
    leave(second)
    # the first moves: the second is called by mail, once
    page = first.go(path)
    page.wait_for_selector("#board")
    press(first, "buy ")
    until(lambda: not first.is_turn())
    leave(first)
    pass_days(20 / DAY)
    until(lambda: len(smtp.got) == 2)
    assert str(smtp.got[1]["Subject"]).startswith(("Ваш ход", "Your turn"))
    # two nights later time is short, and the second is called again and moves
    pass_days(1.7)
    until(lambda: len(smtp.got) == 3)
    page = second.go(path)
    page.wait_for_selector("#board")
    press(second, "pass")
    until(lambda: not second.is_turn())
    # the first is called on the phone and by webhook; the second plans the next move and goes on vacation
    pass_days(20 / DAY)
    until(lambda: len(http.got) == 2)
    told = next(json.loads(browser.read(one.body)) for one in http.got if one.path == "/push")
    assert told["path"] == path
    second.go(path + "/plan").select_option("select[name=plan_0]", "pass")
    second.page.check("input[name=holds][value=always]")
    second.page.locator("button.primary").first.click()
    second.page.wait_for_selector("#board")
    second.go("/calls").locator("form[action='/calls/vacation'] button.primary").click()
    second.page.wait_for_selector(".call-done")
    leave(second)
    # on the second's vacation the plan still moves, and no clock runs out for a week
    page = first.go(path)
    page.wait_for_selector("#board")
    state = first.page.request.get(f"{club.url}/api{path.replace('/t/', '/tables/')}").json()
    assert len(state["vacations"]) == 1
    before = state["ply"]
    press(first, "buy ")
    until(lambda: ply_of(first, club, path) >= before + 2)
    assert len(smtp.got) == 3 and len(http.got) == 2
    # they play it to its end, study it together, and play again
    play_to_the_end(club, path, first, second)
    study_together(club, path, first, second)
    again = rematch(club, path, first, second)
    assert again != path and ply_of(first, club, again) == 0


def play_to_the_end(club: Running, path: str, *visitors: Visitor) -> None:
    """Both make moves until the game is over, over JSON: hundreds of clicks would show nothing more."""
    address = f"{club.url}/api{path.replace('/t/', '/tables/')}"
    tokens = [one.page.request.get(f"{club.url}/api/me").json()["form_token"] for one in visitors]
    status = ""
    while status != "over":
        for one, token in zip(visitors, tokens, strict=True):
            seen = one.page.request.get(address).json()
            while seen["can_act"]:
                seen = make_move(one, address, token, seen)
            status = seen["status"]


def make_move(visitor: Visitor, address: str, token: str, seen: dict[str, Any]) -> dict[str, Any]:
    """Buy something, or make the last of the moves that are possible; give the table afterwards."""
    moves = seen["view"]["moves"]
    move = next((move for move in moves if move.startswith("buy ")), moves[-1])
    body = {"move": move, "position": seen["position"]}
    answer = visitor.page.request.post(f"{address}/moves", data=body, headers={"X-Form-Token": token})
    return dict(answer.json())


def study_together(club: Running, path: str, first: Visitor, second: Visitor) -> None:
    """One tries another move from the replay, the other follows the link and goes on in a copy."""
    page = first.go(f"{path}/replay?ply=4")
    page.locator(f"form[action='{path}/study'] button").click()
    page.wait_for_selector("#study")
    press_study(first)
    study = page.url.removeprefix(club.url).partition("?")[0]
    copy = second.go(study)
    copy.wait_for_selector(".branch-line")
    copy.locator(".branch-copy button").click()
    until(lambda: not copy.url.startswith(club.url + study))
    copy.wait_for_selector(".branch-against")
    assert copy.locator(".branch-line").count() == 1


def press_study(visitor: Visitor) -> None:
    """Try the last of the moves that a study offers: it was not the one of the game."""
    page = visitor.page
    page.locator("#study button[name=move]:enabled").last.dispatch_event("click")
    page.wait_for_selector(".branch-line")


def rematch(club: Running, path: str, first: Visitor, second: Visitor) -> str:
    for one in (first, second):
        page = one.go(path)
        page.locator("#end-again button").click()
        until(lambda page=page: not page.url.startswith(club.url + path))
    until(lambda: first.page.locator("#board").count() and second.page.locator("#board").count())
    assert first.page.url.partition("?")[0] == second.page.url.partition("?")[0]
    return str(first.page.url.removeprefix(club.url).partition("?")[0])


def ply_of(visitor: Visitor, club: Running, path: str) -> int:
    return int(visitor.page.request.get(f"{club.url}/api{path.replace('/t/', '/tables/')}").json()["ply"])


def is_kept(page: Any) -> bool:
    if page.evaluate("navigator.serviceWorker.controller !== null"):
        return True
    page.wait_for_timeout(500)
    page.reload()
    page.wait_for_selector("#board")
    return False


def test_without_network_the_last_position_stays_and_nothing_is_pretended(
    server: Running, visit: Visit
) -> None:
    visitor = visit(service_workers="allow", painted=True)
    page = visitor.go(SETUP)
    page.locator(".setup-head button").click()
    page.wait_for_selector("#board")
    until(lambda: is_kept(page))
    page.reload()
    page.wait_for_selector("#board")
    table = page.url
    name = table.rpartition("/")[2]
    shown = page.locator("#board").inner_text()
    visitor.context.set_offline(True)
    page.goto(table)
    page.wait_for_selector(".old-note")
    assert page.locator("#board").inner_text().split() == shown.split()
    entries = len(server.app.state.store.entries(name, 0))
    press(visitor, "buy ")
    until(lambda: page.evaluate("document.getElementById('notice').textContent.includes('nothing was sent')"))
    page.goto(server.url + "/credits")
    assert "You are offline" in page.locator("h1").first.inner_text()
    visitor.context.set_offline(False)
    assert len(server.app.state.store.entries(name, 0)) == entries
    page.goto(table)
    page.wait_for_selector("#board")
    assert page.locator(".old-note").count() == 0
    visitor.complaints[:] = [one for one in visitor.complaints if not is_offline(one)]


def is_offline(complaint: str) -> bool:
    return any(
        words in complaint for words in ("ERR_INTERNET_DISCONNECTED", "[object Event]", "Failed to fetch")
    )


def test_a_message_is_shown_with_the_page_closed_and_leads_to_the_table(
    server: Running, visit: Visit
) -> None:
    visitor = visit(service_workers="allow")
    page = visitor.go("/calls")
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    worker = visitor.context.service_workers[0]
    told = {"title": "Your turn", "body": "A game", "path": "/t/some", "tag": "tag"}
    title, shown = worker.evaluate(PUSHED, json.dumps(told))
    assert (title, shown["body"], shown["tag"], shown["data"]) == (
        "Your turn",
        "A game",
        "tag",
        {"path": "/t/some"},
    )
    assert (
        page.request.get(server.url + shown["icon"]).ok and page.request.get(server.url + shown["badge"]).ok
    )
    assert worker.evaluate(PUSHED, "no JSON")[0] == "Burgomaster"
    for path, goal in (("/t/some", "/t/some"), ("//evil.example/", "/"), ("https://evil.example", "/")):
        assert worker.evaluate(PRESSED, path) == server.url + goal


def test_a_hidden_page_of_a_slow_game_hangs_up_and_comes_back(club: Running, visit: Visit) -> None:
    _, second, _ = sit_down_apart(club, visit)
    streams = club.app.state.streams
    until(lambda: streams.open.total() == 2)
    page = second.page
    page.clock.install()
    page.reload()
    page.wait_for_selector("#board")
    until(lambda: page.wait_for_timeout(50) or streams.open.total() == 2)
    look(page, hidden=True)
    page.clock.fast_forward(61_000)
    until(lambda: streams.open.total() == 1)
    look(page, hidden=False)
    page.clock.resume()
    until(lambda: page.wait_for_timeout(50) or streams.open.total() == 2)
    second.complaints[:] = [
        one for one in second.complaints if not is_offline(one)
    ]  # as it was told to hang up


def look(page: Any, hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""",
        hidden,
    )
