"""`burgomaster replay`."""

from __future__ import annotations

import json
from pathlib import Path

import burgomaster as bm
from burgomaster.core.table import Record
from tests.cli.fixtures import Run


def test_a_game_is_told_in_words_of_both_languages(run: Run, record_file: Path, finished: Record) -> None:
    result = run("replay", record_file)
    table = finished.replay()
    assert (result.code, result.err) == (0, "")
    said = result.out.replace("\n", " ")
    for line in table.log(None, "en"):
        assert line in said
    assert result.out.splitlines()[-1].startswith(f"Final scores: 1 {table.scores[0]}")
    result = run("replay", record_file, "--lang", "ru")
    assert "Начинается раунд 1" in result.out
    assert "Фаза мастеров: первым ходит " in result.out
    assert "Итоговые очки" in result.out


def test_the_position_after_a_move_is_shown_if_there_is_one(
    run: Run, record_file: Path, finished: Record
) -> None:
    result = run("replay", record_file, "--move", "30")
    assert f"After move 30 of {len(finished.moves)}: {finished.moves[29]}" in result.out
    assert "Upper row" in result.out
    assert "Not finished: 30 moves so far" in result.out
    result = run("replay", record_file, "--move", str(len(finished.moves) + 1))
    assert (result.code, result.err.count("\n")) == (2, 1)


def test_a_position_for_programs(run: Run, record_file: Path, finished: Record) -> None:
    found = json.loads(run("replay", record_file, "--move", "30", "--seat", "1", "--json").out)
    table = finished.replay(30)
    assert found["view"] == json.loads(json.dumps(table.view(1)))
    assert found["scores"] == table.scores
    assert found["moves"] == finished.moves[:30]
    assert found["log"] == table.log(1)


def hidden_take() -> tuple[Record, str]:
    """A game in which seat 0 has just taken a card that only it saw, and that card."""
    for seed in range(100):
        table = bm.game("petersburg", players=2).new(seed=seed)
        bot = bm.bot("random", seed=seed)
        while not table.over:
            moves = [move.notation for move in table.moves()]
            seen = table.view(0)["drawn"]
            if table.to_move == 0 and seen is not None and f"take {seen['card']}" in moves:
                table.play(f"take {seen['card']}")
                return table.record(), seen["card"]
            wanted = [move for move in moves if "observ" in move and move.split()[0] in ("buy", "observe")]
            table.play(wanted[0] if wanted else bot.choose(table))
    raise AssertionError("no game with a hidden card")


def test_a_hidden_card_is_told_only_to_its_owner_or_on_demand(run: Run, tmp_path: Path) -> None:
    record, card = hidden_take()
    record.save(tmp_path / "hidden.json")
    table = record.replay()
    code = table.game.rules.read_notation(f"take {card}")
    assert code is not None
    name = table.game.rules.move_text(table.state, code, "en")
    taken = name.removeprefix("Take ")
    last = {
        view: run("replay", tmp_path / "hidden.json", *view).out.splitlines()[-2]
        for view in ((), ("--seat", "1"), ("--seat", "0"), ("--all",))
    }
    assert taken not in last[()]
    assert taken not in last["--seat", "1"]
    assert taken in last["--seat", "0"]
    assert taken in last["--all",]


def test_a_seat_is_found_by_number_or_name(run: Run, record_file: Path, tmp_path: Path) -> None:
    document = json.loads(record_file.read_text())
    document["seats"] = [{"name": "Anna"}, {"name": "Boris"}]
    path = tmp_path / "named.json"
    path.write_text(json.dumps(document))
    by_name = json.loads(run("replay", path, "--seat", "Boris", "--json").out)
    assert by_name["view"]["seat"] == 1
    result = run("replay", path, "--seat", "Carl")
    assert result.code == 2
    assert "0 (Anna), 1 (Boris)" in result.err


def test_stepping_goes_forwards_back_and_anywhere_and_ends_with_the_input(
    run: Run, record_file: Path, finished: Record
) -> None:
    total = len(finished.moves)
    result = run("replay", record_file, "--step", typed=f"\nn\nb\n50\nhop\n{total}\n\nq\n")
    titles = [line for line in result.out.splitlines() if "After move" in line or "Before the first" in line]
    numbers = [0 if "Before" in line else int(line.split("After move ")[1].split()[0]) for line in titles]
    assert numbers == [0, 1, 2, 1, 50, total, total]
    assert "“hop” is none of these" in result.out
    assert result.code == 0
    assert run("replay", record_file, "--step").code == 0
