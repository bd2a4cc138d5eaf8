"""Overall."""
