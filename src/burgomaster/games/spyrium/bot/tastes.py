"""What characters like in Spyrium, in points of lead for one building, worker or crystal more."""

from __future__ import annotations

TASTES = {
    "saver": {"seat0.crystals": 0.8},
    "builder": {"seat0.buildings": 5.0},
    "host": {"seat0.workers": 4.0},
}
