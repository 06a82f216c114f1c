"""What the browser gets: templates, static files, and one folder a game."""
