"""Where a request comes from: the address that is connected, or the one that a trusted proxy names.

What `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` say is believed only of proxies that the
operator has named (`BURGOMASTER_PROXIES`); anybody else could write anything there.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from functools import lru_cache

from starlette.types import ASGIApp, Receive, Scope, Send

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LOCAL_SOCKET = "unix"  # names a proxy that connects through a socket in the file system
NOWHERE = "?"  # the address of whoever has none
HOME_BITS = 64  # of an IPv6 address belong to one connection to the internet: who has one has all the others
SCHEMES = ("http", "https")
HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?")
MOST_ADDRESSES = 4096  # whose places are remembered
ADDRESS_LETTERS = 80  # an address with the name of a network interface behind it is shorter
MOST_HOPS = 20  # addresses of a list that are looked at


class WrongProxy(ValueError):
    """A word that names no address and no network."""


@dataclass(frozen=True)
class TrustedProxies:
    networks: tuple[Network, ...] = ()
    local_socket: bool = False

    def trusts(self, host: str) -> bool:
        """Tell whether an address is one of ours; "" is the other end of a local socket."""
        if not host:
            return self.local_socket
        address = read_address(host)
        return address is not None and any(address in network for network in self.networks)

    def sender(self, connected: str, forwarded: str) -> str:
        """Find who sent something: the last address of the list that is not one of our proxies'."""
        found = connected
        for word in reversed(forwarded.split(",")[-MOST_HOPS:]):
            address = read_address(without_port(word.strip()))
            if address is None:  # whatever stands before it may be made up
                return found
            found = str(address)
            if not self.trusts(found):
                return found
        return found


def read_proxies(text: str) -> TrustedProxies:
    """Read a list of addresses and networks; WrongProxy names a word that is neither."""
    words = text.replace(",", " ").split()
    try:
        networks = tuple(ipaddress.ip_network(word, strict=False) for word in words if word != LOCAL_SOCKET)
    except ValueError as error:
        raise WrongProxy(str(error)) from None
    return TrustedProxies(networks, LOCAL_SOCKET in words)


def read_address(text: str) -> Address | None:
    """Read an address, None if it is none; an IPv4 one that is dressed as IPv6 is the same address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped if mapped is not None else address


def without_port(word: str) -> str:
    """Cut the port off an address, as some proxies send it."""
    if word.startswith("["):
        return word[1:].partition("]")[0]
    return word.partition(":")[0] if word.count(":") == 1 else word


def address_key(host: str | None) -> str:
    """Name the place that somebody connects from; addresses are kept, what is too long to be one is not."""
    return _address_key(host) if host is None or len(host) <= ADDRESS_LETTERS else host


@lru_cache(maxsize=MOST_ADDRESSES)
def _address_key(host: str | None) -> str:
    """Name the place of an IPv4 address by itself, of an IPv6 one by its network."""
    address = read_address(host or "")
    if address is None:
        return host or NOWHERE
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, HOME_BITS), strict=False))


def key_of(scope: Scope) -> str:
    client = scope.get("client")
    return address_key(client[0] if client else None)


def route_path(scope: Scope) -> str:
    """Read the path of a request without the prefix that a proxy serves us under."""
    return without_prefix(str(scope["path"]), app_prefix(scope))


def without_prefix(path: str, prefix: str) -> str:
    begins = path == prefix or path.startswith(f"{prefix}/")
    return (path.removeprefix(prefix) or "/") if begins else path


def app_prefix(scope: Scope) -> str:
    """Read the prefix that a proxy serves us under, "" without one; within a mount `root_path` is longer."""
    return str(scope.get("app_root_path", scope.get("root_path", "")))


class ProxyMiddleware:
    """Put what a trusted proxy says of a request in the place of what is seen of its connection.

    A proxy may send the path prefix along or take it away itself.
    """

    def __init__(self, app: ASGIApp, proxies: TrustedProxies, prefix: str = "") -> None:
        self.app, self.proxies, self.prefix = app, proxies, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.prefix:
            scope["path"] = without_prefix(scope["path"], self.prefix)
            scope["app_root_path"] = self.prefix  # what Starlette makes whole addresses from
        client = scope.get("client")
        host = client[0] if client else ""
        if scope["type"] == "http" and self.proxies.trusts(host):
            scope = forwarded_scope(scope, self.proxies, host)
        await self.app(scope, receive, send)


def forwarded_scope(scope: Scope, proxies: TrustedProxies, connected: str) -> Scope:
    lists: dict[str, list[str]] = {}  # by the last word of a header; one that comes several times is one list
    for name, value in scope["headers"]:
        if name.startswith(b"x-forwarded-"):
            word = name.removeprefix(b"x-forwarded-").decode("latin-1")
            lists.setdefault(word, []).append(value.decode("latin-1"))
    said = {word: ",".join(values) for word, values in lists.items()}
    changed = {**scope, "client": (proxies.sender(connected, said.get("for", "")), 0)}
    scheme = last_word(said.get("proto", "")).lower()
    if scheme in SCHEMES:
        changed["scheme"] = scheme
    host = last_word(said.get("host", ""))
    if HOST.fullmatch(host):
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        changed["headers"] = [(b"host", host.encode()), *others]
    return changed


def last_word(listed: str) -> str:
    """Take the last of a list: what the nearest proxy says."""
    return listed.rpartition(",")[2].strip()
