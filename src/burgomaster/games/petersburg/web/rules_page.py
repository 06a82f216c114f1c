"""Saint Petersburg: pictures of cards and examples for its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgomaster.games.petersburg.presentation import CardTranslator
from burgomaster.games.petersburg.rules.cards import CARD_OF, CARD_ROWS
from burgomaster.games.petersburg.rules.options import TEXTS
from burgomaster.games.petersburg.rules.prices import price_of
from burgomaster.games.petersburg.rules.text import price_text
from burgomaster.games.petersburg.web import TEXTS as PAGE_TEXTS
from burgomaster.games.petersburg.web.cards import ICONS, face_of
from burgomaster.web.lessons import table_with_deal
from burgomaster.web.rules_examples import FIGURES, Example, make_example

SEED = 3
TWO = {"players": 2}
FIRST: Mapping[str, Any] = {
    "starts": {"worker": 0, "building": 1, "noble": 1, "exchange": 0},
    "decks": {
        "worker": [
            "lumberjack",
            "gold_miner",
            "lumberjack",
            "fur_trapper",
            "lumberjack",
            "ship_builder_2004",
        ],
        "building": [
            "firehouse",
            "firehouse",
            "market_2004",
            "market_2004",
            "library",
            "customs_house",
            "pub",
        ],
        "noble": ["author", "secretary"],
        "exchange": ["carpenter_workshop", "gold_smelter"],
    },
}
WORKERS = ["buy lumberjack", "buy gold_miner", "buy lumberjack", "buy fur_trapper", "pass"]
TO_BUILDINGS = [*WORKERS, "pass", "buy market_2004", "buy firehouse", "pass"]
TO_EXCHANGE = [*TO_BUILDINGS, "pass", "buy author", "pass", "pass"]
TO_ROUND_TWO = [*TO_EXCHANGE, "buy carpenter_workshop over lumberjack", "pass", "pass", "pass"]
BANQUET = {"players": 2, "expansions": ("banquet",)}
BANQUET_FIRST = {**FIRST, "decks": {**FIRST["decks"], "exchange": ["golden_donkey", "carpenter_workshop"]}}
TO_DONKEY = [*TO_EXCHANGE, "take golden_donkey", "pass"]
MARKET = {"players": 2, "edition": "2014", "expansions": ("market",)}
MARKET_FIRST: Mapping[str, Any] = {
    "starts": {"worker": 0, "market": 0, "building": 1, "noble": 1, "exchange": 0},
    "decks": {
        "worker": ["lumberjack", "lumberjack", "gold_miner", "gold_miner"],
        "market": ["hen", "hen", "grain_sack", "special_fish_crate", "single_apple", "apple_crate"],
    },
}
TO_MARKET = ["buy lumberjack", "buy gold_miner", "buy lumberjack", "buy gold_miner"]
TO_GOODS = [*TO_MARKET, "buy hen", "buy hen", "buy apple_crate", "buy grain_sack", "pass"]


def context(language: str) -> dict[str, Any]:
    """Make the context of the template of the rules."""
    say = CardTranslator(PAGE_TEXTS, language)
    return {
        "say": say,
        "icons": ICONS,
        "faces_of": lambda *cards: [face_of(card, say) for card in cards],
        "goods_of": lambda *cards: [
            face_of(card, CardTranslator(PAGE_TEXTS, language, True)) for card in cards
        ],
        "name": lambda card: CARD_ROWS[CARD_OF[card]][f"name_{language}"],
        "cost": lambda card: int(CARD_ROWS[CARD_OF[card]]["cost"]),
        "worth": lambda card: int(CARD_ROWS[CARD_OF[card]]["value_when_displaced"]),
        "ruble": lambda n: TEXTS.plural(language, "ruble", n),
        "point": lambda n: TEXTS.plural(language, "point", n),
        "cards": lambda n: TEXTS.plural(language, "card", n),
        "variant": lambda word: TEXTS.text(language, f"variant.{word}"),
        "pile": lambda deck: TEXTS.text(language, f"deck.{deck}"),
        "figures": {name: say(f"figure.{name}") for name in FIGURES},
        "examples": examples(language),
    }


def arithmetic(state: Any, move: int, language: str) -> str:
    """Write the sum behind a price."""
    price = price_of(state, move)
    return "" if price is None else price_text(price, language)


def examples(language: str) -> dict[str, Example]:
    """Make the examples by name."""

    def example(
        key: str, options: Mapping[str, Any], first: Mapping[str, Any], made: list[str], tried: list[str]
    ) -> Example:
        table = table_with_deal("petersburg", options, SEED, first, made)
        return make_example(key, table, tried, language, arithmetic)

    low = [
        "buy firehouse low",
        "buy market_2004 low",
        "buy lumberjack",
        "take firehouse low",
        "buy library low",
    ]
    over = [f"buy carpenter_workshop over {card}" for card in ("lumberjack", "firehouse")]
    return {
        "first": example(
            "first", TWO, FIRST, WORKERS[:2], ["buy lumberjack", "buy fur_trapper", "take lumberjack"]
        ),
        "scoring": example("scoring", TWO, FIRST, TO_BUILDINGS, ["pass"]),
        "exchange": example("exchange", TWO, FIRST, TO_EXCHANGE, [*over, "take carpenter_workshop"]),
        "prices": example("prices", TWO, FIRST, TO_ROUND_TWO, low),
        "banquet": example("banquet", BANQUET, BANQUET_FIRST, TO_DONKEY, ["use golden_donkey", "pass"]),
        "goods": example("goods", MARKET, MARKET_FIRST, TO_GOODS, ["pass", "buy special_fish_crate"]),
    }
