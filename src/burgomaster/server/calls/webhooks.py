"""Webhooks: the same words in the shapes that chat programs take, and a plain one for everything else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from burgomaster.server.calls.words import Message

Shape = Callable[[Message, str], Mapping[str, Any]]
MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@-])")


def discord(message: Message, link: str) -> Mapping[str, Any]:
    """Write for Discord; a name with an @ calls nobody there."""
    title, body = (MARKDOWN.sub(r"\\\1", text) for text in (message.title, message.body))
    return {"content": f"**{title}**\n{body}\n<{link}>", "allowed_mentions": {"parse": []}}


def slack(message: Message, link: str) -> Mapping[str, Any]:
    """Write for Slack and what understands the same, such as Mattermost and Rocket.Chat."""
    return {"text": f"*{escaped(message.title)}*\n{escaped(message.body)}\n<{link}>", "mrkdwn": True}


def escaped(text: str) -> str:
    """Escape what Slack would read as marks or mentions."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub("[*_~`]", "", plain).replace("@", "@\u200b")


def matrix(message: Message, link: str) -> Mapping[str, Any]:
    """Write for the bridges of Matrix that take webhooks (hookshot); a name with an @ calls nobody there."""
    quiet = f"{message.title}\n{message.body}".replace("@", "@\u200b")
    return {"text": f"{quiet}\n{link}", "username": "Burgomaster"}


def plain(message: Message, link: str) -> Mapping[str, Any]:
    """Write for a program of one's own: every part by itself."""
    return {
        "event": message.event,
        "title": message.title,
        "body": message.body,
        "url": link,
        "table": message.table,
        "id": message.tag,
    }


SHAPES: Mapping[str, Shape] = {"plain": plain, "discord": discord, "slack": slack, "matrix": matrix}
HOSTS = {"discord.com": "discord", "discordapp.com": "discord", "hooks.slack.com": "slack"}


def guess_shape(address: str) -> str:
    """Guess the shape from the host of an address; plain if nothing is known."""
    return HOSTS.get(urlsplit(address).hostname or "", "plain")


def webhook_body(shape: str, message: Message, link: str) -> bytes:
    """Write the body of a webhook."""
    return json.dumps(SHAPES[shape](message, link), ensure_ascii=False).encode()
