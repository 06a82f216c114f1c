"""Source of the pictures of Suburbia: run `python -m burgomaster.games.suburbia.web.art` to write them anew."""
