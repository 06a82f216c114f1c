"""Draw the pictures of all cards anew into `static/cards.svg`."""

from burgomaster.games.petersburg.web.art.sprite import SPRITE, sprite

SPRITE.write_text(sprite(), encoding="utf-8")
