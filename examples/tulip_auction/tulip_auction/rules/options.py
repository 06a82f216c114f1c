"""What can be said of the game before its rules are loaded. Loads no compiler."""

from pathlib import Path

from burgomaster.core.language import CORE_TEXTS, Catalog
from burgomaster.core.options import GameInfo

TEXTS = Catalog(Path(__file__).parent, CORE_TEXTS)
INFO = GameInfo(name="tulip_auction", version=1, players=(2, 3, 4), texts=TEXTS)
