"""What pages in the browser share, whichever the game: templates, static files, charts, lessons."""
