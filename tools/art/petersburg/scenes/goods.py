"""Pictures of goods of the market."""

from __future__ import annotations

from tools.art.petersburg.parts import *


def egg(x: float) -> str:
    """Draw an egg in the straw."""
    return oval(x, 77, 6, 7.5, CREAM) + path("M1 84.5q7-3 4-12 6 8-4 12Z", "#d9c49a", x, 0)


def apple_tree(x: float, y: float, r: float) -> str:
    """Draw a tree full of apples whose foot is at a place."""
    spots = ((-0.5, -1.6), (0.3, -2.3), (0.5, -1.5), (-0.2, -2.5), (0, -1.9))
    return tree(x, y, r, "#6a9a50") + discs([(x + dx * r, y + dy * r) for dx, dy in spots], r * 0.16, APPLE)


ROWS = ((44, range(46, 71, 8)), (49, (*range(36, 79, 7), 84)), (54, range(38, 79, 8)))
CAVIAR = [(x, y) for y, row in ROWS for x in row]


SCENES = {
    # A chick on the cloth, an eggshell beside it.
    "chick": [
        stall("#d98a5a", "#f0e0b8"),
        shadow(56, 80, 24, 3),
        chick_bird(58, 79, 1.55),
        shadow(95, 79, 14, 2),
        path("M84 78q-2-14 10-16l-1 5 5-3 1 5 5-2q6 4 4 11Z", WHITE),
        path("M98 67l5-2q6 4 4 11H97q4-4 1-9Z", "#ddd0b4"),
    ],
    # A hen on straw with her eggs.
    "hen": [
        stall("#5f93a6", "#e9dcc0"),
        path("M12 82q46-10 98 0v8H12Z", "#d3a445"),
        line("M22 82l18-4M30 86l22-3M60 84l24 3M84 80l26 4M44 80l20 3", "#e6c25c", 2),
        hen_bird(52, 74, 1.35),
        egg(84),
        egg(96),
    ],
    # The hen house on its legs, hens about it.
    "chicken_coop": [
        sky("day"),
        cloud(8, 20, 0.9),
        hills("#a9c288", 60),
        meadow("#8fb062", 72),
        box(30, 34, 60, 32, "#c0704a"),
        box(70, 34, 20, 32, "#9c5536"),
        line("M40 34v32M50 34v32M80 34v32M70 34v32", "#96502f", 1),
        gable_roof(22, 34, 76, 22, ROOF_GREEN),
        path("M52 66V52a8 8 0 0 1 16 0v14Z", "#3a241a"),
        boxes([(36, 66, 4, 14), (80, 66, 4, 14)], WOOD_DEEP),
        path("M54 66h12l8 16H46Z", WOOD_LIT),
        line("M52 70h16M50 74h20M48 78h24", WOOD_DEEP, 1.2),
        disc(60, 26, 5, "#f3d9a0"),
        disc(60, 56, 3.6, "#f4efe2"),
        hen_bird(24, 78, 0.62, "#f0e6d2"),
        hen_bird(98, 80, 0.7),
        chick_bird(82, 86, 0.42),
        chick_bird(44, 88, 0.42),
    ],
    # Hens in the special crate.
    "special_chicken_crate": [
        special("#7a4a34")(
            hen_bird(40, 58, 1),
            hen_bird(84, 58, 1, "#f0e6d2"),
            chick_bird(62, 56, 0.8),
        )
    ],
    # Ears of wheat, tied.
    "ear_of_wheat": [
        stall("#c9574a", "#f3e3b4"),
        shadow(60, 80, 22, 3),
        ear(52, 80, 66, -20),
        ear(68, 80, 66, 20),
        ear(56, 82, 72, -7),
        ear(64, 82, 72, 8),
        path("M50 62q10 5 20 0v6q-10 5-20 0Z", "#b3362f"),
        path("M60 68l-9 12 4 1 5-8 6 8 4-1Z", "#b3362f"),
    ],
    # An open sack of grain with its scoop.
    "grain_sack": [
        stall("#7fa070", "#efe0bd"),
        shadow(58, 83, 36, 4),
        path("M26 83q-6-30 8-54h48q14 24 8 54Z", "#cdb384"),
        path("M66 29h16q14 24 8 54H70q8-28-4-54Z", "#a98d5c"),
        path("M32 31q26-22 52 0-26 12-52 0Z", GRAIN),
        discs([(44, 27), (52, 24), (60, 26), (68, 25), (50, 30), (64, 31)], 1.5, GOLD_LIT),
        line("M32 31q26 13 52 0", "#e6d0a4", 4),
        ear(58, 78, 34),
        discs([(20, 84), (26, 86), (33, 85), (92, 87), (100, 86), (14, 87)], 1.6, GRAIN),
        put(82, 70, 1, -14)(
            path("M0 0h20q8 4 0 12H0Z", WOOD_LIT),
            line("M0 6h-14", WOOD, 4),
            path("M2 1h16q6 3 2 6Z", GOLD_LIT),
        ),
    ],
    # A field of ripe wheat under the sun.
    "field": [
        sky("gold"),
        sun(88, 24, 9),
        cloud(14, 22, 0.9),
        hills("#c9b25c", 46),
        path("M0 58q60-12 120 0v32H0Z", "#e3b94a"),
        path("M50 53q8 14-6 37h42Q78 66 62 53Z", "#d0a236"),
        line("M10 62l-8 20M26 58L16 86M96 57l10 28M110 60l8 18", "#c19330", 1.4),
        ear(6, 95, 32, -1),
        ear(18, 96, 36, -4),
        ear(30, 92, 32, 2),
        ear(42, 93, 36, -1),
        ear(54, 94, 32, -4),
        ear(66, 95, 36, 2),
        ear(78, 96, 32, -1),
        ear(90, 92, 36, -4),
        ear(102, 93, 32, 2),
        ear(114, 94, 36, -1),
    ],
    # Sheaves in the special crate.
    "special_grain_crate": [
        special("#3f6b4a")(
            *[ear(x, 62, 50, turn) for x, turn in ((30, -18), (44, -8), (60, 0), (76, 8), (90, 18))]
        )
    ],
    # One fine apple.
    "single_apple": [
        stall("#7f93a8", "#eadfc6"),
        shadow(62, 81, 26, 3.4),
        apple(60, 52, 27),
        leaf(62, 22, 20),
    ],
    # A crate of apples.
    "apple_crate": [
        stall("#c9a05a", "#dfe3cc"),
        shadow(60, 84, 42, 3),
        apple(38, 40, 8, APPLE),
        apple(54, 38, 8, GRAIN),
        apple(70, 38, 8, APPLE),
        apple(84, 41, 8, "#b32a2c"),
        apple(46, 28, 8, "#b32a2c"),
        apple(62, 26, 8, APPLE),
        apple(76, 29, 8, GRAIN),
        apple(30, 46, 8, GRAIN),
        apple(92, 46, 8, APPLE),
        apple(46, 46, 8, APPLE),
        apple(62, 46, 8, "#b32a2c"),
        apple(78, 46, 8, APPLE),
        crate(20, 83, 80, 34),
    ],
    # Apple trees full of fruit.
    "apple_orchard": [
        sky("morning"),
        cloud(80, 16, 0.8),
        hills("#b4c98c", 52),
        meadow("#8fb062", 64),
        apple_tree(18, 70, 12),
        apple_tree(102, 70, 12),
        apple_tree(60, 82, 24),
        line("M84 84L74 40M92 83L82 39M76 48h8M78 56h8M80 64h8M82 72h8", WOOD_DEEP, 1.5),
        basket(20, 87, 18, 10),
        discs([(24, 76), (30, 75), (34, 76)], 3, APPLE),
    ],
    # Apples in the special crate.
    "special_apple_crate": [
        special("#2f5f7d")(
            apple(34, 46, 10, APPLE),
            apple(86, 46, 10, GRAIN),
            apple(50, 40, 10, GRAIN),
            apple(70, 40, 10, APPLE),
            apple(60, 26, 10, APPLE),
            apple(44, 50, 10, "#b32a2c"),
            apple(76, 50, 10, APPLE),
            apple(60, 48, 10, GRAIN),
            leaf(62, 15, 12),
        )
    ],
    # One fresh fish on a plate.
    "single_fish": [
        stall("#3f6f95", "#dbe6e0"),
        shadow(60, 74, 46, 8),
        oval(60, 68, 46, 14, "#f7f1e2"),
        oval(60, 67, 38, 10, "#e6dcc6"),
        fish(56, 58, 1.3, -4),
        path("M86 72q8-8 16 0-8 6-16 0Z", "#f3d94a"),
        line("M94 69v6M90 70l8 4M98 70l-8 4", "#d3b52c", 0.9),
    ],
    # A basket of fish.
    "fish_basket": [
        stall("#c9574a", "#cfe0e0"),
        shadow(60, 84, 40, 3),
        fish(40, 44, 0.9, 70, "#8fa9b4"),
        fish(80, 44, 0.9, 112, "#c08a80"),
        fish(60, 36, 0.95, 92),
        basket(24, 83, 72, 36),
    ],
    # A bowl of caviar on ice, pearls on a spoon.
    "caviar": [
        stall("#2f5f7d", "#d9cdb8"),
        shadow(60, 83, 32, 3.5),
        path("M22 52h76q-4 30-38 30T22 52Z", STEEL),
        path("M70 52h28q-4 30-38 30 18-10 10-30Z", "#8f9ca6"),
        oval(60, 52, 38, 9, "#e6eef0"),
        discs(CAVIAR, 4.2, "#2b2a33"),
        discs([(x - 1.2, y - 1.4) for x, y in CAVIAR], 1.1, "#8d90a6"),
        put(82, 40)(
            line("M0 0l30-24", GOLD, 3),
            oval(-2, 2, 8, 5, GOLD_LIT),
            discs([(-4, 1), (0, 0), (-1, 3)], 2.4, "#2b2a33"),
        ),
        path("M14 82l8-8 6 6-6 8ZM96 84l8-7 6 7-8 5Z", "#dcecf0"),
        leaf(28, 46, 14),
        line("M50 70q-8-4-14-12", "#eef3f5", 2),
    ],
    # Fish in the special crate.
    "special_fish_crate": [
        special("#6b3a5c")(
            fish(36, 42, 0.85, 70, "#8fa9b4"),
            fish(84, 42, 0.85, 110),
            fish(60, 34, 0.95, 91, "#e09a80"),
        )
    ],
    # One cabbage.
    "single_cabbage": [
        stall("#b3402f", "#efe3c8"),
        shadow(60, 80, 34, 4),
        cabbage(60, 50, 32),
    ],
    # A basket of vegetables.
    "vegetable_basket": [
        stall("#c9a05a", "#d5e0d0"),
        shadow(60, 84, 42, 3),
        carrot(38, 66, 40, -20),
        carrot(48, 64, 44, -6),
        cabbage(64, 38, 18),
        ball(84, 44, 9, "#c990b0"),
        line("M84 35l-4-9M84 35l2-10M84 35l7-7", "#5f9a48", 2),
        carrot(94, 66, 34, 22),
        line("M24 52Q60 -12 96 52", "#a8743f", 3),
        basket(22, 83, 76, 34),
    ],
    # Beds of cabbage and carrots behind a fence.
    "vegetable_garden": [
        sky("day"),
        sun(18, 16, 7),
        cloud(78, 16, 0.9),
        hills("#a9c288", 44),
        boxes([(x, 38, 6, 24) for x in range(2, 113, 11)], "#e3d3b0"),
        path("".join(f"M{x} 38l3-5 3 5Z" for x in range(2, 113, 11)), "#e3d3b0"),
        boxes([(0, 43, 120, 3), (0, 55, 120, 3)], "#c3ad82"),
        path("M0 66h120v24H0Z", "#8a5f3f"),
        line("M0 72h120M0 82h120", "#6b4628", 2),
        line("M60 68V26M42 38h36", WOOD, 2.6),
        path("M44 34h32l-5 20H49Z", "#c0574a"),
        disc(60, 24, 7, "#f0d9a0"),
        path("M48 19h24l-5-3-2-8H55l-2 8Z", "#8a6a3a"),
        discs([(57.5, 23), (62.5, 23)], 1, INK),
        line("M57 27q3 2 6 0", INK, 1),
        line("".join(f"M{x} 74l-3-8M{x} 74v-9M{x} 74l3-8" for x in range(8, 113, 13)), "#5f9a48", 1.6),
        *[cabbage(x, 80, 8.5) for x in (14, 38, 62, 86, 110)],
    ],
    # Vegetables in the special crate.
    "special_cabbage_crate": [
        special(ROOF_RED)(
            carrot(34, 70, 48, -22),
            carrot(86, 70, 48, 22),
            *[cabbage(x, y, r) for x, y, r in ((44, 42, 16), (78, 42, 16), (60, 30, 17))],
        )
    ],
}
