"""Spyrium. Start reading at README.md, then state.py, market.py, legal.py, apply.py."""
