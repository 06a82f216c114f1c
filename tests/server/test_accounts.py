"""Logins: guessing is slow, hashing keeps nothing else waiting, a new password ends what an old one began."""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from burgomaster.server import accounts
from burgomaster.server.accounts import MOST_HASHING
from burgomaster.server.proxies import TrustedProxies
from burgomaster.server.security import LIMITS
from tests.campaigns.clients import token
from tests.server.fixtures import Running, new_server, settings_for

RIGHT = "correct horse"
HERE = TrustedProxies((ipaddress.ip_network("127.0.0.0/8"),))


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Running]:
    """A server with limits, whose clients may come from any address."""
    settings = settings_for(f"sqlite:///{tmp_path}/tables.db", rate_limits=True, proxies=HERE)
    with new_server(settings) as running:
        yield running


def send(client: httpx.Client, verb: str, name: str, password: str, **fields: str) -> httpx.Response:
    body = {"name": name, "password": password, **fields}
    return client.post(f"/api/account/{verb}", json=body, headers=token(client))


def guess(client: httpx.Client, name: str, number: int) -> httpx.Response:
    body = {"name": name, "password": f"wrong horse {number}"}
    return client.post("/api/account/login", json=body, headers={"X-Forwarded-For": f"192.0.2.{number}"})


def test_many_addresses_guess_the_password_of_one_name_slowly(limited: Running) -> None:
    """A name without an account is answered alike; browsers that know the account still log in."""
    guest = limited.client()
    anna, stolen = (limited.client(headers={"X-Forwarded-For": f"198.51.100.{n}"}) for n in range(2))
    assert send(anna, "register", "Anna", RIGHT).is_success
    answers = {name: [guess(guest, name, n) for n in range(40)] for name in ("Anna", "Nobody")}
    told = {name: [(one.status_code, one.text) for one in those] for name, those in answers.items()}
    assert told["Anna"] == told["Nobody"]
    codes = [code for code, _ in told["Anna"]]
    burst = int(LIMITS["login_name"].burst)
    assert codes == [422] * burst + [429] * (40 - burst)
    refused = answers["Anna"][-1]
    assert refused.json()["key"] == "too_many_logins" and refused.headers["Retry-After"] == "300"
    assert guess(guest, "aNNa", 41).status_code == 429
    # neither the right password nor a cookie of another browser or account helps a stranger
    assert send(stolen, "register", "Boris", RIGHT).is_success
    stolen.cookies.update({name: value for name, value in anna.cookies.items() if "known" in name})
    assert send(stolen, "login", "Anna", RIGHT).status_code == 429
    # who is logged in, or was in this browser, goes on
    assert send(anna, "password", "", RIGHT, new="another horse").is_success
    assert send(anna, "logout", "", "").is_success
    assert send(anna, "login", "Anna", "another horse").is_success


def test_hashing_keeps_nothing_else_waiting_and_refuses_what_is_too_much(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_password, go_on, n_more = accounts.is_password, threading.Event(), 24

    def compare(*given: str) -> bool:
        go_on.wait(20)
        return is_password(*given)

    reader, guest = server.client(), server.client()
    assert send(reader, "register", "Reader", RIGHT).is_success
    monkeypatch.setattr(accounts, "is_password", compare)

    def log_in(n: int) -> httpx.Response:
        body = {"name": f"guest {n}", "password": RIGHT}
        answer = guest.post("/api/account/login", json=body)
        if answer.status_code == 503:
            refused.release()
        return answer

    refused = threading.Semaphore(0)
    with ThreadPoolExecutor(MOST_HASHING + n_more) as people:
        try:
            answers = [people.submit(log_in, n) for n in range(MOST_HASHING + n_more)]
            for _ in range(n_more):
                assert refused.acquire(timeout=10)
            assert reader.get("/api/me", timeout=5).json()["account"] == "Reader"  # the store is read for it
        finally:
            go_on.set()
    found = [answer.result() for answer in answers]
    busy = [answer for answer in found if answer.status_code == 503]
    assert len(busy) == n_more and [answer.status_code for answer in found].count(422) == MOST_HASHING
    assert {answer.json()["key"] for answer in busy} == {"logins_busy"}
    assert {answer.headers["Retry-After"] for answer in busy} == {"2"}


@pytest.mark.parametrize("verb", ["login", "password", "delete"])
def test_what_began_with_an_old_password_ends_with_it(
    server: Running, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """Whoever changes a password locks out a stranger whose request is just being answered."""
    owner, stranger, is_password = server.client(), server.client(), accounts.is_password
    assert send(owner, "register", f"Ida {verb}", RIGHT).is_success
    assert send(stranger, "login", f"Ida {verb}", RIGHT).is_success
    accounts_of = server.app.state.store.accounts
    number = owner.get("/api/me").json()["number"]

    def compare(*given: str) -> bool:
        right = is_password(*given)
        accounts_of.set_password(number, accounts.hash_new("another horse"))
        return right

    monkeypatch.setattr(accounts, "is_password", compare)
    refused = send(stranger, verb, f"Ida {verb}", RIGHT, new="of a stranger")
    assert refused.json()["key"] == "wrong_password"
    monkeypatch.setattr(accounts, "is_password", is_password)
    assert stranger.get("/api/me").json()["account"] is None
    assert send(owner, "login", f"Ida {verb}", "another horse").is_success
