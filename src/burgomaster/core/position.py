"""A position in the middle of a game as one short line, whole or as a seat knows it (docs/positions.md).

    bm1.GAME.VERSION.PLAYERS.KNOWLEDGE[.OPTION ...].LENGTH.CHECK.NUMBERS

What the numbers are, a game says in `rules/position.py` with a function `walk(coder, state)`: see
position_coder.py.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.errors import BurgomasterError, PositionError
from burgomaster.core.language import Plain
from burgomaster.core.move import copy_states
from burgomaster.core.move_list import Moves
from burgomaster.core.options import GameInfo, Option, plain_int
from burgomaster.core.position_coder import Reader, Writer
from burgomaster.core.registry import game_info, game_names, game_part, game_rules
from burgomaster.core.rng import MAX_SEED, seed_rng
from burgomaster.core.rules import Rules, States

FORMAT = "bm1"
SETUP_KEY = "position"  # a table that began with a position has its text as its set-up
ALL = "all"
MAX_TEXT = 8192  # the longest positions have under a thousand characters
DRAW_STREAM = 3  # of a seed: what a redacted position leaves open
SPECTATOR = -1
HEAD, TAIL = 5, 3  # fields before and behind the options
KNOWLEDGE = re.compile(r"(all|watch|seat(\d))(-counted)?")
NUMBER = re.compile(r"[0-9]{1,6}")
WORD = re.compile(r"[A-Za-z0-9_]+")
OPTION = re.compile(r"([a-z][a-z0-9_]*)(~~|--|~|-)(.*)")


@dataclass(frozen=True)
class Knowledge:
    """Whose knowledge a text holds."""

    seat: int | None = None  # None: a spectator's, unless it is whole
    is_whole: bool = False
    is_counted: bool = False  # with what whoever kept count knows, such as money that is hidden

    @classmethod
    def of(cls, seat: Any, counted: bool, n_seats: int) -> Knowledge:
        """Read what a caller asks for: "all", a seat, or None for a spectator."""
        seat = plain_int(seat)
        is_seat = type(seat) is int and 0 <= seat < n_seats
        _demand(
            seat is None or seat == ALL or is_seat, "position.seat", given=repr(seat)[:40], last=n_seats - 1
        )
        return cls(seat if is_seat else None, seat == ALL, bool(counted) and seat != ALL)

    def word(self) -> str:
        if self.is_whole:
            return ALL
        name = "watch" if self.seat is None else f"seat{self.seat}"
        return f"{name}-counted" if self.is_counted else name


@dataclass(frozen=True)
class Position:
    """A text taken apart; nothing of its numbers has been read yet."""

    text: str
    game: str
    options: Mapping[str, Any]
    knowledge: Knowledge
    data: bytes


def write_position(rules: Rules, options: Mapping[str, Any], states: States, knowledge: Knowledge) -> str:
    """Write a true position as text, with as much of it as somebody knows."""
    known = _known(rules, states, knowledge)
    undealt = rules.undealt(options)[0]
    coder = Writer(undealt, knowledge.seat, knowledge.is_whole, knowledge.is_counted)
    _walk_of(rules)(coder, known[0])
    numbers = _encode(coder.to_bytes())
    head = [FORMAT, rules.info.name, str(rules.info.version), str(options["players"]), knowledge.word()]
    head += [*write_options(rules.info, options), str(len(numbers))]
    text = ".".join([*head, _check_word(head, numbers), numbers])
    _demand(len(text) <= MAX_TEXT, "position.not_a_text", limit=MAX_TEXT)  # with options that fill pages
    return text


def parse_position(text: Any) -> Position:
    """Take a text apart; PositionError says what is wrong with one that is no position."""
    fields = _split(text)
    head, (length, check, numbers) = fields[:-TAIL], fields[-TAIL:]
    _, name, version, players, word = head[:HEAD]
    info = _info(name)
    _demand(
        version == str(info.version), "position.version", game=name, found=version[:20], wanted=info.version
    )
    _demand(NUMBER.fullmatch(length) is not None, "position.length", given=repr(length)[:20])
    missing = int(length) - len(numbers)
    _demand(missing <= 0, "position.cut_off", n=missing)
    _demand(missing == 0, "position.too_long")
    _demand(check == _check_word([*head, length], numbers), "position.checksum")
    options = _read_options(info, players, head[HEAD:])
    found = KNOWLEDGE.fullmatch(word)
    n_seats = int(options["players"]) + len(info.automatic_seats(options))
    seat = None if found is None or found.group(2) is None else int(found.group(2))
    is_right = found is not None and (seat is None or seat < n_seats) and word != "all-counted"
    _demand(is_right, "position.knowledge", given=repr(word)[:40], last=n_seats - 1)
    knowledge = Knowledge(seat, word == ALL, word.endswith("-counted"))
    return Position(text, name, options, knowledge, _decode(numbers))


def position_states(rules: Rules, options: Mapping[str, Any], text: Any, seed: int) -> States:
    """Return the state of a text that must belong to a game with these options."""
    position = parse_position(text)
    _demand(
        position.game == rules.info.name, "position.other_game", found=position.game, wanted=rules.info.name
    )
    if dict(position.options) != dict(options):
        found, wanted = (
            Plain(", ".join(f"{name} {value!r}"[:60] for name, value in one.items() if other[name] != value))
            for one, other in _both_ways(position.options, options)
        )
        raise PositionError("position.other_options", found=found, wanted=wanted)
    return read_position(position, seed)


def _both_ways(one: Any, other: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    return (one, other), (other, one)


def read_position(position: Position, seed: int = 0) -> States:
    """Return the position as an array of one state; what the text leaves open is drawn by the seed."""
    rules, knowledge = game_rules(position.game), position.knowledge
    states = rules.undealt(position.options)
    undealt = rules.undealt(position.options)[0]
    coder = Reader(position.data, undealt, knowledge.seat, knowledge.is_whole, knowledge.is_counted)
    seed_rng(coder.rng, seed & MAX_SEED, DRAW_STREAM)
    try:
        _walk_of(rules)(coder, states[0])
    except (IndexError, OverflowError, ValueError):
        raise PositionError("position.impossible") from None
    coder.finish()
    _check_rules(rules, states)
    if not knowledge.is_whole:
        seat = position.knowledge.seat
        python_api.determinize(states, 0, SPECTATOR if seat is None else seat, coder.rng)
        _check_rules(game_rules(position.game), states)
    again = write_position(rules, position.options, states, knowledge)
    _demand(again == position.text, "position.not_canonical")
    return states


def _known(rules: Rules, states: States, knowledge: Knowledge) -> States:
    """Return a copy of a position with what somebody knows of it."""
    known = copy_states(states)
    if knowledge.is_whole:
        return known
    python_api.redact(known, 0, SPECTATOR if knowledge.seat is None else knowledge.seat)
    remember = getattr(game_part(rules.info.name, "rules.position"), "remember", None)
    if knowledge.is_counted and remember is not None:
        remember(known[0], states[0])
    return known


def _walk_of(rules: Rules) -> Any:
    """Find the description of a game's positions; PositionError for a game without one."""
    part = game_part(rules.info.name, "rules.position")
    _demand(part is not None, "position.no_texts", game=rules.info.name)
    return part.walk  # type: ignore[union-attr]


def _check_rules(rules: Rules, states: States) -> None:
    """PositionError unless the rules allow a position, and somebody can move or the game is over."""
    broken = int(python_api.broken_rule(states, 0))
    _demand(broken == 0, "position.broken_rule", game=rules.info.name, number=broken)
    moves: Any = zeros(Moves, 1)
    if not python_api.is_over(states, 0):
        _demand(int(python_api.legal(states, 0, moves)) > 0, "position.nobody_moves")


# The text and its fields


def _split(text: Any) -> list[str]:
    """Split a text at its full stops; PositionError unless it can be one of ours."""
    _demand(isinstance(text, str) and 0 < len(text) <= MAX_TEXT, "position.not_a_text", limit=MAX_TEXT)
    found = re.search(r"[^A-Za-z0-9._~-]", text)
    _demand(found is None, "position.character", given="" if found is None else repr(found.group()))
    fields: list[str] = text.split(".")
    if fields[0] != FORMAT:
        is_other = re.fullmatch(r"bm\d{1,4}", fields[0]) is not None
        key = "position.format" if is_other else "position.no_position"
        raise PositionError(key, found=fields[0][:20], wanted=FORMAT)
    _demand(len(fields) >= HEAD + TAIL, "position.cut_off_early", n=len(fields), wanted=HEAD + TAIL)
    return fields


def _info(name: str) -> Any:
    _demand(name in game_names(), "position.game", given=repr(name)[:40], known=", ".join(game_names()))
    return game_info(name)


def _read_options(info: Any, players: str, fields: list[str]) -> dict[str, Any]:
    """Read the options; PositionError has the reason of the game."""
    _demand(NUMBER.fullmatch(players) is not None, "position.players", given=repr(players)[:20])
    try:
        return dict(info.read(int(players), read_options(fields)))
    except PositionError:
        raise
    except BurgomasterError as error:
        raise PositionError("position.options", why=error.message) from None


def _check_word(head: list[str], numbers: str) -> str:
    """Compute six characters that follow from all others."""
    return _encode(binascii.crc32(".".join([*head, numbers]).encode()).to_bytes(4, "big"))


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    """Decode characters; PositionError unless they are the only way to write these bytes."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        raise PositionError("position.checksum") from None
    _demand(_encode(data) == text and data[:1] != b"\0", "position.not_canonical")
    return data


def _demand(holds: bool, message: str, /, **values: Any) -> None:
    if not holds:
        raise PositionError(message, **values)


# Options: those that are not as they would be anyway, readable where it is cheap
#
# edition~2014                  a word
# expansions~~market            words, also none or several
# open_money-true               a number, true, false or null
# red_lines--eyJwb3Np...        anything else: JSON in base64url


def write_options(info: GameInfo, options: Mapping[str, Any]) -> list[str]:
    """Write the options that are not as they would be by themselves, in the order of the game."""
    return [
        write_option(option.name, options[option.name])
        for option in info.options
        if not is_default(option, options)
    ]


def is_default(option: Option, options: Mapping[str, Any]) -> bool:
    default = option.default(options) if callable(option.default) else option.default
    if option.read is not None:
        default = option.read(default)
    value = options[option.name]
    return _plain(value) == _plain(default) and type(_plain(value)) is type(_plain(default))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def write_option(name: str, value: Any) -> str:
    if isinstance(value, str) and WORD.fullmatch(value):
        return f"{name}~{value}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        if all(isinstance(item, str) and WORD.fullmatch(item) for item in value):
            return f"{name}~~{'~'.join(value)}"
    if value is None or isinstance(value, bool) or (isinstance(value, int) and value >= 0):
        return f"{name}-{json.dumps(value)}"
    data = json.dumps(_plain(value), separators=(",", ":"), sort_keys=True, ensure_ascii=True).encode()
    return f"{name}--{base64.urlsafe_b64encode(data).rstrip(b'=').decode()}"


def read_options(fields: Sequence[str]) -> dict[str, Any]:
    """Read options back; the game says whether it has them."""
    found: dict[str, Any] = {}
    for field in fields:
        match = OPTION.fullmatch(field)
        if match is None or match.group(1) in found:
            raise PositionError("position.option", given=repr(field)[:60])
        name, kind, value = match.groups()
        found[name] = _read_value(field, kind, value)
    return found


def _read_value(field: str, kind: str, value: str) -> Any:
    try:
        match kind:
            case "~":
                return value
            case "~~":
                return value.split("~") if value else []
            case "-":
                return json.loads(value)
        padded = value + "=" * (-len(value) % 4)
        return json.loads(base64.urlsafe_b64decode(padded).decode())
    except (ValueError, RecursionError):
        raise PositionError("position.option", given=repr(field)[:60]) from None
