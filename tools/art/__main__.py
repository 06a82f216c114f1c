"""Draw all pictures that have a source: `make art`."""

from tools.art.petersburg.sprite import write_sprites
from tools.art.suburbia.__main__ import main

write_sprites()
main()
