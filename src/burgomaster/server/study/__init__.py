"""Studies: a finished game from which other moves are tried, in branches that are kept, named and shared."""
