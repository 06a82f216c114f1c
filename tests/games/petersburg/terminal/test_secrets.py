"""Several people at one keyboard: nobody learns by its going round who holds the Pickpocket."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import burgomaster as bm
from burgomaster.core.table import Record, Table
from tests.cli.fixtures import Result, Run

HANDOVER = re.compile(r"Pass the keyboard to (\w+)\.")
STARTS = {"worker": 0, "building": 0, "noble": 1, "exchange": 1}


def drawn_in_secret(card: str) -> Table:
    """Anna has drawn a card of the exchange deck and kept it; Boris, to move, can end the building phase."""
    game = bm.game("petersburg", players=2, expansions=["banquet"], marker_deal=STARTS)
    setup = game.new(seed=1).setup
    for deck, first in (("building", "observatory_2004"), ("exchange", card)):
        cards = setup["decks"][deck]
        cards.insert(0, cards.pop(cards.index(first)))
    table = game.new(setup=setup, seats=[{"name": "Anna"}, {"name": "Boris"}])
    for move in ("pass", "pass", "buy observatory_2004", "pass", "observe exchange", f"take {card}"):
        table.play(move)
    table.play(next(move for move in table.moves() if move.notation.startswith("buy ")))
    table.play("pass")
    assert (table.to_move, table.phase) == (1, "building")
    return table


def play_on(run: Run, path: Path, card: str, answer: str) -> Result:
    """Boris ends the phase; Anna answers, or presses Enter; Boris tries to take his pass back and leaves."""
    drawn_in_secret(card).record().save(path)
    return run("play", "--resume", path, typed=f"\np\n\n{answer}\n\nu\nq\n")


def test_the_keyboard_goes_round_whoever_holds_the_pickpocket(run: Run, tmp_path: Path) -> None:
    asked = play_on(run, tmp_path / "asked.json", "pickpocket", "decline")
    spared = play_on(run, tmp_path / "spared.json", "bank_2004", "")
    assert HANDOVER.findall(asked.out) == HANDOVER.findall(spared.out) == ["Boris", "Anna", "Boris"]
    assert "Use the Pickpocket and go first?" in asked.out
    assert "Nothing is asked of you before this phase." in spared.out
    assert Record.load(tmp_path / "asked.json").moves[-1] == "decline"
    for result in (asked, spared):
        boris = HANDOVER.split(result.out)[-1]
        assert "Pickpocket" not in boris
        assert "what has been seen cannot be unseen" in " ".join(boris.split())


def test_whoever_uses_it_goes_first(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "used.json"
    drawn_in_secret("pickpocket").record().save(path)
    result = run("play", "--resume", path, typed="\np\n\npickpocket\nu\npickpocket\nq\n")
    assert HANDOVER.findall(result.out) == ["Boris", "Anna"]
    assert result.out.count("Use the Pickpocket and go first?") == 2
    shown = result.out.split("Anna plays Pickpocket (action)")[0].splitlines()
    row = [line for line in shown if "Goes first" in line][-1]
    assert row.split()[-3:] == ["Anna", "Boris", "│"]


def test_the_question_is_asked_however_few_rows_there_are(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", "12")
    asked = play_on(run, tmp_path / "asked.json", "pickpocket", "decline")
    assert "Use the Pickpocket and go first?" in asked.out


def test_no_round_where_nothing_is_secret(run: Run, tmp_path: Path) -> None:
    table = drawn_in_secret("bank_2004")
    path = tmp_path / "open.json"
    options = {**table.game.options, "open_hands": True}
    players = options.pop("players")
    open_table = bm.game("petersburg", players=players, **options).new(setup=table.setup, seats=table.seats)
    for move in table.history:
        open_table.play(move)
    open_table.record().save(path)
    result = run("play", "--resume", path, typed="\np\n1\nq\n")
    assert HANDOVER.findall(result.out)[0] == "Boris"
    assert "Nothing is asked of you" not in result.out


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_person_among_bots_is_simply_asked(run: Run, tmp_path: Path, language: str) -> None:
    table = drawn_in_secret("pickpocket")
    table.seats[1] = {"name": "greedy", "bot": "greedy"}
    table.play("pass")
    path = tmp_path / "bots.json"
    table.record().save(path)
    result = run("play", "--resume", path, "--lang", language, typed="2\nq\n")
    assert ("Use the Pickpocket" if language == "en" else "«Кражу»") in result.out
    assert "decline" in Record.load(path).moves
