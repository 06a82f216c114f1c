"""The board of Suburbia as a page."""

from burgomaster.core.registry import part_texts

TEXTS = part_texts("suburbia", "web")
