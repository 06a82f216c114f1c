"""What a seat could do in its next turn, and be asked in secret: found by playing on in worlds it may be in.

Everything is drawn from what the seat sees, by a generator that depends on nothing else. The others pass
where they can and do anything elsewhere, so these are likely moves: which will be legal nobody knows.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from burgomaster.core.registry import game_info
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Table
from burgomaster.server.match import Match

N_WORLDS = 6
MOST_STEPS = 120  # looked ahead
MOST_OFFERED = 150
PLAN_STREAM = 11  # of random numbers


@dataclass
class Foreseen:
    """What may come: moves of the next turn, and answers to secret questions with the phases they came in."""

    moves: Counter[int] = field(default_factory=Counter)
    words: dict[int, str] = field(default_factory=dict)  # of moves, in the first world they came in
    answers: dict[int, str] = field(default_factory=dict)
    phases: list[str] = field(default_factory=list)


def foresee(match: Match, seat: int, language: str) -> Foreseen:
    found, rng = Foreseen(), new_rng()
    seed = int(match.position(seat)[:12], 16)
    seed_rng(rng, seed & 0x7FFFFFFF, PLAN_STREAM)
    chooser = random.Random(seed)
    for _ in range(N_WORLDS):
        states = match.table.determinized(seat, rng)
        table = Table(match.game, states, (), None, {}, match.table.seats)
        play_on(table, seat, language, chooser, found)
    return found


def play_on(table: Table, seat: int, language: str, chooser: random.Random, found: Foreseen) -> None:
    """Play on in one world: to the seat's next turn for its moves, and further for what it may be asked."""
    rules, is_turn_seen = table.game.rules, False
    skip = rules.info.skip
    for _ in range(MOST_STEPS):
        mover = table.to_move
        if mover is None:
            return
        codes, is_secret = table.legal_codes(), mover != rules.to_move(table.redacted(None)[0])
        if mover == seat and is_secret:
            if table.phase not in found.phases:
                found.phases.append(table.phase)
            for code in codes:
                found.answers.setdefault(code, rules.move_text(table.state, code, language))
        elif mover == seat and not is_turn_seen:
            is_turn_seen = True
            found.moves.update(codes)
            for code in codes:
                found.words.setdefault(code, rules.move_text(table.state, code, language))
        passes = (code for code in codes if skip and rules.write_notation(code) == skip)
        table.step(next(passes, chooser.choice(codes)))


def plan_context(match: Match, seat: int, language: str) -> dict[str, Any]:
    """Collect what the page of a plan offers: moves with their words, the likeliest first."""
    found, write = foresee(match, seat, language), match.game.rules.write_notation
    likely = [code for code, _ in found.moves.most_common(MOST_OFFERED)]
    offered = {write(code): found.words[code] for code in likely}
    plan, standing = match.plans.get(seat), match.standing.get(seat, ())
    for move in plan.moves if plan else ():
        offered.setdefault(move, move)
    texts = game_info(match.header.game).texts
    return {
        "offered": list(offered.items()),
        "planned": plan.moves if plan else (),
        "holds": plan.holds if plan else ("change" if match.game.rules.info.skip else "phase"),
        "answers": [(write(code), words) for code, words in found.answers.items()],
        "phases": [(phase, texts.text(language, f"phase.{phase}")) for phase in found.phases],
        "standing": {phase: move for move, phase in reversed(standing)},
    }
