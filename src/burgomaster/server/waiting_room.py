"""What a table shows before its game begins: who sits where, what will be played, how others get here."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from burgomaster.core.registry import game_info
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.clock_words import clock_words
from burgomaster.server.games_menu import chosen_options
from burgomaster.server.invitation import invitation_to, qr_code
from burgomaster.server.match import Match
from burgomaster.server.texts import TEXTS


def room_context(request: Request, match: Match, auth: Auth, visitor: Visitor) -> dict[str, Any]:
    """Collect what the waiting room shows beside its seats; nothing once the game has begun."""
    if not match.is_waiting:
        return {"room": None}
    language, header = visitor.language, match.header
    invitation = invitation_to(request, f"/t/{header.match}", request.app.state.settings.host)
    return {
        "room": {
            "is_host": auth.is_host(visitor, match),
            "host_seat": next((n for n, seat in enumerate(match.seats) if seat.who == header.host), None),
            "n_free": sum(seat.is_free for seat in match.seats),
            "clock": clock_words(header.clock, language),
            "chosen": chosen_options(game_info(header.game), header.options, language),
            "invitation": invitation,
            **friends_context(request, match, auth, visitor),
            "qr": qr_code(invitation.link, TEXTS.text(language, "room.qr")),
        },
        "invite": invitation.link,
    }


def friends_context(request: Request, match: Match, auth: Auth, visitor: Visitor) -> dict[str, Any]:
    """List the friends whom somebody who sits here may invite, and who is invited already."""
    if visitor.account is None or not auth.may_host(visitor, match):
        return {"friends": [], "invited": set()}
    circle = request.app.state.people.circle
    friends = circle.friends(visitor.account)
    return {"friends": friends, "invited": circle.invited(match.header.match) if friends else set()}
