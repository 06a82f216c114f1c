"""Pieces that stay by themselves: what is found and sent is what would be found and sent of the whole."""

from __future__ import annotations

import random

import pytest

from burgomaster.web.pieces import (
    LONG,
    NEW_LINE,
    Piece,
    find_places,
    gather,
    is_inside_tag,
    places_of,
    sent,
    write_lines,
)

CARD = '<li class="place" id="a{0}" data-place="a{0}" data-card="x{0}" data-count="2"><b>−</b>\r\n</li>'
STATED = '<g id="b{0}" data-state="y{0} marked" title="{0}">\n</g>'
NO_PLACES = (
    '<p data-state="nobody">',
    '<i id="c" data-places="d e">',
    '<u id="e" data-place="e">',
    "&lt; words",
)


def chunks_of(chance: random.Random) -> list[str]:
    """Something a template might yield: pieces, long and short, and tags that are not whole."""
    chunks: list[str] = []
    for number in range(20):
        text = chance.choice((CARD, STATED, *NO_PLACES)).replace("{0}", str(number))
        padded = text + "<hr>\n" * chance.choice((1, LONG // 4))
        at = chance.randrange(1, len(text))
        kinds: tuple[list[str], ...] = ([Piece(padded)], [padded], [text[:at], text[at:]])
        chunks += chance.choice(kinds)
    inside = Piece("words that are long enough to stand alone " * 9)
    return [*chunks, '<a id="f" title="', inside, '" data-state="seen">', Piece("<hr>" * LONG)]


@pytest.mark.parametrize("seed", range(20))
def test_units_show_and_send_what_the_whole_does(seed: int) -> None:
    chunks = chunks_of(random.Random(seed))
    units, whole = gather(chunks), "".join(chunks)
    assert "".join(units) == whole and any(type(unit) is Piece for unit in units)
    assert sent(units) == write_lines(whole) == whole.encode().replace(b"\r", b"").replace(b"\n", NEW_LINE)
    found = find_places(whole)
    told = [told for unit in units for told in places_of(unit).states.items()]
    assert told == [*found.states.items()] and ("f", "seen") in told
    assert all(whole[:end].endswith(f'id="{name}"') for name, end in found.ends.items())
    assert found.ends.keys() == found.states.keys()


def test_what_was_found_out_of_a_piece_is_known() -> None:
    piece = Piece(STATED.replace("{0}", "1"))
    assert piece.places is piece.places and piece.sent is piece.sent
    assert [*piece.places.states] == ["b1"] and b"\ndata: </g>" in piece.sent


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        ((), False),
        (("<p>",), False),
        (("words",), False),
        (("<p>", ' title="'), False),
        (("<p", " id"), True),
    ],
)
def test_whether_a_tag_is_open(chunks: tuple[str, ...], expected: bool) -> None:
    assert is_inside_tag(chunks) == expected
