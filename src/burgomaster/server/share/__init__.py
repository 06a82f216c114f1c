"""What is sent to others: pictures of positions and results, embedded replays, animations."""
