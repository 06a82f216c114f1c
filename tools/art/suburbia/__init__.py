"""Source of the pictures of Suburbia; `python -m tools.art.suburbia` writes them anew."""
