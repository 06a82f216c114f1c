"""The laboratory: mass simulation, and what experiments need."""
