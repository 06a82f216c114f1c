"""Pictures of action cards."""

from __future__ import annotations

from tools.art.petersburg.parts import *


def small_card(x: float, y: float, turn: float, color: str) -> str:
    """Draw a small playing card."""
    return put(x, y, 1, turn)(
        box(-7, -10, 14, 20, CREAM), box(-5, -8, 10, 9, color), line("M-4 4h8M-4 7h5", "#b39b6a", 1)
    )


def hourglass(x: float, turn: float) -> str:
    """Draw an hourglass that leans to one side."""
    return put(x, 45, 1.05, turn)(
        path("M-13-26h26q0 16-10 26 10 10 10 26h-26q0-16 10-26-10-10-10-26Z", "#d4e6ea"),
        path("M-9-14h18Q6-5 1-1h-2q-5-4-8-13ZM-12 26q2-12 12-14 10 2 12 14Z", GOLD),
        box(-0.6, -2, 1.2, 16, GOLD),
        path("M-10-24q1 12 7 20", "none"),
        line("M-9.5-23q.5 9 5 16", WHITE, 1.6),
        *[box(-17, y, 34, 6, WOOD) for y in (-32, 26)],
        *[box(3, y, 14, 6, WOOD_DEEP) for y in (-32, 26)],
        line("M-15-26v52M15-26v52", WOOD_LIT, 2),
    )


def goblet(x: float) -> str:
    """Draw a golden goblet full of wine, given by its middle."""
    return (
        path("M-7 50h14q0 12-7 13-7-1-7-13Z", GOLD, x, 0)
        + path("M1 50h6q0 12-7 13 4-6 1-13Z", GOLD_DEEP, x, 0)
        + box(x - 1, 62, 2, 8, GOLD_DEEP)
        + oval(x, 71, 6, 2, GOLD)
        + oval(x, 50, 7, 1.8, "#8c1f2c")
    )


SCENES = {
    # A broom sweeps cards into the street.
    "away_with_it": [
        damask("#6d5490"),
        backdrop("#8a6a58", 74, 16),
        line("M0 82h120M30 74l-6 16M84 74l6 16", "#6f5344", 1),
        haze(0.7)(
            discs([(16, 80), (26, 70), (10, 66)], 6, "#e9dfe6"),
            discs([(34, 64), (20, 56), (6, 52)], 4, "#e9dfe6"),
        ),
        small_card(14, 58, -28, "#2f6ea8"),
        small_card(30, 40, 18, "#b3362f"),
        small_card(12, 32, -8, "#3f8f6a"),
        shadow(52, 84, 26, 2.5),
        line("M104 4L64 58", WOOD_LIT, 4),
        line("M105.5 5L65.5 59", WOOD, 1.4),
        path("M70 50l-10-7Q42 52 30 76q14 8 30 8 12-16 10-34Z", "#e0b04a"),
        path("M70 50q2 18-10 34l-8-1q12-14 13-36Z", "#b8862a"),
        line("M60 52L44 80M64 54L56 82M56 50L36 78", GOLD_DEEP, 1.2),
        line("M58 47l12 8", "#b3362f", 4),
    ],
    # A hooded dealer by lantern light.
    "black_market": [
        sky("night"),
        stars((12, 12), (30, 8), (104, 10), (20, 30)),
        box(0, 20, 22, 52, "#1c1a2c"),
        box(100, 14, 20, 58, "#1c1a2c"),
        boxes([(6, 30, 5, 8), (108, 26, 5, 8)], "#f7c463"),
        person(
            path("M10 66C8 40 14 8 32 6c18 2 24 34 22 60Z", "#2e2440"),
            path("M36 6.5C52 12 56 42 54 66H42q8-30-6-59.5Z", "#211a30"),
            path("M20 40C18 22 24 14 32 14s14 8 12 26q-4 8-12 8t-12-8Z", "#17121f"),
            haze(0.75)(path("M22 36q0-16 10-18 10 2 10 18-3 9-10 10-7-1-10-10Z", "#b98a68")),
            discs([(28, 30), (36.5, 30)], 1.8, GOLD_LIT),
            line("M27 39q5 3 10-1", "#3a1f1a", 1.5),
            x=12,
        ),
        haze(0.3)(disc(96, 44, 19, "#f7c463")),
        line("M96 34v-10M90 34h12", IRON, 1.8),
        box(90, 34, 12, 18, GOLD_LIT),
        line("M90 34v18M102 34v18M88 53h16", IRON, 2.2),
        path("M96 51c-4-3-2-7 0-11 2 4 4 8 0 11Z", "#f08a2c"),
        backdrop("#4a3348", 72, 18),
        backdrop("#6f4f68", 72, 3),
        path("M14 72l6-12 8 2 4 10Z", "#2f8f8a"),
        path("M24 61l4 1 4 10h-8Z", "#1f6b68"),
        coins(46, 70, rx=8, ry=3),
        path("M74 72l4-9 5-3 5 3 4 9Z", "#b3362f"),
        person(hand(58, 36, "#b98a68", 3.6)),
    ],
    # A donkey of gold that drops coin.
    "golden_donkey": [
        damask("#54407c"),
        line("M14 22v10M9 27h10M108 58v8M104 62h8M60 12v8M56 16h8", GOLD_LIT, 1.6),
        shadow(60, 82, 38, 3),
        path(
            "M30 44q4-8 16-7l26 1q8 0 10-8l6-14q2-6 6-4l1 6 4-4q4-1 3 4l-3 8q4 8 6 16-2 6-7 4l-10-4"
            "q-2 10-8 14l2 24h-8l-3-20H50l-4 20h-8l1-24q-9-4-9-12Z",
            GOLD,
        ),
        path("M72 38q8 0 10-8l3-7q4 14-2 23l5-4q-2 10-8 14l2 24h-5l-3-24q6-8-2-18Z", GOLD_DEEP),
        line("M34 42q6-4 14-3", GOLD_LIT, 2.4),
        line("M31 46q-8 4-8 16", GOLD_DEEP, 2.6),
        path("M20 60l3-2 3 2-1 8h-4Z", "#8f6418"),
        path("M84 20q-6 6-8 16l-5 1q4-14 11-20Z", "#8f6418"),
        disc(98, 28, 1.6, INK),
        line("M104 42q-3 2-5 1", "#8f6418", 1.3),
        path("M44 38h20l2 14q-12 4-24 0Z", "#b3362f"),
        line("M43 50q12 4 23 0", GOLD_LIT, 1.8),
        *[
            coins(x, y, ry=2.4, lift=1.2)
            for x, y in ((14, 84), (22, 86), (14, 81), (30, 85), (92, 86), (104, 85))
        ],
    ],
    # Two hourglasses, one after the other.
    "double_turn": [
        damask("#4d5a94"),
        line("M44 14q16-9 32 0M76 76q-16 9-32 0", GOLD_LIT, 3),
        path("M74 8l8 7-9 5ZM46 82l-8-7 9-5Z", GOLD_LIT),
        hourglass(36, -10),
        hourglass(84, 10),
    ],
    # A nimble hand, a purse that hangs too loose.
    "pickpocket": [
        damask("#5c5a86"),
        path("M60 0h60v90H68C60 62 58 30 60 0Z", "#8c2f3a"),
        path("M94 0h26v90H98Q104 44 94 0Z", "#6b1f2b"),
        line("M70 0q-4 44 6 90", GOLD, 2),
        discs([(82, 14), (83, 32), (85, 66)], 2.4, GOLD_LIT),
        path("M78 42h30l2 12H79Z", "#5c1723"),
        line("M78 42h30", GOLD, 1.6),
        line("M84 44l-6 8", WOOD_DEEP, 1.6),
        path("M66 84q-8-14 4-22l-4-7h22l-4 7q12 8 4 22Z", "#b8862a"),
        path("M78 62h6q12 8 4 22H76q10-10 2-22Z", "#8f6418"),
        line("M69 62h16", WOOD_DEEP, 2.4),
        disc(77, 74, 4.5, GOLD_LIT),
        path("M0 38l26 6 2 26L0 80Z", "#2f3a52"),
        path("M0 62l28 4v4L0 80Z", "#222b3e"),
        path("M24 43l8 2 2 24-8 2Z", CREAM),
        path("M32 46q14-2 24 6l14 6q4 4-1 6l-13-2 10 7q3 5-2 6l-14-5q-8 3-18 1Z", FAIR),
        path("M32 64q8 2 18-1l14 5q2 5-2 6l-14-5q-8 3-16 1Z", "#d3b095"),
        line("M56 52l-6 5M54 62l-6 1", "#b69785", 1.2),
        put(24, 20, 1.1)(
            path("M-12-4q12-6 24 0 2 10-6 9-4 0-6-4-2 4-6 4-8 1-6-9Z", "#1d1a26"),
            discs([(-5, -0.5), (5, -0.5)], 1.8, WHITE),
        ),
    ],
    # The jester with his bells.
    "jester": [
        damask("#5a4a86"),
        box(10, 20, 3, 3, "#e0b04a"),
        box(22, 40, 3, 3, "#d9536f"),
        box(8, 56, 3, 3, "#5fb0a6"),
        box(106, 16, 3, 3, "#d9536f"),
        box(112, 34, 3, 3, "#e0b04a"),
        box(96, 26, 3, 3, "#5fb0a6"),
        person(
            path("M6 66q2-14 26-16v16Z", "#2f7f78"),
            path("M58 66q-2-14-26-16v16Z", "#b3362f"),
            head(),
            cheeks("#e0605a"),
            eyes(),
            brows(BLACK, "raised"),
            nose(FAIR, big=True),
            mouth("grin"),
            path("M10 56l5-9 5 4 4-7 4 6 4-6 4 6 4-6 4 7 5-4 5 9q-22 10-44 0Z", GOLD_LIT),
            path("M36 50l4-6 4 7 5-4 5 9q-10 4.5-20 5 4-6 2-11Z", GOLD),
            discs([(12, 57), (22, 60), (32, 61.5), (42, 60), (52, 57)], 1.8, GOLD_DEEP),
            path(
                "M18 24C8 22 4 12 2 18-2 8 8 0 18 6c4 2 8 4 14 4s10-2 14-4c10-6 20 2 16 12-2-6-6 4-16 6"
                "Q32 17 18 24Z",
                "#b3362f",
            ),
            path("M32 10C30-2 36-6 40-4c-2 4 0 10-1 14Z", "#e0b04a"),
            path("M32 10c6 0 10-2 14-4 10-6 20 2 16 12-2-6-6 4-16 6-4-2-9-3.6-14-3.8Z", "#2f7f78"),
            discs([(2.5, 20), (61.5, 20), (41, -4)], 2.8, GOLD_LIT),
            x=13,
            y=6,
            scale=1.35,
        ),
        put(100, 88, 1, 14)(
            line("M0 0v-34", WOOD_LIT, 3),
            disc(0, -38, 7, FAIR),
            path("M-8-40q0-9 8-9t8 9q-8-4-16 0Z", "#b3362f"),
            discs([(-9, -38), (9, -38)], 2, GOLD_LIT),
            discs([(-2.5, -38), (2.5, -38)], 0.9, INK),
        ),
    ],
    # The assembly's table: goblets, roast, candles.
    "banquet_card": [
        damask("#6b3f6f"),
        curtain("#8c2f3a"),
        curtain("#75202c", right=True),
        haze(0.35)(discs([(46, 14), (60, 8), (74, 14)], 9, GOLD_LIT)),
        line("M60 58V22M46 30q0 10 14 10t14-10M52 58h16", GOLD, 2.6),
        boxes([(44.5, 19, 3, 11), (58.5, 12, 3, 12), (72.5, 19, 3, 11)], CREAM),
        path(
            "M46 19c-3-2-2-5 0-9 2 4 3 7 0 9ZM60 12c-3-2-2-5 0-9 2 4 3 7 0 9Z"
            "M74 19c-3-2-2-5 0-9 2 4 3 7 0 9Z",
            "#f7b63c",
        ),
        path("M0 58h120v32H0Z", "#fbf5e6"),
        path("M0 58h120v4H0Z", WHITE),
        path("M0 74q10 8 20 0t20 0 20 0 20 0 20 0 20 0v16H0Z", "#e6d9ba"),
        oval(60, 70, 30, 6, STEEL),
        path("M38 69q0-16 22-17t22 17Z", "#b8702c"),
        path("M66 52.5q16 2 16 16.5H68q6-9-2-16.5Z", "#8f4f1c"),
        line("M82 62l9-6M38 62l-9-6", "#b8702c", 5),
        discs([(92, 54.5), (28, 54.5)], 3.2, WHITE),
        line("M45 62q3-6 10-7", "#e0a45c", 2),
        discs([(42, 71), (78, 71), (52, 73), (68, 73)], 3, "#5f9a48"),
        goblet(15),
        goblet(105),
        discs([(20, 80), (25, 79), (30, 80), (22.5, 84), (27.5, 84), (25, 88)], 3, "#6b3f8a"),
        discs([(94, 82), (102, 81), (98, 86)], 4, APPLE),
    ],
}
