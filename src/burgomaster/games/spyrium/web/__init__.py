"""The board of Spyrium as a page."""
