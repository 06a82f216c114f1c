"""The page of a game that is still being compiled, in a real browser: it counts, and goes on by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from burgomaster.bots.preparing import RULES
from tests.server.fixtures import Running
from tests.server.test_preparing import HeldPreparer, held  # noqa: F401  # a fixture
from tests.web.fixtures import SETUP, Visit
from tests.web.test_browser import audit

PHONE = {"width": 320, "height": 700}


@pytest.mark.slow
def test_the_rules_appear_by_themselves(visit: Visit, held: tuple[Running, HeldPreparer]) -> None:  # noqa: F811
    visitor = visit(url=held[0].url, size=PHONE)
    page = visitor.go("/rules/suburbia")
    expect(page.locator("#preparing-count")).to_have_text("70 / 213")
    assert page.locator("#preparing progress").get_attribute("value") == "70"
    audit(page)
    held[1].ready[RULES].set()
    expect(page.locator("h2").first).to_be_visible()
    expect(page.locator("#preparing")).to_have_count(0)
    forget_unavailable(visitor.complaints)


@pytest.mark.slow
def test_a_table_opens_by_itself(visit: Visit, held: tuple[Running, HeldPreparer]) -> None:  # noqa: F811
    visitor = visit(url=held[0].url, size=PHONE, language="ru")
    page = visitor.go(SETUP)
    page.locator('form[action="/tables"] button.primary').first.click()
    expect(page.locator("#preparing")).to_be_visible()
    held[1].ready[RULES].set()
    page.wait_for_url("**/t/*")
    expect(page.locator("#table")).to_be_visible()
    forget_unavailable(visitor.complaints)


@pytest.mark.slow
def test_without_scripts_the_page_asks_again(visit: Visit, held: tuple[Running, HeldPreparer]) -> None:  # noqa: F811
    visitor = visit(url=held[0].url, size=PHONE, java_script_enabled=False)
    page = visitor.go("/rules/suburbia")
    expect(page.locator("#preparing")).to_be_visible()
    held[1].ready[RULES].set()
    expect(page.locator("#preparing")).to_have_count(0)
    forget_unavailable(visitor.complaints)


def forget_unavailable(complaints: list[str]) -> None:
    """A browser tells of every 503; here they are meant."""
    complaints[:] = [told for told in complaints if "503" not in told]
