"""Arithmetic without data: a division that can be undefined, averages that can leave out, two distributions."""
