"""What the inputs of Spyrium are about, for saying what moved the expectation at a move."""

from __future__ import annotations

from pathlib import Path

from burgomaster.bots.reasons import TEXTS, Reasons
from burgomaster.core.language import Catalog

REASONS = Reasons(
    {
        "money": ["seat0.money", "close.seat0.money.*"],
        "crystals": ["seat0.crystals", "close.seat0.crystals.*"],
        "workers": [
            *("seat0.active", "seat0.on_market", "seat0.inactive", "seat0.workers", "close.seat0.active.*"),
            *("close.seat0.on_market.*", "close.seat0.workers.*"),
        ],
        "residence": ["seat0.income", "seat0.residence.*", "due.*"],
        "buildings": [
            *("seat0.buildings", "seat0.building_points", "close.seat0.buildings.*"),
            *("seat0.built.*", "seat0.ready.*", "seat0.staff.*"),
        ],
        "technologies": ["seat0.technology_points", "seat0.technology.*", "seat0.turned.*"],
        "points": ["seat0.score", "seat0.final", "close.seat0.score.*", "lead.*"],
        "events": [
            *("event.*", "next_event.*", "later_event.*", "event_token.*", "next_token.*"),
            *("seat0.event_used", "seat0.reward_*", "seat0.kept", "seat0.kept.*", "supply.*"),
        ],
        "market": [
            *("market.*", "token.*", "crowd.*", "price.*", "own_beside.*", "own_gap.*", "other_gap.*"),
            *("offer.*", "offer_own.*", "offer_others.*", "offer_payable.*", "chance.*"),
        ],
        "opponents": ["seat[1-9].*", "close.seat[1-9].*"],
        "tempo": ["to_move.*", "first_player.*", "decision.*", "seat0.placing", "seat0.passed"],
        "end": ["round.*", "deck.*"],
        "rules": ["players.*", "track.*", "rules.*"],
    },
    Catalog(Path(__file__).parent, TEXTS),
)
