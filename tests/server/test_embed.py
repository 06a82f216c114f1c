"""Games inside other people's pages: finished ones alone, for nobody in particular."""

from __future__ import annotations

import re

import httpx

from tests.server.fixtures import Running
from tests.web.scenes import stage, to_end


def test_a_finished_game_can_be_stepped_through_in_a_frame(server: Running, client: httpx.Client) -> None:
    path = to_end(server, "spyrium", players=2).partition("?")[0]
    answer = client.get(f"{path}/embed?lang=ru&theme=dark&ply=3")
    assert answer.status_code == 200 and "set-cookie" not in answer.headers
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors *" in policy and "x-frame-options" not in answer.headers
    assert 'data-theme="dark"' in answer.text and 'lang="ru"' in answer.text and "3 / " in answer.text
    assert "form-action 'none'" in policy and "method=" not in answer.text and "htmx" not in answer.text
    on = re.search(r'id="go-on"[^>]*href="([^"]+)"', answer.text)
    assert on and on.group(1).replace("&amp;", "&") == f"{path}/embed?lang=ru&theme=dark&ply=4"
    part = client.get(on.group(1).replace("&amp;", "&"), headers={"X-Part": "1"}).text
    assert part.startswith("<main") and "4 / " in part
    wild = client.get(f"{path}/embed?ply=999999&seat=77&lang=xx&theme=%22%3E").text
    assert 'aria-disabled="true"' in wild and 'data-theme="' not in wild


def test_no_other_page_may_be_framed_and_no_running_game_is_shown(
    server: Running, client: httpx.Client
) -> None:
    path = stage(server, "spyrium", 8, players=2).partition("?")[0]
    embed = client.get(f"{path}/embed?lang=ru")
    assert embed.status_code == 403 and "ещё идёт" in embed.text and 'id="board"' not in embed.text
    assert "frame-ancestors *" in embed.headers["content-security-policy"]  # the reason is seen in the frame
    for other in ("/", path, f"{path}/replay", "/watch"):
        headers = client.get(other).headers
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_the_replay_of_a_finished_game_has_the_code_for_it(server: Running, client: httpx.Client) -> None:
    path = to_end(server, "spyrium", players=2).partition("?")[0]
    page = client.get(f"{path}/replay").text
    assert f"{path}/embed?lang=en&#34; width=" in page
    running = stage(server, "spyrium", 8, players=2).partition("?")[0]
    assert "embed" not in client.get(f"{running}/replay").text
