"""Static files: kept for ever under the hash of their content; the shared faces and the typeface."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import httpx

from burgomaster.web import static_files
from burgomaster.web.pictures import content_url
from burgomaster.web.static_files import SHARED, digests, static_version

LARGEST_FONT = 60_000  # bytes
BOTS = {"face-random", "face-greedy", *(f"face-search-{level}" for level in range(1, 6))}
GUESTS = {f"face-guest-{number}" for number in range(6)}
FOREVER = "public, max-age=31536000, immutable"


def test_only_the_hash_of_now_is_kept_for_ever(client: httpx.Client) -> None:
    for url in (content_url("base.css", SHARED / "base.css"), f"/static/base.css?v={static_version()}"):
        assert client.get(url).headers["cache-control"] == FOREVER
    for url in (
        "/static/base.css",
        "/static/base.css?v=1.0",
        "/static/base.css?h=",
        f"/static/no.css?v={static_version()}",
    ):
        assert client.get(url).headers["cache-control"] == "public, max-age=3600"
    assert client.get(f"/?v={static_version()}").headers["cache-control"] == "no-store"


def test_a_path_out_of_the_folder_has_no_hash() -> None:
    assert not static_files.is_current("../texts.py", static_version())
    assert all(".." not in name for name in digests())


def test_everybody_has_a_face_of_their_own() -> None:
    drawn = dict(
        re.findall(
            r'<symbol id="([^"]+)" viewBox="0 0 64 64">(.*)</symbol>', (SHARED / "faces.svg").read_text()
        )
    )
    assert set(drawn) == BOTS | GUESTS
    assert len(set(drawn.values())) == len(drawn)
    ElementTree.parse(SHARED / "faces.svg")


def test_the_typeface_is_shipped_with_its_licence_and_a_stand_in() -> None:
    fonts = list((SHARED / "fonts").glob("*.woff2"))
    assert fonts and all(path.stat().st_size < LARGEST_FONT for path in fonts)
    assert "SIL OPEN FONT LICENSE Version 1.1" in (SHARED / "fonts/vollkorn.LICENSE").read_text()
    theme = (SHARED / "theme.css").read_text(encoding="utf-8")
    for path in fonts:
        assert content_url(f"fonts/{path.name}", path).removeprefix("/static/") in theme  # kept for ever
    assert "font-display: swap" in theme and "size-adjust" in theme
