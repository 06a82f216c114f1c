"""What the inputs of Suburbia are about, for saying what moved the expectation at a move."""

from __future__ import annotations

from pathlib import Path

from burgomaster.bots.reasons import TEXTS, Reasons
from burgomaster.core.language import Catalog

REASONS = Reasons(
    {
        "income": ["seat0.income", "close.seat0.income.*"],
        "reputation": ["seat0.reputation", "close.seat0.reputation.*"],
        "population": [
            *("seat0.population", "seat0.forecast", "close.seat0.population.*"),
            *("seat0.lines", "seat0.to_line", "close.seat0.line.*"),
        ],
        "money": ["seat0.money", "seat0.money_forecast", "close.seat0.money.*"],
        "markers": ["seat0.markers", "close.seat0.markers.*", "seat0.marked.*"],
        "goals": ["goal.*", "goal_lead.*", "goal_step.*", "private.*", "private_lead.*", "private_step.*"],
        "borough": [
            *("seat0.tiles", "seat0.kind.*", "seat0.tile.*", "cells.*", "near.*", "most_near.*"),
            *("reaction.*", "reaction_cells.*", "offer_cell.*", "type_gift.*"),
        ],
        "opponents": ["seat[1-9].*", "close.seat[1-9].*", "next_offer.*", "next_offer_best.*"],
        "market": [
            *("market.*", "paid.*", "dale_slot.*", "basic.*", "out.*"),
            *("offer.*", "offer_best.*", "offer_best_step.*", "offer_pair.*"),
        ],
        "end": ["round.*", "game.*", "turns.*", "stack.*", "last_stack.*", "seat0.turns_left"],
        "tempo": ["decision.*", "to_move.*", "first_player.*"],
        "rules": ["mode.*", "option.*"],
    },
    Catalog(Path(__file__).parent, TEXTS),
)
