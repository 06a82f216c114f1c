"""Our games in OpenSpiel: its own tests pass, chance is chance, and nobody knows what they may not know."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from burgomaster.core.check import Suite
from tests.cases import every, sweep
from tests.envs.suites import SUITES, name_of

pytestmark = pytest.mark.slow  # what another library needs is compiled and run, in every CI

if TYPE_CHECKING:
    from burgomaster.envs.openspiel import BurgomasterGame, BurgomasterState

FIRST = [
    next(suite for suite in SUITES if suite.game == name) for name in dict.fromkeys(s.game for s in SUITES)
]


def loaded(suite: Suite, **settings: Any) -> BurgomasterGame:
    from burgomaster.envs import openspiel

    game: BurgomasterGame = openspiel.load_game(
        suite.game, players=suite.players, **settings, **suite.options
    )
    return game


def advance(state: BurgomasterState, chance: np.random.Generator) -> None:
    if state.is_chance_node():
        state.apply_action(state.chance_outcomes()[chance.integers(len(state.chance_outcomes()))][0])
    else:
        legal = state.legal_actions()
        state.apply_action(legal[chance.integers(len(legal))])


def states_of(game: BurgomasterGame, seed: int) -> list[BurgomasterState]:
    chance, state = np.random.default_rng(seed), game.new_initial_state()
    found = []
    while not state.is_terminal():
        found.append(state.clone())
        advance(state, chance)
    return [*found, state]


# OpenSpiel's own tests


@pytest.mark.parametrize("suite", sweep(SUITES, lambda suite: suite in FIRST[:1]), ids=name_of)
def test_it_passes_the_tests_of_openspiel(suite: Suite) -> None:
    import pyspiel

    pyspiel.random_sim_test(loaded(suite), num_sims=1, serialize=True, verbose=False)


def test_it_is_loaded_by_name() -> None:
    import pyspiel

    import burgomaster.envs.openspiel  # noqa: F401

    game = pyspiel.load_game("python_burgomaster(game=petersburg,players=2)")
    kind = game.get_type()
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM and game.utility_sum() == 0
    assert game.num_players() == 2 and game.num_distinct_actions() == 805
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)


def test_any_option_can_be_said() -> None:
    import pyspiel

    from burgomaster.envs import openspiel
    from burgomaster.envs.openspiel_position import read_options

    for options in (
        {"edition": "2014", "expansions": ("market",)},
        {"expansions": ["banquet", "new_society"], "open_hands": True},
        {"marker_deal": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}},
    ):
        game = openspiel.load_game("petersburg", players=2, **options)
        assert (
            game.table.game.options
            == openspiel.shared_table(
                "petersburg", 2, game.get_parameters()["options"], 1000, 16, 1
            ).game.options
        )
        for name, value in options.items():
            assert json.dumps(game.table.game.options[name]) == json.dumps(value)
        copy, _ = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(game, game.new_initial_state())
        )
        assert copy.table.game.options == game.table.game.options
    assert read_options("petersburg", "edition:2014;expansions:market") == {
        "edition": "2014",
        "expansions": ["market"],
    }


@every(
    "words",
    [
        *("game=chess", "players=9", "players=two", "returns=joy", "deals=0", "draws=-1", "seed=-1"),
        *("options=edition", "options=edition:1999", "options=edition:2014;edition:2004"),
        *("options=colour:red", "moon=1"),
    ],
)
def test_nonsense_is_refused(words: str) -> None:
    import pyspiel

    from burgomaster.core.errors import OptionError
    from burgomaster.envs import openspiel

    with pytest.raises((OptionError, pyspiel.SpielError)):
        pyspiel.load_game(f"{openspiel.NAME}({words})")


def test_an_illegal_action_changes_nothing() -> None:
    for state in states_of(loaded(FIRST[0]), 1)[::25]:
        before = state.serialize()
        n_actions = state.get_game().num_distinct_actions()
        wrong = {-1, 10**6, *range(0, n_actions, 37)} - set(state.legal_actions())
        if state.is_chance_node():
            wrong = {-1, 10**6}
        for action in wrong:
            with pytest.raises(ValueError):
                state._apply_action(action)
        assert state.serialize() == before


# Chance


@pytest.mark.parametrize("suite", sweep(SUITES, lambda suite: suite in FIRST[:1]), ids=name_of)
def test_what_is_not_drawn_yet_is_not_settled(suite: Suite) -> None:
    """A move without a chance node comes out the same however what nobody knows is shuffled."""
    from burgomaster.core import python_api
    from burgomaster.core.log import new_logs, take_events
    from burgomaster.core.move import copy_states
    from burgomaster.core.rng import new_rng, seed_rng
    from burgomaster.envs.openspiel_position import redacted

    game = loaded(suite)
    table, rng = game.table, new_rng()
    seats = range(game.num_players())
    assert table.shuffle_unseen is not None

    def outcome(position: Any, code: int) -> Any:
        after = copy_states(position)
        python_api.apply(after, 0, code, logs)
        return take_events(logs), [redacted(after, seat).tobytes() for seat in seats]

    logs, n_quiet = new_logs(), 0
    for state in states_of(game, 5)[1:-1]:
        if state.is_chance_node():
            continue
        position = state.position.states
        for number, action in enumerate(state.legal_actions()[:12]):
            child, code = state.child(action), int(table.space.moves[action])
            other = copy_states(position)
            seed_rng(rng, number, 3)
            table.shuffle_unseen(other[0], rng)
            assert [redacted(other, seat).tobytes() for seat in seats] == [
                redacted(position, seat).tobytes() for seat in seats
            ]
            if not child.is_chance_node():
                n_quiet += 1
                assert outcome(other, code) == outcome(position, code), state.action_to_string(action)
    assert n_quiet > 10


def test_draws_come_out_in_different_ways_and_each_the_same_again() -> None:
    for suite in FIRST:
        waiting = [state for state in states_of(loaded(suite), 2)[1:] if state.is_chance_node()]
        assert waiting
        views = [str(waiting[0].child(outcome)) for outcome, _ in waiting[0].chance_outcomes()]
        assert len(set(views)) > 1
        assert views == [str(waiting[0].child(outcome)) for outcome, _ in waiting[0].chance_outcomes()]
        with_all_settled = states_of(loaded(suite, draws=0), 2)
        assert sum(state.is_chance_node() for state in with_all_settled) == 1


def test_a_game_is_the_game_that_our_own_table_plays() -> None:
    import burgomaster as bm

    for suite in FIRST:
        game = loaded(suite, draws=0, seed=7, returns="score")
        last = states_of(game, 3)[-1]
        deal, *actions = last.history()
        ours = bm.game(suite.game, players=suite.players, **suite.options).new(seed=7 + deal)
        for action in actions:
            ours.play(ours.game.rules.write_notation(int(game.table.space.moves[action])))
        assert ours.over and last.returns() == [float(score) for score in ours.scores]


# What players know


@pytest.mark.parametrize("suite", sweep(SUITES, lambda suite: suite in FIRST[:1]), ids=name_of)
def test_a_world_drawn_anew_looks_the_same_to_whom_it_was_drawn_for(suite: Suite) -> None:
    game = loaded(suite)
    n_different = 0
    for number, state in enumerate(states_of(game, 11)[1:-1:9]):
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, np.random.default_rng(number).random)
            n_different += other.position.states.tobytes() != state.position.states.tobytes()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.history() == []
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            while not other.is_terminal():
                advance(other, np.random.default_rng(other.move_number()))
    assert n_different > 0


def test_what_one_player_remembers_is_not_what_another_does() -> None:
    """Two ways to the same position are two information states, and hidden moves do not show."""
    game = loaded(FIRST[0])
    seen: dict[str, list[int]] = {}
    for seed in range(2):
        for state in states_of(game, seed)[1::2]:
            player = state.current_player()
            if player >= 0:
                known = seen.setdefault(state.information_state_string(player), state.legal_actions())
                assert known == state.legal_actions()
    states = states_of(game, 1)
    strings = [state.information_state_string(0) for state in states if state.current_player() == 0]
    assert len(set(strings)) == len(strings)


def test_a_state_survives_being_written_down() -> None:
    import pyspiel

    for suite in FIRST:
        for state in states_of(loaded(suite), 4)[::40]:
            _, copy = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(state.get_game(), state)
            )
            twin = state.clone()
            for player in range(copy.num_players()):
                said = state.information_state_string(player)
                assert copy.information_state_string(player) == said == twin.information_state_string(player)
            while not state.is_terminal():
                for other in (state, copy, twin):
                    advance(other, np.random.default_rng(other.move_number()))
            assert str(state) == str(copy) == str(twin) and state.returns() == copy.returns()


# Their algorithms


@pytest.mark.sampled
def test_their_search_plays_it() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = loaded(FIRST[0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    mind = mcts.MCTSBot(game, 1.4, 6, evaluator, random_state=np.random.RandomState(2))
    other = ismcts.ISMCTSBot(game, evaluator, 1.4, 6, random_state=np.random.RandomState(3))
    states = [state for state in states_of(game, 6) if state.current_player() >= 0]
    for state in states[-30::6]:
        for bot in (mind, other):
            assert bot.step(state) in state.legal_actions()


@pytest.mark.sampled
def test_their_counterfactual_regret_sampler_runs_on_it() -> None:
    import pyspiel
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    import burgomaster.envs.openspiel  # noqa: F401

    np.random.seed(4)
    game = pyspiel.load_game("python_burgomaster(game=petersburg,players=2,deals=2,draws=2)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    state.apply_action(0)
    chances = policy.action_probabilities(state)
    assert set(chances) == set(state.legal_actions()) and abs(sum(chances.values()) - 1) < 1e-6


def test_their_environment_is_stepped() -> None:
    from open_spiel.python import rl_environment

    game = loaded(FIRST[0])
    environment = rl_environment.Environment(
        game, observation_type=rl_environment.ObservationType.OBSERVATION
    )
    environment.seed(3)
    chance, step = np.random.default_rng(1), environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == 2 + game.table.layout.size
        step = environment.step([chance.choice(step.observations["legal_actions"][player])])
    assert sorted(step.rewards) in ([-1.0, 1.0], [0.0, 0.0])


def test_their_dqn_learns_on_it(torch: Any) -> None:
    """A few games are played and learnt from; the loss is a number, and what it chooses is legal."""
    from open_spiel.python import rl_environment
    from open_spiel.python.pytorch import dqn

    game = loaded(FIRST[0])
    environment = rl_environment.Environment(
        game, observation_type=rl_environment.ObservationType.OBSERVATION
    )
    size, n_actions = (
        environment.observation_spec()["info_state"][0],
        environment.action_spec()["num_actions"],
    )
    settings = {
        "batch_size": 8,
        "min_buffer_size_to_learn": 16,
        "learn_every": 8,
        "replay_buffer_capacity": 64,
    }
    agents = [dqn.DQN(player, size, n_actions, hidden_layers_sizes=[16], **settings) for player in range(2)]
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        action = int(agents[player].step(step).action)
        assert action in step.observations["legal_actions"][player]
        step = environment.step([action])
    for agent in agents:
        agent.step(step)
        assert np.isfinite(float(agent.loss))


@pytest.mark.thorough
def test_their_bots_sit_at_our_tables() -> None:
    """By name, for all games; they are shown possible worlds, never the truth."""
    import burgomaster as bm
    from burgomaster.bots import InformationSet
    from burgomaster.core.rng import new_rng, seed_rng
    from burgomaster.envs.openspiel_bot import OpenSpielBot

    class Spy:
        def __init__(self) -> None:
            self.states: list[Any] = []

        def step(self, state: Any) -> int:
            self.states.append(state)
            return int(state.legal_actions()[0])

    for suite in FIRST:
        table = bm.game(suite.game, players=suite.players, **suite.options).new(seed=3)
        spy = Spy()
        bots = [
            bm.bot("openspiel:ismcts", seed=1, simulations=3),
            bm.bot("openspiel:mcts", seed=2, simulations=3),
        ]
        watcher = OpenSpielBot(lambda _game, _seat, _seed, spy=spy: spy, seed=5)
        for _ in range(16):
            if table.over:
                break
            rng = new_rng()
            seed_rng(rng, len(table.steps), 0)
            seat, twin = table.to_move or 0, table.copy()
            twin._states = table.determinized(seat, rng)
            for other in (table, twin):
                watcher._random.seed(1)
                watcher._made = None
                watcher.think(InformationSet(other))
            table.play(bots[seat % 2].choose(table))
        assert len(spy.states) > 4 and all(state.history() == [] for state in spy.states)
        for one, other in zip(spy.states[::2], spy.states[1::2], strict=True):
            assert one.position.states.tobytes() == other.position.states.tobytes()
            assert one.position.memories == other.position.memories


def test_a_bot_of_openspiel_in_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    from burgomaster.cli.main import main

    bots = ["--bots", "openspiel:uniform_random,greedy", "--games", "10", "--workers", "1", "--json"]
    assert main(["arena", "petersburg", *bots]) == 0
    assert json.loads(capsys.readouterr().out)["bots"]["greedy"]["wins"] >= 7
    assert main(["arena", "petersburg", "--bots", "openspiel:moon,greedy", "--games", "2"]) == 2
    assert "ismcts" in capsys.readouterr().err


@pytest.mark.parametrize("suite", sweep(SUITES, lambda suite: suite in FIRST), ids=name_of)
def test_all_options_of_a_game_of_ours_reach_openspiel(suite: Suite) -> None:
    import burgomaster as bm
    from burgomaster.envs.openspiel_bot import game_for

    game = bm.game(suite.game, players=suite.players, **suite.options)
    assert game_for(game).table.game.options == game.options
