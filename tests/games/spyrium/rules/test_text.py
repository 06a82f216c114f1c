"""What the game says: complete in both languages, with the numbers of the tables."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from burgomaster.core.language import LANGUAGES
from burgomaster.games.spyrium.rules.cards import CARD_OF, CARD_ROWS, EVENT_OF, EVENT_ROWS, N_CARDS, N_EVENTS
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.log_text import log_lines
from burgomaster.games.spyrium.rules.options import INFO, TEXTS
from burgomaster.games.spyrium.rules.prices import price_of_move
from burgomaster.games.spyrium.rules.refusals import Refusal
from burgomaster.games.spyrium.rules.state import Decision
from burgomaster.games.spyrium.rules.text import (
    card_name,
    card_sentences,
    decision_text,
    event_sentences,
    price_text,
)
from tests.cases import every
from tests.games.spyrium.positions import ALL_TECHNOLOGIES, play, position, quick, random_table, seeds

RUSSIAN = re.compile("[а-яё]", re.IGNORECASE)


def said(card: str) -> str:
    return " ".join(card_sentences(CARD_OF[card], "en"))


@every("card", range(N_CARDS))
def test_every_card_has_sentences_in_both_languages(card: int) -> None:
    english, russian = (" ".join(card_sentences(card, language)) for language in LANGUAGES)
    price = CARD_ROWS[card]["price"]
    assert f"£{price}" in english and f"{price}\xa0£" in russian
    assert RUSSIAN.search(russian) and not RUSSIAN.search(english)
    assert re.findall(r"\d+", english) == re.findall(r"\d+", russian)


@every("event", range(N_EVENTS))
def test_every_event_has_sentences_in_both_languages(event: int) -> None:
    english, russian = (" ".join(event_sentences(event, language)) for language in LANGUAGES)
    assert RUSSIAN.search(russian) and not RUSSIAN.search(english)
    assert re.findall(r"\d+", english) == re.findall(r"\d+", russian)


@every(
    ("card", "sentence"),
    [
        ("bld_mine_2", "Once a round: 1 crystal; or 1 worker → 2 crystals."),
        ("bld_factory_1", "1 worker + 2 crystals → 6 points; or 2 workers + 3 crystals → 10 points."),
        ("bld_mine_3", "When built: crystals by the token."),
        ("bld_housing_2", "When built: 2 new workers."),
        ("bld_residence_early", "When built: a residence action."),
        ("bld_laboratory_1", "Symbols: factory, science."),
        ("bld_mine_1", "Symbol: mine."),
        ("bld_palace", "It cannot be used."),
        ("char_banker", "Call: pounds by the token → 4 points."),
        ("char_assistant", "Call: 1 crystal → 3 points."),
        ("char_miner", "a number token for every player but one"),
        ("tech_commerce", "any number from 1 to 3"),
        ("tech_crane", "A new plot costs £3 less. At the end: a point for each building, at most 7."),
    ],
)
def test_a_sentence_is_made_from_the_row(card: str, sentence: str) -> None:
    assert sentence in said(card)


def test_events_in_words() -> None:
    words = [" ".join(event_sentences(EVENT_OF[row["id"]], "en")) for row in EVENT_ROWS]
    assert "£3 → 3 points; or £6 → 5 points." in words[2]
    assert "£1 for each own worker → 1 new worker." in words[5]
    assert "in phase II: put an active worker on the market." in words[6]


def test_names_have_their_numbers() -> None:
    assert card_name(CARD_OF["bld_mine_3"], "en") == "Mine III"
    assert card_name(CARD_OF["bld_residence_late"], "ru") == "Резиденция"


def test_everything_that_may_be_said_is_there() -> None:
    keys = [f"refusal.{reason.name.lower()}" for reason in Refusal]
    keys += [f"log.{event.name.lower()}" for event in Event]
    keys += [f"option.{option.name}" for option in INFO.options]
    for language in LANGUAGES:
        assert all(TEXTS.template(language, key) for key in keys)
        assert all(decision_text(decision, language) for decision in Decision)


@quick
@given(seeds)
def test_every_line_of_a_log_is_said_in_both_languages(seed: int) -> None:
    table = random_table(seed, 4)
    lines = [table.log(None, language) for language in LANGUAGES]
    assert len(lines[0]) == len(lines[1])
    assert all(line and "{" not in line for both in lines for line in both)
    assert not any(RUSSIAN.search(line) for line in lines[0])


def test_every_kind_of_event_has_a_line() -> None:
    for kind in Event:
        for numbers in ((1, 1, 1, 1), (0, 255, 255, 0)):
            if kind not in (Event.EVENT_TURNS, Event.ROUND_BEGINS) or numbers[0] == 1:
                for language in LANGUAGES:
                    assert log_lines(None, [(kind, 0, *numbers)], ["Anna"], language)


@pytest.mark.parametrize(
    ("move", "english", "russian"),
    [
        (
            "activate 7 at 4 token 2 read 1 lobby over 1",
            "Replace Laboratory I with University I for £1 (gap 7) "
            "(token 2 counted as 1; Lobbying: no crowd fee)",
            "Заменить здание «Лаборатория I» на «Университет I» за 1\xa0£ (промежуток 7) "
            "(жетон 2 считается за 1; Лоббирование: без доплаты за соседей)",
        ),
        (
            "activate 7 at 4 token 2",
            "Build University I on a new plot for £6 (gap 7) (token 2)",
            "Построить здание «Университет I» на новом месте за 6\xa0£ (промежуток 7) (жетон 2)",
        ),
        (
            "earn 7 at 4",
            "Earn £4 at University I (gap 7)",
            "Заработать 4\xa0£ у карты «Университет I» (промежуток 7)",
        ),
        (
            "use 0 alt 0 taylorism",
            "Once more by Taylorism: Mine I (no. 0): 1 crystal",
            "Повторно Тейлоризмом: «Шахта I» (№ 0): 1 кристалл",
        ),
        (
            "event 2 read 3",
            "Windfall: 3 points (token counted as 3)",
            "«Нежданная удача»: 3 очка (жетон считается за 3)",
        ),
    ],
)
def test_a_move_in_words(move: str, english: str, russian: str) -> None:
    table = position(
        money=20,
        technologies=ALL_TECHNOLOGIES,
        buildings="mine_1/0 laboratory_1",
        market={4: "university_1 £4 2"},
        gaps={7: "0", 2: "1 1"},
        event="windfall",
        token=1,
    )
    found = {option.notation: option for option in table.moves()}[move]
    assert (found.text("en"), found.text("ru")) == (english, russian)


def test_a_price_in_words() -> None:
    table = position(money=20, buildings="laboratory_1", market={4: "factory_1 £6"}, gaps={7: "0", 2: "1 1"})
    prices = {}
    for move in table.moves():
        price = price_of_move(table.state, move.code)
        if price is not None:
            prices[move.notation] = price_text(price, "en")
    assert prices["activate 7 at 4 over 0"] == "6 − 3 (shared symbol) + 2 (crowd) = £5"
    assert prices["activate 7 at 4"] == "6 + 2 (crowd) + 1 (plot) = £9"


def test_a_lost_bonus_worker_is_said() -> None:
    table = position(money=1, score=7, active=6, market={4: "adviser £1"}, gaps={7: "0"})
    play(table, "activate 7 at 4", "worker")
    assert "1 takes the bonus: a worker, but the reserve is empty" in table.log()


def test_a_worker_who_earns_nothing_is_taken_back_in_words() -> None:
    beside = position(market={4: "adviser £1"}, gaps={7: "0"})
    play(beside, "earn 7 at 4")
    assert beside.log()[-1] == "1 takes back a worker at Adviser, with nothing to earn there"
    assert not any("£0" in line for line in beside.log())
    assert "0\xa0£" not in "".join(beside.log(language="ru"))
