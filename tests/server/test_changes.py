"""Updates in parts: a page puts together from them what it would have been sent as a whole."""

from __future__ import annotations

import random
from functools import partial

import pytest

from burgomaster.server.changes import EVENT, MOST_KNOWN, mark_of, put_together, write_changes
from burgomaster.server.streams import Drawn, Shown, as_bytes
from burgomaster.web.pieces import LEAST, cut, write_lines

BEGIN, ENDING = EVENT.split(b"%b")


def listen(updates: list[list[bytes]]) -> list[list[bytes]]:
    known: tuple[object, ...] = ()
    kept: list[list[bytes]] = []
    shown = []
    for parts in updates:
        drawn = Shown(partial(list, parts), as_bytes, in_parts=True).draw(known)
        known = (drawn.mark, *known)[:MOST_KNOWN]
        kept = [put_together(drawn.sent.removeprefix(BEGIN).removesuffix(ENDING), kept), *kept][:MOST_KNOWN]
        shown.append(kept[0])
    return shown


def long(word: str) -> bytes:
    return f"<li>{word * 30}</li>".encode()


def test_a_page_has_what_it_would_have_been_sent() -> None:
    draw, words = random.Random(1), [long(word) for word in "abcdefgh"] + [b"", b"short"]
    updates = [[draw.choice(words) for _ in range(draw.randrange(12))] or [b""] for _ in range(300)]
    updates = [after for before, after in zip([[], *updates], updates, strict=False) if before != after]
    assert listen(updates) == updates


def test_what_a_page_has_is_not_sent_again() -> None:
    first = [long(word) for word in "abcd"]
    mark = mark_of(first)
    second = [first[0], long("x"), *first[2:]]
    sent = write_changes(second, mark_of(second), [mark])
    assert sent == BEGIN + b"\x1f0,1\x1e" + long("x") + b"\x1e\x1f2,2" + ENDING
    back = write_changes(first, mark, [mark_of(second), mark])  # as it was before the last update
    assert b"<li>" not in back and len(back) < 60


def test_two_turns_and_back_are_two_updates() -> None:
    """The same places may stand for something else: what is sent is compared by what it shows."""
    pair, turned = [long("a"), long("b")], [long("b"), long("a")]
    assert listen([pair, turned, pair, turned]) == [pair, turned, pair, turned]
    shown = Shown(lambda: pair, as_bytes, in_parts=True)
    assert shown.draw((mark_of(pair),)) == Drawn(b"", mark_of(pair))


def test_parts_that_were_drawn_elsewhere_are_sent_like_those_from_here() -> None:
    parts = [long("a"), long("b"), b""]
    shown = Shown(lambda: parts, as_bytes, in_parts=True)
    assert shown.take(b"\x1e".join(parts), ()) == shown.draw(())
    assert shown.take(None, ()) is None


@pytest.mark.parametrize("text", ["", "<li>", "<ul>" + "<li>one</li>" * 100, "<li>" + "x" * 999 + "<li>"])
def test_cut_texts_are_whole_together(text: str) -> None:
    written = write_lines(text)
    parts = cut(written)
    assert b"".join(parts) == written
    assert all(len(part) >= LEAST for part in parts[:-1])


def test_an_item_before_others_changes_no_part_behind_it() -> None:
    items = [f"<li>{number} {'x' * LEAST}</li>" for number in range(20)]
    parts = cut(write_lines("".join(items)))
    assert cut(write_lines("<li>new</li>" + "".join(items)))[1:] == parts[1:]


def test_nobody_can_write_what_ends_a_part() -> None:
    assert write_lines("a\x1eb\x1fc\rd\ne") == b"abcd\ndata: e"
