"""The icons: goods, and signs in the colour of the words beside them."""

from __future__ import annotations

from tools.art.petersburg.parts import *

SCENES = {
    # The goods of the market.
    "good-chicken": [hen_bird(11.5, 19, 0.4)],
    "good-grain": [
        ear(9, 23, 19, -14),
        ear(15, 23, 19, 14),
    ],
    "good-apple": [
        apple(12, 13.5, 9),
        leaf(12.5, 4.5, 7),
    ],
    "good-fish": [fish(11.5, 12.5, 0.33, -16)],
    "good-cabbage": [cabbage(12, 12, 11)],
    # A good that its owner may choose.
    "good-any": [
        disc(12, 12, 11, "#b98f3e"),
        disc(12, 12, 9, "#fbf0d2"),
        line("M8.5 9.3a3.5 3.5 0 1 1 5.3 2.9q-1.8 1-1.8 3", "#7a5312", 2.6),
        disc(12, 18.3, 1.6, "#7a5312"),
    ],
    # What workers know: only those who know the same can be traded up.
    "symbol-wood": [
        solid(7, 8, 15, 9, WOOD, 0.3),
        log_end(7.5, 12.5, 5.2),
    ],
    "symbol-gold": [
        path("M3 17l3-8 6-4 7 3 3 8-5 5H7Z", GOLD),
        path("M12 5l7 3 3 8-5 5-3-8Z", GOLD_DEEP),
        path("M6 9l6-4 2 8-7 1Z", GOLD_LIT),
    ],
    "symbol-cloth": [
        box(5, 6, 13, 12, "#2f6ea8"),
        box(5, 12, 13, 6, "#1f4f80"),
        oval(18, 12, 3, 6, "#6fa3d6"),
        oval(18, 12, 1.3, 2.6, "#1f4f80"),
        path("M5 6v12l-3 2V8Z", "#7fb0dc"),
    ],
    "symbol-fur": [
        path("M2.5 2.5q5 1 7 5h5q2-4 7-5 1 6-1.5 10.5-3 6.5-8 9-5-2.5-8-9Q1.5 8.5 2.5 2.5Z", "#c96a2c"),
        path("M12 7.5h2.5q2-4 7-5 1 6-1.5 10.5-3 6.5-8 9Z", "#a2511d"),
        path("M4 13q4-.5 6 3.5l2 5.5q-5-2.5-8-9ZM20 13q-4-.5-6 3.5L12 22q5-2.5 8-9Z", WHITE),
        discs([(8.5, 12), (15.5, 12)], 1.2, INK),
        disc(12, 20.5, 1.5, INK),
    ],
    "symbol-ship": [sailing_ship(13, 18.5, 0.36)],
    "symbol-grain": [
        ear(8.5, 23.5, 18, -16),
        ear(15.5, 23.5, 18, 16),
        ear(12, 24, 20),
    ],
    # Signs in the colour of the words beside them. First the groups of cards.
    "ui-worker": [
        path("M12.5 2.5l9 9-2.6 2.6-2.7-2.7L7 20.6A2.5 2.5 0 0 1 3.4 17l9.2-9.2-2.7-2.7Z", "currentColor")
    ],
    "ui-building": [
        path(
            "M12 1.8L22.5 7.5V9.5h-21V7.5ZM3.8 10.7h2.8v8.4H3.8ZM10.6 10.7h2.8v8.4h-2.8Z"
            "M17.4 10.7h2.8v8.4h-2.8ZM2.2 20h19.6v2.2H2.2Z",
            "currentColor",
        )
    ],
    "ui-noble": [
        path("M1.8 6.5l5.2 4.2 5-7.7 5 7.7 5.2-4.2-2.4 11.5H4.2ZM4.2 19.3h15.6v2.7H4.2Z", "currentColor")
    ],
    "ui-goods": [
        path(
            "M6.5 10.5l4.3-8h2.4l4.3 8h-2.6L12 5.2 9.1 10.5ZM1.8 10.5h20.4v2.7H1.8Z"
            "M3.3 14.5h17.4l-1.7 7.5H5Z",
            "currentColor",
        )
    ],
    "ui-special": [
        path(
            "M2.5 3.5h19v18h-19ZM4.8 5.8v13.4h14.4V5.8ZM12 7.2"
            "l1.7 3.6 3.9.5-2.9 2.7.8 3.9-3.5-1.9-3.5 1.9.8-3.9-2.9-2.7 3.9-.5Z",
            "currentColor",
        )
    ],
    "ui-action": [path("M12 1l2.9 8.1L23 12l-8.1 2.9L12 23l-2.9-8.1L1 12l8.1-2.9Z", "currentColor")],
    # What can be done.
    "ui-exchange": [
        path(
            "M12 3.5a8.5 8.5 0 0 1 7.6 4.7l2.6-1.2-.9 7.5-6.3-4 2.3-1A6.2 6.2 0 0 0 6.5 9.2H4"
            "A8.5 8.5 0 0 1 12 3.5ZM12 20.5a8.5 8.5 0 0 1-7.6-4.7l-2.6 1.2.9-7.5 6.3 4-2.3 1"
            "a6.2 6.2 0 0 0 10.8.3H20a8.5 8.5 0 0 1-8 5.7Z",
            "currentColor",
        )
    ],
    "ui-hand": [
        put(7.5, 13.5, 1, -16)(path("M-5-7h9v2.2H-2.8V8H-5Z", "currentColor")),
        put(14.5, 12.5, 1, 10)(path("M-5.5-8.5h11v17h-11Z", "currentColor")),
    ],
    "ui-discard": [
        put(12.5, 8, 1, 12)(box(-4.5, -6, 9, 12, "currentColor")),
        path("M3 16.5h18v2.2H3ZM5 20.3h14v2.2H5Z", "currentColor"),
    ],
    "ui-pass": [path("M4 3.5h3.6v17H4ZM10 3.5l10.5 8.5L10 20.5Z", "currentColor")],
    "ui-lock": [
        line("M7.8 11V7.5a4.2 4.2 0 0 1 8.4 0V11", "currentColor", 2.4),
        path("M4 10.5h16v12H4Z", "currentColor"),
    ],
    "ui-eye": [
        path(
            "M12 4.5c5 0 8.8 3.6 11 7.5-2.2 3.9-6 7.5-11 7.5S3.2 15.9 1 12C3.2 8.1 7 4.5 12 4.5Z"
            "M16.3 12a4.3 4.3 0 1 0-8.6 0a4.3 4.3 0 1 0 8.6 0Z",
            "currentColor",
        ),
        disc(12, 12, 2.2, "currentColor"),
    ],
    # The end.
    "ui-end": [
        path(
            "M4.5 1.5h15v2.8h-1.3c0 3.5-2 5.7-4.2 7.7 2.2 2 4.2 4.2 4.2 7.7h1.3v2.8h-15v-2.8h1.3"
            "c0-3.5 2-5.7 4.2-7.7-2.2-2-4.2-4.2-4.2-7.7H4.5Z",
            "currentColor",
        )
    ],
    "ui-winner": [
        path(
            "M6 1.5h12V4h4.5c0 5-1.8 8-5.3 8.6-.9 1.6-2.2 2.6-3.7 3v3H17.5v3.9h-11v-3.9H10.5v-3"
            "c-1.5-.4-2.8-1.4-3.7-3C3.3 12 1.5 9 1.5 4H6ZM6 6.2H3.9c.2 2 .9 3.3 2.2 4Q6 8 6 6.2Z"
            "M18 6.2Q18 8 17.9 10.2c1.3-.7 2-2 2.2-4Z",
            "currentColor",
        )
    ],
    # The shapes of the seats.
    "seat-0": [disc(12, 12, 10.2, "currentColor")],
    "seat-1": [box(3.3, 3.3, 17.4, 17.4, "currentColor")],
    "seat-2": [path("M12 1.7L22.8 21H1.2Z", "currentColor")],
    "seat-3": [path("M12 .6L23.4 12 12 23.4 .6 12Z", "currentColor")],
    "seat-4": [path("M12 .8l10.2 5.8v10.8L12 23.2 1.8 17.4V6.6Z", "currentColor")],
}
