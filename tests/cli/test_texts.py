"""Every text in every language, with the same gaps to fill."""

from __future__ import annotations

import re
import string

import pytest

from burgomaster.cli.arguments import SENTENCES
from burgomaster.cli.main import COMMANDS
from burgomaster.core.language import LANGUAGES, N_FORMS, Catalog
from burgomaster.games.petersburg.rules.cards import Good
from burgomaster.games.petersburg.rules.options import EXPANSIONS
from burgomaster.games.petersburg.rules.options import TEXTS as GAME_TEXTS
from burgomaster.games.petersburg.terminal.actions import GROUP_OF
from burgomaster.games.suburbia.rules.cards import IDS, N_TILES
from burgomaster.games.suburbia.rules.options import TEXTS as SUBURBIA_TEXTS
from burgomaster.games.suburbia.terminal.screen import OWN_WORDS
from burgomaster.terminal.prompt import BACK
from burgomaster.terminal.prompt import COMMANDS as KEYS
from burgomaster.terminal.screen import load_screen
from burgomaster.terminal.texts import FOLDER, TEXTS, Voice
from tests.cases import every

ENTRIES = {language: TEXTS.entries(language) for language in LANGUAGES}
KEYS_OF_CALLS = re.compile(r"""(?:say|failed|wrong_use|Message)\((?:TEXTS, |self\.)?"([a-z_.]+)"[,)]""")


def gaps(template: str) -> set[str]:
    """What is filled into a text; a counted gap needs not be counted in every language."""
    names = {name for _, name, _, _ in string.Formatter().parse(template) if name}
    return names | set(re.findall(r"%\((\w+)\)", template)) | set(re.findall(r"%s", template))


def test_all_languages_have_the_same_keys() -> None:
    assert set(ENTRIES["en"]) == set(ENTRIES["ru"])


@every("key", sorted(key for key in ENTRIES["en"] if not key.startswith("plural.")))
def test_a_text_has_the_same_gaps_in_all_languages(key: str) -> None:
    assert gaps(ENTRIES["en"][key]) == gaps(ENTRIES["ru"][key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_all_its_forms(language: str) -> None:
    plurals = {key: forms for key, forms in ENTRIES[language].items() if key.startswith("plural.")}
    assert {key: len(forms) for key, forms in plurals.items()} == dict.fromkeys(plurals, N_FORMS[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_have_the_same_key(language: str) -> None:
    say = Voice(language)
    for game in ("petersburg", "suburbia"):
        names = [*KEYS, BACK, *(f"page_{page}" for page in load_screen(game, say).pages)]
        typed = [word for name in names for word in say(f"key.{name}").split()]
        assert len(typed) == len(set(typed))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_the_code_names_is_there(language: str) -> None:
    catalogs = {"suburbia": Catalog(FOLDER, SUBURBIA_TEXTS)}
    named = {
        (catalogs.get(path.stem.partition("_")[0], Catalog(FOLDER, GAME_TEXTS)), key)
        for path in FOLDER.glob("*.py")
        for key in KEYS_OF_CALLS.findall(path.read_text())
    }
    named |= {(TEXTS, key) for key in (*SENTENCES.values(), *(f"{name}.about" for name in COMMANDS))}
    assert len(named) > 100
    for catalog, key in named:
        assert catalog.template(language, key)


def test_russian_counts_are_russian() -> None:
    say = Voice("ru")
    said = [say("check.suite", game="x", variant="y", players=n) for n in (1, 2, 5, 21, 111)]
    assert said == ["x y, 1 игрок", "x y, 2 игрока", "x y, 5 игроков", "x y, 21 игрок", "x y, 111 игроков"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_good_and_expansion_has_a_name(language: str) -> None:
    screen = load_screen("petersburg", Voice(language))
    assert set(GROUP_OF.values()) == set(screen.groups)
    assert {*screen.narrow_groups, *screen.dense_groups} <= set(screen.groups)
    keys = [f"group.{group}" for group in screen.groups]
    keys += [f"petersburg.good.{good.name.lower()}" for good in Good]
    keys += [f"variant.{expansion}" for expansion in EXPANSIONS]
    assert all(screen.say(key) for key in keys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_of_suburbia_has_a_short_name_of_its_own(language: str) -> None:
    say = load_screen("suburbia", Voice(language)).say
    names = [say(f"short.{tile}") for tile in IDS[: N_TILES + 1]]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_suburbia_has_words_of_its_own_for_what_speaks_of_cards(language: str) -> None:
    screen = load_screen("suburbia", Voice(language))
    for key in OWN_WORDS:
        assert gaps(TEXTS.template(language, screen.key(key))) == gaps(TEXTS.template(language, key))
    assert all(screen.say(f"group.{group}") for group in screen.groups)
