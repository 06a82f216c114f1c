"""The rules as pages: the same sections in every language, numbers from tables, examples from the engine."""

from __future__ import annotations

import re
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_folder, game_part
from burgomaster.web.game_pages import facts_of
from tests.server.fixtures import Running

GAMES = [game["game"] for game in bm.games()]
HEADING = re.compile(r'<h2 id="([\w-]+)">')
YEARS = re.compile(r"\b(2004|2014)\b")


def source(game: str, language: str) -> str:
    return (game_folder(game) / "web" / "templates" / f"rules_{language}.html").read_text(encoding="utf-8")


def examples(game: str, language: str) -> dict[str, Any]:
    found: dict[str, Any] = game_part(game, "web.rules_page").examples(language)
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_a_page_with_contents(server: Running, game: str, language: str) -> None:
    client = server.client(headers={"Accept-Language": language})
    page = client.get(f"/rules/{game}").text
    anchors = HEADING.findall(source(game, language))
    assert len(anchors) >= 10 and len(set(anchors)) == len(anchors)
    for anchor in anchors:
        assert f'<a href="#{anchor}">' in page and f'<h2 id="{anchor}">' in page
    assert f'href="/cards/{game}"' in page and f'href="/learn/{game}"' in page
    assert re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)", page) is None


@pytest.mark.parametrize("game", GAMES)
def test_all_languages_have_the_same_sections_and_examples(game: str) -> None:
    pictures = re.compile(r"(?:faces_of|goods_of)\(([^)]*)\)")
    for pattern in (HEADING, re.compile(r"examples\.(\w+)"), pictures):
        found = [pattern.findall(source(game, language)) for language in LANGUAGES]
        assert found[0] == found[1]
    assert set(re.findall(r"examples\.(\w+)", source(game, "en"))) == set(examples(game, "en"))


@pytest.mark.parametrize("game", GAMES)
def test_all_languages_use_the_same_facts(game: str) -> None:
    used = [set(re.findall(r"fact\.(\w+)", source(game, language))) for language in LANGUAGES]
    assert used[0] == used[1]
    lesson = (game_folder(game) / "web" / "lesson.toml").read_text(encoding="utf-8")
    told = set(re.findall(r"\{(\w+)[:\[}]", lesson)) - {"money", "score"}
    assert used[0] | told == set(facts_of(game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_typed_that_the_tables_hold(game: str, language: str) -> None:
    text = re.sub(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", " ", source(game, language), flags=re.DOTALL)
    text = YEARS.sub("", re.sub(r"<[^>]*>", " ", text))
    assert re.search(r"\d", text) is None, re.findall(r".{30}\d.{30}", text, flags=re.DOTALL)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_shown_as_the_engine_played_it(server: Running, game: str, language: str) -> None:
    page = server.client(headers={"Accept-Language": language}).get(f"/rules/{game}").text
    for key, example in examples(game, language).items():
        part = page[page.index(f'id="example-{key}"') :]
        part = part[: part.index("</div>")]
        assert any(choice.is_legal for choice in example.choices)
        for choice in example.choices:
            assert f"<summary>{choice.text}".split("'")[0] in part.replace("&#39;", "'")
            for figure, before in choice.before.items():
                after = choice.after[figure]
                assert (f"{before} → <b>{after}</b>" if before != after else f": {before}") in part


def test_prices_crowds_and_the_red_line_of_the_rules_are_the_worked_ones() -> None:
    prices = {choice.text: choice for choice in examples("petersburg", "en")["prices"].choices}
    firehouse = prices["Buy Firehouse from the lower row for 8 rubles"]
    assert firehouse.arithmetic == "11 − 1 (lower row) − 1 (same cards) − 1 (discount) = 8 rubles"
    assert firehouse.before["money"] - firehouse.after["money"] == 8
    library = [choice for choice in prices.values() if not choice.is_legal]
    assert [choice.reason for choice in library] == ["Library costs 15 rubles and you have 14 rubles"]
    crowd = examples("spyrium", "en")["crowd"].choices
    assert [choice.after["money"] - choice.before["money"] for choice in crowd] == [2, 1, -3, -4, -4]
    assert crowd[2].arithmetic == "1 + 2 (crowd) = £3"
    beside, apart, _ = examples("suburbia", "en")["line"].choices
    assert any("crosses the red line at 15" in line for line in beside.lines)
    assert (beside.before["score"], beside.after["score"]) == (10, 16)
    assert not any("red line" in line for line in apart.lines)


def test_facts_are_those_of_the_kernels() -> None:
    from burgomaster.games.petersburg.rules.scoring import noble_points

    table = bm.game("petersburg", players=2).new(seed=1)
    facts = facts_of("petersburg")
    assert [noble_points(table.state, n) for n in range(11)] == facts["noble_points"]
    assert table.money == [facts["start_rubles"]] * 2
    assert len(table.view(0)["upper"]) == 2 * facts["first_cards"]
    sizes = {deck: len(cards) for deck, cards in table.setup["decks"].items()}
    assert {deck: n for deck, n in facts["decks"][0]["sizes"].items() if n} == sizes
    borough = bm.game("suburbia", players=2).new(seed=1).view(None)["players"][0]
    for name in ("money", "income", "reputation", "population"):
        assert borough[name] == facts_of("suburbia")[f"start_{name}"]
    assert facts_of("suburbia")["near_lines"][-2:] == [98, 101]
    district = bm.game("spyrium", players=2).new(seed=1).view(None)["players"][0]
    spyrium = facts_of("spyrium")
    assert district["money"] == spyrium["start_money"] + spyrium["first_income"]
    assert district["workers"]["own"] == spyrium["start_workers"]


def test_an_unknown_game_has_no_rules(server: Running) -> None:
    assert server.client().get("/rules/chess").status_code == 404
