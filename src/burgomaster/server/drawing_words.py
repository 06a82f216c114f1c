"""How a server and the processes that draw for it speak: by bytes, each message behind its length."""

from __future__ import annotations

import struct
from typing import IO

LENGTH = struct.Struct("<I")  # stands before everything that is said


def say(output: IO[bytes], words: bytes) -> None:
    """Say something, with its length before it."""
    output.write(LENGTH.pack(len(words)) + words)
    output.flush()


def hear(heard: IO[bytes]) -> bytes:
    """Listen to what is said; EOFError if nobody says anything any more."""
    length = heard.read(LENGTH.size)
    words = heard.read(LENGTH.unpack(length)[0]) if len(length) == LENGTH.size else b""
    if len(length) < LENGTH.size or len(words) < LENGTH.unpack(length)[0]:
        raise EOFError
    return words
