"""What the game says: complete in both languages, right numbers, and a notation that reads back."""

from __future__ import annotations

import string
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from burgomaster.core.language import LANGUAGES, plural_form
from burgomaster.core.table import Table
from burgomaster.games.petersburg.rules.actions import (
    ATTACHING,
    NUMBERS,
    PATTERNS,
    PLACING,
    Verb,
    pack_extra,
    read_notation,
    write_notation,
)
from burgomaster.games.petersburg.rules.cards import (
    CARD_OF,
    CARD_ROWS,
    IDS,
    NO_CARD,
    ORANGE_CARDS,
    POWER_ROWS,
    Deck,
    Effect,
    Good,
    Symbol,
)
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.options import INFO, TEXTS
from burgomaster.games.petersburg.rules.prices import price_of
from burgomaster.games.petersburg.rules.refusals import Refusal
from burgomaster.games.petersburg.rules.state import Decision, Phase
from burgomaster.games.petersburg.rules.text import (
    amount_text,
    card_name,
    card_sentences,
    decision_text,
    deck_name,
    phase_name,
    price_text,
)
from tests.cases import every, some
from tests.games.petersburg.positions import (
    BANQUET,
    BOTH,
    MARKET,
    NEW,
    SOCIETY,
    VARIANTS,
    any_game,
    finished,
    full_notation,
    game,
    notations,
    pass_actions,
    pass_round,
    play,
    position,
    random_game,
    random_table,
    seeds,
    variant_name,
)
from tests.profiles import examples

NUMBERS_OF_PLURALS = (1, 2, 5, 11, 21, 111)
RUSSIAN_LETTERS = set("абвгдежзийклмнопрстуфхцчшщъыьэюяё")


# Both languages are complete (18)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_member_the_code_can_say_has_a_text(language: str) -> None:
    keys = [f"log.{event.name.lower()}" for event in Event]
    keys += [f"log.{event}_over" for event in ("buy", "play", "action_card")]
    keys += ["log.take_hidden", "log.pub_nothing", "log.trade_nothing", "log.good_points_second"]
    keys += ["log.good_place", "log.winner_shared", "card.with_good", "card.with_any"]
    keys += ["move.pub_nothing", "move.keep_none", "move.with_tile"]
    keys += [f"good.{good.name.lower()}" for good in Good]
    keys += [f"symbol.{symbol.name.lower()}" for symbol in Symbol]
    keys += [f"effect.{effect.name.lower()}" for effect in Effect]
    keys += [f"refusal.{reason.name.lower()}" for reason in Refusal]
    keys += [f"move.{verb.name.lower()}" for verb in Verb]
    keys += [f"move.{verb.name.lower()}_over" for verb in PLACING]
    keys += [f"decision.{decision.name.lower()}" for decision in Decision]
    keys += [f"phase.{phase.name.lower()}" for phase in Phase]
    keys += [f"deck.{deck.name.lower()}" for deck in Deck]
    keys += [f"color.{row['color']}" for row in CARD_ROWS]
    keys += [f"option.{option.name}" for option in INFO.options]
    for key in keys:
        assert TEXTS.template(language, key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_different_where_things_are(language: str) -> None:
    for say, members in ((deck_name, Deck), (phase_name, Phase), (decision_text, Decision)):
        said = [say(member, language) for member in members]
        assert len(set(said)) == len(said)


# Counted words (18)


def test_plural_forms_follow_the_rules_of_each_language() -> None:
    # 18: 1 / 2-4 / 5+, with the usual 11-14 exception
    assert [plural_form("en", n) for n in NUMBERS_OF_PLURALS] == [0, 1, 1, 1, 1, 1]
    assert [plural_form("ru", n) for n in NUMBERS_OF_PLURALS] == [0, 1, 2, 2, 0, 2]
    assert [plural_form("ru", n) for n in (0, 3, 4, 12, 13, 14, 20, 22, 101, 112, 122)] == [
        *(2, 1, 1, 2, 2, 2, 2, 1, 0, 2, 1)
    ]
    assert plural_form("en", 0) == 1


@every(
    ("language", "key", "said"),
    [
        ("en", "ruble", "1 ruble, 2 rubles, 5 rubles, 11 rubles, 21 rubles, 111 rubles"),
        ("ru", "ruble", "1 рубль, 2 рубля, 5 рублей, 11 рублей, 21 рубль, 111 рублей"),
        ("en", "point", "1 point, 2 points, 5 points, 11 points, 21 points, 111 points"),
        ("ru", "point", "1 очко, 2 очка, 5 очков, 11 очков, 21 очко, 111 очков"),
        ("ru", "card", "1 карта, 2 карты, 5 карт, 11 карт, 21 карта, 111 карт"),
        ("ru", "round", "1 раунд, 2 раунда, 5 раундов, 11 раундов, 21 раунд, 111 раундов"),
    ],
)
def test_counted_words(language: str, key: str, said: str) -> None:
    # 18
    assert ", ".join(TEXTS.plural(language, key, n) for n in NUMBERS_OF_PLURALS) == said


def test_amounts_leave_out_what_is_nothing() -> None:
    assert amount_text(3, 0, "en") == "3 rubles"
    assert amount_text(0, 1, "en") == "1 point"
    assert amount_text(21, 2, "ru") == "21 рубль и 2 очка"
    assert amount_text(0, 0, "en") == "nothing"


# Cards (5, 8, A.1)


@pytest.mark.parametrize("language", LANGUAGES)
@every("card", range(len(CARD_ROWS)))
def test_every_card_has_a_name_and_sentences(card: int, language: str) -> None:
    # A.1
    row = CARD_ROWS[card]
    assert card_name(card, language, with_goods=False) == row[f"name_{language}"]
    assert card_name(card, language, with_goods=True).startswith(row[f"name_{language}"])
    sentences = card_sentences(card, language, with_goods=True)
    assert sentences
    for sentence in sentences:
        assert "{" not in sentence and "}" not in sentence
        assert sentence[0].isupper() and sentence.endswith(".")
        assert language == "en" or RUSSIAN_LETTERS & set(sentence.lower())


@pytest.mark.parametrize("language", LANGUAGES)
def test_goods_are_spoken_of_only_where_they_count(language: str) -> None:
    # 8.20
    goods = {row["goods"] for row in CARD_ROWS if row["goods"]}
    assert len(goods) > 5
    for card, row in enumerate(CARD_ROWS):
        counted, uncounted = (card_sentences(card, language, with_goods) for with_goods in (True, False))
        assert len(counted) - len(uncounted) == bool(row["goods"])
        assert [sentence for sentence in counted if sentence in uncounted] == uncounted


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_differ_only_by_their_good_are_named_by_it(language: str) -> None:
    # 8.20
    namesakes = [card for card, id in enumerate(IDS) if id.startswith(("ship_builder_2014", "market_2014"))]
    assert len(namesakes) == 11
    assert len({card_name(card, language, with_goods=True) for card in namesakes}) == 11
    assert len({card_name(card, language, with_goods=False) for card in namesakes}) == 2
    others = [card for card in range(len(IDS)) if card not in namesakes]
    for card in others:
        assert card_name(card, language, with_goods=True) == CARD_ROWS[card][f"name_{language}"]


POWERS = [row["id"] for row in CARD_ROWS if row["power"]]


@pytest.mark.parametrize("language", LANGUAGES)
@every("card", POWERS)
def test_every_power_of_a_card_is_told(card: str, language: str) -> None:
    # 8, 9: at least one sentence more than the same card without its power, one for each of its effects
    row = CARD_ROWS[CARD_OF[card]]
    told = card_sentences(CARD_OF[card], language, with_goods=True)
    effects = sum(effect["power"] == row["power"] for effect in POWER_ROWS)
    income = max(0, int(row["rubles"])) or int(row["points"])
    plain = 1 + bool(row["worker_symbols"]) + bool(row["goods"]) + bool(income)
    assert len(told) in (plain + max(1, effects), plain + effects + 1)
    assert len(set(told)) == len(told)


def test_cards_with_different_powers_are_told_differently() -> None:
    # 8, 9; the Coffee House does what the first Mariinsky Theater does (8.14)
    by_power: dict[str, set[str]] = {}
    for card in POWERS:
        row = CARD_ROWS[CARD_OF[card]]
        if card == "coffee_house":
            continue
        by_power.setdefault(row["power"], set()).add(card_sentences(CARD_OF[card], "en", with_goods=True)[-1])
    told = [next(iter(sentences)) for sentences in by_power.values()]
    assert len(set(told)) == len(told)


def numbers_in(sentences: list[str]) -> list[int]:
    digits = "".join(char if char.isdigit() else " " for char in " ".join(sentences))
    return [int(number) for number in digits.split()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("card", "column"),
    [
        *(("lumberjack", "cost"), ("lumberjack", "rubles"), ("library", "points"), ("wharf", "cost")),
        *(("wharf", "points"), ("chick", "cost"), ("special_fish_crate", "cost")),
        *((village, "value_when_displaced") for village in ("potemkin_village", "potemkin_village_3_8")),
    ],
)
def test_a_sentence_tells_the_number_of_the_card_list(
    card: str, column: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = CARD_OF[card]
    before = numbers_in(card_sentences(number, language, with_goods=True))
    assert 777 not in before
    monkeypatch.setitem(CARD_ROWS[number], column, "777")
    after = numbers_in(card_sentences(number, language, with_goods=True))
    assert after.count(777) == 1
    assert len(after) == len(before)


NUMBERED = {row["power"]: row for row in reversed(POWER_ROWS) if row["number"]}  # the first row of each power


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("power", NUMBERED)
def test_a_power_sentence_tells_the_number_of_the_power_list(
    power: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = next(CARD_OF[row["id"]] for row in CARD_ROWS if row["power"] == power)
    assert int(NUMBERED[power]["number"]) in numbers_in(card_sentences(card, language, with_goods=True))
    monkeypatch.setitem(NUMBERED[power], "number", "77")
    assert 77 in numbers_in(card_sentences(card, language, with_goods=True))


def test_the_pub_tells_its_price() -> None:
    assert numbers_in(card_sentences(CARD_OF["pub"], "en", with_goods=True)) == [1, 5, 2]


# Moves and their notation (4.5; record format)


@cache
def all_packable() -> list[int]:
    """Every move a notation can stand for."""
    fitting: dict[str, list[int]] = {
        "{card}": list(range(len(IDS))),
        "{deck}": [int(deck) for deck in Deck],
        "{number}": list(NUMBERS.values()),
        "{cards}": list(range(1 << len(ORANGE_CARDS))),
    }
    moves = []
    for verb, pattern in PATTERNS.items():
        values = next((fitting[word] for word in pattern.split() if word in fitting), [0])
        targets = [NO_CARD, *range(len(IDS))] if verb in PLACING else [NO_CARD]
        for value, target in product(values, targets):
            moves += [int(pack_extra(int(verb), value, target, extra)) for extra in extras(verb, target)]
    return moves


def extras(verb: Verb, target: int) -> range:
    """What else a move can say: which copy it means by what lies on it, or which good a card gets."""
    if target != NO_CARD or verb in ATTACHING:
        return range(4)
    return range(6) if verb in PLACING else range(1)


@pytest.mark.sampled
def test_every_move_has_one_notation_and_every_notation_one_move() -> None:
    # record format, notation
    moves = all_packable()
    alone, decks, numbers, sets = 6, 5, 2 * 100, 32
    cards = 7 + 2 * 4 + 5 * (6 + 4 * len(IDS))  # taken or discarded; laid on; placed
    assert len(moves) == alone + decks + numbers + sets + len(IDS) * cards
    written = {move: write_notation(move) for move in some(moves, 7)}
    assert len(set(written.values())) == len(written)
    assert [read_notation(notation) for notation in written.values()] == list(written)
    for notation in written.values():
        assert notation == " ".join(notation.split()) == notation.lower()
        assert set(notation) <= set(string.ascii_lowercase + string.digits + "_ +")


NOTATIONS = """
pass; buy pub; buy pub low; buy bank_2004 over market_2004; buy bank_2004 low over market_2004;
take pub; take pub low; play pub; play bank_2004 over market_2004; observe exchange; discard pub;
pub 0; pub 10; pickpocket; decline; use away_with_it pub; use away_with_it away_with_it_noble;
use golden_donkey; use double_turn; use jester wharf; use banquet_card wharf;
use jester wharf+banquet_card; use banquet_card wharf+jester; use black_market take pub;
use black_market buy pub; use black_market buy bank_2004 over market_2004; prison take pub;
prison buy pub; prison buy bank_2004 over market_2004; prison return pub; guild 0; guild 4; trade;
keep none; keep special_fish_crate;
keep special_chicken_crate special_grain_crate special_apple_crate; buy ship_builder_2014_any as fish;
buy ship_builder_2014_any low as fish; play czar_and_carpenter_2014 as cabbage;
prison buy czar_and_carpenter_2014 as grain; use black_market buy ship_builder_2014_any as chicken;
buy senator over controller+jester; buy senator low over controller+jester+banquet_card;
play senator over controller+banquet_card
"""


@every("notation", NOTATIONS.strip().replace("\n", " ").split("; "))
def test_the_notations_of_the_record_format_are_read(notation: str) -> None:
    move = read_notation(notation)
    assert move is not None
    assert write_notation(move) == notation


NO_NOTATIONS = [
    "observe bu\u0131ld\u0131ng",  # a dotless i, whose capital is the ordinary I
    *("", " ", "pass ", " pass", "PASS", "pass pass", "buy", "buy  pub", "buy pub  low"),
    *("buy pub lower", "buy low pub", "buy\tpub", "buy pub\n", "Buy pub", "buy Pub", "buy pub over"),
    *("buy over pub", "buy bank_2004 over market", "buy bank_2004 over market_2004 low"),
    *("buy bank_2004 over market_2004 over pub", "take pub over pub", "discard pub over pub"),
    *("pass over pub", "observe", "observe Worker", "observe disc", "pub", "pub -1", "pub +1"),
    *("pub 007", "pub 1.0", "pub 1_0", "pub 100", "pub ²", "pub ١", "buy market", "use", "use jester"),
    *("use pickpocket", "use away_with_it", "use away_with_it_noble pub", "use golden_donkey pub"),
    *("use jester wharf+jester+banquet_card ", "use jester wharf+jester+jester"),
    *("use jester wharf+pub", "use jester wharf+", "use jester wharf over pub"),
    *("use jester wharf as fish", "use banquet wharf", "use black_market pub"),
    *("use black_market return pub", "prison pub", "prison take pub over market_2004"),
    *("prison return pub as fish", "guild", "guild -1", "trade 2", "keep", "keep none none"),
    *("keep none special_fish_crate", "keep special_fish_crate special_chicken_crate"),
    *("keep special_fish_crate special_fish_crate", "keep chick", "buy pub as", "buy pub as any"),
    *("buy pub as Fish", "buy pub as fish as fish", "buy pub as fish low"),
    *("buy senator over controller as fish", "buy senator over controller+banquet_card+jester"),
    *("buy senator+jester over controller", "buy pub+jester", "take pub+jester", "take pub as fish"),
    *("pass as fish", "decline+jester"),
]


@every("notation", NO_NOTATIONS)
def test_other_words_are_no_notation(notation: str) -> None:
    assert read_notation(notation) is None


def test_every_verb_has_a_pattern_of_its_own() -> None:
    assert set(PATTERNS) == set(Verb)
    assert len(set(PATTERNS.values())) == len(Verb)


# What the rules tell cards apart by; the goods are added where they count
TELLING = (
    *("name_en", "deck", "color", "is_exchange", "cost", "value_when_displaced", "rubles", "points"),
    *("worker_symbols", "same_as", "power"),
)


def told_apart(notation: str, with_goods: bool) -> tuple[Any, ...]:
    """A notation with all that the rules tell its cards apart by, instead of their ids.

    Two moves are one choice, and may read the same, if they name cards that differ
    - only by their good, in a game without the market, where it counts nothing (8.20);
    - only by their deck, if it is an action card: both Away with It! are the same card (9.1).
    """
    said: list[Any] = []
    for word in notation.replace("+", " + ").split():
        row = CARD_ROWS[CARD_OF[word]] if word in CARD_OF else None
        if row is None:
            said.append(word)
        else:
            is_action = row["color"] == "purple"
            columns = [column for column in TELLING if not (column == "deck" and is_action)]
            said.append((*(row[column] for column in columns), row["goods"] if with_goods else ""))
    return tuple(said)


@every("options", VARIANTS, ids=variant_name)
def test_no_two_different_moves_read_the_same(options: dict[str, Any]) -> None:
    with_goods = "market" in options["expansions"]
    for table in random_game(5, **options):
        for language in LANGUAGES:
            said: dict[str, tuple[Any, ...]] = {}
            for move in table.moves():
                apart = told_apart(move.notation, with_goods)
                assert said.setdefault(move.text(language), apart) == apart, move.notation


@examples(5)
@given(seed=seeds, options=any_game)
def test_every_legal_move_of_a_game_has_texts_and_a_notation(seed: int, options: dict[str, Any]) -> None:
    for table in random_game(seed, **options):
        codes = [move.code for move in table.moves()]
        assert [read_notation(notation) for notation in notations(table)] == codes
        if len(table.steps) % 9:
            continue
        for language in LANGUAGES:
            said = [move.text(language) for move in table.moves()]
            assert not any("{" in text or not text for text in said)


@examples(4)
@given(seed=seeds, options=any_game)
def test_every_log_of_a_game_can_be_read(seed: int, options: dict[str, Any]) -> None:
    *_, table = random_game(seed, **options)
    for seat, language in product([0, None], LANGUAGES):
        lines = table.log(seat, language)
        assert all(line and "{" not in line for line in lines)
    assert len(table.log(0, "en")) == len(table.log(0, "ru"))


def said(table: Table, move: str, language: str) -> str:
    found = next(offered for offered in table.moves() if offered.notation == full_notation(move))
    return found.text(language)


def test_a_move_tells_its_price() -> None:
    table = position(area=["market carpenter_workshop"], upper="bank author", lower="library")
    assert said(table, "buy bank over market", "en") == "Buy Bank over Market for 7 rubles"
    assert said(table, "buy bank over market", "ru") == "Купить карту «Банк» вместо карты «Рынок» за 7 рублей"
    assert said(table, "buy library low", "en") == "Buy Library from the lower row for 15 rubles"
    assert said(table, "buy author", "ru") == "Купить карту «Писарь» за 4 рубля"
    assert said(table, "take author", "en") == "Take Author into hand"
    assert said(table, "pass", "ru") == "Пас"


def test_the_price_of_every_legal_move_is_what_is_paid() -> None:
    for seed in range(4):
        table = random_table(seed, 60 + 20 * seed)
        seat = table.to_move
        assert seat is not None
        for move in table.moves():
            price = price_of(table.state, move.code)
            if price is not None:
                twin = table.copy()
                twin.play(move)
                assert table.money[seat] - twin.money[seat] == price.total


def test_a_price_is_explained() -> None:
    # 5.1
    table = position(area=["theater carpenter_workshop market"], lower="theater", upper="bank pub")
    codes = {move.notation: move.code for move in table.moves()}
    found = price_of(table.state, codes["buy theater low"])
    assert found is not None
    assert price_text(found, "en") == "20 − 1 (lower row) − 1 (same cards) − 1 (discount) = 17 rubles"
    found = price_of(table.state, codes["buy bank_2004 over market_2004"])
    assert found is not None
    assert price_text(found, "ru") == "13 − 1 (скидка) − 5 (заменяемая карта) = 7 рублей"
    found = price_of(table.state, codes["buy pub"])
    assert found is not None
    assert price_text(found, "en") == "1 − 1 (discount), but at least 1 ruble"
    assert price_of(table.state, codes["pass"]) is None


# The log (rules.md 18)


def test_the_log_says_what_happened() -> None:
    # 18
    table = position(phase="building", area=["pub lumberjack"], upper="carpenter_workshop", hand=["author"])
    play(table, "buy carpenter_workshop over lumberjack", "pass", "play author", "pass", "pass", "pub 2")
    english, russian = table.log(None), table.log(None, "ru")
    for line in (
        "1 buys Carpenter Workshop for 1 ruble, displacing Lumberjack",
        "2 passes",
        "1 plays Author from hand for 4 rubles",
        "1 buys 2 points for 4 rubles (Pub)",
    ):
        assert line in english
    for line in (
        "1 заменяет карту «Лесоруб» на «Лесопилка» за 1 рубль",
        "2 пасует",
        "1 выкладывает с руки карту «Писарь» за 4 рубля",
        "1 покупает 2 очка за 4 рубля («Кабак»)",
    ):
        assert line in russian


def test_cards_laid_out_together_share_a_line() -> None:
    table = pass_round(position(upper="author author author", top={"building": "pub pub market"}))
    line = next(line for line in table.log(None) if "new card" in line)
    assert line.startswith("5 new cards: Pub ×2, Market")


def test_the_final_scoring_is_told_to_the_point() -> None:
    # 18
    table = finished(area=["author judge"], rubles=[21, 0], hand=["pub"], score=[5, 0])
    assert "Final score of 1: nobles 3, money 2, hand −5, total 5 points" in table.log(None)
    assert "1, итоговый счёт: чиновники 3, деньги 2, рука −5, итого 5 очков" in table.log(None, "ru")


def test_the_log_of_a_finished_game_ends_with_the_winner() -> None:
    # 10.4, 18
    table = finished(score=[5, 8], rubles=[0, 9])
    assert table.winners == [1]
    assert table.log(None)[-1] == "2 wins with 8 points"
    assert table.log(None, "ru")[-1] == "Победитель — 2: 8 очков"


def test_a_tie_is_told_as_won_by_the_rubles_or_as_shared() -> None:
    # 10.4, 18
    table = finished(score=[8, 8], rubles=[7, 9])
    assert table.log(None)[-1] == "2 wins with 8 points"
    table = finished(players=3, score=[8, 3, 8], rubles=[7, 7, 7])
    assert table.winners == [0, 2]
    assert table.log(None)[-1] == "1, 3 share the victory"
    assert table.log(None, "ru")[-1] == "Победу делят: 1, 3"


def test_the_log_names_players_by_their_names() -> None:
    table = game(2).new(seed=1, seats=[{"name": "Anna"}, {"name": "{card}"}])
    play(table, "pass", "pass")
    assert "Anna passes" in table.log(0)
    assert "{card} passes" in table.log(0)  # a name is never a template


# The expansions in words


def texts_of(table: Table, language: str) -> dict[str, str]:
    return {move.notation: move.text(language) for move in table.moves()}


def test_moves_of_the_expansions_tell_cards_goods_and_prices() -> None:
    table = position(upper="ship_builder_2014_any", **MARKET)
    assert (
        said(table, "buy ship_builder_2014_any as fish", "en") == "Buy Ship Builder (?) for 7 rubles (fish)"
    )
    words = texts_of(table, "ru")
    assert len({words[f"buy ship_builder_2014_any as {good}"] for good in ("fish", "apple", "grain")}) == 3
    table = pass_actions(
        position(phase="market", round_no=2, area=["special_fish_crate special_grain_crate"], **MARKET)
    )
    kept = texts_of(table, "en")["keep special_grain_crate special_fish_crate"]
    assert "Special Grain Crate, Special Fish Crate" in kept and "4 rubles" in kept
    table = pass_actions(position(phase="building", area=["guild_hall trading_house"], **SOCIETY))
    assert "3 rubles and 1 point" in texts_of(table, "en")["guild 3"]
    assert "4 очка" in texts_of(table, "ru")["guild 0"]
    trade = texts_of(play(table, "guild 0"), "en")["trade"]
    assert "2 points" in trade and "3 rubles" in trade


def test_copies_that_carry_action_cards_are_told_apart() -> None:
    attached = {"jester": (0, "controller")}
    table = position(
        phase="noble", area=["controller controller"], upper="senator", attached=attached, **BANQUET
    )
    words = texts_of(table, "en")
    assert "Jester" in words["buy senator over controller+jester"]
    assert "Jester" not in words["buy senator over controller"]
    assert "Скоморох" in texts_of(table, "ru")["buy senator over controller+jester"]


def test_the_log_of_the_expansions_says_what_happened() -> None:
    # 18
    table = position(
        phase="building",
        area=["debtors_prison guild_hall trading_house wharf"],
        hand=["golden_donkey jester"],
        discard="author",
        **BOTH,
    )
    play(table, "prison take author", "pass", "use golden_donkey", "pass", "use jester wharf", "pass", "pass")
    play(table, "guild 1", "trade")
    english, russian = "\n".join(table.log(None)), "\n".join(table.log(None, "ru"))
    for line in (
        "1 fetches Author from the discard pile",
        "1 plays Golden Donkey",
        "1 ruble and 3 points",
        "2 points for 3 rubles",
    ):
        assert line in english
    for line in (
        "1 забирает из сброса карту «Писарь»",
        "1 разыгрывает карту действия «Золотой осёл»",
        "1 рубль и 3 очка",
    ):
        assert line in russian


def test_the_log_tells_the_sycophant_the_crates_and_the_goods() -> None:
    # 18
    table = pass_round(position(phase="noble", area=["sycophant"], rubles=[0], **SOCIETY))
    assert any("cannot pay the Sycophant" in line for line in table.log(None))
    assert any("не может заплатить «Нахлебнику»" in line for line in table.log(None, "ru"))
    cards = "special_fish_crate special_grain_crate hen"
    table = pass_actions(position(phase="market", round_no=2, area=[cards, "chick"], rubles=[2], **MARKET))
    play(table, "keep special_fish_crate")
    english, russian = "\n".join(table.log(None)), "\n".join(table.log(None, "ru"))
    assert "1 pays upkeep 2 rubles for Special Fish Crate" in english
    assert "1 gives up Special Grain Crate" in english
    assert "1 отказывается от карты «Особый ящик: зерно»" in russian
    assert "2 рубля за содержание карты «Особый ящик: рыба»" in russian
    assert "Chicken: first 1 (2 points), second 2 (1 point)" in english
    assert "Куры: первое место — 1 (2 очка), второе — 2 (1 очко)" in russian
    assert "\nFish: first 1 (2 points)\n" in english
    assert "\nРыба: первое место — 1 (2 очка)\n" in russian


def test_a_shared_first_place_is_told_with_everybody_who_shares_it() -> None:
    # 7.5, 18
    table = pass_round(position(phase="market", round_no=2, area=["hen", "hen"], **MARKET))
    assert "Chicken: first 1 (2 points), 2 (2 points)" in table.log(None)
    assert "Куры: первое место — 1 (2 очка), 2 (2 очка)" in table.log(None, "ru")


def test_the_log_names_a_card_with_its_good_only_in_the_market_game() -> None:
    # 8.20
    for options, name, russian in ((MARKET, "Market (fish)", "Рынок (рыба)"), (NEW, "Market", "Рынок")):
        table = position(area=["market_2014_fish"], upper="peterhof_2014 market_2014_apple", **options)
        assert said(table, "buy peterhof_2014 over market_2014_fish", "en") == (
            f"Buy Peterhof over {name} for 9 rubles"
        )
        play(table, "buy peterhof_2014 over market_2014_fish")
        assert f"1 buys Peterhof for 9 rubles, displacing {name}" in table.log(None)
        assert f"1 заменяет карту «{russian}» на «Петергоф» за 9 рублей" in table.log(None, "ru")


def test_the_log_tells_the_points_of_the_disc() -> None:
    # 18
    table = game(5, **SOCIETY).new(seed=1)
    owner = table.setup["starts"]["disc"] + 1
    assert any(line == f"{owner} gets 2 points for the disc" for line in table.log(None))
    assert any(line == f"{owner} получает 2 очка за диск" for line in table.log(None, "ru"))
