"""Sizes of compressed answers tell neither the token of forms nor, by a single look, what a seat holds."""

from __future__ import annotations

import re
import zlib

import httpx

from burgomaster.server.security import mask, padding, unmask
from burgomaster.server.streams import Shown, as_bytes
from tests.campaigns.clients import open_for_two, open_table, token
from tests.server.fixtures import Running

TOKEN = re.compile(r'name="form" value="([^"]*)"')
GZIP = 16 + zlib.MAX_WBITS


def sent(client: httpx.Client, path: str) -> tuple[int, str]:
    """How many bytes of a compressed answer are sent, and its text."""
    with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip", path
        packed = b"".join(answer.iter_raw())
        assert int(answer.headers["content-length"]) == len(packed)
        return len(packed), zlib.decompress(packed, GZIP).decode()


def test_a_masked_token_is_another_text_each_time_and_the_same_token() -> None:
    plain = "abcdEFGH0123-_xyabcdEFGH"
    masked = {mask(plain) for _ in range(100)}
    assert len(masked) == 100 and {unmask(one) for one in masked} == {plain}
    for nonsense in ("", "x", "é" * 48, "=" * 48, "a" * 47, "a" * 400):
        assert unmask(nonsense) in ("", nonsense)


def test_each_answer_writes_the_token_of_its_forms_differently(client: httpx.Client) -> None:
    table = open_table(client, bots=["random"])["table"]
    client.get("/")
    found: list[str] = [client.get("/api/me").json()["form_token"] for _ in range(2)]
    for path in ("/", f"/t/{table}", f"/t/{table}/live", "/account"):
        for _ in range(2):
            tokens = set(TOKEN.findall(client.get(path).text))
            assert len(tokens) == 1, path
            found += tokens
    for asked in ("", "?parts=1"):
        with client.stream("GET", f"/t/{table}/events{asked}") as response:
            text = next(piece for piece in response.iter_text() if "event: table" in piece)
        found += set(TOKEN.findall(text))
    assert len(set(found)) == len(found) == 12
    for one in found:
        assert client.post(f"/t/{table}/say", data={"text": "hello", "form": one}).status_code == 303
    forged = found[0][:-1] + ("A" if found[0][-1] != "A" else "B")
    assert client.post(f"/t/{table}/say", data={"text": "hello", "form": forged}).status_code == 403


def test_sizes_of_compressed_pages_vary_and_those_of_static_files_do_not(
    server: Running, client: httpx.Client
) -> None:
    table = open_table(client, bots=["random"])["table"]
    client.post(f"/api/tables/{table}/pause", json={}, headers=token(client))
    for reader in (client, server.client()):
        reader.get("/")
        for path in (f"/t/{table}", f"/t/{table}/live", f"/api/tables/{table}"):
            seen = [sent(reader, path) for _ in range(20)]
            sizes = [size for size, _ in seen]
            assert max(sizes) - min(sizes) > 60, path
            assert min(sizes) < 0.5 * len(seen[0][1])
            assert len({re.sub(r'[\w-]{47}[\w=-](?=")', "", text) for _, text in seen}) == 1
    assert len({sent(client, "/static/base.css") for _ in range(5)}) == 1


def test_padding_has_every_length_up_to_255_and_no_zero() -> None:
    made = [padding() for _ in range(5000)]
    assert {len(one) for one in made} == set(range(256)) and not any(b"\0" in one for one in made)


def test_an_update_is_padded_but_not_sent_twice_for_its_padding() -> None:
    made = iter(("a", "b", "c"))
    shown = Shown(lambda: "event: x\n\n", as_bytes, vary=lambda update: update + next(made).encode())
    first = shown.draw(())
    assert first.sent == b"event: x\n\na"
    assert shown.draw((first.mark,)) == (b"", first.mark)
    assert next(made) == "b"


def test_the_page_with_the_link_of_a_seat_repeats_nothing_of_its_address(server: Running) -> None:
    anna, _ = open_for_two(server.url)
    client = server.client()
    client.get(f"/t/{anna.table}?key={anna.key}")
    page = client.get(f"/t/{anna.table}/link?seat=0&words=chosen-by-others").text
    assert f"?key={anna.key}" in page and "chosen-by-others" not in page
