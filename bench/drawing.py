"""What drawing an update costs: processor time for each page that is drawn after a move, by game and by part.

Many tables of all games and numbers of players take turns, as on a club evening: what is remembered from
other tables helps, what was forgotten meanwhile does not. After a move each of its players' pages is drawn
and compressed, as for an open stream. A fixed piece of plain Python is timed before every page: machines are
shared, and by its best times the figures are told as they would be if nobody else were there.

    python bench/drawing.py --tables 60 --moves 1200
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import random
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from fastapi import Request

from burgomaster.bots import InformationSet, bot
from burgomaster.core.registry import game_info, game_names
from burgomaster.server import changes, happened, render, streams, table_context, table_routes
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.background import NEVER, YOUNG_OBJECTS
from burgomaster.server.changes import EVENT
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Entry, Match, apply_entry, moves, seats
from burgomaster.server.new_match import make_header
from burgomaster.server.people.profiles import KnownFaces
from burgomaster.server.security import Signer

GOAL = 4.0  # milliseconds of a page, in the median, of every game
CALIBRATED = 4_000  # turns of the loop that is the measure of the machine
BEGUN = 1_000_000.0  # when all games began: what is drawn depends on nothing outside
LANGUAGES = ("en", "ru")


@dataclass
class Club:
    """A table with those who look at it."""

    live: LiveMatch
    requests: Sequence[tuple[Request, Visitor]]
    known: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # what each page has of its last updates


@dataclass
class Costs:
    """Processor seconds of the pages of one game."""

    pages: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # of an update on the wire
    parts: dict[str, float] = field(default_factory=dict)


# Tables


def open_club(
    number: int, game: str, options: Mapping[str, Any], asked: argparse.Namespace, begun: int = 0
) -> Club:
    """Open a table with a game in its middle, the same whenever it is asked for."""
    draw, players = random.Random(f"{asked.seed} {number}"), int(options["players"])
    header = make_header(game, options, "", {"kind": "none"}, False)
    header = replace(header, match=f"table-{number}", seed=draw.randrange(1 << 30), setup=None)
    match = Match(header)
    visitors = [visitor_of(number, seat) for seat in range(players)]
    for seat, visitor in enumerate(visitors):
        put(match, seats.sit(match, seat, visitor.who, f"Player {number}-{seat}", BEGUN))
    put(match, seats.begin(match, BEGUN))
    club = Club(LiveMatch(match), [(request_of(number, asked.app), visitor) for visitor in visitors])
    for _ in range(draw.randrange(begun or asked.begun)):
        play(club, asked.player, draw)
    return club


def visitor_of(number: int, seat: int) -> Visitor:
    """Make somebody who looks at a table."""
    language = LANGUAGES[(number + seat) % len(LANGUAGES)]
    return Visitor(f"visitor-{number}-{seat}", None, "", language, "auto", (), False)


def request_of(number: int, app: Any) -> Request:
    """Make the request of a stream."""
    headers = [(b"host", b"127.0.0.1")]
    scope = {"type": "http", "method": "GET", "scheme": "http", "server": ("127.0.0.1", 8000), "app": app}
    path = f"/t/table-{number}/events"
    return Request({**scope, "path": path, "root_path": "", "query_string": b"", "headers": headers})


def small_app() -> Any:
    """Make as much of a server as drawing needs."""
    auth = Auth(None, Signer("a secret of the bench"), False)  # type: ignore[arg-type]
    state = SimpleNamespace(
        auth=auth,
        match_manager=SimpleNamespace(chat_of=lambda _: ()),
        advice=SimpleNamespace(known=lambda _: None),
        avatars=KnownFaces({}),
        people=SimpleNamespace(after_game=lambda _: {}),
    )
    return SimpleNamespace(state=state)


def put(match: Match, entry: Entry) -> None:
    """Write an entry into the journal of a match."""
    apply_entry(match, entry)


def play(club: Club, player: str, draw: random.Random) -> None:
    """Make one move, on a fork as the server does; a game that is over stays as it is."""
    match = club.live.match.fork()
    seat = match.to_move
    if seat is None:
        return
    move = choose(match, seat, player, draw)
    for entry in moves.play(match, seat, move, None, BEGUN):
        put(match, entry)
    club.live.match = match


def choose(match: Match, seat: int, player: str, draw: random.Random) -> str:
    """Choose a move as a bot does, or any."""
    if player == "random":
        return draw.choice(match.table.moves()).notation
    chosen = bot(player, seed=draw.randrange(1 << 30)).think(InformationSet(match.table, seat))
    return chosen.move.notation


# Measuring


class Parts:
    """Processor time of named functions, without that of other named ones inside them."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._inner = [0.0]

    def watch(self, owner: Any, name: str, part: str) -> None:
        """Measure a function from now on."""
        kept = getattr(owner, name)

        def measured(*given: Any, **named: Any) -> Any:
            self._inner.append(0.0)
            begun = time.thread_time()
            try:
                return kept(*given, **named)
            finally:
                lasted = time.thread_time() - begun
                self.seconds[part] = self.seconds.get(part, 0.0) + lasted - self._inner.pop()
                self._inner[-1] += lasted

        setattr(owner, name, staticmethod(measured) if isinstance(owner, type) else measured)

    def watch_all(self, games: Sequence[str]) -> None:
        """Measure every part of a drawing."""
        self.watch(table_context.SeatView, "of", "view")
        for game in games:
            self.watch(render.page_module(game), "board", "page context")
        self.watch(table_context, "board_units", "board template")
        self.watch(happened, "board_html", "boards of before")
        self.watch(table_context, "result_html", "result")
        self.watch(table_context, "with_happened", "happened")
        self.watch(table_context, "controls_context", "controls")
        self.watch(table_context, "shown_log", "log")
        self.watch(table_routes, "end_context", "end")
        self.watch(table_routes, "table_context", "rest of the context")
        self.watch(table_routes, "render_units", "frame template")
        self.watch(streams, "write_changes", "changes")
        self.watch(streams, "gzip_block", "compress")


def calibrate() -> float:
    """Processor seconds of a fixed piece of plain Python: dictionaries, strings, calls."""
    begun = time.thread_time()
    found: dict[str, int] = {}
    for number in range(CALIBRATED):
        key = str(number % 997)
        found[key] = found.get(key, 0) + len(key)
    return time.thread_time() - begun


def draw_page(request: Request, visitor: Visitor, club: Club) -> tuple[list[bytes], bytes]:
    """Draw an update and compress what is new of it, as a stream does."""
    parts = table_routes.live_parts(request, visitor, club.live)
    known, shown = club.known.get(visitor.visitor, ()), streams.Shown(lambda: parts, pack, in_parts=True)
    drawn = shown.draw(known)
    club.known[visitor.visitor] = (drawn.mark, *known)[: changes.MOST_KNOWN]
    return parts, drawn.sent


def pack(text: streams.Text) -> bytes:
    """Compress an update; by the function that is measured."""
    return streams.gzip_block(text)


def measure(clubs: list[Club], asked: argparse.Namespace) -> dict[str, Any]:
    """Let the tables take turns; every page is drawn after every move."""
    draw, parts, digest = random.Random(asked.seed), Parts(), hashlib.sha256()
    costs = {game: Costs() for game in asked.games}
    machine: list[float] = []
    parts.watch_all(asked.games)
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)  # as the server has it
    for number in range(-asked.warm, asked.moves):
        place = number % len(clubs) if number < 0 else draw.randrange(len(clubs))
        club = clubs[place]
        game = costs[club.live.match.header.game]
        if club.live.match.is_over:  # its last pages are drawn
            kind = asked.kinds[place % len(asked.kinds)]
            club = clubs[place] = open_club(len(clubs) + number, *kind, asked, begun=1)
        play(club, asked.player, draw)
        for request, visitor in club.requests:
            machine.append(calibrate())
            parts.seconds = {}
            begun = time.thread_time()
            parts_drawn, packed = draw_page(request, visitor, club)
            lasted = time.thread_time() - begun
            digest.update(EVENT % b"".join(parts_drawn))
            if number >= 0:
                note(game, lasted, len(packed), parts.seconds)
    return {"games": costs, "machine": machine, "digest": digest.hexdigest()[:16]}


def note(costs: Costs, lasted: float, size: int, parts: dict[str, float]) -> None:
    """Add what one page cost."""
    costs.pages.append(lasted)
    costs.sizes.append(size)
    for part, seconds in parts.items():
        costs.parts[part] = costs.parts.get(part, 0.0) + seconds
    rest = lasted - sum(parts.values())
    costs.parts["rest"] = costs.parts.get("rest", 0.0) + rest


# The report


def lines(found: dict[str, Any]) -> Iterator[str]:
    """Write what was measured."""
    machine = sorted(found["machine"])
    usual, quiet = statistics.fmean(machine), machine[len(machine) // 20]
    told = f"{1000 * usual:.3f} ms for the measure, {1000 * quiet:.3f} when quiet"
    yield f"the machine: {told}; pages {found['digest']}"
    for game, costs in found["games"].items():
        yield from game_lines(game, costs, quiet / usual)


def game_lines(game: str, costs: Costs, quietness: float) -> Iterator[str]:
    """Write what the pages of a game cost, in milliseconds of a quiet machine."""
    pages = sorted(1000 * quietness * seconds for seconds in costs.pages)
    middle, late = statistics.median(pages), pages[len(pages) * 9 // 10]
    yield f"{game:12}{middle:6.2f} ms a page in the median (under {GOAL:.0f}), {late:.2f} of nine in ten"
    mean, measured = statistics.fmean(pages), 1000 * statistics.fmean(costs.pages)
    size = statistics.median(costs.sizes) / 1024
    yield f"{'':12}{mean:6.2f} in the mean, as measured {measured:.2f}; {len(pages)} pages of {size:.1f} KB"
    for part, seconds in sorted(costs.parts.items(), key=lambda pair: -pair[1]):
        yield f"    {part:22}{1000 * quietness * seconds / len(pages):7.3f} ms"


def kinds_of(games: Sequence[str]) -> list[tuple[str, Mapping[str, Any]]]:
    """List what is played: the games in turn, of each its variants and numbers of players, none for one."""
    kinds = [[(game, options) for options in options_of(game)] for game in games]
    longest = max(map(len, kinds))
    return [listed[place % len(listed)] for place in range(longest) for listed in kinds]


def options_of(game: str) -> Iterator[Mapping[str, Any]]:
    """List the variants of a game with their numbers of players."""
    for variant in game_info(game).variants:
        for players in variant.players:
            if players > 1:
                yield {**variant.options, "players": players}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=game_names(), help="one game only")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--begun", type=int, default=100, help="moves made before, at most")
    parser.add_argument("--moves", type=int, default=1200, help="moves whose pages are measured")
    parser.add_argument("--warm", type=int, default=120, help="moves before those")
    parser.add_argument("--player", default="random", help="who chooses the moves: random, or a bot")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.games = [asked.game] if asked.game else game_names()
    asked.app = small_app()
    asked.kinds = kinds_of(asked.games)
    clubs = [open_club(place, *asked.kinds[place % len(asked.kinds)], asked) for place in range(asked.tables)]
    found = measure(clubs, asked)
    print("\n".join(lines(found)))


if __name__ == "__main__":
    main()
