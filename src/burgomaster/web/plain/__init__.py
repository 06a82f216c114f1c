"""The board of a game that has no page of its own yet."""
