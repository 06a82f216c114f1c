"""A training for one alone: how moves differ is learned, what all variants share stays as it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from burgomaster.bots.net import LEAD, LEAD_POINTS, POINTS, SCORES
from burgomaster.bots.net_file import change_for_one, net_of, net_path, read_alone, read_facts, write_net
from burgomaster.cli.main import main
from burgomaster.learning import alone, session
from burgomaster.learning.alone_games import Choices, make_choices
from burgomaster.learning.alone_parts import part_numbers, part_path
from burgomaster.learning.folder import Folder
from tests.cases import every
from tests.learning.nets import any_alone, any_net, layout, outputs_of

GAME = "suburbia"
TRAIN = ["train", GAME, "--alone", "--threads", "1"]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("torch")]


def random_choices(n: int, seed: int = 1) -> Choices:
    """Choices of four moves each; what a move brings is a sum over its inputs that no net knows yet."""
    chance, size = np.random.default_rng(seed), layout(GAME).size
    places = chance.integers(0, 60, (n, 4, 5))
    numbers = chance.choice([0.5, 1.0, 2.0], places.shape)
    worth = np.random.default_rng(99).normal(0.0, 1.0, size)
    shown = (worth[places] * numbers).sum(-1) + chance.normal(0.0, 20.0, (n, 1))
    return make_choices(
        places=places.ravel(), numbers=numbers.ravel(), lengths=np.full(4 * n, 5), sizes=np.full(n, 4),
        shown=shown.ravel(),
    )  # fmt: skip


def rows_of(choices: Choices) -> Any:
    rows = np.zeros((len(choices.lengths), layout(GAME).size))
    moves = np.repeat(np.arange(len(rows)), choices.lengths)
    np.add.at(rows, (moves, choices.places.astype(int)), choices.numbers.astype(float))
    return rows


@every("has_begun", [False, True])
def test_what_is_learned_is_the_net_that_plays(has_begun: bool, tmp_path: Path) -> None:
    """What torch computes of it, before and after, is what the file's tables say."""
    import torch

    from burgomaster.learning.alone_learner import RANK, AloneLearner

    path, shared, choices = tmp_path / "begin.safetensors", any_net(GAME), random_choices(400)
    begin = any_alone(GAME, n_inputs=300, rank=RANK) if has_begun else None
    write_net(path, shared, {"game": GAME}, begin)
    begin = read_alone(path)
    learner = AloneLearner(shared, begin, [choices])
    before = shared if begin is None else change_for_one(shared, begin)
    moves, rows = torch.arange(len(choices.lengths)), rows_of(choices)
    for weights in (before, None):
        if weights is None:
            next(learner.learn())
            weights = change_for_one(shared, learner.net.alone())
        said = outputs_of(weights, rows)
        with torch.no_grad():
            lead, points = learner._expected(moves)
        scale = np.abs(said).max() * LEAD_POINTS
        np.testing.assert_allclose(lead.numpy(), LEAD_POINTS * said[:, LEAD], atol=2e-3 * scale)
        np.testing.assert_allclose(points.numpy(), POINTS * said[:, SCORES], atol=4e-3 * scale)
    assert learner.net.alone().inputs.tolist() == sorted(
        {*choices.places.tolist(), *([] if begin is None else begin.inputs.tolist())}
    )


def test_differences_are_learned_and_the_level_stays() -> None:
    import torch

    from burgomaster.learning.alone_learner import AloneLearner

    shared = any_net(GAME)
    learner = AloneLearner(shared, None, [random_choices(4000)])
    before = learner.error(learner.played.checked)
    *_, after = learner.learn()
    assert after < 0.5 * before
    with torch.no_grad():
        moved = learner._expected(torch.arange(16000))[0] - learner._began
    levels = moved.reshape(-1, 4).mean(1).numpy()
    assert levels.std() < 6.0  # points, while that of what is shown varies by 20
    for mine, theirs in zip(shared, any_net(GAME), strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_the_level_is_held_as_firmly_as_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from burgomaster.learning import alone_learner

    moved = []
    for steady in (0.0, 0.5):
        monkeypatch.setattr(alone_learner, "STEADY", steady)
        learner = alone_learner.AloneLearner(any_net(GAME), None, [random_choices(4000)])
        list(learner.learn())
        with torch.no_grad():
            by = learner._expected(torch.arange(16000))[0] - learner._began
        moved.append(float(by.reshape(-1, 4).mean(1).square().mean().sqrt()))
    assert moved[1] < 0.75 * moved[0]


def test_the_error_is_that_of_differences_of_checked_choices() -> None:
    """Counted once more in the plainest way."""
    from burgomaster.learning.alone_learner import LEARNED, LEAST, SOFT, AloneLearner

    shared, choices = any_net(GAME), random_choices(50)
    learner = AloneLearner(shared, None, [choices])
    said = LEAD_POINTS * outputs_of(shared, rows_of(choices))[:, LEAD].reshape(-1, 4)
    shown = choices.shown.reshape(-1, 4).astype(float)
    assert learner.played.checked.tolist() == list(range(int(LEARNED * 50), 50))
    squares = weights = 0.0
    for number in learner.played.checked.tolist():
        weight = np.exp((shown[number] - shown[number].max()) / SOFT) + LEAST
        wrong = said[number] - shown[number]
        wrong -= (weight * wrong).sum() / weight.sum()
        squares += float((weight * wrong**2).sum())
        weights += float(weight.sum())
    assert learner.error(learner.played.checked) == pytest.approx((squares / weights) ** 0.5, rel=1e-3)


# The command


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alone, "DEALS", 4)
    monkeypatch.setattr(alone, "KEEP_EVERY", 0.5)


def lines_of(capsys: pytest.CaptureFixture[str]) -> Sequence[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.usefixtures("tiny")
def test_the_command_plays_learns_goes_on_and_says_where_a_net_comes_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "some"
    words = [*TRAIN, "--folder", str(folder)]
    assert main([*words, "--minutes", "0.05", "--json"]) == 0
    begin, *measures, end = lines_of(capsys)
    assert (begin["event"], begin["resumed"], end["event"]) == ("begin", False, "end")
    assert [line["pass"] for line in measures] == list(range(measures[0]["passes"] + 1))
    parts = part_numbers(folder)
    assert parts and {path.name for path in folder.iterdir()} == {
        "lock", "net.safetensors", *(part_path(folder, number).name for number in parts),
    }  # fmt: skip
    made, own = folder / "net.safetensors", net_path(GAME)
    facts = read_facts(made)
    command = f"burgomaster train suburbia --device auto --minutes 0.05 --threads 1 --folder {folder} --alone"
    assert facts["alone_command"] == command
    assert (facts["command"], facts["alone_seed"]) == (read_facts(own)["command"], "1")
    assert int(facts["alone_choices"]) == end["choices"] > 10
    assert json.loads(facts["alone_results"])["deals"] == 4
    for mine, theirs in zip(net_of(GAME, str(made)), net_of(GAME), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    assert read_alone(made) is not None and made.stat().st_size <= 1_000_000
    assert main([*words, "--minutes", "0.05"]) == 0
    assert "learned again" in capsys.readouterr().out and part_numbers(folder) == parts
    assert main([*words, "--minutes", "0.1", "--lang", "ru"]) == 0
    assert "Продолжается" in capsys.readouterr().out and part_numbers(folder)[: len(parts)] == parts
    assert len(part_numbers(folder)) > len(parts)
    other = [*TRAIN, "--folder", str(tmp_path / "other"), "--from", str(made), "--minutes", "0.05"]
    assert main(other) == 0


def test_what_does_not_go_together_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*TRAIN, "--folder", str(tmp_path)]
    for more, said in (
        (["--ray"], "leave --ray out"),
        (["--device", "cuda"], "leave --device out"),
        (["--games", "8"], "--minutes"),
    ):
        assert main([*words, *more]) == 1 and said in capsys.readouterr().err
    assert main(["train", "spyrium", "--alone", "--folder", str(tmp_path)]) == 1
    assert "alone against points" in capsys.readouterr().err
    (tmp_path / "state.pt").write_bytes(b"")
    assert main(words) == 1 and "all variants" in capsys.readouterr().err
    (tmp_path / "state.pt").unlink()
    part_path(tmp_path, 1).write_bytes(b"nonsense")
    assert main(words) == 1 and "cannot be read" in capsys.readouterr().err
    part_path(tmp_path, 1).unlink()
    with Folder(tmp_path).owned():
        assert main(words) == 1 and "another training" in capsys.readouterr().err
    other = tmp_path / "other.safetensors"
    write_net(other, any_net("spyrium"), {"game": "spyrium", "inputs": "1"})
    for name in ("other.safetensors", "nothing"):
        assert main([*words, "--from", str(tmp_path / name)]) == 2
    assert not part_numbers(tmp_path)


def test_what_is_missing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [*TRAIN, "--folder", str(tmp_path)]
    monkeypatch.setattr(alone, "has_net", lambda game: False)
    assert main(words) == 1 and "--from" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setattr(alone, "find_spec", lambda name: None)
    assert main(words) == 1 and "burgomaster[train]" in capsys.readouterr().err
    assert session.find_spec("torch") is not None


def test_too_little_to_learn_from_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TRAIN, "--folder", str(tmp_path), "--minutes", "0.0001"]) == 1
    assert "too few choices" in capsys.readouterr().err and not (tmp_path / "net.safetensors").exists()


def test_a_training_that_is_killed_goes_on(tmp_path: Path) -> None:
    """What was played before is there, and whole."""
    script = "import sys; from burgomaster.learning import alone; alone.KEEP_EVERY = 0.2; " \
        "from burgomaster.cli.main import main; sys.exit(main(sys.argv[1:]))"  # fmt: skip
    begun = [sys.executable, "-c", script, *TRAIN, "--folder", str(tmp_path), "--minutes", "9"]
    process = subprocess.Popen(begun, stdout=subprocess.DEVNULL)
    while len(list(tmp_path.glob("alone-*.npz"))) < 3:
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = Folder(tmp_path)
    with kept.owned():
        found = alone.AloneSession(alone.AloneRequest(GAME, tmp_path, 9.0), kept)
        assert found.is_resumed and found.n_choices > 0 and 0.4 < found.spent < 60
        found.close()
