"""The board of Saint Petersburg as a page."""

from burgomaster.core.registry import part_texts

TEXTS = part_texts("petersburg", "web")
