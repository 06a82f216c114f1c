"""Tournaments and leagues: who meets whom, how it stands, and the rounds that begin by themselves."""
