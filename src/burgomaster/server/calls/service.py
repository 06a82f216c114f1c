"""What somebody can set about being called: the same for pages and for the JSON interface."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from burgomaster.core.language import LANGUAGES
from burgomaster.server.auth import Visitor
from burgomaster.server.calls import words
from burgomaster.server.calls.channels import Channels, Outcome
from burgomaster.server.calls.outgoing import Unreachable, read_target
from burgomaster.server.calls.ways import CHANNELS, EVENTS, PACES, Way, Ways
from burgomaster.server.calls.web_push import BadKeys, read_keys
from burgomaster.server.mail import MailRefused, MailTrouble, MailUnanswered, read_address, send_mail
from burgomaster.server.match import Refused
from burgomaster.server.security import RateLimiter, Signer, hash_token
from burgomaster.server.settings import Settings
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.texts import TEXTS

MAIL_LIMIT = "mail"  # how often something may be sent to an address that nobody has confirmed


class CallService:
    def __init__(
        self, store: Store, settings: Settings, signer: Signer, channels: Channels, limiter: RateLimiter
    ) -> None:
        self.ways, self.channels = Ways(store.engine), channels
        self._store, self._settings, self._signer, self._limiter = store, settings, signer, limiter

    # Adding

    async def add_push(self, visitor: Visitor, endpoint: str, public: str, auth: str) -> Way:
        """Call somebody in this browser from now on; for whoever is logged in, as long as they are."""
        try:
            read_target(endpoint, self.channels.reach)
            read_keys(public, auth)
        except (Unreachable, BadKeys):
            raise Refused("bad_push") from None
        keys = {"p256dh": public, "auth": auth}
        way = Way(visitor.who, "push", endpoint, visitor.language, keys, confirmed=now())
        return await self._add(visitor, replace(way, session=visitor.session))

    async def add_webhook(self, visitor: Visitor, address: str, shape: str, base: str) -> Way:
        """Call somebody by a webhook from now on; "" guesses its shape."""
        try:
            read_target(address.strip(), self.channels.reach)
        except Unreachable:
            raise Refused("bad_address") from None
        chosen = shape or words.guess_shape(address.strip())
        if chosen not in words.SHAPES:
            raise Refused("bad_events", given=chosen[:20], allowed=", ".join(words.SHAPES))
        details = {"shape": chosen, "base": base}
        way = Way(visitor.who, "webhook", address.strip(), visitor.language, details, confirmed=now())
        return await self._add(visitor, way)

    async def add_mail(self, visitor: Visitor, typed: str) -> Way:
        """Ask an address whether it belongs to somebody; nothing else is sent there before it said yes."""
        address = read_address(typed)
        if self._settings.mail is None:
            raise Refused("no_mail")
        if address is None:
            raise Refused("bad_mail")
        if not self._limiter.allow(MAIL_LIMIT, f"mail:{hash_token(address.casefold())}"):
            raise Refused("too_often")
        way = await self._add(visitor, Way(visitor.who, "mail", address, visitor.language))
        if not way.confirmed:
            await self._send_confirmation(way)
        return way

    async def _add(self, visitor: Visitor, way: Way) -> Way:
        """Keep a way of a person; the bearer of a seat's key is nobody in particular."""
        if visitor.bearer:
            raise Refused("not_yours")
        return await asyncio.to_thread(self.ways.add, way, now())

    async def _send_confirmation(self, way: Way) -> None:
        letter = words.confirm_letter(self._settings, self._signer, way, now())
        assert self._settings.mail is not None
        try:
            await asyncio.to_thread(send_mail, self._settings.mail, letter)
        except MailUnanswered:
            return
        except (MailRefused, MailTrouble):
            raise Refused("mail_failed") from None

    # Links in mails: whoever has the mail may use them

    async def confirm(self, token: str) -> None:
        """Believe that an address belongs to whoever asked; Refused for a link that is too old, or none."""
        read = words.read_confirm_token(self._signer, token, now())
        way = None if read is None else await asyncio.to_thread(self.ways.find, read[0])
        if read is None or way is None or words.address_mark(way.address) != read[1]:
            raise Refused("bad_link")
        await asyncio.to_thread(self.ways.confirm, way.id, way.address, now())

    async def stop(self, token: str) -> None:
        """Send no more mails to an address; done once or ten times, it is done."""
        read = words.read_stop_token(self._signer, token)
        if read is None:
            raise Refused("bad_link")
        way = await asyncio.to_thread(self.ways.find, read[0])
        if way is not None and way.channel == "mail" and words.address_mark(way.address) == read[1]:
            await asyncio.to_thread(self.ways.forget, way.id)

    # Changing

    async def change(self, visitor: Visitor, number: int, events: Sequence[str], pace: int) -> None:
        unknown = [event for event in events if event not in EVENTS]
        if unknown or pace not in PACES:
            given = unknown[0] if unknown else str(pace)
            raise Refused("bad_events", given=given[:20], allowed=", ".join([*EVENTS, *map(str, PACES)]))
        chosen = " ".join(event for event in EVENTS if event in events)
        values = {"events": chosen, "pace": pace, "language": visitor.language}
        await asyncio.to_thread(self.ways.change, visitor.whos, number, **values)

    async def remove(self, visitor: Visitor, number: int) -> None:
        await asyncio.to_thread(self.ways.remove, visitor.whos, number)

    async def quiet(self, visitor: Visitor, match: str, channels: Sequence[str]) -> None:
        unknown = [channel for channel in channels if channel not in CHANNELS]
        if unknown:
            raise Refused("bad_events", given=unknown[0][:20], allowed=", ".join(CHANNELS))
        rows = await asyncio.to_thread(self._store.matches_of, visitor.whos)
        if all(row["match"] != match for row in rows):
            raise Refused("not_yours")
        await asyncio.to_thread(self.ways.set_quiet, visitor.whos, match, channels)

    async def test(self, visitor: Visitor, number: int) -> bool:
        """Send a message by a way of somebody; tell whether it seems to have arrived."""
        way = next((one for one in await self.of(visitor) if one.id == number), None)
        if way is None or not way.confirmed:
            raise Refused("no_such_way")
        title, body = (TEXTS.text(way.language, f"call.{key}") for key in ("test_title", "test"))
        message = words.Message("test", title, body, "/calls", "", words.tag_of("", "test"))
        mark = hash_token(f"{way.mark} {now()}")[:32]
        return await self.channels.send(way, [message], mark, now()) in (Outcome.SENT, Outcome.MAYBE)

    # Reading

    async def of(self, visitor: Visitor) -> list[Way]:
        return await asyncio.to_thread(self.ways.of, visitor.whos)

    async def tables_of(self, visitor: Visitor) -> list[Mapping[str, Any]]:
        """List the tables at which somebody sits with other people, with what is silent there."""
        rows = await asyncio.to_thread(self._store.matches_of, visitor.whos)
        shared = [row for row in rows if row["status"] in ("running", "waiting") and is_shared(row, visitor)]
        return [
            {**row, "off": await asyncio.to_thread(self.ways.quiet, visitor.whos, row["match"])}
            for row in shared
        ]


def is_shared(row: Mapping[str, Any], visitor: Visitor) -> bool:
    """Tell whether somebody sits at a table where other people do, or may."""
    whos, seats = row["summary"]["who"], row["summary"]["seats"]
    others = any(who and who not in visitor.whos for who in whos) or any(seat["free"] for seat in seats)
    return others and any(who in visitor.whos for who in whos)


def describe_way(way: Way) -> dict[str, Any]:
    """Describe a way to its owner; secret parts of an address are not repeated."""
    return {
        "id": way.id,
        "channel": way.channel,
        "address": way.shown_address,
        "shape": way.details.get("shape"),
        "events": list(way.events),
        "pace": way.pace,
        "confirmed": bool(way.confirmed),
        "failing": way.failures > 0,
        "language": way.language if way.language in LANGUAGES else LANGUAGES[0],
    }
