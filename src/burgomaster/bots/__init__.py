"""Computer players. A bot is handed what its seat may know, never the position itself."""

from __future__ import annotations

from burgomaster.bots.bot import Bot, Budget, Choice, MoveEstimate, bot
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.registry import bot_names

__all__ = ["Bot", "Budget", "Choice", "InformationSet", "MoveEstimate", "bot", "bot_names"]
