"""Puzzles for people: one position at a time, a verdict on their move, a rating of their own."""
