"""Games inside other people's pages, and animations: finished ones alone, for nobody in particular."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import httpx

from burgomaster.server.share.course import course_points
from burgomaster.server.share.embed import course_svg
from burgomaster.web.picture.animation import Words, animate, percent
from burgomaster.web.picture.course import Course, changes_of
from tests.cases import every
from tests.server.fixtures import Running
from tests.server.test_replay import played
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
    assert client.get(f"{path}/course.svg").status_code == 422
    for other in ("/", path, f"{path}/replay", "/watch", f"{path}/course.svg"):
        headers = client.get(other).headers
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_the_replay_of_a_finished_game_has_the_code_for_it(server: Running, client: httpx.Client) -> None:
    path = to_end(server, "spyrium", players=2).partition("?")[0]
    page = client.get(f"{path}/replay").text
    assert f"{path}/embed?lang=en&#34; width=" in page and "course.svg?lang=en&amp;save=1" in page
    running = stage(server, "spyrium", 8, players=2).partition("?")[0]
    assert "embed" not in client.get(f"{running}/replay").text


# Animations


@every("game", ("petersburg", "suburbia", "spyrium"))
def test_an_animation_is_small_moves_by_itself_and_is_right_at_both_ends(game: str) -> None:
    match = played(game, 10_000, players=3).match
    match.seats[0] = match.seats[0].__class__(**{**vars(match.seats[0]), "name": "<Ёж & Co>"})
    drawn = course_svg(match, "ru")
    ElementTree.fromstring(drawn)  # it is well-formed, whatever people are called
    assert len(drawn.encode()) < 100_000 and "<script" not in drawn and "Раунд" not in drawn
    course = course_points(match, "ru")
    assert "prefers-reduced-motion" in drawn
    for seat in range(3):
        changes = changes_of(course, seat)
        assert changes[0] == (0, course.scores[0][seat]) and changes[-1][1] == match.table.scores[seat]
        frames = re.search(rf"@keyframes n{seat}{{(.*?)}}#d{seat}", drawn)
        assert frames and frames.group(1).startswith("0%{transform:translateY(-0px)}")
        assert frames.group(1).endswith(f"100%{{transform:translateY(-{34 * (len(changes) - 1)}px)}}")


def test_a_game_without_points_and_of_one_move_is_drawn_too() -> None:
    course = Course(("A",), ((0,), (-3,)), (1, 1), (0,))
    ElementTree.fromstring(animate(course, Words("", "", "")))
    assert percent(1, course) < 100 and changes_of(course, 0) == [(0, 0), (1, -3)]
    still = Course(("A",), ((0,),), (1,), ())
    ElementTree.fromstring(animate(still, Words("", "", "")))
