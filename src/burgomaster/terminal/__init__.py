"""Playing in the terminal: screen, prompt and the loop of a game; knows no game."""
