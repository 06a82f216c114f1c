"""Moves that are refused: exactly those that are not offered, each with its reason, and without a trace."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given

import burgomaster as bm
from burgomaster.core import python_api
from burgomaster.core.language import LANGUAGES
from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.actions import PLACING, Verb, pack, read_notation
from burgomaster.games.petersburg.rules.cards import CARD_OF, N_CARDS, N_DECKS, NO_CARD
from burgomaster.games.petersburg.rules.refusals import Refusal
from tests.cases import every
from tests.games.petersburg.positions import (
    ALL_DECKS,
    BANQUET,
    EVERYTHING,
    MARKET,
    SOCIETY,
    all_cards,
    count,
    decision,
    finished,
    full_notation,
    game,
    notations,
    pass_actions,
    pile_cards,
    play,
    position,
    quick,
    refusal,
    seeds,
    unpack,
    variant_tables,
)

FULL_HAND = "author author pub"
CRATES = "special_grain_crate special_apple_crate special_fish_crate"


# Positions of every kind of decision


def acting() -> Table:
    return position(
        rubles=[20],
        area=["market lumberjack author", "library"],
        hand=["pub wharf", "author"],
        upper="bank shepherd senator carpenter_workshop theater",
        lower="market judge",
    )


def at_observatory() -> Table:
    """Seat 0 has drawn the Bank; one of two Observatories lies face down."""
    table = position(
        phase="building",
        rubles=[12],
        area=["observatory observatory market author lumberjack"],
        hand=["pub"],
        upper="shepherd",
        top={"exchange": "bank"},
    )
    return play(table, "observe exchange")


def at_pub() -> Table:
    return play(position(phase="building", area=["pub"], rubles=[7], upper="shepherd"), "pass", "pass")


def reducing() -> Table:
    table = position(
        area=["warehouse"],
        hand=["author author pub library"],
        upper="bank shepherd",
        warehouse_loss_discard=True,
    )
    return play(table, "buy bank over warehouse")


def buying_only() -> Table:
    return game(2, first_phase_buy_only=True).new(seed=1)


def at_the_end() -> Table:
    return finished(upper="shepherd")


def with_action_cards() -> Table:
    """Copies of the Controller that differ in what lies on them, and a hand of action cards."""
    return position(
        rubles=[20],
        area=["controller controller wharf bank market warehouse"],
        hand=["banquet_card away_with_it_noble away_with_it_building black_market"],
        upper="senator golden_donkey",
        lower="pickpocket",
        discard="author hospital double_turn",
        attached={"jester": (0, "controller")},
        **BANQUET,
    )


def with_everything() -> Table:
    """A building phase with tiles, the Prison, the Black Market and copies that carry action cards."""
    return position(
        phase="building",
        rubles=[14],
        area=[
            "debtors_prison observatory_2014 ship_builder_2014_any wharf wharf market_2014_fish controller"
        ],
        hand=["black_market golden_donkey czar_and_carpenter_2014"],
        upper="weaving_mill bank_2014 chick",
        lower="fur_shop special_fish_crate",
        discard="author senator double_turn harbor_2004",
        tiles={"ship_builder_2014_any": "fish"},
        attached={"jester": (0, "wharf")},
        **EVERYTHING,
    )


def with_two_laden() -> Table:
    """Jester and Banquet lie on two of three Controllers."""
    return position(
        phase="noble",
        area=["controller controller controller"],
        upper="senator",
        attached={"jester": (0, "controller"), "banquet_card": (0, "controller")},
        **BANQUET,
    )


def with_one_laden() -> Table:
    """Jester and Banquet lie on one of two Controllers."""
    return position(
        phase="noble",
        area=["controller controller"],
        upper="senator",
        attached={"jester": (0, "controller"), "banquet_card": (0, "controller")},
        together=True,
        **BANQUET,
    )


def with_tiles() -> Table:
    """One of two cards with "?" has the fish."""
    return position(
        area=["ship_builder_2014_any"],
        upper="czar_and_carpenter_2014 wharf lumberjack",
        tiles={"ship_builder_2014_any": "fish"},
        **MARKET,
    )


def at_pickpocket() -> Table:
    seats = {"worker": 0, "building": 0, "noble": 1, "exchange": 1}
    return pass_actions(position(hand=["", "pickpocket"], markers=seats, **BANQUET))


def at_guild() -> Table:
    return pass_actions(position(phase="building", area=["guild_hall"], **SOCIETY))


def at_trading_house() -> Table:
    return pass_actions(position(phase="building", area=["trading_house pub"], rubles=[5], **SOCIETY))


def at_upkeep() -> Table:
    return pass_actions(position(phase="market", round_no=2, area=[CRATES], rubles=[5], **MARKET))


KINDS = {
    "action": acting,
    "observatory": at_observatory,
    "pub": at_pub,
    "hand_reduce": reducing,
    "buy_only": buying_only,
    "over": at_the_end,
    "pickpocket": at_pickpocket,
    "guild_split": at_guild,
    "trading_house": at_trading_house,
    "upkeep": at_upkeep,
    "action_cards": with_action_cards,
    "everything": with_everything,
    "tiles": with_tiles,
    "one_laden": with_one_laden,
    "two_laden": with_two_laden,
}


# `refuse` and `legal` agree


def interesting_cards(table: Table) -> list[int]:
    """Cards in rows, hands and areas: those a wrong move could slip through with."""
    visible = all_cards(table.state)
    for deck in ALL_DECKS:
        visible -= count([CARD_OF[id] for id in pile_cards(table, deck)])
    return [int(card) for card in visible.nonzero()[0]]


def packed(verb: int, value: int, target: int, extra: int = 0) -> int:
    """A move as an int: in plain Python, because it is done very often here."""
    return verb | value << 8 | target << 16 | extra << 24


def candidates(table: Table) -> Iterator[int]:
    """Every move without a target, and every placement of a card in play over anything at all."""
    for verb, value in product(range(len(Verb) + 2), range(256)):
        yield packed(verb, value, NO_CARD)
    cards = interesting_cards(table)
    placing = [int(verb) for verb in PLACING]
    for verb, card, target in product(placing, cards, [*range(N_CARDS + 2), 254]):
        yield packed(verb, card, target)
    for verb, value, target in product(set(range(len(Verb))) - set(placing), range(6), cards):
        yield packed(verb, value, target)
    owned = [int(card) for card in unpack(table.state.players[int(table.state.to_move)].placed).nonzero()[0]]
    for verb, card, target, extra in product(placing, cards, [NO_CARD, *owned], range(1, 8)):
        yield packed(verb, card, target, extra)
    for verb, value, extra in product(range(len(Verb)), [0, *owned], range(1, 8)):
        yield packed(verb, value, NO_CARD, extra)


def outside(chance: random.Random) -> Iterator[int]:
    """Ints that are packed like no move."""
    yield from (-1, -256, 1 << 24, 1 << 31, 1 << 40, (1 << 62) + 1, -(1 << 62))
    for _ in range(300):
        yield chance.randrange(1 << 26)


def check_agreement(table: Table, chance: random.Random) -> None:
    offered = {move.code for move in table.moves()}
    before = table.state_bytes()
    found = {code for code in candidates(table) if python_api.refuse(table._states, 0, code) == Refusal.LEGAL}
    assert found == offered
    for code in outside(chance):
        assert (python_api.refuse(table._states, 0, code) == Refusal.LEGAL) is (code in offered)
    assert table.state_bytes() == before


def test_moves_are_packed_here_as_in_the_rules() -> None:
    assert packed(Verb.PLAY, 3, 5) == pack(Verb.PLAY, 3, 5)
    assert packed(Verb.PASS, 0, NO_CARD) == read_notation("pass")
    jester = packed(Verb.BUY, CARD_OF["senator"], CARD_OF["controller"], 1)
    assert jester == read_notation("buy senator over controller+jester")


@every("kind", KINDS)
def test_exactly_the_moves_offered_are_not_refused(kind: str) -> None:
    # invariant 9, for every kind of decision
    table = KINDS[kind]()
    assert decision(table) in (kind, "action")
    assert table.moves() or kind == "over"
    check_agreement(table, random.Random(1))


@quick
@given(table=variant_tables(), seed=seeds)
def test_exactly_the_moves_offered_are_not_refused_in_any_game(table: Table, seed: int) -> None:
    # invariant 9, for every edition and expansion
    check_agreement(table, random.Random(seed))


# Reasons


SENATOR, WHARF = "buy senator over controller", "buy wharf over ship_builder_2014_any"


def with_used() -> Table:
    return position(phase="building", area=["observatory"], face_down=["observatory"], upper="bank")


def poor() -> Table:
    return position(rubles=[1], area=["author"], upper="theater", lower="senator")


def at_small_pile() -> Table:
    return position(phase="building", area=["observatory"], piles={"noble": 1})


def without_prison() -> Table:
    return position(phase="building", discard="author", **SOCIETY)


def at_prison_with_room() -> Table:
    return position(phase="building", area=["debtors_prison"], discard="author", **SOCIETY)


def drawn_with_full_hand() -> Table:
    table = position(phase="building", area=["observatory"], hand=[FULL_HAND], top={"noble": "judge"})
    return play(table, "observe noble")


CASES: list[tuple[Refusal, Callable[[], Table], str, str, str]] = [
    (Refusal.GAME_OVER, at_the_end, "pass", "over", "окончена"),
    (Refusal.GAME_OVER, at_the_end, "take shepherd", "over", "окончена"),
    (Refusal.NOT_NOW, acting, "discard pub", "buy, take or play", "купить, взять или выложить"),
    (Refusal.NOT_NOW, acting, "pub 0", "buy, take or play", "купить, взять или выложить"),
    (Refusal.NOT_NOW, at_observatory, "pass", "drawn card", "возьмите на руку"),
    (Refusal.NOT_NOW, at_observatory, "observe worker", "drawn card", "возьмите на руку"),
    (Refusal.NOT_NOW, at_observatory, "play pub", "drawn card", "возьмите на руку"),
    (Refusal.NOT_NOW, at_pub, "pass", "how many points", "сколько очков"),
    (Refusal.NOT_NOW, reducing, "pass", "Discard down", "Сбросьте лишние"),
    (Refusal.BUY_ONLY, buying_only, "pass", "must buy", "только покупать"),
    (Refusal.NOT_OPEN, acting, "buy harbor over market", "Harbor does not lie", "«Гавань» нет"),
    (Refusal.NOT_OPEN, acting, "buy shepherd low", "Shepherd does not lie", "«Пастух» нет"),
    (Refusal.NOT_OPEN, acting, "take judge", "Judge does not lie", "«Судья» нет"),
    (Refusal.NOT_DRAWN, at_observatory, "buy shepherd", "Shepherd is not the card", "не карта «Пастух»"),
    (Refusal.NOT_DRAWN, at_observatory, "discard pub", "Pub is not the card", "не карта «Кабак»"),
    (Refusal.NOT_IN_HAND, acting, "play shepherd", "Shepherd is not in your hand", "«Пастух» нет у вас"),
    (Refusal.NOT_IN_HAND, reducing, "discard judge", "Judge is not in your hand", "«Судья» нет у вас"),
    (Refusal.HAND_FULL, drawn_with_full_hand, "take judge", "limit 3 cards", "3 карты"),
    (Refusal.NEEDS_TARGET, acting, "buy bank", "Bank is an exchange card", "«Банк» — карта реформы"),
    (Refusal.TAKES_NO_TARGET, acting, "buy shepherd over lumberjack", "Shepherd is no exchange", "«Пастух»"),
    (Refusal.TARGET_NOT_OWNED, acting, "buy bank over library", "Library is not in", "«Библиотека»"),
    (Refusal.WRONG_TARGET, acting, "buy bank over lumberjack", "not displace Lumberjack", "«Лесоруб»"),
    (Refusal.WRONG_TARGET, acting, "play wharf over lumberjack", "Wharf may not displace", "«Верфь»"),
    (Refusal.TARGET_FACE_DOWN, with_used, "buy bank over observatory", "was used", "уже использована"),
    (
        Refusal.TOO_EXPENSIVE,
        poor,
        "buy theater",
        "20 rubles and you have 1 ruble",
        "20 рублей, а у вас 1 рубль",
    ),
    (Refusal.TOO_EXPENSIVE, poor, "buy senator low over author", "costs 7 rubles", "7 рублей"),
    (Refusal.WRONG_PHASE, acting, "observe worker", "Worker phase", "Фаза мастеров"),
    (Refusal.NO_OBSERVATORY, with_used, "observe worker", "no Observatory", "нет «Обсерватории»"),
    (Refusal.PILE_TOO_SMALL, at_small_pile, "observe noble", "noble deck", "«чиновники»"),
    (Refusal.TOO_MANY_POINTS, at_pub, "pub 4", "at most 3 points", "3 очка"),
    (Refusal.NOT_NOW, at_pickpocket, "pass", "Use the Pickpocket", "«Кражу»"),
    (Refusal.NOT_NOW, at_guild, "pass", "Guild Hall", "«Гильдия»"),
    (Refusal.NOT_NOW, at_trading_house, "pub 0", "Trading House", "«Торговые ряды»"),
    (Refusal.NOT_NOW, at_upkeep, "pass", "Which special goods cards", "особые карты"),
    (Refusal.NOT_NOW, acting, "pickpocket", "buy, take or play", "купить, взять или выложить"),
    (Refusal.NOT_NOW, acting, "guild 2", "buy, take or play", "купить, взять или выложить"),
    (Refusal.NOT_NOW, acting, "keep none", "buy, take or play", "купить, взять или выложить"),
    (Refusal.NOT_FOR_SALE, with_action_cards, "buy golden_donkey", "Golden Donkey", "«Золотой осёл»"),
    (Refusal.NOT_FOR_SALE, with_action_cards, "play black_market", "Black Market", "«Чёрный рынок»"),
    (Refusal.NEEDS_GOOD, with_tiles, "buy czar_and_carpenter_2014", "which good", "товар"),
    (Refusal.NO_TILE, with_tiles, "buy czar_and_carpenter_2014 as fish", "not in the supply", "жетон"),
    (Refusal.TAKES_NO_GOOD, with_tiles, "buy lumberjack as fish", "Lumberjack gets no", "«Лесоруб»"),
    (Refusal.NO_SUCH_COPY, with_one_laden, f"{SENATOR}+jester", "no copy", "карты действия"),
    (Refusal.NO_SUCH_COPY, with_two_laden, f"{SENATOR}+jester+banquet_card", "no copy", "карты действия"),
    (Refusal.NO_SUCH_COPY, with_tiles, f"{WHARF}+jester", "no copy", "карты действия"),
    (Refusal.NO_PRISON, without_prison, "prison take author", "no Debtor's Prison", "«Долговой ямы»"),
    (Refusal.NOT_DISCARDED, with_everything, "prison take library", "Library is not in", "«Библиотека»"),
    (Refusal.NOT_DISCARDED, with_action_cards, "use black_market take library", "Library", "«Библиотека»"),
    (Refusal.NEVER_FETCHED, with_action_cards, "use black_market take double_turn", "never", "не забирают"),
    (Refusal.MUST_USE_PRISON, at_prison_with_room, "prison return author", "has room", "место"),
    (Refusal.NOT_IN_AREA, with_action_cards, "use banquet_card judge", "Judge is not in", "«Судья»"),
    (Refusal.CANNOT_CARRY, with_action_cards, "use banquet_card market", "Market does not", "«Рынок»"),
    (Refusal.TOO_MUCH_GUILD, at_guild, "guild 5", "brings 4", "4"),
    (Refusal.CANNOT_KEEP, at_upkeep, "keep special_chicken_crate", "2 rubles each", "2 рубля"),
    (Refusal.CANNOT_KEEP, at_upkeep, f"keep {CRATES}", "you have 5 rubles", "5 рублей"),
    (Refusal.NO_ACTION_CARD, with_action_cards, "use double_turn", "not in your hand", "нет у вас"),
]


@every(
    ("reason", "make", "move", "english", "russian"),
    CASES,
    ids=[f"{reason.name.lower()}-{move}" for reason, _, move, *_ in CASES],
)
def test_a_refused_move_says_why(
    reason: Refusal, make: Callable[[], Table], move: str, english: str, russian: str
) -> None:
    # 4.5, 5.3, 5.4, 6, 8.5, 8.7
    table = make()
    code = table.game.rules.read_notation(full_notation(move))
    assert code is not None
    assert python_api.refuse(table._states, 0, code) == reason
    assert english in refusal(table, move, "en")
    assert russian in refusal(table, move, "ru")


def test_every_reason_that_can_occur_is_tried_above() -> None:
    tried = {reason for reason, *_ in CASES}
    assert tried == set(Refusal) - {Refusal.LEGAL, Refusal.NO_SUCH_MOVE}


@every(
    "code",
    [
        -1,
        1 << 24,
        len(Verb) | NO_CARD << 16,  # no such verb
        0,  # a pass over the first card
        packed(Verb.PASS, 1, NO_CARD),
        packed(Verb.TAKE, 0, 0),
        packed(Verb.DISCARD, 0, 0),
        packed(Verb.PUB, 0, 0),
        packed(Verb.BUY, N_CARDS, NO_CARD),
        packed(Verb.BUY, 0, N_CARDS),
        packed(Verb.OBSERVE, N_DECKS, NO_CARD),
    ],
)
def test_an_int_that_is_no_move_is_no_such_move(code: int) -> None:
    for kind in KINDS:
        table = KINDS[kind]()
        assert python_api.refuse(table._states, 0, code) == Refusal.NO_SUCH_MOVE
    words = table.game.rules.refusal(table.state, packed(Verb.PASS, 1, NO_CARD), Refusal.NO_SUCH_MOVE)
    assert "no such move" in words.text("en")


def test_a_refusal_names_what_would_be_legal() -> None:
    table = position(rubles=[4], upper="shepherd lumberjack")
    for language in LANGUAGES:
        told = refusal(table, "buy shepherd", language)
        assert "buy lumberjack, take shepherd, take lumberjack, pass" in told
    many = acting()
    assert f"... ({len(many.moves())})" in refusal(many, "buy bank")


# Things that are no moves at all

NONSENSE: list[Any] = [
    *("", " ", "buy", "BUY pub", "buy  pub", "buy pub ", "buy nothing", "pub -1", "pub 007", "pub 1e1"),
    *("sell pub", "over", "buy over over over", "{card}", "%s", "купить кабак", "pass\n", "\x00"),
    *("\ud800", "x" * 10_000, "buy " * 2_500, "buy pub over " + "y" * 10_000),
]


@pytest.mark.parametrize("kind", KINDS)
@every("notation", NONSENSE)
def test_nonsense_is_refused_in_every_language_and_changes_nothing(notation: str, kind: str) -> None:
    # record format: notations
    table = KINDS[kind]()
    before, offered = table.state_bytes(), notations(table)
    with pytest.raises(bm.IllegalMove) as caught:
        table.play(notation)
    assert table.state_bytes() == before
    for language in LANGUAGES:
        told = caught.value.text(language)
        assert repr(notation[:80]) in told
        assert offered[0] in told if offered else told.endswith("-")
        assert len(told) < 600
    assert caught.value.text("en") != caught.value.text("ru")


@every(
    "thing",
    [None, 3, 3.5, b"pass", ["pass"], {"move": "pass"}, object(), True],
    ids=lambda thing: type(thing).__name__,
)
def test_only_moves_and_notations_are_moves(thing: Any) -> None:
    table = acting()
    before = table.state_bytes()
    with pytest.raises(bm.IllegalMove) as caught:
        table.play(thing)
    assert table.state_bytes() == before
    assert "table.moves()" in caught.value.text("en")
    assert "pass" in caught.value.text("ru") or "buy" in caught.value.text("ru")


def test_a_move_of_an_earlier_position_is_checked_anew() -> None:
    table = position(upper="shepherd", hand=["author author"])
    take = next(move for move in table.moves() if move.notation == "take shepherd")
    play(table, "take shepherd", "pass")
    with pytest.raises(bm.IllegalMove, match="Shepherd does not lie in that row"):
        table.play(take)


LEGAL_NOW = {"en": " Legal now: ", "ru": " Сейчас можно: "}


@every("language", LANGUAGES)
@every("kind", KINDS)
def test_a_refusal_is_one_sentence_with_one_full_stop(kind: str, language: str) -> None:
    table = KINDS[kind]()
    for move in ("pass", "pub 1", "buy bank over lumberjack", "keep special_chicken_crate"):
        if full_notation(move) not in notations(table):
            told = refusal(table, move, language)
            sentence, _, legal = told.partition(LEGAL_NOW[language])
            assert legal and sentence.endswith(".")
            assert not sentence.endswith(("?.", "..", ":.", ".).")), sentence


def test_a_refusal_tells_what_is_asked_instead() -> None:
    # 18
    assert "is to be decided (Pub: how many points do you buy?). Legal now" in refusal(at_pub(), "pass")
    assert "решается другое («Кабак»: сколько очков купить?). Сейчас" in refusal(at_pub(), "pass", "ru")
    assert "is to be decided (Discard down to the hand limit). Legal now" in refusal(reducing(), "pass")
    assert "решается другое (Сбросьте лишние карты с руки). Сейчас" in refusal(reducing(), "pass", "ru")
