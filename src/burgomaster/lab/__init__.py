"""Experiments: mass simulation, matches between bots, fitting."""
