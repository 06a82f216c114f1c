"""Draw all pictures that have a source: `make art`."""

from __future__ import annotations

from tools.art import FILES

for path, draw in FILES.items():
    path.write_text(draw(), encoding="utf-8")
