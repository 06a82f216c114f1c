"""What is written of a position that a move leads to: whether it ends the game, scores and ranks."""

OVER, SCORES, RANKS, N_ENDS = 0, 1, 6, 11
