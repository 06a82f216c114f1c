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
from burgomaster.bots.net import HIDDEN, TAIL
from burgomaster.bots.net_file import (
    ALONE,
    Alone,
    change_for_one,
    has_net,
    net_of,
    nets_in,
    read_alone,
    read_facts,
    read_net,
    split_tail,
    write_net,
)
from burgomaster.cli.main import main
from burgomaster.core.errors import OptionError
from tests.bots.test_search import hidden_otherwise
from tests.cases import every
from tests.learning.nets import GAMES, any_alone, any_net, layout, random_tables, write_both

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


def test_a_net_is_read_as_it_was_written_and_again_when_it_was_replaced(path: Path) -> None:
    weights, facts = read_net(path, layout("petersburg"))
    assert facts == {**FACTS, "format": "1"} == read_facts(path)
    for found, written in zip(weights, any_net("petersburg"), strict=True):
        np.testing.assert_array_equal(found, written.astype(np.float16).astype(np.float32))
    assert path.stat().st_size <= 1_000_000 and not list(path.parent.glob("*.new"))
    first = net_of("petersburg", str(path))
    assert net_of("petersburg", str(path)) is first
    write_net(path, any_net("petersburg", seed=2), FACTS)
    assert net_of("petersburg", str(path))[1][0] != first[1][0]


@pytest.fixture
def for_one(path: Path) -> Path:
    """A file that also says what is different for whoever plays alone."""
    found = path.with_name("alone.safetensors")
    write_both(found, any_net("petersburg"), FACTS, any_alone("petersburg"))
    return found


def shared_part(path: Path) -> Any:
    weights, facts = read_net(path, layout("petersburg"))
    return *weights, sorted(facts.items())


def halved(numbers: Any) -> Any:
    return np.asarray(numbers).astype(np.float16).astype(np.float32)


@every("is_alone", [False, True])
def test_the_file_is_what_safetensors_says(is_alone: bool, path: Path, for_one: Path) -> None:
    """A header of whole eights of bytes; tables one behind the other up to the end; facts are texts."""
    path = for_one if is_alone else path
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


def test_what_is_different_alone_is_read_as_it_was_written_and_changes_nothing_else(
    path: Path, for_one: Path
) -> None:
    (header, body), (both, bodies) = split(path), split(for_one)
    assert {name: about for name, about in both.items() if not name.startswith(ALONE)} == header
    assert bodies.startswith(body) and len(both) == len(header) + 8
    assert read_alone(path) is None
    for found, other in zip(shared_part(path), shared_part(for_one), strict=True):
        np.testing.assert_array_equal(found, other)
    written, found = any_alone("petersburg"), read_alone(for_one)
    assert found is not None and found.inputs.dtype.kind == "i"
    for one, other in zip(found, written, strict=True):
        np.testing.assert_array_equal(one, halved(other))
    write_both(path, any_net("petersburg"), FACTS, found)
    assert path.read_bytes() == for_one.read_bytes()


def test_whoever_plays_alone_gets_other_lines_and_another_tail(for_one: Path) -> None:
    shared, alone = any_net("petersburg"), any_alone("petersburg")
    found = net_of("petersburg", str(for_one), n_seats=1)
    lines = halved(shared.lines).reshape(-1, HIDDEN)
    others = np.setdiff1d(np.arange(len(lines)), alone.inputs)
    changed = found.lines.reshape(-1, HIDDEN)
    np.testing.assert_array_equal(changed[others], lines[others])
    by = halved(alone.left) @ halved(alone.right)
    np.testing.assert_allclose(changed[alone.inputs], lines[alone.inputs] + by, atol=1e-5)
    assert (np.abs(by) > 1e-3).any() and len(others)
    np.testing.assert_array_equal(found.tail, halved(alone.tail))
    assert not any(part.ctypes.data % 64 for part in found)


@every("n_seats", [2, 3, 4])
def test_several_players_get_exactly_the_shared_numbers(n_seats: int, path: Path, for_one: Path) -> None:
    found = net_of("petersburg", str(for_one), n_seats=n_seats)
    for one, other in zip(found, net_of("petersburg", str(path)), strict=True):
        np.testing.assert_array_equal(one, other)
    assert found is net_of("petersburg", str(for_one))


def test_the_net_for_one_is_made_once_and_leaves_the_shared_net_as_it_is(path: Path, for_one: Path) -> None:
    found = net_of("petersburg", str(for_one), n_seats=1)
    assert found is net_of("petersburg", str(for_one), n_seats=1) is not net_of("petersburg", str(for_one))
    assert net_of("petersburg", str(path), n_seats=1) is net_of("petersburg", str(path))
    write_both(for_one, any_net("petersburg"), FACTS, any_alone("petersburg", seed=2))
    assert net_of("petersburg", str(for_one), n_seats=1).tail[0] != found.tail[0]
    shared = any_net("petersburg")
    change_for_one(shared, any_alone("petersburg"))
    for one, other in zip(shared, any_net("petersburg"), strict=True):
        np.testing.assert_array_equal(one, other)


def with_table(name: str, numbers: Any) -> Callable[[Path], bytes]:
    """Put other numbers in the place of a table: behind all others."""

    def make(path: Path) -> bytes:
        (header, body), table = split(path), np.asarray(numbers, np.float16)
        places = [len(body), len(body) + table.nbytes]
        header[ALONE + name] |= {"shape": list(table.shape), "data_offsets": places}
        return join(header, body + table.tobytes())

    return make


def without(*names: str) -> Callable[[Path], bytes]:
    return changed(lambda header: [header.pop(ALONE + name) for name in names])


INPUTS = any_alone("petersburg").inputs
N_INPUTS = len(INPUTS)
PARTS = ("inputs", "left", "right", *split_tail(any_net("petersburg").tail))
BROKEN_ALONE: dict[str, tuple[str, Callable[[Path], bytes]]] = {
    **{f"no {name}": (name, without(name)) for name in PARTS},
    **{f"only {name}": (ALONE, without(*(one for one in PARTS if one != name))) for name in PARTS},
    **{f"another shape of {name}": (name, with_table(name, np.zeros((3, 5)))) for name in PARTS},
    "left with too few rows": ("left", with_table("left", np.zeros((N_INPUTS - 1, 4)))),
    "left with more rank": ("left", with_table("left", np.zeros((N_INPUTS, 5)))),
    "left that is a row": ("left", with_table("left", np.zeros(N_INPUTS * 4))),
    "right with more rank": ("left", with_table("right", np.zeros((5, HIDDEN)))),
    "inputs in two rows": ("inputs", with_table("inputs", np.zeros((2, N_INPUTS // 2)))),
    "inputs that are not whole": ("whole", with_table("inputs", INPUTS + 0.5)),
    "inputs that go down": ("ascend", with_table("inputs", INPUTS[::-1])),
    "an input twice": ("ascend", with_table("inputs", [INPUTS[0], *INPUTS[:-1]])),
    "an input below 0": ("below", with_table("inputs", [-1, *INPUTS[1:]])),
    "an input too far": ("below", with_table("inputs", [*INPUTS[:-1], layout("petersburg").size])),
    "inputs that are endless": ("finite", with_table("inputs", [*INPUTS[:-1], np.inf])),
    "a change that is no number": ("finite", with_table("right", np.full((4, HIDDEN), np.nan))),
    "numbers of another kind": ("F32", changed(lambda header: header[ALONE + "last"].update(dtype="F32"))),
}


@every("what", BROKEN_ALONE)
def test_a_broken_part_for_one_is_refused_by_everybody(what: str, for_one: Path) -> None:
    said, broken = BROKEN_ALONE[what]
    write_both(for_one, any_net("petersburg"), FACTS, any_alone("petersburg"))
    for_one.write_bytes(broken(for_one))
    for n_seats in (1, 2):
        with pytest.raises(OptionError, match=said) as caught:
            net_of("petersburg", str(for_one), n_seats=n_seats)
        assert caught.value.message.key == "net.broken" and str(for_one) in caught.value.text("ru")


def test_a_change_of_an_input_that_the_file_has_no_line_of_is_refused(for_one: Path) -> None:
    header, body = split(for_one)
    (start, _), n_lines = header["lines"]["data_offsets"], int(INPUTS[-1])
    header["lines"] |= {"shape": [n_lines, HIDDEN], "data_offsets": [start, start + 2 * HIDDEN * n_lines]}
    for_one.write_bytes(join(header, body))
    with pytest.raises(OptionError, match="below"):
        read_alone(for_one)


def test_a_net_with_a_part_for_one_is_still_small(path: Path) -> None:
    """So many inputs are ever used in Lone Architect."""
    chance, n_inputs, rank = np.random.default_rng(3), 775, 40
    inputs = np.sort(chance.permutation(layout("suburbia").size)[:n_inputs])
    alone = Alone(inputs, np.ones((n_inputs, rank)), np.ones((rank, HIDDEN)), np.ones(TAIL))
    write_both(path, any_net("suburbia"), FACTS, alone)
    assert path.stat().st_size <= 1_000_000


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
