"""People beyond one table: their games and numbers, what they say of themselves, and whom they know."""
