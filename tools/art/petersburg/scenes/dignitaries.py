"""Pictures of the highest nobles."""

from __future__ import annotations

from tools.art.petersburg.parts import *


def scroll(x: float, y: float, turn: float, w: float, seal: float) -> str:
    """Draw a rolled paper with a seal."""
    return put(x, y, 1, turn)(
        box(0, 0, w, 8, "#fdf6e3"), oval(0, 4, 2, 4, "#e6d9ba"), box(seal, -0.5, 4, 9, "#b3262f")
    )


def flag(x: float, upper: str, lower: str) -> str:
    """Draw the flag of a power on its pole."""
    return (
        line(f"M{x} 90V6", GOLD_DEEP, 1.8)
        + path(f"M{x} 8q9-4 16 0v22q-8-4-16 0Z", upper)
        + path(f"M{x} 15q9-4 16 0v7q-8-4-16 0Z", lower)
    )


SCENES = {
    # A parish priest with his cross among candles.
    "pope": [
        damask("#8a5a3c"),
        put(18, 34)(onion(0, 0, 20, GOLD)),
        candles((12, 62), (24, 70), (98, 66), (110, 58)),
        person(
            long_hair(BROWN, 44),
            body("#3f3552"),
            head(),
            face(FAIR, BROWN, "calm", "calm"),
            beard(BROWN, 52),
            path("M20 20q0-13 12-13t12 13q-12-4-24 0Z", "#6a3f86"),
            path("M38 8.5q6 3 6 11.5l-4-1q1-6-2-10.5Z", "#4d2b66"),
            pectoral(32, 51),
        ),
    ],
    # The abbot under his veil, staff in hand.
    "abbot": [
        backdrop("#8fa3b0"),
        path("M14 90V46a46 40 0 0 1 92 0v44Z", "#5d7182"),
        path("M14 90V46a46 40 0 0 1 46-40C36 18 26 44 26 90Z", "#6f8596"),
        line("M0 30h12M0 60h12M108 30h12M108 60h12", "#74889a", 1.2),
        person(
            body("#33323f"),
            path("M15 60C14 40 17 14 22 5q10-4 20 0c5 9 8 35 7 55l-7-6V24H22v30Z", "#2b2a35"),
            path("M42 5c5 9 8 35 7 55l-7-6Z", "#1c1b24"),
            head(OLD, y=29),
            face(OLD, GREY, "calm", "calm"),
            beard(GREY, 52),
            path("M20 24q1-18 3-19 9-4 18 0 2 1 3 19-12-4-24 0Z", "#3a3947"),
            line("M32 9v8M29 12h6", GOLD_LIT, 1.6),
            pectoral(32, 50),
        ),
        line("M98 90V28M98 34q-10-2-8-10t8-4q8-4 8 4t-8 10", GOLD, 2.8),
        person(hand(58, 50, OLD)),
    ],
    # The armourer: bare arms, leather, two sabres.
    "weapon_master": [
        backdrop("#5a3a3c"),
        path("M0 0h50C26 18 8 44 0 74Z", "#70494a"),
        path("M84 90V58a16 16 0 0 1 32 0v32Z", "#2f2426"),
        path("M88 90V62a12 12 0 0 1 24 0v28Z", "#e8792c"),
        path("M94 90q-2-12 4-18 0 6 4 9 2-4 1-7 6 6 4 16Z", LIT),
        sabre(22, 74, -12),
        sabre(40, 66, 26),
        person(
            body("#d9c49a"),
            path("M20 48l6-3 6 8 6-8 6 3 2 18H18Z", "#7a4a2c"),
            path("M38 45l6 3 2 18H38Z", "#5f3820"),
            head(TAN, rx=12),
            path("M20.5 24q1-11 11.5-11t11.5 11q-2-4-5-5-6.5 1-13 0-3 1-5 5Z", "#ad8368"),
            face(TAN, BLACK, "stern", "calm"),
            moustache(BLACK, long=True),
        ),
        box(4, 80, 36, 4, IRON),
        path("M8 84h28l-6 6H14Z", "#55545e"),
        person(hand(8, 50, TAN)),
    ],
    # A maid in cap and apron, a candlestick on her tray.
    "chamber_maid": [
        damask("#b58d8a"),
        window(8, 10, 22, 32, "#d9e6ea"),
        curtain("#d9c49a", right=True),
        person(
            long_hair(FLAXEN, 38),
            gown("#6f94b8"),
            path("M22 55q10 4 20 0l3 11H19Z", WHITE),
            path("M36 56.5q3-.5 6-1.5l3 11h-8Z", "#d9d3c4"),
            head(rx=10.8, ry=12.8),
            path("M20.5 27q1-11 11.5-11t11.5 11q-3-4.5-6-5.5-5.5 2-9 0-4.5 1-8 5.5Z", FLAXEN),
            face(FAIR, "#a8782c", "calm", "lips", rosy=True),
            path("M18 22C14 10 22 4 32 4s18 6 14 18q-14-8-28 0Z", WHITE),
            path("M39 5.2Q50 9 46 22q-3-1.6-6-2.6 2-8-1-14.2Z", "#d9d3c4"),
            line(
                "M18 21.5q2-3 4.7-1 1.3-3.5 4.6-2 2-3 4.7 0 2.7-3 4.7 0 3.3-1.5 4.6 2 2.7-2 4.7 1",
                WHITE,
                2,
            ),
            path("M32 3l-5-3v5ZM32 3l5-3v5Z", "#6f94b8"),
        ),
        oval(92, 78, 22, 4, STEEL),
        oval(92, 77, 19, 3, "#e6ecee"),
        box(85, 62, 5, 14, CREAM),
        haze(0.4)(disc(87.5, 56, 9, GOLD_LIT)),
        path("M87.5 62c-3-2-2-6 0-10 2 4 3 8 0 10Z", "#f7b63c"),
        path("M95 76q0-8 6-8t6 8Z", "#c0574a"),
        disc(101, 67, 1.3, GOLD),
        person(hand(50, 59)),
    ],
    # The architect: a plan under his arm, a dome rising behind.
    "builder": [
        sky("day"),
        cloud(8, 16, 0.8),
        dome(98, 46, 16, "#cfa368"),
        box(84, 46, 28, 44, "#e3c08a"),
        line("M80 90V30M116 90V30M80 44h36M80 60h36M80 76h36M80 60l36-16M80 76l36-16", WOOD, 1.6),
        person(
            long_hair(BLACK, 40),
            body("#b8742c"),
            lapels("#8f5318", GOLD),
            shirt(),
            stripes("#d9c49a"),
            cravat(),
            head(),
            face(FAIR, BLACK, "calm", "smile"),
            moustache(BLACK),
            cap("#2f5f6f", "#1f4450"),
        ),
        put(4, 62, 1, -4)(
            box(0, 0, 46, 26, "#e9f0ee"),
            path("M46 0v26H32Z", "#ccd8d8"),
            line("M6 22V10l8-6 8 6v12ZM10 22v-6h4v6M26 6h14v16H26ZM30 10h6M30 14h6M30 18h6", "#3f6f95", 1),
            oval(0, 13, 3, 13, "#f7fbfa"),
            oval(46, 13, 3, 13, "#b8c6c8"),
        ),
        put(92, 60, 1, 8)(line("M0 0l-6 24M0 0l6 24", STEEL, 2.2), disc(0, 0, 3, GOLD)),
        person(hand(56, 46), hand(36, 58)),
    ],
    # A senator in red, the blue ribbon and the star.
    "senator": [
        backdrop("#d9cdb8"),
        path("M0 0h60C34 18 14 48 6 90H0Z", "#e9dfcc"),
        columns(6, 4, 2, 14, 86, 9, "#f6f0e2"),
        columns(92, 4, 2, 14, 86, 9, "#e6dcc8"),
        backdrop(GOLD_DEEP, 0, 5),
        person(
            wig(),
            body("#b23a34", 1.04),
            lapels("#e9d9b0", GOLD),
            jabot(),
            sash("#2f6ea8"),
            star(44, 54, 5),
            head(OLD),
            wig_top(),
            face(OLD, GREY, "calm", "calm"),
        ),
        put(14, 78, 1.1, -10)(
            box(0, 0, 26, 8, "#fdf6e3"),
            oval(0, 4, 2, 4, "#e6d9ba"),
            oval(26, 4, 2, 4, "#d3c4a0"),
            box(10, -0.5, 4, 9, "#b3262f"),
        ),
        person(hand(14, 56, OLD)),
    ],
    # The head of the church: white veil, white beard, a halo of gold.
    "patriarch": [
        backdrop("#9c3038"),
        rays(60, 38, "#e0b24a", "0 0L18 -4, 40 -6L52 -6, 72 -6L84 -6, 104 -4L122 2, 124 26L124 40"),
        rays(60, 38, "#e0b24a", "-4 26L-4 40, -4 62L0 78, 122 62L122 80"),
        disc(60, 38, 33, GOLD),
        disc(60, 38, 30, GOLD_LIT),
        person(
            body("#3b6a56", 1.08),
            path("M18 48l6-4 4 22h-8ZM46 48l-6-4-4 22h8Z", GOLD),
            path("M14 60C13 40 16 15 21 7q11-6 22 0c5 8 8 33 7 53l-8-6V24H22v30Z", "#f4efe4"),
            path("M43 7c5 8 8 33 7 53l-8-6Z", "#d6cdbd"),
            head(OLD, y=29),
            face(OLD, "#d0c8bb", "calm", "calm"),
            beard(SNOW, 58),
            path("M20 24q0-15 4-18 4-5 8-7 4 2 8 7 4 3 4 18-12-4-24 0Z", "#fbf8f0"),
            path("M36 1q4 5 4 5 4 3 4 18l-6-1.4Q41 10 36 1Z", "#ddd5c7"),
            line("M32 9v8M29 12h6", GOLD, 1.8),
            disc(32, 20, 1.4, "#b3262f"),
        ),
        candles((10, 66), (110, 66)),
    ],
    # The collector: thin, furred, and the purse is already his.
    "tax_man": [
        damask("#3c4a55"),
        curtain("#5c2b3a"),
        person(
            body("#4a3a63"),
            fur("#7a6450"),
            head(OLD, rx=10.4, ry=14),
            face(OLD, BLACK, "sly", "stern"),
            path(
                "M32 35c-2-1-5-.6-6 1 2 1 4.5 .8 6-.3 1.5 1.1 4 1.3 6 .3-1-1.6-4-2-6-1ZM30.5 40h3L32 47Z",
                BLACK,
            ),
            fur_hat("#5c4636", "#8c3a3a"),
        ),
        put(86, 48, 1, 5)(paper(0, 0, 26, 40), line("M4 38q9 5 18 0", "#d3c4a0", 1)),
        path("M12 88q-8-14 4-22l-4-7h22l-4 7q12 8 4 22Z", WOOD),
        path("M24 66h6q12 8 4 22h-10q8-10 0-22Z", "#6b4224"),
        line("M15 66h16", GOLD, 2.4),
        disc(23, 78, 5.5, GOLD_LIT),
        line("M23 75v6M20 78h6", GOLD_DEEP, 1.4),
        coins(46, 88, 2, 2.6, rx=5.5, ry=2),
        coins(58, 88.5, rx=5.5, ry=2),
        person(hand(20, 52, OLD)),
    ],
    # The admiral of the fleet, glass in hand, a ship behind him.
    "admiral": [
        sky("morning"),
        cloud(50, 14, 0.8),
        water(58, "#5f93a6"),
        sailing_ship(100, 58, 0.8),
        sailing_ship(14, 60, 0.4),
        person(
            wig("#e2dccf"),
            body("#2a3f6b", 1.06),
            lapels("#fbf3de", GOLD),
            jabot(),
            epaulettes(),
            sash("#b3362f"),
            star(45, 56, 4.5),
            head(RUDDY),
            face(RUDDY, GREY, "stern", "calm"),
            path("M10 20C12 8 22 4 32 4s20 4 22 16q-22-7-44 0Z", "#23304c"),
            path("M38 4.5Q52 8 54 20q-7-2-13-3 2-7-3-12.5Z", "#172036"),
            line("M10 19.5q22-7 44 0", GOLD, 1.6),
            disc(32, 9.5, 2.6, GOLD_LIT),
        ),
        put(6, 70, 1.1, -28)(
            box(0, -3.5, 16, 7, GOLD),
            box(16, -4.5, 14, 9, GOLD_DEEP),
            box(29, -5.5, 5, 11, GOLD_LIT),
        ),
        person(hand(5, 50, RUDDY)),
    ],
    # The minister between a globe and the flags of the powers.
    "minister_of_foreign_affairs": [
        damask("#7d6a4a"),
        flag(4, "#2f6ea8", GOLD),
        flag(22, "#b3362f", WHITE),
        flag(98, "#3f8f6a", WHITE),
        person(
            wig(),
            body("#2f5a4e", 1.03),
            lapels("#1f443a", GOLD),
            jabot(),
            sash("#8fb7dc"),
            star(45, 55, 4.5),
            head(),
            wig_top(),
            face(FAIR, GREY, "sly", "smile"),
        ),
        line("M96 90V84M88 89h16M82 58a17 17 0 0 0 22 22", GOLD_DEEP, 2),
        ball(96, 67, 14, "#5f9ab0"),
        path("M86 60q6-6 12-3 2 4-4 6-2 6-6 4ZM98 70q6-3 10 0-2 7-8 8-4-4-2-8Z", "#9ab86c"),
        scroll(10, 80, -12, 24, 9),
        person(hand(8, 58)),
    ],
    # The Czar: crown, ermine, orb and sceptre.
    "czar": [
        throne("#6b1a2a", "#862a36"),
        curtain("#3a2f6b"),
        curtain("#322859", right=True),
        person(
            long_hair(BLACK, 42),
            body("#8c1f2c", 1.1),
            fur("#fbf6ea", INK),
            head(),
            face(FAIR, BLACK, "stern", "calm"),
            moustache(BLACK),
            crown(),
            star(32, 62, 3.5),
        ),
        line("M22 90V46", GOLD, 3.4),
        disc(22, 42, 5, GOLD_LIT),
        disc(22, 42, 2.2, "#c0303a"),
        line("M22 37v-6M19.5 33.5h5", GOLD_LIT, 1.6),
        ball(98, 74, 10, GOLD),
        line("M88 74h20M98 64v-8M94.5 59.5h7", GOLD_LIT, 2),
        line("M88 74q10 4 20 0", GOLD_DEEP, 1.6),
        person(hand(5, 54), hand(59, 58)),
    ],
    # The Czarina: a small crown, pearls, blue silk and ermine.
    "czarina": [
        throne("#24456b", "#30587f"),
        curtain("#b8862a"),
        curtain("#9c6f1d", right=True),
        person(
            long_hair(BROWN, 46),
            gown("#2f5f9c"),
            path("M8 66c0-10 4-16 12-19l4 9q-6 4-8 10ZM56 66c0-10-4-16-12-19l-4 9q6 4 8 10Z", "#fbf6ea"),
            line("M14 58l1 2M18 53l1 2M50 58l-1 2M46 53l-1 2", INK, 1.3),
            sash("#c0453c"),
            head(rx=11, ry=13),
            fringe(BROWN),
            face(FAIR, BROWN, "calm", "lips", rosy=True),
            put(6.5, 1, 0.8)(crown("#2f8f6a")),
            discs([(25, 48), (28, 49.6), (32, 50.2), (36, 49.6), (39, 48)], 1.3, WHITE),
            discs([(20.5, 34), (43.5, 34)], 1.4, WHITE),
        ),
        line("M96 90V48", GOLD, 3),
        disc(96, 44, 4.4, GOLD_LIT),
        disc(96, 44, 2, "#2f6ea8"),
        person(hand(57.5, 56)),
    ],
}
