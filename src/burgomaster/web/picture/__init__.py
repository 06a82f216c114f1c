"""Pictures of positions and results, for links that people send each other. Knows no game."""
