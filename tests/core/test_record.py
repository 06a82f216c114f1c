"""Records: whole games as files, and files that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import burgomaster as bm
from burgomaster.core.check import play_random
from burgomaster.core.table import Game


@pytest.fixture(scope="module")
def table(game: Game) -> bm.Table:
    return play_random(game, 7)


@pytest.fixture(scope="module")
def document(table: bm.Table) -> dict[str, Any]:
    return table.record().to_json()


def test_a_record_has_the_published_form(document: dict[str, Any], table: bm.Table) -> None:
    assert list(document) == [
        "format",
        "game",
        "version",
        "options",
        "seed",
        "setup",
        "seats",
        "moves",
        "result",
    ]
    assert document["format"] == "burgomaster/1" and document["game"] == "petersburg"
    assert list(document["setup"]["decks"]) == ["worker", "building", "noble", "exchange"]
    assert document["result"] == {"scores": table.scores, "winners": table.winners}


def test_a_finished_game_replays_to_the_same_bytes(table: bm.Table, tmp_path: Path) -> None:
    table.record().save(tmp_path / "game.json")
    assert bm.Record.load(tmp_path / "game.json").check().state_bytes() == table.state_bytes()


def test_a_record_replays_to_any_move(table: bm.Table) -> None:
    assert table.record().replay(10).history == table.history[:10]


def test_setup_wins_over_seed(document: dict[str, Any], table: bm.Table) -> None:
    changed = bm.Record.from_json({**document, "seed": 8})
    assert changed.check().scores == table.scores


def test_unknown_keys_are_kept(document: dict[str, Any], tmp_path: Path) -> None:
    seats = [{"name": "Anna", "club": "Riga"}, {"name": "Boris"}]
    record = bm.Record.from_json({**document, "event": {"round": 3}, "seats": seats})
    record.save(tmp_path / "game.json")
    loaded = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert loaded["event"] == {"round": 3} and loaded["seats"] == seats
    again = record.replay().record().to_json()
    assert again["event"] == {"round": 3} and again["seats"] == seats


def test_drawn_seats_are_not_drawn_again_on_replay() -> None:
    game = bm.game("petersburg", players=4, seating="random")
    names = [{"name": name} for name in ("Anna", "Boris", "Clara", "Dmitri")]
    for seed in range(5):
        table = game.new(seed=seed, seats=names)
        assert table.record().replay().names == table.names


def test_an_interrupted_save_leaves_nothing_behind(
    table: bm.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.record().save(tmp_path / "game.json")
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        table.record().save(tmp_path / "game.json")
    assert [child.name for child in tmp_path.iterdir()] == ["game.json"]


def test_saving_keeps_the_old_file_if_it_fails(table: bm.Table, tmp_path: Path) -> None:
    with pytest.raises(bm.RecordError, match="cannot write"):
        table.record().save(tmp_path / "missing" / "game.json")
    path = tmp_path / "game.json"
    table.record().save(path)
    assert [child.name for child in tmp_path.iterdir()] == ["game.json"]


def broken(document: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**document, **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "chess/1"}, 'should be "burgomaster/1"'),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 5}, '"game" should be of type str, it is int'),
        ({"version": 99}, "version 99 of petersburg, these rules are version 1"),
        ({"options": []}, '"options" should be of type dict'),
        ({"options": {}}, "should name the number of players"),
        ({"options": {"players": 2, "speed": 1}}, 'no option "speed"'),
        ({"moves": "pass"}, '"moves" should be of type list'),
        ({"moves": [1]}, "every move should be a string"),
        ({"moves": ["pass", "fly"]}, 'move 2, "fly": '),
        ({"moves": ["pass", "pass", "buy czar_2004 over author"]}, "move 3"),
        ({"seats": ["Anna"]}, "every seat should be an object"),
        ({"seats": [{}]}, "1 seats were described"),
        ({"seed": None, "setup": None}, "neither"),
        ({"seed": -4, "setup": None}, "a seed is a whole number"),
        ({"seed": True}, '"seed" should be of type int'),
        ({"setup": {"decks": {}}}, "exactly these piles: worker, building, noble, exchange"),
        ({"result": {"scores": [1, 2]}}, "the record’s scores are [1, 2], but replaying it gives"),
        ({"result": {"winners": [0, 1]}}, "the record’s winners are [0, 1]"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_why(
    document: dict[str, Any], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(bm.BurgomasterError) as caught:
        bm.Record.from_json(broken(document, **changes)).check()
    assert message in str(caught.value)
    assert caught.value.text("ru")


def test_a_result_of_an_unfinished_game_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(bm.RecordError, match="the game is not over"):
        bm.Record.from_json(broken(document, moves=document["moves"][:-1])).check()


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        (lambda pile: pile[:-1], "this game has"),
        (lambda pile: [*pile[:-1], "lumberjack"], "this game has"),
        (lambda pile: [*pile[:-1], "dragon"], "'dragon' in the pile noble is no card"),
        (lambda pile: "author", "must be a list of card ids"),
        (lambda pile: [1, 2], "must be a list of card ids"),
    ],
)
def test_a_pile_that_is_not_the_games_is_refused(document: dict[str, Any], decks: Any, message: str) -> None:
    setup = json.loads(json.dumps(document["setup"]))
    setup["decks"]["noble"] = decks(setup["decks"]["noble"])
    with pytest.raises(bm.SetupError) as caught:
        bm.Record.from_json(broken(document, setup=setup)).replay()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "starts", [None, {}, {"worker": 0}, "all", dict.fromkeys(("worker", "building", "noble"), 0)]
)
def test_start_markers_must_all_be_dealt(document: dict[str, Any], starts: Any) -> None:
    with pytest.raises(bm.SetupError, match="exactly these markers"):
        bm.Record.from_json(broken(document, setup={**document["setup"], "starts": starts})).replay()


@pytest.mark.parametrize("seats", [(0, 0, 0, 1), (0, 1, 2, 1), (0, 1, -1, 0), (0, 1, "1", 0), (0, 1, 0.5, 0)])
def test_start_markers_must_be_dealt_fairly(document: dict[str, Any], seats: tuple[Any, ...]) -> None:
    starts = dict(zip(("worker", "building", "noble", "exchange"), seats, strict=True))
    with pytest.raises(bm.SetupError, match="equal share"):
        bm.Record.from_json(broken(document, setup={**document["setup"], "starts": starts})).replay()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON at line 1"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"[1, 2]", "not a JSON object"),
        (b"{}", '"format" is None'),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"seed": ' + b"9" * 10_000 + b"}", "too long"),
        (b" " * 8_000_001, "larger than 8000000 bytes"),
    ],
)
def test_a_file_that_is_no_record_says_so(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    with pytest.raises(bm.RecordError) as caught:
        bm.Record.load(path)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_a_missing_file_or_a_folder_says_so(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.json"):
        with pytest.raises(bm.RecordError, match="cannot read"):
            bm.Record.load(path)


def test_every_truncation_is_refused(document: dict[str, Any], tmp_path: Path) -> None:
    data = json.dumps(document).encode()
    path = tmp_path / "cut.json"
    for length in range(0, len(data) - 1, 97):
        path.write_bytes(data[:length])
        with pytest.raises(bm.RecordError):
            bm.Record.load(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["game", "version", "options", "seed", "setup", "seats", "moves", "result", "format"])


@given(key=KEYS, value=JSON)
def test_any_value_anywhere_is_replayed_or_refused(document: dict[str, Any], key: str, value: Any) -> None:
    try:
        bm.Record.from_json(broken(document, **{key: value})).check()
    except bm.BurgomasterError as error:
        assert str(error) and error.text("ru")
