"""When a game ends its results are there, with what they change of ratings: together, once, and for good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, event, func, select, update

from burgomaster.bots.advice import evaluate_move, positions
from burgomaster.server import analysis_keeping, models
from burgomaster.server.advice import AdviceService, Analysis
from burgomaster.server.analysis_keeping import keep_accuracy
from burgomaster.server.match import Header, Match, replay
from burgomaster.server.people.counting import count_all, count_match, tally_match, uncounted, untallied
from burgomaster.server.people.habits import habits
from burgomaster.server.people.history import History
from burgomaster.server.people.own_data import forget
from burgomaster.server.proxies import read_proxies
from burgomaster.server.rating import rating
from burgomaster.server.rating.numbers import (
    ALL_TIME,
    bot_ratings,
    is_season,
    season_before,
    season_of,
    shown_rating,
)
from burgomaster.server.rating.results import last_if_left, results_of, tally_of
from burgomaster.server.store import Conflict, Store
from burgomaster.server.table_context import rating_note
from tests.campaigns.clients import new_client, token
from tests.server.endings import GAME, end, finished, keep
from tests.server.fixtures import Running, new_server, settings_for, until
from tests.server.matches import BEGINNING


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    made = Store(database)
    for name in ("Anna", "Boris"):
        assert made.accounts.add(name, name.casefold(), "hash", 1.0)
    yield made
    made.close()


def rows(store: Store, table: Any) -> list[dict[str, Any]]:
    order = list(table.primary_key.columns)
    with store.engine.connect() as connection:
        return [dict(row) for row in connection.execute(select(table).order_by(*order)).mappings()]


PAIR = ("account:1", "account:2")


def test_a_game_that_ends_has_results_and_ratings_once(store: Store) -> None:
    game = finished("one", PAIR)
    keep(store, game)
    found = rows(store, models.results)
    assert [(row["seat"], row["who"], row["score"]) for row in found] == [
        (0, "account:1", game[2].table.scores[0]),
        (1, "account:2", game[2].table.scores[1]),
    ]
    assert sorted(row["place"] for row in found) == [0, 1]
    assert found[0]["variant"] and found[0]["players"] == 2 and found[0]["is_public"]
    ratings = rows(store, models.ratings)
    assert {(row["season"], row["account"]) for row in ratings} == {
        (season, account) for season in (ALL_TIME, season_of(BEGINNING)) for account in (1, 2)
    }
    winner = next(row for row in found if row["place"] == 0)
    assert winner["mu"] > 25 > next(row["mu"] for row in found if row["place"] == 1)
    with pytest.raises(Conflict):  # another process wrote that entry: nothing is counted twice
        end(store, game)
    assert rows(store, models.results) == found and rows(store, models.ratings) == ratings
    assert store.matches_of(["account:1"])[0]["counted"]


def test_a_crash_while_a_game_ends_leaves_nothing_of_it(store: Store, monkeypatch: Any) -> None:
    game = finished("one", PAIR)
    header, entries, _ = game
    store.create(header, {"who": []}, entries[:-1], "running")

    def crash(*_: Any) -> None:
        raise OSError("the power is gone")

    with monkeypatch.context() as patch, pytest.raises(OSError):
        # the last that is done before it is committed
        patch.setattr("burgomaster.server.store.notify", crash)
        end(store, game)
    assert rows(store, models.results) == [] and rows(store, models.ratings) == []
    assert store.entries("one", 0) == entries[:-1] and not store.matches_of(["account:1"])[0]["counted"]
    end(store, game)
    assert len(rows(store, models.results)) == 2 and len(rows(store, models.ratings)) == 4


def test_games_that_end_at_the_same_moment_are_all_rated(store: Store) -> None:
    games = [finished(f"g{number}", PAIR if number % 2 else PAIR[::-1], seed=1) for number in range(6)]
    for header, entries, _ in games:
        store.create(header, {"who": []}, entries[:-1], "running")
    failed: list[Exception] = []

    def write(game: Any) -> None:
        try:
            end(store, game)
        except Exception as error:
            failed.append(error)

    with ThreadPoolExecutor(2 * len(games)) as threads:
        list(threads.map(write, games * 2))
    assert len(failed) == len(games) and all(isinstance(error, Conflict) for error in failed)
    assert {row["games"] for row in rows(store, models.ratings)} == {len(games)}
    before = rows(store, models.ratings)
    with store.engine.begin() as connection:
        assert rating.recompute(connection) == len(games)
    assert [row["games"] for row in rows(store, models.ratings)] == [row["games"] for row in before]


def test_all_of_it_is_derived_again_from_journals(store: Store) -> None:
    for number, whos in enumerate([PAIR, ("account:2", "bot:greedy"), (*PAIR, "bot:search:3")]):
        keep(store, finished(f"g{number}", whos, seed=number + 1))
    keep(store, finished("casual", ("visitor:x", "account:1"), rated=False, seed=9))
    results, ratings = rows(store, models.results), rows(store, models.ratings)
    with store.engine.begin() as connection:  # a store of before: nothing of it is there
        connection.execute(delete(models.results))
        connection.execute(delete(models.ratings))
        connection.execute(update(models.matches).values(counted=False))
    assert count_all(store, lambda done, total: None) == (4, 0)
    assert rows(store, models.results) == results and rows(store, models.ratings) == ratings
    with store.engine.begin() as connection:
        connection.execute(update(models.results).values(score=0))
    assert count_all(store, lambda done, total: None, again=True) == (4, 0)
    assert rows(store, models.results) == results and rows(store, models.ratings) == ratings
    with store.engine.begin() as connection:
        assert rating.recompute(connection) == 3
        connection.execute(update(models.matches).where(models.matches.c.match == "g0").values(version=0))
    assert rows(store, models.ratings) == ratings
    assert count_all(store, lambda done, total: None, again=True) == (3, 1)  # what cannot be read is told


def test_what_counts_and_what_does_not() -> None:
    _, _, alone = finished("alone", ("visitor:x", "visitor:x", "bot:greedy"), rated=False)
    shown = [(row["who"], row["kind"], row["is_public"]) for row in results_of(alone)]
    assert shown == [("visitor:x", "device", False), ("", "device", False), ("bot:greedy", "", False)]
    header, entries, _ = finished("left", (*PAIR, "bot:greedy"), left=[0])
    found = results_of(replay(header, entries))
    assert [row["kind"] for row in found] == ["left", "", ""]
    assert found[0]["place"] == 2 and {row["place"] for row in found[1:]} == {0, 1}
    imported = replay(Header(**{**vars(header), "imported": True}), entries)
    assert results_of(imported) == [] and results_of(Match(header)) == []
    assert last_if_left([0, 1, 2, 2], [7, None, None, 7]) == [2, 0, 1, 2]
    assert last_if_left([0, 1, 2], [5, None, 9]) == [2, 0, 1]
    assert last_if_left([0, 1], [5, 9]) == [1, 0]  # who left first has lost


def test_bots_keep_their_number_and_a_deleted_account_gets_none(store: Store) -> None:
    store.accounts.delete(2, "token")
    keep(store, finished("one", (*PAIR, "bot:greedy")))
    ratings = rows(store, models.ratings)
    assert {row["account"] for row in ratings} == {1}
    known = bot_ratings(GAME)["greedy"]
    assert known.games >= 100 and str(shown_rating(25.0, 0.0)) == "1500 ± 0"
    strong = bot_ratings(GAME)["search:5"]
    assert strong.mu > bot_ratings(GAME)["search:1"].mu > bot_ratings(GAME)["random"].mu
    with store.engine.begin() as connection:  # a visitor at a rated table: nothing is rated
        assert connection.scalar(select(func.count()).select_from(models.results)) == 3
    assert not rating.is_ratable([{"game": GAME, "who": who} for who in ("visitor:1", "account:1")])
    assert not rating.is_ratable([{"game": GAME, "who": who} for who in ("account:1", "account:1")])
    assert not rating.is_ratable([{"game": GAME, "who": who} for who in ("account:1", "bot:other")])


def test_ratings_find_the_true_strength() -> None:
    """Who always beats a bot of 1500 and always loses to one far above comes to lie between them."""
    one, low, high = rating.UNKNOWN, rating.Strength(25.0, 0.5), rating.Strength(45.0, 0.5)
    for _ in range(25):
        one = rating.rerate([one, low], [0, 1])[0]
        one = rating.rerate([one, high], [1, 0])[0]
    assert low.mu < one.mu < high.mu and one.sigma < 4 and one.games == 50 and one.wins == 25
    before = rating.UNKNOWN
    shared = rating.rerate([before, before, before], [0, 0, 2])
    assert shared[0].mu == shared[1].mu > shared[2].mu
    assert str(shown_rating(25.0, 25 / 3)) == "1500 ± 491?"


# Games that do not count in full


def after(store: Store, *games: Any) -> dict[int, tuple[float, float]]:
    """The ratings of all time behind some games, which come to the same when they are computed again."""
    for game in games:
        keep(store, game)
    kept = rows(store, models.ratings)
    with store.engine.begin() as connection:
        rating.recompute(connection)
    assert rows(store, models.ratings) == kept
    return {row["account"]: (row["mu"], row["sigma"]) for row in kept if row["season"] == ALL_TIME}


def notes(store: Store, match: str) -> list[str]:
    return [row["rating_note"] for row in rows(store, models.results) if row["match"] == match]


def test_people_of_one_address_are_not_rated_against_each_other(store: Store) -> None:
    assert after(store, finished("home", PAIR, origins=["x", "x"])) == {}
    assert notes(store, "home") == ["origin", "origin"]
    assert store.accounts.add("Clara", "clara", "hash", 1.0)
    whos = (*PAIR, "account:3", "bot:greedy")
    found = after(store, finished("mixed", whos, origins=["x", "x", "y", ""]))
    assert set(found) == {3} and notes(store, "mixed") == ["origin", "origin", "", ""]
    after(store, finished("guest", (*PAIR, "account:3"), origins=["x", "x", "y"], seed=3))
    assert notes(store, "guest") == ["origin", "origin", "alone"]
    gone = finished("gone", PAIR, origins=["x", "x"], left=[1], left_at=30, seed=4)
    assert set(after(store, gone)) == {3}  # leaving does not make the address forgotten
    assert set(after(store, finished("away", PAIR, origins=["x", "y"], seed=5))) == {1, 2, 3}


def test_leaving_at_once_is_a_loss_and_nobody_gains_by_it(store: Store) -> None:
    found = after(store, finished("one", PAIR, left=[1]))
    assert set(found) == {2} and found[2][0] < 25 and notes(store, "one") == ["alone", "early"]
    before = found[2]
    assert store.accounts.add("Clara", "clara", "hash", 1.0)
    found = after(store, finished("three", (*PAIR, "account:3"), left=[1], seed=2))
    assert notes(store, "three") == ["", "early", ""] and found[2] < before
    full = rating.rerate([rating.UNKNOWN] * 2, [0, 1])
    assert sorted(found[one][0] for one in (1, 3)) == sorted(one.mu for one in full)  # as a game of two
    late = finished("late", PAIR, left=[1], left_at=30, seed=3)
    found, before = after(store, late), found
    assert found[1] > before[1] and notes(store, "late") == ["", ""]
    assert after(store, finished("both", PAIR, left=[0, 1], seed=4)) == found


def test_games_against_the_same_person_count_less_and_less(store: Store) -> None:
    shares, known = [], [rating.UNKNOWN] * 2
    for seed in (*range(1, 12), 300):  # the last one more than thirty days later
        found = after(store, finished(f"g{seed}", PAIR, seed=seed))
        places = [row["place"] for row in rows(store, models.results) if row["match"] == f"g{seed}"]
        full = rating.rerate(known, places)
        shares.append((found[1][0] - known[0].mu) / (full[0].mu - known[0].mu))
        known = [rating.Strength(*found[1]), rating.Strength(*found[2])]
    assert shares == pytest.approx([1.0] * 5 + [0.5] * 5 + [0.25, 1.0])
    bot = {"who": "bot:greedy"}
    met = {("account:1", "account:2"): 5}
    assert rating.weight({"who": "account:1"}, [bot, {"who": "account:2"}], met) == 0.75
    assert rating.weight({"who": "account:1"}, [bot], {}) == 1.0


ADDRESSES = ("203.0.113.7", "203.0.113.8"), ("2001:db8:1:2::7", "2001:db8:1:3::7")
WORDS = {"en": "uses the same address", "ru": "кто-то с того же адреса"}


@pytest.mark.parametrize(("one", "other"), ADDRESSES)
def test_players_see_that_a_game_between_people_of_one_address_is_not_rated(
    tmp_path: Path, one: str, other: str
) -> None:
    """The second address is another network; a third person comes from the first network."""
    near = one.replace("::7", "::99")
    proxies = read_proxies("127.0.0.1")
    with new_server(settings_for(f"sqlite:///{tmp_path / 'tables.db'}", proxies=proxies)) as running:
        people = []
        for name, address in (("Anna", one), ("Boris", near), ("Clara", other)):
            people.append(running.client(headers={"X-Forwarded-For": address}))
            account(people[-1], name)
        anna = people[0]
        for guest, note in ((people[1], "origin"), (people[2], "")):
            path = f"/api/tables/{opened(anna).json()['table']}"
            assert guest.post(f"{path}/seats/1", json={}, headers=token(guest)).is_success
            for client in (anna, guest):
                assert client.get(path).json()["rating_note"] == note
                for language, words in WORDS.items():
                    shown = {"Accept-Language": language}
                    page = client.get(path.removeprefix("/api").replace("tables", "t"), headers=shown).text
                    assert (words in page) == bool(note)
            stranger = running.client().get(path).json()
            assert stranger["rating_note"] == "" and one not in str(stranger)


@pytest.mark.parametrize(
    ("language", "lost", "alone"),
    [
        ("en", "a loss for you", "left before making 5 moves"),
        ("ru", "засчитано поражение", "не сделав 5 ходов"),
    ],
)
def test_players_see_why_a_game_that_was_left_at_once_is_no_win(language: str, lost: str, alone: str) -> None:
    _, _, match = finished("left", PAIR, left=[1])
    assert lost in rating_note(match, 1, language) and alone in rating_note(match, 0, language)
    assert rating_note(match, None, language) == ""


def test_seasons_are_quarters() -> None:
    assert season_of(0) == "1970-1" and season_of(1_790_812_800) == "2026-4"
    assert season_before("2026-1") == "2025-4" and season_before("2026-4") == "2026-3"
    assert is_season("2026-4") and not any(map(is_season, ("2026-5", "", "x", "20 6-1", "٢٠٢٦-1")))


def test_what_an_analysis_found_is_kept_with_the_results(store: Store) -> None:
    game = finished("one", PAIR)
    keep(store, game)
    found = [evaluate_move(*next(iter(positions(game[2].table))), 30, 0)]
    keep_accuracy(store.engine, "one", Analysis(game[2].table, found=found))
    seat = found[0].seat
    kept = {row["seat"]: row["accuracy"] for row in rows(store, models.results)}
    assert kept[1 - seat] is None and (found[0].grade == "forced" or 0 <= (kept[seat] or -1) <= 100)


# Rated tables


def account(client: httpx.Client, name: str) -> None:
    fields = {"name": name, "password": "long enough"}
    answer = client.post("/api/account/register", json=fields, headers=token(client))
    assert answer.status_code == 200, answer.text


def opened(client: httpx.Client, **asked: Any) -> httpx.Response:
    body = {"game": GAME, "options": {"players": 2}, "rated": True, **asked}
    return client.post("/api/tables", json=body, headers=token(client))


def test_a_rated_table_has_rules_of_its_own(server: Running) -> None:
    with new_client(server.url) as anna, new_client(server.url) as guest:
        assert opened(guest).json()["key"] == "rated_account"
        account(anna, "Rated Anna")
        assert opened(anna, options={"players": 1}).status_code == 422
        assert opened(anna, bots=["search"]).json()["key"] == "rated_bot"
        made = opened(anna, name="Another", bots=["greedy"]).json()
        assert made["rated"] and made["clock"]["kind"] == "move" and made["seats"][0]["name"] == "Rated Anna"
        path = f"/api/tables/{made['table']}"
        for verb in ("takeback", "pause"):
            answer = anna.post(f"{path}/{verb}", json={}, headers=token(anna))
            assert answer.json()["key"] == f"rated_{verb}"
        assert anna.get(f"{path}/hint").json()["key"] in ("rated_hints", "hint_later")
        waiting = opened(anna).json()
        path = f"/api/tables/{waiting['table']}"
        for client, seat, key in ((guest, 1, "rated_account"), (anna, 1, "rated_twice")):
            answer = client.post(f"{path}/seats/{seat}", json={"name": "X"}, headers=token(client))
            assert answer.json()["key"] == key
        answer = anna.post(f"{path}/seats/1", json={"bot": "search"}, headers=token(anna))
        assert answer.json()["key"] == "rated_bot"


def test_leaving_a_rated_game_is_for_good_and_the_last_place(server: Running) -> None:
    with new_client(server.url) as boris:
        account(boris, "Rated Boris")
        made = opened(boris, bots=["random"]).json()
        path = f"/api/tables/{made['table']}"
        assert boris.post(f"{path}/leave", json={}, headers=token(boris)).status_code == 200
        assert boris.post(f"{path}/return", json={}, headers=token(boris)).json()["key"] == "rated_left"
    store: Store = server.app.state.store  # bots play it to the end although nobody is there
    until(lambda: any(row["match"] == made["table"] for row in rows(store, models.results)))
    own, bot = (row for row in rows(store, models.results) if row["match"] == made["table"])
    assert (own["kind"], own["place"], bot["place"]) == ("left", 1, 0) and own["mu"] < 25


def test_what_people_buy_and_where_their_points_come_from_is_added_up_once(store: Store) -> None:
    whos = ("account:1", "account:2", "bot:greedy")
    made = [finished(f"tally{seed}", whos, rated=False, seed=seed) for seed in (1, 2)]
    for game in made:
        keep(store, game)
    history = History(store.engine)

    def known(who: str) -> dict[str, Any]:
        rows = history.tallies(who, sees_all=True)
        assert len(rows) == 1
        return dict(rows[0])

    mine = known("account:1")
    assert mine["games"] == 2 and sum(mine["sources"].values()) == sum(
        match.table.scores[0] for _, _, match in made
    )
    tally = [tally_of(match.table, 0) for _, _, match in made]
    bought = sum(sum(one["items"].values()) for one in tally if one is not None)
    assert sum(numbers[0] for numbers in mine["items"].values()) == bought > 20
    assert all(times >= games >= wins for times, games, wins in mine["items"].values())
    assert history.tallies("bot:greedy", True) == [] and history.tallies("account:1", False) == []
    # games from before there were tallies are added, once; counting results again adds nothing
    with store.engine.begin() as connection:
        connection.execute(delete(models.tallies))
        connection.execute(update(models.matches).values(tallied=False))
    assert untallied(store) == ["tally1", "tally2"]
    for name in ("tally1", "tally2", "tally1"):
        tally_match(store, name)
    assert known("account:1") == mine and untallied(store) == []
    count_all(store, lambda done, total: None, again=True)
    assert known("account:1") == mine
    with store.engine.begin() as connection:
        forget(connection, 1)
    assert history.tallies("account:1", True) == [] and known("account:2")["games"] == 2


def test_two_processes_that_count_old_games_do_not_collide(store: Store) -> None:
    keep(store, finished("old", PAIR))
    counted = rows(store, models.results)
    with store.engine.begin() as connection:
        connection.execute(delete(models.results))
        connection.execute(update(models.matches).values(counted=False))
    errors: list[object] = []
    event.listen(store.engine, "handle_error", errors.append)
    listed = uncounted(store)  # by both, before either has begun
    assert listed == ["old"]
    assert all(count_match(store, name) for name in listed + listed)
    assert [row["score"] for row in rows(store, models.results)] == [row["score"] for row in counted]
    assert not errors and uncounted(store) == []


def test_games_of_accounts_are_analysed_by_themselves(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def evaluate(table: Any, code: int, simulations: int, seed: int) -> Any:
        asked.append(table.to_move)
        return evaluate_move(table, code, 1, seed)

    monkeypatch.setattr(analysis_keeping, "evaluate_move", evaluate)
    monkeypatch.setattr(analysis_keeping, "REST", 0.0)
    for name, whos, seed in (
        ("first", ("account:1", "bot:greedy"), 1),
        ("guests", ("visitor:a", "visitor:b"), 2),
    ):
        keep(store, finished(name, whos, rated=False, seed=seed))
    advice = AdviceService()
    for wanted in ("guests", "first"):  # the newest first
        assert analysis_keeping.next_game(store, 0.0) == wanted
        asyncio.run(analysis_keeping.analyse_game(store, advice, wanted))
    advice.close()
    assert analysis_keeping.next_game(store, 0.0) is None and set(asked) == {0}
    found = {(row["match"], row["seat"]): row["accuracy"] for row in rows(store, models.results)}
    assert 0 < found["first", 0] <= 100 and found["first", 1] is None and found["guests", 0] is None
    chart = habits([], History(store.engine).accuracies("account:1", True), "en")[GAME]["accuracy"]
    assert chart["games"] == 1 and chart["mean"] == round(found["first", 0])
