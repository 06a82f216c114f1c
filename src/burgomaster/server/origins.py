"""Where people connect from, as limits and fair turns count it; of an address only a mark is kept."""

from __future__ import annotations

from fastapi import Request

from burgomaster.server.proxies import key_of
from burgomaster.server.security import Signer

MARK_LETTERS = 16


def origin_of(request: Request, signer: Signer) -> str:
    """Mark an address: equal ones get equal marks, and nobody without the server's secret can read them."""
    return signer.sign("origin", key_of(request.scope)).rpartition(".")[2][:MARK_LETTERS]
