"""Bodies of requests: forms of our pages, uploaded files, and JSON, each of bounded size.

Python's own reader of JSON takes `NaN` and `Infinity`, which are no JSON, and numbers beyond every float. Of
two equal keys it lets the last one win.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from fastapi import HTTPException, Request

from burgomaster.server.incoming import SMALL_BODY, UPLOADS
from burgomaster.server.match import Refused
from burgomaster.server.proxies import key_of, route_path

MOST_FIELDS = 200
MOST_PARTS = 10  # fields of a form with a file
MOST_VALUES = 10_000  # of a document: the reader holds the interpreter; a record of our games has up to 700
PLAIN, WITH_FILE = "application/x-www-form-urlencoded", "multipart/form-data"
UNSUPPORTED = 415


def content_type(request: Request) -> str:
    """Read the type of a body, without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


@dataclass(frozen=True)
class Form:
    fields: Mapping[str, str] = field(default_factory=dict)
    file: bytes | None = None


async def read_form(request: Request) -> Form:
    """Read the form of a request; kept, so that it is done once."""
    if not hasattr(request.state, "form"):
        request.state.form = await parse_form(request)
    form: Form = request.state.form
    return form


async def parse_form(request: Request) -> Form:
    """Read a form by its type; 415 for another type, 400 for what makes no sense."""
    kind, data = content_type(request), await request.body()
    if not data:
        return Form()
    if kind == PLAIN:
        if len(data) > SMALL_BODY:  # also where a file may come
            raise HTTPException(413)
        try:  # Starlette would do it byte by byte in Python; fields are counted first
            text = data.decode("utf-8")
            pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
        except ValueError:  # too many of them, or not UTF-8
            raise HTTPException(400) from None
        return Form(dict(pairs))
    if kind == WITH_FILE and route_path(request.scope) in UPLOADS:
        return await form_with_file(request)
    raise HTTPException(UNSUPPORTED)


async def form_with_file(request: Request) -> Form:
    try:
        form = await request.form(max_files=1, max_fields=MOST_PARTS, max_part_size=SMALL_BODY)
    except UnicodeError:  # a name in a made-up encoding
        raise HTTPException(400) from None
    fields, file = dict[str, str](), None
    for name, value in form.multi_items():
        if isinstance(value, str):
            fields[name] = value
        else:
            file = await value.read()
    await form.close()
    return Form(fields, file)


class Uploads:
    """Counts the records that are being read: each is held in memory as long as that takes."""

    MOST, MOST_OF_ADDRESS = 8, 2

    def __init__(self) -> None:
        self.addresses: list[str] = []

    @contextmanager
    def reading(self, request: Request) -> Iterator[None]:
        """Count one more while it is read; Refused if there are too many, or too many from one address."""
        address = key_of(request.scope)
        if len(self.addresses) >= self.MOST or self.addresses.count(address) >= self.MOST_OF_ADDRESS:
            raise Refused("too_often")
        self.addresses.append(address)
        try:
            yield
        finally:
            self.addresses.remove(address)


class NotJson(ValueError):
    """A text that is not the JSON we take."""


def read_json(data: bytes, most: int = MOST_VALUES) -> Any:
    """Read a document; NotJson for everything that is none, or has too many values."""
    if data.count(b",") + data.count(b"[") + data.count(b"{") > most:
        raise NotJson("too many values")
    try:
        return _DECODER.decode(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # not JSON, not UTF-8, or nested too deeply
        raise NotJson(str(error)) from error


def read_float(text: str) -> float:
    """Read a number that is not an integer, or one of the constants that Python knows."""
    found = float(text)
    if not math.isfinite(found):
        raise ValueError(f"{text[:20]} is not a number of JSON, or too large")
    return found


def read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


_DECODER = json.JSONDecoder(parse_constant=read_float, parse_float=read_float, object_pairs_hook=read_object)
