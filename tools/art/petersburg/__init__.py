"""The pictures of Saint Petersburg: the cards, and the icons of goods and signs."""

from __future__ import annotations

from tools.art.petersburg.scenes import (
    actions,
    dignitaries,
    goods,
    icons,
    nobles,
    palaces,
    town,
    workers,
    works,
)
from tools.art.shapes import HEIGHT, WIDTH, sheet

ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
# Where a card has another shape the middle of its picture is shown
CARD = f'id="card-{{}}" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice" {ROUND}'
ICON = f'id="{{}}" viewBox="0 0 24 24" {ROUND}'
CARDS = {
    name: "".join(parts)
    for module in (actions, dignitaries, goods, nobles, palaces, town, workers, works)
    for name, parts in module.SCENES.items()
}
ICONS = {name: "".join(parts) for name, parts in icons.SCENES.items()}
FILES = {"cards.svg": lambda: sheet(CARDS, CARD), "icons.svg": lambda: sheet(ICONS, ICON)}
