"""Matches without a server: a header, people who sit down, and time that passes when the test says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.table import Table
from burgomaster.server.describe import describe_table
from burgomaster.server.match import Entry, Header, Match, Refused, after, moves, next_due, replay, seats
from burgomaster.server.match.state import Passing

STARTS = {"worker": 0, "building": 0, "noble": 1, "exchange": 1}
BEGINNING = 1_000_000.0
PER_MOVE = {"kind": "move", "seconds": 60}
PER_PLAYER = {"kind": "player", "seconds": 100, "more": 5}


def header_of(table: Table, clock: Mapping[str, Any] | None = None, **other: Any) -> Header:
    return Header(
        match="match",
        game=table.game.name,
        version=table.game.version,
        options=dict(table.game.options),
        seed=table.seed,
        setup=table.setup,
        clock=dict(clock or {"kind": "none"}),
        is_open=False,
        created=BEGINNING,
        host="visitor:anna",
        **other,
    )


class Sitting:
    """A match whose entries are kept as a store would keep them."""

    def __init__(self, table: Table, clock: Mapping[str, Any] | None = None) -> None:
        self.match = Match(header_of(table, clock))
        self.now = BEGINNING
        self.entries: list[Entry] = []

    def do(self, decide: Callable[[Match, float], Entry | Sequence[Entry]]) -> None:
        """Decide, keep, and let everything follow that follows by itself."""
        decided = decide(self.match, self.now)
        self.keep([decided] if isinstance(decided, Entry) else decided)
        self.settle()

    @property
    def mover(self) -> int:
        assert self.match.to_move is not None
        return self.match.to_move

    def keep(self, entries: Sequence[Entry]) -> None:
        """Keep entries, as the server does: on a fork first."""
        self.match = after(self.match, entries)
        self.entries += entries

    def settle(self) -> None:
        while (due := next_due(self.match, self.now)) is not None:
            self.keep([due])

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.settle()

    def play(self, seat: int, move: str, position: str | None = None) -> None:
        self.do(lambda match, now: moves.play(match, seat, move, position, now))

    def seat_people(self, *names: str) -> None:
        """People sit down, everyone with a device of their own; `=` shares the device of the one before."""
        who = ""
        for seat, name in enumerate(names):
            who = who if name.startswith("=") else f"visitor:{name}"
            self.do(lambda match, now, s=seat, n=name, w=who: seats.sit(match, s, w, n.lstrip("="), now))
        self.do(lambda match, now: seats.begin(match, now))

    def again(self) -> Match:
        """The same match read from what was kept."""
        return replay(self.match.header, self.entries)


def plain_table(seed: int = 1, players: int = 2, **options: Any) -> Table:
    """Saint Petersburg, dealt; the first seat begins."""
    starts = STARTS if players == 2 else {"worker": 0, "building": 1, "noble": 2, "exchange": 0}
    return bm.game("petersburg", players=players, marker_deal=starts, **options).new(seed=seed)


def sitting(*names: str, clock: Mapping[str, Any] | None = None, **options: Any) -> Sitting:
    made = Sitting(plain_table(players=len(names), **options), clock)
    made.seat_people(*names)
    return made


def against_bots(n_players: int = 2, passing: Passing = Passing.OFF) -> Sitting:
    """Anna against bots."""
    made = Sitting(plain_table(players=n_players))
    made.do(lambda match, now: seats.sit(match, 0, "visitor:anna", "Anna", now, passing))
    for seat in range(1, n_players):
        made.do(lambda match, now, s=seat: seats.seat_bot(match, s, "greedy", "greedy", now))
    made.do(seats.begin)
    return made


def secret_table(card: str = "pickpocket") -> tuple[Table, list[str]]:
    """A deal and its first moves: Anna draws a card and keeps it, and then Boris can end the phase."""
    game = bm.game("petersburg", players=2, expansions=["banquet"], marker_deal=STARTS)
    setup = game.new(seed=1).setup
    for deck, first in (("building", "observatory_2004"), ("exchange", card)):
        cards = setup["decks"][deck]
        cards.insert(0, cards.pop(cards.index(first)))
    table = game.new(setup=setup)
    moves = ["pass", "pass", "buy observatory_2004", "pass", "observe exchange", f"take {card}"]
    for move in moves:
        table.play(move)
    bought = next(move.notation for move in table.moves() if move.notation.startswith("buy "))
    return game.new(setup=setup), [*moves, bought, "pass"]


def secret_sitting(
    card: str = "pickpocket", clock: Mapping[str, Any] | None = None, names: Sequence[str] = ("Anna", "Boris")
) -> Sitting:
    """Boris has ended the phase. With a Pickpocket Anna is asked in secret; for Boris it is his turn."""
    table, moves = secret_table(card)
    made = Sitting(table, clock)
    made.seat_people(*names)
    for move in [*moves, "pass"]:
        made.play(made.mover, move)
        made.now += 1
    return made


def refusal(decide: Any) -> str:
    with pytest.raises(Refused) as caught:
        decide()
    assert caught.value.text("ru") and caught.value.text("en")
    return caught.value.key


def seen(match: Match, seat: int | None) -> str:
    return json.dumps(describe_table(match, seat), sort_keys=True)
