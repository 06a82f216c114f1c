"""Where points come from, and what is bought, by the events of the log."""

from __future__ import annotations

from burgomaster.core.statistics import Gain, Statistics
from burgomaster.games.petersburg.rules.cards import IDS
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.state import Phase
from burgomaster.games.petersburg.rules.text import card_name

FINAL = ("different_nobles", "money", "hand")
INCOME = ("worker", "market", "building", "noble")

STATISTICS = Statistics(
    sources=(*INCOME, "pub", "trading_house", "guild_hall", "disc", *FINAL),
    at_end=FINAL,
    gains=(
        *(Gain(Event.INCOME, name, "b", where="c", value=Phase[name.upper()]) for name in INCOME),
        Gain(Event.PUB, "pub", "a"),
        Gain(Event.TRADE, "trading_house", "a"),
        Gain(Event.GUILD, "guild_hall", "b"),
        Gain(Event.DISC, "disc", "b"),
        Gain(Event.GOOD_POINTS, "market", "b"),
        Gain(Event.FINAL, "different_nobles", "a"),
        Gain(Event.FINAL, "money", "b"),
        Gain(Event.FINAL, "hand", "c", sign=-1),
    ),
    bought=(Event.BUY, Event.PLAY),
    items=IDS,
    item_name=lambda card, language: card_name(card, language, with_goods=True),
    round_begins=Event.ROUND_BEGINS,
    final={"rubles": "rubles"},
)
