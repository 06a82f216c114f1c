"""Reporting a problem: what is offered to be copied holds what its reader knows, and nothing else."""

from __future__ import annotations

import html
import re

import httpx
import pytest

import burgomaster as bm
from burgomaster.server.table_pages import problem_text
from tests.campaigns.clients import open_for_two
from tests.server.fixtures import Running
from tests.server.matches import Sitting, plain_table, secret_sitting, sitting
from tests.server.test_pages import open_by_form

TEXT = re.compile(r"<textarea[^>]*>(.*?)</textarea>", re.S)
POSITION = re.compile(r"^Position: (\S+)$", re.M)


def shown(client: httpx.Client, path: str) -> str:
    answer = client.get(path, headers={"User-Agent": "A <b>browser</b>\t" + "x" * 500})
    assert answer.status_code == 200, path
    found = TEXT.search(answer.text)
    assert found is not None and "<b>" not in found[1]
    return html.unescape(found[1])


def test_a_player_and_a_spectator_copy_what_they_see(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    path = f"/t/{anna.table}/problem"
    with server.client() as stranger:
        watched = shown(stranger, path)
    assert "Seen by: a spectator" in watched and f"Burgomaster {bm.__version__}" in watched
    assert anna.table not in watched and "Anna" not in watched and len(watched) < 1000
    with server.client() as browser:
        assert browser.get(f"/t/{boris.table}?key={boris.key}").status_code == 303
        for wanted in ("", "?seat=1", "?seat=0", "?seat=99", "?seat=nonsense", "?keep=1"):
            mine = shown(browser, path + wanted)
            found = POSITION.search(mine)
            assert "Seen by: seat 1" in mine and found is not None, wanted
            assert bm.from_position(found[1]).view(1)["players"] == boris.get()["view"]["players"]
        page = browser.get(f"/t/{boris.table}").text
        assert f'href="{path}"' in page and "Report a problem" in page
        assert browser.get("/t/no-such-table/problem").status_code == 404
        russian = browser.get(path, headers={"Accept-Language": "ru"}).text
        assert "Сообщить об ошибке" in russian and boris.key not in russian


def test_it_tells_nothing_hidden_and_nothing_of_a_deal_that_waits() -> None:
    asked, spared = secret_sitting("pickpocket"), secret_sitting("bank_2004")
    for seat in (1, None):
        assert problem_text(asked.match, seat) == problem_text(spared.match, seat)
    assert problem_text(asked.match, 0) != problem_text(spared.match, 0)
    first, second = (Sitting(plain_table(seed=seed)) for seed in (1, 2))
    assert first.match.is_waiting and problem_text(first.match, 0) == problem_text(second.match, 0)
    assert "Position" not in problem_text(first.match, None)


def test_a_game_without_positions_has_no_line_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made = sitting("Anna", "Boris")
    assert "Position: bm1.petersburg.1.2.seat1." in problem_text(made.match, 1)
    monkeypatch.setattr("burgomaster.core.position.game_part", lambda *_: None)
    assert "Position" not in problem_text(made.match, 1)


def test_at_a_shared_device_nobody_copies_the_hand_of_another(client: httpx.Client) -> None:
    path = open_by_form(client, how="hotseat", name="Anna, Boris").partition("?")[0] + "/problem"
    assert "Seen by: a spectator" in shown(client, path)  # nobody has said yet that they hold it
    held = [shown(client, f"{path}?seat={seat}") for seat in (0, 1)]
    assert sorted("Seen by: a spectator" in one for one in held) == [False, True]
