"""Two models on one metric: the difference as a sample of its own, tests of it, and what follows from them."""
