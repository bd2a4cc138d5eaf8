"""Differences of products without the rounding of either product, which cancels digits where they are nearly equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.typing import Floats

_SPLITTER = 2.0**27 + 1.0  # cuts a float into two halves of 26 bits, whose products are exact


def difference_of_products(a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """
    ``a b - c d`` with one rounding: each product is the sum of two floats.

    The error of a product is that of Dekker (1971), Numerische Mathematik 18:224, with the halves of Veltkamp. Complex
    numbers, which only carry derivatives, are multiplied as they are.
    """
    first, second = a * b, c * d
    if np.iscomplexobj(first) or np.iscomplexobj(second):
        return first - second
    return (first - second) + (_error(a, b, first) - _error(c, d, second))


def _error(a: Floats, b: Floats, product: Floats) -> Floats:
    """What a product lacks."""
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: Any) -> tuple[Floats, Floats]:
    scaled = _SPLITTER * a
    high = scaled - (scaled - a)
    return high, a - high
