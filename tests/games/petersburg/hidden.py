"""What the tests of views share: who looks, what is seen, and tables that differ only in what is not."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import strategies as st

from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.cards import CARDS, NO_CARD
from tests.games.petersburg.positions import flags, ids, notations, position, seeds, tables


def observers(table: Table) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(table.game.players), None]


def others(table: Table, seat: int | None) -> list[int]:
    return [other for other in range(table.game.players) if other != seat]


def hand_shown(table: Table, seat: int, to: int | None) -> list[dict[str, str]]:
    """A hand as somebody sees it."""
    return list(table.view(to)["players"][seat]["hand"])


def as_json(view: dict[str, Any]) -> str:
    return json.dumps(view, ensure_ascii=False)


def all_bytes(table: Table, seat: int | None) -> bytes:
    """What a seat may know of a position, to the byte."""
    redacted: Any = table.redacted(seat)
    return bytes(redacted.tobytes())


def plain_view(table: Table, redacted: Any, seat: int | None) -> dict[str, Any]:
    """A view without the legal moves, from a redacted position."""
    return dict(table.game.rules.observe(redacted[0], seat))


def check_alike(table: Table, twin: Table, seat: int | None) -> None:
    """A seat sees the same of both tables; the moves of the seat to move are part of its view."""
    assert as_json(twin.view(seat)) == as_json(table.view(seat))
    assert all_bytes(twin, seat) == all_bytes(table, seat)
    if seat is not None and seat == table.to_move:
        assert notations(twin) == notations(table)
        assert [move.text("ru") for move in twin.moves()] == [move.text("ru") for move in table.moves()]


@st.composite
def secretive_tables(draw: Any) -> Table:
    """Positions with unseen cards in hands, often while a drawn card is being decided on."""
    chance = random.Random(draw(seeds))
    secrets = [id for word in ("author", "pub", "wharf", "shepherd", "judge", "senator") for id in ids(word)]
    table = position(
        players=3,
        phase="building",
        to_move=chance.randrange(3),
        rubles=[chance.randrange(30) for _ in range(3)],
        area=["observatory", "observatory market", "author lumberjack"],
        hand=[chance.choice(["", "library"]) for _ in range(3)],
        secret=[chance.choice(["", *secrets[seat::3]]) for seat in range(3)],
        upper="customs_house hospital wharf secretary",
        lower="gold_miner fur_trapper",
        piles={"exchange": chance.randint(1, 9), "worker": chance.randint(1, 9)},
        **draw(flags),
    )
    for _ in range(draw(st.integers(0, 6))):
        moves = notations(table)
        drawing = [move for move in moves if move.startswith("observe")]
        table.play(chance.choice(drawing or moves))
    return table


any_table = st.one_of(secretive_tables(), tables())


def swap_secrets(table: Table, seat: int | None, chance: random.Random) -> Table:
    """Another table that a seat must not be able to tell from this one (invariant 22)."""
    twin = table.copy()
    state, options = twin.state, twin.game.options
    for other in others(table, seat):
        player = state.players[other]
        if not options["open_money"] and not table.over:
            player.rubles = chance.randrange(100)
        if not options["open_hands"] and not table.over:
            for place in range(player.n_hand):
                if not (int(player.hand_seen) >> place) & 1:
                    player.hand[place] = swap_with_pile(state, int(player.hand[place]), chance)
    is_shown = options["observatory_public"] or options["open_hands"] or seat == table.to_move
    if state.drawn != NO_CARD and not is_shown:
        state.drawn = swap_with_pile(state, int(state.drawn), chance)
    for deck in range(5):
        shuffle_pile(state, deck, chance)
    return twin


def swap_with_pile(state: Any, card: int, chance: random.Random) -> int:
    """Exchange a card for one of its pile."""
    deck = int(CARDS[card].deck)
    top, end = int(state.deck_next[deck]), int(state.deck_end[deck])
    if top == end:
        return card
    place = chance.randrange(top, end)
    found = int(state.decks[place])
    state.decks[place] = card
    return found


def shuffle_pile(state: Any, deck: int, chance: random.Random) -> None:
    top, end = int(state.deck_next[deck]), int(state.deck_end[deck])
    pile = [int(card) for card in state.decks[top:end]]
    chance.shuffle(pile)
    state.decks[top:end] = pile
