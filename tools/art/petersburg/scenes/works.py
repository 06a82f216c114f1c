"""Pictures of buildings in which workers work."""

from __future__ import annotations

from tools.art.petersburg.parts import *


def ingot(x: float, y: float) -> str:
    """Draw a bar of gold."""
    bar = path("M0 0l3-7h14l3 7Z", GOLD, x, y) + path("M13 0l4-7 3 7Z", GOLD_DEEP, x, y)
    return bar + box(x + 4, y - 6, 11, 1.2, GOLD_LIT)


def sheaf(x: float) -> str:
    """Draw a sheaf of corn."""
    ears = path("M0 90l4-14-5-9q8 4 8 4l2-6 3 6q5-4 8-4l-5 9 4 14Z", "#f0cf70", x, 0)
    return ears + line("M3 78h13", GOLD_DEEP, 2, x, 0)


SCENES = {
    # A sawmill: a great blade, a log on its way, planks.
    "carpenter_workshop": [
        sky("day"),
        fir(8, 74, 46),
        fir(112, 74, 50),
        logs(14, 36, 92, 42, "#a8743f"),
        gable_roof(6, 36, 108, 26, ROOF_GREEN),
        path("M24 78V46h72v32Z", "#5c3a24"),
        meadow("#cbb07c", 76),
        saw_blade(62, 56, 22),
        box(2, 58, 58, 13, WOOD),
        box(2, 66, 58, 5, WOOD_DEEP),
        box(62, 60, 52, 5, "#e9c88c"),
        box(62, 66, 52, 5, "#d3a865"),
        log_end(4, 64.5, 6.5),
        backdrop(WOOD_DEEP, 71, 5),
        boxes([(12, 76, 5, 14), (58, 76, 5, 14), (100, 76, 5, 14)], WOOD_DEEP),
        discs([(70, 52), (76, 48), (80, 54), (74, 56), (86, 50)], 1.3, "#f6dca4"),
        path("M64 90q8-9 22-8 12 0 16 8Z", "#f0d9a8"),
    ],
    # The crucible tips, gold runs into the mould.
    "gold_smelter": [
        backdrop("#4a3540"),
        path("M0 0h54C28 18 10 46 0 74Z", "#5f4652"),
        haze(0.3)(disc(72, 50, 44, "#f08a2c")),
        path("M76 90V40a22 22 0 0 1 44 0v50Z", "#7a4a42"),
        path("M84 90V46a15 15 0 0 1 30 0v44Z", "#2a1c22"),
        path("M88 90V56a11 11 0 0 1 22 0v34Z", "#e8652c"),
        path("M94 90q-3-16 5-24 0 8 5 12 2-5 1-9 7 8 3 21Z", LIT),
        line("M78 34h40M76 50h6M76 66h6", "#5c342e", 1.4),
        line("M4 24l28 6M4 30l28 6", STEEL, 2.4),
        put(44, 34, 1.1, 38)(
            path("M-16-14h32l-4 26q-12 5-24 0Z", "#6a6975"),
            path("M2-14h14l-4 26q-6 2.5-10 3 6-14 0-29Z", IRON),
            oval(0, -14, 16, 4, "#8d8c98"),
            oval(0, -13.5, 13, 3, GOLD_LIT),
        ),
        path("M58 40q8 4 7 34h-6q1-26-7-32Z", LIT),
        haze(0.5)(disc(62, 74, 12, GOLD_LIT)),
        box(40, 74, 40, 10, IRON),
        box(44, 74, 32, 4, GOLD_LIT),
        ingot(4, 88),
        ingot(22, 88),
        ingot(13, 81),
        discs([(70, 62), (76, 54), (54, 58), (82, 66), (66, 46)], 1.1, LIT),
    ],
    # A loom with a half-woven cloth.
    "weaving_mill": [
        room("#a8917a", "#8a5f3f", 72),
        window(8, 8, 22, 30, "#d9e6dc"),
        window(90, 8, 22, 30, "#d9e6dc"),
        line(
            "M34 19L30 62M40 19L37 62M46 19L44 62M52 19L51 62M58 19L58 62M64 19L65 62M70 19L72 62"
            "M76 19L78 62M82 19L85 62",
            CREAM,
            1.2,
        ),
        boxes([(22, 14, 6, 66), (92, 14, 6, 66)], WOOD),
        boxes([(26, 14, 2, 66), (96, 14, 2, 66)], WOOD_DEEP),
        box(18, 12, 84, 7, WOOD_LIT),
        box(20, 40, 80, 4, WOOD),
        path("M30 56h60l4 26H26Z", "#b3362f"),
        path("M29 62h62l.6 4H28.4ZM28 72h64.5l.6 4H27.4Z", "#f0d28a"),
        path("M44 56h5l-2 26h-6ZM70 56h5l3 26h-6Z", "#2f5f7d"),
        box(24, 48, 72, 7, WOOD_DEEP),
        box(24, 48, 72, 2.4, WOOD_LIT),
        path("M44 53q12-6 26 0-12 6-26 0Z", GOLD),
        box(52, 51.5, 8, 3, "#2f6ea8"),
        disc(12, 80, 8, "#2f6ea8"),
        line("M5 78q7-6 14 0M6 83q6-6 13 0M12 72q-5 8 0 16", "#5f95c6", 1.3),
        disc(108, 81, 7, "#3f8f6a"),
        line("M102 79q6-5 12 0M103 84q5-5 11 0", "#73b893", 1.3),
    ],
    # A furrier's window on a winter's day.
    "fur_shop": [
        backdrop("#5f4468"),
        path("M0 0h50C26 18 8 44 0 74Z", "#745680"),
        box(8, 20, 104, 54, "#f3d9a0"),
        box(11, 23, 98, 48, "#f9e7bd"),
        line("M12 27h96", WOOD_DEEP, 2),
        *[pelt(x, 32, color, 0.78) for x, color in ((26, "#c96a2c"), (48, "#8d8a92"), (95, "#5c4030"))],
        path("M60 70q2-12 0-16 5-7 12-7t12 7q-2 4 0 16Z", "#2f5f7d"),
        oval(72, 42, 6, 7, "#e3b48e"),
        path("M58 54q6-8 14-8t14 8q-6 7-14 7t-14-7Z", "#e9dcc2"),
        path("M72 46q8 0 14 8-4 5-9 6.5 2-8-5-14.5Z", "#cdbd9c"),
        path("M63 37q0-9 9-9t9 9Z", "#8f4a5c"),
        path("M62 35q10-4 20 0v5q-10-4-20 0Z", "#e9dcc2"),
        discs([(69.5, 42), (74.5, 42)], 0.9, INK),
        line("M70.5 45.5q1.5 1 3 0", "#8a3a2c", 0.9),
        oval(102, 68, 8, 4.5, "#a87f55"),
        oval(20, 69, 9, 3, "#e9dcc2"),
        line("M60 23v4M11 71h98", WOOD_LIT, 1.6),
        box(4, 72, 112, 5, WOOD_LIT),
        box(4, 76, 112, 3, WOOD_DEEP),
        path(
            "M0 82q30-6 60 0t60-1v9H0ZM8 20h104l-2-4"
            "q-8-3-14 0-10-4-18 0-10-3-18 0-10-4-18 0-12-3-18 0-10-3-16 0Z",
            "#f4f6f5",
        ),
        box(16, 3, 88, 13, "#3a2440"),
        line("M16 3h88v13H16Z", GOLD, 1.4),
        put(60, 10)(
            path("M-8-2q8-5 16 0-2 6-8 6t-8-6Z", "#c96a2c"), path("M-8-2l-2-5 5 3ZM8-2l2-5-5 3Z", "#c96a2c")
        ),
        line("M26 10h20M74 10h20", GOLD_LIT, 1.6),
        discs([(6, 40), (114, 30), (116, 58), (5, 62)], 1.3, WHITE),
    ],
    # A great hull on the slip, ready to be launched.
    "wharf": [
        sky("day"),
        cloud(10, 16, 0.9),
        cloud(80, 12, 1),
        water(66, "#5f93a6"),
        line("M42 34V4M78 34V0M106 30l14-8", WOOD_DEEP, 2.6),
        line("M30 12h24M64 8h28M42 4L14 34M78 0l28 30M42 4l-2 30M78 0l-4 34", WOOD, 1.1),
        path("M12 34h92q8 2 10-4-2 26-18 42H36Q16 62 12 34Z", "#a8743f"),
        path("M70 34h34q8 2 10-4-2 26-18 42H74q10-18-4-38Z", "#835628"),
        line("M14 42h98M17 50h92M22 58h82M28 66h70", "#7a4c26", 1.1),
        path("M12 34h92l-1 5H12.6Z", GOLD),
        boxes([(x, 44, 5, 4) for x in range(26, 87, 12)], WOOD_DEEP),
        line("M30 86l6-16M52 88V72M74 88V72M96 86l-6-16", WOOD_DEEP, 3.4),
        path("M0 80h120v10H0Z", "#b59a78"),
        backdrop("#d8c3a0", 80, 2),
        line("M22 84L32 38M28 84l10-46M24 76h6M26 68h6M27.5 60h6M29.5 52h6", WOOD_LIT, 1.4),
        line("M108 80V24L88 14", WOOD, 2.6),
        line("M89 15v14", IRON, 1),
        box(85, 29, 9, 6, WOOD_LIT),
        path("M8 88l1-8q3-3 6 0l1 8Z", "#b3402f"),
        disc(12, 77, 2.6, "#e3b48e"),
        path("M62 89l1-8q3-3 6 0l1 8Z", "#3f6f8a"),
        disc(66, 78, 2.6, "#e3b48e"),
    ],
    # The village commune: three at one field, their houses behind.
    "obshchina": [
        sky("morning"),
        sun(100, 16, 7),
        hills("#b4c27c", 46),
        hut(6, 50, 28, "#8a6a4a"),
        hut(46, 46, 24, ROOF_RED),
        hut(86, 50, 26, "#6f7f5c"),
        backdrop("#d9b455", 52, 38),
        line("M0 58q60-8 120 0M0 66q60-8 120 0", "#b98f30", 1.4),
        put(8, 40, 0.82)(
            body("#e9e2d0"),
            head(RUDDY),
            beard(GINGER, 46),
            cap("#4a6a4a", "#35503a"),
            face(RUDDY, BROWN, "calm", "smile", rosy=True),
        ),
        put(60, 40, 0.82)(
            body("#3f6f8a"),
            head(RUDDY),
            beard(GREY, 50),
            path("M17 21q15-6 30 0Q46 8 32 8T17 21Z", WOOD),
            face(RUDDY, BROWN, "calm", "smile", rosy=True),
        ),
        put(31, 34, 0.9)(
            body("#b3402f"),
            kerchief("#f0cf70", "#b3402f"),
            head(),
            face(FAIR, BROWN, "calm", "lips", rosy=True),
        ),
        sheaf(0),
        sheaf(100),
    ],
    # The new society: a banner over workers arm in arm, chimneys behind.
    "new_society_card": [
        sky("evening"),
        path("M0 66V44h10V20h6v24h12v-8h10v8h40V26h6v18h14V14h7v30h15v22Z", "#6f5f78"),
        smoke(14, 16, "#cfc0cc"),
        smoke(104, 10, "#cfc0cc"),
        windows(4, 50, 3, 8, (4, 5), lit=(0, 2)),
        windows(94, 50, 3, 8, (4, 5), lit=(1,)),
        line("M24 90V4M96 90V4", WOOD_DEEP, 2.4),
        path("M24 6q18 6 36 0t36 0v22q-18 6-36 0t-36 0Z", "#c0342f"),
        path("M78 4.5q10-1 18 1.5v22q-8 3-18 2.5Z", "#9c2320"),
        line("M34 17q26 2 52 0", GOLD_LIT, 2),
        disc(60, 17, 5, GOLD),
        disc(60, 17, 2, "#c0342f"),
        put(0, 36, 0.85)(
            body("#4a6f8a"),
            head(TAN),
            hair(BLACK, 27),
            face(TAN, BLACK, "stern", "calm"),
            moustache(BLACK),
            cap("#3a3f4c", "#2a2e38"),
        ),
        put(66, 36, 0.85)(
            body("#8a7a45"),
            kerchief("#c9d3e3"),
            head(),
            face(FAIR, BROWN, "calm", "lips", rosy=True),
        ),
        put(30, 32, 0.95)(
            body("#7a4a34"),
            shirt(CREAM),
            head(RUDDY),
            hair(FLAXEN, 27),
            face(RUDDY, "#a8782c", "raised", "grin"),
        ),
    ],
}
