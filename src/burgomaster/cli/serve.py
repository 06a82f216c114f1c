"""`burgomaster serve`: the table in the browser."""

from __future__ import annotations

import argparse
import socket
import threading
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING

from burgomaster.cli.texts import failed, wrong_use
from burgomaster.core.translator import Translator
from burgomaster.terminal.failure import DONE, FAILED

if TYPE_CHECKING:
    from burgomaster.server.settings import Settings

HOST, PORT = "127.0.0.1", 8000
MORE_PORTS = 20  # tried after the usual one if nobody asked for one
FAREWELL_SECONDS = 2  # for pages that are being read when the server is stopped


def add_arguments(parser: argparse.ArgumentParser, say: Translator) -> None:
    """Add where it listens, and whether a page opens."""
    parser.add_argument("--host", default=HOST, help=say("serve.host", host=HOST))
    parser.add_argument("--port", type=int, help=say("serve.port", port=PORT))
    parser.add_argument("--prefix", metavar="/PATH", help=say("serve.prefix"))
    parser.add_argument("--open", action="store_true", help=say("serve.open"))


def run(arguments: argparse.Namespace, say: Translator) -> int:
    """Serve until it is stopped."""
    try:
        import uvicorn

        from burgomaster.server.app import create_app
        from burgomaster.server.logs import set_up_logs
        from burgomaster.server.stopping import leave_quietly, leave_threads
    except ModuleNotFoundError as error:
        raise wrong_use("serve.missing", package=error.name) from None
    settings = chosen_settings(arguments)
    listening = listen(arguments.host, arguments.port)
    address = f"http://{arguments.host}:{listening.getsockname()[1]}{settings.prefix}/"
    print(say("serve.at", address=address), flush=True)
    if arguments.open:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    set_up_logs(settings.log_format, settings.access_log)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,  # ours names no table
        lifespan="on",
        timeout_graceful_shutdown=FAREWELL_SECONDS,
    )
    server = uvicorn.Server(config)
    leave_quietly()
    server.run([listening])
    code = DONE if server.started else FAILED
    leave_threads(code)
    return code


def chosen_settings(arguments: argparse.Namespace) -> Settings:
    """Read the settings of the environment; the command line goes before them."""
    from burgomaster.server.settings import read_prefix, read_settings

    settings = replace(read_settings(), host=arguments.host)
    return settings if arguments.prefix is None else replace(settings, prefix=read_prefix(arguments.prefix))


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
