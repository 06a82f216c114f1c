"""Replays records without a compiler and prints what it saw: run as a module with NUMBA_DISABLE_JIT=1.

Reads a JSON list of records from standard input; writes, for each, the digest of every position.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from burgomaster.core.table import Record


def digests(document: Any) -> list[str]:
    """List a digest of every position of a recorded game and of the moves that were legal there."""
    record = Record.from_json(document)
    table = record.begin()
    seen = [_digest(table)]
    for notation in record.moves:
        table.step(table.read_move(notation))
        seen.append(_digest(table))
    return seen


def _digest(table: Any) -> str:
    digest = hashlib.sha256(table.state_bytes())
    digest.update(repr([move.code for move in table.moves()]).encode())
    digest.update(repr([table.redacted(seat).tobytes() for seat in range(table.game.n_seats)]).encode())
    return digest.hexdigest()[:16]


def main() -> None:
    json.dump([digests(document) for document in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
