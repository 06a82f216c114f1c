"""Spyrium in a real browser: a whole game by clicks, and choices that outlive the moves of others."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.campaigns.clients import new_client, open_for_two, open_table
from tests.profiles import is_thorough
from tests.server.fixtures import Running, until
from tests.web.fixtures import DESKTOP, PHONE, Visit, Visitor
from tests.web.scenes import to_end
from tests.web.test_browser import audit

BUSY = ".pick.live"  # panels in which a move can be made
READY = 'button[name="move"]:visible'
QUICK_MOVES = 6  # so many by clicks in `make test`, which then looks at the end of another game
SMALL_PHONE = {**PHONE, "width": 360}


def sit_down(visitor: Visitor, server: Running, bot: str) -> None:
    """Sit down at a new table for two against a bot, and open its page."""
    with new_client(server.url) as client:
        made = open_table(client, game="spyrium", options={"players": 2}, bots=[bot])
    visitor.go(f"/t/{made['table']}?key={made['key']}")


def choose(page: Page, dice: random.Random) -> bool:
    """Pick a thing on the table and press a button of its panel; whether one was pressed."""
    answers = page.locator(f".question {READY}")
    turn = page.locator(f".actions > header {READY}")
    keys = page.locator(BUSY).evaluate_all("panels => panels.map(panel => panel.dataset.key)")
    if answers.count():
        answers.nth(dice.randrange(answers.count())).click()
        return True
    if turn.count() and (not keys or dice.random() < 0.15):
        turn.click()
        return True
    key = dice.choice(keys)
    page.locator(f'.table [data-pick="{key}"]').first.click()
    panel = page.locator(f"#pick-{key}")
    expect(panel).to_have_attribute("open", "")
    answer_questions(panel, dice)
    buttons = panel.locator(READY)
    if buttons.count():
        buttons.nth(dice.randrange(buttons.count())).click()
        return True
    expect(panel.locator(".reason:visible").first).not_to_be_empty()  # these answers together are too dear
    page.keyboard.press("Escape")
    expect(panel).not_to_have_attribute("open", "")
    return False


def answer_questions(panel: Locator, dice: random.Random) -> None:
    """Answer each question of a panel somehow."""
    parts = panel.locator("[data-part]")
    for place in range(parts.count()):
        options = parts.nth(place).locator("label")
        options.nth(dice.randrange(options.count())).click()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("language", "size", "bot"),
    [
        pytest.param("ru", SMALL_PHONE, "random", marks=pytest.mark.slow),
        pytest.param("en", DESKTOP, "greedy", marks=pytest.mark.thorough),
    ],
)
def test_a_whole_game_by_clicks(
    visit: Visit, server: Running, language: str, size: dict[str, int], bot: str
) -> None:
    visitor, dice = visit(language=language, size=size, reduced_motion="reduce"), random.Random(7)
    sit_down(visitor, server, bot)
    page = visitor.page
    audited = n_moves = 0
    table, board = page.locator("#table"), page.locator("#board")
    while table.get_attribute("data-over") != "1":
        until(lambda: visitor.is_turn() or table.get_attribute("data-over") == "1")
        if not visitor.is_turn():
            continue
        if n_moves == QUICK_MOVES and not is_thorough():
            visitor.go(to_end(server, "spyrium", players=2))
            continue
        if audited < 3 or (page.locator(".question").count() and audited < 6):
            audit(page)
            audited += 1
        before = board.get_attribute("data-number")
        if choose(page, dice):
            n_moves += 1
            until(lambda before=before: board.get_attribute("data-number") != before)
    expect(page.locator("#result")).to_be_visible()
    assert page.locator("#result polyline").count() == 2
    audit(page)


@pytest.mark.slow
def test_a_choice_outlives_the_moves_of_others(visit: Visit, server: Running) -> None:
    anna, boris = open_for_two(server.url, game="spyrium")
    mover, other = (anna, boris) if anna.get()["can_act"] else (boris, anna)
    visitor = visit(size=PHONE, language="ru")
    page = visitor.go(f"/t/{other.table}?key={other.key}")
    page.locator('.lot-cell [data-pick="card-4"]').click()
    panel = page.locator("#pick-card-4")
    expect(panel).to_have_attribute("open", "")
    assert mover.play("place 3").status_code == 200
    until(visitor.is_turn)
    expect(page.locator("#gap-3 .pawn")).to_have_count(1)
    expect(panel).to_have_attribute("open", "")
    expect(panel.locator(".sum .more td").first).to_have_text("+1")
    page.keyboard.press("Escape")
    expect(panel).not_to_have_attribute("open", "")


@pytest.mark.slow
def test_answers_leave_the_button_that_fits(visit: Visit, server: Running) -> None:
    anna, boris = open_for_two(server.url, game="spyrium", seed=4)
    mover, other = (anna, boris) if anna.get()["can_act"] else (boris, anna)
    for gap in (7, 10):
        assert mover.play(f"place {gap}").status_code == 200
        assert other.play("place 0").status_code == 200
    assert mover.play("switch").status_code == 200
    visitor = visit()
    page = visitor.go(f"/t/{mover.table}?key={mover.key}")
    page.locator('.lot-cell [data-pick="card-4"]').click()
    panel = page.locator("#pick-card-4")
    for gap in (10, 7):
        panel.locator(f'label:has(input[value="{gap}"])').first.click()
        earn = panel.locator("button.earn:visible")
        expect(earn).to_have_count(1)
        expect(earn).to_have_attribute("value", f"earn {gap} at 4")
