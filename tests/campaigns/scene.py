"""People with cookies, and tables that are there before a server starts: begun, nearly over, and one of bots.

They are written into the store as a server would have written them, so that a trial can begin at once with
seats whose keys are known.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.server.auth import SESSION_COOKIE, VISITOR_COOKIE
from burgomaster.server.match import Match, moves, seats
from burgomaster.server.match.apply import Decide, begin_if_full, open_match
from burgomaster.server.new_match import header_of
from burgomaster.server.security import Signer, hash_token
from burgomaster.server.store import Store
from tests.campaigns.servers import SECRET

PLAYERS = 2
LAST_MOVES = 2  # that a game which is nearly over still needs, at least
BOT = "greedy"
PASSWORD = "long enough"


@dataclass(frozen=True)
class Person:
    """A visitor known by cookies, perhaps logged in."""

    visitor: str
    session: str = ""
    account: int | None = None

    @property
    def who(self) -> str:
        return f"visitor:{self.visitor}" if self.account is None else f"account:{self.account}"

    @property
    def headers(self) -> dict[str, str]:
        signer = Signer(SECRET)
        cookies = {VISITOR_COOKIE: signer.sign("visitor", self.visitor)}
        cookies |= {SESSION_COOKIE: self.session} if self.session else {}
        token = signer.sign("form", self.visitor).rpartition(".")[2]
        return {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-Form-Token": token,
        }


def new_guest(chance: random.Random) -> Person:
    return Person(f"guest-{chance.getrandbits(60)}")


def new_member(store: Store, chance: random.Random, has_password: bool = False) -> Person:
    """Make an account that is logged in; without a password it cannot be deleted."""
    name, session = f"m{chance.getrandbits(60)}", f"session-{chance.getrandbits(60)}"
    password = cheap_hash() if has_password else "-"
    account = store.accounts.add(name, name, password, time.time(), hash_token(session))
    assert account is not None
    return Person(f"member-{chance.getrandbits(60)}", session, account)


@cache
def cheap_hash() -> str:
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


# Tables


@dataclass(frozen=True)
class Place:
    """A table, and the keys of its seats; a table of bots has none."""

    table: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    begun: tuple[Place, ...]
    late: tuple[Place, ...]
    bots: tuple[Place, ...]


def make_scene(store: Store, seed: int, n_begun: int = 2, n_late: int = 1, n_bots: int = 1) -> Scene:
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
    """Write one table into a store; a late one has `n_left` moves left."""
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
    keys = (signer.sign("seat", f"{header.match}:{n}:{held.since}") for n, held in enumerate(match.seats))
    return Place(header.match, tuple(keys))


def person_at(table: str, seat: int) -> Person:
    return Person(f"{table}-{seat}")


def sit_down(seat: int, who: str, is_bot: bool) -> Decide:
    if is_bot:
        return lambda match, at: seats.seat_bot(match, seat, BOT, f"{BOT} {seat}", at)
    return lambda match, at: seats.sit(match, seat, who, f"Player {seat}", at)


def late_moves(match: Match, chance: random.Random, n_left: int) -> Iterator[Decide]:
    table = match.table.copy()
    while not table.over:
        table.play(chance.choice(table.moves()))
    played = list(zip(table.steps, table.history, strict=True))
    for step, notation in played[: len(played) - n_left]:
        yield play_move(step.seat, notation)


def play_move(seat: int, notation: str) -> Decide:
    return lambda match, at: moves.play(match, seat, notation, None, at)
