"""The texts of all catalogs: complete in every language, with the same gaps to fill, in the right script."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from burgomaster.core import check_texts
from burgomaster.core.language import LANGUAGES, Catalog

CATALOGS = {"/".join(catalog.folder.parts[-3:]): catalog for catalog in check_texts.catalogs()}
PLURALS = {key for catalog in CATALOGS.values() for key in catalog.entries("en") if key.startswith("plural.")}
NO_WORDS = ("gender.", "key.")  # letters for the grammar, and keys of a keyboard
RUSSIAN = re.compile("[а-яё]", re.IGNORECASE)
OF_PARSER = re.compile(r"%\(\w+\)s|%s")  # the gaps of argparse


def literals(template: str) -> str:
    return "".join(literal for literal, *_ in string.Formatter().parse(template))


def test_nothing_is_wrong_with_any_catalog() -> None:
    assert len(CATALOGS) > 10
    assert list(check_texts.problems()) == []


@pytest.mark.parametrize("name", CATALOGS)
def test_no_text_is_empty_and_every_counted_word_exists(name: str) -> None:
    for language in LANGUAGES:
        for key, text in CATALOGS[name].entries(language).items():
            if isinstance(text, list):
                assert all("{n}" in form for form in text) or "/rules" not in name, key
                continue
            assert text.strip() or key == "stats.name", key  # the heading of a column of names
            counted = {f"plural.{spec}" for *_, spec, _ in string.Formatter().parse(text) if spec}
            assert counted <= PLURALS, key


@pytest.mark.parametrize("name", CATALOGS)
def test_russian_texts_are_russian_with_the_gaps_of_the_english_ones(name: str) -> None:
    english, russian = (CATALOGS[name].entries(language) for language in LANGUAGES)
    for key, text in russian.items():
        if isinstance(text, str):
            assert sorted(OF_PARSER.findall(text)) == sorted(OF_PARSER.findall(str(english[key]))), key
            has_words = any(char.isalpha() for char in literals(text)) and not key.startswith(NO_WORDS)
            assert not has_words or RUSSIAN.search(text) or text == english[key], key


def test_a_problem_of_a_catalog_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "en": 'same = "{a}"\nonly = "x"\nmine = "{player} [goes|go]"\n[plural]\nday = ["{n} day", "days"]\n',
        "ru": 'same = "{b}"\nmine = "{player} идёт"\n[plural]\nday = ["{n} день", "{n} дня"]\n',
    }
    for language, text in texts.items():
        (tmp_path / f"text_{language}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(check_texts, "catalogs", lambda: [Catalog(tmp_path)])
    found = "\n".join(check_texts.problems())
    for problem in ("only is not in every", "same has other fields in ru", "mine speaks to", "day needs 3"):
        assert problem in found, found
