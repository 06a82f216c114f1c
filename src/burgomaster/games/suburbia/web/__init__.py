"""The board of Suburbia as a page."""
