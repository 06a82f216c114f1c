"""A network that can be cut: everything that goes through it stops, and nothing new gets through."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterable

PIECE = 65536


class Wire:
    """Passes bytes on between a port of its own and a server."""

    def __init__(self, port: int) -> None:
        self.server = ("127.0.0.1", port)
        self.port = 0
        self._ends: list[socket.socket] = []
        self.restore()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def restore(self) -> None:
        """Let everything through (again)."""
        listening = socket.create_server(("127.0.0.1", self.port), reuse_port=False)
        self.port = listening.getsockname()[1]
        self._ends = [listening]
        threading.Thread(target=self._accept, args=(listening,), daemon=True).start()

    def cut(self) -> None:
        """Stop everything."""
        close(self._ends)

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._connect(listening.accept()[0])

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(self.server)
        except OSError:  # the server is away
            close([near])
            return
        self._ends += [near, far]
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(PIECE):
                other.sendall(piece)
        close((one, other))


def close(ends: Iterable[socket.socket]) -> None:
    """Hang up, also where somebody is listening."""
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
