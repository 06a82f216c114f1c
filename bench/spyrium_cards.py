"""Count how often each card of Spyrium is taken in greedy play, and what it is worth to the taker.

One row a design: how often it was laid out, how often it was taken (or called) each time it lay there, in
which round and for how much. What it is worth: the first seat plays every game in which it took the card once
more without ever taking it; the mean loss of its own final score is what the card brought, its price paid.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean, stdev

import burgomaster as bm
from burgomaster.bots import Choice, InformationSet
from burgomaster.games.spyrium.rules.actions import Verb, position_of, verb_of
from burgomaster.games.spyrium.rules.cards import CARD_ROWS
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.text import card_name

TAKEN = (Event.CALL, Event.BUILD, Event.PATENT)


@dataclass
class Tally:
    """What was seen of one design."""

    laid: int = 0
    taken: int = 0
    paid: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    worths: list[int] = field(default_factory=list)  # what the first seat lost without it, game by game


def play(asked: argparse.Namespace, seed: int, without: int | None = None) -> bm.Table:
    """Play one game of bots; the first seat may have to do without a card."""
    table = bm.game("spyrium", players=asked.players, figures=asked.figures).new(seed=seed)
    bots = [bm.bot(asked.bots, seed=seed * 10 + seat) for seat in range(asked.players)]
    while table.to_move is not None:
        choice = bots[table.to_move].think(InformationSet(table))
        if without is not None and table.to_move == 0 and takes(table, choice.move, without):
            table.play(best_without(table, choice, without))
        else:
            table.play(choice.move)
    return table


def best_without(table: bm.Table, choice: Choice, card: int) -> bm.Move:
    """Find the best move that does not take a card; earning always remains."""
    return next(one.move for one in choice.estimates if not takes(table, one.move, card))


def takes(table: bm.Table, move: bm.Move, card: int) -> bool:
    """Tell whether a move activates a card."""
    if verb_of(move.code) != Verb.ACTIVATE:
        return False
    return int(table.state.market[position_of(move.code)].card) == card


def count(table: bm.Table, tallies: dict[int, Tally]) -> set[int]:
    """Add what happened in one game, and return the cards that the first seat took."""
    round_no, taken = 0, set()
    for kind, seat, a, b, *_ in table.events():
        if kind == Event.ROUND_BEGINS:
            round_no = a
        elif kind == Event.CARD_LAID:
            tallies[a].laid += 1
        elif kind in TAKEN:
            tallies[a].taken += 1
            tallies[a].paid.append(b)
            tallies[a].rounds.append(round_no)
            taken |= {a} if seat == 0 else set()
    return taken


def rows(asked: argparse.Namespace) -> Iterator[str]:
    """Go through the lines of the table."""
    tallies: dict[int, Tally] = {card: Tally() for card in range(len(CARD_ROWS))}
    tables = []
    for seed in range(asked.seed, asked.seed + asked.games):
        tables.append(play(asked, seed))
        taken = count(tables[-1], tallies)
        for card in taken if asked.worth else ():
            tallies[card].worths.append(tables[-1].scores[0] - play(asked, seed, card).scores[0])
    everybody = mean(score for table in tables for score in table.scores)
    best = mean(max(table.scores) for table in tables)
    yield f"{asked.games} games of {asked.players} {asked.bots} bots: mean {everybody:.1f}, winner {best:.1f}"
    yield ""
    yield "| card | price | laid | taken / laid | paid | round | worth (games) |"
    yield "|---|---|---|---|---|---|---|"
    for card, tally in tallies.items():
        yield row(card, tally, asked.figures)


def row(card: int, tally: Tally, figures: dict[str, dict[str, int]]) -> str:
    """Write one design as a row."""
    price = figures.get(CARD_ROWS[card]["id"], {}).get("price", int(CARD_ROWS[card]["price"]))
    rate = tally.taken / tally.laid if tally.laid else 0.0
    paid, round_no = (f"{mean(found):.1f}" if found else "–" for found in (tally.paid, tally.rounds))
    name = card_name(card, "en")
    return f"| {name} | {price} | {tally.laid} | {rate:.2f} | {paid} | {round_no} | {worth(tally)} |"


def worth(tally: Tally) -> str:
    """Write the mean loss without the card, with its standard error and the number of games."""
    n_games = len(tally.worths)
    if n_games < 2:
        return "–"
    return f"{mean(tally.worths):+.1f} ± {stdev(tally.worths) / n_games**0.5:.1f} ({n_games})"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--worth", action="store_true", help="also what each card is worth: takes long")
    parser.add_argument("--figures", type=json.loads, default={}, help='such as {"bld_mine_1": {"price": 2}}')
    for line in rows(parser.parse_args()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
