"""What the game says: complete in both languages, right numbers, and a notation that reads back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given

from burgomaster.core.language import CORE_TEXTS, LANGUAGES
from burgomaster.core.table import Table
from burgomaster.games.suburbia.rules.actions import PATTERNS, Verb, read_notation, write_notation
from burgomaster.games.suburbia.rules.cards import (
    BACKS,
    GOAL_IDS,
    GOAL_OF,
    GOAL_ROWS,
    IDS,
    N_GOALS,
    NO_GOAL,
    TILE_OF,
    Scope,
    Stat,
    Type,
)
from burgomaster.games.suburbia.rules.effects import WANTED_ORIGIN
from burgomaster.games.suburbia.rules.events import Cause, Event
from burgomaster.games.suburbia.rules.options import INFO, TEXTS
from burgomaster.games.suburbia.rules.refusals import Refusal
from burgomaster.games.suburbia.rules.state import Decision
from burgomaster.games.suburbia.rules.text import (
    amount_text,
    board_log_lines,
    decision_text,
    goal_name,
    goal_sentence,
    log_lines,
    tile_name,
    tile_sentences,
)
from tests.cases import every
from tests.games.suburbia.positions import (
    MODES,
    any_options,
    game,
    number_of,
    play,
    position,
    random_game,
    random_table,
    seeds,
)
from tests.profiles import examples

RUSSIAN_LETTERS = set("абвгдежзийклмнопрстуфхцчшщъыьэюяё")
NAMES = ["Anna", "Boris", "Clara", "Dmitri"]


def check_said(said: str, language: str) -> None:
    """A text as people should read it."""
    assert said and said == said.strip()
    assert not set("{}") & set(said), said
    assert "  " not in said and "None" not in said and "..." not in said, said
    for empty in ("()", "«»", ": :", " ,", " ."):
        assert empty not in said, said
    letters = {letter for letter in said.lower() if letter.isalpha()}
    if language == "en":
        assert not letters & RUSSIAN_LETTERS, said
    else:
        assert letters & RUSSIAN_LETTERS, said


# Both languages are complete


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_said_has_words(language: str) -> None:
    keys = [f"refusal.{reason.name.lower()}" for reason in Refusal]
    keys += [f"decision.{decision.name.lower()}" for decision in Decision]
    keys += [f"cause.{cause.name.lower()}" for cause in Cause]
    keys += [f"move.{verb.name.lower()}" for verb in Verb]
    keys += [f"type.{kind.name.lower()}" for kind in Type]
    keys += [f"amount.{stat.name.lower()}" for stat in Stat]
    keys += [f"clause.{scope.name.lower()}" for scope in Scope]
    keys += [f"option.{option.name}" for option in INFO.options]
    keys += [f"variant.{variant.name}" for variant in INFO.variants]
    for key in keys:
        assert TEXTS.template(language, key)
    for decision in Decision:
        check_said(decision_text(decision, language), language)


def test_no_text_is_there_twice_with_another_meaning() -> None:
    """A key of the game hides one of the core only where both speak of the same."""
    own, core = set(TEXTS.entries("en")), set(CORE_TEXTS.entries("en"))
    assert own & core == set()


# Tiles


@pytest.mark.parametrize("language", LANGUAGES)
@every("tile", IDS)
def test_every_tile_has_a_name_and_sentences(tile: str, language: str) -> None:
    check_said(tile_name(TILE_OF[tile], language), language)
    sentences = tile_sentences(TILE_OF[tile], language)
    for sentence in sentences:
        check_said(sentence, language)
        assert sentence.endswith(".")
    assert len(set(sentences)) == len(sentences)


def test_names_are_told_apart() -> None:
    for language in LANGUAGES:
        names = [tile_name(TILE_OF[tile], language) for tile in IDS]
        assert len(set(names)) == len(names)
        goals = [goal_name(goal, language) for goal in range(N_GOALS)]
        assert len(set(goals)) == len(goals)


SENTENCES = """
suburbs
    Residential, price $3. +2 population at once.
    Жилой, цена 3 $. +2 к населению сразу.
community_park
    Civic, price $4. −1 income at once. +1 reputation for each adjacent residential, industrial or
    commercial tile.
    Общественный, цена 4 $. −1 к доходу сразу. +1 к репутации за каждый соседний жилой, промышленный или
    коммерческий жетон.
fancy_restaurant
    Commercial (restaurant), price $9. +3 income at once. −1 income for each restaurant built after this
    tile, in all boroughs.
    Коммерческий (символ: ресторан), цена 9 $. +3 к доходу сразу. −1 к доходу за каждый ресторан, выложенный
    после этого жетона в любом округе.
landfill
    Industrial, price $4. +2 income at once. −1 reputation for each adjacent building.
    Промышленный, цена 4 $. +2 к доходу сразу. −1 к репутации за каждое соседнее здание.
mint
    Civic, price $15. +3 income at once. +$2 for each civic tile of yours.
    Общественный, цена 15 $. +3 к доходу сразу. +2 $ за каждый ваш общественный жетон.
waterfront_realty
    Commercial, price $6. +$2 for each building of yours beside each of your lakes.
    Коммерческий, цена 6 $. +2 $ за каждое ваше здание у каждого вашего озера.
casino
    Commercial, price $22. −3 reputation at once. +1 income each time you pass a red line.
    Коммерческий, цена 22 $. −3 к репутации сразу. +1 к доходу за каждую пересечённую красную линию.
freeway
    Industrial, price $5. −1 reputation for each adjacent residential tile. +1 income for each adjacent
    commercial tile.
    Промышленный, цена 5 $. −1 к репутации за каждый соседний жилой жетон. +1 к доходу за каждый соседний
    коммерческий жетон.
hotel
    Commercial, price $13. +1 income at once. +1 population for each residential tile in the other boroughs.
    Коммерческий, цена 13 $. +1 к доходу сразу. +1 к населению за каждый жилой жетон в других округах.
international_airport
    Industrial (airport), price $18. +1 income for each airport in all boroughs. +1 reputation for each
    airport in all boroughs. −1 reputation for each adjacent residential tile.
    Промышленный (символ: аэропорт), цена 18 $. +1 к доходу за каждый аэропорт во всех округах. +1 к
    репутации за каждый аэропорт во всех округах. −1 к репутации за каждый соседний жилой жетон.
university
    Civic, price $15. +2 income at once. +1 reputation for each school in all boroughs.
    Общественный, цена 15 $. +2 к доходу сразу. +1 к репутации за каждую школу во всех округах.
lake
    A market tile laid face down; only the surcharge is paid. +$2 for each adjacent building.
    Жетон рынка, выложенный лицом вниз; стоит только доплату за место. +2 $ за каждое соседнее здание.
one_more_round
    When it shows, this round is finished and one more full round is played.
    Когда он открыт, текущий раунд доигрывается и следует ещё один полный раунд.
"""


@every("entry", re.split(r"\n(?=\w)", SENTENCES.strip()))
def test_a_tile_says_exactly_this(entry: str) -> None:
    tile, *lines = (line.strip() for line in entry.splitlines())
    for language, wanted in zip(LANGUAGES, (False, True), strict=True):
        told = [line for line in lines if bool(RUSSIAN_LETTERS & set(line)) is wanted]
        assert " ".join(tile_sentences(TILE_OF[tile], language)).replace("\xa0", " ") == " ".join(told)


def test_a_tile_of_which_only_the_back_is_known_has_a_name() -> None:
    assert [tile_name(BACKS + stack, "en") for stack in range(3)] == [f"a tile of stack {x}" for x in "ABC"]
    assert tile_name(BACKS, "ru") == "жетон стопки A"


# Goals


GOALS: dict[str, tuple[str, str]] = {
    "air_traffic_controller": ("Most airports: +10", "Больше всего аэропортов: +10"),
    "aquaphobian": ("Fewest lakes: +20", "Меньше всего озёр: +20"),
    "aquatic_engineer": ("Most lakes: +20", "Больше всего озёр: +20"),
    "billionaire": ("Most money: +10", "Больше всего денег: +10"),
    "builder": ("Most residential tiles: +15", "Больше всего жилых жетонов: +15"),
    "capitalist": ("Fewest residential tiles: +20", "Меньше всего жилых жетонов: +20"),
    "civil_engineer": ("Most civic tiles: +15", "Больше всего общественных жетонов: +15"),
    "developer": ("Most commercial tiles: +10", "Больше всего коммерческих жетонов: +10"),
    "employer": ("Fewest investment markers: +15", "Меньше всего маркеров инвестиций: +15"),
    "environmentalist": ("Fewest industrial tiles: +15", "Меньше всего промышленных жетонов: +15"),
    "harbormaster": ("Largest group of lakes: +10", "Самая большая группа соседних озёр: +10"),
    "industrialist": ("Most industrial tiles: +15", "Больше всего промышленных жетонов: +15"),
    "investor": ("Highest income: +15", "Самый высокий доход: +15"),
    "libertarian": ("Fewest civic tiles: +15", "Меньше всего общественных жетонов: +15"),
    "luminary": ("Highest reputation: +10", "Самая высокая репутация: +10"),
    "miscreant": ("Lowest reputation: +20", "Самая низкая репутация: +20"),
    "miser": ("Lowest income: +15", "Самый низкий доход: +15"),
    "public_official": (
        "Largest group of civic tiles: +15",
        "Самая большая группа соседних общественных жетонов: +15",
    ),
    "socialist": ("Fewest commercial tiles: +10", "Меньше всего коммерческих жетонов: +10"),
    "spendthrift": ("Least money: +10", "Меньше всего денег: +10"),
}


def test_every_goal_says_what_it_asks_for_and_what_it_brings() -> None:
    assert set(GOALS) == set(GOAL_IDS)
    for goal, (english, russian) in GOALS.items():
        assert goal_sentence(GOAL_OF[goal], "en") == f"{english} population."
        assert goal_sentence(GOAL_OF[goal], "ru") == f"{russian} к населению."
    for language in LANGUAGES:
        check_said(goal_name(NO_GOAL, language), language)
        for goal_number in range(N_GOALS):
            check_said(goal_name(goal_number, language), language)


def test_the_names_of_goals_are_those_of_the_table() -> None:
    assert [goal_name(number, "ru") for number in range(N_GOALS)] == [row["name_ru"] for row in GOAL_ROWS]
    assert goal_name(GOAL_OF["builder"], "ru") == "Застройщик"


@pytest.mark.parametrize("stat", Stat)
def test_amounts_have_their_sign(stat: Stat) -> None:
    for language in LANGUAGES:
        before = "$" if (stat, language) == (Stat.MONEY, "en") else ""
        after = "" if before else "\xa0" if stat == Stat.MONEY else " "
        assert amount_text(stat, 2, language).startswith(f"+{before}2{after}")
        assert amount_text(stat, -2, language).startswith(f"−{before}2{after}")


# Moves


def removing() -> Table:
    return play(position(1, solo="lone_architect", market=["mint"] * 7), "lake 6 0,6")


def naming_a_cell() -> Table:
    market = {2: "office_building", 3: "hostel", 4: "hostel", 5: "hostel"}
    return play(position(**MODES["dale"], dale_tie="human", market=market), "lake 5 0,6")


def choosing() -> Table:
    setup = game(2).new(seed=7).setup
    goals = {
        "goals": ["capitalist", "developer"],
        "private_goals": [["builder", "miser"], ["investor", "luminary"]],
    }
    return game(2).new(setup={**setup, **goals, "first_player": 0})


def building() -> Table:
    return position(money=[40], tiles=[(0, "lake", (0, 6))], market={0: "mint", 4: "farm"})


MOVES: list[tuple[Any, str, str, str]] = [
    (choosing, "keep miser", "Keep Miser", "Оставить цель «Скряга»"),
    (
        building,
        "place 0 1,1",
        "Buy Mint for $25 (15 + 10) and lay it at 1,1",
        "Купить жетон «Монетный двор» за 25\xa0$ (15 + 10) и выложить на 1,1",
    ),
    (
        building,
        "basic heavy_factory -1,5",
        "Take Heavy Factory for $3 and lay it at -1,5",
        "Взять жетон «Комбинат» за 3\xa0$ и выложить на -1,5",
    ),
    (
        building,
        "lake 4 1,1",
        "Make Farm a lake at 1,1 for $2",
        "Создать озеро на 1,1 из жетона «Ферма» за 2\xa0$",
    ),
    (
        building,
        "invest 0,6",
        "Invest in Lake at 0,6 for $0",
        "Выложить маркер инвестиции на жетон «Озеро» (0,6) за 0\xa0$",
    ),
    (
        lambda: play(building(), "invest 0,0"),
        "discard 4",
        "Discard Farm for $2",
        "Сбросить жетон «Ферма» за 2\xa0$",
    ),
    (removing, "remove 3", "Remove Mint for $4", "Убрать жетон «Монетный двор» за 4\xa0$"),
    (
        naming_a_cell,
        "dale -1,3",
        "Dale lays Office Building at -1,3",
        "Дейл выкладывает жетон «Бизнес-центр» на -1,3",
    ),
]


@every(("table", "notation", "english", "russian"), MOVES, ids=[m[1] for m in MOVES])
def test_a_move_says_exactly_this(table: Any, notation: str, english: str, russian: str) -> None:
    (move,) = [move for move in table().moves() if move.notation == notation]
    assert (move.text("en"), move.text("ru")) == (english, russian)


def test_every_verb_has_its_move_above() -> None:
    assert {notation.split()[0] for _, notation, _, _ in MOVES} == {verb.name.lower() for verb in Verb}
    assert set(PATTERNS) == set(Verb)


@examples(8)
@given(seed=seeds, options=any_options)
def test_every_move_has_one_notation_and_words(seed: int, options: dict[str, Any]) -> None:
    for table in random_game(seed, "kinds", **options):
        if len(table.steps) % 6:
            continue
        moves = table.moves()
        assert len({move.notation for move in moves}) == len(moves)
        for move in moves[::5]:
            assert write_notation(read_notation(move.notation) or 0) == move.notation
            assert read_notation(move.notation) == move.code
            for language in LANGUAGES:
                check_said(move.text(language), language)


# The log


def in_log(event: Any, language: str) -> str:
    (said,) = log_lines(position().state, [event], NAMES, language)
    return said


def change_event(tile: str, stat: Stat, cause: Cause, wanted: int, change: int) -> tuple[int, ...]:
    return (Event.CHANGE, 0, TILE_OF[tile] << 8, stat | cause << 4 | (wanted + WANTED_ORIGIN) << 8, change, 9)


LINES = """
ROUND_BEGINS -1 3 0 0 0
    Round 3 begins
    Начинается раунд 3
KEEP_GOAL 0 no_goal 0 0 0
    Anna keeps a private goal
    Anna выбирает личную цель
KEEP_GOAL 0 miser 0 0 0
    Anna keeps Miser as a private goal
    Anna выбирает личную цель «Скряга»
PLACE 1 mint 17 -1,3 4
    Boris buys Mint for $17 and lays it at -1,3
    Boris покупает жетон «Монетный двор» за 17 $ и выкладывает на -1,3
BASIC 1 community_park 4 -1,3 0
    Boris takes Community Park from the supply for $4 and lays it at -1,3
    Boris берёт из запаса жетон «Парк» за 4 $ и выкладывает на -1,3
LAKE 1 farm 2 -1,3 4
    Boris makes a lake for $2 at -1,3, from Farm
    Boris создаёт озеро за 2 $ на -1,3 из жетона «Ферма»
INVEST 1 community_park 4 -1,3 0
    Boris invests in Community Park at -1,3 for $4
    Boris выкладывает маркер инвестиции на жетон «Парк» (-1,3) за 4 $
DISCARD 1 mint 8 1 0
    Boris discards Mint for $8
    Boris сбрасывает жетон «Монетный двор» за 8 $
REMOVE 0 mint 8 1 0
    Anna removes Mint for $8
    Anna убирает жетон «Монетный двор» за 8 $
CHANGE stadium reputation own_clause 4 4
    Anna: Stadium: +4 reputation (for tiles already laid)
    Anna: «Стадион»: +4 к репутации (за уже выложенные жетоны)
CHANGE stadium reputation neighbour 2 1
    Anna: Stadium: +1 reputation instead of +2, the track ends there (new neighbour)
    Anna: «Стадион»: +1 к репутации вместо +2, шкала закончилась (новый сосед)
RED_LINE 2 22 1 -1 0
    Clara crosses the red line at 22: income −1, reputation +0
    Clara пересекает красную линию у 22: доход −1, репутация +0
RED_LINE 2 22 -1 1 1
    Clara falls back over the red line at 22: income +1, reputation +1
    Clara отступает за красную линию у 22: доход +1, репутация +1
INCOME 2 6 0 0 9
    Clara receives $6 of income
    Clara получает доход: 6 $
INCOME 2 -3 0 0 0
    Clara pays $3 (negative income)
    Clara платит 3 $ (отрицательный доход)
INCOME 2 -1 2 1 0
    Clara pays $1, lacks $2 and loses 1 resident
    Clara платит 1 $, не хватает 2 $, население сокращается на 1
INCOME 2 0 2 2 0
    Clara lacks $2 and loses 2 residents
    Clara: не хватает 2 $, население сокращается на 2
DISCARD 1 mint 0 0 0
    Boris discards Mint for free
    Boris бесплатно сбрасывает жетон «Монетный двор»
POPULATION 2 4 0 0 24
    Clara: population 24 (+4)
    Clara: население 24 (+4)
POPULATION 2 -1 3 2 0
    Clara: population 0 (−1); 3 residents short, pays $2
    Clara: население 0 (−1); не хватает 3, платит 2 $
TILE_DRAWN -1 mint 0 0 0
    New tile on the market: Mint
    Новый жетон на рынке: «Монетный двор»
END_SHOWN -1 0 0 0 0
    One More Round has shown up
    Открыт жетон «Ещё один раунд»
LAST_ROUND -1 0 0 0 0
    The last round begins
    Начинается последний раунд
DALE_PAYS 1 3 0 0 0
    Boris pays $3
    Boris платит 3 $
DALE_PLACES 1 mint 0 -1,3 2
    Boris places Mint at -1,3
    Boris выкладывает жетон «Монетный двор» на -1,3
DALE_CLEARS -1 mint 2 0 0
    Mint leaves the market
    Жетон «Монетный двор» уходит с рынка
GOAL 0 miser 15 -1 0
    Anna reaches the goal Miser: +15
    Anna достигает цели «Скряга»: +15
GOAL -1 miser 15 -1 0
    Goal Miser: nobody
    Цель «Скряга»: никто
GOAL -1 miser 15 3 0
    Dmitri’s goal Miser: nobody
    Личная цель «Скряга» (Dmitri): никто
CONVERT 0 10 2 0 0
    Anna converts $10 into 2 residents
    Anna меняет 10 $ на население: +2
WIN 0 71 0 0 0
    Anna wins with population 71
    Anna побеждает, население: 71
NOT_HIRED 0 71 0 0 0
    Anna is not hired: population 71
    Anna: не взяли на работу, население: 71
"""


def read_event(words: str) -> tuple[int, ...]:
    """An event of LINES: its kind and numbers, which may be the id of a tile or goal, or a cell."""
    kind, *values = words.split()
    if kind == "CHANGE":
        tile, stat, cause, wanted, change = values
        return change_event(tile, Stat[stat.upper()], Cause[cause.upper()], int(wanted), int(change))
    known = {**TILE_OF, **GOAL_OF, "no_goal": NO_GOAL, "-1,3": number_of((-1, 3))}
    return (Event[kind], *(known[value] if value in known else int(value) for value in values))


ENTRIES = [entry.splitlines() for entry in re.split(r"\n(?=\w)", LINES.strip())]


@every(("words", "english", "russian"), ENTRIES)
def test_an_event_says_exactly_this(words: str, english: str, russian: str) -> None:
    event = read_event(words)
    told = [in_log(event, language).replace("\xa0", " ") for language in LANGUAGES]
    assert told == [english.strip(), russian.strip()]


def test_every_kind_of_event_has_its_line_above() -> None:
    assert {read_event(words)[0] for words, _, _ in ENTRIES} == set(Event)


@every("cause", Cause)
def test_every_cause_has_its_words_in_the_log(cause: Cause) -> None:
    for language in LANGUAGES:
        line = in_log(change_event("casino", Stat.INCOME, cause, 1, 1), language)
        check_said(line, language)
        assert f"({TEXTS.text(language, f'cause.{cause.name.lower()}')})" in line


@pytest.mark.parametrize("mode", MODES)
def test_the_log_of_a_whole_game_has_no_empty_parts(mode: str) -> None:
    table = random_table(4, 1000, "rich", **MODES[mode])
    for seat in (0, None):
        lines = {language: table.log(seat, language) for language in LANGUAGES}
        assert len(lines["en"]) == len(lines["ru"]) == len(table.events())
        for language in LANGUAGES:
            for line in lines[language]:
                check_said(line, language)


def test_whoever_plays_alone_does_not_win_over_anybody() -> None:
    said = {
        language: random_table(4, 1000, "rich", **MODES["lone_architect"]).log(0, language)[-1]
        for language in LANGUAGES
    }
    assert re.fullmatch(r"\S+ ends with population \d+|You end with population \d+", said["en"])
    assert re.search(r"заканчивает(е)?, население: \d+$", said["ru"])


def test_tiles_that_come_together_share_a_line_on_the_board() -> None:
    drawn = [(Event.TILE_DRAWN, -1, tile, 0, 0, 0) for tile in (TILE_OF["mint"], TILE_OF["farm"])]
    begins = (Event.ROUND_BEGINS, -1, 2, 0, 0, 0)
    told = [board_log_lines(None, [*drawn, begins, drawn[0]], NAMES, language) for language in LANGUAGES]
    assert told[0] == [
        "New tiles on the market: Mint, Farm",
        "Round 2 begins",
        "New tile on the market: Mint",
    ]
    assert told[1][0] == "Новые жетоны на рынке: «Монетный двор», «Ферма»"
