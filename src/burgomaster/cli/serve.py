"""`burgomaster serve`: the table in the browser."""

from __future__ import annotations

import argparse
import threading
import webbrowser

from burgomaster.cli.failure import DONE, wrong_use
from burgomaster.cli.starting import rehearse, watching_compiler
from burgomaster.cli.texts import Voice
from burgomaster.core.registry import game_names, load_game

HOST, PORT = "127.0.0.1", 8000


def add_arguments(parser: argparse.ArgumentParser, say: Voice) -> None:
    """Where it listens, and whether a page opens."""
    parser.add_argument("--host", default=HOST, help=say("serve.host", host=HOST))
    parser.add_argument("--port", type=int, default=PORT, help=say("serve.port", port=PORT))
    parser.add_argument("--open", action="store_true", help=say("serve.open"))


def run(arguments: argparse.Namespace, say: Voice) -> int:
    """Serve until it is stopped."""
    try:
        import uvicorn

        from burgomaster.server.app import create_app
    except ModuleNotFoundError as error:
        raise wrong_use("serve.missing", package=error.name) from None
    with watching_compiler(say):  # nobody at a table shall wait for a compiler
        for name in game_names():
            rehearse(load_game(name, players=2), ["greedy"])
    address = f"http://{arguments.host}:{arguments.port}/"
    print(say("serve.at", address=address), flush=True)
    if arguments.open:
        threading.Timer(1.5, webbrowser.open, [address]).start()
    uvicorn.run(create_app(), host=arguments.host, port=arguments.port, log_level="warning")
    return DONE
