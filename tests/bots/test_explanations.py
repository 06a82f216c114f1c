"""Reasons of moves: every input has one, parts add up, and nothing hidden or random gets in."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.bots.explanations import (
    AHEAD,
    REST,
    can_explain,
    explain_move,
    explanation_json,
    justify_choice,
    told_parts,
    worst_moves,
)
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net_bot import NetBot
from burgomaster.bots.net_file import has_net, layout_of
from burgomaster.bots.reasons import (
    COUNTED,
    Explainer,
    Part,
    Reasons,
    explainer_of,
    reasons_of,
    shapley,
    sort_inputs,
)
from burgomaster.core import python_api
from burgomaster.core.inputs import InputLayout
from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_names
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Table
from tests.cases import every

GAMES = [name for name in game_names() if has_net(name)]
SIMULATIONS = 24


@cache
def played(name: str, moves: int = 14, players: int = 2, **options: Any) -> Table:
    table, bot = bm.game(name, players=players, **options).new(seed=5), bm.bot("random", seed=5)
    while not table.over and len(table.steps) < moves:
        table.play(bot.choose(table))
    return table


def explainer(name: str) -> Explainer:
    found = explainer_of(name)
    assert found is not None
    return found


def sorted_by(name: str) -> tuple[InputLayout, Reasons]:
    layout, reasons = layout_of(name), reasons_of(name)
    assert layout is not None and reasons is not None
    return layout, reasons


def total(parts: Any) -> float:
    return sum(part.points for part in parts)


@every("name", GAMES)
def test_every_input_has_a_reason_and_every_reason_has_inputs_and_words(name: str) -> None:
    layout, reasons = sorted_by(name)
    groups = sort_inputs(layout, reasons)
    assert len(groups) == layout.size and set(groups) == set(range(len(reasons.patterns)))
    for reason in (*reasons.patterns, COUNTED, AHEAD, REST):
        assert all(reasons.texts.text(language, f"reason.{reason}") for language in LANGUAGES)
    own = {key for key in reasons.texts.entries("en") if key.startswith("reason.")}
    assert own == {f"reason.{reason}" for reason in reasons.patterns}


@every("name", GAMES)
def test_no_pattern_of_an_input_is_idle(name: str) -> None:
    """A pattern that takes nothing is a slip: its inputs were renamed, or an earlier one takes them."""
    layout, reasons = sorted_by(name)
    patterns = [pattern for some in reasons.patterns.values() for pattern in some]
    single = Reasons({str(at): [pattern] for at, pattern in enumerate(patterns)}, reasons.texts)
    used = set(sort_inputs(layout, single))
    assert [pattern for at, pattern in enumerate(patterns) if at not in used] == []


def test_an_input_without_a_reason_is_named() -> None:
    layout, reasons = sorted_by(GAMES[0])
    first = layout.names()[0]
    fewer = Reasons({"rest": [f"[!{first[0]}]*"]}, reasons.texts)
    with pytest.raises(ValueError, match=first):
        sort_inputs(layout, fewer)


def test_shares_of_a_known_game_are_right() -> None:
    """Three who need each other share; one who works alone keeps all; one who does nothing gets 0."""

    def value(chosen: Any) -> Any:
        return 6.0 * chosen[:, 0] * chosen[:, 1] * chosen[:, 4] - 4.0 * chosen[:, 2] + 11.0

    assert shapley(5, value) == pytest.approx([2.0, 2.0, -4.0, 0.0, 2.0])
    assert shapley(0, value=lambda chosen: np.ones(len(chosen))).tolist() == []


@every("name", GAMES)
def test_parts_add_up_to_the_difference(name: str) -> None:
    table = played(name)
    for ply in (9, 14):
        one = explain_move(table, ply, SIMULATIONS, seed=3)
        if one.comparison is not None:
            assert one.other is not None
            gap = one.evaluation.played.lead - one.other.lead
            assert total(one.comparison.parts) == pytest.approx(gap, abs=1e-6)
            chances = (one.comparison.chance, one.comparison.other_chance)
            assert all(chance is not None and 0.0 <= chance <= 1.0 for chance in chances)
        assert one.story is not None and table.steps[one.story.ply - 1].seat == one.evaluation.seat
        assert total(one.story.parts) == pytest.approx(one.story.now - one.story.lead, abs=1e-4)
        sizes = [abs(part.points) for part in one.story.parts]
        assert sizes == sorted(sizes, reverse=True)


def test_the_net_in_plain_numbers_says_what_the_kernels_say() -> None:
    table = played("spyrium")
    information, found = InformationSet(table), explainer("spyrium")
    for one in NetBot(1).think(information).estimates[:4]:  # none of them reveals anything
        assert found.lead(found.views(information, one.move.code, 1)) == pytest.approx(one.lead, abs=0.01)


def test_a_hint_is_compared_with_the_next_ones() -> None:
    information = InformationSet(played("spyrium"))
    estimates = bm.bot("search:3", seed=1).think(information).estimates[:3]
    untried = replace(estimates[2], visits=0)
    first, second, third = justify_choice(information, [*estimates[:2], untried], 0)
    assert first is None and third is None and second is not None
    assert total(second.parts) == pytest.approx(estimates[0].lead - estimates[1].lead, abs=1e-6)


def test_what_people_are_told_adds_up_in_tenths() -> None:
    points = (2.34, -1.26, 0.56, 0.31, -0.24, 0.14, 0.09, 0.07, -0.02)
    parts = [Part(f"reason {number}", one) for number, one in enumerate(points)]
    told = told_parts(parts)
    assert [one.points for one in told[:-1]] == [2.3, -1.3, 0.6, 0.3, -0.2, 0.1] and told[-1].reason == REST
    assert round(total(told), 6) == round(sum(points), 1) and told[-1].points == 0.2
    turned = told_parts(parts, -1)
    assert [one.points for one in turned] == [-one.points for one in told]
    assert told_parts([Part("nothing", 0.01)]) == []


@every("name", GAMES)
def test_hidden_facts_change_nothing(name: str) -> None:
    table = played(name, 30)
    code = table.moves()[0].code
    known = explainer(name).views(InformationSet(table), code, 4)
    for seed in range(3):
        twin: Any = table.copy()
        rng = new_rng()
        seed_rng(rng, seed, 3)
        python_api.determinize(twin._states, 0, twin.to_move, rng)
        again = explainer(name).views(InformationSet(twin), code, 4)
        assert all((one.sums == other.sums).all() for one, other in zip(known, again, strict=True))


def test_seeds_repeat_and_worlds_differ() -> None:
    table = played("suburbia")
    described = [explanation_json("suburbia", explain_move(table, 14, SIMULATIONS, 2)) for _ in range(2)]
    assert described[0] == described[1]
    views = explainer("suburbia").views(InformationSet(table), table.moves()[0].code, 1)
    assert any((one.sums != views[0].sums).any() for one in views)  # each draws another tile


def test_the_last_move_is_counted() -> None:
    table = played("petersburg", 10_000)
    assert table.over
    one = explain_move(table, len(table.steps), SIMULATIONS, seed=1)
    seat = one.evaluation.seat
    assert one.story is not None and [part.reason for part in one.story.parts] == [COUNTED]
    assert one.story.now == table.scores[seat] - table.scores[1 - seat]


@every("options", [{"solo": "lone_architect"}, {"solo": "dale"}])
def test_solo_games_have_reasons_too(options: dict[str, Any]) -> None:
    table = played("suburbia", 8, 1, **options)
    one = explain_move(table, 6, SIMULATIONS, seed=1)
    assert one.story is not None and one.story.parts and one.comparison is not None
    assert (one.comparison.chance is None) == (table.game.n_seats == 1)


def test_a_game_without_a_net_is_analysed_without_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgomaster.bots.reasons.has_net", lambda game: False)
    explainer_of.cache_clear()
    try:
        assert not can_explain("spyrium")
        one = explain_move(played("spyrium"), 9, SIMULATIONS, seed=1)
    finally:
        explainer_of.cache_clear()
    assert one.comparison is None and one.story is None and one.evaluation.grade
    assert explanation_json("spyrium", one)["reasons"] is None


@pytest.mark.slow
def test_the_worst_decisions_come_first_and_the_best_moves_are_compared_with_the_second() -> None:
    table = played("spyrium", 30)
    told = [explain_move(table, ply, SIMULATIONS, 1) for ply in range(1, 31)]
    found = [one.evaluation for one in told]
    for seat in range(2):
        losses = [one.loss for one in worst_moves(found, seat)]
        own = [one.loss for one in found if one.seat == seat and one.grade not in ("forced", "best")]
        assert losses == sorted(own, reverse=True)[:3] and losses[-1] > 0
    for one in told:
        assert one.other is None or one.other.move != one.evaluation.played.move
        assert (one.comparison is None) == (one.other is None)
        assert one.is_best or one.other is one.evaluation.best[0]
    assert any(one.is_best and one.other for one in told) and any(not one.is_best for one in told)
