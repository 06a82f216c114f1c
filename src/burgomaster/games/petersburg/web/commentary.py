"""What commentators may not see yet, although the players let them look into their hands."""

from __future__ import annotations

from burgomaster.core.seat_view import SeatView


def keeps_secret(everybody: SeatView, seat: int) -> bool:
    """Tell from what everybody sees whether a seat may hold a card for which it is asked in secret (9.5).

    Only with action cards is anybody asked in secret, and only a card that nobody saw can be one of which the
    others know nothing. What is decided here depends on nothing that is hidden.
    """
    if not everybody.state.rules.has_action_cards:
        return False
    player, drawn = everybody.view["players"][seat], everybody.view["drawn"]
    is_looking = everybody.view["to_move"] == seat and drawn is not None and "card" not in drawn
    return is_looking or len(player["hand"]) > len(player["hand_seen"])
