"""`burgomaster serve`: the table in the browser."""

from __future__ import annotations

import argparse
import socket
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from burgomaster.cli.texts import failed, wrong_use
from burgomaster.core.registry import game_names
from burgomaster.terminal.failure import DONE
from burgomaster.terminal.starting import rehearse, watching_compiler
from burgomaster.terminal.texts import Voice

HOST, PORT = "127.0.0.1", 8000
MORE_PORTS = 20  # tried after the usual one if nobody asked for one
FAREWELL_SECONDS = 2  # for pages that are being read when the server is stopped
BOTS = ["greedy"]


def add_arguments(parser: argparse.ArgumentParser, say: Voice) -> None:
    """Where it listens, and whether a page opens."""
    parser.add_argument("--host", default=HOST, help=say("serve.host", host=HOST))
    parser.add_argument("--port", type=int, help=say("serve.port", port=PORT))
    parser.add_argument("--open", action="store_true", help=say("serve.open"))


def run(arguments: argparse.Namespace, say: Voice) -> int:
    """Serve until it is stopped."""
    try:
        import uvicorn

        from burgomaster.server.app import create_app
    except ModuleNotFoundError as error:
        raise wrong_use("serve.missing", package=error.name) from None
    listening = listen(arguments.host, arguments.port)
    first, *others = game_names()
    if not mark_of(first).exists():  # nobody at a table shall wait for a compiler
        with watching_compiler(say):
            prepare(first)
    threading.Thread(target=prepare_all, args=([first, *others],), daemon=True).start()
    address = f"http://{arguments.host}:{listening.getsockname()[1]}/"
    print(say("serve.at", address=address), flush=True)
    if arguments.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        create_app(), log_level="warning", lifespan="on", timeout_graceful_shutdown=FAREWELL_SECONDS
    )
    uvicorn.Server(config).run([listening])
    return DONE


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port that was asked for, else on the usual one or the next that is free."""
    why: OSError | None = None
    for wanted in range(PORT, PORT + MORE_PORTS) if port is None else [port]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        made = socket.socket(family)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, wanted))
            return made
        except (OSError, OverflowError) as error:
            made.close()
            why = error if isinstance(error, OSError) else OSError(str(error))
    raise failed("serve.busy", host=host, port=port or PORT, why=str(why))


def prepare_all(games: Sequence[str]) -> None:
    """Get all games ready while people look at the lobby."""
    for name in games:
        prepare(name)


def prepare(game: str) -> None:
    """Get a game ready, and remember that its rules are compiled."""
    from burgomaster.core.table import load_game  # late: loads the compiler

    rehearse(load_game(game, players=2), BOTS)
    with suppress(OSError):
        mark_of(game).touch()


def mark_of(game: str) -> Path:
    """A file that is there when a game was prepared once with exactly these sources."""
    from burgomaster.core.kernel_cache import cache_directory  # late: loads the compiler

    return cache_directory("bots") / f"prepared-{game}"
