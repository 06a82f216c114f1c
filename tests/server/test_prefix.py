"""Below a path prefix: every address of every page, redirect and cookie stays there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from burgomaster.core.registry import game_folder, game_names
from burgomaster.server.proxies import without_prefix
from burgomaster.terminal.table_client import find_table
from burgomaster.web.static_files import SHARED
from tests.campaigns.clients import Seat, finish, open_table, token
from tests.server.fixtures import Running, new_server, settings_for

PREFIX = "/clubs/burgomaster"
WORDS = {"value", "content", "d", "title", "alt", "placeholder", "aria-label", "viewbox", "data-words"}
ROOTED = re.compile(
    r"""(?<![$^*]=)["'`(]/(?!/|[*\\])[a-z]"""
)  # an address from the root in a script or a stylesheet


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server below a prefix."""
    folder = tmp_path_factory.mktemp("below")
    with new_server(settings_for(f"sqlite:///{folder / 'tables.db'}", prefix=PREFIX)) as running:
        running.url += PREFIX
        yield running


class Addresses(HTMLParser):
    """Collects what attributes of a page begin with a slash, and where its links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        for name, value in attributes:
            if value and name not in WORDS and value.startswith("/"):
                self.found.append(value)
                self.links += [value] if tag == "a" and name == "href" else []


@pytest.mark.slow
def test_no_page_leads_out_of_the_prefix(below: Running) -> None:
    """Every page that can be reached by links is read, from tables that wait, run and are over."""
    client = below.client()
    waiting, over = open_table(client), open_table(client, bots=["random"])
    finish(Seat(below.url, over["table"], over["key"], 0))
    begin = [f"{PREFIX}/", f"{PREFIX}/t/{waiting['table']}", f"{PREFIX}/t/{over['table']}"]
    begin += [
        f"{PREFIX}/t/{over['table']}/link",
        f"{PREFIX}/?game={game_names()[-1]}",
        f"{PREFIX}/no/such/page",
    ]
    seen, waits = set(), list(begin)
    while waits:
        path = waits.pop()
        kind = re.sub(r"(?<==)[^&]+|[A-Za-z0-9_-]{12}|\d+", "*", path.partition("#")[0])
        if kind in seen and (path in seen or path not in begin):
            continue
        seen |= {kind, path}
        answer = client.get(urljoin(below.url, path))
        if answer.is_redirect:
            assert answer.headers["location"].startswith(f"{PREFIX}/"), path
            waits.append(answer.headers["location"])
            continue
        assert answer.status_code == 200 or path.endswith("/no/such/page"), path
        if answer.headers["content-type"].startswith("text/html"):
            page = Addresses(answer.text)
            assert page.found and all(url.startswith(f"{PREFIX}/") for url in page.found), (path, page.found)
            assert PREFIX + PREFIX not in answer.text
            waits += page.links
    assert {f"{PREFIX}/t/*/replay", f"{PREFIX}/t/*/analysis", f"{PREFIX}/account"} <= seen and len(seen) > 20


def test_scripts_and_stylesheets_name_nothing_from_the_root() -> None:
    folders = [SHARED, *(game_folder(game) / "web" / "static" for game in game_names())]
    files = [path for folder in folders for path in [*folder.glob("*.js"), *folder.glob("*.css")]]
    assert len(files) > 20
    for path in files:
        assert not ROOTED.search(path.read_text(encoding="utf-8")), path


def test_redirects_cookies_and_links_stay_below(below: Running) -> None:
    client = below.client(follow_redirects=False)
    form = {"form": token(client)["X-Form-Token"]}
    for back, goal in (("/account", "/account"), (f"{PREFIX}/account", "/account"), ("//evil.example", "/")):
        answer = client.post("/taste", data={**form, "language": "ru", "back": back})
        assert answer.headers["location"] == PREFIX + goal
    cookies = answer.headers.get_list("set-cookie")
    assert cookies and all(f"Path={PREFIX};" in cookie for cookie in cookies)
    made = open_table(client)
    page = client.get(f"/t/{made['table']}/link").text
    assert f"{below.url}/t/{made['table']}?key=" in page
    assert f"{below.url}/t/{made['table']}" in client.get(f"/t/{made['table']}").text
    assert client.get("/api/openapi.json").json()["servers"] == [{"url": PREFIX}]


def test_streams_and_programs_work_below(below: Running) -> None:
    made = open_table(below.client(), bots=["greedy"])
    with httpx.stream("GET", f"{below.url}/t/{made['table']}/events", trust_env=False) as answer:
        text = ""
        for piece in answer.iter_text():
            text += piece
            if "event: table" in text and "\n\n" in text.partition("event: table")[2]:
                break
    page = Addresses(text)
    assert page.found and all(url.startswith(f"{PREFIX}/") for url in page.found)
    assert urlsplit(below.url).path == PREFIX
    seat = Seat(below.url, made["table"], made["key"], 0)
    assert seat.play_first() is not None or seat.get()["status"] == "running"
    known = find_table(f"{below.url}/t/{made['table']}?key={made['key']}", None, None, "en")
    assert (known.url, known.table, known.key) == (below.url, made["table"], made["key"])


def test_a_proxy_may_take_the_prefix_away_itself(below: Running) -> None:
    root = below.url.removesuffix(PREFIX)
    with httpx.Client(trust_env=False) as client:
        for path in ("/", PREFIX, f"{PREFIX}/"):
            answer = client.get(root + path)
            assert answer.status_code == 200 and f'href="{PREFIX}/account"' in answer.text
        assert client.get(f"{root}{PREFIX}ish/").status_code == 404
        assert client.get(f"{root}{PREFIX}/static/base.css").status_code == 200


def test_only_whole_parts_of_a_path_are_a_prefix() -> None:
    assert [without_prefix(path, "/t") for path in ("/t", "/t/", "/t/t/x", "/tables", "/x/t")] == [
        *("/", "/", "/t/x", "/tables", "/x/t")
    ]
