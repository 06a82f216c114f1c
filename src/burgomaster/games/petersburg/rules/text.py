"""Everything the game says, in every language. Card sentences are made from the rows of the tables."""

from __future__ import annotations

from functools import cache
from typing import Any

from burgomaster.core.language import Message, Number, Word
from burgomaster.games.petersburg.rules.actions import (
    ATTACHED,
    ATTACHING,
    WITHOUT_CARD,
    Verb,
    card_of,
    extra_of,
    kept_ids,
    target_of,
    verb_of,
)
from burgomaster.games.petersburg.rules.apply import DONKEY_RUBLES, DOUBLE_TURN_ACTIONS
from burgomaster.games.petersburg.rules.cards import (
    BACKS,
    CARD_OF,
    CARD_ROWS,
    EFFECT_OF_PUB,
    EFFECTS,
    NO_CARD,
    POWER_ROWS,
    Deck,
    Good,
)
from burgomaster.games.petersburg.rules.legal import max_pub_points
from burgomaster.games.petersburg.rules.options import TEXTS
from burgomaster.games.petersburg.rules.prices import Price, price_of
from burgomaster.games.petersburg.rules.refusals import Refusal
from burgomaster.games.petersburg.rules.scoring import GUILD_TOTAL, TRADE_POINTS, TRADE_RUBLES, first_value
from burgomaster.games.petersburg.rules.state import Decision, Phase

SENTENCES = {key.removeprefix("power.") for key in TEXTS.entries("en") if key.startswith("power.")}


# Words


def card_name(card: int, language: str, with_goods: bool) -> str:
    """Return the name of a card, or of its back.

    Where goods count, with the good that tells it from others.
    """
    if card >= BACKS:
        return TEXTS.text(language, "card.back", deck=deck_name(card - BACKS, language))
    name = CARD_ROWS[card][f"name_{language}"]
    if not with_goods or not has_namesakes(card):
        return name
    good = _good_of(CARD_ROWS[card])[0]
    if good == "any":
        return TEXTS.text(language, "card.with_any", card=name)
    return TEXTS.text(language, "card.with_good", card=name, good=TEXTS.text(language, f"good.{good}"))


@cache
def has_namesakes(card: int) -> bool:
    """Tell whether a card has a good on it, and another card of its name another good."""
    name = CARD_ROWS[card]["name_en"]
    goods = {_good_of(row)[0] for row in CARD_ROWS if row["name_en"] == name}
    return _good_of(CARD_ROWS[card])[0] != "" and len(goods - {""}) > 1


def _good_of(row: dict[str, str]) -> tuple[str, int]:
    """List the good on a card, "" for none, and how much of it."""
    good, _, n_goods = row["goods"].partition(":")
    return good, int(n_goods or 0)


def counts_goods(state: Any) -> bool:
    """Tell whether the goods on cards mean anything in this game (8.20)."""
    return bool(state.rules.has_market)


def deck_name(deck: int, language: str) -> str:
    return TEXTS.text(language, f"deck.{Deck(deck).name.lower()}")


def phase_name(phase: int, language: str) -> str:
    return TEXTS.text(language, f"phase.{Phase(phase).name.lower()}")


def decision_text(decision: int, language: str) -> str:
    return TEXTS.text(language, f"decision.{Decision(decision).name.lower()}")


# Cards


def card_sentences(card: int, language: str, with_goods: bool, cost: int | None = None) -> list[str]:
    """Tell what a card is and does, each sentence from its own columns; goods only where they count.

    `cost` is what the card costs in this game, where that is not what is printed on it.
    """
    row = CARD_ROWS[card]
    said = [_kind_sentence(row, int(row["cost"]) if cost is None else cost, language)]
    symbols = [TEXTS.text(language, f"symbol.{word}") for word in row["worker_symbols"].split("+") if word]
    if symbols:
        said.append(TEXTS.text(language, "card.symbols", symbols=", ".join(symbols)))
    good, n_goods = _good_of(row)
    if good and with_goods:
        said.append(TEXTS.text(language, "card.goods", good=TEXTS.text(language, f"good.{good}"), n=n_goods))
    rubles, points, power = max(0, int(row["rubles"])), int(row["points"]), row["power"]
    if rubles or points:
        said.append(TEXTS.text(language, "card.income", income=amount_text(rubles, points, language)))
    said += [_effect_sentence(effect, language) for effect in POWER_ROWS if effect["power"] == power]
    if power in SENTENCES:
        said.append(TEXTS.text(language, f"power.{power}", **_power_values(row)))
    return said


def _kind_sentence(row: dict[str, str], cost: int, language: str) -> str:
    color = TEXTS.text(language, f"color.{row['color']}")
    if row["is_exchange"] == "1":
        return TEXTS.text(language, f"card.exchange.{row['color']}", color=color, cost=cost)
    if row["color"] == "purple":
        return TEXTS.text(language, "card.action")
    return TEXTS.text(language, "card.plain", color=color, cost=cost)


def _power_values(row: dict[str, str]) -> dict[str, int]:
    """Return the numbers a power's sentence may name: from the row, or the constants the rules go by."""
    return {
        "worth": int(row["value_when_displaced"] or 0),
        "upkeep": -min(0, int(row["rubles"])),
        "guild": GUILD_TOTAL,
        "trade_rubles": TRADE_RUBLES,
        "trade_points": TRADE_POINTS,
        "donkey": DONKEY_RUBLES,
        "actions": DOUBLE_TURN_ACTIONS,
    }


def _effect_sentence(row: dict[str, str], language: str) -> str:
    key = f"effect.{row['effect']}"
    if row["effect"] == "discount":
        return TEXTS.text(
            language, key, color=TEXTS.text(language, f"colored.{row['what']}"), n=int(row["number"])
        )
    if row["effect"] == "income":
        kind = "ruble" if row["what"] == "rubles" else "point"
        gain = TEXTS.plural(language, kind, int(row["number"]))
        return TEXTS.text(language, key, gain=gain, per=TEXTS.text(language, f"per.{row['per']}"))
    if row["effect"] == "buy_points":
        return TEXTS.text(language, key, n=int(row["number"]), price=int(row["per"]))
    return TEXTS.text(language, key, n=int(row["number"]))


def amount_text(rubles: int, points: int, language: str) -> str:
    """Rubles and points, as far as there are any."""
    parts = [(rubles, "ruble"), (points, "point")]
    said = [TEXTS.plural(language, kind, n) for n, kind in parts if n != 0]
    return TEXTS.text(language, "word.and").join(said) if said else TEXTS.text(language, "word.nothing")


# Moves


def move_text(state: Any, move: int, language: str) -> str:
    """Return a move in words, with what it costs the seat to move."""
    verb, value = Verb(verb_of(move)), card_of(move)
    key = f"move.{verb.name.lower()}"
    match verb:
        case Verb.OBSERVE:
            return TEXTS.text(language, key, deck=deck_name(value, language))
        case Verb.PUB:
            price = value * int(EFFECTS[EFFECT_OF_PUB].per)
            return TEXTS.text(language, key if value else "move.pub_nothing", points=value, price=price)
        case Verb.GUILD:
            return TEXTS.text(language, key, gain=amount_text(value, GUILD_TOTAL - value, language))
        case Verb.TRADE:
            return TEXTS.text(language, key, points=TRADE_POINTS, price=TRADE_RUBLES)
        case Verb.KEEP:
            names = [card_name(CARD_OF[card], language, counts_goods(state)) for card in kept_ids(value)]
            price = len(names) * int(first_value(state))
            key = key if names else "move.keep_none"
            return TEXTS.text(language, key, cards=", ".join(names), price=price)
        case _ if verb in WITHOUT_CARD:
            return TEXTS.text(language, key)
        case _:
            return _card_move_text(state, move, key, language)


def _card_move_text(state: Any, move: int, key: str, language: str) -> str:
    """Return a move about a card, perhaps over another one, perhaps with a symbol tile."""
    target, extra, price = target_of(move), extra_of(move), price_of(state, move)
    with_goods = counts_goods(state)
    values: dict[str, Any] = {"card": card_name(card_of(move), language, with_goods)}
    if price is not None:
        values["price"] = price.total
    if target != NO_CARD:
        old = card_name(target, language, with_goods)
        key, values["old"] = f"{key}_over", old + _attached_text(extra, language)
    elif extra and verb_of(move) in ATTACHING:
        values["card"] += _attached_text(extra, language)
    elif extra:
        good = TEXTS.text(language, f"good.{Good(extra - 1).name.lower()}")
        return TEXTS.text(language, "move.with_tile", move=TEXTS.text(language, key, **values), good=good)
    return TEXTS.text(language, key, **values)


def _attached_text(bits: int, language: str) -> str:
    names = [card_name(CARD_OF[card], language, False) for card, bit in ATTACHED.items() if bits & bit]
    return f" ({', '.join(names)})" if names else ""


def price_text(price: Price, language: str) -> str:
    """Tell how a price came about: 5 - 1 (lower row) - 2 (same cards) = 2."""
    terms = [str(price.cost)]
    for name in ("lower", "same", "discount", "displaced"):
        number = getattr(price, name)
        if number:
            terms.append(TEXTS.text(language, f"price.{name}", n=number))
    ending = "price.minimum" if price.is_minimum else "price.total"
    return TEXTS.text(language, ending, terms=" − ".join(terms), total=price.total)


# Refusals


def refusal(state: Any, move: int, reason: int) -> Message:
    """Why a move is refused, with the numbers that matter; said later, as it is now."""
    state = state.copy()
    player = state.players[state.to_move]
    verb, value, target = verb_of(move), card_of(move), target_of(move)
    values: dict[str, Any] = {
        "asked": Word(lambda language: decision_text(state.decision, language).removesuffix(".")),
        "phase": Word(lambda language: phase_name(state.phase, language)),
        "rubles": Number(lambda: player.rubles),
        "limit": Number(lambda: player.hand_limit),
        "most": Number(lambda: max_pub_points(player)),
        "price": Number(lambda: price.total if (price := price_of(state, move)) else 0),
        "guild": GUILD_TOTAL,
        "upkeep": Number(lambda: first_value(state)),
    }
    if verb not in (Verb.OBSERVE, Verb.PUB, Verb.GUILD, Verb.KEEP, *WITHOUT_CARD):
        values["card"] = Word(lambda language: card_name(value, language, counts_goods(state)))
    if verb == Verb.OBSERVE:
        values["deck"] = Word(lambda language: deck_name(value, language))
    if target != NO_CARD:
        values["old"] = Word(lambda language: card_name(target, language, counts_goods(state)))
    return Message(TEXTS, f"refusal.{Refusal(reason).name.lower()}", **values)
