"""Metrics of scores and their curves: areas, operating points, the top of a ranking; rankings of labels."""

from __future__ import annotations
