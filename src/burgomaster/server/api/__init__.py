"""The JSON interface: everything a page can do, for bots and other clients.

A seat's key, from its link or from the answer to sitting down, is the bearer token of that seat. A browser's
cookies count only together with the token of our own forms, in the header X-Form-Token.
"""

from __future__ import annotations

from fastapi import APIRouter

from burgomaster.server.api import actions, calls, people, tables
from burgomaster.server.api.guarded_route import COMMON

router = APIRouter(prefix="/api", tags=["tables"], responses=COMMON)
for module in (people, tables, actions, calls):
    router.include_router(module.router)
