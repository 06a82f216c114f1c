"""Bytes that are hardly HTTP: mutated requests on raw sockets. Each is answered or closed, and none hangs."""

from __future__ import annotations

import random
import socket
import time
from urllib.parse import urlsplit

from tests.campaigns.hostile_target import Counts, Target

REQUESTS = 150  # of one trial
PATIENCE = 25.0  # seconds; a head has ten, a body twenty
FAULT = 500
MUTATIONS = 4  # at most, of one request
ODD = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
    b"GET /\r\n\r\n",
    b"CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://example.com/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n",
    b"GET /%00%ff%2e%2e/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/server/app.py HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\r\n" * 5000,
    b"\x00" * 5000,
)
PARTS = (
    b"\r\n",
    b"\n",
    b"\x00",
    b"\xff",
    b":",
    b"Content-Length: 5\r\n",
    b"Content-Length: -5\r\n",
    b"Content-Length: 99999999999999999999\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Expect: 100-continue\r\n",
    b"Connection: close\r\n",
    b"Host: y\r\n",
    b"Cookie: " + b"a=b; " * 3000 + b"\r\n",
    b"Range: bytes=0-,0-,0-,5-2\r\n",
    b"If-Modified-Since: \xff\r\n",
    b"Accept-Encoding: " + b"gzip," * 500 + b"\r\n",
    b"Accept-Language: " + b"ru;q=9," * 500 + b"\r\n",
    b"Authorization: Bearer " + b"." * 3000 + b"\r\n",
    b"ffffffffffffffff\r\n",
)


def send_broken_requests(target: Target, seed: int) -> tuple[Counts, list[str]]:
    """Send broken requests, each on a connection of its own."""
    rng, findings = random.Random(seed), list[str]()
    seat, _ = target.tables()
    n_requests = int(target.options.get("sockets", REQUESTS))
    whole = whole_requests(seat.table)
    for _ in range(n_requests):
        sent = rng.choice(ODD) if rng.random() < 0.1 else mutated(rng, rng.choice(whole))
        wrong = send(target.url, sent)
        findings += [f"{wrong}\n{shell_command(target.url, sent)}"] if wrong else []
    return {"broken requests": n_requests}, findings


def whole_requests(table: str) -> list[bytes]:
    """List requests that are whole, to be broken."""
    get = [
        f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"
        for path in ("/", "/api/tables", f"/t/{table}", "/static/base.css")
    ]
    body = '{"move": "pass"}'
    head = f"Host: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    post = f"POST /api/tables/{table}/moves HTTP/1.1\r\n{head}{body}"
    chunked = (
        "Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    form = f"POST /taste HTTP/1.1\r\n{chunked}5\r\na=b&c\r\n0\r\n\r\n"
    stream = f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n"
    return [text.encode() for text in (*get, post, form, stream)]


def mutated(rng: random.Random, data: bytes) -> bytes:
    """Break a request in a few places."""
    for _ in range(rng.randint(1, MUTATIONS)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(6):
            case 0:
                data = data[:place]
            case 1:
                data = data[:place] + rng.choice(PARTS) + data[place:]
            case 2:
                data = data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]
            case 3:
                data = data[:place] + data[place + rng.randrange(20) :]
            case 4:
                data = data + data[place:]
            case _:
                data = data.replace(
                    b"\r\n", rng.choice((b"\n", b"\r", b"\r\n", b"\r\n\r\n")), rng.randrange(4)
                )
    return data


def send(url: str, data: bytes) -> str:
    """Send bytes and no more; say what is wrong with the answer, "" if nothing is."""
    place, end = urlsplit(url), time.monotonic() + PATIENCE
    with socket.create_connection((place.hostname or "", place.port or 80), PATIENCE) as made:
        answer = b""
        try:
            made.sendall(data)
            made.shutdown(socket.SHUT_WR)
            while piece := made.recv(65536):
                answer += piece
                if b"text/event-stream" in answer[:2000]:  # it goes on for ever, and may
                    break
                if time.monotonic() > end:
                    return "an answer without end"
        except TimeoutError:
            return "neither answered nor closed"
        except OSError:
            pass
    return judged(answer)


def judged(answer: bytes) -> str:
    """Say what is wrong with the first answer of a connection."""
    if not answer:
        return ""  # closed: what was sent was no request
    words = answer.split(b" ", 2)
    if not answer.startswith(b"HTTP/1.") or not words[1].isdigit():
        return f"no HTTP: {answer[:100]!r}"
    return f"{int(words[1])}: {answer[:300]!r}" if int(words[1]) >= FAULT else ""


def shell_command(url: str, data: bytes) -> str:
    """Write the command that sends bytes again."""
    place = urlsplit(url)
    written = "".join(chr(b) if 32 <= b < 127 and chr(b) not in "\\'%" else f"\\x{b:02x}" for b in data[:600])
    return f"printf '{written}' | nc -N {place.hostname} {place.port}"
