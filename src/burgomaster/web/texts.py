"""The texts of the examples in the rules."""

from __future__ import annotations

from pathlib import Path

from burgomaster.core.language import CORE_TEXTS, Catalog

TEXTS = Catalog(Path(__file__).parent, CORE_TEXTS)
