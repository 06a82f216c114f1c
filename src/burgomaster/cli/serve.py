"""`burgomaster serve`: the table in the browser."""

from __future__ import annotations

import argparse
import socket
import threading
import webbrowser
from dataclasses import replace

from burgomaster.cli.texts import failed, wrong_use
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE

HOST, PORT = "127.0.0.1", 8000
MORE_PORTS = 20  # tried after the usual one if nobody asked for one


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
        from burgomaster.server.proxies import WrongProxy
        from burgomaster.server.serving import server_config
        from burgomaster.server.settings import read_settings
    except ModuleNotFoundError as error:
        raise wrong_use("serve.missing", package=error.name) from None
    try:
        settings = read_settings()
    except WrongProxy as error:
        raise wrong_use("serve.proxies", why=str(error)) from None
    listening = listen(arguments.host, arguments.port)
    address = f"http://{arguments.host}:{listening.getsockname()[1]}/"
    print(say("serve.at", address=address), flush=True)
    if arguments.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    app = create_app(replace(settings, host=arguments.host))
    uvicorn.Server(server_config(app)).run([listening])
    return DONE


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket on the port that was asked for, else on the usual one or the next that is free."""
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
