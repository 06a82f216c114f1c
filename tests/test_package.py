"""What is installed: every file of the package, the rules of each game, and every licence in it."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
from tools.vendored import vendored

import burgomaster
from burgomaster.core.language import LANGUAGES
from burgomaster.server.texts import TEXTS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
FOREIGN = re.compile(r"(?i)copyright|@licen[cs]e|licensed under|game-icons")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def metadata(wheel: zipfile.ZipFile) -> Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def test_it_has_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    files = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "burgomaster").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert len([name for name in files if name.endswith("/rules.md")]) == 3
    assert files <= set(wheel.namelist())


def test_it_names_every_licence_and_has_its_text(wheel: zipfile.ZipFile) -> None:
    told = metadata(wheel)
    assert told["License-Expression"] == "MIT AND OFL-1.1 AND 0BSD"
    names = told.get_all("License-File", [])
    assert {"LICENSE", "NOTICE.md"} < set(names)
    folder = next(name for name in wheel.namelist() if name.endswith("/licenses/NOTICE.md")).removesuffix(
        "NOTICE.md"
    )
    notice = wheel.read(f"{folder}NOTICE.md").decode()
    assert "SIL Open Font License" in notice and "Vollkorn" in notice and "0BSD" in notice
    assert {Path(name).name for name in names} >= {"vollkorn.LICENSE", "htmx.LICENSE"}
    for name in names:
        assert wheel.read(folder + name)
    works = re.findall(r"`(src/[^`]+)`", notice)
    assert works and all(list(ROOT.glob(pattern)) for pattern in works)


def is_foreign(name: str) -> bool:
    """Whether a file is the work of others: by its folder, its kind, or what it says of itself."""
    path = SOURCE / name
    if {"vendor", "fonts"} & set(path.parts) or path.suffix in {".woff", ".woff2", ".ttf", ".otf"}:
        return path.suffix not in {".md", ".LICENSE"}
    if path.suffix not in {".js", ".css", ".svg", ".html"}:
        return False
    return bool(FOREIGN.search(path.read_text(encoding="utf-8")))


def test_every_file_of_others_is_told_with_its_licence(wheel: zipfile.ZipFile) -> None:
    names = [name for name in wheel.namelist() if name.startswith("burgomaster/")]
    found = {SOURCE / name for name in names if is_foreign(name)}
    told = {one.path: one for one in vendored()}
    assert found == set(told) and len(found) >= 4
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    covered = {path for pattern in re.findall(r"`(src/[^`]+)`", notice) for path in ROOT.glob(pattern)}
    expression = metadata(wheel)["License-Expression"].split(" AND ")
    for one in told.values():
        assert one.path in covered and one.licence in expression, one.path
        assert one.licence_file.is_file() and one.licence_file.name in str(wheel.namelist())


def test_the_page_of_credits_names_every_work_of_others() -> None:
    for language in LANGUAGES:
        words = " ".join(TEXTS.text(language, f"credits.{key}") for key in ("scripts", "type"))
        for name in ("htmx", "sse", "idiomorph", "Vollkorn", "0BSD", "SIL Open Font License"):
            assert name in words, (language, name)


def test_its_version_is_the_first_of_the_changelog(wheel: zipfile.ZipFile) -> None:
    assert metadata(wheel)["Version"] == burgomaster.__version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (\S+)", changes, re.MULTILINE)
    assert first is not None and first[1] == burgomaster.__version__
