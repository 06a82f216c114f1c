"""What the computer players know of this game: inputs of its net, levels, reasons."""
