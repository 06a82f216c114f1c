"""The board of Saint Petersburg as a page."""
