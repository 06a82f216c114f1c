"""Training: the net learns, what is stored goes on as if nothing had happened, the command says it all.

What docs/training.md shows is tried here: a training, what goes on from it, and what its file says of itself.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from burgomaster.bots.net_file import net_of, read_facts, write_net
from burgomaster.cli.main import main
from burgomaster.learning import plan as plans
from burgomaster.learning import session
from burgomaster.learning.plan import FROM_A_NET, Plan, plan_for
from burgomaster.learning.player import Job, Played, Players
from burgomaster.learning.self_play import RANDOM
from burgomaster.learning.session import Folder, draw_curve
from burgomaster.learning.variants import choose_measured, count_measure, make_jobs, measure, variants_of
from tests.learning.nets import any_net, layout, outputs_of

if TYPE_CHECKING:
    from burgomaster.learning.training import Training

GAME = "petersburg"
TINY = Plan(minutes=1.0, games=8, games_of_job=4, batch=128, measured_games=4, seed=3)
TRAIN = ["train", GAME, "--device", "cpu", "--threads", "1"]


def new_training(plan: Plan = TINY) -> Training:
    from burgomaster.learning.training import Training

    variants = variants_of(GAME)[:3]
    players = Players(variants[0].game.rules.state, layout(GAME), 1)
    return Training(GAME, plan, "cpu", players, variants)


def one_round(training: Training) -> None:
    training.learn_round(training.play_round(*training.next_round()))


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "SMALL", TINY)


# Learning


@pytest.mark.slow
@pytest.mark.usefixtures("torch")
def test_the_net_of_torch_is_the_one_that_plays_and_it_learns() -> None:
    import torch

    from burgomaster.learning.learner import Net, Samples, learn

    training = new_training()
    played = training.play_round(*training.next_round())
    samples, net = Samples(played, "cpu"), Net(layout(GAME).size, 5)
    places, numbers, targets, n_seats = samples.batch(torch.arange(len(samples))[::97])
    dense = torch.zeros(len(places), layout(GAME).size).scatter_add_(1, places, numbers)
    with torch.no_grad():
        said = net(places, numbers).numpy()
    np.testing.assert_allclose(said, outputs_of(net.weights(), dense.numpy()), rtol=1e-3, atol=1e-4)
    assert len(targets) == len(n_seats) == len(said)
    optimizer, chance = torch.optim.Adam(net.parameters(), 1e-3), torch.Generator().manual_seed(1)
    errors = [learn(net, optimizer, samples, 128, chance) for _ in range(3)]
    assert errors[-1][0] < 0.5 * errors[0][0] and errors[-1][2] < 0.8 * errors[0][2]
    other = Net(layout(GAME).size, 6)
    other.set_weights(*net.weights())
    for mine, theirs in zip(net.weights(), other.weights(), strict=True):
        np.testing.assert_array_equal(mine, theirs)


@pytest.mark.slow
@pytest.mark.usefixtures("torch")
def test_a_stored_training_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """The same net, league, optimizer, games and order; only the games that were played are not kept."""
    first = new_training()
    one_round(first)
    first.note()
    one_round(first)
    folder = Folder(tmp_path)
    folder.keep(first.state())
    second = new_training(replace(TINY, seed=77))
    second.set_state(folder.load())
    assert (
        (second.rounds, second.games, second.seed)
        == (first.rounds, first.games, first.seed)
        == (2, 16, 3_000_000_016)
    )
    assert second.curve == first.curve and len(second.league) == len(first.league) == 1
    np.testing.assert_allclose(second.league[0][0], first.league[0][0], atol=1e-3)
    second.league = first.league  # stored with half as many digits
    first.kept.clear()
    for training in (first, second):
        one_round(training)
    for mine, theirs in zip(first.net.weights(), second.net.weights(), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    assert first.errors == second.errors


def test_rounds_have_all_variants_and_some_seats_for_earlier_nets() -> None:
    import random

    variants = variants_of(GAME)
    jobs = make_jobs(variants, replace(TINY, games=1600), 0.0, 3, 50, random.Random(1))
    assert [job.seed for job in jobs[:3]] == [50, 54, 58] and len(jobs) == 400
    assert {job.game.players for job in jobs} == {2, 3, 4, 5}
    guests = [job for job in jobs if job.seat_nets.any()]
    assert 0.1 < len(guests) / len(jobs) < 0.4
    for job in guests:
        seats = job.seat_nets[:, : job.game.players]
        assert ((seats == 0).any(1) & (seats > 0).any(1)).all() and seats.max() <= 3
    assert len(make_jobs(variants, replace(TINY, games=3), 0.0, 0, 1, random.Random(1))) == 1
    names = {one.name for turn in range(20) for one in choose_measured(variants, turn)}
    assert names == {variant.name for variant in variants}


def test_plans_cool_down_and_suit_the_device() -> None:
    plan = plan_for("cuda", minutes=5.0, games=None)
    assert (plan.minutes, plan.games, plan.batch) == (5.0, 4096, 16384)
    assert plan_for("cpu").batch < plan.batch and plan_for("cpu", games=7).games == 7
    for how in (plan.explore_at, plan.rate_at, plan.trust_at):
        values = [how(done / 10) for done in range(11)]
        assert values == sorted(values, reverse=True) and values[0] > values[-1] > 0
    later = plan_for("cuda", is_from_net=True, minutes=5.0)
    assert later.minutes == 5.0
    for early, late in ((plan.explore_at, later.explore_at), (plan.rate_at, later.rate_at)):
        assert all(late(done / 10) <= early(done / 10) for done in range(11)) and late(0.0) < early(0.0)


def test_a_shared_victory_counts_as_its_share() -> None:
    game = variants_of(GAME)[0].game
    job = Job(game, np.array([[0, -1], [-1, 0], [0, -1]], np.int8), 1)
    scores = np.array([[50, 40], [30, 60], [20, 20]])
    places = np.array([[0, 1], [1, 0], [0, 0]])
    found = count_measure("any", [Played(job, scores, places, (), np.zeros((0, 11)))])
    assert (found.won, found.points, found.others, found.games) == (83.3, 43.3, 30.0, 3)


def test_the_curve_is_drawn_with_every_variant() -> None:
    against = [{"variant": "a < b 2", "won": 50.0, "points": 3.0, "others": 2.0, "games": 4},
               {"variant": "alone 1", "won": None, "points": 3.0, "others": None, "games": 4}]  # fmt: skip
    curve = [{"seconds": s, "errors": [0.1, 0.2, 0.3], "against_greedy": against} for s in (0.0, 60.0)]
    drawn = draw_curve("x & y", curve)
    assert "a &lt; b 2" in drawn and "x &amp; y" in drawn and "alone" not in drawn
    assert drawn.count("<polyline") == 4 and draw_curve("nothing", []).endswith("</svg>\n")


# The command


@pytest.mark.slow
@pytest.mark.usefixtures("torch", "tiny")
def test_the_command_trains_goes_on_and_tells_where_a_net_comes_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "some"
    words = [*TRAIN, "--folder", str(folder), "--games", "8"]
    assert main([*words, "--minutes", "0.001", "--json"]) == 0
    begin, *_, line, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert (begin["event"], begin["resumed"], line["event"], end["event"]) == (
        "begin",
        False,
        "measure",
        "end",
    )
    assert json.loads((folder / "curve.jsonl").read_text().splitlines()[-1])["round"] == line["round"]
    number = f"net-{line['round']:06d}.safetensors"
    assert {path.name for path in folder.iterdir()} == {
        "lock", "state.pt", "curve.jsonl", "curve.svg", "net.safetensors", number,
    }  # fmt: skip
    facts = read_facts(folder / number)
    assert facts["command"].startswith("burgomaster train petersburg --device cpu --minutes 0.001")
    assert (facts["game"], facts["seed"], facts["device"][:3]) == (GAME, "1", "cpu")
    assert json.loads(facts["results"]) == line["against_greedy"] and "numba" in facts["versions"]
    assert re.fullmatch(r"[0-9a-f]{40}\+?|[0-9.]+\S*", facts["sources"])
    assert net_of(GAME, str(folder / "net.safetensors"))[0].any()
    assert main([*words, "--minutes", "0.001"]) == 0
    assert "is over" in capsys.readouterr().out
    assert main([*words, "--minutes", "100", "--seed", "5"]) == 1
    assert main([*words, "--minutes", "100", "--from", str(folder / number)]) == 1
    later = str((line["seconds"] + 0.5) / 60)
    assert main([*words, "--minutes", later, "--lang", "ru"]) == 0
    assert "Продолжается" in capsys.readouterr().out
    assert json.loads((folder / "curve.jsonl").read_text().splitlines()[0])["round"] == line["round"]
    other = tmp_path / "other"  # what began from a net goes on as such
    words = [*TRAIN, "--folder", str(other), "--games", "8"]
    assert main([*words, "--minutes", "0.001", "--from", str(folder / number)]) == 0
    assert main([*words, "--minutes", later]) == 0
    plans = [json.loads(read_facts(path)["plan"]) for path in other.glob("net*")]
    assert {plan["rate"] for plan in plans} == {FROM_A_NET["rate"]} and len(plans) > 2


@pytest.mark.slow
@pytest.mark.usefixtures("torch", "tiny")
def test_a_folder_of_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, words = Folder(tmp_path), [*TRAIN, "--folder", str(tmp_path)]
    right = {"game": GAME, "inputs": layout(GAME).version, "n_inputs": layout(GAME).size, "first_seed": 1}
    wrong: list[tuple[Any, str]] = [
        ({**right, "game": "spyrium"}, "training of spyrium"),
        ({**right, "inputs": 99}, "other inputs"),
        ({**right, "n_inputs": 5}, "other inputs"),
        (right, "cannot be read"),
        ([1], "cannot be read"),
    ]
    for state, part in wrong:
        import torch

        torch.save(state, tmp_path / "state.pt")
        assert main(words) == 1 and part in capsys.readouterr().err
    for data in (b"", b"nonsense", (tmp_path / "state.pt").read_bytes()[:-50]):
        (tmp_path / "state.pt").write_bytes(data)
        assert main(words) == 1 and "cannot be read" in capsys.readouterr().err
    with folder.owned():
        assert main(words) == 1 and "another training" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main([*TRAIN, "--folder", str(tmp_path / "file")]) == 1


def test_nonsense_and_what_is_missing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ["--folder", str(tmp_path)]
    for words in (["--minutes", "0"], ["--minutes", "nan"], ["--minutes", "inf"], ["--minutes", "soon"],
                  ["--seed", "-1"], ["--seed", "1000001"], ["--threads", "0"], ["--games", "0"],
                  ["--device", "tpu"]):  # fmt: skip
        assert main([*TRAIN, *folder, *words]) == 2, words
    assert main(["train", "chess", *folder]) == 2
    capsys.readouterr()
    monkeypatch.setattr(session, "find_spec", lambda name: None)
    assert main([*TRAIN, *folder]) == 1 and "burgomaster[train]" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("torch")
def test_a_card_that_is_not_there_and_a_net_that_is_none_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert session.choose_device("auto") == session.choose_device("cpu") == "cpu"
    folder = ["--folder", str(tmp_path)]
    assert main(["train", GAME, "--device", "cuda", *folder]) == 1
    assert "--device cpu" in capsys.readouterr().err
    other = tmp_path / "other.safetensors"
    write_net(other, any_net("spyrium"), {"game": "spyrium", "inputs": "1"})
    for name in ("other.safetensors", "nothing"):
        assert main([*TRAIN, *folder, "--from", str(tmp_path / name)]) == 2
    assert not list(tmp_path.glob("state*"))


# Long forms


@pytest.mark.thorough
@pytest.mark.usefixtures("torch")
def test_a_minute_on_a_processor_is_clearly_better_than_random(tmp_path: Path) -> None:
    from burgomaster.lab.arena import interval

    assert main(["train", GAME, "--device", "cpu", "--minutes", "1", "--folder", str(tmp_path)]) == 0
    weights, variants = net_of(GAME, str(tmp_path / "net.safetensors")), variants_of(GAME)
    players = Players(variants[0].game.rules.state, layout(GAME), 2)
    for variant in variants[:2]:
        found = measure(players, weights, variant, 192, 0.3, opponent=RANDOM)
        assert found.won is not None
        low, _high = interval(found.won / 100 * found.games, found.games)
        assert low > 0.7, found


@pytest.mark.thorough
@pytest.mark.usefixtures("torch")
def test_a_training_that_is_killed_goes_on(tmp_path: Path) -> None:
    """Killed at many moments, also while files are written; it ends as it should and leaves whole files."""
    words = [sys.executable, "-m", "burgomaster", *TRAIN, "--games", "16", "--folder", str(tmp_path)]
    for wait in (0.0, 0.5, 1.0):
        process = subprocess.Popen([*words, "--minutes", "5"], stdout=subprocess.DEVNULL)
        before = (tmp_path / "state.pt").stat().st_mtime_ns if (tmp_path / "state.pt").exists() else 0
        while not (tmp_path / "state.pt").exists() or (tmp_path / "state.pt").stat().st_mtime_ns == before:
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(wait)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    spent = float(Folder(tmp_path).load()["spent"])
    assert spent > 25
    assert main([*words[3:], "--minutes", str((spent + 3) / 60)]) == 0
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    rounds = [line["round"] for line in curve]
    assert rounds == sorted(set(rounds))
    for line in curve:
        assert net_of(GAME, str(tmp_path / f"net-{line['round']:06d}.safetensors"))[0].any()
