"""The pages without a script: everything works by plain forms and links, and only in one's own name."""

from __future__ import annotations

import html
import json
import re

import httpx
import pytest
from argon2 import PasswordHasher, Type

import burgomaster as bm
from burgomaster.core.language import LANGUAGES
from burgomaster.core.registry import game_folder
from burgomaster.server import security
from burgomaster.server.errors import as_sentence
from burgomaster.server.security import is_password
from tests.campaigns.clients import Seat, open_for_two, open_table, token
from tests.server.fixtures import Running, until

FORM = re.compile(r'name="form" value="([^"]+)"')
NUMBER = re.compile(r'name="number" value="([^"]+)"')
MOVE = re.compile(r'name="move" value="([^"]+)"')


def form_of(client: httpx.Client, path: str = "/") -> str:
    found = FORM.search(client.get(path).text)
    assert found is not None
    return found.group(1)


def open_by_form(client: httpx.Client, **fields: str) -> str:
    """Open a table in the lobby; the path of its page."""
    data = {"form": form_of(client), "preset": "petersburg|0", "players": "2", "name": "Anna", **fields}
    answer = client.post("/tables", data=data)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_a_move_is_answered_as_other_verbs_of_a_table_are(client: httpx.Client) -> None:
    """It has a route of its own, which is found first."""
    path = open_by_form(client, how="bots", bot="random")
    for asked in (path, "/t/nobody-knows-it", "/t/no%20name"):
        for data in ({"form": form_of(client), "move": "nonsense"}, {"form": "forged"}, {}):
            found = [client.post(f"{asked}/{verb}", data=data) for verb in ("move", "undo")]
            assert found[0].status_code == found[1].status_code or asked == path, (asked, data)
            if "move" not in data or asked != path:  # a token is looked at before the table
                assert found[0].status_code == found[1].status_code == (404 if "move" in data else 403)
        seen = client.get(f"{asked}/move")
        assert (seen.status_code, seen.headers.get("allow")) == (405, "POST")


def test_a_newcomer_plays_with_three_clicks(client: httpx.Client) -> None:
    path = open_by_form(client, how="bots", bot="random")
    for _ in range(3):
        page = until(lambda: (seen := client.get(path).text) and MOVE.search(seen) and seen)
        data = {"form": form_of(client), "number": NUMBER.search(page)[1], "move": MOVE.search(page)[1]}
        assert client.post(f"{path}/move", data=data).headers["location"].startswith(path)
    assert "Anna" in client.get("/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_language(server: Running, language: str) -> None:
    client = server.client(headers={"Accept-Language": language})
    path = open_by_form(client, how="friends")
    over = open_by_form(client, how="bots", bot="random")
    for page in ("/", path, f"{over}/replay", "/account", "/credits", "/cards/petersburg", "/nowhere"):
        text = client.get(page).text
        assert f'<html lang="{language}"' in text
        assert ("Лобби" in text or re.search("[а-яё]{4}", text) is not None) == (language == "ru"), page


def test_language_and_theme_are_remembered(client: httpx.Client) -> None:
    data = {"form": form_of(client), "language": "ru", "theme": "dark", "back": "/credits"}
    answer = client.post("/taste", data=data)
    assert answer.headers["location"] == "/credits"
    text = client.get("/").text
    assert 'lang="ru"' in text and 'data-theme="dark"' in text
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:1"):
        assert client.post("/taste", data={**data, "back": back}).headers["location"] == "/"


def test_another_language_shows_the_same_page(client: httpx.Client) -> None:
    """Also what was chosen in its address; not what took a form, which cannot be opened."""
    for page in (
        "/?game=suburbia",
        "/leaders?game=spyrium&season=all",
        "/strategy/petersburg?players=3",
        "/daily",
    ):
        answer = client.get(page)
        back = html.unescape(re.findall('name="back" value="([^"]*)"', answer.text)[0])
        assert answer.status_code == 200 and back == page
        data = {"form": form_of(client), "language": "ru", "back": back}
        assert client.post("/taste", data=data).headers["location"] == page
    path = open_by_form(client, how="friends")
    refused = client.post(f"{path}/move", data={"form": form_of(client), "move": "pass"})
    assert refused.status_code == 422 and f'name="back" value="{path}"' in refused.text


def test_who_logs_in_comes_back_to_the_page_they_were_on(client: httpx.Client) -> None:
    path = open_by_form(client, how="friends")
    link = html.unescape(re.findall('href="(/account[^"]*)"', client.get(path).text)[0])
    page = client.get(link).text
    assert f'name="back" value="{path}"' in page
    fields = {"form": form_of(client), "name": "Come Back", "password": "correct horse"}
    refused = client.post("/account/login", data={**fields, "back": path})
    assert refused.status_code == 422 and f'name="back" value="{path}"' in refused.text
    for back, goal in ((path, path), ("//evil.example", "/")):
        answer = client.post("/account/register", data={**fields, "name": f"Come {goal[:3]}", "back": back})
        assert (answer.status_code, answer.headers["location"]) == (303, goal)
        client.post("/account/logout", data={"form": form_of(client)})


def test_a_refusal_is_a_sentence() -> None:
    assert as_sentence("it is not a record: line 1") == "It is not a record: line 1."
    assert as_sentence("Wait a moment.") == "Wait a moment." and as_sentence("Is it right?") == "Is it right?"


def test_forms_of_other_sites_are_refused(server: Running, client: httpx.Client) -> None:
    path = open_by_form(client, how="friends")
    other = form_of(server.client())
    for form in ("", "nonsense", other):
        for target in ("/tables", f"{path}/leave", f"{path}/sit", f"{path}/say", "/records", "/taste"):
            assert client.post(target, data={"form": form, "seat": "0"}).status_code == 403, target
        for verb in ("login", "register", "logout"):
            assert client.post(f"/account/{verb}", data={"form": form}).status_code == 403


def test_cookies_are_closed_to_scripts_and_other_sites_and_nobody_can_edit_them(
    server: Running, client: httpx.Client
) -> None:
    answer = server.client().get("/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    path = open_by_form(client, how="friends")
    value = client.cookies["bm_visitor"]
    visitor, _, signature = value.rpartition(".")
    for edited in (f"{visitor}x.{signature}", f"{visitor}.{signature[:-2]}AA", visitor):
        thief = server.client(cookies={"bm_visitor": edited})
        assert 'class="seat mine' not in thief.get(path).text


def test_friends_sit_down_by_the_link(server: Running, client: httpx.Client) -> None:
    path = open_by_form(client, how="friends", players="3")
    boris, clara = server.client(), server.client()
    for friend, seat in ((boris, "1"), (clara, "2")):
        page = friend.get(path).text
        assert "Sit here" in page and "You are a spectator" not in page and 'select name="bot"' not in page
        data = {"form": form_of(friend), "seat": seat, "name": f"Friend {seat}"}
        assert friend.post(f"{path}/sit", data=data).status_code == 303
    page = client.get(path).text
    assert "Friend 2" in page and "Waiting for players" not in page
    assert client.post(f"{path}/sit", data={"form": form_of(client), "seat": "9"}).status_code == 422
    assert client.post(f"{path}/sit", data={"form": form_of(client), "seat": "9" * 5000}).status_code == 400


def test_a_refused_form_leads_back_to_its_table(client: httpx.Client) -> None:
    path = open_by_form(client, how="friends")
    data = {"form": form_of(client), "seat": "9"}
    page = client.post(f"{path}/sit?seat=0", data=data).text
    assert f'href="{path}?seat=0">Back to the table' in page and 'href="/">Lobby' in page
    assert f'href="{path}">Back to the table' in client.post(f"{path}/sit?seat=x%22", data=data).text
    assert "Back to the table" not in client.post("/t/nowhere/sit", data=data).text


def test_a_seat_link_opens_the_seat_on_another_device_and_stands_on_a_page_of_its_own(
    server: Running,
) -> None:
    anna, _ = open_for_two(server.url)
    phone = server.client()
    answer = phone.get(f"/t/{anna.table}", params={"key": anna.key})
    assert answer.status_code == 303 and "key" not in answer.headers["location"]
    page = phone.get(f"/t/{anna.table}").text
    assert 'class="seat mine' in page
    assert phone.post(f"/t/{anna.table}/pause", data={"form": form_of(phone)}).status_code == 303
    shown = phone.get(f"/t/{anna.table}/link?seat=0").text
    assert anna.key in shown and "data-copy-link" in shown and 'class="qr"' in shown
    for path in ("", "/live", "/replay"):
        assert anna.key not in phone.get(f"/t/{anna.table}{path}").text
    assert phone.get(f"/t/{anna.table}/link?seat=1").status_code == 403
    assert server.client().get(f"/t/{anna.table}/link").status_code == 403


def test_strangers_cannot_act(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    eve = server.client()
    form = form_of(eve)
    for verb in ("move", "undo", "takeback", "answer", "pause", "resume", "passing", "leave", "return"):
        for seat in ("0", "1", "", "x", "-1"):
            answer = eve.post(f"/t/{anna.table}/{verb}", data={"form": form, "move": "pass", "seat": seat})
            assert answer.status_code == 403, (verb, seat)
    assert eve.post(f"/t/{anna.table}/bot", data={"form": form, "seat": "0"}).status_code == 403


def test_people_at_one_device_hand_it_over(client: httpx.Client) -> None:
    path = open_by_form(client, how="hotseat", name="Anna, Boris")
    page = client.get(path).text
    first = re.search(r"Hand the device to (\w+)", page)[1]
    assert MOVE.search(page) is None  # nothing of anybody's before the device is in the right hands
    seat = ["Anna", "Boris"].index(first)
    mine = client.get(f"{path}?seat={seat}").text
    number, move = NUMBER.search(mine)[1], MOVE.search(mine)[1]
    data = {"form": form_of(client), "number": number, "move": move}
    answer = client.post(f"{path}/move?seat={seat}", data=data)
    assert answer.headers["location"] == f"{path}?seat={seat}"
    page = client.get(answer.headers["location"]).text
    other = "Boris" if first == "Anna" else "Anna"
    assert f"Hand the device to {other}" in page and MOVE.search(page) is None
    kept = client.get(f"{path}?seat={seat}&keep=1").text
    assert "Hand the device" not in kept and MOVE.search(kept) is None  # who moved may still undo
    undone = client.post(f"{path}/undo?seat={seat}", data={"form": form_of(client)})
    assert undone.status_code == 303
    assert MOVE.search(client.get(f"{path}?seat={seat}").text)


def test_people_who_may_all_see_hand_nothing_over(client: httpx.Client) -> None:
    path = open_by_form(client, how="hotseat", players="3", name="Anna, Boris, Clara")
    assert "Hand the device to" in client.get(path).text
    switched = client.post(f"{path}/together", data={"form": form_of(client), "on": "1"})
    assert switched.headers["location"] == path
    seats = []
    for _ in range(4):  # the board turns to whoever is to move
        page = client.get(path).text
        assert "Hand the device to" not in page
        seat = int(re.search(r"/move\?seat=(\d)", page)[1])
        seats.append(seat)
        data = {"form": form_of(client), "number": NUMBER.search(page)[1], "move": "pass"}
        assert client.post(f"{path}/move?seat={seat}", data=data).status_code == 303
    assert sorted(seats[:3]) == [0, 1, 2]
    page = client.get(path).text
    undo = re.search(r'id="control-undo".*?name="seat" value="(\d)"><button class="tool "(.*?)>', page, re.S)
    assert undo is not None and (int(undo[1]), undo[2]) == (seats[3], "")  # of who has just moved
    looked = client.get(f"{path}?seat={seats[3]}&keep=1").text
    assert MOVE.search(looked) is None  # at the table of somebody who is not to move
    client.post(f"{path}/together", data={"form": form_of(client), "on": "0"})
    assert "Hand the device to" in client.get(path).text


def passing_of(client: httpx.Client, path: str) -> str:
    return str(client.get(f"/api/tables/{path.split('/')[2]}").json()["passing"])


def test_a_forced_pass_is_passed_unless_somebody_wants_to_do_it(
    server: Running, client: httpx.Client
) -> None:
    path = open_by_form(client)
    assert passing_of(client, path) == "forced"
    client.post(f"{path}/passing", data={"form": form_of(client), "mode": "phase"})
    assert passing_of(client, open_by_form(client)) == "forced"  # that was for this phase only
    client.post(f"{path}/passing", data={"form": form_of(client), "mode": "off"})
    assert passing_of(client, open_by_form(client)) == "off"
    client.post(f"{path}/passing", data={"form": form_of(client), "mode": "forced"})
    assert passing_of(client, open_by_form(client)) == "forced"
    made = open_table(server.client())
    assert made["passing"] == "off"  # programs ask for it
    asked = open_table(server.client(), passing="forced")
    assert asked["passing"] == "forced"
    assert (
        server.client().post("/api/tables", json={"game": "petersburg", "passing": "phase"}).status_code
        == 422
    )


def test_a_pass_that_was_made_automatically_is_noted(server: Running, client: httpx.Client) -> None:
    path = open_by_form(client, name="Anna")
    live = server.app.state.match_manager.live[path.split("/")[2]]
    until(lambda: live.match.to_move == 0)
    client.post(f"{path}/passing", data={"form": form_of(client), "mode": "phase"})
    until(lambda: live.match.played and live.match.to_move is not None)
    page = client.get(path).text
    assert "You passed automatically, as you asked." in page and 'class="log-note">(automatically)' in page


def test_the_bar_offers_what_makes_sense_at_a_table(server: Running, client: httpx.Client) -> None:
    alone = client.get(open_by_form(client)).text
    assert 'id="control-undo"' in alone and 'id="control-takeback"' not in alone
    anna, _ = open_for_two(server.url)
    together = client.get(f"/t/{anna.table}?key={anna.key}", follow_redirects=True).text
    assert 'id="control-takeback"' in together and "Ask for a takeback" in together
    assert "control-hint" not in together
    for page in (alone, together):
        for control in ("pause", "leave", "replay", "link", "preferences", "help", "menu"):
            assert f'id="control-{control}"' in page, control


def test_who_asks_for_a_takeback_sees_what_becomes_of_it(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    mover = anna if anna.get()["can_act"] else boris
    other = boris if mover is anna else anna
    mover.play_first()
    other.play_first()

    def page(seat: Seat) -> str:
        return server.client().get(f"/t/{seat.table}?key={seat.key}", follow_redirects=True).text

    assert mover.post("takeback").status_code == 200
    assert "You asked to take your last move back." in page(mover) and "Allow" not in page(mover)
    assert "would like to take the last move back" in page(other) and ">Allow</button>" in page(other)
    assert other.post("answer", yes=False).status_code == 200
    assert "Your takeback was declined." in page(mover) and "declined" not in page(other)
    mover.play_first()
    assert "declined" not in page(mover)


def test_the_log_links_cards(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    for seat in (anna, boris, anna):
        seat.play_first()
    page = server.client().get(f"/t/{anna.table}").text
    found = re.search(r'<a class="card-link" href="(/cards/petersburg)#([\w-]+)" title="[^"]+">', page)
    assert found is not None
    for language in LANGUAGES:
        cards = server.client(headers={"Accept-Language": language}).get(found[1]).text
        assert f'id="{found[2]}"' in cards
    assert server.client().get("/cards/suburbia").status_code == 200
    assert server.client().get("/cards/chess").status_code == 404


def test_a_wrong_link_says_so_in_words(server: Running) -> None:
    page = server.client(headers={"Accept-Language": "ru"}).get("/t/nonsense").text
    assert "<h1>Не найдено</h1>" in page and "ссылка скопирована не целиком" in page


def test_a_replay_of_a_running_game(server: Running) -> None:
    anna, boris = open_for_two(server.url)
    for _ in range(5):
        for seat in (anna, boris):
            seat.play_first()
    client, n_moves = server.client(), anna.get()["ply"]
    page = client.get(f"/t/{anna.table}/replay?ply=2").text
    assert f"2 / {n_moves}" in page and 'data-key="ArrowRight"' in page
    part = client.get(f"/t/{anna.table}/replay?ply=3", headers={"HX-Request": "true"}).text
    assert part.startswith('<div id="replay"')
    for ply in ("99999", "9" * 5000, "-1", "x"):
        assert client.get(f"/t/{anna.table}/replay", params={"ply": ply}).status_code == 200


def test_a_record_is_uploaded_by_form(client: httpx.Client) -> None:
    table = bm.game("petersburg", players=2).new(seed=4)
    table.play("pass")
    text = json.dumps(table.record().to_json())
    form = {"form": form_of(client)}
    answer = client.post("/records", data=form, files={"file": ("game.json", text)})
    assert answer.status_code == 303
    assert client.get(answer.headers["location"]).status_code == 200
    assert client.post("/records", data=form, files={"file": ("game.json", "{")}).status_code == 422
    assert client.post("/records", data=form).status_code == 422


def test_a_finished_game_is_replayed_with_anybodys_eyes(
    server: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "random_bytes", bytes)  # masks and padding are equal
    asked = {"game": "petersburg", "options": {"players": 2}, "bots": ["greedy", "greedy"], "sit": False}
    table = client.post("/api/tables", json=asked).json()["table"]
    until(lambda: client.get(f"/api/tables/{table}").json()["status"] == "over")
    ways = ("none", "0", "1")
    pages = [client.get(f"/t/{table}/replay", params={"seat": seat, "ply": 30}).text for seat in ways]
    assert ['class="player me' in page for page in pages] == [False, True, True]
    assert pages[1] != pages[2]
    anna, boris = open_for_two(server.url)
    for seat in (anna, boris):
        seat.play_first()
    watched, peeped = (client.get(f"/t/{anna.table}/replay{tail}").text for tail in ("", "?seat=1"))
    # nobody looks through the eyes of another while the game goes on: only the address of the page differs
    assert watched == peeped.replace("%3Fseat%3D1", "", 1).replace("?seat=1", "", 1)


def test_accounts(server: Running, client: httpx.Client) -> None:
    path = open_by_form(client, how="friends")
    data = {"form": form_of(client), "name": "Ёлка", "password": "correct horse"}
    assert client.post("/account/register", data={**data, "password": "short"}).status_code == 422
    assert client.post("/account/register", data={**data, "password": "x" * 300}).status_code == 422
    assert client.post("/account/register", data={**data, "name": "ﬃ" * 24}).status_code == 422
    assert client.post("/account/register", data=data).status_code == 303
    assert "Ёлка" in client.get("/account").text
    assert client.get(path).text.count('class="seat mine') == 1  # what a guest began stays theirs
    later = open_by_form(client, how="friends")
    phone = server.client()
    login = {"form": form_of(phone), "name": "ёлка", "password": "correct horse"}
    assert phone.post("/account/register", data=login).status_code == 422
    assert phone.post("/account/login", data={**login, "password": "wrong horse"}).status_code == 422
    assert phone.post("/account/login", data={**login, "name": "nobody"}).status_code == 422
    assert phone.post("/account/login", data=login).status_code == 303
    assert 'class="seat mine' in phone.get(later).text
    assert phone.post("/account/logout", data={"form": form_of(phone)}).status_code == 303
    assert 'class="seat mine' not in phone.get(later).text


def test_guessing_a_password_is_dear(dear_passwords: PasswordHasher) -> None:
    """No cheaper than the makers of Argon2 recommend where memory is scarce (RFC 9106)."""
    assert dear_passwords.time_cost >= 3 and dear_passwords.memory_cost >= 64 * 1024
    assert dear_passwords.type is Type.ID
    assert is_password(dear_passwords.hash("correct horse"), "correct horse")


def test_a_password_is_changed_and_an_account_deleted(server: Running, client: httpx.Client) -> None:
    data = {"form": form_of(client), "name": "Otto", "password": "correct horse"}
    assert client.post("/account/password", data={**data, "new": "another horse"}).status_code == 422
    assert client.post("/account/register", data=data).status_code == 303
    path = open_by_form(client, how="friends")
    phone = server.client()
    login = {**data, "form": form_of(phone)}
    assert phone.post("/account/login", data=login).status_code == 303
    wrong = {**data, "password": "wrong horse", "new": "another horse"}
    assert client.post("/account/password", data=wrong).status_code == 422
    assert client.post("/account/password", data={**data, "new": "short"}).status_code == 422
    assert client.post("/account/password", data={**data, "new": "another horse"}).status_code == 303
    assert "Otto" in client.get("/account").text and "Otto" not in phone.get("/account").text
    assert phone.post("/account/login", data=login).status_code == 422
    changed = {**login, "password": "another horse"}
    assert phone.post("/account/login", data=changed).status_code == 303
    assert phone.post("/account/delete", data=login).status_code == 422
    assert phone.post("/account/delete", data=changed).status_code == 303
    assert "Otto" not in client.get("/account").text and 'class="seat mine' not in client.get(path).text
    assert phone.post("/account/login", data=changed).status_code == 422
    assert phone.post("/account/register", data=changed).status_code == 303  # the name is free again
    assert 'class="seat mine' not in phone.get(path).text  # the seats of the one before are not


def test_a_stale_form_is_told_so(client: httpx.Client) -> None:
    path = open_by_form(client, how="hotseat")
    seat = re.search(r"\?seat=(\d)\"", client.get(path).text)[1]
    page = client.get(f"{path}?seat={seat}").text
    data = {"form": form_of(client), "number": NUMBER.search(page)[1], "move": MOVE.search(page)[1]}
    assert client.post(f"{path}/move?seat={seat}", data=data).status_code == 303
    again = client.post(f"{path}/move?seat={seat}", data=data)
    assert again.status_code == 409 and "has changed" in again.text
    by_script = client.post(f"{path}/move?seat={seat}", data=data, headers={"HX-Request": "true"})
    assert by_script.status_code == 409 and "<" not in by_script.text


def test_a_script_gets_the_new_table_with_the_answer(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "random_bytes", bytes)  # masks and padding are equal
    made = open_table(client, bots=["random"])
    headers = {"HX-Request": "true", **token(client)}
    answer = client.post(f"/t/{made['table']}/pause", headers=headers)
    assert answer.headers["hx-reswap"].startswith("morph:outerHTML") and "paused" in answer.text
    assert client.get(f"/t/{made['table']}/live").text == answer.text


def test_pages_have_no_inline_script_or_style(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    phone = server.client()
    phone.get(f"/t/{anna.table}", params={"key": anna.key})
    for path in ("/", f"/t/{anna.table}", f"/t/{anna.table}/replay", "/account", "/cards/petersburg"):
        text = phone.get(path).text
        assert re.search(r"<script(?![^>]*src=)", text) is None
        assert re.search(r"<style|\sstyle=|\son\w+=", text) is None


def test_the_lobby_says_which_games_are_not_drawn_yet(server: Running) -> None:
    for name in bm.games():
        page = server.client().get("/", params={"game": name["game"]}).text
        is_plain = not (game_folder(name["game"]) / "web" / "page.py").exists()
        assert (f"burgomaster play {name['game']}" in page) is is_plain


def test_a_link_has_a_preview_that_tells_nothing_hidden(server: Running) -> None:
    client = server.client()
    made = open_table(client, name="<Zoe>", bots=["random"])
    page = client.get(f"/t/{made['table']}").text
    title, about, picture = (
        page.split(f'property="og:{name}" content="')[1].split('"')[0]
        for name in ("title", "description", "image")
    )
    assert "Burgomaster" in title and "&lt;Zoe&gt;" in about
    assert client.get(picture).headers["content-type"] == "image/png"
