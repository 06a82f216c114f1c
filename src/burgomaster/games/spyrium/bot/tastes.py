"""What characters like in Spyrium, in points of lead for one building, worker or crystal more."""

from __future__ import annotations

TASTES = {
    "saver": {"seat0.crystals": 1.5},
    "builder": {"seat0.buildings": 10.0},
    "host": {"seat0.workers": 8.0},
}
