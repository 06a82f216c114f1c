"""What nobody at one keyboard may notice: that somebody is asked for the Pickpocket.

Who took the Pickpocket from the board was seen doing so, and no secret is left. But a card that an
Observatory drew is known to its owner alone; of it others see the back, that of the exchange deck. If only
the true owner were handed the keyboard before a phase, everybody would know what they hold. So everybody
who might hold it, as far as the others can tell, is handed the keyboard, and most of them only press Enter.
That is needed in few games, and there between few phases.
"""

from __future__ import annotations

from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import row_of
from burgomaster.games.petersburg.rules.options import copies_in

PICKPOCKET = "pickpocket"


def suspects(seat_view: SeatView) -> list[int]:
    """List the seats that may hold the Pickpocket in secret, in the order in which they are asked.

    It is that of a spectator, who sees nobody's hand; the owner of the phase's marker is never asked.
    """
    view = seat_view.view
    if (
        view["over"]
        or view["decision"] != "action"
        or seat_view.options["open_hands"]
        or is_placed(seat_view)
    ):
        return []
    owner, n_players = view["markers"][view["phase"]], len(view["players"])
    order = [(owner + step) % n_players for step in range(1, n_players)]
    return [seat for seat in order if view["first_player"] == owner and holds_secret(seat_view, seat)]


def is_placed(seat_view: SeatView) -> bool:
    """Tell whether everybody knows where the Pickpocket is, or that there is none."""
    view = seat_view.view
    open_cards = [*view["upper"], *view["lower"], *view["discard"]]
    seen = [card for player in view["players"] for card in player["hand_seen"]]
    return PICKPOCKET in (*open_cards, *seen) or copies_in(row_of(PICKPOCKET), seat_view.options) == 0


def holds_secret(seat_view: SeatView, seat: int) -> bool:
    """Tell whether a hand has a card of which others know only that it is of the Pickpocket's deck."""
    player, deck = seat_view.view["players"][seat], row_of(PICKPOCKET)["deck"]
    n_backs = sum(held["deck"] == deck for held in player["hand"])
    n_seen = sum(row_of(card)["deck"] == deck for card in player["hand_seen"])
    return bool(n_backs > n_seen)
