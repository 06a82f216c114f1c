"""What pages say: the texts of a catalog in one language."""

from __future__ import annotations

from dataclasses import dataclass

from burgomaster.core.translator import Translator


@dataclass(frozen=True)
class Say(Translator):
    """The texts of a catalog in one language: `say("board.label")`."""
