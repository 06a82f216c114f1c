"""What a release is made of: the source distribution, the lock file, the bill of materials."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from tools import release
from tools.bill_of_materials import EXTRAS, bill, plain
from tools.vendored import vendored

from burgomaster import __version__
from tests.guides import ROOT

LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = re.compile(r"^([a-z0-9-]+)(?:\[[^\]]+\])?==(\S+)", re.MULTILINE)


def wanted_by(*extras: str) -> set[str]:
    """The packages that the project names itself, with those of some extras."""
    lines = [
        *PROJECT["dependencies"],
        *(line for extra in extras for line in PROJECT["optional-dependencies"][extra]),
    ]
    names = {plain(re.split(r"[\s\[<>=;]", line)[0]) for line in lines}
    inner = {
        name for line in lines if line.startswith("burgomaster[") for name in re.findall(r"[\w]+", line)[1:]
    }
    return (names | (wanted_by(*inner) if inner else set())) - {"burgomaster"}


def test_the_lock_file_has_everything_with_hashes_and_names_no_index() -> None:
    pinned = [name for name, _ in PINNED.findall(LOCK)]
    assert wanted_by("dev", "lab", "envs", "docs") <= set(pinned), "make lock"
    assert wanted_by("dev") > {"numba", "fastapi", "psycopg", "pytest"}
    entries = re.split(r"(?m)^(?=[a-z0-9])", LOCK)[1:]
    assert len(entries) >= len(pinned) > 50
    assert all("--hash=sha256:" in entry for entry in entries)
    assert (
        "://" not in LOCK
        and "index" not in LOCK.replace("index is set up", "")
        and "/" not in LOCK.partition("==")[2]
    )


def test_the_bill_of_materials_names_every_package_with_its_licence() -> None:
    document = bill()
    ours, packages = document["metadata"]["component"], document["components"]
    assert (ours["name"], ours["version"]) == ("burgomaster", __version__)
    assert wanted_by(*EXTRAS) - {"isal"} <= {one["name"] for one in packages}
    assert "pytest" not in {one["name"] for one in packages}
    references = {one["bom-ref"] for one in (ours, *packages)}
    for arrow in document["dependencies"]:
        assert {arrow["ref"], *arrow["dependsOn"]} <= references
    assert all(one["licenses"] for one in packages)
    assert {one["name"].split(" ")[0] for one in ours["components"]} == {one.package for one in vendored()}
    assert json.dumps(bill()) == json.dumps(document)


@pytest.mark.slow
def test_the_source_distribution_can_build_the_wheel(tmp_path: Path) -> None:
    wheel, source = release.build(tmp_path)
    assert release.missing_sources(wheel, source) == set()
    assert wheel.stat().st_size < 8e6 and source.stat().st_size < 12e6
