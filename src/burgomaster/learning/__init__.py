"""Nets that learn the games by playing against themselves."""
