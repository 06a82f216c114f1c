"""Lessons, rules and galleries in a real browser: what a newcomer sees and presses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import burgomaster as bm
from burgomaster.web.lessons import load_lesson
from tests.cases import crossed, sweep
from tests.web.fixtures import DESKTOP, Visit
from tests.web.test_browser import audit

GAMES = [game["game"] for game in bm.games()]
SMALL = {"width": 360, "height": 740}
SIZES = {"phone": SMALL, "desktop": DESKTOP}


def begin(page: Page, game: str) -> None:
    """Begin a lesson from the lobby with one press."""
    page.locator(f'.first-time form[action="/learn/{game}"] button').click()
    expect(page.locator("#lesson .lesson-do")).to_be_visible()


def press_hints(page: Page) -> None:
    """Press what is marked on the board: first what is seen, which may show more."""
    move = page.locator("#lesson").get_attribute("data-suggested")
    button = page.locator(f'#board .lesson-hint[value="{move}"]')
    if not button.first.is_visible():
        page.locator("#board a.lesson-hint:visible").first.click()
    button.locator("visible=true").first.click()


@pytest.mark.parametrize("size", sweep(SIZES, lambda size: size == "phone"))
def test_a_lesson_shows_on_the_board_what_to_press(visit: Visit, size: str) -> None:
    learner = visit(size=SIZES[size])
    page = learner.go()
    begin(page, "petersburg")
    audit(page)
    for place in range(1, 8):
        expect(page.locator(".lesson-step")).to_contain_text(f"Step {place} of")
        expect(page.locator("#board .lesson-hint").first).to_be_attached()
        press_hints(page)
    expect(page.locator(".lesson-step")).to_contain_text("Step 8 of")
    page.reload()
    expect(page.locator(".lesson-step")).to_contain_text("Step 8 of")
    audit(page)


@pytest.mark.parametrize("game", sweep(GAMES, lambda game: game == GAMES[-1]))
def test_a_lesson_can_be_played_from_its_panel_alone(visit: Visit, game: str) -> None:
    learner = visit(language="ru", size=SMALL)
    page = learner.go()
    begin(page, game)
    lesson = load_lesson(game)
    for step in [step for step in lesson.steps if step.explanation is not None]:
        expect(page.locator("#lesson-title")).to_have_text(step.explanation.title["ru"])
        expect(page.locator("#lesson")).to_have_attribute("data-suggested", step.move)
        page.locator(".lesson-do button").click()
    expect(page.locator("#lesson-title")).to_have_text(lesson.end.title["ru"])
    audit(page)


def test_another_move_is_told_kindly(visit: Visit) -> None:
    learner = visit()
    page = learner.go()
    begin(page, "petersburg")
    page.locator('#board button[name="move"][value="pass"]').first.click()
    expect(page.locator("#notice")).to_contain_text("of this lesson")
    expect(page.locator(".lesson-step")).to_contain_text("Step 1 of")
    learner.complaints = [
        one for one in learner.complaints if "422" not in one
    ]  # the browser reports the refusal


@pytest.mark.parametrize(("language", "size"), crossed(["en", "ru"], list(SIZES)))
def test_pages_to_read_are_in_order(visit: Visit, language: str, size: str) -> None:
    reader = visit(language=language, size=SIZES[size])
    for game in GAMES:
        for path in (f"/rules/{game}", f"/cards/{game}", f"/learn/{game}"):
            audit(reader.go(path))


def test_the_contents_lead_to_every_section(visit: Visit) -> None:
    page = visit().go("/rules/petersburg")
    page.locator('.contents a[href="#market"]').click()
    expect(page.locator("#market")).to_be_in_viewport()
    choices = page.locator("#example-prices details")
    assert choices.count() == 5 and page.locator("#example-prices details[open]").count() == 1
    choices.nth(2).locator("summary").click()
    expect(page.locator("#example-prices details[open]")).to_have_count(1)  # one choice at a time
    expect(choices.nth(2)).to_have_attribute("open", "")


def test_cards_are_searched_and_filtered(visit: Visit) -> None:
    page = visit(language="ru").go("/cards/petersburg")
    page.locator("#card-search input").fill("потемкин деревня")
    expect(page.locator(".exhibit:visible")).to_have_count(3)
    expect(page.locator(".shelf:visible")).to_have_count(1)
    page.locator("#card-search input").fill("")
    everything = page.locator(".exhibit:visible").count()
    page.locator("#set-banquet").check(force=True)
    few = page.locator(".exhibit:visible").count()
    assert 0 < few < everything
    assert page.locator(".exhibit:visible:not(.in-banquet)").count() == 0


def test_without_a_script_all_cards_are_there(visit: Visit) -> None:
    page = visit(java_script_enabled=False).go("/cards/petersburg#wharf")
    expect(page.locator("#card-search")).to_be_hidden()
    expect(page.locator("#wharf")).to_be_in_viewport()
    page.locator("#set-2014").check(force=True)
    assert page.locator(".exhibit:visible:not(.in-2014)").count() == 0
