"""Watching games that go on: which are worth it, who is there already, and commentary."""
