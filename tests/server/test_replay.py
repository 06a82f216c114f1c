"""Replays: which moments there are, where the buttons lead, and what the list of moves tells to whom."""

from __future__ import annotations

import httpx

import burgomaster as bm
from burgomaster.server.replay_context import Moment, moments_of, places_to_go, starts_of
from burgomaster.web.linked_log import linked_log
from tests.server.fixtures import Running
from tests.server.matches import Sitting
from tests.web.scenes import NAMES, to_end


def played(game: str, n_moves: int, players: int = 2, **options: object) -> Sitting:
    table = bm.game(game, players=players, **options).new(seed=1)
    sitting = Sitting(table)
    sitting.seat_people(*NAMES[:players])
    bots = [bm.bot("greedy", seed=seat) for seat in range(players)]
    while not sitting.match.is_over and sitting.match.ply < n_moves:
        seat = sitting.mover
        sitting.play(seat, bots[seat].choose(sitting.match.table.copy()).notation)
    return sitting


def moment(place: int, is_pass: bool = False, is_start: bool = False) -> Moment:
    return Moment(place, place, 1, 0, is_pass, is_start)


def test_buttons_lead_over_passes_and_to_rounds() -> None:
    moments = [
        moment(0, is_start=True),
        moment(1),
        moment(2, is_pass=True),
        moment(3, is_pass=True, is_start=True),
        moment(4),
        moment(5, is_pass=True),
    ]
    assert places_to_go(moments, 1, skip=False)["on"] == 2
    assert places_to_go(moments, 1, skip=True)["on"] == 4
    assert places_to_go(moments, 4, skip=True) == {
        "first": 0, "last": 5, "back": 1, "on": 5, "round_back": 3, "round_on": 5,
    }  # fmt: skip
    assert places_to_go(moments, 0, skip=True)["back"] == 0
    assert places_to_go(moments, 5, skip=False)["on"] == 5


def test_phases_are_jumped_to_where_they_follow_each_other_once_a_round() -> None:
    assert starts_of([(1, "a"), (1, "a"), (1, "b"), (2, "a"), (2, "b"), (2, "b")]) == {0, 2, 3, 4}
    assert starts_of([(1, "a"), (1, "b"), (1, "a"), (2, "a"), (2, "b"), (2, "a")]) == {0, 3}


def test_every_moment_says_what_happened_in_its_round() -> None:
    match = played("petersburg", 10_000).match
    moments = moments_of(match, None, "en")
    assert [one.place for one in moments] == list(range(match.ply + 1)) and not moments[0].text
    assert all(one.text for one in moments[1:])
    assert [one.round for one in moments] == sorted(one.round for one in moments)
    assert moments[-1].round == match.table.round
    passes = [one for one in moments if one.is_pass]
    assert passes and all("passes" in one.text for one in passes)
    assert len([one for one in moments if one.is_start]) >= 3 * match.table.round
    assert moments_of(match, None, "ru")[1].text != moments[1].text


def test_the_list_of_a_running_game_tells_no_seat_more_than_its_log() -> None:
    for game in ("petersburg", "suburbia", "spyrium"):
        match = played(game, 30, players=3).match
        for seat in (None, 0, 1, 2):
            log = [line.striptags() for line in linked_log(match.table, seat, "en", is_reader=False)]
            texts = [one.text for one in moments_of(match, seat, "en") if one.text]
            assert texts and all(text in log for text in texts)


def test_the_page_lists_the_moves_and_opens_at_the_beginning(server: Running, client: httpx.Client) -> None:
    path = to_end(server, "suburbia", players=2).partition("?")[0]
    page = client.get(f"{path}/replay").text
    assert 'data-place="0"' in page
    assert f'data-go="{page.count("data-go=") - 1}"' in page and page.count('aria-current="step"') == 1
    part = client.get(f"{path}/replay?ply=7", headers={"HX-Request": "true"}).text
    assert 'data-place="7"' in part and "data-go=" not in part  # the list is sent once
    assert "replay-play" in part and 'name="seat" value="none"' in part
