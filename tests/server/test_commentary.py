"""Commentary: open if everybody agrees, late enough, and without a word of what is still a secret."""

from __future__ import annotations

import json
from typing import Any

import httpx

import burgomaster as bm
from burgomaster.server.match import Match, commentaries, seats
from burgomaster.server.match.commentaries import (
    DELAY_MOVES,
    DELAY_SECONDS,
    delayed_place,
    has_agreed,
    is_open,
)
from burgomaster.server.watch.commentary import commentary_context, was_free
from tests.server.fixtures import Running
from tests.server.matches import STARTS, Sitting, refusal, secret_sitting, sitting
from tests.web.scenes import stage

SLOW = DELAY_SECONDS / 2  # from move to move: then moves decide what is shown


def agree(made: Sitting, *people: int, yes: bool = True) -> None:
    for seat in people:
        made.do(lambda match, now, seat=seat: commentaries.set_commentary(match, seat, yes, now))


def shown(match: Match, seat: int, now: float) -> str:
    """Everything that a commentator gets to see of a table, but for its name."""
    was_free.cache_clear()
    context = commentary_context(match, seat, "en", now)
    kept = {key: str(value) for key, value in context.items() if key not in ("match",)}
    return json.dumps(kept, sort_keys=True)


def pass_on(made: Sitting) -> None:
    """Whoever is to move passes, in secret where they are asked so."""
    seat = made.mover
    made.play(seat, "decline" if seat != made.match.seems_to_move() else "pass")
    made.now += SLOW


def drawn_in_secret(card: str) -> Sitting:
    """Anna has drawn a card that nobody saw, in a game in which nobody is asked in secret; both agree."""
    game = bm.game("petersburg", players=2, marker_deal=STARTS)
    setup = game.new(seed=1).setup
    for deck, first in (("building", "observatory_2004"), ("exchange", card)):
        cards = setup["decks"][deck]
        cards.insert(0, cards.pop(cards.index(first)))
    made = Sitting(game.new(setup=setup))
    made.seat_people("Anna", "Boris")
    for move in ["pass", "pass", "buy observatory_2004", "pass", "observe exchange", f"take {card}"]:
        made.play(made.mover, move)
        made.now += SLOW
    agree(made, 0, 1)
    return made


# Who agrees


def test_everybody_has_to_agree_and_anybody_can_withdraw() -> None:
    made = sitting("Anna", "Boris", "Clara")
    assert not is_open(made.match)
    agree(made, 0, 1)
    assert not is_open(made.match) and has_agreed(made.match, 1)
    number = made.match.number
    agree(made, 1)
    assert made.match.number == number  # said already
    agree(made, 2)
    assert is_open(made.match) and is_open(made.again())
    agree(made, 1, yes=False)
    assert not is_open(made.match)
    agree(made, 1)
    made.do(lambda match, now: seats.leave(match, 0, "greedy", now))
    assert is_open(made.match)  # who left has agreed
    agree(made, 0, yes=False)  # and may say otherwise
    assert not is_open(made.match)


def test_bots_are_not_asked_and_nobody_comments_before_or_after() -> None:
    waiting = Sitting(bm.game("petersburg", players=2).new(seed=1))
    assert refusal(lambda: commentaries.set_commentary(waiting.match, 0, True, 0.0)) == "not_begun"
    waiting.do(lambda match, now: seats.sit(match, 0, "visitor:anna", "Anna", now))
    waiting.do(lambda match, now: seats.seat_bot(match, 1, "greedy", "greedy", now))
    waiting.do(lambda match, now: seats.begin(match, now))
    agree(waiting, 0)
    assert is_open(waiting.match)


# How late it is


def test_a_moment_is_shown_when_enough_moves_and_minutes_have_passed() -> None:
    made = sitting("Anna", "Boris")
    agree(made, 0, 1)
    for _ in range(DELAY_MOVES - 1):
        made.play(made.match.to_move or 0, "pass")
    assert delayed_place(made.match, made.now + 10 * DELAY_SECONDS) is None
    made.play(made.match.to_move or 0, "pass")
    assert delayed_place(made.match, made.now) is None
    assert delayed_place(made.match, made.now + DELAY_SECONDS) == 0
    assert "commentary.soon" not in shown(made.match, 0, made.now)


def test_nothing_of_a_hidden_card_is_seen_before_the_delay_has_passed() -> None:
    worlds = [drawn_in_secret(card) for card in exchange_cards()]
    kept = worlds[0].match.public_ply - 1  # when Anna saw it first
    for _ in range(DELAY_MOVES + 4):
        ours, theirs = (shown(made.match, 0, made.now) for made in worlds)
        late = delayed_place(worlds[0].match, worlds[0].now)
        if late is not None and late >= kept:
            break
        assert ours == theirs
        for made in worlds:
            pass_on(made)
    else:
        raise AssertionError("the delay never passed")
    assert worlds[0].match.public_ply == kept + DELAY_MOVES
    assert ours != theirs  # now a commentator sees what Anna holds; all have agreed to that
    assert shown(worlds[0].match, 1, worlds[0].now) == shown(worlds[1].match, 1, worlds[1].now)
    for made in worlds:
        agree(made, 1, yes=False)
    ours, theirs = (shown(made.match, 0, made.now) for made in worlds)
    assert ours == theirs and not json.loads(ours)["board"]


def exchange_cards() -> list[str]:
    deck = bm.game("petersburg", players=2, marker_deal=STARTS).new(seed=1).setup["decks"]["exchange"]
    return sorted(set(deck))[:2]


def test_a_card_that_somebody_is_asked_for_in_secret_is_never_seen_while_it_is_held() -> None:
    worlds = [secret_sitting("pickpocket"), secret_sitting("bank_2004")]
    for made in worlds:
        agree(made, 0, 1)
    seen_late = False
    for _ in range(DELAY_MOVES + 12):
        for seat in (0, 1):
            ours, theirs = (shown(made.match, seat, made.now) for made in worlds)
            assert ours == theirs
            seen_late |= json.loads(ours)["place"] not in ("None", "0")
        first, second = worlds
        if first.match.to_move != first.match.seems_to_move():
            first.play(first.match.to_move or 0, "decline")  # nobody else notices
        for made in (first, second):
            pass_on(made)
        assert first.match.public_ply == second.match.public_ply
    assert seen_late


def test_a_spent_secret_may_be_seen_afterwards() -> None:
    made = secret_sitting("pickpocket")
    agree(made, 0, 1)
    made.play(0, "pickpocket")
    kept = made.match.public_ply
    for _ in range(DELAY_MOVES + 3):
        pass_on(made)
    place = delayed_place(made.match, made.now)
    assert place is not None and place < kept + 4
    context: dict[str, Any] = commentary_context(made.match, 0, "en", made.now)
    assert not context["is_closed"]


# The page


def test_the_page_asks_who_sits_there_and_shows_nothing_to_others_before(
    server: Running, client: httpx.Client
) -> None:
    path = stage(server, "petersburg", 40, players=2)
    table = path.partition("?")[0]
    page = client.get(f"{table}/commentary").text
    assert "not everybody at the table agrees" in page and 'id="board"' not in page and "<form" in page
    assert 'name="yes"' not in page
    key = path.partition("key=")[2]
    bearer = {"Authorization": f"Bearer {key}"}
    name = table.removeprefix("/t/")
    said = client.post(f"/api/tables/{name}/commentary", json={"yes": True}, headers=bearer)
    assert said.json()["commentary"] == {"agreed": [0], "open": False}
    assert "Boris has not agreed" in client.get(f"{table}/commentary").text
    assert "For commentary with open hands" in client.get(table).text
    other = server.app.state.auth.seat_key(server.app.state.match_manager.live[name].match, 1)
    client.post(
        f"/api/tables/{name}/commentary", json={"yes": True}, headers={"Authorization": f"Bearer {other}"}
    )
    opened = client.get(f"{table}/commentary?seat=1").text
    assert 'id="board"' in opened and "Move " in opened
    assert client.post(f"/api/tables/{name}/commentary", json={"yes": True}).status_code == 403
