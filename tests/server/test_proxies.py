"""What proxies say is believed of those that were named, and of nobody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from burgomaster.server import security
from burgomaster.server.proxies import (
    ProxyMiddleware,
    TrustedProxies,
    WrongProxy,
    _address_key,
    address_key,
    read_proxies,
)
from burgomaster.server.settings import read_settings
from tests import coroutines
from tests.campaigns.clients import NOBODY
from tests.server.fixtures import new_server, settings_for

OURS = read_proxies("127.0.0.1, 10.0.0.0/8, ::1")


@pytest.mark.parametrize(
    "forwarded,sender",
    [
        ("", "127.0.0.1"),
        ("192.0.2.7", "192.0.2.7"),
        ("1.2.3.4, 192.0.2.7", "192.0.2.7"),  # what stands before is what the sender claims
        ("192.0.2.7, 10.1.1.1, 10.2.2.2", "192.0.2.7"),
        ("10.3.3.3", "10.3.3.3"),
        ("nonsense, 10.1.1.1", "10.1.1.1"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("192.0.2.7,", "127.0.0.1"),
        ("1" * 5000, "127.0.0.1"),
        ("192.0.2.7, " * 50 + "10.1.1.1", "192.0.2.7"),
    ],
)
def test_the_last_address_that_is_not_ours(forwarded: str, sender: str) -> None:
    assert OURS.sender("127.0.0.1", forwarded) == sender


def seen(proxies: TrustedProxies, client: tuple[str, int] | None, **headers: str) -> dict[str, Any]:
    """What the application sees of a request."""
    found: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.update(scope)

    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": client, "scheme": "http", "headers": [(b"host", b"inside"), *listed]}
    coroutines.run(ProxyMiddleware(app, proxies)(scope, None, None))  # type: ignore[arg-type]
    return found


def test_only_proxies_that_were_named_are_believed() -> None:
    said = {"x_forwarded_for": "192.0.2.7", "x_forwarded_proto": "https", "x_forwarded_host": "play.example"}
    for proxies, client in ((TrustedProxies(), ("127.0.0.1", 1)), (OURS, ("192.0.2.9", 1)), (OURS, None)):
        scope = seen(proxies, client, **said)
        assert (scope["client"], scope["scheme"]) == (client, "http")
        assert dict(scope["headers"])[b"host"] == b"inside"
    for proxies, client in ((OURS, ("127.0.0.1", 1)), (read_proxies("unix"), None)):
        scope = seen(proxies, client, **said)
        assert (scope["client"][0], scope["scheme"]) == ("192.0.2.7", "https")
        assert [value for name, value in scope["headers"] if name == b"host"] == [b"play.example"]
    scope = seen(OURS, ("127.0.0.1", 1), x_forwarded_proto="gopher", x_forwarded_host="a b<c>")
    assert scope["scheme"] == "http" and dict(scope["headers"])[b"host"] == b"inside"


def test_limits_links_and_cookies_behind_a_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(security.LIMITS, "request", security.Limit(3, 1))
    for proxies, second in ((OURS, 200), (TrustedProxies(), 429)):
        settings = settings_for(f"sqlite:///{tmp_path}/{second}.db", rate_limits=True, proxies=proxies)
        with new_server(settings) as running:
            codes = []
            for sender in ("192.0.2.1", "192.0.2.2"):
                headers = {"X-Forwarded-For": sender}
                codes += [
                    NOBODY.get(f"{running.url}/api/bots", headers=headers).status_code for _ in range(3)
                ]
            assert codes == [200, 200, 200, *[second] * 3]
            if second == 200:
                headers = {
                    "X-Forwarded-For": "192.0.2.3",
                    "X-Forwarded-Proto": "https",
                    "X-Forwarded-Host": "play.example",
                }
                answer = NOBODY.get(f"{running.url}/", headers=headers)
                assert "; Secure" in answer.headers["set-cookie"]
                headers["X-Forwarded-Proto"] = "http"
                answer = NOBODY.get(f"{running.url}/", headers=headers)
                assert "; secure" not in answer.headers["set-cookie"].lower()


def test_proxies_are_a_setting(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from burgomaster.cli.main import main

    usual = {"BURGOMASTER_SECRET": "x", "BURGOMASTER_DATABASE": "sqlite://"}
    assert read_settings(usual).proxies == TrustedProxies()
    named = read_settings({**usual, "BURGOMASTER_PROXIES": "127.0.0.1,unix", "BURGOMASTER_CONNECTIONS": "77"})
    assert named.proxies.trusts("127.0.0.1") and named.proxies.trusts("") and named.connections == 77
    assert read_settings({**usual, "BURGOMASTER_CONNECTIONS": "-5"}).connections == 10_000
    with pytest.raises(WrongProxy):
        read_proxies("my.proxy.example")
    monkeypatch.setenv("BURGOMASTER_PROXIES", "my.proxy.example")
    monkeypatch.setenv("BURGOMASTER_SECRET", "x")
    assert main(["serve", "--port", "8831"]) == 2
    assert "my.proxy.example" in capsys.readouterr().err


def test_places_of_addresses_are_kept_but_nothing_longer() -> None:
    kept = _address_key.cache_info().currsize
    for host in ("x" * 5000, "203.0.113.9" + "9" * 5000):
        assert address_key(host) == host
    assert _address_key.cache_info().currsize == kept
    keys = [address_key(f"2001:{place}") for place in ("db8::7", "db8::8", "db9::1")]
    assert keys == ["2001:db8::/64", "2001:db8::/64", "2001:db9::/64"]
    assert [address_key(None), address_key(""), address_key("::ffff:192.0.2.7")] == ["?", "?", "192.0.2.7"]
    assert address_key("192.0.2.7") == "192.0.2.7"
