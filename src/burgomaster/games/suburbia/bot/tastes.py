"""What characters like in Suburbia, in points of lead for a tile, five of which are an input of 1."""

from __future__ import annotations

TILE = 5.0
TASTES = {
    "saver": {"seat0.kind.commercial*": 1.6 * TILE, "seat0.kind.industrial*": 1.6 * TILE},
    "builder": {"seat0.kind.residential*": 1.6 * TILE},
    "host": {"seat0.kind.civic*": 1.6 * TILE},
}
