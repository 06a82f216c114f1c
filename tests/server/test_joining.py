"""The terminal at a table of a server."""

from __future__ import annotations

import pytest

from burgomaster.server.new_match import new_name
from burgomaster.terminal.table_client import Refusal, find_table
from tests.campaigns.clients import Seat, new_client, open_for_two, open_table
from tests.cli.fixtures import Run
from tests.server.fixtures import Running, until


def test_a_game_is_played_from_the_terminal_by_the_key_or_the_link_of_a_seat(
    server: Running, run: Run
) -> None:
    with new_client(server.url) as client:
        made = open_table(client, bots=["random"])
    anna = Seat(server.url, made["table"], made["key"], 0)
    until(lambda: anna.get()["can_act"])
    before = anna.get()["ply"]
    result = run("play", "--server", server.url, "--table", anna.table, "--key", anna.key, typed="h\n1\n")
    assert result.code == 0, result.err
    assert "Anna" in result.out and "--key" in result.out  # how to come back
    assert anna.get()["ply"] > before
    link = f"{server.url}/t/{made['table']}?key={made['key']}"
    result = run("play", "--server", link, "--lang", "ru", typed="nonsense\n99\nl\np\n")
    assert result.code == 0, result.err
    assert "99" in result.out and "Anna" in result.out


def test_sitting_down_from_the_terminal(server: Running, run: Run) -> None:
    with new_client(server.url) as client:
        made = open_table(client, options={"players": 3})
    remote = find_table(server.url, made["table"], None, "en").sit(1, "Boris")
    assert remote.key.startswith(f"{made['table']}:1:") and remote.ask()["seat"] == 1
    words = ["play", "--server", server.url, "--table", made["table"], "--seat", "1", "--names", "Clara"]
    assert "Boris already sits there" in run(*words).err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--table", "abc"], 2),
        (["--server", "nonsense", "--table", "abc"], 2),
        (["--server", "http://127.0.0.1:9", "--table", "abc"], 1),
        (["--server", "http://127.0.0.1:9"], 2),
    ],
)
def test_a_server_that_is_not_there(run: Run, words: list[str], code: int) -> None:
    result = run("play", *words)
    assert result.code == code and len(result.err.splitlines()) == 1


def test_the_name_of_a_table_is_never_taken_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_urlsafe", lambda n_bytes: "-bcdefghijkl")
    assert new_name() == "mbcdefghijkl"


def test_a_wrong_key_watches(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    remote = find_table(server.url, anna.table, "forged", "en")
    assert remote.ask()["seat"] is None
    with pytest.raises(Refusal) as refused:
        remote.act("moves", move="pass")
    assert refused.value.status == 403
