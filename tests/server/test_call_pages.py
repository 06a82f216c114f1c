"""Setting how one is called: pages without a script, JSON, links in mails, and other people's ids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from burgomaster.server.calls.words import confirm_token
from burgomaster.server.settings import SettingError, read_settings
from burgomaster.server.steady_time import now
from tests.campaigns.clients import open_for_two
from tests.campaigns.receivers import HttpReceiver, SmtpReceiver
from tests.server.fixtures import Running, new_server
from tests.server.receivers import Browser, calling_settings


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory, smtp: SmtpReceiver) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("calling")
    settings = calling_settings(f"sqlite:///{folder / 'tables.db'}", smtp)
    with new_server(settings) as running:
        yield running


class Person:
    def __init__(self, server: Running, language: str = "en") -> None:
        self.client: httpx.Client = server.client(headers={"Accept-Language": language})
        self.token = str(self.client.get("/api/me").json()["form_token"])

    def post(self, path: str, **fields: Any) -> httpx.Response:
        return self.client.post(path, data={"form": self.token, **fields}, follow_redirects=True)

    def send(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(path, json=body, headers={"X-Form-Token": self.token})

    def ways(self) -> list[dict[str, Any]]:
        return list(self.client.get("/api/calls").json()["ways"])


def link_in(mail: Any, verb: str) -> str:
    found = re.search(rf"http://play\.test(/calls/{verb}\?token=\S+)", mail.get_content())
    assert found
    return found[1]


def test_a_mail_address_is_used_after_its_owner_said_yes(calling: Running, smtp: SmtpReceiver) -> None:
    anna, stranger = Person(calling), Person(calling)
    shown = anna.post("/calls/mail", address="anna@example.org")
    assert "is on its way" in shown.text and not anna.ways()[0]["confirmed"]
    confirm = link_in(smtp.got[-1], "confirm")
    assert "anna" not in smtp.got[-1].get_content().lower().replace("anna@example.org", "")
    assert "is this address yours" in stranger.client.get(confirm).text.lower()
    assert not anna.ways()[0]["confirmed"]  # a program that looks at links confirms nothing
    assert anna.post("/calls/test", way=str(anna.ways()[0]["id"])).status_code == 422
    for wrong in (
        confirm[:-2] + "xx",
        "/calls/confirm",
        "/calls/confirm?token=1:2:3.x",
        "/calls/stop?token=",
    ):
        assert stranger.client.post(wrong).status_code == 422
    assert stranger.client.post(confirm).status_code == 200  # on another device, without cookies of ours
    assert anna.ways()[0]["confirmed"]
    assert "Sent." in anna.post("/calls/test", way=str(anna.ways()[0]["id"])).text
    mail = smtp.got[-1]
    assert mail["Subject"].startswith("It works")
    assert "<http://play.test/calls/stop?token=" in mail["List-Unsubscribe"]
    stop = link_in(mail, "stop")
    assert "No more e-mails?" in stranger.client.get(stop).text and anna.ways()
    for _ in range(2):  # as RFC 8058 has it: no cookie, this body; and once more
        one_click = calling.client().post(stop, data={"List-Unsubscribe": "One-Click"})
        assert one_click.status_code == 200
    assert anna.ways() == []


def test_a_link_is_for_its_address_and_for_some_days(calling: Running) -> None:
    boris = Person(calling, "ru")
    assert "письмо со ссылкой" in boris.post("/calls/mail", address="boris@example.org").text
    service = calling.app.state.calls
    way = service.ways.find(boris.ways()[0]["id"])
    signer = calling.app.state.signer
    old = confirm_token(signer, way, now() - 4 * 86400)
    other = confirm_token(signer, replace(way, address="other@example.org"), now())
    for token in (old, other):
        assert calling.client().post(f"/calls/confirm?token={token}").status_code == 422
    assert not boris.ways()[0]["confirmed"]


def test_webhooks_and_their_switches(calling: Running, http: HttpReceiver) -> None:
    anna, boris = Person(calling), Person(calling)
    assert "Saved" in anna.post("/calls/webhook", address=http.url("/secret-part")).text
    way = anna.ways()[0]
    page = anna.client.get("/calls").text
    assert "secret-part" not in page + str(way) and way["shape"] == "plain"
    assert "Sent" in anna.post("/calls/test", way=str(way["id"])).text and http.got[-1].path == "/secret-part"
    anna.post("/calls/change", way=str(way["id"]), event_over="1", pace="0")
    assert anna.ways()[0]["events"] == ["over"]
    for verb in ("change", "remove", "test"):  # somebody else's
        assert boris.post(f"/calls/{verb}", way=str(way["id"])).status_code == 422
        assert boris.post(f"/calls/{verb}", way="x" * 30).status_code == 422
    assert boris.send(f"/api/calls/ways/{way['id']}/remove").status_code == 422
    assert anna.ways()[0]["events"] == ["over"]
    assert anna.client.post("/calls/remove", data={"way": str(way["id"])}).status_code == 403  # no token
    for shape, path in (("discord", "/1"), ("slack", "/2")):
        assert (
            anna.send("/api/calls/ways", channel="webhook", address=http.url(path), shape=shape).status_code
            == 201
        )
    assert (
        anna.send("/api/calls/ways", channel="webhook", address=http.url("/3")).json()["key"]
        == "too_many_ways"
    )
    anna.post("/calls/remove", way=str(way["id"]))
    assert [way["shape"] for way in anna.ways()] == ["discord", "slack"]
    assert anna.post("/calls/dance").status_code == 404 and anna.client.get("/calls/dance").status_code == 404


def test_nonsense_is_refused_in_words_and_changes_nothing(calling: Running) -> None:
    anna = Person(calling)
    for verb, address in (
        ("mail", "nobody"),
        ("mail", "a@b.org\r\nBcc: c@d.org"),
        ("webhook", "gopher://x"),
        ("webhook", ""),
        ("webhook", "http://user@x/"),
        ("webhook", "http://127.0.0.1:25/"),
    ):
        answer = anna.post(f"/calls/{verb}", address=address)
        assert answer.status_code == 422 and answer.text, (verb, address)
    browser = Browser().keys
    bad = {"channel": "push", "address": "http://127.0.0.1/x", "p256dh": browser["p256dh"], "auth": "AA"}
    assert anna.send("/api/calls/ways", **bad).json()["key"] == "bad_push"
    assert anna.send("/api/calls/ways", channel="pigeon", address="x").json()["key"] == "shape"
    assert anna.ways() == []


def test_a_browser_that_logs_out_is_called_no_more(calling: Running, http: HttpReceiver) -> None:
    anna = Person(calling)
    assert anna.send("/api/account/register", name="Called", password="correct horse").status_code == 200
    anna.token = str(anna.client.get("/api/me").json()["form_token"])
    push = {"channel": "push", "address": http.url("/p"), **Browser().keys}
    assert anna.send("/api/calls/ways", **push).status_code == 201
    assert anna.send("/api/calls/ways", **push).status_code == 201  # once more: still one
    assert anna.send("/api/calls/ways", channel="webhook", address=http.url("/w")).status_code == 201
    assert [way["channel"] for way in anna.ways()] == ["push", "webhook"]
    assert anna.send("/api/account/logout").status_code == 200
    assert anna.ways() == []
    anna.send("/api/account/login", name="Called", password="correct horse")
    assert [way["channel"] for way in anna.ways()] == ["webhook"]
    anna.send("/api/account/delete", password="correct horse")
    assert calling.app.state.calls.ways._list() == [] or all(
        way.address != http.url("/w") for way in calling.app.state.calls.ways._list()
    )


def test_tables_are_silenced_by_who_sits_there(calling: Running) -> None:
    anna, stranger = Person(calling), Person(calling)
    made = anna.send("/api/tables", game="petersburg", options={"players": 2}).json()["table"]
    assert made in anna.client.get("/calls").text and anna.client.get("/api/calls").json()["tables"] == {
        made: []
    }
    anna.post("/calls/table", table=made, mail="1")
    assert sorted(anna.client.get("/api/calls").json()["tables"][made]) == ["push", "webhook"]
    assert anna.send(f"/api/calls/tables/{made}", off=[]).json() == {"table": made, "off": []}
    assert anna.client.get("/api/calls").json()["tables"] == {made: []}
    assert stranger.post("/calls/table", table=made).status_code == 403
    assert stranger.send(f"/api/calls/tables/{made}", off=["push"]).status_code == 403
    assert anna.post("/calls/table", table="nosuchtable").status_code == 403
    assert anna.post("/calls/table", table="../x").status_code == 404


def test_the_bearer_of_a_seat_sets_nothing(calling: Running) -> None:
    anna, _ = open_for_two(calling.url)
    headers = {"Authorization": f"Bearer {anna.key}"}
    body = {"channel": "webhook", "address": "https://example.org/x"}
    assert calling.client().post("/api/calls/ways", json=body, headers=headers).status_code == 403


def test_without_settings_there_is_no_mail_and_nothing_inside_is_called(client: httpx.Client) -> None:
    assert "sends no e-mail" in client.get("/calls").text
    token = client.get("/api/me").json()["form_token"]
    for address in ("https://127.0.0.1/", "http://example.org/"):
        body = {"channel": "webhook", "address": address}
        answer = client.post("/api/calls/ways", json=body, headers={"X-Form-Token": token})
        assert answer.json()["key"] == "bad_address"
    mail = {"channel": "mail", "address": "a@example.org"}
    assert (
        client.post("/api/calls/ways", json=mail, headers={"X-Form-Token": token}).json()["key"] == "no_mail"
    )


def test_settings_of_mail_that_make_no_sense_stop_the_server(tmp_path: Path) -> None:
    usual = {"BURGOMASTER_DATA": str(tmp_path), "BURGOMASTER_SECRET": "s"}
    good = {
        "BURGOMASTER_SMTP_HOST": "mail.example.org",
        "BURGOMASTER_SMTP_FROM": "club@example.org",
        "BURGOMASTER_URL": "https://play.example.org/",
    }
    read = read_settings({**usual, **good})
    assert read.mail is not None and read.mail.port == 587 and read.url == "https://play.example.org"
    assert read.contact == "mailto:club@example.org" and read_settings(usual).mail is None
    for wrong in (
        {"BURGOMASTER_SMTP_HOST": "mail.example.org"},
        {**good, "BURGOMASTER_URL": "https://play.example.org/path"},
        {**good, "BURGOMASTER_SMTP_FROM": "club"},
        {**good, "BURGOMASTER_SMTP_SECURITY": "hope"},
        {"BURGOMASTER_OUTGOING": "sometimes"},
    ):
        with pytest.raises(SettingError):
            read_settings({**usual, **wrong})


def test_the_app_can_be_installed(client: httpx.Client) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "ru"})
    described = answer.json()
    assert (
        answer.headers["content-type"].startswith("application/manifest+json") and described["lang"] == "ru"
    )
    for icon in described["icons"]:
        got = client.get("/" + icon["src"])
        assert got.status_code == 200 and got.headers["content-type"] == icon["type"], icon
        assert "immutable" in got.headers["cache-control"]
        if icon["type"] == "image/png":
            width = int.from_bytes(got.content[16:20], "big")
            assert f"{width}x{width}" == icon["sizes"]
    worker = client.get("/service-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript") and "@version@" not in worker.text
    assert worker.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in worker.headers["content-security-policy"]
    offline = client.get("/offline").text
    assert "You are offline" in offline and "Нет связи" in offline


# Games by post


def by_post(calling: Running) -> tuple[Person, Person, str]:
    """A table of two people with a clock of days; who is to move comes first."""
    anna, boris = Person(calling), Person(calling, "ru")
    clock = {"kind": "move", "seconds": 2 * 86400}
    table = anna.send("/api/tables", game="petersburg", options={"players": 2}, clock=clock).json()["table"]
    boris.client.get(f"/t/{table}")
    seated = boris.send(f"/api/tables/{table}/seats/1", name="Boris")
    assert seated.status_code == 200
    is_anna = anna.client.get(f"/api/tables/{table}").json()["can_act"]
    return (anna, boris, table) if is_anna else (boris, anna, table)


def test_plans_are_made_by_forms_and_json_and_stay_private(calling: Running) -> None:
    mover, waiting, table = by_post(calling)
    page = waiting.client.get(f"/t/{table}/plan").text
    assert 'name="plan_0"' in page and 'value="pass"' in page
    assert 'name="plan_0"' not in mover.client.get(f"/t/{table}/plan").text
    assert calling.client().get(f"/t/{table}/plan").status_code == 403
    assert calling.client().post(f"/api/tables/{table}/plan", json={"moves": ["pass"]}).status_code == 403
    before = mover.client.get(f"/api/tables/{table}").json()
    shown = waiting.post(f"/t/{table}/plan", plan_0="", plan_1="pass", holds="always")
    assert shown.status_code == 200 and waiting.client.get(f"/api/tables/{table}").json()["plan"][
        "moves"
    ] == ["pass"]
    assert mover.client.get(f"/api/tables/{table}").json() == before
    assert waiting.send(f"/api/tables/{table}/plan", moves=["sing"]).json()["key"] == "plan_move"
    assert mover.send(f"/api/tables/{table}/plan", moves=["pass"]).json()["key"] == "plan_now"
    assert waiting.post(f"/t/{table}/standing", in_noble="decline", in_="").status_code == 200
    assert waiting.client.get(f"/api/tables/{table}").json()["standing"] == [["decline", "noble"]]
    assert mover.send(f"/api/tables/{table}/moves", move="pass").status_code == 200
    after = mover.client.get(f"/api/tables/{table}").json()
    assert after["ply"] == 2  # the plan has passed already


def test_vacation_is_taken_at_one_table_or_at_all(calling: Running) -> None:
    mover, waiting, table = by_post(calling)
    assert waiting.send(f"/api/tables/{table}/vacation", mode="3").status_code == 200
    assert "on vacation until" in mover.client.get(f"/t/{table}", headers={"Accept-Language": "en"}).text or (
        "в отпуске до" in mover.client.get(f"/t/{table}").text
    )
    assert waiting.send(f"/api/tables/{table}/home").status_code == 200
    page = mover.post("/calls/vacation", days="14")
    assert page.status_code == 200 and "1" in re.findall(r'call-done" role="status">([^<]*)', page.text)[0]
    shown = waiting.client.get(f"/api/tables/{table}").json()
    assert len(shown["vacations"]) == 1 and shown["clock"]["running"] is None
    for nonsense in ("", "x", "-3", "9" * 50):
        again = mover.post("/calls/vacation", days=nonsense)
        assert "0" in re.findall(r'call-done" role="status">([^<]*)', again.text)[0]
    mover.post("/calls/home")
    assert waiting.client.get(f"/api/tables/{table}").json()["vacations"] == {}
    assert "time left" in mover.client.get("/lists").text or "осталось" in mover.client.get("/lists").text
