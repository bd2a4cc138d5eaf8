"""What metrics of scores share: points of curves, sums over ranks, one curve or several."""

from __future__ import annotations
