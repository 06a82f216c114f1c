"""Search one strong game for puzzles: positions in which every move but one gives something away.

Every position is first looked at by the search that plays the game. One where a move stands out is written
down as its seat knows it and drawn anew, several times; deep searches must agree about the move in each of
these worlds, and with equal efforts nothing may come near it. Then all levels are asked, often.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from burgomaster.bots.advice import loss_of
from burgomaster.bots.bot import Budget, Choice, MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.levels import levels_of
from burgomaster.bots.net_bot import NetBot
from burgomaster.bots.puzzles import GAP, LEVELS
from burgomaster.bots.search_bot import make
from burgomaster.core.move import Move
from burgomaster.core.table import Table, load_game, load_position

FOREVER = float("inf")
FEWEST_MOVES = 3  # of a position worth asking about
OFTEN = 0.02  # of the simulations: a move tried so often counts when moves are compared first
SEEMING = 0.03  # the gap that a first look must see
LEAST = 0.03  # the gap in every single world; on average it is GAP
DRAWS = 3  # worlds in which deep searches must agree
COMPARED = 2  # of them, in which the best moves are compared with equal efforts
RIVALS = 3  # moves that the best one is compared with
DECIDED = 0.03  # a chance to win below this, or as near to certainty, leaves nothing to ask
ASKED = 10  # times, of each level
EASY = 0.25  # the part that is tried of positions where one glance shows the move
APART = 8  # moves between two puzzles of a game
MOST = 6  # puzzles of one game


@dataclass(frozen=True)
class Effort:
    """Simulations of searches: those that play, those that compare, and those that check."""

    play: int
    compare: int
    deep: int


def effort_of(game: str) -> Effort:
    """Find how much is thought about a game: as much as its strongest level does, where it matters."""
    deep = levels_of(game)[-1].simulations
    return Effort(deep // 12, deep // 6, deep)


@dataclass
class Counts:
    """What became of the positions of a game."""

    positions: int = 0  # with a choice
    seeming: int = 0
    clear: int = 0  # after a first comparison
    puzzles: int = 0


@dataclass
class Hunt:
    """A game that is played and searched."""

    game: str
    options: Mapping[str, Any]  # with players
    seed: int
    counts: Counts = field(default_factory=Counts)

    def run(self) -> Iterator[dict[str, Any]]:
        """Play the game and give its puzzles, as rows of a file without their ratings."""
        table = load_game(self.game, **dict(self.options)).new(seed=self.seed)
        player, glance, last = make(self.seed, level=LEVELS[-1]), NetBot(self.seed), -APART
        effort = effort_of(self.game)
        while table.to_move is not None:
            information = InformationSet(table)
            choice = player.think(information, Budget(effort.play, FOREVER))
            is_free = len(table.steps) - last >= APART and self.counts.puzzles < MOST
            if is_free and self._is_worth_it(information, choice, glance):
                row = examine(self.game, table, information.seat, self.counts)
                if row is not None:
                    last = len(table.steps)
                    yield row
            table.play(choice.move)

    def _is_worth_it(self, information: InformationSet, choice: Choice, glance: NetBot) -> bool:
        """Tell whether a move stands out; of those that one glance shows, only some are taken."""
        if len(choice.estimates) < FEWEST_MOVES or is_decided(choice, information.seat):
            return False
        self.counts.positions += 1
        # how far the best move is from all that were tried often, or else from the second
        best, others = choice.estimates[0], choice.estimates[1:]
        tried = [one for one in others if one.visits >= OFTEN * choice.simulations] or others[:1]
        if min(loss_of(best, one) for one in tried) < SEEMING:
            return False
        seen = glance.think(information)
        is_taken = seen.move != choice.move or part_of(information.key()) < EASY
        self.counts.seeming += is_taken
        return is_taken


def is_decided(choice: Choice, seat: int) -> bool:
    """Tell whether a game between several is as good as won or lost for a seat."""
    return len(choice.chances) > 1 and not DECIDED <= choice.chances[seat] <= 1.0 - DECIDED


def part_of(key: bytes) -> float:
    """Turn bytes into a number from 0 to 1, always the same one."""
    return int.from_bytes(hashlib.blake2b(key, digest_size=6).digest(), "big") / (1 << 48)


def examine(game: str, table: Table, seat: int, counts: Counts) -> dict[str, Any] | None:
    """Check with what the seat sees that a move is clearly best, and ask the levels; None if it is not."""
    return examine_text(game, table.position(seat), counts)


def examine_text(game: str, text: str, counts: Counts) -> dict[str, Any] | None:
    """Do the same with a position as its seat knows it."""
    name = hashlib.blake2b(text.encode(), digest_size=5).hexdigest()
    worlds, effort, seed = worlds_of(text), effort_of(game), int(name, 16)
    if is_unclear(worlds[0], effort, seed):
        return None
    counts.clear += 1
    outcomes = agreed_estimates(worlds, effort, seed)
    if outcomes is None:
        return None
    counts.puzzles += 1
    compared = {one.move.notation: [round(one.result, 4), round(one.lead, 2)] for one in outcomes}
    row = {"id": name, "position": text, "solution": outcomes[0].move.notation, "outcomes": compared}
    return {**row, "found": ask_levels(worlds, outcomes[0].move, seed), "asked": ASKED}


def examine_levels(row: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the levels again about a puzzle whose best move is known; IllegalMove if it is none."""
    load_position(row["position"]).read_move(row["solution"])
    worlds = worlds_of(row["position"])
    best = next(move for move in worlds[0].moves() if move.notation == row["solution"])
    return {**row, "found": ask_levels(worlds, best, int(row["id"], 16)), "asked": ASKED}


def worlds_of(text: str) -> list[InformationSet]:
    return [InformationSet(load_position(text, seed=draw)) for draw in range(DRAWS)]


def is_unclear(world: InformationSet, effort: Effort, seed: int) -> bool:
    """Tell whether two moves are near each other already when little is thought about each of them."""
    first = make(seed, level=LEVELS[-1]).think(world, Budget(effort.play, FOREVER))
    if is_decided(first, world.seat):
        return True
    top = compare(world, [one.move for one in first.estimates[:RIVALS]], effort, seed)
    return gap_of(sorted(top, key=lambda one: -one.result)) < SEEMING


def agreed_estimates(
    worlds: Sequence[InformationSet], effort: Effort, seed: int
) -> list[MoveEstimate] | None:
    """Let deep searches choose in all worlds, and compare their move with its rivals in some of them.

    Give what comes of the best move and of the others, on average; None if they do not agree, or if another
    move comes near.
    """
    moves: list[Move] = []
    compared = []
    for draw, world in enumerate(worlds):
        choice = make(seed + draw, level=LEVELS[-1]).think(world, Budget(effort.deep, FOREVER))
        moves = moves or [one.move for one in choice.estimates[: 1 + RIVALS]]
        if choice.move != moves[0]:
            return None
        if draw < COMPARED:
            compared.append(compare(world, moves, effort, seed + DRAWS + draw))
            if gap_of(compared[-1]) < LEAST:
                return None
    means = [mean_of(found) for found in zip(*compared, strict=True)]
    return means if gap_of(means) >= GAP else None


def compare(world: InformationSet, moves: Sequence[Move], effort: Effort, seed: int) -> list[MoveEstimate]:
    bot = make(seed, level=LEVELS[-1])
    return [bot.estimate_move(world, move, Budget(effort.compare, FOREVER)) for move in moves]


def gap_of(found: Sequence[MoveEstimate]) -> float:
    """Measure what the best of the others gives away against the first."""
    return min(loss_of(found[0], other) for other in found[1:])


def mean_of(found: Sequence[MoveEstimate]) -> MoveEstimate:
    n, visits = len(found), sum(one.visits for one in found)
    result, lead = sum(one.result for one in found) / n, sum(one.lead for one in found) / n
    return MoveEstimate(found[0].move, visits, result, lead)


def ask_levels(worlds: Sequence[InformationSet], best: Move, seed: int) -> list[int]:
    """Count how often each level finds the best move."""
    found = []
    for level in LEVELS:
        bots = [make(seed * 1009 + 31 * time + level, level=level) for time in range(ASKED)]
        choices = [
            bot.think(worlds[at % len(worlds)], Budget(seconds=FOREVER)).move for at, bot in enumerate(bots)
        ]
        found.append(choices.count(best))
    return found
