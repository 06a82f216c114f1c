"""What a search believes of the secrets of others, such as goals that only their owners know.

Who has a secret plays for it: a position that is better with one secret than with another makes it likelier
that its owner has that one. So every secret that a seat may have is tried at the root of a search, and the
lead that the net expects with it says how likely it is. Drawn by chance alone, secrets would hardly fit what
their owners have built, and a search would think too little of the others.
"""

from __future__ import annotations

import math
from typing import Any

from burgomaster.bots.net import LEAD, LEAD_POINTS, NetSpace, Weights, evaluate_by_net
from burgomaster.bots.tree import NONE, ROOT, SECRETS, TRIAL, ParamsRecord, Tree
from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.kernels import suppose
from burgomaster.core.rng import draw_word

WORDS_OF_CHANCE = float(1 << 32)  # numbers that a word may be
NEVER = -1e18


@jit
def weigh_secrets(
    states: Any, base: int, tree: Tree, params: ParamsRecord, weights: Weights, space: NetSpace, index: int
) -> None:
    """Weigh the secrets of all other seats by what the net expects of the root with each of them."""
    tree.has_beliefs = 0
    for other in range(params.n_seats):
        first, best = other * SECRETS, NEVER
        for secret in range(SECRETS):
            lead = NEVER
            if params.belief_scale > 0.0 and other != params.seat:
                lead = lead_with(states, base, params, other, secret, weights, space, index)
            tree.beliefs[first + secret] = lead
            best = max(best, lead)
        for secret in range(SECRETS):
            behind = best - tree.beliefs[first + secret]
            is_possible = tree.beliefs[first + secret] > NEVER
            tree.beliefs[first + secret] = math.exp(-behind / params.belief_scale) if is_possible else 0.0
        tree.has_beliefs |= wide(best > NEVER)


@jit
def lead_with(
    states: Any,
    base: int,
    params: ParamsRecord,
    other: int,
    secret: int,
    weights: Weights,
    space: NetSpace,
    index: int,
) -> float:
    """Return the lead that a seat expects at the root with a secret; NEVER if it cannot have it."""
    states[base + TRIAL] = states[base + ROOT]
    if not suppose(states[base + TRIAL], wide(params.seat), other, secret):
        return NEVER
    evaluate_by_net(states[base + TRIAL], other, wide(params.n_seats), weights, space, index)
    lead: float = LEAD_POINTS * space.evaluations[index].outputs[LEAD]
    return lead


@jit
def draw_secrets(state: Any, tree: Tree, params: ParamsRecord) -> None:
    """Give every other seat a secret, each as likely as it is believed to be; no two have the same."""
    if tree.has_beliefs == 0:
        return
    taken = 0
    for other in range(params.n_seats):
        secret = draw_secret(tree, other * SECRETS, taken) if other != params.seat else NONE
        if secret != NONE:
            suppose(state, wide(params.seat), other, secret)
            taken |= 1 << secret


@inline
def draw_secret(tree: Tree, first: int, taken: int) -> int:
    """Draw one of the secrets of a seat that nobody has taken; NONE if there is none."""
    total = 0.0
    for secret in range(SECRETS):
        total += tree.beliefs[first + secret] * (1 - (taken >> secret & 1))
    left, drawn = total * draw_word(tree.rng) / WORDS_OF_CHANCE, NONE
    for secret in range(SECRETS):
        weight = tree.beliefs[first + secret] * (1 - (taken >> secret & 1))
        if weight > 0.0 and left >= 0.0:
            drawn = secret
            left -= weight
    return drawn
