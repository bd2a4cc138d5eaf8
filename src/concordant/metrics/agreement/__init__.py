"""What coefficients of agreement share: weights, chance, the least disagreement."""

from __future__ import annotations
