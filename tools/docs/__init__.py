"""The book: pages that are made from sources when it is built, and links that work in it and in the repository."""
