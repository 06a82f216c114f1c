"""Static files: kept for ever under the hash of their content; the shared faces and the typeface."""

from __future__ import annotations

import re
from urllib.parse import urljoin
from xml.etree import ElementTree

import httpx
from starlette.datastructures import MutableHeaders

from burgomaster.server.middleware import add_headers
from burgomaster.server.people.profiles import TOWNSPEOPLE
from burgomaster.server.texts import TEXTS
from burgomaster.web import static_files
from burgomaster.web.static_files import SHARED, content_url, digests, static_version

LARGEST_FONT = 60_000  # bytes
BOTS = {
    *("face-random", "face-greedy", *(f"face-search-{level}" for level in range(1, 7))),
    *TOWNSPEOPLE,
}
GUESTS = {f"face-guest-{number}" for number in range(6)}
FOREVER = "public, max-age=31536000, immutable"


def test_only_the_hash_of_now_is_kept_for_ever(client: httpx.Client) -> None:
    for url in (content_url("base.css", SHARED / "base.css"), f"/static/~{static_version()}/base.css"):
        assert client.get(url).headers["cache-control"] == FOREVER
    for url in ("/static/base.css", "/static/~1.0/base.css", "/static/~/base.css"):
        again = client.get(url, headers={"If-None-Match": client.get(url).headers["etag"]})
        assert again.status_code == 304 and again.headers["cache-control"] == "public, max-age=3600"
    for url in (f"/static/~{static_version()}/no.css", f"/static/~{static_version()}", "/static/~"):
        answer = client.get(url)
        assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")
    assert client.get(f"/~{static_version()}/").headers["cache-control"] == "no-store"


def test_a_missing_static_file_is_refused_in_plain_text_without_a_cookie(client: httpx.Client) -> None:
    for path in ("no.css", "no", "petersburg/no.css", f"~{static_version()}/no.css", ""):
        answer = client.get(f"/static/{path}", headers={"Accept-Language": "ru"})
        assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store"), path
        assert answer.headers["content-type"].startswith("text/plain") and "set-cookie" not in answer.headers
        assert answer.text == TEXTS.text("ru", "status.404")
    answer = client.get("/static/base.css", headers={"Range": "bytes=9000000-"})
    assert (answer.status_code, answer.headers["cache-control"]) == (416, "no-store")


def test_an_answer_with_a_cookie_is_in_no_shared_cache() -> None:
    headers = MutableHeaders({"Set-Cookie": "bm_visitor=a", "Cache-Control": "public, max-age=600"})
    add_headers(headers, "no-store")
    assert headers["Cache-Control"] == "no-store"


def test_everything_a_page_loads_is_kept_for_ever(client: httpx.Client) -> None:
    """A page names its files with their hash, and a stylesheet what lies beside it."""
    asked = set(re.findall(r'(?:href|src|data-[a-z]+)="(/static/[^"#]+)', client.get("/").text))
    sheets = [url for url in asked if url.endswith(".css")]
    sheets += [f"/static/~{static_version()}/{name}" for name in digests() if name.endswith(".css")]
    for sheet in sheets:
        beside = re.findall(r"""url\(["']?([^"')#]+)""", client.get(sheet).text)
        asked |= {urljoin(sheet, name) for name in beside if not name.startswith("data:")}
    assert any(url.endswith(".woff2") for url in asked) and len(asked) > 10
    for url in asked:
        answer = client.get(url)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, FOREVER), url


def test_headings_have_one_size_on_every_page() -> None:
    """Only the front page greets in larger letters, and a title in the bar above a board is small."""
    sized = re.compile(r"([^{}/]*\bh1\b[^{}]*)\{[^}]*\bfont(?:-size)?:")
    found = {
        (sheet.name, selector.strip())
        for sheet in SHARED.glob("*.css")
        for selector in sized.findall(sheet.read_text())
    }
    assert found == {
        ("base.css", "h1"),
        ("base.css", "h1 small"),
        ("lobby.css", ".hero h1"),
        ("embed.css", ".embed-head h1"),
    }


def test_a_path_out_of_the_folder_has_no_hash() -> None:
    assert not static_files.is_current("../templates.py", static_version())
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
        assert f'url("fonts/{path.name}")' in theme
    assert "font-display: swap" in theme and "size-adjust" in theme
