"""The same rules on a graphics card (extra `cuda`): random games, batches of games in step, and self-play.

    from burgomaster.cuda import random_play
    found = random_play.simulate(game, games=1_000_000, seed=1)

Without a card, or without the extra, it says so and everything else works.
"""
