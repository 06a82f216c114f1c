"""What is remembered of drawings is what would be drawn anew, for whoever looks and in whichever order."""

from __future__ import annotations

import functools
import gc
import random
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import Request

import burgomaster as bm
from burgomaster.core.cache import Cache, trim
from burgomaster.core.registry import game_folder, game_names
from burgomaster.server import table_context as table_context_module
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.changes import EVENT
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Match
from burgomaster.server.middleware import add_prefix
from burgomaster.server.people.profiles import KnownFaces
from burgomaster.server.render import FORM_FIELD, render
from burgomaster.server.security import FORM_TOKEN, Signer
from burgomaster.server.streams import GZIP_BEGINNING, LARGE, gzip_block
from burgomaster.server.table_context import DeviceView, board_context, table_context
from burgomaster.server.table_routes import live_event, live_html, live_parts
from burgomaster.web import templates
from tests.cases import first_quick
from tests.profiles import is_thorough
from tests.server.matches import Sitting, secret_sitting

DRAWING = ("burgomaster.web", "burgomaster.server", "burgomaster.core.translator", "burgomaster.games")
COMPILED = ("environment", "_macro")  # templates stay compiled
AUTH = Auth(None, Signer("a secret of tests"), False)  # type: ignore[arg-type]


def memories() -> Iterator[Callable[[], None]]:
    for thing in gc.get_objects():
        if issubclass(type(thing), Cache):  # a proxy whose thing is gone has no class to be asked for
            yield thing.clear
        if type(thing) is functools._lru_cache_wrapper:
            is_ours = str(getattr(thing, "__module__", "")).startswith(DRAWING)
            if is_ours and thing.__name__ not in COMPILED:
                yield thing.cache_clear


def forget_drawings() -> None:
    for forget in memories():
        forget()


def draw(match: Match, seat: int | None, language: str) -> str:
    """The part of a page that changes, for whoever holds a seat; None is a spectator."""
    who = f"visitor-{seat}-{language}"
    visitor = Visitor(who, None, "", language, "auto", (), False)
    shown = table_context(match, DeviceView(seat, [] if seat is None else [seat]), AUTH, visitor, (), "")
    end: dict[str, Any] = {"room": None, "end": None, "visitor": visitor, "csrf_field": FORM_FIELD}
    shown["is_over"] = False  # how a game ended is drawn elsewhere
    return render("table_live.html", language, **{**end, **shown})


def sittings(game: str, n_tables: int) -> list[Sitting]:
    """Tables of people with the same names: what is remembered of one may be meant for another."""
    made = []
    for seed in range(n_tables):
        sitting = Sitting(bm.game(game, players=2 + seed % 2).new(seed=seed))
        sitting.match.header = replace(sitting.match.header, match=f"{game}-{seed}")
        sitting.seat_people(*("Anna", "Boris", "Clara")[: 2 + seed % 2])
        made.append(sitting)
    return made


def moments(game: str, n_tables: int, n_moves: int) -> Iterator[tuple[Match, int | None, str]]:
    """Tables take turns; what everybody sees after every move, in no order, is to be drawn."""
    chance, tables = random.Random(game), sittings(game, n_tables)
    for _ in range(n_moves):
        sitting = chance.choice(tables)
        match = sitting.match
        if match.to_move is not None:
            sitting.play(match.to_move, chance.choice(match.table.moves()).notation)
        viewers: list[int | None] = [None, *range(match.game.players)]
        for seat in chance.sample(viewers, len(viewers)):
            yield sitting.match.fork(), seat, chance.choice(("en", "ru"))


def differing(seen: list[tuple[Match, int | None, str]]) -> int:
    """Count the moments that are drawn otherwise when nothing is remembered."""
    remembered = [draw(*moment) for moment in seen]
    found, anew = list(memories()), []
    for place, moment in enumerate(seen):
        if place % 5 == 0:
            for forget in found:
                forget()
        anew.append(draw(*moment))
    return sum(first != second for first, second in zip(remembered, anew, strict=True))


@pytest.mark.sampled
@pytest.mark.parametrize("game", first_quick(["petersburg", "suburbia", "spyrium"]))
def test_what_is_remembered_is_what_is_drawn_anew(game: str) -> None:
    seen = list(moments(game, 4, 120 if is_thorough() else 10))
    forget_drawings()
    assert len({draw(*moment) for moment in seen}) > len(seen) // 2
    assert differing(seen) == 0


def test_drawn_parts_stay_within_the_budget_of_memory() -> None:
    budget = 2 << 20
    draw(*next(moments("suburbia", 1, 1)))
    forget_drawings()
    tracemalloc.start()
    try:
        for n_drawn, moment in enumerate(moments("suburbia", 4, 100)):
            draw(*moment)
            if n_drawn % 10 == 0:
                trim(budget)
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
        forget_drawings()
        gc.collect()
        assert held - tracemalloc.get_traced_memory()[0] < 1.5 * budget
    finally:
        tracemalloc.stop()


def test_what_is_secret_is_remembered_for_nobody_else() -> None:
    asked = secret_sitting().match
    seen = [(asked, seat, "en") for seat in (0, 1, None, 1, 0)]
    forget_drawings()
    assert differing(seen) == 0
    assert "pickpocket" in draw(asked, 0, "en") and "pickpocket" not in draw(asked, 1, "en")


@pytest.mark.parametrize("game", ["petersburg", "suburbia", "spyrium"])
def test_a_stream_sends_the_page_that_is_shown(game: str) -> None:
    """Of pieces that were sent before it is put together in another way than a page."""
    chat = ({"id": 1, "ply": 1, "name": "A\r\nB", "seat": -1, "text": "<!-- the board -->"},)
    manager = SimpleNamespace(chat_of=lambda _: chat)
    app = SimpleNamespace(state=SimpleNamespace(auth=AUTH, match_manager=manager, avatars=KnownFaces({})))
    scope = {"type": "http", "method": "GET", "scheme": "http", "server": ("table", 80), "app": app}
    scope |= {"path": "/t/match/events", "root_path": "", "headers": [], "query_string": b""}
    for match, seat, language in moments(game, 2, 6):
        live = LiveMatch(match)
        name = "" if seat is None else match.seats[seat].name
        who = Visitor(name, None, "", language, "auto", (), False)
        for prefix in ("", "/below"):
            request = Request({**scope, "app_root_path": prefix})
            html = add_prefix(live_html(request, who, live), prefix)
            lines = html.replace("\r", "").replace("\n", "\ndata: ")
            event = f"event: table\ndata: {lines}\n\n".encode()
            assert live_event(request, who, live) == event
            assert EVENT % b"".join(live_parts(request, who, live)) == event


def test_who_looks_with_the_same_eyes_shares_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw_board = [], table_context_module.draw_board

    def counted(match: Match, *given: Any) -> Any:
        drawn.append(given)
        return draw_board(match, *given)

    monkeypatch.setattr(table_context_module, "draw_board", counted)
    forget_drawings()
    sitting = sittings("spyrium", 1)[0]
    first, second = (str(board_context(sitting.match, None, "en")["board"]) for _ in range(2))
    assert len(drawn) == 1 and first == second and FORM_TOKEN in first
    for seat, language in ((0, "en"), (1, "en"), (None, "ru")):
        board_context(sitting.match, seat, language)
    assert len(drawn) == 4
    sitting.play(sitting.mover, sitting.match.table.moves()[0].notation)
    assert str(board_context(sitting.match, None, "en")["board"]) != first and len(drawn) == 5


def test_a_piece_that_is_kept_by_less_than_it_shows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: Cache[Any] = Cache(1000)

    def careless(template: str, **values: Any) -> Any:
        return kept.get((template, values["table"]), lambda: templates.kept(template, **values))

    monkeypatch.setitem(templates.environment().globals, "kept", careless)
    assert differing(list(moments("spyrium", 2, 6))) > 0


def test_compressed_pieces_stand_alone_and_follow_each_other() -> None:
    texts = ["event: table\n", "", "данные " * 5000, "x"]
    packed = GZIP_BEGINNING + b"".join(map(gzip_block, texts))
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert unpack.decompress(packed).decode() == "".join(texts)
    assert [zlib.decompressobj(-15).decompress(gzip_block(text)).decode() for text in texts] == texts
    assert len(gzip_block(texts[2])) < 1000


def test_large_pieces_are_compressed_with_more_pains() -> None:
    draw = random.Random(1)
    words = [f"<b>{draw.randrange(10**6)}</b>" for _ in range(400)]
    for n_words, is_large in ((3_000, False), (30_000, True)):
        text = "".join(draw.choice(words) for _ in range(n_words))
        plain = zlib.compressobj(3, zlib.DEFLATED, -15)
        usual = len(plain.compress(text.encode()) + plain.flush(zlib.Z_FULL_FLUSH))
        packed = gzip_block(text)
        assert zlib.decompressobj(-15).decompress(packed).decode() == text
        assert (usual > LARGE) == is_large
        assert not is_large or len(packed) < usual


def test_a_moment_of_a_match_ends_with_the_next_move_and_comes_back_with_a_takeback() -> None:
    sitting = sittings("suburbia", 1)[0]
    first = sitting.match.moment
    assert sitting.match.moment is first and first.to_move == sitting.match.table.to_move
    mover = sitting.mover
    sitting.play(mover, sitting.match.table.moves()[0].notation)
    second = sitting.match.moment
    assert second is not first and second.to_move == sitting.match.table.to_move
    sitting.match.table.undo()
    assert sitting.match.moment is not second and sitting.match.moment.to_move == mover


def test_every_template_is_made() -> None:
    """Many are drawn by few tests."""
    games = [(f"{game}/", game_folder(game) / "web") for game in game_names()]
    folders = [("", templates.WEB), *((name, folder) for name, folder in games if folder.is_dir())]
    for prefix, folder in folders:
        for path in sorted((folder / "templates").rglob("*.html")):
            templates.environment().get_template(prefix + path.relative_to(folder / "templates").as_posix())
