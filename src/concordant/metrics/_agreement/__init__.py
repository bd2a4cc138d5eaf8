"""What coefficients of agreement share: weights, chance, the least disagreement."""
