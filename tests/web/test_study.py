"""Hints and analyses in a real browser: drawn on the board, said in words, and gone when they are old."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from burgomaster.server import advice
from tests.campaigns.clients import new_client, open_table
from tests.server.fixtures import Running
from tests.web.fixtures import PATIENCE, PHONE, Visit
from tests.web.scenes import to_end
from tests.web.test_browser import audit


@pytest.mark.slow
def test_a_hint_is_drawn_on_the_board_and_put_away(visit: Visit, server: Running) -> None:
    with new_client(server.url) as client:
        made = open_table(client, game="petersburg", options={"players": 2}, bots=["greedy"])
    visitor = visit(size=PHONE, reduced_motion="reduce")
    page = visitor.go(f"/t/{made['table']}?key={made['key']}")
    expect(page.locator('#table[data-turn="1"]')).to_be_attached()
    held: list[Route] = []
    page.route(re.compile("/hint"), lambda route: held.append(route))
    ask = page.locator("#control-hint")
    ask.click()
    expect(ask).to_have_attribute("aria-busy", "true")  # it takes long, and says so
    expect(page.locator("#hint")).to_have_text("Thinking about your move…")
    held[0].continue_()
    rows = page.locator("#hint [data-hint-move]")
    expect(rows).to_have_count(3)
    expect(ask).not_to_have_attribute("aria-busy", "true")
    for rank in ("1", "2", "3"):
        expect(page.locator(f'#board [data-hint-rank="{rank}"]').first).to_be_attached()
    assert page.locator("#board .hint-badge").count() == page.locator("#board [data-hint-rank]").count()
    expect(rows.first).to_contain_text("points")
    audit(page)
    page.locator('#board a[data-hint-rank="1"]:visible').first.click()  # nothing lies over what is marked
    best = rows.first.get_attribute("data-hint-move")
    expect(page.locator(f'#board [value="{best}"][data-hint-rank="1"]:visible').first).to_be_visible()
    page.unroute(re.compile("/hint"))
    ask.evaluate("button => button.click()")
    expect(page.locator("[data-hint-rank]")).to_have_count(0)
    expect(rows).to_have_count(0)
    ask.evaluate("button => button.click()")
    expect(rows).to_have_count(3)
    page.locator(f'#board [value="{best}"]:visible').first.click()
    expect(rows).to_have_count(0)  # another position, another question
    expect(page.locator("[data-hint-rank]")).to_have_count(0)


@pytest.mark.slow
def test_an_analysis_is_walked_through_its_mistakes(
    visit: Visit, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "SIMULATIONS", 24)
    path = to_end(server, "spyrium", players=2).partition("?")[0]
    page = visit(reduced_motion="reduce").go(f"{path}/analysis")
    study = page.locator("#study")
    expect(study).to_be_visible(timeout=PATIENCE)
    audit(page)
    expect(page.locator(".curve-name")).to_have_text(["Anna", "Boris"])
    expect(page.locator(".axis.end")).to_have_text(["0%", "25%", "50%", "75%", "100%"])
    assert page.locator(".chances .axis:not(.end)").count() >= 6
    slips = [int(row.get_attribute("data-row") or 0) for row in page.locator("[data-slip]").all()]
    assert len(slips) >= 2
    page.locator(f'.slip[data-ply="{slips[0]}"]').press("Enter")
    expect(study).to_have_attribute("data-now", str(slips[0]))
    expect(page.locator("#board [data-hint-rank]").first).to_be_attached()
    expect(page.locator("tr.now td a")).to_have_text(str(slips[0]))
    expect(
        page.locator("#study-why[open] .reasons-total")
    ).to_be_visible()  # why is what one asks of a mistake
    page.locator("#study-why > summary").click()
    page.locator("#study-slip_on").click()
    expect(study).to_have_attribute("data-now", str(slips[1]))
    expect(page.locator("#study-why .reasons-total")).to_be_hidden()  # who closes them reads on without
    mine = [row.get_attribute("data-row") for row in page.locator('[data-slip][data-seat="1"]').all()]
    page.locator("#study-whose").select_option("1")
    wanted = next((ply for ply in mine if int(ply or 0) > slips[1]), None)
    if wanted is not None:
        page.locator("#study-slip_on").click()
        expect(study).to_have_attribute("data-now", wanted)
    box = page.locator("#chances").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 62 / 600, box["y"] + box["height"] / 8)
    expect(study).to_have_attribute("data-now", "1")
    page.wait_for_url(re.compile("ply=1$"))
    page.keyboard.press("ArrowRight")
    expect(study).to_have_attribute("data-now", "2")
    expect(page.locator("#board [name=move]")).to_have_count(0)
