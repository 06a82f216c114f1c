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
from typing import TYPE_CHECKING

from burgomaster.cli.arguments import failed, wrong_use
from burgomaster.core.translator import Translator
from burgomaster.terminal.texts import DONE, FAILED

if TYPE_CHECKING:
    from burgomaster.server.settings import Settings

HOST, PORT = "127.0.0.1", 8000
BACKLOG = 2048  # connections that wait to be accepted
MORE_PORTS = 20  # tried after the usual one if nobody asked for one


def add_serve(parser: argparse.ArgumentParser, say: Translator) -> None:
    parser.add_argument("--host", default=HOST, help=say("serve.host", host=HOST))
    parser.add_argument("--port", type=int, help=say("serve.port", port=PORT))
    parser.add_argument("--prefix", metavar="/PATH", help=say("serve.prefix"))
    parser.add_argument("--open", action="store_true", help=say("serve.open"))


def run_serve(arguments: argparse.Namespace, say: Translator) -> int:
    try:
        import uvicorn

        from burgomaster.server.app import create_app
        from burgomaster.server.connections import server_config
        from burgomaster.server.logs import set_up_logs
        from burgomaster.server.stopping import leave_quietly, leave_threads
        from burgomaster.server.store_opening import OpenedStore
    except ModuleNotFoundError as error:
        raise wrong_use("serve.missing", package=error.name) from None
    settings = chosen_settings(arguments)
    with (
        listen(arguments.host, arguments.port) as listening,
        closing(OpenedStore(settings.database)) as opened,
    ):
        app = create_app(settings, opened)
        announce(arguments, f"{listening.getsockname()[1]}{settings.prefix}", say)
        set_up_logs(settings.log_format, settings.access_log)
        server = uvicorn.Server(server_config(app, log_config=None, access_log=False))
        leave_quietly()
        server.run([listening])
    code = DONE if server.started else FAILED
    leave_threads(code)
    return code


def chosen_settings(arguments: argparse.Namespace) -> Settings:
    """Read the settings of the environment; the command line goes before them."""
    from burgomaster.server.proxies import WrongProxy
    from burgomaster.server.settings import read_prefix, read_settings

    try:
        settings = replace(read_settings(), host=arguments.host)
    except WrongProxy as error:
        raise wrong_use("serve.proxies", why=str(error)) from None
    return settings if arguments.prefix is None else replace(settings, prefix=read_prefix(arguments.prefix))


def announce(arguments: argparse.Namespace, place: str, say: Translator) -> None:
    """Say where the table is, and why it is not where it usually is."""
    address = f"http://{arguments.host}:{place}/"
    port = int(place.partition("/")[0])
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
