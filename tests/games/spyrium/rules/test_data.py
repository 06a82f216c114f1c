"""The tables: what is certain about them, so that a correction cannot go wrong unnoticed (rules.md 2)."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import burgomaster as bm
from burgomaster.games.spyrium.rules import cards
from burgomaster.games.spyrium.rules.cards import BOARD, CARD_ROWS, EVENT_ROWS, KEYWORDS_OF, tokens_needed
from burgomaster.games.spyrium.rules.options import CONFIDENCE, PERIODS, confidence_of, residence_tracks
from tests.cases import every

COST = r"(?:W\d+|S\d+|M(?:\d+|T|N))"
GAIN = r"(?:S(?:\d+|T)|M(?:\d+|T)|V(?:\d+|T)|H\d+|R1|U1|P1)"
ALTERNATIVE = re.compile(rf"(?:{COST}(?:\+{COST})*)?>{GAIN}(?:\+{GAIN})*")
TRIGGERS = {
    "technology": {"passive", "once", "end"},
    "character": {"call"},
    "building": {"use", "build"},
    "event": {"event", "event2"},
}
ROWS = [*CARD_ROWS, *({**row, "kind": "event"} for row in EVENT_ROWS)]


def copies(row: dict[str, str], periods: str = "ABC") -> int:
    return sum(int(row[f"copies_{period}"]) for period in periods)


def test_there_are_59_cards_of_the_right_kinds_and_periods() -> None:
    by_kind: Counter[str] = Counter()
    for row in CARD_ROWS:
        by_kind[row["kind"]] += copies(row)
        assert copies(row) >= 1
    assert by_kind == BOARD["card_kinds"] == {"technology": 7, "character": 17, "building": 35}
    by_period = {period: sum(copies(row, period) for row in CARD_ROWS) for period in PERIODS}
    assert by_period == BOARD["deck_sizes"] == {"A": 30, "B": 20, "C": 9}


def test_every_deck_suffices_for_its_rounds() -> None:
    rounds = Counter(entry["period"] for entry in BOARD["rounds"])
    assert rounds == {"A": 3, "B": 2, "C": 1}
    assert all(9 * rounds[period] <= BOARD["deck_sizes"][period] for period in PERIODS)


def test_a_technology_exists_once_and_there_are_seven_events() -> None:
    assert all(copies(row) == 1 for row in CARD_ROWS if row["kind"] == "technology")
    assert len(EVENT_ROWS) == BOARD["events"]["in_game"] == 7


def test_ids_are_unique() -> None:
    ids = [row["id"] for row in ROWS]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", id) for id in ids)


@every("row", ROWS, ids=lambda row: row["id"])
def test_effects_are_written_in_the_grammar(row: dict[str, str]) -> None:
    with_token = False
    for trigger, body in cards.clauses(row):
        assert trigger in TRIGGERS[row["kind"]]
        if trigger in KEYWORDS_OF:
            assert body in KEYWORDS_OF[trigger]
            continue
        for alternative in body.split("|"):
            assert ALTERNATIVE.fullmatch(alternative)
            with_token |= "T" in alternative
            assert trigger == "use" or "W" not in alternative
            assert row["kind"] == "event" or not re.search("[UPN]", alternative)
    assert with_token == (row["tokens"] != "none")


@every("row", CARD_ROWS, ids=lambda row: row["id"])
def test_a_card_says_how_far_its_figures_can_be_trusted(row: dict[str, str]) -> None:
    assert set(confidence_of(row)) == set(CONFIDENCE)
    assert set(confidence_of(row).values()) <= {"certain", "probable", "reconstructed"}
    allowed = {"character": {"none", "per_player"}, "building": {"none", "one"}, "technology": {"none"}}
    assert row["tokens"] in allowed[row["kind"]]
    assert row["kind"] == "building" or not row["symbols"]


def test_the_certain_facts_hold() -> None:
    named: dict[str, list[dict[str, str]]] = {}
    for row in CARD_ROWS:
        named.setdefault(row["name_en"], []).append(row)
    assert {row["price"] for row in named["Assistant"]} == {"0"}
    assert "6" in {row["price"] for row in named["Factory"]}
    assert any(row["copies_A"] != "0" for row in named["University"])
    homes = [named[name][0]["end_points"] for name in ("Luxury Home", "Manor", "Palace")]
    assert homes == ["6", "9", "12"]
    symbols = {"Mine": "mine", "Workshop": "factory", "Factory": "factory", "University": "science"}
    for name, symbol in symbols.items():
        assert {row["symbols"] for row in named[name]} == {symbol}
    assert {row["symbols"] for row in named["Laboratory"]} == {"factory+science"}
    assert len({row["name_en"] for row in CARD_ROWS if row["kind"] == "character"}) == 9


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_tokens_suffice(players: int) -> None:
    """The worst market, the event and seven kept tokens never need more than there are."""
    for period in PERIODS:
        needs = [tokens_needed(row, players) for row in CARD_ROWS for _ in range(copies(row, period))]
        market = sum(sorted(needs, reverse=True)[:9])
        kept = 7 if period != "A" else min(7, sum(needs) - market)
        assert min(market + 1 + kept, sum(needs) + 1 + (7 if period != "A" else 0)) <= cards.N_TOKENS


def test_the_residence_tracks_rise_to_seven() -> None:
    assert residence_tracks() == {"default": [2, 3, 4, 5, 7], "with_six": [2, 3, 4, 5, 6, 7]}
    for track in residence_tracks().values():
        assert track == sorted(set(track)) and track[-1] == 7


def test_gaps_are_the_neighbours_of_a_square() -> None:
    wanted = {(i, i + 1) for i in range(9) if i % 3 < 2} | {(i, i + 3) for i in range(6)}
    assert {tuple(gap) for gap in BOARD["market"]["gaps"]} == wanted


def test_programs_are_told_how_far_the_figures_can_be_trusted() -> None:
    (found,) = [entry for entry in bm.games() if entry["game"] == "spyrium"]
    told = {entry["id"]: entry for entry in found["cards"]}
    assert set(told) == {row["id"] for row in CARD_ROWS}
    assert told["char_assistant"]["confidence"]["price"] == "certain"
    assert told["bld_mine_1"]["confidence"] == dict.fromkeys(CONFIDENCE, "reconstructed")
    assert told["bld_palace"]["end_points"] == 12


@pytest.mark.parametrize(
    ("items", "why"), [("W1+X1", "'X1' is no item"), ("S1+", ""), ("2S", "'2S' is no item"), ("ST", "")]
)
def test_an_item_that_cannot_be_read_is_named(items: str, why: str) -> None:
    if not why:
        assert cards.read_items("card", items)
    else:
        with pytest.raises(ValueError, match=why):
            cards.read_items("card", items)
