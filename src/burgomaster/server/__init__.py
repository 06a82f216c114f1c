"""The table in the browser: a match authority without I/O, a store, and the pages and JSON around them."""
