"""The public interface, as other programs use it."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.core.cache import Cache
from burgomaster.core.registry import game_names
from burgomaster.core.table import Game
from tests.cases import every


def play_on(table: bm.Table, n_moves: int) -> None:
    for _ in range(n_moves):
        table.play(table.moves()[0])


def test_a_new_table_says_where_it_stands(game: Game) -> None:
    table = game.new(seed=42)
    assert (table.round, table.phase, table.over) == (1, "worker", False)
    assert table.scores == [0, 0] and table.money == [25, 25]
    assert table.to_move in (0, 1) and table.winners == []


def test_a_move_can_be_given_as_itself_or_as_its_notation(game: Game) -> None:
    table, twin = game.new(seed=42), game.new(seed=42)
    move = table.moves()[0]
    table.play(move)
    twin.play(move.notation)
    assert table.state_bytes() == twin.state_bytes()


def test_moves_of_equal_choice_are_equal(game: Game) -> None:
    first, second = game.new(seed=42).moves(), game.new(seed=42).moves()
    assert first == second and len(set(first)) == len(first)
    assert first[0] != first[1] and first[0] != first[0].notation


def test_a_move_keeps_its_words_after_the_table_went_on(game: Game) -> None:
    table = game.new(seed=42)
    move = table.moves()[0]
    said = move.text("en"), move.text("ru")
    play_on(table, 5)
    assert (move.text("en"), move.text("ru")) == said


def test_an_illegal_move_leaves_the_table_untouched_and_says_why(game: Game) -> None:
    table = game.new(seed=42)
    before = table.state_bytes(), table.history
    with pytest.raises(bm.IllegalMove, match=r"does not lie in that row\. Legal now: ") as caught:
        table.play("buy czar_2004 over author")
    assert (table.state_bytes(), table.history) == before
    assert "нет в этом ряду" in caught.value.text("ru")


def test_an_illegal_move_keeps_its_reason_after_the_table_went_on(game: Game) -> None:
    table = game.new(seed=42)
    play_on(table, 12)
    while not (dear := [card for card in table.view()["upper"] if "costs" in why_not(table, f"buy {card}")]):
        play_on(table, 1)
    with pytest.raises(bm.IllegalMove) as caught:
        table.play(f"buy {dear[0]}")
    said = caught.value.text("en"), caught.value.text("ru")
    play_on(table, 12)
    assert (caught.value.text("en"), caught.value.text("ru")) == said


def why_not(table: bm.Table, notation: str) -> str:
    """Why a move is illegal, "" if it is not."""
    try:
        table.copy().play(notation)
    except bm.IllegalMove as error:
        return str(error)
    return ""


def test_undo_takes_one_move_back(game: Game) -> None:
    table = game.new(seed=42)
    play_on(table, 3)
    before = table.state_bytes()
    play_on(table, 1)
    table.undo()
    assert table.state_bytes() == before and len(table.history) == 3


def test_nothing_to_undo_is_said(game: Game) -> None:
    with pytest.raises(bm.IllegalMove, match="no move to take back"):
        game.new(seed=42).undo()


@pytest.mark.parametrize("wrong", [-1, 2, 1.0, "1", None, True])
def test_a_table_goes_back_to_positions_that_it_had(game: Game, wrong: Any) -> None:
    table = game.new(seed=42)
    table.play(table.moves()[0])
    before = table.position()
    with pytest.raises(ValueError, match="there are 0 to 1"):
        table.rewind(wrong)
    assert table.position() == before
    table.rewind(np.int64(1))
    assert table.position() == before
    table.rewind(0)
    assert table.position() == game.new(seed=42).position()


def test_a_copy_goes_its_own_way(game: Game) -> None:
    table = game.new(seed=42)
    twin = table.copy()
    play_on(twin, 4)
    twin.seats[0]["name"] = "Anna"
    assert table.history == [] and len(twin.history) == 4
    assert table.names[0] != "Anna" and len(table.log()) < len(twin.log())


def test_forced_moves_are_made_by_themselves_if_asked_for(game: Game) -> None:
    table = bm.game("petersburg", players=2, auto_forced="all").new(seed=3)
    while not table.over:
        assert len(table.moves()) > 1
        table.play(table.moves()[-1])
    twin = table.record().replay()
    assert twin.state_bytes() == table.state_bytes()
    plain = bm.Record.from_json({**table.record().to_json(), "options": {"players": 2}}).check()
    assert plain.scores == table.scores


def test_undo_goes_back_over_moves_that_made_themselves() -> None:
    table = bm.game("petersburg", players=2, auto_forced="all").new(seed=3)
    trail = []
    while not table.over:
        trail.append(table.state_bytes())
        table.play(table.moves()[-1])
    while trail:
        table.undo()
        assert table.state_bytes() == trail.pop()
    assert table.history == []


def test_the_log_can_be_read_from_any_move_on(game: Game) -> None:
    table = game.new(seed=42)
    play_on(table, 6)
    whole, late = table.log(), table.log(since=5)
    assert whole[-len(late) :] == late and len(late) < len(whole)


def test_views_are_json_and_seats_are_checked(game: Game) -> None:
    table = game.new(seed=42)
    assert json.loads(json.dumps(table.view(0)))["seat"] == 0
    assert json.loads(json.dumps(table.view(np.int8(1))))["seat"] == 1  # type: ignore[arg-type]
    for seat, said in ((2, "2"), ("0", "'0'"), (True, "True"), (1.0, "1.0")):
        with pytest.raises(ValueError, match=f"no seat {said}; there are 0 to 1"):
            table.view(seat)  # type: ignore[arg-type]


def test_whole_numbers_of_numpy_are_taken(game: Game) -> None:
    table = bm.game("petersburg", players=np.int64(2)).new(seed=np.int64(42))  # type: ignore[arg-type]
    assert table.state_bytes() == game.new(seed=42).state_bytes()
    assert json.loads(json.dumps(table.record().to_json()))["seed"] == 42
    assert table.position(np.int64(1)) == table.position(1)  # type: ignore[arg-type]


def test_everything_travels_to_other_processes(game: Game) -> None:
    table = game.new(seed=42)
    play_on(table, 5)
    for twin in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):
        assert twin.game == game and twin.game.rules is game.rules
        assert twin.history == table.history and twin.moves() == table.moves()
        twin.undo()
    assert len(table.history) == 5
    assert pickle.loads(pickle.dumps(table.moves()[0])).text("ru") == table.moves()[0].text("ru")


def test_what_is_printed_of_a_game_fits_into_a_line(game: Game) -> None:
    market = bm.game("petersburg", players=5, edition="2014", expansions=["market"])
    assert repr(game) == "bm.game('petersburg', players=2)"
    assert repr(market) == "bm.game('petersburg', players=5, edition='2014', expansions=('market',))"
    assert eval(repr(market)) == market
    assert repr(game.new(seed=42)).startswith(f"<Table of {game!r}: round 1, seat ")


def test_a_language_without_texts_is_refused(game: Game) -> None:
    table = game.new(seed=42)
    for ask in (table.moves()[0].text, lambda language: table.log(0, language)):
        with pytest.raises(ValueError, match="no language 'de'; there are en, ru"):
            ask("de")


def test_a_bot_is_not_asked_when_the_game_is_over(game: Game) -> None:
    table = game.new(seed=42)
    while not table.over:
        table.step(table.legal_codes()[0])
    with pytest.raises(bm.IllegalMove, match="the game is over"):
        bm.bot("random", seed=1).choose(table)


def test_names_that_are_loaded_later_are_listed() -> None:
    assert set(bm.__all__) <= set(dir(bm))


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_a_seed_the_generator_does_not_take_is_refused(game: Game, seed: object) -> None:
    with pytest.raises(bm.SetupError, match="a seed is a whole number from 0"):
        game.new(seed=seed)  # type: ignore[arg-type]


def test_the_largest_seed_works(game: Game) -> None:
    assert game.new(seed=2**63 - 1).moves()


def test_without_a_seed_every_table_is_another(game: Game) -> None:
    assert game.new().setup != game.new().setup


def test_seats_are_as_given_or_drawn(game: Game) -> None:
    names = [{"name": "Anna"}, {"name": "Boris"}]
    assert game.new(seed=1, seats=names).names == ["Anna", "Boris"]
    drawn = bm.game("petersburg", players=2, seating="random")
    orders = {tuple(drawn.new(seed=seed, seats=names).names) for seed in range(20)}
    assert orders == {("Anna", "Boris"), ("Boris", "Anna")}
    assert drawn.new(seed=5, seats=names).setup == game.new(seed=5).setup
    with pytest.raises(bm.SetupError, match="3 seats were described, but the game has 2 players"):
        game.new(seed=1, seats=[*names, {"name": "Carl"}])


@every(
    ("options", "message"),
    [
        ({"players": 6}, "number of players may be 2, 3, 4, 5"),
        ({"players": "2"}, "number of players may be 2, 3, 4, 5"),
        ({"players": True}, "number of players may be 2, 3, 4, 5"),
        ({"players": 5}, "2004 is not played by 5; possible are: 2004 (2-4); 2004 + banquet (2-4); "),
        ({"expansions": ["casino"]}, "expansions cannot be ['casino']"),
        ({"openmoney": True}, 'no option "openmoney" in petersburg; there are: players, edition'),
        ({"open_money": 1}, "open_money cannot be 1; possible: False, True"),
        ({"edition": "1999"}, "edition cannot be '1999'; possible: '2004', '2014'"),
        ({"tiebreak": "coin"}, "possible: 'total_rubles', 'leftover_rubles'"),
    ],
)
def test_impossible_options_are_refused_with_what_is_possible(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(bm.OptionError) as caught:
        bm.game("petersburg", **options)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert caught.value.text("ru") != str(caught.value)


def test_an_unknown_game_or_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(bm.OptionError, match="no game 'chess'; there are: petersburg"):
        bm.game("chess")
    with pytest.raises(bm.OptionError, match="no bot 'deep'; there are: random, greedy"):
        bm.bot("deep")
    with pytest.raises(bm.OptionError, match="has no such setting: speed"):
        bm.bot("random", speed=3)


def test_games_says_what_there_is() -> None:
    found = bm.games()
    assert [entry["game"] for entry in found] == ["petersburg", "suburbia", "spyrium"]
    assert found[0]["players"] == [2, 3, 4, 5] and found[0]["version"] == 1
    assert [variant["name"] for variant in found[0]["variants"]] == [
        "2004",
        "2004 + banquet",
        "2004 + new_society",
        "2004 + banquet + new_society",
        "2014",
        "2014 + market",
    ]
    json.dumps(found)


@pytest.mark.parametrize("given", [[1], [], 1, "x", b"x", True, 3.5, float("nan"), object()])
def test_a_set_up_and_seats_that_are_none_are_explained(game: Game, given: object) -> None:
    with pytest.raises(bm.SetupError, match="set-up names its parts"):
        game.new(setup=given)  # type: ignore[arg-type]
    if given != []:
        with pytest.raises(bm.SetupError, match="seats are a list of descriptions"):
            game.new(seed=1, seats=given)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", game_names())
def test_what_is_remembered_of_a_view_is_what_would_be_found_anew(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(_memo: Cache[Any], _key: Any, make: Callable[[], Any]) -> Any:
        return make()

    rng, seats = random.Random(name), (None, 0, 1, 2)
    tables = [bm.game(name, players=3).new(seed=seed) for seed in range(3)]
    for step in range(60):
        table = tables[step % 3]
        table.play(rng.choice(table.moves()))
        views = [table.view(seat) for seat in seats]
        again = [table.view(seat) for seat in seats]
        with monkeypatch.context() as patched:
            patched.setattr(Cache, "get", forgetful)
            assert views == again == [table.view(seat) for seat in seats]
        views[0]["players"][0].clear()  # a view belongs to whoever asked for it
        assert table.view() == again[0]
