"""Playing again: one table, whoever asks and however often; nobody is seated who did not ask."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx

from burgomaster.server.match import Kind, seats
from burgomaster.server.match.seats import ask_rematch, rejoin
from burgomaster.server.match.state import Passing
from tests.campaigns.clients import NOBODY, Seat
from tests.server.fixtures import Running
from tests.server.matches import Sitting, header_of, plain_table, refusal
from tests.server.test_pages import form_of
from tests.web.scenes import keep


def finished(*seats_: str) -> Sitting:
    """A finished match; a name in brackets is a bot's, `=` shares the device of the one before."""
    made = Sitting(plain_table(players=len(seats_)))
    who = ""
    for seat, name in enumerate(seats_):
        who = who if name.startswith("=") else f"visitor:{name}"
        if name.startswith("("):
            made.do(lambda match, now, s=seat, n=name: seats.seat_bot(match, s, "greedy", n, now))
        else:
            given = (who, name.lstrip("="))
            made.do(lambda match, now, s=seat, g=given: seats.sit(match, s, *g, now, Passing.FORCED))
    made.do(lambda match, now: seats.begin(match, now))
    finish(made)
    return made


def finish(made: Sitting) -> None:
    while made.match.to_move is not None:
        seat, moves = made.match.to_move, [move.notation for move in made.match.table.moves()]
        chosen = "pass" if "pass" in moves else moves[0]
        entry = made.match.next_entry(Kind.MOVE, seat, made.now, move=chosen, by="player")
        made.keep([entry])


def again(made: Sitting, who: str, new: Sitting | None = None) -> Sitting:
    """The table where somebody sits down to play a finished match again."""
    continued = new or Sitting(plain_table(seed=2, players=made.match.game.players))
    continued.do(lambda match, now: rejoin(made.match, match, who, now, lambda bot: bot))
    return continued


def test_a_rematch_is_asked_for_when_the_game_is_over_and_never_of_a_record() -> None:
    made = Sitting(plain_table())
    made.seat_people("Anna", "Boris")
    assert refusal(lambda: ask_rematch(made.match, 0, "new", made.now)) == "rematch_later"
    finish(made)
    changed = made.match.changed
    made.now += 100
    made.do(lambda match, now: ask_rematch(match, 1, "new", now))
    made.do(lambda match, now: ask_rematch(match, 0, "newer", now))  # the first has decided
    for match in (made.match, made.again()):
        assert (match.rematch, match.rematch_seat, match.changed) == ("new", 1, changed)
    made = finished("Anna", "Boris")
    made.match.header = header_of(made.match.table, imported=True)
    assert refusal(lambda: ask_rematch(made.match, 0, "new", made.now)) == "rematch_later"


def test_a_rematch_knows_where_people_come_from() -> None:
    made = finished("Anna", "Boris")
    continued = Sitting(plain_table(seed=2))
    for who, origin in (("visitor:Anna", "x"), ("visitor:Boris", "y")):
        continued.do(lambda new, now, w=who, o=origin: rejoin(made.match, new, w, now, lambda bot: bot, o))
    assert [seat.origin for seat in continued.match.seats] == ["x", "y"]


def test_bots_and_people_at_one_device_sit_down_again_and_the_game_begins() -> None:
    new = again(finished("(bot)", "Anna", "(bot 2)"), "visitor:Anna").match
    assert [held.name for held in new.seats] == ["(bot)", "Anna", "(bot 2)"]
    assert [held.bot for held in new.seats] == ["greedy", "", "greedy"]
    assert new.status == "running" and new.passing[1] == Passing.FORCED
    new = again(finished("Anna", "=Boris", "=Clara"), "visitor:Anna").match
    assert [held.name for held in new.seats] == ["Anna", "Boris", "Clara"]
    assert new.status == "running"


def test_other_people_are_waited_for() -> None:
    made = finished("Anna", "Boris", "(bot)")
    new = again(made, "visitor:Boris")
    assert [held.name for held in new.match.seats] == ["", "Boris", "(bot)"]
    assert new.match.is_waiting
    again(made, "visitor:Boris", new)  # asking twice changes nothing
    assert len(new.entries) == 2
    again(made, "visitor:Anna", new)
    assert new.match.status == "running"
    again(made, "visitor:Anna", new)
    assert [entry.kind for entry in new.entries].count(Kind.BEGIN) == 1


def test_seats_that_were_taken_or_changed_stay_so() -> None:
    made = finished("Anna", "Boris")
    new = again(made, "visitor:Anna")
    new.do(lambda match, now: seats.sit(match, 1, "visitor:Eve", "Eve", now))
    again(made, "visitor:Boris", new)
    assert new.match.seats[1].name == "Eve" and new.match.status == "running"
    made = finished("Anna", "Boris", "(bot)")
    new = again(made, "visitor:Boris")
    new.do(lambda match, now: seats.swap(match, 0, 1, now))
    new.do(lambda match, now: seats.send_away(match, 2, now))
    again(made, "visitor:Boris", new)  # who sits there already does not sit down twice
    assert [held.name for held in new.match.seats] == ["Boris", "", ""]
    again(made, "visitor:Anna", new)  # Anna's own seat is Boris's now: she chooses another
    assert [held.name for held in new.match.seats] == ["Boris", "", ""] and new.match.is_waiting


def test_who_was_sent_away_does_not_come_back() -> None:
    made = finished("Anna", "Boris")
    new = again(made, "visitor:Anna")
    again(made, "visitor:Clara", new)
    assert new.match.seats[1].is_free
    new.do(lambda match, now: seats.sit(match, 1, "visitor:Boris", "Boris", now))
    new.do(lambda match, now: seats.send_away(match, 1, now))
    again(made, "visitor:Boris", new)
    assert new.match.seats[1].is_free


# At a server


def test_a_rematch_that_was_called_off_is_asked_for_again(server: Running) -> None:
    anna, boris = kept(server, finished("Anna", "Boris"))
    first = anna.post("rematch").json()
    live = server.app.state.match_manager.live[first["table"]]
    live.match.cancelled = True
    second = boris.post("rematch").json()
    assert second["table"] != first["table"] and second["status"] == "waiting"
    assert anna.get()["rematch"] == second["table"]
    assert anna.post("rematch").json()["status"] == "running"


def kept(server: Running, made: Sitting) -> list[Seat]:
    """The seats of a finished match that is put into the store of a server."""
    made.match.header = replace(made.match.header, match=secrets.token_urlsafe(9))
    keep(server, made)
    name, auth = made.match.header.match, server.app.state.auth
    keys = [auth.seat_key(made.match, seat) for seat in range(made.match.game.players)]
    return [Seat(server.url, name, key, number) for number, key in enumerate(keys)]


def test_two_who_ask_at_once_meet_at_one_table(server: Running) -> None:
    anna, boris = kept(server, finished("Anna", "Boris"))
    assert anna.get()["rematch"] is None
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda seat: seat.post("rematch"), (anna, boris)))
    assert [answer.status_code for answer in answers] == [201, 201]
    new = answers[0].json()
    assert {answer.json()["table"] for answer in answers} == {new["table"]}
    assert anna.get()["rematch"] == new["table"] != anna.table
    keys = {answer.json()["seat"]: answer.json()["key"] for answer in answers}
    seats_ = [Seat(server.url, new["table"], keys[number], number) for number in (0, 1)]
    assert seats_[0].get()["status"] == "running" and seats_[0].get()["names"] == anna.get()["names"]
    assert any(seat.get()["can_act"] for seat in seats_)
    first, second = (seat.get()["options"] for seat in (anna, seats_[0]))
    assert first == second
    stranger = NOBODY.post(f"{server.url}/api/tables/{anna.table}/rematch")
    assert stranger.status_code == 403


def test_a_rematch_from_the_page(server: Running, client: httpx.Client) -> None:
    client.get("/")  # a visitor now
    made = finished("Anna", "(bot)")
    seat = kept(server, made)[0]
    page = client.get(f"/t/{seat.table}?key={seat.key}", follow_redirects=True).text
    assert 'id="ending"' in page and "Play again" in page and f'action="/t/{seat.table}/rematch"' in page
    form = {"form": form_of(client), "seat": "0"}
    locations = [client.post(f"/t/{seat.table}/rematch", data=form).headers["location"] for _ in range(2)]
    new = seat.get()["rematch"]
    assert all(location.startswith(f"/t/{new}?key=") for location in locations)  # by the link of the seat
    client.get(locations[0])
    shown = client.get(f"/api/tables/{new}").json()
    assert (shown["status"], shown["seat"], shown["names"]) == ("running", 0, ["Anna", "(bot)"])
    watcher = server.client()
    seen = watcher.get(f"/t/{seat.table}").text
    assert f'href="/t/{new}"' in seen and "/rematch" not in seen
    refused = watcher.post(f"/t/{seat.table}/rematch", data={"form": form_of(watcher), "seat": "0"})
    assert refused.status_code == 403


def test_a_rematch_that_a_crash_cut_short_is_opened_by_the_next_who_asks(server: Running) -> None:
    made = finished("Anna", "Boris")
    made.do(lambda match, now: ask_rematch(match, 0, secrets.token_urlsafe(9), now))
    anna, boris = kept(server, made)
    promised = anna.get()["rematch"]
    assert NOBODY.get(f"{server.url}/api/tables/{promised}").status_code == 404
    assert boris.post("rematch").json()["table"] == promised
    joined = anna.post("rematch").json()
    assert (joined["table"], joined["status"]) == (promised, "running")
