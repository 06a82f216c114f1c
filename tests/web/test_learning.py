"""Lessons, rules and galleries in a real browser: what a newcomer sees and presses."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import burgomaster as bm
from burgomaster.web.lessons import load_lesson
from tests.campaigns.clients import new_client
from tests.cases import never, sweep
from tests.profiles import is_thorough
from tests.server.fixtures import until
from tests.server.test_lessons import play, wait_for
from tests.web.fixtures import DESKTOP, PATIENCE, Visit, Visitor
from tests.web.test_browser import audit

GAMES = [game["game"] for game in bm.games()]
SMALL = {"width": 360, "height": 740}
SIZES = {"phone": SMALL, "desktop": DESKTOP}
QUICK_STEPS = 6  # so many steps of a lesson by presses in `make test`, the others without the page


def begin(page: Page, game: str) -> None:
    page.locator(f'.first-time form[action="/learn/{game}"] button').click()
    expect(page.locator("#lesson .lesson-do")).to_be_visible()


WAYS = ("a.lesson-hint:not([aria-expanded='true'])", "g.lesson-hint")  # to a button that is not seen yet
PLACES = """() => {
  const lesson = document.getElementById("lesson"), box = lesson.getBoundingClientRect();
  const rings = [...document.querySelectorAll(".lesson-ring")].length;
  const wanted = lesson.dataset.show ? lesson.dataset.show.split(", ") : [];
  const lost = wanted.filter((one) => !document.querySelector("#board " + one));
  return {top: box.top, height: box.height, bottom: box.bottom, rings, lost};
}"""


def press_hints(page: Page) -> None:
    """Press what is marked on the board: first what is seen, which may show more."""
    move = page.locator("#lesson").get_attribute("data-suggested")
    expect(page.locator(f'#board .lesson-hint[value="{move}"]').first).to_be_attached()
    button = page.locator(f'#board .lesson-hint[value="{move}"]').locator("visible=true")

    def is_seen() -> bool:
        """Press what shows more, again if an update of the page swallowed the press."""
        ways = page.locator(", ".join(f"#board {way}:visible" for way in WAYS))
        if not button.count() and ways.count():
            ways.first.click()
        return bool(button.count())

    until(is_seen)
    words = page.locator("#lesson").bounding_box()
    assert words["y"] >= 0 and words["y"] + 60 < page.viewport_size["height"]  # what to do stays in sight
    button.first.click()


def expect_pointing(page: Page, height: float) -> float:
    """Expect the text in sight, as high as before, and a ring around everything that it speaks of."""

    def pointed() -> dict[str, Any] | None:  # an update of the page puts the rings on anew
        found = page.evaluate(PLACES)
        return found if found["lost"] == [] and found["rings"] > 0 else None

    found = until(pointed)
    assert found["top"] >= 0 and found["bottom"] < page.viewport_size["height"]
    assert height in (0, found["height"])
    return float(found["height"])


def skip_to_end(visitor: Visitor, moves: list[str]) -> None:
    """Make the other moves of a lesson without its page, and open it again."""
    cookies = {cookie["name"]: cookie["value"] for cookie in visitor.context.cookies()}
    path = visitor.page.url.removeprefix(visitor.url)
    visitor.page.goto("about:blank")
    with new_client(visitor.url, cookies=cookies) as client:
        for move in moves:
            wait_for(client, path, move)
            assert play(client, path, move).status_code == 303
    visitor.go(path)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "size"),
    sweep(product(GAMES, SIZES), never, slow=lambda *case: case == ("spyrium", "phone")),
)
def test_a_lesson_is_played_by_pressing_what_is_marked(visit: Visit, game: str, size: str) -> None:
    learner, height = visit(size=SIZES[size], reduced_motion="reduce"), 0.0
    page = learner.go(f"/learn/{game}")
    page.locator("button.primary").click()
    steps = [one for one in load_lesson(game).steps if one.explanation]
    pressed = steps if is_thorough() else steps[:QUICK_STEPS]
    for place, step in enumerate(pressed, start=1):
        expect(page.locator("#lesson")).to_have_attribute("data-suggested", step.move, timeout=PATIENCE)
        expect(page.locator(".lesson-step")).to_contain_text(f"Step {place} of")
        expect(page.locator("#board .lesson-ring").first).to_be_attached()
        height = expect_pointing(page, height)
        if place == QUICK_STEPS:
            audit(page)  # also in the middle of a lesson
            page.reload()
            expect(page.locator(".lesson-step")).to_contain_text(f"Step {place} of")
        press_hints(page)
    if not is_thorough():
        skip_to_end(learner, [step.move for step in steps[QUICK_STEPS:]])
    expect(page.locator("#lesson-title")).to_have_text(load_lesson(game).end.title["en"])
    page.locator("[data-lesson=close]").click()
    expect(page.locator("#lesson")).to_be_hidden()


@pytest.mark.slow
def test_earlier_steps_are_read_again_and_the_text_is_folded(visit: Visit) -> None:
    page = visit(size=SMALL).go()
    begin(page, "petersburg")
    told = [step.explanation.title["en"] for step in load_lesson("petersburg").steps if step.explanation]
    press_hints(page)
    expect(page.locator("#lesson-title")).to_have_text(told[1])
    page.locator("[data-lesson=back]").click()
    expect(page.locator("#lesson-title")).to_have_text(told[0])
    expect(page.locator(".lesson-step")).to_contain_text("Step 1 of")
    page.locator("[data-lesson=on]").click()
    expect(page.locator("#lesson-title")).to_have_text(told[1])
    expect(page.locator("[data-lesson=on]")).to_be_disabled()
    page.locator("[data-lesson=fold]").click()
    expect(page.locator(".lesson-words")).to_be_hidden()
    assert page.locator("#lesson").bounding_box()["height"] < 64
    page.reload()
    expect(page.locator(".lesson-words")).to_be_hidden()
    page.locator("[data-lesson=fold]").click()
    page.locator(".lesson-menu summary").click()
    audit(page)
    page.locator(".lesson-menu form button").click()  # and from the beginning
    expect(page.locator("#lesson-title")).to_have_text(told[0])


@pytest.mark.thorough
@pytest.mark.parametrize("game", sweep(GAMES, lambda game: game == "suburbia"))
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


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("language", "size"),
    sweep(product(["en", "ru"], SIZES), quick=never, slow=lambda *case: case == ("ru", "desktop")),
)
def test_pages_to_read_are_in_order(visit: Visit, language: str, size: str) -> None:
    reader = visit(language=language, size=SIZES[size])
    for game in GAMES:
        for path in (f"/rules/{game}", f"/cards/{game}", f"/learn/{game}"):
            audit(reader.go(path))


@pytest.mark.slow
def test_the_contents_lead_to_every_section(visit: Visit) -> None:
    page = visit().go("/rules/petersburg")
    page.locator('.contents a[href="#market"]').click()
    expect(page.locator("#market")).to_be_in_viewport()
    choices = page.locator("#example-prices details")
    assert choices.count() == 5 and page.locator("#example-prices details[open]").count() == 1
    choices.nth(2).locator("summary").click()
    expect(page.locator("#example-prices details[open]")).to_have_count(1)  # one choice at a time
    expect(choices.nth(2)).to_have_attribute("open", "")


@pytest.mark.slow
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


@pytest.mark.slow
def test_without_a_script_all_cards_are_there(visit: Visit) -> None:
    page = visit(java_script_enabled=False).go("/cards/petersburg#wharf")
    expect(page.locator("#card-search")).to_be_hidden()
    expect(page.locator("#wharf")).to_be_in_viewport()
    page.locator("#set-2014").check(force=True)
    assert page.locator(".exhibit:visible:not(.in-2014)").count() == 0
