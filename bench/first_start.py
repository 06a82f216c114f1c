"""How long the very first start takes: everything compiled into an empty cache, then a second process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

CODE = """
import burgomaster as bm
from burgomaster.core.jit import count_compilations
table = bm.game({game!r}).new(seed=1)
bots = [bm.bot("greedy", seed=1), bm.bot("random", seed=2)]
while not table.over:
    table.play(bots[table.to_move].choose(table))
table.view(0), table.log(0), table.record().replay()
bm.simulate(table.game, games=10)
print(count_compilations())
"""


def main() -> None:
    """Time a game from nothing, twice."""
    game = sys.argv[1] if len(sys.argv) > 1 else "petersburg"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("first start", "second start"):
            begun = time.perf_counter()
            environment = {**os.environ, "BURGOMASTER_CACHE": folder}
            done = subprocess.run(
                [sys.executable, "-c", CODE.format(game=game)],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            print(f"{name}: {time.perf_counter() - begun:.1f} s, {done.stdout.strip()} kernels compiled")


if __name__ == "__main__":
    main()
