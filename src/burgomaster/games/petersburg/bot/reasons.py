"""What the inputs of Saint Petersburg are about, for saying what moved the expectation at a move."""

from __future__ import annotations

from pathlib import Path

from burgomaster.bots.reasons import TEXTS, Reasons
from burgomaster.core.language import Catalog
from burgomaster.games.petersburg.rules.cards import CARDS, IDS, Color


def own_cards(color: Color) -> list[str]:
    """Name the inputs of the own cards of a colour that lie in the area."""
    cards = [f"seat0.area.{name}" for card, name in enumerate(IDS) if CARDS[card].color == color]
    return [f"seat0.cards.{color.name.lower()}", f"seat0.discount.{color.name.lower()}", *cards]


REASONS = Reasons(
    {
        "income": ["seat0.income_*", "seat0.rubles_income.*", "seat0.points_income.*", "seat0.pub_points"],
        "workers": own_cards(Color.GREEN),
        "buildings": [*own_cards(Color.BLUE), "seat0.face_down.*"],
        "nobles": [*own_cards(Color.RED), "seat0.nobles.*"],
        "other_cards": [
            *("seat0.area.*", "seat0.cards.*", "seat0.discount.*", "seat0.goods.*"),
            *("attached.*", "tile.*", "good_value.*"),
        ],
        "money": ["seat0.rubles", "seat0.rubles_hidden", "own_rubles.*"],
        "points": ["seat0.points"],
        "hand": ["seat0.held.*", "seat0.backs.*", "seat0.hand_limit", "own_hand.*"],
        "opponents": ["seat[1-9]*", "other_hands.*"],
        "rows": ["upper.*", "lower.*", "discard.*", "drawn.*", "drawn_back.*"],
        "end": ["pile.*", "pile_left.*", "round.*", "turn.last_round", "turn.rounds"],
        "tempo": ["to_move.*", "first_player.*", "marker.*", "phase.*", "decision.*", "turn.*"],
        "rules": ["players.*", "rules.*"],
    },
    Catalog(Path(__file__).parent, TEXTS),
)
