"""The sources of the pictures: `make art` draws them again. Nothing here is installed."""
