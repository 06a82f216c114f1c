"""The texts of the server, and in which language a visitor wants them."""

from __future__ import annotations

from pathlib import Path

from burgomaster.core.language import CORE_TEXTS, DEFAULT_LANGUAGE, LANGUAGES, Catalog

TEXTS = Catalog(Path(__file__).parent, CORE_TEXTS)


def preferred_language(chosen: str | None, accepted: str | None) -> str:
    """Choose the language a visitor set, else the first of a browser's list that there are texts in."""
    if chosen in LANGUAGES:
        return str(chosen)
    for part in (accepted or "").split(","):
        language = part.split(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return DEFAULT_LANGUAGE
