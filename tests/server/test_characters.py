"""What people and bots are called: guests have friendly names, bots characters in the reader's language."""

from __future__ import annotations

import re
from dataclasses import replace

import httpx
import pytest

import burgomaster as bm
from burgomaster.bots.registry import REMOVED
from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_names
from burgomaster.server.bot_players import bot_title, check_bot, default_bot, make_bot, offered_bots
from burgomaster.server.characters import (
    GUEST_FACES,
    bot_manner,
    bot_name,
    character_of,
    guest_face,
    guest_name,
    has_character,
    seat_faces,
    seat_names,
    words,
)
from burgomaster.server.match import Refused
from burgomaster.server.names import NAME_LENGTH
from burgomaster.server.rating.numbers import bot_ratings
from tests.campaigns.clients import Seat, open_table
from tests.server.fixtures import Running, until
from tests.server.matches import sitting
from tests.server.test_pages import form_of, open_by_form

MOST_BOTS = 5


def held(name: str = "", bot: str = "", left: bool = False) -> dict[str, object]:
    return {"name": name, "bot": bot or None, "free": not name and not bot, "left": left}


# Guests


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guest_has_a_short_name_that_stays(language: str) -> None:
    names = [guest_name(f"visitor {n}", language) for n in range(300)]
    assert names == [guest_name(f"visitor {n}", language) for n in range(300)]
    assert len(set(names)) > 100 and max(map(len, names)) <= NAME_LENGTH
    assert len(words("guest.animals", language)) == GUEST_FACES
    assert re.search("[а-яё]", " ".join(names)) is None or language == "ru"


def test_people_at_one_device_have_different_guest_names_and_faces() -> None:
    assert len({guest_name("somebody", "ru", n) for n in range(5)}) == 5
    assert len({guest_face("somebody", n) for n in range(5)}) == 5
    faces = seat_faces([held("A"), held("B"), held()], ["visitor:x", "visitor:x", ""])
    assert faces[0] == f"face-guest-{guest_face('x')}" != faces[1] and faces[2] == ""


def test_languages_have_as_many_names() -> None:
    for key in ("guest.first", "guest.animals", *(f"character.{_key(bot)}.names" for bot in offered_bots())):
        counts = {len(words(key, language)) for language in LANGUAGES}
        assert len(counts) == 1, key


def _key(description: str) -> str:
    return description.replace(":", "_")


# Bots


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_names_and_a_manner_of_its_own(language: str) -> None:
    bots = offered_bots()
    assert all(has_character(bot) for bot in bots)
    names = [bot_name(bot, number, language) for bot in bots for number in range(MOST_BOTS)]
    assert len(set(names)) == len(names)  # nobody at a table has the name of another
    assert len({bot_manner(bot, language) for bot in bots}) == len(bots)
    assert (re.search("[а-яё]", " ".join(names)) is not None) == (language == "ru")


@pytest.mark.parametrize("game", game_names())
def test_the_bots_of_a_game_stand_in_the_order_of_their_strength(game: str) -> None:
    bots, known = offered_bots(game), bot_ratings(game)
    strengths = [round(known[bot].mu) for bot in bots if bot in known]
    assert strengths == sorted(strengths) and len(strengths) >= 8
    assert all(bot in known for bot in bots[: len(strengths)])  # the others stand behind them
    assert sorted(bots) == sorted(offered_bots())


def test_a_newcomer_meets_whoever_was_measured_to_be_the_weakest() -> None:
    """In Suburbia a bot that takes what pays at once is no beginner: level 1 loses to it."""
    assert {game: default_bot(game) for game in game_names()} == {
        "petersburg": "greedy",
        "spyrium": "greedy",
        "suburbia": "search:1",
    }
    assert default_bot() == default_bot("a game that nobody has measured") == "greedy"


def test_stored_descriptions_of_bots_alone_are_shown_as_names_in_the_language_of_the_reader() -> None:
    seats = [held("Anna"), held("greedy", "greedy"), held("greedy 2", "greedy"), held("search:2", "search:2")]
    assert seat_names(seats, "en") == ["Anna", "Otto", "Gustav", "Agnes"]
    assert seat_names(seats, "ru") == ["Anna", "Фома", "Варлам", "Агафья"]
    assert seat_names([held("greedy", "greedy", left=True)], "en") == ["greedy"]  # a person of that name
    assert seat_names([held("Hal", "greedy"), held()], "en") == ["Hal", "2"]
    assert character_of(held("search:3 2", "record")) == "search:3"  # of a record with such names
    assert seat_names([held("Anna", "record"), held("hal:9", "record")], "ru") == ["Anna", "hal:9"]
    assert seat_names([held("Teacher", "lesson")], "ru") == ["Учитель"]


def test_a_stored_seat_of_a_removed_bot_is_shown_and_played_by_the_one_in_its_place() -> None:
    """Tables, records and results of before name bots that are gone."""
    assert REMOVED
    for removed, present in REMOVED.items():
        check_bot(removed)
        assert present in offered_bots() and removed not in offered_bots()
        seats = [held("Anna"), held(removed, removed), held(f"{removed} 2", "record")]
        shown = [held("Anna"), held(present, present), held(f"{present} 2", "record")]
        assert seat_names(seats, "en") == seat_names(shown, "en")
        assert seat_faces(seats, ["visitor:x", "", ""]) == seat_faces(shown, ["visitor:x", "", ""])
        assert bot_title(removed, "ru") == bot_title(present, "ru")
        assert bot_manner(removed, "ru") == bot_manner(present, "ru") != ""
        table = bm.game("petersburg", players=2).new(seed=4)
        assert make_bot(removed).name == make_bot(present).name
        assert bm.bot(removed, seed=3).choose(table) == bm.bot(present, seed=3).choose(table)


# At a table


def test_readers_of_both_languages_see_the_names_of_theirs(server: Running) -> None:
    anna = server.client(headers={"Accept-Language": "en"})
    made = open_table(anna, options={"players": 3}, bots=["greedy", "greedy"])
    assert made["names"] == ["Anna", "greedy", "greedy 2"]  # programs get what they got before
    assert made["names_in"] == {"en": ["Anna", "Otto", "Gustav"], "ru": ["Anna", "Фома", "Варлам"]}
    seat = Seat(server.url, made["table"], made["key"], 0)
    until(lambda: seat.get()["can_act"])
    pages = {
        language: server.client(headers={"Accept-Language": language}).get(f"/t/{made['table']}").text
        for language in LANGUAGES
    }
    assert "Otto" in pages["en"] and "Gustav" in pages["en"]
    assert "Фома" in pages["ru"] and "Варлам" in pages["ru"]
    for page in pages.values():
        assert "greedy 2" not in page
    log = " ".join(seat.get("/log", language="ru"))
    assert "greedy" not in log


def test_a_seat_that_plays_by_itself_has_a_name_in_the_language_of_the_reader(server: Running) -> None:
    with server.client() as client:
        alone = {"players": 1, "solo": "dale"}
        made = open_table(client, game="suburbia", options=alone, name="Anna", bots=[])
        for language, name, other in (("en", ">Dale<", "Дейл<"), ("ru", ">Дейл<", "Dale")):
            url, reader = f"/t/{made['table']}?key={made['key']}", {"Accept-Language": language}
            page = client.get(url, headers=reader, follow_redirects=True).text
            assert name in page and other not in page
        live = server.app.state.match_manager.live[made["table"]]
        assert {"Dale", "Дейл"} <= live.match.names_but(0)


def test_who_gives_no_name_is_a_guest_with_the_same_name_everywhere(server: Running) -> None:
    client = server.client(headers={"Accept-Language": "ru"})
    path = open_by_form(client, how="friends", name="", players="3")
    seen = client.get(f"/api/tables/{path.split('/')[2]}").json()
    (name,) = [seat["name"] for seat in seen["seats"] if seat["name"]]
    assert name.split()[1] in words("guest.animals", "ru")
    again = open_by_form(client, how="hotseat", name="", players="2")
    both = client.get(f"/api/tables/{again.split('/')[2]}").json()["names"]
    assert name in both and len(set(both)) == 2
    friend = server.client()
    friend.post(f"{path}/sit", data={"form": form_of(friend), "seat": "2"})
    taken = client.get(f"/api/tables/{path.split('/')[2]}").json()["seats"][2]["name"]
    assert taken.split()[1] in words("guest.animals", "en")


def test_a_name_is_typed_once(client: httpx.Client) -> None:
    open_by_form(client, how="friends", name="Анна; <b>")
    path = open_by_form(client, how="friends", name="", players="2")
    assert "Анна; <b>" in client.get(f"/api/tables/{path.split('/')[2]}").json()["names"]
    assert "&lt;b&gt;" in client.get(path).text


def test_refusals_name_a_bot_in_the_language_of_the_reader() -> None:
    made = sitting("Anna", "Boris")
    made.match.seats[1] = replace(made.match.seats[1], who="", name="search:1", bot="search:1")
    with pytest.raises(Refused) as refused:
        made.match.require_present(1)
    assert "Edwin" in refused.value.text("en") and "Митя" in refused.value.text("ru")
