"""Run as a module: checks that the texts of all catalogs are complete and fit each other."""

from __future__ import annotations

import re
import string
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from burgomaster.core.language import LANGUAGES, N_FORMS, Catalog, has_forms
from burgomaster.core.registry import game_folder, game_names

PACKAGE = Path(__file__).resolve().parent.parent


def catalogs() -> list[Catalog]:
    """Find every folder that has texts: of this package, and of games that other packages bring."""
    folders = {PACKAGE, *(game_folder(name) for name in game_names())}
    found = {path for folder in folders for path in folder.rglob(f"text_{LANGUAGES[0]}.toml")}
    return [Catalog(path.parent) for path in sorted(found)]


def problems() -> Iterator[str]:
    for catalog in catalogs():
        place = "/".join(catalog.folder.parts[-3:])
        for problem in _catalog_problems(catalog):
            yield f"{place}: {problem}"


def _catalog_problems(catalog: Catalog) -> Iterator[str]:
    first = LANGUAGES[0]
    for language in LANGUAGES:
        path = catalog.folder / f"text_{language}.toml"
        try:
            entries = catalog.entries(language)
        except (OSError, tomllib.TOMLDecodeError) as error:  # toml refuses a key that stands twice
            yield f"{path.name}: {error}"
            return
        for key in catalog.entries(first).keys() ^ entries.keys():
            yield f"{key} is not in every language"
        for key in catalog.entries(first).keys() & entries.keys():
            if fields(entries[key]) != fields(catalog.entries(first)[key]):
                yield f"{key} has other fields in {language} than in {first}"
            if _has_forms(entries[key]) != _has_forms(catalog.entries(first)[key]):
                yield f"{key} speaks to the player it names in one language only"
            if key.startswith("plural.") and len(entries[key]) != N_FORMS[language]:
                yield f"{key} needs {N_FORMS[language]} forms in {language}"


def _has_forms(template: str | list[str]) -> bool:
    return isinstance(template, str) and has_forms(template)


def fields(template: str | list[str]) -> set[str]:
    """List the names of the values a text wants, the plurals it counts with left aside."""
    texts = [template] if isinstance(template, str) else template
    found = {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}
    return {re.split(r"[.\[]", name)[0] for name in found}


def main() -> int:
    """Print what is wrong; 0 if nothing is."""
    found = list(problems())
    for problem in found:
        print(problem)
    print(f"texts: {len(catalogs())} catalogs, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
