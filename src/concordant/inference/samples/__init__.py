"""Rows of data as inference needs them: alike rows together, how many there are, and the state of any reweighting."""
