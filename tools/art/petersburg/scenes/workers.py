"""Pictures of workers."""

from __future__ import annotations

from tools.art.petersburg.parts import *


def nugget(x: float, y: float, size: float) -> str:
    """Draw a piece of gold in the rock."""
    s, high, low = number(size), number(size * 0.4), number(size * 0.6)
    whole = f"M{x} {y}l{s} -{s} {s} {high} 1 {s} -{s} {low}Z"
    return path(whole, GOLD) + path(f"M{x + size:g} {y - size:g}l{s} {high} 1 {s}Z", GOLD_DEEP)


WHEAT = [(3 + 7 * i, 64 + (3 + 4 * i) % 9) for i in range(17)]


SCENES = {
    # A woodcutter in the birches, axe on his shoulder.
    "lumberjack": [
        sky("day"),
        hills("#9bb98c", 52),
        *[birch(x, 0, bottom, w) for x, bottom, w in ((8, 82, 7), (24, 78, 4), (98, 80, 8), (113, 78, 5))],
        meadow("#87a85c", 76),
        axe(20, 88, 18, 1.15),
        person(
            body("#b3402f"),
            line("M14 52v14M24 47v19M40 47v19M50 52v14M8 58h48", "#8a2c22", 1.4),
            head(RUDDY),
            face(RUDDY, GINGER, "calm", "smile"),
            beard(GINGER, 50),
            cap("#4a6a4a", "#35503a"),
        ),
        *[log_end(x, y, r) for x, y, r in ((88, 84, 8), (103, 85, 7.5), (96, 73, 7))],
        person(hand(9, 54, RUDDY)),
    ],
    # A miner by his lantern, gold in the rock.
    "gold_miner": [
        backdrop("#4a4152"),
        path("M0 0h120v90H106C112 50 96 20 60 14 24 20 8 50 14 90H0Z", "#352e3d"),
        haze(0.3)(disc(96, 46, 34, "#f7c463")),
        nugget(8, 30, 5),
        nugget(20, 14, 4),
        nugget(104, 22, 5),
        nugget(6, 60, 4),
        nugget(108, 70, 5),
        put(18, 90, 1.05, 12)(
            line("M0 0V-44", WOOD_LIT, 4),
            path("M-22-34Q0-54 22-34 0-46-22-34Z", STEEL),
            path("M0-45.5Q14-44 22-34 10-42 0-41Z", "#8f9ca6"),
        ),
        person(
            body("#6a6f7d"),
            path("M20 47l5-2 2 21h-7ZM44 47l-5-2-2 21h7Z", "#4a4f5c"),
            head(TAN),
            face(TAN, BLACK, "calm", "smile"),
            path("M21 33q3 9 11 9t11-9q0 12-11 12T21 33Z", BLACK),
            path("M17 21C16 10 23 6 32 6s16 4 15 15q-15-5-30 0Z", "#b8862a"),
            path("M38 6.6Q48 9 47 21l-6-1.6q2-7-3-12.8Z", "#8f6418"),
            disc(32, 13.5, 3.4, "#fff3c8"),
        ),
        line("M96 40v-8M90 44h12", IRON, 1.8),
        box(91, 44, 10, 13, GOLD_LIT),
        line("M91 44v13M101 44v13M89 58h14", IRON, 2),
        path("M96 56c-4-3-2-6 0-9 2 3 4 6 0 9Z", "#f08a2c"),
        path("M74 90q4-12 16-13 14 0 20 13Z", GOLD),
        path("M94 77.5q11 2 16 12.5H98q2-7-4-12.5Z", GOLD_DEEP),
        discs([(84, 84), (92, 81), (90, 87)], 1.6, GOLD_LIT),
        person(hand(9, 53, TAN)),
    ],
    # A shepherd with his crook and three sheep.
    "shepherd": [
        sky("morning"),
        sun(18, 20, 7),
        cloud(84, 18, 0.9),
        hills("#a9c288", 50),
        meadow("#8fb062", 64),
        sheep(24, 62, 0.8),
        person(
            long_hair(FLAXEN, 38),
            body("#c99a4a"),
            fur("#e9dcc2"),
            head(),
            fringe(FLAXEN),
            face(FAIR, "#a8782c", "raised", "smile", rosy=True),
            path("M12 19q4-2 7-4 2-9 13-9t13 9q3 2 7 4-20 6-40 0Z", "#a87a3c"),
            path("M38 6.6q6 2 7 8.4 3 2 7 4-6 1.6-12 2.5 2-8-2-14.9Z", "#86602a"),
        ),
        line("M98 90V36q0-10-8-10t-8 8 6 7", WOOD, 3.2),
        sheep(28, 84, 1.35),
        sheep(104, 86, 1.1),
        person(hand(59, 48)),
    ],
    # A hunter in the snow, pelts over his shoulder.
    "fur_trapper": [
        sky("winter"),
        fir(12, 72, 52, "#4f7f78"),
        fir(30, 70, 36, "#5f8b84"),
        fir(106, 72, 56, "#4a7870"),
        fir(90, 69, 34, "#6a968e"),
        meadow("#f1f4f2", 70),
        discs([(20, 14), (44, 8), (76, 12), (98, 22), (112, 8), (8, 34), (86, 40)], 1.2, WHITE),
        line("M10 88L34 12", IRON, 2.6),
        line("M8 90l10-28", WOOD, 5),
        person(
            body("#7a5a40"),
            fur("#a87f55"),
            head(TAN),
            face(TAN, BLACK, "stern", "calm"),
            beard(BLACK, 47),
            fur_hat("#8f6a48", "#5c4030"),
            path("M15 20q-3 10 1 18l5-2q-2-8-1-15ZM49 20q3 10-1 18l-5-2q2-8 1-15Z", "#8f6a48"),
        ),
        path("M84 46q10-4 16 2 6 14 2 26l4 10-8-4-6 6-3-8-7 2 4-10q-6-12-2-24Z", "#b8642c"),
        path("M96 46q6 0 4 2 6 14 2 26l4 10-8-4q4-18-2-34Z", "#8f4a1e"),
        path("M88 46l-2-7 6 4 6-5v8Z", "#b8642c"),
        path("M84 84l4-6 4 8-4 4Z", WHITE),
        person(hand(4, 56, TAN), hand(52, 52, TAN)),
    ],
    # A shipwright with his mallet before the ribs of a hull.
    "ship_builder": [
        sky("day"),
        cloud(76, 14, 0.9),
        water(50, "#6fa3b4"),
        ribs(),
        meadow("#d0b788", 76),
        person(
            body("#3f6f8a"),
            line("M16 54h32M13 59h38", "#e9e2d0", 2),
            path("M22 46l4-1 6 9 6-9 4 1 2 20H20Z", "#a87344"),
            path("M38 45l4 1 2 20h-6Z", "#865a33"),
            head(RUDDY),
            face(RUDDY, BROWN, "calm", "grin", rosy=True),
            hair(BROWN, 27),
            path("M18 20q14-6 28 0l1-4Q46 7 32 7T17 16Z", "#b3402f"),
            path("M46 19l8 2-2 4-7-4Z", "#8a2c22"),
        ),
        put(100, 84, 1, 10)(
            line("M0 6V-30", WOOD_DEEP, 4),
            box(-12, -44, 24, 15, WOOD),
            box(-12, -44, 24, 5, WOOD_LIT),
            boxes([(-12, -44, 3, 15), (9, -44, 3, 15)], IRON),
        ),
        person(hand(60, 57, RUDDY)),
        put(2, 80, 1, -8)(box(0, 0, 34, 5, WOOD_LIT), box(0, 3.5, 34, 1.5, WOOD)),
    ],
    # The Czar at the wharf, sleeves rolled up, axe in hand.
    "czar_and_carpenter": [
        sky("morning"),
        water(52, "#6fa3b4"),
        sailing_ship(102, 56, 0.5),
        ribs(),
        meadow("#d0b788", 76),
        person(peter("#3d6a4c"), tricorn("#26242c", GOLD)),
        axe(98, 88, -14, 1.2),
        path("M4 84l10-3 1 4ZM16 88l9-2-2 4ZM100 86l8-3 2 5ZM88 89l6-3 2 3Z", "#f0d9a8"),
        person(hand(58, 54)),
        put(0, 76, 1, 4)(box(0, 0, 40, 7, "#e3c08a"), box(0, 5, 40, 2, "#b98a55")),
    ],
    # A ploughman in ripe grain, scythe over his shoulder.
    "new_farmer": [
        sky("gold"),
        sun(94, 22, 8),
        hills("#c9a75a", 54),
        backdrop("#e0b040", 62, 28),
        line("M20 90L30 16", WOOD, 3.2),
        path("M30 16C14 4 2 10-6 24 6 16 18 16 30 20Z", STEEL),
        line("M-6 24C6 16 18 16 30 20", "#8f9ca6", 1.2),
        person(
            body("#e9e2d0"),
            line("M32 47v19", "#b3402f", 2),
            line("M26 46q6 5 12 0", "#b3402f", 1.8),
            head(TAN),
            face(TAN, BROWN, "calm", "smile"),
            beard(BROWN, 49),
            path("M10 20q6-1 9-4 1-9 13-9t13 9q3 3 9 4-22 6-44 0Z", "#e3c26a"),
            path("M38 7.6q6 2 7 8.4 3 3 9 4-8 2-14 2.5 2-8-2-14.9Z", "#c19a3c"),
            line("M19 16.5q13 4 26 0", WOOD, 1.8),
        ),
        line("".join(f"M{x} 90V{y}" for x, y in WHEAT), "#b98520", 1.3),
        *[oval(x, y - 1, 1.8, 4.5, "#f6d56c") for x, y in WHEAT],
        person(hand(7, 48, TAN)),
    ],
    # The reformer in glory: rays, laurel, a rising city.
    "czar_superstar": [
        backdrop("#e0a04a"),
        rays(60, 46, "#f3cf74", "-8 0L10 -8, 26 -10L40 -10, 54 -10L66 -10, 80 -10L94 -10, 110 -8L128 0"),
        rays(60, 46, "#f3cf74", "130 24L130 40, -10 24L-10 40, 130 62L130 80, -10 62L-10 80"),
        disc(60, 40, 34, "#fbe6a8"),
        path("M0 90V70h8v-6h8v6h8V58l3-22 3 22v12h8v20ZM82 90V68h8v-8h10v8h6V56h8v34Z", "#b8702c"),
        person(
            peter("#7a1f30"),
            path("M22 19q-2.5 -5 -5 -1q2.5 4 5 1Z", "#4f8f4a"),
            path("M24 15q-2.5 -5 -5 -1q2.5 4 5 1Z", "#4f8f4a"),
            path("M27 12q-2 -5 -4 -1q2 4 4 1Z", "#4f8f4a"),
            path("M42 19q2.5 -5 5 -1q-2.5 4 -5 1Z", "#4f8f4a"),
            path("M40 15q2.5 -5 5 -1q-2.5 4 -5 1Z", "#4f8f4a"),
            path("M37 12q2 -5 4 -1q-2 4 -4 1Z", "#4f8f4a"),
            line("M21 22q0-8 8-11M43 22q0-8-8-11", "#4f8f4a", 1.4),
            sash("#2f6ea8"),
            star(45, 55, 5),
        ),
        put(98, 88, 1, 12)(line("M0 0V-30", GOLD, 3), disc(0, -33, 4, GOLD_LIT)),
        person(hand(58, 57)),
    ],
}
