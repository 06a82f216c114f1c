"""What the rules of each game need beside their text: names, numbers, pictures, and examples that the engine plays."""
