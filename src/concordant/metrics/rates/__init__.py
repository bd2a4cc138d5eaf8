"""Rates of the four cells of two labels; a new one is one function under `@rate`, which `rate.py` explains."""

from __future__ import annotations
