"""Pictures of great buildings."""

from __future__ import annotations

from tools.art.petersburg.parts import *


def bell_tower(x: float) -> str:
    """Draw one of the towers beside the great dome of Smolny, given by its left edge."""
    return (
        solid(x, 28, 10, 22, "#93bcd9")
        + windows(x + 3, 33, 1, 4, (4, 9), arched=True)
        + cornice(x - 1, 27, 12, 1.8)
        + dome(x + 5, 27, 5.5, "#6f7f8c")
        + box(x + 3.7, 17.5, 2.6, 3.5, WHITE)
        + disc(x + 5, 16, 2, GOLD)
        + cross(x + 5, 14.5, 5)
    )


def painting(x: float, y: float, w: float, h: float, color: str) -> Around:
    """Draw a golden frame with a picture, whose parts are drawn from its upper left corner."""
    frame = box(x, y, w, h, GOLD_DEEP) + box(x, y, w - 1.2, h - 1.2, GOLD)
    return lambda *parts: frame + box(x + 2, y + 2, w - 4, h - 4, color) + put(x + 2, y + 2)(*parts)


def banner(x: float, color: str) -> str:
    """Draw the banner of a guild."""
    return path("M0 46h7v16l-3.5-3-3.5 3Z", color, x, 0) + disc(x + 3.5, 52, 1.9, GOLD_LIT)


def bolt(x: float, y: float, color: str) -> str:
    """Draw a bolt of cloth that lies on the ground."""
    roll = oval(x, y, 3.4, 3.4, color) + box(x, y - 3.4, 18, 6.8, color) + box(x, y, 18, 3.4, dark(color))
    return roll + oval(x, y, 2, 2, pale(color, 0.4))


def college(x: float, y: float, w: float, h: float) -> str:
    """Draw a house of the Twelve Colleges."""
    doors = [(x + w * part, y + h * 0.74, w * 0.3, h * 0.26) for part in (0.12, 0.56)]
    return (
        solid(x, y, w, h, "#c65a44")
        + boxes(
            [(x + w * left / 100, y, w * wide / 100, h) for left, wide in ((0, 9), (91, 9), (45, 8))], WHITE
        )
        + windows(x + w * 0.15, y + h * 0.12, 2, w * 0.46, (w * 0.24, h * 0.26))
        + windows(x + w * 0.15, y + h * 0.46, 2, w * 0.46, (w * 0.24, h * 0.2))
        + openings(doors, "#5c2c22", arched=True)
        + path("M0 0l.2 -.3h.6l.2 .3Z", ROOF_SLATE, x - 1, y, w, h)
        + pediment(x + w * 0.2, y, w * 0.6, h * 0.2, "#c65a44")
    )


SCENES = {
    # The opera at dusk, mint and white, its windows alight.
    "mariinsky_theater": [
        sky("dusk"),
        stars((14, 10), (34, 16), (90, 8), (106, 20), (24, 28)),
        facade(6, 46, 108, 32, "#7fb6a2"),
        windows(10, 51, 4, 8, (4.6, 9), arched=True, lit=(1, 3)),
        windows(80, 51, 4, 8, (4.6, 9), arched=True, lit=(0, 2)),
        windows(10, 65, 4, 8, (4.6, 8), lit=(2,)),
        windows(80, 65, 4, 8, (4.6, 8), lit=(1,)),
        facade(38, 36, 44, 42, MINT),
        windows(42, 41, 5, 7.6, (5, 12), arched=True, lit=(0, 1, 2, 3, 4)),
        boxes([(39.4 + 7.6 * i, 38, 1.6, 40) for i in range(6)], WHITE),
        openings([(43, 61, 9, 17), (55, 61, 9, 17), (67, 61, 9, 17)], LIT, arched=True),
        cornice(36, 56, 48, 1.8),
        drum(60, 34, 16, 7, "#b8dccb", 6),
        dome(60, 27, 17, "#5d8a7c", 0.8),
        box(57, 8, 6, 6, WHITE),
        dome(60, 8, 4, GOLD),
        pavement("#8a7a92"),
        lamp(24, 88, 24),
        lamp(98, 88, 24),
        haze(0.3)(path("M42 78h38l12 12H32Z", LIT)),
    ],
    # A colonnade with griffins before it, and coin.
    "bank": [
        sky("gold"),
        cloud(6, 20, 0.9),
        cloud(90, 18, 0.9),
        facade(12, 34, 96, 44, "#f1dda8"),
        windows(17, 42, 2, 8, (5, 10), arched=True),
        windows(92, 42, 2, 8, (5, 10), arched=True),
        windows(17, 60, 2, 8, (5, 10)),
        windows(92, 60, 2, 8, (5, 10)),
        box(34, 30, 52, 48, "#fbf1d4"),
        columns(36, 37, 6, 9, 40, 3.6),
        pediment(30, 35, 60, 17, "#e0c070"),
        openings([(54, 52, 12, 25)], "#6b4a2a", arched=True),
        line("M60 52v25", GOLD, 1),
        disc(60, 29.5, 4.4, GOLD_LIT),
        disc(60, 29.5, 3, GOLD_DEEP),
        pavement("#d2bb92"),
        griffin(14, 56),
        mirror(griffin(14, 56)),
        coins(52, 85, 3, 2.6),
        coins(66, 85, 2, 2.6),
        coins(59, 83, 2, 6),
    ],
    # The great cascade, and Samson who tears the lion's jaws.
    "peterhof": [
        sky("day"),
        cloud(20, 16, 0.8),
        cloud(84, 14, 0.9),
        facade(6, 30, 108, 18, OCHRE),
        windows(10, 34, 14, 7.2, (4, 9), arched=True),
        hip_roof(6, 28, 40, 6, "#8f9aa6"),
        hip_roof(74, 28, 40, 6, "#8f9aa6"),
        hip_roof(46, 26, 28, 9, "#8f9aa6", 8),
        onion(12, 24, 8, GOLD),
        onion(108, 24, 8, GOLD),
        path("M0 50c8-6 18-4 24 4l-8 24H0ZM120 50c-8-6-18-4-24 4l8 24h16Z", "#5f8b4e"),
        path("M104 50c8-4 12-4 16 0v28h-16l-6-18Z", "#4a723f"),
        path("M26 48h68l8 12H18ZM18 60h84l8 14H10Z", STONE),
        path("M42 48h36l4 12H38ZM36 60h48l6 14H30Z", "#9fd0de"),
        line("M48 49l-3 11M60 49v11M72 49l3 11M44 61l-3 12M54 61l-1 12M66 61l1 12M76 61l3 12", WHITE, 1.5),
        path("M0 74h120v16H0Z", "#6fb0c6"),
        oval(60, 78, 34, 4, "#9fd0de"),
        line("M60 56V10M60 12q-8 4-10 22M60 12q8 4 10 22M60 16q-4 6-5 20M60 16q4 6 5 20", WHITE, 1.8),
        oval(60, 76, 12, 3.4, STONE),
        path("M55 75l2-12c-3-3-2-8 3-8s6 5 3 8l3 12Z", GOLD),
        path("M60 55c5 0 6 5 3 8l3 12h-5Z", GOLD_DEEP),
        disc(60, 53, 2.8, GOLD_LIT),
        path("M63 72c0-5 4-7 8-6 3 1 4 4 2 6l2 3H62Z", GOLD),
        line("M20 78q6-10 12 0M88 78q6-10 12 0", WHITE, 1.4),
    ],
    # The golden dome over granite columns.
    "st_isaacs_cathedral": [
        sky("morning"),
        cloud(4, 30, 1),
        cloud(90, 24, 1),
        dome(30, 45, 5, GOLD),
        dome(90, 45, 5, GOLD),
        box(26, 45, 8, 5, "#d8c7b2"),
        box(86, 45, 8, 5, "#c2b09a"),
        cross(30, 39.5, 4),
        cross(90, 39.5, 4),
        facade(20, 52, 80, 26, "#c9b6a2"),
        columns(24, 56, 4, 5.6, 21, 2.8, "#a8655a"),
        columns(78, 56, 4, 5.6, 21, 2.8, "#a8655a"),
        windows(64, 60, 1, 5, (5, 10), arched=True),
        solid(42, 30, 36, 16, "#d8c7b2"),
        columns(43.5, 31, 7, 5.2, 14, 2.2, "#a8655a"),
        cornice(40, 28, 40, 2.6, "#e6d9c6"),
        dome(60, 28, 17, GOLD, 1.15),
        path("M54 28c-2-8 0-14 4-18M66 28c2-8 0-14-4-18", "none"),
        lantern(60, 10, 3.6),
        box(42, 50, 36, 28, "#d8c7b2"),
        columns(44, 56, 6, 6.2, 22, 3.2, "#a8655a"),
        pediment(38, 55, 44, 12, "#8f9a8a", "#e6d9c6"),
        pediment(18, 55, 28, 8, "#8f9a8a", "#e6d9c6"),
        pediment(76, 55, 28, 8, "#8f9a8a", "#e6d9c6"),
        pavement("#bfa88e"),
        path("M34 78h52l6 4H28Z", "#e6d9c6"),
    ],
    # Patterned onions over brick, on the canal.
    "church_of_the_resurrection": [
        sky("winter"),
        cloud(4, 20, 1),
        cloud(70, 12, 0.8),
        solid(31, 32, 8, 12, "#c96a4e"),
        solid(44, 34, 6, 10, "#c96a4e"),
        solid(73, 33, 8, 10, "#c96a4e"),
        onion(35, 33, 12, "#4a9a6a", CREAM),
        onion(47, 35, 8.5, GRAIN, "#7a3b8a"),
        onion(77, 34, 11, "#5a86c0", WHITE),
        path("M50 40l10-26 10 26Z", "#3f8f86"),
        path("M60 14l10 26h-8Z", "#2b6a66"),
        line("M54 32h12M56 26h8", "#f3d66a", 1.4),
        onion(60, 17, 10, "#3b6ea5", "#f3d66a"),
        path("M26 52l10-10 10 10ZM48 52l12-13 12 13ZM74 52l10-10 10 10Z", "#2f7f78"),
        path("M31 52l5-6 5 6ZM54 52l6-7 6 7ZM79 52l5-6 5 6Z", CREAM),
        cornice(25, 52, 70, 2),
        bricks(26, 52, 68, 28, "#b4563f"),
        openings([(32, 58, 8, 14), (56, 56, 9, 18), (80, 58, 8, 14)], WHITE, arched=True),
        openings([(33.5, 60, 5, 12), (57.5, 58, 6, 16), (81.5, 60, 5, 12)], GLASS, arched=True),
        solid(86, 30, 16, 50, "#b4563f"),
        windows(90.5, 36, 1, 5, (7, 10), arched=True),
        box(85, 50, 18, 2.4, CREAM),
        box(85, 29, 18, 2.4, CREAM),
        onion(94, 29, 15, GOLD),
        quay(78, "#a98a78"),
        water(84),
    ],
    # Ships come home under the lighthouse column.
    "harbor": [
        sky("evening"),
        sun(30, 46, 7),
        cloud(56, 18, 1),
        skyline("#8a7f9c", 64),
        water(62, "#4f7f98"),
        sailing_ship(30, 64, 0.5, "#f2dfc2"),
        sailing_ship(66, 72, 0.9),
        path("M84 90V70h36v20Z", STONE),
        box(84, 70, 36, 3, "#d4c9b6"),
        line("M84 80h36M96 73v7M110 80v10M92 80v10", "#9a8e85", 1),
        rostral(103, 70, 46),
        barrel(86, 70, 8),
        line("M10 30q3-4 6 0 3-4 6 0M46 22q2.5-3 5 0 2.5-3 5 0", WHITE, 1.3),
    ],
    # Azure, white and gold, with the golden cupolas of its chapel.
    "catherine_palace": [
        sky("day"),
        cloud(8, 22, 0.9),
        cloud(46, 16, 0.9),
        solid(91.6, 26, 4.8, 9, AZURE),
        onion(94, 27, 8, GOLD),
        solid(109.6, 26, 4.8, 9, AZURE),
        onion(112, 27, 8, GOLD),
        solid(96.3, 26, 5.4, 9, AZURE),
        onion(99, 27, 9, GOLD),
        solid(105.3, 26, 5.4, 9, AZURE),
        onion(108, 27, 9, GOLD),
        solid(100, 20, 7, 14, "#a7cbe3"),
        onion(103.5, 21, 12, GOLD),
        facade(4, 36, 112, 42, AZURE),
        windows(8.5, 42, 13, 8.2, (4.6, 11), arched=True, lit=(4, 6, 8)),
        windows(8.5, 61, 13, 8.2, (4.6, 9)),
        cornice(3, 56, 114, 2),
        boxes([(5.4 + 8.2 * i, 38, 2, 38) for i in range(14)], WHITE),
        boxes([(4.8 + 8.2 * i, y, 3.2, h) for y, h in ((38, 2.4), (54, 2)) for i in range(14)], GOLD),
        pediment(42, 34, 36, 11, AZURE),
        disc(60, 30, 2.8, GOLD),
        *[statue(x, 34, 7, GOLD_LIT) for x in (10, 20, 30, 84)],
        door(60, 78, 9, 14, "#7a5a2a", GOLD),
        meadow("#9ab86c", 80),
        path("M54 78h12l10 12H44Z", "#ecd9ae"),
        tree(22, 90, 5, "#5f8b4e"),
        tree(98, 90, 5, "#5f8b4e"),
    ],
    # Blue and white baroque, five cupolas close together.
    "smolny_cathedral": [
        sky("white_night"),
        cloud(4, 28, 0.9),
        cloud(92, 30, 0.9),
        facade(4, 62, 22, 16, "#93bcd9"),
        facade(94, 62, 22, 16, "#7fabcc"),
        windows(7, 66, 3, 6.5, (4, 7)),
        windows(97, 66, 3, 6.5, (4, 7)),
        hip_roof(3, 61, 24, 5, ROOF_SLATE),
        hip_roof(93, 61, 24, 5, ROOF_SLATE),
        drum(60, 34, 11, 9, "#a9cbe2", 4),
        dome(60, 24, 11.5, "#6f7f8c", 1.2),
        box(57.5, 8, 5, 4, WHITE),
        disc(60, 7, 3, GOLD),
        cross(60, 5, 6),
        bell_tower(29),
        bell_tower(81),
        facade(26, 50, 68, 28, "#93bcd9"),
        windows(31, 56, 2, 9, (5.5, 11), arched=True),
        windows(76, 56, 2, 9, (5.5, 11), arched=True),
        boxes([(x, 51, 1.8, 27) for x in (28, 37, 46, 73, 82, 91)], WHITE),
        facade(46, 42, 28, 36, "#a9cbe2"),
        columns(48, 46, 2, 4.5, 31),
        columns(65, 46, 2, 4.5, 31),
        openings([(56, 48, 8, 13)], WHITE, arched=True),
        openings([(57.2, 49.5, 5.6, 11)], GLASS, arched=True),
        door(60, 78, 7, 11),
        pediment(44, 42, 32, 8, "#93bcd9"),
        meadow("#a5bd7c"),
    ],
    # A gallery of paintings, a malachite vase, light from above.
    "hermitage": [
        backdrop("#8e2f38"),
        path("M0 0h54C26 18 8 44 0 70Z", "#a8434a"),
        backdrop("#c99a5f", 70, 20),
        line("M60 70v20M34 70L20 90M86 70l14 20M10 70l-10 8M110 70l10 8M0 80h120", "#a87a43", 1),
        *[backdrop(color, y, h) for color, y, h in ((GOLD, 67, 3.4), (WHITE, 0, 8), (GOLD, 7, 1.6))],
        discs([(x, 3.5) for x in range(8, 113, 13)], 1.6, GOLD),
        painting(44, 12, 32, 32, "#4a3a4c")(
            disc(14, 12, 4.5, "#f2c9a4"),
            path("M9 12q0-8 5-8t5 8l2 4H7Z", WOOD_DEEP),
            disc(14, 12, 3.5, "#f2c9a4"),
            path("M4 28q0-11 10-11t10 11Z", "#2f5f7d"),
        ),
        painting(8, 16, 30, 26, "#a9cfdc")(
            box(0, 12, 26, 10, "#4f7f98"),
            path("M7 15h12l-2 3H9Z", WOOD_DEEP),
            path("M13 4v10h7Z", WHITE),
            disc(21, 5, 2.5, LIT),
        ),
        painting(82, 16, 30, 26, "#e6d9a8")(
            path("M0 14q8-8 14-2t12-3v13H0Z", "#6f9a58"), path("M18 22q-4-4-2-9 4 3 2 9Z", "#3f6b55")
        ),
        painting(12, 46, 20, 16, "#d9c08a")(path("M5 12q-2-8 3-9t4 9Z", "#9e3039")),
        painting(88, 46, 20, 16, "#7f93a8")(disc(8, 6, 3, "#f2c9a4")),
        shadow(60, 82, 12),
        path("M52 80h16l-3-4c7-4 9-12 5-19H50c-4 7-2 15 5 19Z", "#2f8f6a"),
        path("M62 57h8c4 7 2 15-5 19l3 4h-8c5-6 6-15 2-23Z", "#1f6b50"),
        line("M49 57h22M56 76h8M50 80h20", GOLD, 2),
        line("M54 61q-2 6 2 10", "#7fcaa6", 1.6),
        line("M14 82v-12M36 82v-12M84 82v-12M106 82v-12", GOLD_DEEP, 2),
        line("M14 71q11 8 22 0M84 71q11 8 22 0", "#5b1620", 1.8),
    ],
    # The long front of the palace, the angel's column before it.
    "winter_palace": [
        sky("winter"),
        sun(96, 20, 7),
        cloud(8, 20, 1),
        facade(3, 38, 114, 40, MINT),
        windows(7, 44, 14, 7.8, (4.4, 11), arched=True, lit=(2, 9)),
        windows(7, 62, 14, 7.8, (4.4, 10), lit=(4, 11)),
        cornice(2, 57, 116, 2),
        boxes([(4 + 7.8 * i, 40, 1.9, 36) for i in range(15)], WHITE),
        boxes([(3.4 + 7.8 * i, 40, 3, 2) for i in range(15)], GOLD),
        hip_roof(3, 36, 30, 7, "#9a5f4c"),
        hip_roof(87, 36, 30, 7, "#9a5f4c"),
        hip_roof(40, 33, 40, 6, "#9a5f4c"),
        cornice(38, 33, 44),
        *[statue(x, 36, 8) for x in (37, 83)],
        *[statue(x, 29, 6) for x in (46, 52, 68, 74)],
        openings([(47, 62, 7, 15), (56.5, 60, 7, 17), (66, 62, 7, 15)], "#5c4a3a", arched=True),
        pavement("#d9cfc0"),
        solid(57, 22, 6, 52, "#a0605a", 0.4),
        box(53, 74, 14, 6, STONE),
        box(51, 80, 18, 4, "#c6baa8"),
        box(55.5, 20, 9, 2.6, GOLD_DEEP),
        path("M57.5 20l1.3-9a2 2 0 1 1 2.4 0l1.3 9Z", GOLD_LIT),
        path("M61 12l5-4-3 8ZM59 12l-5-4 3 8Z", GOLD),
        line("M62 14V5M60.5 7h3", GOLD_LIT, 1),
        shadow(66, 85, 16, 2),
    ],
    # The merchants' hall: stepped gables, a clock tower, banners of the guilds.
    "guild_hall": [
        sky("morning"),
        cloud(60, 22, 1),
        cloud(92, 30, 0.8),
        facade(28, 44, 84, 34, TERRACOTTA),
        windows(52, 50, 7, 8.2, (5, 10), arched=True, lit=(2, 5)),
        hip_roof(26, 42, 88, 10, ROOF_SLATE),
        openings([(56, 63, 10, 15), (72, 63, 10, 15), (88, 63, 10, 15)], WOOD_DEEP, arched=True),
        cornice(48, 61, 64, 1.6),
        *[
            banner(x, color)
            for x, color in ((47, "#2f5f7d"), (67, "#9e3039"), (87, "#3f6b4a"), (104, "#5a4478"))
        ],
        solid(20, 22, 26, 56, "#d9866a"),
        cornice(18, 21, 30),
        cornice(18, 42, 30, 1.8),
        solid(24, 8, 18, 13, "#e6a488"),
        cornice(22, 7, 22),
        path("M23 7l10-9 10 9Z", ROOF_GREEN),
        disc(33, 32, 7, GOLD_DEEP),
        disc(33, 32, 5.8, WHITE),
        line("M33 32v-4M33 32l3 2", INK, 1.2),
        openings([(29, 10, 8, 9)], GLASS, arched=True),
        door(33, 78, 9, 16),
        pavement("#c9ae8e"),
        sack(100, 87, 12),
        crate(84, 88, 13, 10),
    ],
    # Red brick, saw-tooth roofs, a chimney, bolts of cloth at the gate.
    "textile_factory": [
        sky("storm"),
        cloud(6, 20, 0.9),
        cloud(48, 18, 0.8),
        bricks(8, 46, 76, 32, "#b4573f"),
        path("M8 46l12-13v13l13-13v13l13-13v13l13-13v13l13-13v13l12-13v13Z", "#6a727d"),
        path("M20 33v13l6-6.5ZM33 33v13l6-6.5ZM46 33v13l6-6.5ZM59 33v13l6-6.5ZM72 33v13l6-6.5Z", "#a9c4cc"),
        windows(13, 52, 6, 11.5, (7, 8), arched=True, lit=(1, 4)),
        openings([(40, 64, 13, 14)], WOOD_DEEP, arched=True),
        path("M92 78l3-62h9l3 62Z", "#a34c37"),
        path("M100 16h4l3 62h-5Z", "#823826"),
        box(93, 14, 13, 4, "#d9a58a"),
        smoke(100, 9),
        smoke(106, 3),
        pavement("#a8998a"),
        bolt(10, 84, "#2f6ea8"),
        bolt(32, 85, "#c0453c"),
        bolt(20, 79, GOLD),
        bolt(62, 84, "#3f8f6a"),
        bolt(84, 85, "#7a4a8a"),
    ],
    # The Twelve Colleges: red houses side by side, seen along their row.
    "university": [
        sky("day"),
        cloud(60, 26, 1),
        cloud(92, 34, 0.9),
        college(88, 58, 12, 19),
        college(74, 54, 15, 24),
        college(55, 48, 20, 30),
        college(31, 41, 25, 37),
        college(0, 32, 32, 46),
        path("M0 78h120v12H0Z", "#d2bd99"),
        path("M30 90L96 78h24v12Z", "#b9a27d"),
        path("M96 86l2-14q5-5 10 0l3 14Z", "#26314a"),
        disc(103, 67, 3.6, "#f2c9a4"),
        path("M97 64l6-3 7 3-7 3Z", INK),
        path("M96 75h7v6h-7Z", "#9e3039"),
        tree(112, 78, 5),
    ],
}
