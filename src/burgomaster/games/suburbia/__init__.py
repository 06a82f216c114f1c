"""Suburbia. Start reading at README.md, then state.py, legal.py, apply.py."""
