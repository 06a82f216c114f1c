"""Races about what others are shown: commentary, links to finished games and studies, and their pictures.

Who withdraws is believed by every server at once, also by one that has not heard of it: whatever is asked
for after the answer shows no hand. What was dropped is gone everywhere, what is there is the same everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

from burgomaster.server import models
from burgomaster.server.match import replay
from burgomaster.server.match.commentaries import is_open
from tests.campaigns.person import PASSWORD, new_guest, new_member
from tests.campaigns.race_clubs import odd, rows, servers_of
from tests.campaigns.racers import DEAF, SAME_SECONDS, Answer, Arena, Call, play_to_end
from tests.campaigns.scene import Place, add_table
from tests.campaigns.servers import until
from tests.campaigns.show_callers import SHOWN_HAND

NAME = b"Player 0"  # who sits at the first seat


# Commentary


def shows_hand(arena: Arena, server: int, table: str, seat: int = 0) -> bool:
    """Tell whether a server lets commentators look into somebody's hand."""
    status, page = arena.page(server, f"/t/{table}/commentary?seat={seat}")
    assert status == 200, f"commentary answered {status}"
    return SHOWN_HAND in page


def commented_table(arena: Arena, chance: random.Random, agreed: Sequence[int]) -> Place:
    """Write a table that can be commented on; some have agreed, and all servers know it."""
    place = add_table(arena.store, chance, is_late=True)
    for seat in agreed:
        arena.ask(0, f"/api/tables/{place.table}/commentary", {"yes": True}, place.keys[seat])
    wanted, servers = len(agreed) == len(place.keys), range(len(arena.lines))
    until(lambda: all(shows_hand(arena, server, place.table) == wanted for server in servers), SAME_SECONDS)
    return place


def says(place: Place, server: int, seat: int, yes: bool) -> Call:
    """Agree, or withdraw."""
    return Call(server, f"/api/tables/{place.table}/commentary", {"yes": yes}, place.keys[seat])


def wrongly_shown(arena: Arena, place: Place) -> list[str]:
    """Name servers that show a hand at this moment though the journal says that somebody has withdrawn."""
    loaded = arena.store.load(place.table)
    assert loaded is not None
    if is_open(replay(*loaded)):
        return []
    servers = range(len(arena.lines))
    looks = [Call(server, f"/t/{place.table}/commentary", None, is_page=True) for server in servers]
    told = arena.race(looks)
    found = [f"server {n} shows a hand" for n, one in enumerate(told) if SHOWN_HAND in page_of(one)]
    return found + [f"commentary answered {one.status}" for one in told if one.status != 200]


def page_of(answer: Answer) -> bytes:
    """Read the page that came as an answer."""
    return answer.told if isinstance(answer.told, bytes) else b""


def withdraw_against_looks(arena: Arena, chance: random.Random) -> list[str]:
    """Withdraw at one server, and look at once at all of them."""
    place = commented_table(arena, chance, (0, 1))
    if chance.random() < DEAF:
        arena.deafen()
    one, two = servers_of(arena, chance)
    look = Call(two, f"/t/{place.table}/commentary", None, is_page=True)
    answers = arena.race([says(place, one, chance.randrange(2), False), look])
    found = wrongly_shown(arena, place)
    found += [] if answers[0].won else [f"a withdrawal was answered {answers[0]}"]
    return [*found, *odd(answers), *arena.differences(place)]


def agree_against_withdraw(arena: Arena, chance: random.Random) -> list[str]:
    """Agree while somebody withdraws, the other one or the same: the journal decides, and all follow it."""
    is_same = chance.random() < 0.5
    place = commented_table(arena, chance, (0, 1) if is_same else (0,))
    one, two = servers_of(arena, chance)
    other = 0 if is_same else 1
    answers = arena.race([says(place, one, 0, False), says(place, two, other, True)])
    found = wrongly_shown(arena, place)
    said = [entry.data["yes"] for entry in arena.store.entries(place.table, 0) if entry.kind == "commentary"]
    if not all(one.won for one in answers):
        found.append(f"not everybody was heard: {', '.join(map(str, answers))}")
    if said[2 if is_same else 1 :] not in (
        [[False], [False, True]] if is_same else [[True, False], [False, True]]
    ):
        found.append(f"{said} was written")
    return [*found, *odd(answers), *arena.differences(place)]


# Links


def shared_paths(table: str) -> list[str]:
    """List what is shared of a finished game."""
    picture = f"/t/{table}/picture.png?lang=en"
    return [f"/t/{table}/embed?lang=en&ply=3", f"/t/{table}/result.png?lang=en", picture]


def digests(arena: Arena, path: str) -> list[str]:
    """Ask all servers for the same; name what each gives."""
    calls = [Call(server, path, None, is_page=True) for server in range(len(arena.lines))]
    ports = [str(line.port).encode() for line in arena.lines]  # pages name the address of the server
    pages = [(one.status, page_of(one)) for one in arena.race(calls)]
    return [
        f"{status} {sha256(page.replace(port, b'')).hexdigest()[:12]}"
        for (status, page), port in zip(pages, ports, strict=True)
    ]


def share_against_end(arena: Arena, chance: random.Random) -> list[str]:
    """Ask for what is shared of a game while it ends: refused before, and the same everywhere then."""
    place = add_table(arena.store, chance, is_late=True, n_left=1)
    paths = shared_paths(place.table)
    for server in range(len(arena.lines)):
        arena.look(server, place.table)
    one, two = servers_of(arena, chance)
    seat = next(n for n, key in enumerate(place.keys) if arena.look(one, place.table, key)["can_act"])
    moves = arena.look(one, place.table, place.keys[seat])["view"]["moves"]
    body = {"move": chance.choice(moves)}
    calls = [
        Call(one, f"/api/tables/{place.table}/moves", body, place.keys[seat]),
        Call(two, paths[chance.randrange(2)], None, is_page=True),
    ]
    answers = arena.race(calls)
    found = [*odd(answers), *arena.differences(place)]
    play_to_end(arena, place, chance)
    found += arena.differences(place)
    for path in paths:
        told = digests(arena, path)
        if len(set(told)) != 1 or not told[0].startswith("200 "):
            found.append(f"{path.rpartition('/')[2]} is not the same everywhere: {told}")
    return found


def study_read_and_dropped(arena: Arena, chance: random.Random) -> list[str]:
    """Drop a study while others read it or its owner tries a move there: then it is gone everywhere."""
    owner, place = new_guest(chance), add_table(arena.store, chance, is_late=True, n_left=0)
    name = arena.ask(0, f"/api/tables/{place.table}/studies", {}, owner)["study"]
    seen = arena.ask(0, f"/api/studies/{name}", None, owner)
    legal = [move for move in seen["moves"] if move != seen["game_moves"][0]]
    one, two = servers_of(arena, chance)
    paths = [f"/study/{name}", f"/api/studies/{name}", f"/study/{name}/picture.png"]
    tried = Call(two, f"/api/studies/{name}/moves", {"at": "0", "move": chance.choice(legal)}, owner)
    reads = Call(two, chance.choice(paths), None, is_page=True)
    other = tried if chance.random() < 0.6 else reads
    drop = Call(one, f"/study/{name}/drop", {}, owner, is_page=True)
    answers = arena.race([drop, other])
    found = [f"answered {one}" for one in answers if not one.won and one.status not in (404, 409)]
    if answers[0].won:
        told = {path: [answer.partition(" ")[0] for answer in digests(arena, path)] for path in paths}
        found += [f"{path} of a dropped study: {one}" for path, one in told.items() if set(one) != {"404"}]
        found += (
            ["moves are left of a dropped study"] if rows(arena.store, models.study_moves, study=name) else []
        )
    return found


def deleted_who_is_shared(arena: Arena, chance: random.Random) -> list[str]:
    """Delete an account whose finished game is shared: soon no server names who it was, and never again."""
    member = new_member(arena.store, chance, has_password=True)
    place = add_table(arena.store, chance, is_late=True, n_left=0, whos=(member.who, new_guest(chance).who))
    path = f"/t/{place.table}/embed?lang=en"
    for server in range(len(arena.lines)):
        status, page = arena.page(server, path)
        assert status == 200 and NAME in page, f"the embedded game answered {status}"
    if chance.random() < DEAF:
        arena.deafen()
    one, two = servers_of(arena, chance)
    delete = Call(one, "/api/account/delete", {"password": PASSWORD}, member)
    answers = arena.race([delete, Call(two, path, None, is_page=True)])
    found = [*odd(answers), *([] if answers[0].won else [f"answered {answers[0]}"])]

    def is_forgotten() -> bool:
        pages = [arena.page(server, path)[1] for server in range(len(arena.lines))]
        return all(NAME not in page for page in pages)

    try:
        until(is_forgotten, SAME_SECONDS)
    except AssertionError:
        found.append("a deleted account is still named")
    return found


SHOW_RACES: Mapping[str, Callable[[Arena, random.Random], list[str]]] = {
    "withdraw against looks": withdraw_against_looks,
    "agree against withdraw": agree_against_withdraw,
    "share against end": share_against_end,
    "study read and dropped": study_read_and_dropped,
    "deleted who is shared": deleted_who_is_shared,
}
