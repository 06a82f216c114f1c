"""The pictures of Suburbia: the tiles, their colours, the meadow and the cover."""

from __future__ import annotations

from tools.art.suburbia.cover import cover
from tools.art.suburbia.sheet import colours, lawn, sprite

FILES = {"cover.svg": cover, "tiles.svg": sprite, "colours.css": colours, "lawn.svg": lawn}
