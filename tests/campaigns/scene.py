"""Tables that are there before a server starts: begun, nearly over, and one of bots.

They are written into the store as a server would have written them, so that a trial can begin at once with
seats whose keys are known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.server.match import Match, moves, seats
from burgomaster.server.match.opening import Decide, begin_if_full, open_match
from burgomaster.server.new_match import header_of
from burgomaster.server.security import Signer
from burgomaster.server.store import Store
from tests.campaigns.person import Person
from tests.campaigns.servers import SECRET

PLAYERS = 2
LAST_MOVES = 2  # that a game which is nearly over still needs, at least
BOT = "greedy"


@dataclass(frozen=True)
class Place:
    """A table, and the keys of its seats; a table of bots has none."""

    table: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """The tables of a store."""

    begun: tuple[Place, ...]
    late: tuple[Place, ...]
    bots: tuple[Place, ...]

    @property
    def all(self) -> tuple[Place, ...]:
        """List all tables."""
        return (*self.begun, *self.late, *self.bots)


def make_scene(store: Store, seed: int, n_begun: int = 2, n_late: int = 1, n_bots: int = 1) -> Scene:
    """Write tables into an empty store."""
    chance = random.Random(seed)
    return Scene(
        tuple(add_table(store, chance) for _ in range(n_begun)),
        tuple(add_table(store, chance, is_late=True) for _ in range(n_late)),
        tuple(add_table(store, chance, is_bots=True) for _ in range(n_bots)),
    )


def add_table(
    store: Store,
    chance: random.Random,
    is_late: bool = False,
    is_bots: bool = False,
    n_left: int = LAST_MOVES,
    whos: Sequence[str] = (),
) -> Place:
    """Write one table into a store; one that is late has so many moves left."""
    game = load_game(game_names()[0], players=PLAYERS)
    header = header_of(game.new(seed=chance.getrandbits(30)), "visitor:host")
    played = list(late_moves(Match(header), chance, n_left)) if is_late else []
    names = list(whos) or [person_at(header.match, seat).who for seat in range(PLAYERS)]
    steps = [*(sit_down(seat, who, is_bots) for seat, who in enumerate(names)), begin_if_full, *played]
    match, entries = open_match(header, steps)
    store.create(header, match.summary, entries, match.status)
    if is_bots:
        return Place(header.match)
    signer = Signer(SECRET)
    held = enumerate(match.seats)
    keys = (signer.sign("seat", f"{header.match}:{seat}:{one.since}") for seat, one in held)
    return Place(header.match, tuple(keys))


def person_at(table: str, seat: int) -> Person:
    """Name the guest who sits at a table."""
    return Person(f"{table}-{seat}")


def sit_down(seat: int, who: str, is_bot: bool) -> Decide:
    """Let a person or a bot sit down."""
    if is_bot:
        return lambda match, at: seats.seat_bot(match, seat, BOT, f"{BOT} {seat}", at)
    return lambda match, at: seats.sit(match, seat, who, f"Player {seat}", at)


def late_moves(match: Match, chance: random.Random, n_left: int) -> Iterator[Decide]:
    """Find the moves of a random game, but for the last ones."""
    table = match.table.copy()
    while not table.over:
        table.play(chance.choice(table.moves()))
    played = list(zip(table.steps, table.history, strict=True))
    for step, notation in played[: len(played) - n_left]:
        yield play_move(step.seat, notation)


def play_move(seat: int, notation: str) -> Decide:
    """Let a seat move."""
    return lambda match, at: moves.play(match, seat, notation, None, at)
