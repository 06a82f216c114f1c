"""Source of the pictures of Suburbia; `python -m burgomaster.games.suburbia.web.art` writes them anew."""
