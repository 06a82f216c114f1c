"""Pictures for links: drawn from what everybody may see, the same for equal positions, cheap in a flood."""

from __future__ import annotations

import asyncio
import struct
from dataclasses import replace

import httpx
import pytest

import burgomaster as bm
from burgomaster.core.check import all_suites
from burgomaster.server import png
from burgomaster.server.daily import deals
from burgomaster.server.match import Match, Refused
from burgomaster.server.png import draw_apart, png_of
from burgomaster.server.share import pictures
from burgomaster.server.share.pictures import Painter, board_svg, daily_picture, table_picture
from burgomaster.server.steady_time import now
from burgomaster.server.texts import TEXTS
from burgomaster.web.picture.letters import drawable, fitted, set_text, width_of
from tests.cases import every
from tests.coroutines import run
from tests.server.fixtures import Running
from tests.server.matches import Sitting
from tests.server.test_replay import played
from tests.web.scenes import stage

GAMES = ("petersburg", "suburbia", "spyrium")


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


@pytest.fixture
def drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server draws in this process: another one would be polite, and wait for all tests at its side."""
    monkeypatch.setattr(pictures, "draw_apart", png_of)


def svg_of(match: Match, language: str = "en") -> str:
    return table_picture(match, language, {}).compose()


# What is on them


@every("game", GAMES)
def test_a_picture_shows_who_plays_in_the_readers_letters(game: str) -> None:
    match = played(game, 30, players=3).match
    match.seats[1] = replace(match.seats[1], name="Ёжик <b>")
    russian = svg_of(match, language="ru")
    assert "Ёжик &lt;b&gt;" in russian and "<b>" not in russian and "Раунд" in russian
    assert f">{match.game.rules.info.title('ru')}<" in russian
    assert all(f">{score}<" in russian for score in match.table.scores) or game == "suburbia"
    assert russian.count("<use ") > 15 and 'href="#' in russian and "var(--" not in russian


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_can_be_drawn(game: str) -> None:
    for suite in all_suites(game)[:: 1 if game != "petersburg" else 3]:
        table = bm.game(game, players=suite.players, **suite.options).new(seed=3)
        for _ in range(6):
            table.play(table.moves()[0].notation)
        assert "<use " in board_svg(table, "", "en"), suite


def test_a_foreign_game_has_a_plain_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("spyrium", 10).match
    monkeypatch.setattr("burgomaster.server.share.pictures.game_part", lambda *_: None)
    drawn = svg_of(match)
    assert "Anna" in drawn and "Boris" in drawn and "Money" not in drawn.split("</defs>")[0]


def test_equal_positions_have_equal_pictures_and_others_have_not() -> None:
    sitting = played("petersburg", 12)
    first = table_picture(sitting.match, "en", {})
    assert table_picture(sitting.again(), "en", {}).key == first.key
    assert table_picture(sitting.match, "ru", {}).key != first.key
    sitting.play(sitting.mover, sitting.match.table.moves()[0].notation)
    assert table_picture(sitting.match, "en", {}).key != first.key


def test_no_card_is_drawn_before_a_game_begins_nor_of_the_deal_of_today() -> None:
    waiting = Sitting(bm.game("suburbia", players=3).new(seed=1)).match
    drawn = svg_of(waiting)
    assert "Free seats: 3" in drawn and "tiles-" not in drawn
    sitting = played("petersburg", 20)
    match = sitting.match
    match.header = replace(match.header, host=deals.host_of(deals.today(now())))
    assert "cards-card-" not in svg_of(match)
    match.header = replace(match.header, host=deals.host_of(deals.today(now() - 3 * 86400)))
    assert "cards-card-" in svg_of(match)


@every("game", GAMES)
def test_a_finished_game_shows_who_won_and_all_points(game: str) -> None:
    match = played(game, 10_000).match
    drawn = svg_of(match)
    assert "Won by" in drawn and all(f">{score}<" in drawn for score in match.table.scores)
    match.header = replace(match.header, host=deals.host_of(deals.today(now())))
    assert "Won by" in svg_of(match) and "card-" not in svg_of(match)


# Letters


def test_texts_keep_to_their_room_and_to_letters_that_there_are() -> None:
    assert drawable("Łukasz Řehoř 漢字 🙂") == "ukasz Rehor" and not drawable("漢字")
    text, size = fitted("Константин Константинопольский", 30, 120)
    assert text.endswith("…") and width_of(text, size) <= 120 and size < 30
    assert fitted("Anna", 30, 200) == ("Anna", 30)
    assert "&lt;script&gt;" in set_text("<script>", 0, 0, 10) and "&quot;" in set_text('"', 0, 0, 10)


# How they are sent


@pytest.mark.usefixtures("drawn_here")
def test_links_have_pictures_that_others_may_keep(server: Running, client: httpx.Client) -> None:
    path = stage(server, "spyrium", 14, players=2).partition("?")[0]
    page = client.get(path).text
    link = page.partition('property="og:image" content="')[2].partition('"')[0].replace("&amp;", "&")
    assert f"{path}/picture.png" in link and "summary_large_image" in page
    answer = client.get(link)
    assert answer.headers["content-type"] == "image/png" and size_of(answer.content) == (1200, 630)
    assert "max-age=86400" in answer.headers["cache-control"] and "set-cookie" not in answer.headers
    tag = answer.headers["etag"]
    assert client.get(link, headers={"If-None-Match": tag}).status_code == 304
    assert "max-age=20" in client.get(f"{path}/picture.png?v=other").headers["cache-control"]
    drawn = server.app.state.painter.n_drawn
    assert [client.get(link).content for _ in range(3)] == [answer.content] * 3
    assert server.app.state.painter.n_drawn == drawn
    assert "picture.png?lang=en&amp;v=" in client.get(f"{path}/replay?ply=3").text


@pytest.mark.usefixtures("drawn_here")
def test_former_addresses_lead_to_the_picture_of_the_table(server: Running, client: httpx.Client) -> None:
    path = stage(server, "spyrium", 14, players=2).partition("?")[0]
    drawn = client.get(f"{path}/picture.png?lang=ru")
    for former in ("result.png?lang=ru&save=1", "course.svg?lang=ru", "picture.png?lang=ru&ply=3"):
        found = client.get(f"{path}/{former}", follow_redirects=True)
        assert (found.content, found.headers["content-type"]) == (drawn.content, "image/png")
    assert client.get(f"{path}/course.svg?lang=xx").headers["location"] == f"{path}/picture.png?lang=en"


def test_the_card_of_a_day_names_who_is_played_against(client: httpx.Client) -> None:
    card = daily_picture(deals.today(now()), ("spyrium",), "ru").compose()
    assert TEXTS.text("ru", "daily.title") in card
    assert "cover:" in card and "cards-card" not in card and deals.today(now()).isoformat() in card
    assert client.get("/daily/picture.png?day=2030-01-01").status_code == 404
    page = client.get("/daily").text
    assert f"/daily/picture.png?day={deals.today(now()).isoformat()}&amp;lang=en" in page


@pytest.mark.slow
@pytest.mark.usefixtures("drawn_here")
def test_studies_and_records_have_pictures_and_those_of_todays_deal_show_no_card(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played("spyrium", 10_000).match.table.record().to_json()
    table = client.post("/api/records", json=record).json()["table"]
    assert client.get(f"/t/{table}/embed").status_code == 200
    study = client.post(f"/api/tables/{table}/studies", json={"ply": 5}).json()["study"]
    page = client.get(f"/study/{study}?at=5").text
    assert f"/study/{study}/picture.png?at=5&amp;lang=en" in page
    assert size_of(client.get(f"/study/{study}/picture.png?at=5").content) == (1200, 630)
    asked: list[str] = []
    monkeypatch.setattr(
        "burgomaster.server.share.routes.is_deal_of_today", lambda match: not asked.append(match)
    )
    monkeypatch.setattr("burgomaster.server.share.pictures.is_deal_of_today", lambda match: True)
    assert client.get(f"/study/{study}/picture.png?at=5").status_code == 200 and len(asked) == 1


# Floods


def test_whoever_asks_at_once_gets_one_picture_and_a_flood_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    composed: list[str] = []

    async def flood() -> None:
        painter = Painter()
        monkeypatch.setattr(pictures, "draw_apart", str.encode)

        def compose(name: str) -> str:
            composed.append(name)
            return name

        same = await asyncio.gather(*(painter.picture("a", lambda: compose("a")) for _ in range(50)))
        assert same == [b"a"] * 50 and composed == ["a"]
        many = [painter.picture(n, lambda n=n: compose(f"{n}")) for n in range(pictures.MOST_WAITING + 5)]
        found = await asyncio.gather(*many, return_exceptions=True)
        assert sum(isinstance(one, Refused) for one in found) == 5
        monkeypatch.setattr(pictures, "MOST_KEPT", 2)
        for number in range(5):
            await painter.picture(("other", number), lambda: "12345")
        assert len(painter._kept) == 2
        painter.close()

    run(flood())


def test_a_process_draws_and_one_that_fails_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    good = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="9" height="9"/></svg>'
    assert size_of(draw_apart(good)) == (20, 10)
    painter = Painter()
    with pytest.raises(Refused, match="cannot be drawn"):
        run(painter.picture("a", lambda: "no picture"))
    assert "ValueError" in capfd.readouterr().err
    painter.close()


def test_a_cover_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(png, "run", lambda svg: drawn.append(svg) or b"png")
    png.cover.cache_clear()
    svg = daily_picture(deals.today(now()), ("spyrium", "petersburg"), "en").compose()
    assert [draw_apart(svg) for _ in range(2)] == [b"png"] * 2
    covers = [one for one in drawn if "cover" not in one and "data:image" not in one]
    pictures = [one for one in drawn if one.count("data:image/png;base64,") == 2]
    assert (len(drawn), len(covers), len(pictures)) == (4, 2, 2)
    png.cover.cache_clear()
