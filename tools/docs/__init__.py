"""The book: pages that are made from sources, and links that work in it and in the repository."""
