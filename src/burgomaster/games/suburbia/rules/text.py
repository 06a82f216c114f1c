"""Everything the game says, in every language. A tile's sentences are made from its row by one generator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias

from burgomaster.core.language import Message, Word
from burgomaster.core.log import Event as LogEvent
from burgomaster.games.suburbia.rules.actions import Verb, cell_of, cell_text, value_of, verb_of
from burgomaster.games.suburbia.rules.borough import find_tile
from burgomaster.games.suburbia.rules.cards import (
    ALL_ROWS,
    BACKS,
    BASICS,
    GOAL_ROWS,
    LAKE,
    NO_GOAL,
    SURCHARGES,
    TARGETS,
    Scope,
    Stat,
    read_clauses,
)
from burgomaster.games.suburbia.rules.effects import WANTED_ORIGIN
from burgomaster.games.suburbia.rules.events import Cause, Event
from burgomaster.games.suburbia.rules.hexes import is_beside
from burgomaster.games.suburbia.rules.options import LETTERS, TEXTS
from burgomaster.games.suburbia.rules.refusals import Refusal, price_of
from burgomaster.games.suburbia.rules.state import DALE_SEAT, Decision

Texts: TypeAlias = Callable[..., str]  # language, key, values: what `Catalog.text` takes
CAN_BE_FREE = ("place", "lake", "invest", "discard", "remove", "income_missing")  # lines that name a price
AGREEING = ("each", "adjacent", "your", "built")  # words that take the gender of what is counted
_are_beside = getattr(is_beside, "py_func", is_beside)  # importing a game loads no machine code
IMMEDIATE = (Stat.MONEY, Stat.INCOME, Stat.REPUTATION, Stat.POPULATION)


# Words


def tile_name(tile: int, language: str) -> str:
    """Return the name of a tile, or of its back."""
    if tile >= BACKS:
        return TEXTS.text(language, "tile.back", stack=LETTERS[tile - BACKS])
    return ALL_ROWS[tile][f"name_{language}"]


def goal_name(goal: int, language: str) -> str:
    return GOAL_ROWS[goal][f"name_{language}"] if goal != NO_GOAL else TEXTS.text(language, "goal.hidden")


def decision_text(decision: int, language: str) -> str:
    return TEXTS.text(language, f"decision.{Decision(decision).name.lower()}")


# Tiles and goals


def tile_sentences(tile: int, language: str) -> list[str]:
    """Tell what a tile is and does, each sentence from its own columns."""
    row = ALL_ROWS[tile]
    if "type" not in row:
        return [TEXTS.text(language, "tile.end")]
    said = [_kind_sentence(row, language)]
    for stat in IMMEDIATE:
        if int(row[stat.name.lower()]):
            amount = amount_text(stat, int(row[stat.name.lower()]), language)
            said.append(TEXTS.text(language, "tile.immediate", amount=amount))
    return said + [clause_text(*clause, language) for clause in read_clauses(row["effects"])]


def _kind_sentence(row: Mapping[str, str], language: str) -> str:
    if row["type"] == "lake":
        return TEXTS.text(language, "tile.lake")
    kind = TEXTS.text(language, f"type.{row['type']}")
    key = "tile.icon" if row["icon"] else "tile.plain"
    icon = TEXTS.text(language, f"icon.{row['icon']}") if row["icon"] else ""
    return TEXTS.text(language, key, type=kind, icon=icon, cost=int(row["cost"]))


def amount_text(stat: int, amount: int, language: str) -> str:
    """Return a change of a value: +2 income."""
    return TEXTS.text(language, f"amount.{Stat(stat).name.lower()}", **amount_values(amount))


def amount_values(amount: int) -> dict[str, Any]:
    """Return what texts about a change need: some languages write the sign of money behind it, +$2."""
    return {"n": signed(amount), "sign": signed(amount)[0], "size": abs(amount)}


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def clause_text(delta: int, stat: Stat, scope: Scope, targets: list[str], language: str) -> str:
    amount = amount_text(stat, delta, language)
    if scope == Scope.REDLINE:
        return TEXTS.text(language, "clause.redline", amount=amount)
    words = _target_words(targets, language)
    gender = TEXTS.text(language, f"gender.{_gender_key(targets)}")
    agreeing = {word: TEXTS.text(language, f"{word}.{gender}") for word in AGREEING}
    key = f"clause.{scope.name.lower()}"
    return TEXTS.text(language, key, amount=amount, what=words, **agreeing)


def _gender_key(targets: list[str]) -> str:
    if set(targets) == set(TARGETS):
        return "building"
    return targets[0].lower() if targets[0] not in TARGETS else "tile"


def _target_words(targets: list[str], language: str) -> str:
    """Return the targets of a clause: residential or civic tile; school; building."""
    if set(targets) == set(TARGETS):
        return TEXTS.text(language, "target.building")
    types = [TEXTS.text(language, f"target.{target}") for target in targets if target in TARGETS]
    said = [TEXTS.text(language, "target.tile", types=_any_of(types, language))] if types else []
    icons = [TEXTS.text(language, f"target.{target}") for target in targets if target not in TARGETS]
    return _any_of(said + icons, language)


def _any_of(words: Sequence[str], language: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return TEXTS.text(language, "word.or", first=", ".join(words[:-1]), last=words[-1])


def goal_sentence(goal: int, language: str) -> str:
    row = GOAL_ROWS[goal]
    what = TEXTS.text(language, f"subject.{row['comparison']}_{row['subject']}")
    return TEXTS.text(language, "goal.sentence", what=what, reward=int(row["reward"]))


# Moves


def beside_text(state: Any, move: int, language: str) -> str:
    """Return the tiles beside the cell of a move, in the borough it is about."""
    player = state.players[DALE_SEAT if verb_of(move) == Verb.DALE else state.to_move]
    laid = player.tiles[: player.n_tiles]
    near = [int(tile.tile) for tile in laid if _are_beside(int(tile.cell), cell_of(move))]
    return near_text(near, language)


def near_text(tiles: Iterable[int], language: str) -> str:
    """Return a place in words: beside which tiles it lies, each kind named once."""
    names = [
        TEXTS.text(language, "word.tile", tile=tile_name(tile, language)) for tile in dict.fromkeys(tiles)
    ]
    if len(names) < 2:
        return TEXTS.text(language, "word.beside", tile="".join(names))
    return TEXTS.text(language, "word.beside_several", first=", ".join(names[:-1]), last=names[-1])


def move_text(state: Any, move: int, language: str, text: Texts = TEXTS.text) -> str:
    """Return a move in words, with what it costs the seat to move, and its cell as records write it."""
    verb = Verb(verb_of(move))
    key = f"move.{verb.name.lower()}"
    if verb == Verb.KEEP:
        return text(language, key, goal=goal_name(value_of(move), language))
    price = int(price_of(state, move))
    values: dict[str, Any] = {"tile": tile_name(_tile_of(state, move), language), "price": price}
    if verb == Verb.PLACE:
        surcharge = SURCHARGES[value_of(move)]
        values["sum"] = f"{price - surcharge} + {surcharge}"
    values["beside"] = Word(lambda language: beside_text(state, move, language))
    return text(language, key, cell=cell_text(cell_of(move)), slot=value_of(move), **values)


# for whoever sees the board: a place is told by what lies beside it
board_move_text = partial(move_text, text=TEXTS.board_text)


def _tile_of(state: Any, move: int) -> int:
    verb = verb_of(move)
    if verb == Verb.BASIC:
        return BASICS[value_of(move)]
    if verb == Verb.INVEST:
        player = state.players[state.to_move]
        place = int(find_tile(player, cell_of(move)))
        return int(player.tiles[place].tile) if place >= 0 else LAKE
    return int(state.market[int(state.dale_slot) if verb == Verb.DALE else value_of(move)])


# Refusals


def refusal(state: Any, move: int, reason: int) -> Message:
    """Why a move is refused, with the numbers that matter."""
    values: dict[str, Any] = {
        "asked": Message(TEXTS, f"decision.{Decision(state.decision).name.lower()}"),
        "money": int(state.players[state.to_move].money),
        "cell": cell_text(cell_of(move)),
        "slot": value_of(move),
        "price": 0,
    }
    if reason == Refusal.TOO_EXPENSIVE:
        values["price"] = int(price_of(state, move))
    if reason in (Refusal.TOO_EXPENSIVE, Refusal.SOLD_OUT, Refusal.HAS_MARKER):
        values["tile"] = Word(lambda language: tile_name(_tile_of(state, move), language))
    if reason == Refusal.NOT_YOUR_GOAL:
        values["goal"] = Word(lambda language: goal_name(value_of(move), language))
    return Message(TEXTS, f"refusal.{Refusal(reason).name.lower()}", **values)


# Log


def log_lines(_state: Any, events: Sequence[LogEvent], names: Sequence[str], language: str) -> list[str]:
    return [_line(event, names, language, TEXTS.text) for event in events]


def board_log_lines(
    _state: Any, events: Sequence[LogEvent], names: Sequence[str], language: str
) -> list[str]:
    """List the log in words for whoever sees the board, which shows no numbers of cells.

    Tiles that come to the market together share a line.
    """
    lines = []
    for kind, found in groupby(events, key=lambda event: event[0]):
        together = list(found)
        if kind == Event.TILE_DRAWN and len(together) > 1:
            tiles = [
                TEXTS.text(language, "log.tile", tile=tile_name(event[2], language)) for event in together
            ]
            lines.append(TEXTS.text(language, "log.tiles_drawn", tiles=", ".join(tiles)))
        else:
            lines += [_line(event, names, language, TEXTS.board_text) for event in together]
    return lines


def _line(event: LogEvent, names: Sequence[str], language: str, text: Texts) -> str:
    kind, seat, *numbers = event
    player = names[seat] if seat >= 0 else ""
    key, values = _line_values(Event(kind), seat, numbers, names, language)
    if key in CAN_BE_FREE and not values["price"]:
        key += "_free"
    return text(language, f"log.{key}", player=player, **values)


def _line_values(
    kind: Event, seat: int, numbers: Sequence[int], names: Sequence[str], language: str
) -> tuple[str, dict[str, Any]]:
    """List the key of a line and what it names."""
    a, b, c, d = numbers
    key = kind.name.lower()
    match kind:
        case Event.CHANGE:
            return _change_line(numbers, language)
        case Event.PLACE | Event.BASIC | Event.LAKE | Event.INVEST | Event.DALE_PLACES:
            return key, {"tile": tile_name(a, language), "price": b, "cell": cell_text(c)}
        case Event.DISCARD | Event.REMOVE | Event.DALE_CLEARS | Event.TILE_DRAWN:
            return key, {"tile": tile_name(a, language), "price": b}
        case Event.KEEP_GOAL:
            return key if a == NO_GOAL else "keep_known_goal", {"goal": goal_name(a, language)}
        case Event.RED_LINE:
            direction = "red_line" if b > 0 else "red_line_back"
            return direction, {"line": a, "income": signed(c), "reputation": signed(d)}
        case Event.INCOME:
            return _income_line(a, b, c)
        case Event.POPULATION:
            suffix = "_missing" if b > 0 else ""
            return key + suffix, {"change": signed(a), "n": d, "missing": b, "price": c}
        case Event.GOAL:
            return _goal_line(seat, a, b, c, names, language)
        case Event.DALE_PAYS:
            return key, {"price": a}
        case Event.CONVERT:
            return key, {"price": a, "n": b}
        case Event.WIN if len(names) == 1:  # nobody is there who could lose
            return "end", {"n": a}
        case _:
            return key, {"n": a}


def _change_line(numbers: Sequence[int], language: str) -> tuple[str, dict[str, Any]]:
    source, packed, change, after = numbers
    stat, cause, wanted = packed & 15, packed >> 4 & 15, (packed >> 8) - WANTED_ORIGIN
    values = {
        "tile": tile_name(source >> 8, language),
        "amount": amount_text(stat, change, language),
        "wanted": signed(wanted),
        "n": after,
        "why": TEXTS.text(language, f"cause.{Cause(cause).name.lower()}"),
    }
    return ("change" if change == wanted else "change_cut"), values


def _income_line(received: int, missing: int, lost: int) -> tuple[str, dict[str, Any]]:
    if missing > 0:
        return "income_missing", {"price": -received, "missing": missing, "lost": lost}
    return ("income", {"price": received}) if received >= 0 else ("income_paid", {"price": -received})


def _goal_line(
    seat: int, goal: int, reward: int, owner: int, names: Sequence[str], language: str
) -> tuple[str, dict[str, Any]]:
    key = "goal" if seat >= 0 else "goal_nobody" if owner < 0 else "goal_private_nobody"
    return key, {"goal": goal_name(goal, language), "n": reward, "owner": names[owner] if owner >= 0 else ""}
