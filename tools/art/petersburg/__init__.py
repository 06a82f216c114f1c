"""The pictures of the cards, composed from parts. Run this package to draw them anew."""
