"""Everything the game says, in every language. Card sentences are made from the rows of the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from burgomaster.core.cache import cached
from burgomaster.core.language import Message, Number, Word
from burgomaster.core.translator import remembered
from burgomaster.games.spyrium.rules.actions import (
    NONE,
    Verb,
    alt_of,
    building_of,
    gap_of,
    position_of,
    power_of,
    read_of,
    token_of,
    use_alt_of,
    verb_of,
)
from burgomaster.games.spyrium.rules.cards import (
    CAPITALISATION_BONUS,
    CARD_ROWS,
    CARDS,
    CRANE_DISCOUNT,
    DIGITS,
    EFFECTS,
    ENGINEERING_POINTS,
    EVENT_ROWS,
    EVENTS,
    MAX_END_SCORE,
    MAX_KEPT,
    NO_CARD,
    TOKEN_AMOUNT,
    WORKERS_AMOUNT,
    Kind,
    clauses,
)
from burgomaster.games.spyrium.rules.draws import wrong_draw
from burgomaster.games.spyrium.rules.effects import amount_of, workers_for
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS
from burgomaster.games.spyrium.rules.options import TEXTS
from burgomaster.games.spyrium.rules.prices import GAPS_OF, Price, earning, price_of_move
from burgomaster.games.spyrium.rules.refusals import Refusal
from burgomaster.games.spyrium.rules.scoring import MONEY_PER_POINT
from burgomaster.games.spyrium.rules.state import N_POSITIONS, Decision

Texts: TypeAlias = Callable[..., str]  # language, key, values: what `Catalog.text` takes
say, say_on_board = remembered(TEXTS.text), remembered(TEXTS.board_text)  # a page has dozens of moves
NUMBERED = ("I", "II", "III")  # variants that belong to a name
# The items of an effect in the order in which they are said, each with its counted word.
PAID = {"pay_workers": "worker", "pay_crystals": "crystal", "pay_money": "pound"}
GAINED = {"crystals": "crystal", "money": "pound", "workers": "new_worker", "points": "point"}
DEEDS = ("residence", "reuse", "place")


# Words


def card_name(card: int, language: str) -> str:
    """Return the name of a card with its number, or what is said of an empty position."""
    if card == NO_CARD:
        return TEXTS.text(language, "word.empty")
    row = CARD_ROWS[card]
    number = f" {row['variant']}" if row["variant"] in NUMBERED else ""
    return row[f"name_{language}"] + number


def event_name(event: int, language: str) -> str:
    return EVENT_ROWS[event][f"name_{language}"]


def decision_text(decision: int, language: str) -> str:
    return TEXTS.text(language, f"decision.{Decision(decision).name.lower()}")


def gap_text(state: Any, gap: int, language: str) -> str:
    left, right = (int(state.market[side].card) for side in GAP_POSITIONS[gap])
    return between_text(left, right, language)


def between_text(left: int, right: int, language: str) -> str:
    """Return a gap by its two cards, or by the one that is left."""
    if NO_CARD in (left, right) and left != right:
        return say(language, "word.beside", card=card_name(min(left, right), language))
    return say(language, "word.between", left=card_name(left, language), right=card_name(right, language))


# Cards


def card_sentences(card: int, language: str) -> list[str]:
    """Tell what a card is and does by the printed figures, each sentence from its own columns."""
    row = CARD_ROWS[card]
    return [_kind_sentence(row, language), *_extra_sentences(row, language), *_effects(row, language)]


def event_sentences(event: int, language: str) -> list[str]:
    row = EVENT_ROWS[event]
    return [*_extra_sentences(row, language), *_effects(row, language)]


def _kind_sentence(row: dict[str, str], language: str) -> str:
    points = int(row["end_points"])
    key = f"card.{row['kind']}" + ("_points" if points else "")
    return TEXTS.text(language, key, price=int(row["price"]), points=points)


def _extra_sentences(row: dict[str, str], language: str) -> list[str]:
    said = []
    symbols = [TEXTS.text(language, f"symbol.{word}") for word in row.get("symbols", "").split("+") if word]
    if symbols:
        key = "card.symbol" if len(symbols) == 1 else "card.symbols"
        said.append(TEXTS.text(language, key, symbols=", ".join(symbols)))
    if row["tokens"] != "none":
        said.append(TEXTS.text(language, f"card.tokens_{row['tokens']}"))
    return said


def _effects(row: dict[str, str], language: str) -> list[str]:
    if not clauses(row):
        return [TEXTS.text(language, "card.no_use")]
    return [_clause_sentence(row, trigger, body, language) for trigger, body in clauses(row)]


def _clause_sentence(row: dict[str, str], trigger: str, body: str, language: str) -> str:
    if trigger in ("passive", "once"):
        return TEXTS.text(language, f"power.{body}", **_power_values())
    if trigger == "end":
        return TEXTS.text(language, f"end.{body}", **_power_values())
    says = [alternative_text(effect, language) for effect in effects_of(row["id"], trigger)]
    return TEXTS.text(language, f"trigger.{trigger}", does=TEXTS.text(language, "word.or").join(says))


def _power_values() -> dict[str, int]:
    """Return the numbers that the sentences of technologies name: those the rules go by."""
    return {
        "earn": CAPITALISATION_BONUS,
        "plot": CRANE_DISCOUNT,
        "kept": MAX_KEPT,
        "engineering": ENGINEERING_POINTS,
        "digits": DIGITS,
        "most": MAX_END_SCORE,
        "pounds": MONEY_PER_POINT,
    }


def effects_of(id: str, trigger: str) -> list[int]:
    """List the rows of EFFECTS that a clause of a card or event became."""
    for rows, table in ((CARD_ROWS, CARDS), (EVENT_ROWS, EVENTS)):
        for number, row in enumerate(rows):
            if row["id"] == id:
                entry: Any = table[number]
                if trigger == "build":
                    return [int(entry.build_effect)]
                return list(range(entry.first_effect, entry.first_effect + entry.n_effects))
    raise KeyError(id)


@cached(4096)
def alternative_text(effect: int, language: str, token: int = 0, n_workers: int | None = None) -> str:
    """Write one alternative: what is paid, an arrow, what is gained; T is a number if the token is known.

    `n_workers` says how many workers are really needed, where a technology spares them.
    """
    row: Any = EFFECTS[effect]
    paid = [(word, int(getattr(row, name))) for name, word in PAID.items()]
    if n_workers is not None:
        paid[0] = ("worker", n_workers)
    gained = [(word, int(getattr(row, name))) for name, word in GAINED.items()]
    gains = [_item_text(word, n, token, language) for word, n in gained if n]
    gains += [TEXTS.text(language, f"deed.{deed}") for deed in DEEDS if getattr(row, deed)]
    costs = [_item_text(word, n, token, language) for word, n in paid if n]
    both = (TEXTS.text(language, "word.and").join(items) for items in (costs, gains))
    return " → ".join(side for side in both if side)


def _item_text(word: str, amount: int, token: int, language: str) -> str:
    if amount == TOKEN_AMOUNT and token:
        amount = token
    if amount in (TOKEN_AMOUNT, WORKERS_AMOUNT):
        kind = "token" if amount == TOKEN_AMOUNT else "workers"
        return TEXTS.text(language, f"by_{kind}.{word}", n=1)
    return TEXTS.plural(language, word, amount)


# Moves


def board_move_text(state: Any, move: int, language: str) -> str:
    """Return a move in words for whoever sees the board, which shows no numbers of gaps and buildings."""
    said = move_text(state, move, language, say_on_board)
    if verb_of(move) not in (Verb.EARN, Verb.ACTIVATE) or not _has_other_worker(state, move):
        return said
    note = say(language, "on_board.move.by", gap=gap_text(state, gap_of(move), language))
    return f"{said[:-1]}; {note})" if said.endswith(")") else f"{said} ({note})"


def _has_other_worker(state: Any, move: int) -> bool:
    """Tell whether workers in several gaps could make a move, so that it must be said which one does."""
    position, workers = position_of(move), state.gaps[:, state.to_move].tolist()
    around = range(len(workers)) if position == NONE else GAPS_OF[position]
    return len([gap for gap in around if workers[gap]]) > 1


def move_text(state: Any, move: int, language: str, text: Texts = say) -> str:
    """Return a move in words, with what it costs or brings the seat to move, and the numbers of a record."""
    match Verb(verb_of(move)):
        case Verb.PLACE:
            return text(language, "move.place", gap=gap_text(state, gap_of(move), language))
        case Verb.EARN:
            position, money = position_of(move), earned(state, move)
            card = NO_CARD if position == NONE else int(state.market[position].card)
            values = {"money": money, "card": card_name(card, language), "gap": gap_of(move)}
            return text(language, f"move.{earn_key(money, card)}", **values)
        case Verb.ACTIVATE:
            return _activate_text(state, move, language, text)
        case Verb.USE:
            use = use_text(state, building_of(move), alt_of(move), language, text)
            return text(language, "move.use_again" if power_of(move) else "move.use", use=use)
        case Verb.EVENT:
            return _event_text(state, move, language, text)
        case Verb.POINTS:
            points = int(state.rules.residence[state.players[state.to_move].residence])
            return text(language, "move.points", points=points)
        case verb:
            return text(language, f"move.{verb.name.lower()}")


def earned(state: Any, move: int) -> int:
    """Tell what an earn brings the seat to move."""
    return earning(state, int(state.to_move), position_of(move))


def earn_key(money: int, card: int) -> str:
    """Name the text about a worker who is taken back: with money or without, beside a card or alone."""
    if card == NO_CARD:
        return "earn_alone" if money else "earn_alone_nothing"
    return "earn" if money else "earn_nothing"


def _activate_text(state: Any, move: int, language: str, text: Texts) -> str:
    price = price_of_move(state, move)
    card = int(state.market[position_of(move)].card)
    if price is None:
        return TEXTS.text(language, "word.empty")
    over, player = building_of(move), state.players[state.to_move]
    key = {Kind.CHARACTER: "call", Kind.TECHNOLOGY: "patent"}.get(Kind(CARDS[card].kind), "build")
    values = {"card": card_name(card, language), "money": price.total, "gap": gap_of(move)}
    if NONE < over < player.n_buildings:
        key, values["old"] = "replace", card_name(int(player.buildings[over].card), language)
    said = text(language, f"move.{key}", **values)
    notes = spent_notes(token_of(move), read_of(move), power_of(move), language)
    return f"{said} ({'; '.join(notes)})" if notes else said


def spent_notes(token: int, read: int, lobby: int, language: str) -> list[str]:
    """List the token of an activation, its reading and Lobbying, as far as they are used."""
    notes = []
    if read and token:
        notes.append(TEXTS.text(language, "move.token_read", token=token, read=read))
    elif token:
        notes.append(TEXTS.text(language, "move.token", token=token))
    elif read:
        notes.append(TEXTS.text(language, "move.read", read=read))
    return notes + ([TEXTS.text(language, "move.lobby")] if lobby else [])


def use_text(state: Any, index: int, alt: int, language: str, text: Texts = say) -> str:
    """Return a building and one of its alternatives, with the workers it takes now."""
    player = state.players[state.to_move]
    if index >= player.n_buildings:
        return str(index)
    card = int(player.buildings[index].card)
    if alt >= CARDS[card].n_effects:
        return card_name(card, language)
    effect = int(CARDS[card].first_effect) + alt
    does = alternative_text(effect, language, n_workers=int(workers_for(player, card, effect)))
    return text(language, "move.does", card=card_name(card, language), number=index, does=does)


def event_alternative(state: Any, move: int, language: str) -> str:
    """Tell what an alternative of the current event does, with the value of its token."""
    event = EVENTS[state.events[state.round_no - 1]]
    effect = int(event.first_effect) + min(alt_of(move), int(event.n_effects) - 1)
    return alternative_text(effect, language, token=read_of(move) or int(state.event_token))


def _event_text(state: Any, move: int, language: str, text: Texts) -> str:
    name = event_name(int(state.events[state.round_no - 1]), language)
    said = text(language, "move.event", event=name, does=event_alternative(state, move, language))
    notes = spent_notes(0, read_of(move), 0, language)
    if building_of(move) != NONE:
        notes.append(use_text(state, building_of(move), use_alt_of(move), language, text))
    if gap_of(move) != NONE:
        notes.append(gap_text(state, gap_of(move), language))
    return f"{said} ({'; '.join(notes)})" if notes else said


def price_text(price: Price, language: str) -> str:
    """Tell how a price came about: 6 − 3 (upgrade) + 2 (crowd) = £5."""
    said = str(price.printed)
    if price.discount:
        said += " − " + TEXTS.text(language, "price.discount", n=price.discount)
    for name in ("crowd", "plot", "token"):
        if getattr(price, name):
            said += " + " + TEXTS.text(language, f"price.{name}", n=getattr(price, name))
    return TEXTS.text(language, "price.total", terms=said, total=price.total)


# Refusals


def refusal(state: Any, move: int, reason: int) -> Message:
    """Why a move is refused, with the numbers that matter; said later, as it is now."""
    state = state.copy()
    player = state.players[state.to_move]
    values: dict[str, Any] = {
        "asked": Word(lambda language: decision_text(state.decision, language)),
        "gap": gap_of(move),
        "position": position_of(move),
        "beside": Word(lambda _: _positions_beside(gap_of(move))),
        "token": token_of(move),
        "read": read_of(move),
        "index": building_of(move),
        "n": Number(lambda: player.n_buildings),
        "alt": alt_of(move),
        "have": Number(lambda: player.money),
        "crystals": Number(lambda: player.crystals),
        "active": Number(lambda: player.active),
        "on_market": Number(lambda: player.on_market),
        "draw": Number(lambda: wrong_draw(state) if reason == Refusal.TOKENS_WRONG else 0),
        "need": Number(lambda: _needed_money(state, move)),
        "event": Word(lambda language: event_name(int(state.events[state.round_no - 1]), language)),
        "card": Word(lambda language: card_name(_moved_card(state, move), language)),
    }
    return Message(TEXTS, f"refusal.{Refusal(reason).name.lower()}", **values)


def _positions_beside(gap: int) -> str:
    """List the positions beside the gap of a refused move, whatever its number is."""
    return ", ".join(str(side) for side in GAP_POSITIONS[max(0, gap) % len(GAP_POSITIONS)])


def _moved_card(state: Any, move: int) -> int:
    """Return the card a refused move is about, NO_CARD if there is none."""
    player, index = state.players[state.to_move], building_of(move)
    if 0 <= position_of(move) < N_POSITIONS:
        return int(state.market[position_of(move)].card)
    if verb_of(move) in (Verb.USE, Verb.EVENT) and NONE < index < player.n_buildings:
        return int(player.buildings[index].card)
    return NO_CARD


def _needed_money(state: Any, move: int) -> int:
    """Return the pounds a refused move would cost."""
    price = price_of_move(state, move) if position_of(move) < N_POSITIONS else None
    if price is not None:
        return price.total
    player, event = state.players[state.to_move], EVENTS[state.events[state.round_no - 1]]
    if verb_of(move) != Verb.EVENT or alt_of(move) >= event.n_effects:
        return 0
    effect = EFFECTS[int(event.first_effect) + alt_of(move)]
    return int(amount_of(player, int(effect.pay_money), read_of(move) or int(state.event_token)))
