"""What the computer players know of this game: evaluation, levels."""
