"""Where people connect from, as limits and fair turns count it; of an address only a mark is kept."""

from __future__ import annotations

import ipaddress

from fastapi import Request

from burgomaster.server.security import Signer

MARK_LETTERS = 16
NOWHERE = "?"
HOME_BITS = 64  # of an IPv6 address: who has one has all the others with the same


def address_of(request: Request) -> str:
    """Name the address that a request comes from: an IPv4 address, or the network of an IPv6 one."""
    host = request.client.host if request.client else NOWHERE
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(ipaddress.ip_network((address, HOME_BITS), strict=False))


def origin_of(request: Request, signer: Signer) -> str:
    """Mark an address: equal ones get equal marks, and nobody without the server's secret can read them."""
    return signer.sign("origin", address_of(request)).rpartition(".")[2][:MARK_LETTERS]
