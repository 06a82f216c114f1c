"""The lobby without a script: tiles, the set-up of a table, lists, clocks in words, invitations."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from burgomaster.core.errors import OptionError
from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_info, game_names
from burgomaster.server import games_menu, invitation
from burgomaster.server.bot_players import offered_bots
from burgomaster.server.clock_words import PRESETS, clock_words, duration, read_clock, time_left
from burgomaster.server.match import next_due
from burgomaster.server.match import seats as seats_of_match
from burgomaster.server.match.clocks import check_clock
from burgomaster.server.render import render
from burgomaster.server.table_context import seat_contexts
from tests.campaigns.clients import new_client, open_table, token
from tests.server.fixtures import Running, new_server, settings_for
from tests.server.matches import sitting
from tests.server.test_pages import form_of, open_by_form

LOBBY = "/"


def seen_table(client: httpx.Client, path: str) -> dict[str, Any]:
    return dict(client.get(f"/api/tables/{path.split('/')[2]}").json())


# Tiles


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_tile_that_says_why(server: Running, language: str) -> None:
    page = server.client(headers={"Accept-Language": language}).get(LOBBY).text
    for tile in games_menu.menu(language):
        assert set(tile["facts"]) == set(games_menu.FACTS)
        assert tile["cover"] in page and f'href="/?game={tile["name"]}#setup"' in page
        assert all(fact in page for fact in tile["facts"].values())
    assert 'action="/tables"' not in page  # the set-up is a second step


def test_a_game_that_says_nothing_of_itself_has_a_plain_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_menu, "part_texts", lambda name, part: game_info(name).texts)
    assert games_menu.tile(game_info("petersburg"), "en")["facts"] == {}


def test_pictures_of_tiles_are_pictures(client: httpx.Client) -> None:
    for game in game_names():
        answer = client.get(games_menu.cover_of(game))
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert 'xmlns="http://www.w3.org/2000/svg"' in answer.text[:200]


# The set-up


def test_the_set_up_offers_only_what_the_game_has_and_all_levels(client: httpx.Client) -> None:
    for game in game_names():
        page = client.get(LOBBY, params={"game": game}).text
        presets = re.findall(r'name="preset" value="([^"]+)"', page)
        assert presets == [f"{game}|{place}" for place in range(len(game_info(game).variants))]
    assert 'id="setup"' in client.get(LOBBY, params={"game": "chess"}).text
    page = client.get(LOBBY, params={"game": "spyrium"}).text
    assert all(f'value="{bot}"' in page for bot in offered_bots())


def test_without_a_script_an_option_says_for_which_variant_it_is(client: httpx.Client) -> None:
    page = client.get(LOBBY, params={"game": "petersburg"}).text
    options = re.findall(r'<label class="option"(.*?)<select', page, re.S)
    assert options
    for option in options:
        assert ("data-presets" in option) == ("<noscript>" in option)
    (market,) = [option for option in options if 'data-presets="petersburg|5"' in option]
    assert "Only with: 2014 + Market" in market


def test_the_waiting_room_leads_to_the_rules_once(client: httpx.Client) -> None:
    page = client.get(f"/t/{open_table(client)['table']}").text.partition("<dialog")[0]
    assert page.count('href="/rules/') == page.count('href="/cards/') == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_name_their_default(language: str) -> None:
    options = {option["name"]: option for option in games_menu.describe("petersburg", language)["options"]}
    no, yes = {"en": ("no", "yes"), "ru": ("нет", "да")}[language]
    assert options["open_money"]["usual"] == no and options["open_money"]["is_same"]
    by_edition = options["first_phase_buy_only"]  # "no" in 2004, "yes" in 2014
    assert not by_edition["is_same"] and set(by_edition["defaults"]) == {no, yes}
    for game in game_names():
        for option in games_menu.describe(game, language)["options"]:
            assert "_" not in "".join(words for _, words in option["values"]), option["name"]


def test_options_of_another_preset_are_known_as_such() -> None:
    options = {option["name"]: option for option in games_menu.describe("suburbia", "en")["options"]}
    assert options["dale_win"]["presets"] == ["suburbia|2"]
    assert options["redline_tiles_mirror"]["is_for_all"]


@pytest.mark.parametrize(
    ("name", "expansion"),
    [
        ("potemkin_villages_same", "banquet"),
        ("prison_free_return", "new_society"),
        ("market_pile_ends_game", "market"),
    ],
)
def test_nobody_is_asked_about_cards_that_are_not_in_the_box(name: str, expansion: str) -> None:
    options = {option["name"]: option for option in games_menu.describe("petersburg", "en")["options"]}
    variants = game_info("petersburg").variants
    having = [place for place, one in enumerate(variants) if expansion in one.options["expansions"]]
    assert options[name]["presets"] == [f"petersburg|{place}" for place in having]


def test_nothing_said_is_a_good_game(client: httpx.Client) -> None:
    answer = client.post("/tables", data={"form": form_of(client), "preset": "spyrium|0"})
    seen = seen_table(client, answer.headers["location"])
    assert seen["status"] == "running" and seen["seats"][0]["bot"] is None
    assert seen["clock"]["kind"] == "none"


def test_each_opponent_has_a_level_and_everybody_a_place(client: httpx.Client) -> None:
    levels = {"bot_1": "random", "bot_2": "search:1", "bot_3": "search:2"}
    path = open_by_form(client, how="bots", players="4", my_seat="2", **levels)
    seats = seen_table(client, path)["seats"]
    assert [seat["bot"] for seat in seats] == ["random", "search:1", None, "search:2"]
    beyond = open_by_form(client, how="bots", players="2", my_seat="3", bot="random")
    assert [seat["bot"] for seat in seen_table(client, beyond)["seats"]] == ["random", None]


def test_a_random_seat_is_not_always_the_same(client: httpx.Client) -> None:
    places = set()
    for _ in range(40):
        seats = seen_table(client, open_by_form(client, how="friends", players="2", my_seat="random"))[
            "seats"
        ]
        places.add(next(number for number, seat in enumerate(seats) if not seat["free"]))
        if len(places) == 2:
            break
    assert places == {0, 1}


def test_people_at_one_device_have_a_field_each(client: httpx.Client) -> None:
    typed = {"name": "Anna", "name_2": "Boris, B.", "name_3": ""}
    names = seen_table(client, open_by_form(client, how="hotseat", players="3", **typed))["names"]
    assert names[0] == "Anna" and names[1] == "Boris B." and len(names[2].split()) == 2
    old = open_by_form(client, how="hotseat", players="2", name="Anna, Boris")
    assert seen_table(client, old)["names"] == ["Anna", "Boris"]


def test_one_player_needs_nobody_else(client: httpx.Client) -> None:
    for how in ("bots", "open"):
        path = open_by_form(client, preset="suburbia|2", players="1", how=how)
        assert seen_table(client, path)["status"] == "running"
        assert path.split("/")[2] not in client.get("/api/tables").text.split('"mine"')[0]


def test_programs_choose_the_seat_of_the_host_too(client: httpx.Client) -> None:
    made = open_table(client, options={"players": 3}, seat=2)
    assert made["seat"] == 2 and made["key"].split(":")[1] == "2"
    asked = {"game": "petersburg", "options": {"players": 2}, "seat": 4}
    before = client.get("/api/tables").json()["mine"]
    assert client.post("/api/tables", json=asked, headers=token(client)).json()["key"] == "no_such_seat"
    assert client.get("/api/tables").json()["mine"] == before  # no table was left behind


# Clocks


def test_every_preset_is_a_clock_with_a_name_of_its_own() -> None:
    for language in LANGUAGES:
        said = [clock_words(check_clock(read_clock({"clock": preset})), language) for preset in PRESETS]
        assert len(set(said)) == len(PRESETS)
    assert clock_words({"kind": "player", "seconds": 600, "more": 10}, "en") == "10 min + 10 s per move"
    assert clock_words({"kind": "move", "seconds": 259200}, "en") == "3 days per move"
    assert clock_words({"kind": "move", "seconds": 86400}, "ru") == "1 день на ход"
    assert clock_words({"kind": "player", "seconds": 100}, "en") == "1 min 40 s for the whole game"


def test_a_clock_of_ones_own() -> None:
    own = {"clock": "own", "minutes": "45", "more": "5", "per": "player"}
    assert read_clock(own) == {"kind": "player", "seconds": 2700.0, "more": 5.0}
    assert read_clock({"clock": "move", "seconds": "90"}) == {"kind": "move", "seconds": 90.0}  # as before
    assert read_clock({"clock": "none"}) == read_clock({}) == {}
    assert read_clock({"clock": "own"}) == {"kind": "player", "seconds": 1800.0, "more": 0.0}
    with pytest.raises(OptionError):
        check_clock(read_clock({"clock": "sand:5:5"}))


@pytest.mark.parametrize("word", ["-5", "0", "1e3", "99999999", "nan", "٣"])
def test_minutes_that_are_none_are_refused(client: httpx.Client, word: str) -> None:
    asked = {"form": form_of(client), "preset": "spyrium|0", "clock": "own", "minutes": word}
    answer = client.post("/tables", data=asked)
    assert answer.status_code == 422
    assert "The minutes of a clock are a whole number from 1 to 20160" in answer.text


def test_days_and_increments_are_shown_and_reach_the_table(client: httpx.Client) -> None:
    assert time_left(259200 - 60, "en") == "2 days 23 h" and time_left(3725, "en") == "1:02:05"
    assert time_left(59.6, "ru") == "1:00" and time_left(-3, "en") == "0:00"
    assert duration(0, "en") == "0 s"
    seen = seen_table(client, open_by_form(client, how="friends", clock="player:600:10"))
    assert seen["clock"]["kind"] == "player" and seen["clock"]["left"] == [600.0, 600.0]
    page = client.get(open_by_form(client, how="friends", clock="move:259200")).text
    assert "3 days per move" in page


# Lists


def test_an_open_table_shows_seats_options_and_clock_and_can_be_watched_later(server: Running) -> None:
    host, other = server.client(), server.client()
    fields = {"how": "open", "players": "3", "clock": "move:86400", "option.petersburg.open_money": "true"}
    path = open_by_form(host, **fields, name="Zoë")
    listed = row_of(other.get(LOBBY).text, path)
    assert "free seats: 2 of 3" in listed and "1 day per move" in listed and "rubles: yes" in listed
    for seat in ("1", "2"):
        host.post(f"{path}/bot", data={"form": form_of(host), "seat": seat, "bot": "random"})
    page = other.get(LOBBY).text
    assert 'id="watched"' in page and row_of(page, path)
    mine = row_of(host.get(LOBBY).text, path)
    assert "Zoë" in mine and "Watch" not in mine


def row_of(page: str, path: str) -> str:
    """The row of a table in the lobby; "" if there is none."""
    found = re.search(rf'<li id="row-{re.escape(path.split("/")[2])}".*?</li>', page, re.DOTALL)
    return found[0] if found else ""


def test_a_table_by_link_is_in_no_list_of_others(server: Running) -> None:
    host, other = server.client(), server.client()
    waiting = open_by_form(host, how="friends", players="3")
    running = open_by_form(host, how="bots", bot="random")
    page = other.get(LOBBY).text + other.get("/lists").text + other.get("/api/tables").text
    assert waiting.split("/")[2] not in page and running.split("/")[2] not in page
    assert row_of(host.get(LOBBY).text, waiting)


def test_lists_are_sent_again_only_when_they_look_different(server: Running) -> None:
    host, other = server.client(), server.client()
    seen = re.search(r'data-seen="(\w+)"', other.get(LOBBY).text)
    assert seen is not None
    newest = re.search(r'data-seen="(\w+)"', other.get("/lists").text)
    assert newest is not None
    if newest[1] == seen[1]:  # else a table of another test has changed
        assert other.get("/lists", params={"seen": seen[1]}).status_code == 204
    path = open_by_form(host, how="open", players="2")
    answer = other.get("/lists", params={"seen": newest[1]})
    assert answer.status_code == 200 and row_of(answer.text, path)


# Invitations


def test_an_address_that_others_reach_is_given_as_it_is_and_one_of_this_computer_with_advice(
    client: httpx.Client,
) -> None:
    path = open_by_form(client, how="friends")
    page = client.get(path, headers={"Host": "games.example"}).text
    assert f'value="http://games.example{path}"' in page and "0.0.0.0" not in page
    assert '<svg class="qr"' in page and 'aria-label="QR code of this link"' in page
    page = client.get(open_by_form(client, how="friends")).text
    assert "--host 0.0.0.0" in page


def test_a_server_that_listens_everywhere_offers_its_address_in_the_network(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation, "network_address", lambda: "192.168.1.7")
    settings = settings_for(f"sqlite:///{tmp_path / 'tables.db'}", host="0.0.0.0")
    with new_server(settings) as running, new_client(running.url) as client:
        path = open_by_form(client, how="friends")
        port = running.url.rpartition(":")[2]
        page = client.get(path).text
        assert f'value="http://192.168.1.7:{port}{path}"' in page and "same network" in page


def test_which_addresses_mean_this_computer_and_that_of_the_network_does_not() -> None:
    assert all(invitation.is_loopback(host) for host in ("localhost", "127.0.0.1", "[::1]"))
    assert not any(invitation.is_loopback(host) for host in ("192.168.0.2", "a.example"))
    found = invitation.network_address()
    assert found == "" or not invitation.is_loopback(found)


def test_a_code_is_drawn_from_squares() -> None:
    drawn = str(invitation.qr_code("http://192.168.1.7:8000/t/abc", "the link"))
    size = int(re.findall(r'viewBox="0 0 (\d+)', drawn)[0])
    places = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)]
    corner = invitation.BORDER
    assert (corner, corner) in places and len(set(places)) == len(places) > 200
    assert all(corner <= x < size - corner and corner <= y < size - corner for x, y in places)


# Time that ran out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_what_happens_when_time_runs_out(language: str) -> None:
    made = sitting("Anna", "Boris", clock={"kind": "move", "seconds": 60})
    late = made.match.to_move
    assert late is not None
    made.now += 61
    made.do(lambda match, now: next_due(match, now) or [])
    assert made.match.seats[late].timed_out
    told = {}
    for mine in ([late], [1 - late]):
        seats = seat_contexts(made.match, mine, language)
        told[mine[0]] = render("timeouts.html", language, seats=seats, is_over=made.match.is_over)
    ran_out = {"en": "Your time ran out", "ru": "Ваше время вышло"}[language]
    assert ran_out in told[late] and ran_out not in told[1 - late]
    assert made.match.names[late] in told[1 - late]
    made.do(lambda match, now: seats_of_match.come_back(match, late, now))
    assert not made.match.seats[late].timed_out
