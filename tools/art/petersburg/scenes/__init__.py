"""What is on every picture of Saint Petersburg: the parts of each, from back to front."""
