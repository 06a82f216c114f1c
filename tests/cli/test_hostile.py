"""Files that are no records: one line, exit code 1, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from burgomaster.core.table import Record
from tests.cli.fixtures import Run, random_record

COMMANDS = (("check",), ("replay",), ("replay", "--json"), ("play", "--resume"))
DEEP = "[" * 100_000


def edit(**changes: Any) -> Callable[[dict[str, Any]], bytes]:
    return lambda document: json.dumps({**document, **changes}).encode()


HOSTILE: dict[str, Callable[[dict[str, Any]], bytes]] = {
    "empty": lambda document: b"",
    "truncated": lambda document: json.dumps(document).encode()[:-200],
    "binary": lambda document: bytes(range(256)) * 20,
    "deep": lambda document: DEEP.encode(),
    "deep_option": lambda document: json.dumps(document).encode().replace(b'"2004"', b"[" * 900 + b"]" * 900),
    "list": lambda document: b"[1, 2, 3]",
    "number": lambda document: b"9" * 10_000,
    "other_format": edit(format="chess/9"),
    "other_version": edit(version=99),
    "unknown_game": edit(game="chess\x1b[2J\n"),
    "no_players": edit(options={}),
    "five_players": edit(options={"players": 5}),
    "own_arguments": edit(options={"players": 2, "say": 1, "name": 2, "bots": 3}),
    "moves_are_numbers": edit(moves=[1, 2]),
    "moves_are_a_string": edit(moves="pass"),
    "seats_are_numbers": edit(seats=[1, 2]),
    "too_many_seats": edit(seats=[{}] * 7),
    "no_start": edit(seed=None, setup=None),
    "bad_seed": edit(seed=-1, setup=None),
    "bad_setup": edit(setup={"decks": {"worker": [[]]}}),
    "illegal_move": edit(moves=["pass", "fly \x1b[31mmoon\nnow"]),
}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_record_is_refused_in_one_line(
    run: Run, tmp_path: Path, command: tuple[str, ...], kind: str
) -> None:
    path = tmp_path / "hostile.json"
    document = random_record(1, n_moves=10).to_json()
    path.write_bytes(HOSTILE[kind](document))
    before = path.read_bytes()
    result = run(*command, path)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("burgomaster: ")
    assert result.err.count("\n") == 1
    assert "\x1b" not in result.err
    assert len(result.err) < 1000
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_missing_file_or_a_folder_is_refused_in_one_line(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    for path in (tmp_path / "nothing.json", tmp_path):
        result = run(*command, path, "--lang", "ru")
        assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)
        assert "не удаётся прочитать" in result.err
        assert result.err.count(str(path)) == 1


@pytest.mark.parametrize("bot", ["hal", 7, [1], {"name": "greedy"}, "greedy:9", ""])
def test_an_unknown_bot_in_a_record_is_refused(run: Run, tmp_path: Path, bot: Any) -> None:
    document = random_record(1, n_moves=10).to_json()
    document["seats"] = [{"name": "Anna"}, {"name": "B", "bot": bot}]
    path = tmp_path / "bot.json"
    path.write_text(json.dumps(document))
    result = run("play", "--resume", path)
    assert (result.code, result.out, result.err.count("\n")) == (1, "", 1)


def test_names_cannot_command_the_terminal(run: Run, tmp_path: Path, finished: Record) -> None:
    document = finished.to_json()
    document["seats"] = [{"name": "\x1b[2J\x07[bold]Eve[/bold]\n" + "x" * 500}, {"name": 5}]
    path = tmp_path / "names.json"
    path.write_text(json.dumps(document))
    for command in (("replay",), ("replay", "--move", "9"), ("play", "--resume")):
        result = run(*command, path)
        assert result.code == 0
        assert "\x1b" not in result.out
        assert "\x07" not in result.out
        assert "[bold]Eve" in result.out


@pytest.mark.parametrize("depth", [300, 480, 700, 900, 980])
def test_a_deeply_nested_name_is_played_with_or_refused(run: Run, tmp_path: Path, depth: int) -> None:
    path = tmp_path / "nested.json"
    document = {**random_record(1, n_moves=10).to_json(), "seats": [{"name": "NEST"}, {"name": "B"}]}
    path.write_text(json.dumps(document).replace('"NEST"', "[" * depth + "]" * depth))
    result = run("play", "--resume", path)
    assert (result.code, result.err.count("\n")) in ((0, 0), (1, 1))
    assert result.code == 0 or result.out == ""
