"""The rules: state, moves, legality, effects, scoring, texts and tables."""
