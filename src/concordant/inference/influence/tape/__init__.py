"""Reverse-mode derivatives through NumPy's protocols: all cells of a table in one pass back."""
