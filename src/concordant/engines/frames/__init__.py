"""
States of columns of eager and lazy frames, through narwhals.

An eager frame gives its columns to the engine of arrays. A lazy frame is aggregated where it lives: it sends home
groups or sums, never rows.
"""
