"""What a seat can expect of positions of Spyrium, and so what the greedy bot does: as a person would."""

from __future__ import annotations

from typing import Any

import burgomaster as bm
from burgomaster.core.table import Table
from burgomaster.games.spyrium.rules.outlook import evaluate
from tests.cases import every
from tests.games.spyrium.positions import play, position


def worth(table: Table) -> float:
    return float(evaluate(table.state, 0))


def chosen(table: Table) -> str:
    return bm.bot("greedy", seed=1).choose(table).notation


@every(
    "more",
    [
        {"money": 3},
        {"crystals": 1},
        {"score": 1},
        {"active": 3, "reserve": 3},
        {"residence": 1},
        {"buildings": "workshop_1"},
        {"technologies": "crane"},
        {"gaps": {7: "0"}, "market": {4: "adviser £1"}, "money": 5},
    ],
)
def test_having_more_is_worth_more(more: dict[str, Any]) -> None:
    assert worth(position(**{"active": 2, "reserve": 4, **more})) > worth(position(active=2, reserve=4))


def test_money_and_workers_are_worth_more_early() -> None:
    early = worth(position(round_no=2, money=5)) - worth(position(round_no=2))
    late = worth(position(round_no=6, money=5)) - worth(position(round_no=6))
    assert early > 2 * late >= 0


def test_the_final_score_is_the_value_at_the_end() -> None:
    table = play(position(score=30, buildings="palace=12", rewards="worker money", round_no=6), "pass")
    assert worth(table) == 42


def test_it_takes_points_in_the_last_round() -> None:
    table = position(round_no=6, active=1, crystals=2, buildings="laboratory_3", rewards="worker money")
    assert chosen(table) == "use 0 alt 0"


def test_it_builds_what_is_worth_its_price() -> None:
    table = position(round_no=6, money=12, market={4: "palace £11"}, gaps={7: "0"}, rewards="worker money")
    assert chosen(table).startswith("activate 7 at 4")


def test_it_steps_early_and_takes_points_late() -> None:
    early = play(
        position(round_no=1, money=5, market={4: "residence_early £5"}, gaps={7: "0"}), "activate 7 at 4"
    )
    late = play(
        position(round_no=6, money=5, market={4: "residence_early £5"}, gaps={7: "0"}), "activate 7 at 4"
    )
    assert (chosen(early), chosen(late)) == ("advance", "points")


def test_it_places_workers_before_it_goes_to_phase_two() -> None:
    table = position(phase="I", money=10, active=3, market={4: "laboratory_1 £5"})
    assert chosen(table).startswith("place")
