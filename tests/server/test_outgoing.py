"""What the server sends to addresses that people typed: nowhere inside, nothing followed, nothing endless."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Any

import pytest

from burgomaster.server.calls import outgoing
from burgomaster.server.calls.outgoing import Unanswered, Unreachable, is_allowed, post, read_target
from burgomaster.server.mail import read_address
from tests import coroutines
from tests.campaigns.receivers import HttpReceiver
from tests.cases import every

INSIDE = [
    "http://example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://10.0.0.1/",
    "https://192.168.1.1:8443/x",
    "https://169.254.169.254/latest/meta-data",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fd00::1]/",
    "https://0.0.0.0/",
    "https://224.0.0.1/",
    "https://100.64.0.1/",
    "https://user:password@example.org/",
    "https://example.org:25/",
    "https://example.org:99999/",
    "https://exam ple.org/",
    "https://example.org/\r\nHost: inside",
    "https://пример.рф/",
    "https:///nohost",
    "//example.org/",
    "",
    "https://" + "a" * 2000,
]


@every("address", INSIDE)
def test_addresses_inside_are_refused_when_they_are_typed(address: str) -> None:
    with pytest.raises(Unreachable):
        read_target(address, "public")


SPECIAL = """
    0.0.0.0 0.255.255.255 10.255.255.255 100.127.255.255 127.255.255.255 169.254.169.254 172.16.0.0
    172.31.255.255 192.0.0.0 192.0.0.8 192.0.0.9 192.0.0.10 192.0.0.170 192.0.0.255 192.0.2.1 192.31.196.1
    192.52.193.1 192.88.99.0 192.88.99.255 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255
    198.51.100.1 203.0.113.255 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1
    ::8.8.8.8 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 ::ffff:0:7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1
    64:ff9b:1:ffff::7f00:1 100::1 100:0:0:1::1 1fff:ffff:: 2001::1 2001:2::1 2001:10::1 2001:20::1
    2001:30::1 2001:1ff:ffff::1 2001:db8::1 2002:808:808::1 2620:4f:8000::1 3fff::1 3fff:fff:ffff::1
    4000:: 5f00::1 fc00::1 fd00::1 fe80::1 fec0::1 feff::1 ff02::1 ff0e::1
"""
PUBLIC = """
    1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 191.255.255.255
    192.0.1.0 192.88.98.255 192.88.100.0 198.17.255.255 198.20.0.0 223.255.255.255 2000::1 2001:200::1
    2001:4860:4860::8888 2003::1 2606:4700::1111 2620:4f:8001::1 2a00:1450::1 3ffe::1 3fff:1000::1
"""


@every("number", SPECIAL.split())
def test_addresses_for_a_special_purpose_are_refused(number: str) -> None:
    assert not is_allowed(number, "public") and is_allowed(number, "any")
    with pytest.raises(Unreachable):
        read_target(f"https://[{number}]/" if ":" in number else f"https://{number}/", "public")


@every("number", PUBLIC.split())
def test_global_unicast_is_allowed_up_to_the_edges_of_the_special_blocks(number: str) -> None:
    assert is_allowed(number, "public")


def test_the_tables_of_the_python_release_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (ipaddress.IPv4Address, ipaddress.IPv6Address):
        for name in ("is_global", "is_private", "is_reserved", "is_multicast", "is_link_local"):
            monkeypatch.setattr(kind, name, property(lambda address: address.is_unknown))
    assert is_allowed("1.1.1.1", "public") and not is_allowed("fec0::1", "public")


def test_what_the_operator_allows_is_allowed() -> None:
    assert read_target("https://example.org/x?y=1", "public").path == "/x?y=1"
    assert read_target("http://127.0.0.1:8000/", "any").port == 8000
    with pytest.raises(Unreachable):
        read_target("https://example.org/", "off")
    assert is_allowed("1.1.1.1", "public") and not is_allowed("127.0.0.1", "public")


async def test_a_name_that_leads_inside_is_refused_when_something_is_sent(monkeypatch: Any) -> None:
    asked: list[str] = []

    async def look_up(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, 1, 6, "", (number, port)) for number in ("1.1.1.1", "127.0.0.1")]

    async def connect(number: str, *_: Any, **__: Any) -> None:
        asked.append(number)
        raise OSError

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(Unreachable):
        await post("https://rebinding.example.org/", b"{}", {}, "public")
    assert asked == ["rebinding.example.org"]


def test_what_may_have_arrived_is_told_apart_from_what_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.3)
    with HttpReceiver() as receiver:
        receiver.answers = [204, 302, 500, None]
        statuses = [coroutines.run(post(receiver.url(), b"{}", {"X": "1"}, "any")) for _ in range(3)]
        assert statuses == [204, 302, 500] and len(receiver.got) == 3  # nothing was followed
        with pytest.raises(Unanswered):
            coroutines.run(post(receiver.url(), b"{}", {}, "any", 0.3))
        assert receiver.got[0].headers["X"] == "1" and receiver.got[0].body == b"{}"
        port = receiver.port
    with pytest.raises(Unreachable):
        coroutines.run(post(f"http://127.0.0.1:{port}/", b"{}", {}, "any"))
    with pytest.raises(Unreachable):
        coroutines.run(post("https://example.org/", b"x" * 9000, {}, "public"))


def test_only_addresses_are_mail_addresses() -> None:
    good = ["anna@example.org", "a.b+c@sub.example.co", " anna@example.org "]
    bad = ["", "anna", "anna@", "@example.org", "a@b", "a b@example.org", "a@example.org\r\nBcc: b@c.org"]
    bad += ["a@example.org,b@example.org", "<a@example.org>", '"a"@example.org', "x" * 200 + "@example.org"]
    bad += ["анна@example.org", "-oops@example.org", "a@exa_mple.org", "a@[127.0.0.1]"]
    assert all(read_address(one) for one in good)
    assert not any(read_address(one) for one in bad)
