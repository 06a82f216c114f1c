"""Nobody at a table has the name of another, as far as a reader can tell."""

from __future__ import annotations

import pytest

from burgomaster.core.language import LANGUAGES
from burgomaster.server.characters import bot_name
from burgomaster.server.match import seats
from burgomaster.server.names import NAME_LENGTH, clean_name, name_key, unique_name
from tests.campaigns.clients import new_client, open_table, token
from tests.server.fixtures import Running
from tests.server.matches import Sitting, plain_table, sitting

ALIKE = ["anna", "ANNA", " Anna ", "Аnna", "Аnnа", "Ａｎｎａ", "An\u00adna", "Anna\ufe0f", "Αnna"]
DIFFERENT = ["Hanna", "Ann", "Аня", "Zoë", "Anna B"]


@pytest.mark.parametrize("other", ALIKE)
def test_names_that_look_alike_are_one_name(other: str) -> None:
    assert name_key(other) == name_key("Anna")
    made = sitting("Anna", other)
    assert made.match.seats[0].name == "Anna"
    assert len({name_key(name) for name in made.match.names}) == 2 and made.match.names[1].endswith(" 2")


@pytest.mark.parametrize("other", DIFFERENT)
def test_other_names_stay_as_they_are(other: str) -> None:
    assert sitting("Anna", other).match.names == ["Anna", other]


def test_numbers_go_on_and_names_stay_short() -> None:
    assert sitting("Anna", "Anna", "anna").match.names == ["Anna", "Anna 2", "anna 3"]
    assert sitting("Anna 2", "Anna", "Anna").match.names == ["Anna 2", "Anna", "Anna 3"]
    long = "x" * NAME_LENGTH
    assert unique_name(long, [long]) == "x" * (NAME_LENGTH - 2) + " 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_and_a_bot_never_share_a_name(language: str) -> None:
    bots_name = bot_name("search:5", 0, language)
    first, last = Sitting(plain_table(players=3)), Sitting(plain_table(players=3))
    for seat in (1, 2):  # the bots sit there already
        first.do(lambda match, now, s=seat: seats.seat_bot(match, s, "search:5", "search:5", now))
    first.do(lambda match, now: seats.sit(match, 0, "visitor:a", bots_name.upper(), now))
    last.do(lambda match, now: seats.sit(match, 0, "visitor:a", bots_name.upper(), now))
    for seat in (1, 2):  # the bots come later
        last.do(lambda match, now, s=seat: seats.seat_bot(match, s, "search:5", "search:5", now))
    for made in (first, last):
        assert [held.name for held in made.match.seats[1:]] == ["search:5", "search:5 2"]
        for reader in LANGUAGES:
            assert len({name_key(name) for name in made.match.names_in(reader)}) == 3
    assert last.match.names[0] == bots_name.upper()  # who came first keeps their name


def test_a_name_that_cannot_be_seen_is_none() -> None:
    assert clean_name("\u3164\u2800 \u200b") == ""
    assert clean_name("a\u0301\u0302" + "\u0303" * 20) == "a\u0301\u0302"
    assert clean_name("Zoe\u0308") == "Zoe\u0308"


def test_a_spectator_does_not_speak_as_a_player(server: Running) -> None:
    with new_client(server.url) as anna, new_client(server.url) as other:
        made = open_table(anna, open=True)
        said = other.post(
            f"/api/tables/{made['table']}/chat",
            json={"text": "I resign", "name": "Аnna"},
            headers=token(other),
        )
        assert said.status_code == 200
        chat = server.app.state.store.chat_of(made["table"])
        assert chat[-1]["seat"] == -1 and chat[-1]["name"] == "Аnna 2"
        sat = other.post(f"/api/tables/{made['table']}/seats/1", json={"name": "ANNA"}, headers=token(other))
        assert sat.json()["names"] == ["Anna", "ANNA 2"]
