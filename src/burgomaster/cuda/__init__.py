"""The same rules on a graphics card (extra `cuda`)."""
