"""The choices of a player in Suburbia: first what to lay or do, then where, each with what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from burgomaster.core.move import Move
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator
from burgomaster.games.suburbia.presentation import LAKE_PAY, Cell, cell_name
from burgomaster.games.suburbia.rules.actions import Verb, cell_of, value_of, verb_of
from burgomaster.games.suburbia.rules.borough import find_tile
from burgomaster.games.suburbia.rules.cards import BASICS, GOAL_IDS, IDS
from burgomaster.games.suburbia.rules.explain import is_effect
from burgomaster.games.suburbia.rules.hexes import x_of, y_of
from burgomaster.games.suburbia.rules.refusals import price_of
from burgomaster.games.suburbia.rules.text import signed
from burgomaster.games.suburbia.terminal.tiles import (
    effect_text,
    goal_name,
    goal_subject,
    stat_text,
    tile_name,
    tile_style,
)
from burgomaster.terminal.screen import Choice

MAIN_VERBS = (Verb.PLACE, Verb.BASIC, Verb.LAKE, Verb.INVEST)
STATS = ("income", "reputation", "population", "money")
DISCARD_FOLLOWS = ("basic", "invest")

Change = Mapping[str, Any]


def group_of(move: Move) -> str:
    return Verb(verb_of(move.code)).name.lower()


def cell_in(move: Move) -> Cell:
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
    return say("screen.money", n=int(price_of(move.states[0], move.code)))


# The first step: what


def topic_key(move: Move) -> str:
    """Write what moves have in common that differ only in their cell."""
    return move.notation.rpartition(" ")[0]


def offer(seat_view: SeatView, moves: Sequence[Move], groups: Sequence[str], say: Translator) -> list[Choice]:
    """Offer what to lay or do, in the order of the market; where only the cell is open, the cells."""
    ordered = sorted(moves, key=lambda move: (groups.index(group_of(move)), int(value_of(move.code))))
    topics = {key: tuple(members) for key, members in groupby(ordered, key=topic_key)}
    if len(topics) > 1 and verb_of(moves[0].code) in MAIN_VERBS:
        return [topic(seat_view, key, members, say) for key, members in topics.items()]
    return choices(seat_view, moves, say)


def topic(seat_view: SeatView, key: str, moves: tuple[Move, ...], say: Translator) -> Choice:
    """Offer one thing that can be done at several cells, with what it can bring."""
    first, group = moves[0], group_of(moves[0])
    if group == "invest":
        markers = seat_view.view["players"][seat_view.seat]["markers"]
        return Choice(first, group, say("screen.invest", n=markers), key=key, moves=moves)
    tile = thing_in(first)
    label, price = tile_name(tile, say), price_text(first, say)
    if group != "basic":
        label = say("screen.from_slot", slot=int(value_of(first.code)), tile=label)
    if group == "lake":
        return Choice(first, group, label, price, key=key, moves=moves)
    why = range_text([seat_view.preview(move) for move in moves], seat_view, say)
    return Choice(first, group, label, price, why, tile_style(tile), key=key, moves=moves)


def topic_text(move: Move, say: Translator) -> str:
    group, verb = say(f"group.{group_of(move)}"), verb_of(move.code)
    if verb == Verb.INVEST:
        return f"{group}: {say('screen.invest_how')}"
    tile = thing_in(move)
    effect = say("screen.lake", n=LAKE_PAY) if verb == Verb.LAKE else effect_text(tile, say)
    return f"{group}: {tile_name(tile, say)} · {price_text(move, say)} · {effect}"


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
    found = []
    for move in moves:
        changes, cell = seat_view.preview(move), cell_in(move)
        income, reputation, population, money = own_totals(changes, seat_view)
        rank = -income - reputation, -population, -money
        follows = what_follows(changes, seat_view, say)
        choice = Choice(move, "where", cell_name(cell), cluster=follows, key=cell_name(cell))
        found.append((rank, follows, cell[::-1], choice))
    return [choice for *_, choice in sorted(found, key=lambda one: one[:3])]


def dale_cell(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    """Offer a cell that is as good as any other for Dale."""
    name = cell_name(cell_in(move))
    return Choice(move, "dale", name, cluster=say("screen.dale_cells"), key=name)


def invest(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    tile, name = thing_in(move), cell_name(cell_in(move))
    label = say("screen.at", tile=tile_name(tile, say), cell=name)
    why = what_follows(seat_view.preview(move), seat_view, say)
    return Choice(move, "where", label, price_text(move, say), why, tile_style(tile), key=name)


def keep(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    goal = GOAL_IDS[value_of(move.code)]
    reward = next(shown["reward"] for shown in seat_view.view["goals"] if shown["goal"] == goal)
    return Choice(
        move, "keep", goal_name(goal, say), f"+{reward}", goal_subject(goal, say), "magenta", key=goal
    )


def clear(seat_view: SeatView, move: Move, say: Translator) -> Choice:
    tile = thing_in(move)
    label = say("screen.from_slot", slot=int(value_of(move.code)), tile=tile_name(tile, say))
    return Choice(move, group_of(move), label, price_text(move, say), style=tile_style(tile))


# What follows from a move


def own_totals(changes: Sequence[Change], seat_view: SeatView) -> list[int]:
    """Count by how much tiles and red lines change each value of the viewer."""
    mine = [one for one in changes if one["seat"] == seat_view.seat and is_effect(one)]
    return [sum(one["change"] for one in mine if one["stat"] == stat) for stat in STATS]


def what_follows(changes: Sequence[Change], seat_view: SeatView, say: Translator) -> str:
    """Say what a move changes: the sums, money and population afterwards, and each cause."""
    player = seat_view.view["players"][seat_view.seat]
    after = {stat: player[stat] + moved(changes, seat_view, stat) for stat in ("money", "population")}
    is_end = all(one["why"] not in DISCARD_FOLLOWS for one in changes)
    totals = zip(STATS, own_totals(changes, seat_view), strict=True)
    said = [" ".join(stat_text(stat, n, say) for stat, n in totals if n)]
    said.append(say("screen.after_turn" if is_end else "screen.after_step", **after))
    said.append(causes_text(changes, seat_view, say))
    return " · ".join(filter(None, said))


def moved(changes: Sequence[Change], seat_view: SeatView, stat: str) -> int:
    """Count by how much a value of the viewer changes altogether."""
    mine = seat_view.seat, stat
    return sum(one["change"] for one in changes if (one["seat"], one["stat"]) == mine)


def causes_text(changes: Sequence[Change], seat_view: SeatView, say: Translator) -> str:
    """Write what each tile and each red line does; what cancels out is left out, others are named."""
    effects: dict[tuple[int, str], dict[str, int]] = {}
    for one in filter(is_effect, changes):
        sums = effects.setdefault((one["seat"], cause_text(one, say)), {})
        sums[one["stat"]] = sums.get(one["stat"], 0) + one["change"]
    said = []
    for (seat, cause), sums in effects.items():
        amounts = [stat_text(stat, n, say) for stat, n in sums.items() if n]
        words = " ".join([cause, *amounts]) if amounts else ""
        if words and seat != seat_view.seat:
            words = say("screen.others", player=seat_view.names[seat], changes=words)
        said.append(words)
    return "; ".join(filter(None, said))


def cause_text(change: Change, say: Translator) -> str:
    """Write the tile or the red line that changes a value; whether the track ends there is said."""
    if change["why"] == "red_line":
        return say("screen.red_line", line=change["line"])
    name = tile_name(change["tile"], say)
    is_cut = change.get("wanted", change["change"]) != change["change"]
    return say("screen.cut", tile=name) if is_cut else name


def range_text(outcomes: Sequence[Sequence[Change]], seat_view: SeatView, say: Translator) -> str:
    """Say from what to what each value can change, for moves that belong together."""
    parts, totals = [], [own_totals(changes, seat_view) for changes in outcomes]
    for stat, values in zip(STATS, zip(*totals, strict=True), strict=True):
        least, most = min(values), max(values)
        if least != most:
            parts.append(f"{signed(least)}…{stat_text(stat, most, say)}")
        elif most:
            parts.append(stat_text(stat, most, say))
    return ", ".join(parts)
