"""Histories for the search for leaks: games that are played at random, and their journals in other worlds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from burgomaster.core import python_api
from burgomaster.core.log import Event
from burgomaster.core.move import copy_states
from burgomaster.core.rules import Rules
from burgomaster.core.table import SPECTATOR, Game, Table
from burgomaster.server.match import NOBODY, Entry, Header, Kind, Match, after, apply_entry
from tests.campaigns.worlds import SMALL, Group, Made, Resampling, World, bytes_of, drawn, groups_of

MATCH = "leak"
BEGINNING = 4_000_000_000.0  # far ahead: no clock runs out meanwhile
CLOCKS: Sequence[dict[str, Any]] = (
    {"kind": "none"},
    {"kind": "move", "seconds": 100_000},
    {"kind": "player", "seconds": 500_000, "more": 5},
)
MOST_MOVES = 100  # of a history
CURIOUS = 0.4  # how often a mover takes what may hide something from the others
LESSONS = 30  # games from which it is learnt what may
FIRST_LESSONS = 10  # after so many it may be known already, or there may be nothing to learn
REMEMBERED = 12  # moves that are credited with what came of them
DISCREET = 0.85  # how often a mover keeps what is hidden hidden
ANYWHERE = 0.3  # how many histories end anywhere; the others a while after something was hidden
LONGEST_WAIT = 40  # moves from there
N_DRAWN = 10  # worlds in which it is looked whether somebody is asked
N_TRIED = 10  # moves that are looked at for that
EARLY = 0.4  # how often somebody else sends a move while a third is asked
EXTRA = 0.1  # how often somebody else chooses how to pass
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elena")


@dataclass(frozen=True)
class History:
    game: Game
    base: Match  # begun, without a move
    truth: World
    has_questions: bool  # whether anybody is ever asked in secret in this variant


class Curiosity:
    """Which moves of a game led to something that others cannot see, learnt from some games."""

    def __init__(self, game: Game, games: int = LESSONS) -> None:
        self._played: Counter[int] = Counter()
        self._led: Counter[int] = Counter()
        self.has_secrets = False  # whether anything that happened was hidden from somebody
        self.has_questions = False  # whether somebody was asked while a spectator saw another seat to move
        for seed in range(games):
            self._learn(game.new(seed=seed), random.Random(seed))
            if seed >= FIRST_LESSONS and (self.has_questions or not self.has_secrets):
                break

    def _learn(self, table: Table, chance: random.Random) -> None:
        """Play a game, and credit the mover's last moves with what a move hides."""
        while not table.over and len(table.steps) < 3 * MOST_MOVES:
            table.step(choose(table, chance, self))
            step = table.steps[-1]
            self._played[step.move] += 1
            if not self.has_questions and not table.over and count_hidden(table):
                self.has_questions = may_ask_in_secret(table, chance)
            if not table.over and hides(table.game.rules, table.state, step.events):
                own = [one.move for one in table.steps[:-1] if one.seat == step.seat][-REMEMBERED:]
                self._led.update(set(own))
                self.has_secrets = True

    def best(self, codes: Sequence[int]) -> int:
        """Choose the move that led to hidden things most often."""
        return max(codes, key=lambda code: self._led[code] / (1 + self._played[code]))


def play_history(game: Game, seed: int, with_bots: bool, curiosity: Curiosity) -> History:
    chance = random.Random(seed)
    table = game.new(seed=seed)
    beginning, moves = copy_states(table._states), list[Made]()
    end = chance.randint(1, MOST_MOVES) if chance.random() < ANYWHERE else MOST_MOVES
    while len(moves) < end:
        code, seat = choose(table, chance, curiosity), table.to_move
        assert seat is not None
        table.step(code)
        if table.over:
            break
        moves.append(Made(seat, code, len(moves), False))
        if end == MOST_MOVES and hides(game.rules, table.state, table.steps[-1].events):
            end = len(moves) + chance.randint(1, LONGEST_WAIT)
    truth = World(beginning, moves, beginning)
    base = begun_match(table, CLOCKS[chance.randrange(len(CLOCKS))], with_bots)
    return History(game, base, truth, curiosity.has_questions)


def choose(table: Table, chance: random.Random, curiosity: Curiosity) -> int:
    """Choose a move: any, one of some that hides something from spectators, or one that led there."""
    codes = discreet(table, chance) if curiosity.has_secrets else table.legal_codes()
    if len(codes) > 1 and chance.random() < CURIOUS:
        return curiosity.best(chance.sample(codes, len(codes)))
    if len(codes) > 1 and chance.random() < CURIOUS:
        for code in chance.sample(codes, min(N_TRIED, len(codes))):
            twin = table.copy()
            twin.step(code)
            if not twin.over and hides(table.game.rules, twin.state, twin.steps[-1].events):
                return code
    return chance.choice(codes)


def discreet(table: Table, chance: random.Random) -> list[int]:
    codes, hidden = table.legal_codes(), count_hidden(table)
    if hidden == 0 or len(codes) == 1 or chance.random() > DISCREET:
        return codes
    kept = []
    for code in chance.sample(codes, min(N_TRIED, len(codes))):
        twin = table.copy()
        twin.step(code)
        if count_hidden(twin) >= hidden:
            kept.append(code)
    return kept or codes


def count_hidden(table: Table) -> int:
    """Count the numbers in hands, and the like, that are drawn anew for spectators."""
    known: Any = table.redacted(None)
    now, seen = bytes_of(table._states), known.view("u1")
    hands = HANDS.get(table.game.rules.info.name)
    if hands is None:
        groups = groups_of(table._states.dtype)  # type: ignore[attr-defined]
        hands = HANDS[table.game.rules.info.name] = hand_bytes(list(groups))
    return int((now[hands] != seen[hands]).sum())


HANDS: dict[str, Any] = {}


def hand_bytes(groups: Sequence[Group]) -> Any:
    """List the places of the bytes of small groups in a state."""
    small = [group for group in groups if 1 < group.length <= SMALL]
    return np.concatenate(
        [np.arange(one.offset, one.offset + one.length * one.dtype.itemsize) for one in small]
    )


def may_ask_in_secret(table: Table, chance: random.Random) -> bool:
    """Tell whether after the last move, for all that spectators know, somebody may be asked in secret."""
    last = len(table.steps) - 1
    for _ in range(N_DRAWN):
        world = drawn(table.before(last), SPECTATOR, chance.getrandbits(30))
        if python_api.refuse(world, 0, table.steps[last].move) == 0:
            twin = table.copy()
            twin._states = world
            twin.step(table.steps[last].move)
            if not twin.over and table.game.rules.to_move(twin.redacted(None)[0]) != twin.to_move:
                return True
    return False


def hides(rules: Rules, state: Any, events: Sequence[Event]) -> bool:
    return any(rules.redact_event(state, event, None) != event for event in events)


def begun_match(table: Table, clock: dict[str, Any], with_bots: bool) -> Match:
    """Seat people, or one and bots, at a new table and let the game begin."""
    header = Header(
        match=MATCH,
        game=table.game.name,
        version=table.game.version,
        options=dict(table.game.options),
        seed=table.seed,
        setup=table.setup,
        clock=clock,
        is_open=True,
        created=BEGINNING,
        host=person(0),
    )
    match = Match(header)
    for seat in range(table.game.players):
        is_bot = with_bots and seat > 0
        who = {"who": "", "bot": "random"} if is_bot else {"who": person(seat), "bot": ""}
        sit = match.next_entry(Kind.SIT, seat, BEGINNING, name=NAMES[seat], left=False, **who)
        match = after(match, [sit])
    return after(match, [match.next_entry(Kind.BEGIN, NOBODY, BEGINNING)])


def person(seat: int | None) -> str:
    return f"visitor:{'nobody' if seat is None else f'seat{seat}'}"


# The journal of a world


def rebuild(
    history: History, resampling: Resampling, world: World, chance: random.Random, tail: int = 0
) -> tuple[Match, list[Entry]]:
    """Make the match that a world is, and the entries that would bring it to its end.

    These are none, or all that come with the last so many moves that the viewer saw. What they saw has the
    same times in every world.
    """
    match = history.base.fork()
    match.header = replace(match.header, seed=chance.getrandbits(40), setup={})
    match.table._states = copy_states(world.beginning)
    later: list[Entry] = []
    for place, (kind, seat, at, data) in world_entries(history, resampling, world, chance):
        entry = Entry(match.number + len(later) + 1, kind, seat, at, data)
        if tail and place >= resampling.n_seen - tail:
            later.append(entry)
        else:
            apply_entry(match, entry)
    return match, later


def with_table(match: Match, history: History, world: World) -> Match:
    """Make the match that a world is which has the same journal as another."""
    made, table = match.fork(), history.base.table.copy()
    table._states = copy_states(world.beginning)
    for one in world.moves:
        table.step(one.code)
    table.seats = made.table.seats
    made.table = table
    return made


Line = tuple[Kind, int, float, dict[str, Any]]


def world_entries(
    history: History, resampling: Resampling, world: World, chance: random.Random
) -> Iterator[tuple[int, Line]]:
    """List what a journal of a world says: its moves, and what the viewer cannot notice in between.

    With each entry comes the number of moves that the viewer had seen before.
    """
    write = history.game.rules.write_notation
    by = ["bot" if seat.bot else "player" for seat in history.base.seats]
    early, n_quiet = -1, 0  # the place of a move that was sent while somebody else was asked
    for number, made in enumerate(world.moves):
        at = time_of(made.place)
        n_quiet = n_quiet + 1 if made.is_quiet else 0
        following = next((one for one in world.moves[number:] if not one.is_quiet), None)
        if n_quiet == 1 and following is not None and may_hurry(history, resampling, following, chance):
            early, sent = made.place, {"move": write(following.code), "runs": True}
            yield made.place, (Kind.PREMOVE, following.seat, at - 3 - 3 * chance.random(), sent)
        before = 0.5 if early == made.place else 1 + chance.random()  # as soon as a question is answered
        when = at - before + 0.05 * n_quiet if made.is_quiet else at
        yield made.place, (Kind.MOVE, made.seat, when, {"move": write(made.code), "by": by[made.seat]})
        other = chance.randrange(history.game.players)
        if chance.random() < EXTRA and other != resampling.viewer and not history.base.seats[other].bot:
            mode = {"mode": chance.choice(("off", "forced"))}
            yield made.place, (Kind.PASSING, other, when + 0.01, mode)


def may_hurry(history: History, resampling: Resampling, made: Made, chance: random.Random) -> bool:
    """Choose whether a person sends a move while somebody else is asked; the viewer would know of it."""
    is_person = made.seat < history.game.players and not history.base.seats[made.seat].bot
    return is_person and made.seat != resampling.viewer and chance.random() < EARLY


def time_of(place: int) -> float:
    return BEGINNING + 23.7 + 10 * place
