"""Draw the pictures of all cards and all signs anew into `static`."""

from tools.art.petersburg.sprite import write_sprites

write_sprites()
