"""A forgotten password is set again by a link that is mailed, to its owner alone and once."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from burgomaster.server import models, security
from burgomaster.server.recovery import SECONDS
from burgomaster.server.steady_time import now
from tests.campaigns.clients import new_client, token
from tests.campaigns.receivers import SmtpReceiver
from tests.server.fixtures import Running, new_server, until
from tests.server.receivers import calling_settings


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, smtp: SmtpReceiver) -> Iterator[Running]:
    address = f"sqlite:///{tmp_path_factory.mktemp('mailing') / 'tables.db'}"
    with new_server(calling_settings(address, smtp, url="http://club.example")) as running:
        yield running


def account(server: Running, name: str, mail: str = "", confirmed: float = 1.0) -> httpx.Client:
    client = new_client(server.url)
    fields = {"name": name, "password": "the old one"}
    assert client.post("/api/account/register", json=fields, headers=token(client)).is_success
    if mail:
        who = f"account:{client.get('/api/me').json()['number']}"
        row: dict[str, Any] = {"who": who, "channel": "mail", "address": mail, "mark": mail, "details": {}}
        row |= {"events": "turn", "language": "en", "pace": 0, "created": 1.0, "confirmed": confirmed}
        with server.app.state.store.engine.begin() as connection:
            values = {**row, "used": 0.0, "failures": 0, "session": ""}
            connection.execute(insert(models.call_ways).values(values))
    return client


def ask(server: Running, name: str, language: str = "en") -> httpx.Response:
    with new_client(server.url) as somebody:
        headers = {**token(somebody), "Accept-Language": language}
        return somebody.post("/api/recovery", json={"name": name}, headers=headers)


def mailed_link(smtp: SmtpReceiver, number: int = 0) -> str:
    """The token of a mail, when it has come."""
    until(lambda: len(smtp.got) > number)
    words = str(smtp.got[number]).replace("=\n", "").replace("=3D", "=")
    found = re.search(r"http://club.example/account/recover\?token=([\w.:-]+)", words)
    assert found, words
    return found[1]


def use(server: Running, link: str, password: str) -> str:
    with new_client(server.url) as finder:
        fields = {"token": link, "new": password}
        return str(finder.post("/api/recovery", json=fields, headers=token(finder)).json().get("key", ""))


def test_a_link_sets_a_new_password_once(mailing: Running, smtp: SmtpReceiver) -> None:
    anna = account(mailing, "Anna", "anna@example.org")
    account(mailing, "Boris", "boris@example.org", confirmed=0.0).close()
    account(mailing, "Clara").close()
    answers = [ask(mailing, name) for name in ("Nobody", "Boris", "Clara", "", "aNNa")]
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, '{"done":"recovery"}')}
    link = mailed_link(smtp)
    time.sleep(0.05)
    assert len(smtp.got) == 1
    assert "anna@example.org" in str(smtp.got[0]) and "boris@" not in str(smtp.got[0])
    with new_client(mailing.url) as finder:
        assert finder.get("/account/recover", params={"token": link + "x"}).status_code == 422
        assert link in finder.get("/account/recover", params={"token": link}).text
        fields = {"token": link, "new": "short"}
        assert (
            finder.post("/api/recovery", json=fields, headers=token(finder)).json()["key"] == "weak_account"
        )
        refused = finder.post("/account/recover", data={**fields, "form": token(finder)["X-Form-Token"]})
        assert refused.status_code == 422 and link in refused.text and 'role="alert"' in refused.text
        fields = {"token": link, "new": "the new one", "form": token(finder)["X-Form-Token"]}
        assert finder.post("/account/recover", data=fields).status_code == 303
        assert finder.get("/api/me").json()["account"] == "Anna"
        again = {"token": link, "new": "another one"}
        assert finder.post("/api/recovery", json=again, headers=token(finder)).json()["key"] == "bad_link"
    assert anna.get("/api/me").json()["account"] is None  # whoever was logged in is not any more
    anna.close()
    with new_client(mailing.url) as other:
        fields = {"name": "Anna", "password": "the new one"}
        assert other.post("/api/account/login", json=fields, headers=token(other)).is_success


def test_a_link_ends_and_is_for_one_account(
    mailing: Running, monkeypatch: pytest.MonkeyPatch, smtp: SmtpReceiver
) -> None:
    account(mailing, "Dora", "dora@example.org").close()
    recovery, store = mailing.app.state.recovery, mailing.app.state.store
    row = store.accounts.find("dora")
    link = recovery.token(row, "dora@example.org")
    assert recovery.read(link)[0] == row["id"]
    later = now() + SECONDS + 61
    monkeypatch.setattr("burgomaster.server.recovery.now", lambda: later)
    with pytest.raises(Exception, match="link"):
        recovery.read(link)
    sent = len(smtp.got)
    for language, word in (("en", "works once"), ("ru", "сработает один раз")):
        with new_client(mailing.url) as somebody:
            somebody.headers["Accept-Language"] = language
            form = {"name": "Nobody", "form": token(somebody)["X-Form-Token"]}
            assert word in somebody.post("/account/recover", data=form).text
    assert len(smtp.got) == sent


def test_a_link_ends_with_its_address(mailing: Running, smtp: SmtpReceiver) -> None:
    """Whoever reads an address that was removed cannot take the account by a link from before."""
    clara, n_before = account(mailing, "Carla", "carla@example.org"), len(smtp.got)
    ask(mailing, "Carla")
    link = mailed_link(smtp, n_before)
    store, recovery = mailing.app.state.store, mailing.app.state.recovery
    read = recovery.read(link)
    (way,) = clara.get("/api/calls").json()["ways"]
    assert clara.post(f"/api/calls/ways/{way['id']}/remove", headers=token(clara)).is_success
    with new_client(mailing.url) as finder:
        assert finder.get("/account/recover", params={"token": link}).status_code == 422
    assert use(mailing, link, "of a stranger") == "bad_link"
    number, still = read  # removed after it was read
    assert not store.accounts.set_password(number, "hash", only_if=still)
    assert clara.get("/api/me").json()["account"] == "Carla"
    clara.close()


def test_of_ten_simultaneous_uses_of_a_link_one_succeeds(
    database: str, smtp: SmtpReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash_password = security.hash_password

    def hash_slowly(password: str) -> str:
        time.sleep(0.1)
        return hash_password(password)

    with new_server(calling_settings(database, smtp, url="http://club.example")) as running:
        n_before = len(smtp.got)
        account(running, "Nora", "nora@example.org").close()
        ask(running, "Nora")
        link = mailed_link(smtp, n_before)
        monkeypatch.setattr("burgomaster.server.accounts.hash_password", hash_slowly)
        with ThreadPoolExecutor(10) as people:
            keys = list(people.map(lambda n: use(running, link, f"password {n}"), range(10)))
        assert sorted(keys) == ["", *["bad_link"] * 9]
        with new_client(running.url) as nora:
            fields = {"name": "Nora", "password": f"password {keys.index('')}"}
            assert nora.post("/api/account/login", json=fields, headers=token(nora)).is_success


def test_a_server_without_mail_says_so(server: Running) -> None:
    assert ask(server, "Anna").json()["key"] == "no_mail"
    with new_client(server.url) as somebody:
        assert "sends no e-mail" in somebody.get("/account/recover").text
