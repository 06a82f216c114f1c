"""`burgomaster encoding`: sizes, entries and actions, for people in both languages and for programs."""

from __future__ import annotations

import json

import pytest

import burgomaster as bm
from tests.cli.fixtures import Run


@pytest.mark.slow
def test_it_lists_the_sizes_of_every_variant(run: Run) -> None:
    english, russian = run("encoding", "spyrium"), run("encoding", "spyrium", "--lang", "ru")
    assert english.code == russian.code == 0
    assert "encoding version 1" in english.out and "версия кодировки 1" in russian.out
    game = bm.game("spyrium", players=4)
    encoding = game.rules.encoding
    assert encoding is not None
    n_actions = encoding.space(game.options).size
    n_entries = encoding.layout(game.options, game.rules.undealt(game.options)[0]).size
    rows = json.loads(run("encoding", "spyrium", "--json").out)
    (four,) = [one for one in rows if one["options"] == {"players": 4}]
    assert (four["n_actions"], four["n_entries"]) == (n_actions, n_entries)
    assert len(rows) == sum(len(one["players"]) for one in bm.games()[-1]["variants"])
    assert f"{n_entries}" in english.out.replace(",", "")


def test_it_describes_every_entry_and_action(run: Run) -> None:
    words = ("encoding", "suburbia", "--players", "1", "--solo", "dale", "--entries", "--actions")
    (found,) = json.loads(run(*words, "--json").out)
    assert len(found["entries"]) == found["n_entries"] and len(found["actions"]) == found["n_actions"]
    assert [entry["index"] for entry in found["entries"]] == list(range(found["n_entries"]))
    assert all(entry["meaning"] and entry["low"] <= entry["high"] for entry in found["entries"])
    printed = run(*words).out
    assert found["actions"][-1]["notation"] in printed and found["entries"][-1]["name"] in printed


def test_nonsense_is_refused(run: Run) -> None:
    for words in (("chess",), ("petersburg", "--players", "9"), ("suburbia", "--players", "1"), ()):
        assert run("encoding", *words).code == 2
