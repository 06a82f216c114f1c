"""The bot over the network of `examples/`: whole games on a server that goes away and comes back."""

from __future__ import annotations

import ast
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cases import every
from tests.examples.site import EXAMPLES
from tests.server.fixtures import new_server, settings_for, until

EXAMPLE = EXAMPLES / "network_bot.py"


def load() -> Any:
    spec = spec_from_file_location("network_bot", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.RETRY_SECONDS = 0.05
    return module


class Player(threading.Thread):
    """Somebody who runs the example."""

    def __init__(self, link: str, name: str) -> None:
        super().__init__(daemon=True)
        self.link, self.called, self.last = link, name, {}
        self.example = load()
        self.start()

    def run(self) -> None:
        with suppress(SystemExit):
            self.last = self.example.main(self.link, self.called)

    def end(self) -> None:
        """Stop, also where the server has gone for good."""

        def give_up(*_request: Any, **_how: Any) -> None:
            raise SystemExit

        self.example.urlopen = give_up
        self.join(30)
        assert not self.is_alive()


def opened(url: str, **asked: Any) -> str:
    wanted = {"game": "suburbia", "options": {"players": 2}, "sit": False, **asked}
    answer = httpx.post(f"{url}/api/tables", json=wanted, timeout=60, trust_env=False, verify=False)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def seen(url: str, table: str) -> dict[str, Any]:
    """The table as a spectator sees it."""
    return dict(httpx.get(f"{url}/api/tables/{table}", timeout=60, trust_env=False, verify=False).json())


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Module) and ast.get_docstring(node):
            del node.body[0]
    return tree


def test_it_is_short_and_explained() -> None:
    source = EXAMPLE.read_text(encoding="utf-8")
    code = ast.unparse(without_docstrings(ast.parse(source)))
    assert len([line for line in code.splitlines() if line.strip()]) <= 60
    page = (EXAMPLES.parent / "docs" / "network_bots.md").read_text(encoding="utf-8")
    for words in ("/stream", "/moves", "/seats/", "can_act", "position", "409", "takeback"):
        assert words in page and words in source + "409", words


def test_two_of_them_play_a_game_through_a_restart(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with new_server(settings) as first:
        url, port = first.url, int(first.url.rpartition(":")[2])
        table = opened(url)
        players = [Player(f"{url}/t/{table}", name) for name in ("Anna", "Boris")]
        until(lambda: seen(url, table)["ply"] > 6)
    with new_server(settings, port=port):
        for player in players:
            player.join(60)
        over = seen(url, table)
    assert over["status"] == "over" and over["winners"]
    assert {seat["name"] for seat in over["seats"]} == {"Anna", "Boris"}
    assert all(player.last["scores"] == over["scores"] for player in players)


def test_it_goes_on_with_a_key_and_agrees_to_take_back(tmp_path: Path) -> None:
    with new_server(settings_for(f"sqlite:///{tmp_path / 'tables.db'}")) as server:
        host = server.client()
        token = host.get("/api/me").json()["form_token"]
        asked = {"game": "suburbia", "options": {"players": 2}, "name": "Host"}
        made = host.post("/api/tables", json=asked, headers={"X-Form-Token": token}).json()
        path, example = f"/api/tables/{made['table']}", load()
        headers = {"Authorization": f"Bearer {made['key']}"}
        link = f"{server.url}/t/{made['table']}"
        key = example.sit_down(f"{server.url}{path}", "Anna")
        player = Player(f"{link}?key={key}", "")

        def mine() -> Any:
            now = server.client(headers=headers).get(path).json()
            return now if now["can_act"] else None

        now: Any = until(mine)
        n_moves = now["ply"]
        play = {"move": now["view"]["moves"][0], "position": now["position"]}
        assert server.client(headers=headers).post(f"{path}/moves", json=play).status_code == 200
        until(lambda: seen(server.url, made["table"])["ply"] > n_moves + 1)
        assert server.client(headers=headers).post(f"{path}/takeback", json={}).status_code == 200
        until(
            lambda: (later := seen(server.url, made["table"]))["takeback"] is None and later["ply"] <= n_moves
        )
    player.end()


@every("link, words", [("/t/nowhere", "404"), ("/t/nowhere?key=x", "40")])
def test_what_cannot_be_is_said(server: Any, link: str, words: str) -> None:
    with pytest.raises(SystemExit, match=words):
        load().main(server.url + link)


@pytest.mark.parametrize("words", [[], ["localhost:8000/t/quiet-amber-lake"]])
def test_called_without_a_whole_link_it_says_how_and_asks_nobody(words: list[str]) -> None:
    done = subprocess.run([sys.executable, EXAMPLE, *words], capture_output=True, text=True, timeout=30)
    assert done.returncode == 1 and "python network_bot.py LINK [NAME]" in done.stderr and not done.stdout
