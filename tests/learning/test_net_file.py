"""Nets in files: written and read again, and everything that a file may have wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net_file import has_net, net_of, nets_in, read_facts, read_net, write_net
from burgomaster.cli.main import main
from burgomaster.core.errors import OptionError
from tests.bots.test_search import hidden_otherwise
from tests.cases import every
from tests.learning.nets import GAMES, any_net, layout, random_tables

FACTS = {"game": "petersburg", "inputs": "1", "command": "burgomaster train petersburg", "seed": "7"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "some.safetensors"
    write_net(found, any_net("petersburg"), FACTS)
    return found


def split(path: Path) -> tuple[dict[str, Any], bytes]:
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def join(header: Any, body: bytes) -> bytes:
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + body


def test_a_net_is_read_as_it_was_written(path: Path) -> None:
    weights, facts = read_net(path, layout("petersburg"))
    assert facts == {**FACTS, "format": "1"} == read_facts(path)
    for found, written in zip(weights, any_net("petersburg"), strict=True):
        np.testing.assert_array_equal(found, written.astype(np.float16).astype(np.float32))
    assert path.stat().st_size <= 1_000_000 and not list(path.parent.glob("*.new"))


def test_the_file_is_what_safetensors_says(path: Path) -> None:
    """A header of whole eights of bytes; tables one behind the other up to the end; facts are texts."""
    header, body = split(path)
    assert int.from_bytes(path.read_bytes()[:8], "little") % 8 == 0
    facts = header.pop("__metadata__")
    assert all(isinstance(value, str) for value in facts.values())
    places = sorted(about["data_offsets"] for about in header.values())
    assert [first for first, _ in places] == [0, *(end for _, end in places[:-1])]
    assert places[-1][1] == len(body)
    for about in header.values():
        first, end = about["data_offsets"]
        assert about["dtype"] == "F16" and end - first == 2 * int(np.prod(about["shape"]))


def test_inputs_that_were_appended_later_count_nothing(path: Path) -> None:
    header, body = split(path)
    n_lines = header["lines"]["shape"][0] - 3
    start, _ = header["lines"]["data_offsets"]
    header["lines"] |= {"shape": [n_lines, 256], "data_offsets": [start, start + 2 * 256 * n_lines]}
    path.write_bytes(join(header, body))
    lines = read_net(path, layout("petersburg"))[0][0]
    assert not lines[-3 * 256 :].any() and lines[-4 * 256 : -3 * 256].any()


def changed(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], bytes]:
    def make(path: Path) -> bytes:
        header, body = split(path)
        change(header)
        return join(header, body)

    return make


BROKEN: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda path: b"",
    "nonsense": lambda path: b"nonsense" * 100,
    "cut in the numbers": lambda path: path.read_bytes()[:-1000],
    "cut in the header": lambda path: path.read_bytes()[:100],
    "a huge header": lambda path: (1 << 63).to_bytes(8, "little") + path.read_bytes()[8:],
    "a header that is no object": lambda path: join([1], b""),
    "a header too deep": lambda path: (100_000).to_bytes(8, "little") + b"[" * 100_000,
    "no JSON": lambda path: (4).to_bytes(8, "little") + b"{{{{",
    "not a number": lambda path: path.read_bytes()[:-2] + np.float16(np.nan).tobytes(),
    "endless": lambda path: path.read_bytes()[:-2] + np.float16(np.inf).tobytes(),
    "another format": changed(lambda header: header["__metadata__"].update(format="2")),
    "facts that are none": changed(lambda header: header.update(__metadata__=[1])),
    "a table missing": changed(lambda header: header.pop("second")),
    "a table that is none": changed(lambda header: header.update(second=7)),
    "numbers of another kind": changed(lambda header: header["last"].update(dtype="F32")),
    "another shape": changed(lambda header: header["last"].update(shape=[11, 32])),
    "a shape beyond all": changed(lambda header: header["last"].update(shape=[1 << 70, 1])),
    "places that are none": changed(lambda header: header["last"].update(data_offsets=["a", None])),
    "places outside": changed(lambda header: header["last"].update(data_offsets=[1 << 40, 1 << 41])),
    "too many inputs": changed(lambda header: header["lines"].update(shape=[1 << 20, 256])),
}


@every("what", BROKEN)
def test_a_broken_file_is_refused(what: str, path: Path) -> None:
    write_net(path, any_net("petersburg"), FACTS)
    path.write_bytes(BROKEN[what](path))
    with pytest.raises(OptionError) as caught:
        net_of("petersburg", str(path))
    assert caught.value.message.key == "net.broken" and str(path) in caught.value.text("ru")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    wrong = {
        "": "net.unreadable",
        "nothing": "net.unreadable",
        "nu\0l": "net.unreadable",
        "pipe": "net.broken",
    }
    for name, key in wrong.items():
        with pytest.raises(OptionError) as caught:
            net_of("petersburg", str(tmp_path / name))
        assert caught.value.message.key == key, name


def test_a_net_of_another_game_or_of_other_inputs_is_refused(path: Path) -> None:
    with pytest.raises(OptionError, match="petersburg") as caught:
        net_of("spyrium", str(path))
    assert caught.value.message.key == "net.other"
    write_net(path, any_net("petersburg"), {**FACTS, "inputs": "9"})
    with pytest.raises(OptionError, match="version 9"):
        net_of("petersburg", str(path))


def test_a_file_that_was_replaced_is_read_again(path: Path) -> None:
    first = net_of("petersburg", str(path))
    assert net_of("petersburg", str(path)) is first
    write_net(path, any_net("petersburg", seed=2), FACTS)
    assert net_of("petersburg", str(path))[1][0] != first[1][0]


def test_every_game_of_ours_comes_with_a_net() -> None:
    for name in GAMES:
        assert has_net(name) and len(net_of(name)) == 2


def test_the_terminal_says_what_is_wrong_with_a_net(
    path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["arena", "petersburg", "--games", "2", "--workers", "1", "--bots"]
    (tmp_path / "none").mkdir()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "net-000001.safetensors").write_bytes(b"nonsense")
    wrong = {"nonsense": "nonsense", tmp_path / "none": "no nets", tmp_path / "bad": "damaged"}
    for net, part in wrong.items():
        if not isinstance(net, Path):
            saved = tmp_path / "saved.json"
            assert main(["play", "petersburg", "--bots", f"greedy,net:{net}", "--file", str(saved)]) == 2
            assert part in capsys.readouterr().err and not saved.exists()
        assert main([*words, f"greedy,net:{net}"]) == 2
        said = capsys.readouterr().err
        assert part in said.splitlines()[-1] and "Traceback" not in said


def test_a_folder_stands_for_all_its_nets(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("net-000010", "net-000020", "net"):
        write_net(path.with_name(f"{name}.safetensors"), any_net("petersburg"), FACTS)
    path.unlink()
    assert [found.stem for found in nets_in(path.parent)] == ["net-000010", "net-000020"]
    words = ["arena", "petersburg", "--games", "2", "--workers", "1", "--json"]
    assert main([*words, "--bots", f"random,net:{path.parent}"]) == 0
    assert len(json.loads(capsys.readouterr().out)["bots"]) == 3


def test_a_bot_by_a_net_plays_legal_moves_and_repeats_them() -> None:
    for name, options in GAMES.items():
        games = []
        for _ in range(2):
            table = bm.game(name, **options).new(seed=4)
            bots = [bm.bot("net", seed=9, worlds=2) for _ in range(table.game.players)]
            while table.to_move is not None and len(table.steps) < 40:
                table.play(bots[table.to_move].choose(table))
            games.append([step.move for step in table.steps])
        assert games[0] == games[1] and len(games[0]) >= 30


def test_a_bot_by_a_net_cannot_tell_what_is_hidden() -> None:
    """Whatever the truth is, it expects exactly the same of every move."""
    for name in GAMES:
        for table in random_tables(name, 8, 11)[:-1][:6]:
            found = set()
            for seed in range(3):
                choice = bm.bot("net", seed=5).think(InformationSet(hidden_otherwise(table, seed)))
                found.add(tuple((one.move.code, one.result, one.lead) for one in choice.estimates))
            assert len(found) == 1
