"""Requests that the server sends to addresses which people typed: guarded, so that nobody uses it as a door.

Only https to public addresses, unless the operator allows more. A name is looked up once, every address it
has must be allowed, and the connection goes to the address that was looked at: another answer a moment later
changes nothing. Nothing is followed, little is read of the answer, and it must come in time.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from burgomaster.server.settings import Reach

SECONDS = 10.0  # for everything, from looking a name up to the status of the answer
MOST_HEAD = 4096  # bytes of the answer that are read
MOST_BODY = 8192  # bytes that are sent
LONGEST = 1000  # letters of an address
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")
PRINTED = re.compile(r"[!-~]+")  # what an address may consist of
DENIED_PORTS = frozenset({22, 23, 25, 110, 143, 465, 587, 993, 995})  # what speaks first, or takes mail


class Unreachable(Exception):
    """Nothing was sent: the address is not allowed, or nobody answers there."""


class Unanswered(Exception):
    """Everything was sent, but no answer came: it may have arrived."""


@dataclass(frozen=True)
class Target:
    """An address that something may be sent to."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = {"https": 443, "http": 80}[self.scheme]
        return host if self.port == usual else f"{host}:{self.port}"


def read_target(address: str, reach: Reach) -> Target:
    """Read an address that somebody typed; Unreachable if nothing may ever be sent there."""
    if reach == "off" or len(address) > LONGEST or not PRINTED.fullmatch(address):
        raise Unreachable("address")
    try:
        parts = urlsplit(address)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise Unreachable("address") from None
    schemes = ("https", "http") if reach == "any" else ("https",)
    has_name = parts.username is not None or parts.password is not None
    has_allowed_form = parts.scheme in schemes and parts.hostname and not has_name
    if not has_allowed_form or port in DENIED_PORTS:
        raise Unreachable("address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.hostname or ""
    require_literal(host, reach)
    return Target(parts.scheme, host, port, path)


def require_literal(host: str, reach: Reach) -> None:
    """Refuse a number that is not public at once; names are looked up when something is sent."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return
    if not is_allowed(str(address), reach):
        raise Unreachable("address")


def is_allowed(address: str, reach: Reach) -> bool:
    """Tell whether something may be sent to a number: an address of the public internet, if not to any."""
    found = ipaddress.ip_address(address)
    if reach == "any":
        return True
    is_unicast = found.version == 4 or found in GLOBAL_UNICAST
    return is_unicast and not any(found in block for block in SPECIAL_PURPOSE)


# From the IANA registries of special-purpose addresses (RFC 6890). The list is our own because `is_global` of
# Python follows the tables of its release. IPv6 addresses outside GLOBAL_UNICAST are all refused, such as
# those that a translator turns into IPv4 addresses.
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
SPECIAL_PURPOSE = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private use
            "100.64.0.0/10",  # carrier-grade NAT
            "127.0.0.0/8",  # loopback
            "169.254.0.0/16",  # link-local, metadata services of clouds
            "172.16.0.0/12",  # private use
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # automatic multicast tunneling
            "192.88.99.0/24",  # 6to4 relay anycast
            "192.168.0.0/16",  # private use
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarking
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
            "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)


@cache
def tls() -> ssl.SSLContext:
    """Make what trusts the certificates that this machine trusts."""
    return ssl.create_default_context()


async def post(
    address: str, body: bytes, headers: Mapping[str, str], reach: Reach, seconds: float = SECONDS
) -> int:
    """Send a body; give the status of the answer. Unreachable and Unanswered say how far it got."""
    target, progress = read_target(address, reach), Progress()
    if len(body) > MOST_BODY:
        raise Unreachable("too large")
    try:
        async with asyncio.timeout(seconds):
            return await exchange(target, body, headers, reach, progress)
    except (OSError, TimeoutError, ssl.SSLError, ValueError) as error:
        kind = Unanswered if progress.is_sent else Unreachable
        raise kind(type(error).__name__) from None


@dataclass
class Progress:
    is_sent: bool = False


async def exchange(
    target: Target, body: bytes, headers: Mapping[str, str], reach: Reach, progress: Progress
) -> int:
    number = await look_up(target, reach)
    context = tls() if target.scheme == "https" else None
    name = target.host if context else None
    reader, writer = await asyncio.open_connection(
        number, target.port, ssl=context, server_hostname=name, limit=MOST_HEAD
    )
    try:
        progress.is_sent = True  # from here on the other side may have it
        writer.write(head_of(target, body, headers) + body)
        await writer.drain()
        found = STATUS.match(await reader.readline())
        if found is None:
            raise ValueError("no HTTP")
        return int(found[1])
    finally:
        writer.transport.abort()  # nothing more is wanted of either side


def head_of(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = [f"POST {target.path} HTTP/1.1", f"Host: {target.host_header}", "Connection: close"]
    lines += ["User-Agent: Burgomaster", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")


async def look_up(target: Target, reach: Reach) -> str:
    """Find the number of a name; ValueError if any of its numbers is not allowed."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    numbers = [str(info[4][0]).partition("%")[0] for info in found]
    if not numbers or not all(is_allowed(number, reach) for number in numbers):
        raise ValueError("address")
    return numbers[0]
