"""Draw the pictures of all cards and all signs anew into `static`."""

from burgomaster.games.petersburg.web.art.sprite import write_sprites

write_sprites()
