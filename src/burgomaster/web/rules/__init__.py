"""What the rules of each game need beside their text: names, pictures, and examples that the engine plays."""
