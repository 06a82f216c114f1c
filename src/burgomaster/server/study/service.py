"""What can be done with studies, the same for pages and for the JSON interface."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from burgomaster.bots.advice import expect
from burgomaster.bots.bot import Choice
from burgomaster.core.cache import Cache
from burgomaster.core.table import Table
from burgomaster.server.advice import AdviceService
from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import check_bot, make_bot
from burgomaster.server.fair_turns import Owner
from burgomaster.server.match import Match, Refused
from burgomaster.server.names import clean_text
from burgomaster.server.preparing import Preparation
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.study.store import StudyStore
from burgomaster.server.study.tree import Place, Study, game_of, table_at

NAME_BYTES = 9
TITLE_LENGTH = 60
MOST_STUDIES = 100  # of one person
MOST_MOVES = 1000  # of all branches of a study
MOST_ANSWERS = 60  # moves of the computer in a row
SIMULATIONS = 300  # of an expectation
MOST_GAMES, MOST_EXPECTATIONS = 32, 512  # that are remembered


class StudyService:
    def __init__(self, store: Store, advice: AdviceService, preparation: Preparation) -> None:
        self.store = StudyStore(store)
        self._advice, self._preparation = advice, preparation
        self._games: Cache[Table] = Cache(MOST_GAMES)  # at their ends
        self._expected: Cache[Choice] = Cache(MOST_EXPECTATIONS)

    # Reading

    async def find(self, name: str) -> Study | None:
        return await asyncio.to_thread(self.store.find, name)

    async def list_of(self, visitor: Visitor) -> list[Mapping[str, Any]]:
        return await asyncio.to_thread(self.store.list_of, visitor.whos, MOST_STUDIES)

    async def game(self, study: Study) -> Table:
        """Get the game of a study at its end; it never changes."""
        self._preparation.require(study.record["game"])
        return await asyncio.to_thread(self._games.get, study.study, lambda: game_of(study))

    async def table(self, study: Study, place: Place) -> Table:
        return await asyncio.to_thread(table_at, study, await self.game(study), place)

    def knows_expectation(self, study: Study, place: Place) -> bool:
        """Tell whether what is expected at a place was thought about already."""
        return self._expected.find((study.study, str(place))) is not None

    async def expectation(self, study: Study, place: Place, owner: Owner) -> Choice | None:
        """Say what a strong player expects at a place; None when the game is over."""
        table = await self.table(study, place)
        if table.over:
            return None
        key = (study.study, str(place))
        return await self._advice.think(
            study.record["game"],
            owner,
            lambda: self._expected.get(key, lambda: expect(table, SIMULATIONS)),
        )

    # Opening

    async def open(self, match: Match, ply: int, title: str, visitor: Visitor) -> tuple[Study, Place]:
        """Begin to study a finished game; the place is where it is looked at first."""
        if not match.is_open_book:
            raise Refused("study_later")
        record = await asyncio.to_thread(lambda: match.table.record().to_json())
        study = new_study(visitor, title, match.header.match, record)
        await self._add(study, visitor)
        return study, Place(min(ply, study.n_moves))

    async def copy(self, study: Study, visitor: Visitor) -> Study:
        made = new_study(visitor, study.title, study.match, study.record)
        made = replace(made, nodes=study.nodes)
        await self._add(made, visitor)
        return made

    async def _add(self, study: Study, visitor: Visitor) -> None:
        """Keep a new study, if its owner has not too many."""
        if await asyncio.to_thread(self.store.count_of, visitor.who) >= MOST_STUDIES:
            raise Refused("too_many_studies", most=MOST_STUDIES)
        await asyncio.to_thread(self.store.add, study)

    # Trying moves

    async def try_move(
        self, study: Study, place: Place, notation: str, against: str, visitor: Visitor
    ) -> Place:
        """Make a move at a place, and let the computer answer if that is wished; say where that leads to."""
        self._require_own(study, visitor)
        table = await self.table(study, place)
        if table.over:
            raise Refused("study_over")
        mover = table.to_move
        move = table.game.rules.write_notation(table.read_move(notation))
        place = await self._follow(study, place, [move])
        if not against:
            return place
        table.play(move)
        return await self._let_answer(study.study, table, place, against, mover, visitor.owner)

    async def answer(self, study: Study, place: Place, against: str, visitor: Visitor) -> Place:
        self._require_own(study, visitor)
        table = await self.table(study, place)
        if table.over:
            raise Refused("study_over")
        return await self._let_answer(study.study, table, place, against, None, visitor.owner)

    async def _let_answer(
        self, name: str, table: Table, place: Place, against: str, until: int | None, owner: Owner
    ) -> Place:
        """Let the computer move until a seat is to move again; once if no seat is named."""
        check_bot(against)
        game = table.game.name
        moves = await self._advice.think(game, owner, lambda: answers(table, against, until))
        study = await self.find(name)
        return place if study is None else await self._follow(study, place, moves)

    async def _follow(self, study: Study, place: Place, moves: Sequence[str]) -> Place:
        """Go along moves: through what is there, and what is not there is added."""
        left = list(moves)
        while left and (known := known_place(study, place, left[0])) is not None:
            place = known
            left.pop(0)
        if not left:
            return place
        if len(study.nodes) + len(left) > MOST_MOVES:
            raise Refused("study_full", most=MOST_MOVES)
        last = await asyncio.to_thread(self.store.add_moves, study.study, place, left, now())
        return Place(place.ply, last)

    # Keeping order

    async def rename(self, study: Study, title: str, visitor: Visitor) -> None:
        self._require_own(study, visitor)
        await asyncio.to_thread(self.store.rename, study.study, clean_title(title) or study.title, now())

    async def name_branch(self, study: Study, number: int, name: str, visitor: Visitor) -> None:
        self._require_own(study, visitor)
        if number in study.nodes:
            await asyncio.to_thread(self.store.name_branch, study.study, number, clean_title(name), now())

    async def drop_branch(self, study: Study, number: int, visitor: Visitor) -> Place:
        """Forget a move and everything after it; say where that leaves the reader."""
        self._require_own(study, visitor)
        if number not in study.nodes:
            return Place(0)
        node = study.nodes[number]
        await asyncio.to_thread(self.store.drop_moves, study.study, number, now())
        return Place(node.ply, node.parent)

    async def drop(self, study: Study, visitor: Visitor) -> None:
        self._require_own(study, visitor)
        await asyncio.to_thread(self.store.drop, study.study)

    def _require_own(self, study: Study, visitor: Visitor) -> None:
        if not is_own(study, visitor):
            raise Refused("study_not_yours")


def is_own(study: Study, visitor: Visitor) -> bool:
    return study.owner in visitor.whos and not visitor.bearer


def new_study(visitor: Visitor, title: str, match: str, record: Mapping[str, Any]) -> Study:
    moment = now()
    name = secrets.token_urlsafe(NAME_BYTES)
    return Study(name, visitor.who, clean_title(title), match, record, moment, moment)


def clean_title(title: str) -> str:
    return clean_text(title)[:TITLE_LENGTH].strip()


def known_place(study: Study, place: Place, move: str) -> Place | None:
    """Find where a move leads that the game or a branch has already; None if it is new."""
    if not place.node and place.ply < study.n_moves and study.record["moves"][place.ply] == move:
        return Place(place.ply + 1)
    tried = next((node for node in study.after(place) if node.move == move), None)
    return None if tried is None else Place(place.ply, tried.number)


def answers(table: Table, against: str, until: int | None) -> list[str]:
    """Let a bot move until a seat is to move again; once if no seat is named."""
    bot, made = make_bot(against), list[str]()
    while not table.over and table.to_move != until and len(made) < MOST_ANSWERS:
        move = bot.choose(table)
        table.play(move)
        made.append(move.notation)
        if until is None:
            break
    return made
