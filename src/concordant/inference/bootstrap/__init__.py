"""Resampling: weights of the units are drawn again and again, and the formula is taken of each draw."""
