"""The sample game of `examples/`, installed as a package of its own, is at every table that our games are at.

Everything happens in processes that find the package by its entry point; this process never imports it.
"""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cases import never, sweep
from tests.examples.site import EXAMPLES, Site
from tests.profiles import is_thorough
from tests.server.fixtures import until

EXAMPLE = EXAMPLES / "tulip_auction"
GAME = "tulip_auction"
TITLE = {"en": "Tulip Auction", "ru": "Аукцион тюльпанов"}
FOR_SALE = {"en": "For sale: a tulip worth", "ru": "Продаётся тюльпан"}
ROUNDS = 8
FIRST_START = 300.0  # seconds in which anything must be there, on a machine that is busy compiling
FORM = re.compile(r'name="form" value="([^"]+)"')
NUMBER = re.compile(r'name="number" value="([^"]+)"')
MOVE = re.compile(r'name="move" value="(bid [0-9]+)"')
OVER = re.compile(r'class="[^"]*\bwinner\b')


def test_it_is_small_and_complete() -> None:
    files = [path for path in EXAMPLE.rglob("*.*") if path.suffix in {".py", ".toml", ".md"}]
    assert 200 < sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < 300
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"] == {"burgomaster.games": {GAME: GAME}}


def tell(site: Site, commands: dict[str, list[str]]) -> dict[str, Any]:
    """What programs are told, all by one process: starting it costs more than a short game."""
    printed = site.run(*([*words, "--json"] for words in commands.values()))
    return {name: json.loads(text) for name, text in zip(commands, printed, strict=True)}


def test_it_is_listed_behind_the_other_games(site: Site) -> None:
    *_, last = tell(site, {"games": ["games"]})["games"]
    assert last["game"] == GAME and last["players"] == [2, 3, 4]
    assert last["title"] == TITLE


def test_its_texts_are_checked_with_the_others(site: Site) -> None:
    command = [sys.executable, "-m", "burgomaster.core.check_texts"]
    text = site.folder / GAME / "rules" / "text_ru.toml"
    whole = text.read_text(encoding="utf-8")
    assert subprocess.run(command, env=site.environment, capture_output=True, check=False).returncode == 0
    text.write_text(whole.replace("{b:guilder}", ""), encoding="utf-8")
    found = subprocess.run(command, env=site.environment, capture_output=True, text=True, check=False)
    text.write_text(whole, encoding="utf-8")
    assert found.returncode == 1 and "log.sold" in found.stdout


def research(site: Site, folder: Path) -> dict[str, Any]:
    """What researchers are told of many games."""
    games = "50" if is_thorough() else "20"
    bots = ["--bots", "search:5,random", "--games", "60", "--workers", "1", "--seed", "3"]
    data = str(folder / "decisions.parquet")
    commands = {
        "check": ["check", "--game", GAME, "--all", "--games", games],
        "arena": ["arena", GAME, *bots],
        "simulate": ["simulate", GAME, "--games", "3", "--rows", "decision", "--out", data],
        "stats": ["stats", data],
    }
    return tell(site, commands)


@pytest.mark.sampled
@pytest.mark.slow
def test_researchers_are_told_of_it(site: Site, tmp_path: Path) -> None:
    """All at once: processes that run tests would share nothing of what is asked here."""
    told = research(site, tmp_path)
    require_conformance(told["check"])
    require_data(told["simulate"], told["stats"])
    require_search_wins(told["arena"])


def require_conformance(told: dict[str, Any]) -> None:
    assert told["ok"] and len(told["suites"]) == 3


def require_data(simulated: dict[str, Any], stats: list[dict[str, Any]]) -> None:
    """Its games are data, though it says nothing of what to count."""
    (counted,) = stats
    assert simulated["games"] == counted["games"] == 3
    assert "sources" not in counted and "items" not in counted and len(counted["seats"]) == 2


def require_search_wins(told: dict[str, Any]) -> None:
    """Search wins against random in the arena."""
    found = told["bots"]["search:5"]
    assert found["rate"] > 0.55 and found["margin"] > 0, found


@pytest.mark.parametrize("language", sweep(["en", "ru"], quick=never, slow=lambda language: language == "en"))
def test_a_game_in_the_terminal(site: Site, tmp_path: Path, language: str) -> None:
    kept, words = tmp_path / "game.json", FOR_SALE[language]
    game = ["--players", "3", "--bots", "greedy,random", "--seed", "5", "--lang", language]
    check = ["check", str(kept)]  # the record replays to its result
    replay = ["replay", str(kept), "--lang", language]
    typed = "bid 1\n" + "2\n" * (ROUNDS - 1)
    played, _, replayed = site.run(["play", GAME, *game, "--file", str(kept)], check, replay, typed=typed)
    assert words in played
    assert json.loads(kept.read_text(encoding="utf-8"))["result"]["winners"]
    assert TITLE[language] in replayed


@pytest.fixture(scope="module")
def server(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has the sample."""
    database = tmp_path_factory.mktemp("server") / "tables.db"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quick = {"BURGOMASTER_BOT_PAUSE": "0", "BURGOMASTER_ANALYSE": "0", "BURGOMASTER_DRAWERS": "0"}
    environment = {**site.environment, **quick, "BURGOMASTER_DATABASE": f"sqlite:///{database}"}
    command = [sys.executable, "-m", "burgomaster", "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        until(lambda: process.poll() is not None or answers(url), FIRST_START)
        assert process.poll() is None, "the server did not start"
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/games", trust_env=False, verify=False).status_code == 200
    except httpx.HTTPError:
        return False


def opened(client: httpx.Client, asked: dict[str, Any], token: str) -> dict[str, Any] | None:
    """A new table, None while its game is being compiled."""
    answer = client.post("/api/tables", json=asked, headers={"X-Form-Token": token})
    assert answer.status_code in (201, 503), answer.text
    return dict(answer.json()) if answer.status_code == 201 else None


@pytest.mark.parametrize("language", sweep(["en", "ru"], quick=never, slow=lambda language: language == "ru"))
def test_a_game_in_the_browser_on_the_plain_board(server: str, language: str) -> None:
    headers = {"Accept-Language": language}
    with httpx.Client(base_url=server, timeout=FIRST_START, verify=False, headers=headers) as anna:
        assert TITLE[language] in anna.get("/").text
        token = anna.get("/api/me").json()["form_token"]
        asked = {"game": GAME, "options": {"players": 3}, "name": "Anna", "bots": ["search:1", "greedy"]}
        made: Any = until(lambda: opened(anna, asked, token), FIRST_START)
        path = f"/t/{made['table']}"
        for _ in range(ROUNDS):
            page = until(lambda: (seen := anna.get(path).text) and MOVE.search(seen) and seen, FIRST_START)
            assert FOR_SALE[language] in page
            bid = MOVE.findall(page)[-1]
            form = {"form": FORM.search(page)[1], "number": NUMBER.search(page)[1], "move": bid}
            assert anna.post(f"{path}/move", data=form).status_code == 303
        over = until(lambda: (now := anna.get(f"/api/tables/{made['table']}").json())["winners"] and now)
        assert over["status"] == "over" and OVER.search(anna.get(path).text)
        assert anna.get(f"/api/tables/{made['table']}/record").json()["result"]["winners"] == over["winners"]
