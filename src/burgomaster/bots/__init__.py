"""Computer players. A bot is handed what its seat may know, never the position itself."""

from __future__ import annotations

from burgomaster.bots.bot import Bot, bot, bot_names

__all__ = ["Bot", "bot", "bot_names"]
