"""The board of Spyrium as a page."""

from burgomaster.core.registry import part_texts

TEXTS = part_texts("spyrium", "web")
