"""The forms of our pages, read whole: few fields, in a thread where a file comes along."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from urllib.parse import parse_qsl

from fastapi import HTTPException, Request
from python_multipart import FormParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import Field, File

from burgomaster.server.incoming import SMALL_BODY, UPLOADS
from burgomaster.server.match import Refused
from burgomaster.server.proxies import key_of, route_path

MOST_FIELDS = 200
MOST_PARTS = 10  # of a form with a file
PLAIN, WITH_FILE = "application/x-www-form-urlencoded", "multipart/form-data"
UNSUPPORTED = 415


@dataclass(frozen=True)
class Form:
    """What a form brought: texts by name, and the content of a file."""

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
    kind, boundary = content_type(request)
    data = await request.body()
    if not data:
        return Form()
    if kind == PLAIN:
        if len(data) > SMALL_BODY:  # also where a file may come: fields are not read in a thread
            raise HTTPException(413)
        return Form(plain_fields(data))
    if kind == WITH_FILE and route_path(request.scope) in UPLOADS:
        return await asyncio.to_thread(parts_of, data, boundary)
    raise HTTPException(UNSUPPORTED)


def content_type(request: Request) -> tuple[str, str]:
    """Read the type of a body, and what stands between its parts."""
    message = Message()
    message["content-type"] = request.headers.get("content-type", "")
    boundary = message.get_param("boundary", "")
    return message.get_content_type(), boundary if isinstance(boundary, str) else ""


def plain_fields(data: bytes) -> dict[str, str]:
    """Read the fields of a form without files; fields are counted before they are read."""
    try:
        text = data.decode("utf-8")
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError:  # too many of them, or not UTF-8
        raise HTTPException(400) from None
    return dict(pairs)


def parts_of(data: bytes, boundary: str) -> Form:
    """Read the parts of a form with a file."""
    fields: list[tuple[str, str]] = []
    files: list[bytes] = []

    def on_field(part: Field) -> None:
        fields.append((text_of(part.field_name), text_of(part.value)))
        check_parts(len(fields), len(files))

    def on_file(part: File) -> None:
        part.file_object.seek(0)
        files.append(part.file_object.read())
        check_parts(len(fields), len(files))

    try:
        parser = FormParser(
            WITH_FILE,
            on_field,
            on_file,
            boundary=boundary.encode(),
            config={"MAX_MEMORY_FILE_SIZE": len(data) + 1},
        )
        parser.write(data)
        parser.finalize()
    except (FormParserError, ValueError):
        raise HTTPException(400) from None
    return Form(dict(fields), files[0] if files else None)


def text_of(data: bytes | None) -> str:
    """Read a name or a value as text."""
    return (data or b"").decode("utf-8")


def check_parts(n_fields: int, n_files: int) -> None:
    """Raise ValueError for more parts than any form of ours has, also if several have one name."""
    if n_fields > MOST_PARTS or n_files > 1:
        raise ValueError("too many parts")


# Large bodies


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
