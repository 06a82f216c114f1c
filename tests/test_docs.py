"""The guides name what there is: every file and module that architecture and contributing speak of exists."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from tools.docs import card_tables, command_line
from tools.docs.places import GAMES, SOURCES
from tools.docs.repository_links import turn_links

from burgomaster.cli.main import COMMANDS
from burgomaster.core.language import LANGUAGES
from burgomaster.core.options import read_csv
from tests.cases import every
from tests.guides import guides, name_of, prose_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "burgomaster"
OF_THE_PAST = "CHANGELOG.md"  # speaks of what was, too
GUIDES = sorted(name_of(path) for path in guides() if path.name != OF_THE_PAST)
APPEARING = re.compile(r"(?:site|dist)/.*|game\.json|burgomaster/1")  # what is made, and no path at all
NAME = re.compile(r"`([\w./<>*-]+)`")
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
ADDRESS = re.compile(r"`(?:GET |POST )?(/(?!etc|opt|var)[a-z*][\w/.{}*-]*)`")
ELSEWHERE = {"/api/openapi.json", "/metrics", "/log", "/data", "/burgomaster"}
FILE = re.compile(r"\.(?:py|md|csv|toml|json|html|css|svg|js)$")
PLACES = (
    "",
    "core",
    "bots",
    "lab",
    "terminal",
    "web",
    "server",
    "games/*",
    "games/*/rules",
    "games/*/web",
    "games/*/bot",
)


def candidates(name: str, before: str) -> list[str]:
    """Where a name may lie: at the root, in the package, in a part of it, or beside the last one named."""
    plain = re.sub(r"<\w+>", "*", name)
    inside = [f"src/burgomaster/{place}/{plain}" for place in (*PLACES, before, f"games/*/{before}")]
    return [
        plain,
        *inside,
        f"tests/campaigns/{plain}",
        f"examples/*/{plain}",
        f"examples/*/*/{plain}",
        f"src/{plain}",
    ]


@cache
def is_there(pattern: str) -> bool:
    return next(ROOT.glob(pattern.replace("//", "/")), None) is not None


def missing(text: str) -> list[str]:
    found, before = [], ""
    for name in NAME.findall(text):
        if not (FILE.search(name) or "/" in name) or name.startswith(("/", "-", ".")):
            continue
        if APPEARING.fullmatch(name):
            continue
        if not any(is_there(pattern) for pattern in candidates(name.rstrip("/"), before)):
            found.append(name)
        before = name.rpartition("/")[0] or before
    return found


@every("guide", GUIDES)
def test_every_file_that_a_guide_names_exists(guide: str) -> None:
    assert missing(prose_of(ROOT / guide)) == []


# Links


@cache
def anchors_of(path: Path) -> set[str]:
    """What can be linked to inside a page: its headings, as the book and most viewers write them."""
    found = re.findall(r"^#+ (.+)$", prose_of(path), re.MULTILINE)
    plain = [re.sub(r"[^\w\s-]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", one)) for one in found]
    return {re.sub(r"\s", "-", one.strip().lower()) for one in plain}


def is_made(path: Path) -> bool:
    """Whether a page is made when the book is built: references, tables of cards."""
    name = path.as_posix().removeprefix(f"{ROOT.as_posix()}/docs/")
    return bool(re.fullmatch(r"(?:ru/)?(?:reference/.*|games/\w+/cards)\.md", name))


def wrong_links(page: Path, text: str) -> list[str]:
    """Links of a text that lead nowhere, or to a heading that is not there."""
    found = []
    for target, anchor in LINK.findall(text):
        path = Path(os.path.normpath(page.parent / target)) if target else page
        is_page = path.suffix == ".md" and path.exists()
        if not path.exists() and not is_made(path):
            found.append(target)
        elif anchor and is_page and anchor.lower() not in anchors_of(path):
            found.append(f"{target}#{anchor}")
    return found


@every("page", guides(), ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert wrong_links(page, prose_of(page)) == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    page = ROOT / "docs" / "index.md"
    text = "[a](nowhere.md) [b](play.md#the-board) [c](play.md#the-bored) [d](#nothing) "
    text += "[e](reference/json.md) [f](https://x.y)"
    assert wrong_links(page, text) == ["nowhere.md", "play.md#the-bored", "#nothing"]


def test_every_page_has_its_place_in_the_book() -> None:
    placed = re.findall(r"[\w/]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= set(placed), "give each page a place under nav in mkdocs.yml"
    assert set(SOURCES.values()) <= set(placed) and len(placed) == len(set(placed))


def test_every_page_in_russian_has_an_english_one() -> None:
    for path in (ROOT / "docs" / "ru").rglob("*.md"):
        other = ROOT / "docs" / path.relative_to(ROOT / "docs" / "ru")
        assert other.exists(), path
        mine, theirs = (len(re.findall(r"^## ", prose_of(page), re.M)) for page in (path, other))
        assert mine <= theirs, path


# Addresses of a server


def test_every_address_of_a_server_that_a_guide_names_exists() -> None:
    from burgomaster.server.app import ROUTERS, create_app
    from burgomaster.server.settings import Settings

    paths = {getattr(route, "path", "") for router in ROUTERS for route in router.routes}
    paths |= set(create_app(Settings(database="sqlite://", secret="-" * 32)).openapi()["paths"])
    known = [re.compile(re.sub(r"\\{[^}]+\\}", "[^/]+", re.escape(path))) for path in paths]
    for guide in GUIDES:
        for address in ADDRESS.findall(prose_of(ROOT / guide)):
            if address not in ELSEWHERE:
                assert any(one.fullmatch(address) for one in known), f"{guide}: {address}"


def test_a_name_that_is_not_there_is_found() -> None:
    assert missing("see `core/nothing.py`, `core/table.py`, `move.py`") == ["core/nothing.py"]


def packages() -> set[str]:
    """The packages that a reader of the sources meets; those of the games are told of once for all games."""
    found = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")}
    return {re.sub(r"^games/\w+/", "games/*/", one) for one in found if "/versions" not in one}


def test_the_architecture_names_every_package() -> None:
    told = set(re.findall(r"`([\w/*]+)`", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")))
    assert packages() - told - {".", "games"} - {f"games/{game}" for game in GAMES} == set()


# Pages that are made


@every("game, language", [(game, language) for game in GAMES for language in LANGUAGES])
def test_the_table_of_cards_says_what_every_card_does(game: str, language: str) -> None:
    page = card_tables.page(game, language)
    rows = [row for path in (PACKAGE / "games" / game / "rules").glob("*.csv") for row in read_csv(path)]
    named = [row for row in rows if "name_en" in row]
    assert len(named) > 20
    lines = page.splitlines()
    for row in named:
        line = next(
            line for line in lines if line.startswith(f"| `{row['id']}` | {row[f'name_{language}']} |")
        )
        assert '<span class="said">' in line, row["id"]


def test_the_page_of_commands_has_every_command_in_both_languages() -> None:
    for language in LANGUAGES:
        page = command_line.page(language)
        assert all(f"## `burgomaster {name}`" in page for name in COMMANDS)
        assert ("Аргумент" in page) == (language == "ru")


def test_links_are_turned_to_pages_of_the_book() -> None:
    text = "[a](../CONTRIBUTING.md#x) ![b](screenshots/lobby.webp) [c](../src/burgomaster/core/rng.py) [d](https://x.y)"
    turned = "[a](contributing.md#x) ![b](screenshots/lobby.webp) `c` [d](https://x.y)"
    assert turn_links(text, "docs/index.md", "index.md") == turned
    assert (
        turn_links("```\n[a](../CONTRIBUTING.md)\n```", "docs/x.md", "x.md").count("../CONTRIBUTING.md") == 1
    )
    inside = turn_links(
        "[a](../../../../docs/play.md)", "src/burgomaster/games/spyrium/rules.md", "games/spyrium/rules.md"
    )
    assert inside == "[a](../../play.md)"
