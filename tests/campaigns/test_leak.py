"""The campaign that looks for leaks: it finds none, and it finds every one that is planted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any
from zlib import crc32

import pytest

from burgomaster.bots.advice import advise
from burgomaster.bots.bot import Choice
from burgomaster.core.check import all_suites
from burgomaster.core.move import copy_states
from burgomaster.core.registry import game_names
from burgomaster.core.table import Table, load_game
from burgomaster.server import table_context
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Match, moves
from burgomaster.server.match.journal import Refused
from tests.campaigns import exposures, leak
from tests.campaigns.campaign import Setup, Trial
from tests.campaigns.worlds import Resampling, World
from tests.cases import first_quick, sweep
from tests.profiles import is_thorough

SUITES = [suite for name in game_names() for suite in all_suites(name)]
ASKING = next(
    number
    for number, suite in enumerate(SUITES)
    if suite.game == "petersburg" and "banquet" in suite.options.get("expansions", ()) and suite.players == 2
)  # there is a card whose holder is asked in secret
PENDING, ANSWERED = 63, 68  # seeds of histories in which somebody may be asked now, or was asked


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Trial]]:
    """A short campaign with the card whose holder is asked in secret."""
    options = {"suites": [ASKING], "worlds": 6}
    with leak.begin(Setup(tmp_path_factory.mktemp("leak"), options=options)) as made:
        yield made


def test_nobody_can_tell_which_world_it_is(trial: Callable[[int], Trial]) -> None:
    for seed in (PENDING, ANSWERED):
        made = trial(seed)
        assert made.findings == ()
        assert made.counts["worlds"] > 10 and made.counts["worlds with a secret question"] >= 3


@pytest.mark.thorough
def test_a_seed_is_the_same_trial_again(trial: Callable[[int], Trial]) -> None:
    assert trial(ANSWERED) == trial(ANSWERED)


def truth_for_refusals(patch: pytest.MonkeyPatch) -> None:
    """Let a refused move be explained with the truth."""
    patch.setattr(Match, "seen_by", lambda self, _seat: self.table)


def other_key_while_asked(patch: pytest.MonkeyPatch) -> None:
    """Let nonsense be refused with another key while somebody else is asked: what there was once."""
    play = moves.play

    def told(match: Match, seat: int, notation: str, *given: Any) -> Any:
        if match.to_move != seat and match.sees_turn(seat):
            raise Refused("stale")
        return play(match, seat, notation, *given)

    patch.setattr(exposures.moves, "play", told)


def count_everything(patch: pytest.MonkeyPatch) -> None:
    """Let windows and numbers count secret answers."""
    patch.setattr(Match, "public_plies", property(lambda self: list(range(self.ply))))


def show_hidden_money(patch: pytest.MonkeyPatch) -> None:
    """Let a page depend on money that is hidden."""
    patch.setattr(table_context, "is_quiet", lambda match: sum(match.table.money) % 2 == 0)


def send_the_generator(patch: pytest.MonkeyPatch) -> None:
    """Let the bytes of a position be those of the truth."""
    patch.setattr(exposures, "describe_state", lambda match, _seat: match.table.state_bytes().hex())


def list_who_is_asked(patch: pytest.MonkeyPatch) -> None:
    """Let lists name the seat that is really to move."""
    patch.setattr(Match, "seems_to_move", lambda self: self.table.to_move)


def think_with_the_truth(patch: pytest.MonkeyPatch) -> None:
    """Let a hint depend on the order of the piles."""

    def advise_by_truth(table: Table, seat: int, level: int) -> Choice:
        return advise(table, seat, level, seed=crc32(table.state_bytes()))

    patch.setattr("burgomaster.server.advice.advise", advise_by_truth)


def draw_the_truth(patch: pytest.MonkeyPatch) -> None:
    """Let the name of a picture depend on the truth."""
    patch.setattr("burgomaster.server.share.pictures.name_of", lambda table: str(crc32(table.state_bytes())))


def draw_the_truth_elsewhere(patch: pytest.MonkeyPatch) -> None:
    """Let a page depend on the truth if a drawing process draws it."""

    def told(_request: Any, _visitor: Any, live: LiveMatch) -> bytes:
        return b"%d" % crc32(live.match.table.state_bytes())

    patch.setattr("burgomaster.server.drawing_process.live_event", told)


@pytest.mark.parametrize(
    ("plant", "seed", "where"),
    first_quick(
        [
            (draw_the_truth, ANSWERED, "picture"),
            (truth_for_refusals, PENDING, "refusals"),
            (other_key_while_asked, PENDING, "refusals"),
            (count_everything, ANSWERED, "table"),
            (show_hidden_money, ANSWERED, "page"),
            (draw_the_truth_elsewhere, ANSWERED, "drawn"),
            (send_the_generator, ANSWERED, "table"),
            (list_who_is_asked, PENDING, "lists"),
            (think_with_the_truth, PENDING, "advice"),
        ]
    ),
)
def test_every_leak_that_is_planted_is_found(
    trial: Callable[[int], Trial],
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    seed: int,
    where: str,
) -> None:
    plant(monkeypatch)
    assert any(f": {where}" in text for text in trial(seed).findings)


def test_a_world_with_other_money_is_one_in_which_other_money_is_counted() -> None:
    game = load_game("petersburg", players=2)
    beginning = game.new(seed=1).canonicalized(0)
    resampling = Resampling(game.rules, 0, World(beginning, (), beginning), random.Random(1))
    richer = copy_states(beginning)
    richer[0].players[1].rubles += 5
    assert not resampling.is_counted_same(World(richer, (), richer))
    assert resampling.is_counted_same(resampling.truth)


def has_private_goals(number: int) -> bool:
    return (SUITES[number].game, SUITES[number].players) == ("suburbia", 2)


def has_hands(number: int) -> bool:
    suite = SUITES[number]
    return (suite.game, suite.players) == ("petersburg", 3) and not suite.options["expansions"]


@pytest.mark.sampled
@pytest.mark.parametrize("number", sweep(range(len(SUITES)), has_private_goals, has_hands))
def test_no_variant_tells_what_is_hidden(tmp_path_factory: pytest.TempPathFactory, number: int) -> None:
    options = {"suites": [number], "worlds": 24 if is_thorough() else 12}
    with leak.begin(Setup(tmp_path_factory.mktemp("leak"), options=options)) as made:
        for seed in (3, 4) if is_thorough() else (4,):
            done = made(seed)
            assert done.findings == () and done.counts["worlds"] > 0
            assert done.counts["worlds to think in"] > 0
