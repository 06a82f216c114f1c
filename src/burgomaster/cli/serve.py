"""`burgomaster serve`: the table in the browser."""

from __future__ import annotations

import argparse
import errno
import socket
import sys
import threading
import webbrowser
from contextlib import closing
from dataclasses import replace

from burgomaster.cli.texts import failed, wrong_use
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE, FAILED

HOST, PORT = "127.0.0.1", 8000
BACKLOG = 2048  # connections that wait to be accepted
MORE_PORTS = 20  # tried after the usual one if nobody asked for one
FAREWELL_SECONDS = 2  # for pages that are being read when the server is stopped


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add where it listens, and whether a page opens."""
    parser.add_argument("--host", default=HOST, help=say("serve.host", host=HOST))
    parser.add_argument("--port", type=int, help=say("serve.port", port=PORT))
    parser.add_argument("--open", action="store_true", help=say("serve.open"))


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Serve until it is stopped."""
    try:
        import uvicorn

        from burgomaster.server.app import create_app
        from burgomaster.server.settings import read_settings
        from burgomaster.server.store_opening import OpenedStore
    except ModuleNotFoundError as error:
        raise wrong_use("serve.missing", package=error.name) from None
    settings = replace(read_settings(), host=arguments.host)
    with (
        listen(arguments.host, arguments.port) as listening,
        closing(OpenedStore(settings.database)) as opened,
    ):
        app = create_app(settings, opened)
        announce(arguments, listening.getsockname()[1], say)
        server = uvicorn.Server(
            uvicorn.Config(
                app, log_level="warning", lifespan="on", timeout_graceful_shutdown=FAREWELL_SECONDS
            )
        )
        server.run([listening])
    return DONE if server.started else FAILED


def announce(arguments: argparse.Namespace, port: int, say: Translator) -> None:
    """Say where the table is, and why it is not where it usually is."""
    address = f"http://{arguments.host}:{port}/"
    if arguments.port is None and port != PORT:
        print(say("serve.moved", usual=PORT, port=port), file=sys.stderr, flush=True)
    print(say("serve.at", address=address), flush=True)
    if arguments.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()


def listen(host: str, port: int | None) -> socket.socket:
    """Listen at the port that was asked for, else at the usual one or the next that is free."""
    why: OSError | None = None
    for wanted in range(PORT, PORT + MORE_PORTS) if port is None else [port]:
        made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, wanted))
            made.listen(BACKLOG)  # now: two programs may be bound to a port as long as neither listens
            return made
        except (OSError, OverflowError) as error:
            made.close()
            why = error if isinstance(error, OSError) else OSError(str(error))
            if why.errno != errno.EADDRINUSE:
                break
    taken = why is not None and why.errno == errno.EADDRINUSE
    raise failed("serve.taken" if taken else "serve.busy", host=host, port=port or PORT, why=str(why))
