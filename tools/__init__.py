"""Commands of the makers: the book, releases, pictures. Nothing here is installed."""
