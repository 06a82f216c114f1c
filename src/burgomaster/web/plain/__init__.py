"""The plain board, for games that do not draw one themselves."""
