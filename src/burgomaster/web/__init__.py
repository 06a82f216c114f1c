"""The pages of the table in the browser: what is drawn, and nothing of how it is served."""
