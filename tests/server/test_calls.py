"""Calling people: who is called for what, once, at the right moment, and nobody for a secret of another."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from burgomaster.server.calls.caller import CLAIM_SECONDS, MOST_TRIES, Caller
from burgomaster.server.calls.channels import Channels, Outcome
from burgomaster.server.calls.notices import notices_of
from burgomaster.server.calls.ways import CHANNELS, EVENTS, Way, Ways
from burgomaster.server.calls.words import MOST_TOLD, Message, call_letter, read_stop_token
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Match, Refused, absences, moves, replay, seats, takebacks
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.outbox import invitation_to
from burgomaster.server.security import Signer
from burgomaster.server.settings import Settings
from burgomaster.server.steady_time import TIME
from burgomaster.server.store import Store
from tests.campaigns.receivers import HttpReceiver, SmtpReceiver
from tests.campaigns.servers import settings_for
from tests.server.matches import header_of, plain_table, secret_sitting, secret_table, sitting
from tests.server.receivers import Browser, calling_settings

DAILY = {"kind": "move", "seconds": 86400}
DAY, HOUR = 86400.0, 3600.0
ANNA, BORIS = "visitor:anna", "visitor:boris"


# Who is called


def events(before: Match, after: Match, entries: Sequence[Any] = ()) -> list[tuple[str, str]]:
    return [(notice.event, notice.who) for notice in notices_of(before, after, list(entries))]


def test_who_is_to_move_is_called_and_again_when_time_is_low() -> None:
    made = sitting("Anna", "Boris", clock=DAILY)
    before = made.match
    made.play(0, "pass")
    found = notices_of(before, made.match, made.entries[-1:])
    assert [(one.event, one.who, one.seat) for one in found] == [
        ("turn", "visitor:Boris", 1),
        ("low", "visitor:Boris", 1),
    ]
    assert found[0].due - found[0].at == 15 and found[1].due == made.now + DAY - 0.2 * DAY
    quick = sitting("Anna", "Boris")
    before = quick.match
    quick.play(0, "pass")
    assert events(before, quick.match) == [("turn", "visitor:Boris")]


def test_nobody_is_called_to_a_table_where_only_bots_wait() -> None:
    made = sitting("Anna", "Boris", clock=DAILY)
    made.match.seats[1] = replace(made.match.seats[1], who="", bot="greedy")
    made.match.seats[0] = replace(made.match.seats[0])
    before = made.match.fork()
    before.paused = True
    assert events(before, made.match) == []


def test_a_beginning_a_pause_and_the_end_call() -> None:
    made = sitting("Anna", "Boris", "Clara", clock=DAILY)
    begin = made.entries[-1]
    before = made.match.fork()
    before.begun = 0.0
    told = events(before, made.match, [begin])
    assert told == [
        *(("turn", "visitor:Anna"), ("low", "visitor:Anna")),
        *(("begun", "visitor:Boris"), ("begun", "visitor:Clara")),
    ]
    made.do(lambda match, now: absences.pause(match, 1, now))
    paused = made.match
    assert paused.paused
    made.do(lambda match, now: absences.resume(match, 1, now))
    assert events(paused, made.match)[0] == ("turn", "visitor:Anna")
    made.wait(2 * DAY)
    assert ("timeout", "visitor:Anna") in events(paused, made.match, made.entries[-1:])


def test_a_question_calls_the_asked_alone_and_the_others_as_without_it() -> None:
    notices = {}
    for card in ("pickpocket", "bank_2004"):
        made = secret_sitting(card, DAILY)
        before, entries = made.match, made.entries
        old = replay(before.header, entries[:-1])
        notices[card] = notices_of(old, made.match, entries[-1:])
    asked, spared = notices["pickpocket"], notices["bank_2004"]
    assert [one for one in asked if one.who == "visitor:Boris"] == [
        one for one in spared if one.who == "visitor:Boris"
    ]
    mine = [one for one in asked if one.who == "visitor:Anna"]
    assert [(one.event, one.is_secret) for one in mine] == [("asked", True)]
    made = secret_sitting("pickpocket", DAILY)
    before = made.match
    made.play(0, "decline")
    assert events(before, made.match, made.entries[-1:]) == []  # Boris was called already


# Sending


class Post:
    """A manager, a caller, and receivers for everything, with a time that the test moves on."""

    def __init__(self, tmp_path: Path, http: HttpReceiver, smtp: SmtpReceiver, database: str = "") -> None:
        self.http, self.smtp = http, smtp
        address = database or f"sqlite:///{tmp_path / 'tables.db'}"
        self.settings: Settings = calling_settings(address, smtp, url="https://play.example.org")
        self.store = Store(address)
        self.signer = Signer("secret")
        self.manager, self.caller = self.process()
        self.browser = Browser()

    def process(self) -> tuple[MatchManager, Caller]:
        manager = MatchManager(self.store, self.settings)
        manager.notices_of = notices_of
        return manager, Caller(manager, Channels(self.settings, self.signer))

    def add_ways(self, who: str, *channels: str, **other: Any) -> list[Way]:
        addresses = {
            "push": self.http.url("/push"),
            "mail": f"{who[8:]}@example.org",
            "webhook": self.http.url("/hook"),
        }
        details = {"push": self.browser.keys, "mail": {}, "webhook": {"shape": "plain"}}
        return [
            self.caller.ways.add(
                Way(who, channel, addresses[channel], "en", details[channel], **{"confirmed": 1.0, **other}),
                1.0,
            )
            for channel in channels or ("push", "mail", "webhook")
        ]

    async def table(self, table: Any = None, clock: Any = DAILY) -> LiveMatch:
        header = replace(header_of(table or plain_table(), clock), created=TIME.now())
        live = await self.manager.create(header)
        for seat, who in enumerate((ANNA, BORIS)):
            await self.manager.submit(
                live, lambda match, now, s=seat, w=who: seats.sit(match, s, w, w[8:], now)
            )
        await self.manager.submit(live, seats.begin)
        return live

    async def calling(self, *channels: str, clock: Any = DAILY, **other: Any) -> LiveMatch:
        """A table where Anna has passed, so that Boris is called by his ways."""
        self.add_ways(BORIS, *channels, **other)
        live = await self.table(clock=clock)
        await self.play(live, 0, "pass")
        return live

    async def play(self, live: LiveMatch, seat: int, move: str) -> None:
        await self.manager.submit(live, lambda match, now: moves.play(match, seat, move, None, now))

    async def wait(self, seconds: float) -> None:
        TIME.begin_at(TIME.now() + seconds)
        await self.round()

    async def round(self) -> None:
        await self.caller.make_round()
        await self.caller.settle()

    @property
    def pushed(self) -> list[dict[str, Any]]:
        return [json.loads(self.browser.read(one.body)) for one in self.http.got if one.path == "/push"]

    @property
    def hooked(self) -> list[dict[str, Any]]:
        return [json.loads(one.body) for one in self.http.got if one.path == "/hook"]


@pytest.fixture
def post(request: pytest.FixtureRequest, tmp_path: Path) -> AbstractAsyncContextManager[Post]:
    """A post office on a file of its own, or on the store that the test uses."""
    stores = {"database", "postgres"} & set(request.fixturenames)
    return post_office(tmp_path, request.getfixturevalue(stores.pop()) if stores else "")


@asynccontextmanager
async def post_office(tmp_path: Path, database: str = "") -> AsyncIterator[Post]:
    begun = TIME.now()
    with HttpReceiver() as http, SmtpReceiver() as smtp:
        post = Post(tmp_path, http, smtp, database)
        try:
            yield post
        finally:
            await post.manager.close()
            post.store.close()
            TIME.begin_at(begun)


async def test_a_turn_is_told_once_by_every_way(post: Post) -> None:
    post.add_ways(BORIS)
    live = await post.table()
    await post.wait(20)
    begun = [len(post.http.got), len(post.smtp.got)]
    assert begun == [2, 1]  # the game has begun, and it is Anna's turn
    await post.play(live, 0, "pass")
    await post.wait(5)
    assert [len(post.http.got), len(post.smtp.got)] == begun  # he may look by himself
    for _ in range(3):
        await post.wait(20)
    assert post.pushed[-1] == {
        "title": "Your turn",
        "body": "Saint Petersburg with anna. Time left: 23 h",
        "path": "/t/match",
        "tag": post.hooked[-1]["id"],
    }
    assert post.hooked[-1]["url"] == "https://play.example.org/t/match"
    mail = post.smtp.got[-1]
    assert [len(post.pushed), len(post.hooked), len(post.smtp.got)] == [2, 2, 2]
    assert "https://play.example.org/t/match" in mail.get_content()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and mail["To"] == "boris@example.org"
    stop = str(mail["List-Unsubscribe"]).strip("<>").partition("token=")[2]
    assert read_stop_token(post.signer, stop) is not None and mail["Message-ID"]
    assert post.caller.outbox.waiting(1e12) and await remaining(post) == ["low"] * 3
    await post.wait(0.81 * DAY)  # a fifth of the day is left
    assert post.pushed[-1]["title"] == "Your time is running out" and "4 h" in post.pushed[-1]["body"]
    assert await remaining(post) == []
    await post.play(live, 1, "pass")
    await post.wait(DAY)
    assert [len(post.pushed), len(post.hooked), len(post.smtp.got)] == [3, 3, 3]  # Anna has no ways


async def remaining(post: Post) -> list[str]:
    return [row["event"] for row in await asyncio.to_thread(post.caller.outbox.waiting, 1e12)]


async def test_nobody_is_called_who_looks_or_has_moved(post: Post) -> None:
    post.add_ways(BORIS, "push")
    live = await post.table()
    with live.watched(lambda: [1]):
        await post.round()
        await post.play(live, 0, "pass")
        await post.round()
        assert await remaining(post) == ["low"]
    await post.wait(60)
    assert post.pushed == []
    await post.play(live, 1, "pass")
    await post.play(live, 0, next(move.notation for move in live.match.table.moves()))
    assert "turn" in await remaining(post)
    await post.play(live, 1, "pass")  # before anything was sent
    await post.wait(60)
    assert post.pushed == []


async def test_what_fails_is_tried_again_and_what_may_have_arrived_is_not(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burgomaster.server.calls.outgoing.SECONDS", 0.2)

    await post.calling(events=("turn",))
    post.http.answers = [500, 302]  # the push service and the webhook, in some order
    post.smtp.refuses = [451]
    await post.wait(20)
    assert len(post.http.got) == 2 and post.smtp.got == []
    await post.wait(1)
    assert len(post.http.got) == 2  # not at once
    await post.wait(60)
    assert [len(post.pushed), len(post.hooked), len(post.smtp.got)] == [2, 2, 1]
    await post.wait(600)
    assert len(post.http.got) == 4


async def test_a_server_that_dies_while_it_sends_doubles_nothing(post: Post) -> None:
    await post.calling(events=("turn",))
    TIME.begin_at(TIME.now() + 20)
    now = TIME.now()
    for row in post.caller.outbox.waiting(TIME.now()):  # a process claims all, sends, and is killed
        assert post.caller.outbox.claim(row, 0.0, now, now + 120)
        assert not post.caller.outbox.claim(row, 0.0, now, now + 121)  # nobody else gets it
        post.caller.outbox.hand([row["id"]], now + 120)
    await post.wait(60)
    assert post.http.got == [] and post.smtp.got == []
    await post.wait(120)
    assert [one.path for one in post.http.got] == ["/push"] and post.smtp.got == []  # it takes its own place
    assert post.http.got[0].headers["Topic"] == post.pushed[0]["tag"]
    assert await remaining(post) == ["low"] * 3  # these fall under another switch, when their time comes


@pytest.mark.slow
@pytest.mark.usefixtures("postgres")
async def test_processes_that_share_a_store_send_once(post: Post) -> None:
    _, other = post.process()
    await post.calling(events=("turn",))
    TIME.begin_at(TIME.now() + 20)
    callers = [post.caller, other, post.process()[1]]
    await asyncio.gather(*(one.make_round() for one in callers))
    await asyncio.gather(*(one.settle() for one in callers))
    assert [len(post.pushed), len(post.hooked), len(post.smtp.got)] == [1, 1, 1]


async def test_a_way_that_leads_nowhere_is_forgotten(post: Post) -> None:
    await post.calling()
    post.http.answers = [410, 404]
    post.smtp.refuses = [550]
    await post.wait(20)
    assert post.caller.ways.of([BORIS]) == [] and await remaining(post) == []


@pytest.mark.slow
async def test_a_call_is_not_tried_for_ever(post: Post) -> None:
    await post.calling("webhook", events=("turn",), clock=None)
    post.http.answers = [500] * 50
    for _ in range(30):
        await post.wait(4 * HOUR)
    assert len(post.http.got) == MOST_TRIES and await remaining(post) == []


async def test_mails_are_collected_but_what_is_urgent_is_not(post: Post) -> None:
    post.add_ways(BORIS, "mail", pace=24 * 3600)
    live = await post.table(clock={"kind": "move", "seconds": 3 * DAY})
    await post.wait(20)
    assert len(post.smtp.got) == 1
    await post.play(live, 0, "pass")
    await post.wait(HOUR)
    assert len(post.smtp.got) == 1  # tomorrow
    await post.wait(DAY)
    assert len(post.smtp.got) == 2
    await post.wait(DAY + 12 * HOUR)
    assert len(post.smtp.got) == 3 and "running out" in str(post.smtp.got[-1]["Subject"])


def test_a_mail_with_many_calls_names_every_table() -> None:
    messages = [
        Message("turn", f"Game {number}", "It is your turn.", f"/t/table{number}-", "", "")
        for number in range(MOST_TOLD + 5)
    ]
    mail_of = {"smtp_host": "127.0.0.1", "smtp_from": "club@example.org", "smtp_security": "none"}
    settings = settings_for("sqlite://", url="http://play.test", **mail_of)
    way = Way(BORIS, "mail", "boris@example.org", "en")
    mail = call_letter(settings, Signer("secret"), way, messages, "mark", 0.0)
    text = mail.get_content()
    assert mail["Subject"].startswith(f"{MOST_TOLD + 5} tables")
    assert all(text.count(message.path) == 1 for message in messages)
    assert text.count("It is your turn.") == MOST_TOLD


@pytest.mark.usefixtures("database")
async def test_switches_of_the_person_and_of_the_table_count_when_it_is_sent(post: Post) -> None:
    push, mail, hook = post.add_ways(BORIS)
    live = await post.table()
    await post.play(live, 0, "pass")
    post.caller.ways.set_quiet([BORIS], "match", ["push"])
    post.caller.ways.change([BORIS], mail.id, events="over")
    await post.wait(20)
    assert [len(post.pushed), len(post.smtp.got)] == [0, 0]
    assert {one["title"] for one in post.hooked} <= {"Your turn", "The game has begun"} and post.hooked
    post.caller.ways.set_quiet([BORIS], "match", [])
    assert post.caller.ways.quiet([BORIS], "match") == ()
    with pytest.raises(Exception, match="no such"):
        post.caller.ways.remove([ANNA], hook.id)
    post.caller.ways.remove([BORIS], hook.id)
    assert [way.id for way in post.caller.ways.of([BORIS])] == [push.id, mail.id]


async def test_a_secret_question_calls_only_the_asked_and_never_by_a_webhook(post: Post) -> None:
    table, known = secret_table("pickpocket")
    live = await post.table(table)
    for move in known:
        await post.play(live, live.match.to_move or 0, move)
    post.add_ways(ANNA)
    post.add_ways(BORIS, "mail")
    await post.play(live, live.match.to_move or 0, "pass")
    assert live.match.to_move == 0 and live.match.seems_to_move() == 1
    await post.wait(20)
    assert [one["title"] for one in post.pushed] == ["You are asked something"] and post.hooked == []
    told = {str(mail["To"]): str(mail["Subject"]) for mail in post.smtp.got}
    assert set(told) == {"anna@example.org"} and told["anna@example.org"].startswith("You are asked")
    assert "ickpocket" not in json.dumps(post.pushed) + str(post.smtp.got[0].get_content())
    await post.play(live, 0, "decline")
    await post.wait(60)
    assert len(post.smtp.got) == 1  # Boris moved himself just before: that it is his turn he knows


@pytest.mark.slow
async def test_the_end_and_a_rematch_call(post: Post) -> None:
    post.add_ways(BORIS, "webhook", events=EVENTS)
    live = await post.table(clock=None)
    while not live.match.is_over:
        seat = live.match.to_move
        assert seat is not None
        await post.play(live, seat, live.match.table.moves()[-1].notation)
    await post.wait(60)
    assert "The game is over" in [one["title"] for one in post.hooked]
    from burgomaster.server.table_service import play_again

    again = await play_again(post.manager, live, 0)
    await post.wait(60)
    assert post.hooked[-1]["title"] == "A rematch?" and post.hooked[-1]["url"].endswith(again.name)


async def test_a_friend_who_is_invited_is_called(post: Post) -> None:
    number = post.store.accounts.add("Clara", "clara", "-", 1.0)
    assert number is not None
    who = f"account:{number}"
    post.add_ways(who, "webhook")
    header = replace(header_of(plain_table()), created=TIME.now())
    live = await post.manager.create(header)
    await post.manager.submit(live, lambda match, now: seats.sit(match, 0, ANNA, "anna", now))
    for _ in range(2):  # invited, declined, and invited again before anything was sent
        post.caller.outbox.add("match", [invitation_to(number, TIME.now())])
    await post.wait(60)
    assert [one["title"] for one in post.hooked] == ["You are invited"] and "anna" in post.hooked[0]["body"]
    post.caller.outbox.add("match", [invitation_to(number, TIME.now())])
    await post.manager.submit(live, lambda match, now: seats.sit(match, 1, who, "clara", now))
    await post.wait(60)
    assert len(post.hooked) == 1


async def test_an_undone_move_calls_again_only_when_it_is_made_again(post: Post) -> None:
    live = await post.calling("webhook", events=("turn",), clock=None)
    await post.manager.submit(live, lambda match, now: takebacks.undo(match, 0, now))
    await post.wait(60)
    assert post.hooked == []
    await post.play(live, 0, "pass")
    await post.wait(60)
    assert len(post.hooked) == 1


def test_who_chooses_twice_at_the_same_moment_is_heard(postgres: str) -> None:
    store = Store(postgres)
    store.create(header_of(plain_table()), {})
    ways, whos = Ways(store.engine), [BORIS]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(10):
            chosen = [threads.submit(ways.set_quiet, whos, "match", [channel]) for channel in CHANNELS]
            for one in chosen:
                one.result(20)
            assert len(ways.quiet(whos, "match")) == 1
            ways.set_quiet(whos, "match", [])
    store.close()


async def test_nobody_adds_an_address_to_what_is_deleted_or_logged_out(post: Post) -> None:
    account = post.store.accounts.add("Anna", "anna", "-", 1.0, "session")
    assert account is not None
    who, ways = f"account:{account}", post.caller.ways
    browser = Way(who, "push", "https://example.org/", "en", session="session", confirmed=1.0)
    assert ways.add(browser, 1.0).id
    post.store.accounts.end_session("session")  # somebody who was let in a moment before goes on
    for way in (browser, replace(browser, session="")):
        with pytest.raises(Refused):
            ways.add(way, 1.0)
        post.store.accounts.delete(account, "token")
    assert ways.of([who]) == []


async def test_what_failed_is_tried_again_though_the_store_failed_too(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burgomaster.server.calls.caller.STORE_PAUSE", 0.0)

    await post.calling("mail", events=("turn",))
    post.smtp.refuses = [451]
    usual, troubles = post.caller.outbox.put_back, [OperationalError("", {}, Exception())]

    def failing(*given: Any) -> None:
        if troubles:
            raise troubles.pop()
        usual(*given)

    post.caller.outbox.put_back = failing  # type: ignore[method-assign]
    await post.wait(20)
    assert post.smtp.got == [] and troubles == []
    await post.wait(600)
    assert len(post.smtp.got) == 1


async def test_a_claim_is_good_for_one_call_of_a_way_and_for_its_time(post: Post) -> None:
    await post.calling("mail", pace=24 * 3600)
    now, outbox = TIME.now() + 20, post.caller.outbox
    first, second = outbox.waiting(now)
    assert outbox.claim(first, 0.0, now, now + 120)
    assert not outbox.claim(second, 0.0, now, now + 121)  # another process: one mail a day
    assert outbox.claim(second, 0.0, now, now + 120)  # the same one: both in one mail
    (again,) = [row for row in outbox.waiting(now) if row["id"] == first["id"]]
    assert outbox.claim(again, 0.0, now + 200, now + 320)  # the first process stands still
    assert outbox.hand([first["id"]], now + 120) == []  # and may not send it any more
    assert outbox.hand([first["id"]], now + 320) == [first["id"]]
    post.caller.ways.note(first["way"], True, now)
    assert not outbox.claim(second, 0.0, now, now + 120)  # a mail was sent in the meantime


@pytest.mark.usefixtures("postgres")
async def test_a_process_that_has_not_heard_of_a_move_calls_nobody_for_it(post: Post) -> None:
    live = await post.calling("webhook", events=("turn",))
    other, caller = post.process()
    assert await other.find(live.name, is_visit=False)
    rows = await asyncio.to_thread(post.caller.outbox.waiting, TIME.now() + 20)
    await post.play(live, 1, "pass")
    TIME.begin_at(TIME.now() + 20)
    for row in rows:
        await caller._send_safely([row])
    assert post.hooked == []
    await other.close()


async def test_what_takes_longer_than_a_claim_is_not_given_up(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    await post.calling("mail", events=("turn",))
    may_go_on = asyncio.Event()

    async def slow(*_: Any) -> Outcome:
        await may_go_on.wait()
        return Outcome.FAILED

    with monkeypatch.context() as patch:
        patch.setattr(Channels, "send", slow)
        TIME.begin_at(TIME.now() + 20)
        await post.caller.make_round()
        await asyncio.sleep(0.2)
        TIME.begin_at(TIME.now() + 2 * CLAIM_SECONDS)
        await post.caller.make_round()  # it is not taken for lost: this process still sends it
        await asyncio.sleep(0.2)
        may_go_on.set()
        await post.caller.settle()
    await post.wait(600)
    assert len(post.smtp.got) == 1
