"""The choices of a player in Suburbia: first what to lay or do, then where, each with what follows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import cell_name
from burgomaster.games.suburbia.rules.actions import Verb, cell_of, value_of, verb_of
from burgomaster.games.suburbia.rules.borough import find_tile
from burgomaster.games.suburbia.rules.cards import BASICS, GOAL_IDS, IDS
from burgomaster.games.suburbia.rules.hexes import x_of, y_of
from burgomaster.games.suburbia.rules.outline import Cell
from burgomaster.games.suburbia.rules.refusals import price_of
from burgomaster.games.suburbia.terminal.outcome import foresee, range_text
from burgomaster.games.suburbia.terminal.tiles import goal_name, goal_subject, tile_name, tile_style
from burgomaster.terminal.screen import Choice

GROUP_OF = {
    Verb.KEEP: "keep",
    Verb.PLACE: "place",
    Verb.BASIC: "basic",
    Verb.LAKE: "lake",
    Verb.INVEST: "invest",
    Verb.DISCARD: "discard",
    Verb.REMOVE: "remove",
    Verb.DALE: "dale",
}
MAIN_VERBS = (Verb.PLACE, Verb.BASIC, Verb.LAKE, Verb.INVEST)
CELL_VERBS = (*MAIN_VERBS, Verb.DALE)


def group_of(move: Move) -> str:
    """Name the group that a move stands in."""
    return GROUP_OF[Verb(verb_of(move.code))]


def cell_in(move: Move) -> Cell:
    """Find the cell of a move."""
    cell = int(cell_of(move.code))
    return int(x_of(cell)), int(y_of(cell))


def thing_in(move: Move) -> str:
    """Find the tile, or goal, that a move is about."""
    verb, value, state = verb_of(move.code), int(value_of(move.code)), move.states[0]
    if verb == Verb.KEEP:
        return GOAL_IDS[value]
    if verb == Verb.BASIC:
        return IDS[BASICS[value]]
    if verb == Verb.INVEST:
        player = state.players[state.to_move]
        return IDS[int(player.tiles[find_tile(player, cell_of(move.code))].tile)]
    return IDS[int(state.market[int(state.dale_slot) if verb == Verb.DALE else value])]


def price_text(move: Move, say: Translator) -> str:
    """Say what a move costs."""
    return say("screen.money", n=int(price_of(move.states[0], move.code)))


# The first step: what


def topic_key(move: Move) -> str:
    """Write what moves have in common that differ only in their cell."""
    return move.notation.rpartition(" ")[0]


def topics(
    seat_view: SeatView, moves: Sequence[Move], groups: Sequence[str], say: Translator
) -> list[Choice]:
    """Offer what to lay or do, in the order of the market."""
    if not moves or verb_of(moves[0].code) not in MAIN_VERBS:
        return []
    ordered = sorted(moves, key=lambda move: (groups.index(group_of(move)), int(value_of(move.code))))
    return [topic(seat_view, key, tuple(members), say) for key, members in groupby(ordered, key=topic_key)]


def topic(seat_view: SeatView, key: str, moves: tuple[Move, ...], say: Translator) -> Choice:
    """Offer one thing that can be done at several cells, with what it can bring."""
    first, group = moves[0], group_of(moves[0])
    if group == "invest":
        markers = seat_view.view["players"][seat_view.seat]["markers"]
        return Choice(first, group, say("screen.invest", n=markers), key=key, moves=moves)
    tile = thing_in(first)
    label, price = tile_name(tile, say), price_text(first, say)
    brief = ""
    if group != "basic":
        label = say("screen.from_slot", slot=int(value_of(first.code)), tile=label)
        brief = say("screen.brief_slot", slot=int(value_of(first.code)))
    if group == "lake":
        return Choice(first, group, label, price, key=key, brief=brief, moves=moves)
    outcomes = [foresee(seat_view, move) for move in moves]
    return Choice(
        first,
        group,
        label,
        price,
        range_text(outcomes, say),
        tile_style(tile),
        key=key,
        brief=brief,
        moves=moves,
    )


def complete(seat_view: SeatView, line: str) -> str:
    """Add a cell to a notation without one: an own tile for a marker, else a cell beside the borough."""
    assert seat_view.seat is not None
    words = line.split()
    if words[:1] == ["invest"] and len(words) == 1:
        tile = seat_view.view["players"][seat_view.seat]["tiles"][0]
        return f"{line} {cell_name((tile['x'], tile['y']))}"
    if words[:1] in (["place"], ["lake"], ["basic"]) and "," not in line:
        x, y = seat_view.view["players"][seat_view.seat]["cells"][0]
        return f"{words[0]} {'_'.join(words[1:])} {cell_name((x, y))}"
    return line


# The second step: where; and what is chosen in one step


def choices(seat_view: SeatView, moves: Sequence[Move], say: Translator) -> list[Choice]:
    """Offer the moves of one topic, or of a decision that has only one step."""
    verb = verb_of(moves[0].code)
    if verb in (Verb.PLACE, Verb.BASIC, Verb.LAKE):
        return cells(seat_view, moves, say)
    offer = {Verb.KEEP: keep, Verb.INVEST: invest, Verb.DALE: dale_cell}.get(Verb(verb), clear)
    return [offer(seat_view, move, say) for move in moves]


def cells(seat_view: SeatView, moves: Sequence[Move], say: Translator) -> list[Choice]:
    """Offer where a tile may lie: cells where the same follows stand together, the best first."""
    outcomes = {move: foresee(seat_view, move) for move in moves}

    def place(move: Move) -> tuple[object, ...]:
        gains = [-value for value in outcomes[move].lasting_gain]
        return gains, sorted(outcomes[move].effects(say).items()), cell_in(move)[::-1]

    names = {move: cell_name(cell_in(move)) for move in moves}
    return [Choice(move, "where", names[move], key=names[move]) for move in sorted(moves, key=place)]


def dale_cell(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    """Offer a cell that is as good as any other for Dale."""
    name = cell_name(cell_in(move))
    return Choice(move, "dale", name, cluster=say("screen.dale_cells"), key=name)


def invest(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    """Offer a tile that may get a marker."""
    tile, name = thing_in(move), cell_name(cell_in(move))
    label = say("screen.at", tile=tile_name(tile, say), cell=name)
    return Choice(move, "where", label, price_text(move, say), style=tile_style(tile), key=name)


def keep(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    """Offer a goal that may be kept."""
    goal = GOAL_IDS[value_of(move.code)]
    reward = next(shown["reward"] for shown in seat_view.view["goals"] if shown["goal"] == goal)
    return Choice(
        move, "keep", goal_name(goal, say), f"+{reward}", goal_subject(goal, say), "magenta", key=goal
    )


def clear(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    """Offer a tile that may leave the market."""
    tile = thing_in(move)
    label = say("screen.from_slot", slot=int(value_of(move.code)), tile=tile_name(tile, say))
    return Choice(move, group_of(move), label, price_text(move, say), style=tile_style(tile))
