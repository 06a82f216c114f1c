"""A real browser below a path prefix: a few moves, another language, the lists of the lobby."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, expect

from tests.server.fixtures import new_server, settings_for, until
from tests.web.fixtures import Visit
from tests.web.test_browser import move, play_now
from tests.web.test_lobby import LISTS_PAUSE

PREFIX = "/clubs/burgomaster"


@pytest.mark.slow
def test_a_few_moves_below_a_prefix(visit: Visit, tmp_path: Path) -> None:
    with new_server(settings_for(f"sqlite:///{tmp_path / 'tables.db'}", prefix=PREFIX)) as running:
        asked: list[str] = []
        player = visit(running.url + PREFIX)
        player.page.on("request", lambda request: asked.append(path_of(request)))
        play_now(player)
        for _ in range(2):
            until(player.is_turn)
            move(player)
        page = player.page
        page.locator(".frame-choices button[name=language]").click()
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        assert urlsplit(page.url).path.startswith(f"{PREFIX}/t/")
        page.clock.install()
        with page.expect_request(lambda request: path_of(request).startswith(f"{PREFIX}/lists")):
            player.go()
            page.clock.fast_forward(LISTS_PAUSE)
        page.goto("about:blank")
    assert len(asked) > 20 and [path for path in asked if not path.startswith(f"{PREFIX}/")] == []
    assert any(path.endswith("/events") for path in asked)


def path_of(request: Request) -> str:
    return urlsplit(request.url).path
