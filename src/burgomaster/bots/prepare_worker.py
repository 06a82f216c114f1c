"""A worker of `bots/preparing.py`: reads steps from its input, compiles, and tells what is done.

One line of JSON for everything. In: game, stage, step. Out: the names of all kernels of the stage, then
those that are done, then the end of the step.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

from burgomaster.bots.net_file import has_net, layout_of
from burgomaster.bots.preparing import BATCH, BOTS, CHECKS, REHEARSAL, RULES
from burgomaster.bots.rehearsing import REHEARSED, rehearse_bot
from burgomaster.compiler.jit import loaded_kernels, on_compiled
from burgomaster.compiler.kernel_cache import game_of
from burgomaster.core import preparing
from burgomaster.core.check import check_game
from burgomaster.core.registry import game_package
from burgomaster.core.table import load_game

RARELY = (50_000, 20, 100)  # when the garbage of a compiler is looked for

_told: set[str] = set()


def main() -> None:
    """Do steps until the input ends, without searching again and again for garbage in what is loaded."""
    gc.freeze()
    gc.set_threshold(*RARELY)
    with on_compiled(lambda name: tell(done=[name])):
        for line in sys.stdin:
            do(*json.loads(line))
            tell(end=True)


def do(game: str, stage: str, step: str) -> None:
    if f"{game} {stage}" not in _told:
        _told.add(f"{game} {stage}")
        tell(kernels=sorted(COUNTED[stage](game)))
    names = sorted(compile_step(game, step))
    tell(kernels=names, done=names)


def compile_step(game: str, step: str) -> Iterable[str]:
    """Compile what a step is about; the names of its kernels."""
    if step in preparing.RULES_ENTRIES:
        preparing.compile_entry(game, step)
        return preparing.entry_kernels(game, step)
    if step == REHEARSAL:
        preparing.rehearse(load_game(game))
        # with those that were used so far, but for those of other games: texts call some directly
        mine = ("", game_package(game))
        return preparing.rules_kernels(game) | {name for name in loaded_kernels() if game_of(name) in mine}
    if step in REHEARSED:
        rehearse_bot(step, load_game(game))
        return bot_kernels(game) if step == "search" else ()  # the search uses them all
    if step == "lockstep":
        from burgomaster.core.batch import Batch  # late: only learning needs it

        made = load_game(game)
        if made.rules.encoding is not None:
            rehearsed = Batch(made, n=1)
            rehearsed.step(rehearsed.random_actions())
            rehearsed.observe(None)
    else:
        check_game(load_game(game), games=1)
    return ()


def bot_kernels(game: str) -> set[str]:
    """Name the kernels that only the bots use."""
    # late: not all have them loaded
    from burgomaster.bots import net, simulation, tree

    layout_of(game)
    entries: list[Any] = [tree.is_decided, tree.clear_tree, tree.advance_root, simulation.run_simulations]
    if has_net(game):
        entries += [net.evaluate_moves]
    found = preparing.reached(entries, load_game(game).rules)
    return found - preparing.rules_kernels(game)


COUNTED: dict[str, Callable[[str], set[str]]] = {
    RULES: preparing.rules_kernels,
    BOTS: bot_kernels,
    CHECKS: lambda game: set(),
    BATCH: lambda game: set(),
}


def tell(**words: Any) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
