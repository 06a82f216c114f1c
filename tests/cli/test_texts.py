"""Every text in every language, with the same gaps to fill."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from burgomaster.cli.arguments import SENTENCES
from burgomaster.cli.arguments import TEXTS as CLI_TEXTS
from burgomaster.cli.main import COMMANDS
from burgomaster.core.language import LANGUAGES, Catalog
from burgomaster.core.registry import game_folder, game_names
from burgomaster.core.translator import NO_BREAK, Translator
from burgomaster.games.petersburg.rules.cards import Good
from burgomaster.games.petersburg.rules.options import EXPANSIONS
from burgomaster.games.petersburg.terminal.choices import GROUP_OF
from burgomaster.games.suburbia.rules.cards import IDS, N_TILES
from burgomaster.terminal.prompt import BACK, PAGE
from burgomaster.terminal.prompt import COMMANDS as KEYS
from burgomaster.terminal.screen import load_screen
from burgomaster.terminal.texts import FOLDER, TEXTS, game_translator

KEYS_OF_CALLS = re.compile(
    r"""(?:say|failed|wrong_use|Message|add_number)\(\s*"""
    r"""(?:TEXTS, |self\.|parser, say, |task, say, )?"([a-z_.]+)"[,)]"""
)


def catalogs() -> dict[Path, Catalog]:
    found = {CLI_TEXTS.folder: CLI_TEXTS, FOLDER: TEXTS}
    for game in game_names():
        found[game_folder(game) / "terminal"] = game_translator(game, "en").catalog
    return found


def named_keys(folder: Path) -> Iterator[str]:
    for path in folder.glob("*.py"):
        yield from KEYS_OF_CALLS.findall(path.read_text())


def gaps(template: str) -> set[str]:
    """What is filled into a text; a counted gap needs not be counted in every language."""
    names = {name for _, name, _, _ in string.Formatter().parse(template) if name}
    return names | set(re.findall(r"%\((\w+)\)", template)) | set(re.findall(r"%s", template))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_have_the_same_key(language: str) -> None:
    for game in game_names():
        screen = load_screen(game, language)
        names = [*KEYS, BACK, *(f"{PAGE}{page}" for page in screen.pages)]
        typed = [word for name in names for word in screen.say(f"key.{name}").split()]
        assert len(typed) == len(set(typed))
        assert all(screen.say(f"help.{name}") for name in names if name != BACK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_the_code_names_is_there(language: str) -> None:
    named = {(catalog, key) for folder, catalog in catalogs().items() for key in named_keys(folder)}
    named |= {(CLI_TEXTS, key) for key in (*SENTENCES.values(), *(f"{name}.about" for name in COMMANDS))}
    assert len(named) > 300
    for catalog, key in named:
        assert catalog.template(language, key)


def test_the_texts_of_commands_and_of_the_terminal_name_no_game() -> None:
    for catalog in (CLI_TEXTS, TEXTS):
        for language in LANGUAGES:
            said = str(catalog.entries(language)).lower()
            assert [game for game in game_names() if game in said] == []


def test_russian_counts_are_russian() -> None:
    say = Translator(CLI_TEXTS, "ru")
    said = [say("check.suite", game="x", variant="y", players=n) for n in (1, 2, 5, 21, 111)]
    assert said == ["x y, 1 игрок", "x y, 2 игрока", "x y, 5 игроков", "x y, 21 игрок", "x y, 111 игроков"]
    assert say.count("player", 3) == "3 игрока"
    assert [Translator(TEXTS, language).number(1234567.8) for language in LANGUAGES] == [
        "1,234,568",
        "1 234 568".replace(" ", NO_BREAK),  # a line does not end inside a number
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_group_good_and_expansion_has_a_name(language: str) -> None:
    screen = load_screen("petersburg", language)
    assert set(GROUP_OF.values()) == set(screen.groups)
    assert set(screen.narrow_groups) <= set(screen.groups)
    keys = [f"screen.good.{good.name.lower()}" for good in Good]
    keys += [f"variant.{expansion}" for expansion in EXPANSIONS]
    assert all(screen.say(key) for key in keys)
    for game in game_names():
        screen = load_screen(game, language)
        assert all(screen.say(f"group.{group}") for group in screen.groups)


@pytest.mark.parametrize("language", LANGUAGES)
def test_suburbia_has_short_names_of_tiles_and_words_of_its_own_for_what_speaks_of_cards(
    language: str,
) -> None:
    say = load_screen("suburbia", language).say
    names = [say(f"short.{tile}") for tile in IDS[: N_TILES + 1]]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 8
    own = ("play.no_card", "play.many_cards", "play.which_card", "undo.reveal", "help.card", "help.undo")
    for key in own:
        said, usual = say.catalog.template(language, key), TEXTS.template(language, key)
        assert said != usual and gaps(said) == gaps(usual)
