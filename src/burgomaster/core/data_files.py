"""The tables of a game, read once: csv for what has rows, json for the other numbers."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

Rows: TypeAlias = tuple[dict[str, str], ...]


@cache
def read_csv(path: Path) -> Rows:
    """Read the rows of a csv."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def read_json(path: Path) -> Mapping[str, Any]:
    """Read the document of a json file."""
    document: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
