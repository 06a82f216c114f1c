"""Computer players. A bot is handed what its seat may know, never the position itself."""

from __future__ import annotations

from burgomaster.bots.bot import Answer, Bot, Budget, Thought, bot, bot_names
from burgomaster.bots.sight import Sight

__all__ = ["Answer", "Bot", "Budget", "Sight", "Thought", "bot", "bot_names"]
