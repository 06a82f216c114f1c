"""The operator's page: all settings, the figures, the files for systemd and containers."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from burgomaster.server.metrics import Figures
from burgomaster.server.settings import VARIABLES, Settings

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
ELSEWHERE = {  # read before there are settings
    "BURGOMASTER_DATA",
    "BURGOMASTER_CACHE",
    "BURGOMASTER_PLAIN_NUMBA",
}
WITHOUT = {"keep_alive_seconds", "host", "metrics_seconds", "prepare"}  # settings of tests and of the command
DERIVED = {"drawers_wait"}  # from the setting beside it


def test_the_table_of_settings_is_complete() -> None:
    listed = re.findall(r"^\| `(BURGOMASTER_\w+)` \|", PAGE, re.M)
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"\"(BURGOMASTER_[A-Z_]+)\"", text)}
    assert named <= set(VARIABLES.values()) | ELSEWHERE
    assert sorted(listed) == sorted({*VARIABLES.values(), *ELSEWHERE})
    assert set(VARIABLES) | WITHOUT | DERIVED == {field.name for field in fields(Settings)}


def test_the_defaults_of_the_page_are_those_of_the_settings() -> None:
    rows = dict(re.findall(r"^\| `(BURGOMASTER_\w+)` \| `([^`]+)` \|", PAGE, re.M))
    usual = {VARIABLES[field.name]: field.default for field in fields(Settings) if field.name in VARIABLES}
    for name, default in rows.items():
        if isinstance(usual.get(name), bool):
            assert default == str(int(usual[name])), name
        elif isinstance(usual.get(name), int | float):
            assert float(default) == usual[name], name
        elif name in usual and isinstance(usual[name], str):
            assert default == usual[name], name


def test_every_figure_is_explained() -> None:
    text = Figures(0.0).text().decode()
    for name in re.findall(r"^# TYPE (burgomaster_\w+?)(?:_created)? ", text, re.M):
        assert name in PAGE, name


def test_the_units_and_the_container_say_what_is_served() -> None:
    one, many = (
        (ROOT / "deploy" / name).read_text() for name in ("burgomaster.service", "burgomaster@.service")
    )
    assert one.partition("[Service]")[2].replace("--port 8000", "--port %i") == many.partition("[Service]")[2]
    container = (ROOT / "Containerfile").read_text()
    for text in (one, container):
        for name in re.findall(r"BURGOMASTER_[A-Z_]+", text):
            assert f"`{name}`" in PAGE
        assert "serve --host" in text.replace('", "', " ")
    for path in re.findall(r"^COPY (?!--)(.*) \S+$", container, re.M):
        assert all((ROOT / name).exists() for name in path.split()), path
