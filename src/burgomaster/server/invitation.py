"""The waiting room of a table, and the invitation to it: an address that others reach, and its QR code."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fastapi import Request
from markupsafe import Markup

from burgomaster.core.registry import game_info
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.clock_words import clock_words
from burgomaster.server.games_menu import chosen_options
from burgomaster.server.match import Match
from burgomaster.server.texts import TEXTS

EVERYWHERE = ("0.0.0.0", "::")  # listening there means at every address of this computer
SOMEWHERE = "192.0.2.1"  # an address for examples; nothing is sent to it
BORDER = 3  # empty modules around a code
QR = (
    '<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{label}">'
    '<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>'
)


@dataclass(frozen=True)
class Invitation:
    link: str
    reach: str  # "everybody", "network": in the local network, "nobody": on this computer alone


def invitation_to(request: Request, path: str, listens_at: str) -> Invitation:
    """Make the link under which others reach a page, as far as that can be known."""
    base = str(request.base_url).rstrip("/")
    if not is_loopback(request.url.hostname or ""):
        return Invitation(base + path, "everybody")
    address = network_address() if listens_at in EVERYWHERE else ""
    if not address:
        return Invitation(base + path, "nobody")
    url = request.base_url.replace(hostname=f"[{address}]" if ":" in address else address)
    return Invitation(str(url).rstrip("/") + path, "network")


def is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return host == "localhost" or host.endswith(".localhost")


def network_address() -> str:
    """Find the address of this computer in its network; "" if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        made.connect((SOMEWHERE, 9))  # chooses a way out, sends nothing
        found = str(made.getsockname()[0])
        return "" if is_loopback(found) or found == EVERYWHERE[0] else found
    return ""


@lru_cache(maxsize=256)
def qr_code(text: str, label: str) -> Markup:
    """Draw a text as a QR code; "" where the library for it is not installed."""
    try:
        import segno
    except ModuleNotFoundError:
        return Markup("")
    rows = [bytes(row) for row in segno.make(text, error="m", micro=False).matrix]
    places = [(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark]
    path = "".join(f"M{x + BORDER} {y + BORDER}h1v1h-1z" for x, y in places)
    return Markup(QR).format(size=len(rows) + 2 * BORDER, label=label, path=path)


# What a table shows before its game begins: who sits where, what will be played, how others get here


def room_context(request: Request, match: Match, auth: Auth, visitor: Visitor) -> dict[str, Any]:
    """Collect what the waiting room shows beside its seats; nothing once the game has begun."""
    if not match.is_waiting:
        return {"room": None}
    language, header = visitor.language, match.header
    invitation = invitation_to(request, f"/t/{header.match}", request.app.state.settings.host)
    may_invite = visitor.account is not None and auth.may_host(visitor, match)
    circle = request.app.state.people.circle
    friends = circle.friends(visitor.account) if may_invite else []
    return {
        "room": {
            "is_host": auth.is_host(visitor, match),
            "host_seat": next((n for n, seat in enumerate(match.seats) if seat.who == header.host), None),
            "n_free": sum(seat.is_free for seat in match.seats),
            "clock": clock_words(header.clock, language),
            "chosen": chosen_options(game_info(header.game), header.options, language),
            "invitation": invitation,
            "friends": friends,
            "invited": circle.invited(header.match) if friends else set(),
            "qr": qr_code(invitation.link, TEXTS.text(language, "room.qr")),
        },
        "invite": invitation.link,
    }
