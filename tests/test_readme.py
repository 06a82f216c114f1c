"""What the README promises."""

from __future__ import annotations

import re
from pathlib import Path

from tools import badges

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_make_verb_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    verbs = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    explained = set(re.findall(r"^([a-z]+):.*##", makefile, re.MULTILINE))
    assert verbs == explained and {"play", "test", "check", "bench", "golden", "help"} <= verbs
    assert set(re.findall(r"^make (\w+)", README, re.MULTILINE)) <= verbs


def test_the_badges_tell_what_the_pages_tell_and_load_nothing() -> None:
    files = {path.stem for path in badges.FOLDER.iterdir()}
    assert files == set(badges.BADGES)
    for name, badge in badges.BADGES.items():
        picture = (badges.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        assert picture == badges.draw(badge), "python -m tools.badges"
        assert f"docs/badges/{name}.svg" in README
        assert re.findall(r"https?://[^\"]+", picture) == ["http://www.w3.org/2000/svg"]


def test_a_visitor_reads_it_in_two_minutes() -> None:
    words = re.sub(r"```.*?```|\]\([^)]*\)|[|`*#!\[]", " ", README, flags=re.DOTALL).split()
    assert len(words) < 600
    assert len(re.findall(r"^!\[", README, re.MULTILINE)) == 2
    assert not re.search(r"!\[[^]]*\]\(https?:", README)
